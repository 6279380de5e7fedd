# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The screen that calibrates a display: three crosses to be tapped. Only the boards that need it have it."""

from micropython import const

from handful.keys import elapsed
from handful.picture import ink
from handful.picture.measures import HEIGHT, WIDTH
from handful.screens.screen import Screen
from handful.sound import CLICK

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

    from handful.app import App

_ARM = const(7)  # pixels of a cross's arms
_STEP = const(12)  # line height
_UP = const(0)  # see handful.finger
_PATIENCE = const(60_000)  # ms without a touch, after which all stays as it was


class View(Screen):
    """Shows one cross after the other; the third tap opens what comes then. A key leaves all as it was.

    then: name and details of the screen that opens then, as App.opening has them.
    """

    def __init__(self, app: "App", then: "Any") -> None:
        super().__init__(app)
        self._then = then
        self._panel = app.board.calibration
        self._line = 1  # of the file of texts: what is asked for
        self._numbers: list[int] = []  # the panel's, x and y at each cross that was tapped
        self._counts = not self._panel.raw()  # whether the next finger that goes was a tap
        self._since = app.now
        self.dirty = True

    def draw(self) -> None:
        canvas = self.canvas
        canvas.clear()
        x, y = self._panel.places[len(self._numbers) // 2]
        canvas.fill(x - _ARM, y, 2 * _ARM + 1, 1, ink.WHITE)
        canvas.fill(x, y - _ARM, 1, 2 * _ARM + 1, ink.WHITE)
        with open(self.app.texts.path("", ".crosses.txt"), "rb") as file:
            text = str(file.read(), "utf-8").split("\n")[self._line]
        y = HEIGHT // 2 - _STEP
        for line in canvas.small.lines(text, WIDTH - 12):
            self.centred(y, line, ink.WHITE)
            y += _STEP

    def press(self, key: int) -> None:
        self.app.opening = self._then

    def tick(self, now: int) -> None:
        event = self.app.board.touched()
        if event:
            self._since = now
            self.app.keys.stirred = True
            if event[2] == _UP:
                if self._counts:
                    self._take()
                self._counts = True
        elif elapsed(now, self._since) > _PATIENCE:
            self.press(0)

    def _take(self) -> None:
        app = self.app
        app.play(CLICK)
        self.dirty = True
        self._numbers += self._panel.point
        if len(self._numbers) < 6:
            return
        if not self._panel.calibrate(self._numbers):
            self._line = 2
            self._numbers = []
            return
        app.settings.panel = self._panel.dump()
        if not app.store.new:  # else the language comes next, and is saved with it
            app.save_later()
        self.press(0)
