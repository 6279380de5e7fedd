# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Short animations: a card flies to its position, two cards change places, a trick goes to its winner.

Each animation copies a piece of the picture into a layer above it (Canvas.lift) and moves only the layer. A
frame sends the layer's old and new rectangle, and nothing is drawn again. The layer is removed at the end.
"""

import bitmaptools
import displayio
from micropython import const

from handful.picture import faces, ink
from handful.picture.faces import SIZE
from handful.picture.measures import BAR, FOOT, WIDTH

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence

    from handful.picture.canvas import Canvas

FLIGHT = const(260)  # duration of a flight in ms at a normal pace
_PARTS = const(32)  # resolution of the easing
_CHIP = const(11)  # height of a chip
_BUBBLE = const(7)  # pixels of a bubble around its word
_STEP = const(4)  # from one height for a face to the next
_BAND = const(16)  # height of the canvas's bands


class Motion:
    """Moves any number of pieces at the same time. Call `tick` while `busy`; `stop` ends all at once.

    If there is no memory for the layer of a piece, that piece does not move.
    """

    def __init__(self, canvas: "Canvas") -> None:
        self._canvas = canvas
        # (layer, from x, from y, to x, to y, whether its pixels stay in the picture)
        self._ways: list[tuple[displayio.TileGrid, int, int, int, int, bool]] = []
        self._face: displayio.TileGrid | None = None  # the layer of a face that is shown

    @property
    def busy(self) -> bool:
        """Whether any piece is still moving."""
        return len(self._ways) > 0

    def fly(self, x: int, y: int, rect: "Sequence[int]", stays: bool = True) -> None:
        """Moves the pixels in `rect` (x, y, width, height) from (x, y) to there.

        With stays=False they move the other way, from `rect` to (x, y), and disappear there.
        """
        left, top, width, height = rect
        canvas = self._canvas
        try:
            layer = canvas.lift(left, top, width, height)
        except MemoryError:
            return
        if stays:
            canvas.fill(left, top, width, height, ink.TABLE)
            canvas.move_to(layer, x, y)
            self._ways.append((layer, x, y, left, top, True))
        else:
            self._ways.append((layer, left, top, x, y, False))

    def cover(self, rect: "Sequence[int]") -> None:
        """Keeps the rectangle `rect` (x, y, width, height) looking as it does until the next flight ends."""
        x, y, width, height = rect
        try:
            self._ways.append((self._canvas.lift(x, y, width, height), x, y, x, y, False))
        except MemoryError:
            return

    def chip(self, text: str, x: int, y: int, to: "Sequence[int]") -> None:
        """Moves a chip with a text from (x, y) to the position `to`, where it disappears."""
        canvas = self._canvas
        width = canvas.small.width(text) + 6
        x = min(max(0, x - width // 2), WIDTH - width)
        try:
            under = canvas.lift(x, y, width, _CHIP)
        except MemoryError:
            return
        canvas.frame(x, y, width, _CHIP, ink.DARK, ink.ACCENT)
        canvas.text(x + 3, y + 2, text, ink.INK)
        self.fly(to[0], to[1], (x, y, width, _CHIP), False)
        canvas.fill(x, y, width, _CHIP, ink.TABLE)
        canvas.drop(under, x, y, True)

    def peek(self, face: tuple[int, int], word: str, rises: bool) -> None:
        """Shows a robot's face until `stop` where it covers nothing, above the bottom line if it can.

        face: the robot and the look, as in faces.draw; word: what it says in a bubble, or "", if there is
        room; rises: whether it comes up from below the bottom line. Shows nothing if all is full.
        """
        canvas = self._canvas
        talk = canvas.small.width(word) + _BUBBLE if word else 0
        x, y = self._free(SIZE + talk)
        if talk and x < 0:
            talk = 0
            word = ""
            x, y = self._free(SIZE)
        if x < 0:
            return
        width = SIZE + talk
        try:
            under = canvas.lift(x, y, width, SIZE)
        except MemoryError:
            return
        canvas.fill(x, y, width, SIZE, ink.TABLE)
        faces.draw(canvas, x + talk, y, face[0], face[1])
        if word:
            canvas.frame(x, y + 2, talk - 1, _CHIP, ink.INK, ink.PAPER)
            canvas.text(x + 3, y + 4, word, ink.INK)
        try:
            self._face = layer = canvas.lift(x, y, width, SIZE)
            if rises and y == FOOT - SIZE:
                canvas.move_to(layer, x, FOOT)
                self._ways.append((layer, x, FOOT, x, y, False))
        except MemoryError:
            pass
        canvas.fill(x, y, width, SIZE, ink.TABLE)
        canvas.drop(under, x, y, True)

    def _free(self, width: int) -> tuple[int, int]:
        # Where a face or one with its word covers only the table, and touches nothing beside or below it: as
        # far down as can be, then as far to the right. x -1: nowhere. Looks at every other row.
        canvas = self._canvas
        try:
            line = displayio.Bitmap(WIDTH, 1, 16)
        except MemoryError:
            return -1, 0
        for y in range(FOOT - SIZE, BAR, -_STEP):
            line.fill(0)
            for row in range(y, min(y + SIZE + 1, FOOT), 2):  # in C, what is anywhere in these rows
                band = canvas.bands[row // _BAND]
                row %= _BAND
                bitmaptools.blit(line, band, 0, 0, x1=0, y1=row, x2=WIDTH, y2=row + 1, skip_source_index=0)
            right = WIDTH
            while right > width + 1:
                x = left = right - width - 2
                while x < right and not line[x, 0]:
                    x += 1
                if x == right:
                    return left + 1, y
                right = x
        return -1, 0

    def tick(self, gone: int, whole: int) -> None:
        """Moves all pieces to where they are `gone` ms after their start; they arrive after `whole` ms."""
        # Ease out: fast at first, slow at the end.
        rest = max(0, _PARTS - gone * _PARTS // whole)
        rest *= rest
        whole = _PARTS * _PARTS
        for layer, x, y, left, top, _ in self._ways:
            self._canvas.move_to(layer, left + (x - left) * rest // whole, top + (y - top) * rest // whole)
        if not rest and self._face is not None:
            self._ways.clear()  # a face comes alone, and stays until `stop`

    def stop(self) -> None:
        """Ends all flights at once, with every piece at its destination."""
        for layer, _, _, left, top, stays in self._ways:
            if layer is not self._face:
                self._canvas.drop(layer, left, top, stays)
        self._ways.clear()
        if self._face is not None:
            self._canvas.drop(self._face, 0, 0, False)
            self._face = None
