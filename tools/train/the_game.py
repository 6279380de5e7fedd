# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Learns the weights of The Game's computer players: `make train GAME=the_game`, or this file alone.

    python tools/train/the_game.py [--quick] [set ...] [folder]

The worth of a position at the end of a turn is a small network: features times weights into HIDDEN units
with ReLU, and one linear unit. It learns from matches of the hard players themselves. In each round they play
with the present weights. The ends of their turns are learnt by who wins from there. The ends that a search
compares are learnt by what it found for each, of which only the differences within a turn count. The first
network is set by hand; while it hardly ever wins, the cards that are left count as well.

What a feature is, only value.py says: see Counter. Where sets are named, each learns on from what is written
in the folder. The result depends on the seeds alone. --quick plays a few matches, to see that it works; all
of it takes about half a day of two cores. The committed sets are older than this file: their trainer had a
compiled search in place of the players' own, so this one does not give their bytes.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import multiprocessing
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from engine import bots, the_game
from engine.bots.the_game import search, value
from engine.bots.the_game.value import Evaluator, Weights
from engine.rng import SEEDS, Rng
from tools import PROJECT
from tools.train.learning import asked, literal, write

HIDDEN = value._UNITS - 1
FEATURES = value._LONG + 1
CUTS = np.array(list(value._CUTS))
BASIS = np.stack([np.interp(range(99), CUTS, row) for row in np.eye(len(CUTS))], 1).astype(np.float32)
SETS = PROJECT / "engine" / "bots" / "the_game"
KEPT = 5  # number of latest rounds that are learnt from
TYPES = {"WEIGHTS": "u1", "SCALES": "<u2", "BIASES": "<u2", "OUTPUTS": "u1"}
RESULTS = 2048  # ends of turns in a batch
TURNS = 256  # compared turns in a batch
PIECES = 20  # pieces into which the work of a round is cut
APART = 20  # how much the differences within a turn count
WINDOWS = (2, 4, 7, 10, 15, 22, 32)  # of unseen cards beyond a pile
# Divisors that bring the features near 1.
UNITS = np.ones(FEATURES)
UNITS[value._ON_NONE : value._NOWHERE] = (4, 8, 8, 8, 16, 32)
for _pile in (value._FAR, value._NEAR):
    UNITS[_pile : _pile + len(WINDOWS)] = [1 + 0.3 * window for window in WINDOWS]
    UNITS[_pile + value._PAIRS_5 : _pile + value._WAY] = 2
    UNITS[_pile + value._WAY : _pile + value._TEN_ON] = (50, 12, 30)
    UNITS[_pile + value._REST] = 20
UNITS[value._HIT : value._PAIRS_BOTH] = 2
UNITS[value._PAIRS_BOTH : value._APART] = 8
UNITS[value._APART : value._SIZE] = (12, 50, 50)
UNITS[value._SIZE : value._LEAST] = (8, 16, 64)
UNITS[value._LEAST : value._LONG] = 20
UNITS[value._LONG] = 100

Net = dict[str, bytes]  # what a module of weights holds, by its names
Rows = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]  # features, cards, chances, number of the turn


