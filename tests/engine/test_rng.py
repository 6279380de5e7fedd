# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The generator of chance: the same everywhere, fair, and independent from seed to seed."""

import math

import pytest

from engine.rng import SEEDS, Rng

ALL = range(10_000)


def chi_square(counts, expected):
    """The statistic of observed counts against one expected count for all."""
    return sum((count - expected) ** 2 for count in counts) / expected


def plausible(statistic, freedom):
    """Whether a chi-square is neither too large nor too good to be true (five standard deviations)."""
    return abs(statistic - freedom) < 5 * math.sqrt(2 * freedom)


@pytest.fixture(scope="module")
def deals():
    """For each seed what a match takes first: who begins, of five, and the shuffled cards."""
    table = []
    for seed in ALL:
        rng = Rng(seed)
        seat = rng.below(5)
        cards = list(range(2, 100))
        rng.shuffle(cards)
        table.append((seat, cards))
    return table


def test_the_numbers_of_a_seed_are_pinned():
    rng = Rng(12345)
    assert [rng.below(98) for _ in range(8)] == [95, 1, 61, 48, 60, 87, 21, 16]
    cards = list(range(10))
    rng.shuffle(cards)
    assert cards == [1, 4, 6, 9, 0, 2, 8, 7, 5, 3]
    assert rng.below(1 << 30) == 166382187


@pytest.mark.parametrize("seed", [-1, SEEDS, SEEDS + 1, 1 << 64])
def test_a_seed_has_30_bits(seed):
    with pytest.raises(ValueError, match="seed"):
        Rng(seed)


def test_first_and_last_seed_are_seeds():
    assert Rng(0).below(1 << 30) != Rng(SEEDS - 1).below(1 << 30)


def test_no_state_passes_30_bits():
    rng = Rng(SEEDS - 1)
    for _ in range(2000):
        rng.below(7)
        assert all(0 < number < SEEDS for number in vars(rng).values())


def mixed(number):
    """The Feistel network that a seed goes through, as engine/rng.py says it."""
    high, low = number >> 15, number & 0x7FFF
    for key in (29573, 19801, 31327, 23857, 27509, 17203):
        product = (low ^ (low >> 7)) * key + key
        high, low = low, high ^ ((product ^ (product >> 11)) & 0x7FFF)
    return high << 15 | low


