"""Adafruit PyGamer: the PyBadge's screen and four of its keys, with a stick for the directions."""

import time

import board
import keypad
import microcontroller
import supervisor
from analogio import AnalogIn
from micropython import const

import boards
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "Adafruit PyGamer"
KEYS = bytes((B, A, START, SELECT, LEFT, RIGHT, UP, DOWN))
Event = boards.Event  # Stick writes it, and the fields of a keypad.Event are read-only
ERASES = True  # the SAMD51's nvm is one flash block of 8 KB

_BUTTONS = const(4)  # key numbers 0 to 3 are the register's, 4 to 7 the stick's
# The stick rests near 32,768. It has to come back some way before a direction is let go, or a
# thumb that trembles at the edge would press it again and again.
_LOW = const(15_000)
_LOW_END = const(22_000)
_HIGH = const(50_000)
_HIGH_END = const(43_000)


def display():
    """The built-in screen, which the firmware has set up."""
    return board.DISPLAY


class Stick:
    """The keys of the shift register and, behind them, the stick as four more keys."""

    def __init__(self, buttons, axes):
        """buttons: a keypad queue. axes: the stick's two analog inputs, across and down."""
        self._buttons = buttons
        self._axes = axes
        self._button = keypad.Event()
        self._down = [False] * (2 * len(axes))

    def get_into(self, event) -> bool:
        """Fills in the next press or release; False if nothing has happened."""
        button = self._button
        if self._buttons.get_into(button):
            event.key_number = button.key_number
            event.pressed = button.pressed
            return True
        down = self._down
        for axis in range(len(self._axes)):
            value = self._axes[axis].value
            low = value < (_LOW_END if down[2 * axis] else _LOW)
            high = value > (_HIGH_END if down[2 * axis + 1] else _HIGH)
            for key, pressed in ((2 * axis, low), (2 * axis + 1, high)):
                if down[key] != pressed:
                    down[key] = pressed
                    event.key_number = _BUTTONS + key
                    event.pressed = pressed
                    return True
        return False


def events():
    """The queue of keys and stick; once a start, for it takes the pins."""
    buttons = keypad.ShiftRegisterKeys(
        clock=board.BUTTON_CLOCK,
        data=board.BUTTON_OUT,
        latch=board.BUTTON_LATCH,
        key_count=_BUTTONS,
        value_when_pressed=True,
    )
    return Stick(buttons.events, (AnalogIn(board.JOYSTICK_X), AnalogIn(board.JOYSTICK_Y)))


def region():
    """8,192 bytes of the chip's own flash."""
    return microcontroller.nvm


def ticks() -> int:
    """Milliseconds, wrapping at 2**29."""
    return supervisor.ticks_ms()


def sleep(ms: int) -> None:
    """Waits that many milliseconds; the register is still scanned."""
    time.sleep(ms / 1000)


def close() -> None:
    """Nothing has to be given back on a device."""
