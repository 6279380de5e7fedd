# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Makes a fault in one place at a time, and checks whether a test notices.

    python tools/measure/mutants.py [--share S] [--seed N] [--only FILE[:LINE]] ...

A fault is a number that is one larger, an operator or a condition that is turned round, a call that is left
out, or a result that is none. Lines that raise or throw stay as they are. tree-sitter finds the places, in
Python and in JavaScript. A run tries a random share of each row of AREAS (default 0.05, chosen by the seed);
`--only` takes a file, or one line of it, and may have wildcards. docs/mutants.md says why some survive.

All happens in a copy of the project. The tests of a row first run without a fault. coverage.py notes which
test reaches which line of Python: a fault is tried on those alone, the quickest file first, for a minute at
most. What is noted stays in build/mutants until the row's files change. A fault in JavaScript is tried on all
tests of its row. A fault that no test reaches counts as survived.
"""

import argparse
import ast
import hashlib
import json
import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from itertools import accumulate
from pathlib import Path

import coverage
import tree_sitter_javascript
import tree_sitter_python
from tree_sitter import Language, Node, Parser

from engine import registry
from tools import PROJECT

FOLDER = PROJECT / "build" / "mutants"
COPY = FOLDER / "copy"
_ENOUGH = 60  # seconds of tests for one fault

# What is changed, and the tests that should notice: not those that need a browser.
_ENGINE = ("rng", "session", "conformance", "memory", "redeal", "signals", "taking_back")
_GAMES = [row[0] for row in registry.GAMES if (PROJECT / f"tests/engine/test_{row[0]}.py").exists()]
_KEPT = ("store", "store_told", "match", "series", "records", "ladder")
_BUILD = """
    bdf bundle flash inline lint measuring merge one_file portrait release settings_toml shrink split untyped
""".split()
AREAS = {
    "rules": (
        ["engine/*.py"],
        [f"engine/test_{name}.py" for name in (*_ENGINE, *_GAMES)],
    ),
    "saves": (
        [f"lib/handful/{name}.py" for name in ("store", "match", "records", "settings")],
        [f"app/test_{name}.py" for name in _KEPT],
    ),
    "app": (
        [f"lib/handful/{name}*.py" for name in ("", "heard/", "picture/", "screens/", "tables/")],
        ["app/test_*.py"],
    ),
    "boards": (["boards/*.py", "boards/parts/*.py", "boards/computer/*.py"], ["boards/test_*.py"]),
    "build": (["tools/build/*.py"], [f"tools/test_{name}.py" for name in _BUILD]),
    "input": (["boards/web/input.js"], ["web/test_input.py"]),
    "machine": (
        [f"boards/web/{name}.js" for name in ("hand", "machine", "mirror", "sound")],
        [f"web/test_{name}.py" for name in ("hand", "machine", "mirror", "page_sound")],
    ),
    "store": (["boards/web/store.js"], ["web/test_page_store.py"]),
    "worker": (["boards/web/sw.js"], ["web/test_worker.py"]),
    "install": (
        [f"boards/web/install/{name}.js" for name in ("drive", "settings", "uf2", "zip")],
        ["web/test_install.py", "web/test_uf2.py"],
    ),
}
# Tests that run another program, compose all of Blinka's pixels, or take longer than ten others together.
_SLOW = """
    interpreters garbage disk power_that_goes six_lives written_anew four_times challenged
""".split()
LEFT_OUT = " and ".join([f"not {name}" for name in _SLOW])

_LANGUAGES = {".py": tree_sitter_python, ".js": tree_sitter_javascript}
_UNTOUCHED = ("raise_statement", "throw_statement", "type", "import_statement", "import_from_statement")
_PAIRS = ("< <=", "> >=", "== !=", "=== !==", "+ -", "* //", "<< >>", "& |", "and or", "&& ||", "in not_in",
          "is is_not", "+= -=", "True False", "true false")  # fmt: skip
_BOTH = [pair.split() for pair in _PAIRS] + [pair.split()[::-1] for pair in _PAIRS]
_SWAPPED = {one.replace("_", " "): other.replace("_", " ") for one, other in _BOTH}
_OPERATIONS = ("binary_operator", "binary_expression", "comparison_operator", "boolean_operator",
               "augmented_assignment", "augmented_assignment_expression")  # fmt: skip
_CONDITIONS = ("if_statement", "elif_clause", "ternary_expression")
_CALLS = ("call", "call_expression", "await", "await_expression")


def files(patterns: list[str]) -> list[str]:
    """Returns the paths that fit, from the project's folder."""
    found = [path for pattern in patterns for path in sorted(PROJECT.glob(pattern))]
    return [path.relative_to(PROJECT).as_posix() for path in found]


