# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Adafruit PyBadge, PyBadge LC and EdgeBadge: eight keys behind a shift register, 160x128."""

import board
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import display, queue, sleep  # noqa: F401 - and these
from boards.parts.slots import close, region  # noqa: F401 - and these
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "Adafruit PyBadge"
_FIRMWARES = const(("pybadge", "edgebadge"))
KEYS = bytes((B, A, START, SELECT, RIGHT, DOWN, UP, LEFT))
Event = keypad.Event
ERASES = True  # the SAMD51 keeps the region in one flash block of 8 KB
LIGHT = 2


def events() -> "keypad.EventQueue":
    """Returns the queue of key events. Called once, since it takes the pins."""
    return queue(
        keypad.ShiftRegisterKeys(
            clock=board.BUTTON_CLOCK,
            data=board.BUTTON_OUT,
            latch=board.BUTTON_LATCH,
            key_count=len(KEYS),
            value_when_pressed=True,
            interval=0.01,
        )
    )


def voice() -> object:
    """Returns the speaker. Called once, since it takes the pins."""
    from audioio import AudioOut

    from boards.parts.speaker import Speaker

    return Speaker(AudioOut(board.SPEAKER), board.SPEAKER_ENABLE)


def lamp() -> object:
    """Returns the lamp. Called once, since it takes the pins."""
    from boards.parts.pixels import Pixels

    return Pixels(board.NEOPIXEL, 5)
