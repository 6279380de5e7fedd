# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Packs Handful for boards: `make bundle`, or `make bundle BOARD=pybadge`.

    python tools/build/bundle.py [--source] [--site=ADDRESS] [--games=KEY,KEY] [BOARD ...]     by default all

Writes dist/handful-<version>-<board>.zip and a folder of that name. Both are laid out as the board's drive:
unpacked onto CIRCUITPY, Handful runs. Equal commits give equal bytes; uncommitted changes mark the version
+changed. Python is shrunk (tools/build/shrink.py) and compiled to .mpy without line numbers, except the
files that CircuitPython runs as source. With --source, Python stays as it is, tracebacks have names and
lines, and the bundle's name ends in -source. MPY_CROSS in the environment is the path of CircuitPython's
own compiler, to be used instead of MicroPython's.

With --games, or GAMES=KEY,KEY with make, only these games are packed, and the bundle's name has their keys.
The console does not offer the others, and keeps what is saved of them.

With --site, or SITE=ADDRESS with make, a settings.toml names a page with the games, to which QR codes lead.
It is not listed as ours: no later bundle takes it away. On a drive that has a settings.toml, add its line
to that.
"""

import argparse
import functools
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import tomllib
import zipfile
from importlib import metadata
from pathlib import Path

from handful import link
from handful.texts import LANGUAGES
from tools import PROJECT, Refusal, checkout, command
from tools.build import circuitpython, drive, layouts, pages, rules

DIST = PROJECT / "dist"
MISAKI = "LICENSES/LicenseRef-Misaki.txt"  # the licence of the Japanese signs
MANIFEST = rules.DRIVE["manifest"]  # lists a bundle's files; tools/build/flash.py reads it
HEAD = rules.DRIVE["head"].encode()  # the manifest's first bytes

_LICENCES = "licences/"
_OUR_LICENCE = _LICENCES + "handful.txt"
_SLOTS = "boards/parts/slots.py"  # keeps a second copy of what is saved on the drive
_EXAMPLE = "settings.toml.example"  # for own wirings
# What lies under a firmware's name: whoever imports it gets the page.
_ELSEWHERE = """\
import sys

from boards import {page}

sys.modules[__name__] = {page}
"""
_LIBRARIES = 'sys.path.insert(0, "lib")  # of this folder\n'  # in front of what a launcher starts
_ICON = PROJECT / "boards" / "layouts" / "icon.bmp"  # for launchers, of 64x64 pixels
_HASH = 8  # hex digits: against mistakes, not against malice
_WHEN = (1980, 1, 1, 0, 0, 0)  # the earliest time a zip can store

# A bundle's README.txt; what it says of the version, of installing and of saves, with a drive and without;
# what it says of own wirings; and the README.txt of an app.
_README, *_WAYS, _WIRED, _APP = checkout.text(PROJECT / "tools" / "bundle.txt").split("\n====\n")
_COLUMNS = 78


@functools.cache
def version() -> str:
    """Returns the project's version, with +changed if the files are not those of a commit."""
    return number(PROJECT) + "+changed" * changed(PROJECT)


def number(project: Path) -> str:
    """Returns the version that a project's pyproject.toml names."""
    return tomllib.loads(checkout.text(project / "pyproject.toml"))["project"]["version"]


def changed(folder: Path) -> bool:
    """Returns whether a clone has uncommitted changes; False for a folder that is none, and without git."""
    if not (folder / ".git").exists():  # git would look for one above it
        return False
    try:
        return bool(git(folder, "status", "--porcelain", "--", ".").stdout)
    except OSError:
        return False


def git(folder: Path, *command: str) -> subprocess.CompletedProcess:
    """Runs git in a folder. Returns what it printed, in English. OSError if there is no git."""
    english = {**os.environ, "LC_ALL": "C"}
    return subprocess.run(["git", "-C", str(folder), *command], capture_output=True, text=True, env=english)


