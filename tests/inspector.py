# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Looks over the canvas's shoulder: what is drawn beyond its edge, over other text, or half wiped away."""

import numpy

from handful.picture import ink
from tests.sheet import mask
from tools.build import layouts

PATTERN = ink.LIGHT  # text in this colour is a pattern: it may be cut
TOUCH = 2  # pixels that two signs may have in common


class Inspector:
    """Draws for a console's canvas what it draws, and finds faults.

    owner: for every pixel the number of the text whose ink it is, 0 for none. faults: sentences.
    """

    def __init__(self, console):
        self.console = console
        self.faults = []
        canvas = console.app.canvas
        self.width, self.height = layouts.size(layouts.current)
        self.owner = numpy.zeros((self.height, self.width), numpy.int32)
        self.texts = {}  # number -> (text, x, y, how many pixels of ink, colour)
        self._masks = {}
        self._lies = []  # numbers of a text and of the one it was drawn on
        self._draw_text, self._fill = canvas.text, canvas.fill
        self._blit, self._clear = canvas.blit, canvas.clear
        canvas.text, canvas.fill, canvas.blit, canvas.clear = self.text, self.fill, self.blit, self.clear
        self._in_text = False

    def fault(self, sentence: str) -> None:
        """Notes a fault once."""
        sentence = f"{self.console.screen}: {sentence}"
        if sentence not in self.faults:
            self.faults.append(sentence)

    def clear(self, colour: int = ink.TABLE) -> None:
        """Nothing is there any more."""
        self.owner[:] = 0
        self.texts.clear()
        self._lies.clear()
        self._clear(colour)

    def fill(self, x: int, y: int, width: int, height: int, colour: int) -> None:
        """A rectangle that reaches beyond the canvas is a fault."""
        if width > 0 and height > 0:
            if x < 0 or y < 0 or x + width > self.width or y + height > self.height:
                self.fault(f"fill({x}, {y}, {width}, {height}) leaves the canvas")
            self.owner[max(y, 0) : y + height, max(x, 0) : x + width] = 0
        elif width < 0 or height < 0:
            self.fault(f"fill({x}, {y}, {width}, {height}) is of nothing")
        self._fill(x, y, width, height, colour)

    def blit(self, source, x: int, y: int, left: int, top: int, right: int, bottom: int) -> None:
        """So is a picture."""
        if not self._in_text:
            if x < 0 or y < 0 or x + right - left > self.width or y + bottom - top > self.height:
                self.fault(f"a picture at ({x}, {y}) leaves the canvas")
        self._blit(source, x, y, left, top, right, bottom)

    def text(self, x: int, y: int, string: str, colour: int, font=None) -> int:
        """And text whose ink does, or that lies on other text's ink."""
        number = len(self.texts) + 1
        font = font or self.console.app.canvas.small
        key = string, font.height
        if key not in self._masks:
            self._masks[key] = mask(string, font)
        inked = self._masks[key]
        high, wide = inked.shape
        left, top = max(-x, 0), max(-y, 0)
        right, bottom = min(wide, self.width - x), min(high, self.height - y)
        seen = inked[top : max(bottom, top), left : max(right, left)]
        pixels = int(seen.sum())
        if pixels < inked.sum() and colour != PATTERN:
            self.fault(f"{string!r} at ({x}, {y}) is cut by the edge")
        if pixels:
            place = self.owner[y + top : y + bottom, x + left : x + right]
            for other in numpy.unique(place[seen & (place > 0)]):
                said = self.texts[other]
                common = int((seen & (place == other)).sum())
                if said[:3] != (string, x, y) and PATTERN not in (colour, said[4]) and common > TOUCH:
                    self._lies.append((number, int(other)))
            place[seen] = number
        self.texts[number] = (string, x, y, pixels, colour)
        self._in_text = True
        end = self._draw_text(x, y, string, colour, font)
        self._in_text = False
        return end

    def look(self) -> None:
        """Text on other text, or with a part wiped away, is a fault, unless something lies over the table."""
        if getattr(self.console.view, "overlay", ""):
            return
        counts = numpy.bincount(self.owner.ravel(), minlength=len(self.texts) + 1)
        for number, other in self._lies:
            if counts[number] and counts[other]:
                self.fault(f"{self.texts[number][:3]} lies on {self.texts[other][:3]}")
        self._lies.clear()
        for number, (string, x, y, pixels, colour) in self.texts.items():
            if colour != PATTERN and 0 < counts[number] < pixels - pixels // 8:
                self.fault(f"{string!r} at ({x}, {y}) has been cut by what was drawn over it")
