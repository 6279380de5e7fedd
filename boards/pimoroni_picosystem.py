"""Pimoroni PicoSystem: a d-pad and four keys, START on top (X) and SELECT on the left (Y), 240x240."""

import board
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - a part of this page

from boards import close, display, region, sleep  # noqa: F401 - the rest of it
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "Pimoroni PicoSystem"
_LAYOUT = const("120x120")
KEYS = bytes((UP, DOWN, LEFT, RIGHT, A, B, START, SELECT))
Event = keypad.Event
ERASES = False  # the RP2's nvm is one flash block of 4 KB, but what is still 0xFF is just written
LIGHT = 2


def events():
    """The queue of the keys; once a start, for it takes the pins."""
    return keypad.Keys(
        (
            board.SW_UP,
            board.SW_DOWN,
            board.SW_LEFT,
            board.SW_RIGHT,
            board.SW_A,
            board.SW_B,
            board.SW_X,
            board.SW_Y,
        ),
        value_when_pressed=False,
    ).events


def voice():
    """What sounds; once a start, for it takes the pins."""
    from boards.parts.buzzer import Buzzer

    return Buzzer(board.AUDIO)


def lamp():
    """What shines; once a start, for it takes the pins."""
    from boards.parts.lamps import Trio

    return Trio(board.LED_R, board.LED_G, board.LED_B)
