# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Vidi X: built like the ODROID-GO, with five keys and a d-pad that gives two voltages, 320x240."""

import board
import keypad
from analogio import AnalogIn
from micropython import const

from boards import queue
from boards.hardkernel_odroid_go import (  # noqa: F401 - the app reads them from this page
    DPAD,
    ERASES,
    KEYS,
    Event,
    close,
    display,
    region,
    sleep,
    ticks,
)
from boards.parts.stick import Stick

NAME = "Vidi X"
_LAYOUT = const("160x120")
LIGHT = 0  # the backlight has no pin


def events() -> Stick:
    """Returns the queue of key and d-pad events. Called once, since it takes the pins."""
    buttons = keypad.Keys(
        (board.BTN_A, board.BTN_B, board.START, board.SELECT, board.MENU),
        value_when_pressed=False,
        interval=0.01,
    )
    return Stick(queue(buttons), (AnalogIn(board.BTN_L_R), AnalogIn(board.BTN_UP_DOWN)), DPAD)


def voice() -> object:
    """Returns the speaker. Called once, since it takes the pins."""
    from audioio import AudioOut

    from boards.parts.speaker import Speaker

    return Speaker(AudioOut(board.SPEAKER_IN))


def lamp() -> object:
    """Returns the lamp. Called once, since it takes the pins."""
    from boards.parts.pixels import Pixels

    return Pixels(board.RGB_LED, 1)
