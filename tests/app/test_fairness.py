# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A deal whose cards may be remembered is not won a second time in the statistics, and it is said."""

import pytest

from handful import series
from handful.records import DEALS_SEEN, Records
from tests.playing import finish, first, until_mine
from tools import PROJECT as ROOT
from tools.console import Console


def started(**options):
    console = Console()
    console.blind()
    console.begin("the_game", [0], **options)
    return console


def played(console) -> int:
    """How many matches of The Game count."""
    return sum([console.app.records.row(0, opponents)[0] for opponents in range(4)])


def told(console) -> None:
    """Is told that the deal will not count, and goes on to the table."""
    assert console.screen == "notice" and console.shows(console.app.texts.say("known_deal"))
    console.keys("a")
    assert console.screen == "the_game" and console.app.match.known


@pytest.mark.parametrize("looked", ["d", "dda" + "rrr" + "b" + "u"])
def test_the_same_deal_again_is_not_counted_and_it_is_said(looked):
    console = started()
    finish(console)
    assert played(console) == 1
    console.keys(looked + "a")
    told(console)
    finish(console)
    assert played(console) == 1
    console.app.seed = lambda: 5
    console.keys("a")  # a new deal
    assert console.screen == "the_game" and not console.app.match.known
    finish(console)
    assert played(console) == 2


def test_a_deal_that_is_started_again_is_not_counted():
    console = started()
    console.keys("aa" + "s" + "ddda" + "a")
    told(console)
    assert not console.app.match.session.history
    finish(console)
    assert played(console) == 0


def test_started_again_before_anything_was_played_it_counts():
    console = started()
    console.keys("s" + "ddda" + "a")
    assert console.screen == "the_game" and not console.app.match.known
    finish(console)
    assert played(console) == 1


def left(console):
    console.keys("s" + "ddddd" + "a")
    assert console.screen == "title"


def cut(console):
    console.app.save()  # and the power goes


def over(console):
    finish(console)


@pytest.mark.parametrize("end", [left, cut, over])
@pytest.mark.parametrize("off", ["at once", "after another match", "both"])
def test_cards_that_were_seen_stay_seen_however_the_match_ended(end, off):
    console = started()
    console.keys("aa")
    end(console)
    if off != "after another match":
        console = Console(console.board.flash)
        console.blind()
    if off != "at once":
        console.begin("inversio", [0, 1], 5)
        console.app.match.act(console.app.match.session.game.legal_actions()[0])
        console.app.leave(False)
        console.wait(40)
        console = Console(console.board.flash) if off == "both" else console
        console.blind()
    console.app.begin("the_game", b"\0", 2026, {})
    console.wait(40)
    told(console)


def test_as_many_deals_stay_seen_as_the_page_says():
    console = started()
    records = console.app.records
    for deal in range(1, DEALS_SEEN + 2):
        assert records.see(deal) and not records.see(deal)
    again = Records()
    again.load(records.dump())
    assert [deal for deal in range(1, DEALS_SEEN + 3) if again.saw(deal)] == list(range(2, DEALS_SEEN + 2))
    page = (ROOT / "docs" / "save-format.md").read_text(encoding="utf-8")
    assert f"last {DEALS_SEEN} deals" in " ".join(page.split())


def test_a_match_that_is_left_neither_counts_nor_ends_a_streak():
    console = started()
    records = console.app.records
    for _ in range(3):
        records.add(0, 0, True, 98)
        records.go_on(0, True, [], 0)
    console.app.keep(records)
    console.keys("aa")
    left(console)
    console.begin("the_game", [0], 5)  # in its place
    assert console.app.records.course(0) == records.course(0) and played(console) == 3


def test_with_other_players_or_in_another_game_the_cards_are_others():
    console = started()
    finish(console)
    console.begin("the_game", [0, 1])
    assert not console.app.match.known
    console.app.leave(True)
    console.begin("inversio", [0, 1])
    assert not console.app.match.known


def test_what_was_taken_back_to_the_start_was_seen():
    console = Console()
    console.blind()
    console.begin("inversio", [0, 1])
    until_mine(console)
    console.app.match.act(console.app.match.session.game.legal_actions()[0])
    console.app.match.take_back(True)
    while console.app.match.session.history:
        console.app.match.session.undo()
    console.keys("s" + "ddda" + "a")
    assert console.screen == "notice" and console.app.match.known


def test_that_it_does_not_count_is_saved_with_the_match():
    console = started()
    finish(console)
    console.keys("da" + "a" + "s" + "ddddda")
    again = Console(console.board.flash)
    again.blind()
    again.keys("a")
    assert again.screen == "the_game" and again.app.match.known
    finish(again)
    assert played(again) == 1


def test_a_shared_deal_counts_once_and_its_own_best_may_rise():
    console = Console()
    console.blind()
    console.keys("aa" + "d" * 6 + "rra")  # games, The Game, its third shared deal
    assert console.app.match.session.seed == series.seed(3) and not console.app.match.known
    finish(console)
    assert played(console) == 1
    best = console.app.records.best_of(0, 3)
    again = Console(console.board.flash)  # switched off and on
    again.blind()
    again.app.begin("the_game", b"\0", series.seed(3), {})
    again.wait(40)
    told(again)
    match = again.app.match
    while match.session.game.player >= 0:  # better than before: always what costs least
        match.act(first(match.session.game))
    again.wait(5000)
    assert again.screen == "result"
    assert played(again) == 1 and again.app.records.row(0, 0) == console.app.records.row(0, 0)
    assert again.app.records.best_of(0, 3) > best
