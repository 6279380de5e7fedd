# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The colours of the tables: four for each game, which medals open; the one that is chosen is kept."""

import pytest

from engine import registry
from handful import ladder
from handful.picture import ink
from handful.settings import COLOURS, HELPED, LOOK, SEATS, Settings
from handful.store import SETTINGS, Store
from tests.sheet import THEMES
from tests.words import catalogue
from tools.console import Console

KEYS = [row[0] for row in registry.GAMES]
LOOKS = 4


def owner(medals: dict[int, int], flash=None) -> Console:
    """A console on which the games of those rows have these medals (bits)."""
    console = Console(flash)
    records = console.app.records
    for row, bits in medals.items():
        records.go_on(row, True, [], bits)
    console.app.keep(records)
    return console


def set_up(console: Console, key: str) -> None:
    """Opens a game's set-up, with the cursor on its last row, the table's colour."""
    console.open("setup", key)
    console.keys("u")


def table(console: Console) -> int:
    """The colour of the table in sight."""
    return console.app.canvas.colour(ink.TABLE)


def kept(console: Console, key: str) -> int:
    return console.app.settings.values[LOOK + registry.number(key)]


@pytest.mark.parametrize("key", KEYS)
def test_a_game_has_four_tables_whose_colours_differ_and_have_names(key):
    console = Console()
    assert len(console.app.canvas.look(key, "inks")) == 4 * LOOKS
    assert len({THEMES[key if look == 0 else f"{key} {look}"][0] for look in range(LOOKS)}) == LOOKS
    for language in ("en", "fr", "ja"):
        texts = catalogue(language)
        assert len({texts[f"tint_{look}"] for look in range(LOOKS)}) == LOOKS


@pytest.mark.parametrize("key", KEYS)
def test_the_first_medal_a_quarter_and_half_of_them_open_a_table_each(key):
    console = Console()
    needs = ladder.looks(console.app, key)
    assert needs == ([0, 1, 2, 4] if key == "the_game" else [0, 1, 4, 8])
    row = registry.number(key)
    for medals in range(needs[-1] + 1):
        console = owner({row: (1 << medals) - 1})
        set_up(console, key)
        for look in range(1, LOOKS):
            console.keys("r")
            is_open = needs[look] <= medals
            assert table(console) == THEMES[f"{key} {look}"][0], "it can be looked at"
            assert (kept(console, key) == look) == is_open
            assert console.shows(f"{medals}/{needs[look]}") != is_open
            assert (console.foot == console.view.say("keys_locked")) != is_open


def test_medals_of_another_game_open_nothing():
    console = owner({0: 0x7F, 2: 0x7FFF})
    set_up(console, "inversion")
    console.keys("rrr")
    assert kept(console, "inversion") == 0


@pytest.mark.parametrize("letters", ["u", "d", "b"])
def test_a_table_that_is_not_open_goes_with_the_cursor(letters):
    console = owner({3: 1})
    set_up(console, "flip_over")
    console.keys("r" + "r")
    console.keys(letters)
    assert kept(console, "flip_over") == 1 and table(console) == THEMES["flip_over 1"][0]
    if letters != "b":
        console.keys("d" if letters == "u" else "u")
        assert console.shows("wood") and not console.shows("slate")


def test_the_chosen_table_is_on_the_cover_in_the_match_and_after_a_new_start():
    flash = bytearray(b"\xff" * 4096)
    console = owner({3: 0xFF}, flash)
    set_up(console, "flip_over")
    console.keys("lb")
    night = THEMES["flip_over 3"][0]
    assert console.screen == "games" and table(console) == night
    console.keys("r")
    assert table(console) == THEMES["inversio"][0], "it is that game's alone"
    console.wait(1000)
    again = Console(console.board.flash)
    assert table(again) == THEMES["console"][0]
    again.begin("flip_over", [0, 1, 1])
    assert table(again) == night
    again.keys("s")
    assert again.screen == "pause" and table(again) == night


def test_a_version_without_tables_leaves_each_game_its_own_and_passes_over_the_choices():
    settings = Settings()
    settings.values[LOOK + 2] = 3
    data = settings.dump()
    older = bytes((HELPED + 1,)) + data[1 : HELPED + 2] + bytes(COLOURS[:SEATS]) + b"\n" * (SEATS - 1)
    settings = Settings()
    settings.load(older)
    assert not any(settings.values[LOOK:])
    settings.load(data)
    assert list(settings.values[LOOK:]) == [0, 0, 3] + [0] * 9
    settings.load(data[: 1 + LOOK + 2] + b"\x04" + data[LOOK + 4 :])
    assert settings.values[LOOK + 2] == 3, "a colour that is not known stays as it is"


def test_there_is_a_choice_for_each_game():
    assert len(Settings().values) - LOOK >= len(registry.GAMES)


def test_the_choice_is_saved_without_a_match():
    console = owner({1: 3})
    set_up(console, "inversion")
    console.keys("rb")
    console.wait(1000)
    settings = Settings()
    settings.load(Store(console.board.flash).payloads[SETTINGS])
    assert settings.values[LOOK + 1] == 1


@pytest.mark.parametrize(("before", "said"), [(0, "wood"), (1, ""), (3, "slate"), (7, "night")])
def test_the_result_names_the_table_that_a_new_medal_has_opened(before, said):
    console = owner({4: ((1 << before) - 1) << 3})
    console.begin("inversio", [0, 1])
    game = console.app.match.session.game
    while game.player >= 0:
        console.app.match.act(game.legal_actions()[0])
    game.winners = lambda: (0,)
    console.app.match.first = 4  # Pico is the other one, whose medal is the lowest bit
    console.open("result")
    assert ladder.count(console.app.records.medals(4)) == before + 1
    assert console.shows(f"New table colour: {said}" if said else "New medal: Pico")
    assert console.shows("New table colour") == bool(said)
