"""Any terminal with true colour, also over ssh: two pixels a cell, or six where there is less room.

A terminal tells when a key is pressed, not when it is let go: every key is pressed and let go at
once, and a capital B stands for B held down. Q and Ctrl-C end the game.
"""

import time

from micropython import const

import boards
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "Terminal"
KEYS = bytes((UP, DOWN, LEFT, RIGHT, A, B, START, SELECT))
Event = boards.Event
ERASES = False

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

_TICKS = const(0x1FFFFFFF)

_terminal = None


def display():
    """The terminal's picture, put up at the first call. OSError, with a sentence, without a terminal."""
    global _terminal
    if _terminal is None:
        from tools.terminal import Terminal

        _terminal = Terminal((HELP, SHORT_HELP), KEYBOARD, HELD, QUIT)
    return _terminal


def events():
    """The queue of the keyboard; SystemExit on a key of QUIT and when the terminal has gone."""
    return display().keys


def region():
    """The save file in the user's data folder."""
    from tools.savefile import SaveFile

    return SaveFile()


def ticks() -> int:
    """Milliseconds, wrapping at 2**29."""
    return time.monotonic_ns() // 1_000_000 & _TICKS


def sleep(ms: int) -> None:
    """Waits that many milliseconds."""
    time.sleep(ms / 1000)


def close() -> None:
    """Leaves the terminal as it was found."""
    global _terminal
    if _terminal is not None:
        _terminal.close()
        _terminal = None
