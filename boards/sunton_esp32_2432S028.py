# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Sunton ESP32-2432S028, the "cheap yellow display": a display that can be touched and no keys, 320x240."""

import board
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import Event, display, sleep  # noqa: F401 - and these
from boards import nothing as lamp  # noqa: F401 - its light is at the back
from boards import nothing as voice  # noqa: F401 - a speaker has to be bought
from boards.parts.panel import Panel
from boards.parts.slots import close, region  # noqa: F401 - and these
from boards.parts.touch import events, few  # noqa: F401 - and these

NAME = "Sunton ESP32-2432S028"
_LAYOUT = const("160x120")
KEYS = b""  # none
ERASES = True  # the firmware rewrites all 8 KB at every write
LIGHT = 2

_chip = None


def raw() -> tuple[int, int] | None:
    """Returns the panel's own numbers where it is pressed; None if it is not."""
    global _chip
    if _chip is None:
        from busio import SPI

        from boards.parts.xpt2046 import XPT2046

        _chip = XPT2046(SPI(board.TOUCH_SCK, board.TOUCH_MOSI, board.TOUCH_MISO), board.TOUCH_CS)
    return _chip.read()


calibration = Panel(raw, [140, 182, 834, 182, 140, 827], 320, 240)
touched = calibration.touched
