# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Adafruit PyGamer: four keys behind a shift register and a stick for the directions, 160x128."""

import board
import keypad
from analogio import AnalogIn
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import Event, display, queue, sleep  # noqa: F401 - and these
from boards.parts.slots import close, region  # noqa: F401 - and these
from boards.parts.stick import NO_KEY, Stick
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "Adafruit PyGamer"
KEYS = bytes((B, A, START, SELECT, LEFT, RIGHT, UP, DOWN))  # the shift register, then the stick
ERASES = True  # the SAMD51 keeps the region in one flash block of 8 KB
LIGHT = 2

_STICK = bytes((4, NO_KEY, 5, 6, NO_KEY, 7))  # left, rest, right; up, rest, down


def events() -> Stick:
    """Returns the queue of key and stick events. Called once, since it takes the pins."""
    buttons = keypad.ShiftRegisterKeys(
        clock=board.BUTTON_CLOCK,
        data=board.BUTTON_OUT,
        latch=board.BUTTON_LATCH,
        key_count=4,
        value_when_pressed=True,
        interval=0.01,
    )
    return Stick(queue(buttons), (AnalogIn(board.JOYSTICK_X), AnalogIn(board.JOYSTICK_Y)), _STICK)


def voice() -> object:
    """Returns the speaker. Called once, since it takes the pins."""
    from audioio import AudioOut

    from boards.parts.speaker import Speaker

    return Speaker(AudioOut(board.SPEAKER), board.SPEAKER_ENABLE)


def lamp() -> object:
    """Returns the lamp. Called once, since it takes the pins."""
    from boards.parts.pixels import Pixels

    return Pixels(board.NEOPIXEL, 5)
