# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Pimoroni Explorer: three keys on each side of the screen, and BOOT, 320x240.

On the left A and B are what is printed on them, and C below is LEFT. On the right X, Y and Z are UP, RIGHT
and DOWN. BOOT on its back, the firmware's USER, is START, and SELECT when it is held down.
"""

import board
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import Event, close, display, queue, region, sleep  # noqa: F401 - and these
from boards import nothing as lamp  # noqa: F401 - it has no light
from boards.parts.held import Held
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "Pimoroni Explorer"
_LAYOUT = const("160x120")
_PRINTED = const(("X C Z Y", "", "", "BOOT", "BOOT"))
KEYS = bytes((A, B, LEFT, UP, RIGHT, DOWN, START, SELECT))
ERASES = False  # the RP2 writes bytes that still are 0xFF without an erase
LIGHT = 2


def events() -> Held:
    """Returns the queue of key events. Called once, since it takes the pins."""
    keys = keypad.Keys(
        (
            board.SW_A,
            board.SW_B,
            board.SW_C,
            board.SW_X,
            board.SW_Y,
            board.SW_Z,
            board.SW_USER,
        ),
        value_when_pressed=False,
        interval=0.01,
    )
    return Held(queue(keys), 6, 7)


def voice() -> object:
    """Returns the buzzer. Called once, since it takes the pins."""
    from boards.parts.buzzer import Buzzer

    return Buzzer(board.AUDIO, board.AMP_EN)
