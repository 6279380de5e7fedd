# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The rules of a round of Inversio for numba, held against the engine by tests.

A world is (hands as bit sets, state, the share of rollouts' choices that is made by `rule`, the part of the
reward that is for points).
"""

import numpy as np
from numba import njit

from tools.strength import ismcts
from tools.strength.rules.common import ONE, count, listed, lowest, mix, pick

STEP = ismcts.STEP["inversio"]
START = np.array([1, 0, 0, 0, 0, 0, 0, 8, 9, 10, 11, 12, 14])  # worths from ace to king
RANK = np.array([sum(1 << 13 * suit + rank for suit in range(4)) for rank in range(13)], dtype=np.uint64)
# The state of play is an array; its indices: the seat to act (-1 after the fight), the table card, the place
# of the next one in the stock, the rounds that each seat has won, the worths of the ranks, the stock.
PLAYER, TABLE, NEXT, WON, WORTHS, STOCK = 0, 1, 2, 3, 5, 18
SIZE = 70
MOST = 14  # cards that are turned up in a round at most: eight for the cards laid, and some passed over


@njit
def turn_up(hands, state):
    """Turns up a table card, and passes over those that the seat to act cannot lay a card on."""
    hand = hands[state[PLAYER]]
    while True:
        state[TABLE] = state[STOCK + state[NEXT]]
        state[NEXT] += 1
        rank = state[TABLE] % 13
        if rank == 0 or hand & ~RANK[rank]:
            return


@njit
def legal(hands, state):
    """Returns the cards that may be laid, as a bit set."""
    hand = hands[state[PLAYER]]
    rank = state[TABLE] % 13
    return hand & ~RANK[rank] if rank else hand


@njit
def change(worths, card, table):
    """Changes the worths as a card does that is laid on another."""
    a = card % 13
    b = table % 13
    if a and b:
        worths[a], worths[b] = worths[b], worths[a]
        return
    other = a + b
    if other < 10:
        worths[0] += other + 1
    if other:
        worths[other] = START[other]


@njit
def play(hands, state, card):
    """Lays a legal card. The last one is followed by the fight, which ends the round."""
    seat = state[PLAYER]
    hands[seat] &= ~(ONE << np.uint64(card))
    change(state[WORTHS:STOCK], card, state[TABLE])
    other = 1 - seat
    if count(hands[other]) > 1:
        state[PLAYER] = other
        turn_up(hands, state)
        return
    state[PLAYER] = -1
    lead = state[WORTHS + lowest(hands[0]) % 13] - state[WORTHS + lowest(hands[1]) % 13]
    if lead:
        state[WON + (lead < 0)] += 1


@njit
def acting(world):
    """Returns the seat to act, -1 at the end of the round."""
    return world[1][PLAYER]


@njit
def choices(world):
    """Returns the legal cards, rising."""
    return listed(legal(world[0], world[1]))


@njit
def put(world, card):
    """Lays a legal card."""
    play(world[0], world[1], card)


@njit
def rule(hands, state):
    """Returns a card by a rule of thumb: the one after which the best card in hand is worth most."""
    cards = legal(hands, state)
    hand = hands[state[PLAYER]]
    best = lowest(cards)
    most = -1
    worths = np.empty(13, np.int64)
    while cards:
        card = lowest(cards)
        cards &= cards - ONE
        worths[:] = state[WORTHS:STOCK]
        change(worths, card, state[TABLE])
        rest = hand & ~(ONE << np.uint64(card))
        worth = 0
        while rest:
            worth = max(worth, worths[lowest(rest) % 13])
            rest &= rest - ONE
        if worth > most:
            most = worth
            best = card
    return best


@njit
def finish(world):
    """Plays to the end of the round. Returns each seat's reward."""
    hands, state, ruled, part = world
    while state[PLAYER] >= 0:
        if ruled and np.random.random() < ruled:
            card = rule(hands, state)
        else:
            card = pick(legal(hands, state))
        play(hands, state, card)
    points = state[WON : WON + 2]
    lead = points[0] - points[1]
    gains = np.zeros(2)
    gains[0] = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    gains[1] = 1.0 - gains[0]
    if part:
        mix(gains, points, part, STEP)
    return gains
