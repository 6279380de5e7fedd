# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A plugin of pytest for a copy of the project with one more game: runs the tests whose result it can change.

A test that names another game, in its module or among its parameters, sees that game alone. It runs all the
same if its name speaks of a cover, which has a dot for each game. Of the tests of tools, of bundles and
of the page, those run that name the game or read the registry, for one board and without a browser.
Tests of the examples are for the project without them.
"""

import inspect
import re

from engine import registry

MINE = registry.GAMES[-1][0]
OTHERS = [row[0] for row in registry.GAMES[:-1]]
_NAMED = re.compile(r"(?<![a-z])(" + "|".join(OTHERS) + r")(?![a-z])")
_EXAMPLES = ("test_example_game.py", "test_example_language.py", "test_sixth_row.py")
_OUTSIDE = ("tests/tools/", "tests/web/")
_BOARD = "pybadge"
_BROWSERS = {"chrome", "call", "browser", "visit"}  # fixtures


def sees(item) -> bool:
    """Whether the result of a test can depend on the last game of the registry."""
    module, _, name = item.nodeid.partition("::")
    values = name.partition("[")[2]
    if module.endswith(_EXAMPLES):
        return False
    builds = module.startswith(_OUTSIDE) or hasattr(item.module, "bundle")
    if builds and MINE not in values:
        if "registry." not in inspect.getsource(item.function) or values not in ("", _BOARD + "]"):
            return False
    if _BROWSERS & set(item.fixturenames):
        return False
    return "cover" in name or not _NAMED.search(module + "[" + values)


def pytest_collection_modifyitems(config, items):
    """Keeps the tests that can see the game."""
    left_out = [item for item in items if not sees(item)]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if item not in left_out]
