# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Learns the weights of Flip Over's computer players, and writes them into engine/bots/flip_over/weights.py.

    python tools/train/flip_over.py [--quick] [FILE]

Learns to play with all hands open: this is the policy of the playouts in which the computer players try
their cards. A legal card's score is a sum of table entries. They depend on whether the card takes the trick,
for good or until a later player beats it; on the disc and its colour; on how many are still to play; on the
card's number beside the disc's, and the colour of the disc at which the card will be a trump; on how many
cards of its suit stay in hand; and with teams, on whether the partner is winning. See Policy.

For four players there is a second policy, for the other seats in the playouts of an odd round: it plays like
somebody who does not see the hands. It is fitted to the choices of the yardstick (tools/strength/ismcts.py).

All matches are the engine's. Each table is learnt in a process; all take about six hours of two cores. They
come out as they are committed, but OTHERS_4: for that one the search was dealt other cards. --quick plays a
few rounds, to see that it works. FILE is written instead.
"""

import multiprocessing
import sys

import numpy as np

from engine.flip_over import Game, decide
from tools import PROJECT
from tools.strength import ismcts
from tools.train.learning import Deal, Policy, asked, literal, quantized, write

TARGET = PROJECT / "engine" / "bots" / "flip_over" / "weights.py"

# Positions in an iteration, iterations; rounds of the search, and its simulations.
FULL = (50000, 4, 1500, 1000)
QUICK = (4, 2, 1, 4)
SHARE = 10.0  # what a win is worth, in points
SPREAD = 5.0  # of the worths of cards
SCALE = 12  # steps of a stored weight in one unit of a learnt one

# Index of each table's first weight.
TAKES = 0  # ((lead, blue), 3 outcomes), disc
KEEPS = 144  # (disc, number), colour
PARTNER = 432  # (blue, 3 outcomes), whether the partner is winning
LATER = 444  # still to play, (blue, 3 outcomes)
LENGTHS = 474  # cards of the suit that stay in hand, up to 3; when leading, following, discarding
WEIGHTS = 486
FEATURES = 5


def dealt(chance: np.random.RandomState, players: int, trumps: bool = True, teams: bool = False) -> Game:
    """Returns a match with a random deal."""
    numbers = 2 * players + 2
    cards = [card // numbers * 12 + card % numbers for card in chance.permutation(players * numbers).tolist()]
    discs = [int(chance.randint(2)) for _ in range(numbers)]
    deal = Deal(cards, int(chance.randint(players)), discs)
    return Game(players, deal, trumps=int(trumps), teams=int(teams))


def features(game: Game, legal: list[int]) -> list[list[int]]:
    """Returns of each legal card the indices of the weights that it adds up."""
    players, seat, disc, trick = game.players, game.player, game.disc - 1, game.trick
    discs, hand = game.discs, game.hand(seat)
    trump = disc if game.trumps else -1
    to_come = players - 1 - len(trick)
    later = [game.hand((seat + step) % players) for step in range(1, to_come + 1)]
    if game.teams:
        later = [held for step, held in enumerate(later) if step != 1]  # not the partner's, opposite
    helped = trumped = False
    led = top = -1
    if trick:
        ahead = decide(trick, trump + 1)
        top, led = trick[ahead], trick[0] // 12
        trumped = top % 12 == trump
        helped = bool(game.teams) and ((game.lead + ahead) % players) ^ seat == 2
    blue = int(discs[disc])
    found = []
    for card in legal:
        suit, number = divmod(card, 12)
        takes, over, best = True, number == trump, card
        if trick and not over:
            over = trumped
            takes = not trumped and suit == led and card > top
            best = max(card, top)
        outcome = 0
        if takes:
            outcome = 2
            low = (led if trick else suit) * 12
            for held in later:
                can = [other for other in held if low <= other < low + 12]
                if not over and can and can[-1] > best:
                    outcome = 1
                    break
                if trump >= 0 and [other for other in can or held if other % 12 == trump]:
                    outcome = 1
                    break
        side = blue * 3 + outcome
        kept = len([other for other in hand if other // 12 == suit]) - 1
        role = 0 if not trick else 1 if suit == led else 2
        found.append(
            [
                TAKES + ((0 if trick else 6) + side) * 12 + disc,
                KEEPS + (disc * 12 + number) * 2 + (int(discs[number]) if number > disc else 0),
                PARTNER + side * 2 + helped,
                LATER + to_come * 6 + side,
                LENGTHS + min(kept, 3) * 3 + role,
            ]
        )
    return found


def worth(game: Game, seat: int) -> float:
    """Returns the seat's points plus its share of what a win is worth."""
    scores = [game.score(other) for other in range(game.players)]
    winners = scores.count(max(scores)) // (2 if game.teams else 1)
    return scores[seat] + (SHARE / winners if scores[seat] == max(scores) else 0.0)


