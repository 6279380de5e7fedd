# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Stand-in for `busdisplay`: a screen that remembers what it shows and counts its refreshes."""

import time

from webmachine import crc


class BusDisplay:
    """A screen of width x height pixels.

    Beyond a device's: `refreshes` counts calls of refresh(); `crcs()` and `photograph(path)` tell what it
    shows.
    """

    def __init__(self, width: int, height: int):
        self.width = width
        self.height = height
        self.rotation = 0
        self.brightness = 1.0
        self.auto_refresh = True
        self.refreshes = 0
        self._root = None

    @property
    def root_group(self):
        """Returns the group shown, or None. A group that is inside another is refused."""
        return self._root

    @root_group.setter
    def root_group(self, group):
        if group is self._root:
            return
        if group is not None:
            if group.in_group:
                raise ValueError("Group already used")
            group.in_group = True
        if self._root is not None:
            self._root.in_group = False
        self._root = group

    def refresh(self, *, target_frames_per_second=None, minimum_frames_per_second=0) -> bool:
        """Counts a refresh, and lets five milliseconds pass."""
        self.refreshes += 1
        time.move(5)
        return True

    def _layers(self):
        """Yields every visible TileGrid with its position, from back to front."""
        layers = []
        waiting = [(self._root, 0, 0)] if self._root else []
        while waiting:
            layer, x, y = waiting.pop(0)
            if layer.hidden:
                continue
            x += layer.x
            y += layer.y
            if hasattr(layer, "bitmap"):
                layers.append((layer, x, y))
            else:
                waiting = [(layer[i], x, y) for i in range(len(layer))] + waiting
        return layers

    def crcs(self) -> list:
        """Returns the checksums of the visible bitmaps, from back to front."""
        return [crc(layer.bitmap) for layer, _, _ in self._layers()]

    def photograph(self, path: str):
        """Writes the picture into a file, as binary PPM."""
        layers = self._layers()
        with open(path, "wb") as file:
            file.write(b"P6 %d %d 255\n" % (self.width, self.height))
            for y in range(self.height):
                line = bytearray(3 * self.width)
                for layer, left, top in layers:
                    bitmap = layer.bitmap
                    if not 0 <= y - top < bitmap.height:
                        continue
                    shader = layer.pixel_shader
                    for x in range(max(0, left), min(self.width, left + bitmap.width)):
                        value = bitmap[x - left, y - top]
                        if value < len(shader) and not shader.shown[value]:
                            color = shader[value]
                            line[3 * x] = color >> 16
                            line[3 * x + 1] = color >> 8 & 255
                            line[3 * x + 2] = color & 255
                file.write(line)
