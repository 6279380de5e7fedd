# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A speaker behind a DAC or an I2S amplifier. It repeats one period of a square wave, eight samples."""

from array import array

from audiocore import RawSample
from micropython import const

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from audiobusio import I2SOut
    from audioio import AudioOut
    from digitalio import DigitalInOut as Switch
    from microcontroller import Pin

_SAMPLES = const(8)  # in a period
_SWINGS = (0, 800, 2500, 8000)  # the amplitude, of 32,767, by volume


class Speaker:
    """Plays one tone at a time, from tone() to quiet()."""

    def __init__(self, out: "AudioOut | I2SOut", enable: "Pin | None" = None) -> None:
        """enable: the pin that switches the amplifier on, if there is one."""
        self._out = out
        self._wave = array("h", [0] * _SAMPLES)
        self._switch: Switch | None = None
        if enable:
            from digitalio import DigitalInOut

            self._switch = DigitalInOut(enable)
            self._switch.switch_to_output(False)

    def tone(self, hertz: int, volume: int) -> None:
        """Starts a tone, which lasts until the next call. volume: 1 to 3."""
        swing = _SWINGS[volume]
        for i in range(_SAMPLES):
            self._wave[i] = swing if i < _SAMPLES // 2 else -swing
        if self._switch:
            self._switch.value = True
        self._out.play(RawSample(self._wave, sample_rate=hertz * _SAMPLES), loop=True)

    def quiet(self) -> None:
        """Stops the tone, and switches the amplifier off."""
        self._out.stop()
        if self._switch:
            self._switch.value = False
