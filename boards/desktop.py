"""A window on a computer, with keyboard and gamepads.

The picture keeps an integer scale in a window of any size. On a gamepad the d-pad and the left
stick are the directions; A, B, START and SELECT (BACK) are where its maker put them.
"""

import boards
from boards import nothing as lamp  # noqa: F401 - a part of this page
from boards.computer import KEYS, region, sleep, ticks  # noqa: F401 - a part of this page
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "Window"
Event = boards.Event
ERASES = False
LIGHT = 0  # a computer sees to that

# The keyboard, by pygame's names of its keys; the values are key numbers, the same as KEYS.
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
    "tab": SELECT,
}
TITLE = "Handful - arrows, Enter: A, Backspace: B, P: START, Tab: SELECT"

_window = None


def display():
    """The window, opened at the first call. OSError, with a sentence, if none can be opened."""
    global _window
    if _window is None:
        from boards.computer.window import Window

        _window = Window(TITLE, KEYBOARD)
    return _window


def events():
    """The queue of the window's keys and gamepads; SystemExit when the window is closed."""
    return display().keys


def voice():
    """The computer's loudspeaker, None without one."""
    from boards.computer.window import voice

    return voice()


def close() -> None:
    """Closes the window."""
    global _window
    if _window is not None:
        _window.close()
        _window = None
