# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Stand-in for `displayio`: bitmaps packed as the device packs them, and the layers that show them.

A bitmap's pixels take 1, 2, 4 or 8 bits, the leftmost in the highest bits of a byte, each row
padded to four bytes. `pixel_bytes` counts the bytes of all bitmaps made and not deinit()ed.
"""

import binascii

CIRCUITPYTHON_TERMINAL = None
pixel_bytes = 0


def _inside(name: str, value: int, least: int, most: int):
    """Raises ValueError unless least <= value <= most."""
    if not least <= value <= most:
        raise ValueError(f"{name} must be {least}-{most}")


def release_displays():
    """Does nothing: the only screen is the board's."""


class Bitmap:
    """width x height values below `value_count`, in as few bits as hold them."""

    def __init__(self, width: int, height: int, value_count: int):
        global pixel_bytes
        _inside("width", width, 0, 32767)
        _inside("height", height, 0, 32767)
        _inside("value_count", value_count, 1, 65536)
        if value_count > 256:
            raise NotImplementedError("this stand-in has no more than 8 bits a pixel")
        bits = 1
        while (value_count - 1) >> bits:
            bits *= 2
        self.width = width
        self.height = height
        self.bits_per_value = bits
        self._stride = (width * bits + 31) // 32 * 4
        self._data = bytearray(self._stride * height)
        pixel_bytes += len(self._data)

    def _place(self, index) -> tuple:
        """Returns x and y of an index, which is (x, y) or y * width + x. IndexError outside."""
        if isinstance(index, int):
            if not 0 <= index < self.width * self.height:
                raise IndexError(f"index must be 0-{self.width * self.height - 1}")
            return index % self.width, index // self.width
        if isinstance(index, slice):
            raise NotImplementedError("Slices not supported")
        x, y = index
        if not 0 <= x < self.width:
            raise IndexError(f"x must be 0-{self.width - 1}")
        if not 0 <= y < self.height:
            raise IndexError(f"y must be 0-{self.height - 1}")
        return x, y

    def __getitem__(self, index) -> int:
        x, y = self._place(index)
        bits = self.bits_per_value
        x *= bits
        return self._data[y * self._stride + (x >> 3)] >> (8 - bits - (x & 7)) & ((1 << bits) - 1)

    def __setitem__(self, index, value: int):
        x, y = self._place(index)
        bits = self.bits_per_value
        mask = (1 << bits) - 1
        _inside("value", value, 0, mask)
        x *= bits
        shift = 8 - bits - (x & 7)
        place = y * self._stride + (x >> 3)
        self._data[place] = self._data[place] & ~(mask << shift) | value << shift

    def fill(self, value: int):
        """Sets every pixel to the value; ValueError for one that needs more bits."""
        _inside("value", value, 0, (1 << self.bits_per_value) - 1)
        row = bytes([value * _ONES[self.bits_per_value]]) * self._stride
        stride = self._stride
        data = self._data
        for start in range(0, len(data), stride):
            data[start : start + stride] = row

    def dirty(self, x1=0, y1=0, x2=-1, y2=-1):
        """Does nothing: the pixels are read whenever somebody looks."""

    def deinit(self):
        """Frees the pixels. The bitmap cannot be used afterwards."""
        global pixel_bytes
        if self._data is not None:
            pixel_bytes -= len(self._data)
        self._data = None


_ONES = {1: 255, 2: 85, 4: 17, 8: 1}  # times a value gives a byte with that value in all pixels


def crc(bitmap: Bitmap) -> int:
    """Returns the CRC-32 of the pixel values, a byte each, row by row: comparable between interpreters."""
    total = 0
    data = bitmap._data
    width = bitmap.width
    bits = bitmap.bits_per_value
    mask = (1 << bits) - 1
    each = 8 // bits
    row = bytearray(bitmap._stride * each)
    for start in range(0, len(data), bitmap._stride):
        x = 0
        for place in range(start, start + bitmap._stride):
            byte = data[place]
            if bits == 4:
                row[x] = byte >> 4
                row[x + 1] = byte & 15
                x += 2
            else:
                for shift in range(8 - bits, -1, -bits):
                    row[x] = byte >> shift & mask
                    x += 1
        total = binascii.crc32(memoryview(row)[:width], total)
    return total


