# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The rules of a deal of Hyper Maker for numba, held against the engine by tests.

A world is (players, tie_winner_leads, hands as bit sets, state, points, the master cards in order, the share
of rollouts' choices that is made by `rule`, the part of the reward that is for points).
"""

import numpy as np
from numba import njit

from tools.strength import ismcts
from tools.strength.rules.common import ONE, listed, lowest, mix, pick

FIRST = np.array([0, 0, 0, 1, 1, 2])
SECOND = np.array([1, 2, 3, 2, 3, 3])
NUMBER = np.zeros((4, 60), np.int64)  # of a card in a suit
for _card in range(60):
    NUMBER[FIRST[_card // 10], _card] = _card % 10 + 1
    NUMBER[SECOND[_card // 10], _card] = 10 - _card % 10
KIND = np.array([0x3FF << 10 * kind for kind in range(6)], dtype=np.uint64)

STEP = ismcts.STEP["hyper_maker"]
# The state of play is an array; its indices:
LEAD, PLAYED, TRICKS, PLAYER, POINTS1 = range(5)
SUIT1, SUIT2, COUNT1, COUNT2, BEST1, BEST2, HOLDER1, HOLDER2, TIE1, TIE2 = range(5, 15)


@njit
def turn_up(state, masters):
    if state[TRICKS] >= len(masters):
        return
    master = masters[state[TRICKS]]
    state[SUIT1] = FIRST[master // 10]
    state[SUIT2] = SECOND[master // 10]
    state[COUNT1] = state[COUNT2] = state[PLAYED] = 0
    state[BEST1] = master % 10 + 1
    state[BEST2] = state[POINTS1] = 10 - master % 10
    state[HOLDER1] = state[HOLDER2] = -1
    state[TIE1] = state[TIE2] = 1
    state[PLAYER] = state[LEAD]


@njit
def legal(hands, state, masters):
    hand = hands[state[PLAYER]]
    follow = hand & ~KIND[5 - masters[state[TRICKS]] // 10]
    return follow if follow else hand


@njit
def play(players, tie_leads, hands, state, points, masters, card):
    seat = state[PLAYER]
    hands[seat] &= ~(ONE << np.uint64(card))
    for which in range(2):
        number = NUMBER[state[SUIT1 + which], card]
        if number:
            state[COUNT1 + which] += 1
            if number >= state[BEST1 + which]:
                state[TIE1 + which] = 1 if number > state[BEST1 + which] else state[TIE1 + which] + 1
                state[BEST1 + which] = number
                state[HOLDER1 + which] = seat
    state[PLAYED] += 1
    if state[PLAYED] < players:
        state[PLAYER] = (seat + 1) % players
        return
    if state[COUNT1] + state[COUNT2] > 0:
        points1 = state[POINTS1]
        second = state[COUNT2] > state[COUNT1] or (state[COUNT1] == state[COUNT2] and points1 > 11 - points1)
        winner = state[HOLDER2] if second else state[HOLDER1]
        if winner >= 0:
            points[winner] += 11 - points1 if second else points1
            if tie_leads or state[TIE2 if second else TIE1] == 1:
                state[LEAD] = winner
    state[TRICKS] += 1
    turn_up(state, masters)


@njit
def acting(world):
    state = world[3]
    return state[PLAYER] if state[TRICKS] < len(world[5]) else -1


@njit
def choices(world):
    return listed(legal(world[2], world[3], world[5]))


@njit
def put(world, card):
    players, tie_leads, hands, state, points, masters, _, _ = world
    play(players, tie_leads, hands, state, points, masters, card)


@njit
def rule(players, hands, state, masters):
    """Returns a card by a rule of thumb: win the trick, as its last card cheaply, or give a middling card."""
    cards = legal(hands, state, masters)
    best = lowest(cards)
    most = -100
    last = state[PLAYED] == players - 1
    while cards:
        card = lowest(cards)
        cards &= cards - ONE
        first, second = NUMBER[state[SUIT1], card], NUMBER[state[SUIT2], card]
        count1, count2 = state[COUNT1] + (first > 0), state[COUNT2] + (second > 0)
        points1 = state[POINTS1]
        number, beaten = first, state[BEST1]
        if count2 > count1 or (count1 == count2 and points1 > 11 - points1):
            number, beaten = second, state[BEST2]
        if number and number >= beaten:
            worth = 50 - number if last else 50 + number
        else:
            worth = -abs(2 * (card % 10) - 9)
        if worth > most:
            most = worth
            best = card
    return best


@njit
def finish(world):
    """Plays to the end. Returns each seat's reward."""
    players, tie_leads, hands, state, points, masters, ruled, part = world
    while state[TRICKS] < len(masters):
        if ruled and np.random.random() < ruled:
            card = rule(players, hands, state, masters)
        else:
            card = pick(legal(hands, state, masters))
        play(players, tie_leads, hands, state, points, masters, card)
    won = points == points.max()
    gains = won / won.sum()
    if part:
        mix(gains, points, part, STEP)
    return gains
