# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A small keyboard that tells each key once, over I2C, and a trackball whose every step is a key."""

import keypad
from micropython import const
from supervisor import ticks_ms

from handful.keys import elapsed

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from busio import I2C

    from boards import Event

_ADDRESS = const(0x55)  # the keyboard's own chip
_PAUSE = const(20)  # ms from one look at the keyboard to the next
_STEPS = const(4)  # the trackball's first keys, its directions; the one behind them is the ball pressed
_NOTHING = const(255)  # a character that does nothing


class Deck:
    """A queue of both. Its events are boards.Event, since it writes to them; keypad's are read-only.

    A key of the keyboard and a step of the ball go up as soon as they have gone down: none of them tells how
    long it is held.
    """

    def __init__(self, ball: "keypad.EventQueue", i2c: "I2C", numbers: dict[int, int]) -> None:
        """ball: its four directions, then the ball itself. numbers: the key number of each character."""
        self._ball = ball
        self._i2c = i2c
        self._numbers = numbers
        self._key = keypad.Event()
        self._byte = bytearray(1)
        self._looked = 0
        self._release = _NOTHING  # the key whose release comes next

    @property
    def overflowed(self) -> bool:
        """Whether events of the trackball were lost."""
        return self._ball.overflowed

    def clear(self) -> None:
        """Drops the events that wait."""
        self._ball.clear()
        self._release = _NOTHING

    def get_into(self, event: "Event") -> bool:
        """Fills in the next press or release; returns False if there is none."""
        number = self._release
        if number != _NOTHING:
            self._release = _NOTHING
            return self._tell(event, number, False)
        key = self._key
        while self._ball.get_into(key):
            if key.key_number >= _STEPS:
                return self._tell(event, key.key_number, key.pressed)
            if key.pressed:  # a step is down and up, or up and down: one of them counts
                self._release = key.key_number
                return self._tell(event, key.key_number, True)
        if elapsed(ticks_ms(), self._looked) >= _PAUSE:
            self._looked = ticks_ms()
            number = self._numbers.get(self._typed(), _NOTHING)
            if number != _NOTHING:
                self._release = number
                return self._tell(event, number, True)
        return False

    def _typed(self) -> int:
        # The character that was typed, 0 for none.
        i2c = self._i2c
        if not i2c.try_lock():
            return 0
        try:
            i2c.readfrom_into(_ADDRESS, self._byte)
        except OSError:
            return 0  # it does not answer; the next look may
        finally:
            i2c.unlock()
        return self._byte[0]

    def _tell(self, event: "Event", number: int, pressed: bool) -> bool:
        event.key_number = number
        event.pressed = pressed
        return True
