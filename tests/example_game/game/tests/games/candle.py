# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Candle: what the tests of all games have to be told (see tests/games/__init__.py)."""

SUIT = 0  # nobody has to follow, so nobody shows a lack
HIDDEN = {"_hands", "_rest"}
LENGTH_VARIES = False
TRICKS = True
STILL = [(0, None)]

POSITIONS = [
    (2, 1, 3, {}),
    (3, 2, 8, {"last": 1}),
    (4, 3, 0, {}),
]
LARGE = [
    (2, 5, 0, 0),
    (4, 4, 0, 0),
]


def longest(players, last):
    """Six cards of each."""
    return 6 * players


def may_play(hand, card, shown):
    """Anything."""
    return True


def led_card(game):
    return game.trick[0] if game.trick else -1


def stack(game):
    return game._rest
