# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Deals hidden cards to hands around the suits that these lack: each deal that fits is equally likely.

Only `redeal` and computer players need this, so the registry frees it with them. The cards of two or three
hands are dealt by `_deal_three`. The rest of this text is about four hands.

The cards are grouped by the hands that may hold them. A group's number has a bit for each of four hands: 1,
2, 4, 8. The hands form two pairs, 1 with 2 and 4 with 8. A draw, weighted by the number of deals that
follow, says how many cards of each group go to which pair. Then a hand gets the cards that only it may hold
of its pair, and the rest of the pair's cards is split by chance.

The draw does not combine all numbers of all groups. For groups of three hands (13 and 14, 7 and 11) only the
sum matters to the pair of which both may hold the cards. Groups of one hand from each pair (5, 9, 6, 10) are
combined with everything. So the pairs are chosen to keep these groups small.
"""

from engine import const

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from engine.rng import Rng

_FINE = const(1 << 29)  # how finely a draw for three hands is resolved; fits a machine word
_PAIRS = (b"\0\1\2\3", b"\0\2\1\3", b"\1\2\0\3")  # three ways to pair the hands, in the order of the bits
# For each of these orders, the number of each group in it, by the number with the hands in their own order.
_BITS = (
    b"\0\1\2\3\4\5\6\7\x08\x09\x0a\x0b\x0c\x0d\x0e\x0f",
    b"\0\1\4\5\2\3\6\7\x08\x09\x0c\x0d\x0a\x0b\x0e\x0f",
    b"\0\4\1\5\2\6\3\7\x08\x0c\x09\x0d\x0a\x0e\x0b\x0f",
)


def deal_around(
    rooms: list[int], holders: bytearray, cards: list[int], each: int, rng: "Rng"
) -> list[list[int]]:
    """Returns three or four hands, as many as rooms. Each deal that fits is equally likely.

    rooms: how many cards each hand gets, 0 for a hand that nobody has; cards: rising, as many as there is
    room for, at most 60; each: the cards of a suit, of which `card // each` is the number; holders: for each
    suit, a bit for each hand that may hold it and has room. At least one deal must fit.
    """
    if len(rooms) == 3:
        return _deal_three(rooms, holders, cards, each, rng)
    suits: list[list[int]] = [[] for _ in holders]
    for card in cards:
        suits[card // each].append(card)
    size = bytearray()
    pairs = least = 0
    for i in range(3):
        sizes = bytearray(16)
        for suit in range(len(suits)):
            sizes[_BITS[i][holders[suit]]] += len(suits[suit])
        work = (sizes[5] + 1) * (sizes[9] + 1) * (sizes[6] + 1) * (sizes[10] + 1)
        work *= (sizes[13] + sizes[14] + 1) * (sizes[7] + sizes[11] + 1)
        if not i or work < least:
            least = work
            pairs = i
            size = sizes
    order = _PAIRS[pairs]
    groups: list[list[int]] = [[] for _ in range(16)]
    for suit in range(len(suits)):
        groups[_BITS[pairs][holders[suit]]] += suits[suit]
    rooms = [rooms[hand] for hand in order]

    free = size[15]
    few = not size[11] + size[13] + size[14]
    splits = [1]  # [n]: in how many ways n of the cards that all may hold go to the first pair
    for i in range(free):
        splits.append(splits[i] * (free - i) // (i + 1))
    totals = []
    draws = []
    total = 0
    for number in range((size[5] + 1) * (size[9] + 1) * (size[6] + 1) * (size[10] + 1)):
        come = _come(number, size)
        rest = _rest(rooms, size, come)
        if min(rest) < 0:
            continue
        ways = _ways(size[5], come[0]) * _ways(size[9], come[1])
        ways *= _ways(size[6], come[2]) * _ways(size[10], come[3])
        start = rest[0] + rest[1] - size[3] - size[7] - size[11]
        if few:  # as below, where only j is open
            ways *= _ways(rest[0] + rest[1], rest[0])
            for j in range(max(0, -start), min(size[7], rest[2], free - start) + 1):
                total += ways * _ways(size[7], j) * _ways(rest[2] + rest[3] - j, rest[3]) * splits[start + j]
                totals.append(total)
                draws.append(number << 12 | j)
            continue
        first = _sums(size[13], size[14], _pair(size[13], size[14], rest[0], rest[1]))
        second = _sums(size[7], size[11], _pair(size[7], size[11], rest[2], rest[3]))
        for i in range(len(first)):
            deals = first[i] * ways
            for j in range(max(0, i - start), min(len(second), free + 1 + i - start)):
                total += deals * second[j] * splits[start - i + j]
                totals.append(total)
                draws.append(number << 12 | i << 6 | j)
    draw = draws[_drawn(totals, rng)]
    come = _come(draw >> 12, size)
    rest = _rest(rooms, size, come)
    i = draw >> 6 & 63
    j = draw & 63
    k = rest[0] + rest[1] - size[3] - size[7] - size[11] - i + j
    own1 = _share(size[13], size[14], rest[0], rest[1], i, rng)
    own4 = _share(size[7], size[11], rest[2], rest[3], j, rng)

    hand1 = groups[1] + _taken(groups[5], come[0], rng) + _taken(groups[9], come[1], rng)
    hand2 = groups[2] + _taken(groups[6], come[2], rng) + _taken(groups[10], come[3], rng)
    hand1 += _taken(groups[13], own1, rng)
    hand2 += _taken(groups[14], i - own1, rng)
    hand4 = groups[4] + groups[5] + groups[6] + _taken(groups[7], own4, rng)
    hand8 = groups[8] + groups[9] + groups[10] + _taken(groups[11], j - own4, rng)
    both = groups[3] + groups[7] + groups[11] + _taken(groups[15], k, rng)
    hand1 += _taken(both, rooms[0] - len(hand1), rng)
    hand2 += both
    both = groups[12] + groups[13] + groups[14] + groups[15]
    hand4 += _taken(both, rooms[2] - len(hand4), rng)
    hand8 += both
    hands = [hand1, hand1, hand1, hand1]
    hands[order[1]] = hand2
    hands[order[2]] = hand4
    hands[order[3]] = hand8
    return hands


def _deal_three(
    rooms: list[int], holders: bytearray, cards: list[int], each: int, rng: "Rng"
) -> list[list[int]]:
    """Returns three hands, as deal_around.

    Cards that only one hand may hold go there. Then a draw, weighted by the number of deals that follow, says
    how many cards of each group hand a takes. What a leaves of a group of two goes to the other hand of that
    group. The rest may be split between b and c in any way.
    """
    rng.shuffle(cards)
    groups: tuple[list[int], ...] = ([], [], [], [], [], [], [], [])
    for card in cards:
        groups[holders[card // each]].append(card)
    a = 0  # chosen so that b and c share the largest group of two: the loops skip it
    if len(groups[5]) > len(groups[6]):
        a = 1
    if len(groups[3]) > max(len(groups[5]), len(groups[6])):
        a = 2
    b = (a + 1) % 3
    c = (a + 2) % 3
    hands = [groups[1], groups[2], groups[4]]
    most = rooms[a] - len(hands[a])
    with_b = groups[1 << a | 1 << b]
    with_c = groups[1 << a | 1 << c]
    rest = groups[1 << b | 1 << c]
    free = groups[7]
    room = rooms[b] - len(hands[b]) - len(with_b)  # for cards of b that a may not hold
    totals = []
    splits = []
    total = 0
    for i in range(min(len(with_b), most) + 1):
        for j in range(min(len(with_c), most - i) + 1):
            k = most - i - j
            deals = _ways(len(free), k)
            if deals:
                deals *= _ways(len(rest) + len(free) - k, room + i)
            if deals:
                total += deals * _ways(len(with_b), i) * _ways(len(with_c), j)
                totals.append(total)
                splits.append((i, j))
    drawn = total * rng.below(_FINE) // _FINE if len(splits) > 1 else 0
    at = 0
    while totals[at] <= drawn:
        at += 1
    i, j = splits[at]
    k = most - i - j
    hands[a].extend(with_b[:i] + with_c[:j] + free[:k])
    hands[b].extend(with_b[i:])
    hands[c].extend(with_c[j:])
    rest += free[k:]
    rng.shuffle(rest)
    hands[b].extend(rest[: room + i])
    hands[c].extend(rest[room + i :])
    return hands


def _come(number: int, size: bytearray) -> tuple[int, ...]:
    """Returns how many cards of the groups 5, 9, 6 and 10 go to the first pair in combination `number`."""
    fives = size[5] + 1
    nines = size[9] + 1
    sixes = size[6] + 1
    rest = number // fives
    return number % fives, rest % nines, rest // nines % sixes, rest // nines // sixes


def _rest(rooms: list[int], size: bytearray, come: tuple[int, ...]) -> tuple[int, ...]:
    """Returns each hand's room after the cards that only it of its pair may hold, without groups of three."""
    return (
        rooms[0] - size[1] - come[0] - come[1],
        rooms[1] - size[2] - come[2] - come[3],
        rooms[2] - size[4] - size[5] - size[6] + come[0] + come[2],
        rooms[3] - size[8] - size[9] - size[10] + come[1] + come[3],
    )


