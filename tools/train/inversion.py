# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Learns the rule of !nversion's computer players, and writes it into engine/bots/inversion/rule.py.

    python tools/train/inversion.py [--quick] [FILE]

Self-play with policy gradient. Which weights a card's score adds up is said by the rule itself: it is given
tables whose entries are their own places. Cards are drawn by the softmax of the scores, and choices that led
to a win become more likely. A linear estimate of the parent's tricks is fitted along with it: the last part
of _GIVE, _LENGTHS and _BASE. What it is worth to one of two players to hold a card, the part of _GIVE before
that, is fitted to how self-play by the rule ends. Two runs give the same bytes. Takes an hour and a half on
one core. --quick plays a few matches, to see that it works. FILE: a copy of rule.py, to be written instead.
"""

import sys
import time
from collections.abc import Iterable
from math import exp, floor

import numpy as np
from numpy.random import RandomState

from engine.bots.inversion import rule
from engine.inversion import Game
from tools import PROJECT
from tools.train.learning import Deal, asked, literal, quantized, sum_of, write

MODULE = PROJECT / "engine" / "bots" / "inversion" / "rule.py"
START = "# weights: written by tools/train/inversion.py\n"
END = "# end of weights"
CONTEXTS = 11
PLAYED = CONTEXTS * 40  # weights of the number that counts, by context
GIVE = 150  # weights of giving a card away, for each role: parent, child, one of two
WEIGHTS = PLAYED + 3 * GIVE
LENGTHS = 25  # weights of how many cards of a suit are held
FIRST_LENGTH, BASE, HELD = 200, 300, 301  # of the estimate: cards come first
_LANE, _LOW = 4, 16  # bits
SCALE = 9  # of the weights in bytes
Array = np.ndarray
Floats = list[float]
Round = tuple[bool, int, float, float]


class Places:
    """Lets the rule tell places of weights instead of weights, while it is entered."""

    _TABLES = {
        "PLAYED": [256 * place for place in range(PLAYED)],
        "_GIVE": [place % GIVE for place in range(5 * GIVE)],
        "_LENGTHS": [128 + (1 << _LOW + _LANE * place) for place in range(LENGTHS)],  # lanes, each a count
        "_BASE": 1 << _LOW - 1,  # so that what lies below the lanes is positive
    }

    def __enter__(self) -> "Places":
        self._kept = {name: getattr(rule, name) for name in (*self._TABLES, "given_away")}
        for name, table in self._TABLES.items():
            setattr(rule, name, table)
        self._given_away = rule.given_away
        self._known: tuple[list[int], int, bytearray] = [], -1, bytearray()
        rule.given_away = self._given
        return self

    def __exit__(self, *problem: object) -> None:
        for name, value in self._kept.items():
            setattr(rule, name, value)

    def _given(self, lane: list[int], at: int, role: int) -> bytearray:
        # The same for all cards of a trick, and for every role.
        lane_, at_, row = self._known
        if lane is not lane_ or at != at_:
            row = self._given_away(lane, at, 0)
            self._known = lane, at, row
        return row


def dealt(chance: RandomState, players: int) -> Game:
    """Returns a random deal."""
    cards = chance.permutation((players + 1) * 10).tolist()
    return Game(players, Deal(cards, int(chance.randint(players))))


def scored(game: Game, legal: list[int]) -> list[tuple[int, int]]:
    """Returns the two places of each legal card's weights. Places has to be entered."""
    role = PLAYED + GIVE * (2 if game.players == 2 else int(game.player != game.parent))
    return [(score >> 8, role + (score & 255)) for score in rule.scores(game, legal)]


def drawn(chance: RandomState, places: list, weights: Floats) -> tuple[int, Floats, float]:
    """Draws a card by softmax. Returns its index, the odds of all, and their sum."""
    scores = [weights[one] + weights[two] for one, two in places]
    most = max(scores)
    odds = [exp(score - most) for score in scores]
    total = sum_of(odds)
    left = chance.random_sample() * total
    reached = 0.0
    for index, odd in enumerate(odds):
        reached += odd
        if left < reached:
            return index, odds, total
    return len(odds) - 1, odds, total


