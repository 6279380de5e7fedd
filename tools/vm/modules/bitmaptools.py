# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Stand-in for `bitmaptools`: fills, copies and reads bitmaps, by whole bytes where it can."""

from displayio import _ONES


def _range(low_name: str, low: int, high_name: str, high, limit: int) -> int:
    """Returns `high`, or `limit` for None. ValueError unless 0 <= low <= high <= limit."""
    if not 0 <= low <= limit:
        raise ValueError(f"{low_name} must be 0-{limit}")
    if high is None:
        return limit
    if not low <= high <= limit:
        raise ValueError(f"{high_name} must be {low}-{limit}")
    return high


def fill_region(dest_bitmap, x1: int, y1: int, x2: int, y2: int, value: int):
    """Sets the pixels from x1 to x2 and y1 to y2 (excluded) to a value.

    ValueError for corners outside of the bitmap or in the wrong order, or too large a value.
    """
    bits = dest_bitmap.bits_per_value
    if not 0 <= value < 1 << bits:
        raise ValueError("out of range of target")
    x2 = _range("x1", x1, "x2", x2, dest_bitmap.width)
    y2 = _range("y1", y1, "y2", y2, dest_bitmap.height)
    if x1 == x2:
        return
    value *= _ONES[bits]
    first = x1 * bits >> 3
    last = x2 * bits >> 3  # the byte that holds the right edge, or the one after it
    left = 0xFF >> (x1 * bits & 7)  # the bits of the first byte that are inside
    right = 0xFF ^ 0xFF >> (x2 * bits & 7)
    if first == last:
        left &= right
        right = 0
    body = bytes([value]) * (last - first - (left != 0xFF)) if last > first else b""
    stride = dest_bitmap._stride
    data = dest_bitmap._data
    for start in range(y1 * stride, y2 * stride, stride):
        at = start + first
        if left != 0xFF:
            data[at] = data[at] & ~left | value & left
            at += 1
        if body:
            data[at : at + len(body)] = body
        if right:
            at = start + last
            data[at] = data[at] & ~right | value & right


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
    skip_dest_index=None,
):
    """Copies the pixels from x1 to x2 and y1 to y2 (excluded) of a bitmap to x, y of another.

    Cuts off what sticks out to the right or below. ValueError for x, y or a corner outside, or for a source
    with more bits a pixel than the destination.
    """
    _range("x", x, "", None, dest_bitmap.width)
    _range("y", y, "", None, dest_bitmap.height)
    x2 = _range("x1", x1, "x2", x2, source_bitmap.width)
    y2 = _range("y1", y1, "y2", y2, source_bitmap.height)
    bits = dest_bitmap.bits_per_value
    source_bits = source_bitmap.bits_per_value
    if bits < source_bits:
        raise ValueError("source palette too large")
    width = min(x2 - x1, dest_bitmap.width - x)
    height = min(y2 - y1, dest_bitmap.height - y)
    rows = range(height) if y <= y1 else range(height - 1, -1, -1)
    bytewise = (
        bits == source_bits
        and skip_source_index is None
        and skip_dest_index is None
        and not (x * bits | x1 * bits | width * bits) & 7
        and dest_bitmap is not source_bitmap
    )
    data = dest_bitmap._data
    source = source_bitmap._data
    for row in rows:
        to = (y + row) * dest_bitmap._stride
        start = (y1 + row) * source_bitmap._stride
        if bytewise:
            to += x * bits >> 3
            start += x1 * bits >> 3
            length = width * bits >> 3
            data[to : to + length] = memoryview(source)[start : start + length]
        elif skip_dest_index is None:
            _blit_row(data, to, x, bits, source, start, x1, source_bits, width, skip_source_index)
        else:
            columns = range(width) if x <= x1 else range(width - 1, -1, -1)
            for column in columns:
                value = source_bitmap[x1 + column, y1 + row]
                if value == skip_source_index:
                    continue
                if dest_bitmap[x + column, y + row] != skip_dest_index:
                    dest_bitmap[x + column, y + row] = value


def _blit_row(data, to, x, bits, source, start, x1, source_bits, width, skip):
    """Copies one row pixel by pixel, from the right if it could otherwise read what it wrote."""
    mask = (1 << bits) - 1
    source_mask = (1 << source_bits) - 1
    place = x1 * source_bits
    at = x * bits
    step = bits
    source_step = source_bits
    if x > x1:
        place += (width - 1) * source_bits
        at += (width - 1) * bits
        step = -bits
        source_step = -source_bits
    for _ in range(width):
        value = source[start + (place >> 3)] >> (8 - source_bits - (place & 7)) & source_mask
        if value != skip:
            here = to + (at >> 3)
            shift = 8 - bits - (at & 7)
            data[here] = data[here] & ~(mask << shift) | value << shift
        place += source_step
        at += step


def readinto(
    bitmap,
    file,
    bits_per_pixel: int,
    element_size: int = 1,
    reverse_pixels_in_element: bool = False,
    swap_bytes_in_element: bool = False,
    reverse_rows: bool = False,
):
    """Reads a bitmap's rows from a file.

    bits_per_pixel: 1, 2, 4 or 8. Each row is padded to `element_size` bytes. Values lose the bits that the
    bitmap has no room for. EOFError if the file ends too early.
    """
    if element_size not in (1, 2, 4):
        raise ValueError(f"invalid element_size {element_size}, must be, 1, 2, or 4")
    if bits_per_pixel not in (1, 2, 4, 8) or swap_bytes_in_element:
        raise NotImplementedError("this stand-in reads 1, 2, 4 or 8 bits a pixel, bytes unswapped")
    unit = element_size * 8
    size = (bitmap.width * bits_per_pixel + unit - 1) // unit * element_size
    stride = bitmap._stride
    data = memoryview(bitmap._data)
    height = bitmap.height
    ready = bits_per_pixel == 8 or reverse_pixels_in_element  # packed as a bitmap is
    ready = ready and bits_per_pixel == bitmap.bits_per_value and size <= stride
    line = bytearray(size)
    for row in range(height):
        start = (height - 1 - row if reverse_rows else row) * stride
        if ready:
            line = data[start : start + size]
        if file.readinto(line) != size:
            raise EOFError
        if not ready:
            _unpack(bitmap, start // stride, line, bits_per_pixel, reverse_pixels_in_element)


def _unpack(bitmap, y: int, line, bits: int, leftmost_high: bool):
    """Stores a row whose pixels are packed differently from the bitmap's."""
    mask = (1 << bits) - 1 & (1 << bitmap.bits_per_value) - 1
    for x in range(bitmap.width):
        at = x * bits
        shift = 8 - bits - (at & 7) if leftmost_high else at & 7
        bitmap[x, y] = line[at >> 3] >> shift & mask