def sources(area: str) -> list[str]:
    """Returns what is changed in an area: each file is in one alone."""
    given = files(AREAS[area][0])
    return [path for path in given if area == "saves" or path not in files(AREAS["saves"][0])]


def changed(node: Node, suffix: str) -> str:
    """Returns what a fault puts in place of a node of a .py or .js file: nothing if it leaves it."""
    text = (node.text or b"").decode()
    parent = node.parent
    if node.type in ("integer", "number") and re.fullmatch(r"0[xX][0-9a-fA-F_]+|[0-9_]+", text):
        return str(ast.literal_eval(text) + 1)
    if text in ("True", "False", "true", "false"):
        return _SWAPPED[text]
    if parent and parent.type in _OPERATIONS and text in _SWAPPED:
        return "/" if suffix == ".js" and text == "*" else _SWAPPED[text]
    if parent and parent.type in _CONDITIONS and node == parent.child_by_field_name("condition"):
        return f"not ({text})" if suffix == ".py" else f"(!({text}))"
    if node.type == "expression_statement" and node.named_children[0].type in _CALLS:
        return "pass" if suffix == ".py" else ";"
    if node.type == "return_statement" and node.named_child_count and text != "return None":
        return "return None" if suffix == ".py" else "return null;"
    return ""


def faults(path: str, source: bytes) -> Iterator[tuple[Node, str]]:
    """Yields all places of a file with what stands there instead."""
    suffix = Path(path).suffix
    waiting = [Parser(Language(_LANGUAGES[suffix].language())).parse(source).root_node]
    while waiting:
        node = waiting.pop()
        if node.type in _UNTOUCHED:
            continue
        other = changed(node, suffix)
        if other:
            yield node, other
        waiting += reversed(node.children)


def lay_out() -> None:
    """Copies the project. A link leads to its environment, whose Python takes the copy for the project."""

    def left_out(folder, names):
        return [".git", ".venv", "build", "dist"] if Path(folder) == PROJECT else ["__pycache__"]

    shutil.rmtree(COPY, ignore_errors=True)
    shutil.copytree(PROJECT, COPY, ignore=left_out)
    (COPY / ".venv").symlink_to(sys.prefix)


def run(tests: list[str], *arguments: str, seconds: float | None = None) -> tuple[int, str]:
    """Runs tests in the copy. Returns pytest's exit code, 1 if they last too long, and what it printed."""
    (FOLDER / "tests.txt").write_text("\n".join(tests), encoding="utf-8")
    command = [f"{COPY}/.venv/bin/python", "-m", "pytest", "-q", *arguments, f"@{FOLDER}/tests.txt"]
    try:
        done = subprocess.run(
            command, cwd=COPY, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=seconds
        )
    except subprocess.TimeoutExpired:
        return 1, ""
    return done.returncode, done.stdout


def notes(area: str) -> dict:
    """Runs an area's tests without a fault. Returns the seconds of each, and which reach each line."""
    file = FOLDER / f"{area}.json"
    tests = files([f"tests/{name}" for name in AREAS[area][1]])
    contents = [(PROJECT / path).read_bytes() for path in sources(area) + tests]
    digest = hashlib.sha256(b"".join(contents)).hexdigest()
    if file.exists():
        noted = json.loads(file.read_text(encoding="utf-8"))
        if noted["digest"] == digest:
            return noted
    python = [path for path in sources(area) if path.endswith(".py")]
    data = FOLDER / f"{area}.coverage"
    os.environ["COVERAGE_FILE"] = str(data)
    followed = [f"--cov={folder}" for folder in sorted({os.path.dirname(path) for path in python})]
    options = ["--cov-context=test", "--cov-report=", *followed] if python else []
    _, said = run(tests, "-k", LEFT_OUT, "--durations=0", "--durations-min=0", "-vv", "-rfE", *options)
    failed = set(re.findall(r"^(?:FAILED|ERROR) (\S+)", said, re.MULTILINE))
    for name in sorted(failed):
        print(f"fails without a fault, and is left out: {name}")
    seconds: dict[str, float] = {}
    for time, name in re.findall(r"^([\d.]+)s (?:call|setup) +(\S.*)$", said, re.MULTILINE):
        if name not in failed:
            seconds[name] = seconds.get(name, 0) + float(time)
    if not seconds:
        sys.exit(f"No test of {area} passes.\n{said[-2000:]}")
    reached: dict[str, dict[str, list[str]]] = {}
    record = coverage.CoverageData(str(data))
    record.read()
    for path in python:
        lines = record.contexts_by_lineno(str(COPY / path)).items()
        reached[path] = {str(line): sorted({name.split("|")[0] for name in names}) for line, names in lines}
    noted = {"digest": digest, "seconds": seconds, "reached": reached}
    file.write_text(json.dumps(noted), encoding="utf-8")
    return noted


