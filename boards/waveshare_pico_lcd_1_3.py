# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Raspberry Pi Pico (W) or Pico 2 (W) with Waveshare's Pico-LCD-1.3: a stick and four keys, 240x240.

Key A and the stick pressed are A; B is B, X is START and Y is SELECT. There is no sound.

Facts, from https://www.waveshare.com/wiki/Pico-LCD-1.3: the controller is an ST7789VW on a bus of up to
62.5 MHz, with GP10 clock, GP11 data, GP8 command, GP9 select, GP12 reset, GP13 light. The stick has GP2 up,
GP18 down, GP16 left, GP20 right, GP3 pressed; the keys have GP15 A, GP17 B, GP19 X, GP21 Y. They connect to
ground. With the stick on the left the picture is turned by 270 degrees. It begins at the controller's row 80.
"""

import board
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import close, primary, queue, region, sleep  # noqa: F401 - and these
from boards import nothing as voice  # noqa: F401 - it has no speaker
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from fourwire import FourWire

NAME = "Pico with Pico-LCD-1.3"
_FIRMWARES = const(("raspberry_pi_pico", "raspberry_pi_pico_w", "raspberry_pi_pico2", "raspberry_pi_pico2_w"))
_LAYOUT = const("120x120")
KEYS = bytes((UP, DOWN, LEFT, RIGHT, A, A, B, START, SELECT))
KEYS_CALLED = ("", "", "", "X", "Y", "")
Event = keypad.Event
ERASES = False  # the RP2 writes bytes that still are 0xFF without an erase
LIGHT = 2


def bus() -> "FourWire":
    """Returns the display's bus. Takes its pins from the display that an earlier program has left on."""
    import busio
    import displayio
    from fourwire import FourWire

    displayio.release_displays()
    return FourWire(
        busio.SPI(board.GP10, board.GP11),
        command=board.GP8,
        chip_select=board.GP9,
        reset=board.GP12,
        baudrate=62_500_000,
    )


def display() -> object:
    """Sets up the screen and returns it."""
    from adafruit_st7789 import ST7789

    return primary(ST7789(bus(), width=240, height=240, rowstart=80, rotation=270, backlight_pin=board.GP13))


def events() -> "keypad.EventQueue":
    """Returns the queue of key events. Called once, since it takes the pins."""
    return queue(
        keypad.Keys(
            (
                board.GP2,
                board.GP18,
                board.GP16,
                board.GP20,
                board.GP3,
                board.GP15,
                board.GP17,
                board.GP19,
                board.GP21,
            ),
            value_when_pressed=False,
            interval=0.01,
        )
    )


def lamp() -> object:
    """Returns the lamp, the light on the Pico. Called once, since it takes the pins."""
    from boards.parts.lamps import Single

    return Single(board.LED)
