# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What the computer players of Hyper Maker promise."""

import pytest

from engine import hyper_maker
from engine.bots import HARD, choose
from engine.bots import hyper_maker as bot
from engine.rng import Rng
from tests.robots import limits, position, share
from tools.measure.bench import thinking_ms
from tools.measure.opcodes import thought


@pytest.mark.parametrize(
    ("level", "players", "deals"), [(1, 3, 12), (1, 4, 12), (1, 5, 12), (2, 3, 32), (2, 4, 16), (2, 5, 16)]
)
def test_each_level_beats_the_one_below(level, players, deals):
    assert share("hyper_maker", players, level, level - 1, deals) * players > 1.1


def test_a_card_that_is_last_and_wins_the_most_is_played():
    """A trick with one card missing, and the match with it: whoever can win it by the points does."""
    for seed in range(40):
        game = position("hyper_maker", 4, seed, 43)
        best = max(game.legal_actions(), key=lambda card: outcome(game, card)[1])
        if outcome(game, best)[0] == 3:
            action = choose(game, 2, Rng(1))
            assert outcome(game, action)[0] == 3


def test_a_first_lead_of_three_takes_no_longer_than_a_robot_may():
    game = hyper_maker.Game(3, Rng(745072112), deals=1, tie_winner_leads=1)
    _, slices = thought(game, HARD, Rng(120197459))
    assert thinking_ms("hyper_maker", sum(slices)) <= limits("hyper_maker")[1]


def test_hard_thinks_further_only_while_two_cards_are_close():
    """In three of five first leads one card is soon ahead of all others."""
    median, worst = limits("hyper_maker")
    times = []
    for seed in (1, 2, 3, 4, 8):
        _, slices = thought(hyper_maker.Game(5, Rng(seed)), HARD, Rng(1))
        times.append(thinking_ms("hyper_maker", sum(slices)))
    assert [time > median for time in times] == [False, False, True, False, True]
    assert max(times) <= worst


@pytest.mark.parametrize("players", [4, 5])
def test_the_opinion_of_a_card_is_what_the_playouts_choose_by(players):
    for seed in range(30):
        game = position("hyper_maker", players, seed, seed)
        legal = game.legal_actions()[:]
        if len(legal) > 1:
            mind = bot.Mind(game, HARD, Rng(1))
            mind._deal()  # noqa: SLF001
            mind._play_out(-1, [0] * players, game.masters_left())  # noqa: SLF001
            played = set(game.hand(game.player)) - set(mind._held)  # noqa: SLF001
            assert played == {max(legal, key=lambda card: bot._opinion(game, card))}  # noqa: SLF001


def outcome(game, card):
    """(place of the winner, points) of the trick, if it ended with a card."""
    trick = game.trick + [card]
    place, follow = hyper_maker.decide(game.master, trick)[:2]
    return place, 11 - hyper_maker.number_in(game.master, follow) if place == len(trick) - 1 else 0
