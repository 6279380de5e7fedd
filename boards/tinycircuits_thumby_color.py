# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""TinyCircuits Thumby Color: a d-pad, A and B, two bumpers and MENU, 128x128.

MENU and the right bumper are START, the left bumper is SELECT.
"""

import board
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import close, display, queue, region, sleep  # noqa: F401 - and these
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "TinyCircuits Thumby Color"
_LAYOUT = const("128x128")
KEYS = bytes((UP, DOWN, LEFT, RIGHT, A, B, START, SELECT, START))
KEYS_CALLED = ("", "", "", "MENU", "LB", "")
Event = keypad.Event
ERASES = False  # the RP2 writes bytes that still are 0xFF without an erase
LIGHT = 2


def events() -> "keypad.EventQueue":
    """Returns the queue of key events. Called once, since it takes the pins."""
    return queue(
        keypad.Keys(
            (
                board.BUTTON_UP,
                board.BUTTON_DOWN,
                board.BUTTON_LEFT,
                board.BUTTON_RIGHT,
                board.BUTTON_A,
                board.BUTTON_B,
                board.BUTTON_MENU,
                board.BUTTON_BUMPER_LEFT,
                board.BUTTON_BUMPER_RIGHT,
            ),
            value_when_pressed=False,
            interval=0.01,
        )
    )


def voice() -> object:
    """Returns the buzzer. Called once, since it takes the pins."""
    from boards.parts.buzzer import Buzzer

    return Buzzer(board.SPEAKER, board.SPEAKER_ENABLE)


def lamp() -> object:
    """Returns the lamp. Called once, since it takes the pins."""
    from boards.parts.lamps import Trio

    return Trio(board.LED_R, board.LED_G, board.LED_B, off=65535)
