# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Makes the page that plays Handful in a browser: `make web`. `make run BOARD=browser` serves and opens it.

    python tools/build/web.py [--serve [QUERY]]

Writes dist/web/, a folder of static files that any host serves, and dist/handful-<version>-web.zip with the
same, as itch.io takes it. Equal commits give equal bytes. Python is shrunk and compiled as for a board
(tools/build/drive.py). It runs on MicroPython for WebAssembly, which boards/web/package-lock.json pins by its
hash and `make` installs into .venv.

dist/web/install/ is the page that puts Handful onto a board. It goes by install.json, and has for each
board a zip, a picture of its keys and, for RP2 boards, the image of a drive. Nothing in it is loaded before
it is asked for. Nor is what is in shop/ (tools/build/shop.py).
"""

import gzip
import hashlib
import http.server
import json
import re
import shutil
import sys
import tempfile
import webbrowser
import zlib
from pathlib import Path

from handful import link
from tools import PROJECT, Refusal, checkout, command
from tools.build import bundle, circuitpython, drive, layouts, pages, portrait, rules, shop, uf2
from tools.build.shrink import Source

BOARD = "browser"
SOURCES = PROJECT / "boards" / "web"
PORT = 8000

_PACKAGE = PROJECT / ".venv" / "web" / "node_modules" / "@micropython" / "micropython-webassembly-pyscript"
# The page's names of the package's files: many a host has no type for .mjs.
_MACHINE = {"micropython.js": "micropython.mjs", "micropython.wasm": "micropython.wasm"}
_CONSOLE = "boards.web.console"  # the page starts it, nothing imports it
_HEARD = "handful.heard."  # and what it imports by name, a module for each game that has one
_MODULES = "boards/web/modules"  # the firmware's, which have no folder of their own
_PAGE = (".css", ".html", ".js", ".png", ".webmanifest")  # what of boards/web goes along
_INDENT = re.compile(rb"^ +", re.MULTILINE)  # no text of the page goes over several lines
_COMMENT = re.compile(rb"^ *(//(?! SPDX).*|/\*\*(?s:.*?)\*/)\n", re.MULTILINE)  # in scripts
_UNALTERED = (".bin", ".js", ".wasm")
_DRIVE = "drive.bin"
_WORKER = "sw.js"
_LICENCES = "licences.txt"
_INSTALL = "install/"  # the folder of the page that installs
_NEVER = "screens/qr.py"  # a screen for boards that know where a page is


def drive_files() -> dict[str, bytes]:
    """Returns what the machine has on its drive, by path: compiled Python and assets."""
    assets = drive.assets(check=False, heard=True, beside=drive.sources(BOARD))
    found = {place: drive.asset(place, file, "") for place, file in assets.items()}
    devices = drive.all_sources()
    heard = [_HEARD + file.stem for file in (PROJECT / "lib" / "handful" / "heard").glob("[a-z]*.py")]
    for place, source in drive.modules(BOARD, (_CONSOLE, *heard), check=False).items():
        if place in drive.RUN_BY_NAME or place.endswith(_NEVER):
            continue  # the page starts the app
        cut = drive.module_name(place) in drive.cut()[1]
        shared = cut or place in devices
        code = drive.compiled(place, source, lean=True) if shared else compiled_beside(place, source)
        found[place.removesuffix(".py") + ".mpy"] = code
    for source in (PROJECT / _MODULES).glob("*.py"):
        found[source.stem + ".mpy"] = drive.compiled(source.name, source, numbered=False)
    return dict(sorted(found.items()))


def compiled_beside(place: str, source: Path) -> bytes:
    """Compiles a file that is on no device, with the names that the devices' files have.

    Raises ValueError if a text, which the build renames, is named by a string that is not given to say().
    """
    with tempfile.TemporaryDirectory() as passing:
        script = Path(passing) / source.name
        text = checkout.text(source)
        renamed = Source(text).others & drive.shrinker().keys.keys()
        if renamed:
            raise ValueError(
                f"{place}: the build renames these texts, so say() has to name them: {sorted(renamed)}"
            )
        own = frozenset(re.findall(r"\b_\w+", text))
        script.write_text(drive.script(text, own), encoding="utf-8")
        return drive.compiled(place, script, numbered=False)


def packed(files: dict[str, bytes]) -> bytes:
    """Returns a drive in one file: a line of JSON, [[path, bytes], ...], file after file, and a check sum."""
    head = json.dumps([[path, len(data)] for path, data in files.items()], separators=(",", ":"))
    drive = head.encode() + b"\n" + b"".join(files.values())
    return drive + zlib.adler32(drive).to_bytes(4, "big")


def contents() -> dict[str, bytes]:
    """Returns the files of dist/web by their names. Refusal, with a sentence, if one cannot be made."""
    if not _PACKAGE.exists():
        raise Refusal("MicroPython for WebAssembly is not installed: run make web.")
    found = {name: (_PACKAGE / file).read_bytes() for name, file in _MACHINE.items()}
    for file in SOURCES.iterdir():
        if file.suffix in _PAGE:
            data = checkout.data(file)
            if file.suffix in (".js", ".css", ".html"):
                data = _INDENT.sub(b"", _COMMENT.sub(b"", data))
            found[file.name] = data
    found[_DRIVE] = packed(drive_files())
    licences = [PROJECT / "LICENSE", SOURCES / "LICENSE-micropython.txt", PROJECT / bundle.MISAKI]
    found[_LICENCES] = b"\n\n".join(checkout.data(file).strip() for file in licences) + b"\n"
    # The worker keeps all files under a name that changes with them, and has hashes of what no host alters.
    kept = sorted(found.keys() - {_WORKER, _LICENCES})
    version = _hash(b"".join(name.encode() + found[name] for name in kept))
    known = json.dumps(hashes({name: found[name] for name in kept}))
    head = f"const VERSION = {json.dumps(version)};\nconst FILES = {known};\n".encode()
    found[_WORKER] = head + found[_WORKER]
    return dict(sorted(found.items()))


def hashes(files: dict[str, bytes]) -> dict[str, str]:
    """Returns by which hash the worker knows each file, "" for what a host may alter."""
    return {name: _hash(data) if name.endswith(_UNALTERED) else "" for name, data in files.items()}


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:12]


def facts() -> dict[str, object]:
    """Returns what the installer goes by: rules.json, and what the build knows of boards."""
    sources = {}
    boards = []
    for page in drive.devices():
        sources |= {path: bundle.digest(checkout.data(file)) for path, file in drive.sources(page).items()}
        firmwares = pages.firmwares(page)
        board = {
            "page": page,
            "name": pages.fact(page, "NAME", page),
            "firmwares": {name: pages.versions(page, name) for name in firmwares},
            "size": layouts.of(page),
            "held": portrait.printed(page)[3] if portrait.is_held(page) else "",
            "drive": all("usb_cdc" in circuitpython.modules(name) for name in firmwares),
            "uf2": _in_one_file(page),
            "launcher": pages.launched(page)[1],
        }
        boards.append(board)
    return {
        **rules.RULES,
        "release": bundle.version(),
        "site": link.MOST,
        "oldest": circuitpython.OLDEST,
        "newest": circuitpython.NEWEST,
        "pages": boards,
        "sources": dict(sorted(sources.items())),
        "uf2": uf2.form(),
    }


def installer() -> dict[str, bytes]:
    """Returns the files of the page that installs, by their paths, without what each board needs."""
    found = {file.name: checkout.data(file) for file in (SOURCES / "install").iterdir()}
    found |= {f"{page}.svg": portrait.draw(page).encode() for page in drive.devices()}
    found["install.json"] = json.dumps(facts(), ensure_ascii=False, separators=(",", ":")).encode()
    return {_INSTALL + name: data for name, data in sorted(found.items())}


def board_files(page: str) -> dict[str, bytes]:
    """Returns the files that install a board's games: its zip, and the image of an RP2 board's drive."""
    with tempfile.TemporaryDirectory() as passing:
        zipped = bundle.build(page, Path(passing))
        found = {f"{_INSTALL}{page}.zip": zipped.read_bytes()}
        for app in Path(passing).glob("*-app.zip"):
            found[f"{_INSTALL}{page}-app.zip"] = app.read_bytes()
        for name in _in_one_file(page):
            blocks = uf2.drive_blocks(zipped.with_name(zipped.name.removesuffix(".zip")), name)
            found[f"{_INSTALL}{page}-{name}.img"] = b"".join(data for _, data in blocks)
    return found


def _in_one_file(page: str) -> list[str]:
    """Returns the firmwares that the page joins with a board's games; own wirings need settings: none."""
    return [name for name in pages.firmwares(page) if name in uf2.BOARDS and not pages.is_wired(page)]


