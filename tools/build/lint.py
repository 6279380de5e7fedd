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
_NO_CLASS_PARTS = ("__del__", "__init_subclass__", "__slots__")
_LEAN = ("apply", "copy", "legal_actions", "press", "redeal", "step", "sync", "tick")
_WIDE = 1 << 30  # an int from here on is an object on the heap
_PERMIT = "# lint: wide"
DIFFERS = "between MicroPython and CircuitPython."  # the end of what is said of such bytecode
# What is wrong with a name of a module.
_NAMES = {
    "time.monotonic": "time.monotonic() loses milliseconds within hours: use ticks.",
    **{f"micropython.{one}": f"@micropython.{one} code differs {DIFFERS}" for one in ("native", "viper")},
    **{
        f"random.{one}": f"CircuitPython has no random.{one}."
        for one in ("betavariate", "choices", "gauss", "sample", "shuffle", "triangular")
    },
}
# What is wrong with a kind of statement or expression.
_KINDS = {
    ast.Match: "CircuitPython has no match statement.",
    **dict.fromkeys(
        (ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Await), f"async and await differ {DIFFERS}"
    ),
}
# What is wrong with it within an f-string, and in the functions of _LEAN.
_NESTED = "CircuitPython's f-strings have no nested braces."
_IN_F_STRINGS = {
    ast.JoinedStr: "An f-string within an f-string is not understood by CircuitPython.",
    ast.Lambda: "A lambda within an f-string is not understood by CircuitPython.",
    **dict.fromkeys((ast.Dict, ast.Set, ast.DictComp, ast.SetComp), _NESTED),
}
_ALLOCATING = {
    ast.FunctionDef: "A function made",
    ast.Lambda: "A lambda",
    **dict.fromkeys((ast.GeneratorExp, ast.Yield, ast.YieldFrom), "A generator"),
}


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

    def _say(self, node, sentence: str | None) -> None:
        if sentence:
            self._found.add((node.lineno, sentence))

    def visit(self, node):
        """Looks at what holds for each node of a kind, then at the rest."""
        self._say(node, _KINDS.get(type(node)))
        if self._lean and type(node) in _ALLOCATING:
            self._say(node, f"{_ALLOCATING[type(node)]} in {self._lean[-1]}() takes heap at every call.")
        super().visit(node)

    # imports

    def visit_Import(self, node):
        for alias in node.names:
            self._module(node, alias.name)

    def visit_ImportFrom(self, node):
        if node.module == "__future__":
            self._say(node, "CircuitPython has no __future__.")
        elif not node.level:
            self._module(node, node.module)
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                self._say(node, _NAMES.get(name))
                if name in _MISSING:
                    self._module(node, name)

    def _module(self, node, name: str) -> None:
        top = name.split(".")[0]
        if name in _MISSING or top in _MISSING:
            self._say(node, f"CircuitPython has no module {name}.")
        if self._engine and top in _SCREEN_SIDE:
            self._say(node, f"The engine knows nothing of {name}.")
        if self._engine and not self._loader and top in _FOR_LOADERS:
            self._say(node, f"In the engine only what loads modules by name imports {name}.")

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
        self._say(node, _NAMES.get(f"{getattr(node.value, 'id', '')}.{node.attr}"))
        self.generic_visit(node)

    def visit_Constant(self, node):
        wide = self._engine and type(node.value) is int and node.value >= _WIDE
        if wide and _PERMIT not in self._lines[node.lineno - 1]:
            self._say(node, "An int from 2**30 on takes heap (`# lint: wide` if that is meant).")

    def visit_Subscript(self, node):
        if not isinstance(node.ctx, ast.Load) and isinstance(node.slice, ast.Slice) and node.slice.step:
            self._say(node, "CircuitPython stores no slices with a step.")
        self.generic_visit(node)

    # definitions

    def visit_Name(self, node):
        if isinstance(node.ctx, ast.Store) and node.id in _NO_CLASS_PARTS:
            self._say(node, f"CircuitPython knows no {node.id}.")

    def visit_ClassDef(self, node):
        if node.keywords:
            self._say(node, "A class takes no keywords, metaclass among them, on CircuitPython.")
        self.generic_visit(node)

    def visit_FunctionDef(self, node):
        if node.name in _NO_CLASS_PARTS:
            self._say(node, f"CircuitPython knows no {node.name}.")
        lean = [node.name] if node.name in _LEAN else []
        self._lean += lean
        self.generic_visit(node)
        del self._lean[len(self._lean) - len(lean) :]

    def visit_arguments(self, node):
        if node.posonlyargs:
            self._say(node.posonlyargs[0], "CircuitPython has no positional-only parameters.")
        self.generic_visit(node)

    # f-strings

    def visit_JoinedStr(self, node):
        written = ast.get_source_segment(self._source, node) or ""
        if "r" in written.split("'")[0].split('"')[0].lower():
            self._say(node, "CircuitPython has no raw f-strings.")
        texts = "".join([str(part.value) for part in node.values if isinstance(part, ast.Constant)])
        # MicroPython accepts doubled braces in an f-string, but not single ones in a literal next to it.
        if texts.count("{") > written.count("{{") or texts.count("}") > written.count("}}"):
            self._say(node, "A literal with braces cannot stand beside an f-string.")
        # No generic_visit here: a format spec is a JoinedStr itself.
        for part in node.values:
            if isinstance(part, ast.FormattedValue):
                self._field(node, part)
                self.visit(part.value)

    def _field(self, node, part) -> None:
        if part.conversion == ord("a"):
            self._say(node, "CircuitPython's f-strings have no !a.")
        if part.format_spec and any(isinstance(x, ast.FormattedValue) for x in part.format_spec.values):
            self._say(node, _NESTED)
        for inner in ast.walk(part.value):
            self._say(node, _IN_F_STRINGS.get(type(inner)))
            text = inner.value if isinstance(inner, ast.Constant) else None
            if isinstance(text, str) and any(sign in text for sign in "{}[]()!:=\\"):
                self._say(node, "Braces, brackets and ! : = in quotes within an f-string split it.")
