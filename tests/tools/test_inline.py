# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""tools/build/inline.py: which calls become an expression, that it means the same, and what is refused."""

import pytest

from tools import Refusal
from tools.build.inline import Inliner

START = "from micropython import const\nfrom engine.memory import inline\n_FACES = const(57)\n"
APP = f"""{START}
def _shout(text): return text + '!'
class App:
    @inline
    def robot(self, seat):
        "Its face and its name."
        return chr(_FACES + seat) + self.say("robot_" + str(seat))
    @property
    @inline
    def asking(self):
        return getattr(self.game, "asks", False)
    @inline
    def loud(self, seat):
        return _shout(self.robot(seat))
    def faced(self, seat):
        return self.robot(seat) if self.asking else self.loud(seat)
"""
VIEW = "class View:\n    def title(self, seat):\n        return self.app.robot(seat) + str(self.app.asking)\n"
HALF = START + "@inline\ndef half(n):\n    return n >> 1\n@inline\ndef near(n, high): return half(n) + high\n"


def inlined(**texts):
    return Inliner({name.replace("_", "."): text for name, text in texts.items()}).texts


def test_a_method_becomes_its_expression_in_all_modules_and_is_left_out():
    texts = inlined(handful_app=APP, handful_view=VIEW)
    face = "chr(57 + seat) + self{}.say('robot_' + str(seat))"
    app, view = texts["handful.app"], texts["handful.view"]
    assert (
        f"return {face.format('')} if getattr(self.game, 'asks', False) else _shout({face.format('')})" in app
    )
    assert f"return {face.format('.app')} + str(getattr(self.app.game, 'asks', False))" in view
    assert "def robot" not in app and "def asking" not in app and "def loud" not in app


def test_only_constants_become_numbers():
    text = START + "_PLAIN = 8\n_low = 9\n_YES = True\n_WORD = 'a'\n_MOST = max(3, 5)\n"
    text += "@inline\ndef all():\n    return _FACES, _PLAIN, _low, _YES, _WORD, _MOST\n"
    text += "def f():\n    return all()\n"
    assert "return (57, 8, _low, _YES, _WORD, _MOST)" in inlined(handful_app=text)["handful.app"]


def test_it_means_the_same():
    class Game:
        asks = True

    for text in (APP, inlined(handful_app=APP)["handful.app"]):
        found = {}
        exec(text, found)
        app = found["App"]()
        app.game, app.say = Game(), str.upper
        assert app.faced(2) == ";ROBOT_2"
        app.game = None
        assert app.faced(2) == ";ROBOT_2!"


def test_functions_become_their_expression_here_and_where_they_are_imported():
    user = (
        "from handful import a\nfrom handful.a import half as h\ndef f(x):\n    return h(x) + a.half(n=3)\n"
    )
    own = HALF + "def g(n):\n    return near(n, 2)\n"
    texts = inlined(handful_a=own, handful_b=user)
    assert "return (x >> 1) + (3 >> 1)" in texts["handful.b"] and "import half" not in texts["handful.b"]
    assert "return (n >> 1) + 2" in texts["handful.a"] and "def half" not in texts["handful.a"]


def test_a_local_of_the_same_name_is_no_call_of_it():
    user = "from handful.a import half\ndef f(half):\n    return half(1)\n"
    assert "return half(1)" in inlined(handful_a=HALF, handful_b=user)["handful.b"]


def test_what_is_public_in_the_engine_stays_and_so_do_sources_without_the_mark():
    assert "def half(n)" in inlined(engine_a=HALF)["engine.a"]
    assert "@inline" not in inlined(engine_a=HALF)["engine.a"]
    assert inlined(handful_b="x  =  1\n")["handful.b"] == "x  =  1\n"


def test_a_script_is_written_as_the_modules_are():
    own = Inliner({"handful.app": APP, "handful.a": HALF})
    assert own.script("print(app.robot(1))") == "print(chr(57 + 1) + app.say('robot_' + str(1)))"
    assert own.script("from handful.a import half\nhalf(4)") == "pass\n4 >> 1"


CLASS = START + "class A:\n    @inline\n    def robot(self, x): {}\n    def go(self, y):\n        {}\n"
REFUSED = {
    "it has other decorators": START + "class A:\n    @classmethod\n    @inline\n    def f(cls): return 1\n",
    "it is more than one expression": CLASS.format("x = 1; return x", "pass"),
    "it can be called in several ways": START + "@inline\ndef f(x=1): return x\n",
    "its expression binds names": CLASS.format("return [y for y in x]", "pass"),
    "uses it without calling it": CLASS.format("return x", "return self.robot"),
    "with other arguments than it has": CLASS.format("return x", "return self.robot(1, 2)"),
    r"gives it y \+ 1; give that a name first": CLASS.format("return x", "return self.robot(y + 1)"),
    "gives it self.y; give that a name": CLASS.format("return x + x", "return self.robot(self.y)"),
    "gives that name to something else": CLASS.format("return x", "self.robot = y"),
    "has another one": CLASS.format("return x", "pass") + "class B(A):\n    def robot(self, x): pass\n",
    "asks for it by a string": CLASS.format("return x", "return hasattr(y, 'robot')"),
    "it calls itself": CLASS.format("return self.robot(x)", "return self.robot(y)"),
    "calls it where str is something else": CLASS.format("return str(x)", "str = y; self.robot(str)"),
    "other people's objects have that name": START + "class A:\n    @inline\n    def fill(self): return 1\n",
    "has no _shout of the same meaning": START + "def _shout(x): pass\n@inline\ndef f(x): return _shout(x)\n",
    "at the top of a module and methods": START + "def f():\n    @inline\n    def g(): return 1\n",
}


@pytest.mark.parametrize(("sentence", "text"), REFUSED.items(), ids=REFUSED)
def test_what_could_change_its_meaning_is_refused_with_one_sentence(sentence, text):
    with pytest.raises(Refusal, match=rf"{sentence}[^.]*\.$"):
        inlined(handful_a=text, handful_b="from handful.a import f\nf(1)\n" if "_shout" in text else "")
