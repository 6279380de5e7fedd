# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""uGame S3: the uGame22's keys, whose pins have the same names, and an ESP32-S3, 320x240."""

from micropython import const

from boards.parts.slots import close, region  # noqa: F401 - the app reads them from this page
from boards.ugame22 import (  # noqa: F401 - and these
    KEYS,
    Event,
    display,
    events,
    lamp,
    sleep,
    ticks,
)

NAME = "uGame S3"
_LAYOUT = const("160x120")
ERASES = True  # the firmware rewrites all 8 KB at every write
LIGHT = 2


def voice() -> object:
    """Returns the speaker. Called once, since it takes the pins."""
    import board
    from audiobusio import I2SOut

    from boards.parts.speaker import Speaker

    return Speaker(I2SOut(board.AUDIO_BCLK, board.AUDIO_LRCLK, board.AUDIO_DATA))
