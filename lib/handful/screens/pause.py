# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The pause menu of a match in progress."""

from micropython import const

from handful import keys, series
from handful.picture import ink
from handful.screens.menu import Menu

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence
    from typing import Any

    from handful.app import App
    from handful.screens.menu import Row

_TEXT = const(2)
_UNSAVED = const("pause_unsaved")
_DRIVE = const("pause_drive")


class View(Menu):
    """Offers to resume, read the rules, take back, restart the deal, change settings, or save and leave.

    If saving failed, one more row opens the reason, and another one if something is wrong with the drive.
    """

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        app.save_later()
        self._sure = False  # the row with the cursor has asked for a second press

    def open(self) -> None:
        app = self.app
        number = series.number_of(app.match)
        self.heading = (
            series.say(app, app.match.session.key, number) if number else self.say("pause", self.say("title"))
        )
        super().open()

    def rows(self) -> "Sequence[Row]":
        rows = []
        for key in ("resume", "rules", "take_back", "restart", "settings", "leave"):
            rows.append((key, self.say("pause_" + key), None))
        if self.app.site:
            rows.append(("qr", self.say("qr"), None))
        if self.app.unsaved:
            rows.append((_UNSAVED, self.say(_UNSAVED), None))
        if getattr(self.app.region, "trouble", ""):
            rows.append((_DRIVE, self.say(_DRIVE), None))
        return rows

    def decorate(self, key: "Any", y: int, chosen: bool) -> None:
        if key == _UNSAVED and not chosen:
            self.canvas.text(12, y + _TEXT, self.say(_UNSAVED), ink.ACCENT)

    def press(self, key: int) -> None:
        if key == keys.START:
            self.leave()  # the key that has opened the pause closes it
            return
        if key != keys.A:
            self._sure = False  # the question has got no answer
        super().press(key)

    def choose(self, key: "Any") -> None:
        app = self.app
        if key == "resume":
            app.table()
        elif key == "rules":
            app.open("help", app.match.session.key, ("pause",))
        elif key == "take_back" and app.lesson:
            self.refuse(self.say("lesson_first"))
        elif key == "take_back":
            refusal = app.match.take_back(self._sure)
            self._sure = True
            if refusal:
                self.refuse(self.say(refusal, "Ⓐ"))
            else:
                app.table()
        elif key == "settings":
            app.open("settings", True)
        elif key == "leave":
            app.leave(False)
        elif key == "qr":
            app.open("qr", "pause")
        elif key == _UNSAVED:
            app.open("notice", app.unsaved, "pause", True)
        elif key == _DRIVE:
            app.open("notice", self.say(app.region.trouble or "drive_held"), "pause", True)
        elif not self._sure:
            self._sure = True
            self.refuse(self.say("again_sure"))
        else:
            app.again()

    def leave(self) -> None:
        self.app.table()
