# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Adafruit Feather ESP32-S3 and ESP32-S2 Reverse TFT: three keys beside the display, 240x135.

D2 is NEXT, D1 YES and D0 BACK. D0 connects to ground, the other two connect to 3.3 V.
"""

import board
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import Event, display, queue, sleep  # noqa: F401 - and these
from boards import nothing as voice  # noqa: F401 - it has no speaker
from boards.parts.few import few  # noqa: F401 - and this
from boards.parts.joined import Joined
from boards.parts.slots import close, region  # noqa: F401 - and these
from handful.keys import RIGHT, A, B

NAME = "Adafruit Feather Reverse TFT"
_FIRMWARES = const(("adafruit_feather_esp32s3_reverse_tft", "adafruit_feather_esp32s2_reverse_tft"))
_LAYOUT = const("240x135")
FEW = ("D2", "D1", "D0")
KEYS = bytes((RIGHT, A, B))
ERASES = True  # the firmware rewrites all 8 KB at every write
LIGHT = 2


def events() -> Joined:
    """Returns the queue of key events. Called once, since it takes the pins."""
    high = keypad.Keys((board.D2, board.D1), value_when_pressed=True, interval=0.01)
    low = keypad.Keys((board.D0,), value_when_pressed=False, interval=0.01)
    return Joined(queue(high), queue(low), 2)


def lamp() -> object:
    """Returns the lamp. Called once, since it takes the pins."""
    from boards.parts.lamps import Single

    return Single(board.LED)
