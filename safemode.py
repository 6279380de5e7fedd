"""Starts again after a brown-out, where CircuitPython itself would wait for RESET with a dark screen.

Should the battery be too weak still, this comes round every ten seconds, and nothing is written meanwhile.
Any other reason for the safe mode stays, so that somebody can look at it.
"""

import time

import microcontroller
import supervisor

if supervisor.runtime.safe_mode_reason == supervisor.SafeModeReason.BROWNOUT:
    time.sleep(10)
    microcontroller.reset()
