# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The parts of `make soak`: what each one promises, and how to try it."""

import importlib
import json
import math
import subprocess
import sys
import tempfile
import time

from tools import PROJECT

# A part's module and its promise, the slowest first.
PARTS = {
    "hostile": "whatever is read is a value or refused, in bounded time and memory",
    "browser": "keys and touches in the page lead to no error, and nothing grows there",
    "heap": "too little memory ends in the friendly screen with the save intact; nothing piles up",
    "monkeys": "no keys in any order lead to a failure or a dead end",
    "cuts": "a power cut leaves each record new, as before, or said to be lost",
    "peek": "nobody peeks, pixel by pixel and bytecode by bytecode",
    "fair": "every card, every first turn and every disc is dealt by chance alone",
}
_LONG = 300  # seconds in the long form, for parts that have no number to reach


class Broken(AssertionError):
    """A part's promise is broken; the message says how."""


class _Progress:
    """A part's progress: one line that is overwritten, or in a file one line a minute."""

    def __init__(self, name: str):
        self._name = name
        self._said = time.monotonic()

    def __call__(self, text: str) -> None:
        if sys.stderr.isatty():
            print(f"\r{self._name}: {text}"[:100].ljust(100), end="", file=sys.stderr, flush=True)
        elif time.monotonic() - self._said > 60:
            self._said = time.monotonic()
            print(f"{self._name}: {text}", file=sys.stderr, flush=True)


def _play_page(seconds: float, seed: int, say) -> list:
    # A browser is driven as the tests drive it, by a program of theirs.
    program = [sys.executable, "-P", str(PROJECT / "tests/web/monkeys.py"), str(seconds), str(seed)]
    line = ""
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        for line in process.stderr or ():
            say(line.strip())
        rows = process.stdout.read() if process.stdout else ""
    assert not process.returncode, line.strip()
    return json.loads(rows)


def tried(name: str, seconds: float | None, seed: int) -> tuple[bool, str]:
    """Tries to break a part's promise. Returns whether it was kept, and the table of figures.

    seconds: how long; None for the long form, which goes by numbers.
    """
    began = time.monotonic()
    kept = True
    run = _play_page if name == "browser" else None
    before = sys.pycache_prefix, sys.dont_write_bytecode
    with tempfile.TemporaryDirectory() as folder:
        # The app reloads modules all the time, so their bytecode is cached whatever the environment says.
        sys.pycache_prefix, sys.dont_write_bytecode = folder, False
        if run is None:
            part = importlib.import_module("tools.soak." + name)
            run = part.run
            if seconds is None and not hasattr(part, "LONG"):
                seconds = _LONG
        try:
            rows = run(math.inf if seconds is None else seconds, seed, _Progress(name))
        except AssertionError as error:
            rows = [("broken by", str(error))]
            kept = False
        finally:
            sys.pycache_prefix, sys.dont_write_bytecode = before
    lines = [f"{name}: {PARTS[name]}: {'kept' if kept else 'BROKEN'} ({time.monotonic() - began:.0f} s)"]
    for label, value in rows:
        lines.append(f"  {label:<40}{value}")
    return kept, "\n".join(lines)
