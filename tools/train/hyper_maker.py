# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Learns the weights of Hyper Maker's computer players: engine/bots/hyper_maker/weights.py.

    python tools/train/hyper_maker.py      half an hour on one core; the same weights every time

Learns three things.

How to play with only the own hand in view: a policy for the playouts in which the computer players try their
cards. A card's score is one table entry for what it does to the trick and one for what it is. The method is
policy iteration. Positions come from self-play, playouts with the present policy give the worth of each
legal card, and gradient steps raise the policy's expected worth.

How others play: a second policy of the same form, fitted to choices by likelihood. The choices come from
matches of two kinds of player: a tree search without knowledge (tools/strength/tree.py), and one that plays
its cards out by the first policy in deals that agree with what it knows.

What a position between two tricks is worth: a sum over the cards in hand, the lead, and the margin to the
best of the others, fitted to how self-play ends.
"""

import sys
import time

import numpy as np
from numba import njit

from tools import PROJECT
from tools.strength.rules import common
from tools.strength.rules.common import NONE, ONE, count, listed, lowest
from tools.strength.rules.hyper_maker import (
    BEST1,
    COUNT1,
    COUNT2,
    LEAD,
    NUMBER,
    PLAYED,
    PLAYER,
    POINTS1,
    SUIT1,
    TRICKS,
    acting,
    choices,
    finish,
    legal,
    play,
    put,
    turn_up,
)
from tools.train.policy import EPOCHS, improve, likely, push_on
from tools.train.weights import literal, quantized

TARGET = PROJECT / "engine" / "bots" / "hyper_maker" / "weights.py"

STATES = 60000  # positions an iteration
PLAYOUTS = 6  # a card
ITERATIONS = 4
MATCHES = 1000  # of choices, for each number of players
SIMULATIONS = 1000  # of the tree search
EXPLORING = 0.5
DEALS = 40  # of the other kind of player
HIGH = 8  # from which number on a card that is ahead counts as high
GAMES = 60000  # for what positions are worth
SHARE = 20.0  # what a win is worth, in points
SPREAD = 8.0  # of the worths of cards
OWN_SCALE = 12  # steps of a stored weight of the own policy to one of the learnt ones
OTHERS_SCALE = 24  # likewise of that of the others
VALUE_SCALE = 8  # likewise for the worth of positions, in points

# Index of each table's first weight in the policy.
TRICK = 0  # players to come 5, own state in the follow suit 3, in the other 3, lead in cards and points 25
KEEPS = 1125  # tricks left 16, type of card 5
WEIGHTS = 1205
FEATURES = 2
# The same for the worth of positions; a row for each number of tricks left.
CARDS = 0  # type of card 5
LEADS = 80
MARGIN = 96  # -15 to 15
VALUES = 592


@njit
def deal(players, hands, state, points):
    """Hands as bit sets; returns the master cards in order."""
    cards = np.random.permutation(60)
    size = 60 // (players + 1)
    for seat in range(players):
        hands[seat] = NONE
        for card in cards[seat * size : seat * size + size]:
            hands[seat] |= ONE << np.uint64(card)
    masters = cards[players * size :]
    state[:] = 0
    state[LEAD] = np.random.randint(players)
    turn_up(state, masters)
    points[:] = 0
    return masters


@njit
def features(players, state, left, card, out):
    """Writes the indices of the weights that a legal card adds up."""
    later = players - 1 - state[PLAYED]
    counts = [state[COUNT1], state[COUNT2]]
    mine = [0, 0]  # 1: ahead in the suit, 2: with a high number
    for which in range(2):
        number = NUMBER[state[SUIT1 + which], card]
        if number:
            counts[which] += 1
            if number >= state[BEST1 + which]:
                mine[which] = 2 if number >= HIGH else 1
    points1 = state[POINTS1]
    if counts[1] > counts[0] or (counts[1] == counts[0] and points1 > 11 - points1):
        follow = mine[1]
        other = mine[0]
        points = 11 - points1
    else:
        follow = mine[0]
        other = mine[1]
        points = points1
    ahead = min(abs(counts[1] - counts[0]), 2)
    place = ahead * 10 - 5 if ahead else 0  # even: the master's higher number decides, 5 points at most
    out[0] = TRICK + ((later * 3 + follow) * 3 + other) * 25 + place + points - 1
    out[1] = KEEPS + left * 5 + min(card % 10, 9 - card % 10)


@njit
def choose(players, hands, state, masters, weights, heat, out):
    """Returns a card drawn from the policy by softmax at that heat."""
    cards = legal(hands, state, masters)
    best = lowest(cards)
    if cards & (cards - ONE) == NONE:
        return best
    most = -1e30
    while cards:
        card = lowest(cards)
        cards &= cards - ONE
        features(players, state, len(masters) - state[TRICKS], card, out)
        worth = -heat * np.log(-np.log(np.random.random() + 1e-12)) if heat else 0.0
        for place in out:
            worth += weights[place]
        if worth > most:
            most = worth
            best = card
    return best


@njit
def worth(players, points, seat):
    """Returns the margin to the others' mean plus a share of what a win is worth."""
    winners = (points == points.max()).sum()
    margin = points[seat] - (points.sum() - points[seat]) / (players - 1)
    return margin + (SHARE / winners if points[seat] == points.max() else 0.0)


