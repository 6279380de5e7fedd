"""uGame S3: the uGame22's keys, under the same names, around an ESP32-S3, 320x240."""

from micropython import const

from boards.ugame22 import (  # noqa: F401 - the rest is the uGame22's
    KEYS,
    Event,
    close,
    display,
    events,
    lamp,
    region,
    sleep,
    ticks,
)

NAME = "uGame S3"
_LAYOUT = const("160x120")
ERASES = True  # the firmware drops the 8 KB that it has kept and stores them anew
LIGHT = 2


def voice():
    """What sounds; once a start, for it takes the pins."""
    import board
    from audiobusio import I2SOut

    from boards.parts.speaker import Speaker

    return Speaker(I2SOut(board.AUDIO_BCLK, board.AUDIO_LRCLK, board.AUDIO_DATA))
