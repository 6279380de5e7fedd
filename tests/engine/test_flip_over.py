# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Flip Over, clause by clause, with the rules' worked figures."""

from itertools import product

import pytest
from playthrough import compare, record

from engine.flip_over import OPTIONS, Game, admits, decide, number_of, settle, suit_of
from engine.rng import Rng
from tests.dealing import Fixed


def card(suit, number):
    return suit * 12 + number - 1


def dealt(hands, lead=0, **options):
    """A match in which the hands hold those cards, filled up with the others, and the discs alternate."""
    players = len(hands)
    numbers = 2 * players + 2
    rest = [card(suit, number) for suit in range(players) for number in range(1, numbers + 1)]
    rest = [c for c in rest if not any(c in hand for hand in hands)]
    deck = []
    for hand in hands:
        deck += hand + [rest.pop() for _ in range(numbers - len(hand))]
    return Game(players, Fixed([lead], deck), discs="alternating", **options)


def played_on(game, rng, moves=1000):
    while moves and game.player >= 0:
        actions = game.legal_actions()
        game.apply(actions[rng.below(len(actions))])
        moves -= 1
    return game


def round_two(rng, players=4, **options):
    """A match at the beginning of its second round."""
    game = Game(players, rng, **options)
    while game.round == 1:
        played_on(game, rng, 1)
    return game


# Cards, discs and deal


@pytest.mark.parametrize("players, numbers", [(3, 8), (4, 10), (5, 12)])
def test_suits_are_as_many_as_players_and_all_cards_are_dealt(players, numbers):
    """FO-1, FO-N1"""
    game = Game(players, Rng(1))
    cards = [c for seat in range(players) for c in game.hand(seat)]
    assert sorted((suit_of(c), number_of(c)) for c in cards) == list(
        product(range(players), range(1, numbers + 1))
    )
    for seat in range(players):
        assert len(game.hand(seat)) == len(game.discs) == numbers
        assert game.hand(seat) == sorted(game.hand(seat))


def test_the_deal_draws_the_leader_shuffles_once_deals_and_draws_each_disc():
    """FO-4, FO-N3"""
    rising = [card(suit, number) for suit in range(3) for number in range(1, 9)]
    rng = Fixed([2, 1, 0, 1, 0, 0, 1, 0, 1], rising[::-1])
    game = Game(3, rng)
    assert rng.calls == [("below", 3), ("shuffle", rising)] + [("below", 2)] * 8
    assert game.lead == game.player == 2
    assert game.hand(0) == rising[16:] and game.hand(2) == rising[:8]
    assert game.discs == [True, False, True, False, False, True, False, True]


def test_an_alternating_row_begins_with_blue_and_draws_nothing():
    """FO-3, FO-N3"""
    for discs in ("alternating", 1):
        rng = Fixed([])
        game = Game(4, rng, discs=discs)
        assert game.discs == [True, False] * 5
        assert len(rng.calls) == 2 and rng.calls[0] == ("below", 4)
    assert Game(4, Rng(3), discs=0).discs == Game(4, Rng(3)).discs


def three_alike(row):
    return any(row[at] == row[at + 1] == row[at + 2] for at in range(len(row) - 2))


@pytest.mark.parametrize("number, ends", [(8, 34), (10, 84), (12, 208)])
def test_every_start_settles_in_an_even_row_without_three_alike(number, ends):
    """FO-2"""
    found = set()
    for start in product((False, True), repeat=number):
        row = list(start)
        settle(row)
        assert sum(row) * 2 == number and not three_alike(row)
        if sum(start) * 2 == number and not three_alike(start):
            assert tuple(row) == start, "nothing to settle"
        found.add(tuple(row))
    assert len(found) == ends


