# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The machines that Handful runs on. Each has a page: a module in this folder with facts and functions.

docs/add-a-board.md explains how to write a page. Every page has all of these names:

NAME        what the board is called
KEYS        bytes: the logical key (handful.keys) of each key number; 255 for a key that does nothing
Event       the class of the events that `events()` fills in
ERASES      whether every write to the region erases it first; if False, bytes that still are 0xFF are
            written without an erase
LIGHT       how the backlight can be set: 0 not at all, 1 on and off, 2 in steps (`display.brightness`)
display()   the displayio display, called once
events()    the queue of key events, called once. It is used like keypad's: get_into(event) -> bool fills in
            `key_number` and `pressed`; `overflowed` says that events were lost; clear() drops all that wait.
            A queue that never loses an event sets `overflowed = False` and needs no clear()
region()    the bytes that survive without power: len(), and slices to read and write; None if there are none.
            boards.parts.slots has more, where there is a second place to save to; `close` goes with it
voice()     what plays tones: tone(hertz, volume) and quiet(), see boards.parts; None if the board is silent
lamp()      what shows whose turn it is: shine(colour, person); None if there is no light
ticks()     milliseconds, from 0 to 2**29 - 1 and round again
sleep(ms)   waits
close()     gives everything back when the games end

Eight more are optional. On a handheld with the usual keys and a display as large as the picture none of them
is there:

scale(screen) what the games draw on instead of the screen that display() has returned, to show the picture
            enlarged in less time than displayio takes: see boards.parts.doubled
KEYS_CALLED what is printed on the keys for the directions, A, B, START, SELECT, and on what holds B down;
            "" where that is what the key lines call it
date()      (year, month, day) by the machine's clock, where time.localtime() does not tell it
few(app)    what reads the keys of a board with less than eight, a handful.few.Few; KEYS then has RIGHT for
            NEXT, A for YES and B for BACK, or LEFT and RIGHT for a knob that is turned and A for its key.
            FEW goes with it, what is printed on the keys for NEXT, YES and BACK, see boards.parts.few.
            With eight keys and a picture that can be touched, a handful.finger.Finger
touched()   for that Finger: the next (x, y, kind) of what touches the picture, None if there is none. A board
            without keys has it from boards.parts.touch, and empty KEYS
calibration the boards.parts.panel.Panel of a resistive display: the build adds the screen that calibrates it
language()  the code of the machine's own language, such as "fr"
typed()     the characters typed since the last call, where there is a keyboard: "\\r" is Enter,
            "\\b" Backspace, "\\x1b" Esc. Whoever asks wants text: until the queue has been read to its
            end, keys that type something are not in it, while directions, SELECT and space (A) are

Six more are read by the build only, so they cost nothing on the device: _LAYOUT, the size of the picture if
it is not 160x128 (tools/build/layouts.py); _FIRMWARES, the firmwares that the page is for if they are not
called like the page; _SINCE, the first version of CircuitPython that serves the board, if that is not the
first that has it, and _UNTIL, the last series of versions if later ones do not (tools/build/pages.py);
_PRINTED, what is printed on the keys for the directions, A, B, START and SELECT, if KEYS_CALLED does not tell
(tools/build/portrait.py); and _LAUNCHED, if the board has a launcher: the folder in which that looks for the
games, its name, and the CircuitPython that it needs (tools/build/bundle.py).

