# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The parts of `make soak`: what each one promises, and how to try it."""

import importlib
import json
import subprocess
import sys
import time

from tqdm import tqdm

from tools import PROJECT

# A part's module and its promise.
PARTS = {
    "hostile": "whatever is read is a value or refused, in bounded time and memory",
    "browser": "keys and touches in the page lead to no error, and nothing grows there",
    "heap": "too little memory ends in the friendly screen with the save intact; nothing piles up",
    "monkeys": "no keys in any order lead to a failure or a dead end",
    "cuts": "a power cut leaves each record new, as before, or said to be lost",
    "peek": "nobody peeks, pixel by pixel and bytecode by bytecode",
    "fair": "every card, every first turn and every disc is dealt by chance alone",
}


class Broken(AssertionError):
    """A part's promise is broken; the message says how."""


def _play_page(seconds: float, seed: int, _say) -> list:
    # A browser is driven as the tests drive it, by a program of theirs.
    program = [sys.executable, "-P", str(PROJECT / "tests/web/monkeys.py"), str(seconds), str(seed)]
    done = subprocess.run(program, capture_output=True, text=True)
    if done.returncode:
        raise Broken(done.stderr.splitlines()[-1])
    return json.loads(done.stdout)


def tried(name: str, seconds: float, seed: int) -> tuple[bool, str]:
    """Tries to break a part's promise for so long. Returns whether it was kept, and the table of figures."""
    began = time.monotonic()
    kept = True
    run = _play_page if name == "browser" else importlib.import_module("tools.soak." + name).run
    with tqdm(bar_format=name + "{postfix}", leave=False, disable=None) as bar:

        def say(text: str) -> None:
            bar.set_postfix_str(text, refresh=False)
            bar.update()

        try:
            rows = run(seconds, seed, say)
        except AssertionError as error:
            rows = [("broken by", str(error))]
            kept = False
    lines = [f"{name}: {PARTS[name]}: {'kept' if kept else 'BROKEN'} ({time.monotonic() - began:.0f} s)"]
    for label, value in rows:
        lines.append(f"  {label:<40}{value}")
    return kept, "\n".join(lines)
