# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""docs/portable.md: another program uses the boards and the keys alone."""

import re

import pytest

import boards
from handful.keys import DOWN, RIGHT, START, A
from tests.boards.player import Player
from tools import PROJECT
from tools.build import drive, pages, portrait
from tools.console import Board

TEXT = (PROJECT / "docs" / "portable.md").read_text(encoding="utf-8")
PROGRAM = re.search(r"```python\n(.*?)```", TEXT, re.S)[1]
# What a page may import, as the document lists it.
FREE = {"engine", "engine.memory", "handful.keys", "handful.toml", "boards"}
# The pages that the document says import the picture too.
DRAWING = {"handful.picture", "handful.picture.measures"}


def imported(place: str) -> set[str]:
    """The modules of the engine and of lib/handful that a file may import."""
    names = drive.imports(PROJECT / place, place)
    return {name for name in names if name.split(".")[0] in ("engine", "handful") and is_module(name)}


def is_module(name: str) -> bool:
    """Whether a dotted name is a module's, and not a package's or that of something in a module."""
    path = name.replace(".", "/") + ".py"
    return (PROJECT / path).exists() or (PROJECT / "lib" / path).exists()


def test_the_program_is_about_thirty_lines_long():
    assert len([line for line in PROGRAM.splitlines() if line]) <= 31


def test_on_a_double_the_pen_moves_draws_and_changes_its_colour(monkeypatch):
    board = Board()
    monkeypatch.setattr(boards, "find", lambda: board)
    for key in (RIGHT, A, DOWN, START):
        board.queue += [(key, True), (key, False)]
    told = {}
    exec(compile(PROGRAM, "sketch.py", "exec"), told)
    assert board.closed
    paper = told["paper"]
    drawn = {(x, y): paper[x, y] for x in range(20) for y in range(16) if paper[x, y]}
    # The last key ends the program before it draws.
    assert drawn == {(11, 8): 2, (11, 9): 2}
    board.screen.refresh()
    pixels = board.screen.image()
    assert len({pixels[i : i + 3] for i in range(0, len(pixels), 3)}) == 2


@pytest.mark.parametrize("key", [b"p", b"q", b"\x03"])
def test_in_the_terminal_it_draws_and_whatever_key_ends_it_gives_the_terminal_back(tmp_path, key):
    player = Player("", PROGRAM, HANDFUL_BOARD="terminal", HOME=str(tmp_path))
    player.read(b"48;")
    player.type(b"\x1b[Cx")
    player.read(b"48;")
    player.type(key)
    assert player.end() == (0, "")


@pytest.mark.parametrize("name", drive.devices())
def test_a_board_s_page_imports_what_the_document_lists_and_nothing_of_the_games(name):
    page = f"boards/{name}.py"
    ours = {place.replace(".", "/") + ".py" for place in drive.imports(PROJECT / page, page)}
    parts = [place for place in ours if place.startswith("boards/") and (PROJECT / place).exists()]
    found = imported(page).union(*map(imported, parts))
    allowed = FREE | (DRAWING | {"handful.picture.ink"} if found & DRAWING else set())
    assert found - allowed - {"handful.few", "handful.finger", "handful.app"} == set()


def test_the_keys_need_nothing_of_the_games():
    for path in ("lib/handful/keys.py", "lib/handful/toml.py", "engine/__init__.py", "engine/memory.py"):
        assert imported(path) <= FREE


@pytest.mark.parametrize("name", drive.devices())
def test_only_boards_that_the_document_excepts_have_fewer_than_the_eight_keys(name):
    """Where the sketch ends by START; the others have the few keys that the document names."""
    source = (PROJECT / "boards" / f"{pages.origin(name, 'KEYS')}.py").read_text(encoding="utf-8")
    keys = set(
        re.findall(r"\b[A-Z]+\b", re.search(r"^KEYS = (?:bytes\((.*?)\)\n|b\"\")", source, re.M | re.S)[0])
    )
    keys -= {"KEYS"}
    if portrait.is_touched(name):
        assert keys == set()
    elif portrait.few(name):
        assert keys >= {"RIGHT", "A", "B"} - ({"B"} if len(portrait.few(name)) == 2 else set())
    else:
        assert keys == {"KEYBOARD"} or keys >= {"UP", "DOWN", "LEFT", "RIGHT", "A", "B", "START", "SELECT"}
