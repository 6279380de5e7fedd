"""Adafruit PyGamer: the PyBadge's screen and four of its keys, with a stick for the directions."""

import board
import keypad
from analogio import AnalogIn
from supervisor import ticks_ms as ticks  # noqa: F401 - a part of this page

from boards import Event, close, display, region, sleep  # noqa: F401 - the rest of it
from boards.parts.stick import NO_KEY, Stick
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "Adafruit PyGamer"
KEYS = bytes((B, A, START, SELECT, LEFT, RIGHT, UP, DOWN))  # the register's, then the stick's
ERASES = True  # the SAMD51's nvm is one flash block of 8 KB
LIGHT = 2

_STICK = bytes((4, NO_KEY, 5, 6, NO_KEY, 7))  # left, rest, right; up, rest, down


def events():
    """The queue of keys and stick; once a start, for it takes the pins."""
    buttons = keypad.ShiftRegisterKeys(
        clock=board.BUTTON_CLOCK,
        data=board.BUTTON_OUT,
        latch=board.BUTTON_LATCH,
        key_count=4,
        value_when_pressed=True,
    )
    return Stick(buttons.events, (AnalogIn(board.JOYSTICK_X), AnalogIn(board.JOYSTICK_Y)), _STICK)


def voice():
    """What sounds; once a start, for it takes the pins."""
    from audioio import AudioOut

    from boards.parts.speaker import Speaker

    return Speaker(AudioOut(board.SPEAKER), board.SPEAKER_ENABLE)


def lamp():
    """What shines; once a start, for it takes the pins."""
    from boards.parts.lamps import Pixels

    return Pixels(board.NEOPIXEL, 5)
