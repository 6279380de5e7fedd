# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The settings screen: display, sound and pace, then the name and colour of each seat."""

from micropython import const

from handful.screens.menu import Menu
from handful.settings import (
    BRIGHTNESS,
    COLOURS,
    CONTRAST,
    LANGUAGE,
    LIGHTS,
    MEMORY,
    MOTION,
    PACE,
    SEATS,
    SOUND,
)

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence
    from typing import Any

    from handful.app import App
    from handful.screens.menu import Row

_ROW = const(13)
_CHECK = const(7)  # key of the row that begins the check of the board; no setting with that number has a row
_CALIBRATE = const(8)  # the same of the row that begins to calibrate the display
_NAMES = 10  # a seat's row has the key _NAMES + seat; smaller keys are settings
_ORDER = bytes(
    (LANGUAGE, SOUND, LIGHTS, PACE, MOTION, MEMORY, BRIGHTNESS, CONTRAST)
)  # language first: easy to find


class View(Menu):
    """Shows one row per setting, then one per seat: A edits its name, LEFT and RIGHT change its colour.

    Outside of a match the last rows calibrate the display and begin the check of the board, where there is
    such a thing.

    paused: whether it was opened from the pause of a match, to which B then returns.
    """

    def __init__(self, app: "App", paused: bool = False) -> None:
        super().__init__(app)
        self._paused = paused

    def open(self) -> None:
        self.heading = self.say("settings")
        super().open()

    def rows(self) -> "Sequence[Row]":
        say = self.say
        settings = self.app.settings
        rows: list[Row] = []
        for choice in _ORDER:
            if not self.app.offers(choice):
                continue
            key = "choice_" + str(choice)
            value = settings.values[choice]
            text = say("own_name") if choice == LANGUAGE else say(key + "_" + str(value))
            rows.append((choice, say(key), text))
        for seat in range(SEATS):
            name = settings.names[seat] or say("player", seat + 1)
            rows.append((_NAMES + seat, name, say("colour_" + str(settings.colours[seat]))))
        if not self._paused:
            if hasattr(self.app.board, "calibration"):
                rows.append((_CALIBRATE, self._label(".crosses.txt"), None))
            try:
                import supervisor  # noqa: F401 - with it a program can begin another one
            except ImportError:
                return rows
            rows.append((_CHECK, self._label(".check.txt"), None))
        return rows

    def _label(self, ending: str) -> str:
        # The text of a row that is the first line of a file of texts: the games' own keep their size.
        with open(self.app.texts.path("", ending), "rb") as file:
            return str(file.readline()[2:-1], "utf-8")

    def keys_of(self, key: "Any") -> str:
        return "keys_seat" if key >= _NAMES else "keys_change"

    def decorate(self, key: "Any", y: int, chosen: bool) -> None:
        if key >= _NAMES:
            self.badge(2, y, key - _NAMES, _ROW - 1)

    def change(self, key: "Any", step: int) -> None:
        settings = self.app.settings
        if key < _NAMES:
            settings.turn(key, step)
            if key == LANGUAGE:
                self.app.apply_language()
                self.open()
                return
            if key == CONTRAST:
                app = self.app
                app.apply_contrast()
                if self._paused:
                    app.theme(app.match.session.key)
                else:
                    app.canvas.theme("")
        else:
            # Skip colours that another seat has.
            colours = settings.colours
            index = COLOURS.find(bytes((colours[key - _NAMES],)))
            while COLOURS[index] in bytes(colours):  # MicroPython cannot search a bytearray for an int
                index = (index + step) % len(COLOURS)
            colours[key - _NAMES] = COLOURS[index]
        self.update()

    def choose(self, key: "Any") -> None:
        if key == _CHECK:
            self.app.open("board", "title")
        elif key == _CALIBRATE:
            self.app.open("calibration", ("settings", ()))
        elif key < _NAMES:
            self.change(key, 1)
        else:
            self.app.open("name", key - _NAMES, self._paused)

    def leave(self) -> None:
        self.app.save_later()
        self.app.open("pause" if self._paused else "title")
