# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A random number generator that draws the same numbers on every machine and interpreter.

It runs two multiply-with-carry generators of base 2**15 side by side (G. Marsaglia's construction; both
moduli are safe primes). No value, intermediate ones included, exceeds 2**30: MicroPython keeps an int of
that size in a machine word. The 30-bit seed first goes through a Feistel network. Without it, neighbouring
seeds would deal similar hands.
"""

from engine import const

_LOW = const(0x7FFF)
_FIRST = const(32730)  # 32730 * 2**15 - 1 and (32730 * 2**15 - 2) / 2 are prime
_SECOND = const(31926)  # likewise
SEEDS = 1 << 30  # how many seeds there are


def _mixed(number: int) -> int:
    """Permutes the numbers below 2**30: each bit affects all others."""
    high = number >> 15
    low = number & _LOW
    for key in (29573, 19801, 31327, 23857, 27509, 17203):
        product = (low ^ (low >> 7)) * key + key
        high, low = low, high ^ ((product ^ (product >> 11)) & _LOW)
    return high << 15 | low


class Rng:
    """The chance of one match. A game calls nothing but `below` and `shuffle`.

    >>> rng = Rng(2026)
    >>> [rng.below(6) for _ in range(8)]
    [0, 3, 2, 3, 1, 3, 1, 0]
    >>> cards = [0, 1, 2, 3, 4]
    >>> rng.shuffle(cards)
    >>> cards
    [4, 2, 1, 0, 3]
    """

    def __init__(self, seed: int):
        """seed: 0 <= seed < 2**30; ValueError outside."""
        if not 0 <= seed < SEEDS:
            raise ValueError(f"A seed is a number from 0 to 1073741823, not {seed}.")
        mixed = _mixed(seed)
        self._first = mixed % (_FIRST * 32768 - 3) + 1
        self._second = _mixed(mixed ^ 0x2A5F3C71) % (_SECOND * 32768 - 3) + 1
        for _ in range(4):
            self.below(2)

    def below(self, n: int) -> int:
        """Returns a number x, 0 <= x < n, each equally likely. 1 <= n <= 2**30."""
        if n > 32768:
            return self._wide(n)
        limit = 32768 - 32768 % n
        while True:
            self._first = z = _FIRST * (self._first & _LOW) + (self._first >> 15)
            self._second = w = _SECOND * (self._second & _LOW) + (self._second >> 15)
            x = (z ^ w) & _LOW
            if x < limit:
                return x % n

    def _wide(self, n: int) -> int:
        limit = SEEDS - SEEDS % n
        while True:
            x = self.below(32768) << 15 | self.below(32768)
            if x < limit:
                return x % n

    def shuffle(self, cards: list[int]) -> None:
        """Shuffles a list or bytearray in place (Fisher and Yates)."""
        for last in range(len(cards) - 1, 0, -1):
            other = self.below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
