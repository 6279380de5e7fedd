# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The Game's hard player compiled makes the choices of the engine's, one after the other."""

import importlib
import random

import pytest

from engine import bots, the_game
from engine.bots import HARD
from engine.bots.the_game.value import OFF, SPAN, View, Weights
from engine.rng import Rng
from tools.strength import matches
from tools.strength.matches import Row, play

# Players, level, whether signals are heard, and from how many cards in the draw pile on plain Python plays.
TABLES = [
    (1, 0, True, 14),
    (1, 1, True, 14),
    (1, 2, True, 8),
    (2, 0, True, 0),
    (2, 1, False, 12),
    (3, 0, True, 0),
    (4, 0, True, 0),
    (5, 0, False, 0),
]


def played(game, chances, heard):
    """Plays on by the engine's hard players. Returns (the cards left, the actions)."""
    actions = []
    while game.player >= 0:
        action = bots.choose(game, HARD, chances[game.player])
        actions.append(action)
        if not heard and action in game.legal_actions():
            for signal in game.signals():
                if signal < 404:
                    game.apply(signal)
        game.apply(action)
        if heard:
            for call in matches.calls(game):
                game.apply(call)
    return matches.CARDS - game.score(0), actions


def later(players, level, seed, left):
    """A match that normal players have played until the draw pile has so few cards."""
    chance = Rng(seed)
    while True:
        game = the_game.Game(players, Rng(chance.below(1 << 20)), level=level)
        while game.player >= 0 and game.left > left:
            game.apply(bots.choose(game, 1, chance))
        if game.player >= 0:
            return game


def same(team, game, heard):
    """Plays on by both. Returns the cards left."""
    seeds = range(7, 7 + game.players)
    compiled = team.play(game, [Rng(seed) for seed in seeds], heard)
    assert compiled[:2] == played(game, [Rng(seed) for seed in seeds], heard)
    return compiled[0]


@pytest.mark.parametrize("players, level, heard, left", TABLES)
def test_plain_python_plays_on_as_the_hard_player(uncompiled, players, level, heard, left):
    same(uncompiled("tools.strength.team"), later(players, level, players, left), heard)


@pytest.mark.parametrize(
    ("players", "expert"), [(1, False), (2, False), (3, False), (4, False), (1, True), (2, True)]
)
def test_each_worth_is_the_hard_players(uncompiled, players, expert):
    """With every set of weights. The copy has no lanes, so a sum too large for one would show."""
    team = uncompiled("tools.strength.team")
    net = team.learnt(players, expert)
    weights = Weights(players, expert)
    while not weights.ready():
        pass
    chance = random.Random(players)
    x, sums = team.np.zeros(team.NF), team.np.zeros(team.UNITS)
    unseen, before, pairs, wishes, start = team.view()
    backs = stuck = 0
    for _ in range(150):
        cards = chance.sample(range(2, 100), chance.randrange(5, 98))
        hand = sorted(cards[: chance.randrange(1, 9)])
        tops = [card for card in range(2, 100) if card not in cards] + [1, 1, 100, 100]
        # Often a pile that a card of the hand takes back by ten.
        piles = [chance.choice([*tops, hand[0] + 10 if pile < 2 else hand[-1] - 10]) for pile in range(4)]
        piles = [min(max(top, 1), 100) for top in piles]
        unseen[:] = 0
        for card in cards[len(hand) :]:
            unseen[card + OFF] = 1
        team.prepare(unseen, before, pairs)
        wishes[:] = [chance.choice([0, 0, 3, 10, 13]) for _ in range(4)]
        start[:] = [chance.choice(tops) for _ in range(4)]
        calm = [int(wish) % 10 // 3 for wish in wishes]
        mine = [int(wish) // 10 for wish in wishes]
        view = View(bytearray(unseen[:SPAN]), weights, calm, mine, [int(top) for top in start])
        team.feats(*piles, team.np.array(hand), len(hand), unseen, before, pairs, x)
        worth = team.worth(x, len(cards), *net, sums)
        worth += team.heeded(piles, (unseen, before, pairs, wishes, start))
        assert worth == view.value(*piles, view.kept(hand))
        backs += x[15] > 0
        stuck += x[9] > 0
    assert backs > 20 and stuck > 5


def test_compiled_matches_go_as_the_hard_players():
    pytest.importorskip("numba")
    team = importlib.import_module("tools.strength.team")
    rests = [
        same(team, the_game.Game(players, Rng(players), level=level), heard)
        for players, level, heard, _ in TABLES
    ]
    assert 0 in rests and max(rests) > 0


def test_the_arenas_compiled_matches_are_those_of_the_engine(monkeypatch):
    pytest.importorskip("numba")
    row = Row("team", "the_game", 2, "hard", signals=False)
    compiled = play(row, 1, 0)
    monkeypatch.setattr(matches, "_COUNTED", 1)
    counted = play(row, 1, 0)
    assert counted["costs"] and not compiled["costs"]
    for part in ("row", "deal", "turn", "gain", "left"):
        assert compiled[part] == counted[part]
