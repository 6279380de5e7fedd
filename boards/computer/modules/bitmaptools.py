# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""`bitmaptools` on a computer. Each function refuses what CircuitPython refuses."""

import numpy
from displayio import within


def fill_region(dest_bitmap, x1: int, y1: int, x2: int, y2: int, value: int) -> None:
    """Sets the pixels from x1 to x2 and y1 to y2, exclusive."""
    within("value", 0, value, (1 << dest_bitmap.bits_per_value) - 1)
    within("x1", 0, x1, dest_bitmap.width)
    within("y1", 0, y1, dest_bitmap.height)
    within("x2", x1, x2, dest_bitmap.width)
    within("y2", y1, y2, dest_bitmap.height)
    dest_bitmap.cells[y1:y2, x1:x2] = value


def blit(
    dest_bitmap,
    source_bitmap,
    x: int,
    y: int,
    *,
    x1: int = 0,
    y1: int = 0,
    x2=None,
    y2=None,
    skip_source_index=None,
) -> None:
    """Copies the pixels from x1 to x2 and y1 to y2, exclusive, to x, y of another bitmap.

    What sticks out to the right or below is cut off.
    """
    x2 = source_bitmap.width if x2 is None else x2
    y2 = source_bitmap.height if y2 is None else y2
    within("x", 0, x, dest_bitmap.width)
    within("y", 0, y, dest_bitmap.height)
    within("x1", 0, x1, source_bitmap.width)
    within("y1", 0, y1, source_bitmap.height)
    within("x2", x1, x2, source_bitmap.width)
    within("y2", y1, y2, source_bitmap.height)
    if dest_bitmap.bits_per_value < source_bitmap.bits_per_value:
        raise ValueError("source palette too large")
    width = min(x2 - x1, dest_bitmap.width - x)
    height = min(y2 - y1, dest_bitmap.height - y)
    part = source_bitmap.cells[y1 : y1 + height, x1 : x1 + width]
    to = dest_bitmap.cells[y : y + height, x : x + width]
    if dest_bitmap is source_bitmap:
        part = part.copy()
    if skip_source_index is None:
        to[:] = part
    else:
        numpy.copyto(to, part, where=part != skip_source_index)


def readinto(
    bitmap,
    file,
    *,
    bits_per_pixel: int,
    reverse_pixels_in_element: bool,
    element_size: int = 1,
    reverse_rows: bool = False,
) -> None:
    """Reads rows of one or four bits a pixel, the left one in the highest bits. EOFError if some lack."""
    if bits_per_pixel not in (1, 4) or not reverse_pixels_in_element:
        raise NotImplementedError
    bits = element_size * 8
    size = (bitmap.width * bits_per_pixel + bits - 1) // bits * element_size
    for row in bitmap.cells[::-1] if reverse_rows else bitmap.cells:
        piece = numpy.frombuffer(file.read(size), numpy.uint8)
        if len(piece) != size:
            raise EOFError
        if bits_per_pixel == 1:
            values = numpy.unpackbits(piece)
        else:
            values = numpy.stack((piece >> 4, piece & 15), 1).reshape(-1)
        row[:] = values[: bitmap.width]
