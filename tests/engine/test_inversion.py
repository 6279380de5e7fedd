# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""!nversion, clause by clause of docs/rules/inversion.md."""

import itertools

import playthrough
import pytest

from engine.inversion import OPTIONS, PASS, Game, admits
from engine.rng import Rng
from tests.dealing import Fixed
from tests.games.inversion import standing

SUITS = "cshdw"  # club, spade, heart, diamond, clown
NAMES = ("club", "spade", "heart", "diamond", "clown")


def card(name):
    """A card from its number and its suit's letter: "10h"."""
    return SUITS.index(name[-1]) * 10 + int(name[:-1]) - 1


def cards(names):
    return [card(name) for name in names.split()]


def name(number):
    return f"{number % 10 + 1}{SUITS[number // 10]}"


def deal(lane, *hands, first=0, auction=()):
    """A match with the cards named; hands and lane are filled up to ten with what is left, rising."""
    places = [cards(hand) for hand in hands] + [cards(lane)]
    named = [number for place in places for number in place]
    assert len(set(named)) == len(named)
    rest = [number for number in range(10 * len(places)) if number not in named]
    for place in places:
        while len(place) < 10:
            place.append(rest.pop(0))
    game = Game(len(hands), Fixed(first, [number for place in places for number in place]))
    for action in auction:
        assert action in game.legal_actions()
        game.apply(action)
    return game


def play(game, names):
    for number in cards(names):
        game.apply(number)


def legal(game):
    return " ".join(name(number) for number in game.legal_actions())


THREE = (51, PASS, PASS)  # the first declarer becomes the parent
HEARTLESS = "1c 2c 3c 4c 6c 1s 4s 5s 6s 7s"


def random_match(players, seed, steps=1000, **options):
    rng = Rng(seed)
    game = Game(players, rng, **options)
    while game.player >= 0 and steps:
        actions = game.legal_actions()
        game.apply(actions[rng.below(len(actions))])
        steps -= 1
    return game


def owned(game):
    """Every card of a match, wherever it is."""
    found = list(game.lane)
    for seat in range(game.players):
        found += game.hand(seat)
        found += [game.played(trick, seat) for trick in range(10) if game.played(trick, seat) >= 0]
    return sorted(found)


# Cards and deal


def test_as_many_suits_as_players_and_one_more_the_first_ones_unless_chosen():
    """IN-1, IN-N1"""
    for players in (2, 3, 4):
        assert Game(players, Rng(1)).suits == tuple(range(players + 1))
        for suits in itertools.combinations(range(5), players + 1):
            for given in (suits, list(suits)):
                game = Game(players, Rng(1), suits=given)
                assert game.suits == suits
                assert owned(game) == [suit * 10 + i for suit in suits for i in range(10)]
    assert Game(3, Rng(1), suits=None).suits == (0, 1, 2, 3)


def test_the_option_lists_every_choice_of_suits_and_says_for_how_many_players():
    """IN-N4"""
    key, allowed, default = OPTIONS[0]
    assert (key, default) == ("suits", None)
    assert list(allowed) == [suits for n in (3, 4, 5) for suits in itertools.combinations(range(5), n)]
    assert [sum(admits(players, key, suits) for suits in allowed) for players in (2, 3, 4)] == [10, 5, 1]


@pytest.mark.parametrize(
    "suits",
    [(0, 1), (0, 1, 2), (0, 1, 2, 3, 4), (0, 2, 1, 3), (0, 1, 1, 2), (1, 2, 3, 5), (-1, 0, 1, 2)]
    + [(), 4, "0123"],
)
def test_a_wrong_choice_of_suits_is_refused(suits):
    """IN-N4"""
    with pytest.raises(ValueError, match="suits"):
        Game(3, Rng(1), suits=suits)


def test_ten_cards_each_by_seat_then_the_lane_first_follow_card_first():
    """IN-2, IN-3, IN-N3"""
    game = Game(3, Fixed(0, list(range(39, -1, -1))))
    assert [game.hand(seat) for seat in range(3)] == [list(range(i, i + 10)) for i in (30, 20, 10)]
    assert game.lane == list(range(9, -1, -1))
    assert game.follow() == 9


