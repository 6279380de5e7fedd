# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A key with two meanings, for a board that has one key too few: it may be tapped, or held down."""

import keypad
from micropython import const
from supervisor import ticks_ms

from handful.keys import elapsed

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from boards import Event

_HOLD = const(500)  # ms after which a key counts as held down


class Held:
    """A queue of keys, one of which turns into another key number when it is held down.

    Its events are boards.Event, since it writes to them; keypad's are read-only.
    """

    def __init__(self, keys: "keypad.EventQueue", number: int, other: int) -> None:
        """number: the key with two meanings. other: its number when held down, which no real key has."""
        self._keys = keys
        self._number = number
        self._other = other
        self._key = keypad.Event()
        self._since = -1  # when the key went down; -1 once its meaning is known
        self._release = -1  # the key whose press was only reported on release: its release is still due

    @property
    def overflowed(self) -> bool:
        """Whether events were lost."""
        return self._keys.overflowed

    def clear(self) -> None:
        """Drops the events that wait, and the press whose meaning is not known yet."""
        self._keys.clear()
        self._since = -1
        self._release = -1

    def get_into(self, event: "Event") -> bool:
        """Fills in the next press or release; returns False if there is none."""
        key = self._key
        if self._release >= 0:
            number = self._release
            self._release = -1
            return self._tell(event, number, False)
        while self._keys.get_into(key):
            if key.key_number != self._number:
                return self._tell(event, key.key_number, key.pressed)
            if key.pressed:
                self._since = key.timestamp
                continue
            if self._since < 0:
                return self._tell(event, self._other, False)
            # The events' own times decide, since the app may have been busy meanwhile.
            held = elapsed(key.timestamp, self._since) >= _HOLD
            self._since = -1
            self._release = self._other if held else self._number
            return self._tell(event, self._release, True)
        if self._since >= 0 and elapsed(ticks_ms(), self._since) >= _HOLD:
            self._since = -1
            return self._tell(event, self._other, True)
        return False

    def _tell(self, event: "Event", number: int, pressed: bool) -> bool:
        event.key_number = number
        event.pressed = pressed
        return True
