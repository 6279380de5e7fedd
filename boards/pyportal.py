# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Adafruit PyPortal: a display that can be touched and no keys, 320x240."""

import board
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import Event, display, sleep  # noqa: F401 - and these
from boards.parts.panel import Panel
from boards.parts.slots import close, region  # noqa: F401 - and these
from boards.parts.touch import events, few  # noqa: F401 - and these

NAME = "Adafruit PyPortal"
_LAYOUT = const("160x120")
KEYS = b""  # none
ERASES = True  # the SAMD51 keeps the region in one flash block of 8 KB
LIGHT = 2

_panel = None


def raw() -> tuple[int, int] | None:
    """Returns the panel's own numbers where it is pressed; None if it is not."""
    global _panel
    if _panel is None:
        from adafruit_touchscreen import Touchscreen

        _panel = Touchscreen(board.TOUCH_XL, board.TOUCH_XR, board.TOUCH_YD, board.TOUCH_YU)
    point = _panel.touch_point
    return (point[0] >> 6, point[1] >> 6) if point else None


# At its edges Adafruit's own library for the PyPortal has 5200 to 59000 and 5800 to 57000 of 65535.
calibration = Panel(raw, [167, 200, 834, 200, 167, 780], 320, 240)
touched = calibration.touched


def voice() -> object:
    """Returns the speaker. Called once, since it takes the pins."""
    from audioio import AudioOut

    from boards.parts.speaker import Speaker

    return Speaker(AudioOut(board.SPEAKER), board.SPEAKER_ENABLE)


def lamp() -> object:
    """Returns the lamp. Called once, since it takes the pins."""
    from boards.parts.pixels import Pixels

    return Pixels(board.NEOPIXEL, 1)
