# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A drive without some games (`make bundle GAMES=...`): they are not offered, and nothing of them is lost."""

import pytest

from engine import registry
from engine.session import Session, game_of
from tests.playing import drawn
from tools.console import Console

HERE = ["the_game", "inversio"]
GONE = [row[0] for row in registry.GAMES if row[0] not in HERE]


@pytest.fixture
def flash():
    """What a console with all games has saved: statistics of each, and a match of one that will be gone."""
    console = Console()
    records = console.app.records
    for game in range(len(registry.GAMES)):
        records.add(game, 1, True, 10 + game)
    console.app.keep(records)
    console.begin(GONE[0], [0] + [1] * (registry.row(GONE[0])[2] - 1))
    console.app.save()
    return bytes(console.board.flash)


@pytest.fixture
def few(monkeypatch):
    """Leaves games out, as the build does."""
    monkeypatch.setattr(registry, "ABSENT", tuple(registry.number(key) for key in GONE))


def titles(console, keys, times):
    """The games whose titles are drawn while a screen is turned."""
    rows, seen = drawn(console), []
    for _ in range(times):
        rows.clear()
        console.keys(keys)
        said = " ".join([row[0] for row in rows])
        seen += [row[0] for row in registry.GAMES if console.app.texts.say_of("title", row[0]) in said]
    return seen


def test_shelf_statistics_ladder_and_demo_have_the_others_only(few):
    console = Console()
    console.keys("a")
    assert titles(console, "r", 4) == ["inversio", "the_game"] * 2
    assert titles(console, "l", 3) == ["inversio", "the_game", "inversio"]
    console.keys("bdda")
    assert console.screen == "records"
    assert titles(console, "r", 3) == ["inversio", "the_game", "inversio"]
    console.keys("d")
    assert console.screen == "ladder" and console.shows("/22")
    assert titles(console, "d", 3) == ["the_game", "inversio", "the_game"]
    console.keys("b")
    assert console.screen == "records" and titles(console, "l", 1) == ["inversio"]
    for seed in range(6):
        console.app.seed = lambda seed=seed: seed
        console.app.open("title")
        console.app.demo()
        assert console.app.match.session.key in HERE
        console.app.leave(False)


def test_a_saved_match_of_a_game_that_is_gone_is_told_of_and_stays(flash, few, monkeypatch):
    console = Console(bytearray(flash))
    assert console.app.saved == ""
    assert console.shows(console.app.texts.say("lost_game"))
    console.keys("a")
    console.wait(5000)
    monkeypatch.setattr(registry, "ABSENT", (-1,))
    assert Console(console.board.flash).app.saved == GONE[0]


def test_with_the_game_back_the_match_and_all_statistics_are_there_again(flash, monkeypatch):
    with monkeypatch.context() as some:
        some.setattr(registry, "ABSENT", tuple(registry.number(key) for key in GONE))
        console = Console(bytearray(flash))
        console.keys("ab")
        records = console.app.records
        records.add(0, 1, True, 50)
        console.app.keep(records)
        console.app.save()
        flash = console.board.flash
    again = Console(flash)
    assert again.app.saved == GONE[0]
    best = [again.app.records.row(game, 1)[2] for game in range(len(registry.GAMES))]
    assert best == [50] + [10 + game for game in range(1, len(registry.GAMES))]


@pytest.mark.parametrize("key", GONE)
def test_it_is_refused_with_a_sentence_wherever_it_is_named(key, few):
    with pytest.raises(ValueError, match=f"There is no game {key}"):
        Session(key, registry.GAMES[2][2], 1)


def test_the_engine_names_no_game_that_is_not_here(flash, few, monkeypatch):
    monkeypatch.setattr(registry, "ABSENT", (-1,))
    data = Session(GONE[0], registry.row(GONE[0])[2], 1).dump()
    assert game_of(data) == GONE[0]
    monkeypatch.setattr(registry, "ABSENT", (registry.number(GONE[0]),))
    assert game_of(data) == ""
    with pytest.raises(ValueError, match="There is no game"):
        Session.load(data)
