# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Prints how many lines the project has where it tends to grow, and fails where that is over its limit.

python tools/sizes.py
"""

import sys
from pathlib import Path

from tools import PROJECT

# The laboratory: what measures and trains the robots, with its tests.
LABORATORY = (
    "tools/strength",
    "tools/train",
    "tests/tools/test_arena.py",
    "tests/tools/test_train.py",
)
FEATURES = "engine/bots/the_game/value.py"  # a network's features, with a line for the name of each
LIMITS = (
    ("tools", ("tools",), 14_118),
    ("tests", ("tests",), 42_840),
    ("strength and train, with their tests", LABORATORY, 2_907),
    (FEATURES, (FEATURES,), 605),
)
MODULES = ("engine", "lib/handful")
LARGEST = 500  # lines of any other module


def lines(path: Path) -> int:
    """Returns the lines of a Python file, or of all in a folder."""
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
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
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
