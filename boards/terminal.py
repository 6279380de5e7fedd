"""Any terminal with true colour, also over ssh: two pixels a cell, or six where there is less room.

A terminal tells when a key is pressed, not when it is let go: every key is pressed and let go at
once, and a capital B stands for B held down. Q and Ctrl-C end the game, Ctrl-Z stops it until the shell's
`fg`. What is said to standard error meanwhile, such as a traceback, is kept back until the terminal is left:
it would be in the picture.
"""

import io
import sys

import boards
from boards import nothing as lamp  # noqa: F401 - a part of this page
from boards import nothing as voice  # noqa: F401 - another
from boards.computer import KEYS, region, sleep, ticks  # noqa: F401 - a part of this page
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "Terminal"
Event = boards.Event
ERASES = False
LIGHT = 0  # a computer sees to that

# The keyboard: characters, or names of other keys; the values are key numbers, the same as KEYS.
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
    "tab": SELECT,
}
HELD = {"B": B, "Z": B}  # characters that press a key and keep it down for a while
QUIT = ("q", "Q", "\x03")  # the last is Ctrl-C
HELP = "arrows move   Enter A   Backspace B   Shift-B hold B   P START   Tab SELECT   Q quit"
SHORT_HELP = "arrows  Enter A  Bksp B (Shift-B: hold)  P START  Tab SELECT  Q quit"

_terminal = None
_said = io.StringIO()  # what was said to standard error, and that itself
_stderr = None


def display():
    """The terminal's picture, put up at the first call. OSError, with a sentence, without a terminal."""
    global _terminal, _said, _stderr
    if _terminal is None:
        from boards.computer.console import Terminal

        _terminal = Terminal((HELP, SHORT_HELP), KEYBOARD, HELD, QUIT)
        _stderr = sys.stderr
        sys.stderr = _said = io.StringIO()
    return _terminal


def events():
    """The queue of the keyboard; SystemExit on a key of QUIT and when the terminal has gone."""
    return display().keys


def close() -> None:
    """Leaves the terminal as it was found."""
    global _terminal
    if _terminal is not None:
        _terminal.close()
        _terminal = None
        sys.stderr = _stderr
        print(_said.getvalue(), end="", file=_stderr)
