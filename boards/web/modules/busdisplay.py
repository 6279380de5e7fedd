# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""`busdisplay` in a page: the display is a picture of 160x128 there."""

import webmachine
from displayio import Group


class BusDisplay:
    """Shows its root group when it is refreshed."""

    width = 160
    height = 128
    auto_refresh = False

    def __init__(self) -> None:
        self.root_group = Group()

    def refresh(self) -> None:
        """Composes the picture, layer upon layer."""
        group = self.root_group
        for i in range(len(group)):
            layer = group[i]
            webmachine.showLayer(layer.bitmap.pixels, layer.pixel_shader.shown, layer.x, layer.y)
