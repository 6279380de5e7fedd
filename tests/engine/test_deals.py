# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""engine/deals.py: cards are dealt around the suits that hands lack, each possible deal equally often."""

import pytest

from engine.deals import deal_around
from engine.rng import Rng


def all_fits(rooms, holders, cards, each):
    """Every way to deal the cards to hands with that much room that may hold their suits."""
    if not cards:
        yield ((),) * len(rooms)
        return
    for hand in range(len(rooms)):
        if rooms[hand] and holders[cards[0] // each] >> hand & 1:
            left = [room - (other == hand) for other, room in enumerate(rooms)]
            for dealt in all_fits(left, holders, cards[1:], each):
                yield (*dealt[:hand], (cards[0], *dealt[hand]), *dealt[hand + 1 :])


@pytest.mark.parametrize("each", [6, 10, 12])
@pytest.mark.parametrize(
    ("rooms", "holders"),
    [
        ((2, 2, 2, 2), (3, 5, 9, 6, 10)),
        ((2, 2, 2, 2), (5, 10, 6, 9, 15)),
        ((2, 2, 2, 2), (9, 5, 6, 12, 3)),
        ((2, 2, 2, 2), (10, 9, 14, 5, 11)),
        ((3, 3, 2), (3, 5, 6, 7, 2)),
        ((2, 3, 3), (7, 6, 3, 5, 4)),
        ((4, 4, 0), (3, 1, 3, 2, 3)),
    ],
)
def test_cards_are_dealt_around_missing_suits_alike_often(rooms, holders, each):
    cards = [
        suit * each + number
        for suit, number in ((0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (4, 0))
    ]
    possible = list(all_fits(rooms, holders, cards, each))
    rng = Rng(1)
    counts = dict.fromkeys(possible, 0)
    for _ in range(40 * len(possible)):
        hands = deal_around(list(rooms), bytearray(holders), cards[:], each, rng)
        counts[tuple(tuple(sorted(hand)) for hand in hands)] += 1
    assert len(counts) == len(possible) > 5
    freedom = len(possible) - 1
    assert sum((count - 40) ** 2 / 40 for count in counts.values()) < freedom + 5 * (2 * freedom) ** 0.5 + 5
