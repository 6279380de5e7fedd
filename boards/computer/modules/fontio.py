# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""`fontio` on a computer."""

from typing import Any, NamedTuple, Protocol


class Glyph(NamedTuple):
    """A character of a font: a tile of a bitmap, its size and offset, and the step to the next one."""

    bitmap: Any
    tile_index: int
    width: int
    height: int
    dx: int
    dy: int
    shift_x: int
    shift_y: int


class FontProtocol(Protocol):
    """A font that labels can use."""
