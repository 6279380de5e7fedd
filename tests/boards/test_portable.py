# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""docs/portable.md: another program uses the boards and the keys alone."""

import ast
import os
import pty
import re
import select
import subprocess
import sys
import termios
import time

import pytest

import boards
from handful.keys import DOWN, RIGHT, START, A
from tools import PROJECT
from tools.build import drive
from tools.console import Board

TEXT = (PROJECT / "docs" / "portable.md").read_text(encoding="utf-8")
PROGRAM = re.search(r"```python\n(.*?)```", TEXT, re.S)[1]
# What a page may import, as the document lists it.
FREE = {"engine", "engine.memory", "handful.keys", "handful.toml", "boards"}
# The pages that the document says import the picture too.
DRAWING = {"handful.picture", "handful.picture.measures"}


def imported(path) -> set[str]:
    """The modules of ours that a file imports when it is run, and when its functions are called."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            names = {node.module}
            if node.module in ("handful", "handful.picture"):
                names = {f"{node.module}.{name.name}" for name in node.names}
            found |= {name for name in names if name.split(".")[0] in ("engine", "handful")}
    return found


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


def test_in_the_terminal_it_draws_and_ends_and_gives_the_terminal_back(tmp_path):
    file = tmp_path / "sketch.py"
    file.write_text(PROGRAM, encoding="utf-8")
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (44, 80))
    environ = {
        **os.environ,
        "PYTHONPATH": f"{PROJECT}:{PROJECT / 'lib'}",
        "HANDFUL_BOARD": "terminal",
        "TERM": "xterm-256color",
        "LC_ALL": "C.UTF-8",
        "HOME": str(tmp_path),
    }
    process = subprocess.Popen(
        [sys.executable, str(file)], stdin=theirs, stdout=theirs, stderr=theirs, env=environ
    )
    seen = b""
    end = time.monotonic() + 20
    sent = 0
    while b"\x1b[?1049l" not in seen:
        assert select.select([ours], [], [], max(0, end - time.monotonic()))[0], seen[-500:]
        seen += os.read(ours, 65536)
        if sent == 0 and b"48;" in seen:
            os.write(ours, b"\x1b[Cx")
            sent = 1
        elif sent == 1 and seen.count(b"48;") > 2:
            os.write(ours, b"p")
            sent = 2
    assert process.wait(timeout=10) == 0
    os.close(ours)
    os.close(theirs)
    assert b"Traceback" not in seen


@pytest.mark.parametrize("name", drive.devices())
def test_a_board_s_page_imports_what_the_document_lists_and_nothing_of_the_games(name):
    page = PROJECT / "boards" / f"{name}.py"
    parts = re.findall(r"boards\.parts\.(\w+)", page.read_text(encoding="utf-8"))
    found = imported(page).union(*[imported(PROJECT / "boards" / "parts" / f"{part}.py") for part in parts])
    allowed = FREE | (DRAWING | {"handful.picture.ink"} if found & DRAWING else set())
    assert found - allowed - {"handful.few", "handful.finger", "handful.app"} == set()


def test_the_keys_need_nothing_of_the_games():
    for path in ("lib/handful/keys.py", "lib/handful/toml.py", "engine/__init__.py", "engine/memory.py"):
        assert imported(PROJECT / path) <= FREE
