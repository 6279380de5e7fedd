# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Packs the drive of one board in a project that has Candle, and plays a match from it on the MicroPython VM.

tests/app/test_example_game.py runs this in a copy of the project. Its argument is a folder to pack into.
Tells, as JSON, whether the fonts have its texts, the paths in the bundle, and the match on the VM and on
CPython.
"""

import json
import sys
from pathlib import Path

from tools import vm
from tools.build import assets, bundle
from tools.console import Console

ON_THE_VM = """
import boards, time
from handful.app import App
app = App(boards.find())
app.seed = lambda: 2026
for _ in range(5):
    app.step()
app.begin("candle", bytes((0, 3, 3, 3)), 7, {})
while app.screen != "result":
    app.step()
    time.move(200)
    view = app.view
    if app.screen == "candle" and not (view.thinker.mind or view.deferred or app.opening):
        view.press(4)
game = app.match.session.game
print(list(app.match.session.history), [game.score(seat) for seat in range(4)])
"""


def unpacked(folder: Path) -> Path:
    """The folder of a bundle, with its code marked as MicroPython's own and the stand-ins beside it."""
    packed = bundle.build("pybadge", folder).with_suffix("")
    for file in packed.rglob("*.mpy"):
        file.write_bytes(b"M" + file.read_bytes()[1:])
    vm.add_standins(packed)
    return packed


def here() -> str:
    """The same match on CPython."""
    console = Console(seed=2026)
    console.blind()
    console.begin("candle", [0, 3, 3, 3], seed=7)
    while console.screen != "result":
        console.keys("a")
    game = console.app.match.session.game
    return f"{list(console.app.match.session.history)} {[game.score(seat) for seat in range(4)]}\n"


if __name__ == "__main__":
    sheets = assets.main(["--check"])  # 0 if the fonts have all that the texts need
    match = here()
    drive = unpacked(Path(sys.argv[1]))
    files = sorted(file.relative_to(drive).as_posix() for file in drive.rglob("*candle*/**/*"))
    files += sorted(file.relative_to(drive).as_posix() for file in drive.rglob("*candle*.mpy"))
    print(json.dumps({"sheets": sheets, "files": files, "vm": vm.run(drive, ON_THE_VM), "here": match}))