A page imports from here what its board has in common with most: the functions below.
"""

import sys
import time

from engine import const
from engine.memory import rare

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

    from keypad import EventQueue, KeyMatrix, Keys, ShiftRegisterKeys


_PIECE = const(256)  # bytes that fill the heap at a time
_PIECES = const(2048)  # at most: half a MB is more than any game takes, and filling 8 MB would take too long
_FAR = const(1000)  # bytes between two pieces one after the other, where a part of 32 KB or more begins


class Event:
    """A key event that can be written to, for queues that make events; those of keypad are read-only."""

    def __init__(self) -> None:
        self.key_number = 0
        self.pressed = False


def display() -> object:
    """Returns the built-in screen, which the firmware has set up."""
    import board

    return board.DISPLAY


@rare
def primary(screen: "Any") -> object:
    """Makes a display that the program has set up the firmware's own, and returns it.

    CircuitPython 11 releases any other when a program ends, so an error could not be read there. Version 9
    knows no such choice, and keeps all.
    """
    import supervisor

    try:
        supervisor.runtime.display = screen
    except AttributeError:
        pass
    return screen


def queue(scanner: "Keys | KeyMatrix | ShiftRegisterKeys") -> "EventQueue":
    """Returns the events of a scanner of keypad. Keys that are down already are pressed now: without that,
    only their release would be an event.
    """
    scanner.reset()
    return scanner.events


def region() -> object:
    """Returns the chip's non-volatile memory."""
    import microcontroller

    return microcontroller.nvm


def sleep(ms: int) -> None:
    """Waits. The firmware goes on scanning the keys."""
    time.sleep(ms / 1000)


def close() -> None:
    """Does nothing: on a device there is nothing to give back."""


def nothing() -> None:
    """The voice or lamp of a board that has none."""


@rare
def grow() -> object:
    """Makes the heap as large as it can be, and returns what keeps it so: a piece in each of its parts.

    CircuitPython takes its heap in parts, collects before it takes one, and gives empty ones back. So the
    games would play in less than there is, and collect more often. Never raises: if there is no memory to be
    had, they start with what they have.
    """
    try:
        from supervisor import set_next_code_file

        # The name of the program that comes next lies beside the heap, where nothing will be left: so one as
        # long as check.py keeps its place there.
        set_next_code_file("/code.py")
    except (ImportError, ValueError, MemoryError):
        pass
    kept: list[object] = [None]
    filler: object = None  # a chain, since a long list would need one large block
    at = 0
    try:
        for _ in range(_PIECES):
            piece = bytearray(_PIECE)
            filler = (filler, piece)
            kept[0] = piece  # the last one lies in the last part
            place = id(piece)
            if place - at > _FAR:
                kept.append(piece)
            if place > at:  # what is small may also lie in a hole before
                at = place
    except MemoryError:
        pass  # it is as large as it gets
    return kept


@rare
def find(name: str | None = None) -> object:
    """Imports a board's page and returns it.

    name: the page's, or on a device the firmware's: a bundle has its page under both. By default it is
    HANDFUL_BOARD (from settings.toml on a device, from the environment on a computer) if that has a page, or
    else the firmware's name for the board. ValueError, with a sentence, if there is no such page; SystemExit,
    after that sentence, on a device that goes by its settings.
    """
    from handful import toml

    wish = name or toml.value("BOARD")
    found = _page(wish) if wish else None
    if found is None and not name and sys.implementation.name == "circuitpython":
        import board

        if wish:
            toml.note("setting_useless", "HANDFUL_BOARD")
        wish = board.board_id
        found = _page(wish)
        if found is None:
            print("settings.toml: HANDFUL_BOARD has to name a page; the board " + wish + " has none.")
            raise SystemExit
    if not wish:
        raise ValueError("HANDFUL_BOARD has to name the board.")
    if found is None:
        raise ValueError("There is no page for the board " + wish + " here: HANDFUL_BOARD has to name one.")
    return found


@rare
def _page(name: str) -> object:
    # Returns the page of that name, None if there is none.
    page = "boards." + name
    found: object = None
    try:
        for sign in name:
            if sign != "_" and not sign.isalpha() and not sign.isdigit():
                raise ImportError(repr(page))
        __import__(page)
        found = sys.modules[page]
    except ImportError as error:
        if repr(page) not in str(error):
            raise  # the page exists; something that it imports does not
    return found if hasattr(found, "NAME") else None  # the folders beside the pages have none