def test_mixing_is_a_permutation():
    assert len({mixed(number) for number in range(50_000)}) == 50_000
    assert all(0 <= mixed(number) < SEEDS for number in range(0, SEEDS, SEEDS // 999))


@pytest.mark.parametrize("n", [1, 2, 3, 5, 98, 1000, 32768])
def test_below_is_even(n):
    rng = Rng(n)
    cells = min(n, 50)
    counts = [0] * cells
    draws = 400 * cells
    for _ in range(draws):
        x = rng.below(n)
        assert 0 <= x < n
        counts[x * cells // n] += 1
    if n % cells == 0 and cells > 1:
        assert plausible(chi_square(counts, draws / cells), cells - 1)


@pytest.mark.parametrize("n", [32769, 100_003, 1 << 29, SEEDS - 1, SEEDS])
def test_below_is_even_beyond_15_bits(n):
    rng = Rng(n - 1)
    counts = [0] * 16
    for _ in range(8000):
        x = rng.below(n)
        assert 0 <= x < n
        counts[x * 16 // n] += 1
    assert plausible(chi_square(counts, 500), 15)


def test_what_is_left_over_of_15_bits_is_drawn_again_and_no_more():
    drawn = 0
    for seed in range(400):
        rng = Rng(seed)
        first, second = rng.below(32768), rng.below(32768)
        if first > 16384:  # then it is the last of first + 1 numbers, and left over of `first` of them
            assert Rng(seed).below(first + 1) == first
            if second < first:
                drawn += 1
                assert Rng(seed).below(first) == second
    assert drawn > 50


def test_every_order_is_alike_likely():
    rng = Rng(4)
    counts = {}
    for _ in range(24 * 300):
        cards = [0, 1, 2, 3]
        rng.shuffle(cards)
        counts[tuple(cards)] = counts.get(tuple(cards), 0) + 1
    assert len(counts) == 24
    assert plausible(chi_square(counts.values(), 300), 23)


def test_shuffle_keeps_the_cards():
    for cards in ([], [7], list(range(98)), bytearray(range(60))):
        before = sorted(cards)
        Rng(9).shuffle(cards)
        assert sorted(cards) == before


def test_each_seat_and_card_comes_first_alike_often(deals):
    seats = [0] * 5
    firsts = [0] * 98
    for seat, cards in deals:
        seats[seat] += 1
        firsts[cards[0] - 2] += 1
    assert plausible(chi_square(seats, len(ALL) / 5), 4)
    assert plausible(chi_square(firsts, len(ALL) / 98), 97)


@pytest.mark.parametrize("distance", [1, 2, 3, 32, 256, 1024])
def test_neighbouring_seeds_choose_the_first_seat_independently(deals, distance):
    counts = [0] * 25
    for seed in range(len(ALL) - distance):
        counts[5 * deals[seed][0] + deals[seed + distance][0]] += 1
    assert plausible(chi_square(counts, (len(ALL) - distance) / 25), 24)


@pytest.mark.parametrize("distance", [1, 2, 3, 32, 256, 1024])
@pytest.mark.parametrize("place", [0, 1, 50, 97])
def test_neighbouring_seeds_deal_independent_cards(deals, distance, place):
    counts = [0] * 196
    for seed in range(len(ALL) - distance):
        card = deals[seed][1][place] - 2
        other = deals[seed + distance][1][place] - 2
        counts[14 * (card // 7) + other // 7] += 1
    assert plausible(chi_square(counts, (len(ALL) - distance) / 196), 195)


@pytest.mark.parametrize("distance", [1, 2, 3, 32, 256, 1024])
def test_neighbouring_seeds_deal_hands_as_alike_as_any_two(deals, distance):
    """Cards that two hands of six share: hypergeometric, in cells 0, 1, 2, 3 and more."""
    counts = [0] * 4
    for seed in range(len(ALL) - distance):
        counts[min(3, len({*deals[seed][1][:6]} & {*deals[seed + distance][1][:6]}))] += 1
    pairs = len(ALL) - distance
    shares = [math.comb(6, k) * math.comb(92, 6 - k) / math.comb(98, 6) for k in range(3)]
    shares.append(1 - sum(shares))
    statistic = sum((count - pairs * share) ** 2 / (pairs * share) for count, share in zip(counts, shares))
    assert statistic < 21  # three degrees of freedom: one in 10,000


def test_who_begins_says_nothing_about_the_cards(deals):
    counts = [0] * 70
    for seat, cards in deals:
        counts[14 * seat + (cards[0] - 2) // 7] += 1
    assert plausible(chi_square(counts, len(ALL) / 70), 69)


def test_of_wide_numbers_only_those_above_the_last_whole_multiple_are_drawn_again():
    for n in (32769, 40_000, 99_999_999, SEEDS - 1):
        last = SEEDS - SEEDS % n
        halves = []
        for x in (last, last - 1):
            halves += [x >> 15, x & 0x7FFF]
        rng = Rng(1)
        real = rng.below
        rng.below = lambda m, real=real, halves=halves: halves.pop(0) if m == 32768 else real(m)
        assert real(n) == n - 1 and not halves


def test_a_seed_mixed_begins_within_the_multiply_with_carry_of_its_base():
    # Both states begin at 1 to the modulus less 3, also for those of the seeds that mix to a larger number.
    first, second = 32730, 31926
    seen = [0, 0]
    for seed in range(4000):
        one, two = mixed(seed), mixed(mixed(seed) ^ 0x2A5F3C71)
        large = (one >= first * 32768 - 3, two >= second * 32768 - 3)
        seen = [seen[0] + large[0], seen[1] + large[1]]
        z = one % (first * 32768 - 3) + 1
        w = two % (second * 32768 - 3) + 1
        rng = Rng(seed)
        for _ in range(4):
            z = first * (z & 0x7FFF) + (z >> 15)
            w = second * (w & 0x7FFF) + (w >> 15)
        assert list(vars(rng).values()) == [z, w]
    assert min(seen) > 0