def settled_otherwise(row, choose):
    """The same procedure with another choice among several stretches of three or more."""
    row = list(row)
    while True:
        stretches = []
        start = 0
        for at in range(1, len(row) + 1):
            if at == len(row) or row[at] != row[start]:
                if at - start >= 3:
                    stretches.append((start, at))
                start = at
        if not stretches:
            break
        second_largest = choose(stretches)[1] - 2
        row[second_largest] = not row[second_largest]
    while sum(row) * 2 != len(row):
        larger = max(at for at in range(1, len(row)) if row[at] == row[at - 1])
        row[larger] = not row[larger]
    return row


@pytest.mark.parametrize("number", [8, 10, 12])
def test_which_of_several_stretches_is_broken_first_does_not_matter(number):
    """FO-2"""
    for start in product((False, True), repeat=number):
        row = list(start)
        settle(row)
        assert row == settled_otherwise(start, min) == settled_otherwise(start, max)


def test_settling_by_hand():
    """FO-2"""
    blue, red = True, False
    row = [blue] * 5 + [red, blue, red]
    settle(row)  # of discs 1 to 5 the 4 is turned, of 1 to 3 the 2; then they are even
    assert row == [blue, red, blue, red, blue, red, blue, red]
    row = [blue, blue, red, blue, blue, red, blue, blue]
    settle(row)  # the highest like pair is 7-8, then 4-5
    assert row == [blue, blue, red, blue, red, red, blue, red]


# A trick


def test_a_trick_is_played_clockwise_for_the_smallest_disc_left():
    """FO-5, FO-6"""
    game = Game(5, Rng(8))
    for disc in (1, 2, 3):
        assert game.disc == disc
        assert game.player == game.lead
        for step in range(5):
            assert game.player == (game.lead + step) % 5
            assert len(game.trick) == step
            game.apply(game.legal_actions()[0])


def test_the_leader_plays_anything_the_others_follow_suit_if_they_can():
    """FO-6, FO-N2"""
    game = dealt([[card(0, 5)], [card(0, 2), card(1, 1)], [card(1, n) for n in range(2, 9)] + [card(2, 8)]])
    assert game.legal_actions() == game.hand(0)
    assert game.led() == -1
    game.apply(card(0, 5))
    assert game.led() == 0
    assert game.legal_actions() == [c for c in game.hand(1) if suit_of(c) == 0]
    assert game.why(card(1, 1)) == ("follow", (0,))
    assert game.why(card(0, 2)) is None
    assert game.why(card(0, 5)) == ("not_held", (card(0, 5),))
    game.apply(card(0, 2))
    assert game.legal_actions() == game.hand(2), "else anything"


def test_trumps_do_not_free_from_following_suit():
    """FO-8. Disc 1 makes the number 1 trump; who has the led suit must follow it all the same."""
    game = dealt([[card(0, 5)], [card(0, 2), card(1, 1)], []])
    game.apply(card(0, 5))
    assert game.disc == 1 and game.legal_actions() == [card(0, 2)]


@pytest.mark.parametrize(
    ("played", "trump", "winner"),
    [
        ("1-4 0-8 1-6 1-5", 3, 2),  # without a trump the highest of the led suit
        ("1-4 0-8 2-6 3-5", 3, 0),
        ("1-4 1-8 1-3 1-5", 3, 2),
        ("1-3 1-8 0-3 1-5", 3, 2),  # of several trumps the latest
        ("1-3 1-8 0-8 1-5", 3, 0),
        ("1-4 1-8 0-3 2-3", 3, 3),
        ("1-4 1-8 0-3 1-3", 0, 1),  # without trumps at all
    ],
)
def test_the_highest_of_the_led_suit_wins_but_a_trump_beats_it(played, trump, winner):
    """FO-7, FO-9, FO-10"""
    assert decide([card(*map(int, one.split("-"))) for one in played.split()], trump) == winner


def test_without_trumps_at_all_for_a_first_game():
    """FO-10"""
    for trumps, winner in ((1, 2), (0, 1)):
        game = dealt([[card(0, 5)], [card(0, 7)], [card(0, 1)]], trumps=trumps)
        for c in (card(0, 5), card(0, 7), card(0, 1)):
            game.apply(c)
        assert game.taken_by(1) == game.lead == winner


