# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Keys: what counts, what repeats, what is held, and what must not fall through to the next screen."""

import importlib

import pytest

from engine import registry
from handful import keys
from handful.keys import Keys, elapsed
from tests.playing import until_mine
from tools.console import Board, Console


@pytest.fixture
def board():
    return Board()


def read(board, source, ms):
    """The logical keys of that many milliseconds."""
    found = []
    for _ in range(ms // 10):
        board.clock += 10
        key = source.next(board.clock)
        if key >= 0:
            found.append(key)
    return found


def test_a_press_counts_at_once_and_once(board):
    source = Keys(board)
    board.queue = [(keys.A, True), (keys.A, False)]
    assert read(board, source, 100) == [keys.A]


def test_a_held_button_does_not_repeat(board):
    source = Keys(board)
    board.queue = [(keys.A, True)]
    assert read(board, source, 1000) == [keys.A]


def test_a_short_b_is_b_when_it_is_let_go(board):
    source = Keys(board)
    board.queue = [(keys.B, True)]
    assert read(board, source, 200) == []
    board.queue = [(keys.B, False)]
    assert read(board, source, 50) == [keys.B]


def at(board, source, ms):
    """The logical key after that many milliseconds more; -1 for none."""
    board.clock += ms
    return source.next(board.clock)


def test_a_held_direction_repeats_after_420_ms_and_then_every_140(board):
    source = Keys(board)
    board.queue = [(keys.DOWN, True)]
    assert at(board, source, 0) == keys.DOWN
    for wait in (420, 140, 140, 140):
        assert at(board, source, wait - 1) == -1
        assert at(board, source, 1) == keys.DOWN
    board.queue = [(keys.DOWN, False)]
    assert at(board, source, 140) == -1


def test_a_held_b_is_the_ring_after_450_ms_and_no_b_when_it_is_released(board):
    source = Keys(board)
    board.queue = [(keys.B, True)]
    assert at(board, source, 0) == -1
    assert at(board, source, 449) == -1
    assert at(board, source, 1) == keys.RING
    board.queue = [(keys.B, False)]
    assert at(board, source, 0) == -1


@pytest.mark.parametrize("other", [keys.UP, keys.A, keys.START])
def test_a_key_that_is_released_stops_no_other_from_repeating(board, other):
    source = Keys(board)
    board.queue = [(other, True), (keys.LEFT, True)]
    assert read(board, source, 50) == [other, keys.LEFT]
    board.queue = [(other, False)]
    assert read(board, source, 1000).count(keys.LEFT) in (4, 5)
    board.queue = [(keys.B, True), (other, True), (other, False)]
    assert read(board, source, 1000) == [other]  # which was pressed last, so B is not held for the ring


def test_a_key_that_is_released_is_not_held_and_the_others_are(board):
    source = Keys(board)
    board.queue = [(keys.UP, True), (keys.A, True), (keys.SELECT, True), (keys.A, False)]
    read(board, source, 50)
    assert source.held == 1 << keys.UP | 1 << keys.SELECT
    board.queue = [(keys.UP, False)]
    source.settle()
    assert source.held == 1 << keys.SELECT


@pytest.mark.parametrize("down", [True, False])
def test_a_press_and_a_release_are_both_told_to_whoever_asks_whether_anything_stirred(board, down):
    for look in (lambda source: source.next(board.clock), Keys.settle):
        source = Keys(board)
        look(source)
        assert not source.stirred and source.held == 0
        board.queue = [(keys.A, down)]
        look(source)
        assert source.stirred and source.held == down << keys.A


def test_what_waited_when_events_were_lost_is_dropped_and_what_comes_then_counts(board):
    for look in (lambda source: source.next(board.clock), Keys.settle):
        source = Keys(board)
        board.queue = [(keys.A, True), (keys.LEFT, True)]
        board.overflowed = True
        look(source)
        assert not board.queue and not board.overflowed and source.stirred and not source.held
        board.queue = [(keys.A, True)]
        assert read(board, source, 50) == [keys.A]


def test_what_was_pressed_before_a_screen_opened_does_not_reach_it(board):
    source = Keys(board)
    board.queue = [(keys.RIGHT, True), (keys.A, True)]
    source.settle()
    assert source.held
    assert read(board, source, 2000) == []
    board.queue = [(keys.RIGHT, False), (keys.A, False), (keys.A, True)]
    assert read(board, source, 100) == [keys.A]


def test_a_direction_whose_release_was_lost_does_not_repeat(board):
    source = Keys(board)
    board.queue = [(keys.LEFT, True)]
    assert read(board, source, 100) == [keys.LEFT]
    board.queue = [(keys.A, True), (keys.A, False)] * 32
    board.overflowed = True
    assert read(board, source, 3000) == [] and not source.held and source.stirred
    board.queue = [(keys.LEFT, False), (keys.LEFT, True)]
    assert read(board, source, 100) == [keys.LEFT]


def test_a_screen_opens_with_no_key_down_when_releases_were_lost(board):
    source = Keys(board)
    board.queue = [(keys.B, True)]
    board.overflowed = True
    source.settle()
    assert not source.held and not board.overflowed
    assert read(board, source, 1000) == []


def test_time_passes_across_the_wrap_of_the_clock():
    assert elapsed(5, (1 << 29) - 5) == 10


@pytest.mark.parametrize("screen", ["title", "table"])
def test_a_leap_of_the_clock_by_half_its_range_changes_nothing(screen):
    console = Console()
    if screen == "table":
        console.begin("the_game", [0, 0])
    console.wait(2_000)
    before = console.screen, console.image().tobytes(), console.app.power.asleep
    console.board.clock += 1 << 28
    console.wait(2_000)
    assert (console.screen, console.image().tobytes(), console.app.power.asleep) == before


@pytest.mark.parametrize("held", [keys.A, keys.DOWN, keys.RIGHT])
@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_in_no_game_a_key_that_is_held_or_hammered_falls_through_the_neutral_screen(key, held):
    console = Console()
    console.begin(key, [0] * registry.row(key)[3])
    queue = console.board.queue
    match = console.app.match
    console.keys("a")
    for _ in range(40):
        if match.speaking:
            queue += [(held, True), (keys.A, True), (keys.A, False)]
        elif console.view.mine:
            console.view.play(match.session.game.legal_actions()[0])
            queue += [(held, True), (held, False)] * 3 + [(held, True)]
        console.wait(5000)
        if console.screen == "handover":
            break
        queue.append((held, False))
        console.wait(200)
    assert console.screen == "handover"
    queue.append((held, False))
    console.wait(200)
    assert console.screen == "handover" and match.viewer < 0
    console.keys("a")
    assert match.viewer == match.session.game.player


@pytest.mark.parametrize("key", range(8))
@pytest.mark.parametrize(
    "way",
    ["", "a", "aa", "aaddd", "aada", "da", "dadda", "dda", "aadaa", "aadas", "aadaaa", "aadaB", "aadae"],
)
def test_no_key_silently_does_nothing(way, key):
    console = Console()
    console.keys(way)
    before = console.image().tobytes(), console.screen
    if key == keys.B:
        console.press(key, 60)
    else:
        console.press(key)
    assert (console.image().tobytes(), console.screen) != before


ROWS = {
    row[0]: getattr(importlib.import_module("handful.tables." + row[0]).View, "rows", 0)
    for row in registry.GAMES
}
ONE_ROW = [key for key, rows in ROWS.items() if rows == 1]  # games with one row of cards to choose from


@pytest.mark.parametrize("key", ONE_ROW)
def test_where_a_hand_has_one_row_up_plays_the_card_and_down_takes_it_back(key):
    console = Console()
    console.begin(key, [0] + [1] * (registry.row(key)[2] - 1), seed=3)
    until_mine(console)
    while getattr(console.view.game, "auction", False):
        console.keys("u" if console.view.mine else ".")
    until_mine(console)
    history = console.app.match.session.history
    count = len(history)
    console.keys("u")
    assert len(history) > count and history[count] < 60
    for _ in range(200):
        if console.view.mine or console.view.overlay:
            break
        console.wait(100)
    console.keys("d")
    assert console.refused  # the robots have played since: the match would not count
