# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""M5Stack Core Fire: the keys and the display of the Core Basic, and a row of lights at each side."""

import board
from micropython import const

from boards.m5stack_core_basic import (  # noqa: F401 - the app reads them from this page
    ERASES,
    FEW,
    KEYS,
    LIGHT,
    Event,
    close,
    display,
    events,
    few,
    region,
    sleep,
    ticks,
    voice,
)

NAME = "M5Stack Core Fire"
_LAYOUT = const("160x120")


def lamp() -> object:
    """Returns the lamp. Called once, since it takes the pins."""
    from boards.parts.pixels import Pixels

    return Pixels(board.LED_BAR, 10)
