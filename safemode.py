# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Starts again after a brown-out, at which CircuitPython waits for RESET, its screen dark.

With a battery still too weak this comes round every ten seconds, and writes nothing.
"""

import time

import microcontroller
import supervisor

if supervisor.runtime.safe_mode_reason == supervisor.SafeModeReason.BROWNOUT:
    time.sleep(10)
    microcontroller.reset()
