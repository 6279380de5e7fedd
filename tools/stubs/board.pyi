# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""`board` for mypy: every other name is a pin. tests/boards checks which pins each board has."""

import busdisplay
import busio
import microcontroller

board_id: str
DISPLAY: busdisplay.BusDisplay

def I2C() -> busio.I2C: ...
def __getattr__(name: str) -> microcontroller.Pin: ...
