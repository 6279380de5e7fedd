# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Replaces calls of one-expression functions by the expression before they are compiled for a device.

A call takes time, and a frame of a short stack. `@inline` (engine/memory.py) marks a function, method or
property whose body is one `return`:

    @inline
    def robot(self, seat):
        return chr(_FACES + seat) + " " + self.texts.say("robot_" + str(seat))

In all modules `app.robot(seat)` becomes that expression, with `app` for `self`. The function itself is
dropped, unless it is a public one of the engine, which is a protocol. Whatever could change the meaning
stops the build with a sentence:

- An argument must be a constant or a name. It may be an attribute of a name if the expression uses it once.
- A method's name must be unique, so that no other object can have another method of that name.
- Used in another module, the expression may contain nothing but its arguments, constants and built-in names.
"""

import ast
import builtins
import copy

from tools import Refusal
from tools.build.shrink import THEIRS, firmware, number_of
from tools.build.split import FOLD, called, local, marked, names_given, only, stored

_OWN_NAMES = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.NamedExpr, ast.Yield,
              ast.YieldFrom, ast.Await)  # fmt: skip
_ASKING = ("getattr", "hasattr", "setattr", "delattr")
_OTHERWISE = "gives that name to something else"


class _Marked:
    """A marked function: its module, its arguments and the expression that it returns."""

    def __init__(self, module: str, node: ast.FunctionDef, method: bool):
        self.module = module
        self.name = node.name
        self.node = node
        self.method = method
        *others, last = [called(part) for part in node.decorator_list]
        self.asked = others == ["property"]
        if last != FOLD or others and not self.asked:
            raise self.refused("it has other decorators")
        body = node.body[isinstance(node.body[0], ast.Expr) :]
        if len(body) != 1 or not isinstance(body[0], ast.Return) or body[0].value is None:
            raise self.refused("it is more than one expression")
        self.value = body[0].value
        self.args = [arg.arg for arg in node.args.args]
        if ast.unparse(node.args) != ", ".join(self.args):
            raise self.refused("it can be called in several ways")
        if any(isinstance(part, _OWN_NAMES) for part in ast.walk(self.value)):
            raise self.refused("its expression binds names")
        said = [part.id for part in ast.walk(self.value) if isinstance(part, ast.Name)]
        self.uses = {arg: said.count(arg) for arg in self.args}
        self.free = set(said) - set(self.args)

    def refused(self, why: str) -> Refusal:
        """Returns the error with its reason."""
        return Refusal(f"{self.module}: {self.name} cannot be inline, for {why}.")


class Inliner:
    """Reads all marked functions of a device's modules. `texts`: the sources with their calls replaced."""

    def __init__(self, texts: dict[str, str]):
        """texts: sources by dotted names. Refusal for a function that cannot be inlined."""
        self._trees = {name: ast.parse(text) for name, text in texts.items()}
        self._marked = [row for name in texts for row in self._found(name)]
        self.constants = {row.module: _constants(self._trees[row.module]) for row in self._marked}
        self.methods = {row.name: row for row in self._marked if row.method}
        self.functions = {(row.module, row.name): row for row in self._marked if not row.method}
        self._check()
        self.texts = {name: self._rewritten(name, text) for name, text in texts.items()}

    def script(self, text: str) -> str:
        """Returns the source of a script that runs beside `texts` and is on no device."""
        return self._rewritten("", text)

    def _found(self, module: str):
        for top in self._trees[module].body:
            for node in top.body if isinstance(top, ast.ClassDef) else [top]:
                if isinstance(node, ast.FunctionDef) and marked(node, FOLD):
                    yield _Marked(module, node, isinstance(top, ast.ClassDef))

    def _check(self) -> None:
        number = 0
        for module, tree in self._trees.items():
            for node in ast.walk(tree):
                number += isinstance(node, (ast.FunctionDef, ast.ClassDef)) and marked(node, FOLD)
                for name, why in _means(node):
                    row = self.methods.get(name)
                    if row and row.node is not node:
                        raise row.refused(f"{module} {why}")
        if number != len(self._marked):
            raise Refusal("Only functions at the top of a module and methods can be inline.")
        for name, row in self.methods.items():
            if name in THEIRS or name in firmware():
                raise row.refused("other people's objects have that name, too")

    def _rewritten(self, name: str, text: str) -> str:
        if not any(row.name in text for row in self._marked):
            return text
        tree = ast.parse(text)
        return ast.unparse(ast.fix_missing_locations(_Caller(self, name, tree).visit(tree)))


def _means(node) -> list[tuple[str, str]]:
    """Returns the names to which a node gives a meaning that a method of that name would clash with."""
    match node:
        case ast.FunctionDef(name):
            return [(name, "has another one")]
        case ast.ClassDef():
            parts = [part for part in node.body if not isinstance(part, ast.FunctionDef)]
            return [(name, _OTHERWISE) for part in parts for name in stored(part)]
        case ast.Attribute(_, name, ast.Store() | ast.Del()):
            return [(name, _OTHERWISE)]
        case ast.Call(ast.Name(asking), [_, ast.Constant(str(name)), *_]) if asking in _ASKING:
            return [(name, "asks for it by a string")]
    return []


