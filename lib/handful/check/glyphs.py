# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The games' font behind fontio's protocol, for libraries that draw text."""

import bitmaptools
import displayio
from fontio import Glyph
from micropython import const

from handful.picture import sheets

_COLUMNS = const(16)  # glyphs in a row of a font's sheet
_SIGN = const(7)  # width of a Japanese sign
_HEAD = const(8)  # bytes of the file of signs before its buckets
_RECORD = const(9)  # bytes of a sign in a bucket: two for the code point, low byte first, then one per row


class Glyphs:
    """A font as fontio.BuiltinFont is one. Each glyph has a Bitmap, made when it is first wanted."""

    def __init__(self, name: str, signs: bool) -> None:
        """name: the font's in assets/; signs: with the Japanese ones."""
        self._characters, self._widths, _, self._cell, self._height, self._sheet = sheets.font(name)
        self._signs = sheets.signs() if signs else None
        self._known: dict[int, Glyph] = {}

    def get_bounding_box(self) -> tuple[int, int]:
        """Returns the width and the height in pixels that every glyph fits into."""
        return self._cell, self._height

    def get_glyph(self, codepoint: int) -> Glyph:
        """Returns the glyph of a character; that of "?" for a character that the font lacks."""
        glyph = self._known.get(codepoint)
        if glyph is None:
            high = self._height
            index = self._characters.find(chr(codepoint))
            if index < 0 and self._signs is None:
                index = self._characters.find("?")
            width = _SIGN if index < 0 else self._widths[index]
            bitmap = displayio.Bitmap(width, high, 2)
            if index < 0:
                self._read(bitmap, codepoint)
            else:
                left = index % _COLUMNS * self._cell
                top = index // _COLUMNS * high
                bitmaptools.blit(bitmap, self._sheet, 0, 0, x1=left, y1=top, x2=left + width, y2=top + high)
            glyph = Glyph(bitmap, 0, width, high, 0, 0, width + 1, 0)
            self._known[codepoint] = glyph
        return glyph

    def _read(self, bitmap: displayio.Bitmap, codepoint: int) -> None:
        assert self._signs is not None
        # A Japanese sign, from the open file of handful.picture.sheets.signs.
        file, number, bucket, sheet = self._signs
        start = _HEAD + codepoint % number * len(bucket)
        file.seek(start)
        file.readinto(bucket)
        position = 0  # of the glyph for a sign that the file lacks
        for i in range(0, len(bucket), _RECORD):
            if bucket[i] | bucket[i + 1] << 8 == codepoint:
                position = start + i + 2
                break
        file.seek(position)
        bitmaptools.readinto(sheet, file, bits_per_pixel=1, reverse_pixels_in_element=True)
        bitmaptools.blit(bitmap, sheet, 0, 0, x1=0, y1=0, x2=_SIGN, y2=sheet.height)
