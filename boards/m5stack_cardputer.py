# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""M5Stack Cardputer: a keyboard, 240x135.

The firmware scans the keyboard from the start and sends what is typed to the console. While the games run,
the keys go to them alone.
"""

import sys

import cardputer_keyboard
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import display, queue, sleep  # noqa: F401 - and these
from boards.parts import slots
from boards.parts.slots import region  # noqa: F401 - and this
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

if sys.implementation.version[0] > 9:  # there the firmware crashes as soon as the keyboard is used
    raise RuntimeError("The Cardputer's keyboard crashes CircuitPython 10: install version 9.2.")

NAME = "M5Stack Cardputer"
_SINCE = const("9.2")
_UNTIL = const("9.2")
_LAYOUT = const("240x135")
# The arrows are printed on the keys ; , . / and Esc is printed on `.
KEYBOARD = {
    ";": UP,
    "w": UP,
    ".": DOWN,
    "s": DOWN,
    ",": LEFT,
    "a": LEFT,
    "/": RIGHT,
    "d": RIGHT,
    "\r": A,
    " ": A,
    "x": A,
    "\b": B,
    "`": B,
    "b": B,
    "z": B,
    "p": START,
    "\t": SELECT,
}
KEYS_CALLED = ("; , . /", "OK", "DEL", "P", "TAB", "DEL")
Event = keypad.Event
ERASES = True  # the firmware rewrites all 8 KB at every write
LIGHT = 2

_COUNT = const(56)
_NOTHING = const(255)  # a key that does nothing

KEYS = bytes(
    [KEYBOARD.get(cardputer_keyboard.key_to_char(number, False) or "", _NOTHING) for number in range(_COUNT)]
)


class Keyboard:
    """The keyboard's queue without the keys that do nothing."""

    def __init__(self, keys: "keypad.EventQueue") -> None:
        """keys: the queue of all keys."""
        self._keys = keys

    @property
    def overflowed(self) -> bool:
        """Whether events were lost."""
        return self._keys.overflowed

    def clear(self) -> None:
        """Drops the events that wait."""
        self._keys.clear()

    def get_into(self, event: "keypad.Event") -> bool:
        """Fills in the next press or release; returns False if there is none."""
        while self._keys.get_into(event):
            if KEYS[event.key_number] != _NOTHING:
                return True
        return False


def events() -> Keyboard:
    """Returns the keyboard's queue. From now on its keys are not sent to the console."""
    cardputer_keyboard.detach_serial()
    return Keyboard(queue(cardputer_keyboard.KEYBOARD))


def close() -> None:
    """Sends the keys to the console again, unless the chip has to be reset."""
    slots.close()
    cardputer_keyboard.attach_serial()


def voice() -> object:
    """Returns the speaker. Called once, since it takes the pins."""
    import board
    from audiobusio import I2SOut

    from boards.parts.speaker import Speaker

    return Speaker(I2SOut(board.I2S_BIT_CLOCK, board.I2S_WORD_SELECT, board.I2S_DATA))


def lamp() -> object:
    """Returns the lamp. Called once, since it takes the pins."""
    import board

    from boards.parts.pixels import Pixels

    return Pixels(board.NEOPIXEL, 1)
