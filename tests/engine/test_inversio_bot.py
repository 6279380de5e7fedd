"""What the computer players of Inversio promise."""

import pytest

from engine import bots
from engine.bots import inversio as inversio_bot
from engine.inversio import Game
from engine.rng import Rng
from tests.games.inversio import stack
from tests.robots import position, share
from tools.strength.matches import thought


def test_a_search_ends_where_one_choice_is_left():
    for seed in range(6):
        mind = inversio_bot.Mind(position("inversio", 2, seed, seed % 5), bots.HARD, Rng(1))
        mind.step()
        del mind._tries[1:]
        card = mind._tries[0][1]
        steps = 0
        action = None
        while action is None:
            steps += 1
            assert steps < 10
            action = mind.step()
        assert action == card


@pytest.mark.parametrize("actions", [0, 3, 7])
def test_a_search_in_which_nothing_is_clear_ends_as_well(actions, monkeypatch):
    monkeypatch.setattr(inversio_bot, "_play_out", lambda *_: 1)
    mind = inversio_bot.Mind(position("inversio", 2, 4, actions), bots.HARD, Rng(1))
    steps = 0
    while mind.step() is None:
        steps += 1
        assert steps < 200


def test_what_is_clear_costs_little():
    game = position("inversio", 2, 2, 7, rounds=1)
    seat = game.player
    game.hand(seat)[:] = [1, 12]  # a two, a king
    game.table = 18  # a six
    game.worths[:] = bytes((1, 0, 0, 0, 0, 0, 0, 8, 9, 10, 11, 12, 14))
    action, slices = thought(game, bots.HARD, Rng(1))
    assert action == 1
    assert sum(slices) < 60000


def guessed(game, turns=1500):
    """How often each rank is in the guesses of the other hand."""
    mind = inversio_bot.Mind(game, bots.HARD, Rng(8))
    mind.step()
    rng = Rng(9)
    found = [0] * 13
    for i in range(turns):
        mind._guess(i % mind._size, mind._size + rng.below(len(mind._pool) - mind._size))
        for rank in mind._pool[: mind._size]:
            found[rank] += 1
    return found


def after(laid, hand=(2, 15, 28, 3, 16)):
    """A match in which seat 0 holds a hand and seat 1 has laid these (table card, card laid)."""
    game = Game(2, Rng(1), rounds=1)
    cards = [card for card in range(52) if card not in hand]
    game.hand(0)[:], game.hand(1)[:] = list(hand), []
    game.player = 1
    for table, card in laid:
        cards.remove(table)
        cards.remove(card)
        game.hand(1)[:] = [card]
        game.table = table
        game._stock = cards
        game._next = 0
        game.player = game._first = 1
        game.hand(1).append(51)
        game.lay(card)
    game.player = 0
    game.table = 50
    game.hand(1)[:] = cards[:4]
    game._stock = cards[4:]
    game._next = 0
    game._laid = [part for pair in laid for part in pair]
    return game


def test_the_other_hand_is_guessed_by_what_it_laid():
    # A queen or a two was laid on a seven; the other three sevens are in our hand.
    sevens = (19, 32, 45, 3, 16)
    high = guessed(after([(6, 11)], sevens))
    low = guessed(after([(6, 1)], sevens))
    assert sum(high[8:]) > 1.1 * sum(low[8:])
    # Were they not, who lays a queen has one.
    assert guessed(after([(6, 11)]))[6] > 3 * guessed(after([(6, 1)]))[6]


def test_a_card_of_the_table_cards_rank_makes_all_choices_alike():
    clues = inversio_bot._clues(after([(6, 11)]))
    assert [clue[:3] for clue in clues] == [[6, 6, 6]]
    # Once such a card was laid later, it was in hand: the lay before tells nothing.
    game = after([(6, 11)])
    game._laid += [8, -1, 8, 2, 9, 19]
    assert [clue[0] for clue in inversio_bot._clues(game)] == [9]


def test_a_hand_known_to_be_of_one_rank_is_not_guessed_at():
    game = position("inversio", 2, 3, 6)
    other = game.hand(1 - game.player)
    stock = stack(game)
    held = [card for card in stock if card % 13 == 4][: len(other)]
    game._stock = [card for card in stock if card not in held] + other
    game._next = 0
    other[:] = held
    assert len(held) == 2
    game._only[1 - game.player] = 4
    mind = inversio_bot.Mind(game, bots.HARD, Rng(1))
    for _ in range(4):
        mind.step()
    assert set(mind._pool[: mind._size]) == {4}


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
    worths = dict(enumerate((1, 0, 0, 0, 0, 0, 0, 8, 9, 10, 11, 12, 14)))
    assert inversio_bot._play_out(worths, mine, others, tables + [1, 1]) == result


def test_normal_beats_easy():
    assert share("inversio", 2, bots.NORMAL, bots.EASY, 400, rounds=1) > 0.56


@pytest.mark.parametrize("level", [bots.EASY, bots.NORMAL])
def test_easy_goes_by_the_worths_of_the_start_and_normal_by_those_of_now(level):
    first = (1, 0, 0, 0, 0, 0, 0, 8, 9, 10, 11, 12, 14)
    for seed in range(40):
        game = position("inversio", 2, seed, seed % 7)
        worths = game.worths if level else first
        action = bots.choose(game, level, Rng(1))
        assert worths[action % 13] == min([worths[card % 13] for card in game.legal_actions()])


def test_reasons_are_true():
    seen = set()
    for seed in range(60):
        game = position("inversio", 2, seed, seed % 8)
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