def over(game: Game) -> bool:
    """Returns whether the first round is over."""
    return game.round > 1


def learn(task: tuple[int, bool, bool, tuple[int, ...]]) -> np.ndarray:
    """Returns the weights for a table. task: players, trumps, teams, FULL or QUICK."""
    players, trumps, teams, (states, iterations, *_) = task
    policy = Policy(WEIGHTS, features, over, worth)
    name = f"{players} players, trumps {trumps:d}, teams {teams:d}"
    policy.learn(name, lambda chance: dealt(chance, players, trumps, teams), states, iterations, SPREAD)
    return np.array(policy.weights)


def watch(task: tuple[int, int, int]) -> list[tuple[list[list[int]], int]]:
    """Plays a round among searches. Returns of each choice the legal cards' features and which was chosen.

    task: players, the round's seed, simulations.
    """
    players, seed, simulations = task
    game = dealt(np.random.RandomState(seed), players)
    chance = ismcts.Chance(seed)
    found = []
    while not over(game):
        legal = game.legal_actions()[:]
        card = ismcts.search(game, simulations, chance)
        if len(legal) > 1:
            found.append((features(game, legal), legal.index(card)))
        game.apply(card)
    return found


def imitate(choices: list[tuple[list[list[int]], int]], players: int) -> bytes:
    """Learns how the others play, by the likelihood of the chosen cards (Adam). Returns the weights as bytes.

    12 a disc for taking or not; one a number up to the disc, one if red to come, one if blue; then as in
    packed().
    """
    numbers = 2 * players + 2
    size = len(choices)
    places = np.full((size, 12, FEATURES), WEIGHTS, np.int64)
    for row, (found, _) in enumerate(choices):
        places[row, : len(found)] = found
    right = np.arange(12) == np.array([choice for _, choice in choices])[:, None]
    legal = places[:, :, 0] < WEIGHTS
    disc, rest = np.divmod(places[:, :, 1] - KEEPS, 24)
    number, colour = np.divmod(rest, 2)
    places[:, :, 1] = KEEPS + 3 * number + np.where(number > disc, 1 + colour, 0)
    places[:, :, 2] = KEEPS + 40  # no partners
    places[~legal] = WEIGHTS
    weights, mean, square = [np.zeros(WEIGHTS + 1) for _ in range(3)]
    for step in range(1, 201):
        scores = np.where(legal, weights[places].sum(2), -1e9)
        chance = np.exp(scores - scores.max(1, keepdims=True))
        chance /= chance.sum(1, keepdims=True)
        sums = np.bincount(places.ravel(), np.repeat((right - chance).ravel(), FEATURES), WEIGHTS + 1)
        push = (sums - 2.0 * weights) / size
        push[WEIGHTS] = 0
        mean += 0.1 * (push - mean)
        square += 0.01 * (push * push - square)
        rate = 0.1 * (1 - step / 201)
        weights += rate * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    print(f"as the others play: {np.log(chance[right]).mean():.3f} a choice of {size}", flush=True)
    takes, later, lengths = shared(weights[:WEIGHTS], players)
    keeps = weights[KEEPS : KEEPS + 3 * numbers].reshape(numbers, 3).T.ravel()
    rows = [takes[:, :, disc].ravel() for disc in range(numbers)]
    return quantized(2 * np.concatenate([*rows, keeps - keeps.mean(), later, *lengths]), SCALE)


