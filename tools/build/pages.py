# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The pages in boards/, as the build sees them: which there are, and what they say about themselves.

A page is read, not imported: what it imports is on its board only. By default a page is for the firmware of
its own name. If the names differ, or there are several firmwares, it says so:

    _FIRMWARES = const(("pybadge", "edgebadge"))

The first version of CircuitPython that serves a board is the first that has it, by facts.json, which
tools/facts.py reads from CircuitPython's sources. A page has `_SINCE` if that one does not serve, and
`_UNTIL`, the last series that does, if later versions do not:

    _SINCE = const("9.2")
    _UNTIL = const("9.2")

A bundle has its page under its own name. Under those of its firmwares, where boards.find() looks, are files
that lead to it.
"""

import ast
import json

from tools import PROJECT, checkout

FOLDER = PROJECT / "boards"
FACTS = json.loads(checkout.text(PROJECT / "tools/build/facts.json"))["boards"]  # by firmware

_OLDEST = "9"  # the first version with our bytecode format


def names() -> list[str]:
    """The names of all pages, in the order of the alphabet."""
    return sorted(file.stem for file in FOLDER.glob("*.py") if file.stem != "__init__")


def fact(page: str, name: str, default):
    """The value that a page gives to `name = const(...)` or `name = ...`, or the default if it does not."""
    for node in _tree(page).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == name:
            return ast.literal_eval(node.value.args[0] if isinstance(node.value, ast.Call) else node.value)
    return default


def origin(page: str, name: str) -> str:
    """The page from which a page has a name: itself, or the page of a similar board."""
    for node in _tree(page).body:
        if isinstance(node, ast.ImportFrom) and name in [alias.name for alias in node.names]:
            return str(node.module).removeprefix("boards.")
    return page


def is_wired(page: str) -> bool:
    """Whether a page is for own wirings, which the settings.toml on the drive describes (boards/wired.py)."""
    return origin(page, "KEYS") == "wired"


def _tree(page: str) -> ast.Module:
    return ast.parse(checkout.text(FOLDER / f"{page}.py"))


def firmwares(page: str) -> tuple[str, ...]:
    """The firmwares that a page is for, by the names that they give to their boards (`board.board_id`)."""
    return fact(page, "_FIRMWARES", (page,))


def versions(page: str, firmware: str = "") -> tuple[str, str]:
    """The first version of CircuitPython that serves a page's board, and the last series, "" if it is any.

    firmware: one of the page's. Of any other, as for a clone, the first version is that of the page's first.
    """
    names = firmwares(page)
    known = FACTS.get(firmware if firmware in names else names[0], {})
    return fact(page, "_SINCE", known.get("since", _OLDEST)), fact(page, "_UNTIL", "")


def launched(page: str) -> tuple[str, str, str]:
    """A launcher's folder of the games, its name, and the CircuitPython it needs; "" if there is none."""
    return fact(page, "_LAUNCHED", ("", "", ""))


def of(name: str) -> list[str]:
    """The pages that can be meant by a name: the one that is called so, or else all for that firmware."""
    every = names()
    return [name] if name in every else [page for page in every if name in firmwares(page)]