def digest(data: bytes) -> str:
    """Returns the hash of a file's bytes, as in a manifest."""
    return hashlib.sha256(data).hexdigest()[:_HASH]


def contents(board: str, source: bool = False, wanted: tuple[str, ...] = ()) -> dict[str, bytes]:
    """Returns a board's bundle: the bytes of each file by its path on the drive, sorted by path.

    board: the name of its page or of a firmware. source: leave Python as it is. wanted: the games' keys, ()
    for all. Refusal, with a sentence, for an unknown board, code that CircuitPython would read wrongly,
    or libraries other than the pinned ones.
    """
    page = drive.device(board)
    sources = drive.sources(page, wanted=wanted)
    modules = sources if source else drive.modules(page, wanted=wanted)
    layout = layouts.of(page)
    found = {
        place: checkout.data(file) if source else drive.asset(place, file, layout, sources)
        for place, file in drive.assets(layout, wanted=wanted, beside=sources).items()
    }
    for place, file in modules.items():
        if source or place in drive.RUN_BY_NAME:
            drive.refuse_what_differs(place, file)
            found[place] = drive.without(drive.text(place, file, layout), wanted).encode()
        else:
            found[place.removesuffix(".py") + ".mpy"] = bytecode(place, file, layout, wanted)
    found.update(_under_firmwares_names(page, found, source))
    found.update(licences_of({place for place in sources if theirs(place)}))
    found["README.txt"] = readme(page)
    found["requirements.txt"] = _requirements(found)
    if pages.is_wired(page):
        found[_EXAMPLE] = checkout.data(PROJECT / _EXAMPLE)
    if _SLOTS in sources:
        found.update({path: bytes(size) for path, size in rules.DRIVE["once"].items()})
    found[MANIFEST] = manifest(page, found)
    return dict(sorted(found.items()))


def readme(page: str, what: str = "everything here") -> bytes:
    """Returns the README.txt of a board's bundle. what: to copy."""
    tell, install, saves = _WAYS[:3] if _has_drive(page) else _WAYS[3:]
    install = install.format(what=what) + ("\n\n" + _WIRED) * pages.is_wired(page)
    return _filled(
        _README, board=page, versions=circuitpython.served(page), tell=tell, install=install, saves=saves
    )


def _filled(text: str, **values: str) -> bytes:
    paragraphs = text.format(version=version(), **values).strip().split("\n\n")
    return ("\n\n".join([textwrap.fill(lines, _COLUMNS) for lines in paragraphs]) + "\n").encode()


def _under_firmwares_names(page: str, files: dict[str, bytes], source: bool) -> dict[str, bytes]:
    """Returns short files under the firmwares' names, where boards.find() looks: each leads to the page."""
    found = {}
    with tempfile.TemporaryDirectory() as passing:
        file = Path(passing) / "page.py"
        file.write_text(_ELSEWHERE.format(page=page), encoding="utf-8")
        for name in pages.firmwares(page):
            place = f"boards/{name}.py"
            path = place if source else f"boards/{name}.mpy"
            if name == page:
                continue
            if path in files:
                raise Refusal(f"{page} needs {path} as it is and as its own: it cannot have both.")
            found[path] = checkout.data(file) if source else bytecode(place, file, layouts.of(page))
    return found


_known = {}  # compiled files, for the next board


def bytecode(place: str, file: Path, layout: str = layouts.DRAWN, wanted: tuple[str, ...] = ()) -> bytes:
    """Returns a file's bytecode in CircuitPython's format. wanted: as in `contents`."""
    compiler = os.environ.get("MPY_CROSS", "")
    key = (place, compiler, file.stat().st_mtime_ns, layout, wanted)
    if key not in _known:
        drive.refuse_what_differs(place, file)
        code = drive.compiled(place, file, compiler, lean=True, layout=layout, wanted=wanted)
        # The formats differ in the first byte only, by which each interpreter refuses the other's.
        if not compiler:
            code = b"C" + code[1:]
        elif code[:1] != b"C":
            raise Refusal(f"MPY_CROSS ({compiler}) is MicroPython's compiler, not CircuitPython's.")
        _known[key] = code
    return _known[key]


