# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Does what make does, with no make and no shell, as on Windows: `py tools/do.py run`.

    python tools/do.py TARGET [NAME=VALUE ...]

The targets and the names are those of the Makefile. This Python is the one that .venv is made of.
"""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
VENV = PROJECT / ".venv"
PYTHON = VENV / "Scripts" / "python.exe" if sys.platform == "win32" else VENV / "bin" / "python"
LISTS = ("run", "dev", "web")  # what tools/environment.py sets up, in this order

# What the Makefile does for a target: the last of the lists that it needs, and the words for Python. A word
# whose variable is empty is left out.
TARGETS = {
    "run": ("run", "tools/run.py {BOARD} SIZE={SIZE} KEYS={KEYS}"),
    "check": ("dev", "tools/run.py check {BOARD} SIZE={SIZE}"),
    "test-rules": ("dev", "-m pytest -q -n auto --dist worksteal tests/engine"),
    "bundle": ("dev", "tools/build/bundle.py --site={SITE} --games={GAMES} {BOARD}"),
    "flash": ("dev", "tools/build/flash.py --drive={DRIVE} --board={BOARD} --games={GAMES} {FORCE}"),
    "uf2": ("dev", "tools/build/uf2.py {BOARD} {FIRMWARE} {FORCE}"),
    "web": ("web", "tools/build/web.py"),
    "release": ("web", "tools/build/release.py --firmware={FIRMWARE}"),
}
NAME = re.compile(r"\{(\w+)\}")


def said(words: "list[str]") -> "dict[str, str]":
    """Returns the values by their names. ValueError says what cannot be."""
    given: dict[str, str] = {}
    for word in words:
        name, sign, value = word.partition("=")
        if name in given:
            raise ValueError("%s is there twice." % name)
        if not sign and name.isupper() and name.isidentifier():
            raise ValueError("%s has no value: say %s=..." % (name, name))
        given[name] = value
    return given


def command(target: str, given: "dict[str, str]") -> "tuple[tuple[str, ...], list[str]]":
    """Returns a target's lists of packages, and the words for Python. ValueError says what cannot be."""
    if target not in TARGETS:
        raise ValueError("Say what to do, one of: %s." % " ".join(TARGETS))
    last, words = TARGETS[target]
    names = NAME.findall(words)
    unknown = sorted(set(given) - set(names))
    if unknown:
        page = PROJECT / "boards" / (unknown[0] + ".py")
        hint = ": say BOARD=%s" % unknown[0] if "BOARD" in names and page.exists() else ""
        raise ValueError("%s means nothing to %s%s." % (unknown[0], target, hint))
    if target == "uf2" and not (given.get("BOARD") and given.get("FIRMWARE")):
        raise ValueError("Say the board and its firmware: uf2 BOARD=... FIRMWARE=file.uf2")
    if given.get("FORCE", "1") not in ("", "1"):
        raise ValueError("FORCE=%s means nothing: say FORCE=1, or leave it out." % given["FORCE"])
    given = {**given, "FORCE": "--force" if given.get("FORCE") else ""}
    if target == "run" and given.get("BOARD") == "browser":
        last = "web"
    known = [word for word in words.split() if all(given.get(name) for name in NAME.findall(word))]
    filled = [NAME.sub(lambda found: given[found[1]], word) for word in known]
    return LISTS[: LISTS.index(last) + 1], filled


def main(arguments: "list[str]") -> int:
    """Sets up what a target needs and does it. Returns how that ended."""
    makefile = (PROJECT / "Makefile").read_text(encoding="utf-8")
    versions = re.findall(r"^VERSIONS := (.*)", makefile, re.MULTILINE)[0].split()
    here = "%d.%d" % sys.version_info[:2]
    if here not in versions:
        print("This is Python %s. Handful needs one of: %s." % (here, " ".join(versions)), file=sys.stderr)
        return 1
    try:
        lists, words = command("".join(arguments[:1]), said(arguments[1:]))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    signal.signal(signal.SIGINT, lambda *_: None)  # Ctrl-C is for what runs below, and that is waited for
    setting = [sys.executable, "tools/environment.py", ".venv"]
    environment = {**os.environ, "PYTHONUTF8": "1"}
    for step in [*[[*setting, name] for name in lists], [str(PYTHON), *words]]:
        status = subprocess.call(step, cwd=PROJECT, env=environment)
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
