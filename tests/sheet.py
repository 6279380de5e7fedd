# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The canvas as an array: draws what a console's canvas draws, fast, and measures its text's contrast."""

from functools import cache
from types import SimpleNamespace

import numpy

from boards.computer.picture import Picture
from handful.picture import ink
from handful.picture.canvas import Canvas
from tools import PROJECT
from tools.build import layouts
from tools.console import Reader

LEAST = 4.5  # to 1, for text
LEAST_MARK = 3.0  # to 1, for signs, which are larger or simpler than letters


def themes() -> dict[str, list[int]]:
    """The sixteen colours on each table; "console" on the other screens.

    A game's own table has its key, each further one of its colours a number behind it, as "inversio 1".
    """
    assets = PROJECT / "assets"
    console = [int(row[2], 16) for row in rows(assets / "palette.txt") if row[0].isdigit()]
    found = {"console": console}
    for path in (assets / "games").glob("*/look.txt"):
        for row in rows(path):
            if row[0] == "inks":
                colours = [int(colour, 16) for colour in row[1:]] + [0] * (-(len(row) - 1) % 4)
                for look in range(len(colours) // 4):
                    key = path.parent.name + (f" {look}" if look else "")
                    found[key] = colours[4 * look : 4 * look + 4] + console[4:]
    return found


def rows(path) -> list[list[str]]:
    """The words of each line that is neither empty nor a comment."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split() for line in lines if line.strip() and not line.startswith(";")]


THEMES = themes()


def luminance(colour) -> float:
    """The relative luminance of 0xRRGGBB, or of its three parts, as WCAG 2 defines it."""
    three = colour.to_bytes(3, "big") if isinstance(colour, int) else colour
    parts = [part / 255 for part in three]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    red, green, blue = linear
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other) -> float:
    """The contrast of two colours, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@cache
def sign_of_japanese(code: int, height: int) -> numpy.ndarray:
    """Where a sign has ink, drawn on a separate canvas: rows of booleans."""
    canvas = Canvas(Picture())
    canvas.add_signs(True)
    wide = canvas.text(0, 0, chr(code), 1)
    return canvas.bands[0].cells[:height, :wide] == 1


class Line:
    """Canvas.line, as it is read: the ink of the last text in its upper left corner, and 0 around it."""

    def __init__(self, line):
        self.width, self.height, self.bits_per_value = line.width, line.height, line.bits_per_value
        self.mask = numpy.zeros((0, 0), bool)
        self.ink = 0

    @property
    def cells(self) -> numpy.ndarray:
        """The pixels, as those of a Bitmap on a computer."""
        found = numpy.zeros((self.height, self.width), numpy.uint8)
        mask = self.mask[: self.height, : self.width]
        found[: mask.shape[0], : mask.shape[1]] = mask * self.ink
        return found


def mask(string: str, font) -> numpy.ndarray:
    """Where a string has ink in a font: rows of booleans."""
    parts = [numpy.zeros((font.height, 0), bool)]
    for index in font.indices(string):
        if index < 0:
            parts.append(sign_of_japanese(-index, font.height))
            continue
        left, top = (index & 15) * font.cell, (index >> 4) * font.height
        glyph = font.sheet.cells[top : top + font.height, left : left + font.widths[index]] == 1
        parts.append(numpy.pad(glyph, ((0, 0), (0, 1))))
    return numpy.hstack(parts)


class Sheet:
    """Takes the place of a console's canvas, whose own bitmaps stay empty.

    pixels: rows of inks, without what is lifted above them. pairs: of each ink of text with an ink that was
    under or beside it and is not its own: (theme, ink, ground, is text) -> the string first drawn so.
    """

    def __init__(self, console, measuring: bool = False):
        self.canvas = canvas = console.app.canvas
        self.console = console
        width, height = layouts.size(layouts.current)
        self.pixels = numpy.zeros((height, width), numpy.uint8)
        self.changed = False
        self.pairs = {} if measuring else None
        self.theme = "console"
        self._masks = {}
        self._seen = set()  # what has been measured
        for name in ("fill", "text", "blit", "clear", "lift", "move_to", "drop", "bare"):
            setattr(canvas, name, getattr(self, name))
        canvas.line = Line(canvas.line)
        self._set_theme = canvas.theme
        canvas.theme = self.take
        canvas.mark = canvas.disk = lambda shown: None
        console.reader = Reader(canvas)

    def take(self, key: str, look: int = 0) -> None:
        """The colours of a game's table."""
        self.theme = (key or "console") + (f" {look}" if look else "")
        self._set_theme(key, look)

    def clear(self, colour: int = ink.TABLE) -> None:
        """As Canvas.clear."""
        self.changed = True
        self.pixels[:] = colour

    def fill(self, x: int, y: int, width: int, height: int, colour: int) -> None:
        """As Canvas.fill."""
        self.changed = True
        self.pixels[max(y, 0) : max(y + height, 0), max(x, 0) : max(x + width, 0)] = colour

    def blit(self, source, x: int, y: int, left: int, top: int, right: int, bottom: int) -> None:
        """As Canvas.blit."""
        piece = [[source[column, row] for column in range(left, right)] for row in range(top, bottom)]
        self._lay(x, y, numpy.array(piece, numpy.uint8))

    def _lay(self, x: int, y: int, piece) -> None:
        self.changed = True
        height, width = self.pixels.shape
        piece = piece[max(-y, 0) : max(height - y, 0), max(-x, 0) : max(width - x, 0)]
        x, y = max(x, 0), max(y, 0)
        part = self.pixels[y : y + piece.shape[0], x : x + piece.shape[1]]
        numpy.copyto(part, piece, where=piece > 0)

    def lift(self, x: int, y: int, width: int, height: int):
        """As Canvas.lift; the layer's pixels are an array, by column and row."""
        return SimpleNamespace(bitmap=self.pixels[y : y + height, x : x + width].T.copy())

    def move_to(self, layer, x: int, y: int) -> None:
        """As Canvas.move_to: what is lifted is not looked at."""

    def drop(self, layer, x: int, y: int, stays: bool) -> None:
        """As Canvas.drop."""
        if stays:
            self._lay(x, y, layer.bitmap.T)

    def bare(self, x: int, y: int, width: int, height: int) -> bool:
        """As Canvas.bare."""
        return not self.pixels[y : y + height, x : x + width].any()

    def text(self, x: int, y: int, string: str, colour: int, font=None) -> int:
        """As Canvas.text."""
        font = font or self.canvas.small
        mask = self._mask(string, font)
        self.canvas.line.mask, self.canvas.line.ink = mask, colour
        wide = min(mask.shape[1], self.pixels.shape[1] - max(x, 0))
        left = max(-x, 0)
        mask = mask[max(-y, 0) : self.pixels.shape[0] - y, left : left + wide if x < 0 else wide]
        place = self.pixels[max(y, 0) :, max(x, 0) :][: mask.shape[0], : mask.shape[1]]
        if self.pairs is not None and mask.size:
            seen = string, colour, x, y, place[0, 0], place[-1, -1]
            if seen not in self._seen:
                self._seen.add(seen)
                self._measure(string, colour, mask, place)
        self.changed = True
        place[mask] = colour
        return x + wide

    def _measure(self, string, colour, mask, place) -> None:
        # The ground of ink is what is beside it (not what its box has at the far corners).
        near = mask.copy()
        near[1:] |= mask[:-1]
        near[:-1] |= mask[1:]
        near[:, 1:] |= mask[:, :-1]
        near[:, :-1] |= mask[:, 1:]
        near &= ~mask
        counts = numpy.bincount(place[near], minlength=16)
        counts[colour] = 0
        for ground in (counts > near.sum() // 3).nonzero()[0]:  # else it is an edge on one side
            key = self.theme, colour, int(ground), any(sign.isalnum() for sign in string)
            self.pairs.setdefault(key, (string, self.console.screen))

    def _mask(self, string: str, font):
        key = string, font.height
        if key not in self._masks:
            self._masks[key] = mask(string, font)
        return self._masks[key]

    def faint(self) -> list[str]:
        """Sentences on what has been drawn with too little contrast."""
        found = []
        for (theme, colour, ground, words), (string, screen) in self.pairs.items():
            colours = THEMES[theme]
            least = LEAST if words else LEAST_MARK
            if contrast(colours[colour], colours[ground]) < least:
                ratio = contrast(colours[colour], colours[ground])
                found.append(f"{screen}, {theme}: {string!r} in ink {colour} on {ground} has {ratio:.1f} : 1")
        return found
