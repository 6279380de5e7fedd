# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The screen for entering a player's name, with the d-pad or a keyboard."""

from micropython import const

from handful import keys
from handful.picture import ink
from handful.picture.measures import WIDTH
from handful.screens.screen import Screen
from handful.settings import NAME_LENGTH, NAMED

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence

    from handful.app import App
    from handful.tables.telling import Rect

_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-."
_ACCENTS = "ÉÈÊËÀÂÇÎÏÔŒéèêëàâçîïôöûüñùœ"
_COLUMNS = const(13)
_X = const(2)  # upper left corner of the grid of letters
_Y = const(36)
_PITCH = const(12)  # distance from one letter to the next
_ROW = const(11)  # distance from one row to the next
_ROWS = const(6)  # most rows of letters; OK is below them
_OK = const(5)  # its column, and
_WIDE = const(3)  # columns that it covers
_FIELD_X = const(26)
_FIELD = const(108)  # width of the field with the name
_LETTER = const(12)  # distance from letter to letter in the field
_ROOM = const(47)  # largest width of a name in pixels: all the room that tables have beside the cards


class View(Screen):
    """Shows a grid of letters: A adds the chosen one, B deletes the last one, OK or START finishes.

    SELECT turns to the next page of letters: kana (in a language that has them), letters, accents. On a board
    with a keyboard the name is typed: Enter finishes, Esc leaves it as it was.

    paused: whether the settings, which open afterwards, were opened during a match; None if the result
    asks for the name, which opens afterwards then.
    """

    def __init__(self, app: "App", seat: int, paused: bool | None) -> None:
        super().__init__(app)
        self._seat = seat
        self._paused = paused
        self.name = app.settings.names[seat]
        kana = self.say("kana")
        self._pages = (kana, _LETTERS, _ACCENTS) if kana else (_LETTERS, _ACCENTS)
        self._page = 0
        self.signs = self._pages[0]
        self.cursor = len(self.signs) if self.name else 0  # at the end is OK
        self._keyboard = hasattr(app.board, "typed")

    def open(self) -> None:
        self.canvas.clear()
        self.title(self.say("name_me") if self._paused is None else self.say("name_of", self._seat + 1))
        self._keys()
        self._draw_name()
        self._draw_signs()

    def _keys(self) -> None:
        key = "keys_typed" if self._keyboard else "keys_name"
        self.foot(self.say(key if self.name else key + "_none"))

    def _draw_signs(self) -> None:
        self.canvas.fill(0, _Y, WIDTH, (_ROWS + 1) * _ROW, ink.TABLE)
        for index in range(len(self.signs) + 1):
            self._draw_sign(index)

    def _draw_name(self) -> None:
        # A line under each of the eight letters; the accent colour marks where the next one goes.
        canvas = self.canvas
        canvas.fill(0, 13, WIDTH, 20, ink.TABLE)
        canvas.frame(_FIELD_X, 13, _FIELD, 18, self.app.settings.colours[self._seat], ink.PAPER)
        for index in range(NAME_LENGTH):
            x = _FIELD_X + 6 + _LETTER * index
            canvas.fill(x, 27, _LETTER - 2, 2, ink.ACCENT if index == len(self.name) else ink.DIM)
            if index < len(self.name):
                sign = self.name[index]
                canvas.text(x + (_LETTER - 2 - canvas.small.width(sign)) // 2, 17, sign, ink.INK)

    def _draw_sign(self, index: int) -> None:
        canvas = self.canvas
        chosen = index == self.cursor
        colour = ink.INK if chosen else ink.WHITE
        x, y, wide, high = self.place(index)
        if index == len(self.signs):
            sign = "OK"
            canvas.frame(x, y, wide, high, ink.PAPER, ink.ACCENT if chosen else ink.DARK)
        else:
            sign = self.signs[index]
            canvas.fill(x, y, wide, high, ink.ACCENT if chosen else ink.TABLE)
        canvas.text(x + (wide - canvas.small.width(sign)) // 2, y + high - 9, sign, colour)

    def _step(self, key: int) -> int:
        # The cell to which a direction leads, round and round; OK is behind the last sign and below all.
        ok = len(self.signs)
        at = self.cursor
        if key == keys.LEFT or key == keys.RIGHT:
            return (at + (1 if key == keys.RIGHT else -1)) % (ok + 1)
        if at == ok:
            middle = _OK + _WIDE // 2
            return middle if key == keys.DOWN else min(ok - 1, (ok - 1) // _COLUMNS * _COLUMNS + middle)
        at += _COLUMNS if key == keys.DOWN else -_COLUMNS
        return at if 0 <= at < ok else ok

    def stops(self) -> "Sequence[int]":
        """Returns the stops: the indexes of the letters in view, and behind them OK."""
        return range(len(self.signs) + 1)

    def place(self, index: int) -> "Rect":
        """Returns the rectangle of a letter."""
        if index == len(self.signs):
            return _X + _OK * _PITCH, _Y + _ROWS * _ROW, _WIDE * _PITCH, _ROW
        return _X + index % _COLUMNS * _PITCH, _Y + index // _COLUMNS * _ROW, _PITCH, _ROW

    def go(self, index: int) -> None:
        """Moves the cursor to a letter."""
        before = self.cursor
        self.cursor = index
        if index != before:
            self._draw_sign(before)
            self._draw_sign(index)

    def press(self, key: int) -> None:
        if key <= keys.RIGHT:
            self.go(self._step(key))
        elif key == keys.SELECT:
            self._page = (self._page + 1) % len(self._pages)
            self.signs = self._pages[self._page]
            self.cursor = 0
            self._draw_signs()
        elif key == keys.A and self.cursor < len(self.signs):
            if not self._add(self.signs[self.cursor]):
                return
        elif key != keys.B:
            self._leave()
            return
        elif not self._delete():
            self._leave()
            return
        self._keys()

    def _add(self, sign: str) -> bool:
        # Whether there was room for the sign. A name that is full has the cursor on OK.
        name = self.name + sign
        if len(name) > NAME_LENGTH or self.canvas.small.width(name) > _ROOM:
            self.go(len(self.signs))
            self.refuse(self.say("name_full"))
            return False
        self.name = name
        self._draw_name()
        if len(name) == NAME_LENGTH:
            self.go(len(self.signs))
        return True

    def _delete(self) -> bool:
        # Whether there was a sign to delete.
        if not self.name:
            return False
        self.name = self.name[:-1]
        self._draw_name()
        return True

    def tick(self, now: int) -> None:
        if not self._keyboard:
            return
        for sign in self.app.board.typed():
            if sign == "\r" or sign == "\x1b":
                if sign == "\x1b":
                    self.name = self.app.settings.names[self._seat]
                self._leave()
                return
            if sign == "\b":
                self._delete()
            elif sign not in "".join(self._pages):
                self.refuse(self.say("name_sign"))
                continue
            elif not self._add(sign):
                continue
            self._keys()

    def _leave(self) -> None:
        settings = self.app.settings
        settings.names[self._seat] = self.name
        settings.values[NAMED] = 1
        self.app.save_later()
        if self._paused is None:
            self.app.open("result")
        else:
            self.app.open("settings", self._paused)