def transferred(files: dict[str, bytes]) -> dict[str, int]:
    """Returns the bytes of each file that a first visit takes, compressed as most hosts do."""
    return {name: len(gzip.compress(data, 6)) for name, data in files.items() if name != _LICENCES}


def build(dist: Path = bundle.DIST, boards: tuple[str, ...] | None = None) -> Path:
    """Writes the folder `web` and the zip into `dist`. Returns the folder.

    boards: the pages of those whose games the page can install, by default of all.
    """
    files = contents() | installer() | shop.page()
    for page in drive.devices() if boards is None else boards:
        files |= board_files(page)
    folder = dist / "web"
    if folder.exists():
        shutil.rmtree(folder)
    for name in (_INSTALL, shop.FOLDER):
        (folder / name).mkdir(parents=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    bundle.pack(dist / f"handful-{bundle.version()}-web.zip", files)
    return folder


class Handler(http.server.SimpleHTTPRequestHandler):
    """Serves a folder, quietly, and with the types that browsers insist on."""

    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def log_message(self, *_) -> None:
        """Says nothing of each file."""


def server(folder: Path, port: int = 0, kind: type[Handler] = Handler) -> http.server.ThreadingHTTPServer:
    """Returns a server of a folder on this machine only; port 0 takes any that is free."""

    def handler(*arguments):
        return kind(*arguments, directory=str(folder))

    return http.server.ThreadingHTTPServer(("127.0.0.1", port), handler)


class Maker(Handler):
    """Makes what a board needs when it is first asked for: all boards together take most of a minute."""

    def do_GET(self) -> None:
        """Answers with a file."""
        name = self.path.partition("?")[0].removeprefix("/")
        missing = Path(self.directory) / name
        if name.startswith(_INSTALL) and missing.suffix in (".zip", ".img") and not missing.exists():
            for page in pages.of(missing.stem.partition("-")[0]):
                for made, data in board_files(page).items() if page in drive.devices() else ():
                    (Path(self.directory) / made).write_bytes(data)
        super().do_GET()


def serve(query: str = "") -> None:
    """Builds, serves the page and opens it in the browser, until Ctrl-C. query: of its address."""
    folder = build(boards=())
    try:
        found = server(folder, PORT, Maker)
    except OSError:  # something else is served there
        found = server(folder, kind=Maker)
    address = f"http://localhost:{found.server_address[1]}/{query}"
    print(f"{address}   (Ctrl-C ends)")
    webbrowser.open(address)
    try:
        found.serve_forever()
    except KeyboardInterrupt:
        found.server_close()


@command
def main(arguments: list[str]) -> int:
    """Makes the page and prints its sizes, or serves it."""
    if arguments[:1] == ["--serve"]:
        serve(*arguments[1:])
        return 0
    folder = build()
    sizes = transferred({file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()})
    for name, size in sizes.items():
        print(f"{size:9,} {name}")
    print(f"{sum(sizes.values()):9,} bytes in all, compressed, in {folder.relative_to(PROJECT)}/")
    more = sum(file.stat().st_size for file in (folder / _INSTALL).iterdir())
    print(f"{more:9,} bytes beside them, to install onto boards")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
