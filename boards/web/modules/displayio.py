# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""`displayio` on MicroPython, in a page and in the tests: as much of it as the app and the check use.

The pixels are `webmachine`'s: machine.js in a page, tools/vm/modules/webmachine.py in the tests.
"""

import webmachine

CIRCUITPYTHON_TERMINAL = None


def release_displays() -> None:
    """Does nothing: there is one display."""


class Bitmap:
    """width x height numbers below `value_count`."""

    def __init__(self, width: int, height: int, value_count: int) -> None:
        self.width = width
        self.height = height
        self.pixels = webmachine.newBitmap(width, height, value_count)

    def __getitem__(self, place: "tuple[int, int] | int") -> int:
        x, y = place if isinstance(place, tuple) else (place % self.width, place // self.width)
        return webmachine.readPixel(self.pixels, x, y)

    def __setitem__(self, place: "tuple[int, int] | int", value: int) -> None:
        x, y = place if isinstance(place, tuple) else (place % self.width, place // self.width)
        webmachine.writePixel(self.pixels, x, y, value)

    def fill(self, value: int) -> None:
        """Sets every pixel."""
        webmachine.fillRegion(self.pixels, 0, 0, self.width, self.height, value)


class Palette:
    """Colours 0xRRGGBB by number; a colour can be transparent."""

    def __init__(self, color_count: int) -> None:
        self._colours = [0] * color_count
        self.shown = webmachine.newPalette(color_count)

    def __len__(self) -> int:
        return len(self._colours)

    def __getitem__(self, number: int) -> int:
        return self._colours[number]

    def __setitem__(self, number: int, colour: int) -> None:
        self._colours[number] = colour
        webmachine.setColour(self.shown, number, colour)

    def make_transparent(self, number: int) -> None:
        """Makes pixels of this number show what is behind."""
        webmachine.hideColour(self.shown, number, True)

    def make_opaque(self, number: int) -> None:
        """Makes pixels of this number show their colour."""
        webmachine.hideColour(self.shown, number, False)

    def is_transparent(self, number: int) -> bool:
        """Returns whether pixels of this number show what is behind."""
        return webmachine.isHidden(self.shown, number)


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
    ) -> None:
        self.bitmap = bitmap
        self.pixel_shader = pixel_shader
        self.x = x
        self.y = y
        self.hidden = False
        self.in_group = False


class Group:
    """Layers, each above the ones before it. A layer is in one group at most."""

    scale = 1

    def __init__(self, *, scale: int = 1, x: int = 0, y: int = 0) -> None:
        self.x = x
        self.y = y
        self.hidden = False
        self.in_group = False
        self._layers: list[TileGrid] = []

    def __len__(self) -> int:
        return len(self._layers)

    def __getitem__(self, index: int) -> TileGrid:
        return self._layers[index]

    def insert(self, index: int, layer: TileGrid) -> None:
        """Adds a layer at an index. ValueError if it is in a group."""
        if layer.in_group:
            raise ValueError("Layer already in a group")
        layer.in_group = True
        self._layers.insert(index, layer)

    def append(self, layer: TileGrid) -> None:
        """Adds a layer on top."""
        self.insert(len(self._layers), layer)

    def pop(self, index: int = -1) -> TileGrid:
        """Removes a layer, by default the one on top, and returns it."""
        layer = self._layers.pop(index)
        layer.in_group = False
        return layer

    def remove(self, layer: TileGrid) -> None:
        """Removes a layer."""
        self.pop(self._layers.index(layer))
