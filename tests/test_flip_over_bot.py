"""The computer players of Flip Over: legal, blind, repeatable, cheap, each better than the one below."""

import sys

import pytest

from engine.bots import Thinking, choose, explain
from engine.flip_over_bot import Mind
from engine.rng import Rng
from engine.session import Session
from tests.console import ROOT
from tests.test_match import catalogue

# players, seed, actions before, options
POSITIONS = (
    (3, 1, 0, {}),
    (3, 2, 17, {}),
    (4, 3, 9, {"trumps": 0}),
    (4, 4, 30, {"teams": 1}),
    (4, 5, 41, {"teams": 1, "exchange": 1}),
    (4, 6, 60, {"exchange": 1}),
    (5, 7, 23, {}),
    (5, 8, 71, {"rounds": 4}),
)


def position(players, seed, actions, options):
    """A match after so many random actions."""
    session = Session("flip_over", players, seed, **options)
    chance = Rng(seed)
    for _ in range(actions):
        legal = session.game.legal_actions()
        session.act(legal[chance.below(len(legal))])
    return session.game


def opcodes(call):
    """What a call returns and how many opcodes it took."""
    count = 0

    def trace(frame, event, _):
        nonlocal count
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        result = call()
    finally:
        sys.settrace(before)
    return result, count


@pytest.mark.parametrize("level", range(3))
@pytest.mark.parametrize("where", POSITIONS)
def test_a_choice_is_legal_repeatable_blind_and_leaves_the_game(where, level):
    game = position(*where)
    hands = [game.hand(seat)[:] for seat in range(game.players)]
    action = choose(game, level, Rng(3))
    assert action in game.legal_actions()
    assert [game.hand(seat) for seat in range(game.players)] == hands
    for chance in range(3):
        other = game.copy()
        other.redeal(game.player, Rng(chance))
        assert choose(other, level, Rng(3)) == action


@pytest.mark.parametrize("where", POSITIONS)
def test_a_slice_and_a_decision_cost_no_more_than_agreed(where):
    game = position(*where)
    thinking, total = opcodes(lambda: Thinking(game, 2, Rng(3)))
    action = None
    most = 0
    while action is None:
        action, cost = opcodes(thinking.step)
        most = max(most, cost)
        total += cost
    assert most <= 30_000 and total <= 1_500_000


def test_the_gifts_that_are_tried_move_as_the_rules_say():
    game = position(4, 5, 40, {"teams": 1, "exchange": 1})
    assert game.exchanging
    mind = Mind(game, 2, Rng(1))
    tried = []
    for seat in range(4):
        tried += [[card % 12 for card in game.hand(seat) if card // 12 == suit] for suit in range(4)]
    after = game.copy()
    for seat in range(game.lead, game.lead + 4):
        named = game.hand(seat % 4)[1:8:3]
        mind._give(tried, seat % 4, named[:])
        for card in named:
            after.apply(card)
    assert not after.exchanging
    for seat in range(4):
        cards = [suit * 12 + number for suit in range(4) for number in tried[4 * seat + suit]]
        assert cards == after.hand(seat)


@pytest.mark.parametrize(("level", "players", "deals"), [(1, 3, 16), (1, 4, 12), (1, 5, 10), (2, 4, 6)])
def test_each_level_beats_the_one_below(level, players, deals):
    won = 0
    for deal in range(deals):
        for seat in range(players):
            game = Session("flip_over", players, deal).game
            chance = Rng(deal)
            while game.player >= 0:
                game.apply(choose(game, level if game.player == seat else level - 1, chance))
            if seat in game.winners():
                won += 1 / len(game.winners())
    assert won > deals * 1.15


def test_a_reason_is_in_the_catalogue():
    texts = catalogue(ROOT / "assets/text/en.flip_over.txt")
    for where in POSITIONS:
        game = position(*where)
        for action in game.legal_actions()[:]:
            reason = explain(game, action)
            texts[reason[0]].format(*reason[1:])
