# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""M5Stack Core Basic: three keys below the display, 320x240. A is BACK, B is YES, C is NEXT."""

import board
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import display, queue, sleep  # noqa: F401 - and these
from boards import nothing as lamp  # noqa: F401 - it has no light
from boards.parts.few import few  # noqa: F401 - and this
from boards.parts.slots import close, region  # noqa: F401 - and these
from handful.keys import RIGHT, A, B

NAME = "M5Stack Core Basic"
_LAYOUT = const("160x120")
FEW = ("C", "B", "A")
KEYS = bytes((RIGHT, A, B))
Event = keypad.Event
ERASES = True  # the firmware rewrites all 8 KB at every write
LIGHT = 2


def events() -> "keypad.EventQueue":
    """Returns the queue of key events. Called once, since it takes the pins."""
    return queue(
        keypad.Keys((board.BTN_C, board.BTN_B, board.BTN_A), value_when_pressed=False, interval=0.01)
    )


def voice() -> object:
    """Returns the speaker. Called once, since it takes the pins."""
    from audioio import AudioOut

    from boards.parts.speaker import Speaker

    return Speaker(AudioOut(board.SPEAKER))
