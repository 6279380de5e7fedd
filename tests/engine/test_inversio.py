# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Inversio: each test is named after the clause of the rulebook, or the promise, that it checks."""

import playthrough
import pytest

from engine.inversio import OPTIONS, Game
from engine.rng import Rng
from tests.dealing import Fixed
from tests.engine.test_conformance import state
from tests.games.inversio import stack

RANKS = "A23456789TJQK"
SUITS = "cdhs"
START = [1, 0, 0, 0, 0, 0, 0, 8, 9, 10, 11, 12, 14]


def card(name):
    """A card from its rank and its suit's letter: "Th" is a ten, "Ac" an ace."""
    return SUITS.index(name[1]) * 13 + RANKS.index(name[0])


def cards(names):
    return [card(name) for name in names.split()]


def name(number):
    return RANKS[number % 13] + SUITS[number // 13]


def deal(one, other, stock, first=0, **options):
    """A match with these cards in front; the stock goes on with the rest, rising."""
    front = cards(one) + cards(other) + cards(stock)
    assert len(cards(one)) == len(cards(other)) == 5
    assert len(set(front)) == len(front)
    order = front + [number for number in range(52) if number not in front]
    return Game(2, Fixed(first, order), **options)


def lay(game, names):
    for number in cards(names):
        assert number in game.legal_actions()
        game.apply(number)


def worth(game, rank):
    return game.worths[RANKS.index(rank)]


def random_match(seed, steps=1000, **options):
    rng = Rng(seed)
    game = Game(2, rng, **options)
    while game.player >= 0 and steps:
        actions = game.legal_actions()
        game.apply(actions[rng.below(len(actions))])
        steps -= 1
    return game


def owned(game):
    """Every card of the round, wherever it is."""
    found = game.hand(0) + game.hand(1) + stack(game)
    for table, laid, _ in game.laid():
        found += [table] if laid < 0 else [table, laid]
    if game.player >= 0:
        found.append(game.table)
    return sorted(found)


# Cards and deal


def test_worths_at_the_start():
    """IO-2. 2 to 7 nothing, 8, 9, 10 their number, jack 11, queen 12, king 14, ace 1."""
    assert list(Game(2, Rng(1)).worths) == START


def test_options_in_their_order():
    """IO-15, IO-N4"""
    assert OPTIONS == (("rounds", (1, 2, 4, 6), 2), ("open_worths", (0, 1), 1))
    game = Game(2, Rng(1))
    assert (game.rounds, game.open_worths) == (2, 1)


def test_the_deal_takes_one_seat_and_then_one_shuffle_of_rising_cards_a_round():
    """IO-4, IO-N3"""
    rng = Fixed(1)
    game = Game(2, rng, rounds=4)
    assert rng.calls == [("below", 2), ("shuffle", list(range(52)))]
    while game.player >= 0:
        game.apply(game.legal_actions()[0])
    assert rng.calls == [("below", 2)] + [("shuffle", list(range(52)))] * 4


def test_five_cards_for_seat_0_five_for_seat_1_then_the_stock_next_first():
    """IO-1, IO-N1, IO-N3"""
    game = Game(2, Fixed(0, list(range(51, -1, -1))))
    assert game.hand(0) == [47, 48, 49, 50, 51]
    assert game.hand(1) == [42, 43, 44, 45, 46]
    assert game.table == 41
    assert game.stock() == 41
    game.apply(51)
    assert game.table == 40


# Laying


def test_the_two_ranks_change_worth_for_all_suits():
    """IO-3, IO-6, IO-10. The book's example: queen up, 8; then 2 up, king; then 8 up, 2; then 2 and ace."""
    game = deal("8c 2c 3c 4c 5c", "Kd 6d Ad 3d 4d", "Qh 2h 8h 2s 5d")
    lay(game, "8c")
    assert (worth(game, "Q"), worth(game, "8")) == (8, 12)
    assert game.table == card("2h")
    lay(game, "Kd")
    assert (worth(game, "K"), worth(game, "2")) == (0, 14)
    assert game.table == card("8h")
    lay(game, "2c")
    assert (worth(game, "8"), worth(game, "2")) == (14, 12)
    lay(game, "Ad")
    assert (worth(game, "2"), worth(game, "A")) == (0, 3)
    assert list(game.worths) == [3, 0, 0, 0, 0, 0, 0, 14, 9, 10, 11, 8, 0]


def test_two_worthless_ranks_stay_worthless():
    """IO-6"""
    game = deal("3c 4c 5c 6c 7c", "3d 4d 5d 6d 7d", "2h 8h")
    assert game.effect(card("3c")) == []
    lay(game, "3c")
    assert list(game.worths) == START


def test_players_alternate_each_on_a_new_table_card():
    """IO-5"""
    game = deal("2c 3c 4c 5c 6c", "2d 3d 4d 5d 6d", "8h 9h Th", first=1)
    assert game.player == 1
    lay(game, "2d 3c")
    assert game.player == 1
    assert game.table == card("Th")
    assert game.laid() == [(card("8h"), card("2d"), 1), (card("9h"), card("3c"), 0)]


def test_a_card_cannot_be_laid_on_its_own_rank():
    """IO-7"""
    game = deal("2c 3c 4c 5c 6c", "2d 3d 4d 5d 6d", "3h")
    assert game.legal_actions() == cards("2c 4c 5c 6c")


def test_an_ace_can_be_laid_on_an_ace_and_gains_1():
    """IO-7, IO-12"""
    game = deal("Ac 3c 4c 5c 6c", "2d Ad 4d 5d 6d", "Ah As")
    assert game.legal_actions() == sorted(cards("Ac 3c 4c 5c 6c"))
    lay(game, "Ac")
    assert worth(game, "A") == 2
    lay(game, "Ad")
    assert worth(game, "A") == 3


def test_an_ace_gains_the_number_of_the_other_card_which_goes_back_to_its_start():
    """IO-10. Ace on a 5: ace 6, five 0; then with a 3: ace 9."""
    game = deal("Ac 2c 4c 5c 6c", "2d 3d 4d 5d 6d", "5h As")
    lay(game, "Ac")
    assert (worth(game, "A"), worth(game, "5")) == (6, 0)
    lay(game, "3d")  # whichever lies on which
    assert (worth(game, "A"), worth(game, "3")) == (9, 0)


@pytest.mark.parametrize("rank", "23456789T")
def test_the_ace_gains_the_printed_number_not_the_worth(rank):
    """IO-10, IO-13"""
    number = RANKS.index(rank) + 1
    for up, hand in ((rank, "A"), ("A", rank)):
        game = deal(f"{hand}c Kc Qc Jc 2s", "4d 5d 6d 7d Jd", f"{up}h")
        game.worths[number - 1] = 14
        lay(game, f"{hand}c")
        assert worth(game, "A") == 1 + number
        assert worth(game, rank) == START[number - 1]


@pytest.mark.parametrize("rank", "JQK")
def test_with_jack_queen_or_king_the_ace_stays_and_the_other_goes_back(rank):
    """IO-11"""
    for up, hand in ((rank, "A"), ("A", rank)):
        game = deal(f"{hand}c 3c 4c 5c 6c", "4d 5d 6d 7d 8d", f"{up}h")
        game.worths[RANKS.index(rank)] = 0
        game.worths[0] = 7
        lay(game, f"{hand}c")
        assert worth(game, "A") == 7
        assert worth(game, rank) == START[RANKS.index(rank)]


def test_the_highest_worth_is_41():
    """IO-13. Each ace is laid, or laid on, once, and gains 10 at most."""
    game = deal("Tc Td Th Ts 2c", "3c 3d 4c 4d 5c", "Ac 6c Ad 6d Ah 6h As 6s", rounds=1)
    for names in ("Tc 3c", "Td 3d", "Th 4c", "Ts 4d"):
        lay(game, names)
    assert worth(game, "A") == 41


def test_a_table_card_that_nothing_can_be_laid_on_is_passed_over_again_and_again():
    """IO-8"""
    game = deal("Kc 2c 3c 4c 5c", "6d 7d 8d 9d 7h", "Qh Jh Qs Js Qd Jd 6h 7s 7c Ts")
    lay(game, "Kc 6d 2c 8d 3c 9d 4c")
    # Seat 1 is left with two sevens: 7s and 7c are passed over.
    assert game.player == 1
    assert game.hand(1) == cards("7d 7h")
    assert game.table == card("Ts")
    assert game.legal_actions() == cards("7d 7h")
    assert game.laid()[-2:] == [(card("7s"), -1, 1), (card("7c"), -1, 1)]
    assert game.only(1) == 7
    assert game.only(0) == 0
    before = list(game.worths)
    lay(game, "7d")
    after = list(game.fight_worths())
    before[6], before[9] = before[9], before[6]
    assert after == before  # the passed ones had no effect


def test_one_other_card_in_hand_is_enough_not_to_pass_over():
    """IO-8"""
    game = deal("7c 7d 7h Qs 2c", "2d 3d 4d 5d 6d", "7s")
    assert game.table == card("7s")
    assert game.legal_actions() == cards("2c Qs")


def test_aces_alone_are_not_passed_over():
    """IO-8"""
    game = deal("Ac Ad 2c 3c 4c", "6d 7d 8d 9d Td", "Qh Jh Qs Js Qd Jd Ah")
    lay(game, "2c 6d 3c 7d 4c 8d")
    assert game.hand(0) == cards("Ac Ad")
    assert game.table == card("Ah")
    assert game.legal_actions() == cards("Ac Ad")


def test_the_stock_cannot_run_out():
    """IO-8

    At most two cards of a rank are passed over for a hand of two, so thirty cards are never touched.
    """
    least = 52
    passed = 0
    for seed in range(300):
        rng = Rng(seed)
        game = Game(2, rng, rounds=1)
        while game.player >= 0:
            # Whoever keeps the most of one rank is passed over most.
            ranks = [number % 13 for number in game.hand(game.player)]
            game.apply(min(game.legal_actions(), key=lambda number, ranks=ranks: ranks.count(number % 13)))
        least = min(least, game.stock())
        passed = max(passed, sum(laid < 0 for _, laid, _ in game.laid()))
    assert least >= 30
    assert passed >= 1


# The fight


def ending(one, other, first=0):
    """A round in which eight layings change no worth and leave these cards to fight."""
    return deal(f"{one} 2c 3c 4c 5c", f"{other} 2d 3d 4d 5d", "6h 7h 6s 7s 6c 7c 6d 7d", first)


@pytest.mark.parametrize(("one", "other", "winner"), [("Kh", "Qh", 0), ("8h", "Qh", 1), ("9s", "9h", -1)])
def test_the_last_cards_fight_the_higher_worth_wins_equal_nobody(one, other, winner):
    """IO-14"""
    game = ending(one, other)
    lay(game, "2c 2d 3c 3d 4c 4d 5c 5d")
    worths = tuple(START[number % 13] for number in cards(f"{one} {other}"))
    assert game.fight() == (0, winner, (card(one), card(other)), worths)
    assert [game.score(0), game.score(1)] == [winner == 0, winner == 1]


def test_the_next_round_is_dealt_at_once_and_the_last_fight_stays_in_view():
    """IO-14"""
    game = ending("Kh", "Qh", first=1)
    assert (game.fight(), game.fight_laid()) == ((), [])
    assert list(game.fight_worths()) == START
    lay(game, "2d 2c 3d 3c 4d 4c 5d")
    shown = game.laid()
    last = (game.table, card("5c"), 0)
    lay(game, "5c")
    assert (game.round, game.player, game.first()) == (1, 0, 0)
    assert len(game.hand(0)) == len(game.hand(1)) == 5
    assert game.laid() == []
    assert list(game.worths) == START
    assert game.fight_laid() == [*shown, last]
    assert game.fight()[0] == 0


def test_rounds_alternate_the_first_player_and_more_rounds_won_wins():
    """IO-4, IO-15"""
    for rounds in (1, 2, 4, 6):
        game = Game(2, Rng(rounds), rounds=rounds)
        firsts = []
        wins = [0, 0, 0]
        while game.player >= 0:
            if not game.laid():
                firsts.append(game.player)
            before = game.fight()
            game.apply(game.legal_actions()[0])
            if game.fight() != before:
                wins[game.fight()[1]] += 1
        assert firsts == [(firsts[0] + number) % 2 for number in range(rounds)]
        assert game.round == rounds - 1
        assert sum(wins) == rounds
        assert [game.score(0), game.score(1)] == wins[:2]
        more = (0,) if wins[0] > wins[1] else (1,)
        assert game.winners() == (() if wins[0] == wins[1] else more)


def test_equal_is_a_draw():
    """IO-15, IO-N5"""
    assert Game(2, Rng(1)).winners() == ()
    seen = set()
    for seed in range(40):
        game = random_match(seed, rounds=4)
        ahead = game.score(0) - game.score(1)
        assert game.winners() == (() if ahead == 0 else (0,) if ahead > 0 else (1,))
        seen.add((sum(game.winners()), ahead == 0, game.score(0) > 0))
    assert seen >= {(0, True, True), (0, False, True), (1, False, True)}


def test_the_end_shows_the_last_cards():
    game = random_match(4)
    assert (game.player, game.table) == (-1, -1)
    assert game.legal_actions() == []
    assert game.fight()[2] == (game.hand(0)[0], game.hand(1)[0])
    assert len(game.laid()) >= 8
    assert game.laid() == game.fight_laid()
    assert game.worths == game.fight_worths()


def test_hiding_the_worths_changes_no_rule():
    """IO-16"""
    open_one = random_match(6, 11, open_worths=1)
    hidden = random_match(6, 11, open_worths=0)
    one, other = state(open_one), state(hidden)
    assert (one.pop("open_worths"), other.pop("open_worths")) == (1, 0)
    assert one == other


# Readers


def test_effect_tells_what_laying_would_change():
    game = deal("8c Ac Qc Tc 3c", "Kd 6d Ad 3d 4d", "Qh Ah")
    assert game.effect(card("8c")) == [(8, 12), (12, 8)]
    assert game.effect(card("Ac")) == []
    assert game.effect(card("3c")) == [(3, 12), (12, 0)]
    lay(game, "8c")
    assert game.effect(card("Kd")) == []
    assert game.effect(card("6d")) == [(1, 7)]
    assert game.effect(card("Ad")) == [(1, 2)]
    lay(game, "6d")
    assert game.table % 13 != 0
    game.table = card("As")
    assert game.effect(card("Qc")) == [(12, 12)]
    assert game.effect(card("Tc")) == [(1, 17)]


def test_effect_is_what_happens():
    for seed in range(100):
        rng = Rng(seed)
        game = Game(2, rng, rounds=1)
        while game.player >= 0:
            actions = game.legal_actions()
            for action in actions:
                before = list(game.worths)
                told = game.effect(action)
                assert list(game.worths) == before
                branch = game.copy()
                branch.lay(action)
                after = list(branch.worths)
                assert told == [(i + 1, after[i]) for i in range(13) if before[i] != after[i]]
            game.apply(actions[rng.below(len(actions))])


def test_lay_stops_before_the_fight():
    game = random_match(9, 7)
    branch = game.copy()
    action = game.legal_actions()[0]
    assert branch.lay(action)
    assert (len(branch.hand(0)), len(branch.hand(1))) == (1, 1)
    game.apply(action)
    assert game.round == 1
    assert game.fight()[1] == branch.ahead()


# The rules told a second time


def told(table, laid, worths):
    """The new worths by rank's letter, in the words of the book."""
    table, laid, worths = table[0], laid[0], dict(worths)
    start = dict(zip(RANKS, START))
    printed = {"T": 10, **{letter: int(letter) for letter in "23456789"}}
    if table == laid == "A":
        worths["A"] += 1
    elif "A" in (table, laid):
        other = laid if table == "A" else table
        worths["A"] += printed.get(other, 0)
        worths[other] = start[other]
    else:
        worths[table], worths[laid] = worths[laid], worths[table]
    return worths


def test_random_matches_agree_with_the_rules_told_a_second_time():
    """IO-5, IO-9, IO-N2"""
    for seed in range(200):
        rng = Rng(seed)
        game = Game(2, rng, rounds=(1, 2, 4, 6)[seed % 4])
        worths = dict(zip(RANKS, START))
        while game.player >= 0:
            assert owned(game) == list(range(52))
            table = name(game.table)
            actions = game.legal_actions()
            assert actions
            assert [name(number) for number in actions] == [
                name(number)
                for number in game.hand(game.player)
                if name(number)[0] != table[0] or table[0] == "A"
            ]
            action = actions[rng.below(len(actions))]
            worths = told(table, name(action), worths)
            left = [hand[:] for hand in (game.hand(0), game.hand(1))]
            left[game.player].remove(action)
            number = game.fight()
            game.apply(action)
            if len(left[0]) == len(left[1]) == 1:
                assert game.fight() != number
                mine, other = (worths[name(hand[0])[0]] for hand in left)
                assert game.fight()[1:] == (
                    -1 if mine == other else int(other > mine),
                    (left[0][0], left[1][0]),
                    (mine, other),
                )
                assert list(game.fight_worths()) == [worths[letter] for letter in RANKS]
                worths = dict(zip(RANKS, START))
            else:
                assert list(game.worths) == [worths[letter] for letter in RANKS]
        assert owned(game) == list(range(52))


# What a seat may know


def test_where_a_deal_is_refused_the_next_takes_any_card_again_the_lowest_too():
    class Refused:
        """Chance that first deals the other hand two sevens, and then takes the second of what is left."""

        def __init__(self, places):
            self.places = places

        def below(self, n):
            return self.places.pop(0) if self.places else 1

    game = deal("Kc 2c 3c 4c 5c", "6d 7d 8d 9d Td", "Qh Jh Qs Js Qd Jd 6h 7s Ts")
    lay(game, "Kc 6d 2c 8d 3c 9d 4c")
    hidden = game.unseen(0)
    first, second = [place for place, number in enumerate(hidden) if number % 13 == 6][:2]
    game.redeal(0, Refused([first, second - 1]))
    assert game.hand(1) == hidden[1:3]


def test_a_redeal_mixes_every_card_that_this_round_can_come_to_use():
    class Last(Rng):
        asked = 0

        def below(self, n):
            self.asked += 1
            return super().below(n)

    for seed in range(8):
        game = random_match(seed, 3)
        chance = Last(seed)
        chance.asked = 0
        hands = len(game.hand(0)) + len(game.hand(1))
        game.redeal(0, chance)
        if game.only(1) == 0:
            # The other hand, and a table card for each card still to be laid.
            assert chance.asked >= len(game.hand(1)) + hands


def test_at_the_end_nothing_is_hidden():
    game = random_match(5)
    before = state(game)
    game.redeal(0, Rng(1))
    assert state(game) == before


# A whole match


def described(game, action):
    lines = []
    laid = game.laid()
    if game.round and all(pair[1] < 0 for pair in laid):
        lines += opening(game)
    start = len(laid)
    while start and laid[start - 1][1] < 0:
        start -= 1
    seat = f"P{game.player + 1}"
    lines += [f"{seat} passes over {name(table)}" for table, _, _ in laid[start:]]
    changes = [f"{RANKS[rank - 1]} is worth {worth}" for rank, worth in game.effect(action)]
    lines.append(f"{seat} lays {name(action)} on {name(game.table)}: " + (", ".join(changes) or "no change"))
    after = game.copy()
    if after.lay(action):
        lasts = [after.hand(seat)[0] for seat in (0, 1)]
        pairs = [f"{name(last)} worth {after.worths[last % 13]}" for last in lasts]
        winner = after.ahead()
        result = "nobody wins" if winner < 0 else f"P{winner + 1} wins"
        lines.append(f"Fight of round {game.round + 1}: {' against '.join(pairs)}, {result}")
    return "\n".join(lines)


def opening(game):
    hands = [f"P{seat + 1} has {' '.join(map(name, game.hand(seat)))}" for seat in (0, 1)]
    return [f"Round {game.round + 1}", *hands, f"P{game.player + 1} begins"]


def test_playthrough_of_two_rounds():
    playthrough.compare("inversio", playthrough.record("inversio", 2, 304, described, opening))


def test_what_was_laid_names_the_seats_in_turn_also_behind_the_lowest_card_and_one_passed_over():
    """IO-8"""
    game = deal("9c 9d 9h Ac 4c", "Qc 7d 2d 2s 3s", "7c Qd Tc Kd Jc 9s Qs", 1)
    lay(game, "Qc Ac 7d 4c 2d 9c")
    tables = cards("7c Qd Tc Kd Jc 9s Qs")
    assert game.laid() == list(zip(tables, [*cards("Qc Ac 7d 4c 2d"), -1, card("9c")], (1, 0, 1, 0, 1, 0, 0)))
