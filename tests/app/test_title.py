# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The title: letters that are dealt, and robots that play as long as nobody presses a key."""

import sys

import pytest

from engine import memory, registry
from engine.session import Session
from handful import setups
from handful.settings import MOTION
from handful.store import MATCH
from tests.playing import until_mine
from tools.console import Board, Console

KEYS = [row[0] for row in registry.GAMES]
IDLE = 20_500  # ms


def title(**options) -> Console:
    """A console at the title, its letters at rest."""
    console = Console(**options)
    assert console.screen == "title"
    return console


def playing(console) -> bool:
    """Whether a demo is on."""
    return console.app.match is not None and not console.app.match.persons


def dealing() -> Console:
    """A console whose title has just opened."""
    console = title()
    console.app.settings.values[MOTION] = 1
    console.app.open("title")
    console.app.step()
    assert console.layers
    return console


def test_the_letters_are_dealt_one_by_one_and_end_as_the_picture_that_stands_without_motion():
    still = title().image().tobytes()
    console = dealing()
    left = set()
    while console.layers:
        left.add(console.layers)
        assert console.image().tobytes() != still
        console.wait(20)
    assert left == set(range(1, 8))
    assert console.image().tobytes() == still


@pytest.mark.parametrize("key", "ab")
def test_any_key_ends_the_dealing_and_does_what_it_does(key):
    console = dealing()
    console.wait(200)
    console.keys(key)
    if key == "a":
        assert console.screen == "games"
    else:
        assert not console.layers and console.refused  # B says that this is the title


def test_the_letters_take_less_than_a_second():
    console = dealing()
    console.wait(1000)
    assert not console.layers


@pytest.mark.parametrize("row", range(len(KEYS)))
def test_after_twenty_seconds_robots_play_and_a_key_ends_it_and_does_nothing_else(row):
    console = title()
    before = console.image().tobytes()
    console.wait(19_000)
    assert console.screen == "title"
    console.app.seed = lambda: row
    console.wait(1_500)
    assert playing(console) and console.screen == KEYS[row]
    console.heed()
    assert "Ⓐ" in console.foot
    actions = []
    for _ in range(20):
        console.wait(1000)
        actions.append(len(console.app.match.session.history))
        if actions[-1] > 4:
            break
    assert actions[-1] > 4 and playing(console)
    console.keys("udlrabse"[row])
    assert console.screen == "title" and console.app.match is None
    assert console.image().tobytes() == before


def test_each_demo_is_of_another_game():
    console = title()
    seen = []
    for _ in KEYS:
        console.wait(IDLE)
        seen.append(console.app.match.session.key)
        console.keys("a")
    assert sorted(seen) == sorted(KEYS)


def test_a_key_in_time_keeps_the_robots_away():
    console = title()
    for _ in range(3):
        console.wait(15_000)
        console.keys("d")
    assert console.screen == "title"


def test_a_demo_touches_neither_the_save_nor_the_statistics_nor_the_known_deals():
    console = title()
    console.begin("inversio", [0, 1])
    until_mine(console)
    console.keys("a.")
    console.app.leave(False)
    console.wait(40)
    kept = list(console.app.store.payloads)
    flash = bytes(console.board.flash)
    assert kept[MATCH]
    console.wait(IDLE)
    console.board.clock += 5 * 60_000  # a save is due
    console.wait(4000)
    assert playing(console) and len(console.app.match.session.history)
    console.app.save()
    console.keys("a")
    assert list(console.app.store.payloads) == kept and bytes(console.board.flash) == flash
    assert console.app.saved == "inversio"
    console.begin("inversio", [0, 1])
    assert console.app.match.known


@pytest.mark.parametrize("row", range(len(KEYS)))
def test_a_demo_plays_to_its_end_and_goes_back_to_the_title(row):
    console = title()
    console.blind()
    console.app.seed = lambda: row
    console.wait(IDLE)
    for _ in range(700):
        if not playing(console):
            break
        console.wait(1000)
    assert console.screen == "title" and console.app.match is None
    assert not console.app.saved and console.app.records.row(row, 2)[0] == 0
    console.wait(IDLE)
    assert playing(console)


@pytest.mark.parametrize("light", [0, 2])
def test_a_boards_light_is_dimmed_and_put_out_as_ever_and_the_dark_ends_the_demo(light, monkeypatch):
    from boards.computer.picture import Picture

    monkeypatch.setattr(Picture, "brightness", 1.0, raising=False)
    monkeypatch.setattr(Board, "LIGHT", light)
    console = title()
    console.board.screen.brightness = 1.0
    console.blind()
    console.wait(IDLE)
    console.board.clock += 41_000
    console.wait(1_000)
    assert playing(console)
    assert console.board.screen.brightness == (0.25 if light else 1.0)
    console.board.clock += 240_000
    console.wait(1_000)
    assert playing(console) != bool(light)
    if light:
        assert console.board.screen.brightness == 0
        console.keys("a")  # wakes it
        console.wait(5_000)
        assert console.screen == "title"


