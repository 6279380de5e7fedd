# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Hyper Maker, clause by clause, with the rulebook's examples."""

from itertools import combinations

import pytest
from playthrough import compare, record

from engine.hyper_maker import (
    MASTER,
    NOBODY,
    OPTIONS,
    Game,
    admits,
    decide,
    first_suit,
    number_in,
    second_suit,
)
from engine.rng import Rng
from tests.dealing import Fixed
from tests.games.hyper_maker import stack

RED, BLUE, GREEN, YELLOW = range(4)
KINDS = list(combinations(range(4), 2))


def card(suit, number, other):
    """The card that has `number` in `suit`, its other suit being `other`."""
    if suit < other:
        return KINDS.index((suit, other)) * 10 + number - 1
    return KINDS.index((other, suit)) * 10 + 10 - number


def named(sign):
    """The card that a name such as R10G says: its number in red, its other suit being green."""
    return card("RBGY".index(sign[0]), int(sign[1:-1]), "RBGY".index(sign[-1]))


def dealt(masters, hands, lead=0, **options):
    """A match whose hands and first master cards are those, filled up with the other cards."""
    players = len(hands)
    size = 60 // (players + 1)
    rest = [card for card in range(60) if card not in masters and not any(card in hand for hand in hands)]
    deck = []
    for hand in hands:
        deck += hand + [rest.pop() for _ in range(size - len(hand))]
    return Game(players, Fixed(lead, deck + masters + rest), **options)


def trick(master, cards, lead=0, **options):
    """A match after a first trick of these cards, in the order from the leader."""
    players = len(cards)
    game = dealt([master], [[cards[(seat - lead) % players]] for seat in range(players)], lead, **options)
    for played in cards:
        game.apply(played)
    return game


def played_on(game, rng, moves):
    for _ in range(moves):
        actions = game.legal_actions()
        game.apply(actions[rng.below(len(actions))])
    return game


# Cards and deal


def test_each_pair_of_suits_has_ten_cards_whose_numbers_make_11():
    """HM-1, HM-2, HM-N1"""
    cards = [(first_suit(c), second_suit(c)) for c in range(60)]
    assert cards == [pair for pair in KINDS for _ in range(10)]
    for c in range(60):
        numbers = [number_in(c, suit) for suit in range(4)]
        assert sorted(numbers)[:2] == [0, 0] and sum(numbers) == 11
        assert numbers[first_suit(c)] == c % 10 + 1


def test_each_number_of_each_suit_exists_three_times():
    """HM-2"""
    for suit in range(4):
        numbers = sorted(number_in(c, suit) for c in range(60))
        assert numbers == [0] * 30 + sorted(list(range(1, 11)) * 3)


@pytest.mark.parametrize("players, size", [(3, 15), (4, 12), (5, 10)])
def test_hands_and_the_stack_are_as_many_and_no_card_is_left_over(players, size):
    """HM-3"""
    game = Game(players, Rng(7))
    hands = [game.hand(seat) for seat in range(players)]
    assert [len(hand) for hand in hands] == [size] * players
    assert game.masters_left() == size - 1
    cards = [c for hand in hands for c in hand] + stack(game)
    assert sorted([*cards, game.master]) == list(range(60))
    assert all(hand == sorted(hand) for hand in hands)


def test_the_deal_draws_the_leader_then_shuffles_once_and_deals_from_the_front():
    """HM-4, HM-N3"""
    deck = list(range(59, -1, -1))
    rng = Fixed(2, deck)
    game = Game(4, rng)
    assert rng.calls == [("below", 4), ("shuffle", list(range(60)))]
    assert game.lead == game.player == 2
    assert game.hand(0) == sorted(deck[:12]) and game.hand(3) == sorted(deck[36:48])
    masters = []
    while game.player >= 0:
        if not game.trick:
            masters.append(game.master)
        game.apply(game.legal_actions()[0])
    assert masters == deck[48:]


def test_the_first_leader_moves_clockwise_from_deal_to_deal():
    """HM-4"""
    game = Game(4, Rng(5), deals=4)
    leads = []
    while game.player >= 0:
        if game.masters_left() == 11 and not game.trick:
            leads.append(game.lead)
        game.apply(game.legal_actions()[-1])
    assert leads == [(leads[0] + step) % 4 for step in range(4)]


# A trick


