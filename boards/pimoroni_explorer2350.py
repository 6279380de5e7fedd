"""Pimoroni Explorer: three keys on each side of the screen, and USER, 320x240.

A and B are what is printed on them, above C, which is LEFT; on the other side X, Y and Z are UP,
RIGHT and DOWN. USER is START, and SELECT when it is held.
"""

import board
import keypad
from micropython import const
from supervisor import ticks_ms as ticks

from boards import Event, close, display, region, sleep  # noqa: F401 - the rest of this page
from boards import nothing as lamp  # noqa: F401 - nor has it a light
from boards.parts.held import Held
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "Pimoroni Explorer"
_LAYOUT = const("160x120")
KEYS = bytes((A, B, LEFT, UP, RIGHT, DOWN, START, SELECT))
ERASES = False  # the RP2's nvm is one flash block of 4 KB, but what is still 0xFF is just written
LIGHT = 2


def events():
    """The queue of the keys; once a start, for it takes the pins."""
    keys = keypad.Keys(
        (
            board.SW_A,
            board.SW_B,
            board.SW_C,
            board.SW_X,
            board.SW_Y,
            board.SW_Z,
            board.SW_USER,
        ),
        value_when_pressed=False,
    )
    return Held(keys.events, 6, 7, ticks)


def voice():
    """What sounds; once a start, for it takes the pins."""
    from boards.parts.buzzer import Buzzer

    return Buzzer(board.AUDIO, board.AMP_EN)
