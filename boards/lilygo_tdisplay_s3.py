# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""LILYGO T-Display S3: two keys beside the display, 320x170. IO14 is NEXT, IO0 is YES."""

import board
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import display, queue, sleep  # noqa: F401 - and these
from boards import nothing as lamp  # noqa: F401 - it has no light
from boards import nothing as voice  # noqa: F401 - and no speaker
from boards.parts.few import few  # noqa: F401 - and this
from boards.parts.slots import close, region  # noqa: F401 - and these
from handful.keys import RIGHT, A

NAME = "LILYGO T-Display S3"
_LAYOUT = const("240x135")  # the picture leaves an edge free
FEW = ("IO14", "IO0")
KEYS = bytes((RIGHT, A))
Event = keypad.Event
ERASES = True  # the firmware rewrites all 8 KB at every write
LIGHT = 2


def events() -> "keypad.EventQueue":
    """Returns the queue of key events. Called once, since it takes the pins."""
    return queue(keypad.Keys((board.BUTTON1, board.BUTTON0), value_when_pressed=False, interval=0.01))
