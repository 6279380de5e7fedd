# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""tools/build/shrink.py: what it may make smaller, and what it has to leave."""

import ast
import builtins

import pytest

from handful.texts import LANGUAGES
from tools.build import drive, shrink
from tools.build.shrink import Shrinker, Source, firmware, is_protocol, keys_said, module_name

INK = "from micropython import const\nRED = const(9)\nCHOICES = 3\ndef of():\n    return RED\n"
BASE = "class Base:\n    def _drawn(self):\n        self._spot = self._other = 1\n"
VIEW = (
    "from handful import tint\nfrom handful.base import Base\nfrom handful.tint import RED\n"
    "class View(Base):\n    def _lit(self):\n"
    "        self._late = f'{self._spot}'\n        return tint.RED + RED\n"
)
ALONE = "def _helper(_given):\n    return _given\nclass A:\n    def _lit(self): pass\n"


@pytest.fixture
def shrinker():
    texts = {"handful.tint": INK, "handful.base": BASE, "handful.view": VIEW, "handful.alone": ALONE}
    return Shrinker(texts)


def test_constants_of_other_modules_become_numbers_and_are_not_kept(shrinker):
    view = shrinker.shrunk(VIEW, "handful.view")
    assert "return 18" in view and "RED" not in view and "import tint" not in view
    ink = shrinker.shrunk(INK, "handful.tint")
    assert "return 9" in ink and "RED" not in ink and "const" not in ink


def test_a_name_that_is_given_another_value_is_no_constant():
    for text in ("LEAST = 3\nLEAST = 4\n", "LEAST = 3\ndef f(LEAST):\n    return LEAST\n"):
        user = "from handful import a\nx = a.LEAST\n"
        own = Shrinker({"handful.a": text, "handful.b": user})
        said = own.public.get("x", "x"), own.public["LEAST"]
        assert own.shrunk(user, "handful.b").endswith("{} = a.{}".format(*said))
    shadowed = "from handful.tint import RED\ndef f(RED):\n    return RED\n"
    own = Shrinker({"handful.tint": INK, "handful.c": shadowed})
    assert "return 9" not in own.shrunk(shadowed, "handful.c")


def test_names_that_can_meet_stay_different_and_others_share(shrinker):
    short = shrinker.short
    for together in (("_drawn", "_spot", "_other", "_lit", "_late"), ("_helper", "_given", "_lit")):
        assert len({short[name] for name in together}) == len(together)
    assert len(set(short.values())) < len(short)


def test_no_two_names_of_a_file_and_of_what_it_builds_on_become_one():
    own = drive.shrinker()
    texts, homes = drive.cut()
    known = {name: Source(text) for name, text in texts.items()}
    for module in texts.keys() - homes.keys():
        words = set()
        waiting = [module]
        while waiting:
            home = waiting.pop()
            for name in [home, *(part for part in homes if homes[part] == home)]:
                words |= known[name].words
                waiting += (known[name].bases - {home}) & known.keys()
        become = {word: own.short.get(word) or own.public.get(word, word) for word in words}
        assert len(set(become.values())) == len(words), module
        assert not set(own.arguments) & set(become.values()), module


def test_no_new_name_is_one_that_the_check_beside_the_games_has_for_something_else():
    own = drive.shrinker()
    for place, file in drive.sources("wired_240x135").items():
        if place.startswith(drive.CHECK):
            words = Source(file.read_text(encoding="utf-8")).words
            stay = drive.names_of_check(place, file) | words - own.public.keys() - own.short.keys()
            assert not stay & {own.public[word] for word in words - stay}, place


def test_a_private_name_may_become_a_word_of_another_file_but_none_of_its_own():
    texts = {"handful.a": "def _far(): pass\n_far()\n", "handful.b": f"{', '.join(firmware())}\n"}
    assert Shrinker(texts).short["_far"] in firmware()
    texts["handful.a"] += texts["handful.b"]
    assert Shrinker(texts).short["_far"] == "_far"


def test_no_name_becomes_one_that_means_something_to_the_compiler():
    texts = {"handful.a": "".join(f"def _f{place}(): pass\n" for place in range(700))}
    own = Shrinker(texts)
    assert not {"const", "range", "super"} & set(own.short.values())


def test_what_most_files_have_takes_least_in_each():
    texts = {"handful.a": "class A:\n    def wide(self): pass\n" + f"    zip = {', '.join(firmware()[:8])}\n"}
    texts["handful.a"] += "".join(f"    def _f{place}(self): pass\n" for place in range(90))
    texts["handful.b"] = "def f(view):\n    view.wide()\n"
    own = Shrinker(texts)
    assert shrink.cost(own.public["wide"]) == 1 < shrink.cost(own.short["_f89"])


def test_a_name_takes_as_many_bytes_as_is_reckoned(tmp_path):
    file = tmp_path / "a.py"
    spare = set()
    for name in {name for name in firmware() if shrink.cost(name) < 4} | {"dx", "angle", "usage_page"}:
        file.write_text(f"_.{name}\n")
        spare.add(len(drive.compiled("a.py", file)) - shrink.cost(name))
    assert len(spare) == 1


