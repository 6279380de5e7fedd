# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Matches between computer players: which ones are played to measure them, and how one is played.

A `Row` is one measurement: a player in one seat against another player in all other seats. Each deal is
played once for every seat, so that the luck of the deal cancels out. All chance in a match follows from its
row, deal and seat, so every machine plays the same match.
"""

import hashlib
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from engine import bots, registry
from engine.rng import SEEDS, Rng
from engine.session import Session
from tools import PROJECT
from tools.strength.endings import is_ending, worths
from tools.strength.ismcts import Chance, search, shares

LEVELS = ("easy", "normal", "hard")
FIRST_DEAL = 700_000_000  # the seed of deal 0, far from the trainers' seeds, which start at 0
CARDS = 98  # of The Game
_TEAM = "the_game"  # the one game in which all seats win together
# Players, options and `first_round` of the yardstick, where these are not the fewest players, two at least.
_TABLES = {
    "the_game": (1, (), False),
    "hyper_maker": (4, (("tie_winner_leads", 1),), False),
    "flip_over": (4, (), True),
    "inversio": (2, (("rounds", 1),), False),
}
_VERSION = 1  # of the way matches are played and counted; results of other versions are ignored


@dataclass(frozen=True)
class Row:
    """A measurement. kind: its table in the report. key, players, options: the game.

    player, other: who sits in one seat, and who in all others; if other is "", `player` sits everywhere. A
    name is "easy", "normal", "hard", or "ismcts:" with the number of simulations. first_round: the
    match ends with round 1. signals: False takes The Game's signals back before any other seat sees them.
    """

    kind: str
    key: str
    players: int
    player: str
    other: str = ""
    options: tuple = ()
    first_round: bool = False
    signals: bool = True

    @property
    def name(self) -> str:
        """Returns a name that no other row's matches have."""
        words = [self.key, str(self.players), *[f"{option}={value}" for option, value in self.options]]
        words += ["first round"] * self.first_round + ["no signals"] * (not self.signals)
        words += ["endings"] * (self.kind == "endings") + [self.player]
        return " ".join(words + ["against", self.other] * bool(self.other))

    @property
    def team(self) -> bool:
        """Returns whether one player sits everywhere."""
        return not self.other

    @property
    def parity(self) -> float | None:
        """Returns what a seat equal to the others wins; None where it has to be measured (children)."""
        if self.team or self.key == "inversion" and self.players > 2:
            return None
        return 0.5 if dict(self.options).get("teams") else 1 / self.players

    @property
    def turns(self) -> int:
        """Returns matches a deal: one a seat, and one of the others alone if parity is measured."""
        if self.team:
            return 1
        return self.players if self.parity is not None else self.players + 1


def _against_search() -> list[Row]:
    rows = []
    for key, *_ in registry.GAMES:
        players, options, first_round = _TABLES.get(key) or (max(2, registry.row(key)[2]), (), False)
        if key == _TEAM:
            rows += [Row("search", key, players, f"ismcts:{size}") for size in (100, 300, 1000)]
            continue
        for player in LEVELS + ("ismcts:300", "ismcts:1000"):
            rows.append(Row("search", key, players, player, "ismcts:100", options, first_round))
    return rows


def _against_below() -> list[Row]:
    rows = []
    for key, _, least, most in registry.GAMES:
        if key == _TEAM:
            continue
        for players in range(least, most + 1):
            tables: list[tuple] = [(("rounds", 1),) if key == "inversio" else ()]
            if key == "flip_over" and players == 4:
                tables += [(("exchange", 1),), (("teams", 1),), (("teams", 1), ("exchange", 1))]
            for options in tables:
                for low in (0, 1):
                    rows.append(Row("levels", key, players, LEVELS[low + 1], LEVELS[low], options))
    return rows


def _the_game() -> list[Row]:
    rows = []
    for players in range(1, 6):
        for signals in (False, True)[players == 1 :]:
            rows += [Row("team", _TEAM, players, level, signals=signals) for level in LEVELS]
    expert = (("level", 1),)
    for players, signals in ((1, True), (2, False), (2, True)):
        rows.append(Row("team", _TEAM, players, "hard", options=expert, signals=signals))
    for players in (1, 2):  # with the smaller hand
        rows.append(Row("team", _TEAM, players, "hard", options=(("level", 2),)))
    return rows


