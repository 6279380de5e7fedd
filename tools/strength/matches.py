# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Matches between computer players: which ones are played to measure them, and how one is played.

A `Row` is one measurement: a player in one seat against another player in all other seats. Each deal is
played once for every seat, so that the luck of the deal cancels out. All chance in a match follows from its
row, deal and seat, so every machine plays the same match.
"""

import ast
import hashlib
import sys
import time
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from random import Random

from engine import bots, registry
from engine.rng import SEEDS, Rng
from tools import PROJECT
from tools.strength import tuned
from tools.strength.ismcts import Chance, search, settings_of, shares

LEVELS = ("easy", "normal", "hard")
FIRST_DEAL = 700_000_000  # the seed of deal 0, far from the trainers' seeds, which start at 0
CARDS = 98  # of The Game
_TEAM = "the_game"  # the one game in which all seats win together
# Where hints and charts are measured at another table than table_of() takes by default.
_TABLES = {
    "the_game": (1, (), False),
    "hyper_maker": (4, (("tie_winner_leads", 1),), False),
    "flip_over": (4, (), True),
    "inversio": (2, (("rounds", 1),), False),
}
# The tables at which the yardstick is tuned, and plays with 10,000 simulations: the game and its players.
TUNED = (("inversion", 2), ("inversion", 4), ("hyper_maker", 4), ("flip_over", 4), ("inversio", 2))
BOT_SAMPLE = 0.1  # the share of decisions whose bytecodes are counted
_SEARCH_SAMPLE = 0.01
_COUNTED = 100  # of so many matches by The Game's hard players one is not compiled, to count bytecodes
_SIGNALS = 60  # a player that gives more signals in one turn never stops
_VERSION = 1  # of the way matches are played and counted; results of other versions are ignored


@dataclass(frozen=True)
class Row:
    """A measurement. kind: its table in the report. key, players, options: the game.

    player, other: who sits in one seat, and who in all others; in The Game `player` sits everywhere. A name
    is "easy", "normal", "hard", "hint" (follows every hint), "random", or "ismcts:" with the number of
    simulations and, if wanted, ":constant:points" as in ismcts.SETTINGS. "tuned:" is that search compiled,
    which takes numba, with ":constant:points:ruled" as in tuned.SETTINGS. first_round: the match ends with
    round 1. signals: False takes The Game's signals back before any other seat sees them. weight: its part
    of the time. known, goal: the prototype's result and the one wanted, in percent; where seats play against
    each other, goal is above parity.
    """

    kind: str
    key: str
    players: int
    player: str
    other: str = ""
    options: tuple = ()
    first_round: bool = False
    signals: bool = True
    weight: int = 1
    known: int | None = None
    goal: int | None = None

    @property
    def name(self) -> str:
        """Returns a name that no other row's matches have."""
        words = [self.key, str(self.players)]
        words += [f"{option}={value}" for option, value in self.options]
        if self.first_round:
            words.append("first round")
        if not self.signals:
            words.append("no signals")
        words.append(self.player)
        if self.other:
            words += ["against", self.other]
        return " ".join(words)

    @property
    def team(self) -> bool:
        """Returns whether all seats win together."""
        return not self.other

    @property
    def compiled(self) -> bool:
        """Returns whether the tuned ISMCTS plays, which takes numba."""
        return "tuned:" in self.player + self.other

    @property
    def parity(self) -> float | None:
        """Returns what a seat equal to the others wins; None where it has to be measured (children)."""
        if self.team:
            return None
        if self.key == "inversion" and self.players > 2:
            return None
        return 0.5 if dict(self.options).get("teams") else 1 / self.players

    @property
    def turns(self) -> int:
        """Returns matches a deal: one a seat, and one of the others alone if parity is measured."""
        if self.team:
            return 1
        return self.players if self.parity is not None else self.players + 1


