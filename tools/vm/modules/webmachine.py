# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Pixels for the tests' VM, in the place of machine.js: packed as a device packs them, and as strict.

A bitmap's pixels are a tuple: the bytes, the bytes of a row, the bits of a pixel, width and height. A pixel
takes 1, 2, 4 or 8 bits, the leftmost one the highest of a byte. Each row is padded to four bytes.
"""

import binascii

_ONES = {1: 255, 2: 85, 4: 17, 8: 1}  # times a value gives a byte with that value in all pixels


def _inside(name: str, value: int, least: int, most: int):
    """Raises ValueError unless least <= value <= most."""
    if not least <= value <= most:
        raise ValueError(f"{name} must be {least}-{most}")


def newBitmap(width: int, height: int, count: int) -> tuple:
    """Returns pixels of the value 0, of `count` values, 256 at most."""
    _inside("width", width, 0, 32767)
    _inside("height", height, 0, 32767)
    _inside("value_count", count, 1, 256)
    bits = 1
    while (count - 1) >> bits:
        bits *= 2
    stride = (width * bits + 31) // 32 * 4
    return bytearray(stride * height), stride, bits, width, height


def _at(pixels: tuple, x: int, y: int) -> tuple:
    """Returns the byte of a pixel, and how far that is to be shifted. IndexError outside."""
    _, stride, bits, width, height = pixels
    if not 0 <= x < width or not 0 <= y < height:
        raise IndexError("out of the bitmap")
    return y * stride + (x * bits >> 3), 8 - bits - (x * bits & 7)


def readPixel(pixels: tuple, x: int, y: int) -> int:
    """Returns the value of a pixel."""
    at, shift = _at(pixels, x, y)
    return pixels[0][at] >> shift & ((1 << pixels[2]) - 1)


def writePixel(pixels: tuple, x: int, y: int, value: int):
    """Sets a pixel."""
    at, shift = _at(pixels, x, y)
    mask = (1 << pixels[2]) - 1
    _inside("value", value, 0, mask)
    pixels[0][at] = pixels[0][at] & ~(mask << shift) | value << shift


def fillRegion(pixels: tuple, x1: int, y1: int, x2: int, y2: int, value: int):
    """Sets the pixels from x1 to x2 and y1 to y2, excluded, by whole bytes where it can."""
    data, stride, bits, width, height = pixels
    _inside("value", value, 0, (1 << bits) - 1)
    _inside("x1", x1, 0, width)
    _inside("y1", y1, 0, height)
    _inside("x2", x2, x1, width)
    _inside("y2", y2, y1, height)
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


def blitPixels(target: tuple, source: tuple, x: int, y: int, x1: int, y1: int, x2: int, y2: int, skip: int):
    """Copies the pixels from x1 to x2 and y1 to y2, excluded, to x, y. skip: a value to leave out, or -1.

    Cuts off what sticks out to the right or below. Source and target may be the same.
    """
    _inside("x", x, 0, target[3])
    _inside("y", y, 0, target[4])
    _inside("x1", x1, 0, source[3])
    _inside("y1", y1, 0, source[4])
    _inside("x2", x2, x1, source[3])
    _inside("y2", y2, y1, source[4])
    bits = target[2]
    if bits < source[2]:
        raise ValueError("source palette too large")
    width = min(x2 - x1, target[3] - x)
    height = min(y2 - y1, target[4] - y)
    bytewise = (
        bits == source[2]
        and skip < 0
        and not (x * bits | x1 * bits | width * bits) & 7
        and target is not source
    )
    for row in range(height) if y <= y1 else range(height - 1, -1, -1):
        to = (y + row) * target[1]
        start = (y1 + row) * source[1]
        if bytewise:
            to += x * bits >> 3
            start += x1 * bits >> 3
            length = width * bits >> 3
            target[0][to : to + length] = memoryview(source[0])[start : start + length]
        else:
            _blit_row(target[0], to, x, bits, source[0], start, x1, source[2], width, skip)


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


def unpackRow(pixels: tuple, y: int, line: str, bits: int):
    """Sets a row from bytes in hexadecimal, whose pixels of that many bits begin in the highest ones."""
    line = binascii.unhexlify(line)
    if bits == pixels[2] and len(line) <= pixels[1]:
        pixels[0][y * pixels[1] : y * pixels[1] + len(line)] = line
        return
    mask = (1 << bits) - 1 & (1 << pixels[2]) - 1
    for x in range(pixels[3]):
        writePixel(pixels, x, y, line[x * bits >> 3] >> (8 - bits - (x * bits & 7)) & mask)


def newPalette(count: int) -> bytearray:
    """Returns which of `count` colours are transparent: none."""
    return bytearray(count)


def setColour(palette: bytearray, number: int, rgb: int):
    """Takes a colour, which the Palette keeps. TypeError if it is none."""
    if not 0 <= rgb <= 0xFFFFFF:
        raise TypeError("color must be between 0x000000 and 0xffffff")


def hideColour(palette: bytearray, number: int, hidden: bool):
    """Makes a colour transparent or opaque."""
    palette[number] = hidden


def isHidden(palette: bytearray, number: int) -> bool:
    """Returns whether a colour is transparent."""
    return palette[number] == 1


def crc(bitmap) -> int:
    """Returns the CRC-32 of the pixel values, a byte each, row by row: comparable between interpreters."""
    total = 0
    row = bytearray(bitmap.width)
    for y in range(bitmap.height):
        for x in range(bitmap.width):
            row[x] = readPixel(bitmap.pixels, x, y)
        total = binascii.crc32(row, total)
    return total
