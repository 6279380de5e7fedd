# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Hardkernel ODROID-GO: five keys with a pin each, and a d-pad that gives two voltages, 320x240."""

import board
import keypad
from analogio import AnalogIn
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import Event, display, queue, sleep  # noqa: F401 - and these
from boards.parts.slots import close, region  # noqa: F401 - and these
from boards.parts.stick import NO_KEY, Stick
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "Hardkernel ODROID-GO"
_LAYOUT = const("160x120")
KEYS = bytes((A, B, START, SELECT, START, LEFT, RIGHT, UP, DOWN))  # the keys, then the d-pad
ERASES = True  # the firmware rewrites all 8 KB at every write
LIGHT = 2

# Released is no voltage; right and down are half of it; left and up are all of it.
DPAD = bytes((NO_KEY, 6, 5, NO_KEY, 8, 7))


def events() -> Stick:
    """Returns the queue of key and d-pad events. Called once, since it takes the pins."""
    buttons = keypad.Keys(
        (board.BTN_A, board.BTN_B, board.BTN_START, board.BTN_SELECT, board.BTN_MENU),
        value_when_pressed=False,
        interval=0.01,
    )
    return Stick(queue(buttons), (AnalogIn(board.BTN_AXIS_X), AnalogIn(board.BTN_AXIS_Y)), DPAD)


def voice() -> object:
    """Returns the speaker. Called once, since it takes the pins."""
    from audioio import AudioOut

    from boards.parts.speaker import Speaker

    # The amplifier plays the difference of its two inputs; the second one is held at a constant level.
    return Speaker(AudioOut(board.SPEAKER_IN_P), board.SPEAKER_IN_M)


def lamp() -> object:
    """Returns the lamp. Called once, since it takes the pins."""
    from boards.parts.lamps import Single

    return Single(board.LED)
