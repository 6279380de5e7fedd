# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Learns the weights of Hyper Maker's computer players: engine/bots/hyper_maker/weights.py.

    python tools/train/hyper_maker.py [--quick] [FILE]

Learns three things.

How to play with only the own hand in view: a policy for the playouts in which the computer players try their
cards (see Policy). A card's score is one table entry for what it does to the trick and one for what it is.

How others play: a second policy of the same form, fitted to choices by likelihood. The choices come from
matches of two kinds of player: the yardstick, which knows nothing (tools/strength/ismcts.py), and one that
plays its cards out by the first policy in deals that agree with what it knows.

What a position between two tricks is worth: a sum over the cards in hand, the lead, and the margin to the
best of the others, fitted to how self-play ends.

All matches are the engine's. They take about five hours of two cores. All comes out as it is committed, but
the others' policy: for that one the search was dealt other cards. --quick plays a few matches, to see that it
works. FILE is written instead.
"""

import multiprocessing
import sys
from math import log

import numpy as np

from engine.hyper_maker import NUMBERS, Game, first_suit, second_suit
from tools import PROJECT
from tools.strength import ismcts
from tools.train import learning
from tools.train.learning import Deal, Policy, asked, literal, quantized

TARGET = PROJECT / "engine" / "bots" / "hyper_maker" / "weights.py"

# Positions an iteration, iterations; matches of choices for each number of players, simulations of the
# search; matches for what positions are worth.
FULL = (60000, 4, 1000, 1000, 60000)
QUICK = (4, 2, 1, 4, 4)
HIGH = 8  # from which number on a card that is ahead counts as high
SHARE = 20.0  # what a win is worth, in points
SPREAD = 8.0  # of the worths of cards
OWN_SCALE = 12  # steps of a stored weight of the own policy to one of the learnt ones
OTHERS_SCALE = 24  # likewise of that of the others
VALUE_SCALE = 8  # likewise for the worth of positions, in points

# Index of each table's first weight in the policy.
TRICK = 0  # players to come 5, own state in the follow suit 3, in the other 3, lead in cards and points 25
KEEPS = 1125  # tricks left 16, type of card 5
WEIGHTS = 1205
# The same for the worth of positions; a row for each number of tricks left.
CARDS = 0  # type of card 5
LEADS = 80
MARGIN = 96  # -15 to 15
VALUES = 592


def dealt(chance: np.random.RandomState, players: int, tie_leads: bool) -> Game:
    """Returns a match of one random deal."""
    cards = chance.permutation(60).tolist()
    deal = Deal(cards, int(chance.randint(players)))
    return Game(players, deal, deals=1, tie_winner_leads=int(tie_leads))


def anywhere(chance: np.random.RandomState) -> Game:
    """Returns a random deal for any number of players."""
    players = 3 + int(chance.randint(3))
    return dealt(chance, players, chance.randint(2) == 1)


def kind(card: int) -> int:
    """Returns the type of a card, 0 to 4: 10 and 1, 9 and 2, and so on."""
    return min(card % 10, 9 - card % 10)


def features(game: Game, legal: list[int]) -> list[list[int]]:
    """Returns of each legal card the indices of the weights that it adds up."""
    master, trick = game.master, game.trick
    bases = first_suit(master) * 60, second_suit(master) * 60
    counts, best = [0, 0], [0, 0]
    for which, base in enumerate(bases):
        numbers = [NUMBERS[base + card] for card in trick]
        counts[which] = len(numbers) - numbers.count(0)
        best[which] = max([NUMBERS[base + master], *numbers])
    points = game.worth()
    later = (game.players - 1 - len(trick)) * 3
    left = KEEPS + (game.masters_left() + 1) * 5
    found = []
    for card in legal:
        mine = [0, 0]  # 1: ahead in the suit, 2: with a high number
        now = counts[:]
        for which, base in enumerate(bases):
            number = NUMBERS[base + card]
            if number:
                now[which] += 1
                if number >= best[which]:
                    mine[which] = 2 if number >= HIGH else 1
        follow = int(now[1] > now[0] or (now[1] == now[0] and points[0] > points[1]))
        apart = min(abs(now[1] - now[0]), 2)
        at = apart * 10 - 5 if apart else 0  # even: the master's higher number decides, 5 points at most
        row = (later + mine[follow]) * 3 + mine[1 - follow]
        found.append([TRICK + row * 25 + at + points[follow] - 1, left + kind(card)])
    return found


def scores(game: Game) -> list[int]:
    """Returns the points of all seats."""
    return [game.score(seat) for seat in range(game.players)]


def margin(points: list[int], seat: int) -> float:
    """Returns the lead of a seat over the mean of the others."""
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def worth(game: Game, seat: int) -> float:
    """Returns the margin to the others' mean plus a share of what a win is worth."""
    points = scores(game)
    most = max(points)
    return margin(points, seat) + (SHARE / points.count(most) if points[seat] == most else 0.0)


