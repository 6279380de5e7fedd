# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Statistics: what has been played and won, game by game and opponent by opponent.

As bytes they are a mark, then an entry for each part of a game that is not empty:

    bytes   what
    1       the game's row in the registry
    1       which part: 0 results, 2 the course of things, 3 numbered deals; of game 255: 4 deals seen, 5 days
    1       how many bytes follow
    ...     the part, without the zeros at its end: an empty part is all zeros

Part 3 is packed: the byte of the lowest best score, how many bits a deal takes, then the deals, the lowest
bits of a byte first. A deal is 0 if it has not been played, else its byte minus the lowest one, plus 1.
Earlier versions had part 1 instead, with the first 64 deals a byte each. Both are read.

Entries of unknown games or parts are kept, and so are bytes behind the known ones of a part.
"""

import struct

from micropython import const

from handful.series import SERIES, byte_of, score_of

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Iterable

_ROW = "<HHHBB"  # played, won, best score above _NONE, wins in a row, most wins in a row
_SIZE = const(8)
CLASSES = const(4)  # against nobody but persons (or alone), easy, normal, hard computers
_NONE = const(-32768)  # no best yet
_MOST = const(9999)  # what fits the screen
_RESULTS = const(0)
_DEALS = const(1)
_COURSE = const(2)
_PACKED = const(3)
# Part 4 of no game: the deals seen last (Match.deal), four bytes each, behind the place of the next one.
_SEEN = (255, 4)
DEALS_SEEN = const(32)
# Part 5 of no game: the last day (series.day_of) whose challenge was finished plus 1, two bytes, and how many
# days in a row.
_DAYS = (255, 5)
_CLOCKED = const(372)  # days below this are of a console that knows no date: they repeat after 93
_ROUND = const(93)
_SHORT = b"\0\3\0\1\0\1\0\0\1\0\1\0"  # by how many days a month is shorter than 31
# The course: the last results, won or not, the newest in the lowest bit of three bytes and a one before the
# oldest; wins in a row and most of them; medals of the ladder, two bytes; of each robot how often it was met,
# and how often beaten.
LAST = const(20)  # results that are kept
_STREAK = const(3)
_MEDALS = const(5)
_MET = const(7)
_ROBOTS = const(5)
_LENGTHS = (_SIZE * CLASSES, SERIES, _MET + 2 * _ROBOTS)  # of the parts
_MARK = b"\xff\xff"  # an earlier version began with a number of matches, up to _MOST
_GAMES = const(5)  # how many games it had
_FIRST = const(64)  # how many numbered deals it had


def _packed(part: "bytes | bytearray") -> bytearray:
    # The bytes of the numbered deals as a part 3, empty if none has been played.
    played = [byte for byte in part if byte]
    if not played:
        return bytearray()
    lowest = min(played)
    width = 1
    while max(played) - lowest + 1 >> width:
        width += 1
    data = bytearray((lowest, width))
    bits = size = 0
    for byte in part:
        if byte:
            bits |= byte - lowest + 1 << size
        size += width
        while size > 7:
            data.append(bits & 255)
            bits >>= 8
            size -= 8
    data.append(bits)
    return data


def _unpacked(data: "bytes | bytearray") -> bytearray:
    # What `_packed` was given. ValueError for garbage.
    part = bytearray()
    width = data[1] if len(data) > 1 else 0
    bits = size = 0
    for byte in data[2:] + b"\x00":  # the last deal's zeros may be missing
        bits |= byte << size
        size += 8
        while size >= width > 0:
            value = bits & (1 << width) - 1
            if value:
                value += data[0] - 1
            part.append(value & 255)
            if value > 255:
                width = 0
            bits >>= width
            size -= width
    if not 0 < width < 9:
        raise ValueError("These statistics cannot be read.")
    return part


def _follows(last: int, day: int) -> bool:
    # Whether a day is the one after the last: behind a short month comes the first of the next one.
    step = day - last
    if last < _CLOCKED or day < _CLOCKED:
        step %= _ROUND
        return step == 1 or day % 31 == 0 and 0 < step < 5
    month = last // 31
    return step == 1 or day % 31 == 0 and step == 1 + _SHORT[month % 12] - (month % 48 == 1)  # a leap year


class Records:
    """A row of numbers for each game and class of opponents, and the numbered deals."""

    def __init__(self) -> None:
        self._parts: dict[tuple[int, int], bytes | bytearray] = {}  # (game, part) -> its bytes

    def _part(self, game: int, part: int) -> bytearray:
        # All bytes of a part, those that are not there yet too.
        found = self._parts.get((game, part), b"")
        return bytearray(found) + bytes(max(0, _LENGTHS[part] - len(found)))

    def row(self, game: int, opponents: int) -> "tuple[int, int, int | None, int, int]":
        """(played, won, best or None, streak, longest streak) of the game at that place of the registry."""
        played, won, best, streak, longest = struct.unpack_from(
            _ROW, self._part(game, _RESULTS), _SIZE * opponents
        )
        return played, won, best + _NONE if best else None, streak, longest

    def totals(self, game: int) -> "tuple[int, int, int | None]":
        """(played, won, best or None) of the game, against all."""
        played = won = 0
        best = None
        for opponents in range(CLASSES):
            row = self.row(game, opponents)
            played += row[0]
            won += row[1]
            if row[2] is not None and (best is None or row[2] > best):
                best = row[2]
        return played, won, best

    def add(self, game: int, opponents: int, won: bool, score: int) -> bool:
        """Counts a finished match of the owner; whether its score is a new best."""
        part = self._part(game, _RESULTS)
        start = _SIZE * opponents
        best: int
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

    def _course_of(self, game: int) -> bytearray:
        # The part, which statistics of an earlier version lack: what they tell of it is filled in.
        part = self._part(game, _COURSE)
        if (game, _COURSE) not in self._parts:
            streaks = []
            for opponents in range(CLASSES):
                played, _, _, streak, longest = self.row(game, opponents)
                part[_STREAK + 1] = max(part[_STREAK + 1], longest)
                if played:
                    streaks.append(streak)
            if len(streaks) == 1:  # of several nobody knows which came last
                part[_STREAK] = streaks[0]
        return part

    def course(self, game: int) -> tuple[list[int], int, int]:
        """(last, streak, longest streak). last: up to LAST results, 0 or 1, the oldest first."""
        part = self._course_of(game)
        bits = part[0] | part[1] << 8 | part[2] << 16
        last: list[int] = []
        while bits > 1:
            last.insert(0, bits & 1)
            bits >>= 1
        return last, part[_STREAK], part[_STREAK + 1]

    def versus(self, game: int, robot: int) -> tuple[int, int]:
        """(met, beaten): how many matches against a robot the owner has played and won, 255 at most."""
        part = self._part(game, _COURSE)
        return part[_MET + robot], part[_MET + _ROBOTS + robot]

    def medals(self, game: int) -> int:
        """The medals of the ladder (handful.ladder) that the owner has won, a bit each."""
        part = self._part(game, _COURSE)
        return part[_MEDALS] | part[_MEDALS + 1] << 8

    def go_on(self, game: int, won: bool, rivals: "Iterable[int]", medals: int) -> int:
        """Counts a match that `add` is about to count; returns the medals that are new.

        rivals: the robots played against; medals: those earned.
        """
        part = self._course_of(game)
        bits = part[0] | part[1] << 8 | part[2] << 16 or 1
        bits = bits << 1 | won
        if bits >> LAST > 1:
            bits = bits & (1 << LAST) - 1 | 1 << LAST
        new = medals & ~self.medals(game)
        medals |= self.medals(game)
        for i in range(3):
            part[i] = bits >> 8 * i & 255
        part[_STREAK] = min(part[_STREAK] + 1, 255) if won else 0
        part[_STREAK + 1] = max(part[_STREAK], part[_STREAK + 1])
        part[_MEDALS] = medals & 255
        part[_MEDALS + 1] = medals >> 8
        for robot in rivals:
            if part[_MET + robot] < 255:
                part[_MET + robot] += 1
                part[_MET + _ROBOTS + robot] += won
        self._parts[game, _COURSE] = part
        return new

    def best_of(self, game: int, number: int) -> "int | None":
        """The owner's best score in a numbered deal, 1 to SERIES, of the game at that place; None before."""
        return score_of(self._part(game, _DEALS)[number - 1])

    def add_of(self, game: int, number: int, score: int) -> bool:
        """Counts a finished numbered deal; whether its score is a new best of several."""
        best = self.best_of(game, number)
        if best is None or score > best:
            part = self._part(game, _DEALS)
            part[number - 1] = byte_of(score)
            self._parts[game, _DEALS] = part
        return best is not None and score > best

    def _seen(self) -> bytearray:
        found = self._parts.get(_SEEN, b"")
        return bytearray(found) + bytes(max(0, 1 + 4 * DEALS_SEEN - len(found)))

    def saw(self, deal: int) -> bool:
        """Whether a deal, by its Match.deal, is among the last DEALS_SEEN of which cards were seen."""
        return deal in struct.unpack_from("<" + str(DEALS_SEEN) + "I", self._seen(), 1)

    def see(self, deal: int) -> bool:
        """Notes that cards of a deal were seen; whether that is new."""
        if self.saw(deal):
            return False
        part = self._seen()
        place = part[0] % DEALS_SEEN
        struct.pack_into("<I", part, 1 + 4 * place, deal)
        part[0] = place + 1
        self._parts[_SEEN] = part
        return True

    def days(self, day: int) -> int:
        """How many days in a row the day's challenge was finished, up to `day` or the day before it."""
        last, streak = self._days()
        return streak if last >= 0 and (last == day or _follows(last, day)) else 0

    def done(self, day: int) -> bool:
        """Whether the challenge of a day was the last one of those that count for the streak."""
        return day >= 0 and self._days()[0] == day

    def add_day(self, day: int) -> int:
        """Counts a finished challenge of a day; returns how many days in a row that makes."""
        streak = self.days(day) + (not self.done(day))
        self._parts[_DAYS] = struct.pack("<HB", day + 1, min(streak, 255))
        return min(streak, 255)

    def next_day(self) -> int:
        """The day behind the last one that counts, as a console without a date knows it; 0 at first."""
        return (self._days()[0] + 1) % _ROUND

    def _days(self) -> tuple[int, int]:
        # The last day, -1 for none, and how many in a row.
        last, streak = struct.unpack_from("<HB", self._parts.get(_DAYS, b"") + bytes(3))
        return last - 1, streak

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
            game, which = key
            part = self._parts[key]
            if which == _DEALS:
                which = _PACKED
                part = _packed(part)
            part = bytes(part).rstrip(b"\x00")
            if part:
                data += bytes((game, which, len(part))) + part
        return data

    def load(self, data: bytes) -> None:
        """Takes over what `dump` gave, also an earlier version's. ValueError, and no change, for garbage."""
        if data[:2] == _MARK:
            parts: dict[tuple[int, int], bytes | bytearray] = {}
            at = 2
            while at + 3 <= len(data):
                end = at + 3 + data[at + 2]
                which = data[at + 1]
                part: bytes | bytearray = data[at + 3 : end]
                if which == _PACKED:
                    which = _DEALS
                    part = _unpacked(part)
                parts[data[at], which] = part
                at = end
            if at != len(data):
                raise ValueError("These statistics cannot be read.")
            self._parts = parts
        else:
            self._load_rows(data)

    def _load_rows(self, data: bytes) -> None:
        # Rows of _GAMES games, with a sign before each best, and perhaps the bests of the numbered deals.
        rows = _LENGTHS[_RESULTS] * _GAMES
        if len(data) != rows and len(data) != rows + _FIRST * _GAMES:
            raise ValueError("These statistics cannot be read.")
        self._parts = {}
        for game in range(_GAMES):
            start = _LENGTHS[_RESULTS] * game
            part = bytearray(data[start : start + _LENGTHS[_RESULTS]])
            for at in range(5, len(part), _SIZE):
                part[at] ^= 128
            self._parts[game, _RESULTS] = part
            start = rows + _FIRST * game
            deals = data[start : start + _FIRST]
            self._parts[game, _DEALS] = bytes([byte ^ 128 for byte in deals])
