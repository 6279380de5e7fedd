# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Fair deals: every card comes to every seat, every seat begins, every disc shows each side, equally often.

Counted over many deals of each game, with its fewest and its most players. Robots get the same deals as
people: a deal is made before it is known who sits where.
"""

import random
from collections import Counter
from math import sqrt

from engine import registry
from engine.rng import Rng
from engine.session import Session
from handful.match import Match
from tools.soak.parts import Broken

SIGMAS = 6.0  # chance alone exceeds this once in a million tables of 300 counts


def surprise(counts, number: int, share: float) -> float:
    """Returns by how many standard deviations the count that is furthest off differs from what chance gives.

    number, share: of how many deals which part is expected in each count.
    """
    return max([abs(count - number * share) for count in counts]) / sqrt(number * share * (1 - share))


def deals(key: str, players: int, number: int, seed: int) -> dict:
    """Returns {what: surprise} over that many deals."""
    kind = registry.load(key).Game
    leads, held, blue = Counter(), Counter(), Counter()
    chance = random.Random(seed)
    for _ in range(number):
        game = kind(players, Rng(chance.getrandbits(30)))
        leads[game.player] += 1
        held.update([(seat, card) for seat in range(players) for card in game.hand(seat)])
        blue.update([place for place, side in enumerate(getattr(game, "discs", ())) if side])
    cards = {card for _, card in held}
    seats = range(players)
    counts = {
        "who begins": ([leads[seat] for seat in seats], 1 / players),
        "card and seat": (
            [held[seat, card] for seat in seats for card in cards],
            len(game.hand(0)) / len(cards),
        ),
        "sides of the discs": (list(blue.values()), 0.5),
    }
    return {
        what: surprise(each, number, share) for what, (each, share) in counts.items() if each and share < 1
    }


def check_seats(key: str, players: int, seed: int) -> None:
    """Checks that a deal depends on the code alone, not on who sits where."""
    hands = []
    for kinds in ([0] * players, [0] + [3] * (players - 1), [1] * (players - 1) + [0]):
        game = Match(Session(key, players, seed), kinds).session.game
        hands.append(([list(game.hand(seat)) for seat in range(players)], game.player))
    if hands[0] != hands[1] or hands[0] != hands[2]:
        raise Broken(f"{key}: the deal depends on who is a robot")


def run(_seconds: float, seed: int, say, number: int = 100_000) -> list:
    """Deals `number` times a game. Returns rows (label, value) for the table."""
    rows = []
    for key, _, least, most in registry.GAMES:
        for players in sorted({least, most}):
            say(f"{key} for {players}")
            found = deals(key, players, number // len({least, most}), seed + players)
            for what, sigmas in found.items():
                if sigmas > SIGMAS:
                    raise Broken(f"{key}, {players} players, {what}: {sigmas:.1f} standard deviations")
            check_seats(key, players, seed & 0x3FFFFFFF)
            values = ", ".join(f"{what} {sigmas:.1f}" for what, sigmas in found.items())
            rows.append((f"{key}, {players} players", values + " standard deviations at most"))
    return rows
