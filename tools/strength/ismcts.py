# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The yardstick of the computer players: information set Monte Carlo tree search.

Single observer ISMCTS (Cowling, Powley and Whitehouse, 2012) with UCT. Each simulation deals the hidden
cards again, walks down the tree by the actions that are legal in that deal, adds one node, and plays on at
random. A node is a sequence of actions and seats. What chance reveals on the way, such as a master card, does
not split it (an "open loop" tree).

It plays any game of the engine and knows nothing about it: it uses `copy`, `redeal`, `legal_actions`,
`apply`, `score` and `winners` as docs/engine.md describes them. It looks ahead to the end of the match, or of
the round or deal if a match has several.
"""

from math import log, sqrt
from random import Random
from typing import Any

from engine.rng import Rng

_SEATS = 8  # more than any game has
_ACTIONS = 512  # likewise

# Exploration constants, for rewards from 0 to 1. What was tried in their place is in docs/strength.md.
EXPLORING = {"the_game": 0.1, "hyper_maker": 0.5}
_USUAL = 0.7


class Chance(Rng):
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


def shares(game: Any) -> list[float]:
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


def rewards(game: Any) -> list[float]:
    """Returns each seat's reward, 0 to 1: its share of the win, in The Game the share of cards laid."""
    return [game.score(0) / 98] * game.players if game.KEY == "the_game" else shares(game)


def stage_name(game: Any) -> str:
    """Returns the attribute that counts a match's rounds or deals, "" for games of one."""
    return "round" if hasattr(game, "round") else "deal" if hasattr(game, "deal") else ""


def search(game: Any, simulations: int, chance: Chance) -> int:
    """Returns the action for `game.player` that was simulated most often, of several the lowest.

    game: is not changed. chance: deals the hidden cards and plays the rollouts.
    """
    actions = game.legal_actions()[:]
    if len(actions) == 1:
        return actions[0]
    seat = game.player
    constant = EXPLORING.get(game.KEY, _USUAL)
    random = chance.random
    name = stage_name(game)
    now = getattr(game, name) if name else 0
    # Nodes are numbers, 0 is the root. Totals are those of the seat that acts before the node.
    child: dict[int, int] = {}  # (node * _SEATS + seat) * _ACTIONS + action -> node
    action_of = [0]
    visits = [0]
    total = [0.0]
    available = [0]
    for _ in range(simulations):
        world = game.copy()
        world.redeal(seat, chance)
        node = 0
        mover = seat
        nodes: list[int] = []
        movers: list[int] = []
        growing = True
        while growing and mover >= 0:
            base = (node * _SEATS + mover) * _ACTIONS
            fresh = []
            known = []
            for action in world.legal_actions():
                node = child.get(base + action, 0)
                if node:
                    available[node] += 1
                    known.append(node)
                else:
                    fresh.append(action)
            if fresh:
                growing = False
                action = fresh[chance.below(len(fresh))]
                node = len(visits)
                child[base + action] = node
                action_of.append(action)
                visits.append(0)
                total.append(0.0)
                available.append(1)
            else:
                best = -1.0
                for other in known:
                    times = visits[other]
                    worth = total[other] / times + constant * sqrt(log(available[other]) / times)
                    if worth > best:
                        best = worth
                        node = other
            nodes.append(node)
            movers.append(mover)
            world.apply(action_of[node])
            mover = world.player if not name or getattr(world, name) == now else -1
        while world.player >= 0 and (not name or getattr(world, name) == now):
            legal = world.legal_actions()
            world.apply(legal[int(random() * len(legal))])
        gains = rewards(world)
        for node, mover in zip(nodes, movers):
            visits[node] += 1
            total[node] += gains[mover]
    return max(actions, key=lambda action: visits[child.get(seat * _ACTIONS + action, 0)])
