# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""`make run`: which board it takes, and what it says of wrong variables."""

import os
import shlex
import subprocess
import sys

import pytest

from handful.keys import SELECT, A
from handful.texts import LANGUAGES
from tools import PROJECT as ROOT
from tools import run
from tools.console import Board, Console


def test_run_takes_a_window_only_where_there_is_a_display(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    assert run.choices("") == ("terminal",)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert run.choices("") == ("desktop", "terminal")
    assert run.choices("terminal") == ("terminal",)
    assert run.choices("browser") == ("browser",)


@pytest.mark.parametrize("value", ["foo", "160x", "12", "0", "terminal", "two words"])
@pytest.mark.parametrize("board", ["", "terminal", "desktop", "browser"])
@pytest.mark.parametrize("goal", ["run", "check"])
def test_each_variable_of_make_run_with_a_wrong_value_is_named_as_what_it_is(goal, board, value, capsys):
    recipe = make(goal, f"BOARD={board}", f"SIZE={value}")
    assert run.main(recipe) == 2
    assert capsys.readouterr().err.startswith(f"SIZE is {value}: it has to be one of 160x128, ")
    if goal == "run":
        assert run.main(make(goal, f"BOARD={board}", f"KEYS={value}")) == 2
        assert capsys.readouterr().err == f"KEYS is {value}: it has to be 3, 2 or knob.\n"
    if value != "terminal":
        assert run.main(make(goal, f"BOARD={value}")) == 2
        assert capsys.readouterr().err.startswith(f"There is no page for the board {value}: ")


def make(*said) -> list:
    """The arguments that make gives to tools/run.py."""
    command = ["make", "-n", "-o", ".venv/run.txt", "-o", ".venv/dev.txt", "-o", ".venv/web/ready", *said]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    (line,) = [line for line in done.stdout.splitlines() if "tools/run.py" in line]
    return shlex.split(line)[2:]


def test_a_size_for_the_page_is_refused_since_it_has_one(capsys):
    assert run.main(["browser", "SIZE=240x135"]) == 2
    assert capsys.readouterr().err == (
        "SIZE is 240x135, and the page in a browser has one size: leave SIZE out.\n"
    )


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("kettle", "There is no page for the board kettle"),
        ("pybadge", "a handheld"),
        ("edgebadge", "a handheld"),
    ],
)
def test_run_refuses_another_board_with_a_sentence(capsys, name, sentence):
    assert run.main([name]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert sentence in err
    assert len(err.splitlines()) == 1


def test_run_wants_a_terminal_for_the_terminal(monkeypatch, capsys):
    with open(os.devnull, encoding="utf-8") as nothing:
        monkeypatch.setattr(sys, "__stdin__", nothing)
        with pytest.raises(OSError, match="terminal"):
            run.open_board(("terminal",))


@pytest.mark.parametrize("keys, count", [("3", 3), ("2", 2), ("knob", 1)])
def test_a_computer_can_be_left_with_few_keys(keys, count):
    assert run.read(["terminal", f"KEYS={keys}"]) == (("terminal",), "", keys)
    board = Board()
    board.typed = lambda: ""
    run.take_away(board, keys)
    assert not hasattr(board, "typed")
    console = Console.untouched(board)
    assert console.app.keys.count == count and "→" in console.foot


@pytest.mark.parametrize("language", range(len(LANGUAGES)))
@pytest.mark.parametrize("keys", ["3", "2", "knob"])
def test_a_terminal_names_the_keys_that_stand_for_held_ones(keys, language):
    board = Board()
    board.NAME = "Terminal"
    run.take_away(board, keys)
    console = Console.untouched(board)
    console.answer(language)
    console.open("help", "inversion", ("title",))
    lines = list(console.reader.texts.values())
    assert any(line.startswith("Tab: ") for line in lines) and not any("…:" in line for line in lines)
    console.open("name", 0, False)
    assert "Tab" in console.foot and "…" not in console.foot
    name = console.view.signs
    console.press(SELECT)
    if keys == "knob":  # whose list has the way back, too
        console.press(A)
    assert console.view.signs != name
