# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""HEIA-FR Picomo V3: a stick and a key at each upper corner, 240x280. The picture leaves some rows free.

The key on the right is A, the one on the left is B. The stick pressed is START, and SELECT when it is held
down.
"""

import board
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import Event, close, display, queue, region, sleep  # noqa: F401 - and these
from boards.parts.held import Held
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "HEIA-FR Picomo V3"
_LAYOUT = const("120x120")
_PRINTED = const(("", "R", "L", "STICK", "STICK"))
KEYS = bytes((UP, DOWN, LEFT, RIGHT, A, B, START, SELECT))
ERASES = False  # the RP2 writes bytes that still are 0xFF without an erase
LIGHT = 0  # the backlight has no pin


def scale(screen: object) -> object:
    """Returns what the games draw on, which is quicker than the display."""
    from boards.parts import doubled

    return doubled.display(screen, 0, 20)  # the firmware's display begins at the controller's row 20


def events() -> Held:
    """Returns the queue of key events. Called once, since it takes the pins."""
    keys = keypad.Keys(
        (
            board.SW_UP,
            board.SW_DOWN,
            board.SW_LEFT,
            board.SW_RIGHT,
            board.SW_TOPR,
            board.SW_TOPL,
            board.SW_MID,
        ),
        value_when_pressed=False,
        interval=0.01,
    )
    return Held(queue(keys), 6, 7)


def voice() -> object:
    """Returns the buzzer. Called once, since it takes the pins."""
    from boards.parts.buzzer import Buzzer

    return Buzzer(board.BUZZER)


def lamp() -> object:
    """Returns the lamp. Called once, since it takes the pins."""
    from boards.parts.lamps import Trio

    return Trio(board.LED_R, board.LED_G, board.LED_B)
