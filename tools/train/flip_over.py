# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Learns the weights of Flip Over's computer players, and writes them into engine/bots/flip_over/weights.py.

    python tools/train/flip_over.py      a quarter of an hour on one core; the same weights every time

Learns to play with all hands open: this is the policy of the playouts in which the computer players try
their cards. A legal card's score is a sum of table entries. They depend on whether the card takes the trick,
for good or until a later player beats it; on the disc and its colour; on how many are still to play; on the
card's number beside the disc's, and the colour of the disc at which the card will be a trump; on how many
cards of its suit stay in hand; and with teams, on whether the partner is winning. Method: policy iteration.
Positions come from self-play. Playouts with the present policy give the worth of each legal card. Gradient
steps then raise the policy's expected worth.

For four players there is a second policy, for the other seats in the playouts of an odd round: it plays like
somebody who does not see the hands. It is fitted to the choices of a tree search
(tools/strength/tree.py).
"""

import sys
import time

import numpy as np
from numba import njit

from tools import PROJECT
from tools.strength.rules import common
from tools.strength.rules.common import NONE, ONE, count, listed, lowest
from tools.strength.rules.flip_over import (
    BEST,
    DISC,
    LEAD,
    LED,
    PLAYED,
    PLAYER,
    SUIT,
    TRUMPED,
    WINNER,
    acting,
    choices,
    finish,
    legal,
    play,
    put,
)
from tools.train.policy import improve
from tools.train.weights import literal, quantized

TARGET = PROJECT / "engine" / "bots" / "flip_over" / "weights.py"

STATES = 50000  # positions in an iteration
PLAYOUTS = 6  # playouts for each card
ITERATIONS = 4
SHARE = 10.0  # what a win is worth, in points
SPREAD = 5.0  # of the worths of cards
SCALE = 12  # steps of a stored weight in one unit of a learnt one
GAMES = 1500  # rounds of the tree search
SIMULATIONS = 1000
CONSTANT = 0.7

TRUMPS = np.array(
    [[sum(1 << 12 * suit + n for suit in range(players)) for n in range(12)] for players in range(6)],
    dtype=np.uint64,
)
# Index of each table's first weight.
TAKES = 0  # ((lead, blue), 3 outcomes), disc
KEEPS = 144  # (disc, number), colour
PARTNER = 432  # (blue, 3 outcomes), whether the partner is winning
LATER = 444  # still to play, (blue, 3 outcomes)
LENGTHS = 474  # cards of the suit that stay in hand, up to 3; when leading, following, discarding
WEIGHTS = 486
FEATURES = 5


@njit
def settle(discs, number):
    """As engine.flip_over.settle."""
    end = number
    while end > 2:
        start = end - 1
        while start > 0 and discs[start - 1] == discs[end - 1]:
            start -= 1
        if end - start > 2:
            discs[end - 2] = 1 - discs[end - 2]
            end = number
        else:
            end = start
    while discs[:number].sum() * 2 != number:
        larger = number - 1
        while discs[larger] != discs[larger - 1]:
            larger -= 1
        discs[larger] = 1 - discs[larger]


@njit
def deal(players, hands, discs, state, points):
    """Sets up a round: hands as bit sets, discs (1 is blue)."""
    numbers = 2 * players + 2
    cards = np.random.permutation(players * numbers)
    for seat in range(players):
        hands[seat] = NONE
        for place in range(numbers):
            card = cards[seat * numbers + place]
            hands[seat] |= ONE << np.uint64(card // numbers * 12 + card % numbers)
    for disc in range(numbers):
        discs[disc] = np.random.randint(2)
    settle(discs, numbers)
    state[:] = 0
    state[LEAD] = state[PLAYER] = np.random.randint(players)
    points[:] = 0


@njit
def features(players, trumps, teams, hands, state, discs, card, out):
    """Writes the indices of the weights that a legal card adds up."""
    seat = state[PLAYER]
    disc = state[DISC]
    number = card % 12
    leads = state[PLAYED] == 0
    led = card // 12 if leads else state[LED]
    takes = True
    best = card
    trumped = trumps and number == disc
    if not leads and not trumped:
        trumped = state[TRUMPED] == 1
        takes = not trumped and card // 12 == led and card > state[BEST]
        best = max(card, state[BEST])
    outcome = 0
    if takes:
        outcome = 2
        for step in range(1, players - state[PLAYED]):
            later = (seat + step) % players
            if teams and later ^ seat == 2:
                continue
            can = hands[later] & SUIT[led]
            if can == NONE:
                can = hands[later]
            if trumps and can & TRUMPS[players, disc]:
                outcome = 1
            elif not trumped and (can & SUIT[led]) >> np.uint64(best + 1):
                outcome = 1
    blue = discs[disc]
    out[0] = TAKES + ((leads * 2 + blue) * 3 + outcome) * 12 + disc
    out[1] = KEEPS + (disc * 12 + number) * 2 + (discs[number] if number > disc else 0)
    helped = teams and not leads and state[WINNER] ^ seat == 2
    out[2] = PARTNER + (blue * 3 + outcome) * 2 + helped
    out[3] = LATER + (players - 1 - state[PLAYED]) * 6 + blue * 3 + outcome
    kept = min(count(hands[seat] & SUIT[card // 12]) - 1, 3)
    out[4] = LENGTHS + kept * 3 + (0 if leads else 1 if card // 12 == led else 2)


@njit
def choose(players, trumps, teams, hands, state, discs, weights, heat, out):
    """Returns the policy's card: the best one, or drawn by softmax at that heat."""
    cards = legal(hands, state)
    most = -1e30
    best = lowest(cards)
    if cards & (cards - ONE) == NONE:
        return best
    while cards:
        card = lowest(cards)
        cards &= cards - ONE
        features(players, trumps, teams, hands, state, discs, card, out)
        worth = -heat * np.log(-np.log(np.random.random() + 1e-12))
        for place in out:
            worth += weights[place]
        if worth > most:
            most = worth
            best = card
    return best


