# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Adafruit PyPortal: a display that can be touched and no keys, 320x240."""

import board
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import Event, display, sleep  # noqa: F401 - and these
from boards.parts.slots import close, region  # noqa: F401 - and these
from boards.parts.touch import Touch, events, few  # noqa: F401 - and these

NAME = "Adafruit PyPortal"
_LAYOUT = const("160x120")
KEYS = b""  # none
ERASES = True  # the SAMD51 keeps the region in one flash block of 8 KB
LIGHT = 2

# What its panel gives at the edges, as Adafruit's own library for the PyPortal has it.
_EDGES = ((5200, 59000), (5800, 57000))
_panel = None


def read() -> tuple[int, int] | None:
    """Returns where the display is touched, in its pixels; None if it is not."""
    global _panel
    if _panel is None:
        from adafruit_touchscreen import Touchscreen

        pins = board.TOUCH_XL, board.TOUCH_XR, board.TOUCH_YD, board.TOUCH_YU
        _panel = Touchscreen(*pins, calibration=_EDGES, size=(320, 240))
    point = _panel.touch_point
    return (point[0], point[1]) if point else None


touched = Touch(read, 320, 240).touched


def voice() -> object:
    """Returns the speaker. Called once, since it takes the pins."""
    from audioio import AudioOut

    from boards.parts.speaker import Speaker

    return Speaker(AudioOut(board.SPEAKER), board.SPEAKER_ENABLE)


def lamp() -> object:
    """Returns the lamp. Called once, since it takes the pins."""
    from boards.parts.lamps import Pixels

    return Pixels(board.NEOPIXEL, 1)