def _endings() -> list[Row]:
    rows = [Row("endings", _TEAM, players, "hard") for players in (1, 2)]
    rows.append(Row("endings", "inversion", 2, "hard"))
    rows += [Row("endings", "flip_over", players, "hard") for players in (3, 4, 5)]
    return [*rows, Row("endings", "inversio", 2, "hard", options=(("rounds", 1),))]


def schedule() -> list[Row]:
    """Returns all rows that `make arena` measures."""
    return _the_game() + _against_below() + _endings() + _against_search()


class Player:
    """A player in one match."""

    def __init__(self, name: str, seed: int):
        """name: as in Row; seed: 0 <= seed < 2**30, for all its chance."""
        self._name = name
        self._rng = Rng(seed)
        self._chance = Chance(seed)

    def choose(self, game) -> int:
        """Returns the action for `game.player`."""
        if self._name in LEVELS:
            return bots.choose(game, LEVELS.index(self._name), self._rng)
        return search(game, int(self._name.partition(":")[2]), self._chance)


def calls(game) -> list[int]:
    """Returns what computer players at all seats say after an action; [] in most games."""
    return game.say(range(game.players)) if hasattr(game, "say") else []


def play(row: Row, deal: int, turn: int) -> dict:
    """Plays one match. turn: the seat of the row's player; if it is row.players, all seats are the others'.

    Returns what is stored: the gain (the seat's share of the win; the mean of all seats in a match of the
    others), for The Game the cards left, the seconds of processor time, and in a row of endings of each the
    worth of the best action and of the one chosen; and the fingerprint.
    """
    start = time.process_time()
    chance = Random(f"{row.name} {deal} {turn}")
    players = []
    for seat in range(row.players):
        name = row.player if row.team or seat == turn else row.other
        players.append(Player(name, chance.randrange(SEEDS)))
    session = Session(row.key, row.players, FIRST_DEAL + deal, **dict(row.options))
    game = session.game
    endings = []
    while game.player >= 0 and not (row.first_round and game.round > 1):
        action = players[game.player].choose(game)
        if row.kind == "endings" and is_ending(game) and action in game.legal_actions():  # no signal
            found = worths(game)
            endings.append((max(found.values()), found[action]))
        if not row.signals and action in game.legal_actions():
            # The seat itself has acted on its signals; nobody else sees them.
            for signal in game.signals():
                if signal < 404:  # the actions that set a pile's signal to none
                    session.act(signal)
        session.act(action)
        if row.signals and row.player in ("normal", "hard"):
            for call in calls(game):
                session.act(call)
    gains = shares(game)
    gain = sum(gains) / row.players if turn == row.players else gains[turn]
    record = {"row": row.name, "deal": deal, "turn": turn, "gain": gain, "endings": endings}
    record["who"] = fingerprint(row)
    record["seconds"] = round(time.process_time() - start, 3)
    if row.key == _TEAM:
        record |= {"gain": 1 if game.winners() else 0, "left": CARDS - game.score(0)}
    return record


@cache
def _sources(key: str, robots: bool) -> str:
    # The registry lists all games and decides nothing.
    engine = PROJECT / "engine"
    others = {row[0] for row in registry.GAMES} - {key} | {"registry"}
    paths = [path for path in engine.glob("*.py") if path.stem not in others]
    if robots:
        paths += [engine / "bots" / "__init__.py", *(engine / "bots" / key).glob("*.py")]
    return "".join([path.read_text(encoding="utf-8") for path in sorted(paths)])


def fingerprint(row: Row) -> str:
    """Returns sixteen digits that stand for the sources of the row's game and players.

    Results with another fingerprint belong to an older player.
    """
    names = (row.player, row.other)
    words = [str(_VERSION), _sources(row.key, any([name in LEVELS for name in names]))]
    for name in ("endings.py", "ismcts.py"):
        words.append((Path(__file__).parent / name).read_text(encoding="utf-8"))
    return hashlib.sha256(" ".join(words).encode()).hexdigest()[:16]
