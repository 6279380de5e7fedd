# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""M5Stack Core2: a display that can be touched and no keys, 320x240.

Its power chip has the light, and keeps the speaker's amplifier off.
"""

from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import Event, display, sleep  # noqa: F401 - and these
from boards import nothing as lamp  # noqa: F401 - it has no light
from boards import nothing as voice  # noqa: F401 - the amplifier is off
from boards.parts import focal
from boards.parts.slots import close, region  # noqa: F401 - and these
from boards.parts.touch import Touch, events, few  # noqa: F401 - and these

NAME = "M5Stack Core2"
_LAYOUT = const("160x120")
KEYS = b""  # none
ERASES = True  # the firmware rewrites all 8 KB at every write
LIGHT = 0

touched = Touch(focal.read, 320, 240).touched
