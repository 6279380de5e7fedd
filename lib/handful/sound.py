"""Short tones: what the console says to the ear."""

from micropython import const

from handful.keys import elapsed

CLICK = b"\x3c\x01"  # a key
CARD = b"\x28\x02\x1c\x02"
TRICK = b"\x21\x06\x29\x06\x31\x09"
INVERT = b"\x3c\x05\x28\x05\x3c\x05\x28\x07"
WRONG = b"\x0b\x07\x08\x0c"
WIN = b"\x1a\x0a\x21\x0a\x27\x0a\x34\x1c"
LOSE = b"\x1a\x0e\x16\x0e\x11\x1e"

_HERTZ = const(20)  # what a tone's first byte counts,
_MS = const(10)  # and its second one


class Sound:
    """Plays one tune at a time: bytes, two a tone, pitch and length. voice: the board's, or None."""

    def __init__(self, voice):
        self.voice = voice
        self._tune = b""
        self._at = 0
        self._since = 0
        self._volume = 0

    def play(self, tune: bytes, now: int, volume: int) -> None:
        """Begins a tune in place of any other; a click does not end a longer one. volume: 0 (off) to 3."""
        if self.voice is None or not volume or (tune is CLICK and self._tune):
            return
        self._tune = tune
        self._at = 0
        self._since = now
        self._volume = volume
        self.voice.tone(tune[0] * _HERTZ, volume)

    def tick(self, now: int) -> None:
        """Goes on to the next tone when it is time."""
        tune = self._tune
        if not tune or elapsed(now, self._since) < tune[self._at + 1] * _MS:
            return
        self._since = now
        self._at += 2
        if self._at < len(tune):
            self.voice.tone(tune[self._at] * _HERTZ, self._volume)
        else:
            self.stop()

    def stop(self) -> None:
        """Is quiet at once."""
        if self._tune:
            self._tune = b""
            self.voice.quiet()
