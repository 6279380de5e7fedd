# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Changes the rules and the save code in one place at a time, and checks whether a test notices.

    python tools/measure/mutants.py [--share S] [--seed N] [--only MODULE] [--again] [--show]

mutmut makes the mutants in a copy of the project, and runs the tests that reach the changed function. A run
tries a random share of each module's mutants (default 0.05, chosen by the seed), and all that survived
before. Killed mutants are kept in build/mutants and not tried again, unless `--again` starts afresh. Prints
each module's score and the survivors; `--show` adds the change. docs/mutants.md says why some survive.

Lines with `raise` are not changed. A mutant that no test reaches counts as survived.
"""

import argparse
import json
import random
import shutil
import subprocess
import sys
from pathlib import Path

from engine import registry
from tools import PROJECT

FOLDER = PROJECT / "build" / "mutants"

# All of engine/ except the robots, and what writes and reads saves.
MODULES = (
    *[f"engine.{file.stem}" for file in sorted((PROJECT / "engine").glob("*.py"))],
    "handful.store",
    "handful.match",
    "handful.records",
    "handful.settings",
)
_ENGINE = ("rng", "session", "conformance", "memory", "redeal", "signals", "taking_back")
TESTS = (
    *[f"engine/test_{name}.py" for name in _ENGINE],
    *[f"engine/test_{row[0]}.py" for row in registry.GAMES],
    *[f"app/test_{name}.py" for name in ("store", "match", "series", "records", "ladder")],
)
# Tests that run another program, compose all of Blinka's pixels, or take longer than ten others together.
_SLOW = (
    "interpreters", "garbage", "disk", "power_that_goes", "six_lives", "written_anew", "four_times",
    "challenged",
)  # fmt: skip
LEFT_OUT = " and ".join([f"not {name}" for name in _SLOW])

_SURVIVED = (0, 33)  # mutmut's exit codes: the tests passed, no test reaches it
_FIRST = "engine.memory"  # it has few, and few tests reach it; trying them makes mutmut list all mutants

CONFIGURATION = """
[tool.mutmut]
source_paths = ["engine", "handful"]
only_mutate = {files}
also_copy = ["boards", "tools", "assets", "code.py"]
do_not_mutate_patterns = ["raise "]
pytest_add_cli_args = ["-k", "{left_out}"]
pytest_add_cli_args_test_selection = {tests}
timeout_multiplier = 1.0
timeout_constant = 2.0
use_git_change_detection = false
"""


def lay_out(folder: Path) -> None:
    """Copies the project. handful goes beside engine, because mutmut names a module by its path."""
    for name in ("engine", "boards", "tools", "assets", "tests"):
        shutil.copytree(PROJECT / name, folder / name, dirs_exist_ok=True,
                        ignore=shutil.ignore_patterns("__pycache__", "golden"))
    shutil.copytree(PROJECT / "lib" / "handful", folder / "handful", dirs_exist_ok=True,
                    ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(PROJECT / "code.py", folder)
    files = [name.replace(".", "/") + ".py" for name in MODULES]
    tests = [f"tests/{name}" for name in TESTS]
    text = (PROJECT / "pyproject.toml").read_text(encoding="utf-8")
    text += CONFIGURATION.format(files=json.dumps(files), tests=json.dumps(tests), left_out=LEFT_OUT)
    (folder / "pyproject.toml").write_text(text, encoding="utf-8")


def mutmut(*arguments: str, quiet: bool = True) -> str:
    """Runs mutmut in the copy. Returns what it printed."""
    done = subprocess.run([sys.executable, "-m", "mutmut", *arguments], cwd=FOLDER, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode and quiet:
        sys.exit(done.stdout[-3000:])
    return done.stdout


def results() -> dict:
    """Returns each module's mutants with their exit codes, None for those not tried."""
    found = {}
    for module in MODULES:
        file = FOLDER / "mutants" / (module.replace(".", "/") + ".py.meta")
        found[module] = json.loads(file.read_text())["exit_code_by_key"] if file.exists() else {}
    return found


def main(arguments: list[str]) -> int:
    """Makes mutants, tries them and prints the score."""
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__.splitlines()[0])
    parser.add_argument("--share", type=float, default=0.05)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", action="append", choices=MODULES)
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--show", action="store_true")
    asked = parser.parse_args(arguments)
    if asked.again:
        shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    lay_out(FOLDER)
    if not any(results().values()):
        mutmut("run", "--max-children", "1", _FIRST + ".*")
    chance = random.Random(asked.seed)
    taken = []
    for module, codes in results().items():
        names = chance.sample(sorted(codes), round(len(codes) * min(asked.share, 1)))
        if module in (asked.only or MODULES):
            taken += [name for name in codes if codes[name] in _SURVIVED]
            taken += [name for name in names if codes[name] is None]
    if taken:
        mutmut("run", "--max-children", "1", *taken)
    score = [0, 0]
    print(f"{'':<24}{'mutants':>9}{'tried':>9}{'killed':>9}")
    survivors = []
    for module, codes in results().items():
        tried = [name for name in sorted(codes) if codes[name] is not None]
        left = [name for name in tried if codes[name] in _SURVIVED]
        name = module.removesuffix(".__init__")
        print(f"{name:<24}{len(codes):>9}{len(tried):>9}{len(tried) - len(left):>9}")
        survivors += left
        score[0] += len(tried) - len(left)
        score[1] += len(tried)
    print(f"killed {score[0]} of {score[1]}, {100 * score[0] / max(score[1], 1):.1f}%")
    for name in survivors:
        print(name)
        if asked.show:
            lines = mutmut("show", name, quiet=False).splitlines()
            print("\n".join([line for line in lines if line[:1] in "+-@" and line[:3] not in ("---", "+++")]))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
