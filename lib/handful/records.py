"""Statistics: what has been played and won, game by game and opponent by opponent."""

import struct

from micropython import const

from engine import registry

_ROW = "<HHhBB"  # played, won, best score, wins in a row, most wins in a row
_SIZE = const(8)
CLASSES = const(4)  # against nobody but persons (or alone), easy, normal, hard computers
_NONE = const(-32768)  # no best yet
_MOST = const(9999)  # what fits the screen
SERIES = const(64)  # numbered deals (handful.series), with a best score of a byte each:
_OPEN = const(128)  # not played yet
_LIMIT = const(127)


class Records:
    """A row of numbers for each game of the registry and class of opponents, and the numbered deals."""

    def __init__(self):
        self._rows = bytearray(_SIZE * CLASSES * len(registry.GAMES))
        for start in range(0, len(self._rows), _SIZE):
            struct.pack_into(_ROW, self._rows, start, 0, 0, _NONE, 0, 0)
        self._series = bytearray(bytes((_OPEN,)) * (SERIES * len(registry.GAMES)))

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

    def best_of(self, game: int, number: int):
        """The owner's best score in a numbered deal, 1 to SERIES, of the game at that place; None before."""
        byte = self._series[SERIES * game + number - 1]
        return None if byte == _OPEN else byte - 256 if byte > _LIMIT else byte

    def add_of(self, game: int, number: int, score: int) -> bool:
        """Counts a finished numbered deal; whether its score is a new best of several."""
        best = self.best_of(game, number)
        if best is None or score > best:
            self._series[SERIES * game + number - 1] = max(-_LIMIT, min(score, _LIMIT)) & 255
        return best is not None and score > best

    def open_of(self, game: int) -> int:
        """The first numbered deal that has not been played; the last one if all have."""
        for number in range(1, SERIES):
            if self.best_of(game, number) is None:
                return number
        return SERIES

    def dump(self) -> bytes:
        """All rows as bytes, then the best scores of the numbered deals."""
        return bytes(self._rows) + bytes(self._series)

    def load(self, data: bytes) -> None:
        """Takes over what `dump` gave; rows alone are an earlier version's. ValueError for garbage."""
        rows = len(self._rows)
        if len(data) != rows and len(data) != rows + len(self._series):
            raise ValueError("These statistics cannot be read.")
        self._rows[:] = data[:rows]
        self._series[: len(data) - rows] = data[rows:]
