"""The computer players of Hyper Maker: legal, blind, repeatable, cheap, each better than the one below."""

import sys

import pytest

from engine import hyper_maker
from engine.bots import Thinking, choose, explain
from engine.rng import Rng
from engine.session import Session
from tests.console import ROOT
from tests.test_match import catalogue

# players, seed, actions before, options
POSITIONS = (
    (3, 1, 0, {}),
    (3, 2, 17, {"tie_winner_leads": 1}),
    (3, 3, 50, {"deals": 3}),
    (4, 4, 2, {}),
    (4, 5, 15, {"tie_winner_leads": 1}),
    (4, 6, 45, {}),
    (4, 7, 75, {"deals": 4}),
    (5, 8, 0, {"tie_winner_leads": 1}),
    (5, 9, 24, {}),
    (5, 10, 180, {"deals": 5}),
)
SIGNS = "●■▲★"


def position(players, seed, actions, options):
    """A match after so many random actions."""
    session = Session("hyper_maker", players, seed, **options)
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
    stack = game._stack[:]
    action = choose(game, level, Rng(3))
    assert action in game.legal_actions()
    assert [game.hand(seat) for seat in range(game.players)] == hands and game._stack == stack
    for chance in range(3):
        other = game.copy()
        other.redeal(game.player, Rng(chance))
        assert choose(other, level, Rng(3)) == action


@pytest.mark.parametrize("level", range(3))
def test_the_chance_of_the_match_is_left_alone(level):
    for where in POSITIONS[:4]:
        game = position(*where)
        before = vars(game.rng).copy()
        choose(game, level, Rng(3))
        assert vars(game.rng) == before


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


@pytest.mark.parametrize(
    ("level", "players", "deals"), [(1, 3, 12), (1, 4, 12), (1, 5, 12), (2, 3, 16), (2, 4, 16), (2, 5, 16)]
)
def test_each_level_beats_the_one_below(level, players, deals):
    won = 0
    for deal in range(deals):
        for seat in range(players):
            game = Session("hyper_maker", players, deal).game
            chance = Rng(deal)
            while game.player >= 0:
                game.apply(choose(game, level if game.player == seat else level - 1, chance))
            if seat in game.winners():
                won += 1 / len(game.winners())
    assert won > deals * 1.1


def test_a_card_that_is_last_and_wins_the_most_is_played():
    """A trick with one card missing, and the match with it: whoever can win it by the points does."""
    for seed in range(40):
        game = position(4, seed, 43, {})
        best = max(game.legal_actions(), key=lambda card: outcome(game, card)[1])
        if outcome(game, best)[0] == 3:
            action = choose(game, 2, Rng(1))
            assert outcome(game, action)[0] == 3


def outcome(game, card):
    """(place of the winner, points) of the trick, if it ended with a card."""
    trick = game.trick + [card]
    place, follow = hyper_maker.decide(game.master, trick)[:2]
    return place, 11 - hyper_maker.number_in(game.master, follow) if place == len(trick) - 1 else 0


def test_a_reason_is_in_the_catalogue_and_true():
    texts = catalogue(ROOT / "assets/text/en.hyper_maker.txt")
    found = set()
    for seed in range(120):
        game = position(3 + seed % 3, seed, seed % 41, {})
        seat = game.player
        unseen = set(range(60)) - set(game.hand(seat)) - set(game.trick) - {game.master}
        unseen &= {card for other in range(game.players) for card in game.hand(other)} | set(game._stack)
        suits = (hyper_maker.first_suit(game.master), hyper_maker.second_suit(game.master))
        for action in game.legal_actions()[:]:
            key, *values = explain(game, action)
            found.add(key)
            texts[key].format(*values)
            last = len(game.trick) == game.players - 1
            ahead = [
                suit
                for suit in suits
                if hyper_maker.number_in(action, suit)
                and hyper_maker.number_in(action, suit)
                >= max([hyper_maker.number_in(card, suit) for card in [*game.trick, game.master]])
            ]
            if key == "hint_wins":
                assert last and outcome(game, action) == (len(game.trick), values[0])
            elif key == "hint_lets_go":
                assert last and outcome(game, action)[1] == 0
                assert max([outcome(game, card)[1] for card in game.legal_actions()]) == values[0] > 0
            elif key == "hint_none_wins":
                assert last and not [c for c in game.legal_actions() if outcome(game, c)[1]]
            elif key == "hint_beaten":
                assert not ahead
            elif key in ("hint_top", "hint_ahead", "hint_best_if"):
                suit = SIGNS.index(values[0])
                assert suit in ahead
                number = hyper_maker.number_in(action, suit)
                reach = [card for card in unseen if hyper_maker.number_in(card, suit) >= number]
                assert len(reach) == (values[1] if len(values) > 1 else 0)
    assert len(found) >= 7
