# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Bitmaps and a display made of arrays: Blinka draws and composes pixel by pixel, which took most of the time
of the app's tests.

`install()` puts them in the place of `displayio.Bitmap` and of three functions of `bitmaptools`. Blinka's
palettes, layers and groups stay. Drawing refuses what CircuitPython refuses. tests/boards/test_pixels.py
compares with what Blinka itself draws, within `blinkas()`.
"""

import contextlib

import numpy

from boards.computer import picture  # first: it imports Blinka's displayio quietly

import bitmaptools  # isort: skip
import displayio  # isort: skip


def _within(name: str, low: int, value: int, high: int) -> None:
    if not low <= value <= high:
        raise ValueError(f"{name} must be {low}-{high}")


class Bitmap(displayio.Bitmap):
    """A displayio.Bitmap; `cells` are its pixels, row by row."""

    def __init__(self, width: int, height: int, value_count: int):
        super().__init__(width, height, value_count)  # Blinka's layers want a bitmap of theirs
        self.cells = numpy.zeros((height, width), numpy.uint8)
        self.bits_per_value = next(bits for bits in (1, 2, 4, 8) if value_count <= 1 << bits)

    def fill(self, value: int) -> None:
        """Sets all pixels to a value."""
        _within("value", 0, value, (1 << self.bits_per_value) - 1)
        self.cells[:] = value
        self.dirty()

    def _place(self, place) -> tuple:
        x, y = place if isinstance(place, tuple) else (place % self.width, place // self.width)
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError("out of the bitmap")
        return y, x

    def __getitem__(self, place) -> int:
        return int(self.cells[self._place(place)])

    def __setitem__(self, place, value: int) -> None:
        _within("value", 0, value, (1 << self.bits_per_value) - 1)
        y, x = self._place(place)
        self.cells[y, x] = value
        self.dirty(x, y, x + 1, y + 1)

    def _get_pixel(self, x: int, y: int) -> int:
        return int(self.cells[y, x])  # for Blinka's own displays

    def deinit(self) -> None:
        """Does nothing: there is enough memory."""


def fill_region(dest, x1: int, y1: int, x2: int, y2: int, value: int) -> None:
    """As bitmaptools.fill_region."""
    _within("value", 0, value, (1 << dest.bits_per_value) - 1)
    _within("x1", 0, x1, dest.width)
    _within("y1", 0, y1, dest.height)
    _within("x2", x1, x2, dest.width)
    _within("y2", y1, y2, dest.height)
    dest.cells[y1:y2, x1:x2] = value
    if x1 < x2 and y1 < y2:
        dest.dirty(x1, y1, x2, y2)


def blit(
    dest,
    source,
    x: int,
    y: int,
    *,
    x1=0,
    y1=0,
    x2=None,
    y2=None,
    skip_source_index=None,
    skip_dest_index=None,
) -> None:
    """As bitmaptools.blit."""
    x2 = source.width if x2 is None else x2
    y2 = source.height if y2 is None else y2
    _within("x", 0, x, dest.width)
    _within("y", 0, y, dest.height)
    _within("x1", 0, x1, source.width)
    _within("y1", 0, y1, source.height)
    _within("x2", x1, x2, source.width)
    _within("y2", y1, y2, source.height)
    if dest.bits_per_value < source.bits_per_value:
        raise ValueError("source palette too large")
    width = min(x2 - x1, dest.width - x)
    height = min(y2 - y1, dest.height - y)
    part = source.cells[y1 : y1 + height, x1 : x1 + width]
    to = dest.cells[y : y + height, x : x + width]
    if dest is source:
        part = part.copy()
    kept = True if skip_source_index is None else part != skip_source_index
    if skip_dest_index is not None:
        kept = kept & (to != skip_dest_index)
    numpy.copyto(to, part, where=kept)
    if width > 0 and height > 0:
        dest.dirty(x, y, x + width, y + height)


def readinto(
    bitmap,
    file,
    *,
    bits_per_pixel: int,
    reverse_pixels_in_element: bool,
    element_size: int = 1,
    reverse_rows: bool = False,
) -> None:
    """As bitmaptools.readinto, for one bit a pixel, or four; the left one in a byte's highest bits."""
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
    bitmap.dirty()


class Picture(picture.Picture):
    """A display that composes plain layers, all of them at each refresh."""

    def refresh(self, **_) -> bool:
        """Composes the frame."""
        self.frame[:] = 0
        if self.root_group:
            self._show(self.root_group, 0, 0)
        return True

    def _show(self, shown, x: int, y: int) -> None:
        x += shown.x
        y += shown.y
        if shown.hidden:
            return
        if isinstance(shown, displayio.Group):
            assert shown.scale == 1
            for part in shown:
                self._show(part, x, y)
        else:
            bitmap, palette = shown.bitmap, shown.pixel_shader
            assert (shown.width, shown.tile_width) == (1, bitmap.width)
            assert (shown.height, shown.tile_height) == (1, bitmap.height)
            assert not (shown.flip_x or shown.flip_y or shown.transpose_xy)
            under = self.frame[max(y, 0) : max(y + bitmap.height, 0), max(x, 0) : max(x + bitmap.width, 0)]
            high, wide = under.shape
            cells = bitmap.cells[max(-y, 0) :, max(-x, 0) :][:high, :wide]
            count = range(len(palette))
            colours = numpy.array([palette[i] for i in count])
            rounded = colours >> 8 & 0xF800 | colours >> 5 & 0x07E0 | colours >> 3 & 0x1F
            opaque = numpy.array([not palette.is_transparent(i) for i in count])
            numpy.copyto(under, rounded[cells], casting="unsafe", where=opaque[cells])


_NAMES = ("fill_region", "blit", "readinto")
_BLINKAS = (displayio.Bitmap, *[getattr(bitmaptools, name) for name in _NAMES])


def _put(bitmap, *functions) -> None:
    displayio.Bitmap = bitmap
    for name, function in zip(_NAMES, functions, strict=True):
        setattr(bitmaptools, name, function)


def install() -> None:
    """Lets the app draw on arrays from now on."""
    _put(Bitmap, fill_region, blit, readinto)


@contextlib.contextmanager
def blinkas():
    """Lets Blinka draw for as long as this lasts: all bitmaps in use are made within it."""
    before = (displayio.Bitmap, *[getattr(bitmaptools, name) for name in _NAMES])
    _put(*_BLINKAS)
    try:
        yield
    finally:
        _put(*before)