@njit
def worth(players, teams, points, seat):
    """Returns the seat's points plus its share of what a win is worth."""
    own = np.zeros(players)
    for other in range(players):
        own[other] = points[other] + (points[other ^ 2] if teams else 0)
    winners = 0
    for other in range(players):
        if own[other] == own.max():
            winners += 1
    if teams:
        winners //= 2
    return own[seat] + (SHARE / winners if own[seat] == own.max() else 0.0)


@njit
def gather(players, trumps, teams, weights, heat, found, worths, counts, seed):
    """Plays positions of self-play: for each legal card, its features and mean worth over playouts."""
    np.random.seed(seed)
    numbers = 2 * players + 2
    hands = np.zeros(players, np.uint64)
    discs = np.zeros(12, np.int64)
    state = np.zeros(8, np.int64)
    points = np.zeros(players, np.int64)
    out = np.zeros(FEATURES, np.int64)
    place = 0
    while place < len(counts):
        deal(players, hands, discs, state, points)
        while state[DISC] < numbers - 1 and place < len(counts):
            cards = legal(hands, state)
            if cards & (cards - ONE) and np.random.random() < 0.5:
                number = 0
                while cards:
                    card = lowest(cards)
                    cards &= cards - ONE
                    features(players, trumps, teams, hands, state, discs, card, out)
                    found[place, number] = out
                    total = 0.0
                    for _ in range(PLAYOUTS):
                        hands2 = hands.copy()
                        state2 = state.copy()
                        points2 = points.copy()
                        play(players, trumps, hands2, state2, points2, discs, card)
                        while state2[DISC] < numbers:
                            other = choose(players, trumps, teams, hands2, state2, discs, weights, heat, out)
                            play(players, trumps, hands2, state2, points2, discs, other)
                        total += worth(players, teams, points2, state[PLAYER])
                    worths[place, number] = total / PLAYOUTS
                    number += 1
                counts[place] = number
                place += 1
            card = choose(players, trumps, teams, hands, state, discs, weights, max(heat, 1.0), out)
            play(players, trumps, hands, state, points, discs, card)


def learn(players: int, trumps: bool, teams: bool) -> np.ndarray:
    """Returns the weights for that number of players."""
    weights = np.zeros(WEIGHTS)
    for iteration in range(ITERATIONS):
        start = time.time()
        found = np.zeros((STATES, 12, FEATURES), np.int16)
        worths = np.zeros((STATES, 12))
        counts = np.zeros(STATES, np.int64)
        heat = 0.3 if iteration else 5.0
        gather(players, trumps, teams, weights, heat, found, worths, counts, iteration + 1)
        for rate in (0.3, 0.1, 0.03):
            mean = improve(found, worths, counts, weights, rate, SPREAD, iteration)
        most = np.where(np.arange(12) < counts[:, None], worths, -1e9).max(1).mean()
        print(
            f"{players} players, trumps {trumps:d}, teams {teams:d}, iteration {iteration + 1}: "
            f"worth {mean:.2f} of {most:.2f} at best, {time.time() - start:.0f} s",
            flush=True,
        )
    return weights


