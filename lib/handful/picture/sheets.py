# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Reads sheets of pixels, fonts and signs from assets/; tools/build/assets.py writes them.

The app frees this module with the screen that loaded it.
"""

import struct

import bitmaptools
import displayio
from micropython import const

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any, NoReturn

    Sheet = tuple[str, bytes, bytearray, int, int, displayio.Bitmap]
    Signs = tuple[Any, int, bytearray, displayio.Bitmap]

_LINE = const(12)  # rows of the highest glyph
_HEAD = const(8)  # bytes of a file of signs before its buckets
_RECORD = const(9)  # bytes of a sign in a bucket
_WIDE = const(8)  # a sign's columns, the free one included
_HIGH = const(7)  # a sign's rows


def read(name: str) -> displayio.Bitmap:
    """Returns the pixels of assets/<name>.bmp, which is indexed and not compressed, as a Bitmap.

    The firmware reads them itself. A library's loader would leave more than a kilobyte of names in memory.
    """
    with open("assets/" + name + ".bmp", "rb") as file:
        magic, start, _, width, height, _, bits = struct.unpack("<2s8xIIIIHH", file.read(30))
        if magic != b"BM":
            raise ValueError("This is no sheet: assets/" + name + ".bmp.")
        sheet = displayio.Bitmap(width, height, 1 << bits)
        file.seek(start)
        bitmaptools.readinto(
            sheet,
            file,
            bits_per_pixel=bits,
            element_size=4,
            reverse_pixels_in_element=True,
            reverse_rows=True,
        )
    return sheet


def font(name: str) -> "Sheet":
    """Reads the font of assets/<name>.bmp and assets/<name>.fnt.

    Returns its characters, the width of each, the index of each ASCII code, the width and height of a cell,
    and the sheet. ValueError, with a sentence, if a file is damaged or does not fit the other.
    """
    try:
        found = _font(name)
    except (MemoryError, OSError):
        raise
    except Exception:
        found = None
    if not found:
        _refuse(name)
    return found


def signs() -> "Signs":
    """Opens the file of the Japanese signs, which are too many for the memory. ValueError as in `font`.

    Returns the open file assets/ja.signs, the number of its buckets, a bytearray with room for one bucket,
    and a sheet for one sign. A sign is in the bucket of its code point modulo the number of buckets. The file
    begins with the rows of the glyph for a sign that it lacks.
    """
    file = open("assets/ja.signs", "rb")
    head = file.read(_HEAD)
    length = file.seek(0, 2) - _HEAD
    number = head[-1] if length > 0 else 0
    if not number or length % (number * _RECORD):
        file.close()
        _refuse("ja")
    return file, number, bytearray(length // number), displayio.Bitmap(_WIDE, _HIGH, 2)


def _refuse(name: str) -> "NoReturn":
    raise ValueError("The files assets/" + name + " are damaged: copy them to the drive again.")


def _font(name: str) -> "Sheet | None":
    with open("assets/" + name + ".fnt", encoding="utf-8") as lines:
        size = lines.readline().split()
        characters = lines.readline().rstrip("\n")
        widths = lines.readline().rstrip("\n")
    # The index of an ASCII character is looked up here: searching takes long on a device. (Counted by bytes,
    # since the interpreter keeps each string of one character for good.)
    table = bytearray(bytes((characters.find("?"),)) * 128)
    place = 0
    for byte in characters.encode():
        if byte < 128:
            table[byte] = place
        if byte & 0xC0 != 0x80:
            place += 1
    cell = int(size[0])
    height = int(size[1])
    wide = bytes([int(digit, 36) for digit in widths])
    sheet = read(name)
    whole = len(wide) == place and 0 < max(wide) < cell and cell * 16 <= sheet.width
    whole = whole and 0 < height <= _LINE and (place + 15) // 16 * height <= sheet.height
    return (characters, wide, table, cell, height, sheet) if whole else None
