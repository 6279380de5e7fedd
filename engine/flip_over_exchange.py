# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What a seat cannot know of the exchange in Flip Over is dealt: which cards the other three have given.

Only `redeal` needs this, so the registry frees it with the computer players. hands: the four hands; gifts:
the cards of each seat for its left, opposite and right neighbour, seat by seat, -1 for none yet. Both are
changed in place.
"""

from engine import const

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence

    from engine.rng import Rng


def redeal_named(hands: list[list[int]], gifts: list[int], seat: int, rng: "Rng") -> None:
    """During the exchange: the hands are known, and the other seats may have named any of their cards."""
    for other in range(4):
        if other != seat:
            cards = hands[other][:]
            rng.shuffle(cards)
            for index in range(other * 3, other * 3 + 3):
                if gifts[index] >= 0:
                    gifts[index] = cards.pop()


def redeal_gifts(
    hands: list[list[int]],
    gifts: list[int],
    void: "Sequence[int]",
    dealt: "bytes | bytearray",
    played: list[int],
    seat: int,
    rng: "Rng",
) -> None:
    """After the exchange: draws what each other seat gave to the two that are neither itself nor `seat`.

    void: a bit for each suit that a seat has shown to lack; dealt: ten cards a seat, before the exchange;
    played: the cards played since. The other hands become what their seats have kept.

    A gift is known once its receiver has played it. A gift not yet played is of no suit that the receiver
    lacks. A card that a giver was dealt and has not played must be among its gifts if the giver lacks
    that suit. The gifts of two givers do not depend on each other.
    """
    for giver in range(4):
        if giver == seat:
            continue
        first = giver * 3
        known = gifts[first + (seat - giver - 1) % 4]
        own = []  # cards that the giver was dealt, and that may be among its unknown gifts
        for card in dealt[giver * 10 : giver * 10 + 10]:
            if card != known and card not in played:
                own.append(card)
        own.sort()
        must = [card for card in own if void[giver] >> card // 12 & 1]
        choices = []
        for index in range(3):
            to = (giver + index + 1) % 4
            cards = [gifts[first + index]]
            if to != seat and cards[0] not in played:
                cards = [card for card in own if not void[to] >> card // 12 & 1]
            choices.append(cards)
        worlds = []
        for left in choices[0]:
            for opposite in choices[1]:
                for right in choices[2]:
                    moved = (left in must) + (opposite in must) + (right in must)
                    if moved == len(must) and left != opposite != right != left:
                        worlds.append(left << 12 | opposite << 6 | right)
        world = worlds[rng.below(len(worlds))]
        given = [world >> 12, world >> 6 & 63, world & 63]
        gifts[first : first + 3] = given
        hands[giver] = [card for card in own if card not in given]
