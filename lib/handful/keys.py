# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Logical keys, which mean the same on every board whatever its buttons are called."""

from micropython import const

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

UP = const(0)
DOWN = const(1)
LEFT = const(2)
RIGHT = const(3)
A = const(4)
B = const(5)
START = const(6)
SELECT = const(7)
RING = const(8)  # B held down

BRIEF = const(300)  # ms in which a table that a key has opened hears no other
_FIRST_REPEAT = const(420)  # ms until a held direction repeats
_REPEAT = const(140)  # ms between repeats
_HOLD = const(450)  # ms until a held B becomes RING
# Ticks wrap at 2**29. Half of that is told apart: a SAMD51's firmware lets them leap by 2**28 when an
# interrupt reads the clock in the middle of another reading.
_TICKS = const(0x0FFFFFFF)


def elapsed(now: int, then: int) -> int:
    """Returns the milliseconds from `then` to `now` (ticks in ms), up to 2**28, correct across one wrap."""
    return (now - then) & _TICKS


class Keys:
    """Turns a board's key events into logical keys. Held directions repeat; a held B becomes RING.

    B is reported when it is released, since until then it may become RING; every other key is reported when
    it is pressed.
    """

    def __init__(self, board: "Any") -> None:
        self._events = board.events()
        self._event = board.Event()
        self._map = board.KEYS
        self._down = 0  # bit set of the logical keys held down
        self._live = 0  # subset of _down: keys that may still repeat or become RING
        self._key = -1  # the key pressed last, which may repeat (or, for B, become RING); -1 for none
        self._since = 0  # ticks of its press or last repeat
        self._wait = 0  # ms from _since to the next repeat, or to RING
        self.stirred = False  # whether any key was pressed or released; the reader resets it

    def next(self, now: int) -> int:
        """Returns the next logical key, -1 for none. now: the board's ticks in ms."""
        event = self._event
        if self._events.overflowed:
            self._let_go()
        while self._events.get_into(event):
            self.stirred = True
            key: int = self._map[event.key_number]
            bit = 1 << key
            if event.pressed:
                self._down |= bit
                self._live |= bit
                self._key = key
                self._since = now
                self._wait = _HOLD if key == B else _FIRST_REPEAT
                if key != B:
                    return key
            else:
                held = self._live & bit
                self._down &= ~bit
                self._live &= ~bit
                if self._key == key:
                    self._key = -1
                if key == B and held:
                    return B
        key = self._key
        if key >= 0 and (key < A or key == B) and self._live & 1 << key:
            if elapsed(now, self._since) >= self._wait:
                self._since = now
                self._wait = _REPEAT
                if key == B:
                    self._live &= ~(1 << B)
                    return RING
                return key
        return -1

    def settle(self) -> None:
        """Drops all pending events. A key that is held down does nothing until it is pressed again."""
        while self._events.get_into(self._event):
            self.stirred = True
            bit = 1 << self._map[self._event.key_number]
            if self._event.pressed:
                self._down |= bit
            else:
                self._down &= ~bit
        if self._events.overflowed:
            self._let_go()
        self._live = 0
        self._key = -1

    def _let_go(self) -> None:
        # The queue overflowed, so the state of the keys is unknown: drop its events and treat all keys as up.
        self._events.clear()
        self.stirred = True
        self._down = 0
        self._live = 0
        self._key = -1

    @property
    def held(self) -> int:
        """The bit set of the logical keys held down."""
        return self._down