def licences_of(libraries: set[str]) -> dict[str, bytes]:
    """Returns the licences of the project and of the distributions that own these files of lib/."""
    found = {
        _OUR_LICENCE: checkout.data(PROJECT / "LICENSE"),
        _LICENCES + "misaki.txt": checkout.data(PROJECT / MISAKI),
    }
    lines = checkout.text(PROJECT / "requirements.txt").splitlines()
    pinned = dict(line.split("==", 1) for line in lines if "==" in line)
    for distribution in metadata.distributions():
        files = distribution.files or ()
        if not any("lib/" + file.as_posix() in libraries for file in files):
            continue
        name = re.sub(r"[-_.]+", "-", distribution.name).lower()
        if pinned.get(name) != distribution.version:
            pin = pinned.get(name, "no version of it")
            raise Refusal(f"{name} {distribution.version} is installed, requirements.txt pins {pin}.")
        texts = [file for file in files if "licenses" in file.parts]
        if not texts:
            raise Refusal(f"{name} comes without the text of its licence.")
        found[f"{_LICENCES}{name}.txt"] = b"\n".join(file.read_binary() for file in texts)
    return found


def _requirements(files: dict[str, bytes]) -> bytes:
    """Returns requirements.txt with the libraries that a bundle has, by their licences."""
    lines = checkout.text(PROJECT / "requirements.txt").splitlines(keepends=True)
    return "".join(
        line for line in lines if "==" not in line or f"{_LICENCES}{line.split('==')[0]}.txt" in files
    ).encode()


def manifest(board: str, files: dict[str, bytes]) -> bytes:
    """Returns the list of files: what it is, then a hash and a path a line. board: its page.

    What the board itself writes to is in no list.
    """
    needs = f"CircuitPython {circuitpython.served(board)}"
    lines = [f"{HEAD.decode()}{version()} for {board}, which needs {needs}: its files, and a hash of each."]
    lines += [f"{digest(files[path])} {path}" for path in sorted(files) if path not in rules.DRIVE["once"]]
    return ("\n".join(lines) + "\n").encode()


def theirs(path: str) -> bool:
    """Returns whether a file of a bundle is other people's: a library or its licence."""
    return drive.is_library(path) or (path.startswith(_LICENCES) and path != _OUR_LICENCE)


def of_games(path: str) -> bool:
    """Returns whether a file of a bundle is part of the games: not of libraries, of the check or of saves."""
    saves = path in rules.DRIVE["once"]
    return not saves and not theirs(path) and not path.replace(".mpy", ".py").startswith(drive.CHECK)


def language(path: str) -> str:
    """Returns the language that a file of a bundle is for, "" if all languages need it."""
    name = path.rpartition("/")[2].split(".")[0]
    return name if name in LANGUAGES else ""


def build(
    board: str, dist: Path = DIST, source: bool = False, site: str = "", wanted: tuple[str, ...] = ()
) -> Path:
    """Writes a board's folder and zip into `dist`, replacing earlier ones. Returns the zip's path.

    site: the address of a page with the games, for a settings.toml. wanted: as in `contents`.
    """
    files = contents(board, source, wanted)
    if site:
        files[rules.DRIVE["settings"]] = _settings(site)
    name = f"handful-{version()}-{drive.device(board)}{'-source' if source else ''}"
    name += "".join("-" + key for key in wanted)
    folder = dist / name
    if folder.exists():
        shutil.rmtree(folder)
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    app = launched(drive.device(board), files)
    if app:
        pack(dist / (name + "-app.zip"), app)
    return pack(dist / (name + ".zip"), files)


