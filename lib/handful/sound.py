# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Short tunes for events of the game."""

from micropython import const

from handful.keys import elapsed

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

CLICK = b"\x3c\x01"  # a key
CARD = b"\x28\x02\x1c\x02"
TRICK = b"\x21\x06\x29\x06\x31\x09"  # the viewer has won it
LOST = b"\x29\x06\x25\x06\x21\x09"  # somebody else has
INVERT = b"\x3c\x05\x28\x05\x3c\x05\x28\x07"
JUMP = b"\x16\x04\x1d\x04\x26\x04\x31\x04\x3f\x0a"  # a pile goes back by 10
STUCK = b"\x1d\x0a\x1a\x0a\x16\x0a\x11\x14"  # a team can lay no more
WRONG = b"\x0b\x07\x08\x0c"
WIN = b"\x1a\x0a\x21\x0a\x27\x0a\x34\x1c"
LOSE = b"\x1a\x0e\x16\x0e\x11\x1e"

_HERTZ = const(20)  # unit of a tone's first byte, its pitch
_MS = const(10)  # unit of a tone's second byte, its length


class Sound:
    """Plays one tune at a time. A tune is bytes, two per tone: pitch in 20 Hz, length in 10 ms.

    voice: what the board's voice() returned, None if the board has no sound.
    """

    def __init__(self, voice: "Any") -> None:
        self.voice = voice
        self._tune = b""
        self._at = 0
        self._since = 0
        self._volume = 0

    def play(self, tune: bytes, now: int, volume: int) -> None:
        """Starts a tune, replacing the current one; a click never does so. volume: 0 (off) to 3."""
        if self.voice is None or not volume or (tune is CLICK and self._tune):
            return
        self._tune = tune
        self._at = 0
        self._since = now
        self._volume = volume
        self.voice.tone(tune[0] * _HERTZ, volume)

    def tick(self, now: int) -> None:
        """Starts the next tone when the current one has ended. now: ticks in ms."""
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
        """Stops the tune at once."""
        if self._tune:
            self._tune = b""
            self.voice.quiet()
