# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""M5Stack CoreS3: the touch screen of the Core2, and an ESP32-S3, 320x240."""

from micropython import const

from boards.m5stack_core2 import (  # noqa: F401 - the app reads them from this page
    ERASES,
    KEYS,
    LIGHT,
    Event,
    close,
    display,
    events,
    few,
    lamp,
    region,
    sleep,
    ticks,
    touched,
    voice,
)

NAME = "M5Stack CoreS3"
_LAYOUT = const("160x120")
