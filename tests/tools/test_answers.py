# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What `make bench` prints of answers to keys: each is on the display in time, in one picture or several."""

import sys
import types

import pytest

from engine import registry
from handful.texts import LANGUAGES
from tools.console import Console
from tools.measure.bench import (
    ANSWER,
    CONTINUED,
    COVER,
    HELP,
    JAPANESE_COVER,
    START,
    Pixels,
    continued,
    device,
    fill_records,
    helped,
    main,
    press,
)

KEYS = [row[0] for row in registry.GAMES]


@pytest.fixture
def pixels(monkeypatch):
    import bitmaptools
    import displayio

    for holder, name in ((bitmaptools, "fill_region"), (bitmaptools, "blit"), (displayio.Bitmap, "fill")):
        monkeypatch.setattr(holder, name, getattr(holder, name))  # Pixels replaces them
    return Pixels()


def test_a_list_that_scrolls_shows_its_cursor_in_time_and_then_the_rest(pixels):
    console = Console()
    console.keys("da")
    assert console.screen == "settings"
    console.keys("ddddddd")
    top = console.view.rows()[0][1]
    assert console.shows(top)
    took, _, _, whole, _ = press(console, "d", pixels)
    assert not console.shows(top)
    assert took <= ANSWER < whole


def test_another_number_of_players_is_shown_in_time(pixels):
    console = Console()
    console.keys("ad")
    assert console.screen == "setup"
    players = [row[0] for row in console.view.rows()].index(-1)
    console.keys("d" * ((players - console.view.cursor) % len(console.view.rows())))
    assert press(console, "r", pixels)[0] <= ANSWER


@pytest.mark.parametrize("key", KEYS)
def test_a_table_answers_in_time(key, pixels):
    console = Console()
    most = registry.row(key)[3]
    console.begin(key, [0] + [1] * (most - 1), seed=5)
    while not console.view.mine:
        console.press(4)
    slow = []
    for letter in "rleraeraaseraeas":
        screen = console.screen, console.view.overlay
        took, _, sent, _, _ = press(console, letter, pixels)
        if took > (ANSWER if sent < 160 * 128 else START):
            slow.append((letter, took, screen))
        if console.screen != key:
            console.keys("b" if console.screen == "pause" else "a")
            assert console.screen == key
    assert not slow


@pytest.mark.parametrize("key", ["inversio", "hyper_maker"])
def test_the_whole_answer_to_a_move_of_the_cursor_takes_half_of_what_an_answer_may(key, pixels):
    console = Console()
    console.begin(key, [0] + [1] * (registry.row(key)[3] - 1), seed=5)
    seen = []
    for _ in range(3):
        while not console.view.mine:
            console.keys("a")
            console.wait(500)
        cards = len(console.view.cards())
        for letter in "r" * cards + "l" * cards:
            at = console.view.cursor
            seen.append((press(console, letter, pixels)[3], at, console.view.cursor))
            assert console.view.cursor != at
        console.keys("a")
        console.wait(3_000)
    assert {1, cards - 1} <= {abs(at - to) for _, at, to in seen}  # to a neighbour, and from end to end
    assert max(seen)[0] <= ANSWER // 2


@pytest.mark.parametrize("language", HELP)
def test_the_help_opens_and_turns_its_pages_in_time(language, pixels, tmp_path, monkeypatch):
    monkeypatch.chdir(device(tmp_path))
    for key in KEYS:
        opened, *turned = [answer[3] for answer in helped(key, language, pixels)]
        assert opened <= HELP[language][0]
        assert max(turned) <= HELP[language][1], key


@pytest.mark.parametrize("language", range(len(LANGUAGES)))
def test_the_cover_of_the_next_game_is_there_in_time(language, pixels, tmp_path, monkeypatch):
    monkeypatch.chdir(device(tmp_path))
    console = Console(language=language)
    fill_records(console.app)
    console.keys("a")
    for _ in KEYS:
        assert press(console, "r", pixels)[3] <= (JAPANESE_COVER if language == 2 else COVER)


@pytest.mark.parametrize("language", range(len(LANGUAGES)))
def test_the_statistics_of_the_next_game_answer_in_time_and_are_soon_whole(language, pixels):
    console = Console(language=language)
    fill_records(console.app)
    console.keys("dda")
    for _ in KEYS:
        took, _, _, whole, _ = press(console, "r", pixels)
        assert took <= ANSWER and whole <= COVER


@pytest.mark.parametrize("key", KEYS)
def test_a_saved_match_is_on_its_table_in_time(key, pixels):
    assert continued(key, pixels)[3] <= CONTINUED


def test_what_else_a_computer_has_loaded_makes_no_answer_longer(pixels, monkeypatch):
    for _ in range(2):  # the first loads modules that then stay
        alone = continued("flip_over", pixels)
    for number in range(1_000):
        monkeypatch.setitem(sys.modules, f"beside_{number}", types.ModuleType("beside"))
    assert continued("flip_over", pixels)[1:3] == alone[1:3]


def test_a_game_that_there_is_not_is_told_in_a_sentence(capsys):
    assert main(["inversio", "whist"]) == 1
    told = capsys.readouterr()
    assert told.err == f"There is no game whist, only {', '.join(KEYS)}.\n" and not told.out
