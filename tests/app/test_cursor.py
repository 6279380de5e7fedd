# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Whoever comes back to a screen finds the cursor where it was."""

import pytest

from engine import registry
from tests.playing import to_the_end
from tools.console import Console

KEYS = [row[0] for row in registry.GAMES]
BACK = {"name": "s", "help": "b", "code": "b", "qr": "b", "games": "b", "records": "b", "settings": "b"}


def title():
    return Console()


def settings():
    console = Console()
    console.keys("da")
    return console


def pause():
    console = Console()
    console.begin("inversion", [0, 1])
    console.app.site = "https://example.org/"
    console.keys("s")
    console.view.show()
    return console


def settings_in_a_pause():
    console = pause()
    console.keys("dddda")
    return console


def result():
    console = Console()
    console.begin("inversion", [0, 1])
    to_the_end(console.app.match)
    console.app.site = "https://example.org/"
    console.app.open("result")
    console.see_end()
    return console


def set_up():
    console = Console()
    console.keys("ad")
    return console


@pytest.mark.parametrize("place", [title, settings, pause, settings_in_a_pause, result, set_up])
def test_every_row_that_opens_another_screen_is_found_again(place):
    console = place()
    screen = console.screen
    rows = console.view.rows()
    opened = set()
    for number in range(len(rows)):
        assert console.screen == screen and console.view.cursor == number
        before = console.image().tobytes()
        match = console.app.match
        leads = rows[number][0] not in ("again", "new", "leave", "title", "restart", "take_back", "resume")
        if leads and rows[number][2] is None or rows[number][0] in (-2, *range(10, 15)):
            if console.screen == "setup" and rows[number][0] in (-3, -6):
                leads = False  # a match begins
            if leads:
                console.keys("a")
                opened.add(console.screen)
                if match and console.screen == match.session.key:
                    console.keys("rb")  # looks through the match
                else:
                    console.keys(BACK[console.screen])
                assert console.screen == screen and console.app.match is match
                assert console.view.cursor == number and console.image().tobytes() == before, rows[number][1]
        console.keys("d")
    assert opened


def test_the_set_up_keeps_the_chosen_challenge_while_its_rules_are_read():
    console = set_up()
    numbers = [row[0] for row in console.view.rows()]
    console.keys("d" * numbers.index(-5) + "rrr" + "d" * (numbers.index(-4) - numbers.index(-5)) + "ab")
    assert console.screen == "setup" and console.shows("Challenge4")


@pytest.mark.parametrize("way", ["ss", "sda" + "bb", "sdddda" + "bb", "Bdb"])
@pytest.mark.parametrize("moves", ["r", "rrr"])
@pytest.mark.parametrize("key", KEYS)
def test_the_table_s_cursor_is_where_it_was_before_the_pause_or_the_rules(key, moves, way):
    console = Console()
    console.begin(key, [0] * registry.row(key)[2], seed=5)
    if console.screen == "handover":
        console.keys("a")
    console.wait(2000)
    assert console.view.mine
    console.keys(moves)
    console.app.save()
    before, where = console.image().tobytes(), console.view.where()
    console.keys(way)
    console.wait(2000)
    assert console.screen == key and console.view.where() == where
    assert console.image().tobytes() == before


@pytest.mark.parametrize("key", KEYS)
def test_a_turn_puts_the_cursor_on_a_legal_card_also_one_that_begins_behind_the_pause(key):
    console = Console()
    console.begin(key, [0] + [1] * (registry.row(key)[2] - 1), 7)
    turns = 0
    for _ in range(400):
        view = console.view
        if console.screen != key or turns == 6:
            break
        if view.mine:
            if not getattr(view.game, "auction", False):
                where = view.where()
                card = view.cards()[view.cursor if hasattr(view, "cursor") else where[3]]
                assert (card if hasattr(view, "cursor") else 4 * card + where[4]) in view.game.legal_actions()
                turns += 1
            console.keys("a")
        console.keys("ss" if turns % 2 else "")
        console.wait(700)
        if console.screen == key and console.view.telling.reading:
            console.keys("a")
    assert turns > 4


def test_after_another_card_the_cursor_begins_where_the_table_puts_it():
    console = Console()
    console.begin("the_game", [0])
    cheapest = console.view.where()[3]
    console.keys("rru" + "s" + "dda")  # aims at a pile; nothing can be taken back yet
    console.keys("s")
    there = (cheapest + 2) % 8
    assert console.view.where()[2:4] == (1, there)
    console.keys("a" + "s" + "a")  # the pause is on the same row
    assert console.view.where()[:2] == (0, 0)


def test_a_match_that_is_left_and_another_game_begin_without_a_trail():
    console = Console()
    console.begin("the_game", [0])
    console.keys("rr" + "sua")
    assert console.screen == "title" and console.view.cursor == 0
    console.keys("da" + "d")
    assert console.screen == "setup" and console.view.cursor == 0


@pytest.mark.parametrize(("opens", "leaves"), [("s", "b"), ("s", "s"), ("sdddda", "bb"), ("sdddda", "bs")])
def test_the_pause_and_the_settings_remember_their_cursor_until_another_match_begins(opens, leaves):
    console = Console()
    console.begin("the_game", [0])
    console.keys(opens + "ddd")
    there = console.screen, console.view.cursor
    console.keys(leaves)
    assert console.screen == "the_game"
    console.keys("s" if opens == "s" else "sa")
    assert (console.screen, console.view.cursor) == there
    console.app.leave(False)
    console.wait(40)
    console.keys("dda")
    assert console.screen == "settings" and (opens == "s" or console.view.cursor == there[1])
    console.keys("b" + "uu" + "a" + "s")
    assert console.screen == "pause" and console.view.cursor == 0
