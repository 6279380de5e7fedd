# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Fair deals: every card comes to every seat, every seat begins, every disc shows each side, equally often.

A chi-square test over many deals of each game, with its fewest and its most players. Robots get the same
deals as people: a deal is made before it is known who sits where.
"""

import math
import random

from engine import registry
from engine.rng import Rng
from engine.session import Session
from tools.soak.parts import Broken

SIGMAS = 4.5  # chance alone exceeds this once in about 100,000 tables


def surprise(counts, expected: float, freedom: int) -> float:
    """Returns by how many standard deviations a table of counts differs from chance."""
    return _sigmas(sum((count - expected) ** 2 for count in counts) / expected, freedom)


def _sigmas(square: float, freedom: int) -> float:
    # What a chi-square is in standard deviations (Wilson and Hilferty).
    spread = 2 / (9 * freedom)
    return ((square / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)


def deals(key: str, players: int, number: int, seed: int) -> dict:
    """Returns {what: surprise} over that many deals."""
    kind = registry.load(key).Game
    leads = [0] * players
    held = [{} for _ in range(players)]
    blue = []
    chance = random.Random(seed)
    for _ in range(number):
        game = kind(players, Rng(chance.getrandbits(30)))
        leads[max(game.player, 0)] += 1
        for seat in range(players):
            row = held[seat]
            for card in game.hand(seat):
                row[card] = row.get(card, 0) + 1
        if hasattr(game, "discs"):
            blue = blue or [0] * len(game.discs)
            for place, side in enumerate(game.discs):
                blue[place] += side
    found = {"who begins": surprise(leads, number / players, players - 1) if players > 1 else 0.0}
    size = len(game.hand(0))
    cards = sorted(set().union(*held))
    table = [row.get(card, 0) for row in held for card in cards]
    share = size / len(cards)
    if share < 1:
        # A hand is drawn without putting back, so a cell varies less than an independent one.
        total = sum((count - number * share) ** 2 for count in table) / (number * share * (1 - share))
        freedom = players * (len(cards) - 1)
        scale = total * (len(cards) - 1) / len(cards)
        if players * size == len(cards):  # a card in one seat is missing in the others
            freedom = (players - 1) * (len(cards) - 1)
            scale = scale * (players - 1) / players
        found["card and seat"] = _sigmas(scale, freedom)
    if blue:
        # Rows are settled after the draw, so discs are not independent; each shows both sides equally often.
        sides = [side for count in blue for side in (count, number - count)]
        found["sides of the discs"] = surprise(sides, number / 2, len(blue))
    return found


def check_seats(key: str, players: int, seed: int) -> None:
    """Checks that a deal depends on the code alone, not on who sits where."""
    from handful.match import Match

    hands = []
    for kinds in ([0] * players, [0] + [3] * (players - 1), [1] * (players - 1) + [0]):
        game = Match(Session(key, players, seed), kinds).session.game
        hands.append(([list(game.hand(seat)) for seat in range(players)], game.player))
    if hands[0] != hands[1] or hands[0] != hands[2]:
        raise Broken(f"{key}: the deal depends on who is a robot")


def run(seconds: float, seed: int, say, number: int = 100_000) -> list:
    """Deals `number` times a game. Returns rows (label, value) for the table."""
    rows = []
    for key, _, least, most in registry.GAMES:
        for players in sorted({least, most}):
            say(f"{key} for {players}")
            found = deals(key, players, number // len({least, most}), seed + players)
            for what, sigmas in found.items():
                if abs(sigmas) > SIGMAS and not (what == "sides of the discs" and sigmas < 0):
                    raise Broken(f"{key}, {players} players, {what}: {sigmas:+.1f} standard deviations")
            check_seats(key, players, seed & 0x3FFFFFFF)
            values = ", ".join(f"{what} {sigmas:+.1f}" for what, sigmas in found.items())
            rows.append((f"{key}, {players} players", values + " standard deviations"))
    return rows
