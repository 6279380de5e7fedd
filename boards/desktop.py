# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A window on a computer, with keyboard, gamepads and mouse.

The picture keeps an integer scale in a window of any size. On a gamepad the d-pad and the left stick are the
directions. A, B, START and SELECT (BACK) are the buttons with these names. A key of the keyboard that types
no Latin letter counts by its place.
"""

from typing import TYPE_CHECKING

import boards
from boards import nothing as lamp  # noqa: F401 - the app reads it from this page
from boards.computer import KEYS, language, region, sleep, ticks  # noqa: F401 - the app reads it from this page
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

if TYPE_CHECKING:
    from collections.abc import Callable

    from boards.computer.window import KeysAndPads, Voice, Window
    from handful.app import App
    from handful.finger import Finger

NAME = "Window"
Event = boards.Event
ERASES = False
LIGHT = 0  # that is the computer's matter
KEYS_CALLED = ("←↑↓→", "Enter", "Backspace", "P", "Tab", "Backspace")

# Key numbers by pygame's name of a key. A key number is an index into KEYS.
KEYBOARD = {
    "up": UP,
    "w": UP,
    "down": DOWN,
    "s": DOWN,
    "left": LEFT,
    "a": LEFT,
    "right": RIGHT,
    "d": RIGHT,
    "return": A,
    "enter": A,  # the number pad's
    "space": A,
    "x": A,
    "backspace": B,
    "escape": B,
    "b": B,
    "z": B,
    "p": START,
    "f10": START,
    "tab": SELECT,
}
TITLE = "Handful - arrows, Enter: A, Backspace: B, P or F10: START, Tab: SELECT"

_window: "Window | None" = None


def display() -> "Window":
    """Returns the window, opened at the first call. OSError, with a sentence, if that is not possible."""
    global _window
    if _window is None:
        from boards.computer.window import Window

        _window = Window(TITLE, KEYBOARD)
    return _window


def events() -> "KeysAndPads":
    """Returns the queue of keyboard and gamepads. It raises SystemExit when the window is closed."""
    return display().keys


def few(app: "App") -> "Finger":
    """Returns what reads the keys, and the mouse, which counts as a finger."""
    from handful.finger import Finger

    return Finger(app)


def touched() -> tuple[int, int, int] | None:
    """Returns the next (x, y, kind) of the mouse, see handful.finger; None if there is none."""
    return display().touched()


def voice() -> "Voice | None":
    """Returns the computer's speaker, or None if it has none."""
    from boards.computer.window import voice

    return voice()


def named(text: str, width: "Callable[[str], int]", room: int) -> str:
    """Returns a foot line with the names of the keys used last, see boards.parts.names.line."""
    return display().keys.names.line(text, width, room)


def typed() -> str:
    """Returns what was typed since the last call. Until the keys are read, typing presses no keys."""
    return display().keys.typed()


def close() -> None:
    """Closes the window."""
    global _window
    if _window is not None:
        _window.close()
        _window = None
