# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A displayio display in memory, which the window and the terminal show."""

from typing import Any

import numpy
import numpy.typing
from displayio import Group

_Pixels = numpy.typing.NDArray[numpy.uint16]


def rgb(colour: int) -> tuple[int, int, int]:
    """Returns red, green and blue, 0 to 255, of an RGB565 colour."""
    return (colour >> 11) * 255 // 31, (colour >> 5 & 63) * 255 // 63, (colour & 31) * 255 // 31


class Picture:
    """A display whose pixels are `frame`: rows of colours in RGB565, as large as the layout in use."""

    auto_refresh = False
    rotation = 0
    brightness = 1.0

    def __init__(self) -> None:
        from handful.picture import measures  # now: tests change the layout while this module stays

        self.width = measures.WIDTH
        self.height = measures.HEIGHT
        self.frame = numpy.zeros((self.height, self.width), numpy.uint16)
        self.root_group: Any = None

    def show(self) -> None:
        """Shows the frame to the player."""

    def image(self) -> bytes:
        """Returns the frame as red, green and blue bytes, row by row."""
        red = (self.frame >> 11) * 255 // 31
        green = (self.frame >> 5 & 63) * 255 // 63
        blue = (self.frame & 31) * 255 // 31
        return numpy.dstack((red, green, blue)).astype(numpy.uint8).tobytes()

    def refresh(self, **_timing: Any) -> bool:
        """Composes the frame, and shows it if it has changed."""
        before = self.frame.copy()
        self.frame[:] = 0
        if self.root_group:
            compose(self.frame, self.root_group)
        if (self.frame != before).any():
            self.show()
        return True


def compose(frame: _Pixels, layer: Any, x: int = 0, y: int = 0, scale: int = 1) -> None:
    """Paints a layer, and the layers in it, on an array of colours in RGB565.

    x, y: where its group is. scale: by how much that enlarges it.
    """
    if layer.hidden:
        return
    x += layer.x * scale
    y += layer.y * scale
    if isinstance(layer, Group):
        for part in layer:
            compose(frame, part, x, y, scale * layer.enlarged)  # type: ignore[attr-defined]  # ours
        return
    cells = layer.bitmap.cells
    if scale > 1:
        cells = cells.repeat(scale, 0).repeat(scale, 1)
    under = frame[max(y, 0) : max(y + cells.shape[0], 0), max(x, 0) : max(x + cells.shape[1], 0)]
    high, wide = under.shape
    cells = cells[max(-y, 0) :, max(-x, 0) :][:high, :wide]
    colours, opaque = layer.pixel_shader.tables()
    if opaque is None:
        under[:] = colours[cells]
    else:
        numpy.copyto(under, colours[cells], where=opaque[cells])
