# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Makes Python smaller before it is compiled for a device, as only a look at all files together can.

A name takes its letters and about 10 bytes of the heap for as long as the device is on, unless the firmware
has that name in its ROM. So our names are replaced by names that every firmware has for its own modules
(the stubs list them): `_draw_card` may become `angle`.

- The engine's public names stay, because they are a protocol; those within a game's robots are none. Names
  of modules stay, and so does a name that is a whole string, or a part of one with dots, because code may
  ask for it.
- A replacement that takes few bytes in a compiled file goes to a name that many files have.
- A public name's replacement occurs nowhere else. Private names may share one, and take one that is a name
  in some other file, if they can never clash: no file has both, not even together with the modules that its
  classes inherit from.
- Arguments that no call gives by name become a, b, c. The engine's public functions keep theirs.
- Keys of texts that are written out (`say("key")`) are renamed too, in the catalogues as well.
- A constant of another module (`ink.RED`) becomes its number, and that module no longer stores it.

Nothing else changes. `make bundle` with --source skips all this.
"""

import ast
import builtins
import copy
import functools
import operator
import re
import sys
import sysconfig
from pathlib import Path

from tools.build.split import called, local, only

_PRIVATE = re.compile(r"_[A-Za-z0-9]\w*$")
_DOTTED = re.compile(r"[A-Za-z_][\w.]*$")  # a string that may be the name of something
_SPECIAL = re.compile(r"__\w+__$")
_SUMS = (ast.Add, ast.Sub)
_OPERATIONS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
}
_CONST = ("from micropython import const", "from engine import const")  # dropped where unused
# Modules that the firmware of every board has built in.
BUILT_IN = (
    "analogio", "audiocore", "audiomixer", "bitbangio", "bitmaptools", "busdisplay", "busio", "countio",
    "digitalio", "displayio", "epaperdisplay", "fontio", "fourwire", "i2cdisplaybus", "keypad",
    "microcontroller", "neopixel_write", "nvm", "pulseio", "pwmio", "rainbowio", "rotaryio", "rtc",
    "storage", "supervisor", "terminalio", "touchio", "usb_cdc", "usb_hid", "usb_midi", "vectorio",
    "watchdog",
)  # fmt: skip
OURS = ("boards", "engine", "handful")  # the packages of the project
# Names that every firmware has, and that a compiled file holds as a number of one byte or of two, not as
# letters (test_shrink.py asks the compiler).
_ONE_BYTE = """
    ArithmeticError AttributeError BaseException EOFError Ellipsis GeneratorExit ImportError IndentationError
    IndexError KeyboardInterrupt LookupError NameError NoneType NotImplementedError OverflowError RuntimeError
    StopIteration SyntaxError TypeError ZeroDivisionError append
""".split()
_TWO_BYTES = """
    callable classmethod clear close count dir divmod end endswith eval exec extend from_bytes get globals
    hash index insert isalpha isdigit islower isspace issubclass isupper key locals lstrip open pop
    popitem pow read readinto readline remove repr reverse rfind rindex rsplit self send setattr
    setdefault sort start staticmethod stop sum to_bytes value write zip
""".split()
# More names that the interpreter itself knows, and its math, struct, collections, binascii, time, os and
# random, in all of its variants.
_CORE = """
    UnicodeError center complex difference discard filter fromkeys frozenset hex intersection isdisjoint
    issubset issuperset memoryview oct partition property reversed rpartition splitlines
    symmetric_difference union bound_method closure dict_view generator iterator module acos asin atan
    atan2 ceil copysign cos degrees exp fabs floor fmod frexp isfinite isinf isnan ldexp log modf radians
    sin sqrt tan trunc calcsize pack pack_into unpack unpack_from OrderedDict appendleft deque maxlen
    namedtuple popleft a2b_base64 b2a_base64 hexlify unhexlify localtime mktime monotonic struct_time
    tm_hour tm_isdst tm_mday tm_min tm_mon tm_sec tm_wday tm_yday tm_year chdir getcwd machine mkdir
    nodename rmdir statvfs sysname uname urandom choice getrandbits randint randrange uniform
