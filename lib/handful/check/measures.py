"""What the check measures by itself: memory, speed, and the time of a picture."""

import gc

from micropython import const

from engine.rng import Rng
from handful.keys import elapsed

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Callable
    from typing import Any

_STEP = const(256)  # bytes to which the largest block is found
_CARDS = const(98)
_SHUFFLE = const(6200)  # CPython's bytecodes of one shuffle of so many cards, as `make bench` counts
_WHILE = const(400)  # ms of shuffling
_PICTURES = const(3)


def memory() -> tuple[int, int, int]:
    """Returns the bytes of the heap, those free, and those of the largest block; zeros where it has no limit."""
    if not hasattr(gc, "mem_free"):
        return 0, 0, 0
    gc.collect()
    free = gc.mem_free()
    low = 0
    high = free + 1
    while high - low > _STEP:
        middle = (low + high) // 2
        try:
            bytearray(middle)
            low = middle
        except MemoryError:
            high = middle
        gc.collect()
    return gc.mem_alloc() + free, free, low


def speed(ticks: "Callable[[], int]") -> int:
    """Returns the bytecodes a millisecond that shuffling takes, in the unit of `make bench`."""
    rng = Rng(1)
    cards = list(range(_CARDS))
    start = ticks()
    turns = 0
    past = 0
    while past < _WHILE:
        rng.shuffle(cards)
        turns += 1
        past = elapsed(ticks(), start)
    return turns * _SHUFFLE // past


def picture(display: "Any", palette: "Any", ticks: "Callable[[], int]") -> int:
    """Returns the ms of the fastest of some full refreshes. palette: its first colour is behind everything."""
    colour = palette[0]
    best = -1
    for turn in range(_PICTURES + 1):
        palette[0] = colour ^ 0x080808 if turn % 2 == 0 else colour
        start = ticks()
        display.refresh()
        past = elapsed(ticks(), start)
        if best < 0 or past < best:
            best = past
    return best
