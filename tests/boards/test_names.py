# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""On a computer the line at the foot of a screen calls keys by the names that the keyboard has for them."""

from types import SimpleNamespace

import pytest

from boards import terminal
from boards.computer.names import FIRST, Names
from boards.parts.names import line
from engine import registry
from handful.keys import LEFT, SELECT, START, A, B
from handful.texts import LANGUAGES
from tools.console import Board, Console

PLAY = "Ⓐ play  Ⓑ undo"


def six(text):
    """A width of six pixels a sign."""
    return 6 * len(text)


def test_before_any_key_was_used_the_line_has_a_keyboard_s_usual_ones():
    assert Names().line(PLAY + "  \ue001 tricks  \ue000 pause", six, 999) == (
        "Enter play  Esc undo  Tab tricks  P pause"
    )


@pytest.mark.parametrize(
    ("key", "name", "text"),
    [
        (A, "x", "X play  Esc undo"),
        (A, "space", "Space play  Esc undo"),
        (A, " ", "Space play  Esc undo"),
        (A, "return", "Enter play  Esc undo"),
        (B, "backspace", "Enter play  Bksp undo"),
        (B, "z", "Enter play  Z undo"),
        (A, "ч", "Enter play  Esc undo"),
        (LEFT, "h", "Enter play  Esc undo"),
    ],
)
def test_a_key_is_called_as_the_one_that_was_used_last_for_it(key, name, text):
    names = Names()
    names.used(key, name)
    assert names.line(PLAY, six, 999) == text


def test_after_a_gamepad_or_a_finger_the_signs_stand_there_until_a_key_is_typed():
    names = Names()
    names.used(A, "x")
    names.used(LEFT, "")
    assert names.line(PLAY, six, 999) == PLAY
    names.used(START, "p")
    assert names.line(PLAY, six, 999) == "X play  Esc undo"


def test_a_line_that_would_be_too_wide_stands_closer_or_keeps_its_signs():
    named = "Enter play  Esc undo"
    for room in range(50, 140):
        text = line(PLAY, FIRST, six, room)
        assert text == (named if room >= 120 else "Enter play Esc undo" if room >= 114 else PLAY)


class Typed(Board):
    """A board with a keyboard."""

    def __init__(self):
        super().__init__()
        self.names = Names()
        self.named = self.names.line


def test_the_foot_of_menus_tables_and_refusals_has_the_names():
    console = Console.untouched(Typed())
    console.answer()
    feet = [console.foot]
    console.begin("the_game", [0])
    console.wait(1500)
    feet.append(console.foot)
    console.keys("d")
    assert console.refused
    console.keys("ae")
    feet.append(console.foot)
    console.keys("a")
    console.wait(500)
    feet.append(console.foot)
    assert "Enter" in feet[0] and "Enter" in feet[1] and "Esc" in feet[3]
    assert not any(sign in foot for foot in feet for sign in "ⒶⒷ")
    console.board.names.used(SELECT, "")
    console.keys("r")
    console.keys("s")
    assert "Ⓐ" in console.foot


@pytest.mark.parametrize("language", range(len(LANGUAGES)))
def test_in_a_terminal_the_key_that_stands_for_b_held_is_named(language, monkeypatch):
    monkeypatch.setattr(terminal, "display", lambda: SimpleNamespace(names=Names(("Enter", "B", "P", "Tab"))))
    held = Console(language=language).app.texts.say("hold_b")
    sign = held.partition(":")[0].rstrip()
    assert "Ⓑ" in sign
    assert terminal.named("Ⓐ play  " + held, six, 999) == "Enter play  Shift-B" + held[len(sign) :]
    assert terminal.named("Ⓐ play  Ⓑ undo", six, 999) == "Enter play  B undo"


GAMES = [row[0] for row in registry.GAMES]
MENUS = {
    "title": (),
    "games": (),
    "settings": (),
    "records": (),
    "name": (0, False),
    "help": ("the_game", ("title",)),
}
OVER = {"ring": "B", "last": "e", "hint": "Bu.", "pause": "s"}


@pytest.mark.parametrize("first", range(8))
@pytest.mark.parametrize("screen", [*MENUS, *OVER, *GAMES])
def test_every_key_makes_the_foot_name_the_keys_of_what_was_used_last(screen, first):
    console = Console.untouched(Typed())
    console.answer()
    if screen in MENUS:
        console.app.open(screen, *MENUS[screen])
    else:
        key = screen if screen in GAMES else "inversio"
        console.begin(key, [0] + [1] * (max(2, registry.row(key)[2]) - 1), 9)
        while not console.view.mine:
            console.wait(100)
        console.keys(OVER.get(screen, ""))
    for turn in range(8):
        typed = ("", "x")[turn % 2]
        console.board.names.used((first + turn) % 8, typed)
        console.press((first + turn) % 8)
        assert not (any(sign in console.foot for sign in "ⒶⒷ\ue000\ue001") and typed), console.foot
        assert typed or not any(name in console.foot for name in ("Enter", "Esc", "Tab", "X ")), console.foot