def shared(weights: np.ndarray, players: int) -> tuple[np.ndarray, np.ndarray, list[np.ndarray]]:
    """Returns what both policies store alike, without what makes no difference between cards.

    Taking or not: (lead, blue) 4, outcomes 3, discs 12; the part for leading, when all are still to play, is
    added. For each number of players still to play, from 0, when following: 6 for taking or not. The number
    of cards of the suit that stay in hand, 0 to 3, when leading and when discarding.
    """
    takes = weights[TAKES:KEEPS].reshape(4, 3, 12)
    takes = takes - takes.mean(1, keepdims=True)
    later = weights[LATER:LENGTHS].reshape(5, 2, 3)[:players]
    later = later - later.mean(2, keepdims=True)
    takes[2:] += later[players - 1][:, :, None]
    lengths = weights[LENGTHS:WEIGHTS].reshape(4, 3)
    return (
        takes,
        later[: players - 1].ravel(),
        [lengths[:, role] - lengths[:, role].mean() for role in (0, 2)],
    )


def packed(weights: np.ndarray, players: int) -> bytes:
    """Returns the weights as bytes: a row a disc, 12 for taking or not, one a number of no colour or red,
    and one a number if blue is to come. Then the rest of `shared`.
    """
    numbers = 2 * players + 2
    weights = weights.copy()
    weights[TAKES:KEEPS].reshape(2, 6, 12)[:] += weights[PARTNER:LATER:2].reshape(1, 6, 1)
    takes, later, lengths = shared(weights, players)
    keeps = weights[KEEPS:PARTNER].reshape(12, 12, 2)[:numbers, :numbers]
    rows = []
    for disc in range(numbers):
        level = keeps[disc].mean()
        rows += [takes[:, :, disc].ravel(), keeps[disc, :, 0] - level, keeps[disc, :, 1] - level]
    return quantized(np.concatenate([*rows, later, *lengths]), SCALE)


def main(words: list[str]) -> None:
    """Learns all tables and writes them."""
    quick, path = asked(words, TARGET)
    how = QUICK if quick else FULL
    tables = [(players, trumps, False) for trumps in (True, False) for players in (3, 4, 5)]
    with multiprocessing.get_context("spawn").Pool() as pool:
        learnt = pool.map(learn, [(*table, how) for table in [*tables, (4, True, True)]], 1)
        rounds = pool.map(watch, [(4, seed, how[3]) for seed in range(how[2])], 1)
    text = '"""What tools/train/flip_over.py has learnt: to play open hands; 128 is zero."""\n\n'
    text += "# For 3, 4, 5 players: a row a disc: see packed() there.\n"
    for (players, trumps, _), weights in zip(tables, learnt):
        text += literal(f"{'TRUMPS' if trumps else 'PLAIN'}_{players}", packed(weights, players))
    team = learnt[-1]
    text += literal("TEAMS_4", packed(team, 4))
    helped = team[PARTNER:LATER].reshape(2, 3, 2)
    helped = (helped[:, :, 1] - helped[:, :, 0]) - (helped[:, :, 1] - helped[:, :, 0]).mean(1, keepdims=True)
    text += "# What is added where the partner is winning: (red, blue), 3 outcomes.\n"
    text += literal("PARTNER", quantized(helped.ravel(), SCALE))
    text += "# How the others play in odd rounds, for 4 players: see imitate() there.\n"
    text += literal("OTHERS_4", imitate([choice for part in rounds for choice in part], 4))
    write(path, text)


if __name__ == "__main__":
    main(sys.argv[1:])
