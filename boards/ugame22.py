"""uGame22: a d-pad and three keys, 320x240. O is A, X is B; Z is START, and SELECT when it is held."""

import board
import keypad
from micropython import const
from supervisor import ticks_ms as ticks

from boards import Event, close, display, region, sleep  # noqa: F401 - the rest of this page
from boards import nothing as lamp  # noqa: F401 - nor has it a light
from boards.parts.held import Held
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "uGame22"
_LAYOUT = const("160x120")
KEYS = bytes((UP, DOWN, LEFT, RIGHT, A, B, START, SELECT))
ERASES = False  # the RP2's nvm is one flash block of 4 KB, but what is still 0xFF is just written
LIGHT = 0  # the screen has no pin for it


def events():
    """The queue of the keys; once a start, for it takes the pins."""
    keys = keypad.Keys(
        (
            board.BUTTON_UP,
            board.BUTTON_DOWN,
            board.BUTTON_LEFT,
            board.BUTTON_RIGHT,
            board.BUTTON_O,
            board.BUTTON_X,
            board.BUTTON_Z,
        ),
        value_when_pressed=False,
    )
    return Held(keys.events, 6, 7, ticks)


def voice():
    """What sounds; once a start, for it takes the pins."""
    from audiobusio import I2SOut

    from boards.parts.speaker import Speaker

    return Speaker(I2SOut(board.I2S_BCLK, board.I2S_LRCLK, board.I2S_DIN))
