# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What the computer players of Flip Over promise."""

import pytest

from engine import bots, flip_over
from engine.bots.flip_over import Mind, gains, rated, tree
from engine.rng import Rng
from tests.games.flip_over import lacking
from tests.robots import SLICE, position, share
from tools.measure.opcodes import thought


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
        _open(game).play_out([], points)
        discs = game.discs
        while game.discs is discs and game.player >= 0:
            legal = game.legal_actions()
            card = legal[0]
            if len(legal) > 1:
                rates = _open(game).play_out([], [])
                assert sorted([rated(rate) for rate in rates]) == legal
                card = rated(max(rates))
            assert card in legal
            game.apply(card)
        assert game.points == points


def _open(game):
    """A player that sees all hands."""
    mind = Mind(game, 1, Rng(1))
    mind._split([game.hand(seat) for seat in range(game.players)])  # noqa: SLF001
    return mind


@pytest.mark.parametrize(
    ("players", "options"), [(3, {}), (4, {}), (5, {}), (4, {"teams": 1, "exchange": 0})]
)
def test_in_the_last_round_hard_plays_the_card_that_wins_the_match_for_sure(players, options):
    size = 2 * players + 2
    sure = 0
    for seed in range(400):
        game = position("flip_over", players, seed, (2 * size - 2) * players, **options)
        ends = {card: _ends(game, card) for card in game.legal_actions()[:]}
        wins = [card for card, end in ends.items() if end == {True}]
        if not wins or any([len(end) > 1 for end in ends.values()]) or len(wins) == len(ends):
            continue
        sure += 1
        assert bots.choose(game, bots.HARD, Rng(seed)) in wins
    assert sure >= 5


def _ends(game, card):
    """Whether the seat to act wins the match with a card, for all that may follow."""
    found = set()
    todo = [(game.copy(), card)]
    while todo:
        after, action = todo.pop()
        after.apply(action)
        if after.player < 0:
            found.add(game.player in after.winners())
        else:
            todo += [(after.copy(), follow) for follow in after.legal_actions()[:]]
    return found


@pytest.mark.parametrize(
    ("players", "seed", "actions", "options", "good"),
    [
        (3, 1014, 41, {"discs": 1, "trumps": 0}, (27, 29)),  # 17 never wins
        (3, 1012, 42, {"trumps": 1}, (16,)),  # 4 never wins
        (3, 230, 36, {}, (18,)),  # the policy alone would play 6
        (4, 159, 64, {}, (38, 40)),  # the policy alone would play 4
        (4, 495, 64, {}, (33,)),  # and here 44
    ],
)
def test_in_the_last_tricks_hard_plays_a_card_that_can_win(players, seed, actions, options, good):
    """Positions from matches of easy robots. A search of all that can follow found the good cards."""
    game = flip_over.Game(players, Rng(seed), **options)
    for index in range(actions):
        game.apply(bots.choose(game, bots.EASY, Rng(index)))
    assert bots.choose(game, bots.HARD, Rng(1)) in good


def test_in_an_even_round_before_the_last_hard_plays_for_the_lead():
    gained = {}
    for rounds in (2, 4):
        game = position("flip_over", 4, 3, 40, rounds=rounds)
        gained[rounds] = [gains(game, [lead, 0, -5, -9]) for lead in (7, 2)]
    assert gained[2] == [[60, 0, 0, 0]] * 2  # the last round: to win is all that counts
    assert gained[4] == [[37, 23, 18, 14], [32, 28, 23, 19]]


def test_a_tree_without_room_for_more_nodes_still_chooses(monkeypatch):
    game = position("flip_over", 4, 4, 52)
    legal = game.legal_actions()[:]
    for size in (len(legal) + 1, len(legal) + 20):
        monkeypatch.setattr(tree, "_SIZE", size)
        one = tree.Tree(_open(game), game)
        action = None
        while action is None:
            action = one.step()
        assert action in legal
        assert len(legal) < one._nodes <= size  # noqa: SLF001


@pytest.mark.parametrize("players", [3, 4, 5])
def test_where_all_hands_are_known_playouts_vary_but_take_every_disc(players):
    size = 2 * players + 2
    game = position("flip_over", players, 4, (size + 2) * players)
    discs = [disc + 1 if game.discs[disc] else -disc - 1 for disc in range(2, size)]
    mind = Mind(game, bots.HARD, Rng(1))
    mind.step()
    ends = []
    for _ in range(20):
        points = game.points[:]
        mind.play_out([], points)
        assert sum(points) == sum(game.points) + sum(discs)
        ends.append(tuple(points))
    assert len(set(ends)) >= 4


def test_a_thought_about_known_hands_leaves_the_match_and_its_chance_alone():
    game = position("flip_over", 4, 2, 50, rounds=4)
    game.rng = Rng(5)
    before = dict(vars(game)), [game.hand(seat)[:] for seat in range(4)], dict(vars(game.rng))
    bots.choose(game, bots.HARD, Rng(1))
    assert (dict(vars(game)), [game.hand(seat) for seat in range(4)], dict(vars(game.rng))) == before


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