AHEAD = ("engine.inversio", "handful.tables.table", "handful.tables.hand")
AHEAD += ("handful.tables.inversio_picture", "handful.tables.inversio")


def saved() -> Console:
    """A console at the title, with a match of Inversio to go on with and nothing loaded of it."""
    for name in AHEAD:
        memory.forget(name)  # an earlier test may have loaded it for good
    console = Console()
    console.begin("inversio", [0, 1])
    console.keys("s")
    console.app.leave(False)
    console.wait(100)
    assert console.screen == "title" and console.app.saved == "inversio"
    return console


def test_the_table_of_the_saved_match_is_loaded_while_no_key_comes_and_freed_with_the_title():
    console = saved()
    assert not [name for name in AHEAD if name in sys.modules]
    console.wait(2_000)
    assert all(name in sys.modules for name in AHEAD)
    console.keys("da")  # past CONTINUE
    assert console.screen == "games"
    assert not [name for name in AHEAD if name in sys.modules]


def test_what_the_title_has_loaded_ahead_is_the_table_that_opens():
    console = saved()
    console.wait(2_000)
    ahead = sys.modules["handful.tables.inversio"]
    console.keys("a")
    assert type(console.view) is ahead.View
    console.keys("s")
    assert console.screen == "pause" and "handful.tables.inversio" not in sys.modules


def test_the_saved_match_is_played_again_before_continue_and_not_a_second_time(monkeypatch):
    loads = []
    load = Session.load.__func__
    monkeypatch.setattr(Session, "load", classmethod(lambda *given: (loads.append(1), load(*given))[1]))
    console = saved()
    console.wait(2_000)
    assert loads == [1]
    console.keys("a")
    assert console.screen == "inversio" and loads == [1]


def test_a_save_that_the_title_could_not_load_ahead_is_told_after_continue():
    console = saved()
    store = console.app.store
    store.put(MATCH, store.payloads[MATCH][:-1] + b"?")
    console.wait(2_000)
    assert console.screen == "title"
    console.keys("a")
    assert console.screen == "notice" and not store.payloads[MATCH]


@pytest.mark.parametrize("finished", [False, True])
@pytest.mark.parametrize("row", range(len(KEYS)))
def test_at_power_on_a_match_is_one_key_away_and_without_one_the_last_games_cover_is_there(row, finished):
    console = title()
    app = console.app
    setups.keep(app.settings, KEYS[row], bytes((0, 1, 1)), {})
    app.begin(KEYS[row], [0] + [1] * (registry.GAMES[row][2] - 1), 5, {})
    app.table()
    console.wait(100)
    app.leave(finished)
    app.save()
    again = Console(console.board.flash)
    if finished:
        assert again.screen == "games"
        cover = again.image().tobytes()
        again.app.open("games", KEYS[row])
        again.wait(100)
        assert again.image().tobytes() == cover
        again.keys("b")
        assert again.screen == "title"
    else:
        assert again.screen == "title"
        again.keys("a")
        assert again.screen == KEYS[row]


@pytest.mark.parametrize("way", ["cover", "lesson", "challenge", "link"])
@pytest.mark.parametrize("key", KEYS)
def test_the_games_open_on_the_cover_of_the_game_that_was_begun_last_in_whatever_way(key, way):
    console = title()
    app = console.app
    others = [other for other in KEYS if other != key]
    for other in others:
        setups.keep(app.settings, other, bytes(setups.usual(app.settings, other)[0]), {})
    if way == "cover":
        setups.keep(app.settings, key, bytes(setups.usual(app.settings, key)[0]), {})
        setups.keep(app.settings, others[0], bytes(setups.usual(app.settings, others[0])[0]), {})
        console.open("games", key)
        console.keys("a")
    elif way == "lesson":
        app.learn(key)
    elif way == "challenge":
        app.challenge(key, 7)
    else:
        app.begin(key, setups.usual(app.settings, key)[0], 5, {})
    console.wait(100)
    assert console.screen == key
    set_up = setups.find(app.settings, key)
    assert (set_up is None) == (way != "cover")  # what was not set up is not remembered as if it were
    app.leave(True)
    app.save()
    assert Console(console.board.flash).screen == "games"
    console.wait(100)
    console.keys("a")
    assert console.screen == "games" and console.view.game == KEYS.index(key)