def test_names_in_strings_stay():
    text = "class A:\n    def f(self):\n        return getattr(self, '_best'), self._best\n"
    assert "_best" in Shrinker({"handful.a": text}).shrunk(text, "handful.a").split("self.")[-1]


def test_a_word_of_a_sentence_keeps_no_name():
    text = "class A:\n    def mine(self):\n        return 'a.deal', 'Not mine.', self.deal\n    deal = mine\n"
    own = Shrinker({"handful.a": text})
    assert "mine" in own.public and "deal" not in own.public


def test_what_is_local_in_the_engine_keeps_no_name():
    rules = "def play(card, known):\n    mine = card\n    return mine\n"
    view = "class A:\n    def mine(self):\n        self.known = self.mine()\n"
    own = Shrinker({"engine.a": rules, "handful.a": view})
    assert "mine" in own.public and "known" not in own.public
    assert own.shrunk(rules, "engine.a").startswith("def play(card, known):")


def test_a_name_that_the_compiler_folds_is_not_mistaken_for_one_that_it_keeps():
    one = "_SIZE = const(4)\n_KEPT = b'x'\ndef f():\n    return _KEPT * _SIZE\n"
    two = "_SIZE = (1, 2)\ndef f():\n    return _SIZE\n"
    own = Shrinker({"handful.a": one, "handful.b": two})
    assert own.shrunk(one, "handful.a").endswith(" * 4")
    assert "_SIZE" not in own.shrunk(two, "handful.b")


def test_constants_that_are_no_numbers_keep_the_name_by_which_the_compiler_leaves_them_out():
    text = "_HIGHS = const((1, 2))\n_SHEET = const('a')\nSIZES = const((3,))\n_KEPT = (4,)\n"
    text += "def f():\n    return _HIGHS, _SHEET, SIZES, _KEPT\n"
    small = Shrinker({"handful.a": text}).shrunk(text, "handful.a")
    assert small.startswith("_HIGHS = const((1, 2))\n_SHEET = const('a')\n")
    assert small.count("_HIGHS") == small.count("_SHEET") == 2
    assert "SIZES" not in small and "_KEPT" not in small


def test_arguments_are_numbered_unless_a_call_names_them():
    text = "class A:\n    def f(self, x, wide):\n        return x + wide\ng = A().f(1, wide=2)\n"
    own = Shrinker({"handful.a": text})
    small = own.shrunk(text, "handful.a")
    first = small.partition("(self, ")[2].partition(",")[0]
    assert f"(self, {first}, wide):\n        return {first} + wide" in small and first in firmware()
    assert "def f(self, x, wide)" in Shrinker({"engine.a": text}).shrunk(text, "engine.a")


def test_a_traceback_gets_its_names_back():
    own = drive.shrinker()
    draw = own.short["_deal_on"]
    said = f"  File \"handful.tables.table\", line 1, in {draw}\nAttributeError: no '{own.public['centred']}'"
    assert own.told(said).endswith("in _deal_on\nAttributeError: no 'centred'")
    assert own.told('  File "main", line 1, in f') == '  File "main", line 1, in f'


def test_all_of_the_devices_code_keeps_its_public_names():
    own = drive.shrinker()
    for place, file in drive.sources("pybadge").items():
        if is_protocol(module_name(place)):
            text = file.read_text(encoding="utf-8")
            small = own.shrunk(text, module_name(place))
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_"):
                    assert f" {node.name}" in small, (place, node.name)


def test_what_only_a_games_robots_know_of_each_other_is_renamed():
    search = "from engine.bots.one.value import Weights\nSPAN = 4\n"
    search += "def deep(game, far=0):\n    return game.hand(SPAN)\n"
    texts = {
        "engine.one": "class Game:\n    def hand(self, seat): pass\n",
        "engine.bots": "def choose(module):\n    return module.Mind\n",
        "engine.bots.one": "from engine.bots.one.search import deep\nclass Mind:\n    wide = deep\n",
        "engine.bots.one.search": search,
        "engine.bots.one.value": "class Weights: pass\n",
    }
    own = Shrinker(texts)
    assert own.public.keys() == {"Weights", "deep", "wide"}
    small = own.shrunk(search, "engine.bots.one.search")
    assert ".hand(SPAN)" in small and f"def {own.public['deep']}(" in small


def test_what_a_page_only_hands_on_stays():
    texts = {
        "boards.one": "LIGHT = 2\nKEYS = b''\n",
        "boards.two": "from boards.one import KEYS, LIGHT\nNAME = 'two'\n",
    }
    own = Shrinker(texts)
    assert f"import {own.public['KEYS']}, LIGHT" in own.shrunk(texts["boards.two"], "boards.two")


