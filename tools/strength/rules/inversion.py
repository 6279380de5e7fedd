# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The rules of !nversion for numba, held against the engine by tests.

A world is (a position, the share of rollouts' choices that is made by `rule`, the part of the reward that is
for points).
"""

import numpy as np
from numba import njit

from tools.strength import ismcts
from tools.strength.rules.common import mix

STEP = ismcts.STEP["inversion"]
# A position is a row of ints: 0-3 hands as masks, 4 seat to act, 5 trick, 6 its leader, 7 follow card,
# 8 inverted, 9-12 cards that count, 13-16 tricks won, 17 auction, 18 declared, 19 parent, 20-23 named,
# 24-27 suits lacking, 28-37 the lane, 38 players.
SZ = 40


@njit
def new(S, P, cards, first):
    """Sets up a position after the deal of `cards`."""
    for i in range(SZ):
        S[i] = 0
    S[38] = P
    for s in range(P):
        h = 0
        for i in range(10):
            h |= 1 << cards[s * 10 + i]
        S[s] = h
        S[9 + s] = -1
    for i in range(10):
        S[28 + i] = cards[P * 10 + i]
    S[4] = first
    S[6] = first
    S[7] = S[28]
    S[17] = 1 if P > 2 else 0
    S[19] = -1


@njit
def legal(S, out):
    """Writes the legal actions to `out`. Returns how many."""
    if S[4] < 0:
        return 0
    n = 0
    if S[17]:
        if S[18]:
            out[0] = 50
            n = 1
        for a in range(51 + S[18], 61):
            out[n] = a
            n += 1
        return n
    h = S[S[4]]
    f = S[7]
    fs = f // 10
    if (h >> (fs * 10)) & 1023:
        e = 9 - f % 10
        for s in range(5):
            m = (h >> (s * 10)) & 1023
            if s == fs:
                k = 0
                while m:
                    if m & 1:
                        out[n] = s * 10 + k
                        n += 1
                    m >>= 1
                    k += 1
            elif (m >> e) & 1:
                out[n] = s * 10 + e
                n += 1
    else:
        k = 0
        while h:
            if h & 1:
                out[n] = k
                n += 1
            h >>= 1
            k += 1
    return n


@njit
def apply(S, a):
    """Plays a legal action."""
    P = S[38]
    seat = S[4]
    if S[17]:
        if a == 50:
            S[20 + seat] = -1
        else:
            S[18] = a - 50
            S[20 + seat] = a - 50
        seat = (seat + 1) % P
        while S[20 + seat] < 0:
            seat = (seat + 1) % P
        S[4] = seat
        left = 0
        for i in range(P):
            if S[20 + i] >= 0:
                left += 1
        if left == 1:
            S[17] = 0
            S[19] = seat
            S[6] = seat
        return
    f = S[7]
    S[seat] &= ~(1 << a)
    c = a
    if a % 10 + f % 10 == 9:
        S[7] = a
        S[8] = 1
        c = f
    elif a // 10 != f // 10:
        S[24 + seat] |= 1 << (f // 10)
    S[9 + seat] = c
    seat = (seat + 1) % P
    S[4] = seat
    if seat == S[6]:
        suit = 5 if S[8] else S[7] // 10
        best = -1
        w = seat
        for _ in range(P):
            c = S[9 + seat]
            st = c % 10
            if c // 10 == suit:
                st += 10
            if st > best:
                best = st
                w = seat
            seat = (seat + 1) % P
        for i in range(P):
            S[9 + i] = -1
        S[13 + w] += 1
        S[8] = 0
        S[5] += 1
        S[6] = w
        if S[5] < 10:
            S[4] = w
            S[7] = S[28 + S[5]]
        else:
            S[4] = -1


@njit
def settled(S):
    """Returns whether the winner is certain."""
    left = 10 - S[5]
    if S[38] == 2:
        return left == 0 or abs(S[13] - S[14]) > left
    if S[17]:
        return False
    w = S[13 + S[19]]
    return w >= S[18] or w + left < S[18]


@njit
def acting(world):
    """Returns the seat to act, -1 at the end."""
    return world[0][4]


@njit
def choices(world):
    """Returns the legal actions, rising."""
    found = np.empty(64, np.int64)
    return found[: legal(world[0], found)]


@njit
def put(world, action):
    """Plays a legal action."""
    apply(world[0], action)


@njit
def ahead(S):
    """Returns the seat whose card is the best of the trick, -1 for none yet, and how good it is."""
    suit = 5 if S[8] else S[7] // 10
    best = -1
    holder = -1
    seat = S[6]
    for _ in range(S[38]):
        card = S[9 + seat]
        if card >= 0:
            strength = card % 10 + (10 if card // 10 == suit else 0)
            if strength > best:
                best = strength
                holder = seat
        seat = (seat + 1) % S[38]
    return holder, best


@njit
def rule(S, found, number):
    """Returns an action by a rule of thumb.

    In the auction: one more than named while the hand has more cards from 8 up. In a trick: win it with the
    lowest card that is ahead, or give the lowest. A child leaves tricks to children.
    """
    seat = S[4]
    if S[17]:
        high = 0
        for card in range(50):
            if S[seat] >> card & 1 and card % 10 >= 7:
                high += 1
        return 51 + S[18] if S[18] == 0 or S[18] < min(high, 10) else 50
    parent = S[19]
    holder, best = ahead(S)
    wants = holder < 0 or parent < 0 or seat == parent or holder == parent or S[9 + parent] < 0
    follow = S[7]
    chosen = found[0]
    least = 1000
    for place in range(number):
        card = found[place]
        if card % 10 + follow % 10 == 9:
            highest = -1  # of the numbers on the table, which alone count from now on
            for other in range(S[38]):
                if S[9 + other] >= 0:
                    highest = max(highest, S[9 + other] % 10)
            wins = follow % 10 > highest
        else:
            strength = card % 10 + (10 if not S[8] and card // 10 == follow // 10 else 0)
            wins = strength > best
        worth = card % 10 + (0 if wins == wants else 50)
        if worth < least:
            least = worth
            chosen = card
    return chosen


@njit
def finish(world):
    """Plays to the end. Returns each seat's reward."""
    S, ruled, part = world
    found = np.empty(64, np.int64)
    while S[4] >= 0:
        number = legal(S, found)
        if ruled and np.random.random() < ruled:
            action = rule(S, found, number)
        else:
            action = found[np.random.randint(number)]
        apply(S, action)
    players = S[38]
    points = S[13 : 13 + players]
    gains = np.zeros(players)
    if players == 2:
        for seat in range(2):
            lead = points[seat] - points[1 - seat]
            gains[seat] = 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
    else:
        made = points[S[19]] >= S[18]
        for seat in range(players):
            gains[seat] = 1.0 if (seat == S[19]) == made else 0.0
    if part:
        mix(gains, points, part, STEP)
    return gains
