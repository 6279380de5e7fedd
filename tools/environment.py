# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Installs pinned packages into the environment that make works in. tools/environment.sh and do.py run it.

    python tools/environment.py VENV LIST

LIST names a file in requirements/: run (what playing needs), dev and lock. A copy of that file in
VENV says that its packages are installed: then nothing is done. With `run`, an environment that is not usable
is rebuilt: one that was moved, interrupted, made by another Python than this one, or lacks a package. LIST
`web` is what the page needs, a package of Node, in VENV/web; a file `ready` there says that it is installed.
Of two that run at once, one waits for the other.
"""

import contextlib
import csv
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
MODULES = PROJECT / "boards" / "computer" / "modules"  # the firmware's, for a computer
FIRST = "run"  # the list that an environment begins with
LOCK = ".venv.lock"  # on Windows, where a folder cannot be locked
UNFINISHED = "unfinished"  # a file that is there while pip works
PARTS = "parts"  # a file with the names that have to be there beside each other, of all packages

# What each list is for, and how long it takes.
PURPOSES = {
    FIRST: ("playing needs", "half a minute"),
    "dev": ("testing and packing need", "a minute"),
    "lock": ("make lock needs", "some seconds"),
}
NODE = "web"  # the list of what comes from npm
PINS = "package-lock.json"  # in boards/web
NPM = "ci --ignore-scripts --no-audit --no-fund --loglevel=error"
# Every package in a pinned version, by its hash, and as it was built by its makers.
PIP = (
    "-m pip install --require-virtualenv --require-hashes --only-binary :all:"
    " --disable-pip-version-check --progress-bar off"
)


def lock(name: str) -> Path:
    """Returns the file that pins the packages of a list."""
    return PROJECT / "requirements" / f"{name}.txt"


def program(folder: Path, name: str) -> str:
    """Returns the path of an environment's program."""
    return str(folder / "Scripts" / f"{name}.exe" if sys.platform == "win32" else folder / "bin" / name)


def installed(folder: Path, name: str) -> bool:
    """Returns whether an environment has a list's packages as they are pinned now."""
    if name == NODE:
        pinned, copied = PROJECT / "boards" / "web" / PINS, folder / NODE / PINS
        return (folder / NODE / "ready").exists() and copied.read_bytes() == pinned.read_bytes()
    copied = folder / f"{name}.txt"
    return copied.exists() and copied.read_bytes() == lock(name).read_bytes()


def fault(folder: Path) -> str:
    """Returns why an environment has to be rebuilt, as a sentence; "" for one that is usable or missing."""
    if not folder.exists():
        return ""
    ask = [program(folder, "python"), "-c", "import sys; print('%d.%d' % sys.version_info[:2], sys.prefix)"]
    try:
        told = subprocess.run(ask, capture_output=True, text=True, errors="replace").stdout.strip()
    except OSError:
        told = ""
    version, _, prefix = told.partition(" ")
    here = os.path.abspath(program(folder, "python")).encode()
    script = Path(program(folder, "pip"))
    if not version:
        return "Its Python does not run."
    if version != sysconfig.get_python_version():
        return f"It is of Python {version}, not {sysconfig.get_python_version()}."
    if not os.path.samefile(prefix, folder):
        return "It lacks pyvenv.cfg."
    if (folder / UNFINISHED).exists() or not (folder / f"{FIRST}.txt").exists():
        return "It was not finished."
    if not script.exists() or here not in script.read_bytes():
        return "It was made in another folder."
    if not installed(folder, FIRST):
        return "Other packages are pinned."
    known = folder / PARTS
    there = packages(folder)
    names = known.read_text(encoding="utf-8").splitlines() if known.exists() else parts(there)
    lost = sorted(set(names) - set(os.listdir(there) if there.exists() else ()))
    lost = lost or damaged(there)
    return f"It lacks {lost[0]}." if lost else ""


def packages(folder: Path) -> Path:
    """Returns the folder of an environment that packages are installed into."""
    return Path(sysconfig.get_path("purelib", "venv", vars={"base": os.path.abspath(folder)}))


def parts(there: Path) -> list[str]:
    """Returns the names of what the installed packages have in their folder, as pip has noted them."""
    names = set()
    for record in there.glob("*.dist-info/RECORD"):
        lines = record.read_text(encoding="utf-8").splitlines()
        names |= {re.split("[/,]", line, maxsplit=1)[0].strip('"') for line in lines}
    return sorted(names - {"..", "", "__pycache__"})


def damaged(there: Path) -> list[str]:
    """Returns the files of installed packages that are not as long as pip has noted, in its notation."""
    found = []
    for record in there.glob("*.dist-info/RECORD"):
        for name, _, size in csv.reader(record.read_text(encoding="utf-8").splitlines()):
            file = there / name
            if size and not (file.exists() and file.stat().st_size == int(size)):
                found.append(name)
    return found


@contextlib.contextmanager
def alone(folder: Path) -> Iterator[tuple[int, ...]]:
    """Waits until no other process sets an environment up. Gives the lock, for subprocess's pass_fds.

    The system frees the lock when the last process that has it open ends, however it ends. On Windows that is
    this one alone.
    """
    there, windows = folder.absolute().parent, sys.platform == "win32"
    locked = os.open(there / LOCK, os.O_RDWR | os.O_CREAT) if windows else os.open(there, os.O_RDONLY)
    try:
        if not _taken(locked):
            print(f"{folder} is being set up already: waiting for that.", flush=True)
            while not _taken(locked):
                time.sleep(0.1)
        yield () if windows else (locked,)
    finally:
        os.close(locked)


