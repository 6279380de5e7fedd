# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The shelf of games: covers, what A deals, and a set-up that begins with what is wanted first."""

import pytest

from engine import registry
from handful import setups
from handful.match import PERSON
from handful.picture.font import Font
from handful.settings import Settings
from tests import sheet, words
from tests.playing import drawn, finish
from tests.ruler import Ruler
from tools.console import Console
from tools.measure.bench import device

KEYS = [row[0] for row in registry.GAMES]
LESSON, BEGIN = -6, -3  # keys of rows of a set-up


def shelf(**options) -> Console:
    """A console at the shelf."""
    console = Console(**options)
    console.keys("a")
    assert console.screen == "games"
    return console


def keys_of(console) -> list:
    """The rows of a set-up by their keys."""
    return [row[0] for row in console.view.rows()]


@pytest.mark.parametrize("language", range(3))
def test_a_devices_covers_are_wrapped_by_the_build_and_look_as_those_that_the_console_wraps(
    language, tmp_path, monkeypatch
):
    consoles = [shelf(language=language)]
    monkeypatch.chdir(device(tmp_path))
    consoles.append(shelf(language=language))
    for _ in KEYS:
        ours, theirs = [console.reader.texts for console in consoles]
        assert ours == theirs
        for console in consoles:
            console.keys("r")
    monkeypatch.setattr(Font, "lines", None)
    consoles[1].keys("r" * len(KEYS))
    assert consoles[1].screen == "games"


@pytest.mark.parametrize("language", range(3))
def test_left_and_right_turn_through_a_cover_for_each_game(language):
    console = shelf(language=language)
    rows = drawn(console)
    for key in KEYS[1:] + KEYS[:1]:
        rows.clear()
        console.keys("r")
        said = [row[0] for row in rows]
        texts = words.catalogue(console.app.texts.language, key)
        assert texts["title"] in said and texts["about"][:5] in " ".join(said)
        look = {row[0]: row[1:] for row in sheet.rows(words.ASSETS / "games" / key / "look.txt")}
        for card in " ".join(look["cards"]).replace("/", " ").split():
            assert card in said or (card[:-1] in said and card[-1] in said)
        assert any(look["minutes"][0] in line for line in said)
        assert console.view.say("cover_new") in said
    rows.clear()
    console.keys("l")
    assert words.catalogue(console.app.texts.language, KEYS[-1])["title"] in [row[0] for row in rows]


@pytest.mark.parametrize("language", range(3))
def test_nothing_on_a_cover_is_cut_or_lies_over_another(language, monkeypatch):
    ruler = Ruler().watch(monkeypatch)
    console = shelf(language=language)
    records = console.app.records
    for row in range(len(KEYS)):
        records.add(row, 1, True, -88)
    for _ in KEYS:
        console.keys("r")
    console.app.keep(records)
    for _ in KEYS:
        console.keys("r")
    assert ruler.faults == []


def test_the_shelf_holds_twelve_games(monkeypatch):
    ruler = Ruler().watch(monkeypatch)
    monkeypatch.setattr(registry, "GAMES", (registry.GAMES * 3)[:12])
    console = shelf()
    first = console.image().tobytes()
    for _ in range(12):
        console.keys("r")
    assert console.image().tobytes() == first and ruler.faults == []


@pytest.mark.parametrize("key", KEYS)
def test_the_first_visit_opens_the_set_up_with_the_lesson_on_top(key):
    console = shelf()
    console.keys("r" * KEYS.index(key) + "a")
    assert console.screen == "setup" and keys_of(console)[:2] == [LESSON, BEGIN]
    assert console.view.cursor == 0 and keys_of(console).count(LESSON) == 1
    console.keys("a")
    console.wait(500)
    assert console.screen == key and console.app.lesson


@pytest.mark.parametrize("key", KEYS)
def test_the_foot_of_a_cover_says_what_a_does_there(key):
    console = shelf()
    console.keys("r" * KEYS.index(key))
    assert console.foot == console.view.say("keys_games_new") != console.view.say("keys_games")
    records = console.app.records
    records.add(registry.number(key), 1, True, 3)  # of its lesson's match, say
    console.app.keep(records)
    console.keys("rl")
    assert console.foot == console.view.say("keys_games")
    console.keys("a")
    assert console.screen == key
    assert list(console.app.match.kinds) == [PERSON] + [2] * (registry.row(key)[2] - 1)


