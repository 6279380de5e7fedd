# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The Game, clause by clause of docs/rules/the_game.md."""

import playthrough
import pytest

from engine.rng import Rng
from engine.session import Session
from engine.the_game import OPTIONS, Game
from tests.dealing import Fixed, leaves
from tests.games.the_game import late, stack


def deal(*hands, draw=(), seat=0, **options):
    """A match in which the seats have these hands, and these cards are drawn next."""
    cards = [card for hand in hands for card in hand]
    return Game(len(hands), Fixed(seat, cards + list(draw)), **options)


def lay(game, *moves):
    """Lays cards, given as (card, pile), each checked to be legal."""
    for card, pile in moves:
        assert 4 * card + pile in game.legal_actions()
        game.apply(4 * card + pile)


def hidden(game):
    """All hands, and the cards to draw, next first."""
    return [game.hand(seat) for seat in range(game.players)], stack(game)


def laying(game):
    """The legal layings as (card, pile)."""
    return [(action // 4, action % 4) for action in game.legal_actions() if action]


SIX = (10, 20, 30, 40, 50, 60)
OTHER = (11, 21, 31, 41, 51, 61)
THIRD = (12, 22, 32, 42, 52, 62)


# Deal and numbers


@pytest.mark.parametrize(
    ("players", "level", "size"),
    [(1, 0, 8), (2, 0, 7), (3, 0, 6), (4, 0, 6), (5, 0, 6), (1, 1, 8), (2, 1, 7), (3, 1, 6), (5, 1, 6)]
    + [(1, 2, 7), (2, 2, 6), (3, 2, 5), (4, 2, 5), (5, 2, 5)],
)
def test_hands_of_each_number_of_players_and_level(players, level, size):
    """TG-3, TG-17, TG-18, TG-2"""
    game = Game(players, Rng(1), level=level)
    assert game.hand_size == size
    assert [game.held(seat) for seat in range(players)] == [size] * players
    assert game.left == 98 - players * size
    cards = [card for seat in range(players) for card in game.hand(seat)]
    assert len(set(cards)) == len(cards)
    assert all(2 <= card <= 99 for card in cards)


def test_cards_are_dealt_from_the_front_by_seat_then_the_draw_pile_next_first():
    """TG-N3, TG-3, TG-8"""
    order = list(range(99, 1, -1))
    game = Game(3, Fixed(1, order))
    assert game.hand(0) == [94, 95, 96, 97, 98, 99]
    assert game.hand(1) == [88, 89, 90, 91, 92, 93]
    assert game.hand(2) == [82, 83, 84, 85, 86, 87]
    assert game.player == 1
    lay(game, (88, 0), (89, 0))
    game.apply(0)
    assert game.hand(1) == [80, 81, 90, 91, 92, 93]
    assert game.left == 78


def test_two_piles_rise_from_1_and_two_fall_from_100():
    """TG-2, TG-N1"""
    assert Game(2, Rng(1)).piles == [1, 1, 100, 100]


def test_hands_are_shown_rising():
    game = deal((60, 10, 50, 20, 40, 30), OTHER, THIRD, draw=(5, 99, 2))
    assert game.hand(0) == list(SIX)
    lay(game, (20, 0), (40, 0))
    game.apply(0)
    assert game.hand(0) == [5, 10, 30, 50, 60, 99]


def test_options_and_their_order():
    """TG-N4"""
    assert OPTIONS == (("level", (0, 1, 2), 0), ("starter", (0, 1), 0))


# Laying


@pytest.mark.parametrize(
    ("hand", "piles", "fits"),
    [
        ((33, 34, 36), (34, 35, 34, 35), [(33, 2), (33, 3), (34, 3), (36, 0), (36, 1)]),
        ((36, 37, 38), (47, 99, 2, 2), [(37, 0)]),  # ten lower on a rising pile
        ((74, 75, 76), (99, 99, 2, 65), [(75, 3)]),  # ten higher on a falling one
    ],
)
def test_a_pile_takes_what_lies_in_its_way_and_exactly_ten_back(hand, piles, fits):
    """TG-5, TG-6"""
    game = late(hand, (90,), piles=piles)
    assert laying(game) == fits


def test_backwards_trick_any_number_of_times_a_turn():
    """TG-6"""
    game = deal((20, 10, 25, 15, 30, 40), OTHER)
    lay(game, (20, 0), (10, 0), (25, 0), (15, 0), (40, 1), (30, 1))
    assert game.piles[:2] == [15, 30]


def test_cards_go_on_any_piles_in_any_order():
    """TG-5"""
    game = deal(SIX, OTHER)
    lay(game, (60, 2), (10, 0), (50, 2), (20, 1), (40, 3))
    assert game.piles == [10, 20, 50, 40]
    assert game.laid == [4 * 60 + 2, 40, 4 * 50 + 2, 81, 4 * 40 + 3]


def naive_legal(hand, piles, laid_cards, minimum):
    """The rules of a turn, written as they are said."""
    actions = []
    for card in hand:
        for pile, top in enumerate(piles):
            fits = card > top or card == top - 10 if pile in (0, 1) else card < top or card == top + 10
            if fits:
                actions.append(4 * card + pile)
    if laid_cards >= minimum or not actions:
        actions.append(0)
    return sorted(actions)


@pytest.mark.parametrize("players", range(1, 6))
@pytest.mark.parametrize("level", [0, 1, 2])
def test_legal_actions_are_what_the_rules_say_throughout_matches(players, level):
    """TG-5, TG-6, TG-7, TG-17, TG-N2"""
    for seed in range(12):
        rng = Rng(seed)
        game = Game(players, rng, level=level)
        laid = 0
        while game.player >= 0:
            seat = game.player
            minimum = (2 if level == 0 else 3) if game.left else 1
            assert game.legal_actions() == naive_legal(game.hand(seat), game.piles, laid, minimum)
            fits = [(card, pile) for card in game.hand(seat) for pile in range(4) if game.gap(card, pile)]
            assert laying(game) == fits
            assert game.due == max(0, minimum - laid)
            assert len(game.laid) == laid
            action = careful(game, rng)
            turns = action == 0 or game.held(seat) == 1
            game.apply(action)
            laid = 0 if turns else laid + 1


def careful(game, rng):
    """Plays long matches: the smallest gap, no more than is due or costs little."""
    best, least = 0, 4 if not game.due else 1000
    for action in game.legal_actions():
        if action and game.gap(action // 4, action % 4) < least:
            best, least = action, game.gap(action // 4, action % 4)
    return best


# The minimum, the end of a turn, drawing


@pytest.mark.parametrize(("level", "minimum"), [(0, 2), (1, 3), (2, 3)])
def test_minimum_of_cards_while_the_draw_pile_has_cards(level, minimum):
    """TG-7, TG-17, TG-18"""
    game = deal(SIX[:5] if level == 2 else SIX, OTHER, THIRD, level=level)
    for card in SIX[:minimum]:
        assert 0 not in game.legal_actions()
        lay(game, (card, 0))
    assert game.legal_actions()[0] == 0
    assert game.due == 0


@pytest.mark.parametrize("level", [0, 1, 2])
def test_minimum_is_1_once_the_draw_pile_is_empty(level):
    """TG-7, TG-17"""
    game = late(SIX, OTHER, level=level)
    assert game.due == 1
    lay(game, (10, 0))
    assert 0 in game.legal_actions()
    game.apply(0)
    assert (game.player, game.due) == (1, 1)
    assert game.held(0) == 5


def test_the_minimum_falls_for_the_next_player_when_the_last_card_is_drawn():
    """TG-7"""
    game = late(SIX, OTHER, deck=(90, 91))
    assert game.due == 2
    lay(game, (10, 0))
    assert 0 not in game.legal_actions()
    lay(game, (20, 0))
    game.apply(0)
    assert (game.left, game.due) == (0, 1)


def test_more_than_the_minimum_up_to_the_whole_hand():
    """TG-7"""
    game = deal(SIX, OTHER, THIRD)
    lay(game, *[(card, 0) for card in SIX[:5]])
    assert laying(game)
    game.apply(0)
    assert game.held(0) == 6
    assert game.left == 98 - 18 - 5


def test_draw_back_up_at_the_end_of_the_turn_and_not_before():
    """TG-8"""
    game = deal(SIX, OTHER, THIRD, draw=(70, 71, 72))
    lay(game, (10, 0), (20, 0))
    assert game.hand(0) == [30, 40, 50, 60]
    game.apply(0)
    assert game.hand(0) == [30, 40, 50, 60, 70, 71]
    assert game.player == 1
    assert game.laid == []


def test_the_turn_goes_clockwise():
    """TG-8"""
    game = deal(SIX, OTHER, THIRD, seat=2)
    lay(game, (12, 0), (22, 0))
    game.apply(0)
    assert game.player == 0


def test_draw_what_is_left_when_the_draw_pile_has_too_few():
    """TG-9"""
    game = late(SIX, OTHER, deck=(90,))
    (last,) = stack(game)
    lay(game, (10, 0), (20, 0), (30, 0))
    game.apply(0)
    assert game.hand(0) == sorted([40, 50, 60, last])
    assert game.left == 0


def test_laying_the_last_card_of_the_hand_ends_the_turn_and_draws():
    """TG-11"""
    game = deal(SIX, OTHER, THIRD)
    lay(game, *[(card, 0) for card in SIX])
    assert game.player == 1
    assert game.held(0) == 6
    assert game.laid == []


def test_a_hand_is_never_smaller_than_the_minimum():
    """TG-11. So the turn that ends by itself cannot be one in which too little was laid."""
    for seed in range(60):
        rng = Rng(seed)
        game = Game(1 + seed % 5, rng, level=seed % 3)
        while game.player >= 0:
            assert game.held(game.player) >= game.due
            game.apply(careful(game, rng))


def test_a_player_without_cards_is_passed_over():
    """TG-10"""
    game = late((50, 60), (51,), (52, 70))
    lay(game, (50, 0))
    game.apply(0)
    lay(game, (51, 0))
    assert game.player == 2
    lay(game, (52, 0))
    game.apply(0)
    lay(game, (60, 0))
    assert game.player == 2
    lay(game, (70, 0))
    assert game.player == -1


def test_the_last_with_cards_plays_on_alone():
    """TG-10"""
    game = late((50,), (60, 70, 80), seat=0)
    lay(game, (50, 0))
    for card in (60, 70):
        lay(game, (card, 0))
        game.apply(0)
        assert game.player == 1
    assert game.winners() == ()
    lay(game, (80, 0))
    assert game.winners() == (0, 1)


def test_a_pile_shows_its_top_card_and_the_cards_of_the_present_turn_are_listed():
    """TG-12"""
    game = deal(SIX, OTHER, THIRD)
    lay(game, (10, 0), (20, 0), (60, 2))
    assert game.piles == [20, 1, 60, 100]
    assert game.laid == [4 * 10, 4 * 20, 4 * 60 + 2]
    game.apply(0)
    assert game.piles == [20, 1, 60, 100]
    assert game.laid == []


# Stuck


def test_who_cannot_lay_the_minimum_ends_the_game_at_once():
    """TG-13"""
    game = late((50, 60), (70, 80), piles=(90, 90, 5, 5), deck=range(10, 20))
    assert game.stuck()
    assert game.legal_actions() == [0]
    assert game.player == 0
    game.apply(0)
    assert game.player == -1
    assert game.legal_actions() == []
    assert not game.stuck()
    assert game.winners() == ()


def test_cards_laid_in_the_turn_of_the_end_stay_laid_and_count():
    """TG-14"""
    game = late((52, 60), (70, 80), piles=(49, 90, 5, 5), deck=range(10, 20))
    score = game.score(0)
    lay(game, (60, 0))
    assert game.stuck()
    game.apply(0)
    assert game.player == -1
    assert game.score(0) == score + 1
    assert game.piles == [60, 90, 5, 5]
    assert game.hand(0) == [52]
    assert game.left == 10


def test_the_minimum_reached_nobody_is_stuck():
    """TG-13"""
    game = late((52, 60), (70, 95), piles=(49, 90, 5, 5))
    lay(game, (60, 0))
    assert game.legal_actions() == [0]
    assert not game.stuck()
    game.apply(0)
    assert game.player == 1


def test_one_stuck_player_ends_the_game_for_all():
    """TG-13, TG-1"""
    game = late((50,), (95, 96), piles=(90, 90, 5, 5))
    game.apply(0)
    assert game.player == -1
    assert game.winners() == ()


def test_a_stuck_player_may_take_back_the_cards_of_the_turn():
    """TG-15"""
    session = Session("the_game", 5, 2)
    rng = Rng(1)
    while not (session.game.stuck() and session.game.laid):
        if session.game.player < 0 or session.game.stuck():
            session = Session("the_game", 5, rng.below(1000))
        actions = session.game.legal_actions()
        session.act(actions[rng.below(len(actions))])
    laid = session.game.laid[:]
    hand = session.game.hand(session.game.player)[:]
    session.undo()
    game = session.game
    assert not game.stuck()
    assert game.laid == laid[:-1]
    assert game.hand(game.player) == sorted([*hand, laid[-1] // 4])


# The end


def test_all_98_laid_the_game_is_beaten_by_all():
    """TG-16, TG-1, TG-N5"""
    game = late((50,), (), ())
    assert game.winners() == ()
    lay(game, (50, 3))
    assert game.player == -1
    assert game.legal_actions() == []
    assert game.winners() == (0, 1, 2)
    assert [game.score(seat) for seat in range(3)] == [98] * 3
    assert game.verdict() == "band_0"


def test_the_score_counts_the_cards_laid_by_the_team():
    """TG-N5"""
    game = deal(SIX, OTHER, THIRD)
    assert [game.score(seat) for seat in range(3)] == [0] * 3
    lay(game, (10, 0), (20, 0))
    game.apply(0)
    lay(game, (21, 0))
    assert [game.score(seat) for seat in range(3)] == [3] * 3


@pytest.mark.parametrize(
    ("rest", "band"), [(0, 0), (1, 1), (9, 1), (10, 2), (19, 2), (20, 3), (39, 3), (40, 4), (98, 4)]
)
def test_bands_fewer_than_10_is_excellent_and_the_rest_is_ours(rest, band):
    """TG-16"""
    game = late((0,) * rest, ())
    assert game.verdict() == f"band_{band}"


def test_the_game_can_be_beaten():
    """By someone who sees through the cards: rising ones laid in order."""
    game = Game(1, Fixed(0, list(range(2, 100))))
    while game.player >= 0:
        game.apply(4 * game.hand(0)[0])
    assert game.winners() == (0,)


# Who begins


def test_starter_drawn_by_the_deal():
    """TG-4"""
    for seat in range(4):
        game = deal(SIX, OTHER, THIRD, (13, 23, 33, 43, 53, 63), seat=seat)
        assert game.player == seat
        assert not game.choosing


def test_starter_chosen_by_the_team_is_the_first_action():
    """TG-4, TG-N2"""
    for seat in range(3):
        game = deal(SIX, OTHER, THIRD, seat=1, starter=1)
        assert game.choosing
        assert game.player == 0
        assert game.legal_actions() == [500, 501, 502]
        assert game.signals() == []
        assert not game.stuck()
        game.apply(500 + seat)
        assert not game.choosing
        assert game.player == seat
        assert max(game.legal_actions()) < 400
        assert game.due == 2


def test_a_chosen_starter_changes_nothing_of_the_deal():
    """TG-N3"""
    for players in range(1, 6):
        drawn = Game(players, Rng(5))
        chosen = Game(players, Rng(5), starter=1)
        assert hidden(drawn) == hidden(chosen)


# Talk


def test_a_seat_sets_one_signal_on_each_pile_in_its_own_turn():
    """TG-20, TG-23, TG-N2"""
    game = deal(SIX, OTHER)
    assert game.signals() == [404, 405, 406, 407, 408, 409, 410, 411]
    game.apply(406)
    game.apply(411)
    assert [game.signal(0, pile) for pile in range(4)] == [0, 0, 1, 2]
    assert [game.signal(1, pile) for pile in range(4)] == [0, 0, 0, 0]
    game.apply(410)
    assert game.signal(0, 2) == 2
    game.apply(403)
    assert game.signal(0, 3) == 0


def test_what_a_seat_can_signal_is_the_same_whatever_its_hand():
    """TG-19, TG-20. So a signal tells nothing of a number."""
    low, high = deal(SIX, OTHER, THIRD), deal((70, 71, 72, 73, 74, 75), (80, 81, 82, 83, 84, 85), THIRD)
    assert low.signals() == high.signals() == list(range(404, 412))
    assert low.calls() == high.calls()


def test_signals_offered_are_those_that_change_something():
    """TG-23"""
    game = deal(SIX, OTHER)
    game.apply(404)
    game.apply(411)
    assert game.signals() == [400, 403, 405, 406, 407, 408, 409, 410]


def test_all_other_seats_that_hold_cards_may_call_at_any_time():
    """TG-21, TG-N2"""
    game = deal(SIX, OTHER, THIRD, seat=1)
    assert game.calls() == [600 + 16 * seat + choice for seat in (0, 2) for choice in range(4, 12)]
    game.apply(600 + 4 + 3)
    game.apply(632 + 8 + 1)
    assert [game.signal(0, pile) for pile in range(4)] == [0, 0, 0, 1]
    assert [game.signal(1, pile) for pile in range(4)] == [0, 0, 0, 0]
    assert [game.signal(2, pile) for pile in range(4)] == [0, 2, 0, 0]
    assert game.calls()[:8] == [600 + choice for choice in (3, 4, 5, 6, 8, 9, 10, 11)]
    assert game.calls()[8:] == [632 + choice for choice in (1, 4, 5, 6, 7, 8, 10, 11)]


@pytest.mark.parametrize("signal", [408 + 3, 616 + 8 + 3])
def test_signals_and_calls_decide_nothing_and_are_kept_by_copies_and_new_deals(signal):
    """TG-N2"""
    game = deal(SIX, OTHER, THIRD)
    seat = int(signal > 600)
    actions = game.legal_actions()[:]
    game.apply(signal)
    assert signal not in actions and game.legal_actions() == actions
    assert (game.player, game.due, game.laid) == (0, 2, [])
    other = game.copy()
    other.redeal(0, Rng(4))
    assert other.signal(seat, 3) == game.signal(seat, 3) == 2
    other.apply(616 + 3 if seat else 403)
    assert game.signal(seat, 3) == 2 and other.signal(seat, 3) == 0


def test_nobody_signals_alone_or_after_the_end_nor_calls_without_cards_or_before_the_start():
    """TG-21"""
    assert Game(1, Rng(1)).signals() == Game(1, Rng(1)).calls() == []
    assert deal(SIX, OTHER, THIRD, starter=1).calls() == []
    assert late((50, 51), (), (60,)).calls() == [632 + choice for choice in range(4, 12)]
    game = late((50,), (60,), piles=(99, 99, 2, 2))
    game.apply(0)
    assert game.signals() == game.calls() == []


def test_signals_and_calls_stay_until_the_next_turn_of_their_seat_begins():
    """TG-22"""
    game = deal(SIX, OTHER, THIRD)
    seen = []
    for turn, (cards, signals) in enumerate(
        [((10, 20), (405, 616 + 4 + 2, 632 + 8)), ((21, 31), (410,)), ((32, 42), ())]
    ):
        assert game.player == turn
        for action in signals:
            game.apply(action)
        lay(game, *[(card, 0) for card in cards])
        game.apply(0)
        seen.append([game.signal(*place) for place in ((0, 1), (1, 2), (2, 0))])
    # In its own turn, which has taken its call, seat 1 says something else of that pile.
    assert seen == [[1, 0, 2], [1, 2, 0], [0, 2, 0]]


# What the seats know


def test_gap_is_what_a_pile_loses():
    game = late((50,), (60,), piles=(40, 60, 70, 40))
    assert [game.gap(50, pile) for pile in range(4)] == [10, -10, 20, -10]
    assert [game.gap(40, pile) for pile in range(4)] == [0, 0, 30, 0]
    assert game.gap(49, 1) == 0


# The tree of actions, and a whole match


def test_the_tree_of_actions_of_an_endgame_is_pinned():
    game = late((50, 61), (51,), (52, 70), piles=(60, 49, 45, 62))
    assert [leaves(game, depth) for depth in range(1, 8)] == [6, 21, 47, 180, 462, 423, 154]


def opening(game):
    """The lines on the deal."""
    lines = [f"P{seat + 1} holds {_cards(game.hand(seat))}" for seat in range(game.players)]
    return [*lines, f"{game.left} cards to draw"]


def _cards(cards):
    return " ".join(str(card) for card in cards)


def describe(game, action):
    """One line on an action of the seat to act."""
    seat = game.player
    name = f"P{seat + 1}"
    if action >= 500:
        return f"The team lets P{action - 499} begin"
    pile = f"{'rising' if action % 4 < 2 else 'falling'} pile {action % 4}"
    if action >= 400:
        return f"{name} signals {('none', 'no big jump', 'leave it to me')[action // 4 - 100]} on {pile}"
    if action:
        return f"{name} lays {action // 4} on {pile} ({game.gap(action // 4, action % 4):+d})"
    if game.due:
        return f"{name} is stuck with {_cards(game.hand(seat))} and accepts the end"
    after = game.copy()
    after.apply(0)
    drawn = [card for card in after.hand(seat) if card not in game.hand(seat)]
    tops = _cards(game.piles)
    return f"{name} ends the turn and draws {_cards(drawn) or 'nothing'}; piles {tops}, {after.left} left"


def signalling(game, rng):
    """Careful play, with a signal at the end of a turn where a trick is in hand."""
    action = careful(game, rng)
    if action == 0 and not game.due:
        for pile in range(4):
            tricks = [card for card in game.hand(game.player) if game.gap(card, pile) == -10]
            close = [card for card in game.hand(game.player) if 0 < game.gap(card, pile) < 6]
            signal = 408 + pile if tricks else 404 + pile if close else 0
            if signal in game.signals():
                return signal
    return action


def test_playthrough_of_three_players_with_a_chosen_starter():
    text = playthrough.record("the_game", 3, 63, describe, opening, signalling, starter=1)
    playthrough.compare("the_game", text)
