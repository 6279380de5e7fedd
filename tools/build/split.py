# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Cuts rarely called functions out of their modules before these are compiled for a device.

A function takes memory for as long as its module is loaded, even if it reads a saved match once in an
evening. `@rare` (engine/memory.py) marks such a function or method. Its body moves to a separate module
on the drive. A stub stays behind, which loads that module and calls the body:

    def draw_last(self):
        return __import__("rare%d" % 3).draw_last(self)

The module removes itself from sys.modules while it is loaded. So only the call holds it, and nothing has to
be cleared up, even if the body raises. (MicroPython does not look there again; CPython would.) A call takes
one frame more than in the sources (`frames` counts it), and the time to read the file. Modules are
numbered, and a stub puts the name together, because each name in loaded code takes memory for as long as
the device is on.

Private functions, private values and imports that only the body uses move with it. Constants,
`_NAME = const(...)`, are copied. Everything else is imported from the home module when the body is loaded.
So the home has to be in memory while the body runs. Rare functions that share a private function or value
share a module. What cannot be moved stops the build with a sentence.

tools/build/shrink.py shortens the names of bodies and home together, and translates a traceback through a
numbered module.
"""

import ast
import builtins
import functools
import symtable
from pathlib import Path

from tools import Refusal, checkout

MARK = "rare"
FOLD = "inline"
MEMORY = "engine.memory"  # the module of the decorators
CUT = "rare"  # prefix of the new modules' names

_DEFINITIONS = (ast.FunctionDef, ast.ClassDef)
IMPORTS = (ast.Import, ast.ImportFrom)


def split(texts: dict[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """Moves the bodies of rare functions to modules of their own.

    texts: sources by dotted names. Returns (sources by dotted names, cut-out module -> its home).
    Refusal for a function that cannot be moved.
    """
    said = _Said(texts)
    whole = {}
    cut: dict[str, str] = {}
    for name, text in texts.items():
        if name != MEMORY and MEMORY not in text:
            whole[name] = text
            continue
        home = _Home(name, ast.parse(text), said)
        for body in home.cut(len(cut) + 1) if name != MEMORY else ():
            part = f"{CUT}{len(cut) + 1}"
            if part in texts:
                raise Refusal(f"{part} is to be the module of a rare function, and exists already.")
            cut[part] = name
            whole[part] = body
        whole[name] = home.text()
    return whole, cut


def marked(node, mark: str) -> bool:
    """Returns whether a definition has that decorator."""
    return any(called(part) == mark for part in node.decorator_list)


def called(node) -> str:
    """Returns the name by which a node calls something, "" if it is no name."""
    return getattr(node, "id", "") or getattr(node, "attr", "")


@functools.cache
def _weights(file: str) -> dict[tuple[str, int], int]:
    # Returns the frames that each marked function of a file takes, by (name, first line).
    try:
        tree = ast.parse(checkout.text(Path(file)))
    except OSError:
        return {}
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.decorator_list:
            for mark, weight in ((MARK, 2), (FOLD, 0)):
                if marked(node, mark):
                    found[node.name, node.decorator_list[0].lineno] = weight
    return found


def frames(code) -> int:
    """Returns the frames that a call of a function takes on a device: 2 if it is rare, 0 if inlined."""
    return _weights(code.co_filename).get((code.co_name, code.co_firstlineno), 1)


class _Said:
    """The names that all modules together use: tells which names of a module others may ask for."""

    def __init__(self, texts: dict[str, str]):
        self._asked: dict[str, set[str]] = {}  # module -> names that others import from it
        self._public: set[str] = set()  # attributes asked of objects that may be modules
        self._private: set[str] = set()  # attributes asked of objects that are modules for sure
        for text in texts.values():
            nodes = list(ast.walk(ast.parse(text)))
            modules = {local(alias) for node in nodes if isinstance(node, IMPORTS) for alias in node.names}
            for node in nodes:
                if isinstance(node, ast.ImportFrom) and node.module:
                    self._asked.setdefault(node.module, set()).update(alias.name for alias in node.names)
                elif isinstance(node, ast.Attribute):
                    self._public.add(node.attr)
                    if isinstance(node.value, ast.Subscript) or getattr(node.value, "id", "") in modules:
                        self._private.add(node.attr)
                elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                    self._private.add(node.value)

    def of(self, module: str, name: str) -> bool:
        """Returns whether others may ask for that name of a module."""
        if name in self._asked.get(module, ()) or name in self._private:
            return True
        return name in self._public and not name.startswith("_")


class _Home:
    """A module that rare functions are cut out of."""

    def __init__(self, name: str, tree: ast.Module, said: _Said):
        self._name = name
        self._tree = tree
        self._said = said
        self._given: dict[str, ast.stmt] = {}  # name -> the statement that defines it
        twice = set()
        for node in tree.body:
            for given in names_given(node):
                if self._given.get(given, node) is not node:
                    twice.add(given)
                self._given[given] = node
        for part in ast.walk(tree):
            if isinstance(part, ast.Global):
                twice.update(part.names)
        self._changing = twice  # names that are defined more than once

    def text(self) -> str:
        """Returns the module's source after `cut`."""
        body: list = []
        for node in self._tree.body:
            if isinstance(node, ast.ImportFrom) and node.module == MEMORY:
                body += only(node, lambda alias: alias.name not in (MARK, FOLD))
            elif self._name != MEMORY or getattr(node, "name", "") not in (MARK, FOLD):
                body.append(node)
        return ast.unparse(ast.fix_missing_locations(ast.Module(body, [])))

    def cut(self, first: int) -> list[str]:
        """Replaces rare functions by stubs. Returns the sources of the new modules.

        first: the number of the first new module.
        """
        roots = self._roots()
        if not roots:
            return []
        self._refuse(roots)
        moved = self._moved(roots)
        parts = []
        for group in self._groups(roots, moved):
            name = f"{CUT}{first + len(parts)}"
            parts.append(self._part(name, group, moved))
            for node, _ in group:
                _make_stub(node, name)
        gone = {id(self._given[name]) for name in moved}
        self._tree.body = [node for node in self._tree.body if id(node) not in gone]
        self._drop_imports(roots)
        return parts

    def _roots(self) -> list:
        # Returns the rare functions as (node that stays, node that moves).
        found = []
        homes: list = [self._tree, *(top for top in self._tree.body if isinstance(top, ast.ClassDef))]
        tops = {id(node) for home in homes for node in home.body}
        for node in ast.walk(self._tree):
            if not isinstance(node, (*_DEFINITIONS, ast.AsyncFunctionDef)) or not marked(node, MARK):
                continue
            what = f"{self._name}: {node.name} cannot be rare,"
            if not isinstance(node, ast.FunctionDef):
                raise Refusal(f"{what} only functions and methods can.")
            if id(node) not in tops:
                raise Refusal(f"{what} for it is within another function.")
            if called(node.decorator_list[-1]) != MARK:
                raise Refusal(f"{what} for {MARK} is not the decorator next to it.")
            moved = ast.FunctionDef(node.name, _plain(node.args), node.body, [])
            moved.type_params = []  # type: ignore[attr-defined]  # from Python 3.12 on
            found.append((node, ast.fix_missing_locations(ast.copy_location(moved, node))))
        return found

    def _refuse(self, roots: list) -> None:
        for _, body in roots:
            what = f"{self._name}: {body.name} cannot be rare,"
            for node in ast.walk(body):
                if isinstance(node, ast.Global):
                    raise Refusal(f"{what} for it changes {node.names[0]}, which is its module's.")
                if isinstance(node, ast.Name) and node.id in ("super", "globals", "__class__", "__name__"):
                    raise Refusal(f"{what} for {node.id} is another one in another module.")
            for name in _globals(body):
                if name in self._changing and name in self._given:
                    raise Refusal(f"{what} for {name} is given more than once in its module.")
                if name not in self._given and not hasattr(builtins, name):
                    raise Refusal(f"{what} for there is no {name} in its module.")

    def _moved(self, roots: list) -> set[str]:
        """Returns the names that only rare functions need."""
        rare = {id(node) for node, _ in roots}
        moved = {
            name
            for name, node in self._given.items()
            if name.startswith("_") and name not in self._changing
            if id(node) not in rare and not _is_constant(node)
            if isinstance(node, ast.Assign) or isinstance(node, ast.FunctionDef) and not node.decorator_list
            if not self._said.of(self._name, name)
        }
        while True:
            kept = {id(self._given[name]) for name in moved}
            used = set().union(*(_used(node, rare) for node in self._tree.body if id(node) not in kept))
            if not moved & used:
                break
            moved -= used
        needed = [self._needed(body, moved) for _, body in roots]
        return moved & set().union(*needed)  # unused names are not our business

    def _needed(self, body, moved: set[str]) -> set[str]:
        # Returns the moved names that a body uses, directly or through other moved names.
        found: set[str] = set()
        waiting = [body]
        while waiting:
            for name in _globals(waiting.pop()) & moved - found:
                found.add(name)
                waiting.append(self._given[name])
        return found

    def _groups(self, roots: list, moved: set[str]) -> list:
        groups: list = []  # (roots, moved names that they use)
        for root in roots:
            own = self._needed(root[1], moved)
            together = [root]
            for group in [group for group in groups if group[1] & own]:
                groups.remove(group)
                together = group[0] + together
                own |= group[1]
            groups.append((together, own))
        found = [group for group, _ in groups]
        for group in found:
            names = [body.name for _, body in group]
            for name in names:
                if names.count(name) > 1:
                    raise Refusal(f"{self._name}: two rare functions {name} share what they use.")
        return found

    def _part(self, part: str, group: list, moved: set[str]) -> str:
        """Returns the source of the module for some rare functions and everything that moves with them."""
        own = set().union(*(self._needed(body, moved) for _, body in group))
        bodies = {body.name: body for node, body in group if self._given.get(body.name) is node}
        used: set[str] = set()
        waiting: list = [body for _, body in group]
        copied: set[str] = set()
        while waiting:
            for name in _globals(waiting.pop()) - used:
                used.add(name)
                node = self._given.get(name)
                if node is None or name in bodies:
                    continue
                if name in own or _is_constant(node):
                    copied.add(name)
                    waiting.append(node)
        taken = []
        lines: list = []
        for node in self._tree.body:
            if isinstance(node, IMPORTS):
                lines += only(node, lambda alias: local(alias) in used)
                continue
            for name in names_given(node):
                if name in copied:
                    lines.append(node)
                elif name in used and name not in bodies and self._given[name] is node:
                    taken.append(ast.alias(name))
        if taken:
            lines.insert(0, ast.ImportFrom(self._name, taken, 0))
        for _, body in group:
            if body.name in used and body.name not in bodies:
                raise Refusal(f"{self._name}: {body.name} cannot be rare, for it uses another one.")
        lines += [body for _, body in group]
        lines[:0] = ast.parse(f"import sys\ndel sys.modules['{part}']").body
        return ast.unparse(ast.fix_missing_locations(ast.Module(lines, [])))

    def _drop_imports(self, roots: list) -> None:
        # Imports that only the rare functions used.
        gone = set().union(*(_globals(body) for _, body in roots))
        others = [node for node in self._tree.body if not isinstance(node, IMPORTS)]
        used = set().union(*(_used(node, set()) for node in others))

        def needed(alias) -> bool:
            name = local(alias)
            return name in used or name not in gone or self._said.of(self._name, name)

        rows = [only(node, needed) if isinstance(node, IMPORTS) else [node] for node in self._tree.body]
        self._tree.body = [node for row in rows for node in row]