@pytest.mark.parametrize("key", KEYS)
def test_afterwards_a_deals_at_once_with_the_same_seats_levels_and_options(key):
    console = shelf()
    console.keys("r" * KEYS.index(key) + "d")
    _, _, _, most = registry.row(key)
    chosen = {}
    for option in registry.load(key).OPTIONS:
        chosen[option[0]] = setups.allowed(key, most, option)[-1]
    console.open("setup", key, [PERSON] + [3] * (most - 1), chosen)
    console.keys("da")
    first = console.app.match
    assert list(first.kinds) == [PERSON] + [3] * (most - 1)
    finish(console, 0)
    console.keys("b")
    console.keys("b" if console.screen == "name" else "")
    assert console.screen == "title"
    console.app.save()
    again = Console(console.board.flash)  # also after it was switched off
    again.app.seed = lambda: 77
    again.open("games")
    again.keys("a")
    match = again.app.match
    assert again.screen == key and list(match.kinds) == list(first.kinds) and match.session.seed == 77
    assert match.session.options == first.session.options


def test_down_opens_the_set_up_as_it_was_last_time_and_b_goes_back_to_the_same_cover():
    console = shelf()
    console.keys("rr")
    cover = console.image().tobytes()
    console.keys("d")
    assert console.screen == "setup"
    console.keys("dddr" + "uda")
    console.keys("b")
    assert console.screen == "games" and console.image().tobytes() == cover
    console.keys("b")
    assert console.screen == "title"


def test_the_rows_stand_in_the_order_in_which_they_are_wanted():
    console = shelf()
    records = console.app.records
    records.add(0, 0, True, 60)
    console.app.keep(records)
    console.keys("d")
    assert keys_of(console) == [BEGIN, -7, -1, -10, 0, -5, -2, -4, LESSON, -8]


def test_a_saved_match_is_not_lost_without_a_word():
    console = shelf()
    setups.keep(console.app.settings, "the_game", [PERSON], {})
    console.begin("the_game", [PERSON])
    console.keys("aa")
    console.app.leave(False)
    console.wait(40)
    console.open("games")
    console.keys("a")
    assert console.screen == "games" and console.refused  # it says what would be lost
    console.app.seed = lambda: 7  # another deal
    console.wait(400)
    console.keys("a")
    assert console.screen == "the_game" and not console.app.match.session.history


def test_a_game_is_new_until_a_match_of_it_was_dealt_or_finished():
    console = shelf()
    assert setups.is_new(console.app, 1)
    records = console.app.records
    records.add(1, 2, False, 3)
    console.app.keep(records)
    assert not setups.is_new(console.app, 1) and setups.is_new(console.app, 0)
    setups.keep(console.app.settings, "the_game", [PERSON, 2], {})
    assert not setups.is_new(console.app, 0)


def test_of_many_games_the_latest_set_ups_are_kept_and_garbage_is_passed_over():
    settings = Settings()
    for _ in range(30):
        for key in KEYS:
            setups.keep(settings, key, [PERSON] + [1] * (registry.row(key)[2] - 1), {})
    assert len(settings.setups) < 100 and setups.latest(settings) == len(KEYS) - 1
    loaded = Settings()
    loaded.load(settings.dump())
    assert loaded.setups == settings.setups
    for data in ("00", "00090200", "00010007", "00010300fefefe", "00" * 90):
        settings.setups = bytes.fromhex(data)
        found = setups.find(settings, "the_game")
        assert found is None or found[0] == [PERSON]


@pytest.mark.parametrize("played", [False, True])
def test_up_plays_as_a_does(played):
    seen = []
    for key in "ua":
        console = shelf()
        records = console.app.records
        records.add(1, 0, True, 3)
        console.app.keep(records)
        console.keys("r" * played + key)
        seen.append((console.screen, console.image().tobytes()))
    assert seen[0] == seen[1] and seen[0][0] == ("inversion" if played else "setup")