class Palette:
    """Colours 0xRRGGBB by number; a colour can be transparent."""

    def __init__(self, color_count: int, *, dither: bool = False):
        _inside("color_count", color_count, 1, 32767)
        self.dither = dither
        self._colors = bytearray(4 * color_count)

    def __len__(self):
        return len(self._colors) // 4

    def _at(self, index: int) -> int:
        count = len(self._colors) // 4
        if not -count <= index < count:
            raise IndexError("Palette index out of range")
        return index % count * 4

    def __getitem__(self, index: int) -> int:
        at = self._at(index)
        return self._colors[at] << 16 | self._colors[at + 1] << 8 | self._colors[at + 2]

    def __setitem__(self, index: int, value):
        """value: an int, or three or four bytes as buffer, tuple or list."""
        at = self._at(index)
        if isinstance(value, int):
            if not 0 <= value <= 0xFFFFFF:
                raise TypeError("color must be between 0x000000 and 0xffffff")
            value = value.to_bytes(3, "big")
        elif not 3 <= len(value) <= 4:
            raise ValueError("color buffer must be 3 bytes (RGB) or 4 bytes (RGB + pad byte)")
        self._colors[at : at + 3] = bytes(value)[:3]

    def make_transparent(self, palette_index: int):
        """Makes pixels of this value show what is behind."""
        _inside("palette_index", palette_index, 0, len(self) - 1)
        self._colors[4 * palette_index + 3] = 1

    def make_opaque(self, palette_index: int):
        """Makes pixels of this value show their colour."""
        _inside("palette_index", palette_index, 0, len(self) - 1)
        self._colors[4 * palette_index + 3] = 0

    def is_transparent(self, palette_index: int) -> bool:
        """Returns whether pixels of this value show what is behind."""
        _inside("palette_index", palette_index, 0, len(self) - 1)
        return self._colors[4 * palette_index + 3] == 1


class TileGrid:
    """A bitmap at a position of the screen, as one tile."""

    def __init__(
        self,
        bitmap: Bitmap,
        *,
        pixel_shader: Palette,
        width: int = 1,
        height: int = 1,
        tile_width: int = 0,
        tile_height: int = 0,
        default_tile: int = 0,
        x: int = 0,
        y: int = 0,
    ):
        if not isinstance(bitmap, Bitmap):
            raise TypeError("unsupported bitmap type")
        if not isinstance(pixel_shader, Palette):
            raise TypeError("unsupported pixel_shader type")
        if (width, height) != (1, 1) or (tile_width or bitmap.width) != bitmap.width:
            raise NotImplementedError("this stand-in shows a bitmap as one tile")
        if (tile_height or bitmap.height) != bitmap.height or default_tile:
            raise NotImplementedError("this stand-in shows a bitmap as one tile")
        self.bitmap = bitmap
        self.pixel_shader = pixel_shader
        self.x = x
        self.y = y
        self.hidden = False
        self.in_group = False


class Group:
    """Layers, each above the ones before it, moved and hidden together."""

    scale = 1

    def __init__(self, *, scale: int = 1, x: int = 0, y: int = 0):
        if scale != 1:
            raise NotImplementedError("this stand-in does not scale")
        self.x = x
        self.y = y
        self.hidden = False
        self.in_group = False
        self._layers = []

    def append(self, layer):
        """Adds a layer on top. A layer is in at most one group."""
        self.insert(len(self._layers), layer)

    def insert(self, index: int, layer):
        """Adds a layer at that index."""
        if not isinstance(layer, (TileGrid, Group)):
            raise ValueError("Layer must be a Group or TileGrid subclass")
        if layer.in_group:
            raise ValueError("Layer already in a group")
        layer.in_group = True
        self._layers.insert(index, layer)

    def pop(self, i: int = -1):
        """Removes a layer and returns it."""
        layer = self._layers.pop(i)
        layer.in_group = False
        return layer

    def index(self, layer) -> int:
        """Returns a layer's index; ValueError if it is not here."""
        return self._layers.index(layer)

    def remove(self, layer):
        """Removes a layer; ValueError if it is not here."""
        self.pop(self._layers.index(layer))

    def __len__(self):
        return len(self._layers)

    def __getitem__(self, index: int):
        return self._layers[index]

    def __setitem__(self, index: int, layer):
        self.pop(index)
        self.insert(index, layer)

    def __delitem__(self, index: int):
        self.pop(index)
