"""Pajenicko PicoPad: the PicoSystem's keys, under the same names, 320x240."""

from micropython import const

from boards.pimoroni_picosystem import (  # noqa: F401 - all but the name is the PicoSystem's
    ERASES,
    KEYS,
    LIGHT,
    Event,
    close,
    display,
    events,
    region,
    sleep,
    ticks,
)

NAME = "Pajenicko PicoPad"
_LAYOUT = const("160x120")


def voice():
    """What sounds; once a start, for it takes the pins."""
    import board

    from boards.parts.buzzer import Buzzer

    return Buzzer(board.AUDIO)


def lamp():
    """What shines; once a start, for it takes the pins."""
    import board

    from boards.parts.lamps import Single

    return Single(board.LED)
