# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Stand-in for `busdisplay`: a screen that remembers what it shows and counts its refreshes."""

import time

from webmachine import crc


class BusDisplay:
    """A screen of width x height pixels.

    Beyond a device's: `refreshes` counts calls of refresh(); `crcs()` tells what it shows.
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

    def crcs(self) -> list:
        """Returns the checksums of the visible bitmaps, from back to front."""
        found = []
        waiting = [self._root] if self._root else []
        while waiting:
            layer = waiting.pop(0)
            if layer.hidden:
                continue
            if hasattr(layer, "bitmap"):
                found.append(crc(layer.bitmap))
            else:
                waiting = [layer[i] for i in range(len(layer))] + waiting
        return found
