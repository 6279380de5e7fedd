# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The first minute: one question, then a lesson or the shelf; the name after the first match; typed names."""

import pytest

from engine import registry
from handful.picture import ink
from handful.settings import HELPED, NAMED, Settings
from tests import words
from tests.playing import drawn, finish, until_mine
from tools.console import Board, Console


class Typewriter(Board):
    """A board with a keyboard that types letters as long as a screen asks for text."""

    KEYS_CALLED = ("←↑↓→", "Enter", "Bksp", "P", "Tab", "Shift-B")
    text = ""
    speaks = "fr"

    def typed(self) -> str:
        """What was typed since the last call."""
        text, self.text = self.text, ""
        return text

    def language(self) -> str:
        """The computer's language."""
        return self.speaks


def switched_on(board=None) -> Console:
    """A console at its first question."""
    console = Console.untouched(board or Board())
    console.wait(40)
    return console


def name_screen(name="", board=None, language=0) -> Console:
    """The screen for the name of the first seat, as the settings open it."""
    console = Console(language=language)
    if board:
        board.screen, board.flash = console.board.screen, console.board.flash
        console.board = console.app.board = board
    console.app.settings.names[0] = name
    console.open("name", 0, False)
    return console


def test_a_display_that_dims_before_the_language_is_chosen_loses_no_lesson():
    console = Console.untouched(Board())
    console.board.clock += 61_000
    console.wait(2_000)
    console.keys("a")
    assert console.screen == "language" and len(console.view.rows()) == 2


def test_two_keys_lead_from_the_first_start_to_a_lesson():
    console = switched_on()
    assert console.screen == "language"
    console.keys("a")
    assert [row[0] for row in console.view.rows()] == [0, 1]
    console.keys("a")
    console.wait(1000)
    assert console.screen == "the_game" and console.app.lesson


def test_who_knows_the_way_comes_to_the_games_without_a_name_and_without_a_notice():
    console = switched_on()
    console.keys("ada")
    assert console.screen == "games"
    console.keys("b")
    assert console.screen == "title"
    again = Console(console.board.flash)  # switched off and on: not asked again
    assert again.screen == "title"


@pytest.mark.parametrize(("speaks", "row"), [("fr", 1), ("ja", 2), ("cy", 0), ("", 0)])
def test_the_first_question_stands_on_the_machines_language(speaks, row):
    board = Typewriter()
    board.speaks = speaks
    console = switched_on(board)
    assert console.view.cursor == row
    assert console.app.texts.language == ("en", "fr", "ja")[row]


def test_the_name_is_asked_once_after_the_first_finished_match():
    console = Console(new=True)
    console.begin("the_game", [0])
    console.keys("sua")
    assert console.screen == "title"  # not finished yet
    console.begin("the_game", [0])
    finish(console)
    assert console.screen == "name" and console.foot == console.view.say("keys_name_none")
    console.keys("b")  # skips it
    assert console.screen == "result" and console.app.settings.names[0] == ""
    console.app.seed = lambda: 77
    console.keys("a")  # a new deal
    assert console.screen == "the_game" and not console.app.match.session.history
    finish(console)
    assert console.screen == "result"
    console.keys("b")
    assert console.screen == "title"
    again = Settings()
    again.load(console.app.settings.dump())
    assert again.values[NAMED] == 1


def test_a_name_that_is_given_after_the_match_stands_below_it_and_in_what_is_saved():
    console = Console(new=True)
    console.begin("the_game", [0, 1])
    finish(console)
    console.keys("a")
    while console.view.cursor != len(console.view.signs):  # the cell behind the last sign
        console.keys("l")
    console.keys("a")
    assert console.screen == "result" and [row[0] for row in console.view.rows()][0] == "new"
    again = Settings()
    again.load(console.app.settings.dump())
    assert again.names[0] == "A" and again.values[NAMED] == 1


def test_a_name_that_is_there_is_not_asked_for():
    console = Console(new=True)
    console.app.settings.names[0] = "Ana"
    console.begin("the_game", [0])
    finish(console)
    console.keys("b")
    assert console.screen == "title"


