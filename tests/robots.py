# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Positions in which computer players choose, what a choice may cost, and how often they win."""

from engine import bots, registry
from engine.rng import Rng
from tests import games
from tools.measure.bench import HARD, SLICE, USUAL  # noqa: F401 - tests take it from here
from tools.strength.ismcts import shares


def position(key, players, seed, actions, **options):
    """A match after that many actions, or when it is over.

    They are random; but in an auction everybody passes who may, and The Game, which would soon be lost, is
    played by the easy player with a signal now and then.
    """
    game = registry.load(key).Game(players, Rng(seed), **options)
    chance = Rng(seed + 1000)
    for _ in range(actions):
        if game.player < 0:
            break
        legal = game.legal_actions()
        if games.bids(game):
            skip = getattr(games.of(key), "PASS", -1)
            legal = [skip] if skip in legal else legal[:3]
        if key == "the_game":
            if game.signals() and not chance.below(3):
                legal = game.signals()
            else:
                legal = [bots.choose(game, bots.EASY, chance)]
        game.apply(legal[chance.below(len(legal))])
    return game


def limits(key):
    """How long the hard player of a game may take for half of its decisions, and for the longest, in ms."""
    return HARD.get(key, USUAL)


def share(key, players, level, other, deals, **options):
    """What part a seat at a level wins against others of another level, each deal from each seat."""
    won = 0
    for deal in range(deals):
        for seat in range(players):
            game = registry.load(key).Game(players, Rng(deal), **options)
            chance = Rng(deal * players + seat)
            while game.player >= 0 and not (hasattr(game, "settled") and game.settled()):
                game.apply(bots.choose(game, level if game.player == seat else other, chance))
            won += shares(game)[seat]
    return won / deals / players
