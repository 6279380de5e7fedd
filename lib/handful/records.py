"""Statistics: what has been played and won, game by game and opponent by opponent.

As bytes they are a mark, then an entry for each part of a game that is not empty:

    bytes   what
    1       the game's row in the registry
    1       which part: 0 results, 1 numbered deals
    1       how many bytes follow
    ...     the part, without the zeros at its end: an empty part is all zeros

Entries of unknown games or parts are kept, and so are bytes behind the known ones of a part.
"""

import struct

from micropython import const

_ROW = "<HHHBB"  # played, won, best score above _NONE, wins in a row, most wins in a row
_SIZE = const(8)
CLASSES = const(4)  # against nobody but persons (or alone), easy, normal, hard computers
_NONE = const(-32768)  # no best yet
_MOST = const(9999)  # what fits the screen
SERIES = const(64)  # numbered deals (handful.series), with a best score of a byte each:
_OPEN = const(128)  # not played yet, as it is exclusive-ored with it
_LIMIT = const(127)
_RESULTS = const(0)
_DEALS = const(1)
_LENGTHS = (_SIZE * CLASSES, SERIES)  # of the parts
_MARK = b"\xff\xff"  # an earlier version began with a number of matches, up to _MOST
_GAMES = const(5)  # that it had


class Records:
    """A row of numbers for each game and class of opponents, and the numbered deals."""

    def __init__(self) -> None:
        self._parts = {}  # (game, part) -> its bytes

    def _part(self, game: int, part: int):
        # All bytes of a part, those that are not there yet too.
        found = self._parts.get((game, part), b"")
        return bytearray(found) + bytes(max(0, _LENGTHS[part] - len(found)))

    def row(self, game: int, opponents: int) -> tuple:
        """(played, won, best or None, streak, longest streak) of the game at that place of the registry."""
        played, won, best, streak, longest = struct.unpack_from(
            _ROW, self._part(game, _RESULTS), _SIZE * opponents
        )
        return played, won, best + _NONE if best else None, streak, longest

    def add(self, game: int, opponents: int, won: bool, score: int) -> bool:
        """Counts a finished match of the owner; whether its score is a new best."""
        part = self._part(game, _RESULTS)
        start = _SIZE * opponents
        played, wins, best, streak, longest = struct.unpack_from(_ROW, part, start)
        streak = min(streak + 1, 255) if won else 0
        struct.pack_into(
            _ROW,
            part,
            start,
            min(played + 1, _MOST),
            min(wins + won, _MOST),
            max(best, score - _NONE),
            streak,
            max(longest, streak),
        )
        self._parts[game, _RESULTS] = part
        return score - _NONE > best

    def best_of(self, game: int, number: int):
        """The owner's best score in a numbered deal, 1 to SERIES, of the game at that place; None before."""
        byte = self._part(game, _DEALS)[number - 1] ^ _OPEN
        return None if byte == _OPEN else byte - 256 if byte > _LIMIT else byte

    def add_of(self, game: int, number: int, score: int) -> bool:
        """Counts a finished numbered deal; whether its score is a new best of several."""
        best = self.best_of(game, number)
        if best is None or score > best:
            part = self._part(game, _DEALS)
            part[number - 1] = max(-_LIMIT, min(score, _LIMIT)) & 255 ^ _OPEN
            self._parts[game, _DEALS] = part
        return best is not None and score > best

    def open_of(self, game: int) -> int:
        """The first numbered deal that has not been played; the last one if all have."""
        part = self._part(game, _DEALS)
        for number in range(1, SERIES):
            if not part[number - 1]:
                return number
        return SERIES

    def dump(self) -> bytes:
        """All entries as bytes, in the order of games and parts."""
        data = _MARK
        for key in sorted(self._parts):
            part = bytes(self._parts[key]).rstrip(b"\x00")
            if part:
                data += bytes((key[0], key[1], len(part))) + part
        return data

    def load(self, data: bytes) -> None:
        """Takes over what `dump` gave, also an earlier version's. ValueError, and no change, for garbage."""
        if data[:2] == _MARK:
            parts = {}
            at = 2
            while at + 3 <= len(data):
                end = at + 3 + data[at + 2]
                parts[data[at], data[at + 1]] = data[at + 3 : end]
                at = end
            if at != len(data):
                raise ValueError("These statistics cannot be read.")
            self._parts = parts
        else:
            self._load_rows(data)

    def _load_rows(self, data: bytes) -> None:
        # Rows of _GAMES games, with a sign before each best, and perhaps the bests of the numbered deals.
        rows = _LENGTHS[_RESULTS] * _GAMES
        if len(data) != rows and len(data) != rows + SERIES * _GAMES:
            raise ValueError("These statistics cannot be read.")
        self._parts = {}
        for game in range(_GAMES):
            start = _LENGTHS[_RESULTS] * game
            part = bytearray(data[start : start + _LENGTHS[_RESULTS]])
            for at in range(5, len(part), _SIZE):
                part[at] ^= 128
            self._parts[game, _RESULTS] = part
            start = rows + SERIES * game
            deals = data[start : start + SERIES]
            self._parts[game, _DEALS] = bytes([byte ^ _OPEN for byte in deals])
