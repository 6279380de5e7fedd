# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Two scanners as one, for keys that connect to ground and keys that connect to 3.3 V."""

import keypad
from micropython import const

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from boards import Event


class Joined:
    """The queue of two scanners.

    Its events are boards.Event, since it writes to them; keypad's are read-only.
    """

    def __init__(self, first: "keypad.EventQueue", second: "keypad.EventQueue", count: int) -> None:
        """count: the keys of the first scanner. The second one's numbers follow them."""
        self._queues = first, second
        self._count = count
        self._key = keypad.Event()

    @property
    def overflowed(self) -> bool:
        """Whether events were lost."""
        return self._queues[0].overflowed or self._queues[1].overflowed

    def clear(self) -> None:
        """Drops the events that wait."""
        for queue in self._queues:
            queue.clear()

    def get_into(self, event: "Event") -> bool:
        """Fills in the next press or release; returns False if there is none."""
        key = self._key
        number = 0
        for queue in self._queues:
            if queue.get_into(key):
                event.key_number = number + key.key_number
                event.pressed = key.pressed
                return True
            number = self._count
        return False
