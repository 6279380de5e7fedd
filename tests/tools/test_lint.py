# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The lint finds each thing that a device lacks, and nothing in the code that goes onto one."""

import re
import subprocess
import sys

import pytest

from tools import PROJECT
from tools.build import drive
from tools.build.lint import Lint
from tools.lint import files, lint, main, read_by_people, words

MISSING = "abc bisect collections.abc contextlib copy dataclasses functools heapq itertools".split()
ANYWHERE = [
    *[(f"import {name}", f"no module {name}") for name in MISSING],
    *[(f"'7'.{name}(3)", f"no method {name}") for name in ("ljust", "rjust", "zfill")],
    ("super().mine", "a property itself"),
    ("from enum import Enum", "no module enum"),
    ("from typing import Any", "no module typing"),
    ("from collections import abc", "no module collections.abc"),
    ("def late():\n    import enum", "no module enum"),
    ("from __future__ import annotations", "no __future__"),
    ("import random\nrandom.shuffle(cards)", "no random.shuffle"),
    ("from random import sample", "no random.sample"),
    ("next(iter(cards), None)", "takes no default"),
    ("format(3, 'x')", "no format()"),
    ("vars(card)", "no vars()"),
    ("(7).bit_length()", "no method bit_length"),
    ("cards[::2] = hand", "slices with a step"),
    ("cards[::2] += hand", "slices with a step"),
    ("top, cards[1::2] = 1, hand", "slices with a step"),
    ("del cards[::2]", "slices with a step"),
    ("match card:\n    case 1:\n        pass", "match statement"),
    ("def play(card, /):\n    pass", "positional-only"),
    ("play = lambda card, /: card", "positional-only"),
    ("class Card:\n    def __init_subclass__(cls):\n        pass", "__init_subclass__"),
    ("class Card:\n    def __del__(self):\n        pass", "__del__"),
    ("class Card:\n    __slots__ = ('suit',)", "__slots__"),
    ("class Card(metaclass=type):\n    pass", "metaclass"),
    ("async def play():\n    pass", "async"),
    ("@micropython.native\ndef play():\n    pass", "native"),
    ("from micropython import viper", "viper"),
    ("import time\ntime.monotonic()", "time.monotonic"),
    ("from time import monotonic", "time.monotonic"),
    ("f'{card:{width}}'", "nested braces"),
    ("f'{ {1: 2}[card] }'", "nested braces"),
    ("f'{card!a}'", "no !a"),
    ("rf'{card}\\n'", "raw f-strings"),
    ("f'{f\"{card}\"}'", "within an f-string"),
    ("f'{\"a:b\".split()}'", "in quotes"),
    ("f'{\"}\"}'", "in quotes"),
    ("f'{(lambda: 3)()}'", "lambda within"),
    ("'{}' f'{card}'", "beside an f-string"),
    ("def apply(self, action):\n    yield 1", "A generator in apply()"),
    ("def step(self):\n    return any(card for card in cards)", "A generator in step()"),
    ("def copy(self):\n    cards.sort(key=lambda card: -card)", "A lambda in copy()"),
    ("def tick(self):\n    def inner():\n        pass", "in tick()"),
]

IN_THE_ENGINE = [
    *[(f"import {name}", f"knows nothing of {name}") for name in ("displayio", "time", "board", "random")],
    ("from handful import keys", "knows nothing of handful"),
    *[(f"import {name}", "only what loads modules") for name in ("os", "sys")],
    ("wide = 1073741824", "2**30"),
]

ALLOWED = [
    "def hand(seat: int) -> list[int] | None:\n    yield 1",
    "if _TYPES:\n    from typing import Any\n",
    "cards[1:3] = hand",
    "hand = cards[::2]",
    "rng.shuffle(cards)",
    "import random\nrandom.getrandbits(30)",
    "next(iter(cards))",
    "'{:>3}'.format(card)",
    "f'{card:>3} {card!r} {{}}'",
    "f'{names[\"top\"]}'",
    "f'{\", \".join(names)}'",
    "'pile ' f'{card}'",
    "def shuffle(self):\n    return sorted(cards, key=lambda card: -card)",
]


def sentences(source, **where):
    return [sentence for _, sentence in Lint(source, **where).findings]


@pytest.mark.parametrize("engine", [False, True])
@pytest.mark.parametrize(("source", "part"), ANYWHERE + IN_THE_ENGINE)
def test_what_a_device_lacks_is_found_and_what_the_engine_must_not_know_is_found_there(source, part, engine):
    found = [sentence for sentence in sentences(source, engine=engine) if part in sentence]
    assert len(found) == (engine or (source, part) in ANYWHERE)
    assert engine or found == sentences(source)


