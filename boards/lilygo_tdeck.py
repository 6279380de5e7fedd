# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""LILYGO T-Deck and T-Deck Plus: a keyboard and a trackball, 320x240.

The ball pressed is A. No key of the keyboard tells how long it is held, so H opens what B held down opens.
"""

import board
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import Event, display, queue, sleep  # noqa: F401 - and these
from boards import nothing as lamp  # noqa: F401 - it has no light
from boards.parts.deck import Deck
from boards.parts.slots import close, region  # noqa: F401 - and these
from handful.keys import DOWN, LEFT, RIGHT, RING, SELECT, START, UP, A, B

NAME = "LILYGO T-Deck"
_SINCE = const("9.2.1")  # the first whose board.c switches the display's power on
_LAYOUT = const("160x120")
KEYS = bytes((UP, DOWN, LEFT, RIGHT, A, B, START, SELECT, RING))  # the trackball is the first five
KEYS_CALLED = ("WASD", "Enter", "Bksp", "P", "T", "H")
ERASES = True  # the firmware rewrites all 8 KB at every write
LIGHT = 2


def events() -> Deck:
    """Returns the queue of keyboard and trackball. Called once, since it takes the pins."""
    ball = keypad.Keys(
        (
            board.TRACKBALL_UP,
            board.TRACKBALL_DOWN,
            board.TRACKBALL_LEFT,
            board.TRACKBALL_RIGHT,
            board.TRACKBALL_CLICK,
        ),
        value_when_pressed=False,
        interval=0.005,
    )
    numbers = {ord("wsad\rbpth"[i]): i for i in range(len(KEYS))}
    numbers[ord(" ")] = numbers[ord("x")] = 4
    numbers[8] = numbers[ord("z")] = 5  # Backspace
    return Deck(queue(ball), board.I2C(), numbers)


def voice() -> object:
    """Returns the speaker. Called once, since it takes the pins."""
    from audiobusio import I2SOut

    from boards.parts.speaker import Speaker

    return Speaker(I2SOut(board.SPEAKER_SCK, board.SPEAKER_WS, board.SPEAKER_DOUT))
