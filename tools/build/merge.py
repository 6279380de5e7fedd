# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Merges modules that are always loaded together into one, before they are compiled for a device.

Each module costs a device 100 to 300 bytes beside its code: a dict, its name, its file's name, and the list
of all names in it. So `handful.app` absorbs the modules of `handful` that it imports at load time and those
that every screen builds on. `handful.tables.table` does the same, and all other modules import from these
two. A module is also absorbed by the one that imports it at load time and begins its name:
`tables.inversio_picture` by `tables.inversio`. Only bundles are built like this; `make bundle` with --source
leaves the modules as they are.
"""

import ast

from tools import Refusal
from tools.build.split import IMPORTS, local, names_given, only

# Each leader with parts that it does not import itself. A part belongs to the first leader that wants it.
LEADERS = {"handful.app": ("handful.screens.screen",), "handful.tables.table": ()}
_PACKAGE = "handful"


def parts(texts: dict[str, str]) -> dict[str, str]:
    """Returns the module that each part goes into: part -> leader. texts: sources by dotted names."""
    found: dict[str, str] = {}
    for leader in LEADERS:
        for part in _order(texts, leader, found.keys() | LEADERS.keys() - {leader}):
            found[part] = leader
    for leader in sorted(texts.keys() - found.keys()):
        others = {name for name in texts if name != leader and not name.startswith(leader + "_")}
        if len(order := _order(texts, leader, others)) > 1:
            found.update(dict.fromkeys(order, leader))
    return found


def merged(texts: dict[str, str], into: dict[str, str]) -> dict[str, str]:
    """Returns the sources with parts merged into their leaders, and all imports changed to match.

    into: the result of `parts`. Refusal if two parts of one leader define the same public name
    differently.
    """
    whole = {}
    for name, text in texts.items():
        if into.get(name) == name:
            order = _order(texts, name, {part for part in texts if into.get(part) != name})
            trees = [(part, _Renamer(part, into).visit(ast.parse(texts[part]))) for part in order]
            whole[name] = ast.unparse(_joined(name, trees))
        elif name not in into:
            whole[name] = rewritten(text, into, name) if _PACKAGE in text else text
    return whole


def rewritten(text: str, into: dict[str, str], name: str = "") -> str:
    """Returns a source with imports that fit what `merged` made with the same `into`.

    name: the module's dotted name, "" for a script.
    """
    return ast.unparse(_Renamer(name, into).visit(ast.parse(text)))


def _order(texts: dict[str, str], leader: str, others: set[str]) -> list[str]:
    # Returns the leader and what it imports of its package at load time, each after its own imports.
    found: list[str] = []
    packages = {name.rpartition(".")[0] for name in texts}

    def add(name: str) -> None:
        if name in found or name in others or name not in texts or name in packages:
            return
        for node in ast.parse(texts[name]).body:
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == _PACKAGE:
                add(node.module or "")
                for alias in node.names:
                    add(f"{node.module}.{alias.name}")
        found.append(name)

    for name in (*LEADERS.get(leader, ()), leader):
        add(name)
    return found


class _Renamer(ast.NodeTransformer):
    """Rewrites one source: its imports, and in a part also its private names, so that they cannot clash."""

    def __init__(self, name: str, into: dict[str, str]):
        self._name = name
        self._into = into
        self._own: dict[str, str] = {}
        self._modules: set[str] = set()  # names of parts that go into the same leader

    def visit_Module(self, node):
        if self._name in self._into:
            last = self._name.rpartition(".")[2]
            for part in node.body:
                for name in () if isinstance(part, IMPORTS) else names_given(part):
                    if name.startswith("_"):
                        self._own[name] = f"{name}_{last}"
        return self.generic_visit(node)

    def visit_ImportFrom(self, node):
        kept = []
        lines = []
        own = self._into.get(self._name)
        for alias in node.names:
            leader = self._into.get(f"{node.module}.{alias.name}")
            if leader is None:
                kept.append(alias)
            elif leader == own:
                self._modules.add(local(alias))
            else:  # the leader stands for its part, and has its attributes
                package, _, last = leader.rpartition(".")
                lines.append(ast.ImportFrom(package, [ast.alias(last, local(alias))], 0))
        home = self._into.get(node.module, node.module)
        if home == own:
            for alias in kept:
                if alias.asname and alias.asname != alias.name:
                    raise Refusal(f"{self._name} calls a part of itself {alias.asname}.")
        elif kept:
            lines.append(ast.ImportFrom(home, kept, node.level))
        return lines or ast.Pass()

    def visit_Attribute(self, node):
        node = self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id in self._modules:
            return ast.Name(node.attr, node.ctx)
        return node

    def visit_Name(self, node):
        node.id = self._own.get(node.id, node.id)
        return node

    def visit_FunctionDef(self, node):
        node.name = self._own.get(node.name, node.name) if node.col_offset == 0 else node.name
        for arg in node.args.args:
            if arg.arg in self._own or arg.arg in self._modules:
                raise Refusal(f"{self._name} calls an argument {arg.arg} as it calls something else.")
        return self.generic_visit(node)

    def visit_Global(self, node):
        node.names = [self._own.get(name, name) for name in node.names]
        return node

    def visit_ClassDef(self, node):
        node.name = self._own.get(node.name, node.name)
        return self.generic_visit(node)


def _joined(name: str, sources: list) -> ast.Module:
    body: list = []
    known: dict[str, str] = {}
    imported = set()
    for part, tree in sources:
        for node in tree.body:
            if isinstance(node, ast.Expr):
                continue  # a docstring
            for given in () if isinstance(node, IMPORTS) else names_given(node):
                if given in known:
                    raise Refusal(f"{given} is in {known[given]} and in {part}, which become {name}.")
                known[given] = part
            if not isinstance(node, IMPORTS):
                body.append(node)
                continue
            module = getattr(node, "module", "")
            fresh = [alias for alias in node.names if (module, alias.name, alias.asname) not in imported]
            imported.update([(module, alias.name, alias.asname) for alias in fresh])
            body += only(node, fresh.__contains__)
    return ast.fix_missing_locations(ast.Module(body, []))
