# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What the computer players of Flip Over promise."""

import pytest

from engine import bots
from engine.bots import explain
from engine.bots.flip_over import Mind
from engine.rng import Rng
from tests.engine.test_bots import POSITIONS
from tests.games.flip_over import lacking
from tests.robots import SLICE, position, share
from tests.words import catalogue
from tools.strength.matches import thought


def test_the_gifts_that_are_tried_move_as_the_rules_say():
    game = position("flip_over", 4, 5, 40, teams=1, exchange=1)
    assert game.exchanging
    mind = Mind(game, 2, Rng(1))
    tried = [game.hand(seat)[:] for seat in range(4)]
    after = game.copy()
    for seat in range(game.lead, game.lead + 4):
        named = game.hand(seat % 4)[1:8:3]
        mind._give(tried, seat % 4, named[:])  # noqa: SLF001
        for card in named:
            after.apply(card)
    assert not after.exchanging
    for seat in range(4):
        assert sorted(tried[seat]) == after.hand(seat)


@pytest.mark.parametrize(
    ("players", "options"),
    [(3, {}), (4, {}), (5, {}), (4, {"teams": 1}), (4, {"trumps": 0}), (5, {"trumps": 0})],
)
def test_a_playout_plays_by_the_rules_the_cards_that_the_policy_chooses(players, options):
    for seed in range(6):
        game = position("flip_over", players, seed, 7 * seed, **options)
        while len(game.legal_actions()) == 1:
            game.apply(game.legal_actions()[0])
        points = game.points[:]
        _open(game)._play_out(-1, points)  # noqa: SLF001
        discs = game.discs
        while game.discs is discs and game.player >= 0:
            legal = game.legal_actions()
            card = legal[0]
            if len(legal) > 1:
                card = _open(game)._play_out(-1, [])  # noqa: SLF001
            assert card in legal
            game.apply(card)
        assert game.points == points


def _open(game):
    """A player that sees all hands."""
    mind = Mind(game, 1, Rng(1))
    mind._split([game.hand(seat) for seat in range(game.players)])  # noqa: SLF001
    return mind


@pytest.mark.parametrize(("level", "players", "deals"), [(1, 3, 16), (1, 4, 12), (1, 5, 10), (2, 4, 6)])
def test_each_level_beats_the_one_below(level, players, deals):
    assert share("flip_over", players, level, level - 1, deals) * players > 1.15


@pytest.mark.parametrize("suits", [(0, 1, 2), (0, 3, 2), (3, 1, 0)])
def test_a_deal_around_three_lacks_takes_one_slice(suits):
    game = position("flip_over", 4, 5, 8)
    for step in range(3):
        lacking(game, (game.player + 1 + step) % 4, [suits[step]])
    game.redeal(game.player, Rng(1))
    _, slices = thought(game, bots.HARD, Rng(1))
    assert max(slices) <= SLICE


def test_a_reason_is_in_the_catalogue():
    texts = catalogue("en", "flip_over")
    for key, players, seed, actions, options in POSITIONS:
        if key != "flip_over":
            continue
        game = position(key, players, seed, actions, **options)
        for action in game.legal_actions()[:]:
            reason = explain(game, action)
            texts[reason[0]].format(*reason[1:])