def test_the_winner_takes_the_disc_as_it_lies_and_leads_the_next_trick():
    """FO-11"""
    game = dealt([[card(0, 5)], [card(0, 7), card(2, 3)], [card(0, 2), card(2, 2)]])
    assert game.taken_by(1) == -1
    for c in (card(0, 5), card(0, 7), card(0, 2)):
        game.apply(c)
    assert game.taken_by(1) == game.player == game.lead == 1
    assert [game.score(seat) for seat in range(3)] == [0, 1, 0], "disc 1 is blue"
    assert game.last_trick() == (0, [card(0, 5), card(0, 7), card(0, 2)], 1, 1, ("highest_led", (0, 7)))
    lowest = [c for c in game.hand(0) if suit_of(c) == 2][0]
    for c in (card(2, 3), card(2, 2), lowest):
        game.apply(c)
    assert game.taken_by(2) == 2
    assert [game.score(seat) for seat in range(3)] == [0, 1, -2], "disc 2 is red"
    assert game.last_trick()[2:] == (-2, 2, ("trump", (2,)))


def test_the_reason_names_the_latest_of_several_trumps():
    game = dealt([[card(0, 1)], [card(1, n) for n in range(1, 9)], [card(0, 8)]])
    for c in (card(0, 1), card(1, 1), card(0, 8)):
        game.apply(c)
    assert game.last_trick()[2:] == (1, 1, ("latest_trump", (1,)))


def reference(cards, trump):
    """Another reading of the same rule: the winning place by the greatest rank."""
    ranks = []
    for place, c in enumerate(cards):
        if number_of(c) == trump:
            ranks.append((2, place, place))
        elif suit_of(c) == suit_of(cards[0]):
            ranks.append((1, number_of(c), place))
    return max(ranks)[2]


def test_random_tricks_are_decided_as_by_a_plain_reading_of_the_rules():
    """FO-7, FO-9"""
    rng = Rng(2)
    for _ in range(3000):
        cards = list(range(60))
        rng.shuffle(cards)
        cards, trump = cards[: 3 + rng.below(3)], rng.below(13)
        assert decide(cards, trump) == reference(cards, trump)


def test_played_cards_are_put_down_before_their_own_player():
    """FO-12"""
    game = played_on(Game(4, Rng(3)), Rng(3), 10)
    piles = [game.pile(seat) for seat in range(4)]
    assert sorted(len(pile) for pile in piles) == [2, 2, 3, 3]
    for step, c in enumerate(game.trick):
        assert game.pile((game.lead + step) % 4)[-1] == c


# Rounds


@pytest.mark.parametrize("discs", ["settled", "alternating"])
def test_even_rounds_use_the_same_hands_with_every_disc_turned_over(discs):
    """FO-15"""
    rng = Rng(12)
    game = Game(5, rng, rounds=6, discs=discs)
    for number in (1, 3, 5):
        hands = [game.hand(seat)[:] for seat in range(5)]
        row = game.discs
        assert game.round == number
        played_on(game, rng, 60)
        assert [game.hand(seat) for seat in range(5)] == hands
        assert game.discs == [not blue for blue in row]
        assert (game.round, game.disc, game.pile(0)) == (number + 1, 1, [])
        assert all(game.taken_by(disc) == -1 for disc in range(1, 13))
        played_on(game, rng, 60)
        if game.player >= 0:
            assert [game.hand(seat) for seat in range(5)] != hands, "odd rounds deal again"
    assert game.player == -1 and list(game.legal_actions()) == []


@pytest.mark.parametrize("discs", ["settled", "alternating"])
def test_odd_rounds_are_dealt_anew_with_a_row_of_their_own(discs):
    """FO-14"""
    rng = Rng(8)
    game = Game(3, rng, rounds=4, discs=discs)
    hands, row = [game.hand(seat)[:] for seat in range(3)], game.discs[:]
    while game.round < 3:
        played_on(game, rng, 1)
    assert [game.hand(seat) for seat in range(3)] != hands
    assert sorted(sum([game.hand(seat) for seat in range(3)], [])) == sorted(sum(hands, []))
    if discs == "alternating":
        assert game.discs == row == [True, False] * 4
    else:
        assert game.discs != row and game.discs.count(True) == 4
    assert game.disc == 1


