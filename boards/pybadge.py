"""Adafruit PyBadge, PyBadge LC and EdgeBadge: eight keys behind a shift register, 160x128."""

import board
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - a part of this page

from boards import close, display, region, sleep  # noqa: F401 - the rest of it
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "Adafruit PyBadge"
_FIRMWARES = const(("pybadge", "edgebadge"))
KEYS = bytes((B, A, START, SELECT, RIGHT, DOWN, UP, LEFT))
Event = keypad.Event
ERASES = True  # the SAMD51's nvm is one flash block of 8 KB
LIGHT = 2


def events():
    """The queue of the keys; once a start, for it takes the pins."""
    return keypad.ShiftRegisterKeys(
        clock=board.BUTTON_CLOCK,
        data=board.BUTTON_OUT,
        latch=board.BUTTON_LATCH,
        key_count=len(KEYS),
        value_when_pressed=True,
    ).events


def voice():
    """What sounds; once a start, for it takes the pins."""
    from audioio import AudioOut

    from boards.parts.speaker import Speaker

    return Speaker(AudioOut(board.SPEAKER), board.SPEAKER_ENABLE)


def lamp():
    """What shines; once a start, for it takes the pins."""
    from boards.parts.lamps import Pixels

    return Pixels(board.NEOPIXEL, 5)
