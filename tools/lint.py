# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Prints what tools/build/lint.py finds in files.

    python tools/lint.py [FILE ...]      by default everything that goes onto a device or into the page

Prints `file:line: sentence` for each finding and exits with status 1; without findings, prints how many
files it read.
"""

import sys
from pathlib import Path

from tools import PROJECT, checkout
from tools.build import drive
from tools.build.lint import LOADERS, Lint

BROWSER = "browser"  # the board that is the page
PAGE = "boards/web"


def lint(path: Path, name: str) -> list[str]:
    """Returns the findings in a file as lines to print. name: the file's path from the project's top."""
    source = checkout.text(path)
    try:
        found = Lint(source, name.startswith("engine/"), name in LOADERS).findings
    except SyntaxError as error:
        found = [(error.lineno or 1, f"This is no Python: {error.msg}.")]
    return [f"{name}:{line}: {sentence}" for line, sentence in found]


def files() -> list[Path]:
    """Returns all Python files that go onto a device or into the page. DriveError if one is missing."""
    found = set((PROJECT / PAGE).rglob("*.py"))
    for board in (*drive.devices(), BROWSER):
        found |= {file for place, file in drive.sources(board).items() if not drive.is_library(place)}
    return sorted(found)


def main(arguments: list[str]) -> int:
    """Prints the findings. Returns 1 if there are any."""
    try:
        paths = [Path(argument).resolve() for argument in arguments] or files()
    except drive.DriveError as error:
        print(error)
        return 1
    lines = []
    for path in paths:
        inside = path.is_relative_to(PROJECT)
        lines += lint(path, path.relative_to(PROJECT).as_posix() if inside else str(path))
    print("\n".join(lines) if lines else f"lint: {len(paths)} files clean")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