def _settings(site: str) -> bytes:
    try:
        return f'HANDFUL_SITE = "{link.checked(site)}"\n'.encode()
    except ValueError:
        raise Refusal(_why_not(site)) from None


def _why_not(site: str) -> str:
    odd = re.search(r'[^!-~]|[?#"\\]', site)
    if odd:
        return f'SITE has {odd[0]!r} in it: an address for a QR code is ASCII without spaces, ?, #, " and \\.'
    if len(site) > link.MOST:
        return f"SITE has {len(site)} characters: a QR code has room for {link.MOST}."
    return "SITE has to begin with https:// or http:// and the name of a host."


def _has_drive(page: str) -> bool:
    return any([pages.FACTS.get(name, {}).get("usb", True) for name in pages.firmwares(page)])


def launched(page: str, files: dict[str, bytes]) -> dict[str, bytes]:
    """Returns a bundle as an app for the launcher of its board; nothing if the board has none.

    It is a folder, from which the launcher starts it, and a README.txt beside that. So the libraries are
    looked for there, and the check of the board goes there first. files: as `contents` gives them.
    """
    folder, launcher, needs = pages.launched(page)
    if not folder:
        return {}
    drives = ("safemode.py", "README.txt", MANIFEST)  # what a drive alone needs
    found = {f"{folder}/{path}": data for path, data in files.items() if path not in drives}
    for path, first in (("code.py", ""), ("check.py", f'os.chdir("{folder}")\n')):
        imports = "import os\n" * bool(first) + "import sys\n\n"
        found[f"{folder}/{path}"] = (imports + first + _LIBRARIES).encode() + files[path]
    place = "lib/handful/screens/board.py"
    with tempfile.TemporaryDirectory() as passing:
        file = Path(passing) / "board.py"
        file.write_text(checkout.text(PROJECT / place).replace('"check.py"', f'"{folder}/check.py"'), "utf-8")
        found[f"{folder}/{place.removesuffix('.py')}.mpy"] = bytecode(place, file, layouts.of(page))
    found[f"{folder}/metadata.json"] = b'{"title": "Handful", "icon": "icon.bmp"}\n'
    found[f"{folder}/icon.bmp"] = checkout.data(_ICON)
    found["README.txt"] = _filled(_APP, board=page, launcher=launcher, needs=needs)
    return dict(sorted(found.items()))


def pack(packed: Path, files: dict[str, bytes]) -> Path:
    """Writes a zip of files by their paths. Equal files give equal bytes. Returns the zip's path."""
    with zipfile.ZipFile(packed, "w") as file:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, _WHEN)
            entry.create_system = 3  # Unix, on whatever system it is made
            entry.external_attr = 0o100644 << 16
            file.writestr(entry, data)  # stored: the bytes of deflate depend on the library's version
    return packed


@command
def main(arguments: list[str]) -> int:
    """Makes the bundles and prints their sizes."""
    options = argparse.ArgumentParser(description="Packs Handful for boards.")
    options.add_argument("boards", nargs="*", metavar="BOARD", help="by default all")
    options.add_argument("--source", action="store_true", help="leave Python as it is")
    options.add_argument("--site", default="", help="the address that QR codes lead to")
    options.add_argument("--games", default="", help="their keys with commas between, by default all")
    chosen = options.parse_args(arguments)
    wanted = drive.games(chosen.games) if chosen.games else ()
    _settings(chosen.site or "http://a")  # before the work
    for board in chosen.boards or drive.devices():
        packed = build(board, source=chosen.source, site=chosen.site, wanted=wanted)
        with zipfile.ZipFile(packed) as file:
            sizes = {entry.filename: entry.file_size for entry in file.infolist()}
        ours = sum(size for path, size in sizes.items() if not theirs(path))
        print(
            f"{packed.relative_to(PROJECT)}: {len(sizes)} files, {sum(sizes.values()):,} bytes, "
            f"{ours:,} without other people's libraries"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
