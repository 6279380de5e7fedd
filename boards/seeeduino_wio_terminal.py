# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Seeed Wio Terminal: a stick of five switches, and three keys on the top edge, 320x240.

Pressing the stick is A. The keys on the edge are, from the left, SELECT (C), B (B) and START (A).
"""

import board
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import display, queue, sleep  # noqa: F401 - and these
from boards.parts.slots import close, region  # noqa: F401 - and these
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "Seeed Wio Terminal"
_LAYOUT = const("160x120")
_PRINTED = const(("", "◉", "B", "A", "C"))
KEYS = bytes((UP, DOWN, LEFT, RIGHT, A, START, B, SELECT))
Event = keypad.Event
ERASES = True  # the SAMD51 keeps the region in one flash block of 8 KB
LIGHT = 1  # the backlight's pin has no timer for PWM


def events() -> "keypad.EventQueue":
    """Returns the queue of key events. Called once, since it takes the pins."""
    return queue(
        keypad.Keys(
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
            interval=0.01,
        )
    )


def voice() -> object:
    """Returns the buzzer. Called once, since it takes the pins."""
    from boards.parts.buzzer import Buzzer

    return Buzzer(board.BUZZER)


def lamp() -> object:
    """Returns the lamp. Called once, since it takes the pins."""
    from boards.parts.lamps import Single

    return Single(board.LED)
