# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Prints what tools/build/lint.py finds in files, and the words of tools/words.txt wherever they are written.

    python tools/lint.py [FILE ...]      by default everything that goes onto a device or into the page

Prints `file:line: sentence` for each finding and exits with status 1; without findings, prints how many
files it read.
"""

import functools
import re
import sys
from pathlib import Path

from tools import PROJECT, checkout, command
from tools.build import drive
from tools.build.lint import LOADERS, Lint

BROWSER = "browser"  # the board that is the page
PAGE = ("boards/web", "lib/handful/heard")


_READ = ("assets", "boards", "docs", "engine", "lib", "tests", "tools")  # folders of what people read
_SUFFIXES = (".css", ".html", ".js", ".md", ".mjs", ".py", ".pyi", ".sh", ".toml")
_UNREAD = ("node_modules", "__pycache__")


@functools.cache
def retired() -> tuple[re.Pattern, list[str]]:
    """Returns what finds a word of tools/words.txt in small letters, and what to write instead of each."""
    lines = checkout.text(PROJECT / "tools" / "words.txt").splitlines()
    rows = [line.split(" = ") for line in lines if not line.startswith(";")]
    found = "|".join(f"({word})" for word, _ in rows)
    return re.compile(rf"\b(?:{found})\b"), [better for _, better in rows]


def words(text: str, name: str) -> list[str]:
    """Returns the retired words in a text as lines to print. name: the file's path from the project's top."""
    pattern, better = retired()
    found = []
    for match in pattern.finditer(text.lower()):
        line = text.count("\n", 0, match.start()) + 1
        found.append(f"{name}:{line}: Instead of {match[0]!r} write: {better[(match.lastindex or 1) - 1]}.")
    return found


def read_by_people() -> list[Path]:
    """Returns every file whose words are checked."""
    files = [file for file in PROJECT.iterdir() if file.suffix in _SUFFIXES or file.name == "Makefile"]
    for folder in _READ:
        files += [file for file in (PROJECT / folder).rglob("*") if file.suffix in _SUFFIXES]
    return sorted(file for file in files if file.is_file() and not set(file.parts) & set(_UNREAD))


def lint(path: Path, name: str) -> list[str]:
    """Returns the findings in a file as lines to print. name: the file's path from the project's top."""
    source = checkout.text(path)
    try:
        found = Lint(source, name.startswith("engine/"), name in LOADERS).findings
    except SyntaxError as error:
        found = [(error.lineno or 1, f"This is no Python: {error.msg}.")]
    return [f"{name}:{line}: {sentence}" for line, sentence in found]


def _name(path: Path) -> str:
    return path.relative_to(PROJECT).as_posix() if path.is_relative_to(PROJECT) else str(path)


def files() -> list[Path]:
    """Returns all Python files that go onto a device or into the page. Refusal if one is missing."""
    found = {file for folder in PAGE for file in (PROJECT / folder).rglob("*.py")}
    for board in (*drive.devices(), BROWSER):
        found |= {file for place, file in drive.sources(board).items() if not drive.is_library(place)}
    return sorted(found)


@command
def main(arguments: list[str]) -> int:
    """Prints the findings. Returns 1 if there are any."""
    paths = [Path(argument).resolve() for argument in arguments] or files()
    lines = []
    for path in paths if arguments else read_by_people():
        lines += words(checkout.text(path), _name(path))
    for path in paths:
        lines += lint(path, _name(path))
    print("\n".join(lines) if lines else f"lint: {len(paths)} files clean")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