@njit
def redeal(players, seat, hands, void, out):
    """Deals anew what a seat does not see: at random, then swaps cards until the deal is possible."""
    unseen = NONE
    for other in range(players):
        out[other] = hands[other]
        if other != seat:
            unseen |= hands[other]
    cards = np.zeros(60, np.int64)
    holders = np.zeros(60, np.int64)
    number = 0
    for other in range(players):
        if other != seat:
            for _ in range(count(hands[other])):
                holders[number] = other
                cards[number] = lowest(unseen)
                unseen &= unseen - ONE
                number += 1
    for size in range(number, 1, -1):
        place = np.random.randint(size)
        cards[size - 1], cards[place] = cards[place], cards[size - 1]
    for place in range(number):
        while void[holders[place]] & (ONE << np.uint64(cards[place])):
            other = np.random.randint(number)
            if not void[holders[other]] & (ONE << np.uint64(cards[place])):
                cards[other], cards[place] = cards[place], cards[other]
    for other in range(players):
        if other != seat:
            out[other] = NONE
    for place in range(number):
        out[holders[place]] |= ONE << np.uint64(cards[place])


@njit
def dealt(position):
    """Returns a world for the search: the position with the hidden cards dealt anew."""
    players, hands, discs, state, points, void = position
    hands2 = hands.copy()
    redeal(players, state[PLAYER], hands, void, hands2)
    return players, hands2, discs, state.copy(), points.copy(), 0.0, 0.0


@njit
def watch(players, found, chosen, counts, seed):
    """Plays rounds among tree searches: the features of each legal card, and which was chosen."""
    np.random.seed(seed)
    numbers = 2 * players + 2
    hands = np.zeros(players, np.uint64)
    void = np.zeros(players, np.uint64)
    discs = np.zeros(12, np.int64)
    state = np.zeros(8, np.int64)
    points = np.zeros(players, np.int64)
    place = 0
    for _ in range(GAMES):
        deal(players, hands, discs, state, points)
        void[:] = NONE
        while state[DISC] < numbers - 1:
            cards = legal(hands, state)
            best = lowest(cards)
            if cards & (cards - ONE):
                best = common.search(
                    (players, hands, discs, state, points, void), state[PLAYER], listed(cards), dealt, acting,
                    choices, put, finish, common.draw, SIMULATIONS, CONSTANT, False,
                )  # fmt: skip
                number = 0
                while cards:
                    card = lowest(cards)
                    cards &= cards - ONE
                    features(players, True, False, hands, state, discs, card, found[place, number])
                    if card == best:
                        chosen[place] = number
                    number += 1
                counts[place] = number
                place += 1
            if state[PLAYED] > 0 and best // 12 != state[LED]:
                void[state[PLAYER]] |= SUIT[state[LED]]
            play(players, True, hands, state, points, discs, best)
    return place


