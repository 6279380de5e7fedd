# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Writes our fonts as BDF files, which other programs read: `make fonts`.

    python tools/build/bdf.py

Rewrites dist/fonts/: a .bdf for each font source in assets/, and the licences. CircuitPython reads such
a file with adafruit_bitmap_font. The signs of keys, suits and faces have the code points that the sources
give them, from U+E000 on.
"""

import shutil
import sys
from pathlib import Path

from tools import PROJECT, checkout
from tools.build import assets, bundle

FONTS = (*assets.FONTS, assets.DRAWN)
LICENCES = ("LICENSE", bundle.MISAKI)

_GAP = 1  # free pixels after a glyph, as the app leaves them
_ON_THE_LINE = "A"  # stands on the baseline


def bdf(name: str, width: int, height: int, glyphs: list) -> str:
    """Returns the text of a font's .bdf file.

    name: the font's. width, height: of a cell, in pixels. glyphs: (character, rows of '#' and '.') for
    each, as assets.read_font() returns them.
    """
    rows = dict(glyphs).get(_ON_THE_LINE, ["#"] * height)
    ascent = max(number for number, row in enumerate(rows, 1) if "#" in row)
    descent = height - ascent
    properties = [
        f"FONT_ASCENT {ascent}",
        f"FONT_DESCENT {descent}",
        f"DEFAULT_CHAR {ord(assets.MISSING)}",
        'COPYRIGHT "The Handful authors, MIT; Japanese signs by Num Kadoma, see LicenseRef-Misaki.txt"',
    ]
    lines = [
        "STARTFONT 2.1",
        f"FONT -Handful-{name}-Medium-R-Normal--{height}-{10 * height}-72-72-P-{10 * width}-ISO10646-1",
        f"SIZE {height} 72 72",
        f"FONTBOUNDINGBOX {width} {height} 0 {-descent}",
        f"STARTPROPERTIES {len(properties)}",
        *properties,
        "ENDPROPERTIES",
        f"CHARS {len(glyphs)}",
    ]
    for character, rows in sorted(glyphs):
        step = len(rows[0]) + _GAP
        lines += [
            f"STARTCHAR U+{ord(character):04X}",
            f"ENCODING {ord(character)}",
            f"SWIDTH {1000 * step // height} 0",
            f"DWIDTH {step} 0",
            f"BBX {len(rows[0])} {height} 0 {-descent}",
            "BITMAP",
            *map(_bitmap, rows),
            "ENDCHAR",
        ]
    return "\n".join([*lines, "ENDFONT", ""])


def _bitmap(row: str) -> str:
    """Returns a row of '#' and '.' in hexadecimal, padded to whole bytes."""
    size = -(-len(row) // 8)
    bits = row.replace("#", "1").replace(".", "0").ljust(8 * size, "0")
    return f"{int(bits, 2):0{2 * size}X}"


def contents(folder: Path = assets.ASSETS) -> dict[str, bytes]:
    """Returns the bytes of each .bdf file and licence by its name."""
    found = {Path(path).name: checkout.data(PROJECT / path) for path in LICENCES}
    for name in FONTS:
        font = assets.read_font(assets.source(folder, name + ".art.txt"))
        found[name + ".bdf"] = bdf(name, *font).encode()
    return dict(sorted(found.items()))


def main() -> int:
    """Writes the files and prints their sizes."""
    folder = bundle.DIST / "fonts"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for name, data in contents().items():
        (folder / name).write_bytes(data)
        print(f"{(folder / name).relative_to(PROJECT)}: {len(data):,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