def policy(weights: list[float]) -> Policy:
    """Returns the policy of these weights."""
    made = Policy(WEIGHTS, features, lambda game: game.player < 0, worth)
    made.weights = weights
    return made


def foresee(game: Game, own: Policy, chance: np.random.RandomState, deals: ismcts.Chance, number: int) -> int:
    """Returns the choice by playouts of the policy, every card in the same deals, that many."""
    legal = game.legal_actions()[:]
    sums = [0.0] * len(legal)
    world = game.copy()
    for _ in range(number):
        world.redeal(game.player, deals)
        for index, card in enumerate(legal):
            sums[index] += own.play_out(world, card, 0.0, chance)
    return legal[sums.index(max(sums))]


def watch(task: tuple[int, int, list[float], int]) -> list[tuple[list[list[int]], int]]:
    """Plays a match. Returns of each choice the legal cards' features and which was chosen.

    task: players, the match's seed, the own policy, simulations. Each seat is of one of the two kinds.
    """
    players, seed, weights, simulations = task
    chance = np.random.RandomState(seed)
    deals = ismcts.Chance(seed)
    own = policy(weights)
    game = dealt(chance, players, seed & 1 == 1)
    searches = chance.randint(0, 2, players).tolist()
    found = []
    while game.player >= 0:
        legal = game.legal_actions()[:]
        card = legal[0]
        if len(legal) > 1:
            if searches[game.player]:
                card = ismcts.search(game, simulations, deals)
            else:
                card = foresee(game, own, chance, deals, max(1, simulations // 25))
            found.append((features(game, legal), legal.index(card)))
        game.apply(card)
    return found


def imitate(
    choices: list[tuple[list[list[int]], int]], weights: list[float], rate: float, seed: int
) -> float:
    """Raises the choices' likelihood by gradient steps (AdaGrad). Returns its mean logarithm at the end."""
    draw = np.random.RandomState(seed).randint
    squares = [0.1] * len(weights)
    total = 0.0
    for epoch in range(learning.EPOCHS):
        for _ in choices:
            found, chosen = choices[draw(len(choices))]
            chances = learning.likely(found, weights)
            if epoch == learning.EPOCHS - 1:
                total += log(chances[chosen])
            for index, places in enumerate(found):
                learning.push_on(places, (index == chosen) - chances[index], rate, weights, squares)
    return total / len(choices)


def value_features(game: Game, seat: int) -> list[int]:
    """Returns the indices of the values that a position between tricks adds up."""
    left = game.masters_left() + 1
    points = scores(game)
    found = [CARDS + left * 5 + kind(card) for card in game.hand(seat)]
    if game.lead == seat:
        found.append(LEADS + left)
    ahead = points[seat] - max(points[:seat] + points[seat + 1 :])
    return [*found, MARGIN + left * 31 + min(max(ahead, -15), 15) + 15]


def appraise(
    players: int, weights: list[float], values: list[float], games: int, rate: float, seed: int
) -> float:
    """Learns what positions are worth beyond the margin, in place. Returns the mean square error."""
    chance = np.random.RandomState(seed)
    own = policy(weights)
    error_sum = 0.0
    count = 0
    for number in range(games):
        game = dealt(chance, players, number & 1 == 1)
        rows = []  # of each position between tricks and each seat: places and the margin
        while game.player >= 0:
            if not game.trick:
                points = scores(game)
                rows.append([(value_features(game, seat), margin(points, seat)) for seat in range(players)])
            game.apply(own.choose(game, 0.5, chance))
        step = rate * (1 - number / games)
        ends = [worth(game, seat) for seat in range(players)]
        for row in rows[:0:-1]:  # the fewest tricks left first; before the first trick nothing is known
            for end, (places, lead) in zip(ends, row):
                error = end - lead
                for place in places:
                    error -= values[place]
                error_sum += error * error
                count += 1
                for place in places:
                    values[place] += step * error
    return error_sum / count


def learn_values(task: tuple[int, list[float], int]) -> list[float]:
    """Returns what positions are worth. task: players, the own policy, matches."""
    players, own, games = task
    values = [0.0] * VALUES
    appraise(players, own, values, games // 2, 0.01, 1)
    error = appraise(players, own, values, games, 0.003, 2)
    print(f"{players} players: square error {error:.0f}", flush=True)
    return values


def main(words: list[str]) -> None:
    """Learns all tables and writes them."""
    quick, path = asked(words, TARGET)
    states, iterations, matches, simulations, games = QUICK if quick else FULL
    own = [0.0] * WEIGHTS
    policy(own).learn("own policy", anywhere, states, iterations, SPREAD)
    with multiprocessing.get_context("spawn").Pool() as pool:
        values = pool.map(learn_values, [(players, own, games) for players in (3, 4, 5)], 1)
        tasks = [(players, seed, own, simulations) for players in (3, 4, 5) for seed in range(matches)]
        choices = [choice for part in pool.map(watch, tasks, 1) for choice in part]
    others = [0.0] * WEIGHTS
    for rate in (0.3, 0.1, 0.03):
        print(f"logarithm of the likelihood {imitate(choices, others, rate, 1):.3f}", flush=True)
    tricks = keeps = b""
    for weights, scale in ((own, OWN_SCALE), (others, OTHERS_SCALE)):
        tricks += quantized(np.array(weights[:KEEPS]), scale)
        rows = np.array(weights[KEEPS:]).reshape(16, 5)
        keeps += quantized((rows - rows.mean(1, keepdims=True)).ravel(), scale)
    text = '"""What tools/train/hyper_maker.py has learnt: how to play, and the worth of positions."""\n\n'
    text += "# 128 is zero. First the own policy, then that of the others. Players to come 5, state in\n"
    text += "# the follow suit 3, in the other 3, lead in cards and points (0: 1 to 5, 1 and 2: 1 to 10).\n"
    text += literal("TRICK", tricks)
    text += "# Tricks left 16, type of card 5 (10 and 1, 9 and 2, ...): for playing it.\n"
    text += literal("PLAYS", keeps)
    text += "# For 3, 4, 5 players: tricks left from 1, type of card in hand 5, lead, margins -15, -13, ...\n"
    for players, learnt in zip((3, 4, 5), map(np.array, values)):
        margins = learnt[MARGIN:].reshape(16, 31)
        margins = (margins - margins.mean(1, keepdims=True))[:, ::2]
        rows = np.concatenate([learnt[:LEADS].reshape(16, 5), learnt[LEADS:MARGIN, None], margins], 1)
        text += literal(f"WORTH_{players}", quantized(rows[1 : 60 // (players + 1)].ravel(), VALUE_SCALE))
    learning.write(path, text)


if __name__ == "__main__":
    main(sys.argv[1:])
