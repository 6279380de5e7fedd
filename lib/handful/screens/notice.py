# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A full screen that shows the player one important sentence."""

from micropython import const

from handful import keys
from handful.picture import ink
from handful.picture.measures import WIDTH
from handful.screens.screen import Screen

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from handful.app import App

_TITLE = const("title")
_TITLE_Y = const(12)  # y of the title picture
_Y = const(58)  # y of the text
_STEP = const(12)  # line height


class View(Screen):
    """Shows a sentence, wrapped into lines, until A, B, START, UP or DOWN; then opens the screen `then`.

    then: the screen's name, "" for the table; details: of that screen. asked: whether a key has
    asked for the sentence.
    """

    def __init__(
        self, app: "App", text: str, then: str = "title", asked: bool = False, *details: object
    ) -> None:
        super().__init__(app)
        if not asked:
            app.guard()
        self._text = text
        self._then = then
        self._details = details

    def open(self) -> None:
        self.app.notice = ""
        self.canvas.clear()
        self.canvas.picture(_TITLE, _TITLE_Y)
        y = _Y
        for line in self.canvas.small.lines(self._text, WIDTH - 12):
            self.centred(y, line, ink.WHITE)
            y += _STEP
        self.foot(self.say("keys_on"))

    def press(self, key: int) -> None:
        app = self.app
        if key in (keys.LEFT, keys.RIGHT, keys.SELECT):
            self.refuse(self.say("press_a"))
        else:
            if app.untold:
                app.untold = False
                app.save_later()
            if self._then:
                app.open(self._then, *self._details)
            else:
                app.table()
