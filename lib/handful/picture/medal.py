"""A medal: a small round piece of gold, silver or bronze, or the place for one."""

from micropython import const

from handful.picture import ink

OPEN = const(0)
BRONZE = const(1)
SILVER = const(2)
GOLD = const(3)
_INKS = bytes((ink.DARK, ink.ORANGE, ink.DIM, ink.YELLOW))


def draw(canvas, x: int, y: int, size: int, grade: int) -> None:
    """Draws a medal as wide and high as `size`; grade: OPEN to GOLD."""
    canvas.frame(x, y, size, size, ink.PAPER if grade else ink.LIGHT, _INKS[grade])
