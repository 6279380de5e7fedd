# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What the check finds out by itself: the save, memory, speed, and the time of a picture."""

import gc

from micropython import const

from engine import memory
from engine.rng import Rng

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Callable
    from typing import Any

_STEP = const(256)  # bytes to which the largest block is found
CARDS = const(98)
SHUFFLE = const(7678)  # CPython's bytecodes of one shuffle of CARDS cards, as `make bench` counts
_WHILE = const(400)  # ms of shuffling
_PICTURES = const(3)
_LOG = const(4096)  # bytes of the region that saves use
_TICKS = const(0x0FFFFFFF)  # as in handful.keys


def elapsed(now: int, then: int) -> int:
    """Returns the ms from `then` to `now`. The games' own function would bring the whole app along."""
    return (now - then) & _TICKS


def saved(region: "Any", erases: bool) -> tuple[str, int, int, int, str]:
    """Reads what the games have saved, and writes nothing. erases: the board's ERASES.

    Returns "none", "blank", "whole" or "damaged"; the bytes in use and those that there are; how often they
    were erased; the code of the language that was chosen. What is loaded for that is freed again.
    """
    before = memory.mark("handful.")
    found = _saved(region, erases)
    memory.release(before)
    gc.collect()
    return found


def _saved(region: "Any", erases: bool) -> tuple[str, int, int, int, str]:
    from handful.settings import LANGUAGE, Settings
    from handful.store import SETTINGS, Store
    from handful.texts import LANGUAGES

    store = Store(region, erases)
    settings = Settings()
    try:
        settings.load(store.payloads[SETTINGS])
    except ValueError:
        pass  # nothing is saved, or it is damaged
    language = LANGUAGES[settings.values[LANGUAGE]]
    if not store.saves:
        return "none", 0, 0, 0, language
    size = min(len(region), _LOG)
    used = len(bytes(region[0:size]).rstrip(b"\xff"))
    state = "blank" if store.new else "damaged" if store.lost else "whole"
    return state, used, size, store.erased, language


def heap() -> tuple[int, int, int]:
    """Returns the bytes of the heap, of what is free, and of the largest block; zeros if it has no limit."""
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
    return gc.mem_alloc() + free, free, low  # type: ignore[attr-defined]  # the stubs lack it


def speed(ticks: "Callable[[], int]") -> int:
    """Returns the bytecodes a millisecond that shuffling takes, in the unit of `make bench`."""
    rng = Rng(1)
    cards = list(range(CARDS))
    start = ticks()
    turns = 0
    past = 0
    while past < _WHILE:
        rng.shuffle(cards)
        turns += 1
        past = elapsed(ticks(), start)
    return turns * SHUFFLE // past


def picture(display: "Any", palette: "Any", ticks: "Callable[[], int]") -> int:
    """Returns the ms of the fastest of some full refreshes. palette: its first colour is behind it all."""
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
