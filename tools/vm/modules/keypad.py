# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Stand-in for `keypad`: a script presses keys while virtual time goes by.

`script(keys)` sets the presses beforehand. The program finds them in `events` when they are due. After the
last one, and a moment for its effect to show, asking for an event raises SystemExit, so that a program's
main loop ends as if the player had left.
"""

import time

LOOK = 255  # in place of a key number: presses nothing, calls the look function
LOST = 254  # in place of a key number: an event was lost for want of room

_HOLD = 40  # ms that a key stays down
_REST = 100  # ms between the last key and the end

_items = None  # the items still to come
_look = None
_item = None  # the next item, (key, gap, ...)
_due = 0  # when it is due
_held = -1  # the key that is down
_overflowed = False


def script(keys, look=None):
    """Sets the keys to be pressed from now on.

    keys: an iterable of (key number, gap in ms) or (key number, gap, hold in ms): the key goes down `gap`
    after the one before went up. A generator runs between the presses, so it can look at the program.
    look: called for each LOOK.
    """
    global _items, _look, _held, _overflowed
    _overflowed = False
    _items = iter(keys)
    _look = look
    _held = -1
    _fetch()


def _fetch():
    """Takes the next item from the script. The end of the script is an item too, without a key."""
    global _item, _due
    _item = None
    for _item in _items:
        break
    _due = time.now + (_item[1] if _item else _REST)


def _next(event) -> bool:
    """Fills in the next event if one is due. Returns whether it did."""
    global _held, _due, _overflowed
    if _items is None:
        time.move(1)
        return False
    while time.now >= _due:
        if _item is None:
            raise SystemExit
        key = _item[0]
        if key == LOOK:
            _look()
            _fetch()
            continue
        if key == LOST:
            _overflowed = True
            _fetch()
            continue
        event._set(key, _held < 0)
        if _held < 0:
            _held = key
            _due = time.now + (_item[2] if len(_item) > 2 else _HOLD)
        else:
            _held = -1
            _fetch()
        return True
    time.move(1)
    return False


class Event:
    """A key that went down or up: `key_number`, `pressed`, `timestamp` in ticks; all read-only."""

    def __init__(self, key_number=0, pressed=True, timestamp=None):
        self._set(key_number, pressed)
        if timestamp is not None:
            self._timestamp = timestamp

    def _set(self, key_number, pressed):
        self._key_number = key_number
        self._pressed = pressed
        self._timestamp = time.now & 0x1FFFFFFF

    @property
    def key_number(self) -> int:
        """Returns which key it was, as the board's wiring numbers them."""
        return self._key_number

    @property
    def pressed(self) -> bool:
        """Returns whether the key went down."""
        return self._pressed

    @property
    def timestamp(self) -> int:
        """Returns the time in ticks."""
        return self._timestamp

    @property
    def released(self) -> bool:
        """Returns the opposite of pressed."""
        return not self.pressed


class EventQueue:
    """The events of the script. All scanners share the one script."""

    @property
    def overflowed(self) -> bool:
        """Returns whether an event was lost for want of room. `clear` resets it."""
        return _overflowed

    def get_into(self, event) -> bool:
        """Fills `event` with the next event and returns True, or leaves it and returns False."""
        return _next(event)

    def clear(self):
        """Resets `overflowed`. Later presses of the script are not due yet and stay."""
        global _overflowed
        _overflowed = False


class ShiftRegisterKeys:
    """The eight keys of a PyBadge. Checks only the names of its arguments."""

    def __init__(
        self,
        *,
        clock,
        data,
        latch,
        value_to_latch=True,
        key_count,
        value_when_pressed,
        interval=0.020,
        max_events=64,
        debounce_threshold=1,
    ):
        self.key_count = key_count
        self.events = EventQueue()

    def deinit(self):
        """Does nothing: there is no scanner."""

    def reset(self):
        """Does nothing: there is no key to forget."""