""".split()
_COMPILERS = {"const", "range", "super"}  # names that mean something to the compiler
_ARGUMENTS = 12  # most of a function
# Names of Python's own, and attributes that objects of other people's may share with ours.
THEIRS = set(dir(builtins)).union(
    *(dir(kind) for kind in (str, bytearray, list, dict, set, int, Exception, sys)),
    ("sync",),  # os.sync, which the stubs leave out
)
_TOLD = re.compile(r"(?<=, in )\w+|(?<=')\w+(?=')")  # where a traceback has a name
_SAY = ("say", "say_of")  # functions that take the key of a text
_UNREAD = {"board", "micropython"}  # stubs that do not list a board's names, or are for another Python
_NUMBERED = re.compile(r".*_\d+$")  # keys of texts that are put together while running


@functools.cache
def firmware() -> tuple[str, ...]:
    """Returns the names that every firmware has in its ROM: those that stubs of its modules define.

    Those that take least in a compiled file come first.
    """
    said = {*_CORE, *_ONE_BYTE, *_TWO_BYTES}
    for module in BUILT_IN:
        for tree in _stubs(module):
            for node in ast.walk(tree):
                match node:
                    case ast.AnnAssign(ast.Name(name)) | ast.ClassDef(name):
                        said.add(name)
                    case ast.FunctionDef(name, args):
                        said.add(name)
                        # Built-in functions store the names of keyword arguments, but not those of `__eq__`.
                        if name == "__init__" or name[0] != "_":
                            said.update(arg.arg for arg in args.args + args.kwonlyargs)
    return tuple(sorted((name for name in said if name[0] != "_"), key=lambda name: (cost(name), name)))


def cost(name: str) -> int:
    """Returns the bytes that a name takes in each compiled file that has it."""
    return 1 if name in _ONE_BYTE else 2 if name in _TWO_BYTES else len(name) + 2


@functools.cache
def _stubs(module: str) -> tuple:
    # Returns the syntax trees of a built-in module's stubs, none for other modules.
    folder = Path(sysconfig.get_paths()["purelib"]) / f"{module}-stubs"
    return tuple(ast.parse(file.read_text(encoding="utf-8")) for file in sorted(folder.rglob("*.pyi")))


@functools.cache
def _names_of_stubs(module: str) -> frozenset[str]:
    return frozenset(name for tree in _stubs(module) for node in ast.walk(tree) for name in _names(node))


def module_name(place: str) -> str:
    """Returns the dotted name of the module with that path on the drive."""
    return place.removeprefix("lib/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def is_protocol(module: str) -> bool:
    """Returns whether a module's public names are the engine's protocol, which others rely on."""
    return module.split(".")[0] == "engine" and not module.startswith("engine.bots.")


def api(text: str) -> set[str]:
    """Returns the public names by which a library may be called: of what it defines, and of arguments."""
    said = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            said.add(node.name)
        elif isinstance(node, ast.arg):
            said.add(node.arg)
    return {name for name in said if not name.startswith("_")}


def number_of(node):
    """Returns the int that a constant of a module is assigned, as const(n) or n; None for anything else."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "const":
        node = node.args[0]
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else None


