# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""engine/deals.py: cards are dealt around the suits that hands lack, each possible deal equally often."""

from collections import Counter
from functools import cache
from math import factorial, prod

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


def alike(seen, chances, dealt):
    """Asserts by chi-square that counts of deals are as their chances say; rare ones count as one."""
    assert seen.keys() <= chances.keys()
    often = {key: chance * dealt for key, chance in chances.items() if chance * dealt >= 8}
    rest = dealt - sum(often.values())
    pairs = [(seen[key], wanted) for key, wanted in often.items()]
    pairs += [(dealt - sum(seen[key] for key in often), rest)] * (rest >= 8)
    freedom = len(pairs) - 1
    far = sum((count - wanted) ** 2 / wanted for count, wanted in pairs)
    assert far < freedom + 5 * (2 * freedom) ** 0.5 + 5


def test_each_deal_beside_a_large_stock_is_alike_likely():
    cards = [card for card in range(52) if card not in (11, 12, 24, 25, 38, 50, 51)]
    rooms, holders = [1, 1, 0, 43], (8, 11, 11, 11)
    possible = [(one, two) for one in cards[11:] for two in cards[11:] if one != two]
    rng, seen = Rng(1), Counter()
    for _ in range(10 * len(possible)):
        (one,), (two,), nothing, stock = deal_around(rooms[:], bytearray(holders), cards[:], 13, rng)
        seen[one, two] += 1
        assert not nothing and sorted([one, two, *stock]) == cards
    alike(seen, dict.fromkeys(possible, 1 / len(possible)), 10 * len(possible))


def splits(count, rooms, holders):
    """Every way to split cards of a suit among the hands that may hold it: (cards of each, ...)."""
    if not rooms:
        return [()] * (not count)
    most = min(count, rooms[0]) if holders & 1 else 0
    return [(n, *rest) for n in range(most + 1) for rest in splits(count - n, rooms[1:], holders >> 1)]


@cache
def ways(rooms, holders, each):
    """(the splits of the first suit, in how many deals of all suits each occurs)."""
    found = {}
    for split in splits(each, rooms, holders[0]) if holders else ():
        left = tuple(room - n for room, n in zip(rooms, split, strict=True))
        after = sum(ways(left, holders[1:], each).values()) if holders[1:] else 1
        found[split] = after * factorial(each) // prod(map(factorial, split))
    return found


@pytest.mark.parametrize(
    ("rooms", "holders", "each"),
    [
        ((5, 4, 3, 48), (15, 13, 14, 11, 7), 12),
        ((2, 50, 3, 5), (14, 15, 7, 15, 11), 12),
        ((48, 4, 4, 4), (13, 11, 11, 7, 15, 15), 10),
        ((3, 4, 3, 50), (8, 11, 15, 11), 15),
        ((30, 26, 4, 0), (7, 3, 7, 5), 15),
        ((2, 56, 2), (7, 6, 3, 7, 2), 12),
    ],
)
def test_hands_of_any_size_hold_each_number_of_cards_of_a_suit_as_often_as_all_deals_have_it(
    rooms, holders, each
):
    cards, rng, dealt = list(range(60)), Rng(1), 1500
    seen = [Counter() for _ in holders]
    for _ in range(dealt):
        hands = deal_around(list(rooms), bytearray(holders), cards[:], each, rng)
        assert tuple(map(len, hands)) == rooms and sorted(sum(hands, [])) == cards
        for suit, count in enumerate(seen):
            count[tuple(sum(card // each == suit for card in hand) for hand in hands)] += 1
    for suit, count in enumerate(seen):
        found = ways(rooms, (holders[suit], *holders[:suit], *holders[suit + 1 :]), each)
        total = sum(found.values())
        alike(count, {split: deals / total for split, deals in found.items() if deals}, dealt)
