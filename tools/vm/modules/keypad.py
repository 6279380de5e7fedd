"""Stand-in for `keypad`: keys that a script presses while virtual time goes by.

`script(keys)` names the presses beforehand; the program meets them in `events` when they are due.
When the last one is over and has had time to show, asking for an event raises SystemExit, so that
a program's main loop ends as if the player had walked away.
"""

import time

LOOK = 255  # instead of a key number: presses nothing, calls the look function
LOST = 254  # likewise: there was no room for an event

_HOLD = 40  # ms that a key stays down
_REST = 100  # ms between the last key and the end

_items = None  # what is still to come
_look = None
_item = None  # (key, gap, ...) that comes next
_due = 0  # when
_held = -1  # the key that is down
_overflowed = False


def _pairs(data):
    """The keys of a bytes script: key number and gap in hundredths of a second, in turn."""
    for place in range(0, len(data), 2):
        yield data[place], data[place + 1] * 10


def _print_look():
    """The look of a script that names no other: a line with the checksums of the layers."""
    import board

    print("look", *board.DISPLAY.crcs())


def script(keys, look=None):
    """Sets what will be pressed from now on.

    keys: an iterable of (key number, gap in ms) or (key number, gap, hold in ms): the key goes down
    `gap` after the one before went up. A generator runs as the presses do, so it can look at the
    program between them. Or bytes: pairs of key number and gap in hundredths of a second. look:
    called for each LOOK; without it, one prints "look" and the checksums of the screen's layers.
    """
    global _items, _look, _held, _overflowed
    _overflowed = False
    _items = iter(_pairs(keys) if isinstance(keys, (bytes, bytearray)) else keys)
    _look = look or _print_look
    _held = -1
    _fetch()


def _fetch():
    """Takes the next item from the script; none left is an item too, without a key."""
    global _item, _due
    _item = None
    for _item in _items:
        break
    _due = time.now + (_item[1] if _item else _REST)


def _next(event) -> bool:
    """Stores the next event that is due, if one is."""
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
        """Which key, as the board's wiring numbers them."""
        return self._key_number

    @property
    def pressed(self) -> bool:
        """Whether it went down."""
        return self._pressed

    @property
    def timestamp(self) -> int:
        """When, in ticks."""
        return self._timestamp

    @property
    def released(self) -> bool:
        """The opposite of pressed."""
        return not self.pressed

    def __eq__(self, other):
        return self.key_number == other.key_number and self.pressed == other.pressed

    def __hash__(self):
        return self.key_number << 1 | self.pressed


class EventQueue:
    """What the script has made happen; every scanner shares the one script."""

    @property
    def overflowed(self) -> bool:
        """Whether an event was lost for want of room; `clear` sets it back."""
        return _overflowed

    def get_into(self, event) -> bool:
        """Fills `event` with the next event and returns True, or leaves it and returns False."""
        return _next(event)

    def get(self):
        """The next event as a new object, or None."""
        event = Event()
        return event if _next(event) else None

    def clear(self):
        """Sets `overflowed` back. What the script still wants to press is not due yet and stays."""
        global _overflowed
        _overflowed = False


class ShiftRegisterKeys:
    """The eight keys of a PyBadge; the arguments are checked for their names only."""

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
        """Stops nothing: there is no scanner."""

    def reset(self):
        """Has no key to forget."""
