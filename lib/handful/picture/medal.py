# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A medal: a small round piece of gold, silver or bronze, each of another shape, or the place for one."""

from micropython import const

from handful.picture import ink

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from handful.picture.canvas import Canvas

OPEN = const(0)
BRONZE = const(1)
SILVER = const(2)
GOLD = const(3)
_INKS = bytes((ink.LIGHT, ink.ORANGE, ink.PAPER, ink.ACCENT))


def draw(canvas: "Canvas", x: int, y: int, size: int, grade: int, ground: int = ink.TABLE) -> None:
    """Draws a medal as wide and high as `size`, 4 to 12 pixels. grade: OPEN to GOLD; ground: the ink around.

    Gold is full, silver half full, bronze a ring. The place for one is a dot.
    """
    colour = _INKS[grade]
    half = size // 2
    if grade == OPEN:
        canvas.fill(x, y, size, size, ground)
        canvas.fill(x + half - 1, y + half - 1, 2, 2, colour)
        return
    canvas.frame(x, y, size, size, colour, colour if grade == GOLD else ground)
    if grade == SILVER:
        canvas.fill(x + 1, y + half, size - 2, size - half - 1, colour)
