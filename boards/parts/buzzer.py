# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A buzzer, or a speaker without a DAC. It plays pulses: the wider they are, the louder the tone."""

from micropython import const
from pwmio import PWMOut

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from digitalio import DigitalInOut as Switch
    from microcontroller import Pin

_WIDTHS = (0, 700, 3000, 16000)  # the pulse's share of 65,536, by volume


class Buzzer:
    """Plays one tone at a time, from tone() to quiet()."""

    def __init__(self, pin: "Pin", enable: "Pin | None" = None) -> None:
        """enable: the pin that switches an amplifier on, if there is one."""
        self._pwm = PWMOut(pin, variable_frequency=True)
        self._switch: Switch | None = None
        if enable:
            from digitalio import DigitalInOut

            self._switch = DigitalInOut(enable)
            self._switch.switch_to_output(False)

    def tone(self, hertz: int, volume: int) -> None:
        """Starts a tone, which lasts until the next call. volume: 1 to 3."""
        self._pwm.frequency = hertz
        self._pwm.duty_cycle = _WIDTHS[volume]
        if self._switch:
            self._switch.value = True

    def quiet(self) -> None:
        """Stops the tone."""
        self._pwm.duty_cycle = 0
        if self._switch:
            self._switch.value = False