class _Caller(ast.NodeTransformer):
    """Rewrites one module or script."""

    def __init__(self, known: Inliner, name: str, tree):
        self._known = known
        self._name = name
        self._open: list = []  # the functions being inlined, innermost last
        self._locals: set[str] = set()  # names local to the enclosing functions
        self._functions = {of: row for (module, of), row in known.functions.items() if module == name}
        self._modules: dict[str, str] = {}
        for node in [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]:
            for alias in node.names:
                self._modules[local(alias)] = f"{node.module}.{alias.name}"
                if (node.module, alias.name) in known.functions:
                    self._functions[local(alias)] = known.functions[node.module, alias.name]
        self._given = {name for node in tree.body for name in names_given(node)}

    def visit_FunctionDef(self, node):
        """Drops a marked function, or notes the local names of others, which hide those of the module."""
        if self._name and marked(node, FOLD):
            node.decorator_list.pop()
            if not _is_kept(self._name, node.name):
                return None
        around = self._locals
        self._locals = (
            around | stored(node) | {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}
        )
        node = self.generic_visit(node)
        self._locals = around
        return node

    def visit_ClassDef(self, node):
        """Keeps a class that has lost all that was in it."""
        node = self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node

    def visit_ImportFrom(self, node):
        """Drops imports of functions that have been inlined everywhere."""
        module, known = node.module, self._known.functions
        stays = only(node, lambda alias: (module, alias.name) not in known or _is_kept(module, alias.name))
        return stays or ast.Pass()

    def visit_Call(self, node):
        """Replaces a call of a marked function."""
        row = self._row(node.func)
        if not row or row.asked:
            return self.generic_visit(node)
        given = list(node.args)
        names = row.args[row.method :]
        by_name = {part.arg: part.value for part in node.keywords}
        given += [by_name.pop(name) for name in names[len(given) :] if name in by_name]
        if by_name or len(given) != len(names) or any(isinstance(part, ast.Starred) for part in given):
            raise row.refused(f"{self._where} calls it with other arguments than it has")
        return self._placed(row, [*([node.func.value] if row.method else []), *given])

    def visit_Attribute(self, node):
        """Replaces a marked property; refuses a marked function that is not called."""
        row = self._row(node)
        if row and row.asked:
            return self._placed(row, [node.value])
        return self.generic_visit(self.visit_Name(node))

    def visit_Name(self, node):
        """Refuses a marked function that is not called."""
        row = self._row(node)
        if row:
            raise row.refused(f"{self._where} uses it without calling it")
        return node

    @property
    def _where(self) -> str:
        return self._name or "a script"

    def _row(self, node):
        # Returns the marked function that a node stands for, or None.
        if isinstance(node, ast.Name) and node.id not in self._locals:
            return self._functions.get(node.id)
        if isinstance(node, ast.Attribute):
            module = self._modules.get(getattr(node.value, "id", ""), "")
            return self._known.functions.get((module, node.attr)) or self._known.methods.get(node.attr)
        return None

    def _placed(self, row: _Marked, given: list):
        if row in self._open:
            raise row.refused("it calls itself")
        values = dict(zip(row.args, given, strict=True))
        for name, value in values.items():
            said = ast.unparse(value)
            is_chain = said.replace(".", "").isidentifier()
            if not _is_simple(value) and (row.uses[name] != 1 or not is_chain):
                raise row.refused(f"{self._where} gives it {said}; give that a name first")
        constants = self._known.constants[row.module]
        for name in row.free - constants.keys():
            if row.module != self._name and (name in self._given or not hasattr(builtins, name)):
                raise row.refused(f"{self._where} calls it and has no {name} of the same meaning")
            if name in self._locals:
                raise row.refused(f"{self._where} calls it where {name} is something else")
        self._open.append(row)
        # Arguments may be marked themselves, and so may what the expression calls.
        placed = self.visit(_Filled(constants | values).visit(copy.deepcopy(row.value)))
        self._open.pop()
        return placed


def _is_kept(module: str, name: str) -> bool:
    """Returns whether a marked function stays, as part of the engine's protocol."""
    return module.split(".")[0] == "engine" and not name.startswith("_")


class _Filled(ast.NodeTransformer):
    """Puts arguments and constants into an expression, by their names."""

    def __init__(self, values: dict):
        self._values = values

    def visit_Name(self, node):
        return copy.deepcopy(self._values.get(node.id, node))


def _constants(tree) -> dict[str, ast.Constant]:
    """Returns the numbers that a module's names stand for, by name."""
    rows = [
        (node.targets[0].id, number_of(node.value))
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    ]
    return {name: ast.Constant(value) for name, value in rows if value is not None and name.isupper()}


def _is_simple(node) -> bool:
    return isinstance(node, (ast.Constant, ast.Name)) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.operand, ast.Constant)
    )