def _against_search() -> list[Row]:
    """The rows of games whose rules are not compiled."""
    rows = []
    for key, _, least, most in registry.GAMES:
        if key != _TEAM and key not in tuned.SETTINGS:
            _, options, first_round = table_of(key)
            for players in range(least, most + 1):
                rows.append(Row("search", key, players, "hard", "ismcts:1000", options, first_round))
    return rows


def _against_tuned() -> list[Row]:
    goals = {("inversion", 2): 4, ("inversion", 4): 6, ("hyper_maker", 4): 23, ("flip_over", 4): 11}
    goals |= {("inversio", 2): 4}
    rows = []
    for key in tuned.SETTINGS:
        _, _, least, most = registry.row(key)
        _, options, first_round = table_of(key)
        for players in range(least, most + 1):
            for first in (True, False) if first_round else (False,):
                table = key, players
                pairs = [("hard", "tuned:1000", None if first else goals.get(table))]
                if table in TUNED:
                    pairs += [("hard", "tuned:10000", 0), ("tuned:10000", "tuned:1000", None)]
                for player, other, goal in pairs:
                    rows.append(Row("tuned", *table, player, other, options, first, weight=3, goal=goal))
    return rows


def _against_below() -> list[Row]:
    rows = []
    for key, _, least, most in registry.GAMES:
        if key == _TEAM:
            continue
        for players in range(least, most + 1):
            tables = [(("rounds", 1),) if key == "inversio" else ()]
            if key == "flip_over" and players == 4:
                tables += [(("exchange", 1),), (("teams", 1),), (("teams", 1), ("exchange", 1))]
            for options in tables:
                for low in (0, 1):
                    rows.append(Row("levels", key, players, LEVELS[low + 1], LEVELS[low], options))
    return rows


def _the_game() -> list[Row]:
    goals = {1: (33, 48), 2: (65, 92), 3: (43, 78), 4: (57, 92), 5: (54, 93)}
    rows = []
    for players in range(1, 6):
        for signals in (False, True)[players == 1 :]:
            for level in LEVELS:
                known, goal = goals[players] if level == "hard" else (None, None)
                weight = 4 if goal else 1
                if signals and players > 1:
                    known = None
                rows.append(
                    Row(
                        "team", _TEAM, players, level, signals=signals, weight=weight,
                        known=known, goal=goal,
                    )
                )  # fmt: skip
    for players, known, goal in ((1, 11, 28), (2, 10, 50)):
        for signals in (False, True)[players == 1 :]:
            rows.append(
                Row(
                    "team", _TEAM, players, "hard", options=(("level", 1),), signals=signals, weight=4,
                    known=None if signals and players > 1 else known, goal=goal,
                )
            )  # fmt: skip
    for players in (1, 2):  # with the smaller hand
        rows.append(Row("team", _TEAM, players, "hard", options=(("level", 2),)))
    return rows


def table_of(key: str) -> tuple[int, tuple, bool]:
    """Returns the players, options and `first_round` with which a game's hints and its chart are measured."""
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


def _charts() -> list[Row]:
    rows = []
    for key, *_ in registry.GAMES:
        players, options, first_round = table_of(key)
        if key == _TEAM:
            rows += [Row("chart", key, players, f"ismcts:{size}") for size in (100, 300, 1000)]
            continue
        for player in LEVELS + ("ismcts:300", "ismcts:1000"):
            rows.append(Row("chart", key, players, player, "ismcts:100", options, first_round))
    return rows


def schedule() -> list[Row]:
    """Returns all rows that `make arena` measures."""
    return _against_search() + _against_tuned() + _the_game() + _against_below() + _hints() + _charts()