@njit
def play_out(players, tie_leads, hands, state, points, masters, card, weights, heat, out):
    """Returns what a card is worth to the seat to act if the policy plays all that follow."""
    hands = hands.copy()
    points = points.copy()
    after = state.copy()
    play(players, tie_leads, hands, after, points, masters, card)
    while after[TRICKS] < len(masters):
        other = choose(players, hands, after, masters, weights, heat, out)
        play(players, tie_leads, hands, after, points, masters, other)
    return worth(players, points, state[PLAYER])


@njit
def explore(weights, heat, found, worths, counts, seed):
    """Plays positions of self-play: for each legal card, its features and mean worth over playouts."""
    np.random.seed(seed)
    out = np.zeros(FEATURES, np.int64)
    state = np.zeros(16, np.int64)
    place = 0
    while place < len(counts):
        players = 3 + np.random.randint(3)
        tie_leads = np.random.randint(2) == 1
        hands = np.zeros(players, np.uint64)
        points = np.zeros(players, np.int64)
        masters = deal(players, hands, state, points)
        while state[TRICKS] < len(masters) - 1 and place < len(counts):
            cards = legal(hands, state, masters)
            if cards & (cards - ONE) and np.random.random() < 0.5:
                number = 0
                while cards:
                    card = lowest(cards)
                    cards &= cards - ONE
                    features(players, state, len(masters) - state[TRICKS], card, out)
                    found[place, number] = out
                    total = 0.0
                    for _ in range(PLAYOUTS):
                        total += play_out(
                            players, tie_leads, hands, state, points, masters, card, weights, heat, out
                        )
                    worths[place, number] = total / PLAYOUTS
                    number += 1
                counts[place] = number
                place += 1
            card = choose(players, hands, state, masters, weights, max(heat, 1.0), out)
            play(players, tie_leads, hands, state, points, masters, card)


