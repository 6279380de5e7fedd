"""What the computer players of Inversio promise."""

import pytest

from engine import bots, inversio_bot
from engine.inversio import Game
from engine.rng import Rng
from tests.test_conformance import state
from tests.test_inversion_bot import SLICE, WORST, count


def position(seed, actions, **options):
    """A match after so many random actions."""
    rng = Rng(seed + 1000)
    game = Game(2, Rng(seed), **options)
    for _ in range(actions):
        legal = game.legal_actions()
        game.apply(legal[rng.below(len(legal))])
    return game


@pytest.mark.parametrize("level", range(3))
@pytest.mark.parametrize("actions", [0, 1, 4, 7, 9, 15])
def test_a_choice_is_legal_repeatable_blind_and_leaves_the_game(level, actions):
    for seed in range(2):
        game = position(seed, actions)
        before = state(game)
        action = bots.choose(game, level, Rng(5))
        assert state(game) == before
        assert action in game.legal_actions()
        assert bots.choose(game, level, Rng(5)) == action
        other = game.copy()
        other.redeal(game.player, Rng(seed + 77))
        assert bots.choose(other, level, Rng(5)) == action


def test_the_matchs_own_chance_is_left_alone():
    for level in range(3):
        rng = Rng(3)
        game = Game(2, rng)
        before = vars(rng).copy()
        bots.choose(game, level, Rng(5))
        assert vars(rng) == before


@pytest.mark.parametrize("actions", [0, 2, 5, 7])
def test_a_decision_keeps_to_its_slices_and_its_cost(actions):
    for seed in range(2):
        _, slices = count(position(seed, actions), bots.HARD)
        assert max(slices) <= SLICE
        assert sum(slices) <= WORST


def share(level, other, matches, rounds):
    """What a seat at a level wins of matches; half of a draw."""
    won = 0
    for i in range(matches):
        game = Game(2, Rng(i // 2), rounds=rounds)
        rng = Rng(i)
        while game.player >= 0:
            game.apply(bots.choose(game, level if game.player == i % 2 else other, rng))
        winners = game.winners()
        won += 1 if not winners else 2 * (i % 2 in winners)
    return won / 2 / matches


def test_normal_beats_easy():
    assert share(bots.NORMAL, bots.EASY, 800, 1) > 0.56


@pytest.mark.parametrize("level", [bots.EASY, bots.NORMAL])
def test_easy_goes_by_the_worths_of_the_start_and_normal_by_those_of_now(level):
    first = (1, 0, 0, 0, 0, 0, 0, 8, 9, 10, 11, 12, 14)
    for seed in range(40):
        game = position(seed, seed % 7)
        worths = game.worths if level else first
        action = bots.choose(game, level, Rng(1))
        assert worths[action % 13] == min([worths[card % 13] for card in game.legal_actions()])


def test_reasons_are_true():
    seen = set()
    for seed in range(60):
        game = position(seed, seed % 8)
        seat = game.player
        hand = list(game.hand(seat))
        worths = game.worths[:]
        action = bots.choose(game, bots.NORMAL, Rng(1))
        key, *values = inversio_bot.explain(game, action)
        seen.add(key)
        if key == "hint_only":
            assert len(game.legal_actions()) == 1
            continue
        changed = dict(game.effect(action))
        hand.remove(action)
        after = [changed.get(card % 13 + 1, worths[card % 13]) for card in hand]
        assert values == [max(after)]
        if key == "hint_raises":
            assert max(after) > max(worths[card % 13] for card in hand)
        elif key == "hint_last":
            assert len(hand) == 1
    assert seen >= {"hint_raises", "hint_keeps", "hint_last"}
