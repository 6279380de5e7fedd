"""Adafruit PyBadge, PyBadge LC and EdgeBadge: eight keys behind a shift register, 160x128."""

import time

import board
import keypad
import microcontroller
import supervisor

from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

NAME = "Adafruit PyBadge"
KEYS = bytes((B, A, START, SELECT, RIGHT, DOWN, UP, LEFT))
Event = keypad.Event
ERASES = True  # the SAMD51's nvm is one flash block of 8 KB


def display():
    """The built-in screen, which the firmware has set up."""
    return board.DISPLAY


def events():
    """The queue of the keys; once a start, for it takes the pins."""
    return keypad.ShiftRegisterKeys(
        clock=board.BUTTON_CLOCK,
        data=board.BUTTON_OUT,
        latch=board.BUTTON_LATCH,
        key_count=len(KEYS),
        value_when_pressed=True,
    ).events


def region():
    """8,192 bytes of the chip's own flash."""
    return microcontroller.nvm


def ticks() -> int:
    """Milliseconds, wrapping at 2**29."""
    return supervisor.ticks_ms()


def sleep(ms: int) -> None:
    """Waits that many milliseconds; the keys are still scanned."""
    time.sleep(ms / 1000)


def close() -> None:
    """Nothing has to be given back on a device."""
