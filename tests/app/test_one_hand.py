# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""One hand is enough: UP goes on and DOWN goes back wherever they choose nothing."""

import pytest

from engine import registry
from handful.screens import notice
from tools.console import Console

KEYS = [row[0] for row in registry.GAMES]


@pytest.mark.parametrize("letter", ["u", "d"])
def test_a_notice_closes(letter):
    console = Console()
    console.open("notice", "This is important.")
    assert isinstance(console.view, notice.View)
    for other in "lre":
        console.keys(other)
        assert console.screen == "notice" and console.refused
    console.keys(letter)
    assert console.screen == "title"


@pytest.mark.parametrize("letter", ["u", "d"])
def test_the_code_for_a_telephone_closes(letter):
    console = Console()
    console.app.site = "https://example.org/"
    console.begin("the_game", [0])
    console.keys("s")
    console.open("qr", "pause")
    console.keys(letter)
    assert console.screen == "pause"


def test_the_console_is_handed_over():
    console = Console()
    console.begin("inversion", [0, 0], 9)
    assert console.screen == "handover"
    console.keys("u")
    assert console.screen == "inversion"


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_hand_of_hyper_maker_that_has_one_row_left_is_played_and_the_line_has_no_cross(players):
    console = Console()
    console.begin("hyper_maker", [0] + [1] * (players - 1))
    seen = 0
    for _ in range(3000):
        view = console.view
        if console.screen != "hyper_maker":
            break
        if not view.mine or view.dirty:
            console.wait(100)
            continue
        one = len(view.cards()) <= view.columns
        assert ("✚" in console.foot) != one and ("◀▶" in console.foot) == one
        count = len(view.cards())
        if one:
            if seen > 1:
                console.keys("d")  # which takes back, after a question
                assert "Undo?" in console.foot
                return
            console.keys("u")
            seen += 1
        else:
            view.play(view.game.legal_actions()[0])
            console.wait(40)
        assert len(view.cards()) == count - 1 or view.game.masters_left() >= count
    raise AssertionError("never one row")


@pytest.mark.parametrize("language", range(3))
def test_where_up_plays_in_the_game_the_line_says_so(language):
    console = Console(language=language)
    console.begin("the_game", [0])
    view = console.view
    while sum(view.game.gap(view.cards()[view.where()[3]], pile) > 0 for pile in range(4)) < 2:
        console.keys("r")
    assert "▲" in console.foot
    console.keys("u")
    assert "▲Ⓐ" in console.foot
    console.keys("u")
    assert len(view.session.history) == 1


def taught(key, at_text, at_task):
    """Goes through a lesson by its own actions.

    at_text(console, whether a task comes next) returns whether it has pressed a key; at_task(console) may.
    """
    console = Console()
    console.app.learn(key)
    console.wait(0)
    for _ in range(4000):
        lesson = console.app.lesson
        if not lesson:
            break
        view = console.view
        words = lesson._words()  # noqa: SLF001
        if view.overlay:
            console.heed()
            nth = lesson._at + (words[0] != "find")  # noqa: SLF001
            behind = lesson._steps[nth : nth + 1]  # noqa: SLF001
            if not at_text(console, bool(behind) and behind[0].startswith("find")):
                console.keys("a")
        elif words[0] == "find" and view.mine and view.telling.told() and not view.dirty:
            at_task(console)
            view.play(int(words[2].split(",")[0]))
            console.wait(100)
        else:
            console.wait(200)


@pytest.mark.parametrize("key", KEYS)
def test_what_the_text_of_a_task_names_can_be_pressed_while_it_is_read(key):
    moved = []

    def press(console, task):
        if console.view.overlay == "lesson":
            before = console.view.where()
            console.keys("r")
            assert not console.refused
            if task:
                moved.append(console.view.where() != before)
            return True
        return False

    taught(key, press, lambda console: None)
    assert moved and all(moved)


def test_down_ends_the_turn_while_the_lesson_tells_of_it():
    ended = []

    def press(console, task):
        said = [text for text in console.reader.texts.values() if text != console.foot]
        if task and any("▼" in text for text in said) and not ended:
            count = len(console.view.session.history)
            console.keys("d.")
            ended.append(len(console.view.session.history) - count)
            return True
        return False

    taught("the_game", press, lambda console: None)
    assert ended == [1]


@pytest.mark.parametrize("key", KEYS)
def test_a_hint_in_a_lesson_is_the_lessons(key):
    asked = []

    def ask(console):
        lesson = console.app.lesson
        console.keys("Bu")
        console.wait(60)
        asked.append(console.view.overlay == "lesson" and console.app.lesson is lesson)
        console.heed()
        console.keys("a")

    taught(key, lambda console, task: False, ask)
    assert len(asked) > 1 and all(asked)
