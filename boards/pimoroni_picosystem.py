# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Pimoroni PicoSystem: a d-pad and four keys, 240x240. X (on top) is START, Y (left) is SELECT.

The lamp is bright where its pins are high, as in the maker's own library
(https://github.com/pimoroni/picosystem); the firmware's status light takes it for the opposite.
"""

import board
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import close, display, queue, region, sleep  # noqa: F401 - and these
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "Pimoroni PicoSystem"
_LAYOUT = const("120x120")
KEYS = bytes((UP, DOWN, LEFT, RIGHT, A, B, START, SELECT))
KEYS_CALLED = ("", "", "", "X", "Y", "")
Event = keypad.Event
ERASES = False  # the RP2 writes bytes that still are 0xFF without an erase
LIGHT = 2


def scale(screen: object) -> object:
    """Returns what the games draw on, which is quicker than the display."""
    from boards.parts import doubled

    return doubled.display(screen)


def events() -> "keypad.EventQueue":
    """Returns the queue of key events. Called once, since it takes the pins."""
    return queue(
        keypad.Keys(
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
            interval=0.01,
        )
    )


def voice() -> object:
    """Returns the buzzer. Called once, since it takes the pins."""
    from boards.parts.buzzer import Buzzer

    return Buzzer(board.AUDIO)


def lamp() -> object:
    """Returns the lamp. Called once, since it takes the pins."""
    from boards.parts.lamps import Trio

    return Trio(board.LED_R, board.LED_G, board.LED_B)