# The auction


def test_no_auction_with_two_players_the_one_drawn_leads():
    """IN-4, IN-8"""
    game = Game(2, Fixed(1))
    assert not game.auction
    assert game.player == game.leader(0) == 1
    assert game.parent == -1


def test_the_first_declarer_must_name_at_least_1():
    """IN-5"""
    for players in (3, 4):
        game = Game(players, Fixed(2))
        assert game.auction
        assert game.player == 2
        assert game.legal_actions() == list(range(51, 61))
        assert game.why(PASS) == ("name_first",)


def test_each_names_a_larger_number_or_passes():
    """IN-4, IN-N2"""
    game = Game(4, Fixed(0))
    game.apply(54)
    assert game.player == 1
    assert game.declared == 4
    assert game.legal_actions() == [PASS, 55, 56, 57, 58, 59, 60]
    assert game.why(54) == ("name_more", 4)
    assert game.why(55) == ()


def test_those_who_passed_are_skipped_until_one_is_left_the_parent():
    """IN-6"""
    game = Game(4, Fixed(3))
    seats = []
    for action in (51, PASS, 52, 53, 54, PASS, 55, PASS):
        seats.append(game.player)
        assert game.auction
        game.apply(action)
    assert seats == [3, 0, 1, 2, 3, 1, 2, 3]
    assert not game.auction
    assert (game.parent, game.declared) == (2, 5)
    assert [game.named(seat) for seat in range(4)] == [-1, -1, 5, -1]


def test_ten_is_the_most_and_the_others_then_pass_one_by_one():
    """IN-7"""
    game = Game(4, Fixed(0))
    game.apply(60)
    for seat in (1, 2, 3):
        assert game.player == seat
        assert game.legal_actions() == [PASS]
        game.apply(PASS)
    assert (game.parent, game.declared) == (0, 10)


def test_the_parent_leads_the_first_trick():
    """IN-20"""
    game = Game(3, Fixed(1))
    for action in (53, 54, PASS, PASS):
        assert game.leader(0) == -1
        game.apply(action)
    assert game.parent == game.player == game.leader(0) == 2


# Lane following


def test_the_follow_cards_suit_or_any_card_that_makes_11():
    """IN-9, IN-10"""
    game = deal("9h", "1h 8h 2c 2s 3s 9s 10s 5c 6c 7c", "10c", "10d", auction=THREE)
    assert legal(game) == "2c 2s 1h 8h"
    assert game.why(card("3s")) == ("follow_suit", SUITS.index("h"), 2)
    assert game.why(card("2s")) == ()
    assert game.why(card("10c")) == ("not_in_hand",)
    game = deal("1h", "3h 4h 2c 10c 3s", "1d", "2d", auction=THREE)
    assert game.why(card("3s")) == ("follow_suit", SUITS.index("h"), 10)


def test_the_card_that_makes_11_is_of_the_suit_too_and_binds_to_it():
    """IN-13"""
    game = deal("9h", "2h 2c 3s 9s 10s 5c 6c 7c 8c 9c", "10c", "10d", auction=THREE)
    assert legal(game) == "2c 2h"


def test_without_the_suit_anything_and_the_11_card_is_never_forced():
    """IN-11"""
    game = deal("9h", HEARTLESS, "10c", "10d", auction=THREE)
    assert game.legal_actions() == sorted(cards(HEARTLESS))


def test_the_third_player_follows_the_swapped_card():
    """IN-12

    Follow 9 of hearts; 8 of hearts, 2 of spades: now a spade or a 9, if there is a spade in hand.
    """
    game = deal("9h", "8h", "2s", "1s 10s 9c 9d 3h 4h 5h 2h 2d 8d", auction=THREE)
    play(game, "8h 2s")
    assert game.player == 2
    assert legal(game) == "9c 1s 10s 9d"
    game = deal("9h", "8h", "2s", "1c 10c 9c 9d 3h 4h 5h 2h 2d 8d", auction=THREE)
    play(game, "8h 2s")
    assert len(game.legal_actions()) == 10


