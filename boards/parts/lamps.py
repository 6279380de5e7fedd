# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Lamps that show whose turn it is: a light of three colours, or a single light."""

from digitalio import DigitalInOut
from micropython import const

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from microcontroller import Pin


class Trio:
    """A red, a green and a blue light in one place. off: 65535 if a light is on while its pin is low."""

    def __init__(self, red: "Pin", green: "Pin", blue: "Pin", *, off: int = 0) -> None:
        from pwmio import PWMOut

        self._off = off
        self._lights = [PWMOut(pin, duty_cycle=off) for pin in (red, green, blue)]

    def shine(self, colour: int, person: bool) -> None:
        """Shows a colour, 0xRRGGBB; 0 is off. It is brighter if it is a person's turn."""
        for i in range(3):
            part = colour >> 16 - 8 * i & 255
            # The eye sees the square root.
            self._lights[i].duty_cycle = self._off ^ part * part >> (3 if person else 5)


class Single:
    """One light without colours: it is on when it is a person's turn."""

    def __init__(self, pin: "Pin") -> None:
        self._pin = DigitalInOut(pin)
        self._pin.switch_to_output(False)

    def shine(self, colour: int, person: bool) -> None:
        """colour: the seat's; 0 if it is nobody's turn. person: whether it is a person's turn."""
        self._pin.value = colour > 0 and person
