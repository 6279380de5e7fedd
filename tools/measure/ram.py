"""Prints what the device's code takes of the heap: `make ram`.

    python tools/measure/ram.py

Each row is one statement, run on the MicroPython VM in a heap of its own from compiled files: the
bytes that are still allocated after it, less those before it, each time after a collection. The
VM has 64 bits, the device 32: there objects take half of it, code (half pointers, half bytecode)
70 %, pixels of bitmaps all of it, as measured on MicroPython for 32 bits (npm has one, WebAssembly's)
to some 5 %. Names are reckoned apart, since the firmware has some of them: of the others the device
keeps the letters, and six bytes in tables of which each is twice as long as the last. A row over its
budget says OVER.
"""

import re
import sys
import tempfile

from engine import registry
from tools import PROJECT, vm
from tools.build import bundle, drive
from tools.build.shrink import firmware

OBJECTS = 50
CODE = 70
BUDGETS = {"kept": 72 * 1024, "peak": 105 * 1024, "bundle": 220 * 1024}
_ROOM = "256k"  # of heap: enough for all
_ENTRY = 6  # bytes that a name takes beside its letters
PIXELS = 14_152  # of the canvas and its two fonts
CORE = "import engine.registry, engine.rng, engine.session"

_MEASURE = """
import gc, micropython
{before}
gc.collect()
gc.collect()
import sys
def _pixels():
    return sys.modules["displayio"].pixel_bytes if "displayio" in sys.modules else 0
_total = 0
_before = _pixels()
micropython.qstr_info(1)
_start = gc.mem_alloc()
{what}
gc.collect()
gc.collect()
_total = gc.mem_alloc() - _start
micropython.qstr_info(1)
print(_total, _pixels() - _before)
"""

_TOLD = """
import gc, micropython
gc.collect()
gc.collect()
micropython.qstr_info(1)
print(gc.mem_alloc())
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
        said = vm.run(folder, _MEASURE.format(before=self.before, what=self.what), _ROOM)
        total, pixels = map(int, said.split()[-2:])
        first, second = [_Names(part) for part in said.split("qstr pool:")[1:]]
        names = second.on_device(first) if self.before is STANDINS else second.part(first)
        return total, _on_device(total - (second.size - first.size), pixels, self.share) + names


class _Names:
    """The names that the VM keeps, as its `qstr_info` tells them."""

    def __init__(self, said: str):
        self.size = int(re.findall(r"n_total_bytes=(\d+)", said)[0])
        self._names = set(re.findall(r"^Q\((.*)\)$", said, re.M))

    def _new(self, before) -> tuple[int, int]:
        # How many names, and how many bytes their letters take, that the firmware does not have.
        new = self._names - before._names
        return len(new), sum(len(name.encode()) + 1 for name in new)

    def part(self, before) -> int:
        """What those take on the device that are new."""
        number, letters = self._new(before)
        return number * _ENTRY + letters

    def on_device(self, before) -> int:
        """The same if there are no others, with the tables that are needed for so many."""
        number, letters = self._new(before)
        tables = length = 10
        while tables < number:
            length *= 2
            tables += length
        return tables * _ENTRY + letters


def _on_device(total: int, pixels: int, share: int) -> int:
    return (total - pixels) * share // 100 + pixels


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
    """The app at its title; a line of text.

    `before` is STANDINS.
    """
    rows = [Row("app: imports, picture and fonts, title", STANDINS, APP, CODE)]
    rows.append(Row("text: handful.picture.canvas, a line of 18", f"{STANDINS}\n{APP}", OUR_LINE))
    rows.append(Row("text: display_text.bitmap_label, imported", f"{STANDINS}\n{APP}", LABEL, CODE))
    return rows


def kept_rows() -> list[Row]:
    """What is kept when a person's turn comes at each game's fullest table, all others being hard robots.

    In English, and in Japanese, whose signs take most.
    """
    rows = []
    for language, what in (("", APP), (" in Japanese", APP + JAPANESE)):
        for key, _, _, most in registry.GAMES:
            label = f"kept: {key}, {most} seats, hard{language}"
            rows.append(Row(label, STANDINS, what + TURN.format(key, most), CODE))
    return rows


def peaks(folder) -> list[tuple[str, int]]:
    """Labels, and about how much of a device's heap it takes at least to get there, thinking included.

    That is the smallest heap of the VM in which it ends well, less what the stand-ins take of it.
    """
    said = vm.run(folder, STANDINS + _TOLD)
    spare = int(said.split()[-1])
    before = _Names(said)
    rows = []
    for key, _, _, most in registry.GAMES:
        play = STANDINS + APP + TURN.format(key, most)
        names = _Names(vm.run(folder, play + _TOLD, _ROOM))
        least = vm.smallest_heap(folder, play, 64, 256) * 1024 - spare - (names.size - before.size)
        peak = _on_device(least, PIXELS, CODE) + names.on_device(before)
        rows.append((f"peak: {key}, {most} seats, hard", peak))
    return rows


def bundles() -> list[tuple[str, int]]:
    """Labels and bytes: the largest bundle without other people's libraries, and its languages apart."""
    rows = []
    for board in drive.devices():
        files = bundle.contents(board)
        ours = {path: len(data) for path, data in files.items() if not bundle.theirs(path)}
        languages = sum(size for path, size in ours.items() if bundle.language(path))
        rows.append((sum(ours.values()) - languages, languages, board))
    size, languages, board = max(rows)
    return [(f"bundle: {board} but its languages", size), ("languages of a bundle, all three", languages)]