class Source:
    """The names in one file. `private`: private names it uses; `bases`: modules whose classes it extends."""

    def __init__(self, text: str):
        self.tree = ast.parse(text)
        self.constants = {}  # the module's own: name -> number
        self.modules = {}  # local name -> dotted name of the module that it stands for, or may stand for
        self.imported = {}  # local name -> (module, name there)
        self.loaded = set()  # names that it reads; an imported name that is not read is exported again
        self.private = set()
        self.public = set()  # other names that it defines outside of functions
        self.words = set()  # all names in the source
        self.told = set()  # the names that others may know: all but what is local
        self.strings = set()  # names that its strings are, whole or between dots
        self.roots = set()  # the first parts of the modules that it imports
        self.others_modules = set()  # local names of modules that it imports whole, and that are not ours
        self.keys = set()  # strings that are passed to `say`
        self.others = set()  # all other strings
        self.keywords = set()  # keywords that its calls use
        self.constant = set()  # all names of const(...); the compiler drops those that begin with _
        self.folded = {}  # those that the compiler folds without us: name -> number
        for node in self.tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                name = node.targets[0].id
                if number_of(node.value) is not None and name.isupper():
                    if not name.startswith("_"):
                        self.constants[name] = number_of(node.value)
                    elif isinstance(node.value, ast.Call):
                        self.folded[name] = number_of(node.value)
                if isinstance(node.value, ast.Call) and getattr(node.value.func, "id", "") == "const":
                    self.constant.add(name)
        nodes = list(ast.walk(self.tree))
        self._read_strings(nodes)
        self._read_names(nodes)
        self.bases = {
            self.imported[base.id][0]
            for part in nodes
            if isinstance(part, ast.ClassDef)
            for base in part.bases
            if isinstance(base, ast.Name) and base.id in self.imported
        }

    def _read_names(self, nodes: list[ast.AST]) -> None:
        stored = []
        for node in nodes:
            names = list(_names(node))
            self.words.update(names)
            if not isinstance(node, ast.Name):
                self.told.update(names)
            match node:
                case ast.Import():
                    for alias in node.names:
                        root = alias.name.split(".")[0]
                        self.roots.add(root)
                        if root not in OURS:
                            self.others_modules.add(alias.asname or root)
                case ast.ImportFrom():
                    self.roots.add((node.module or "").split(".")[0])
                    for alias in node.names:
                        self.modules[local(alias)] = f"{node.module}.{alias.name}"
                        self.imported[local(alias)] = (node.module or "", alias.name)
                case ast.keyword(name):
                    self.keywords.add(name)
                case ast.Name(name, ast.Load()):
                    self.loaded.add(name)
                case ast.Name(name) | ast.arg(name):
                    stored.append(name)
            self.private.update(filter(_PRIVATE.match, names))
        self.private -= self.folded.keys() | self.constant
        self.public.update(self._given(self.tree.body))
        self.told |= self.public | self.imported.keys()
        # A name with a second meaning anywhere in the file is not a constant.
        for name in stored:
            self.imported.pop(name, None)
            self.modules.pop(name, None)
            if stored.count(name) > 1 or "_" + name in self.private | self.folded.keys():
                self.constants.pop(name, None)

    def _read_strings(self, nodes: list[ast.AST]) -> None:
        documents = {
            id(node.value)
            for node in nodes
            if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        }
        said = {id(part) for node in nodes for part in keys_said(node)}
        for node in nodes:
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documents:
                (self.keys if id(node) in said else self.others).add(node.value)
        for text in self.others:
            if _DOTTED.match(text):
                self.strings.update(text.split("."))

    def _given(self, body):
        # Names of things that live as long as the module or an object.
        for top in body:
            for node in ast.walk(top):
                match node:
                    case ast.Attribute(_, name, ast.Store()) | ast.FunctionDef(name) | ast.ClassDef(name):
                        yield name
            for node in top.body if isinstance(top, ast.ClassDef) else [top]:
                match node:
                    case ast.Assign([ast.Name(name), *_]):
                        yield name
                    case ast.ImportFrom():
                        yield from (alias.asname for alias in node.names if alias.asname)


@functools.cache
def _source(text: str) -> Source:
    # Most files are the same in every layout.
    return Source(text)


def keys_said(node):
    """Returns the strings that a node passes to `say` literally."""
    if isinstance(node, ast.Call) and node.args and called(node.func) in _SAY:
        waiting = [node.args[0]]
        while waiting:
            part = waiting.pop()
            if isinstance(part, ast.IfExp):
                waiting += [part.body, part.orelse]
            elif isinstance(part, ast.Constant) and isinstance(part.value, str):
                yield part


def _names(node):
    """Returns the names in a node itself, without its children."""
    for field in ("id", "attr", "name", "arg", "asname"):
        name = getattr(node, field, None)
        if isinstance(name, str):
            yield name
    if isinstance(node, (ast.Global, ast.Nonlocal)):
        yield from node.names


