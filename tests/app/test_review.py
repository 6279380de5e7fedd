# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A finished match can be looked through, card by card and trick by trick, and nothing changes by it."""

import pytest

from engine import registry
from handful.settings import MOTION
from tests.playing import to_the_end
from tools.console import Console

GAMES = [(row[0], row[3]) for row in registry.GAMES]
RIGHT, DOWN, LEFT, UP, B = "r", "d", "l", "u", "b"


def finished(key, players, kinds=()):
    """The table of a finished match, looked through from its start. kinds: of seats, else one person."""
    console = Console()
    console.keys("a")
    console.app.begin(key, bytes(kinds or [0] + [1] * (players - 1)), 5, {})
    to_the_end(console.app.match)
    console.app.open("result")
    console.see_end()
    console.keys("dda")
    assert console.screen == key and console.app.match.review == 0
    return console


@pytest.mark.parametrize("key, players", GAMES)
def test_right_goes_through_all_cards_to_the_end(key, players):
    console = finished(key, players)
    match = console.app.match
    before = match.dump()
    seen = set()
    for _ in range(4 * len(match.session.history)):
        seen.add(match.review)
        shown = console.view.game
        then = match.session.at(match.review)
        assert [shown.hand(seat) for seat in range(players)] == [then.hand(seat) for seat in range(players)]
        console.keys(RIGHT)
        if console.refused and match.review == len(match.session.history):  # refused
            break
        if match.review > 60:  # the rest is like this
            break
    assert len(seen) > min(60, len(match.session.history) - 1)
    assert shown is not match.session.game
    console.keys(B)
    assert console.screen == "result"
    assert match.dump() == before and match.review == -1


@pytest.mark.parametrize("moving", [False, True])
@pytest.mark.parametrize("key, players", GAMES)
def test_every_press_of_right_shows_one_more_card(key, players, moving):
    console = finished(key, players)
    console.app.settings.values[MOTION] = moving
    console.blind()
    match = console.app.match
    length = len(match.session.history)
    for shown in range(1, length + 1):
        console.keys(RIGHT)
        assert match.review == shown and not console.view.overlay
        if shown % 7 == 0:
            console.wait(6000)  # whoever takes time presses no more keys
            assert console.note and match.review == shown
    assert not console.refused
    console.keys(RIGHT)
    assert console.refused and match.review == length


@pytest.mark.parametrize("key, players", GAMES)
def test_down_and_up_go_by_tricks_and_left_one_card_back(key, players):
    console = finished(key, players)
    match = console.app.match
    stops = [0]
    while len(stops) < 6 and match.review < len(match.session.history):
        console.keys(DOWN)
        stops.append(match.review)
    assert stops == sorted(set(stops))
    console.keys(LEFT)
    assert match.review == stops[-1] - 1
    console.keys(UP)
    assert match.review == stops[-2]
    for _ in range(7):
        console.keys(UP)
    assert match.review == 0


def test_at_a_trick_s_end_the_trick_lies_there():
    console = finished("hyper_maker", 5)
    console.keys(DOWN)
    assert console.view.over
    assert console.note == console.view.trick_outcome()


def test_what_select_shows_is_of_the_moment_that_is_looked_at():
    console = finished("the_game", 5)
    console.keys("rre")
    assert console.view.overlay == "last"
    console.keys("b")
    assert console.view.overlay == "" and console.screen == "the_game"


@pytest.mark.parametrize("kinds", [[0, 1, 1], [1, 0, 1], [1, 0, 0], [0, 1, 0]], ids=str)
def test_the_hand_that_lies_there_is_a_persons_whoever_held_the_console_last(kinds):
    for last in (-1, *[seat for seat in range(3) if not kinds[seat]]):
        console = finished("flip_over", 3, kinds)
        console.app.match.viewer = last
        console.app.open("flip_over")
        console.wait(100)
        assert console.view.viewer == (kinds.index(0) if last < 0 else max(last, kinds.index(0)))
        assert console.view.cards()
