# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A resistive panel. No two give the same numbers, so three crosses calibrate it. A page has this:

    calibration = Panel(raw, [138, 119, 831, 119, 138, 828], 320, 240)
    touched = calibration.touched

raw() returns the panel's own (x, y), from 0 to 1023, None while nothing presses it. The list has the numbers
that most such panels give at the three crosses, x and y of each.
"""

from micropython import const

from boards.parts.touch import Touch
from handful.picture.measures import HEIGHT, WIDTH

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Callable, Sequence

    Place = tuple[int, int]

_INSIDE = const(16)  # pixels of the picture from its edges to the crosses
_APART = const(200)  # numbers between two crosses at least; from edge to edge there are about 900
_ASKEW = const(4)  # from one cross to the next is that many times as far in one direction as in the other


class Panel(Touch):
    """Tells which pixel of the display is pressed.

    numbers: the panel's own at the three crosses. places: of the crosses, in pixels of the picture.
    point: the panel's own (x, y) at the last look but one. A finger that goes may change the last ones.
    """

    places = (
        (_INSIDE, _INSIDE),
        (WIDTH - 1 - _INSIDE, _INSIDE),
        (_INSIDE, HEIGHT - 1 - _INSIDE),
    )

    def __init__(
        self, raw: "Callable[[], Place | None]", numbers: "Sequence[int]", width: int, height: int
    ) -> None:
        """width, height: of the display."""
        Touch.__init__(self, self.look, width, height)
        self.raw = raw
        self.numbers = numbers
        self.point = self._last = (0, 0)

    def calibrate(self, numbers: "Sequence[int]") -> bool:
        """Takes the panel's numbers at the three crosses. Returns False if they cannot be: nothing changes.

        The axes may be exchanged, and each may run the other way.
        """
        x, y, x1, y1, x2, y2 = numbers
        x1 = abs(x1 - x)
        y1 = abs(y1 - y)
        x2 = abs(x2 - x)
        y2 = abs(y2 - y)
        if y1 > x1:
            x1, y1, x2, y2 = y1, x1, y2, x2
        if min(x1, y2) < max(_APART, _ASKEW * max(y1, x2)):
            return False
        self.numbers = numbers
        return True

    def look(self) -> "Place | None":
        """Returns which pixel of the display is pressed; None if none is."""
        point = self.raw()
        if not point:
            return None
        self.point = self._last
        self._last = point
        x, y, x1, y1, x2, y2 = self.numbers
        x1 -= x
        y1 -= y
        x2 -= x
        y2 -= y
        x = point[0] - x
        y = point[1] - y
        area = x1 * y2 - x2 * y1
        scale = self._scale
        first = scale * _INSIDE + scale // 2  # the middle of the first cross
        x, y = x * y2 - y * x2, y * x1 - x * y1
        return (
            self._left + first + scale * (WIDTH - 1 - 2 * _INSIDE) * x // area,
            self._top + first + scale * (HEIGHT - 1 - 2 * _INSIDE) * y // area,
        )

    def dump(self) -> bytes:
        """Returns the numbers at the crosses as twelve bytes, none of which is above 127."""
        data = b""
        for number in self.numbers:
            data += bytes((number >> 7, number & 127))
        return data

    def load(self, data: bytes) -> bool:
        """Takes what `dump` gave. Returns whether it did: not with anything else."""
        return len(data) == 12 and self.calibrate([data[i] << 7 | data[i + 1] for i in range(0, 12, 2)])