@pytest.mark.parametrize("source", ALLOWED)
def test_what_a_device_has_is_not_found(source):
    assert sentences(source) == []


def test_what_loads_modules_by_name_may_import_sys():
    assert sentences("import os, sys", engine=True, loader=True) == []


def test_a_wide_int_may_be_meant():
    assert sentences("wide = 0x40000000  # lint: wide", engine=True) == []
    assert sentences("narrow = 0x3FFFFFFF", engine=True) == []


def test_a_finding_names_its_line():
    assert Lint("import sys\n\nimport enum\nvars(1)\n").findings == [
        (3, "CircuitPython has no module enum."),
        (4, "CircuitPython has no vars()."),
    ]


def test_where_an_engine_file_lies_decides_what_it_may_import(tmp_path):
    file = tmp_path / "game.py"
    file.write_text("import sys\n")
    assert lint(file, "engine/game.py") == [
        "engine/game.py:1: In the engine only what loads modules by name imports sys."
    ]
    assert lint(file, "engine/registry.py") == []
    assert lint(file, "lib/handful/game.py") == []


def test_a_file_that_is_no_python_is_a_finding(tmp_path):
    file = tmp_path / "game.py"
    file.write_text("def\n")
    assert lint(file, "lib/game.py")[0].startswith("lib/game.py:1: This is no Python")


# Python of this project that no device and no page runs.
COMPUTERS = ("tools/", "tests/", "boards/computer/", "boards/desktop.py", "boards/terminal.py")


def test_every_file_that_a_device_or_the_page_runs_is_read():
    there = {file for top in ("engine", "lib", "boards") for file in (PROJECT / top).rglob("*.py")}
    there |= set(PROJECT.glob("*.py"))
    names = {file.relative_to(PROJECT).as_posix() for file in there}
    read = {path.relative_to(PROJECT).as_posix() for path in files()}
    assert read == {name for name in names if not name.startswith(COMPUTERS)}
    assert {"code.py", "check.py", "safemode.py"} <= read


def test_a_file_that_every_drive_has_and_that_is_missing_is_an_error(monkeypatch, capsys):
    monkeypatch.setattr(drive, "RUN_BY_NAME", (*drive.RUN_BY_NAME, "gone.py"))
    assert main([]) == 1
    assert capsys.readouterr().err == "gone.py is missing, which every drive has.\n"


def test_what_goes_onto_a_device_is_clean():
    found = []
    for path in files():
        found += lint(path, path.relative_to(PROJECT).as_posix())
    assert found == []


@pytest.mark.parametrize(
    "text", ["Deals an{}ew.", "it recko{}ns", "of its{} own", "Some{} 390 KB", "SHA{}LL"]
)
def test_a_retired_word_is_a_finding(text):
    assert words(text.format(""), "a.md")


def test_a_word_that_has_a_retired_one_in_it_is_none():
    assert words("Recommend a renewal: something of its owner's, so manyfold. Some of 390.", "a.md") == []


def test_a_finding_of_a_word_says_where_and_what_to_write(tmp_path, capsys):
    file = tmp_path / "page.py"
    file.write_text("pass\n# Written an" + "ew\n")
    assert main([str(file)]) == 1
    assert capsys.readouterr().out == f"{file}:2: Instead of 'an" + "ew' write: again.\n"


def test_the_words_of_the_project_are_read_in_its_own_sources_too():
    names = {file.relative_to(PROJECT).as_posix() for file in read_by_people()}
    assert {
        "README.md",
        "tools/lint.py",
        "tests/tools/test_lint.py",
        "boards/web/page.js",
        "docs/web.md",
    } <= names


def test_findings_go_to_the_output_and_the_status(tmp_path):
    file = tmp_path / "game.py"
    file.write_text("import enum\n")
    command = [sys.executable, str(PROJECT / "tools" / "lint.py"), str(file)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stdout == f"{file}:1: CircuitPython has no module enum.\n"
    assert done.returncode == 1
    file.write_text("import sys\n")
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.stdout == "lint: 1 files clean\n"
    assert done.returncode == 0


# What no public name leads to: how a store that tears its records is made, how a board writes its flash,
# where the app changes screens, the weights that The Game's robots keep, and whether a terminal is taken.
BY_NAME = {"_die", "_learnt", "_map", "_program", "_record", "_switch", "_terminal"}


def test_no_test_reaches_for_a_private_name_by_a_string():
    """Ruff sees the others (SLF001, PLC2701)."""
    private = re.compile(r"""attr\([^()"]+, "(_[a-z]\w*)""")
    found = set()
    for file in (PROJECT / "tests").rglob("*.py"):
        found.update(private.findall(file.read_text(encoding="utf-8")))
    assert found == BY_NAME
