# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Hyper Maker: what the tests of all games have to be told (see tests/games/__init__.py)."""

from itertools import combinations

KINDS = list(combinations(range(4), 2))  # pairs of suits

SUIT = 10  # of a kind
HIDDEN = {"_hands", "_stack"}
SCORES = (0, 99)
LENGTH_VARIES = False
TRICKS = True
STILL = [(0, None)]

POSITIONS = [
    (3, 1, 0, {}),
    (3, 2, 17, {"tie_winner_leads": 1}),
    (3, 3, 50, {"deals": 3}),
    (4, 4, 2, {}),
    (4, 5, 15, {"tie_winner_leads": 1}),
    (4, 6, 45, {}),
    (4, 7, 75, {"deals": 4}),
    (5, 8, 0, {"tie_winner_leads": 1}),
    (5, 9, 24, {}),
    (5, 10, 180, {"deals": 5}),
]
LEAVES = [
    (3, 1, {}, (), (13, 195, 2145, 26060)),
    (5, 2, {}, (), (8, 72, 504, 4032)),
]
LARGE = [
    (3, 12, 0, 0),
    (3, 5, 1, 5),
    (4, 4, 1, 5),
    (5, 3, 1, 5),
]


def longest(players, deals, tie_winner_leads):
    """All cards but the master cards, in each deal: as many tricks as hands have cards."""
    return deals * players * {3: 15, 4: 12, 5: 10}[players]


def may_play(hand, card, master):
    """A card with one of the master's suits, if it has any."""
    suits = set(KINDS[master // 10])
    return bool(suits & set(KINDS[card // 10])) or not any(suits & set(KINDS[other // 10]) for other in hand)


def led_card(game):
    return game.master


def stack(game):
    return game._stack[::-1]
