# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Stand-in for `supervisor`: the ticks of the clock in the `time` stand-in."""

import time


class _Runtime:
    """The `supervisor.runtime` of a device that runs on its own."""

    serial_connected = False
    usb_connected = False
    autoreload = False


runtime = _Runtime()


def ticks_ms() -> int:
    """Returns milliseconds, from 0 to 2**29 - 1 and round again. Each call takes one of them."""
    time.move(1)
    return time.now & 0x1FFFFFFF


next_code_file = None  # what set_next_code_file() was told


def set_next_code_file(filename):
    """Remembers which program comes next."""
    global next_code_file
    next_code_file = filename


def reload():
    """Ends the program as a device does: by what no `except Exception` catches."""
    raise SystemExit