def holding(game: Game, seat: int) -> list[int]:
    """Returns the places of the estimate of a hand as parent. Places has to be entered."""
    game.player = seat
    lanes = rule.estimate(game) >> _LOW
    values = rule.given_away(game.lane, -1, 4)
    places = [BASE, *[values[card] for card in game.hand(seat)]]
    for place in range(LENGTHS):
        places += (lanes >> _LANE * place & (1 << _LANE) - 1) * [FIRST_LENGTH + place]
    return places


def play(game: Game, chance: RandomState, weights: Floats) -> list[dict[int, float]]:
    """Plays to the end by the weights. Returns the slope of the choices of each side by place.

    The sides: the parent and the children, or the two seats. What is played after the match is decided does
    not count.
    """
    slopes: list[dict[int, float]] = [{}, {}]
    while game.player >= 0:
        legal = game.legal_actions()
        if len(legal) == 1:
            game.apply(legal[0])
            continue
        places = scored(game, legal)
        index, odds, total = drawn(chance, places, weights)
        if not game.settled():
            side = game.player if game.players == 2 else int(game.player != game.parent)
            slope = slopes[side]
            for other, pair in enumerate(places):
                push = (1.0 if other == index else 0.0) - odds[other] / total
                for place in pair:
                    slope[place] = slope.get(place, 0.0) + push
        game.apply(legal[index])
    return slopes


def add(sums: Array, slopes: list[dict[int, float]], gain: float) -> None:
    """Adds the slopes of one side times its gain, and those of the other times its loss."""
    one, two = slopes
    for place in one.keys() | two.keys():
        sums[place] += gain * (one.get(place, 0.0) - two.get(place, 0.0))


def parents(game: Game, chance: RandomState, weights: Floats, held: Array, rate: float, sums: Array) -> float:
    """Plays a match of three or four: the parent for its tricks, the children against it. Fits the estimate.

    Returns the error of the estimate.
    """
    hands = [holding(game, seat) for seat in range(game.players)]
    hopes = []
    parent, most = 0, -99.0
    for seat, places in enumerate(hands):
        hopes.append(sum_of([held[place] for place in places]))
        bid = hopes[seat] + chance.normal() * 0.7
        if bid > most:
            parent, most = seat, bid
    hope = hopes[parent]
    named = min(max(int(floor(hope + chance.normal() * 1.0 + 0.5)), 1), 10)
    game.auction = False
    game.declared = named
    game.parent = game.player = game._leads[0] = parent
    slopes = play(game, chance, weights)
    error = game.score(parent) - hope
    sure = 1 / (1 + exp(-(hope - named + 0.5) / 0.75))
    add(sums, slopes, ((game.score(parent) >= named) - sure) + 0.1 * error)
    for place in hands[parent]:
        held[place] += rate * error
    return error


def duel(chance: RandomState, weights: Floats, sums: Array) -> float:
    """Plays a match of two. Returns what the first leader gained."""
    game = dealt(chance, 2)
    leader = game.player
    slopes = play(game, chance, weights)
    lead = game.score(0) - game.score(1)
    gain = 0.1 * lead + (lead > 0) - (lead < 0)
    add(sums, slopes, gain)
    return -gain if leader else gain


def learn(weights: Array, held: Array, memory: Array, how: Round, batches: int, batch: int) -> float:
    """Learns from batches of matches, in place. how: a row of `rates`.

    Returns the estimate's error, or what the first leader of two gains.
    """
    duels, seed, rate, held_rate = how
    chance = RandomState(seed)
    total = 0.0
    for _ in range(batches):
        sums = np.zeros(WEIGHTS)
        now = weights.tolist()
        for match in range(batch):
            if duels:
                total += duel(chance, now, sums)
            else:
                game = dealt(chance, 4 if match % 4 else 3)
                total += parents(game, chance, now, held, held_rate, sums) ** 2
        sums /= batch
        first, second = memory  # of the slopes and their squares
        first[:] = 0.9 * first + 0.1 * sums
        second[:] = 0.99 * second + 0.01 * sums * sums
        weights += rate * first / (np.sqrt(second) + 1e-5)
    return total / batches / batch if duels else (total / batches / batch) ** 0.5


