"""A stick's directions as keys: two voltages, each in its low, middle or high third.

The same serves switches that put three voltages on one pin.
"""

import keypad
from micropython import const

NO_KEY = const(255)  # the third in which nothing is pressed

_MIDDLE = const(1)
# A voltage has to go some way beyond the edge of a third to leave it, or a thumb that trembles at
# the edge would press a key again and again. Without the margin the edges are at 18,500 and 46,500.
_LOW = const(15_000)
_LOW_END = const(22_000)
_HIGH_END = const(43_000)
_HIGH = const(50_000)


class Stick:
    """The queue of a board's buttons and, behind them, its stick as further keys.

    It writes key numbers, so its events are boards.Event: those of keypad are read-only.
    """

    def __init__(self, buttons, axes, keys: bytes):
        """buttons: a keypad queue. axes: analog inputs. keys: three an axis, the key numbers of its
        low, middle and high third, one of them NO_KEY.
        """
        self._buttons = buttons
        self._axes = axes
        self._keys = keys
        self._button = keypad.Event()
        self._thirds = bytearray([_MIDDLE] * len(axes))
        self._passing = bytearray(len(axes))
        self._down = bytearray([NO_KEY] * len(axes))

    @property
    def overflowed(self) -> bool:
        """Whether events of the buttons were lost; the stick's cannot be."""
        return self._buttons.overflowed

    def clear(self) -> None:
        """Forgets what waits of the buttons."""
        self._buttons.clear()

    def get_into(self, event) -> bool:
        """Fills in the next press or release; False if nothing has happened."""
        button = self._button
        if self._buttons.get_into(button):
            event.key_number = button.key_number
            event.pressed = button.pressed
            return True
        for axis in range(len(self._axes)):
            key = self._keys[3 * axis + self._third(axis)]
            down = self._down[axis]
            if key != down:
                # Before another key is pressed, this one is let go.
                pressed = down == NO_KEY
                self._down[axis] = key if pressed else NO_KEY
                event.key_number = key if pressed else down
                event.pressed = pressed
                return True
        return False

    def _third(self, axis: int) -> int:
        value = self._axes[axis].value
        third = self._thirds[axis]
        if value < (_LOW_END if third < _MIDDLE else _LOW):
            found = _MIDDLE - 1
        elif value > (_HIGH_END if third > _MIDDLE else _HIGH):
            found = _MIDDLE + 1
        else:
            found = _MIDDLE
        # On its way from one end to the other a voltage may be caught in the middle: that counts
        # when it is found there twice.
        if found == _MIDDLE and third != _MIDDLE and not self._passing[axis]:
            self._passing[axis] = 1
            return third
        self._passing[axis] = 0
        self._thirds[axis] = found
        return found
