# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A display that can be touched, for a page whose board has no keys.

The page makes a Touch around what reads its panel, and takes the rest from here:

    from boards.parts.touch import Touch, events, few
    KEYS = b""
    touched = Touch(read, 320, 240).touched

read() returns (x, y) in pixels of the display, None while nothing touches it.
"""

from micropython import const
from supervisor import ticks_ms

from handful.keys import elapsed
from handful.picture.measures import HEIGHT, WIDTH

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Callable

    from boards import Event
    from handful.app import App
    from handful.finger import Finger

    Place = tuple[int, int]

_UP = const(0)  # see handful.finger
_DOWN = const(1)
_MOVE = const(2)
_PAUSE = const(15)  # ms from one look at the panel to the next
_NEAR = const(12)  # pixels of the display: two looks that are farther apart are not the same touch
_STILL = const(3)  # pixels of the picture by which a finger that rests trembles


class NoKeys:
    """The queue of a board that has no keys."""

    overflowed = False

    def get_into(self, event: "Event") -> bool:
        """Returns False."""
        return False

    def clear(self) -> None:
        """Does nothing."""


def events() -> NoKeys:
    """Returns an empty queue."""
    return NoKeys()


def few(app: "App") -> "Finger":
    """Returns what reads the touches."""
    from handful.finger import Finger

    return Finger(app)


class Touch:
    """Tells when a finger comes, moves and goes.

    It comes with the second look that finds it, and goes with the second one that does not: the first may
    find another place on its way to the finger's, or miss it.
    """

    def __init__(self, read: "Callable[[], Place | None]", width: int, height: int) -> None:
        """width, height: of the display, in the middle of which the picture is, as large as fits."""
        self._read = read
        self._scale = min(width // WIDTH, height // HEIGHT)
        self._left = (width - WIDTH * self._scale) // 2
        self._top = (height - HEIGHT * self._scale) // 2
        self._looked = 0
        self._seen: Place | None = None  # by the last look, on the display
        self._told: Place | None = None  # in the picture; None while no finger is there

    def touched(self) -> "tuple[int, int, int] | None":
        """Returns the next (x, y, kind), in pixels of the picture; None if nothing is new."""
        now = ticks_ms()
        if elapsed(now, self._looked) < _PAUSE:
            return None
        self._looked = now
        before = self._seen
        self._seen = seen = self._read()
        told = self._told
        if not seen:
            if told and not before:
                self._told = None
                return told[0], told[1], _UP
            return None
        if not before or max(abs(seen[0] - before[0]), abs(seen[1] - before[1])) > _NEAR:
            return None
        x = (seen[0] - self._left) // self._scale
        y = (seen[1] - self._top) // self._scale
        if not told:
            self._told = x, y
            return x, y, _DOWN
        if max(abs(x - told[0]), abs(y - told[1])) > _STILL:
            self._told = x, y
            return x, y, _MOVE
        return None
