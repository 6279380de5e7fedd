# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What `make lint` reads: a file that no check reads can have any fault."""

import importlib.util
import itertools
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tools import PROJECT, language


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