def imitate(players: int) -> bytes:
    """Learns how the others play, by the likelihood of the chosen cards (Adam). Returns the weights as bytes.

    12 a disc for taking or not; one a number up to the disc, one if red to come, one if blue; then as in
    packed().
    """
    numbers = 2 * players + 2
    size = GAMES * players * numbers
    found = np.zeros((size, 12, FEATURES), np.int16)
    chosen = np.zeros(size, np.int64)
    counts = np.zeros(size, np.int64)
    size = watch(players, found, chosen, counts, 1)
    places = found[:size].astype(np.int64)
    disc, rest = np.divmod(places[:, :, 1] - KEEPS, 24)
    number, colour = np.divmod(rest, 2)
    places[:, :, 1] = KEEPS + 3 * number + np.where(number > disc, 1 + colour, 0)
    places[:, :, 2] = KEEPS + 40  # no partners
    legal_ones = np.arange(12) < counts[:size, None]
    places[~legal_ones] = WEIGHTS
    right = np.arange(12) == chosen[:size, None]
    weights = np.zeros(WEIGHTS + 1)
    mean = np.zeros(WEIGHTS + 1)
    square = np.zeros(WEIGHTS + 1)
    for step in range(1, 201):
        worth = np.where(legal_ones, weights[places].sum(2), -1e9)
        chance = np.exp(worth - worth.max(1, keepdims=True))
        chance /= chance.sum(1, keepdims=True)
        push = np.bincount(places.ravel(), np.repeat((right - chance).ravel(), FEATURES), WEIGHTS + 1)
        push = (push - 2.0 * weights) / size
        push[WEIGHTS] = 0
        mean += 0.1 * (push - mean)
        square += 0.01 * (push * push - square)
        rate = 0.1 * (1 - step / 201)
        weights += rate * mean / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    print(
        f"{players} players, as the others play: {np.log(chance[right]).mean():.3f} a choice of {size}",
        flush=True,
    )
    takes = weights[TAKES:KEEPS].reshape(4, 3, 12)
    takes = takes - takes.mean(1, keepdims=True)
    keeps = weights[KEEPS : KEEPS + 3 * numbers].reshape(numbers, 3).T.ravel()
    later = weights[LATER:LENGTHS].reshape(5, 2, 3)[:players]
    later = later - later.mean(2, keepdims=True)
    takes[2:] += later[players - 1][:, :, None]
    lengths = weights[LENGTHS:WEIGHTS].reshape(4, 3)
    lengths = [lengths[:, role] - lengths[:, role].mean() for role in (0, 2)]
    rows = [takes[:, :, disc].ravel() for disc in range(numbers)]
    rows += [keeps - keeps.mean(), later[: players - 1].ravel()] + lengths
    return quantized(2 * np.concatenate(rows), SCALE)


def packed(weights: np.ndarray, players: int) -> bytes:
    """Returns the weights as bytes: a row a disc, 12 for taking or not, one a number of no colour or red,
    and one a number if blue is to come.

    Then 6 for taking or not for each number of players still to play, from 0, when following. Then the
    number of cards of the suit that stay in hand, 0 to 3, when leading and when discarding.
    """
    numbers = 2 * players + 2
    takes = weights[TAKES:KEEPS].reshape(2, 6, 12) + weights[PARTNER:LATER:2].reshape(1, 6, 1)
    takes = takes.reshape(4, 3, 12)
    takes = takes - takes.mean(1, keepdims=True)
    keeps = weights[KEEPS:PARTNER].reshape(12, 12, 2)[:numbers, :numbers]
    rows = []
    for disc in range(numbers):
        level = keeps[disc].mean()
        rows += [takes[:, :, disc].ravel(), keeps[disc, :, 0] - level, keeps[disc, :, 1] - level]
    later = weights[LATER:LENGTHS].reshape(5, 2, 3)[:players]
    later = later - later.mean(2, keepdims=True)
    for disc in range(numbers):  # the part for leading, when all are still to play, is added to the disc's
        rows[3 * disc][6:] += later[players - 1].ravel()
    rows.append(later[: players - 1].ravel())
    lengths = weights[LENGTHS:].reshape(4, 3)
    rows += [lengths[:, role] - lengths[:, role].mean() for role in (0, 2)]
    return quantized(np.concatenate(rows), SCALE)


def main() -> int:
    text = '"""What tools/train/flip_over.py has learnt: to play open hands; 128 is zero."""\n\n'
    text += "# For 3, 4, 5 players: a row a disc: see packed() there.\n"
    for trumps in (True, False):
        tables = [packed(learn(players, trumps, False), players) for players in (3, 4, 5)]
        name = "TRUMPS" if trumps else "PLAIN"
        text += "".join([literal(f"{name}_{3 + place}", data) for place, data in enumerate(tables)])
    team = learn(4, True, True)
    text += literal("TEAMS_4", packed(team, 4))
    helped = team[PARTNER:LATER].reshape(2, 3, 2)
    helped = (helped[:, :, 1] - helped[:, :, 0]) - (helped[:, :, 1] - helped[:, :, 0]).mean(1, keepdims=True)
    text += "# What is added where the partner is winning: (red, blue), 3 outcomes.\n"
    text += literal("PARTNER", quantized(helped.ravel(), SCALE))
    text += "# How the others play in odd rounds, for 4 players: see imitate() there.\n"
    text += literal("OTHERS_4", imitate(4))
    TARGET.write_text(text)
    print("wrote", TARGET.relative_to(PROJECT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
