# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What `make lint` reads, how large the project may be, and that imports run in one direction."""

import ast
import graphlib
import importlib.util
import itertools
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools import PROJECT, language, sizes


def tracked(*patterns: str) -> set[str]:
    """Returns the paths that git keeps, or would keep when added, of files that are there."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *patterns]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True)
    if done.returncode:
        pytest.skip("This is no git clone.")
    return {name for name in done.stdout.split("\0") if name and (PROJECT / name).exists()}


def test_ruff_reads_every_python_file_that_git_keeps():
    command = [sys.executable, "-m", "ruff", "check", "--show-files", "."]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=True)
    read = {Path(line).relative_to(PROJECT).as_posix() for line in done.stdout.splitlines()}
    assert {name for name in read if name.endswith((".py", ".pyi"))} == tracked("*.py", "*.pyi")


# What mypy does not read: tests, and stand-ins for the firmware's modules.
UNTYPED = ("tests/", "boards/computer/modules/", "boards/web/modules/", "tools/vm/modules/")


def test_mypy_reads_all_but_what_is_named_here():
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    assert all((PROJECT / place).exists() for place in settings["files"])
    read = {
        name
        for name in tracked("*.py")
        if name.startswith(tuple(settings["files"])) and not re.search("|".join(settings["exclude"]), name)
    }
    assert tracked("*.py") - read == {name for name in tracked("*.py") if name.startswith(UNTYPED)}


def test_mypy_takes_no_name_of_a_module_on_trust_but_those_of_libraries_without_types():
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["mypy"]
    assert "ignore_missing_imports" not in settings
    trusted = [row["module"] for row in settings["overrides"] if row.get("ignore_missing_imports")]
    for name in itertools.chain(*trusted):
        found = importlib.util.find_spec(name.split(".")[0])
        assert found and not Path(found.origin, "..", "py.typed").resolve().exists(), name


def test_each_licence_that_is_given_from_afar_is_for_files_of_one_kind_that_are_there():
    """A pattern without an ending would give our licence to whatever is put there."""
    rows = tomllib.loads((PROJECT / "REUSE.toml").read_text(encoding="utf-8"))["annotations"]
    paths = [row["path"] if isinstance(row["path"], list) else [row["path"]] for row in rows]
    for pattern in itertools.chain(*paths):
        if pattern == "**/__pycache__/**":  # git keeps nothing of it
            continue
        assert not pattern.endswith("*"), pattern
        assert tracked(f":(glob){pattern}") or pattern.endswith(language.LIST), pattern  # made when needed


def project(folder, monkeypatch, size):
    """A project whose only module of the engine has that many lines, of ten that are allowed."""
    for place in ("tools", "engine", "lib/handful"):
        (folder / place).mkdir(parents=True)
    (folder / "engine" / "game.py").write_text("x = 1\n" * size, encoding="utf-8")
    (folder / "tools" / "tool.py").write_text("x = 1\n" * 2, encoding="utf-8")
    monkeypatch.setattr(sizes, "LIMITS", (("tools", ("tools",), 2),))
    monkeypatch.setattr(sizes, "LARGEST", 10)
    return folder


def test_what_is_within_its_limit_passes(tmp_path, monkeypatch, capsys):
    assert sizes.main(project(tmp_path, monkeypatch, 10)) == 0
    assert (
        capsys.readouterr().out == "     2 of      2 lines: tools\n    10 of     10 lines: engine/game.py\n"
    )


def test_one_line_more_fails_and_says_where(tmp_path, monkeypatch, capsys):
    assert sizes.main(project(tmp_path, monkeypatch, 11)) == 1
    out = capsys.readouterr().out
    assert "    11 of     10 lines: engine/game.py  OVER\n" in out and out.endswith(sizes.OVER + "\n")


@pytest.mark.parametrize(
    ("file", "counts"),
    [
        ("games/inversio.py", 0),
        ("engine/test_inversio.py", 0),
        ("boards/test_pybadge_again.py", 0),
        ("app/test_inversions.py", 3),
        ("app/test_few.py", 3),
    ],
)
def test_the_tests_of_a_game_or_a_board_alone_do_not_count(file, counts, tmp_path):
    (tmp_path / "tests" / file).parent.mkdir(parents=True)
    (tmp_path / "tests" / file).write_text("x = 1\n" * 3, encoding="utf-8")
    assert sizes.lines(tmp_path / "tests") == counts


def test_the_laboratorys_own_tests_count_in_it():
    tests = {path.name for path in (PROJECT / "tests").rglob("test_*.py")}
    ours = {name for name in tests if "strength" in name or "train" in name or "arena" in name}
    assert {f"tests/tools/{name}" for name in ours} <= set(sizes.LABORATORY)
    assert all([(PROJECT / place).exists() for place in sizes.LABORATORY])


PACKAGES = {"boards": "boards", "engine": "engine", "handful": "lib/handful", "tools": "tools"}


def modules() -> dict:
    """All of our modules by their dotted names, each with its file."""
    found = {}
    for package, folder in PACKAGES.items():
        for file in sorted((PROJECT / folder).rglob("*.py")):
            parts = file.relative_to(PROJECT / folder).with_suffix("").parts
            found[".".join((package, *parts)).removesuffix(".__init__")] = file
    return found


def at_once(body):
    """The statements that run when a module is imported."""
    for node in body:
        yield node
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("_TYPES", "TYPE_CHECKING"):
            continue
        for part in ("body", "orelse", "finalbody", "handlers"):
            if not isinstance(node, ast.FunctionDef):
                yield from at_once(getattr(node, part, []))


def imported(file, known, late: bool) -> set:
    """Which of the known modules a file imports. late: those that it imports in functions, too."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    found = set()
    for node in ast.walk(tree) if late else at_once(tree.body):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            wanted = [f"{node.module}.{alias.name}" for alias in node.names]
            found.update(name if name in known else node.module for name in wanted)
    return found & known.keys()


@pytest.mark.parametrize("package", PACKAGES)
def test_no_imports_run_in_a_circle(package):
    """In tools/ not even those in functions. On a device they load what is shown, for as long as it is."""
    known = {name: file for name, file in modules().items() if name.split(".")[0] == package}
    assert known
    graph = {name: imported(file, known, package == "tools") - {name} for name, file in known.items()}
    graphlib.TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle


def test_the_product_imports_nothing_from_tools_and_tests_and_the_tools_nothing_from_the_tests():
    for name, file in modules().items():
        names = set()
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                names.add(node.module or "")
        above = {"tests"} if name.split(".")[0] == "tools" else {"tests", "tools"}
        assert not above & {one.split(".")[0] for one in names}, name
