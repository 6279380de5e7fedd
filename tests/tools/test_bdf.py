# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The fonts as BDF files: CircuitPython's own library reads from them what our sources draw."""

import io

import pytest
from adafruit_bitmap_font.bdf import BDF

from tools.build import assets, bdf


class Bitmap:
    """As displayio's, as far as that library needs it."""

    def __init__(self, width, height, _):
        self._width = width
        self.dots = [0] * (width * height)

    def __setitem__(self, place, value):
        x, y = (place % self._width, place // self._width) if isinstance(place, int) else place
        self.dots[y * self._width + x] = value

    def __len__(self):
        return len(self.dots)

    def fill(self, value):
        self.dots[:] = [value] * len(self.dots)


FILES = bdf.contents()


@pytest.mark.parametrize("name", bdf.FONTS)
def test_a_bdf_file_has_each_glyph_of_its_font_dot_by_dot(name):
    width, height, glyphs = assets.read_font(assets.source(assets.ASSETS, name + ".art.txt"))
    font = BDF(io.BytesIO(FILES[name + ".bdf"]), Bitmap)
    font.load_glyphs([ord(character) for character, _ in glyphs])
    assert font.get_bounding_box()[:2] == (width, height)
    for character, rows in glyphs:
        glyph = font.get_glyph(ord(character))
        assert (glyph.width, glyph.height, glyph.shift_x) == (len(rows[0]), height, len(rows[0]) + 1)
        assert glyph.bitmap.dots == [int(dot == "#") for row in rows for dot in row], character


def test_capitals_stand_on_the_baseline_and_signs_of_japanese_beside_them():
    small = BDF(io.BytesIO(FILES["small.bdf"]), Bitmap)
    signs = BDF(io.BytesIO(FILES["ja.bdf"]), Bitmap)
    assert (small.ascent, small.descent) == (7, 2)
    assert (signs.ascent, signs.descent) == (7, 0)


def test_the_licences_of_the_fonts_come_along():
    assert b"MIT License" in FILES["LICENSE"]
    assert b"Num Kadoma" in FILES["LicenseRef-Misaki.txt"]
    for name in bdf.FONTS:
        assert b"LicenseRef-Misaki.txt" in FILES[name + ".bdf"]