def test_the_winner_of_the_last_disc_leads_the_next_round():
    """FO-16"""
    rng = Rng(13)
    game = Game(3, rng, rounds=4)
    for _ in (1, 2, 3):
        played_on(game, rng, 24)
        assert game.lead == game.player == game.last_trick()[3]
        assert abs(game.last_trick()[2]) == 8


@pytest.mark.parametrize("rounds", [2, 4, 6])
def test_blue_discs_count_plus_red_ones_minus_over_all_rounds(rounds):
    """FO-13, FO-17"""
    rng = Rng(rounds)
    game = Game(3, rng, rounds=rounds)
    totals = [0, 0, 0]
    while game.player >= 0:
        row, disc = game.discs, game.disc
        played_on(game, rng, 3)
        points, winner = game.last_trick()[2:4]
        assert points == (disc if row[disc - 1] else -disc)
        totals[winner] += points
        assert [game.score(seat) for seat in range(3)] == game.points == totals
    assert sum(totals) == 0, "each disc lies once on either side"
    for seat in range(3):
        assert totals[seat] == sum(game.round_score(number, seat) for number in range(1, rounds + 1))


def test_the_highest_total_wins_and_a_tie_is_a_shared_win():
    """FO-18, FO-N5"""
    game = Game(3, Rng(0))
    game.points = [4, -8, 4]
    assert game.winners() == (0, 2)
    game.points = [4, 5, -9]
    assert game.winners() == (1,)


# Teams and the exchange, 4 players


def test_discs_of_partners_who_sit_opposite_are_added():
    """FO-19, FO-N5"""
    game = Game(4, Rng(0), teams=1)
    game.points = [5, -1, -3, 2]
    assert [game.score(seat) for seat in range(4)] == [2, 1, 2, 1]
    assert game.winners() == (0, 2)
    game.points = [5, 1, -3, 1]
    assert game.winners() == (0, 1, 2, 3)


def test_before_an_even_round_each_names_a_card_for_left_opposite_right_from_the_leader_on():
    """FO-20, FO-N2"""
    rng = Rng(21)
    game = round_two(rng, exchange=1)
    lead = game.lead
    hands = [game.hand(seat)[:] for seat in range(4)]
    named = {}
    for turn in range(4):
        seat = (lead + turn) % 4
        for step in range(3):
            assert game.exchanging and game.player == seat
            assert game.given(seat) == named.get(seat, []) and game.received(seat) == []
            assert game.legal_actions() == [c for c in hands[seat] if c not in named.get(seat, [])]
            assert game.hand(seat) == hands[seat]
            if step:
                assert game.why(named[seat][0]) == ("named", (named[seat][0],))
            c = game.legal_actions()[rng.below(10 - step)]
            named.setdefault(seat, []).append(c)
            game.apply(c)
    assert not game.exchanging and game.player == game.lead == lead
    for seat in range(4):
        left, opposite, right = (seat + 1) % 4, (seat + 2) % 4, (seat + 3) % 4
        got = [named[left][2], named[opposite][1], named[right][0]]
        assert game.received(seat) == got and game.given(seat) == named[seat]
        kept = [c for c in hands[seat] if c not in named[seat]]
        assert game.hand(seat) == sorted(kept + got), "hands are as many as before"


def test_there_is_an_exchange_in_every_even_round_and_in_no_odd_one():
    """FO-20"""
    rng = Rng(22)
    game = Game(4, rng, rounds=4, exchange=1, teams=1)
    named = dict.fromkeys((1, 2, 3, 4), 0)
    while game.player >= 0:
        named[game.round] += game.exchanging
        if game.round & 1:
            assert game.given(0) == game.received(0) == []
        played_on(game, rng, 1)
    assert named == {1: 0, 2: 12, 3: 0, 4: 12}


