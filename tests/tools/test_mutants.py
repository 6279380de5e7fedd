# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Which faults `make mutants` makes, on which tests it tries them, and what it says."""

import ast

import pytest

from engine import registry
from tools.measure import mutants

PYTHON = """
import one
LONG = const(0x1F)
def way(a: int | None = 2):
    if a < 3 and not a:
        tell(a)
    raise ValueError(a + 4)
    return a not in LONG
"""
SCRIPT = """
import {one} from "./one.js";
const wide = (a) => a * 7;
if (wide(a) === true) tell(`a${a + 1}`);
throw new Error(4);
"""


def made(path, source):
    """The lines that a file's faults make of the lines where they are."""
    found = []
    for node, other in mutants.faults(path, source.encode()):
        text = source.encode()
        whole = (text[: node.start_byte] + other.encode() + text[node.end_byte :]).decode().splitlines()
        found.append(whole[node.start_point[0]].strip())
    return found


def test_a_fault_is_made_of_each_number_operator_condition_call_and_result_of_python():
    assert made("a.py", PYTHON) == [
        "LONG = const(32)",
        "def way(a: int | None = 3):",
        "if not (a < 3 and not a):",
        "if a <= 3 and not a:",
        "if a < 4 and not a:",
        "if a < 3 or not a:",
        "pass",
        "return None",
        "return a in LONG",
    ]


def test_a_fault_is_made_of_each_number_operator_condition_and_call_of_javascript():
    assert made("a.js", SCRIPT) == [
        "const wide = (a) => a / 7;",
        "const wide = (a) => a * 8;",
        "if (!((wide(a) === true))) tell(`a${a + 1}`);",
        "if (wide(a) !== true) tell(`a${a + 1}`);",
        "if (wide(a) === false) tell(`a${a + 1}`);",
        "if (wide(a) === true) ;",
        "if (wide(a) === true) tell(`a${a - 1}`);",
        "if (wide(a) === true) tell(`a${a + 2}`);",
    ]


def test_what_a_fault_makes_of_our_modules_is_python_too():
    tried = 0
    for path in mutants.files(["engine/r*.py", "lib/handful/scale.py", "tools/build/untyped.py"]):
        source = (mutants.PROJECT / path).read_bytes()
        for node, other in mutants.faults(path, source):
            ast.parse(source[: node.start_byte] + other.encode() + source[node.end_byte :])
            tried += 1
    assert tried > 100


def test_all_that_is_promised_is_in_one_area_and_its_tests_exist():
    changed = [path for area in mutants.AREAS for path in mutants.sources(area)]
    assert len(set(changed)) == len(changed)
    games = {row[0] for row in registry.GAMES}
    assert {f"engine/{key}.py" for key in games} <= set(changed)
    for pattern in ("lib/handful/**/*.py", "boards/parts/*.py", "tools/build/*.py", "boards/web/[!psw]*.js"):
        for path in mutants.files([pattern]):
            assert path in changed or "/check/" in path, path
    for area, (patterns, tests) in mutants.AREAS.items():
        assert all(mutants.files([pattern]) for pattern in patterns), area
        assert all(mutants.files([f"tests/{name}"]) for name in tests), area


@pytest.fixture
def small(monkeypatch, tmp_path):
    """Of the project only one module and one test are tried, elsewhere."""
    monkeypatch.setattr(mutants, "FOLDER", tmp_path)
    monkeypatch.setattr(mutants, "COPY", tmp_path / "copy")
    area = (["tools/build/untyped.py", "tools/build/names.py"], ["tools/test_untyped.py"])
    monkeypatch.setattr(mutants, "AREAS", {"small": area, "saves": ([], [])})


def test_a_run_prints_what_survives_and_how_many_were_killed(small, capsys):
    assert mutants.main(["--share=1", "--only=tools/build/untyped.py:14", "--only=*/names.py:22"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        'tools/build/names.py:22: __name__ == "__main__" -> not (__name__ == "__main__"); no test reaches it',
        '    if __name__ == "__main__":',
        "tools/build/names.py:22: == -> !=; no test reaches it",
        '    if __name__ == "__main__":',
        "small          5 places     5 tried     3 killed",
        "killed 3 of 5, 60.0%",
    ]


@pytest.mark.parametrize("name", ["nope", "engine/nope.py", "engine/rng.py.bak:3"])
def test_a_file_in_which_no_faults_are_made_is_said_and_nothing_is_tried(name, capsys, monkeypatch):
    monkeypatch.setattr(mutants, "lay_out", lambda: pytest.fail("begins"))
    assert mutants.main(["--only", name]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err == f"There is no file {name} in which faults are made.\n"
