# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Adafruit Fruit Jam: a television on HDMI, three keys, and a keyboard in one of its USB sockets, 320x240."""

import board
import displayio
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import close, primary, queue, region, sleep  # noqa: F401 - and these
from boards import nothing as voice  # noqa: F401 - its converter has to be set up over I2C first
from handful.keys import RIGHT, A, B

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from boards.parts.typed import Typed
    from handful.app import App

NAME = "Adafruit Fruit Jam"
_LAYOUT = const("160x120")
_LAUNCHED = const(("apps/handful", "Fruit Jam OS", "10"))
KEYS = bytes((RIGHT, A, B))
FEW = ("B3", "B2", "B1")
Event = keypad.Event
ERASES = False
LIGHT = 0


def display() -> object:
    """Returns the television, with all colours; what the launcher has shown ends. Called once."""
    from framebufferio import FramebufferDisplay
    from picodvi import Framebuffer

    displayio.release_displays()
    pins = {
        "clk_dp": board.CKP,
        "clk_dn": board.CKN,
        "red_dp": board.D0P,
        "red_dn": board.D0N,
        "green_dp": board.D1P,
        "green_dn": board.D1N,
        "blue_dp": board.D2P,
        "blue_dn": board.D2N,
    }
    buffer = Framebuffer(320, 240, color_depth=16, **pins)
    return primary(FramebufferDisplay(buffer))  # type: ignore[arg-type]  # the stubs know another one only


def events() -> "keypad.EventQueue":
    """Returns the queue of the board's own keys. Called once, since it takes the pins."""
    return queue(
        keypad.Keys((board.BUTTON3, board.BUTTON2, board.BUTTON1), value_when_pressed=False, interval=0.01)
    )


def few(app: "App") -> "Typed":
    """Returns what reads these keys and the keyboard."""
    from boards.parts.typed import Typed

    return Typed(app)


def lamp() -> object:
    """Returns the lamps. Called once, since it takes the pins."""
    from boards.parts.pixels import Pixels

    return Pixels(board.NEOPIXEL, 5)
