# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Starts a console in a project that has Esperanto, chooses it, and packs it.

tests/app/test_example_language.py runs this in a copy of the project. Its argument is a folder to pack into.
Tells, as JSON, which languages are offered, a text of the next screens, the language after the next start,
its name in the settings, whether the fonts have its texts, and its files and its console's texts in a bundle.
"""

import json
import sys
from pathlib import Path

from handful.texts import LANGUAGES
from tools.build import assets, bundle
from tools.console import Console

CODE = LANGUAGES[-1]


def labels(console) -> list[str]:
    """The labels of the rows on a menu's screen."""
    return [row[1] for row in console.view.rows()]


def spoken() -> dict:
    """What a console says that is started for the first time, and once more."""
    console = Console(language=-1)
    offered = labels(console)
    console.keys("d" * LANGUAGES.index(CODE) + "a")
    screens = [[console.screen, labels(console)[1]]]
    console.keys("dab")  # who knows the way comes to the shelf of games
    screens.append([console.screen, labels(console)[0]])
    console.wait(3000)  # until it is saved
    again = Console(console.board.flash)
    again.app.open("settings")
    again.wait(40)
    return {
        "offered": offered,
        "screens": screens,
        "again": again.app.texts.language,
        "value": again.view.rows()[0][2],
    }


if __name__ == "__main__":
    said = spoken()
    said["sheets"] = assets.main(["--check"])  # 0 if the fonts have all that the texts need
    packed = bundle.build("pybadge", Path(sys.argv[1])).with_suffix("")
    files = [file.relative_to(packed).as_posix() for file in packed.rglob(f"{CODE}.*")]
    texts = (packed / "assets" / "texts" / f"{CODE}.txt").read_text(encoding="utf-8")
    print(json.dumps(said | {"files": files, "texts": texts}))
