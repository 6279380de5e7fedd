# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""`bitmaptools` in a page: as much of it as handful.picture uses. The pixels are in machine.js."""

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
    x1: int,
    y1: int,
    x2: int,
    y2: int,
    skip_source_index: int = -1,
) -> None:
    """Copies the pixels from x1 to x2 and y1 to y2, excluded, to x, y of another bitmap."""
    webmachine.blitPixels(dest_bitmap.pixels, source_bitmap.pixels, x, y, x1, y1, x2, y2, skip_source_index)


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
    size = (bitmap.width * bits_per_pixel + unit - 1) // unit * element_size * bitmap.height
    data = file.read(size)
    if len(data) != size or not reverse_pixels_in_element:
        raise EOFError
    webmachine.unpackPixels(bitmap.pixels, hexlify(data).decode(), bits_per_pixel, element_size, reverse_rows)
