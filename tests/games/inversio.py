# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Inversio: what the tests of all games have to be told (see tests/games/__init__.py)."""

SUIT = 0
HIDDEN = {"_hands", "_stock", "_next"}
SCORES = (0, 2)
LENGTH_VARIES = False
TRICKS = False
STILL = [(0, 11), (20, 33)]  # the top line and the worths

POSITIONS = [
    (2, 0, 0, {}),
    (2, 1, 1, {}),
    (2, 0, 2, {}),
    (2, 1, 4, {}),
    (2, 0, 5, {}),
    (2, 1, 7, {}),
    (2, 0, 9, {}),
    (2, 1, 15, {}),
]
LEAVES = [(2, 7, {"rounds": 1}, (), (5, 25, 100, 400, 960, 2880, 4680, 9360))]
LARGE = None  # tests/engine/test_redeal.py has its own positions


def longest(players, rounds, open_worths):
    """In each round all cards but the two that fight."""
    return rounds * players * 4


def may_play(hand, card, table):
    """Not on its own rank, but for the ace; -1 for a table card passed over, where all are of its rank."""
    if card < 0:
        return all(other % 13 == table % 13 for other in hand)
    return card % 13 != table % 13 or card % 13 == 0


def led_card(game):
    return game.table


def stack(game):
    return game._stock[game._next :]