def test_typed_letters_are_the_name_and_no_keys():
    board = Typewriter()
    console = name_screen(board=board)
    board.text = "qwasdphj"
    console.wait(40)
    assert console.screen == "name" and console.shows("qwasdphj")
    board.text = "k"
    console.wait(40)
    assert console.shows("qwasdphj")  # it is full
    board.text = "\b\b\bÉl\r"
    console.wait(40)
    assert console.screen == "settings" and console.app.settings.names[0] == "qwasdÉl"


def test_esc_leaves_the_name_as_it_was():
    board = Typewriter()
    console = name_screen("Ana", board)
    board.text = "bel\x1b"
    console.wait(40)
    assert console.screen == "settings" and console.app.settings.names[0] == "Ana"


def test_a_typed_sign_that_no_name_has_is_said():
    board = Typewriter()
    console = name_screen(board=board)
    board.text = "!"
    console.wait(40)
    assert console.refused and not console.shows("!")


def on_ok(console):
    """Whether the cursor is on OK."""
    return console.ink_of("OK") == ink.INK


@pytest.mark.parametrize("language", range(3))
def test_ok_is_a_cell_of_every_page_and_where_the_cursor_starts_when_there_is_a_name(language):
    console = name_screen("Ana", language=language)
    for _ in range(3):
        console.keys("e" * _)
        assert not on_ok(console) or not _
        for _key in range(8):
            if on_ok(console):
                break
            console.keys("d")
        assert on_ok(console)
        console.keys("dul" + "rd")
    console = name_screen("Ana", language=language)
    console.keys("a")
    assert console.screen == "settings" and console.app.settings.names[0] == "Ana"


def test_letters_come_first_and_accents_are_the_next_page():
    console = name_screen()
    assert console.shows("ABC") and not console.shows("É")
    console.keys("e")
    assert console.shows("É")
    console.keys("ae")
    assert console.shows("ABC")


def test_a_full_name_says_how_to_finish_and_goes_to_ok():
    console = name_screen("Maximil")
    console.keys("d" + "a")
    assert console.shows("MaximilG") and on_ok(console)
    console.keys("dar"[:2])
    assert console.screen == "name"
    assert "OK" in console.view.say("name_full")


def test_help_stands_in_the_key_line_of_the_tables_until_it_was_used_once():
    console = Console(new=True)
    console.begin("inversio", [0, 1])
    until_mine(console)
    assert console.view.say("hold_b") in console.foot
    console.keys("B")
    assert console.view.overlay == "ring"
    console.keys("b")
    assert console.view.say("hold_b") not in console.foot
    console.keys("sdda")
    again = Settings()
    again.load(console.app.settings.dump())
    assert again.values[HELPED] == 1


@pytest.mark.parametrize("language", range(3))
@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_how_to_play_begins_with_the_keys_by_the_names_of_this_machine(key, language):
    console = Console(language=language)
    rows = drawn(console)
    console.open("help", key, ("title",))
    assert any("Ⓐ" in row[0] for row in rows) and not any("{" in row[0] for row in rows)
    assert console.foot.startswith("1/")
    rows.clear()
    console.keys("r")
    heading = words.lines(console.app.texts.language, key, ".help.txt")[0].lstrip("# ")
    assert heading in [row[0] for row in rows]
    console.app.board.KEYS_CALLED = Typewriter.KEYS_CALLED
    console.open("help", key, ("title",))
    page = " ".join([row[0] for row in rows])
    assert "Tab" in page and "Shift-B" in page and "Enter" in page


def test_who_plays_alone_is_not_asked_who_starts():
    console = Console()
    console.open("setup", "the_game", [0])
    assert not console.shows("Who starts")
    console.open("setup", "the_game", [0, 2])
    console.keys("ddddddd")
    assert console.shows("Who starts")


@pytest.mark.parametrize(("key", "shown"), [("the_game", "last played"), ("flip_over", "last trick")])
def test_the_page_of_keys_names_what_the_game_s_select_shows(key, shown):
    console = Console()
    console.open("setup", key)
    console.open("help", key, ("title",))
    assert sum(shown in text for text in console.reader.texts.values()) == 2
