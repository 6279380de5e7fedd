# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Layouts: the size of a board's picture, and where things stand in it.

The modules of lib/handful name their numbers, `_PILE = const(40)`, for a picture of 160x128. A file
boards/layouts/<width>x<height>.txt gives the numbers that differ in another picture:

    ; a comment
    like narrow         includes layouts/narrow.txt
    [*]                 the following holds in every module that has the constant
    WIDTH 120
    [tables.the_game]   the following holds in handful.tables.the_game
    _PILE 30

A constant may use constants of handful.picture.measures that its module imports: `_LEFT = const(WIDTH - 9)`.
The numbers are written into the source before it is compiled for a board whose page has
`_LAYOUT = const("120x120")`. So a board has one layout, which costs neither memory nor time, and the
compiler drops branches that test a constant. On a computer `use(name)` does the same for everything
imported from then on.
"""

import contextlib
import functools
import importlib.machinery
import re
import sys
from pathlib import Path

from tools import PROJECT, Refusal, checkout
from tools.build import pages

FOLDER = PROJECT / "boards" / "layouts"
DRAWN = "160x128"  # the layout of the sources

current = DRAWN  # the layout in which lib/handful is imported on this computer

_MEASURES = "from handful.picture.measures import"
_CONSTANT = re.compile(r"^(_?[A-Z][A-Z_0-9]*) = const\((.*)\)( *#.*)?$", re.MULTILINE)


def names() -> list[str]:
    """Returns the names of all layouts, that of the sources first."""
    return [DRAWN, *sorted(file.stem for file in FOLDER.glob("[0-9]*.txt"))]


def of(board: str) -> str:
    """Returns the layout of a board, given by its page's name."""
    return pages.fact(board, "_LAYOUT", DRAWN)


def size(name: str) -> tuple[int, int]:
    """Returns the width and height of a layout's picture."""
    width, _, height = name.partition("x")
    return int(width), int(height)


@functools.cache
def numbers(name: str) -> dict[str, dict[str, str]]:
    """Returns a layout's numbers: module ("*": every one) -> constant -> value as Python source."""
    if name == DRAWN:
        return {}
    file = FOLDER / f"{name}.txt"
    if not file.exists():
        raise Refusal(f"There is no layout {name}, only {', '.join(names())}.")
    found: dict[str, dict[str, str]] = {}
    section = None
    for place, line in enumerate(checkout.text(file).splitlines(), 1):
        line = line.partition(";")[0].strip()
        word, _, value = line.partition(" ")
        if word == "like":
            for module, values in numbers(value).items():
                found.setdefault(module, {}).update(values)
        elif line.startswith("[") and line.endswith("]"):
            section = found.setdefault(line[1:-1], {})
        elif line and (section is None or not value):
            raise Refusal(f"{file.name}:{place}: neither a section nor a constant: {line}")
        elif line and section is not None:
            section[word] = value.strip()
    return found


@functools.cache
def apply(source: str, module: str, name: str) -> str:
    """Returns the source of a module of lib/handful ("tables.the_game") with a layout's numbers in it."""
    layout = numbers(name)
    own = layout.get(module, {})
    common = layout.get("*", {})
    used: set[str] = set()
    known: dict[str, object] = dict(measures(name)) if _MEASURES in source else {}

    def other(match):
        constant = match[1]
        used.add(constant)
        value = own.get(constant, common.get(constant, match[2]))
        known[constant] = _worth(value, known)
        if isinstance(known[constant], int):  # also a sum: shrink.py then finds a plain number
            value = str(known[constant])
        return f"{constant} = const({value}){match[3] or ''}"

    source = _CONSTANT.sub(other, source)
    if missing := sorted(set(own) - used):
        raise Refusal(f"handful.{module} lacks what the layout {name} sets: {', '.join(missing)}.")
    return source


@functools.cache
def measures(name: str) -> dict[str, int]:
    """Returns the constants of handful.picture.measures in a layout."""
    source = checkout.text(PROJECT / "lib" / "handful" / "picture" / "measures.py")
    found = _CONSTANT.findall(apply(source, "picture.measures", name))
    return {constant: int(value) for constant, value, _ in found}


def _worth(value: str, known: dict):
    """Returns the value of a constant's expression, None if it uses anything but constants."""
    try:
        return eval(value, {"__builtins__": {}}, known)  # only text from our own files
    except (NameError, SyntaxError, TypeError):
        return None


_SHEETS = {"_SMALL": "small", "_BIG": "big", "_TITLE": "title"}  # constant -> the sheet of the sources


def sheet(name: str, constant: str) -> str:
    """Returns the name of the sheet in assets/ that a constant has in a layout."""
    for module in numbers(name).values():
        if module.get(constant, "").startswith('"'):
            return module[constant][1:-1]
    return _SHEETS[constant]


def sheets(name: str) -> set[str]:
    """Returns the sheets in assets/ that a layout draws with and another may not."""
    return {sheet(name, constant) for constant in _SHEETS}


def all_sheets() -> set[str]:
    """Returns the sheets that differ between layouts."""
    return set().union(*(sheets(name) for name in names()))


def module_of(place: str) -> str:
    """Returns the name that layouts use for the module with a path on the drive; "" if it has none."""
    prefix = "lib/handful/"
    return place[len(prefix) : -3].replace("/", ".") if place.startswith(prefix) else ""


@functools.cache
def _compiled(source: str, path: str):
    return compile(source, path, "exec", dont_inherit=True)


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads a module of lib/handful with the numbers of the layout in use."""

    def get_code(self, fullname):
        source = checkout.text(Path(self.path))
        return _compiled(apply(source, fullname.partition(".")[2], current), self.path)


class _Finder:
    """Finds the modules of lib/handful for sys.meta_path."""

    @staticmethod
    def find_spec(fullname, path=None, target=None):
        """Returns the module's specification, None for modules outside of lib/handful."""
        if fullname.partition(".")[0] != "handful":
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path)
        if spec and spec.origin and spec.origin.endswith(".py"):
            spec.loader = _Loader(fullname, spec.origin)
        return spec


@contextlib.contextmanager
def used(name: str):
    """Imports lib/handful again in another layout for as long as the `with` block lasts."""
    global current
    kept = {key: sys.modules.pop(key) for key in _imported()}
    before = current
    use(name)
    try:
        yield
    finally:
        current = before
        for key in _imported():
            del sys.modules[key]
        sys.modules.update(kept)


def _imported() -> list[str]:
    return [key for key in sys.modules if key.partition(".")[0] == "handful"]


def use(name: str) -> None:
    """Imports lib/handful in a layout from now on. Refusal for an unknown one."""
    global current
    numbers(name)
    current = name
    if _Finder not in sys.meta_path:
        sys.meta_path.insert(0, _Finder)
