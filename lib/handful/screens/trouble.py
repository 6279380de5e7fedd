# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The screen that replaces one that failed: it shows the error and leads back to the title."""

from micropython import const

from handful import keys
from handful.picture import ink
from handful.picture.measures import HEIGHT, WIDTH
from handful.screens.screen import Screen

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from handful.app import App

_STEP = const(11)  # line height
_MOST = const(4)  # most lines of a paragraph


class View(Screen):
    """Shows the error's last line until A is pressed, then opens the title. The app has been reset by then.

    It must also work when memory is full, so it allocates little and imports nothing.
    """

    def __init__(self, app: "App", error: str, kept: str) -> None:
        """error: last line of the error. kept: key of the text about the match's fate, "" for none."""
        super().__init__(app)
        app.guard()
        self._error = error
        self._kept = kept

    def open(self) -> None:
        canvas = self.canvas
        say = self.say
        canvas.clear()
        self.title(say("trouble"))
        y = self._paragraph(18, say("trouble_sorry"), ink.WHITE)
        if self._kept:
            y = self._paragraph(y + 4, say(self._kept), ink.WHITE)
        canvas.frame(2, y + 5, WIDTH - 4, HEIGHT - 16 - y, ink.DARK, ink.DARK)
        self._paragraph(y + 8, self._error, ink.ACCENT)
        self.foot(say("keys_trouble"))

    def _paragraph(self, y: int, text: str, colour: int) -> int:
        # Draws wrapped text, cutting words that are longer than a line. Returns the y below it.
        font = self.canvas.small
        drawn = 0
        for line in font.lines(text, WIDTH - 12):
            while line and drawn < _MOST:
                length = len(line)
                while font.width(line[:length]) > WIDTH - 12:
                    length -= 1
                self.canvas.text(6, y, line[:length], colour)
                line = line[length:]
                drawn += 1
                y += _STEP
        return y

    def press(self, key: int) -> None:
        if key in (keys.A, keys.START, keys.UP):
            self.app.open("title")
        else:
            self.refuse(self.say("press_a"))
