# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""M5StickC Plus2: three keys around the display, 240x135. B is NEXT, A is YES and PWR is BACK.

The firmware's display is upright. The games lie on their side, with the key A on the right, so this page sets
the display up again. The controller is the ST7789 of Waveshare's Pico-LCD-1.14, with red and blue swapped.
Holding PWR for some seconds switches the board off.
"""

import board
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import primary, queue, sleep  # noqa: F401 - and these
from boards.parts.few import few  # noqa: F401 - and this
from boards.parts.slots import close, region  # noqa: F401 - and these
from handful.keys import RIGHT, A, B

NAME = "M5StickC Plus2"
_LAYOUT = const("240x135")
FEW = ("B", "A", "PWR")
KEYS = bytes((RIGHT, A, B))
Event = keypad.Event
ERASES = True  # the firmware rewrites all 8 KB at every write
LIGHT = 2


def display() -> object:
    """Sets up the screen and returns it."""
    import displayio
    from adafruit_st7789 import ST7789
    from busio import SPI
    from fourwire import FourWire

    displayio.release_displays()  # the firmware's, or what an earlier run has left behind
    spi = SPI(board.LCD_CLK, board.LCD_MOSI)
    bus = FourWire(
        spi, command=board.LCD_DC, chip_select=board.LCD_CS, reset=board.LCD_RST, baudrate=40_000_000
    )
    how = {"width": 240, "height": 135, "colstart": 53, "rowstart": 40, "rotation": 270, "bgr": False}
    return primary(ST7789(bus, backlight_pin=board.LCD_BL, **how))


def events() -> "keypad.EventQueue":
    """Returns the queue of key events. Called once, since it takes the pins."""
    return queue(
        keypad.Keys((board.BTN_B, board.BTN_A, board.BTN_C), value_when_pressed=False, interval=0.01)
    )


def voice() -> object:
    """Returns the buzzer. Called once, since it takes the pins."""
    from boards.parts.buzzer import Buzzer

    return Buzzer(board.SPEAKER)


def lamp() -> object:
    """Returns the lamp. Called once, since it takes the pins."""
    from boards.parts.lamps import Single

    return Single(board.LED)
