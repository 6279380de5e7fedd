"""Raspberry Pi Pico or Pico 2 with Waveshare's Pico-LCD-1.3: a stick of five switches and four keys, 240x240.

Pressing the stick or key A is A; B is B, X is START and Y is SELECT. This is the example of
docs/add-a-board.md. It was not tried on a board, so it is not in boards/.
"""

import board
import keypad
from micropython import const
from supervisor import ticks_ms as ticks  # noqa: F401 - the app reads it from this page

from boards import close, region, sleep  # noqa: F401 - and these
from boards import nothing as voice  # noqa: F401 - it has no speaker
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "Pico with Pico-LCD-1.3"
_FIRMWARES = const(("raspberry_pi_pico", "raspberry_pi_pico2"))
_LAYOUT = const("120x120")
KEYS = bytes((UP, DOWN, LEFT, RIGHT, A, A, B, START, SELECT))
Event = keypad.Event
ERASES = False  # the RP2 writes bytes that still are 0xFF without an erase
LIGHT = 2

# Commands for the ST7789: the command, the number of its bytes (plus 128 if a delay follows), the bytes, and
# the delay in ms (255: 500 ms).
_START_UP = (
    b"\x01\x80\x96"  # reset
    b"\x11\x80\xff"  # wake
    b"\x3a\x81\x55\x0a"  # 16 bits a pixel
    b"\x36\x01\x00"  # rows and columns as they come
    b"\x21\x80\x0a"  # this panel shows the inverse
    b"\x13\x80\x0a"  # all rows
    b"\x29\x80\xff"  # on
)


def display() -> object:
    """Sets up the screen and returns it."""
    import busio
    import displayio
    from busdisplay import BusDisplay
    from fourwire import FourWire

    displayio.release_displays()  # the firmware keeps displays when a program starts again
    bus = FourWire(
        busio.SPI(board.GP10, board.GP11),
        command=board.GP8,
        chip_select=board.GP9,
        reset=board.GP12,
        baudrate=62_500_000,
    )
    return BusDisplay(
        bus,
        _START_UP,
        width=240,
        height=240,
        rowstart=80,
        rotation=180,
        backlight_pin=board.GP13,
        auto_refresh=False,
    )


def events() -> "keypad.EventQueue":
    """Returns the queue of key events. Called once, since it takes the pins."""
    return keypad.Keys(
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
    ).events


def lamp() -> object:
    """Returns the lamp, the light on the Pico. Called once, since it takes the pins."""
    from boards.parts.lamps import Single

    return Single(board.LED)
