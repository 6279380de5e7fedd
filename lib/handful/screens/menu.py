# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A list of rows with a cursor, the base of the menus, the set-up and the settings."""

from micropython import const

from handful import keys
from handful.picture import ink
from handful.picture.measures import FOOT, WIDTH
from handful.screens.screen import Screen

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence
    from typing import Any

    from handful.app import App
    from handful.tables.telling import Rect

    Row = tuple[Any, str, str | None]  # of a menu: its key, its label, its value

ROW = const(13)
EDGE = const(8)  # width of the right edge, where arrows show that there are more rows
_TEXT = const(2)  # from a row's top to its text
_TOP = const(14)


class Menu(Screen):
    """Shows rows under a title. Subclasses supply the rows and handle the choices.

    `rows()` returns a list of (key, label, value). If the value is None, A calls `choose(key)`; if it is a
    string, LEFT and RIGHT call `change(key, step)` too. B calls `leave()`.
    """

    heading = ""
    keys_row = "keys_choose"  # key of the bottom line's text on a row without a value
    top = _TOP  # y of the first row
    bottom = FOOT  # y below the last row in view

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.cursor = 0
        self._first = 0  # index of the first visible row
        self._rows: Sequence[Row] = []
        self._seen = (self.bottom - self.top) // ROW

    def where(self) -> "Any":
        return self.cursor

    def go_back(self, where: "Any") -> None:
        self.cursor = where

    def open(self) -> None:
        self.canvas.clear()
        self.title(self.heading)
        self.show()

    def show(self) -> None:
        """Reads the rows again and draws all visible ones."""
        self._rows = self.rows()
        self.cursor = min(self.cursor, len(self._rows) - 1)
        self._draw_all()

    def update(self) -> None:
        """Reads the rows again and draws the visible ones that have changed."""
        before = self._rows
        self._rows = self.rows()
        if len(before) != len(self._rows):
            self._draw_all()
            return
        for index in range(self._first, min(self._first + self._seen, len(before))):
            if before[index] != self._rows[index]:
                self._draw(index)
        self._keys()

    def _draw_all(self) -> None:
        if self.cursor < self._first:
            self._first = self.cursor - self._seen // 2
        elif self.cursor >= self._first + self._seen:
            self._first = self.cursor - self._seen // 2
        self._first = max(0, min(self._first, len(self._rows) - self._seen))
        # First the row with the cursor, which is what a key has asked for.
        chosen = self.cursor - self._first
        for row in range(self._seen):
            self.canvas.show()
            self._draw(self._first + (chosen + row) % self._seen)
        self._marks()
        self._keys()

    def _marks(self) -> None:
        # Small arrows at the right edge show that there are more rows above or below.
        canvas = self.canvas
        canvas.fill(WIDTH - EDGE, self.top, EDGE, self._seen * ROW, ink.TABLE)
        if self._first > 0:
            canvas.text(WIDTH - EDGE, self.top, "▴", ink.WHITE)
        if self._first + self._seen < len(self._rows):
            canvas.text(WIDTH - EDGE, self.top + self._seen * ROW - 11, "▾", ink.WHITE)

    def _draw(self, index: int) -> None:
        y = self.top + (index - self._first) * ROW
        canvas = self.canvas
        canvas.fill(0, y, WIDTH - EDGE, ROW, ink.TABLE)
        if index >= len(self._rows):
            return
        key, label, value = self._rows[index]
        chosen = index == self.cursor
        colour = ink.WHITE
        if chosen:
            canvas.frame(4, y, WIDTH - 12, ROW - 1, ink.PAPER, ink.PAPER)
            colour = ink.INK
        x = canvas.text(12, y + _TEXT, label, colour)
        if value is not None:
            room = WIDTH - 15 - x
            if chosen:
                marked = "◀ " + value + " ▶"
                value = marked if canvas.small.width(marked) <= room else "◀" + value + "▶"
            canvas.text(WIDTH - 12 - canvas.small.width(value), y + _TEXT, value, colour)
        self.decorate(key, y, chosen)

    def chosen(self) -> "tuple[Any, int]":
        """Returns the key of the row with the cursor, and the y below that row."""
        return self._rows[self.cursor][0], self.top + (self.cursor - self._first + 1) * ROW

    def uncover(self, y: int, high: int) -> None:
        """Redraws the rows that something has covered: `high` pixels, from y on.

        The row with the cursor is not among them: it was drawn when the cursor came.
        """
        if y < self.top:
            self.canvas.fill(0, y, WIDTH - 8, self.top - y, ink.TABLE)  # a row fills its own place
        y -= self.top
        for row in range(max(0, y // ROW), min(self._seen, (y + high + ROW - 1) // ROW)):
            if self._first + row != self.cursor:
                self._draw(self._first + row)

    def keys_of(self, key: "Any") -> str:
        """Returns the key of the bottom line's text for a row with a value; `key` is the row's key."""
        return "keys_change"

    def decorate(self, key: "Any", y: int, chosen: bool) -> None:
        """Adds a badge or mark to a row that has just been drawn with its top at y; nothing by default."""

    def _keys(self) -> None:
        key, _, value = self._rows[self.cursor]
        self.foot(self.say(self.keys_row if value is None else self.keys_of(key)))

    def stops(self) -> "Sequence[int]":
        """Returns the stops: the indexes of the rows."""
        return range(len(self._rows))

    def place(self, index: int) -> "Rect | None":
        """Returns the rectangle of a row, None if it is not in view.

        The arrow at the edge stands for the next row beyond.
        """
        y = self.top + (index - self._first) * ROW
        last = WIDTH - EDGE
        if index == self._first - 1:
            return last, self.top, EDGE, ROW
        if index == self._first + self._seen:
            return last, y - ROW, EDGE, ROW
        return (0, y, last, ROW) if self._first <= index < self._first + self._seen else None

    def go(self, index: int) -> None:
        """Moves the cursor to a row."""
        before = self.cursor
        self.cursor = index
        if self._first <= index < self._first + self._seen:
            self._draw(before)
            self._draw(index)
            self._keys()
        else:
            self._draw_all()
        self.moved()

    def press(self, key: int) -> None:
        row = self._rows[self.cursor]
        if key == keys.UP or key == keys.DOWN:
            self.go((self.cursor + (1 if key == keys.DOWN else -1)) % len(self._rows))
        elif key == keys.B or key == keys.RING:
            self.leave()
        elif key == keys.LEFT or key == keys.RIGHT:
            if row[2] is None:
                self.refuse(self.say("press_a"))
            else:
                self.change(row[0], 1 if key == keys.RIGHT else -1)
        elif key == keys.SELECT:
            self.refuse(self.say("no_select"))
        else:
            self.choose(row[0])

    def moved(self) -> None:
        """Called after the cursor has moved, for menus that show details of the chosen row."""

    def rows(self) -> "Sequence[Row]":
        """Returns the current rows as a list of (key, label, value or None)."""
        return []

    def choose(self, key: "Any") -> None:
        """Handles A on a row."""

    def change(self, key: "Any", step: int) -> None:
        """Handles LEFT (step -1) and RIGHT (step 1) on a row with a value."""

    def leave(self) -> None:
        """Handles B."""
