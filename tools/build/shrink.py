"""Makes Python smaller before it is compiled for a device: what the compiler cannot do, seeing one file.

    python tools/build/shrink.py < TRACEBACK        gives a device's traceback its names back

A name costs the device its letters and some 10 bytes for as long as it is on, unless the firmware has it
anyway. So our names become such as every firmware has in its ROM for modules of its own (the stubs list
them) and our code does not say: `_draw_card` may become `angle`. All do but the engine's public ones, which
are a protocol, those of modules, and what also occurs in a string. Of the private ones several become the
same wherever these cannot meet: in files of which neither is built on the other, and which no name has in
common. Arguments that are never given by name become the same few, but for those of the engine's public
functions. The keys of texts that are said as they are (`say("key")`) are renamed likewise, in the
catalogues too. A constant of another module (`ink.RED`) becomes its number, and is no longer kept by that
module. Nothing else changes; `make bundle` with --source leaves all as it is.
"""

from tools import PROJECT
import ast
import functools
import operator
import re
import sys
import sysconfig
from pathlib import Path

_PRIVATE = re.compile(r"_[A-Za-z0-9]\w*$")
_WORD = re.compile(r"[A-Za-z_]\w*")
_SPECIAL = re.compile(r"__\w+__$")
_SUMS = (ast.Add, ast.Sub)
_OPERATIONS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
}
_CONST = ("from micropython import const", "from engine import const")  # when nothing is one any more
# Modules that the firmware of every board has built in.
_BUILT_IN = (
    "analogio", "bitmaptools", "busdisplay", "busio", "countio", "digitalio", "displayio", "epaperdisplay",
    "fontio", "fourwire", "i2cdisplaybus", "keypad", "microcontroller", "neopixel_write", "nvm", "pulseio",
    "pwmio", "rainbowio", "rotaryio", "rtc", "storage", "supervisor", "terminalio", "touchio", "usb_cdc",
    "usb_hid", "usb_midi", "vectorio", "watchdog",
)  # fmt: skip
# What the interpreter itself knows, in all of its variants.
_CORE = """
    ArithmeticError AttributeError BaseException EOFError Ellipsis GeneratorExit ImportError IndentationError
    IndexError KeyboardInterrupt LookupError NameError NotImplementedError OverflowError RuntimeError
    StopIteration SyntaxError TypeError UnicodeError ZeroDivisionError callable center classmethod complex
    difference dir discard divmod endswith eval exec extend filter from_bytes fromkeys frozenset globals hash
    hex intersection isalpha isdigit isdisjoint islower issubclass issubset issuperset isspace isupper
    locals lstrip memoryview oct partition popitem pow property repr reversed rfind rindex rpartition rsplit
    setattr setdefault splitlines staticmethod sum symmetric_difference to_bytes union zip
"""
_ARGUMENTS = 12  # most of a function
# What things that are not ours have in common with ours, perhaps.
THEIRS = set().union(*(dir(kind) for kind in (str, bytearray, list, dict, set, int, Exception, sys)))
_TOLD = re.compile(r"(?<=, in )\w+|(?<=')\w+(?=')")  # where a traceback says a name
_SAY = ("say", "say_of")  # what is called with the key of a text
_UNREAD = {"board", "micropython"}  # stubs that say nothing of what a board has, or are for another Python
_NUMBERED = re.compile(r".*_\d+$")  # keys of texts that are put together


@functools.cache
def firmware() -> tuple[str, ...]:
    """Names that every firmware has in its ROM, the shortest first: what the stubs of its modules define."""
    said = set(_CORE.split())
    for module in _BUILT_IN:
        for tree in _stubs(module):
            for node in ast.walk(tree):
                if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                    said.add(node.name)
                    # What is built in names the arguments that may be given by name, not those of `__eq__`.
                    if isinstance(node, ast.FunctionDef) and (node.name == "__init__" or node.name[0] != "_"):
                        said.update(arg.arg for arg in node.args.args + node.args.kwonlyargs)
    return tuple(sorted((name for name in said if name[0] != "_"), key=lambda name: (len(name), name)))