def test_everyone_plays_one_card_clockwise_from_the_leader():
    """HM-5"""
    game = Game(5, Rng(1))
    order = []
    for _ in range(5):
        order.append(game.player)
        assert game.lead == order[0]
        game.apply(game.legal_actions()[0])
    assert order == [(order[0] + step) % 5 for step in range(5)]


def test_everyone_the_leader_too_must_play_one_of_the_masters_suits_free_which():
    """HM-6, HM-N2"""
    master = card(RED, 5, BLUE)
    both = card(RED, 9, BLUE)
    red, blue, neither = card(RED, 1, GREEN), card(BLUE, 2, YELLOW), card(GREEN, 4, YELLOW)
    game = dealt([master], [[both, red, blue, neither, 51, 52], [], []])
    legal = game.legal_actions()
    assert {both, red, blue} <= set(legal)
    assert all(number_in(c, RED) or number_in(c, BLUE) for c in legal)
    assert set(game.hand(0)) - set(legal) == {c for c in game.hand(0) if c >= 50} > {neither}
    assert game.why(neither) == ("follow", (RED, BLUE))
    assert game.why(both) is None
    assert game.why(game.hand(1)[0]) == ("not_held", (game.hand(1)[0],))


def test_without_any_of_the_suits_anything_may_be_played():
    """HM-7"""
    greens = [card(GREEN, number, YELLOW) for number in range(1, 11)]
    game = dealt([card(RED, 5, BLUE)], [[], [], [], [], greens], lead=4)
    assert game.legal_actions() == greens


@pytest.mark.parametrize(
    ("master", "played", "winner", "points", "reason"),
    [
        # The book's examples. Red 5 / blue 6: three cards with red, two with blue; the red 9 wins 6 points.
        ("R5B", "R2G R6B R9Y B10G", 2, 6, ("highest", (RED, 9, 3, 2))),
        # Equal counts: the master's higher number, blue, decides; the blue 7 wins 5 points.
        ("R5B", "R10G B3G R8Y B7Y", 3, 5, ("highest", (BLUE, 7, 2, 2))),
        # Red 9 / yellow 2: three red and one yellow, blue does not matter; nobody wins.
        ("R9Y", "R8B R3B Y5B R4G", MASTER, 0, ("master", (RED, 9, 3, 1))),
        # The master and two players show red 8: the later of the two wins, and the master loses a tie.
        ("R8B", "R1B R8G B2G R8Y", 3, 3, ("latest", (RED, 8, 3, 2))),
        ("R8B", "R1B R8G R2G B8Y", 1, 3, ("latest", (RED, 8, 3, 2))),
        # A tie below the highest number decides nothing; no card with any of the suits: nobody wins.
        ("R4B", "R4G R4Y R6Y", 2, 7, ("highest", (RED, 6, 3, 0))),
        ("R8B", "G4Y G8Y G9Y", NOBODY, 0, ("no_suit", (RED, BLUE))),
        ("R2B", "G10Y R3G Y10G", 1, 9, ("highest", (RED, 3, 1, 0))),
        ("R2B", "R3G R7G R4G", 1, 9, ("highest", (RED, 7, 3, 0))),
    ],
)
def test_who_wins_a_trick_and_how_much(master, played, winner, points, reason):
    """HM-7, HM-8, HM-9, HM-11, HM-12, HM-13, HM-14, HM-15"""
    master, *cards = [named(one) for one in [master, *played.split()]]
    for lead in range(len(cards)):
        game = trick(master, cards, lead)
        seat = (lead + winner) % len(cards) if winner >= 0 else winner
        assert game.last_trick() == (master, lead, cards, seat, points, reason)
        assert [game.score(other) for other in range(len(cards))] == [
            points * (other == seat) for other in range(len(cards))
        ]
        assert game.discarded() == (winner < 0)
        assert game.lead == game.player == (lead if winner < 0 or reason[0] == "latest" else seat)


@pytest.mark.parametrize(
    ("master", "played", "found"),
    [
        ("R9B", "R1B B3G G1Y", (0, BLUE, 10, 1, 1, 2)),  # both suits count, and the master is not counted
        ("R5B", "R5G", (0, RED, 5, 2, 1, 0)),  # but among the cards that show the highest number
        ("R5B", "R5G R5Y", (1, RED, 5, 3, 2, 0)),
        ("R5B", "R5G R6G R6Y", (2, RED, 6, 2, 3, 0)),
    ],
)
def test_what_decides_a_trick_and_how_many_cards_show_it(master, played, found):
    """HM-8, HM-12"""
    assert decide(named(master), [named(one) for one in played.split()]) == found