# Inversion


def test_a_card_that_makes_11_changes_places_with_the_follow_card():
    """IN-12"""
    game = deal("9h 5s", "8h", "2s", "1s", auction=THREE)
    play(game, "8h 2s")
    assert game.follow() == card("2s")
    assert game.lane[:2] == cards("2s 5s")
    assert game.trick() == cards("8h 9h") + [-1]
    assert game.inverted(0)
    assert card("2s") not in game.hand(1)
    assert card("9h") not in game.hand(1)


def test_inversion_happens_whatever_the_suit():
    """IN-13"""
    game = deal("9h", "2h", "5c", "6c", auction=THREE)
    play(game, "2h")
    assert game.inverted(0)
    assert game.follow() == card("2h")
    assert game.trick() == [card("9h"), -1, -1]


def test_an_inversion_affects_its_own_trick_only():
    """IN-16"""
    game = deal("9h 5d", "8h 9c", "2s 1d", "8s 10s", auction=THREE)
    play(game, "8h 2s 8s")
    assert game.inverted(0)
    assert game.winner(0) == game.player == 1
    assert game.follow() == card("5d")
    play(game, "1d 10s 9c")
    assert not game.inverted(1)
    assert game.winner(1) == 1
    assert game.reason(1) == ("highest_suit", SUITS.index("d"), 1)


# Who wins a trick


@pytest.mark.parametrize(
    ("lane", "played", "first", "winner", "reason", "pile"),
    [
        # The book's examples: two nines after an inversion, and two inversions.
        ("9h", "9c 2s 8s", 0, 0, ("inverted_highest_earliest", 9), "9c 9h 8s 2s"),
        ("2h", "5h 9s 2s", 0, 2, ("inverted_highest", 9), "5h 2h 9s 2s"),
        ("9h", "2h 9s 2s", 0, 0, ("inverted_highest_earliest", 9), "9h 2h 9s 2s"),
        ("2h", "8h 9s 10d", 0, 2, ("inverted_highest", 10), "8h 2h 10d 9s"),
        ("9h", "3h 10c 7h", 0, 2, ("highest_suit", 2, 7), "3h 10c 7h 9h"),
        ("9h", "3c 10c 7s", 0, 1, ("highest_number", 10), "3c 10c 7s 9h"),
        ("9h", "3c 10c 10s", 0, 1, ("highest_number_earliest", 10), "3c 10c 10s 9h"),
        ("9h", "10s 10c 3c", 2, 2, ("highest_number_earliest", 10), "10c 3c 10s 9h"),  # by turn, not by seat
        ("9h 5h", "6h 6s 6c", 0, 0, ("highest_suit", 2, 6), "6h 6s 6c 9h"),  # with the 5 none makes 11
    ],
)
def test_who_wins_a_trick_and_why(lane, played, first, winner, reason, pile):
    """IN-12, IN-14, IN-15, IN-17, IN-18"""
    cards_played = played.split()
    hands = [cards_played[(seat - first) % 3] for seat in range(3)]
    game = deal(lane, *hands, first=first, auction=THREE)
    play(game, played)
    assert (game.winner(0), game.reason(0)) == (winner, reason)
    assert game.pile(0) == cards(pile) and game.inverted(0) == reason[0].startswith("inverted")
    assert game.player == winner


def test_the_winner_piles_up_the_trick_with_its_last_follow_card_and_leads_the_next():
    """IN-3, IN-19, IN-20"""
    game = deal("2h 5c", "5h", "9s", "2s", auction=THREE)
    assert game.pile(0) == []
    assert game.reason(0) == ()
    assert game.winner(0) == -1
    play(game, "5h 9s 2s")
    assert game.pile(0) == cards("5h 2h 9s 2s")
    assert game.player == game.leader(1) == 2
    assert game.score(2) == 1
    assert game.position == 1
    assert game.follow() == card("5c")
    assert game.trick() == [-1, -1, -1]