@functools.cache
def _stubs(module: str) -> tuple:
    # The syntax trees of a built-in module's stubs; none for other modules.
    folder = Path(sysconfig.get_paths()["purelib"]) / f"{module}-stubs"
    return tuple(ast.parse(file.read_text(encoding="utf-8")) for file in sorted(folder.rglob("*.pyi")))


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
        self.public = set()  # other names that it gives to things that are more than local
        self.words = set()  # all that it says
        self.strings = set()  # words in its strings, but for what only people read
        self.roots = set()  # modules that it imports, their first words
        self.keys = set()  # strings that are given to `say`,
        self.others = set()  # and all other strings
        self.keywords = set()  # names by which its calls give arguments
        self.constant = set()  # all that is const(...): what begins with _ the compiler leaves out
        self.folded = {}  # what the compiler makes a number of already: name -> number
        for node in self.tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                name = node.targets[0].id
                if _number(node.value) is not None and name.isupper():
                    if not name.startswith("_"):
                        self.constants[name] = _number(node.value)
                    elif isinstance(node.value, ast.Call):
                        self.folded[name] = _number(node.value)
                if isinstance(node.value, ast.Call) and getattr(node.value.func, "id", "") == "const":
                    self.constant.add(name)
        self._read_strings()
        stored = []
        for node in ast.walk(self.tree):
            self.words.update(_names(node))
            if isinstance(node, ast.Import):
                self.roots.update(alias.name.split(".")[0] for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                self.roots.add((node.module or "").split(".")[0])
                for alias in node.names:
                    self.modules[alias.asname or alias.name] = f"{node.module}.{alias.name}"
                    self.imported[alias.asname or alias.name] = (node.module, alias.name)
            elif isinstance(node, ast.keyword):
                self.keywords.add(node.arg)
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                self.loaded.add(node.id)
            elif isinstance(node, ast.Name):
                stored.append(node.id)
            elif isinstance(node, ast.arg):
                stored.append(node.arg)
            self.private.update(filter(_PRIVATE.match, _names(node)))
        self.private -= self.folded.keys() | self.constant
        self.public.update(self._given(self.tree.body))
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

    def _read_strings(self) -> None:
        documents = {
            id(node.value)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        said = {id(part) for node in ast.walk(self.tree) for part in keys_said(node)}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
                self.strings.update(_WORD.findall(node.value))
                (self.keys if id(node) in said else self.others).add(node.value)

    def _given(self, body):
        # Names of what lives as long as the module, or an object.
        for top in body:
            for node in ast.walk(top):
                if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
                    yield node.attr
                elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                    yield node.name
            for node in top.body if isinstance(top, ast.ClassDef) else [top]:
                if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                    yield node.targets[0].id
                elif isinstance(node, ast.ImportFrom):
                    yield from (alias.asname for alias in node.names if alias.asname)


def keys_said(node):
    """The strings that a node gives to `say` as they are."""
    if isinstance(node, ast.Call) and node.args and _names_say(node.func):
        waiting = [node.args[0]]
        while waiting:
            part = waiting.pop()
            if isinstance(part, ast.IfExp):
                waiting += [part.body, part.orelse]
            elif isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield part


def _names_say(node) -> bool:
    return getattr(node, "id", getattr(node, "attr", "")) in _SAY


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

    def __init__(self, texts: dict[str, str], spoken=(), kept=(), like=None, homes=None):
        """texts: each module's source by its dotted name. spoken: the keys of the catalogues. kept: names
        that stay, since sources say them that are not rewritten. like: a Shrinker whose names are taken.
        homes: the module that each cut one (tools/build/split.py) is a part of: what either says may meet.
        """
        self._sources = {name: Source(text) for name, text in texts.items()}
        self._homes = homes or {}
        for part, home in self._homes.items():
            self._sources[home].private |= self._sources[part].private
        sources = self._sources.values()
        self._keywords = set().union(*(source.keywords for source in sources))
        if like:
            self._arguments = like._arguments
            self.public, self.short, self.keys = like.public, like.short, like.keys
            return
        said = set(kept).union(*(source.words | source.strings for source in sources))
        self._free = [name for name in firmware() if name not in said]
        self._arguments = [self._free.pop(0) for _ in range(_ARGUMENTS)]
        self._kept = set(kept) | THEIRS | set().union(*(source.strings for source in sources))
        built_in = set(_BUILT_IN).union(*(source.roots for source in sources))
        for tree in [tree for module in sorted(built_in - _UNREAD) for tree in _stubs(module)]:
            self._kept.update(name for node in ast.walk(tree) for name in _names(node))
        self.public = dict(zip(self._public(), self._free, strict=False))
        del self._free[: len(self.public)]
        self.short = self._shortened()
        self.keys = self._renamed_keys(set(spoken))

    def _public(self) -> list[str]:
        # Those of the app: each gets a name that nothing else has.
        found: dict[str, int] = {}
        stay = set(self._kept)
        for module, source in self._sources.items():
            stay.update(module.split("."))
            if module.split(".")[0] == "engine":
                stay |= source.words
        for module, source in self._sources.items():
            if module.split(".")[0] != "engine":
                for name in source.public - source.constants.keys() - stay:
                    if not name.startswith("_"):
                        found[name] = found.get(name, 0) + 1
        return sorted(found, key=lambda name: (-found[name], name))

    def _renamed_keys(self, spoken: set[str]) -> dict[str, str]:
        sources = self._sources.values()
        others = set().union(*(source.others for source in sources))
        starts = tuple(text for text in others if text.endswith("_"))
        ends = tuple(text for text in others if text.startswith("_"))
        keys = sorted(
            key
            for key in set().union(*(source.keys for source in sources)) & spoken
            if key not in others and not key.startswith(starts) and not key.endswith(ends)
            if not _NUMBERED.match(key)
        )
        return dict(zip(keys, [name for name in firmware() if name not in spoken], strict=False))

    def catalogue(self, text: str) -> str:
        """A catalogue's text with the keys that the shrunk sources say."""
        lines = []
        for line in text.split("\n"):
            key, sign, said = line.partition("=")
            lines.append(self.keys.get(key, key) + sign + said)
        return "\n".join(lines)

    def _shortened(self) -> dict[str, str]:
        # Names are neighbours if some file, or one with what it is built on, has both.
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
            for name in source.private - self._kept:
                uses[name] = uses.get(name, 0) + 1
        short: dict[str, str] = {}
        for name in sorted(uses, key=lambda name: (-uses[name], name)):
            taken = set()
            for group in groups:
                if name in group:
                    taken.update(short[other] for other in group if other in short)
            short[name] = next((free for free in self._free if free not in taken), name)
        return short

    def told(self, traceback: str) -> str:
        """A device's traceback with the names that the source has."""
        lines = []
        public = {short: name for name, short in self.public.items()}
        long = public
        for line in traceback.splitlines():
            found = re.search('File "([^"]+)"', line)
            source = self._sources.get(found.group(1)) if found else None
            if source:
                long = public | {self.short.get(name, name): name for name in source.private}
                line = line.replace(found[1], self._homes.get(found[1], found[1]), 1)
            for word in _TOLD.findall(line):
                line = re.sub(rf"\b{word}\b", long.get(word, word), line)
            lines.append(line)
        return "\n".join(lines)

    def shrunk(self, text: str, name: str = "") -> str:
        """A file's source made smaller. name: the dotted name of the module, "" for a file of no device."""
        self._source = self._sources.get(name) or Source(text)
        self._engine = name.split(".")[0] == "engine" or not name  # its public names are a protocol
        self._own = self._source.constants if name.startswith("handful.") else {}
        tree = ast.parse(text)
        for part in [part for node in ast.walk(tree) for part in keys_said(node)]:
            part.value = self.keys.get(part.value, part.value)
        tree = self.visit(tree)
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
        if name in self._source.folded or name[0] == "_" and name in self._source.constant:
            return name
        return self.short.get(name) or self.public.get(name, name)

    def visit_FunctionDef(self, node):
        """Arguments that no call names are numbered: the compiler keeps their names, unlike a local's."""
        inner = sum(isinstance(part, (ast.FunctionDef, ast.Lambda)) for part in ast.walk(node)) > 1
        if not inner and not (self._engine and not node.name.startswith("_")):
            names = [arg.arg for arg in node.args.args if arg.arg not in self._keywords | {"self", "cls"}]
            for part in ast.walk(node):
                if isinstance(part, ast.arg) and part.arg in names:
                    part.arg = self._arguments[names.index(part.arg)]
                elif isinstance(part, ast.Name) and part.id in names:
                    part.id = self._arguments[names.index(part.id)]
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


def main() -> int:
    """Reads a traceback and prints it."""
    from tools.build import drive

    print(drive.shrinker().told(sys.stdin.read()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
