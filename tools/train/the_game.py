# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Learns the weights of The Game's computer players: `make train GAME=the_game`, or this file alone.

    python tools/train/the_game.py [--quick] [folder]

The worth of a position at the end of a turn is a small network: features times weights into HIDDEN units
with ReLU, and one linear unit. It learns from a search that uses the network itself. Matches are played by
looking at the best ends of a turn, over some refills, and the best next turn after each. The network is
fitted to what that found for each end, above all to the differences between the ends of one turn. So each
round looks one turn further than the last. The first network is fitted to matches played by weights set by
hand. In the following rounds the match's outcome counts a little, too. The solo set learns on without it.

Runs on all processors; the result depends on the seeds alone. Takes some forty-five minutes on two cores.
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

from tools.train.the_game_play import BACK, FAR, HAND, KINDS, NEAR, NF, NK, UNITS, gather, over_cards
from tools.train.weights import literal

HIDDEN = 11
KEPT = 5  # number of latest rounds that are learnt from
PIECES = 20  # pieces into which the work of a round is cut


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

    def learn(self, x, k, y, groups, rate, apart):
        """Makes one step of Adam on whole turns: x (m, NF), k (m, NK), y chances, groups the starts of turns.

        apart: how much more the differences within a turn count than the chances themselves.
        """
        hidden = x @ self.w + k @ self.b
        on = np.maximum(hidden[:, :HIDDEN], 0)
        out = k @ self.v
        logits = hidden[:, HIDDEN] + (on * out).sum(1)
        chance = 1 / (1 + np.exp(-np.clip(logits, -30, 30)))
        count = np.diff(np.r_[groups, len(x)])
        error = chance - y
        beside = error - np.repeat(np.add.reduceat(error, groups) / count, count)
        slope = ((error + 2 * apart * beside * chance * (1 - chance)) / len(x)).astype(np.float32)[:, None]
        back = np.empty_like(hidden)
        back[:, HIDDEN:] = slope
        back[:, :HIDDEN] = slope * out * (hidden[:, :HIDDEN] > 0)
        self.steps += 1
        parts = (self.w, self.b, self.v)
        slopes = (x.T @ back + 1e-6 * self.w, k.T @ back, k.T @ (slope * on))
        for part, step, one, two in zip(parts, slopes, self.first, self.second):
            one *= 0.9
            one += 0.1 * step
            two *= 0.999
            two += 0.001 * step * step
            scale = np.sqrt(two / (1 - 0.999**self.steps)) + 1e-9
            part -= rate * one / (1 - 0.9**self.steps) / scale

    def fit(self, rows, passes, rate, apart, seed):
        """Learns from rows (features, cards, chances, turns) in batches of 256 turns."""
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
            slower = rate * (1 - 0.95 * batch / passes / batches)
            self.learn(part, basis[n[rows_]], y[rows_], groups, slower, apart)


def played(task):
    """Plays matches in a process of its own. The rows' chances are what the search found, partly who won."""
    seed, matches, players, parts, samples, share = task
    rows = matches * 320
    x = np.empty((rows, NF), np.uint8 if samples else np.float32)
    n = np.zeros(rows, np.int64)
    q = np.zeros(rows, np.float32)
    turns = np.zeros(rows, np.int64)
    match = np.zeros(rows, np.int64)
    outs = np.zeros(matches)
    count = gather(
        seed, matches, players, *parts, samples, 8, 1.0, 0.1 if samples else 0.2,
        x, n, q, turns, match, outs,
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


def round_of(pool, network, seed, matches, players, samples, share):
    """Plays matches on all processors. Returns their rows, how many were won, and the seconds.

    players: used in turn for the pieces of work. share: how much of a chance is who won.
    """
    parts = network.parts()
    tasks = []
    for piece in range(PIECES):
        number = players[piece % len(players)]
        tasks.append((seed * 1000 + piece, matches // PIECES or 1, number, parts, samples, share))
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
    columns = zip(("WEIGHTS", "SCALES", "BIASES", "OUTPUTS"), small(network), ("u1", "<u2", "<u2", "u1"))
    with open(folder / f"weights_{name}.py", "w", encoding="utf-8") as file:
        file.write(
            f'"""Set "{name}" of what The Game\'s players have learnt: '
            "see Weights in engine/bots/the_game/value.py.\n\n"
            'By tools/train/the_game.py, not by hand.\n"""\n\n'
        )
        for title, column, kind in columns:
            file.write(literal(title, np.ravel(column).astype(kind).tobytes()))


# What is learnt one after the other: the set and the one that it goes on from, and as `learn` takes them
# numbers of players, rounds, seeds, share, passes, rate. Experts do as well with the weights of the others.
STAGES = (
    ("alone", "", (1,), [(1000, 16)] * 20 + [(4000, 24)] * 4, (100, 100), 0.2, (8, 20), 4e-3),
    ("two", "alone", (2,), [(1000, 16)] * 4 + [(3000, 24)], (200, 200), 0.2, (8, 20), 4e-3),
    ("more", "two", (3, 4, 5), [(1000, 16)] * 4 + [(3000, 24)], (300, 300), 0.2, (8, 20), 4e-3),
    ("alone", "alone", (1,), [(1500, 40)] * 4, (700, 0), 0, (12, 12), 3e-3),
)


def main():
    """Runs each stage, and writes its set afterwards."""
    words = sys.argv[1:]
    quick = "--quick" in words
    folders = [Path(word) for word in words if word != "--quick"]
    folder = folders[0] if folders else PROJECT / "engine" / "bots" / "the_game"
    with multiprocessing.get_context("spawn").Pool() as pool:
        rows, won, seconds = round_of(pool, begin(), 1, 20 if quick else 3000, (1,), 0, 1)
        print(f"by hand: {won:.1%} beaten, {seconds:.0f} s", flush=True)
        network = Network(2)
        network.fit(rows, 8, 4e-3, 0, 1)
        networks = {"": network}
        for name, start, players, rounds, *how in STAGES:
            network = copy.deepcopy(networks[start])
            learn(pool, name, network, players, [(20, 4)] if quick else rounds, *how)
            networks[name] = network
            write(name, network, folder)


if __name__ == "__main__":
    main()
