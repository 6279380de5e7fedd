"""Hack Club Sprig: two crosses of four keys, 160x128.

WASD on the left are the directions; on the right L is A, K is B, I on top START and J SELECT.
"""

import board
import keypad
from supervisor import ticks_ms as ticks  # noqa: F401 - a part of this page

from boards import close, display, region, sleep  # noqa: F401 - the rest of it
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "Hack Club Sprig"
KEYS = bytes((UP, LEFT, DOWN, RIGHT, START, SELECT, B, A))
Event = keypad.Event
ERASES = False  # the RP2's nvm is one flash block of 4 KB, but what is still 0xFF is just written
LIGHT = 2


def events():
    """The queue of the keys; once a start, for it takes the pins."""
    return keypad.Keys(
        (
            board.BUTTON_W,
            board.BUTTON_A,
            board.BUTTON_S,
            board.BUTTON_D,
            board.BUTTON_I,
            board.BUTTON_J,
            board.BUTTON_K,
            board.BUTTON_L,
        ),
        value_when_pressed=False,
    ).events


def voice():
    """What sounds; once a start, for it takes the pins."""
    from audiobusio import I2SOut

    from boards.parts.speaker import Speaker

    return Speaker(I2SOut(board.AUDIO_BCLK, board.AUDIO_LRCLK, board.AUDIO_DIN))


def lamp():
    """What shines; once a start, for it takes the pins."""
    from boards.parts.lamps import Single

    return Single(board.WHITE_LED)