# Options


@pytest.mark.parametrize("option", ["teams", "exchange"])
def test_teams_and_the_exchange_are_for_4_players(option):
    """FO-N4"""
    for players in (3, 5):
        with pytest.raises(ValueError, match=f"{option} is for 4 players, not {players}"):
            Game(players, Rng(0), **{option: 1})
        assert admits(players, option, 0) and not admits(players, option, 1)
    Game(4, Rng(0), **{option: True})
    assert admits(4, option, 1)
    assert all(admits(3, "rounds", rounds) for rounds in OPTIONS[0][1])


# Whole matches


def test_200_random_matches_conserve_the_cards_and_end():
    chance = Rng(30)
    for seed in range(200):
        players = 3 + seed % 3
        options = {"trumps": seed & 1, "discs": OPTIONS[1][1][seed >> 1 & 1], "rounds": 2 + seed % 2 * 2}
        if players == 4:
            options["teams"] = seed >> 2 & 1
            options["exchange"] = seed >> 1 & 1
        game = Game(players, Rng(seed), **options)
        every = sorted(c for seat in range(players) for c in game.hand(seat))
        while game.player >= 0:
            actions = game.legal_actions()
            assert actions == sorted(set(actions)) and set(actions) <= set(game.hand(game.player))
            cards = [c for seat in range(players) for c in game.hand(seat) + game.pile(seat)]
            assert sorted(cards) == every
            game.apply(actions[chance.below(len(actions))])
        assert sum(game.points) == 0 and game.round == game.rounds


def test_partners_sit_opposite_and_nobody_has_one_without_teams():
    """FO-19"""
    for teams, partners in ((1, [2, 3, 0, 1]), (0, [-1] * 4)):
        game = Game(4, Rng(1), teams=teams)
        assert [game.partner(seat) for seat in range(4)] == partners


def name(c):
    return f"{'ABCDE'[suit_of(c)]}{number_of(c)}"


def describe_round(game):
    row = " ".join(f"{'+' if blue else '-'}{disc}" for disc, blue in enumerate(game.discs, 1))
    hands = [f"P{seat + 1} holds " + " ".join(map(name, game.hand(seat))) for seat in range(game.players)]
    return [f"Round {game.round}, discs {row}", *hands]


def line(game, action):
    after = game.copy()
    after.apply(action)
    if game.exchanging:
        to = (game.player + 1 + len(game.given(game.player))) % 4
        text = f"  P{game.player + 1} names {name(action)} for P{to + 1}"
        return text if after.exchanging else "\n".join([text, *describe_round(after)[1:]])
    head = "" if game.trick else f"Disc {game.disc}\n"
    text = f"{head}  P{game.player + 1} {name(action)}"
    if not after.trick:
        _, _, points, winner, reason = after.last_trick()
        text += f"\n  {reason[0]} {reason[1]}: P{winner + 1} takes {points:+}"
        if after.round != game.round:
            text = "\n".join([text, *describe_round(after)])
    return text


def test_playthrough():
    options = {"exchange": 1, "teams": 1}
    compare("flip_over", record("flip_over", 4, 12345678, line, describe_round, **options))


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_rounds_score_is_the_discs_so_far_and_stays_when_the_next_round_begins(players):
    rng = Rng(players)
    game = Game(players, rng)
    while game.round == 1:
        so_far = list(game.points)
        assert [game.round_score(1, seat) for seat in range(players)] == so_far
        played_on(game, rng, 1)
    first = [game.round_score(1, seat) for seat in range(players)]
    played_on(game, rng)
    assert [game.round_score(1, seat) for seat in range(players)] == first
    second = [game.round_score(2, seat) for seat in range(players)]
    assert [a + b for a, b in zip(first, second)] == [game.score(seat) for seat in range(players)]