def worths(weights: Array, matches: int) -> Array:
    """Returns what holding a card is worth to one of two players (GIVE), in tricks.

    A regression on all positions between tricks: how many of the tricks left seat 0 wins, less half of them,
    is the sum of the worths of its cards less those of the other hand.
    """
    chance = RandomState(0)
    now = weights.tolist()
    matrix, right = np.zeros((GIVE, GIVE)), np.zeros(GIVE)
    for _ in range(matches):
        game = dealt(chance, 2)
        rows: list[np.ndarray] = []
        before: list[int] = []
        trick = 0
        while game.player >= 0:
            if game.position != trick:
                trick = game.position
                values = rule.given_away(game.lane, trick - 1, 3)
                row = np.zeros(GIVE)
                for seat in range(2):
                    for card in game.hand(seat):
                        row[values[card]] += 1 - 2 * seat
                rows.append(row)
                before.append(game.score(0))
            legal = game.legal_actions()
            index = drawn(chance, scored(game, legal), now)[0] if len(legal) > 1 else 0
            game.apply(legal[index])
        gains = np.array([game.score(0) - won - (9 - place) / 2 for place, won in enumerate(before)])
        table = np.array(rows)
        matrix += table.T @ table
        right += table.T @ gains
    # A little is added to the diagonal: what never occurs is worth nothing.
    return np.linalg.solve(matrix + 3 * np.eye(GIVE), right)


def written(weights: Array, held: Array, worth: Array) -> str:
    """Returns the source of the rule's tables."""
    text = literal("PLAYED", quantized(weights[:PLAYED], SCALE))
    given = quantized(weights[PLAYED:], SCALE)
    text += literal("_GIVE", given + quantized(worth, 64) + quantized(held[:GIVE], 100))
    text += literal("_LENGTHS", quantized(held[FIRST_LENGTH : FIRST_LENGTH + LENGTHS], 100))
    return text + f"_BASE = {int(round(held[BASE] * 100))}\n"


def rates() -> Iterable[Round]:
    """Returns of each round of training: whether two play, the seed, the rates of rule and estimate."""
    for seed in range(24):
        yield False, seed, 0.03 if seed < 12 else 0.012 if seed < 18 else 0.005, 0.003 if seed < 12 else 0.001
    for seed in range(20):
        yield True, seed, 0.03 if seed < 10 else 0.008, 0.0


def main(words: list[str]) -> None:
    """Trains, prints progress, writes the weights."""
    quick, path = asked(words, MODULE)
    start = time.time()
    weights, held = np.zeros(WEIGHTS), np.zeros(HELD)
    memory = np.zeros((2, WEIGHTS))
    with Places():
        for number, how in enumerate(rates()):
            duels = how[0]
            if number == 24:
                memory[:] = 0
            value = learn(weights, held, memory, how, *((1, 8) if quick else (100, 1000)))
            told = f"the first leader gains {value:.3f}" if duels else f"estimate off by {value:.3f}"
            print(f"{number + 1} of 44: {told}, {time.time() - start:.0f} s", flush=True)
        worth = worths(weights, 20 if quick else 200000)
    print(f"a card in hand is worth {worth.min():.2f} to {worth.max():.2f}, {time.time() - start:.0f} s")
    top, rest = path.read_text(encoding="utf-8").split(START)
    bottom = rest.split(END)[1]
    write(path, top + START + written(weights, held, worth) + END + bottom)


if __name__ == "__main__":
    main(sys.argv[1:])
