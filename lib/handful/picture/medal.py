# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A medal: a small round piece of gold, silver or bronze, or the place for one."""

from micropython import const

from handful.picture import ink

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from handful.picture.canvas import Canvas

OPEN = const(0)
BRONZE = const(1)
SILVER = const(2)
GOLD = const(3)
_INKS = bytes((ink.DARK, ink.ORANGE, ink.DIM, ink.YELLOW))


def draw(canvas: "Canvas", x: int, y: int, size: int, grade: int) -> None:
    """Draws a medal as wide and high as `size`; grade: OPEN to GOLD."""
    canvas.frame(x, y, size, size, ink.PAPER if grade else ink.LIGHT, _INKS[grade])
