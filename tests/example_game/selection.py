# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A plugin of pytest for a copy of the project with one more game: runs the tests whose result it can change.

Those are the tests that name the game among their parameters, those that read the registry or a list with the
game in it, and those whose name speaks of a cover, which has a dot for each game. A test whose module or
parameters name another game sees that game alone. Tests of tools, of bundles and of the page run for one
board and without a browser. Files that write of neither registry nor covers are not even collected.
Tests of the examples are for the project without them.
"""

import re

from engine import registry

MINE = registry.GAMES[-1][0]
OTHERS = [row[0] for row in registry.GAMES[:-1]]
_NAMED = re.compile(r"(?<![a-z])(" + "|".join(OTHERS) + r")(?![a-z])")
_COVER = re.compile(r"(?<![a-z])cover(?![a-z])")
_EXAMPLES = ("test_example_game.py", "test_example_language.py", "test_sixth_row.py")
_OUTSIDE = ("tests/tools/", "tests/web/")
_BOARD = "pybadge"
_BROWSERS = {"chrome", "call", "browser", "visit"}  # fixtures


def reads(item) -> bool:
    """Whether a test's function uses the registry, or something of its module that has the game in it."""
    used = [getattr(item.module, name, None) for name in item.function.__code__.co_names]
    lists = [value for value in used if isinstance(value, list | tuple | dict | set)]
    return registry in used or any(MINE in value for value in lists)


def sees(item) -> bool:
    """Whether the result of a test can depend on the last game of the registry."""
    module, _, name = item.nodeid.partition("::")
    values = name.partition("[")[2]
    if module.endswith(_EXAMPLES):
        return False
    if _BROWSERS & set(item.fixturenames):
        return False
    if MINE in values or _COVER.search(name):
        return True
    if _NAMED.search(module + "[" + values):
        return False
    if module.startswith(_OUTSIDE) or hasattr(item.module, "bundle"):
        return reads(item) and values in ("", _BOARD + "]")
    return reads(item)


def pytest_ignore_collect(collection_path):
    """Leaves files out that have no such test."""
    if collection_path.name.startswith("test_"):
        text = collection_path.read_text(encoding="utf-8")
        return True if not ("registry" in text or "cover" in text) else None
    return None


def pytest_collection_modifyitems(config, items):
    """Keeps the tests that can see the game."""
    left_out = [item for item in items if not sees(item)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]
