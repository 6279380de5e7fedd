# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""tools/build/merge.py: which modules become one for a device, and that everybody finds what is in them."""

import ast

import pytest

from tools import Refusal
from tools.build import drive, merge
from tools.build.shrink import module_name

APP = "from handful import keys\nfrom handful.picture.ink import of\n_GO = 1\nclass App:\n    def f(self):\n"
APP += "        from handful.tables import overlay\n        return keys.elapsed(_GO), of(1), overlay\n"
KEYS = "_GO = 2\nRING = 3\ndef elapsed(x):\n    return x + _GO\n"
INK = "import gc\ndef of(sign):\n    return sign\n"
SCREEN = "from handful import keys\nfrom handful.picture import ink\nclass Screen:\n    x = keys.elapsed(1)\n"
VIEW = "from handful import keys as k, other\nfrom handful.screens.screen import Screen\n"
VIEW += "x = k.elapsed(2), other\n"


def texts(**others):
    sources = {
        "app": APP, "keys": KEYS, "picture": "", "picture.ink": INK, "screens": "", "screens.screen": SCREEN,
        "view": VIEW, "tables": "", "tables.overlay": "", "other": "",
    }  # fmt: skip
    return {f"handful.{name}": text for name, text in (sources | others).items()} | {"handful": ""}


def merged(sources):
    return merge.merged(sources, merge.parts(sources))


def run(sources, name):
    """The names of a module, run with those of others that it imports."""
    found = {}
    tree = ast.parse(sources[name])
    tree.body = [node for node in tree.body if not isinstance(node, ast.ImportFrom)]
    exec(compile(tree, name, "exec"), found)
    return found


def test_a_leader_takes_in_what_is_imported_when_it_is_loaded_and_no_more():
    parts = ("handful.picture.ink", "handful.keys", "handful.screens.screen", "handful.app")
    assert merge.parts(texts()) == dict.fromkeys(parts, "handful.app")
    assert merged(texts()).keys() == {
        "handful", "handful.app", "handful.picture", "handful.screens", "handful.view", "handful.tables",
        "handful.tables.overlay", "handful.other",
    }  # fmt: skip


def test_a_module_takes_in_what_begins_with_its_name_and_is_imported_when_it_is_loaded():
    drawn = "from handful.keys import RING\n_X = 1\nclass Picture:\n    x = _X + RING\n"
    table = "from handful.tables.fan_picture import Picture\n_X = 5\nclass View(Picture):\n    y = _X\n"
    table += "    def z(self):\n        from handful.tables import fan_sheets\n"
    sources = texts(**{"tables.fan": table, "tables.fan_picture": drawn, "tables.fan_sheets": ""})
    parts = merge.parts(sources)
    assert [part for part in parts if parts[part] == "handful.tables.fan"] == [
        "handful.tables.fan_picture",
        "handful.tables.fan",
    ]
    whole = merged(sources)
    assert "handful.tables.fan_picture" not in whole and "handful.tables.fan_sheets" in whole
    lines = whole["handful.tables.fan"].splitlines()
    assert lines[0] == "from handful.app import RING" and "_X_fan_picture = 1" in lines


def test_private_names_that_several_parts_have_stay_apart():
    app = run(merged(texts()), "handful.app")
    assert app["elapsed"](1) == 3 and app["Screen"].x == 3


def test_others_import_from_the_leader():
    view = merged(texts())["handful.view"]
    assert "from handful import app as k" in view and "from handful import other" in view
    assert "from handful.app import Screen" in view and "k.elapsed(2)" in view
    script = merge.rewritten(
        "from handful.keys import elapsed\nfrom handful import view\n", merge.parts(texts())
    )
    assert script == "from handful.app import elapsed\nfrom handful import view"


def test_two_things_of_one_name_are_refused():
    with pytest.raises(Refusal, match="^elapsed is in handful.*, which become handful.app"):
        merged(texts(**{"picture.ink": "def elapsed(x):\n    return x\ndef of(x):\n    return x\n"}))


def test_a_part_by_another_name_or_an_argument_of_its_name_is_refused():
    with pytest.raises(Refusal, match="handful.app calls a part of itself past"):
        merged(texts(app=APP + "from handful.keys import elapsed as past\n"))
    with pytest.raises(Refusal, match="handful.app calls an argument keys as it"):
        merged(texts(app=APP + "def g(keys):\n    return keys\n"))


def test_what_is_merged_has_no_file_of_its_own_on_a_device():
    places = [place for place in drive.sources("pybadge") if drive.is_part(place)]
    assert "lib/handful/keys.py" in places and "lib/handful/picture/motion.py" in places
    for name in ("app", "tables/table", "tables/overlay"):
        place = f"lib/handful/{name}.py"
        assert place not in places
    for place, file in drive.sources("pybadge").items():
        for node in ast.walk(ast.parse(drive.shrunk(place, file))):
            if isinstance(node, ast.ImportFrom) and not drive.is_part(place):
                assert node.module not in {module_name(part) for part in places}, place


def test_a_name_that_several_parts_import_is_imported_once_whatever_stands_beside_it():
    """A rare function could not be moved that uses a name given twice."""
    keys = "from engine import registry\nimport gc\n" + KEYS
    app = "from engine import memory, registry\nimport gc, sys\n" + APP
    tree = ast.parse(merged(texts(app=app, keys=keys))["handful.app"])
    imports = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    names = [alias.name for node in imports for alias in node.names]
    assert sorted(names) == ["gc", "memory", "registry", "sys"]
