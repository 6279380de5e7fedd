"""One key with two meanings, for a board that has a key too few: a tap is one, holding it the other."""

import keypad
from micropython import const

from handful.keys import elapsed

_HOLD = const(500)  # ms from which on a key is held


class Held:
    """The queue of a board's keys in which one of them, held down, becomes another key number.

    It writes key numbers, so its events are boards.Event: those of keypad are read-only.
    """

    def __init__(self, keys, number: int, other: int, ticks):
        """keys: a keypad queue. number: the key with two meanings. other: its number when it is
        held down, which no real key has. ticks: the board's clock, the same as keypad's.
        """
        self._keys = keys
        self._number = number
        self._other = other
        self._ticks = ticks
        self._key = keypad.Event()
        self._since = -1  # when the key went down, as long as it may mean either
        self._release = -1  # the key number whose press was told at its release

    @property
    def overflowed(self) -> bool:
        """Whether events were lost."""
        return self._keys.overflowed

    def clear(self) -> None:
        """Forgets what waits, and what the key was to mean."""
        self._keys.clear()
        self._since = -1
        self._release = -1

    def get_into(self, event) -> bool:
        """Fills in the next press or release; False if nothing has happened."""
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
            # Its own times decide: the loop may have been busy while it was held.
            held = elapsed(key.timestamp, self._since) >= _HOLD
            self._since = -1
            self._release = self._other if held else self._number
            return self._tell(event, self._release, True)
        if self._since >= 0 and elapsed(self._ticks(), self._since) >= _HOLD:
            self._since = -1
            return self._tell(event, self._other, True)
        return False

    def _tell(self, event, number: int, pressed: bool) -> bool:
        event.key_number = number
        event.pressed = pressed
        return True
