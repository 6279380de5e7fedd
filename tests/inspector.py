"""Looks over the canvas's shoulder: what is drawn beyond its edge, over other text, or half wiped away."""

import numpy

from handful import ink
from tools import layouts

PATTERN = ink.LIGHT  # text in this colour is a pattern: it may be cut


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
        self.texts = {}  # number -> (text, x, y, how many pixels of ink)
        self._draw_text, self._fill, self._blit, self._clear = canvas.text, canvas.fill, canvas.blit, canvas.clear
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
        chosen = font or self.console.app.canvas.small
        number = len(self.texts) + 1
        cut = False
        pixels = 0
        at = x
        for sign in string:
            place = chosen.place(sign)
            left, top = (place & 15) * chosen.cell, (place >> 4) * chosen.height
            for row in range(chosen.height):
                for column in range(chosen.widths[place]):
                    if chosen.sheet[left + column, top + row] != 1:
                        continue
                    px, py = at + column, y + row
                    if not (0 <= px < self.width and 0 <= py < self.height):
                        cut = True
                        continue
                    other = self.owner[py, px]
                    if other and other != number and colour != PATTERN and other in self.texts:
                        said = self.texts[other]
                        if (said[0], said[1], said[2]) != (string, x, y):
                            self.fault(f"{string!r} at ({x}, {y}) lies on {said[0]!r} at {said[1:3]}")
                    self.owner[py, px] = number
                    pixels += 1
            at += chosen.widths[place] + 1
        if cut and colour != PATTERN:
            self.fault(f"{string!r} at ({x}, {y}) is cut by the edge")
        self.texts[number] = (string, x, y, pixels if colour != PATTERN else -1)
        self._in_text = True
        end = self._draw_text(x, y, string, colour, font)
        self._in_text = False
        return end

    def look(self) -> None:
        """A text of which a part has been wiped away is a fault, unless something lies over the table."""
        if getattr(self.console.view, "_over", ""):
            return
        counts = numpy.bincount(self.owner.ravel(), minlength=len(self.texts) + 1)
        for number, (string, x, y, pixels) in self.texts.items():
            if pixels > 0 and 0 < counts[number] < pixels - pixels // 8:
                self.fault(f"{string!r} at ({x}, {y}) has been cut by what was drawn over it")
