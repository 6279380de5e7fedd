# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Prints how many lines the project has where it tends to grow, and fails where that is over its limit.

    python tools/sizes.py

Tests of a game or a board alone, in a file with its key or its page's name, do not count: another game or
board needs no other limit.
"""

import re
import sys
from pathlib import Path

from engine import registry
from tools import PROJECT
from tools.build import drive

# The laboratory: what measures and trains the robots, with its tests.
LABORATORY = (
    "tools/strength",
    "tools/train",
    "tests/tools/test_arena.py",
    "tests/tools/test_train.py",
)
TESTS = "tests that are not of one game or board"
FEATURES = "engine/bots/the_game/value.py"  # a network's features, with a line for the name of each
LIMITS = (
    ("tools", ("tools",), 14_305),
    (TESTS, ("tests",), 38_600),
    ("strength and train, with their tests", LABORATORY, 2_915),
    (FEATURES, (FEATURES,), 605),
)
MODULES = ("engine", "lib/handful")
LARGEST = 500  # lines of any other module


OVER = "Shorten what is OVER, or raise its number in tools/sizes.py and say why in the commit message."


def is_own(file: Path) -> bool:
    """Returns whether a file of tests is of one game or board: it has that one's in its name."""
    names = "|".join([*[row[0] for row in registry.GAMES], *drive.devices()])
    return bool(re.search(rf"(?:^|_)(?:{names})(?:_|$)", file.stem))


def lines(path: Path) -> int:
    """Returns the lines of a Python file, or of all in a folder: of tests/ without those of `is_own`."""
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    if path.name == "tests":
        files = [file for file in files if not is_own(file)]
    return sum([len(file.read_text(encoding="utf-8").splitlines()) for file in files])


def rows(project: Path = PROJECT) -> list[tuple[str, int, int]]:
    """Returns what is limited, its lines, and its limit."""
    found = [
        (name, sum([lines(project / place) for place in places]), limit) for name, places, limit in LIMITS
    ]
    files = [file for place in MODULES for file in (project / place).rglob("*.py")]
    largest = max([file for file in files if file != project / FEATURES], key=lines)
    return [*found, (largest.relative_to(project).as_posix(), lines(largest), LARGEST)]


def main(project: Path = PROJECT) -> int:
    """Prints the rows. Returns 1 if one is over its limit."""
    over = False
    for name, size, limit in rows(project):
        over |= size > limit
        print(f"{size:6,} of {limit:6,} lines: {name}{'  OVER' if size > limit else ''}")
    if over:
        print(OVER)
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