def _taken(locked: int) -> bool:
    """Returns whether the lock is ours now, or the file system has none, as some networks'."""
    another = PermissionError if sys.platform == "win32" else BlockingIOError
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(locked, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(locked, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return not isinstance(error, another)
    return True


def build(folder: Path) -> int:
    """Makes an environment with pip and with the project on its path. Returns how Python ended, 0 if well."""
    # Its own Python, which is about to be cleared, may be all that is left of it: a link to the one to use.
    status = subprocess.run([os.path.realpath(sys.executable), "-m", "venv", "--clear", folder]).returncode
    if status:
        return status
    site = packages(folder)
    # The project and its lib come last on the path: the top-level code.py, which CircuitPython asks for, must
    # not shadow the standard library's `code`, which pdb and pytest import.
    rows = [os.path.relpath(place, site) + "\n" for place in (PROJECT, PROJECT / "lib", MODULES)]
    Path(site, "handful.pth").write_text("".join(rows), encoding="utf-8")
    return 0


def install(folder: Path, name: str, locked: tuple[int, ...]) -> int:
    """Installs the packages of a list, and says how far it is. Returns how pip ended, 0 if well.

    locked: the lock, which pip has, too: it may outlive this process.
    """
    count = len(re.findall(r"^[\w.-]+==", lock(name).read_text(encoding="utf-8"), re.MULTILINE))
    purpose, time = PURPOSES[name]
    what = f"what {purpose}: {count} packages into {folder}"
    print(f"Setting up {what}, this once, for about {time}.", flush=True)
    (folder / UNFINISHED).touch()
    command = [program(folder, "python"), *PIP.split(), "-r", str(lock(name))]
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as errors:
        pipe = subprocess.PIPE
        pip = subprocess.Popen(
            command, stdout=pipe, stderr=errors, text=True, errors="replace", pass_fds=locked
        )
        started = progress(pip.stdout or (), count)
        if pip.wait():
            errors.seek(0)
            print(errors.read(), end="", file=sys.stderr)
            if not started:
                (folder / UNFINISHED).unlink()
            return pip.returncode
    (folder / PARTS).write_text("\n".join(parts(packages(folder))), encoding="utf-8")
    (folder / UNFINISHED).unlink()
    shutil.copyfile(lock(name), folder / f"{name}.txt")
    print("Done.", flush=True)
    return 0


def install_node(folder: Path, locked: tuple[int, ...]) -> int:
    """Installs what the page needs, quietly. Returns how npm ended, 0 if well. locked: as in install."""
    place = folder / NODE
    place.mkdir(exist_ok=True)
    (place / "ready").unlink(missing_ok=True)
    for file in (PINS, "package.json"):
        shutil.copyfile(PROJECT / "boards" / "web" / file, place / file)
    command = [program(folder, "npm"), *NPM.split(), "--prefix", str(place)]
    status = subprocess.run(command, stdout=subprocess.DEVNULL, pass_fds=locked).returncode
    if not status:
        (place / "ready").touch()
    return status


def progress(lines: Iterable[str], count: int) -> bool:
    """Counts what pip tells, on one line of a terminal. Returns whether it came to change the environment."""
    seen = sys.stdout.isatty()
    fetched = 0
    started = False
    for line in lines:
        fetched += line.startswith(("Collecting", "Requirement already satisfied"))
        started = started or line.startswith("Installing")
        if seen:
            done = "all fetched, installing" if started else f"{min(fetched, count)} of {count} fetched"
            print(f"\r{done:<40}", end="", flush=True)
    if seen:
        print("\r" + " " * 40, end="\r")
    return started


def ready(folder: Path, name: str) -> bool:
    """Returns whether there is nothing to do."""
    return folder.exists() and (name != FIRST or not fault(folder)) and installed(folder, name)


def set_up(folder: Path, name: str, locked: tuple[int, ...]) -> str:
    """Makes the environment as it has to be. Returns "", or what is to be done if it cannot be made."""
    why = fault(folder) if name == FIRST else ""
    if why:
        print(f"{folder} is rebuilt. {why}", flush=True)
    status = build(folder) if why or not folder.exists() else 0
    fails = f"{folder} cannot be made: put right what Python says above, and try again."
    if not status:
        status = install_node(folder, locked) if name == NODE else install(folder, name, locked)
        program = "npm" if name == NODE else "pip"
        fails = f"Not all could be installed: put right what {program} says above, and try again."
    if status < 0:  # a signal ended it
        return "It was interrupted: try again."
    return fails if status else ""


def main(arguments: list[str]) -> int:
    """Makes the environment as it has to be. Returns 1, after a sentence, if it cannot be made."""
    folder, name = Path(arguments[0]), arguments[1]
    if os.path.lexists(folder) and not folder.is_dir():
        print(f"{folder} is no folder: remove it, and try again.", file=sys.stderr)
        return 1
    try:
        if ready(folder, name):
            return 0
        with alone(folder) as locked:
            fails = "" if ready(folder, name) else set_up(folder, name, locked)
    except KeyboardInterrupt:
        print()
        return 130
    except OSError as error:
        fails = f"{error.filename or folder}: {error.strerror}; put that right, and try again."
    if fails:
        print(fails, file=sys.stderr)
    return 1 if fails else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
