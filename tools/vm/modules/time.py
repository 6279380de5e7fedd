# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Stand-in for `time`: a clock that moves only when the program sleeps, asks or waits for a key.

So a run on the VM takes no real time, and every run is the same.
"""

now = (1 << 29) - 65_000  # ms since power-on; as on the device, ticks_ms() wraps 65 s after the start


def move(milliseconds: int):
    """Lets that much time pass. The other stand-ins call it; a program on a device cannot."""
    global now
    now += milliseconds


def sleep(seconds: float):
    """Lets the time pass at once; ValueError for a negative one."""
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    move(int(seconds * 1000 + 0.5))