def _is_constant(node) -> bool:
    # Returns whether the compiler folds it: then a copy costs nothing.
    match node:
        case ast.Assign([ast.Name(name)], ast.Call(ast.Name("const"))):
            return name.startswith("_")
    return False


def names_given(node) -> list[str]:
    """Returns the names that a statement at the top of a module defines."""
    if isinstance(node, _DEFINITIONS):
        return [node.name]
    if isinstance(node, IMPORTS):
        return [local(alias) for alias in node.names]
    if isinstance(node, ast.Assign):
        targets = [part for target in node.targets for part in ast.walk(target)]
        return [part.id for part in targets if isinstance(part, ast.Name)]
    found: list[str] = []
    for part in ast.iter_child_nodes(node):
        if isinstance(part, (ast.stmt, ast.ExceptHandler)):  # defined under conditions
            found += names_given(part)
        elif isinstance(part, ast.expr):
            found += sorted(stored(part))
    return found


def stored(node) -> set[str]:
    """Returns the names that a node gives a value to, or deletes."""
    names = [part for part in ast.walk(node) if isinstance(part, ast.Name)]
    return {part.id for part in names if not isinstance(part.ctx, ast.Load)}


def local(alias) -> str:
    """Returns the name that an import gives to what it imports."""
    return alias.asname or alias.name.split(".")[0]


