# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A resistive panel with an XPT2046, which measures where it is pressed, on SPI.

The driver `xpt2046-circuitpython` imports `typing`, which CircuitPython lacks, so the chip is read here. Each
byte that asks for a measurement is followed by its twelve bits, in the two bytes that come next; the second
one of them may ask for the next measurement.
"""

from digitalio import DigitalInOut
from micropython import const

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from busio import SPI
    from microcontroller import Pin

# Start bit, channel, and the lowest two bits: 1 keeps the reference on, 0 turns it off until the next look.
# Z1 and Z2 tell how firmly the panel is pressed. The first of each three numbers comes while the voltage
# settles; the last three are those across the display, and end with the chip's rest.
_ASK = b"\xb1\x00\xc1\x00\xd1\x00\xd1\x00\xd1\x00\x91\x00\x91\x00\x90\x00\x00"
_BAUD = const(1_000_000)
_FIRM = const(400)  # Z1 + 4095 - Z2 of a touch that counts


class XPT2046:
    """Asks the chip. Made at the first look, since it takes the pins."""

    def __init__(self, spi: "SPI", select: "Pin") -> None:
        self._spi = spi
        self._select = DigitalInOut(select)
        self._select.switch_to_output(True)
        self._answer = bytearray(len(_ASK))

    def _number(self, at: int) -> int:
        # The twelve bits of the measurement that the byte before has asked for.
        return (self._answer[at] << 8 | self._answer[at + 1]) >> 3 & 0xFFF

    def read(self) -> "tuple[int, int] | None":
        """Returns where the panel is pressed, (across, down), from 0 to 1023; None if it is not."""
        spi = self._spi
        if not spi.try_lock():
            return None
        try:
            spi.configure(baudrate=_BAUD)
            self._select.value = False
            spi.write_readinto(_ASK, self._answer)
        finally:
            self._select.value = True
            spi.unlock()
        number = self._number
        if number(1) + 4095 - number(3) < _FIRM:
            return None
        return (number(13) + number(15)) >> 3, (number(7) + number(9)) >> 3
