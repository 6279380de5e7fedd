# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""`bitmaptools` on MicroPython, in a page and in the tests: as much of it as the app and the check use."""

from binascii import hexlify

import webmachine
from micropython import const

_TYPES = const(0)  # true for mypy only
if _TYPES:
    from io import BufferedReader

    from boards.web.modules.displayio import Bitmap


def fill_region(dest_bitmap: "Bitmap", x1: int, y1: int, x2: int, y2: int, value: int) -> None:
    """Sets the pixels from x1 to x2 and y1 to y2, excluded."""
    webmachine.fillRegion(dest_bitmap.pixels, x1, y1, x2, y2, value)


def blit(
    dest_bitmap: "Bitmap",
    source_bitmap: "Bitmap",
    x: int,
    y: int,
    *,
    x1: int = 0,
    y1: int = 0,
    x2: "int | None" = None,
    y2: "int | None" = None,
    skip_source_index: "int | None" = None,
) -> None:
    """Copies the pixels from x1 to x2 and y1 to y2, excluded, to x, y of another bitmap."""
    right = source_bitmap.width if x2 is None else x2
    bottom = source_bitmap.height if y2 is None else y2
    skip = -1 if skip_source_index is None else skip_source_index
    webmachine.blitPixels(dest_bitmap.pixels, source_bitmap.pixels, x, y, x1, y1, right, bottom, skip)


def readinto(
    bitmap: "Bitmap",
    file: "BufferedReader",
    bits_per_pixel: int,
    element_size: int = 1,
    reverse_pixels_in_element: bool = False,
    reverse_rows: bool = False,
) -> None:
    """Reads rows whose leftmost pixel has the highest bits. EOFError if the file ends too early."""
    unit = element_size * 8
    size = (bitmap.width * bits_per_pixel + unit - 1) // unit * element_size
    height = bitmap.height
    for row in range(height):
        line = file.read(size)
        if len(line) != size or not reverse_pixels_in_element:
            raise EOFError
        y = height - 1 - row if reverse_rows else row
        webmachine.unpackRow(bitmap.pixels, y, hexlify(line).decode(), bits_per_pixel)
