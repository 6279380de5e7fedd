"""Statistics: what has been played and won, game by game and opponent by opponent."""

import struct

from micropython import const

from engine import registry

_ROW = "<HHhBB"  # played, won, best score, wins in a row, most wins in a row
_SIZE = const(8)
CLASSES = const(4)  # against nobody but persons (or alone), easy, normal, hard computers
_NONE = const(-32768)  # no best yet
_MOST = const(9999)  # what fits the screen


class Records:
    """One row of numbers for each game of the registry and each class of opponents."""

    def __init__(self):
        self._rows = bytearray(_SIZE * CLASSES * len(registry.GAMES))
        for start in range(0, len(self._rows), _SIZE):
            struct.pack_into(_ROW, self._rows, start, 0, 0, _NONE, 0, 0)

    def row(self, game: int, opponents: int) -> tuple:
        """(played, won, best or None, streak, longest streak) of the game at that place of the registry."""
        played, won, best, streak, longest = struct.unpack_from(
            _ROW, self._rows, _SIZE * (CLASSES * game + opponents)
        )
        return played, won, None if best == _NONE else best, streak, longest

    def add(self, game: int, opponents: int, won: bool, score: int) -> bool:
        """Counts a finished match of the owner; whether its score is a new best."""
        start = _SIZE * (CLASSES * game + opponents)
        played, wins, best, streak, longest = struct.unpack_from(_ROW, self._rows, start)
        streak = min(streak + 1, 255) if won else 0
        struct.pack_into(
            _ROW,
            self._rows,
            start,
            min(played + 1, _MOST),
            min(wins + won, _MOST),
            max(best, score),
            streak,
            max(longest, streak),
        )
        return score > best

    def dump(self) -> bytes:
        """All rows as bytes."""
        return bytes(self._rows)

    def load(self, data: bytes) -> None:
        """Takes over what `dump` gave, also from a version with fewer games. ValueError for garbage."""
        if len(data) % (_SIZE * CLASSES) or len(data) > len(self._rows):
            raise ValueError("These statistics cannot be read.")
        self._rows[: len(data)] = data
