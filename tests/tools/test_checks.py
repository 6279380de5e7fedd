# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What `make lint` reads: a file that no check reads can have any fault."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools import PROJECT


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
