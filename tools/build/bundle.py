"""Packs Handful for boards: `make bundle`, or `make bundle BOARD=pybadge`.

    python tools/build/bundle.py [--source] [BOARD ...]     by default for all boards

Makes dist/handful-<version>-<board>.zip and the folder of that name, laid out as the board's drive:
unpacked onto CIRCUITPY it runs. The same commit gives the same bytes; with changes that are in no commit
the version is marked +changed. Python is made smaller (tools/build/shrink.py) and compiled to .mpy without line
numbers, all but what CircuitPython runs as source. With --source nothing is, and tracebacks say names and
lines; those bundles' names end in -source. MPY_CROSS in the environment is the path of CircuitPython's own
compiler, to be used instead of MicroPython's.
"""

from tools import PROJECT
from handful.texts import LANGUAGES
from tools import PROJECT
import functools
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

from tools.build import circuitpython
from tools.build import drive, layouts, pages
from tools.build.drive import DriveError

DIST = PROJECT / "dist"
MANIFEST = "handful.txt"  # what a bundle consists of; tools/build/flash.py goes by it
HEAD = b"Handful "  # so it begins

_LICENCES = "licences/"
_OUR_LICENCE = _LICENCES + "handful.txt"
_FONT = _LICENCES + "misaki.txt"
_HASH = 8  # hex digits: against mistakes, not against malice
_WHEN = (1980, 1, 1, 0, 0, 0)  # the earliest that a zip can say

README = """\
Handful {version}: five card games on one pocket console.
For the board {board}, with CircuitPython {versions}.

To install, copy everything here to the CIRCUITPY drive, folders and all,
and delete any .py file that lies beside a .mpy file of the same name. The
board then starts Handful by itself. To update, do the same again; from the
project's folder, `make flash` does both, and keeps all files of your own.

The line at the foot of each screen says what the keys do just there. Hold B
for a hint, to take back, for the last trick and for the rules.

The running game, settings and statistics are saved in the chip, not on this
drive. Ejecting the drive before pulling the cable is still a good habit.

requirements.txt names the libraries of others in lib, for circup, if there
are any. All licences are in the folder licences.
"""


@functools.cache
def version() -> str:
    """The project's version, with +changed where the files are not those of a commit."""
    number = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    return number + "+changed" * changed(PROJECT)


def changed(folder: Path) -> bool:
    """Whether git knows of changes in a folder that are in no commit; not where there is no git."""
    command = ["git", "-C", str(folder), "status", "--porcelain", "--", "."]
    try:
        return bool(subprocess.run(command, capture_output=True).stdout)
    except OSError:
        return False


def digest(data: bytes) -> str:
    """What a manifest says of a file's bytes."""
    return hashlib.sha256(data).hexdigest()[:_HASH]


def contents(board: str, source: bool = False) -> dict[str, bytes]:
    """A board's bundle: the bytes of each file, by its path on the drive, in the order of paths.

    board: the name of its page or of a firmware. source: leave Python as it is. DriveError, with a sentence, for an
    unknown board, for code that CircuitPython would read wrongly, for libraries other than the pinned.
    """
    page = drive.device(board)
    sources = drive.sources(page)
    modules = sources if source else drive.modules(page)
    layout = layouts.of(page)
    found = {
        place: file.read_bytes() if source else drive.asset(place, file)
        for place, file in drive.assets(layout).items()
    }
    for place, file in modules.items():
        if source or place in drive.RUN_BY_NAME:
            drive.refuse_what_differs(place, file)
            found[place] = drive.text(place, file, layout).encode()
        else:
            found[place.removesuffix(".py") + ".mpy"] = _compiled(place, file, layout)
    found.update(_under_firmwares_names(page, found))
    found.update(_licences({place for place in sources if theirs(place)}))
    found["README.txt"] = README.format(
        version=version(), board=page, versions=circuitpython.VERSIONS
    ).encode()
    found["requirements.txt"] = (PROJECT / "requirements.txt").read_bytes()
    found[MANIFEST] = manifest(page, found)
    return dict(sorted(found.items()))


