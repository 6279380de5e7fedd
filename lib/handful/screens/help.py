# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The help: pages of text, with pictures drawn from the glyphs that the cards use.

Format of assets/games/<game>/<language>.help.txt:
- A line `# heading` begins a page.
- A line that begins with `>` is a picture. Each word is drawn as a card with these glyphs, or, if it begins
  with `=`, without a card.
- A paragraph that begins with `!` is a decision of ours about the rules: accent colour, bar at its left.
- Every other line is a paragraph. It is wrapped to the width of the screen, unless it has a tab before each
  of its lines: so have all but those of the first page on a device, where the build has wrapped them
  (tools/build/wrap.py).

The first page is every game's: assets/texts/<language>.keys.txt. There {0} to {5} stand for what this board's
keys are called: the directions, A, B, START, SELECT, and B held down. {6} is what the game's SELECT shows.
"""

from micropython import const

from handful import keys
from handful.picture import ink
from handful.picture.measures import FOOT, WIDTH
from handful.screens.screen import Screen

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

    from handful.app import App

_TOP = const(15)  # y of the first line
_STEP = const(10)  # line height
_GAP = const(2)  # between paragraphs
_PAD = const(5)  # between a card's edge and its glyphs
_SPACE = const(4)  # between cards
ROOM = const(WIDTH - 8)  # width of a line
_KEYS = ".keys.txt"  # the first page of every game's help
_FOR_ALL = ".fair.txt"  # the last pages of every game's help


class View(Screen):
    """Shows the pages; LEFT and RIGHT turn them. back: arguments of App.open for the screen that B opens."""

    def __init__(self, app: "App", key: str, back: "tuple[Any, ...]") -> None:
        super().__init__(app)
        self._back = back
        self._page = 0
        texts = app.texts
        called = getattr(app.board, "KEYS_CALLED", None)
        self._called = [name and name + ": " for name in called] if called else [""] * 6
        self._called.append(texts.say("ring_last"))
        pages = b""
        for path in (texts.path("", _KEYS), texts.path(key, ".help.txt"), texts.path("", _FOR_ALL)):
            with open(path, "rb") as file:
                pages += b"\n" + file.read()
        self._pages = pages.split(b"\n#")[1:]  # before the first one there is nothing

    def open(self) -> None:
        self.canvas.clear()
        self.told = None
        lines = str(self._pages[self._page], "utf-8").split("\n")
        self.title(lines[0].strip())
        y = _TOP
        for i in range(1, len(lines)):
            text = lines[i]
            if text:
                y = self._paragraph(text if self._page else text.format(*self._called), y)
        self.foot(self.say("keys_help", self._page + 1, len(self._pages)))

    def _paragraph(self, text: str, y: int) -> int:
        canvas = self.canvas
        if text[0] == ">":
            self._picture(text[1:].split(), y)
            return y + 23 + _GAP
        text = self.app.named(text, 0 if self._page else -1)
        colour = ink.WHITE
        if text[0] == "!":
            text = text[1:]
            colour = ink.ACCENT
        for line in text.split("\t")[1:] or canvas.small.lines(text, ROOM):
            if y <= FOOT - _STEP:
                if colour == ink.ACCENT:
                    canvas.fill(0, y, 2, _STEP, ink.ACCENT)
                canvas.text(4, y, line, colour)
            y += _STEP
        return y + _GAP

    def _picture(self, words: list[str], y: int) -> None:
        canvas = self.canvas
        room = -_SPACE
        for word in words:
            room += canvas.big.width(word.lstrip("=")) + (_SPACE if word[0] == "=" else _SPACE + 2 * _PAD)
        x = (WIDTH - room) // 2
        for word in words:
            if word[0] == "=":
                x = canvas.text(x, y + 5, word[1:], ink.ACCENT, canvas.big) + (_SPACE - 1)
            else:
                width = canvas.big.width(word)
                canvas.frame(x, y, width + 2 * _PAD, 21, ink.INK, ink.PAPER)
                at = x + _PAD
                for sign in word:
                    at = canvas.text(at, y + 5, sign, ink.of(sign), canvas.big)
                x += width + (_SPACE + 2 * _PAD)

    def press(self, key: int) -> None:
        if key == keys.RIGHT or key == keys.A or key == keys.DOWN:
            if self._page + 1 == len(self._pages):
                self.refuse(self.say("last_page"))
                return
            self._page += 1
        elif key == keys.LEFT or key == keys.UP:
            if self._page == 0:
                self.refuse(self.say("first_page"))
                return
            self._page -= 1
        elif key == keys.SELECT:
            self.refuse(self.say("no_select"))
            return
        else:
            self.app.open(*self._back)
            return
        self.open()
