# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A copy of the project, to which a test adds what a contributor would."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

from tools import PROJECT

PARTS = ("assets", "boards", "engine", "lib", "LICENSES", "tests", "tools")  # what an addition may change
IGNORED = shutil.ignore_patterns("__pycache__", ".git", ".venv*", "dist", ".*_cache")
# The copy comes before the project, and like it behind the standard library (see tests/conftest.py).
RUN = """
import os, runpy, sys
at = [path.endswith("site-packages") for path in sys.path].index(True)
sys.path[at:at] = [os.getcwd(), os.getcwd() + "/lib"]
sys.argv.pop(0)
runpy.run_path(sys.argv[0], run_name="__main__")
"""


def copied(folder: Path) -> Path:
    """Copies the project into a folder, with its environment. Returns the folder."""
    shutil.copytree(PROJECT, folder, ignore=IGNORED, dirs_exist_ok=True)
    if (PROJECT / ".venv").exists():
        (folder / ".venv").symlink_to(PROJECT / ".venv")
    return folder


def run_in_copy(house: Path, script: str, argument):
    """Runs a script of tests/ in a copy of the project. Returns what it prints as JSON.

    script: its path in tests/, without the ending. argument: what it gets, as text.
    """
    done = subprocess.run(
        [sys.executable, "-P", "-c", RUN, f"tests/{script}.py", str(argument)],
        cwd=house,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)
