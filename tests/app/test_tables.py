# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What the tables of all games promise: they are played by keys, show nothing hidden, and give hints."""

import pytest

from engine import registry
from engine.rng import Rng
from engine.session import Session
from handful import stops
from tests.app.test_keys import ROWS
from tests.engine.test_conformance import SEATS, variations
from tests.playing import begin, my_turn, play_until

MEMORY = 1  # place in Settings.values
LOOKS = 6  # of each match
DRAWN = 8 * 13 * 30  # pixels: two cards with their digits, the message, and the keys


def kinds_of(players):
    """A person, and by turns robots and people."""
    return [seat & 1 for seat in range(players)]


@pytest.mark.parametrize("people", [False, True])
@pytest.mark.parametrize(("key", "players"), SEATS)
def test_a_whole_match_is_played_by_keys(key, players, people):
    options = variations(key, players)[-1 - people]
    console = begin(key, [0] * players if people else kinds_of(players), 11, drawn=False, **options)
    session = console.app.match.session
    assert not play_until(console, lambda view: False)
    assert console.screen == "result" and session.game.player == -1 and not console.app.match.assisted
    assert Session.load(session.dump()).history == session.history


def pictures(console):
    """The table, drawn again, and the pages that SELECT shows."""
    console.view.redraw()
    console.view.draw()
    found = [console.image().tobytes()]
    console.keys("e")
    while console.view.overlay and len(found) < 5:
        found.append(console.image().tobytes())
        console.keys("r")
    console.keys("b" if console.view.overlay else "")
    return found


@pytest.mark.parametrize("aid", [0, 1])
@pytest.mark.parametrize(("key", "players"), SEATS)
def test_no_hidden_card_is_drawn(key, players, aid):
    console = begin(key, [0] * players if aid else kinds_of(players), 31, **variations(key, players)[-1])
    console.app.settings.values[MEMORY] = aid
    looked = []

    def look(view):
        moment = len(view.session.history)
        if (
            view.mine
            and not view.overlay
            and not console.app.deaf
            and moment % 3 != 2
            and moment not in looked
        ):
            looked.append(moment)
            pictures(console)  # until what SELECT leaves in the message line is there
            seen = pictures(console)
            before = view.game.copy()
            view.game.redeal(view.viewer, Rng(moment))
            assert pictures(console) == seen
            vars(view.game).update(vars(before))  # the match goes on by its rules
        return len(looked) == LOOKS

    play_until(console, look)
    assert len(looked) >= LOOKS // 2  # a match may be short


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_a_hint_puts_the_cursor_on_an_action_says_why_and_changes_nothing(key):
    console = begin(key, [0] + [1] * (registry.row(key)[2] - 1), 7)
    for _ in range(3):
        assert play_until(console, my_turn)
        view = console.view
        before, table = list(view.session.history), console.image().tobytes()
        hinted = []
        step = view.thinker.step
        view.thinker.step = lambda hinted=hinted, step=step: hinted.append(step()) or hinted[-1]
        console.keys("Bu")
        while view.thinker.mind:
            console.wait(100)
        console.wait(40)
        assert view.overlay == "hint" and console.image().tobytes() != table
        console.keys("b")
        assert view.mine and not view.overlay and not view.stage and list(view.session.history) == before
        ends = key == "the_game" and hinted[-1] == 0  # the turn: no card
        assert ends or stops.at(view) == hinted[-1]
        console.keys("a")


@pytest.mark.parametrize("key", [key for key, rows in ROWS.items() if rows])
def test_a_move_of_the_cursor_draws_two_cards_and_what_is_said_of_them(key):
    console = begin(key, [0] + [1] * (registry.row(key)[2] - 1), 7)
    assert play_until(console, my_turn)
    areas = []
    fill = console.app.canvas.fill
    console.app.canvas.fill = lambda x, y, width, height, colour: (
        areas.append(width * height),
        fill(x, y, width, height, colour),
    )
    for letter in "rrl":
        areas.clear()
        console.keys(letter)
        assert 0 < sum(areas) < DRAWN, letter