@pytest.mark.parametrize("master", [card(RED, 2, BLUE), card(RED, 7, BLUE)])
def test_as_printed_a_tie_does_not_move_the_lead_unless_the_option_says_so(master):
    """HM-15

    Among players, and between the master card and a player: the book counts the master's card too.
    """
    reds = [card(RED, 3, GREEN), card(RED, 7, GREEN), card(RED, 4, GREEN)]
    if number_in(master, RED) == 2:
        reds[2] = card(RED, 7, YELLOW)
    winner = 2 if number_in(master, RED) == 2 else 1
    for option, lead in ((0, 0), (1, winner)):
        game = trick(master, reds, tie_winner_leads=option)
        assert game.last_trick()[3] == winner
        assert game.lead == game.player == lead


def reference(master, cards):
    """Another reading of the same rules, without tables: (winner's place, points)."""
    suits = [first_suit(master), second_suit(master)]
    counts = [sum(1 for c in cards if number_in(c, suit)) for suit in suits]
    if counts == [0, 0]:
        return NOBODY, 0
    follow = max(suits, key=lambda suit: (counts[suits.index(suit)], number_in(master, suit)))
    ranks = [(number_in(master, follow), -1)] + [(number_in(c, follow), at) for at, c in enumerate(cards)]
    place = max(ranks)[1]
    suits.remove(follow)
    return place, number_in(master, suits[0]) if place >= 0 else 0


def test_random_tricks_are_decided_as_by_a_plain_reading_of_the_rules():
    """HM-8, HM-9, HM-10, HM-11, HM-12, HM-13"""
    rng = Rng(11)
    for _ in range(3000):
        cards = list(range(60))
        rng.shuffle(cards)
        master, cards = cards[0], cards[1 : 4 + rng.below(3)]
        place, points = reference(master, cards)
        winner, follow = decide(master, cards)[:2]
        assert winner == place
        assert place < 0 or points == 11 - number_in(master, follow)


# Winning


def test_most_points_after_the_last_trick_and_a_tie_is_a_shared_win():
    """HM-17, HM-N5"""
    shared = 0
    for seed in range(60):
        game = played_on(Game(3, Rng(seed)), Rng(seed), 45)
        assert game.player < 0
        points = [game.score(seat) for seat in range(3)]
        assert game.winners() == tuple(seat for seat in range(3) if points[seat] == max(points))
        shared += len(game.winners()) > 1
    assert 0 < shared < 60


def test_the_points_of_as_many_deals_as_players_are_added_up():
    """HM-16, HM-N5"""
    game = Game(3, Rng(9), deals=3)
    game = played_on(game, Rng(1), 3 * 45)
    assert game.player == -1 and list(game.legal_actions()) == []
    for seat in range(3):
        assert game.score(seat) == sum(game.deal_score(deal, seat) for deal in (1, 2, 3)) > 0
    assert sum(game.won(2)) == game.deal_score(3, 2)
    assert len(game.won(0)) + len(game.won(1)) + len(game.won(2)) + game.discarded() == 15


# Options


def test_there_is_one_deal_or_as_many_as_players():
    """HM-N4"""
    with pytest.raises(ValueError, match="deals is 1 or, here, 4, not 3"):
        Game(4, Rng(0), deals=3)
    assert [admits(4, "deals", deals) for deals in OPTIONS[0][1]] == [True, False, True, False]


# What a screen reads


def test_the_trick_as_things_stand():
    master = card(RED, 5, BLUE)
    cards = [card(GREEN, 5, YELLOW), card(RED, 6, GREEN), card(BLUE, 7, GREEN), card(RED, 10, BLUE)]
    game = dealt([master], [[c] for c in cards[1:] + cards[:1]], lead=3)
    assert game.worth() == (6, 5)
    assert (game.counts(), game.standing()) == ((0, 0), (NOBODY, BLUE, 0))
    game.apply(cards[0])
    assert (game.player, game.worth()) == (0, (6, 5))
    assert (game.counts(), game.standing()) == ((0, 0), (NOBODY, BLUE, 0))
    game.apply(cards[1])
    assert (game.counts(), game.standing()) == ((1, 0), (0, RED, 6))
    game.apply(cards[2])
    assert (game.counts(), game.standing()) == ((1, 1), (1, BLUE, 5))
    game.apply(cards[3])
    assert game.last_trick()[3:5] == (1, 5)
    assert game.trick == [] and game.counts() == (0, 0)


