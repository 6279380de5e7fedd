# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A console that somebody has put together: a display, keys and more on the pins that settings.toml names.

docs/wiring.md has the settings, and a wiring to begin with. The picture has 160x128 pixels; the pages
wired_<width>x<height> are for displays of those sizes. Without a pin for SELECT, it is START held down.
"""

import sys

import board
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import Event as _Event
from boards import close, queue, region, sleep  # noqa: F401 - and these
from engine.memory import forget
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from microcontroller import Pin

    from boards.parts.held import Held

NAME = "Own wiring, 160x128"
_FIRMWARES = const(("raspberry_pi_pico", "raspberry_pi_pico_w", "raspberry_pi_pico2", "raspberry_pi_pico2_w"))
KEYS = bytes((UP, DOWN, LEFT, RIGHT, A, B, START, SELECT))
ERASES = not sys.platform.startswith("RP2")  # those write bytes that still are 0xFF without an erase


def _set(name: str) -> str:
    from handful import toml

    return toml.value(name)


Event = keypad.Event if _set("SELECT") else _Event
LIGHT = 2 if _set("LIGHT") else 0


def display() -> object:
    """Sets up the screen and returns it. SystemExit, after a sentence, if a setting is wrong."""
    from boards.parts import wiring

    made = wiring.display()
    forget("boards.parts.wiring")
    return made


def scale(screen: object) -> object:
    """Returns what the games draw on, which may be quicker than the display."""
    from boards.parts import doubled

    return doubled.display(screen, int(_set("COLUMN") or 0), int(_set("ROW") or 0))


def events() -> "keypad.EventQueue | Held":
    """Returns the queue of key events. Called once, since it takes the pins."""
    names = "UP DOWN LEFT RIGHT A B START".split()
    whole = Event is keypad.Event
    if whole:
        names.append("SELECT")
    pins = [_pin(_set(name)) for name in names]
    keys = keypad.Keys(pins, value_when_pressed=False, interval=0.01)
    if whole:
        return queue(keys)
    from boards.parts.held import Held

    return Held(queue(keys), 6, 7)


def voice() -> object:
    """Returns the buzzer, None if there is none. Called once, since it takes the pin."""
    name = _set("BUZZER")
    if not name:
        return None
    from boards.parts.buzzer import Buzzer

    return Buzzer(_pin(name))


def lamp() -> object:
    """Returns the lamp, None if there is none. Called once, since it takes the pins."""
    names = _set("LAMP").split()
    if len(names) not in (1, 3):
        return None
    from boards.parts.lamps import Single, Trio

    pins = [_pin(name) for name in names]
    return Trio(*pins) if len(pins) > 1 else Single(pins[0])


def _pin(name: str) -> "Pin":
    found: Pin = getattr(board, name)
    return found