def _pair(x: int, y: int, p: int, q: int) -> list[int]:
    """Returns in how many ways a pair with room for p and q cards is dealt, with i of x and j of y cards.

    Only the first hand may hold the x cards, only the second the y cards, both the rest. The number for i and
    j is at i * (y + 1) + j.
    """
    ways = []
    row = _ways(p + q, p)
    for i in range(x + 1):
        deals = row
        for j in range(y + 1):
            ways.append(deals)
            deals = deals * (y - j) * (q - j) // ((j + 1) * (p + q - i - j or 1))
        row = row * (x - i) * (p - i) // ((i + 1) * (p + q - i or 1))
    return ways


def _sums(x: int, y: int, ways: list[int]) -> list[int]:
    """Adds up what _pair returns, for each sum of i and j."""
    if not x or not y:
        return ways
    sums = [0] * (x + y + 1)
    for i in range(x + 1):
        for j in range(y + 1):
            sums[i + j] += ways[i * (y + 1) + j]
    return sums


def _share(x: int, y: int, p: int, q: int, number: int, rng: "Rng") -> int:
    """Draws how many of `number` cards are of the x ones: see _pair."""
    if not x or not y:
        return number if x else 0
    ways = _pair(x, y, p, q)
    totals = []
    total = 0
    for i in range(min(x, number) + 1):
        if number - i <= y:
            total += ways[i * (y + 1) + number - i]
        totals.append(total)
    return _drawn(totals, rng)


def _drawn(totals: list[int], rng: "Rng") -> int:
    """Draws an index, given the running totals of the weights."""
    if len(totals) == 1:
        return 0
    fine = rng.below(32768) << 15 | rng.below(32768)
    drawn = totals[-1] * fine >> 30
    index = 0
    while totals[index] <= drawn:
        index += 1
    return index


def _taken(cards: list[int], number: int, rng: "Rng") -> list[int]:
    """Takes `number` cards out of a list by chance, and returns them."""
    taken: list[int] = []
    while len(taken) < number:
        taken.append(cards.pop(rng.below(len(cards))))
    return taken


def _ways(n: int, k: int) -> int:
    """Returns in how many ways k of n cards can be chosen, 0 for a k below 0 or above n."""
    if not 0 <= k <= n:
        return 0
    ways = 1
    for i in range(1, min(k, n - k) + 1):
        ways = ways * (n + 1 - i) // i
    return ways