def test_the_counts_are_those_of_the_trick_whoever_is_to_act():
    red, blue = card(RED, 6, GREEN), card(BLUE, 7, GREEN)
    for lead in range(3):
        hands = [[], [], []]
        hands[lead], hands[(lead + 1) % 3] = [red], [blue]
        game = dealt([card(RED, 5, BLUE)], hands, lead)
        game.apply(red)
        game.apply(blue)
        assert (game.player, game.counts()) == ((lead + 2) % 3, (1, 1))


def test_the_last_trick_of_a_deal_can_be_shown_when_the_next_is_dealt():
    game = Game(3, Rng(2), deals=3)
    assert game.last_trick() is None
    played_on(game, Rng(8), 44)
    cards = [*game.trick, game.legal_actions()[0]]
    master, lead = game.master, game.lead
    game.apply(cards[-1])
    assert game.deal == 2 and len(game.hand(0)) == 15
    assert game.last_trick()[:3] == (master, lead, cards)


def test_a_match_that_is_over_has_no_master_card_and_no_standing():
    game = played_on(Game(3, Rng(2)), Rng(8), 45)
    assert (game.player, game.master, game.standing()) == (-1, -1, (NOBODY, -1, 0))
    assert game.worth() == game.counts() == (0, 0)


# Whole matches


def over(game):
    """How many tricks of the deal are over."""
    return game.discarded() + sum(len(game.won(seat)) for seat in range(game.players))


def test_200_random_matches_conserve_the_cards_and_end():
    chance = Rng(20)
    for seed in range(200):
        players = 3 + seed % 3
        game = Game(players, Rng(seed), deals=players if seed % 10 == 0 else 1, tie_winner_leads=seed & 1)
        gone = []
        while game.player >= 0:
            actions = game.legal_actions()
            assert actions == sorted(set(actions)) and set(actions) <= set(game.hand(game.player))
            hidden = game.hand(0) + game.unseen(0)
            assert sorted(hidden + gone + game.trick + [game.master]) == list(range(60))
            deal, tricks = game.deal, over(game)
            game.apply(actions[chance.below(len(actions))])
            if game.deal != deal:
                gone = []
            elif over(game) > tricks:
                gone += [game.last_trick()[0], *game.last_trick()[2]]
        assert 0 <= sum(game.score(seat) for seat in range(players))


def name(c):
    signs = "RBGY"
    first, second = first_suit(c), second_suit(c)
    return f"{signs[first]}{number_in(c, first)}{signs[second]}{number_in(c, second)}"


def opening(game):
    return [f"P{seat + 1} holds " + " ".join(map(name, game.hand(seat))) for seat in range(game.players)]


def line(game, action):
    head = "" if game.trick else f"Deal {game.deal}, master {name(game.master)}\n"
    text = f"{head}  P{game.player + 1} {name(action)}"
    after = game.copy()
    after.apply(action)
    if not after.trick:
        _, _, _, winner, points, reason = after.last_trick()
        won = f"P{winner + 1} wins {points}" if winner >= 0 else "nobody"
        text += f"\n  {reason[0]} {reason[1]}: {won}"
    return text


def test_playthrough():
    compare("hyper_maker", record("hyper_maker", 4, 20200924, line, opening))


def test_a_trick_without_the_masters_suits_shows_the_masters_number_once_and_nobody_wins():
    found = 0
    for master in range(60):
        for other in range(60):
            if decide(master, [other])[0] == NOBODY:
                assert decide(master, [other])[3:] == (1, 0, 0)
                assert type(decide(master, [other])[1]) is int  # the place of the suit's name
                found += 1
    assert found


def test_gone_are_the_cards_played_and_the_masters_turned_up():
    for players in (3, 4, 5):
        game = Game(players, Rng(players))
        gone = {game.master}
        assert game.gone() == sorted(gone)
        for number in range(2 * players):
            action = game.legal_actions()[0]
            game.apply(action)
            gone |= {action, game.master}
            assert game.gone() == sorted(gone), number
