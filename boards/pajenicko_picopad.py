# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Pajenicko PicoPad: the PicoSystem's keys, whose pins have the same names, 320x240."""

from micropython import const

from boards.pimoroni_picosystem import (  # noqa: F401 - the app reads them from this page
    ERASES,
    KEYS,
    KEYS_CALLED,
    LIGHT,
    Event,
    close,
    display,
    events,
    region,
    scale,
    sleep,
    ticks,
)

NAME = "Pajenicko PicoPad"
_LAYOUT = const("160x120")


def voice() -> object:
    """Returns the buzzer. Called once, since it takes the pins."""
    import board

    from boards.parts.buzzer import Buzzer

    return Buzzer(board.AUDIO)


def lamp() -> object:
    """Returns the lamp. Called once, since it takes the pins."""
    import board

    from boards.parts.lamps import Single

    return Single(board.LED)
