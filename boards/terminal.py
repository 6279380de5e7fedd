# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A terminal, in colour or without, also over ssh: two pixels a cell, or six if there is less room.

A terminal reports when a key is pressed, but not when it is released. So every key is pressed and released at
once, and a capital B stands for B held down. Any other letter may be a capital, since Caps Lock may be on.
With it the b key holds B down; Backspace and Esc are B, as ever. Letters of other scripts count as the Latin
ones on the same keys. Q, Ctrl-C and Ctrl-\\ end the game. Ctrl-Z stops it until `fg`.
What is written to standard error meanwhile, such as a traceback, is shown when the terminal is left, since it
would spoil the picture.
"""

import atexit
import contextlib
import functools
import io
import sys
from typing import TYPE_CHECKING

import boards
from boards import nothing as lamp  # noqa: F401 - the app reads it from this page
from boards import nothing as voice  # noqa: F401 - and this
from boards.computer import KEYS, language, region, sleep, ticks  # noqa: F401 - the app reads it from this page
from boards.parts.names import held
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B
from handful.texts import LANGUAGES, Texts

if TYPE_CHECKING:
    from collections.abc import Callable

    from boards.computer.console import Terminal

NAME = "Terminal"
Event = boards.Event
ERASES = False
LIGHT = 0  # that is the computer's matter
KEYS_CALLED = ("←↑↓→", "Enter", "Backspace", "P", "Tab", "Shift-B")

# Key numbers by the character of a key, or by its name. A key number is an index into KEYS.
KEYBOARD = {
    "up": UP,
    "w": UP,
    "k": UP,
    "down": DOWN,
    "s": DOWN,
    "j": DOWN,
    "left": LEFT,
    "a": LEFT,
    "h": LEFT,
    "right": RIGHT,
    "d": RIGHT,
    "l": RIGHT,
    "enter": A,
    " ": A,
    "x": A,
    "backspace": B,
    "escape": B,
    "b": B,
    "z": B,
    "p": START,
    "f10": START,
    "tab": SELECT,
}
HELD = {"B": B, "Z": B}  # characters that hold a key down for a while
QUIT = ("q", "\x03", "\x1c")  # Ctrl-C, and Ctrl-\ as it does elsewhere
HELP = "arrows move   Enter A   Backspace B   Shift-B hold B   P or F10 START   Tab SELECT   Q quit"
SHORT_HELP = "arrows  Enter A  Bksp B (Shift-B: hold)  P, F10 START  Tab SELECT  Q quit"

_terminal: "Terminal | None" = None
_said = io.StringIO()  # what was written to standard error meanwhile
_stderr = sys.stderr


def display() -> "Terminal":
    """Returns the terminal, taken at the first call. OSError, with a sentence, if there is none."""
    global _terminal, _said, _stderr
    if _terminal is None:
        try:
            from boards.computer.console import Terminal
        except ImportError:  # of termios, on Windows
            raise OSError("The terminal needs Linux or macOS: play in the window.") from None

        _terminal = Terminal((HELP, SHORT_HELP), KEYBOARD, HELD, QUIT)
        atexit.register(close)  # whatever ends the program, even if it calls no close()
        _stderr = sys.stderr
        sys.stderr = _said = io.StringIO()
    return _terminal


def events() -> "Terminal":
    """Returns the keyboard's queue. It raises SystemExit for a key of QUIT, and when the terminal is gone."""
    return display().keys


def named(text: str, width: "Callable[[str], int]", room: int) -> str:
    """Returns a text with the names of the keys used last, see boards.parts.names.line.

    What it says of B held down names the key that stands for it.
    """
    for hold in _holding() if room >= 0 else ():
        text = text.replace(hold, KEYS_CALLED[-1])
    return display().names.line(text, width, room)


@functools.cache
def _holding() -> list[str]:
    # What is said of B held down, in each language: "Hold Ⓑ".
    texts = Texts()
    found = []
    for code in LANGUAGES:
        texts.speak(code)
        found += held(texts)
    return found


def typed() -> str:
    """Returns what was typed since the last call. Until the keys are read, typing presses no keys."""
    return display().typed()


def close() -> None:
    """Leaves the terminal as it was, and shows what was written to standard error."""
    global _terminal
    if _terminal is not None:
        atexit.unregister(close)
        _terminal.close()
        _terminal = None
        sys.stderr = _stderr
        with contextlib.suppress(OSError):  # that terminal may be gone, too
            print(_said.getvalue(), end="", file=_stderr)
