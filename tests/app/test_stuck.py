# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The Game: what a table says, and what ends, when no card fits any more."""

import pytest

from tools.console import Console


def alone(seed=5):
    """A person alone, at the table."""
    console = Console()
    console.begin("the_game", [0], seed=seed)
    console.wait(500)
    return console


def block(console, laid: int):
    """Moves the piles so that no card fits, as if that many had been laid in this turn."""
    game = console.view.game
    hand = game.hand(0)
    game.piles[:] = [99, 99, 2, 2]
    assert all(game.gap(card, pile) == 0 for card in hand for pile in range(4))
    game.laid[:] = [4 * 50] * laid
    game.due = max(0, game.least - laid)
    console.view.redraw()
    console.view.dirty = True
    console.wait(100)


@pytest.mark.parametrize("laid", [2, 3])
def test_when_enough_is_played_and_no_card_fits_it_says_so_and_not_play_more(laid):
    console = alone()
    block(console, laid)
    assert console.note == "No card fits: ▼ ends your turn"


def test_when_nothing_can_be_laid_or_undone_one_key_ends_the_game():
    console = alone()
    block(console, 0)
    assert console.note == "No card fits: ▼ ends the game"
    console.keys("d")
    assert console.app.match.session.history[-1] == 0 and console.view.game.player < 0


def test_as_long_as_a_card_can_be_taken_back_the_end_is_asked_for():
    console = alone()
    block(console, 1)
    console.keys("d")
    assert console.view.game.player == 0
    console.wait(10_000)
    assert console.view.game.player == 0  # it waits for an answer
    assert console.note == "No card fits: end the game?"
    console.keys("d")
    assert console.view.game.player == 0
