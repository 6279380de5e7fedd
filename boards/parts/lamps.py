"""Lights that show whose turn it is: NeoPixels, three lights in one, or a single one of no colour."""

from digitalio import DigitalInOut


class Pixels:
    """A row of NeoPixels, all alike and dim."""

    def __init__(self, pin, count: int):
        self._pin = DigitalInOut(pin)
        self._pin.switch_to_output(False)
        self._count = count

    def shine(self, colour: int, person: bool) -> None:
        """Shows a colour, 0xRRGGBB; 0 is off. person: whether it is a person's turn."""
        from neopixel_write import neopixel_write

        shift = 4 if person else 6
        pixel = bytes((colour >> 8 + shift & 255 >> shift, colour >> 16 + shift, (colour & 255) >> shift))
        neopixel_write(self._pin, bytearray(pixel * self._count))


class Trio:
    """A red, a green and a blue light."""

    def __init__(self, red, green, blue):
        from pwmio import PWMOut

        self._lights = [PWMOut(pin) for pin in (red, green, blue)]

    def shine(self, colour: int, person: bool) -> None:
        """Shows a colour, 0xRRGGBB; 0 is off. person: whether it is a person's turn."""
        for i in range(3):
            part = colour >> 16 - 8 * i & 255
            self._lights[i].duty_cycle = part * part >> (3 if person else 5)  # as the eye sees it


class Single:
    """One light: on when a person has to do something."""

    def __init__(self, pin):
        self._pin = DigitalInOut(pin)
        self._pin.switch_to_output(False)

    def shine(self, colour: int, person: bool) -> None:
        """colour: of the seat, 0 for nobody. person: whether it is a person's turn."""
        self._pin.value = colour > 0 and person
