"""A buzzer, or a speaker without a DAC: pulses, wider ones for a louder tone."""

from pwmio import PWMOut

_WIDTHS = (0, 700, 3000, 16000)  # by volume, of 65,536


class Buzzer:
    """One voice. tone() until quiet()."""

    def __init__(self, pin, enable=None):
        """enable: the pin that switches an amplifier on, if there is one."""
        self._pwm = PWMOut(pin, variable_frequency=True)
        self._switch = None
        if enable:
            from digitalio import DigitalInOut

            self._switch = DigitalInOut(enable)
            self._switch.switch_to_output(False)

    def tone(self, hertz: int, volume: int) -> None:
        """Sounds until told otherwise; volume: 1 to 3."""
        self._pwm.frequency = hertz
        self._pwm.duty_cycle = _WIDTHS[volume]
        if self._switch:
            self._switch.value = True

    def quiet(self) -> None:
        """Stops."""
        self._pwm.duty_cycle = 0
        if self._switch:
            self._switch.value = False
