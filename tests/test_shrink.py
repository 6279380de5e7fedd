"""tools/shrink.py: what it may make smaller, and what it has to leave."""

import ast

import pytest

from tools import drive
from tools.shrink import Shrinker, module_name

INK = "from micropython import const\nRED = const(9)\nCHOICES = 3\ndef of():\n    return RED\n"
BASE = "class Base:\n    def _drawn(self):\n        self._spot = self._other = 1\n"
VIEW = (
    "from handful import ink\nfrom handful.base import Base\nfrom handful.ink import RED\n"
    "class View(Base):\n    def _lit(self):\n"
    "        self._late = f'{self._spot}'\n        return ink.RED + RED\n"
)
ALONE = "def _helper(_given):\n    return _given\nclass A:\n    def _lit(self): pass\n"


@pytest.fixture
def shrinker():
    texts = {"handful.ink": INK, "handful.base": BASE, "handful.view": VIEW, "handful.alone": ALONE}
    return Shrinker(texts)


def test_constants_of_other_modules_become_numbers_and_are_not_kept(shrinker):
    view = shrinker.shrunk(VIEW, "handful.view")
    assert "return 18" in view and "RED" not in view and "import ink" not in view
    ink = shrinker.shrunk(INK, "handful.ink")
    assert "return 9" in ink and "RED" not in ink and "const" not in ink


def test_a_name_that_is_given_another_value_is_no_constant():
    for text in ("LEAST = 3\nLEAST = 4\n", "LEAST = 3\ndef f(LEAST):\n    return LEAST\n"):
        user = "from handful import a\nx = a.LEAST\n"
        own = Shrinker({"handful.a": text, "handful.b": user})
        assert own.shrunk(user, "handful.b").endswith("x = a.LEAST")
    shadowed = "from handful.ink import RED\ndef f(RED):\n    return RED\n"
    own = Shrinker({"handful.ink": INK, "handful.c": shadowed})
    assert "return 9" not in own.shrunk(shadowed, "handful.c")


def test_names_that_can_meet_stay_different_and_others_share(shrinker):
    short = shrinker.short
    for together in (("_drawn", "_spot", "_other", "_lit", "_late"), ("_helper", "_given", "_lit")):
        assert len({short[name] for name in together}) == len(together)
    assert len(set(short.values())) < len(short)


def test_names_in_strings_stay():
    text = "class A:\n    def f(self):\n        return getattr(self, '_best'), self._best\n"
    assert "_best" in Shrinker({"handful.a": text}).shrunk(text, "handful.a").split("self.")[-1]


def test_a_name_that_the_compiler_folds_is_not_mistaken_for_one_that_it_keeps():
    one = "_SIZE = const(4)\n_KEPT = b'x'\ndef f():\n    return _KEPT * _SIZE\n"
    two = "_SIZE = (1, 2)\ndef f():\n    return _SIZE\n"
    own = Shrinker({"handful.a": one, "handful.b": two})
    assert own.shrunk(one, "handful.a").endswith(" * 4")
    assert "_SIZE" not in own.shrunk(two, "handful.b")


def test_arguments_are_numbered_unless_a_call_names_them():
    text = "class A:\n    def f(self, x, wide):\n        return x + wide\ng = A().f(1, wide=2)\n"
    assert "def f(self, _0, wide):\n        return _0 + wide" in Shrinker({"handful.a": text}).shrunk(
        text, "handful.a"
    )
    assert "def f(self, x, wide)" in Shrinker({"engine.a": text}).shrunk(text, "engine.a")


def test_a_traceback_gets_its_names_back():
    own = drive.shrinker()
    draw = own.short["_draw_card"]
    said = f'  File "handful.hand", line 1, in {draw}\nAttributeError: no {own.short["_over"]}'
    assert "in _draw_card" in own.told(said)
    assert own.told('  File "main", line 1, in f') == '  File "main", line 1, in f'


def test_all_of_the_devices_code_keeps_its_public_names():
    own = drive.shrinker()
    for place, file in drive.sources("pybadge").items():
        if place.startswith("engine/"):
            text = file.read_text(encoding="utf-8")
            small = own.shrunk(text, module_name(place))
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_"):
                    assert f" {node.name}" in small, (place, node.name)


def test_what_a_page_only_hands_on_stays():
    texts = {
        "boards.one": "LIGHT = 2\nKEYS = b''\n",
        "boards.two": "from boards.one import KEYS, LIGHT\nNAME = 'two'\n",
    }
    assert "import KEYS, LIGHT" in Shrinker(texts).shrunk(texts["boards.two"], "boards.two")


def test_every_boards_page_keeps_every_fact():
    own = drive.shrinker()
    for path in (drive.PROJECT / "boards").glob("*.py"):
        text = path.read_text(encoding="utf-8")
        name = "boards." + path.stem
        facts = {word for word in ("NAME", "KEYS", "Event", "ERASES", "LIGHT") if word in text}
        shrunk = own.shrunk(text, name)
        assert all(fact in shrunk for fact in facts), name


def test_numbers_are_added_up_where_the_compiler_would_not():
    text = "_WIDE = const(160)\ndef f():\n    global x\n"
    text += "    return _WIDE - 2 - x, x + _WIDE - 4, x - 3 - 2, x - _WIDE * 2 + 1, 3 * x // 4\n"
    small = Shrinker({"handful.a": text}).shrunk(text, "handful.a")
    assert small.endswith("return (158 - x, x + 156, x - 5, x - 319, 3 * x // 4)")