def tuning(key: str, simulations: int) -> list[Row]:
    """Returns candidates for a game's constants against the present ones, each changed in one number.

    These are those of the tuned ISMCTS; in games that it does not play, those of the other.
    """
    if key not in tuned.SETTINGS:
        players, options, first_round = table_of(key)
        now, part = settings_of(key)
        constants = (0.02, 0.05, 0.1, 0.2, 0.4) if key == _TEAM else (0.2, 0.35, 0.5, 1.0, 1.4)
        other = "" if key == _TEAM else f"ismcts:{simulations}:{now}:{part}"
        names = [f"ismcts:{simulations}:{constant}:{part}" for constant in constants]
        return [Row("tune", key, players, name, other, options, first_round) for name in names]
    now = tuned.SETTINGS[key]
    candidates = [(constant, now[1], now[2]) for constant in (0.2, 0.35, 0.5, 0.7, 1.0, 1.4)]
    candidates += [(now[0], now[1], ruled) for ruled in (0.0, 0.5, 0.8, 1.0)]
    if key != "inversio":  # there the score says no more than who wins
        candidates += [(now[0], points, now[2]) for points in (0.0, 0.2, 0.5, 1.0)]
    rows = []
    for players in [number for game, number in TUNED if game == key]:
        _, options, first_round = table_of(key)
        for candidate in dict.fromkeys(candidates):
            if candidate != now:
                names = [f"tuned:{simulations}:" + ":".join(map(str, one)) for one in (candidate, now)]
                rows.append(Row("tune", key, players, *names, options, first_round))
    return rows


class Opcodes:
    """Counts the Python bytecodes that a call executes."""

    def __init__(self):
        """Counts nothing before `run`."""
        self.count = 0

    def _call(self, frame, event, arg):
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return None  # finding modules is Python on a computer and C on a device
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        return self._step

    def _step(self, frame, event, arg):
        if event == "opcode":
            self.count += 1
        return self._step

    def run(self, work, *args):
        """Returns (work(*args), the number of bytecodes that it took)."""
        self.count = 0
        before = sys.gettrace()
        sys.settrace(self._call)
        try:
            result = work(*args)
        finally:
            sys.settrace(before)
        return result, self.count


def thought(game, level: int, rng) -> tuple[int, list[int]]:
    """Returns a robot's choice and the bytecodes of each slice. The first slice includes preparing."""
    opcodes = Opcodes()
    thinking, cost = opcodes.run(bots.Thinking, game, level, rng)
    slices = [cost]
    action = None
    while action is None:
        action, cost = opcodes.run(thinking.step)
        slices.append(cost)
    return action, slices


@cache
def compiled():
    """Returns tools.strength.compiled, which takes numba: only the environment of the trainers has it."""
    from tools.strength import compiled as module

    return module


def own_settings(kind: str, key: str) -> tuple:
    """Returns a game's constants of "ismcts" or "tuned"."""
    return tuned.SETTINGS[key] if kind == "tuned" else settings_of(key)


class Player:
    """A player in one match. `costs` has (bytecodes, largest slice) of a sample of its choices."""

    def __init__(self, name: str, key: str, seed: int):
        """name: as in Row; seed: 0 <= seed < 2**30, for all its chance and the sampling of choices."""
        self.name = name
        self.costs = []
        self._key = key
        self._rng = Rng(seed)
        self._chance = Chance(seed)
        self._picks = Random(seed ^ 0x15)
        self._level = LEVELS.index(name) if name in LEVELS else -1
        kind, *words = name.split(":")
        if words:
            self._size = int(words[0])
            self._settings = tuple([float(word) for word in words[1:]]) or own_settings(kind, key)

    def choose(self, game) -> int:
        """Returns the action for `game.player`."""
        if self._level >= 0:
            return self._think(game)
        if self.name == "hint":
            return bots.hint(game, self._rng)[0]
        if self.name == "random":
            legal = game.legal_actions()
            return legal[self._rng.below(len(legal))]
        if self.name.startswith("tuned:"):
            return compiled().search(game, self._key, self._size, self._chance, self._settings)
        if self._sampled(game, _SEARCH_SAMPLE):
            action, cost = Opcodes().run(search, game, self._key, self._size, self._chance, self._settings)
            self.costs.append((cost, cost))
            return action
        return search(game, self._key, self._size, self._chance, self._settings)

    def _sampled(self, game, share: float) -> bool:
        return self._picks.random() < share and len(game.legal_actions()) > 1

    def _think(self, game) -> int:
        if not self._sampled(game, BOT_SAMPLE):
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
    if row.team and row.player in ("hard", "hint") and deal % _COUNTED and find_spec("numba"):
        return _play_compiled(row, deal, turn, chance)
    players = []
    for seat in range(row.players):
        name = row.player if row.team or seat == turn else row.other
        players.append(Player(name, row.key, chance.randrange(SEEDS)))
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


