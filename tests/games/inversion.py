# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""!nversion: what the tests of all games have to be told (see tests/games/__init__.py), and positions."""

from engine.bots.inversion import deals
from engine.inversion import Game
from engine.rng import Rng

SUIT = 10
PASS = 50
HIDDEN = {"_hands"}
SCORES = (0, 10)
LENGTH_VARIES = True
TRICKS = True
STILL = [(0, None)]

POSITIONS = [
    (2, 0, 0, {}),
    (2, 1, 3, {}),
    (2, 0, 7, {}),
    (2, 1, 11, {}),
    (2, 0, 17, {}),
    (3, 0, 1, {}),
    (3, 1, 3, {}),
    (3, 0, 19, {}),
    (3, 1, 28, {}),
    (4, 0, 1, {}),
    (4, 1, 4, {}),
    (4, 0, 25, {}),
    (4, 1, 37, {}),
]
LEAVES = [
    (2, 7, {}, (), (4, 10, 29, 87, 338, 1185, 3986)),
    (3, 7, {}, (), (10, 55, 220, 690, 1897)),
    (4, 7, {}, (51, 50, 50, 50), (1, 1, 2, 10, 28, 89, 315, 1571, 3551)),
]
LARGE = [
    (3, 9, 0, 0),
    (3, 7, 2, 2),
    (4, 8, 2, 1),
    (4, 6, 3, 2),
]


def longest(players, suits):
    """Ten cards of each; in the auction each of ten numbers once, rising, and all but the parent pass."""
    return 10 * players + (10 + players - 1 if players > 2 else 0)


def may_play(hand, card, follow):
    """A card of the follow card's suit, if it has any, or any card that makes 11 with it."""
    if card // 10 == follow // 10 or card % 10 + follow % 10 + 2 == 11:
        return True
    return all(other // 10 != follow // 10 for other in hand)


def led_card(game):
    return game.lane[game.position]


def stack(game):
    return []


def standing(players, tricks, parent=-1, declared=0, position=10):
    """A match in which each seat has won that many tricks."""
    game = Game(players, Rng(1))
    game._won[:] = bytes(tricks)
    game.auction = False
    game.parent = parent
    game.declared = declared
    game.position = position
    return game


def lacking(game, seat, suits):
    """Lets a match go on as if the seat had shown that it lacks these suits."""
    game._lacks[seat] = sum(1 << suit for suit in suits)


def chance_of_the_parent(game):
    """Returns how likely hard takes the parent to reach its number, in percent, if all hands were known.

    game: between two tricks, a child to act.
    """
    search = deals.Deals(game, Rng(1), list(game.legal_actions()))
    hands = [game.hand(seat) for seat in range(game.players)]
    return search._valued(hands, game.position, game.score(game.parent))
