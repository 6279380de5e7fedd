# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Prints how long the flash with the saves lasts.

    python tools/measure/wear.py      plays each game for HOURS simulated hours

Assumptions: flash lasts for 10,000 erases of a block. Somebody acts every six seconds, at random, so matches
are short. Several people pass the console on whenever another one's turn comes. People pause once in ten
minutes. The console is played for an hour a day. A board's ERASES says which of two ways of saving it has.
Where every write erases, passing on does not save by itself. A result, pausing and leaving do, and so does
two and a half minutes of play for each write so far, up to five: that much is lost if the battery is pulled
during a turn. Where bytes are appended, passing on saves unless a write was less than 15 seconds ago.

Where bytes are appended, only what has changed since the last save is. A new match is written whole.
"""

import sys

from engine import registry
from engine.rng import Rng
from engine.session import Session
from handful.match import Match
from handful.records import Records
from handful.settings import Settings
from handful.store import MATCH, RECORDS, SETTINGS, Store

ACTION = 6_000  # ms from one action to the next
PAUSE = 600_000  # ms from one pause to the next
LASTS = 10_000  # erases
A_DAY = 1  # hours of play
HOURS = 20


class Region(bytearray):
    """Bytes like a chip's nvm. `written` counts the writes, `erased` the erases that they need."""

    def __init__(self, erases: bool):
        super().__init__(b"\xff" * 4096)
        self._erases = erases
        self.written = 0
        self.erased = 0

    def __setitem__(self, part, new):
        self.written += any(new)  # crossing out an older record does not count
        self.erased += self._erases or self[part].count(255) < len(new)
        super().__setitem__(part, new)


class Row:
    """The effect of some hours of one game on a region."""

    def __init__(self, key: str, persons: int, erases: bool, hours: int = HOURS):
        self.what = f"{registry.row(key)[1]}, {'alone' if persons == 1 else f'{persons} people'}"
        self.erases = erases
        self.hours = hours
        region = Region(erases)
        self.matches = _play(key, persons, Store(region, erases), erases, hours * 3_600_000)
        self.written = region.written
        self.erased = region.erased

    @property
    def years(self) -> float:
        """Returns how many years LASTS erases are enough for."""
        return LASTS * self.hours / self.erased / A_DAY / 365 if self.erased else float("inf")


def _play(key: str, persons: int, store: Store, erases: bool, end: int) -> int:
    # Plays random matches one after the other, and saves when the app would. Returns how many ended.
    finished = 0
    settings = Settings()
    records = Records()
    chance = Rng(1)
    players = registry.row(key)[2] if persons == 1 else persons
    now = 0
    paused = 0
    while now < end:
        session = Session(key, players, chance.below(1 << 30))
        match = Match(session, bytes([0] * persons + [1] * (players - persons)))
        while session.game.player >= 0 and now < end:
            legal = session.game.legal_actions()
            match.act(legal[chance.below(len(legal))])
            now += ACTION
            passed = match.waits_for >= 0
            if passed:
                match.viewer = match.waits_for
                passed = not erases and store.rested(now & 0x1FFFFFFF)
            if now - paused >= PAUSE:
                paused = now
                passed = True
            if passed or store.due(now & 0x1FFFFFFF):
                _save(store, match.dump(), settings, records, now)
        records.add(registry.number(key), 0, True, 1)
        if not erases:
            _save(store, match.dump(), settings, records, now)
        _save(store, b"", settings, records, now)
        finished += session.game.player < 0
    return finished


def _save(store, match, settings, records, now) -> None:
    store.put(MATCH, match)
    store.put(SETTINGS, settings.dump())
    store.put(RECORDS, records.dump())
    store.flush(now & 0x1FFFFFFF)


def table() -> list[Row]:
    """Returns rows for each game alone (or with robots) and with most people, in both ways of saving."""
    games = [(key, persons) for key, _, _, most in registry.GAMES for persons in (1, most)]
    return [Row(key, persons, erases) for erases in (False, True) for key, persons in games]


def main() -> int:
    """Plays and prints."""
    print(f"{'':<28}{'an hour of play':>24}{'matches':>12}   {LASTS:,} erases last for")
    print(f"{'':<28}{'writes':>12}{'erases':>12}{'an erase':>12}   years, {A_DAY} h a day")
    heading = ""
    for row in table():
        before, heading = heading, "every write erases" if row.erases else "appended (RP2)"
        if heading != before:
            print(heading)
        print(
            f"  {row.what:<26}{row.written / row.hours:>12.1f}{row.erased / row.hours:>12.1f}"
            f"{row.matches / row.erased:>12.1f}{row.years:>12.1f}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
