# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Raspberry Pi Pico (W) or Pico 2 (W) with Waveshare's Pico-LCD-1.14: a stick and two keys, 240x135.

A and B are what is printed on them. The stick pressed is START, and SELECT when it is held down.

Facts, from https://www.waveshare.com/wiki/Pico-LCD-1.14: the bus, the stick, A and B have the pins that they
have on the Pico-LCD-1.3. The picture is turned by 270 degrees too. It begins at column 53 and row 40 of the
controller's.
"""

import board
import keypad
from micropython import const

from boards import Event, primary, queue  # noqa: F401 - the app reads it from this page
from boards.parts.held import Held
from boards.waveshare_pico_lcd_1_3 import (  # noqa: F401 - and these
    ERASES,
    LIGHT,
    bus,
    close,
    lamp,
    region,
    sleep,
    ticks,
    voice,
)
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "Pico with Pico-LCD-1.14"
_FIRMWARES = const(("raspberry_pi_pico", "raspberry_pi_pico_w", "raspberry_pi_pico2", "raspberry_pi_pico2_w"))
_LAYOUT = const("240x135")
_PRINTED = const(("", "", "", "STICK", "STICK"))
KEYS = bytes((UP, DOWN, LEFT, RIGHT, A, B, START, SELECT))


def display() -> object:
    """Sets up the screen and returns it."""
    from adafruit_st7789 import ST7789

    return primary(
        ST7789(bus(), width=240, height=135, colstart=53, rowstart=40, rotation=270, backlight_pin=board.GP13)
    )


def events() -> Held:
    """Returns the queue of key events. Called once, since it takes the pins."""
    keys = keypad.Keys(
        (board.GP2, board.GP18, board.GP16, board.GP20, board.GP15, board.GP17, board.GP3),
        value_when_pressed=False,
        interval=0.01,
    )
    return Held(queue(keys), 6, 7)
