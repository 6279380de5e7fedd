# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The yardstick of the computer players: information set Monte Carlo tree search.

The search itself is tools/strength/tree.py. Here it plays any game of the engine and knows nothing about it:
it uses `copy`, `redeal`, `legal_actions`, `apply`, `score` and `winners` as docs/engine.md describes them.
It looks ahead to the end of the match, or of the round or deal if a match has several.
"""

from random import Random

from tools.strength import tree

# Exploration constant, and which part of the reward is for points (the rest for winning), for rewards
# from 0 to 1. `python tools/strength/arena.py --tune KEY` plays other values against these. So far:
# inversio (--tune inversio, 106 to 144 games each, then stopped): 0.2 wins 43.1 ± 3.4 %, 0.35 47.6 ± 2.8,
# 0.5 51.7 ± 2.7, 1.0 50.7 ± 2.4, 1.4 46.5 ± 2.5.
# inversion for two (the same search compiled, 400 games each): 0.2 wins 47.6 ± 1.0 %, 0.35 50.5 ± 0.9,
# 0.5 49.8 ± 0.7, 1.0 49.4 ± 0.6, 1.4 48.4 ± 0.7; half or all for points 49.1 ± 0.8. So both stay at 0.7.
# hyper_maker for four (likewise compiled, 600 games each, parity 25): 0.35 wins 29.3 ± 1.8 % against 0.7;
# against 0.35 0.2 wins 21.7 ± 1.6, 0.5 28.1 ± 2.2 (400 games), 0.35 with half for points 25.5 ± 1.7.
# flip_over for four, the first round (likewise): 0.2 wins 21.7 ± 1.2 %, 0.35 23.8 ± 1.2 (1,200 games
# each), 1.0 24.5 ± 1.7,
# 1.4 25.6 ± 1.8; half for points 25.7 ± 1.8, all 26.2 ± 1.8. It stays at 0.7.
SETTINGS = {
    "the_game": (0.1, 1.0),
    "inversion": (0.7, 0.0),
    "hyper_maker": (0.5, 0.0),
    "flip_over": (0.7, 0.0),
    "inversio": (0.7, 0.0),
}
# What a lead of one point adds to the reward for points, which starts at one half.
STEP = {"inversion": 0.1, "hyper_maker": 0.01, "flip_over": 0.01, "inversio": 0.5}
# For games without a row above.
_USUAL = (0.7, 0.0)
_USUAL_STEP = 0.05


def settings_of(key: str) -> tuple[float, float]:
    """Returns a game's row of SETTINGS. Games that nobody has tuned share one."""
    return SETTINGS.get(key, _USUAL)


class Chance:
    """A generator as the engine asks for one, but faster, and with `random` for floats."""

    def __init__(self, seed: int):
        """seed: any int."""
        self.random = Random(seed).random

    def below(self, n: int) -> int:
        """Returns a number x, 0 <= x < n."""
        return int(self.random() * n)

    def shuffle(self, cards: list) -> None:
        """Shuffles a list in place."""
        random = self.random
        for size in range(len(cards), 1, -1):
            other = int(random() * size)
            last = size - 1
            cards[last], cards[other] = cards[other], cards[last]


def shares(game) -> list[float]:
    """Returns each seat's share of the win as the match stands: 1, 0, or less than 1 if it is shared.

    A draw of two is half a win for each. In !nversion's auction game each child wins in full, and so does
    each partner in Flip Over's teams.
    """
    winners = game.winners()
    if not winners:
        return [0.5 if game.players == 2 else 0.0] * game.players
    if hasattr(game, "parent"):
        part = 1.0
    else:
        part = (2.0 if getattr(game, "teams", 0) else 1.0) / len(winners)
    return [part if seat in winners else 0.0 for seat in range(game.players)]


def mix(gains, scores, points: float, step: float) -> None:
    """Mixes each seat's lead in points into its gain, in place. numba can compile it.

    points: the lead's part. step: what a lead of one point adds to one half, within 0 to 1.
    """
    total = sum(scores)
    for seat in range(len(scores)):
        lead = scores[seat] - (total - scores[seat]) / (len(scores) - 1)
        share = min(1.0, max(0.0, 0.5 + step * lead))
        gains[seat] += points * (share - gains[seat])


def rewards(game, key: str, points: float) -> list[float]:
    """Returns each seat's reward, 0 to 1: its share of the win, mixed with its lead by the part `points`."""
    players = game.players
    if key == "the_game":
        return [game.score(0) / 98] * players
    gains = shares(game) if points < 1 else [0.0] * players
    if points and players > 1:
        mix(gains, [game.score(seat) for seat in range(players)], points, STEP.get(key, _USUAL_STEP))
    return gains


def stage_name(game) -> str:
    """Returns the attribute that counts a match's rounds or deals, "" for games of one."""
    return "round" if hasattr(game, "round") else "deal" if hasattr(game, "deal") else ""


def search(game, key: str, simulations: int, chance: Chance, settings: tuple | None = None) -> int:
    """Returns the action for `game.player` that was simulated most often.

    game: is not changed. chance: deals the hidden cards and plays the rollouts. settings: as in SETTINGS.
    """
    legal = game.legal_actions()
    if len(legal) == 1:
        return legal[0]
    seat = game.player
    constant, points = settings or settings_of(key)
    random = chance.random
    name = stage_name(game)
    now = getattr(game, name) if name else 0

    def deal(position):
        world = position.copy()
        world.redeal(seat, chance)
        return world

    def acting(world):
        return world.player if not name or getattr(world, name) == now else -1

    def finish(world):
        legal_actions = world.legal_actions
        apply = world.apply
        while world.player >= 0 and (not name or getattr(world, name) == now):
            legal = legal_actions()
            apply(legal[int(random() * len(legal))])
        return rewards(world, key, points)

    Game = type(game)
    return tree.search(
        game, seat, legal, deal, acting, Game.legal_actions, Game.apply, finish, chance.below,
        simulations, constant, False,
    )  # fmt: skip
