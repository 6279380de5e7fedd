# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""`displayio` in a page: as much of it as handful.picture uses. The pixels are in machine.js."""

import webmachine


class Bitmap:
    """width x height numbers, a byte each."""

    def __init__(self, width: int, height: int, value_count: int) -> None:
        self.width = width
        self.height = height
        self.pixels = webmachine.newBitmap(width, height)

    def __getitem__(self, place: tuple[int, int]) -> int:
        return webmachine.readPixel(self.pixels, place[0], place[1])

    def __setitem__(self, place: tuple[int, int], value: int) -> None:
        webmachine.writePixel(self.pixels, place[0], place[1], value)

    def fill(self, value: int) -> None:
        """Sets every pixel."""
        webmachine.fillRegion(self.pixels, 0, 0, self.width, self.height, value)


class Palette:
    """Colours 0xRRGGBB by number; a colour can be transparent."""

    def __init__(self, color_count: int) -> None:
        self._colours = [0] * color_count
        self.shown = webmachine.newPalette(color_count)

    def __getitem__(self, number: int) -> int:
        return self._colours[number]

    def __setitem__(self, number: int, colour: int) -> None:
        self._colours[number] = colour
        webmachine.setColour(self.shown, number, colour)

    def make_transparent(self, number: int) -> None:
        """Makes pixels of this number show what is behind."""
        webmachine.hideColour(self.shown, number)


class TileGrid:
    """A bitmap at a position of the screen."""

    def __init__(self, bitmap: Bitmap, *, pixel_shader: Palette, x: int = 0, y: int = 0) -> None:
        self.bitmap = bitmap
        self.pixel_shader = pixel_shader
        self.x = x
        self.y = y


class Group:
    """TileGrids, each above the ones before it; as large as the screen."""

    def __init__(self, *, scale: int = 1, x: int = 0, y: int = 0) -> None:
        self._layers: list[TileGrid] = []

    def __len__(self) -> int:
        return len(self._layers)

    def append(self, layer: TileGrid) -> None:
        """Adds a layer on top."""
        self._layers.append(layer)

    def pop(self) -> TileGrid:
        """Removes the layer on top and returns it."""
        return self._layers.pop()

    def remove(self, layer: TileGrid) -> None:
        """Removes a layer."""
        self._layers.remove(layer)

    def __getitem__(self, index: int) -> TileGrid:
        return self._layers[index]
