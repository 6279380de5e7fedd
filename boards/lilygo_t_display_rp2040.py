# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""LILYGO T-Display RP2040: two keys beside the display, 240x135. R is NEXT, L is YES."""

import board
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import close, display, queue, region, sleep  # noqa: F401 - and these
from boards import nothing as voice  # noqa: F401 - it has no speaker
from boards.parts.few import few  # noqa: F401 - and this
from handful.keys import RIGHT, A

NAME = "LILYGO T-Display RP2040"
_LAYOUT = const("240x135")
FEW = ("R", "L")
KEYS = bytes((RIGHT, A))
Event = keypad.Event
ERASES = False  # the RP2 writes bytes that still are 0xFF without an erase
LIGHT = 2


def events() -> "keypad.EventQueue":
    """Returns the queue of key events. Called once, since it takes the pins."""
    return queue(keypad.Keys((board.BUTTON_R, board.BUTTON_L), value_when_pressed=False, interval=0.01))


def lamp() -> object:
    """Returns the lamp. Called once, since it takes the pins."""
    from boards.parts.lamps import Single

    return Single(board.LED)
