# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Short tunes for events of the game."""

from micropython import const

from handful.keys import elapsed

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

# A tune has two bytes per tone: its note, counted in semitones as MIDI does (69 is the A of 440 Hz), and how
# long it sounds.
CLICK = b"\x56\x01"  # a key
CARD = b"\x4f\x02\x4a\x02"
DEAL = b"\x37\x01"  # a card that is dealt
DISC = b"\x3e\x02"  # a disc that turns over
TRICK = b"\x4c\x06\x50\x06\x53\x09"  # the viewer has won it
LOST = b"\x50\x06\x4e\x06\x4c\x09"  # somebody else has
INVERT = b"\x56\x05\x4f\x05\x56\x05\x4f\x07"
JUMP = b"\x45\x04\x4a\x04\x4e\x04\x51\x04\x56\x0a"  # a pile goes back by 10
STUCK = b"\x4a\x0a\x48\x0a\x45\x0a\x40\x14"  # a team can lay no more
WRONG = b"\x39\x07\x34\x0c"
WIN = b"\x48\x0a\x4c\x0a\x4f\x0a\x54\x1c"
FANFARE = b"\x43\x06\x48\x06\x4c\x06\x4f\x0c\x4c\x06\x4f\x0c\x54\x06\x53\x06\x54\x28"  # The Game is beaten
LOSE = b"\x48\x0e\x45\x0e\x40\x1e"

_MS = const(10)  # unit of the length


def higher(tune: bytes, steps: int) -> bytes:
    """Returns a tune with each of its notes `steps` semitones higher."""
    return bytes([tune[i] if i & 1 else tune[i] + steps for i in range(len(tune))])


def hertz(note: int) -> int:
    """Returns the pitch of a note, counted as in the tunes."""
    return int(440 * 2 ** ((note - 69) / 12) + 0.5)


class Sound:
    """Plays one of the tunes above at a time.

    voice: what the board's voice() returned, None if the board has no sound.
    """

    def __init__(self, voice: "Any") -> None:
        self.voice = voice
        self._tune = b""
        self._at = 0
        self._since = 0
        self._volume = 0

    def play(self, tune: bytes, now: int, volume: int) -> None:
        """Starts a tune, replacing the current one; a single tone never does so. volume: 0 (off) to 3."""
        if self.voice is None or not volume or (len(tune) == 2 and self._tune):
            return
        self._tune = tune
        self._at = 0
        self._since = now
        self._volume = volume
        self.voice.tone(hertz(tune[0]), volume)

    def tick(self, now: int) -> None:
        """Starts the next tone when the current one has ended. now: ticks in ms."""
        tune = self._tune
        if not tune or elapsed(now, self._since) < tune[self._at + 1] * _MS:
            return
        self._since = now
        self._at += 2
        if self._at < len(tune):
            self.voice.tone(hertz(tune[self._at]), self._volume)
        else:
            self.stop()

    def stop(self) -> None:
        """Stops the tune at once."""
        if self._tune:
            self._tune = b""
            self.voice.quiet()
