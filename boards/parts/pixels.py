# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Lamps that show whose turn it is: NeoPixels."""

from digitalio import DigitalInOut
from micropython import const

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from microcontroller import Pin


class Pixels:
    """A row of NeoPixels, all dim and of one colour."""

    def __init__(self, pin: "Pin", count: int) -> None:
        self._pin = DigitalInOut(pin)
        self._pin.switch_to_output(False)
        self._count = count

    def shine(self, colour: int, person: bool) -> None:
        """Shows a colour, 0xRRGGBB; 0 is off. It is brighter if it is a person's turn."""
        from neopixel_write import neopixel_write

        shift = 4 if person else 6
        pixel = bytes((colour >> 8 + shift & 255 >> shift, colour >> 16 + shift, (colour & 255) >> shift))
        neopixel_write(self._pin, bytearray(pixel * self._count))