@njit
def redeal(players, seat, hands, masters, tricks, only, hands2, masters2):
    """Deals what a seat does not see anew, into hands2 and masters2."""
    cards = np.zeros(60, np.int64)
    number = 0
    hidden = NONE
    for other in range(players):
        if other != seat:
            hidden |= hands[other]
    for place in range(tricks + 1, len(masters)):
        hidden |= ONE << np.uint64(masters[place])
    while hidden:
        cards[number] = lowest(hidden)
        hidden &= hidden - ONE
        number += 1
    for last in range(number - 1, 0, -1):
        other = np.random.randint(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    masters2[:] = masters
    hands2[seat] = hands[seat]
    for other in range(players):  # a seat that holds one kind only chooses first
        if other == seat or only[other] < 0:
            continue
        size = count(hands[other])
        hands2[other] = NONE
        kept = 0
        for place in range(number):
            if size and cards[place] // 10 == only[other]:
                hands2[other] |= ONE << np.uint64(cards[place])
                size -= 1
            else:
                cards[kept] = cards[place]
                kept += 1
        number = kept
    for last in range(number - 1, 0, -1):  # what is left of that kind lies late
        other = np.random.randint(last + 1)
        cards[last], cards[other] = cards[other], cards[last]
    place = 0
    for later in range(tricks + 1, len(masters)):
        masters2[later] = cards[place]
        place += 1
    for other in range(players):
        if other != seat and only[other] < 0:
            hands2[other] = NONE
            for _ in range(count(hands[other])):
                hands2[other] |= ONE << np.uint64(cards[place])
                place += 1


@njit
def dealt(position):
    """Returns a world for the search: the position with the hidden cards dealt anew."""
    players, tie_leads, hands, state, points, masters, only = position
    hands2 = hands.copy()
    masters2 = masters.copy()
    redeal(players, state[PLAYER], hands, masters, state[TRICKS], only, hands2, masters2)
    return players, tie_leads, hands2, state.copy(), points.copy(), masters2, 0.0, 0.0


@njit
def foresee(players, tie_leads, hands, state, points, masters, only, weights):
    """Returns the choice by playouts of the policy, every card in the same deals."""
    cards = legal(hands, state, masters)
    out = np.zeros(FEATURES, np.int64)
    worths = np.zeros(60)
    hands2 = hands.copy()
    masters2 = masters.copy()
    for _ in range(DEALS):
        redeal(players, state[PLAYER], hands, masters, state[TRICKS], only, hands2, masters2)
        rest = cards
        while rest:
            card = lowest(rest)
            rest &= rest - ONE
            worths[card] += play_out(
                players, tie_leads, hands2, state, points, masters2, card, weights, 0.0, out
            )
    best = lowest(cards)
    while cards:
        card = lowest(cards)
        cards &= cards - ONE
        if worths[card] > worths[best]:
            best = card
    return best


@njit
def watch(players, matches, weights, found, chosen, counts, seed):
    """Collects choices of both kinds of player: each legal card's features, and the one played; how many."""
    np.random.seed(seed)
    hands = np.zeros(players, np.uint64)
    state = np.zeros(16, np.int64)
    points = np.zeros(players, np.int64)
    out = np.zeros(FEATURES, np.int64)
    place = 0
    for match in range(matches):
        masters = deal(players, hands, state, points)
        only = np.full(players, -1)
        searches = np.random.randint(0, 2, players)
        while state[TRICKS] < len(masters):
            cards = legal(hands, state, masters)
            choice = lowest(cards)
            if cards & (cards - ONE):
                if searches[state[PLAYER]]:
                    position = (players, match & 1 == 1, hands, state, points, masters, only)
                    choice = common.search(
                        position, state[PLAYER], listed(cards), dealt, acting, choices, put, finish,
                        common.draw, SIMULATIONS, EXPLORING, True,
                    )  # fmt: skip
                else:
                    choice = foresee(players, match & 1 == 1, hands, state, points, masters, only, weights)
                number = 0
                while cards:
                    card = lowest(cards)
                    cards &= cards - ONE
                    features(players, state, len(masters) - state[TRICKS], card, out)
                    found[place, number] = out
                    if card == choice:
                        chosen[place] = number
                    number += 1
                counts[place] = number
                place += 1
            kind = choice // 10
            if kind + masters[state[TRICKS]] // 10 == 5:
                only[state[PLAYER]] = kind
            play(players, match & 1 == 1, hands, state, points, masters, choice)
    return place


@njit
def imitate(found, chosen, counts, weights, rate, seed):
    """Raises the choices' likelihood by gradient steps (AdaGrad). Returns its mean logarithm at the end."""
    np.random.seed(seed)
    chance = np.zeros(16)
    squares = np.full(len(weights), 0.1)
    total = 0.0
    for epoch in range(EPOCHS):
        for _ in range(len(counts)):
            place = np.random.randint(len(counts))
            number = counts[place]
            likely(found[place], number, weights, chance)
            if epoch == EPOCHS - 1:
                total += np.log(chance[chosen[place]])
            for card in range(number):
                push = (1.0 if card == chosen[place] else 0.0) - chance[card]
                push_on(found[place, card], push, rate, weights, squares)
    return total / len(counts)


@njit
def value_features(hand, left, seat, lead, points, out):
    """Writes the indices of the values that a position between tricks adds up. Returns how many."""
    number = 0
    while hand:
        card = lowest(hand)
        hand &= hand - ONE
        out[number] = CARDS + left * 5 + min(card % 10, 9 - card % 10)
        number += 1
    if lead == seat:
        out[number] = LEADS + left
        number += 1
    most = -1000
    for other in range(len(points)):
        if other != seat:
            most = max(most, points[other])
    out[number] = MARGIN + left * 31 + min(max(points[seat] - most, -15), 15) + 15
    return number + 1


@njit
def appraise(players, weights, values, games, rate, seed):
    """Learns what positions are worth beyond the margin. Returns the mean square error without and with."""
    np.random.seed(seed)
    hands = np.zeros(players, np.uint64)
    state = np.zeros(16, np.int64)
    points = np.zeros(players, np.int64)
    out = np.zeros(FEATURES, np.int64)
    places = np.zeros((16, players, 20), np.int64)
    numbers = np.zeros((16, players), np.int64)
    margins = np.zeros((16, players))
    before = after = 0.0
    for game in range(games):
        masters = deal(players, hands, state, points)
        tricks = len(masters)
        while state[TRICKS] < tricks:
            if state[PLAYED] == 0:
                left = tricks - state[TRICKS]
                for seat in range(players):
                    numbers[left, seat] = value_features(
                        hands[seat], left, seat, state[LEAD], points, places[left, seat]
                    )
                    margins[left, seat] = points[seat] - (points.sum() - points[seat]) / (players - 1)
            card = choose(players, hands, state, masters, weights, 0.5, out)
            play(players, game & 1 == 1, hands, state, points, masters, card)
        for left in range(1, tricks):
            for seat in range(players):
                error = worth(players, points, seat) - margins[left, seat]
                before += error * error
                for place in places[left, seat, : numbers[left, seat]]:
                    error -= values[place]
                after += error * error
                for place in places[left, seat, : numbers[left, seat]]:
                    values[place] += rate * (1 - game / games) * error
    samples = games * players * (tricks - 1)
    return before / samples, after / samples


def learn_own() -> np.ndarray:
    """Returns the weights of the own policy, for any number of players."""
    weights = np.zeros(WEIGHTS)
    for iteration in range(ITERATIONS):
        start = time.time()
        found = np.zeros((STATES, 16, FEATURES), np.int16)
        worths = np.zeros((STATES, 16))
        counts = np.zeros(STATES, np.int64)
        explore(weights, 0.3 if iteration else 5.0, found, worths, counts, iteration + 1)
        for rate in (0.3, 0.1, 0.03):
            mean = improve(found, worths, counts, weights, rate, SPREAD, iteration)
        most = np.where(np.arange(16) < counts[:, None], worths, -1e9).max(1).mean()
        print(
            f"iteration {iteration + 1}: worth {mean:.2f} of {most:.2f} at best, {time.time() - start:.0f} s",
            flush=True,
        )
    return weights


def learn_others(own: np.ndarray) -> np.ndarray:
    """Returns the weights of the others' policy, for any number of players."""
    parts = []
    for players in (3, 4, 5):
        start = time.time()
        most = MATCHES * 60
        found = np.zeros((most, 16, FEATURES), np.int16)
        chosen = np.zeros(most, np.int64)
        counts = np.zeros(most, np.int64)
        number = watch(players, MATCHES, own, found, chosen, counts, players)
        parts.append((found[:number], chosen[:number], counts[:number]))
        print(f"{players} players: {number} choices, {time.time() - start:.0f} s", flush=True)
    found, chosen, counts = [np.concatenate(arrays) for arrays in zip(*parts)]
    weights = np.zeros(WEIGHTS)
    for rate in (0.3, 0.1, 0.03):
        likelihood = imitate(found, chosen, counts, weights, rate, 1)
        print(f"logarithm of the likelihood {likelihood:.3f}", flush=True)
    return weights


def main() -> int:
    text = '"""What tools/train/hyper_maker.py has learnt: how to play, and the worth of positions."""\n\n'
    own = learn_own()
    others = learn_others(own)
    tricks = keeps = b""
    for weights, scale in ((own, OWN_SCALE), (others, OTHERS_SCALE)):
        tricks += quantized(weights[:KEEPS], scale)
        rows = weights[KEEPS:].reshape(16, 5)
        keeps += quantized((rows - rows.mean(1, keepdims=True)).ravel(), scale)
    text += "# 128 is zero. First the own policy, then that of the others. Players to come 5, state in\n"
    text += "# the follow suit 3, in the other 3, lead in cards and points (0: 1 to 5, 1 and 2: 1 to 10).\n"
    text += literal("TRICK", tricks)
    text += "# Tricks left 16, type of card 5 (10 and 1, 9 and 2, ...): for playing it.\n"
    text += literal("PLAYS", keeps)
    text += "# For 3, 4, 5 players: tricks left from 1, type of card in hand 5, lead, margins -15, -13, ...\n"
    for players in (3, 4, 5):
        start = time.time()
        values = np.zeros(VALUES)
        appraise(players, own, values, GAMES // 2, 0.01, 1)
        before, after = appraise(players, own, values, GAMES, 0.003, 2)
        print(
            f"{players} players: square error {before:.0f}, {after:.0f}, {time.time() - start:.0f} s",
            flush=True,
        )
        margins = values[MARGIN:].reshape(16, 31)
        margins = (margins - margins.mean(1, keepdims=True))[:, ::2]
        rows = np.concatenate([values[:LEADS].reshape(16, 5), values[LEADS:MARGIN, None], margins], 1)
        text += literal(f"WORTH_{players}", quantized(rows[1 : 60 // (players + 1)].ravel(), VALUE_SCALE))
    TARGET.write_text(text)
    print("wrote", TARGET.relative_to(PROJECT))
    return 0


if __name__ == "__main__":
    sys.exit(main())
