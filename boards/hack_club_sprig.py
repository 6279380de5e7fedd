# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Hack Club Sprig: two crosses of four keys, 160x128.

W, A, S and D on the left are the directions. On the right L is A, K is B, I is START and J is SELECT.
"""

import board
import keypad
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import close, display, queue, region, sleep  # noqa: F401 - and these
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "Hack Club Sprig"
KEYS = bytes((UP, LEFT, DOWN, RIGHT, START, SELECT, B, A))
KEYS_CALLED = ("WASD", "L", "K", "I", "J", "K")
Event = keypad.Event
ERASES = False  # the RP2 writes bytes that still are 0xFF without an erase
LIGHT = 2


def events() -> "keypad.EventQueue":
    """Returns the queue of key events. Called once, since it takes the pins."""
    return queue(
        keypad.Keys(
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
            interval=0.01,
        )
    )


def voice() -> object:
    """Returns the speaker. Called once, since it takes the pins."""
    from audiobusio import I2SOut

    from boards.parts.speaker import Speaker

    return Speaker(I2SOut(board.AUDIO_BCLK, board.AUDIO_LRCLK, board.AUDIO_DIN))


def lamp() -> object:
    """Returns the lamp. Called once, since it takes the pins."""
    from boards.parts.lamps import Single

    return Single(board.WHITE_LED)
