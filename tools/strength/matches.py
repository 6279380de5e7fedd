# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Matches between computer players: which ones are played to measure them, and how one is played.

A `Row` is one measurement: a player in one seat against another player in all other seats. Each deal is
played once for every seat, so that the luck of the deal cancels out. All chance in a match follows from its
row, deal and seat, so every machine plays the same match.
"""

import ast
import hashlib
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from engine import bots, registry
from engine.rng import SEEDS, Rng
from tools import PROJECT
from tools.measure.opcodes import thought
from tools.strength.ismcts import Chance, search, shares

LEVELS = ("easy", "normal", "hard")
FIRST_DEAL = 700_000_000  # the seed of deal 0, far from the trainers' seeds, which start at 0
CARDS = 98  # of The Game
_TEAM = "the_game"  # the one game in which all seats win together
# Where hints and the yardstick are measured at another table than table_of() takes by default.
_TABLES = {
    "the_game": (1, (), False),
    "hyper_maker": (4, (("tie_winner_leads", 1),), False),
    "flip_over": (4, (), True),
    "inversio": (2, (("rounds", 1),), False),
}
BOT_SAMPLE = 0.1  # the share of decisions whose bytecodes are counted
_SIGNALS = 60  # a player that gives more signals in one turn never stops
_VERSION = 1  # of the way matches are played and counted; results of other versions are ignored


@dataclass(frozen=True)
class Row:
    """A measurement. kind: its table in the report. key, players, options: the game.

    player, other: who sits in one seat, and who in all others; in The Game `player` sits everywhere. A name
    is "easy", "normal", "hard", "hint" (follows every hint), "random", or "ismcts:" with the number of
    simulations. first_round: the match ends with round 1. signals: False takes The Game's signals back before
    any other seat sees them.
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
        words += ["first round"] * self.first_round + ["no signals"] * (not self.signals) + [self.player]
        return " ".join(words + ["against", self.other] * bool(self.other))

    @property
    def team(self) -> bool:
        """Returns whether all seats win together."""
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
        players, options, first_round = table_of(key)
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


def table_of(key: str) -> tuple[int, tuple, bool]:
    """Returns the players, options and `first_round` at which hints and the yardstick are measured."""
    return _TABLES.get(key) or (max(2, registry.row(key)[2]), (), False)


def _hints() -> list[Row]:
    rows = []
    for key, *_ in registry.GAMES:
        players, options, first_round = table_of(key)
        other = "" if key == _TEAM else "normal"
        for player in ("hard", "hint"):
            if other or player == "hint":  # The Game's hard team has its own table
                rows.append(Row("hints", key, players, player, other, options, first_round))
    return rows


def schedule() -> list[Row]:
    """Returns all rows that `make arena` measures."""
    return _the_game() + _against_below() + _hints() + _against_search()


class Player:
    """A player in one match. `costs` has (bytecodes, largest slice) of a sample of its choices."""

    def __init__(self, name: str, seed: int):
        """name: as in Row; seed: 0 <= seed < 2**30, for all its chance and the sampling of choices."""
        self.name = name
        self.costs = []
        self._rng = Rng(seed)
        self._chance = Chance(seed)
        self._picks = Random(seed ^ 0x15)
        self._level = LEVELS.index(name) if name in LEVELS else -1
        self._size = int(name.partition(":")[2] or 0)

    def choose(self, game) -> int:
        """Returns the action for `game.player`."""
        if self._level >= 0:
            return self._think(game)
        if self.name == "hint":
            return bots.hint(game, self._rng)[0]
        if self.name == "random":
            legal = game.legal_actions()
            return legal[self._rng.below(len(legal))]
        return search(game, self._size, self._chance)

    def _think(self, game) -> int:
        if self._picks.random() >= BOT_SAMPLE or len(game.legal_actions()) < 2:
            return bots.choose(game, self._level, self._rng)
        action, slices = thought(game, self._level, self._rng)
        self.costs.append((sum(slices), max(slices)))
        return action


def calls(game) -> list[int]:
    """Returns what computer players at all seats say after an action; [] in most games."""
    return game.say(range(game.players)) if hasattr(game, "say") else []


def play(row: Row, deal: int, turn: int) -> dict:
    """Plays one match. turn: the seat of the row's player; if it is row.players, all seats are the others'.

    Returns what is stored: the gain (the seat's share of the win; the mean of all seats in a match of the
    others), for The Game the cards left, the seconds of processor time, and the sampled costs by player.
    """
    start = time.process_time()
    chance = Random(f"{row.name} {deal} {turn}")
    players = []
    for seat in range(row.players):
        name = row.player if row.team or seat == turn else row.other
        players.append(Player(name, chance.randrange(SEEDS)))
    rng = Rng(FIRST_DEAL + deal)
    game = registry.load(row.key).Game(row.players, rng, **dict(row.options))
    set_in_turn = 0
    while game.player >= 0 and not (row.first_round and game.round > 1):
        player = players[game.player]
        drawn = dict(vars(rng))
        action = player.choose(game)
        if vars(rng) != drawn:
            raise ValueError(f"{player.name} drew from the match's own chance: {row.name}.")
        if action not in game.legal_actions():
            if not hasattr(game, "signals") or action not in game.signals():
                raise ValueError(f"{player.name} chose {action}, which is not legal: {row.name}.")
            set_in_turn += 1
            if set_in_turn > _SIGNALS:
                raise ValueError(f"{player.name} finds no end of signals: {row.name}.")
        elif hasattr(game, "signals"):
            set_in_turn = 0
            if not row.signals:  # the seat itself has acted on its signals; nobody else sees them
                for signal in game.signals():
                    if signal < 404:  # the actions that set a pile's signal to none
                        game.apply(signal)
        game.apply(action)
        if row.signals and row.player in ("normal", "hard", "hint"):
            for call in calls(game):
                game.apply(call)
    gains = shares(game)
    record = {"row": row.name, "deal": deal, "turn": turn}
    if row.team:
        record["gain"] = 1 if game.winners() else 0
        record["left"] = CARDS - game.score(0)
    else:
        record["gain"] = sum(gains) / row.players if turn == row.players else gains[turn]
    record["seconds"] = round(time.process_time() - start, 3)
    costs = {}
    for player in players:
        if player.costs:
            costs.setdefault(player.name, []).extend(player.costs)
    record["costs"] = costs
    return record


def plain(path: Path) -> str:
    """Returns a source as a tree without what does not change a player: comments and docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            if ast.get_docstring(node, clean=False) is not None:
                node.body.pop(0)
    return ast.dump(tree)


@cache
def _sources(key: str, robots: bool) -> str:
    # The registry lists all games and decides nothing.
    engine = PROJECT / "engine"
    others = {row[0] for row in registry.GAMES} - {key} | {"registry"}
    paths = [path for path in engine.glob("*.py") if path.stem not in others]
    if robots:
        paths += [engine / "bots" / "__init__.py", *(engine / "bots" / key).glob("*.py")]
    return "".join([plain(path) for path in sorted(paths)])


def fingerprint(row: Row) -> str:
    """Returns sixteen digits that stand for the sources of the row's game and players.

    Results with another fingerprint belong to an older player. Comments do not count.
    """
    names = (row.player, row.other)
    words = [str(_VERSION), _sources(row.key, any([name in LEVELS + ("hint",) for name in names]))]
    if any([name.startswith("ismcts:") for name in names]):
        words.append(plain(Path(__file__).parent / "ismcts.py"))
    return hashlib.sha256(" ".join(words).encode()).hexdigest()[:16]