class Counter:
    """Has the players' own code count features: each weight is a bit in a lane of a large int."""

    _LANE = 64

    def __init__(self) -> None:
        """Joins the weights as the players' are."""
        self._lanes = 0
        self._weights = weights = object.__new__(Weights)
        weights.features = [1 << self._LANE * feature for feature in range(FEATURES)]
        weights.halves = self  # type: ignore[assignment]  # meets the sum of all in Evaluator.value
        weights.cards = [0] * (3 * value._UP)
        weights._unread = [(b"", b"", 0, 0)]
        weights._read = FEATURES
        weights._more()
        weights.rows = self  # type: ignore[assignment]

    def get(self, cards: int) -> tuple[int, int]:
        """Returns what counts for any number of cards to be laid, as Weights.rows does."""
        return self._weights._half, 0

    def __rand__(self, lanes: int) -> int:
        """Notes the sum."""
        self._lanes = lanes
        return 0

    def view(self, unseen: bytearray) -> Evaluator:
        """Returns what a seat knows, see Evaluator."""
        return Evaluator(unseen, self._weights, [0] * 4, [0] * 4, [0] * 4)

    def count(self, view: Evaluator, piles: list[int], hand: list[int]) -> np.ndarray:
        """Returns the features of a position at the end of a turn in which cards are still to be laid."""
        one, two, three, four = piles
        view.value(one, two, three, four, view.kept(hand))
        return np.frombuffer(self._lanes.to_bytes(FEATURES * self._LANE // 8, "little"), "<u8")


class Network:
    """Weights (FEATURES, HIDDEN + 1), biases and outputs of units at the cuts, and Adam's state."""

    def __init__(self) -> None:
        """Sets a network by hand: it adds up how much room the piles have left and what fits."""
        rng = np.random.default_rng(2)
        self.w = np.zeros((FEATURES, HIDDEN + 1), np.float32)
        self.w[:, :HIDDEN] = rng.normal(size=(FEATURES, HIDDEN)) * 0.25
        self.b = np.zeros((len(CUTS), HIDDEN + 1), np.float32)
        self.b[:, :HIDDEN] = rng.normal(size=(1, HIDDEN)) * 0.3
        self.v = np.zeros((len(CUTS), HIDDEN), np.float32)
        self.v += rng.normal(size=(1, HIDDEN)).astype(np.float32) * 0.05
        for pile in (value._FAR, value._NEAR):
            self.w[pile + value._WAY, HIDDEN] = 2
        self.w[value._ON_NONE, HIDDEN] = -0.5
        self.w[value._HELD_BACK, HIDDEN] = 0.5
        self.w[value._SIZE, HIDDEN] = -1.5

    def slopes(self, x: np.ndarray, k: np.ndarray, y: np.ndarray, groups: np.ndarray, level: float) -> list:
        """Returns the slopes of the error of whole turns.

        x: features; k: rows of BASIS; y: chances; groups: where turns start. level: how much the chances
        themselves count, beside the differences within a turn.
        """
        hidden = x @ self.w + k @ self.b
        on = np.maximum(hidden[:, :HIDDEN], 0)
        out = k @ self.v
        chance = 1 / (1 + np.exp(-np.clip(hidden[:, HIDDEN] + (on * out).sum(1), -30, 30)))
        count = np.diff(np.r_[groups, len(x)])
        error = chance - y
        beside = error - np.repeat(np.add.reduceat(error, groups) / count, count)
        slope = (level * error + 2 * APART * beside * chance * (1 - chance)) / len(x)
        slope = slope.astype(np.float32)[:, None]
        back = np.empty_like(hidden)
        back[:, HIDDEN:] = slope
        back[:, :HIDDEN] = slope * out * (hidden[:, :HIDDEN] > 0)
        return [x.T @ back, k.T @ back, k.T @ (slope * on)]

    def fit(self, compared: Rows, results: Rows, passes: int, rate: float, seed: int) -> None:
        """Learns from ends that were compared and from results, by Adam."""
        x, n, y, turns = compared
        rng = np.random.default_rng(seed)
        first = np.flatnonzero(np.r_[True, turns[1:] != turns[:-1]])
        count = np.diff(np.r_[first, len(x)])
        batches = max(1, len(first) // TURNS)
        parts = (self.w, self.b, self.v)
        memory = [(np.zeros_like(part), np.zeros_like(part)) for part in parts]
        for batch in range(passes * batches):
            if batch % batches == 0:
                order = rng.permutation(len(first))
            some = order[batch % batches * TURNS :][:TURNS]
            groups = np.r_[0, np.cumsum(count[some])[:-1]]
            rows = np.arange(count[some].sum()) + np.repeat(first[some] - groups, count[some])
            slopes = self.slopes((x[rows] / UNITS).astype(np.float32), BASIS[n[rows]], y[rows], groups, 0)
            some = rng.integers(len(results[0]), size=RESULTS)
            ends = (results[0][some] / UNITS).astype(np.float32)
            more = self.slopes(ends, BASIS[results[1][some]], results[2][some], np.arange(RESULTS), 1)
            now = rate * (1 - 0.95 * batch / passes / batches)
            for part, slope, other, (one, two) in zip(parts, slopes, more, memory):
                slope = slope + other + (1e-6 * part if part is self.w else 0)
                one += 0.1 * (slope - one)
                two += 0.001 * (slope * slope - two)
                scale = np.sqrt(two / (1 - 0.999 ** (batch + 1))) + 1e-9
                part -= now * one / (1 - 0.9 ** (batch + 1)) / scale

    def small(self) -> Net:
        """Returns the weights as bytes, as Weights in engine/bots/the_game/value.py describes them."""
        w = self.w.astype(np.float64) / UNITS[:, None]
        b = self.b.astype(np.float64)
        v = self.v.astype(np.float64)
        # Scale units up and their outputs down, as far as the outputs still fill their bytes.
        factor = np.abs(v).max(axis=0) * 64 / 127
        factor[factor == 0] = 1
        w[:, :HIDDEN] *= factor
        b[:, :HIDDEN] *= factor
        scales = np.maximum(1, np.ceil(np.abs(w).max(axis=1) * 65536 / 127)).astype(int)
        # The last unit, which is linear, comes first.
        w = np.roll(w, 1, axis=1) * 65536 / scales[:, None]
        biases = np.clip(np.round(np.roll(b, 1, axis=1) * 256), -32767, 32767) + 32768
        outputs = np.clip(np.round(v / factor * 64), -127, 127) + 128
        columns = (np.clip(np.round(w), -127, 127) + 128, scales, biases, outputs)
        kinds = zip(TYPES.items(), columns)
        return {name: np.ravel(column).astype(kind).tobytes() for (name, kind), column in kinds}

    @classmethod
    def large(cls, path: Path) -> "Network":
        """Returns the network of a written set, as far as its bytes keep it."""
        network = cls()
        net: dict[str, Any] = {}
        exec(path.read_text(encoding="utf-8"), net)
        columns = {name: np.frombuffer(net[name], kind).astype(np.float64) for name, kind in TYPES.items()}
        w = columns["WEIGHTS"].reshape(FEATURES, -1) - 128
        w *= columns["SCALES"][:, None] * UNITS[:, None] / 65536
        network.w[:] = np.roll(w, -1, axis=1)
        network.b[:] = np.roll(columns["BIASES"].reshape(len(CUTS), -1) - 32768, -1, axis=1) / 256
        network.v[:] = (columns["OUTPUTS"].reshape(len(CUTS), -1) - 128) / 64
        return network


def seated(net: Net, players: int, expert: bool) -> None:
    """Makes the players of this process play by a network."""
    name = "engine.bots.the_game.weights_" + value._SETS[5 * expert + players - 1]
    module = ModuleType(name)
    vars(module).update(net)
    sys.modules[name] = module
    weights = Weights(players, expert)
    while not weights.ready():
        pass
    search._learnt[:] = [(weights, players, expert)]


class Watched(search.Search):
    """A search that is noted when it has compared ends."""

    notes: "list[Watched]" = []

    def step(self) -> int | None:
        """Does the next part."""
        action = super().step()
        if action is not None and self._searched:
            self.notes.append(self)
        return action


def compared(searched: Watched, counter: Counter) -> list[tuple[np.ndarray, int, float]]:
    """Returns the ends that a search compared: features, cards to be laid, the chance that it found."""
    view = counter.view(searched._view._unseen)
    rounds = searched._searched // len(searched._ends)
    rows = []
    for (_, packed, mask, _), total in zip(searched._ends, searched._sums):
        hand = [card for index, card in enumerate(searched._hand) if mask >> index & 1]
        piles = [packed >> shift & 127 for shift in (21, 14, 7, 0)]
        if view.total + len(hand):
            chance = total / (searched._prior + rounds)
            rows.append((counter.count(view, piles, hand), view.total + len(hand), chance))
    return rows


def match(game: the_game.Game, rngs: list[Rng], counter: Counter) -> tuple[list, list]:
    """Plays a match by the hard players. Returns the ends of turns, and those compared, a list a turn."""
    search.Search = Watched  # type: ignore[misc]
    ends, turns = [], []
    while game.player >= 0:
        seat = game.player
        action = bots.choose(game, bots.HARD, rngs[seat])
        while Watched.notes:
            turns.append(compared(Watched.notes.pop(), counter))
        if not action and not game.due:
            unseen = bytearray(value.SPAN)
            for card in game.unseen(seat):
                unseen[value.OFF + card] = 1
            view = counter.view(unseen)
            hand = list(game.hand(seat))
            ends.append((counter.count(view, game.piles, hand), view.total + len(hand)))
        game.apply(action)
        for call in game.say(range(game.players)):
            game.apply(call)
    return ends, [turn for turn in turns if len(turn) > 1]


def played(task: tuple[int, int, tuple[int, int], Net, float]) -> tuple[Rows, Rows, int]:
    """Plays matches in a process. task: the first seed, matches, (players, level), network, soft.

    Returns the compared ends, the ends of turns with who won, and the matches won. soft: what part of a
    result is told by the cards left.
    """
    seed, matches, (players, level), net, soft = task
    seated(net, players, level > 0)
    counter = Counter()
    turns, results = [], []
    won = 0
    for number in range(seed, seed + matches):
        game = the_game.Game(players, Rng(number), level=level)
        rngs = [Rng((number + (seat + 1) * SEEDS // 8) % SEEDS) for seat in range(players)]
        ends, more = match(game, rngs, counter)
        turns += more
        beaten = bool(game.winners())
        won += beaten
        result = (1 - soft) * beaten + soft * np.exp((game.score(0) - 98) / 10)
        results += [[(*end, result)] for end in ends]
    return columns(turns), columns(results), won


def columns(turns: list) -> Rows:
    """Returns the rows of turns as arrays."""
    rows = [(*row, number) for number, turn in enumerate(turns) for row in turn]
    x, n, y, numbers = zip(*rows) if rows else ([], [], [], [])
    features = np.array(x, np.uint8).reshape(-1, FEATURES)
    return features, np.array(n, np.int64), np.array(y, np.float32), np.array(numbers, np.int64)


def joined(parts: Sequence[Rows]) -> Rows:
    """Joins rows, and numbers their turns on."""
    first = np.cumsum([0, *[part[3][-1] + 1 if len(part[3]) else 0 for part in parts]])
    turns = np.concatenate([part[3] + start for part, start in zip(parts, first)])
    x, n, y = [np.concatenate([part[index] for part in parts]) for index in range(3)]
    return x, n, y, turns


def learn(
    pool: Any, name: str, network: Network, tables: tuple, rounds: int, matches: int, seed: int
) -> None:
    """Teaches a network in rounds, in place.

    tables: (players, level), used in turn. seed: of the first round; 0 begins with results that are softened.
    """
    kept: list[tuple[Rows, Rows]] = []
    pieces = min(PIECES, matches)
    for number in range(rounds):
        began = time.time()
        soft = 0.5 if not seed and 2 * number < rounds else 0.0
        first = (seed + number) * 100_000
        how = network.small(), soft
        tasks = [
            (first + piece * matches // pieces, matches // pieces, tables[piece % len(tables)], *how)
            for piece in range(pieces)
        ]
        compared_, results, won = zip(*pool.imap(played, tasks))
        kept = [*kept[-KEPT + 1 :], (joined(compared_), joined(results))]
        turns, ends = [joined([part[index] for part in kept]) for index in range(2)]
        network.fit(turns, ends, 8, 2e-3, seed + number)
        print(
            f"{name}, {number + 1}/{rounds}: {sum(won) / matches:.1%} beaten, "
            f"{len(kept[-1][0][0])} compared, {len(kept[-1][1][0])} ends, {time.time() - began:.0f} s",
            flush=True,
        )


# What is learnt one after the other: the set, the one that it goes on from, its tables (players, level),
# rounds.
STAGES: tuple[tuple[str, str, tuple, int], ...] = (
    ("alone", "", ((1, 0),), 24),
    ("two", "alone", ((2, 0),), 8),
    ("three", "two", ((3, 0),), 6),
    ("more", "three", ((4, 0), (5, 0)), 6),
    ("expert", "alone", ((1, 1),), 4),
    ("experts", "two", ((2, 1),), 4),
)


def main(words: list[str]) -> None:
    """Runs each stage, and writes its set afterwards."""
    sets = sorted([stage[0] for stage in STAGES])
    named = [word for word in words if word in sets]
    quick, folder = asked([word for word in words if word not in named], SETS)
    if not folder.is_dir():
        sys.exit(f"{folder} is neither a folder nor a set: {', '.join(sets)}.")
    with multiprocessing.get_context("spawn").Pool() as pool:
        for seed, (name, start, tables, rounds) in enumerate(STAGES):
            if named and name not in named:
                continue
            start = name if named else start
            network = Network.large(folder / f"weights_{start}.py") if start else Network()
            how = (1, 4) if quick else (rounds, 2000)
            learn(pool, name, network, tables, *how, 100 * (seed + len(STAGES) * bool(named)))
            text = f'"""Set "{name}" of what The Game\'s players have learnt: see Weights in value.py.\n\n'
            text += 'By tools/train/the_game.py, not by hand.\n"""\n\n'
            write(folder / f"weights_{name}.py", text + "".join(map(literal, *zip(*network.small().items()))))


if __name__ == "__main__":
    main(sys.argv[1:])
