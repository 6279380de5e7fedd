# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Deals as a test wants them, and how many ways there are on from one."""


class Fixed:
    """Chance that says one number always, puts given cards first, and writes down what it was asked.

    number: or several, which it says one after the other, and then 0.
    """

    def __init__(self, number, cards=()):
        self.number = number
        self.cards = cards
        self.calls = []

    def below(self, n):
        self.calls.append(("below", n))
        if isinstance(self.number, list):
            return self.number.pop(0) if self.number else 0
        return self.number

    def shuffle(self, cards):
        self.calls.append(("shuffle", cards[:]))
        first = [card for card in self.cards if card in cards]
        cards[:] = first + [card for card in cards if card not in first]


def leaves(game, depth):
    """How many ways there are to play `depth` actions."""
    if depth == 0:
        return 1
    total = 0
    for action in list(game.legal_actions()):
        after = game.copy()
        after.apply(action)
        total += leaves(after, depth - 1)
    return total
