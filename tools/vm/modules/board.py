# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Stand-in for `board`: a PyBadge's names. A pin is its name, since nothing is wired to it."""

from busdisplay import BusDisplay

board_id = "pybadge"
DISPLAY = BusDisplay(160, 128)

BUTTON_CLOCK = "BUTTON_CLOCK"
BUTTON_OUT = "BUTTON_OUT"
BUTTON_LATCH = "BUTTON_LATCH"
SPEAKER = "SPEAKER"
SPEAKER_ENABLE = "SPEAKER_ENABLE"
NEOPIXEL = "NEOPIXEL"
LIGHT = "LIGHT"