# What is no part of the device's heap: the stand-ins, and the names that its firmware has in ROM.
STANDINS = f"""
import board, bitmaptools, displayio, keypad, microcontroller, random, supervisor, time
def names(it):
    {"; ".join(f"it.{name}" for name in firmware())}
del names
"""

# The app after so many turns of its loop, in `app`; no key is pressed.
APP = """
import boards
from handful.app import App
app = App(boards.find())
for _ in range(5):
    app.step()
"""


JAPANESE = """
from handful.settings import LANGUAGE
from handful.texts import LANGUAGES
app.settings.values[LANGUAGE] = [row[0] for row in LANGUAGES].index("ja")
app.speak()
"""

# From there to a person's turn, after the hard robots have had theirs; what is over the table is closed.
TURN = """
app.begin("{0}", bytes([0] + [3] * ({1} - 1)), 7, {{}})
app.step()
while True:
    app.step()
    time.move(200)
    view = app._screen
    if app._name == "{0}" and view._low_memory:
        raise MemoryError("for hard robots")
    if app._name == "{0}" and view.mine and len(app.match.session.history):
        break
    if not view.thinking and not app._next:
        view.press(4)
app.step()
"""

# What a line of text keeps drawn our way, and what the library for it keeps before it draws one.
OUR_LINE = 'app.canvas.text(0, 0, "Lay 2 more cards!!", 8)'
LIBRARY = "adafruit_display_text.bitmap_label"
LABEL = f"import {LIBRARY}"


def table(rows: list[Row], folder) -> list[str]:
    """The lines to print."""
    lines = [f"{'bytes of heap':<42}{'64-bit VM':>11}{'device, about':>15}"]
    for row in rows:
        total, device = row.measure(folder)
        lines.append(f"{row.label:<42}{total:>11,}{device:>15,}{over(row.label, device)}")
    return lines


def over(label: str, size: int) -> str:
    """The mark of a row that takes more than its budget, "" for all others."""
    budget = BUDGETS.get(label.split(":")[0], size)
    return f"   OVER {budget:,}" if size > budget else ""


def main() -> int:
    """Builds, measures, prints."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            vm.build(folder, libraries=(LIBRARY,))
            print("\n".join(table(engine_rows() + app_rows() + kept_rows(), folder)))
            for label, size in peaks(folder) + bundles():
                print(f"{label:<42}{size:>26,}{over(label, size)}")
        except vm.VMError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
