# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The rules of a round of Flip Over for numba, held against the engine by tests. Without teams or exchange.

A world, always with trumps, is (players, hands as bit sets, discs, 1 for blue, state, points, the share of
rollouts' choices that is made by `rule`, the part of the reward that is for points).
"""

import numpy as np
from numba import njit

from tools.strength import ismcts
from tools.strength.rules.common import ONE, listed, lowest, mix, pick

SUIT = np.array([0xFFF << 12 * suit for suit in range(5)], dtype=np.uint64)

STEP = ismcts.STEP["flip_over"]
# The state of play is an array; its indices:
LEAD, PLAYED, DISC, LED, BEST, TRUMPED, WINNER, PLAYER = range(8)


@njit
def legal(hands, state):
    hand = hands[state[PLAYER]]
    if state[PLAYED] > 0 and hand & SUIT[state[LED]]:
        return hand & SUIT[state[LED]]
    return hand


@njit
def play(players, trumps, hands, state, points, discs, card):
    seat = state[PLAYER]
    disc = state[DISC]
    hands[seat] &= ~(ONE << np.uint64(card))
    trump = trumps and card % 12 == disc
    if state[PLAYED] == 0:
        state[LED] = card // 12
        state[BEST] = card
        state[TRUMPED] = trump
        state[WINNER] = seat
    elif trump:
        state[TRUMPED] = 1
        state[BEST] = card
        state[WINNER] = seat
    elif not state[TRUMPED] and card // 12 == state[LED] and card > state[BEST]:
        state[BEST] = card
        state[WINNER] = seat
    state[PLAYED] += 1
    if state[PLAYED] < players:
        state[PLAYER] = (seat + 1) % players
        return
    winner = state[WINNER]
    points[winner] += disc + 1 if discs[disc] else -disc - 1
    state[LEAD] = state[PLAYER] = winner
    state[PLAYED] = 0
    state[DISC] = disc + 1


@njit
def acting(world):
    players, state = world[0], world[3]
    return state[PLAYER] if state[DISC] < 2 * players + 2 else -1


@njit
def choices(world):
    return listed(legal(world[1], world[3]))


@njit
def put(world, card):
    players, hands, discs, state, points, _, _ = world
    play(players, True, hands, state, points, discs, card)


@njit
def rule(players, hands, state, discs):
    """Returns a card by a rule of thumb: take a blue disc, leave a red one, each with the fitting number."""
    cards = legal(hands, state)
    best = lowest(cards)
    most = -100
    disc = state[DISC]
    last = state[PLAYED] == players - 1
    while cards:
        card = lowest(cards)
        cards &= cards - ONE
        number = card % 12
        takes = state[PLAYED] == 0 or number == disc
        if not takes and not state[TRUMPED]:
            takes = card // 12 == state[LED] and card > state[BEST]
        if discs[disc]:
            worth = -number if last or not takes else number
            worth += 50 if takes else 0
        else:
            worth = -number if takes and not last else number
            worth += 0 if takes else 50
        if worth > most:
            most = worth
            best = card
    return best


@njit
def finish(world):
    """Plays to the end of the round. Returns each seat's reward."""
    players, hands, discs, state, points, ruled, part = world
    while state[DISC] < 2 * players + 2:
        if ruled and np.random.random() < ruled:
            card = rule(players, hands, state, discs)
        else:
            card = pick(legal(hands, state))
        play(players, True, hands, state, points, discs, card)
    won = points == points.max()
    gains = won / won.sum()
    if part:
        mix(gains, points, part, STEP)
    return gains
