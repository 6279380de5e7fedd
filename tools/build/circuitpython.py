# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The versions of CircuitPython that Handful runs on, and the modules of each board's firmware."""

import functools
import re
from importlib import metadata
from pathlib import Path

from tools.build import rules

OLDEST = 9  # the first version with our bytecode format
NEWEST = 10  # the last version that Handful was tried with
VERSIONS = f"{OLDEST} or {NEWEST}"

_STUBS = "circuitpython-stubs"
_ALWAYS = {"gc", "micropython"}  # in every firmware, so the stubs do not list them
_BOARDS_OWN = {  # nor do they list a single board's own
    "browser": {"webmachine"},  # boards/web/machine.js
    "m5stack_cardputer": {"cardputer_keyboard"},
    "m5stack_cardputer_ros": {"cardputer_keyboard"},
}


class VersionError(RuntimeError):
    """A version of CircuitPython is refused; the message is a sentence that says why."""


def check(version: str, force: bool, path: object = "") -> None:
    """Raises VersionError for a version that Handful was not tried with.

    force: raise it only for a version that is too old.
    path: the file that is this version; by default it is the board's.
    """
    major = int(version.split(".")[0])
    whose = "file" if path else "board"
    if major < OLDEST:
        raise VersionError(rules.say(whose + "_too_old", path, version, OLDEST, NEWEST))
    if major > NEWEST and not force:
        how = "FORCE=1 goes on all the same"
        raise VersionError(rules.say(whose + "_too_new", path, version, OLDEST, NEWEST, how))


@functools.cache
def modules(board: str) -> frozenset[str]:
    """Returns the modules of a board's firmware; those of all boards if the stubs do not know the board."""
    folder = Path(str(metadata.distribution(_STUBS).locate_file("board_definitions")))
    pages = [folder / board / "__init__.pyi"]
    if not pages[0].exists():
        pages = list(folder.glob("*/__init__.pyi"))
    found = _ALWAYS | _BOARDS_OWN.get(board, set())
    for page in pages:
        lists = re.findall(r"^ - (?:Included modules|Frozen libraries): (.*)", page.read_text("utf-8"), re.M)
        found |= set(re.findall(r"(?:^|, )(\w+)", ", ".join(lists)))
    return frozenset(found)
