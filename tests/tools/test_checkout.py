# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What is built or played does not depend on the line ends of a checkout.

test_release.py makes a whole release from a tree with other line ends.
"""

import ast
import subprocess

import pytest

from tools import PROJECT, checkout

# What the tools read that is not the project's: (file, function).
OTHERS = {
    ("circuitpython.py", "modules"),  # the stubs of CircuitPython
    ("shrink.py", "_stubs"),
    ("drive.py", "compiled"),  # what the compiler wrote
    ("flash.py", "identify"),  # the board's drive
    ("flash.py", "_read"),
    ("release.py", "sums"),  # what was made
    ("uf2.py", "drive_blocks"),
    ("uf2.py", "firmware"),
    ("uf2.py", "make"),
    ("web.py", "board_files"),
    ("web.py", "main"),
    ("web.py", "contents"),  # MicroPython, as it was installed
    ("wired.py", "main"),  # the board's drive
    ("wired.py", "pins"),  # the stubs of CircuitPython
}


def git(*command):
    done = subprocess.run(["git", *command], cwd=PROJECT, capture_output=True, text=True)
    if done.returncode:
        pytest.skip("This is no git clone.")
    return [line for line in done.stdout.split("\0") if line]


def test_text_is_read_with_lf_and_everything_else_as_it_is(tmp_path):
    for name in ("small.fnt", "LICENSE", "page.html", "a.mjs"):
        (tmp_path / name).write_bytes(b"one\r\ntwo\n")
        assert checkout.data(tmp_path / name) == b"one\ntwo\n"
        assert checkout.text(tmp_path / name) == "one\ntwo\n"
    for suffix in checkout.BINARY:
        (tmp_path / f"a{suffix}").write_bytes(b"one\r\ntwo\n")
        assert checkout.data(tmp_path / f"a{suffix}") == b"one\r\ntwo\n"


def test_what_git_keeps_as_binary_is_what_is_read_as_binary_and_text_has_lf():
    rows = [line.split() for line in git("ls-files", "-z", "--eol")]
    binary = {row[0] for row in rows if row[-1].endswith(checkout.BINARY)}
    assert binary <= {"i/-text", "i/none"}  # none: one byte without a line's end
    assert {row[0] for row in rows if not row[-1].endswith(checkout.BINARY)} == {"i/lf"}


def test_the_attributes_say_the_same():
    names = git("ls-files", "-z")
    said = git("check-attr", "-z", "text", "eol", "--", *names)
    for name, attribute, value in zip(said[::3], said[1::3], said[2::3], strict=True):
        binary = name.endswith(checkout.BINARY)
        if attribute == "text":
            assert value == ("unset" if binary else "auto"), name
        elif not binary:
            assert value == "lf", name


def readers(file):
    """The functions of a file that read files themselves."""
    for function in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(function, (ast.FunctionDef, ast.Module)):
            for node in ast.walk(function):
                called = getattr(node, "func", None)
                name = getattr(called, "attr", getattr(called, "id", ""))
                if name in ("read_text", "read_bytes") or name == "open" and "rb" in ast.unparse(node):
                    yield file.name, getattr(function, "name", "")


def test_whatever_the_build_reads_of_the_project_comes_through_one_place():
    found = set()
    for file in (PROJECT / "tools" / "build").glob("*.py"):
        found.update(row for row in readers(file) if row[1])
    assert found <= OTHERS


def test_a_tree_with_other_line_ends_is_played_from_a_copy_that_is_right(tmp_path):
    assert checkout.played() == PROJECT
    names = ("small.fnt", "small.bmp", "games/inversio/en.txt", "texts/ja.txt")
    for name in names:
        file = tmp_path / "assets" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        data = (PROJECT / "assets" / name).read_bytes()
        file.write_bytes(data if file.suffix in checkout.BINARY else data.replace(b"\n", b"\r\n"))
    played = checkout.played(tmp_path)
    assert played != tmp_path
    for name in names:
        assert (played / "assets" / name).read_bytes() == (PROJECT / "assets" / name).read_bytes()
