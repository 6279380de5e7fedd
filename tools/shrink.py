"""Makes Python smaller before it is compiled for a device: what the compiler cannot do, seeing one file.

    python tools/shrink.py < TRACEBACK        gives a device's traceback its names back

A name costs the device its letters and some 10 bytes for as long as it is on, and its letters once more in
each file. So private names (`_draw_card`) become short ones, and the same short one stands for different
names wherever these cannot meet: in files of which neither is built on the other, and which no name has in
common. Arguments that are never given by name are numbered, but for those of the engine's public functions.
A constant of another module (`ink.RED`) becomes its number, and is no longer kept by that module. Names that
also occur in a string stay. Nothing else changes; `make bundle` with --source leaves all as it is.
"""

import ast
import operator
import re
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
if str(PROJECT) not in sys.path:
    sys.path.append(str(PROJECT))  # behind the standard library, whose `code` pdb and pytest need

_PRIVATE = re.compile(r"_[A-Za-z0-9]\w*$")
_WORD = re.compile(r"\b_\w+")
_SUMS = (ast.Add, ast.Sub)
_OPERATIONS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
}
_CONST = ("from micropython import const", "from engine import const")  # when nothing is one any more
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def module_name(place: str) -> str:
    """The dotted name of the module that lies at a place of the drive."""
    return place.removeprefix("lib/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _number(node):
    """The int that a module's constant is assigned, const(n) or n; None for anything else."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "const":
        node = node.args[0]
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None


class Source:
    """What one file says of names. `private`: those it uses; `bases`: modules that its classes extend."""

    def __init__(self, text: str):
        self.tree = ast.parse(text)
        self.constants = {}  # its own: name -> number
        self.modules = {}  # local name -> dotted name of the module that it is, or may be
        self.imported = {}  # local name -> (module, name there)
        self.loaded = set()  # names that it reads; what is imported and not read is handed on
        self.private = set()
        self.strings = set()
        self.keywords = set()  # names by which its calls give arguments
        self.folded = {}  # what the compiler makes a number of already: name -> number
        for node in self.tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                name = node.targets[0].id
                if _number(node.value) is not None and name.isupper():
                    if not name.startswith("_"):
                        self.constants[name] = _number(node.value)
                    elif isinstance(node.value, ast.Call):
                        self.folded[name] = _number(node.value)
        stored = []
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom):
                for alias in node.names:
                    self.modules[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                    self.imported[alias.asname or alias.name] = (node.module, alias.name)
            elif isinstance(node, ast.keyword):
                self.keywords.add(node.arg)
            elif isinstance(node, ast.Constant) and isinstance(node.value, str):
                self.strings.update(_WORD.findall(node.value))
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                self.loaded.add(node.id)
            elif isinstance(node, ast.Name):
                stored.append(node.id)
            elif isinstance(node, ast.arg):
                stored.append(node.arg)
            self.private.update(filter(_PRIVATE.match, _names(node)))
        self.private -= self.folded.keys()
        # A name that means something else anywhere in the file is no constant.
        for name in stored:
            self.imported.pop(name, None)
            self.modules.pop(name, None)
            if stored.count(name) > 1 or "_" + name in self.private | self.folded.keys():
                self.constants.pop(name, None)
        self.bases = {
            self.imported[base.id][0]
            for node in ast.walk(self.tree)
            if isinstance(node, ast.ClassDef)
            for base in node.bases
            if isinstance(base, ast.Name) and base.id in self.imported
        }


def _names(node):
    """The names that a node itself says."""
    for field in ("id", "attr", "name", "arg", "asname"):
        name = getattr(node, field, None)
        if isinstance(name, str):
            yield name
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        yield from node.names


class Shrinker(ast.NodeTransformer):
    """Knows all of a device's files; `shrunk` rewrites one of them, or another that uses them."""

    def __init__(self, texts: dict[str, str]):
        """texts: each module's source by its dotted name."""
        self._sources = {name: Source(text) for name, text in texts.items()}
        self.short = self._shortened()
        self._keywords = set().union(*(source.keywords for source in self._sources.values()))

    def _shortened(self) -> dict[str, str]:
        # Names are neighbours if some file, or one with what it is built on, has both.
        kept = set().union(*(source.strings for source in self._sources.values()))
        groups = []
        for source in self._sources.values():
            group = set(source.private)
            waiting = list(source.bases)
            while waiting:
                base = self._sources.get(waiting.pop())
                if base:
                    group |= base.private
                    waiting += base.bases
            groups.append(group)
        uses: dict[str, int] = {}
        for source in self._sources.values():
            for name in source.private - kept:
                uses[name] = uses.get(name, 0) + 1
        short: dict[str, str] = {}
        for name in sorted(uses, key=lambda name: (-uses[name], name)):
            taken = set(kept)
            for group in groups:
                if name in group:
                    taken.update(short[other] for other in group if other in short)
            number = 0
            while _short(number) in taken:
                number += 1
            short[name] = _short(number)
        return short

    def told(self, traceback: str) -> str:
        """A device's traceback with the names that the source has."""
        lines = []
        long: dict[str, str] = {}
        for line in traceback.splitlines():
            found = re.search('File "([^"]+)"', line)
            source = self._sources.get(found.group(1)) if found else None
            if source:
                long = {self.short.get(name, name): name for name in source.private}
            for word in _WORD.findall(line):
                line = line.replace(word, long.get(word, word))
            lines.append(line)
        return "\n".join(lines)

    def shrunk(self, text: str, name: str = "") -> str:
        """A file's source made smaller. name: the dotted name of the module, "" for a file of no device."""
        self._source = self._sources.get(name) or Source(text)
        self._engine = name.split(".")[0] == "engine" or not name  # its public names are a protocol
        self._own = self._source.constants if name.startswith("handful.") else {}
        tree = self.visit(ast.parse(text))
        if not any(isinstance(node, ast.Name) and node.id == "const" for node in ast.walk(tree)):
            tree.body = [node for node in tree.body if ast.unparse(node) not in _CONST]
        self._forget_modules(tree)
        return ast.unparse(ast.fix_missing_locations(tree))

    def _forget_modules(self, tree) -> None:
        # Modules of which only constants were used are not imported any more.
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        for parent in ast.walk(tree):
            body = getattr(parent, "body", None)
            for place, node in enumerate(body if isinstance(body, list) else ()):
                if isinstance(node, ast.ImportFrom):
                    node.names = [
                        alias
                        for alias in node.names
                        if (alias.asname or alias.name) in used
                        or not self._has_constants(f"{node.module}.{alias.name}")
                    ]
                    if not node.names:
                        body[place] = ast.Pass()

    def _has_constants(self, module: str) -> bool:
        return module in self._sources and bool(self._sources[module].constants)

    def _constant(self, module: str, name: str):
        source = self._sources.get(module)
        return source.constants.get(name) if source else None

    def generic_visit(self, node):
        """Shortens the names that a node says, and those below it."""
        for field in ("id", "attr", "name", "arg", "asname"):
            name = getattr(node, field, None)
            if isinstance(name, str):
                setattr(node, field, self._renamed(name))
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            node.names = [self._renamed(name) for name in node.names]
        return super().generic_visit(node)

    def _renamed(self, name: str) -> str:
        return name if name in self._source.folded else self.short.get(name, name)

    def visit_FunctionDef(self, node):
        """Arguments that no call names are numbered: the compiler keeps their names, unlike a local's."""
        inner = sum(isinstance(part, (ast.FunctionDef, ast.Lambda)) for part in ast.walk(node)) > 1
        if not inner and not (self._engine and not node.name.startswith("_")):
            names = [arg.arg for arg in node.args.args if arg.arg not in self._keywords | {"self", "cls"}]
            for part in ast.walk(node):
                if isinstance(part, ast.arg) and part.arg in names:
                    part.arg = f"_{names.index(part.arg)}"
                elif isinstance(part, ast.Name) and part.id in names:
                    part.id = f"_{names.index(part.id)}"
        return self.generic_visit(node)

    def visit_Attribute(self, node):
        """A constant of another module becomes its number."""
        if isinstance(node.value, ast.Name) and isinstance(node.ctx, ast.Load):
            number = self._constant(self._source.modules.get(node.value.id, ""), node.attr)
            if number is not None:
                return ast.Constant(number)
        return self.generic_visit(node)

    def visit_Name(self, node):
        """So does one that was imported by name, and a module's own."""
        if isinstance(node.ctx, ast.Load):
            for numbers in (self._own, self._source.folded):
                if node.id in numbers:
                    return ast.Constant(numbers[node.id])
        if node.id in self._source.imported:
            number = self._constant(*self._source.imported[node.id])
            if number is not None:
                return ast.Constant(number)
        return self.generic_visit(node)

    def visit_BinOp(self, node):
        """Numbers are added up: the compiler does it only where a sum is of nothing else."""
        node = self.generic_visit(node)
        operation = _OPERATIONS.get(type(node.op))
        right = _number(node.right)
        if not operation or right is None:
            return node
        left = _number(node.left)
        if left is not None:
            return ast.Constant(operation(left, right))
        first = node.left
        if isinstance(node.op, _SUMS) and isinstance(first, ast.BinOp) and isinstance(first.op, _SUMS):
            middle = _number(first.right)
            if middle is not None:
                total = operation(middle if isinstance(first.op, ast.Add) else -middle, right)
                return ast.BinOp(first.left, ast.Sub() if total < 0 else ast.Add(), ast.Constant(abs(total)))
        return node

    def visit_ImportFrom(self, node):
        """What has become a number is not imported, unless it is only handed on (by a board's page)."""
        names = [
            alias
            for alias in node.names
            if (alias.asname or alias.name) not in self._source.imported
            or (alias.asname or alias.name) not in self._source.loaded
            or self._constant(node.module, alias.name) is None
        ]
        if not names:
            return ast.Pass()
        node.names = names
        return self.generic_visit(node)

    def visit_Assign(self, node):
        """A module's own constant goes, since all that use it have its number."""
        target = node.targets[0]
        if isinstance(target, ast.Name) and (target.id in self._own or target.id in self._source.folded):
            return None
        return self.generic_visit(node)


def _short(number: int) -> str:
    if number < len(_LETTERS):
        return "_" + _LETTERS[number]
    return _short(number // len(_LETTERS) - 1) + _LETTERS[number % len(_LETTERS)]


def main() -> int:
    """Reads a traceback and prints it."""
    from tools import drive

    print(drive.shrinker().told(sys.stdin.read()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
