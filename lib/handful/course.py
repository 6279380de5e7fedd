# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The course of an evening: which match is played, who sits at it, and which screen opens next."""

import random

from micropython import const

from engine import memory, registry
from engine.memory import inline, rare
from engine.session import Session
from handful import match as matches
from handful.settings import LOOK
from handful.store import MATCH, RECORDS

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence
    from typing import Any

    from handful.match import Match
    from handful.picture.canvas import Canvas
    from handful.records import Records
    from handful.settings import Settings
    from handful.store import Store
    from handful.texts import Texts

DEAF = const(800)  # ms in which no key counts, since what has opened was not asked for by one
_FACE = const(9)  # height of a face in the small font
_FACES = const(0xE010)  # the face of the first of five robots in the small font
_DEMO_SEATS = const(3)  # players of a demo, where the game allows them
_DEMO_LEVEL = const(2)  # kind of all of its seats: a normal robot


class Course:
    """The app without its loop: it begins a match, goes on with the saved one, and names its players."""

    board: "Any"
    texts: "Texts"
    canvas: "Canvas"
    store: "Store"
    settings: "Settings"
    match: "Any"
    lesson: "Any"
    opening: "Any"
    untold: bool
    deaf: int
    _cursors: "dict[str, Any]"
    _since: int
    _shown: int

    @property
    def records(self) -> "Records":
        """The saved statistics, a Records; `keep` saves it again. ValueError if they cannot be read."""
        from handful.records import Records

        records = Records()
        if self.store.payloads[RECORDS]:
            records.load(self.store.payloads[RECORDS])
        return records

    def keep(self, records: "Records") -> None:
        """Saves the statistics with the next write."""
        self.store.put(RECORDS, records.dump())

    @rare
    def begin(
        self, key: str, kinds: "Sequence[int]", seed: int, options: "dict[str, Any]", first: int = 0
    ) -> None:
        """Starts a match of the game `key` in place of the saved one, and opens its table.

        kinds: PERSON or a computer's level for each seat; seed: the deal; first: as in Match. ValueError as
        in Session.
        If the player may remember the deal, a notice says that the match does not count.
        """
        from handful import setups
        from handful.series import played

        setups.touch(self.settings, key)
        records = self._remember()
        self.match = match = matches.Match(Session(key, len(kinds), seed, **options), kinds, first)
        match.known = records.saw(match.deal) or played(match, records)
        self.lesson = None
        self._open_match()
        if match.known:
            self.open("notice", self.texts.say("known_deal"), "")

    def _remember(self) -> "Records":
        # Notes the deal of the match that is left or replaced, if the player learnt anything of it.
        records = self.records
        if self.match:
            deal: int = self.match.deal if self.match.touched else 0
        else:
            deal = matches.deal_seen(self.store.payloads[MATCH])
        if deal and records.see(deal):
            self.keep(records)
        return records

    @rare
    def learn(self, key: str) -> None:
        """Begins a match of the game `key` against easy robots, with a lesson for its first moves."""
        from handful.tables.lesson import Lesson

        memory.forget("handful.tables.lesson")  # the lesson holds it while it lasts
        lesson = Lesson(key, self.texts)
        self.begin(key, bytes((matches.PERSON,)) + b"\x01" * (lesson.players - 1), lesson.seed, {})
        self.match.known = True  # so it does not count
        self.table()  # nobody need be told of that
        self.lesson = lesson

    def resume(self, match: "Match | None" = None) -> None:
        """Goes on with the saved match. A save that cannot be read is dropped and reported.

        match: the same, if it is loaded already.
        """
        try:
            self.match = match or matches.load(self.store.payloads[MATCH])
        except ValueError as error:
            self.store.put(MATCH, b"")
            self.untold = True
            say = self.texts.say
            # The engine's sentences are in English. A player needs no more of them than this.
            why = "lost_newer" if "newer" in str(error) else "lost_damaged"
            self.open("notice", say(why, say("record_2")))
            return
        self._open_match()

    def _open_match(self) -> None:
        self._cursors.pop("pause", None)
        self.texts.load(self.match.session.key)
        self.theme(self.match.session.key)
        self.table()

    def theme(self, key: str) -> None:
        """Sets the inks of a game's table, in the colour that the player has chosen for it."""
        self.canvas.theme(key, self.settings.values[LOOK + registry.number(key)])

    @property
    def saved(self) -> str:
        """The key of the game whose match is saved, "" for none, and for a game that is not here."""
        return matches.game_of(self.store.payloads[MATCH])

    @rare
    def demo(self) -> None:
        """Lets robots play a match at its table, each time of another game, until a key is pressed."""
        self._shown = registry.beside(self._shown if self._shown >= 0 else self.seed() - 1, 1)
        key, _, least, most = registry.GAMES[self._shown]
        players = max(least, min(_DEMO_SEATS, most))
        kinds = bytes((_DEMO_LEVEL,)) * players
        self.match = match = matches.Match(Session(key, players, self.seed()), kinds)
        match.viewer = 0
        self._open_match()
        self.guard()

    def again(self) -> None:
        """Begins the match in progress again, with the same deal."""
        self.redeal(self.match.session.seed)

    def redeal(self, seed: int) -> None:
        """Begins a match with another deal, and the game, seats and options of the match in progress."""
        match = self.match
        daily: bool = match.daily and seed == match.session.seed
        self.begin(match.session.key, match.kinds, seed, match.session.options, match.first)
        self.match.daily = daily

    @rare
    def challenge(self, key: str, number: int) -> None:
        """Begins a numbered deal (handful.series) of the game `key`."""
        from handful import series

        self.begin(key, series.kinds(key), series.seed(number), {})

    @rare
    def goes_on(self, key: str, number: int) -> bool:
        """Resumes the saved match if it plays that numbered deal. Returns whether it does."""
        from handful.series import number_of

        try:
            match = matches.load(self.store.payloads[MATCH]) if self.saved == key else None
        except ValueError:
            return False
        if not match or number_of(match) != number:
            return False
        self.resume(match)
        return True

    def table(self) -> None:
        """Opens the table of the match, behind the neutral screen if somebody else has to come first."""
        self.open("handover" if self.match.waits_for >= 0 else self.match.session.key)

    def seed(self) -> int:
        """Returns a fresh seed for a deal: 30 bits from the board's random source and its clock."""
        ticks: int = self.board.ticks()
        return (random.getrandbits(30) ^ ticks * 31) & 0x3FFFFFFF

    def name(self, seat: int) -> str:
        """Returns the name of the player at a seat; the only person at the table is "You"."""
        match = self.match
        if match:
            if match.kinds[seat] != matches.PERSON:
                return self.texts.say("robot_" + str(match.robot_at(seat)))
            if match.persons == 1:
                return self.texts.you
        return self.settings.names[seat] or self.texts.say("player", seat + 1)

    @inline
    def robot(self, number: int) -> str:
        """Returns face and name of a robot, 0 to 4."""
        return chr(_FACES + number) + " " + self.texts.say("robot_" + str(number))

    def faced(self, seat: int, high: int = _FACE) -> str:
        """Returns the name of the player at a seat, behind its face if it is a robot.

        high: of the line; a face, which is higher than a letter, needs nine pixels.
        """
        match = self.match
        if match and high >= _FACE and match.kinds[seat] != matches.PERSON:
            number = match.robot_at(seat)
            return self.robot(number)
        return self.name(seat)

    def open(self, name: str, *details: object) -> None:
        """Closes the screen after this step and opens another: one of handful.screens, or a game's table."""
        self.opening = (name, details)

    def guard(self, ms: int = DEAF) -> None:
        """Lets no key count until what opens now has been seen for DEAF ms, the last _CALM without a key.

        A key held down does nothing until it is pressed again. Whatever opens without a key that has asked
        for it calls this, before it is drawn, and the bottom line stays empty (Screen.foot). For BRIEF ms a
        table that a key has opened hears no second press of it; its line is there.
        """
        self.deaf = ms
        self._since = -1
