# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""uGame22: a d-pad and three keys, 320x240. O is A, X is B; Z is START, and SELECT when it is held."""

import board
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import Event, close, display, queue, region, sleep  # noqa: F401 - and these
from boards import nothing as lamp  # noqa: F401 - it has no light
from boards.parts.held import Held
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "uGame22"
_LAYOUT = const("160x120")
_PRINTED = const(("", "O", "X", "Z", "Z"))
KEYS = bytes((UP, DOWN, LEFT, RIGHT, A, B, START, SELECT))
ERASES = False  # the RP2 writes bytes that still are 0xFF without an erase
LIGHT = 0  # the backlight has no pin


def scale(screen: object) -> object:
    """Returns what the games draw on, which is quicker than the display."""
    from boards.parts import doubled

    return doubled.display(screen)


def events() -> Held:
    """Returns the queue of key events. Called once, since it takes the pins."""
    keys = keypad.Keys(
        (
            board.BUTTON_UP,
            board.BUTTON_DOWN,
            board.BUTTON_LEFT,
            board.BUTTON_RIGHT,
            board.BUTTON_O,
            board.BUTTON_X,
            board.BUTTON_Z,
        ),
        value_when_pressed=False,
        interval=0.01,
    )
    return Held(queue(keys), 6, 7)


def voice() -> object:
    """Returns the speaker. Called once, since it takes the pins."""
    from audiobusio import I2SOut

    from boards.parts.speaker import Speaker

    return Speaker(I2SOut(board.I2S_BCLK, board.I2S_LRCLK, board.I2S_DIN))
