"""What the boards on a computer share: the order of the keys, the save file, the clock."""

import time

from micropython import const

from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

KEYS = bytes((UP, DOWN, LEFT, RIGHT, A, B, START, SELECT))

_TICKS = const(0x1FFFFFFF)


def region():
    """The save file in the user's data folder."""
    from boards.computer.savefile import SaveFile

    return SaveFile()


def ticks() -> int:
    """Milliseconds, wrapping at 2**29."""
    return time.monotonic_ns() // 1_000_000 & _TICKS


def sleep(ms: int) -> None:
    """Waits that many milliseconds."""
    time.sleep(ms / 1000)
