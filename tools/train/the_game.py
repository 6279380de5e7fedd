# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Learns the weights of The Game's computer players: `make train GAME=the_game`, or this file alone.

    python tools/train/the_game.py [--quick] [set ...] [folder]

The worth of a position at the end of a turn is a small network: features times weights into HIDDEN units
with ReLU, and one linear unit. It learns from a search that uses the network itself. Matches are played by
looking at the best ends of a turn, over some refills, and the best next turn after each. The network is
fitted to what that found for each end, above all to the differences between the ends of one turn. So each
round looks one turn further than the last. The first network is fitted to matches played by weights set by
hand. In the following rounds the match's outcome counts a little, too. The solo set learns on without it.

Such a search plays a turn better than the players can, so its chances are not theirs, and it looks one turn
on only. The last stages mend that. In some the players themselves play whole matches, compiled, and the
network learns from the ends of their turns who wins from there. Of the searched turns only the differences
count then. In the others each refill is played on for some turns, and the network learns above all to choose
the end from which most of these were won. Where sets are named, the last stage of each alone is run, from
what is written in the folder.

Runs on all processors; the result depends on the seeds alone. Takes some three hours on two cores.
"""

import os

from tools import PROJECT

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import copy
import multiprocessing
import sys
import time
from pathlib import Path

import numpy as np

from engine import the_game
from engine.rng import SEEDS, Rng
from tools.strength.team import network as whole
from tools.strength.team import play
from tools.train.the_game_play import BACK, FAR, HAND, KINDS, NEAR, NF, NK, UNITS, gather, over_cards
from tools.train.weights import literal

HIDDEN = 11
KEPT = 5  # number of latest rounds that are learnt from
TURNS = 100  # more than any match has
TYPES = ("u1", "<u2", "<u2", "u1")  # of what `small` returns
RESULTS = 2048  # ends of turns in a batch, where results of matches are learnt from
PIECES = 20  # pieces into which the work of a round is cut
# How `gather` compares the ends of a turn: turns, beam, most, weight, own.
NEXT = (1, 1, 8, 1.0, 0.2)
FURTHER = (2, 6, 1.5, 0.0)  # after the turns, which the stage names
GAIN = 100  # what choosing well counts beside the chances themselves, where turns are played on
SPREAD = 0.1  # of worths: so much apart one end is chosen e times as often as another while it learns


class Network:
    """Weights (NF, HIDDEN + 1), biases and outputs of units at the cuts, and Adam's state."""

    def __init__(self, seed):
        rng = np.random.default_rng(seed)
        self.w = np.zeros((NF, HIDDEN + 1), np.float32)
        self.w[:, :HIDDEN] = rng.normal(size=(NF, HIDDEN)) * 0.25
        self.b = np.zeros((NK, HIDDEN + 1), np.float32)
        self.b[:, :HIDDEN] = rng.normal(size=(1, HIDDEN)) * 0.3
        self.v = np.zeros((NK, HIDDEN), np.float32) + rng.normal(size=(1, HIDDEN)).astype(np.float32) * 0.05
        self.forget()

    def forget(self):
        """Starts learning anew from the present weights."""
        self.first = [np.zeros_like(part) for part in (self.w, self.b, self.v)]
        self.second = [np.zeros_like(part) for part in (self.w, self.b, self.v)]
        self.steps = 0

    def parts(self):
        """Returns the network as `gather` takes it: weights for raw features, b and v a number of cards."""
        return (
            np.ascontiguousarray(self.w.astype(np.float64) / UNITS[:, None]),
            over_cards(self.b.astype(np.float64)),
            over_cards(self.v.astype(np.float64)),
        )

    def slopes(self, x, k, y, groups, level, apart, gain=0):
        """Returns the slopes of the error of whole turns: x (m, NF), k (m, NK), y chances, groups the starts.

        level: how much the chances themselves count; apart: the differences within a turn; gain: the mean
        chance of the ends, each counted as often as it would be chosen by its worth.
        """
        hidden = x @ self.w + k @ self.b
        on = np.maximum(hidden[:, :HIDDEN], 0)
        out = k @ self.v
        logits = hidden[:, HIDDEN] + (on * out).sum(1)
        chance = 1 / (1 + np.exp(-np.clip(logits, -30, 30)))
        count = np.diff(np.r_[groups, len(x)])
        error = chance - y
        beside = error - np.repeat(np.add.reduceat(error, groups) / count, count)
        slope = level * error + 2 * apart * beside * chance * (1 - chance)
        if gain:
            often = np.exp((logits - np.repeat(np.maximum.reduceat(logits, groups), count)) / SPREAD)
            often /= np.repeat(np.add.reduceat(often, groups), count)
            mean = np.repeat(np.add.reduceat(often * y, groups), count)
            slope += gain * often * (mean - y) / SPREAD
        slope /= len(x)
        slope = slope.astype(np.float32)[:, None]
        back = np.empty_like(hidden)
        back[:, HIDDEN:] = slope
        back[:, :HIDDEN] = slope * out * (hidden[:, :HIDDEN] > 0)
        return x.T @ back, k.T @ back, k.T @ (slope * on)

    def step(self, slopes, rate):
        """Makes one step of Adam."""
        self.steps += 1
        slopes = (slopes[0] + 1e-6 * self.w, *slopes[1:])
        for part, slope, one, two in zip((self.w, self.b, self.v), slopes, self.first, self.second):
            one *= 0.9
            one += 0.1 * slope
            two *= 0.999
            two += 0.001 * slope * slope
            scale = np.sqrt(two / (1 - 0.999**self.steps)) + 1e-9
            part -= rate * one / (1 - 0.9**self.steps) / scale

    def fit(self, rows, passes, rate, apart, seed, results=None, gain=0):
        """Learns from rows (features, cards, chances, turns) in batches of 256 turns.

        results: (features, cards, won) of ends of turns in matches. Then each batch has RESULTS of these as
        well, and of the rows only the differences within a turn count. apart, gain: as in `slopes`.
        """
        x, n, y, turns = rows
        rng = np.random.default_rng(seed)
        basis = over_cards(np.eye(NK)).astype(np.float32)
        first = np.flatnonzero(np.r_[True, turns[1:] != turns[:-1]])
        count = np.diff(np.r_[first, len(x)])
        batches = max(1, len(first) // 256)
        for batch in range(passes * batches):
            if batch % batches == 0:
                order = rng.permutation(len(first))
            some = order[batch % batches * 256 : batch % batches * 256 + 256]
            groups = np.r_[0, np.cumsum(count[some])[:-1]]
            rows_ = np.arange(count[some].sum()) + np.repeat(first[some] - groups, count[some])
            part = (x[rows_] / UNITS).astype(np.float32)
            slopes = self.slopes(part, basis[n[rows_]], y[rows_], groups, results is None, apart, gain)
            if results:
                some = rng.integers(len(results[0]), size=RESULTS)
                part = (results[0][some] / UNITS).astype(np.float32)
                more = self.slopes(part, basis[results[1][some]], results[2][some], np.arange(RESULTS), 1, 0)
                slopes = [one + other for one, other in zip(slopes, more)]
            self.step(slopes, rate * (1 - 0.95 * batch / passes / batches))


def played(task):
    """Plays matches in a process of its own. The rows' chances are what the search found, partly who won."""
    seed, matches, (players, level), parts, samples, share, how = task
    rows = matches * 400  # eight ends of 49 turns
    x = np.empty((rows, NF), np.uint8 if samples else np.float32)
    n = np.zeros(rows, np.int64)
    q = np.zeros(rows, np.float32)
    turns = np.zeros(rows, np.int64)
    match = np.zeros(rows, np.int64)
    outs = np.zeros(matches)
    count = gather(
        seed, matches, players, 3 if level else 2, (8, 7, 6)[min(players, 3) - 1], *parts, samples, *how,
        0.1 if samples else 0.2, x, n, q, turns, match, outs,
    )  # fmt: skip
    left = outs[match[:count]]
    if samples:
        q = (1 - share) * q[:count] + share * (left == 0)
    else:
        q = 0.5 * (left == 0) + 0.5 * np.exp(-left / 10)
    return x[:count].astype(np.uint8), n[:count], q.astype(np.float32), turns[:count], outs


def begin():
    """Returns a network set by hand: it adds up how much room the piles have left and what fits."""
    network = Network(1)
    network.w[:] = 0
    network.b[:] = 0
    network.v[:] = 0
    for role in (FAR, NEAR):
        network.w[role + 12, HIDDEN] = 2
    network.w[KINDS, HIDDEN] = -0.5
    network.w[BACK, HIDDEN] = 0.5
    network.w[HAND, HIDDEN] = -1.5
    return network


def round_of(pool, network, seed, matches, players, samples, share, how=NEXT):
    """Plays matches on all processors. Returns their rows, how many were won, and the seconds.

    players: used in turn for the pieces of work. share: how much of a chance is who won. how: see NEXT.
    """
    parts = network.parts()
    tasks = []
    for piece in range(PIECES):
        number = players[piece % len(players)]
        tasks.append((seed * 1000 + piece, matches // PIECES or 1, number, parts, samples, share, how))
    began = time.time()
    pieces = list(pool.imap(played, tasks))
    won = np.mean([(piece[4] == 0).mean() for piece in pieces])
    return joined([piece[:4] for piece in pieces]), won, time.time() - began


def joined(rounds):
    """Joins rows (features, cards, chances, turns) of several rounds, numbering the turns on."""
    turns = []
    first = 0
    for rows in rounds:
        turns.append(rows[3] + first)
        first += rows[3][-1] + 1
    return [np.concatenate([rows[part] for rows in rounds]) for part in range(3)] + [np.concatenate(turns)]


def learn(pool, name, network, players, rounds, seeds, share, passes, rate):
    """Teaches the network in rounds: that many matches, over that many refills a turn, then a fit.

    seeds: of the play and the fit in the first round. share: how much of a chance is who won. passes: over
    the rows in each fit, and in the last one.
    """
    kept = []
    for turn_, (matches, samples) in enumerate(rounds):
        rows, won, seconds = round_of(pool, network, seeds[0] + turn_, matches, players, samples, share)
        began = time.time()
        kept = [*kept[-KEPT + 1 :], rows]
        network.forget()
        network.fit(joined(kept), passes[turn_ == len(rounds) - 1], rate, 20, seeds[1] + turn_)
        print(
            f"{name}, {turn_ + 1}/{len(rounds)}: {won:.1%} beaten while straying, {len(rows[0])} rows, "
            f"{seconds:.0f} + {time.time() - began:.0f} s",
            flush=True,
        )


def small(network):
    """Returns the weights as bytes, in the order of Weights in engine/bots/the_game/value.py."""
    w = network.w.astype(np.float64) / UNITS[:, None]
    b = network.b.astype(np.float64)
    v = network.v.astype(np.float64)
    # Scale units up and their outputs down, as far as the outputs still fill their bytes.
    factor = np.abs(v).max(axis=0) * 64 / 127
    factor[factor == 0] = 1
    w[:, :HIDDEN] *= factor
    b[:, :HIDDEN] *= factor
    v = v / factor
    scales = np.maximum(1, np.ceil(np.abs(w).max(axis=1) * 65536 / 127)).astype(int)
    # The last unit, which is linear, comes first.
    w = np.roll(w, 1, axis=1) * 65536 / scales[:, None]
    return (
        np.clip(np.round(w), -127, 127) + 128,
        scales,
        np.clip(np.round(np.roll(b, 1, axis=1) * 256), -32767, 32767) + 32768,
        np.clip(np.round(v * 64), -127, 127) + 128,
    )


def write(name, network, folder):
    """Writes a network as the module of its name."""
    columns = zip(("WEIGHTS", "SCALES", "BIASES", "OUTPUTS"), small(network), TYPES)
    with open(folder / f"weights_{name}.py", "w", encoding="utf-8") as file:
        file.write(
            f'"""Set "{name}" of what The Game\'s players have learnt: '
            "see Weights in engine/bots/the_game/value.py.\n\n"
            'By tools/train/the_game.py, not by hand.\n"""\n\n'
        )
        for title, column, kind in columns:
            file.write(literal(title, np.ravel(column).astype(kind).tobytes()))


def read(name, folder):
    """Returns the network of a written set, as far as its bytes keep it."""
    learnt = {}
    exec((folder / f"weights_{name}.py").read_text(encoding="utf-8"), learnt)
    scales = np.frombuffer(learnt["SCALES"], "<u2").astype(np.float64)
    w = np.frombuffer(learnt["WEIGHTS"], "u1").reshape(NF, -1).astype(np.float64) - 128
    network = Network(1)
    network.w[:] = np.roll(w, -1, axis=1) * scales[:, None] * UNITS[:, None] / 65536
    b = np.frombuffer(learnt["BIASES"], "<u2").reshape(NK, -1).astype(np.float64) - 32768
    network.b[:] = np.roll(b, -1, axis=1) / 256
    network.v[:] = (np.frombuffer(learnt["OUTPUTS"], "u1").reshape(NK, -1).astype(np.float64) - 128) / 64
    return network


def ended(task):
    """Plays matches by the players themselves. Returns the ends of turns (features, cards, won), and wins."""
    seed, matches, (players, level), net = task
    xs, ns, wins = [], [], []
    turns = np.empty((TURNS, NF)), np.empty(TURNS, np.int64)
    for match in range(matches):
        game = the_game.Game(players, Rng(seed + match), level=level)
        rngs = [Rng(seed + match + (seat + 1) * SEEDS // 8) for seat in range(players)]
        rest, _, number = play(game, rngs, True, net, *turns)
        xs.append(turns[0][:number].astype(np.uint8))
        ns.append(turns[1][:number].copy())
        wins.append(not rest)
    won = np.repeat(np.array(wins, np.float32), [len(x) for x in xs])
    return np.concatenate(xs), np.concatenate(ns), won, wins


def learn_results(pool, name, network, tables, seed, rounds):
    """Teaches the network from who wins when the players themselves play, and from searched turns.

    rounds: that many matches by the players, and that many of `round_of` over so many refills. seed: of the
    first round. The results of all rounds are learnt from, the searched turns of the latest one.
    """
    results = []
    for turn_, (matches, searched, samples) in enumerate(rounds):
        began = time.time()
        net = whole(*[np.ravel(part).astype(kind).tobytes() for part, kind in zip(small(network), TYPES)])
        tasks = []
        for piece in range(PIECES):
            first = (seed + turn_) * 100_000 + piece * matches // PIECES
            tasks.append((first, matches // PIECES or 1, tables[piece % len(tables)], net))
        pieces = list(pool.imap(ended, tasks))
        won = np.mean(np.concatenate([piece[3] for piece in pieces]))
        results.append([np.concatenate([piece[part] for piece in pieces]) for part in range(3)])
        rows = round_of(pool, network, seed + turn_, searched, tables, samples, 0)[0]
        joint = [np.concatenate([part[index] for part in results]) for index in range(3)]
        network.forget()
        network.fit(rows, 8, 2e-3, 20, seed + turn_, joint)
        print(
            f"{name}, results {turn_ + 1}/{len(rounds)}: {won:.1%} beaten, {len(joint[0])} ends, "
            f"{len(rows[0])} rows, {time.time() - began:.0f} s",
            flush=True,
        )


def learn_further(pool, name, network, tables, seed, rounds):
    """Teaches the network from turns that are played on.

    rounds: that many matches, over that many refills a turn, each played on for so many turns. seed: of the
    first round. The turns of all rounds are learnt from.
    """
    kept = []
    for turn_, (matches, samples, turns) in enumerate(rounds):
        began = time.time()
        rows, won, _ = round_of(pool, network, seed + turn_, matches, tables, samples, 0, (turns, *FURTHER))
        kept.append(rows)
        network.forget()
        network.fit(joined(kept), 6, 5e-4, 100, seed + turn_, gain=GAIN)
        print(
            f"{name}, further {turn_ + 1}/{len(rounds)}: {won:.1%} beaten, {len(rows[0])} rows, "
            f"{time.time() - began:.0f} s",
            flush=True,
        )


# What is learnt one after the other: the set and the one that it goes on from, and as `learn` takes them
# tables (players, level), rounds, seeds, share, passes, rate.
STAGES = (
    ("alone", "", ((1, 0),), [(1000, 16)] * 20 + [(4000, 24)] * 4, (100, 100), 0.2, (8, 20), 4e-3),
    ("two", "alone", ((2, 0),), [(1000, 16)] * 4 + [(3000, 24)], (200, 200), 0.2, (8, 20), 4e-3),
    (
        "more", "two", ((3, 0), (4, 0), (5, 0)), [(1000, 16)] * 4 + [(3000, 24)], (300, 300), 0.2, (8, 20),
        4e-3,
    ),
    ("alone", "alone", ((1, 0),), [(1500, 40)] * 4, (700, 0), 0, (12, 12), 3e-3),
)  # fmt: skip
# The last stages, each set from the sets that were written: the function, the set, the one that it goes on
# from, and as the function takes them tables, seed, rounds.
LAST_STAGES = (
    (learn_results, "two", "two", ((2, 0),), 1010, [(15000, 1500, 24)] * 2),
    (learn_results, "three", "more", ((3, 0),), 1020, [(15000, 1500, 24)] * 2),
    (learn_results, "more", "more", ((4, 0), (5, 0)), 1030, [(15000, 1500, 24)] * 2),
    (learn_further, "alone", "alone", ((1, 0),), 1040, [(2000, 8, 4)] * 2),
    (learn_further, "two", "two", ((2, 0),), 1050, [(2000, 8, 4)] * 2),
    (learn_further, "expert", "alone", ((1, 1),), 1060, [(2000, 8, 4)] * 2),
    (learn_further, "experts", "two", ((2, 1),), 1070, [(2000, 8, 4)] * 2),
    (learn_further, "three", "three", ((3, 0),), 1080, [(2000, 8, 4)] * 2),
    (learn_further, "more", "more", ((4, 0), (5, 0)), 1090, [(2000, 8, 4)] * 2),
    (learn_further, "alone", "alone", ((1, 0),), 5000, [(2000, 12, 5)] * 4),
)


def main():
    """Runs each stage, and writes its set afterwards."""
    words = sys.argv[1:]
    quick = "--quick" in words
    sets = sorted({stage[1] for stage in LAST_STAGES})
    named = [word for word in words if word in sets]
    folders = [Path(word) for word in words if word != "--quick" and word not in named]
    for given in folders:
        if not given.is_dir():
            sys.exit(f"{given} is neither a folder nor a set: {', '.join(sets)}.")
    folder = folders[0] if folders else PROJECT / "engine" / "bots" / "the_game"
    with multiprocessing.get_context("spawn").Pool() as pool:
        if not named:
            rows, won, seconds = round_of(pool, begin(), 1, 20 if quick else 3000, ((1, 0),), 0, 1)
            print(f"by hand: {won:.1%} beaten, {seconds:.0f} s", flush=True)
            network = Network(2)
            network.fit(rows, 8, 4e-3, 0, 1)
            networks = {"": network}
            for name, start, tables, rounds, *how in STAGES:
                network = copy.deepcopy(networks[start])
                learn(pool, name, network, tables, [(20, 4)] if quick else rounds, *how)
                networks[name] = network
                write(name, network, folder)
        stages = LAST_STAGES
        if named:  # the last stage of each
            stages = {stage[1]: stage for stage in stages if stage[1] in named}.values()
        for learn_last, name, start, tables, seed, rounds in stages:
            network = read(start, folder)
            if quick:
                rounds = [(20, 20, 4) if learn_last is learn_results else (20, 4, 4)]
            learn_last(pool, name, network, tables, seed, rounds)
            write(name, network, folder)


if __name__ == "__main__":
    main()
