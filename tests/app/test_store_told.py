# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What the player sees of saving: a notice for what is lost, and the match that goes on."""

import pytest

from handful.match import load
from handful.store import MATCH, Store
from tests.app.test_store import Flash, PowerCut
from tools.console import Board, Console


def test_at_most_one_write_a_minute_unless_somebody_leaves():
    console = Console()
    flash = console.board.flash = Flash(True)
    console = Console(flash)
    console.keys("a")
    console.begin("the_game", [0])
    flash.writes = 0
    start = console.board.clock
    for _ in range(60):
        actions = console.app.match.session.game.legal_actions()
        console.view.play(actions[-1])
        if console.app.match.session.game.player < 0:
            break  # the result is saved at once
        console.wait(1000)
    assert console.board.clock - start > 5_000
    assert flash.writes <= (console.board.clock - start) // 60_000 + 1


def test_garbage_in_the_region_is_a_fresh_start_with_a_sentence_each_way():
    for seed in range(200):
        data = bytearray((seed * 37 + place * place) & 0xFF for place in range(8192))
        data[seed] = 0x48
        console = Console(data)
        assert console.screen == "notice" and console.shows("afresh")
        console.keys("a")
        assert console.screen == "title"
        if seed == 3:
            break


def test_a_board_without_memory_says_that_it_cannot_save_and_plays():
    board = Board()
    board.region = lambda: None
    console = Console.untouched(board)
    console.keys("a")  # the language
    assert console.screen == "notice" and console.shows("cannot save")
    console.keys("a")
    console.begin("the_game", [0])
    console.keys("asua")
    assert console.screen == "title"


def test_a_disk_that_is_full_is_said_and_the_match_goes_on():
    class Full(Flash):
        def __setitem__(self, place, values):
            raise OSError("the folder cannot be written")

    console = Console(Full(False))
    console.keys("a")
    console.begin("the_game", [0])
    console.keys("a")
    console.keys("sua")
    assert console.screen == "notice" and console.shows("cannot be written")


def test_a_match_that_cannot_be_read_is_said_in_a_sentence_and_all_else_is_kept():
    console = Console()
    console.keys("a")
    console.app.settings.names[0] = "Ana"
    console.begin("the_game", [0])
    console.keys("sua")
    flash = Flash(False, bytes(console.board.flash))
    store = Store(flash)
    damaged = bytearray(store.payloads[MATCH])
    damaged[9] = 99  # the version of the session within
    store.put(MATCH, bytes(damaged))
    store.flush(0)
    again = Console(flash)
    assert again.screen == "title"
    again.keys("a")
    assert again.screen == "notice" and again.shows("newer Handful")
    again.keys("a")
    assert again.screen == "title" and again.app.settings.names[0] == "Ana" and not again.app.saved


@pytest.mark.parametrize("erases", [False, True])
@pytest.mark.parametrize("cut", [0, 2, 11, 40, 60, 4000])
def test_power_that_goes_while_the_match_is_saved_leaves_it_as_it_was_or_says_that_it_is_lost(erases, cut):
    flash = Flash(erases)
    board = Board(flash)
    board.ERASES = erases
    console = Console.untouched(board, 7)
    console.keys("aa")
    console.begin("the_game", [0])
    console.keys(".a.a.s." + "a")
    before = list(console.app.match.session.history)
    console.keys("a")
    after = list(console.app.match.session.history)
    assert len(before) == 2 and len(after) == 3
    flash.cut = cut
    with pytest.raises(PowerCut):
        console.keys("s.")
    flash.cut = None
    blank = not bytes(flash.data).strip(b"\xff\x00")
    again = Console(flash)
    if again.screen == "notice":
        assert erases and (again.shows("Your save") or again.shows("match."))
        return
    if blank:  # like a new one
        assert erases and not again.app.saved
        return
    again.keys("a")
    assert list(again.app.match.session.history) in (before, after)


def test_passing_the_console_on_saves_every_15_seconds_at_most_and_then_all_of_it():
    board = Board(Flash(False))
    board.ERASES = False
    console = Console.untouched(board, 7)
    console.keys("aa")
    app = console.app
    console.begin("inversio", [0, 0])
    saved = []
    for pause in (15_000, 0, 0, 15_000):
        console.wait(pause)
        app.match.viewer = app.match.session.game.player
        app.match.act(app.match.session.game.legal_actions()[0])
        app.table()
        console.wait(40)
        assert console.screen == "handover"
        kept = load(Console(Flash(False, bytes(board.flash.data))).app.store.payloads[MATCH])
        saved.append(len(kept.session.history))
    assert saved == [1, 1, 1, 4]
