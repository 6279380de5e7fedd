# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""tools/build/split.py: what it cuts out of modules, that it does the same there, and what it refuses."""

import ast
import builtins
import sys
import types

import pytest

from tools import Refusal
from tools.build import drive, split
from tools.build.shrink import Shrinker

START = "import struct\nfrom micropython import const\nfrom engine.memory import rare\n"
HOME = f"""{START}
_HEAD = const(8)
_REST = const(_HEAD + 2)
_SIGNS = "abc"
_SHARED = [1]
LONGEST = (3, 4)

@rare
def parts(data, least=_HEAD, *more, last=5):
    return _fields(data), _HEAD + _REST, LONGEST, least, more, last, struct.calcsize("I"), _SHARED

def _fields(data):
    return [_sign(part) for part in data]

def _sign(part):
    return _SIGNS[part]

class Session:
    def __init__(self, value):
        self.value = value

    @classmethod
    @rare
    def load(cls, value):
        return cls(value + _REST)

    @property
    @rare
    def twice(self):
        if self.value < 0:
            raise ValueError("no")
        return self.value * 2

    def shared(self):
        return _SHARED
"""


def cut(text, **others):
    return split.split({"a.home": text, **others})


@pytest.fixture
def loaded(monkeypatch):
    """Imports sources as MicroPython does, from no file: the home, and the list of what is loaded."""
    read = []
    theirs = builtins.__import__

    def load(texts):
        def imported(name, *details):
            if name not in texts or name in sys.modules:
                return sys.modules[name] if name in texts else theirs(name, *details)
            read.append(name)
            module = sys.modules[name] = types.ModuleType(name)
            exec(texts[name], module.__dict__)
            return module

        monkeypatch.setattr(builtins, "__import__", imported)
        return imported("a.home"), read

    yield load
    sys.modules.pop("a.home", None)


def test_each_rare_function_has_a_module_and_what_only_it_uses_goes_along():
    texts, homes = cut(HOME)
    assert homes == dict.fromkeys(("rare1", "rare2", "rare3"), "a.home")
    assert "_fields" in texts["rare1"] and "_SIGNS" in texts["rare1"]
    for gone in ("_fields", "_sign", "_SIGNS", "struct", "calcsize", "'no'", "@rare", "import rare"):
        assert gone not in texts["a.home"]
    assert "from a.home import _SHARED, LONGEST" in texts["rare1"]  # others need them as well
    assert "import struct" in texts["rare1"] and "_HEAD = const(8)" in texts["rare1"]
    assert "_SHARED" not in texts["rare2"] and "struct" not in texts["rare2"]


def test_what_is_cut_out_does_the_same_as_before(loaded):
    home, read = loaded(cut(HOME)[0])
    assert home.parts([0, 2], 7, 8, 9, last=1) == (["a", "c"], 18, (3, 4), 7, (8, 9), 1, 4, [1])
    assert home.parts([1])[3:6] == (8, (), 5) and home.parts([])[-1] is home._SHARED  # noqa: SLF001
    session = home.Session.load(1)
    assert type(session) is home.Session and session.value == 11 and session.twice == 22
    assert read == ["a.home", "rare1", "rare1", "rare1", "rare2", "rare3"]


def test_nothing_keeps_what_is_cut_out_even_if_it_raises(loaded):
    home, _ = loaded(cut(HOME)[0])
    before = set(sys.modules)
    with pytest.raises(ValueError, match="no"):
        print(home.Session(-1).twice)
    home.parts([0])
    assert set(sys.modules) == before


def test_rare_functions_that_share_what_nobody_else_uses_share_a_module():
    text = START + "@rare\ndef one():\n    return _both()\n@rare\ndef two():\n    return _both() + one()\n"
    texts, homes = cut(text + "def _both():\n    return 1\n")
    assert homes == {"rare1": "a.home"} and texts["rare1"].count("def ") == 3
    assert texts["a.home"].count("__import__('rare%d' % 1)") == 2


