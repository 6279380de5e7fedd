# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What the computer players of Inversio promise."""

import pytest

from engine import bots
from engine.bots import inversio as inversio_bot
from engine.bots.inversio import _clues as clues  # noqa: PLC2701
from engine.bots.inversio import _play_out as play_out  # noqa: PLC2701
from engine.inversio import Game
from engine.rng import Rng
from tests.dealing import Fixed
from tests.robots import position, share
from tools.measure.opcodes import thought


def test_a_search_ends_where_one_choice_is_left():
    for seed in range(6):
        game = position("inversio", 2, seed, seed % 5)
        hand = game.hand(game.player)
        rank = (game.table + 1) % 13
        hand[:] = [rank + 13 * suit for suit in range(min(4, len(hand)))]  # all of them are one choice
        mind = inversio_bot.Mind(game, bots.HARD, Rng(1))
        steps = 0
        action = None
        while action is None:
            steps += 1
            assert steps < 10
            action = mind.step()
        assert action == hand[0]


@pytest.fixture
def guesses(monkeypatch):
    """The other hands, as ranks, that minds guess from now on. In each all choices come out alike."""
    found = []

    def noted(worths, mine, others, tables, paired):
        found.append(others)
        return 1

    monkeypatch.setattr(inversio_bot, play_out.__name__, noted)
    return found


@pytest.mark.parametrize("actions", [0, 3, 6])
def test_a_search_in_which_nothing_is_clear_ends_as_well(actions, guesses):
    mind = inversio_bot.Mind(position("inversio", 2, 4, actions), bots.HARD, Rng(1))
    steps = 0
    while mind.step() is None:
        steps += 1
        assert steps < 200
    assert len(guesses) > 100


def test_what_is_clear_costs_little():
    game = position("inversio", 2, 2, 7, rounds=1)
    seat = game.player
    game.hand(seat)[:] = [1, 12]  # a two, a king
    game.table = 18  # a six
    game.worths[:] = bytes((1, 0, 0, 0, 0, 0, 0, 8, 9, 10, 11, 12, 14))
    action, slices = thought(game, bots.HARD, Rng(1))
    assert action == 1
    assert sum(slices) < 60000


def guessed(game, guesses):
    """How often each rank is in the guesses of the other hand."""
    guesses.clear()
    for seed in range(3):
        mind = inversio_bot.Mind(game, bots.HARD, Rng(seed))
        while mind.step() is None:
            pass
    return [sum(hand.count(rank) for hand in guesses) for rank in range(13)]


def after(laid, hand, tables):
    """A match in which seat 1 began with a card on the first table card, and both have laid these since."""
    other = laid[::2]
    used = [*hand, *other, *tables]
    other += [card for card in range(52) if card not in used][: 5 - len(other)]
    game = Game(2, Fixed(1, [*hand, *other, *tables]), rounds=1)
    for card in laid:
        game.apply(card)
    assert game.player == 0
    return game


TWOS = (2, 15, 28, 3, 16)


def test_the_other_hand_is_guessed_by_what_it_laid(guesses):
    # A queen or a two was laid on a seven; the other three sevens are in our hand.
    sevens = (19, 32, 45, 3, 16)
    high = guessed(after([11], sevens, [6, 50]), guesses)
    low = guessed(after([1], sevens, [6, 50]), guesses)
    assert sum(high[8:]) > 1.1 * sum(low[8:])
    # Were they not, who lays a queen has one.
    likely, rare = [guessed(after([card], TWOS, [6, 50]), guesses)[6] for card in (11, 1)]
    assert likely > 3 * rare


def test_a_card_of_the_table_cards_rank_makes_all_choices_alike():
    assert [clue[:3] for clue in clues(after([11], TWOS, [6, 50]))] == [[6, 6, 6]]
    # Once such a card was laid later, it was in hand: the lay before tells nothing.
    game = after([11, 2, 19], TWOS, [6, 24, 9])
    assert [clue[0] for clue in clues(game)] == [9]
    # Neither does a table card that was passed over, here by three nines.
    game = after([11, 2, 19, 3, 14], (8, 21, 34, 2, 3), [6, 24, 9, 25, 10, 47])
    assert (47, -1, 0) in game.laid()
    assert [clue[0] for clue in clues(game)] == [9, 10]


def test_a_hand_known_to_be_of_one_rank_is_not_guessed_at(guesses):
    # The other seat had three fives, and passed over the fourth.
    game = Game(2, Fixed(1, [5, 6, 7, 8, 9, 4, 17, 30, 1, 2, 24, 25, 37, 38, 43, 23]), rounds=1)
    for card in (1, 5, 2, 6, 4):
        game.apply(card)
    assert game.only(1) == 5
    found = guessed(game, guesses)
    assert found[4] == sum(found) > 0


@pytest.mark.parametrize(
    ("mine", "others", "tables", "result"),
    [
        ([12], [11], [], 0),
        ([11], [12], [], 2),
        ([11], [11], [], 1),
        ([12], [11, 3], [5], 0),  # lays the four, keeps the queen
        ([12], [3, 3], [3, 11], 0),  # cannot lay on the first, then lays on the queen: four 12
        ([10], [3, 3], [12], 2),  # a four on the king: four 14
        ([12, 9], [11, 3], [12, 4], 2),
        ([12, 9], [8, 3], [12, 4], 0),  # a four on the king, which is worth 0: it is laid next, the ten stays
    ],
)
def test_the_rule_of_the_playouts(mine, others, tables, result):
    worths = bytearray((1, 0, 0, 0, 0, 0, 0, 8, 9, 10, 11, 12, 14))
    paired = others == [3, 3]
    assert play_out(worths, mine, others, tables + [1, 1], paired) == result


def test_normal_beats_easy():
    assert share("inversio", 2, bots.NORMAL, bots.EASY, 400, rounds=1) > 0.56


def test_easy_goes_by_the_worths_of_the_start_and_takes_an_ace_for_the_highest():
    first = (15, 0, 0, 0, 0, 0, 0, 8, 9, 10, 11, 12, 14)
    for seed in range(40):
        game = position("inversio", 2, seed, seed % 7)
        action = bots.choose(game, bots.EASY, Rng(1))
        assert first[action % 13] == min([first[card % 13] for card in game.legal_actions()])


def test_normal_goes_by_the_worths_of_now_but_takes_no_low_card_for_more_than_nothing():
    mistaken = 0
    for seed in range(80):
        game = position("inversio", 2, seed, seed % 7)
        legal = list(game.legal_actions())
        seen = [0 if 1 <= rank <= 6 else worth for rank, worth in enumerate(game.worths)]  # two to seven
        action = bots.choose(game, bots.NORMAL, Rng(1))
        assert seen[action % 13] == min([seen[card % 13] for card in legal])
        mistaken += game.worths[action % 13] > min([game.worths[card % 13] for card in legal])
    assert mistaken
