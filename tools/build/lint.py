# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Reports what CircuitPython lacks, and what house rules forbid, in the device's code.

It sees only what the syntax tree shows. It cannot know that code relies on a dict's order, a
stable sort, or an int that stays small in a sum; the tests on the VM may notice those.
"""

import ast

from tools.build.untyped import untyped

_MISSING = """
    abc asyncio bisect collections.abc contextlib copy dataclasses enum functools heapq inspect itertools
    logging operator pathlib textwrap typing unittest
""".split()
_SCREEN_SIDE = """
    analogio audiocore audioio bitmaptools board boards busdisplay digitalio displayio fontio handful keypad
    microcontroller neopixel_write random supervisor terminalio time vectorio
""".split()
# These files import modules by name, so they need sys.
LOADERS = (
    "engine/memory.py",
    "engine/registry.py",
    "engine/bots/__init__.py",
    "engine/bots/the_game/value.py",
)
_FOR_LOADERS = ("os", "sys")
_NO_BUILTINS = ("ascii", "format", "vars")
_NO_METHODS = """
    bit_count bit_length casefold expandtabs format_map isdecimal isidentifier isnumeric isprintable ljust
    maketrans removeprefix removesuffix rjust swapcase zfill
""".split()
_NO_RANDOM = ("betavariate", "choices", "gauss", "sample", "shuffle", "triangular")
_NO_CLASS_PARTS = ("__del__", "__init_subclass__", "__slots__")
_NO_EMITTERS = ("native", "viper")
_LEAN = ("apply", "copy", "legal_actions", "press", "redeal", "step", "sync", "tick")
_WIDE = 1 << 30  # an int from here on is an object on the heap
_PERMIT = "# lint: wide"


class Lint(ast.NodeVisitor):
    """The findings in one file, as (line, sentence). `engine`: also check what holds in the engine only."""

    def __init__(self, source: str, engine: bool = False, loader: bool = False):
        self._found = set()
        self._source = source
        self._lines = source.splitlines()
        self._engine = engine
        self._loader = loader
        self._called = set()  # ids of nodes that are called
        self._lean = []  # names of the enclosing functions that are in _LEAN
        self.visit(ast.parse(untyped(source)))
        self.findings = sorted(self._found)

    def _say(self, node, sentence: str) -> None:
        self._found.add((node.lineno, sentence))

    # imports

    def visit_Import(self, node):
        for alias in node.names:
            self._module(node, alias.name)

    def visit_ImportFrom(self, node):
        if node.module == "__future__":
            self._say(node, "CircuitPython has no __future__.")
            return
        if node.level:
            return
        self._module(node, node.module)
        for alias in node.names:
            if node.module == "collections" and alias.name == "abc":
                self._module(node, "collections.abc")
            elif node.module == "random" and alias.name in _NO_RANDOM:
                self._say(node, f"CircuitPython has no random.{alias.name}.")
            elif node.module == "time" and alias.name == "monotonic":
                self._monotonic(node)
            elif node.module == "micropython" and alias.name in _NO_EMITTERS:
                self._emitter(node, alias.name)

    def _module(self, node, name: str) -> None:
        top = name.split(".")[0]
        if name in _MISSING or top in _MISSING:
            self._say(node, f"CircuitPython has no module {name}.")
        if self._engine and top in _SCREEN_SIDE:
            self._say(node, f"The engine knows nothing of {name}.")
        if self._engine and not self._loader and top in _FOR_LOADERS:
            self._say(node, f"In the engine only what loads modules by name imports {name}.")

    def visit_If(self, node):
        test = node.test
        name = test.id if isinstance(test, ast.Name) else getattr(test, "attr", "")
        if name != "TYPE_CHECKING":  # code under TYPE_CHECKING never runs
            self.visit(test)
            for child in node.body:
                self.visit(child)
        for child in node.orelse:
            self.visit(child)

    # calls and names

    def visit_Call(self, node):
        called = node.func
        self._called.add(id(called))
        if isinstance(called, ast.Name):
            if called.id in _NO_BUILTINS:
                self._say(node, f"CircuitPython has no {called.id}().")
            elif called.id == "next" and len(node.args) > 1:
                self._say(node, "CircuitPython's next() takes no default.")
        elif isinstance(called, ast.Attribute) and called.attr in _NO_METHODS:
            self._say(node, f"CircuitPython has no method {called.attr}.")
        self.generic_visit(node)

    def visit_Attribute(self, node):
        above = isinstance(node.value, ast.Call) and getattr(node.value.func, "id", "") == "super"
        if above and id(node) not in self._called:
            self._say(node, f"super().{node.attr} gives a property itself, not its value: call a method.")
        if isinstance(node.value, ast.Name):
            if node.value.id == "random" and node.attr in _NO_RANDOM:
                self._say(node, f"CircuitPython has no random.{node.attr}.")
            elif node.value.id == "time" and node.attr == "monotonic":
                self._monotonic(node)
            elif node.value.id == "micropython" and node.attr in _NO_EMITTERS:
                self._emitter(node, node.attr)
        self.generic_visit(node)

    def _monotonic(self, node) -> None:
        self._say(node, "time.monotonic() loses milliseconds within hours: use ticks.")

    def _emitter(self, node, name: str) -> None:
        self._say(node, f"@micropython.{name} code differs between MicroPython and CircuitPython.")

    def visit_Constant(self, node):
        wide = self._engine and type(node.value) is int and node.value >= _WIDE
        if wide and _PERMIT not in self._lines[node.lineno - 1]:
            self._say(node, "An int from 2**30 on takes heap (`# lint: wide` if that is meant).")

    # statements

    def _store(self, target) -> None:
        for node in ast.walk(target):
            if not isinstance(node, ast.Subscript) or isinstance(node.ctx, ast.Load):
                continue
            if isinstance(node.slice, ast.Slice) and node.slice.step:
                self._say(node, "CircuitPython stores no slices with a step.")

    def visit_Assign(self, node):
        for target in node.targets:
            self._store(target)
            if isinstance(target, ast.Name) and target.id in _NO_CLASS_PARTS:
                self._say(node, f"CircuitPython knows no {target.id}.")
        self.generic_visit(node)

    def visit_AugAssign(self, node):
        self._store(node.target)
        self.generic_visit(node)

    def visit_Delete(self, node):
        for target in node.targets:
            self._store(target)
        self.generic_visit(node)

    def visit_Match(self, node):
        self._say(node, "CircuitPython has no match statement.")
        self.generic_visit(node)

    def visit_ClassDef(self, node):
        if node.keywords:
            self._say(node, "A class takes no keywords, metaclass among them, on CircuitPython.")
        self.generic_visit(node)

    # functions

    def visit_FunctionDef(self, node):
        if node.args.posonlyargs:
            self._say(node, "CircuitPython has no positional-only parameters.")
        if node.name in _NO_CLASS_PARTS:
            self._say(node, f"CircuitPython knows no {node.name}.")
        self._unlean(node, "A function made")
        self._lean.extend([node.name] if node.name in _LEAN else [])
        self.generic_visit(node)
        if node.name in _LEAN:
            self._lean.pop()

    def visit_Lambda(self, node):
        if node.args.posonlyargs:
            self._say(node, "CircuitPython has no positional-only parameters.")
        self._unlean(node, "A lambda")
        self.generic_visit(node)

    def _unlean(self, node, what: str) -> None:
        if self._lean:
            self._say(node, f"{what} in {self._lean[-1]}() takes heap at every call.")

    def visit_GeneratorExp(self, node):
        self._unlean(node, "A generator")
        self.generic_visit(node)

    def visit_Yield(self, node):
        self._unlean(node, "A generator")
        self.generic_visit(node)

    visit_YieldFrom = visit_Yield

    def _asynchronous(self, node):
        self._say(node, "async and await differ between MicroPython and CircuitPython.")
        self.generic_visit(node)

    visit_AsyncFunctionDef = visit_AsyncFor = visit_AsyncWith = visit_Await = _asynchronous

    # f-strings

    def visit_JoinedStr(self, node):
        written = ast.get_source_segment(self._source, node) or ""
        start = written.split("'")[0].split('"')[0].lower()
        if "r" in start:
            self._say(node, "CircuitPython has no raw f-strings.")
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self._field(node, part)
            elif "{" in part.value or "}" in part.value:
                self._brace(node, written)
        # No generic_visit here: a format spec is a JoinedStr itself.
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self.visit(part.value)

    def _brace(self, node, written: str) -> None:
        # MicroPython accepts doubled braces in an f-string, but not single ones in a literal next to it.
        for _, string, prefix in _literals(written):
            if "f" not in prefix and ("{" in string or "}" in string):
                self._say(node, "A literal with braces cannot stand beside an f-string.")

    def _field(self, node, part) -> None:
        if part.conversion == ord("a"):
            self._say(node, "CircuitPython's f-strings have no !a.")
        if part.format_spec and any(isinstance(x, ast.FormattedValue) for x in part.format_spec.values):
            self._say(node, "CircuitPython's f-strings have no nested braces.")
        for inner in ast.walk(part.value):
            if isinstance(inner, ast.JoinedStr):
                self._say(node, "An f-string within an f-string is not understood by CircuitPython.")
            elif isinstance(inner, (ast.Dict, ast.Set, ast.DictComp, ast.SetComp)):
                self._say(node, "CircuitPython's f-strings have no nested braces.")
            elif isinstance(inner, ast.Lambda):
                self._say(node, "A lambda within an f-string is not understood by CircuitPython.")
            elif isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                self._quoted(node, inner.value)

    def _quoted(self, node, string: str) -> None:
        if any(sign in string for sign in "{}[]()!:=\\"):
            self._say(node, "Braces, brackets and ! : = in quotes within an f-string split it.")


def _literals(written: str):
    """Returns (offset, text, prefix) of each adjacent string literal."""
    place = 0
    while place < len(written):
        start = place
        while place < len(written) and written[place].isalpha():
            place += 1
        prefix = written[start:place].lower()
        if place == len(written) or written[place] not in "'\"":
            place += 1
            continue
        quote = written[place] * 3 if written[place : place + 3] == written[place] * 3 else written[place]
        place += len(quote)
        begin = place
        while place < len(written) and written[place : place + len(quote)] != quote:
            place += 2 if written[place] == "\\" else 1
        yield begin, written[begin:place], prefix
        place += len(quote)
