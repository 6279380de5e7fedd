# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The versions of CircuitPython that Handful runs on, and the modules of each board's firmware."""

import functools
import re
from importlib import metadata
from pathlib import Path

from tools import Refusal
from tools.build import pages, rules

OLDEST = 9  # the first version with our bytecode format
NEWEST = 10  # the last version that Handful was tried with
VERSIONS = f"{OLDEST} or {NEWEST}"

_STUBS = "circuitpython-stubs"
_ALWAYS = {"gc", "micropython"}  # in every firmware, so the stubs do not list them
_BOARDS_OWN = {  # nor do they list a single board's own
    "browser": {"webmachine"},  # boards/web/machine.js
    "m5stack_cardputer": {"cardputer_keyboard"},
}


def numbers(version: str) -> tuple[int, ...]:
    """Returns a version's numbers, without what follows them: (10, 2, 0) for 10.2.0-alpha.1."""
    return tuple(int(part) for part in re.findall("[0-9]{1,9}", version.partition("-")[0]))


def needed(page: str, firmware: str = "") -> str:
    """Returns in words which versions of CircuitPython serve a page's board. firmware: one of the page's."""
    since, until = pages.versions(page, firmware)
    return until or rules.say("newer", since)


def served(page: str) -> str:
    """Returns in words which versions serve a page's board, with the firmwares that need a newer one."""
    names = pages.firmwares(page)
    others = [name for name in names if pages.versions(page, name) != pages.versions(page, names[0])]
    more = ", ".join(f"{name}: {needed(page, name)}" for name in others)
    return offered(page, names[0]) + (f" ({more})" if more else "")


def offered(page: str, firmware: str) -> str:
    """Returns in words the versions that serve a firmware of a page, up to the newest that was tried."""
    since, until = pages.versions(page, firmware)
    first = numbers(since)[0]
    oldest = str(first) if since == str(first) else rules.say("since", first, since)
    newer = [str(major) for major in range(first + 1, NEWEST + 1)]
    return until or rules.say("or").join([oldest, *newer])


def majors(page: str) -> str:
    """Returns the range of major versions that serve a page's board, such as 9-10."""
    since, until = pages.versions(page)
    first, last = numbers(since)[0], numbers(until)[0] if until else NEWEST
    return str(first) if first == last else f"{first}-{last}"


def check(version: str, force: bool, page: str, firmware: str, path: object = "") -> None:
    """Raises Refusal for a version that does not serve a board or was not tried.

    force: accept one that was not tried. page, firmware: of the board. path: the file of this version; by
    default it is the board's.
    """
    since, until = pages.versions(page, firmware)
    found = numbers(version)
    whose = "file" if path else "board"
    if until and found[: len(numbers(until))] > numbers(until):  # the only cause yet: the Cardputer's keys
        raise Refusal(rules.say(whose + "_past", path, version, until))
    if found < numbers(since):
        raise Refusal(rules.say(whose + "_needs", path, version, needed(page, firmware)))
    if found[0] > NEWEST and not force:
        how = "FORCE=1 goes on all the same"
        raise Refusal(rules.say(whose + "_too_new", path, version, NEWEST, how))


@functools.cache
def modules(board: str) -> frozenset[str]:
    """Returns the modules of a board's firmware.

    If the stubs do not know the board, those of all boards, without the libraries that some have frozen.
    """
    folder = Path(str(metadata.distribution(_STUBS).locate_file("board_definitions")))
    pages, kinds = [folder / board / "__init__.pyi"], "Included modules|Frozen libraries"
    if not pages[0].exists():
        pages, kinds = list(folder.glob("*/__init__.pyi")), "Included modules"
    found = _ALWAYS | _BOARDS_OWN.get(board, set())
    for page in pages:
        lists = re.findall(rf"^ - (?:{kinds}): (.*)", page.read_text("utf-8"), re.M)
        found |= set(re.findall(r"(?:^|, )(\w+)", ", ".join(lists)))
    return frozenset(found)
