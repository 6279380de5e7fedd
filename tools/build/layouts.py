"""Layouts: how large the picture is that a board's display shows, and where things stand in it.

The modules of lib/handful name their numbers, `_PILE = const(40)`, for a picture of 160x128. A file
boards/layouts/<width>x<height>.txt says which of them another picture has otherwise:

    ; a comment
    like narrow         all that layouts/narrow.txt says, too
    [*]                 what follows holds in every module that has the constant
    WIDTH 120
    [tables.the_game]   and this in handful.tables.the_game
    _PILE 30

Constants of handful.picture.measures that a module imports may be in its own: `_LEFT = const(WIDTH - 9)`.
The numbers are written into the source before it is compiled for a board whose page says
`_LAYOUT = const("120x120")`. So each board has one layout, which costs neither memory nor time, and branches
that ask a constant are left out by the compiler. On a computer `use(name)` does the same to what is imported
from then on.
"""

from tools import PROJECT

import contextlib
import functools
import importlib.machinery
import re
import sys
from pathlib import Path

from tools.build import pages

FOLDER = PROJECT / "boards" / "layouts"
DRAWN = "160x128"  # the layout that the sources have

current = DRAWN  # the one in which lib/handful is imported on this computer

_MEASURES = "from handful.picture.measures import"
_CONSTANT = re.compile(r"^(_?[A-Z][A-Z_0-9]*) = const\((.*)\)( *#.*)?$", re.MULTILINE)


class LayoutError(ValueError):
    """What is wrong with a layout, in a sentence."""


def names() -> list[str]:
    """All layouts, the one of the sources first."""
    return [DRAWN, *sorted(file.stem for file in FOLDER.glob("[0-9]*.txt"))]


def of(board: str) -> str:
    """The layout of a board, by its page's name."""
    return pages.fact(board, "_LAYOUT", DRAWN)


def size(name: str) -> tuple[int, int]:
    """Width and height of a layout's picture."""
    width, _, height = name.partition("x")
    return int(width), int(height)


def numbers(name: str) -> dict[str, dict[str, str]]:
    """What a layout says: module -> constant -> value, as Python; "*" stands for every module."""
    if name == DRAWN:
        return {}
    file = FOLDER / f"{name}.txt"
    if not file.exists():
        raise LayoutError(f"There is no layout {name}, only {', '.join(names())}.")
    found: dict[str, dict[str, str]] = {}
    section = None
    for place, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        line = line.partition(";")[0].strip()
        word, _, value = line.partition(" ")
        if word == "like":
            for module, values in numbers(value).items():
                found.setdefault(module, {}).update(values)
        elif line.startswith("[") and line.endswith("]"):
            section = found.setdefault(line[1:-1], {})
        elif line and (section is None or not value):
            raise LayoutError(f"{file.name}:{place}: neither a section nor a constant: {line}")
        elif line and section is not None:
            section[word] = value.strip()
    return found


def apply(source: str, module: str, name: str) -> str:
    """The source of a module of lib/handful (as in "screens.the_game") with a layout's numbers in it."""
    layout = numbers(name)
    own = layout.get(module, {})
    common = layout.get("*", {})
    used: set[str] = set()
    known: dict[str, object] = dict(_measures(name)) if _MEASURES in source else {}

    def other(match):
        constant = match[1]
        used.add(constant)
        value = own.get(constant, common.get(constant, match[2]))
        known[constant] = _worth(value, known)
        if isinstance(known[constant], int):  # a sum, too, which tools/build/shrink.py need not know
            value = str(known[constant])
        return f"{constant} = const({value}){match[3] or ''}"

    source = _CONSTANT.sub(other, source)
    if missing := sorted(set(own) - used):
        raise LayoutError(f"handful.{module} lacks what the layout {name} sets: {', '.join(missing)}.")
    return source


@functools.cache
def _measures(name: str) -> dict[str, int]:
    """The constants of handful.picture.measures in a layout."""
    source = (PROJECT / "lib" / "handful" / "picture" / "measures.py").read_text(encoding="utf-8")
    found = {}
    for match in _CONSTANT.finditer(apply(source, "picture.measures", name)):
        found[match[1]] = int(match[2])
    return found


def _worth(value: str, known: dict):
    """The value of a constant's expression, None for one that is about other things than constants."""
    try:
        return eval(value, {"__builtins__": {}}, known)  # of our own files
    except (NameError, SyntaxError, TypeError):
        return None


def sheets(name: str) -> set[str]:
    """The names of the sheets in assets/ that a layout draws with and another may not."""
    values = {"_SMALL": "small", "_BIG": "big", "_TITLE": "title"}
    for module in numbers(name).values():
        values.update({key: module[key][1:-1] for key in values if module.get(key, "").startswith('"')})
    return set(values.values())


def all_sheets() -> set[str]:
    """The names of the sheets that some layout draws with."""
    return set().union(*(sheets(name) for name in names()))


def module_of(place: str) -> str:
    """What layouts call the module at a place on the drive, "" for what has no layout."""
    prefix = "lib/handful/"
    return place[len(prefix) : -3].replace("/", ".") if place.startswith(prefix) else ""


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads a module of lib/handful with the numbers of a layout in it."""

    layout = DRAWN

    def get_code(self, fullname):
        source = Path(self.path).read_text(encoding="utf-8")
        module = fullname.partition(".")[2]
        return compile(apply(source, module, self.layout), self.path, "exec", dont_inherit=True)


class _Finder:
    """Finds the modules of lib/handful for sys.meta_path."""

    def __init__(self, layout: str):
        self._layout = layout

    def find_spec(self, fullname, path=None, target=None):
        """The module's specification, None for all but lib/handful's."""
        if fullname.partition(".")[0] != "handful":
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec and spec.origin and spec.origin.endswith(".py"):
            spec.loader = _Loader(fullname, spec.origin)
            spec.loader.layout = self._layout
        return spec


@contextlib.contextmanager
def used(name: str):
    """Within it lib/handful has another layout: its modules are imported anew, and once more after it."""
    kept = {key: sys.modules.pop(key) for key in list(sys.modules) if key.partition(".")[0] == "handful"}
    before = current
    finder = use(name)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        globals()["current"] = before
        for key in [key for key in sys.modules if key.partition(".")[0] == "handful"]:
            del sys.modules[key]
        sys.modules.update(kept)


def use(name: str):
    """From now on lib/handful is imported with a layout; returns what sees to it, in sys.meta_path."""
    global current
    numbers(name)  # which raises
    current = name
    finder = _Finder(name)
    sys.meta_path.insert(0, finder)
    return finder
