# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What the window and the terminal share: the order of the keys, the save file, the clock."""

import locale
import os
import time

from boards.computer import modules  # noqa: F401 - `displayio` and so on are found there
from boards.computer.savefile import SaveFile
from engine import const
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

KEYS = bytes((UP, DOWN, LEFT, RIGHT, A, B, START, SELECT))

_TICKS = const(0x1FFFFFFF)


def region() -> SaveFile:
    """Returns the save file in the user's data folder."""
    return SaveFile()


def language() -> str:
    """Returns the first two letters of the language that the computer speaks, "" if it does not say."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return os.environ[name][:2].lower()
    return (locale.getlocale()[0] or "")[:2].lower()


def ticks() -> int:
    """Returns milliseconds, from 0 to 2**29 - 1 and round again."""
    return time.monotonic_ns() // 1_000_000 & _TICKS


def sleep(ms: int) -> None:
    """Waits."""
    time.sleep(ms / 1000)