def test_all_ten_tricks_are_played_and_the_piles_hold_every_card():
    """IN-19, IN-N5"""
    for players in (2, 3, 4):
        game = random_match(players, 5)
        assert game.player == game.follow() == -1
        assert game.legal_actions() == []
        assert game.why(0) == ("over",)
        assert sum(game.score(seat) for seat in range(players)) == 10
        piled = [number for trick in range(10) for number in game.pile(trick)]
        assert sorted(piled) == list(range(10 * (players + 1)))
        for seat in range(players):
            assert game.score(seat) == [game.winner(trick) for trick in range(10)].count(seat)


def test_every_pile_is_in_sight_of_every_seat_at_any_time():
    """IN-21"""
    for players in (2, 3, 4):
        game = random_match(players, 6, 7 * players)
        piled = [number for trick in range(10) for number in game.pile(trick)]
        assert len(piled) >= 2 * (players + 1)
        for seat in range(players):
            assert not set(piled) & set(game.unseen(seat))
            twin = game.copy()
            twin.redeal(seat, Rng(8))
            assert [twin.pile(trick) for trick in range(10)] == [game.pile(trick) for trick in range(10)]


# Winning


def test_two_players_more_tricks_win_and_five_each_is_a_draw():
    """IN-22, IN-N5"""
    assert standing(2, (6, 4)).winners() == (0,)
    assert standing(2, (4, 6)).winners() == (1,)
    assert standing(2, (5, 5)).winners() == ()


def test_the_parent_wins_alone_with_the_declared_number_otherwise_all_children():
    """IN-23, IN-N5"""
    assert standing(3, (1, 4, 5), 1, 4).winners() == (1,)
    assert standing(3, (1, 4, 5), 1, 3).winners() == (1,)
    assert standing(3, (1, 4, 5), 1, 5).winners() == (0, 2)
    assert standing(4, (9, 0, 0, 1), 3, 2).winners() == (0, 1, 2)


def test_nobody_wins_in_the_auction():
    """IN-N5"""
    game = Game(3, Rng(1))
    game.apply(51)
    assert game.winners() == ()
    assert not game.settled()


@pytest.mark.parametrize(
    ("tricks", "position", "settled"),
    [((5, 0), 5, False), ((6, 0), 6, True), ((5, 4), 9, False), ((5, 3), 8, False), ((6, 3), 9, True)]
    + [((2, 6), 8, True), ((5, 5), 10, True), ((0, 0), 0, False)],
)
def test_two_players_are_settled_when_the_rest_cannot_change_the_outcome(tricks, position, settled):
    """IN-24"""
    assert standing(2, tricks, position=position).settled() == settled


@pytest.mark.parametrize(
    ("parent_won", "declared", "position", "settled"),
    [(4, 4, 4, True), (3, 4, 9, False), (3, 4, 10, True), (2, 4, 9, True), (0, 10, 1, True)]
    + [(0, 9, 1, False)],
)
def test_parent_and_children_are_settled_when_the_number_is_reached_or_out_of_reach(
    parent_won, declared, position, settled
):
    """IN-24"""
    assert standing(3, (position - parent_won, parent_won, 0), 1, declared, position).settled() == settled


def test_what_was_settled_stays():
    """IN-24. In random matches the winners never change once the match is settled, and at the end it is."""
    for seed in range(60):
        game = Game(2 + seed % 3, rng := Rng(seed))
        winners = None
        while game.player >= 0:
            actions = game.legal_actions()
            game.apply(actions[rng.below(len(actions))])
            if game.settled():
                winners = game.winners() if winners is None else winners
                assert game.winners() == winners
        assert winners is not None


# The rules told a second time