def test_every_boards_page_keeps_every_fact():
    own = drive.shrinker()
    for path in (drive.PROJECT / "boards").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        name = "boards." + path.stem
        words = Source(text).words
        facts = [word for word in ("NAME", "KEYS", "Event", "ERASES", "LIGHT") if word in words]
        shrunk = own.shrunk(text, name)
        assert all(own.public.get(fact, fact) in shrunk for fact in facts), name


def test_numbers_are_added_up_where_the_compiler_would_not():
    text = "_WIDE = const(160)\ndef f():\n    global x\n"
    text += "    return _WIDE - 2 - x, x + _WIDE - 4, x - 3 - 2, x - _WIDE * 2 + 1, 3 * x // 4\n"
    small = Shrinker({"handful.a": text}).shrunk(text, "handful.a")
    assert small.endswith("return (158 - x, x + 156, x - 5, x - 319, 3 * x // 4)")


def test_the_apps_public_names_become_names_of_the_firmware_that_nothing_else_has():
    own = drive.shrinker()
    others = set(own.short.values()) | set(own.arguments)
    assert len(own.public) > 100 and set(own.public.values()) <= set(firmware())
    assert len(set(own.public.values())) == len(own.public) and not set(own.public.values()) & others
    assert own.short.keys() - {name for name in own.short if own.short[name] in firmware()} == set()


def test_names_that_other_peoples_things_have_stay():
    text = "import displayio\nclass A:\n    def fill(self): pass\n"
    text += "    def drawn(self): pass\n    def find(self): pass\n"
    own = Shrinker({"handful.a": text})
    assert own.public.keys() == {"A", "drawn"}


def test_what_is_in_modules_of_other_people_stays():
    own = Shrinker({"handful.a": "class A:\n    def move(self): pass\n"})
    small = own.shrunk("import time\nfrom handful.a import A\ntime.move(2)\nA().move()\n")
    assert "time.move(2)" in small and f"().{own.public['move']}()" in small


def test_names_that_strings_or_files_that_are_not_rewritten_say_stay():
    text = "class A:\n    def best(self):\n        return hasattr(self, 'last')\n    def last(self): pass\n"
    assert Shrinker({"handful.a": text}, kept={"best"}).public.keys() == {"A"}


def test_only_keys_of_texts_that_are_always_said_as_they_are_get_other_names():
    text = "def f(say, x):\n    say('one' if x else 'two')\n    say('three')\n    say('choice_' + x)\n"
    text += "    say('choice_a')\n    say('part_1')\n    return 'three', self.say('four', 'one_more')\n"
    own = Shrinker({"handful.a": text}, {"one", "two", "three", "four", "choice_a", "part_1", "one_more"})
    assert own.keys.keys() == {"one", "two", "four"}
    small = own.shrunk(text, "handful.a")
    assert all(repr(own.keys[key]) in small for key in own.keys) and "'three'" in small
    assert own.catalogue("one=1\nthree=3\n") == f"{own.keys['one']}=1\nthree=3\n"


def test_every_text_that_is_said_is_found_in_the_devices_catalogues():
    said = set()
    for place, file in drive.sources("pybadge").items():
        for node in ast.walk(ast.parse(drive.shrunk(place, file))):
            said.update(part.value for part in keys_said(node))
    for language in LANGUAGES:
        files = [file for place, file in drive.assets().items() if place.endswith(f"/{language}.txt")]
        text = "\n".join(drive.asset("", file).decode() for file in files)
        assert said <= {line.partition("=")[0] for line in text.splitlines()}


def test_no_page_of_a_board_asks_its_firmware_for_a_name_that_is_another_on_the_device():
    own = drive.shrinker()
    for board in drive.devices():
        for place, file in drive.sources(board).items():
            tree = ast.parse(file.read_text(encoding="utf-8"))
            imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import)]
            modules = {alias.name for node in imports for alias in node.names}
            for node in ast.walk(tree):
                if place.startswith("boards/") and isinstance(node, ast.Attribute):
                    if isinstance(node.value, ast.Name) and node.value.id in modules:
                        assert node.attr not in own.public.keys() | own.short.keys(), (place, node.attr)


def test_a_name_of_pythons_own_stays():
    asks = "x = all([])\n"
    own = Shrinker({"handful.a": "class A:\n    all = min = 1\n", "handful.b": asks})
    assert own.shrunk(asks, "handful.b").endswith("= all([])")
    renamed = drive.shrinker()
    assert not set(dir(builtins)) & {*renamed.public, *renamed.short}


def test_no_name_that_the_code_asks_for_by_a_string_is_renamed():
    """The check's own sources do not count among those whose strings keep a name as it is."""
    renamed = drive.shrinker().public
    asked = set()
    for file in drive.all_sources().values():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in (
                "getattr",
                "hasattr",
                "setattr",
            ):
                asked |= {part.value for part in node.args if isinstance(part, ast.Constant)}
    assert {"checks", "second", "trouble"} <= asked
    assert not {name: renamed[name] for name in asked if name in renamed}
