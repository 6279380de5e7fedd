"""The trainers' own rules, which they need compiled: step by step the same as the engine's on random deals.

numba is not among what the tests install. So its functions run here as they are, in Python.
"""

import importlib
import random
import sys
from types import ModuleType

import pytest

from engine import flip_over, hyper_maker, inversion
from engine.rng import Rng

DEALS = 6


def _compiled(*arguments, **options):
    """Stands for numba's njit, as @njit and @njit(cache=True)."""
    return arguments[0] if arguments else _compiled


@pytest.fixture
def trainer(monkeypatch):
    """Imports a trainer by its name, with its compiled functions as plain ones."""
    kept = {name: module for name, module in sys.modules.items() if name.startswith("tools.train")}
    for name in kept:
        monkeypatch.delitem(sys.modules, name)
    numba, extending, llvmlite = ModuleType("numba"), ModuleType("numba.extending"), ModuleType("llvmlite")
    numba.njit, numba.types, llvmlite.ir, extending.intrinsic = _compiled, None, None, _compiled
    for module in (numba, extending, llvmlite):
        monkeypatch.setitem(sys.modules, module.__name__, module)
    yield lambda name: importlib.import_module("tools.train." + name)
    for name in [name for name in sys.modules if name.startswith("tools.train.")]:
        del sys.modules[name]


def cards_of(mask) -> list[int]:
    """The cards of a bit set, rising."""
    return [card for card in range(64) if int(mask) >> card & 1]


def masks_of(numpy, hands):
    """An array with the bit set of each hand."""
    return numpy.array([sum(1 << card for card in hand) for hand in hands], dtype=numpy.uint64)


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("trumps", [False, True])
def test_flip_overs_trainer_plays_by_the_rules(trainer, players, trumps):
    train = trainer("flip_over")
    chance = random.Random(players)
    for seed in range(DEALS):
        game = flip_over.Game(players, Rng(seed), trumps=trumps)
        hands = masks_of(train.np, [game.hand(seat) for seat in range(players)])
        state = train.np.zeros(8, train.np.int64)
        state[train.LEAD] = state[train.PLAYER] = game.lead
        points = train.np.zeros(players, train.np.int64)
        discs = train.np.array(game.discs, train.np.int64)
        for _ in range(players * len(discs)):
            assert state[train.PLAYER] == game.player and state[train.DISC] == game.disc - 1
            actions = list(game.legal_actions())
            assert cards_of(train.legal(hands, state)) == actions
            card = chance.choice(actions)
            game.apply(card)
            train.play(players, trumps, hands, state, points, discs, card)
            assert list(points) == game.points
        assert game.round == 2 or game.player < 0


def test_flip_overs_trainer_settles_discs_as_the_rules_do(trainer):
    train = trainer("flip_over")
    chance = random.Random(3)
    for number in (8, 10, 12) * DEALS:
        discs = [chance.random() < 0.5 for _ in range(number)]
        same = train.np.array(discs, train.np.int64)
        flip_over.settle(discs)
        train.settle(same, number)
        assert list(same) == discs


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("tie_leads", [0, 1])
def test_hyper_makers_trainer_plays_by_the_rules(trainer, players, tie_leads):
    train = trainer("hyper_maker")
    chance = random.Random(players)
    for seed in range(DEALS):
        game = hyper_maker.Game(players, Rng(seed), deals=1, tie_winner_leads=tie_leads)
        masters = []  # which they are is seen by playing the deal once
        before = game.copy()
        while before.player >= 0:
            if not before.trick:
                masters.append(before.master)
            before.apply(before.legal_actions()[0])
        hands = masks_of(train.np, [game.hand(seat) for seat in range(players)])
        state = train.np.zeros(15, train.np.int64)
        state[train.LEAD] = game.lead
        points = train.np.zeros(players, train.np.int64)
        train.turn_up(state, masters)
        while game.player >= 0:
            assert state[train.PLAYER] == game.player and masters[state[train.TRICKS]] == game.master
            actions = list(game.legal_actions())
            assert cards_of(train.legal(hands, state, masters)) == actions
            card = chance.choice(actions)
            game.apply(card)
            train.play(players, tie_leads, hands, state, points, masters, card)
            assert list(points) == [game.score(seat) for seat in range(players)]
        assert state[train.TRICKS] == len(masters)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_inversions_trainer_plays_by_the_rules(trainer, players):
    train = trainer("inversion")
    chance = random.Random(players)
    for seed in range(DEALS):
        game = inversion.Game(players, Rng(seed))
        hands = [game.hand(seat) for seat in range(players)]
        position = [0] * train.SZ
        train.new(position, players, sum(hands, []) + list(game.lane), game.player)
        offered = [0] * 50
        while game.player >= 0:
            assert position[4] == game.player and bool(position[17]) == game.auction
            actions = list(game.legal_actions())
            assert sorted(offered[: train.legal(position, offered)]) == actions
            assert bool(train.settled(position)) == game.settled()
            action = chance.choice(actions)
            game.apply(action)
            train.apply(position, action)
            assert position[13 : 13 + players] == [game.score(seat) for seat in range(players)]
            assert (position[18], position[19]) == (game.declared, game.parent)
        assert position[4] == -1