def test_what_others_ask_for_stays_at_home():
    text = START + "import gc\ndef _asked():\n    pass\n@rare\ndef one():\n    gc.collect()\n    _asked()\n"
    for other in ("from a.home import _asked, gc\n", "from a import home\nhome._asked(home.gc)\n"):
        texts, _ = cut(text, other=other)
        assert "def _asked" in texts["a.home"] and "from a.home import _asked" in texts["rare1"]
        assert "import gc" in texts["a.home"] and "import gc" in texts["rare1"]


REFUSED = {
    "only functions and methods can": "@rare\nclass A:\n    pass\n",
    "it is within another function": "def f():\n    @rare\n    def g(): pass\n",
    "rare is not the decorator next": "class A:\n    @rare\n    @property\n    def g(self): pass\n",
    "f cannot be rare, for it changes _n": "_n = 1\n@rare\ndef f():\n    global _n\n    _n = 2\n",
    "_n is given more than once": "_n = 1\ndef g():\n    global _n\n    _n = 2\n@rare\ndef f(): return _n\n",
    "f cannot be rare, for super is": "class A:\n    @rare\n    def f(self):\n        super().f()\n",
    "open .*, for it uses another one": "class A:\n    @rare\n    def open(self): open('x')\n",
    "f .*, for there is no nowhere": "@rare\ndef f():\n    return nowhere\n",
    "functions f share what they use": "class A:\n    @rare\n    def f(self): return _x()\nclass B:\n"
    "    @rare\n    def f(self): return _x()\ndef _x(): pass\n",
}


@pytest.mark.parametrize(("sentence", "text"), REFUSED.items(), ids=REFUSED)
def test_what_cannot_be_cut_out_is_refused_with_one_sentence(sentence, text):
    with pytest.raises(Refusal, match=rf"^a\.home: .*{sentence}[^.]*\.$"):
        cut(START + text)


@pytest.mark.parametrize("name", ["super", "globals", "__class__", "__name__"])
def test_a_name_that_means_something_else_in_another_module_cannot_be_cut_out(name):
    with pytest.raises(Refusal, match=f"f cannot be rare, for {name} is another one"):
        cut(START + f"class A:\n    @rare\n    def f(self):\n        return {name}\n")
    cut(START + f"class A:\n    @rare\n    def f(self, my{name}):\n        return my{name}\n")


def test_a_module_of_the_name_of_one_that_is_cut_out_is_refused():
    with pytest.raises(Refusal, match="rare1 is to be the module of a rare function, and exists"):
        cut(START + "@rare\ndef f(): pass\n", rare1="")


def test_names_of_what_is_cut_out_and_of_its_home_stay_different_and_are_told_by_tracebacks():
    text = START + "class A:\n    @rare\n    def _dump(self):\n        self._late = self._early\n"
    text += "    def _go(self):\n        self._near = self._early = 1\n"
    texts, homes = cut(text)
    own = Shrinker(texts, homes=homes)
    names = ("_dump", "_late", "_early", "_go", "_near")
    assert len({own.short[name] for name in names}) == len(names)
    said = f"  File \"rare1\", line 1, in {own.short['_dump']}\nAttributeError: '{own.short['_late']}'"
    assert own.told(said) == "  File \"a.home\", line 1, in _dump\nAttributeError: '_late'"


def test_a_device_has_no_marks_and_modules_cut_out_are_compiled_where_their_homes_are():
    texts, homes = drive.cut()
    memory_text = texts.get("engine.memory", "")
    assert "def rare" not in memory_text and "def inline" not in memory_text
    places = drive.modules("pybadge", check=False)
    assert {f"lib/{name}.py" for name in homes} == {
        place for place in places if place.count("/") == 1 and place.startswith("lib/")
    }
    for text in texts.values():
        for node in ast.walk(ast.parse(text)):
            assert not isinstance(node, ast.FunctionDef) or not split.marked(node, "rare")


def test_a_rare_call_counts_as_two_frames_and_an_inline_one_as_none(tmp_path):
    path = tmp_path / "a.py"
    text = "from engine.memory import inline, rare\n@rare\ndef f(): pass\n@inline\ndef g(): return 1\n"
    path.write_text(text + "def h(): pass\n")
    found = {}
    exec(compile(path.read_text(), str(path), "exec"), found)
    assert [split.frames(found[name].__code__) for name in "fgh"] == [2, 0, 1]
