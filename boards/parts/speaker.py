"""A speaker behind a DAC or an I2S amplifier: a square wave of eight samples, played round and round."""

from array import array

from audiocore import RawSample
from micropython import const

_SAMPLES = const(8)  # a period
_SWINGS = (0, 800, 2500, 8000)  # by volume, of 32,767


class Speaker:
    """One voice. tone() until quiet()."""

    def __init__(self, out, enable=None):
        """out: an audioio.AudioOut or audiobusio.I2SOut. enable: the pin that switches the amplifier on."""
        self._out = out
        self._wave = array("h", [0] * _SAMPLES)
        self._switch = None
        if enable:
            from digitalio import DigitalInOut

            self._switch = DigitalInOut(enable)
            self._switch.switch_to_output(False)

    def tone(self, hertz: int, volume: int) -> None:
        """Sounds until told otherwise; volume: 1 to 3."""
        swing = _SWINGS[volume]
        for i in range(_SAMPLES):
            self._wave[i] = swing if i < _SAMPLES // 2 else -swing
        if self._switch:
            self._switch.value = True
        self._out.play(RawSample(self._wave, sample_rate=hertz * _SAMPLES), loop=True)

    def quiet(self) -> None:
        """Stops, and saves the amplifier's current."""
        self._out.stop()
        if self._switch:
            self._switch.value = False