def _play_compiled(row: Row, deal: int, turn: int, chance: Random) -> dict:
    """Plays the same match of The Game by hard players, who are compiled. Its bytecodes are not counted."""
    from tools.strength import team

    game = registry.load(row.key).Game(row.players, Rng(FIRST_DEAL + deal), **dict(row.options))
    rngs = [Rng(chance.randrange(SEEDS)) for _ in range(row.players)]
    start = time.process_time()
    left = team.play(game, rngs, row.signals)[0]
    seconds = round(time.process_time() - start, 3)
    return {"row": row.name, "deal": deal, "turn": turn, "gain": 0 if left else 1, "left": left,
            "seconds": seconds, "costs": {}}  # fmt: skip


def plain(path: Path) -> str:
    """Returns a source as a tree without what does not change a player: comments, docstrings, SETTINGS."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)):
            if ast.get_docstring(node, clean=False) is not None:
                node.body.pop(0)
            node.body = [part for part in node.body if not _is_settings(part)]
    return ast.dump(tree)


def _is_settings(node) -> bool:
    return isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "SETTINGS"


def _imported(path: Path) -> list[Path]:
    """Returns the engine's modules that a source imports."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        names = []
        if isinstance(node, ast.ImportFrom) and node.module == "engine":
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").startswith("engine."):
            names = [node.module.split(".")[1]]
        elif isinstance(node, ast.Import):
            names = [alias.name.split(".")[1] for alias in node.names if alias.name.startswith("engine.")]
        for name in names:
            other = PROJECT / "engine" / f"{name}.py"
            if other.exists() and other not in found:
                found.append(other)
    return found


@cache
def _engine_state(key: str, knowledge: bool) -> str:
    engine = PROJECT / "engine"
    paths = [engine / f"{key}.py", engine / "__init__.py", engine / "rng.py"]
    if knowledge:
        bots = engine / "bots"
        paths += [bots / "__init__.py"] + sorted((bots / key).glob("*.py"))
    for path in paths:  # grows on the way; the registry lists all games and decides nothing
        for other in _imported(path):
            if other not in paths and other.stem != "registry":
                paths.append(other)
    digest = hashlib.sha256()
    for path in sorted(paths):
        digest.update(plain(path).encode())
    return digest.hexdigest()


@cache
def _search_state(kind: str) -> str:
    here = Path(__file__).parent
    paths = [here / "ismcts.py", here / "tree.py"]
    if kind == "tuned":
        paths += [here / "compiled.py"] + sorted(here.glob("rules/*.py"))
    return hashlib.sha256("".join([plain(path) for path in paths]).encode()).hexdigest()


def fingerprint(row: Row) -> str:
    """Returns sixteen digits that stand for the sources of the row's game and players.

    Results with another fingerprint belong to an older player. Comments do not count.
    """
    names = (row.player, row.other)
    words = [str(_VERSION), _engine_state(row.key, any([name in LEVELS + ("hint",) for name in names]))]
    for name in names:
        kind = name.split(":")[0]
        if kind in ("ismcts", "tuned"):
            words.append(_search_state(kind))
            if name.count(":") == 1:
                words.append(repr(own_settings(kind, row.key)))
    return hashlib.sha256(" ".join(words).encode()).hexdigest()[:16]