def _used(node, without: set[int]) -> set[str]:
    """Returns the names in a statement, leaving out the nodes with these ids except for their first lines."""
    found: set[str] = set()
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if id(part) in without:
            waiting += [part.args, *part.decorator_list]
            continue
        if isinstance(part, ast.Name):
            found.add(part.id)
        waiting += ast.iter_child_nodes(part)
    return found


def _globals(node) -> set[str]:
    """Returns the names of its module, or built-in names, that a statement at the top of a module uses."""
    found: set[str] = set()
    text = ast.unparse(ast.fix_missing_locations(node))
    waiting = [symtable.symtable(text, "rare", "exec")]
    while waiting:
        table = waiting.pop()
        waiting += table.get_children()
        for symbol in table.get_symbols():
            if symbol.is_referenced() and (symbol.is_global() or table.get_type() == "module"):
                found.add(symbol.get_name())
    return found


def only(node, wanted) -> list[ast.stmt]:
    """Returns an import with those of its names that are wanted, in a list; nothing if none is.

    wanted: a function of an ast.alias.
    """
    names = [alias for alias in node.names if wanted(alias)]
    if not names:
        return []
    return [
        ast.Import(names) if isinstance(node, ast.Import) else ast.ImportFrom(node.module, names, node.level)
    ]


def _plain(args) -> ast.arguments:
    # The same arguments; the stub passes all of them in order.
    names = [ast.arg(name) for name in _arguments(args)]
    return ast.arguments([], names, None, [], [], None, [])


def _arguments(args) -> list[str]:
    return [part.arg for part in ast.iter_child_nodes(args) if isinstance(part, ast.arg)]


def _make_stub(node, module: str) -> None:
    part = ast.BinOp(ast.Constant(CUT + "%d"), ast.Mod(), ast.Constant(int(module.removeprefix(CUT))))
    loaded = ast.Call(ast.Name("__import__", ast.Load()), [part], [])
    given: list = [ast.Name(name, ast.Load()) for name in _arguments(node.args)]
    node.body = [ast.Return(ast.Call(ast.Attribute(loaded, node.name, ast.Load()), given, []))]
    node.decorator_list.pop()
