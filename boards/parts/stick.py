# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A stick whose directions are keys. Each of its two axes gives a voltage: low, middle or high.

Switches that put three voltages on one pin are read in the same way.
"""

import keypad
from micropython import const

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from analogio import AnalogIn

    from boards import Event

NO_KEY = const(255)  # for the third of the range in which no key is pressed

_MIDDLE = const(1)
# Hysteresis: a voltage leaves a third only some way beyond its edge. Otherwise a trembling thumb would press
# a key again and again. The edges themselves are at 18,500 and 46,500.
_LOW = const(15_000)
_LOW_END = const(22_000)
_HIGH_END = const(43_000)
_HIGH = const(50_000)


class Stick:
    """A queue of a board's buttons, and of its stick as more keys.

    Its events are boards.Event, since it writes to them; keypad's are read-only.
    """

    def __init__(self, buttons: "keypad.EventQueue", axes: "tuple[AnalogIn, ...]", keys: bytes) -> None:
        """keys: three key numbers for each axis, of its low, middle and high third; one of them is NO_KEY."""
        self._buttons = buttons
        self._axes = axes
        self._keys = keys
        self._button = keypad.Event()
        self._thirds = bytearray([_MIDDLE] * len(axes))
        self._passing = bytearray(len(axes))
        self._down = bytearray([NO_KEY] * len(axes))

    @property
    def overflowed(self) -> bool:
        """Whether events of the buttons were lost. The stick loses none."""
        return self._buttons.overflowed

    def clear(self) -> None:
        """Drops the button events that wait."""
        self._buttons.clear()

    def get_into(self, event: "Event") -> bool:
        """Fills in the next press or release; returns False if there is none."""
        button = self._button
        if self._buttons.get_into(button):
            event.key_number = button.key_number
            event.pressed = button.pressed
            return True
        for axis in range(len(self._axes)):
            key = self._keys[3 * axis + self._third(axis)]
            down = self._down[axis]
            if key != down:
                # The old key is released before the new one is pressed.
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
        # A voltage on its way from one end to the other may be read in the middle. The middle counts only
        # when it is read twice in a row.
        if found == _MIDDLE and third != _MIDDLE and not self._passing[axis]:
            self._passing[axis] = 1
            return third
        self._passing[axis] = 0
        self._thirds[axis] = found
        return found
