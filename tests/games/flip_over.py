# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Flip Over: what the tests of all games have to be told (see tests/games/__init__.py)."""

SUIT = 12
HIDDEN = {"_hands", "_gifts"}
SCORES = (-36, 36)
LENGTH_VARIES = False
TRICKS = True
STILL = [(0, None)]

POSITIONS = [
    (3, 1, 0, {}),
    (3, 2, 17, {}),
    (4, 3, 9, {"trumps": 0}),
    (4, 4, 30, {"teams": 1}),
    (4, 5, 41, {"teams": 1, "exchange": 1}),
    (4, 6, 60, {"exchange": 1}),
    (5, 7, 23, {}),
    (5, 8, 71, {"rounds": 4}),
]
LEAVES = [
    (3, 1, {}, (), (8, 19, 36, 252, 486, 1998, 11988, 31080, 86832)),
    (4, 2, {}, (), (10, 26, 56, 116, 1044, 2582, 5285, 12816)),
    (5, 3, {}, (), (12, 31, 46, 246, 702, 7722, 30565, 71999)),
]
LARGE = [
    (3, 6, 1, 1),
    (4, 8, 0, 0),
    (4, 7, 2, 1),
    (4, 6, 3, 1),
    (5, 9, 1, 1),
    (5, 7, 3, 1),
    (5, 6, 4, 1),
    (5, 5, 4, 2),
]


def longest(players, rounds, discs, trumps, teams, exchange):
    """A card of each player for each disc, in each round; three cards of four players in each exchange."""
    return rounds * players * (2 * players + 2) + (rounds // 2 * 12 if exchange else 0)


def may_play(hand, card, led):
    """Whether a hand may play a card: of the suit led if it has any."""
    return card // 12 == led // 12 or all(other // 12 != led // 12 for other in hand)


def led_card(game):
    return game.trick[0] if game.trick else -1


def stack(game):
    return []


def lacking(game, seat, suits):
    """Lets a match go on as if the seat had shown that it lacks these suits."""
    game._void[seat] = sum(1 << suit for suit in suits)


def exchange_first(game):
    """Lets a match go on as if seats 0 and 1 had each laid the other's first card."""
    other = len(game.discs)
    game._log[0], game._log[other] = game._log[other], game._log[0]


def told(game, cards):
    """Lets a match go on as if these cards had been the last trick's, in this order."""
    lead, _, points = game._last
    game._last = (lead, cards, points)
