# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Adafruit CLUE: two keys below the display, 240x240. B is NEXT and A is YES.

It has as much memory as a PyBadge, so the picture is doubled by displayio, which needs none.
"""

import board
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import display, queue, sleep  # noqa: F401 - and these
from boards.parts.few import few  # noqa: F401 - and this
from boards.parts.slots import close, region  # noqa: F401 - and these
from handful.keys import RIGHT, A

NAME = "Adafruit CLUE"
_LAYOUT = const("120x120")
FEW = ("B", "A")
KEYS = bytes((RIGHT, A))
Event = keypad.Event
ERASES = True  # the nRF52840 erases a page of 4 KB at every write
LIGHT = 2


def events() -> "keypad.EventQueue":
    """Returns the queue of key events. Called once, since it takes the pins."""
    return queue(keypad.Keys((board.BUTTON_B, board.BUTTON_A), value_when_pressed=False, interval=0.01))


def voice() -> object:
    """Returns the buzzer. Called once, since it takes the pins."""
    from boards.parts.buzzer import Buzzer

    return Buzzer(board.SPEAKER)


def lamp() -> object:
    """Returns the lamp. Called once, since it takes the pins."""
    from boards.parts.pixels import Pixels

    return Pixels(board.NEOPIXEL, 1)