def _under_firmwares_names(page: str, files: dict[str, bytes]) -> dict[str, bytes]:
    """A bundle's page once more under the name of each firmware, where boards.find() looks for it."""
    (path,) = {f"boards/{page}.py", f"boards/{page}.mpy"} & files.keys()
    copies = {path.replace(page, name): files[path] for name in pages.firmwares(page) if name != page}
    for copy in copies.keys() & files.keys():
        raise DriveError(f"The board {page} needs {copy} as it is and as its own page: it cannot have both.")
    return copies


_known = {}  # compiled files, for the next board


def _compiled(place: str, file: Path, layout: str = layouts.DRAWN) -> bytes:
    """A file's bytecode as CircuitPython wants it."""
    compiler = os.environ.get("MPY_CROSS", "")
    key = (place, compiler, file.stat().st_mtime_ns, layout)
    if key not in _known:
        drive.refuse_what_differs(place, file)
        code = drive.compiled(place, file, compiler, lean=True, layout=layout)
        # The two formats are the same but for the first byte, by which each refuses the other's.
        if not compiler:
            code = b"C" + code[1:]
        elif code[:1] != b"C":
            raise DriveError(f"MPY_CROSS ({compiler}) is MicroPython's compiler, not CircuitPython's.")
        _known[key] = code
    return _known[key]


def _licences(libraries: set[str]) -> dict[str, bytes]:
    """The project's licence and those of the distributions that own these files of lib/."""
    found = {
        _OUR_LICENCE: (PROJECT / "LICENSE").read_bytes(),
        _FONT: (PROJECT / _FONT).read_bytes(),
    }
    lines = (PROJECT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pinned = dict(line.split("==") for line in lines if "==" in line)
    for distribution in metadata.distributions():
        files = distribution.files or ()
        if not any("lib/" + file.as_posix() in libraries for file in files):
            continue
        name = re.sub(r"[-_.]+", "-", distribution.name).lower()
        if pinned.get(name) != distribution.version:
            pin = pinned.get(name, "no version of it")
            raise DriveError(f"{name} {distribution.version} is installed, requirements.txt pins {pin}.")
        texts = [file for file in files if "licenses" in file.parts]
        if not texts:
            raise DriveError(f"{name} comes without the text of its licence.")
        found[f"{_LICENCES}{name}.txt"] = b"\n".join(file.read_binary() for file in texts)
    return found


def manifest(board: str, files: dict[str, bytes]) -> bytes:
    """The text that lists files: after a line on what it is, a hash and a path in each."""
    lines = [f"{HEAD.decode()}{version()} for {board}: its files, and a hash of each."]
    lines += [f"{digest(files[path])} {path}" for path in sorted(files)]
    return ("\n".join(lines) + "\n").encode()


def theirs(path: str) -> bool:
    """Whether a file of a bundle is other people's: a library, or its licence."""
    return drive.is_library(path) or (path.startswith(_LICENCES) and path != _OUR_LICENCE)


def language(path: str) -> str:
    """The language that a file of a bundle is for; "" if all need it."""
    name = path.rpartition("/")[2].split(".")[0]
    return name if name in LANGUAGES else ""


def build(board: str, dist: Path = DIST, source: bool = False) -> Path:
    """Makes a board's folder and zip in `dist`, in place of earlier ones; returns the zip's path."""
    files = contents(board, source)
    name = f"handful-{version()}-{drive.device(board)}{'-source' if source else ''}"
    folder = dist / name
    if folder.exists():
        shutil.rmtree(folder)
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    packed = dist / (name + ".zip")
    with zipfile.ZipFile(packed, "w") as file:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, _WHEN)
            entry.create_system = 3  # Unix, wherever it is made
            entry.external_attr = 0o100644 << 16
            file.writestr(entry, data)  # stored as it is: deflate's bytes depend on who deflates
    return packed


def main(arguments: list[str]) -> int:
    """Makes the bundles and prints how large they are."""
    source = "--source" in arguments
    wanted = [argument for argument in arguments if argument != "--source"]
    try:
        for board in wanted or drive.devices():
            packed = build(board, source=source)
            with zipfile.ZipFile(packed) as file:
                sizes = {entry.filename: entry.file_size for entry in file.infolist()}
            ours = sum(size for path, size in sizes.items() if not theirs(path))
            print(
                f"{packed.relative_to(PROJECT)}: {len(sizes)} files, {sum(sizes.values()):,} bytes, "
                f"{ours:,} without other people's libraries"
            )
    except DriveError as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
