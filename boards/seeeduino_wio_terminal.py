"""Seeed Wio Terminal: a small stick of five switches, three keys on the top edge, 320x240.

Pressing the stick is A; on the edge, from the left, are SELECT (C), B and START (A).
"""

import board
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - a part of this page

from boards import close, display, region, sleep  # noqa: F401 - the rest of it
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "Seeed Wio Terminal"
_LAYOUT = const("160x120")
KEYS = bytes((UP, DOWN, LEFT, RIGHT, A, START, B, SELECT))
Event = keypad.Event
ERASES = True  # the SAMD51's nvm is one flash block of 8 KB
LIGHT = 1  # its pin has no timer behind it: on or off


def events():
    """The queue of the keys; once a start, for it takes the pins."""
    return keypad.Keys(
        (
            board.SWITCH_UP,
            board.SWITCH_DOWN,
            board.SWITCH_LEFT,
            board.SWITCH_RIGHT,
            board.SWITCH_PRESS,
            board.BUTTON_1,
            board.BUTTON_2,
            board.BUTTON_3,
        ),
        value_when_pressed=False,
    ).events


def voice():
    """What sounds; once a start, for it takes the pins."""
    from boards.parts.buzzer import Buzzer

    return Buzzer(board.BUZZER)


def lamp():
    """What shines; once a start, for it takes the pins."""
    from boards.parts.lamps import Single

    return Single(board.LED)
