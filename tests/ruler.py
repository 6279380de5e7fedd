# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A canvas that is watched: every string that is cut off, leaves its box, or lacks a glyph."""

from handful.picture.canvas import Canvas
from tools.build.assets import ASSETS, DRAWN, read_font, source

SIGNS = {character for character, _ in read_font(source(ASSETS, DRAWN + ".art.txt"))[2]}  # of Japanese

WIDTH, HEIGHT = 160, 128
BAND = 16


def lacking(font, string):
    """The characters of a string that the font would draw as question marks."""
    more = SIGNS if font.more else ()
    return [sign for sign in string if sign not in font.characters and sign not in more]


class Ruler:
    """Watches all canvases from `watch(monkeypatch)` on; `faults` are sentences."""

    def __init__(self):
        self.faults = []
        self._drawn = {}  # (x, y) of the strings since the canvas was last cleared -> string

    def watch(self, monkeypatch):
        """Measures whatever is drawn from now on."""
        text, clear = Canvas.text, Canvas.clear

        def measured(canvas, x, y, string, colour, font=None):
            self._measure(canvas, x, y, string, font or canvas.small)
            return text(canvas, x, y, string, colour, font)

        def cleared(canvas, *colour):
            self._drawn.clear()
            clear(canvas, *colour)

        monkeypatch.setattr(Canvas, "text", measured)
        monkeypatch.setattr(Canvas, "clear", cleared)
        return self

    def _measure(self, canvas, x, y, string, font):
        if lacking(font, string):
            self.faults.append(f"no glyph for {''.join(lacking(font, string))!r} in {string!r}")
        if not any(sign.isalnum() for sign in string):
            return  # signs are pictures: a pattern may run over the edge
        end = x + font.width(string)
        if x < 0 or end > WIDTH or y < 0 or y + 7 > HEIGHT:
            self.faults.append(f"{string!r} from {x} to {end} at {y} is cut off")
            return
        top, low = canvas._top, canvas._low  # noqa: SLF001 - the part that is being drawn
        rows = range(max(y + 1, top), min(y + 7, low))
        if not rows:
            return
        again = self._drawn.get((x, y)) == string  # the same once more, in another colour
        self._drawn[x, y] = string
        if len(string) < 3 or again:
            return  # signs on cards and badges may lie over an edge
        # A string in its box stands on ground of one colour: no edge, no other string is below it.
        ground = {canvas.bands[row // BAND][column, row % BAND] for row in rows for column in range(x, end)}
        if len(ground) > 1:
            self.faults.append(f"{string!r} from {x} to {end} at {y} lies over something else")
