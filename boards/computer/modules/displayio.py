# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""`displayio` on a computer: bitmaps are numpy arrays.

It refuses what CircuitPython refuses, and has no tiles, flips or colour converters.
"""

import numpy


def within(name: str, low: int, value: int, high: int) -> None:
    """Raises ValueError unless low <= value <= high."""
    if not low <= value <= high:
        raise ValueError(f"{name} must be {low}-{high}")


class Bitmap:
    """`cells` are the pixels: height x width numbers. Up to eight bits each."""

    def __init__(self, width: int, height: int, value_count: int):
        within("value_count", 1, value_count, 256)
        self.width = width
        self.height = height
        self.bits_per_value = next(bits for bits in (1, 2, 4, 8) if value_count <= 1 << bits)
        self._bytes = bytearray(height * width)  # a single one is read here, much quicker than from an array
        self.cells = numpy.ndarray((height, width), numpy.uint8, self._bytes)

    def fill(self, value: int) -> None:
        """Sets every pixel."""
        within("value", 0, value, (1 << self.bits_per_value) - 1)
        self.cells[:] = value

    def _place(self, index) -> int:
        x, y = index if isinstance(index, tuple) else (index % self.width, index // self.width)
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError("out of the bitmap")
        return y * self.width + x

    def __getitem__(self, index) -> int:
        if index.__class__ is tuple:  # by far the most usual
            x, y = index
            if 0 <= x < self.width and 0 <= y < self.height:
                return self._bytes[y * self.width + x]
        return self._bytes[self._place(index)]

    def __setitem__(self, index, value: int) -> None:
        within("value", 0, value, (1 << self.bits_per_value) - 1)
        self._bytes[self._place(index)] = value

    def dirty(self, x1: int = 0, y1: int = 0, x2: int = -1, y2: int = -1) -> None:
        """Does nothing: every refresh composes all layers."""

    def deinit(self) -> None:
        """Does nothing: there is enough memory."""


class Palette:
    """Colours 0xRRGGBB by number; a colour can be transparent."""

    def __init__(self, color_count: int):
        self._colours = [0] * color_count
        self._transparent = [False] * color_count
        self._tables = None

    def __len__(self) -> int:
        return len(self._colours)

    def __getitem__(self, index: int) -> int:
        return self._colours[index]

    def __setitem__(self, index: int, colour: int) -> None:
        if not 0 <= colour <= 0xFFFFFF:
            raise TypeError("color must be between 0x000000 and 0xffffff")
        self._colours[index] = colour
        self._tables = None

    def make_transparent(self, index: int) -> None:
        """Makes pixels of this number show what is behind."""
        self._transparent[index] = True
        self._tables = None

    def make_opaque(self, index: int) -> None:
        """Makes pixels of this number show their colour."""
        self._transparent[index] = False
        self._tables = None

    def is_transparent(self, index: int) -> bool:
        """Returns whether pixels of this number show what is behind."""
        return self._transparent[index]

    def tables(self) -> tuple:
        """Returns two arrays by number: the colours as RGB565, and whether each is opaque."""
        if self._tables is None:
            rgb = numpy.array(self._colours)
            rounded = rgb >> 8 & 0xF800 | rgb >> 5 & 0x07E0 | rgb >> 3 & 0x1F
            opaque = ~numpy.array(self._transparent)
            self._tables = rounded.astype(numpy.uint16), None if opaque.all() else opaque
        return self._tables


class TileGrid:
    """A bitmap at a position, as one tile."""

    def __init__(
        self,
        bitmap,
        *,
        pixel_shader,
        width=1,
        height=1,
        tile_width=None,
        tile_height=None,
        default_tile=0,
        x=0,
        y=0,
    ):
        one = (width, height, default_tile) == (1, 1, 0)
        if not one or (tile_width or bitmap.width, tile_height or bitmap.height) != (
            bitmap.width,
            bitmap.height,
        ):
            raise NotImplementedError("A bitmap is shown as one tile here.")
        self.bitmap = bitmap
        self.pixel_shader = pixel_shader
        self.x = x
        self.y = y
        self.hidden = False


class Group:
    """Layers, the lowest first, moved, hidden and enlarged together. A layer is in one group at most."""

    def __init__(self, *, scale: int = 1, x: int = 0, y: int = 0):
        self.enlarged = scale
        self.x = x
        self.y = y
        self.hidden = False
        self._layers = []

    @property
    def scale(self) -> int:
        """By how much the layers are enlarged. Labels of adafruit_display_text override this."""
        return self.enlarged

    @scale.setter
    def scale(self, scale: int) -> None:
        self.enlarged = scale

    def append(self, layer) -> None:
        """Adds a layer on top. ValueError if it is in a group already."""
        self.insert(len(self._layers), layer)

    def insert(self, index: int, layer) -> None:
        """Adds a layer at an index."""
        if getattr(layer, "_grouped", False):
            raise ValueError("Layer already in a group")
        layer._grouped = True
        self._layers.insert(index, layer)

    def pop(self, index: int = -1):
        """Removes a layer and returns it."""
        layer = self._layers.pop(index)
        layer._grouped = False
        return layer

    def index(self, layer) -> int:
        """Returns a layer's index; ValueError if it is not here."""
        return self._layers.index(layer)

    def remove(self, layer) -> None:
        """Removes a layer; ValueError if it is not here."""
        self.pop(self._layers.index(layer))

    def __len__(self) -> int:
        return len(self._layers)

    def __getitem__(self, index: int):
        return self._layers[index]

    def __setitem__(self, index: int, layer) -> None:
        self.pop(index)
        self.insert(index, layer)

    def __delitem__(self, index: int) -> None:
        self.pop(index)