def reaching(place: Node | None, path: str, noted: dict) -> list[str]:
    """Returns the tests that a fault is tried on, the quickest file first."""
    seconds = noted["seconds"]
    lines = noted["reached"].get(path)
    chosen = set() if path.endswith(".py") else set(seconds)
    while lines and place and not chosen and place.type != "function_definition":
        for row in range(place.start_point[0], place.end_point[0] + 1):
            chosen.update(lines.get(str(row + 1), ()))
        place = place.parent
    if "" in chosen:  # the line runs when the module is imported
        chosen.update(*lines.values())
    whole: dict[str, float] = {}
    for name in chosen & set(seconds):
        whole[name.split("::")[0]] = whole.get(name.split("::")[0], 0) + seconds[name]
    order = sorted(chosen & set(seconds), key=lambda name: (whole[name.split("::")[0]], name))
    times = list(accumulate(seconds[name] for name in order))
    return [name for name, time in zip(order, times, strict=True) if time < max(_ENOUGH, times[0] + 0.01)]


def put(place: Path, source: bytes) -> None:
    """Writes a module, without its bytecode: that would do for a file of the same size and second."""
    place.write_bytes(source)
    for stale in place.parent.glob(f"__pycache__/{place.stem}.*"):
        stale.unlink()


def survives(path: str, source: bytes, node: Node, other: str, noted: dict) -> bool:
    """Tries one fault. Returns whether all tests that reach it pass."""
    tests = reaching(node, path, noted)
    if not tests:
        return True
    put(COPY / path, source[: node.start_byte] + other.encode() + source[node.end_byte :])
    code, _ = run(tests, "-x", seconds=20 + 4 * sum(noted["seconds"][name] for name in tests))
    put(COPY / path, source)
    return code == 0


def main(arguments: list[str]) -> int:
    """Makes faults, tries them and prints the survivors and the score."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__.splitlines()[0])
    parser.add_argument("--share", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", metavar="FILE[:LINE]")
    asked = parser.parse_args(arguments)
    known = {path for area in AREAS for path in sources(area)}
    for given in asked.only or []:
        if not any(fnmatch(path, given.partition(":")[0]) for path in known):
            print(f"There is no file {given} in which faults are made.", file=sys.stderr)
            return 2
    lay_out()
    score = [0, 0]
    for area in AREAS:
        places = []
        for path in sources(area):
            source = (PROJECT / path).read_bytes()
            for node, other in faults(path, source):
                line = f"{path}:{node.start_point[0] + 1}"
                if any(fnmatch(name, given) for name in (path, line) for given in asked.only or ["*"]):
                    places.append((path, line, source, node, other))
        count = round(len(places) * min(asked.share, 1))
        taken = [places[i] for i in sorted(random.Random(asked.seed).sample(range(len(places)), count))]
        noted = notes(area) if taken else {}
        killed = len(taken)
        for path, line, source, node, other in taken:
            if survives(path, source, node, other, noted):
                killed -= 1
                reached = "" if reaching(node, path, noted) else "; no test reaches it"
                print(f"{line}: {(node.text or b'').decode()} -> {other}{reached}")
                print("    " + source.decode().splitlines()[node.start_point[0]].strip(), flush=True)
        if taken:
            print(f"{area:<10}{len(places):>6} places{len(taken):>6} tried{killed:>6} killed", flush=True)
        score = [score[0] + killed, score[1] + len(taken)]
    if not score[1]:
        print("Nothing was tried: the share is too small, or no fault can be made there.", file=sys.stderr)
        return 2
    print(f"killed {score[0]} of {score[1]}, {100 * score[0] / max(score[1], 1):.1f}%")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