class Shrinker(ast.NodeTransformer):
    """Reads all files of a device. `shrunk` rewrites one of them, or a script that uses them."""

    def __init__(self, texts: dict[str, str], spoken=(), kept=(), like=None, homes=None, beside=()):
        """Chooses the new names.

        texts: each module's source by its dotted name. spoken: the keys of the catalogues. kept: names that
        must stay, because sources that are not rewritten use them. like: a Shrinker whose choices are
        reused. homes: the module that each cut-out one (tools/build/split.py) belongs to, whose names it
        must not clash with. beside: for each source that is rewritten beside these, its words, and those of
        them that stay in it; no name becomes one of them.
        """
        self._sources = {name: copy.copy(_source(text)) for name, text in texts.items()}
        self._homes = homes or {}
        self._beside = beside
        for part, home in self._homes.items():
            self._sources[home].private = self._sources[home].private | self._sources[part].private
        self._constants = {name: source.constants for name, source in self._sources.items()}
        sources = self._sources.values()
        self._keywords = set().union(*(source.keywords for source in sources))
        if like:
            self.arguments = like.arguments
            self.public, self.short, self.keys = like.public, like.short, like.keys
            return
        self._kept = set(kept) | THEIRS | set().union(*(source.strings for source in sources))
        built_in = set(BUILT_IN).union(*(source.roots for source in sources))
        for module in built_in - _UNREAD:
            self._kept |= _names_of_stubs(module)
        chosen = self._chosen(self._public(), set(kept))
        self.arguments = [chosen[place] for place in range(_ARGUMENTS)]
        names = [name for name in chosen if isinstance(name, str)]
        self.public = {name: chosen[name] for name in names if name[0] != "_"}
        self.short = {name: chosen[name] for name in names if name[0] == "_"}
        self.keys = self._renamed_keys(set(spoken))

    def _public(self) -> set[str]:
        # All public names that may be renamed.
        stay = set(self._kept)
        for module, source in self._sources.items():
            stay.update(module.split("."))
            if is_protocol(module):
                stay |= source.told
        found: set[str] = set()
        for module, source in self._sources.items():
            if not is_protocol(module):
                found |= source.public - source.constants.keys() - stay
        return {name for name in found if name[0] != "_"}

    def _chosen(self, public: set[str], kept: set[str]) -> dict:
        # Returns the new name of each name, and that of arguments by their place. What most files have
        # comes first.
        files: dict = {place: set() for place in range(_ARGUMENTS)}
        said = kept | _COMPILERS
        for module, source in self._sources.items():
            said |= source.strings | set(module.split("."))
            for name in source.private - self._kept | source.words & public:
                files.setdefault(name, set()).add(module)
            functions = [node for node in ast.walk(source.tree) if isinstance(node, ast.FunctionDef)]
            for node in functions:
                for place in range(len(self._arguments(node, is_protocol(module)))):
                    files[place].add(module)
        groups = self._groups()
        taken = {home: words - files.keys() for home, words in groups.items()}
        taken[""] = set().union(*((words - files.keys()) | stay for words, stay in self._beside))
        pool = [name for name in firmware() if name not in said]
        chosen: dict = {}
        for name in sorted(files, key=lambda name: (-len(files[name]), str(name))):
            private = str(name)[0] == "_"
            homes = [home for home, words in groups.items() if name in words or not private]
            if not private:
                homes.append("")
            near = set().union(*(taken[home] for home in homes))
            chosen[name] = next((one for one in pool if one not in near), name)
            for home in homes:
                taken[home].add(chosen[name])
        return chosen

    def _groups(self) -> dict[str, set[str]]:
        # Returns the words of each module with those of what was cut out of it and of the modules that it
        # builds on.
        groups = {}
        for module in self._sources.keys() - self._homes.keys():
            group = set()
            waiting = [module]
            while waiting:
                home = waiting.pop()
                for name in (home, *(part for part in self._homes if self._homes[part] == home)):
                    if name in self._sources:
                        group |= self._sources[name].words
                        waiting += self._sources[name].bases - {home}
            groups[module] = group
        return groups

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
        free = [name for name in firmware() if name not in spoken]
        return dict(zip(keys, sorted(free, key=len), strict=False))  # in a catalogue their letters count

    def catalogue(self, text: str) -> str:
        """Returns a catalogue's text with the keys that the shrunk sources use."""
        lines = []
        for line in text.split("\n"):
            key, sign, said = line.partition("=")
            lines.append(self.keys.get(key, key) + sign + said)
        return "\n".join(lines)

    def told(self, traceback: str) -> str:
        """Returns a device's traceback with the source's names."""
        lines = []
        public = {short: name for name, short in self.public.items()}
        long = public
        for line in traceback.splitlines():
            found = re.search('File "([^"]+)"', line)
            source = self._sources.get(found[1]) if found else None
            if found and source:
                long = public | {self.short.get(name, name): name for name in source.private}
                module = str(found[1])
                line = line.replace(module, self._homes.get(module, module), 1)
            for word in _TOLD.findall(line):
                line = re.sub(rf"\b{word}\b", long.get(word, word), line)
            lines.append(line)
        return "\n".join(lines)

    def shrunk(self, text: str, name: str = "", stays=frozenset()) -> str:
        """Returns a source made smaller.

        name: the module's dotted name, "" for a script that is on no device. stays: names that stay in it.
        """
        self._stays = stays
        self._source = self._sources.get(name) or Source(text)
        self._engine = is_protocol(name) or not name  # its public names are a protocol
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

        def needed(node) -> list[ast.stmt]:
            if not isinstance(node, ast.ImportFrom):
                return [node]
            return only(
                node,
                lambda alias: local(alias) in used or not self._constants.get(f"{node.module}.{alias.name}"),
            ) or [ast.Pass()]

        for parent in ast.walk(tree):
            body = getattr(parent, "body", None)
            if isinstance(body, list):
                body[:] = [stays for node in body for stays in needed(node)]

    def _constant(self, module: str, name: str):
        return self._constants.get(module, {}).get(name)

    def generic_visit(self, node):
        """Shortens the names in a node and in its children."""
        for field in ("id", "attr", "name", "arg", "asname"):
            name = getattr(node, field, None)
            if isinstance(name, str):
                setattr(node, field, self._renamed(name))
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            node.names = [self._renamed(name) for name in node.names]
        return super().generic_visit(node)

    def _renamed(self, name: str) -> str:
        if name in self._stays:
            return name
        if name in self._source.folded or name[0] == "_" and name in self._source.constant:
            return name
        return self.short.get(name) or self.public.get(name, name)

    def visit_FunctionDef(self, node):
        """Renames arguments that no call gives by name: the compiler keeps their names, unlike a local's."""
        names = self._arguments(node, self._engine)
        for part in ast.walk(node) if names else ():
            if isinstance(part, ast.arg) and part.arg in names:
                part.arg = self.arguments[names.index(part.arg)]
            elif isinstance(part, ast.Name) and part.id in names:
                part.id = self.arguments[names.index(part.id)]
        return self.generic_visit(node)

    def _arguments(self, node, engine: bool) -> list[str]:
        # Returns the arguments of a function that may be renamed. engine: its module's public names are a
        # protocol.
        inner = sum(isinstance(part, (ast.FunctionDef, ast.Lambda)) for part in ast.walk(node)) > 1
        if inner or engine and not node.name.startswith("_"):
            return []
        return [arg.arg for arg in node.args.args if arg.arg not in self._keywords | {"self", "cls"}]

    def visit_Attribute(self, node):
        """Replaces a constant of another of our modules by its number."""
        if isinstance(node.value, ast.Name) and node.value.id in self._source.others_modules:
            return node
        if isinstance(node.value, ast.Name) and isinstance(node.ctx, ast.Load):
            number = self._constant(self._source.modules.get(node.value.id, ""), node.attr)
            if number is not None:
                return ast.Constant(number)
        return self.generic_visit(node)

    def visit_Name(self, node):
        """Replaces a constant that was imported by name, or is the module's own."""
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
        """Adds numbers up. The compiler does so only where a sum consists of nothing else."""
        node = self.generic_visit(node)
        operation = _OPERATIONS.get(type(node.op))
        right = number_of(node.right)
        if not operation or right is None:
            return node
        left = number_of(node.left)
        if left is not None:
            return ast.Constant(operation(left, right))
        first = node.left
        if isinstance(node.op, _SUMS) and isinstance(first, ast.BinOp) and isinstance(first.op, _SUMS):
            middle = number_of(first.right)
            if middle is not None:
                total = operation(middle if isinstance(first.op, ast.Add) else -middle, right)
                return ast.BinOp(first.left, ast.Sub() if total < 0 else ast.Add(), ast.Constant(abs(total)))
        return node

    def visit_ImportFrom(self, node):
        """Drops imports of folded constants, except those that a board's page exports again."""
        source = self._source
        stays = only(
            node,
            lambda alias: (
                local(alias) not in source.imported.keys() & source.loaded
                or self._constant(node.module, alias.name) is None
            ),
        )
        return [self.generic_visit(part) for part in stays] or ast.Pass()

    def visit_Assign(self, node):
        """Drops a constant whose number has been written into all its users."""
        target = node.targets[0]
        if isinstance(target, ast.Name) and (target.id in self._own or target.id in self._source.folded):
            return None
        return self.generic_visit(node)
