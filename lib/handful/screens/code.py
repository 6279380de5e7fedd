# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The screen for entering a deal code, which deals the same cards again on any console."""

from micropython import const

from engine import session
from handful import keys
from handful.picture import ink
from handful.picture.measures import WIDTH
from handful.screens.screen import Screen

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence
    from typing import Any

    from handful.app import App
    from handful.tables.telling import Rect

_X = const(20)  # x of the first character
_PITCH = const(20)  # distance from one character to the next
Y = const(40)  # of the cards, and
_ABOVE = const(12)  # how far above them the arrows begin
CARD_HIGH = const(24)
_HIGH = const(49)  # height of a card with its arrows
_CARD = const(18)  # width of a character's card
_HELP = const(86)  # y of the help text


class View(Screen):
    """Edits the six characters of a code: LEFT and RIGHT select one, UP and DOWN change it."""

    def __init__(
        self, app: "App", key: str, kinds: "Sequence[int]", options: "dict[str, Any]", seed: int
    ) -> None:
        super().__init__(app)
        self._set_up = (key, kinds, options)
        self.code = list(session.code_of(seed))
        self._seed = seed
        self.cursor = 0

    def open(self) -> None:
        self.canvas.clear()
        self.title(self.say("deal"))
        y = _HELP
        for line in self.canvas.small.lines(self.say("code_help"), WIDTH - 10):
            self.centred(y, line, ink.WHITE)
            y += 10
        self.foot(self.say("keys_code"))
        for i in range(6):
            self._draw(i)

    def _draw(self, i: int) -> None:
        canvas = self.canvas
        x = _X + _PITCH * i
        chosen = i == self.cursor
        canvas.fill(x, Y - _ABOVE, _CARD, _HIGH, ink.TABLE)
        if chosen:
            canvas.text(x + (_CARD - 8) // 2, Y - _ABOVE, "▲", ink.ACCENT)
            canvas.text(x + (_CARD - 8) // 2, Y + 28, "▼", ink.ACCENT)
        canvas.frame(x, Y, _CARD, CARD_HIGH, ink.ACCENT if chosen else ink.INK, ink.PAPER)
        character = self.code[i]
        canvas.text(x + (_CARD - canvas.small.width(character)) // 2, Y + 8, character, ink.INK)

    def stops(self) -> "Sequence[int]":
        """Returns the stops: the places of the code."""
        return range(6)

    def place(self, i: int) -> "Rect":
        """Returns the rectangle of a place, with its arrows."""
        return _X + _PITCH * i, Y - _ABOVE, _PITCH, _HIGH

    def go(self, i: int) -> None:
        """Moves the cursor to a place."""
        before = self.cursor
        self.cursor = i
        self._draw(before)
        self._draw(i)

    def enter(self, sign: str) -> None:
        """Puts a letter or digit in the chosen place, and goes on to the next one."""
        self.code[self.cursor] = sign
        self.press(keys.RIGHT)

    def press(self, key: int) -> None:
        if key == keys.LEFT or key == keys.RIGHT:
            self.go((self.cursor + (1 if key == keys.RIGHT else -1)) % 6)
            return
        if key == keys.UP or key == keys.DOWN:
            digit = session.DIGITS.index(self.code[self.cursor]) + (1 if key == keys.UP else -1)
            self.code[self.cursor] = session.DIGITS[digit % 32]
        elif key == keys.A or key == keys.START:
            self._seed = session.seed_of("".join(self.code))
            self._leave()
            return
        elif key == keys.SELECT:
            self.code = list(session.code_of(self.app.seed()))
        else:
            self._leave()
            return
        for i in range(6):
            if key == keys.SELECT or i == self.cursor:
                self._draw(i)

    def _leave(self) -> None:
        key, kinds, options = self._set_up
        self.app.open("setup", key, kinds, options, self._seed)