class Told:
    """A match told in the words of the book, slowly, from a deal and its actions."""

    def __init__(self, game):
        self.players = game.players
        self.hands = [game.hand(seat)[:] for seat in range(self.players)]
        self.lane = game.lane[:]
        self.turn = game.player
        self.trick = []  # (seat, card that counts)
        self.swapped = False

    def legal(self):
        follow = self.lane[0]
        hand = self.hands[self.turn]
        suit = {number for number in hand if number // 10 == follow // 10}
        eleven = {number for number in hand if (number % 10 + 1) + (follow % 10 + 1) == 11}
        return sorted(suit | eleven) if suit else sorted(hand)

    def play(self, number):
        """Plays a card; the winner of the trick that it ends, else None."""
        self.hands[self.turn].remove(number)
        counts = number
        if (number % 10 + 1) + (self.lane[0] % 10 + 1) == 11:
            counts, self.lane[0] = self.lane[0], number
            self.swapped = True
        self.trick.append((self.turn, counts))
        self.turn = (self.turn + 1) % self.players
        if len(self.trick) < self.players:
            return None
        follow = self.lane.pop(0)
        running = [(seat, counts) for seat, counts in self.trick if counts // 10 == follow // 10]
        if self.swapped or not running:
            running = self.trick
        best = max(counts % 10 for seat, counts in running)
        self.turn = next(seat for seat, counts in running if counts % 10 == best)
        self.trick = []
        self.swapped = False
        return self.turn


def test_random_matches_agree_with_the_rules_told_a_second_time():
    for seed in range(200):
        players = 2 + seed % 3
        rng = Rng(seed)
        game = Game(players, rng)
        everything = owned(game)
        while game.auction:
            actions = game.legal_actions()
            game.apply(actions[rng.below(min(3, len(actions)))])
        told = Told(game)
        winners = []
        while game.player >= 0:
            assert game.player == told.turn
            actions = game.legal_actions()
            assert actions == told.legal()
            action = actions[rng.below(len(actions))]
            game.apply(action)
            winner = told.play(action)
            if winner is not None:
                winners.append(winner)
            assert owned(game) == everything
        assert winners == [game.winner(trick) for trick in range(10)]


# A whole match


def described(game, action):
    seat = f"P{game.player + 1}"
    if game.auction:
        return f"{seat} passes" if action == PASS else f"{seat} names {action - PASS}"
    after = game.copy()
    after.apply(action)
    trick = game.position
    follow = name(game.follow())
    line = f"{seat} plays {name(action)} on {follow}"
    if game.follow() != after.lane[trick]:
        line += f", which changes places: {name(after.lane[trick])} is the follow card"
    if after.position > trick:
        key, *values = after.reason(trick)
        if key == "highest_suit":
            values[0] = NAMES[values[0]]
        because = " ".join(map(str, [key.replace("_", " "), *values]))
        line += f"\nTrick {trick + 1} to P{after.winner(trick) + 1}: {because}"
        line += f"; pile {' '.join(map(name, after.pile(trick)))}"
        if after.settled() and not game.settled():
            line += "\nThe match is settled"
    return line


def opening(game):
    lines = [f"P{seat + 1} has {' '.join(map(name, game.hand(seat)))}" for seat in range(game.players)]
    return [*lines, f"Lane {' '.join(map(name, game.lane))}", f"P{game.player + 1} begins"]


def bidding_low(game, rng):
    """Random play; in the auction one more than the last, or a pass."""
    actions = game.legal_actions()
    return actions[rng.below(min(2, len(actions)) if game.auction else len(actions))]


def test_playthrough_of_four_players():
    text = playthrough.record("inversion", 4, 27, described, opening, bidding_low)
    playthrough.compare("inversion", text)


@pytest.mark.parametrize(("players", "suits"), [(2, (0, 1, 2, 3)), (3, (0, 1, 2)), (4, (0, 1, 2, 3))])
def test_setup_one_suit_more_than_players_is_used(players, suits):
    with pytest.raises(ValueError, match=f"{players} players use {players + 1} suits, not {len(suits)}"):
        Game(players, Rng(1), suits=suits)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_at_the_end_the_present_trick_is_the_last_one(players):
    game = Game(players, Rng(3))
    while game.player >= 0:
        game.apply(game.legal_actions()[-1])
    assert game.trick() == [game.played(9, seat) for seat in range(players)]
    assert min(game.trick()) >= 0
