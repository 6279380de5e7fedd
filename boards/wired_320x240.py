# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A console that somebody has put together (boards/wired.py), with a display of 320x240."""

from micropython import const

from boards.wired import (  # noqa: F401 - the app reads them from this page
    ERASES,
    KEYS,
    LIGHT,
    Event,
    close,
    display,
    events,
    lamp,
    region,
    scale,
    sleep,
    ticks,
    voice,
)

NAME = "Own wiring, 320x240"
_FIRMWARES = const(("raspberry_pi_pico", "raspberry_pi_pico_w", "raspberry_pi_pico2", "raspberry_pi_pico2_w"))
_LAYOUT = const("160x120")
