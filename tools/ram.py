"""Prints what the device's code takes of the heap: `make ram`.

    python tools/ram.py

Each row is one statement, run on the MicroPython VM in a heap of its own from compiled files: the
bytes that are still allocated after it, less those before it, each time after a collection. The
VM has 64 bits, the device 32: there objects take half of it, code (half pointers, half bytecode)
72 %, pixels of bitmaps all of it. On MicroPython for 32 bits (npm's WebAssembly one) these rows were
measured within some 5 % of the device's column.
"""

import sys
import tempfile
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
if str(PROJECT) not in sys.path:
    sys.path.append(str(PROJECT))  # behind the standard library, whose `code` pdb and pytest need

from engine import registry  # noqa: E402
from tools import vm  # noqa: E402

OBJECTS = 50
CODE = 72
CORE = "import engine.registry, engine.rng, engine.session"

_MEASURE = """
import gc
{before}
gc.collect()
gc.collect()
import sys
def _pixels():
    return sys.modules["displayio"].pixel_bytes if "displayio" in sys.modules else 0
_total = 0
_before = _pixels()
_start = gc.mem_alloc()
{what}
gc.collect()
gc.collect()
_total = gc.mem_alloc() - _start
print(_total, _pixels() - _before)
"""

# A match of random legal actions, kept in `session`.
_PLAY = """
from engine.rng import Rng
from engine.session import Session
_rng = Rng(7)
def match(key, players, whole):
    session = Session(key, players, 7)
    while whole and session.game.player >= 0:
        legal = session.game.legal_actions()
        session.act(legal[_rng.below(len(legal))])
    return session
"""


class Row:
    """A line of the table: its label, what is run beforehand and what is measured, as source text.

    share: how many percent of the VM's bytes the device needs, OBJECTS or (modules) CODE.
    """

    def __init__(self, label: str, before: str, what: str, share: int = OBJECTS):
        self.label = label
        self.before = before
        self.what = what
        self.share = share

    def measure(self, folder) -> tuple[int, int]:
        """Bytes on the VM and, about, on the device."""
        said = vm.run(folder, _MEASURE.format(before=self.before, what=self.what))
        total, pixels = map(int, said.split()[-2:])
        return total, (total - pixels) * self.share // 100 + pixels


def engine_rows() -> list[Row]:
    """The engine without a game, each game's module, and its longest table before and after a match."""
    rows = [Row("engine: registry, rng, session", "", CORE, CODE)]
    for key, _, _, most in registry.GAMES:
        if not (PROJECT / "engine" / f"{key}.py").exists():
            continue
        load = f"{CORE}\nengine.registry.load('{key}')"
        play = f"{load}\n{_PLAY}"
        rows.append(Row(f"{key}: module", CORE, f"module = engine.registry.load('{key}')", CODE))
        rows.append(Row(f"{key}: session of {most}, dealt", play, f"session = match('{key}', {most}, 0)"))
        rows.append(Row(f"{key}: session of {most}, over", play, f"session = match('{key}', {most}, 1)"))
    return rows


def app_rows() -> list[Row]:
    """The app at its title and at each game's fullest table, robots' knowledge included; a line of text.

    `before` imports the stand-ins (on the device they are no part of the heap): see STANDINS.
    """
    rows = [Row("app: imports, picture and fonts, title", STANDINS, APP, CODE)]
    for key, _, _, most in registry.GAMES:
        play = f"{APP}\n{TABLE.format(key, most)}"
        rows.append(Row(f"app: table of {most}, hard, {key}", STANDINS, play, CODE))
    rows.append(Row("text: handful.canvas, a line of 18", f"{STANDINS}\n{APP}", OUR_LINE))
    rows.append(Row("text: display_text.bitmap_label, imported", f"{STANDINS}\n{APP}", LABEL, CODE))
    return rows


def peaks(folder) -> list[tuple[str, int]]:
    """Labels and the smallest heaps, in KB of the VM, in which whole runs end well.

    A row is (label, vm.smallest_heap(folder, script)); the stand-ins are in that heap too.
    """
    presses = (PROJECT / "tests" / "presses.py").read_text(encoding="utf-8")
    whole = presses + WHOLE
    return [("least heap: The Game, five people, title to result", vm.smallest_heap(folder, whole))]


STANDINS = "import board, bitmaptools, displayio, keypad, microcontroller, random, supervisor, time"

# The app after so many turns of its loop, in `app`; no key is pressed.
APP = """
import boards
from handful.app import App
app = App(boards.find())
for _ in range(5):
    app.step()
"""


# A match of persons and one hard robot, which has begun to think, in that app.
TABLE = """
app.begin("{0}", bytes([0] * ({1} - 1) + [3]), 7, {{}})
for _ in range(5):
    app.step()
from engine.bots import Thinking
from engine.rng import Rng
thinking = Thinking(app.match.session.game, 2, Rng(1))
thinking.step()
"""

# What a line of text keeps drawn our way, and what the library for it keeps before it draws one.
OUR_LINE = 'app.canvas.text(0, 0, "Lay 2 more cards!!", 8)'
LIBRARY = "adafruit_display_text.bitmap_label"
LABEL = f"import {LIBRARY}"
WHOLE = """
import boards, keypad
from handful.app import App
app = App(boards.find())
app.seed = lambda: 2026
def feed():
    yield keypad.LOOK, 200
    for key in whole_game(app, 5):
        if key < 0:
            yield keypad.LOOK, 500
        else:
            yield app.board.KEYS.find(bytes((key,))), 20
            yield keypad.LOOK, 60
keypad.script(feed(), lambda: None)
try:
    app.run()
except SystemExit:
    pass
"""


def table(rows: list[Row], folder) -> list[str]:
    """The lines to print."""
    lines = [f"{'bytes of heap':<42}{'64-bit VM':>11}{'device, about':>15}"]
    for row in rows:
        total, device = row.measure(folder)
        lines.append(f"{row.label:<42}{total:>11,}{device:>15,}")
    return lines


def main() -> int:
    """Builds, measures, prints."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            vm.build(folder, libraries=(LIBRARY,))
            print("\n".join(table(engine_rows() + app_rows(), folder)))
            for label, kilobytes in peaks(folder):
                print(f"{label:<42}{kilobytes:>8} KB")
        except vm.VMError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
