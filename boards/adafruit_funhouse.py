# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Adafruit FunHouse: three keys beside the display, 240x240. DOWN is NEXT, SELECT is YES and UP is BACK."""

import board
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import display, queue, sleep  # noqa: F401 - and these
from boards.parts.few import few  # noqa: F401 - and this
from boards.parts.slots import close, region  # noqa: F401 - and these
from handful.keys import RIGHT, A, B

NAME = "Adafruit FunHouse"
_LAYOUT = const("120x120")
FEW = ("DOWN", "SEL", "UP")
KEYS = bytes((RIGHT, A, B))
Event = keypad.Event
ERASES = True  # the firmware rewrites all 8 KB at every write
LIGHT = 2


def events() -> "keypad.EventQueue":
    """Returns the queue of key events. Called once, since it takes the pins."""
    return queue(
        keypad.Keys(
            (board.BUTTON_DOWN, board.BUTTON_SELECT, board.BUTTON_UP), value_when_pressed=True, interval=0.01
        )
    )


def voice() -> object:
    """Returns the buzzer. Called once, since it takes the pins."""
    from boards.parts.buzzer import Buzzer

    return Buzzer(board.SPEAKER)


def lamp() -> object:
    """Returns the lamp. Called once, since it takes the pins."""
    from boards.parts.lamps import Single

    return Single(board.LED)
