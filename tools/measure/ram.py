"""Prints how much of the heap the device's code takes: `make ram`.

    python tools/measure/ram.py

Each row is a statement, run on the MicroPython VM from compiled files in a heap of its own. It counts the
bytes allocated after the statement less those before it, each after a collection. The VM has 64 bits, a
device 32. There an object takes half as much, code (half pointers, half bytecode) 70 %, and pixels of bitmaps
the same. This agrees to some 5 % with MicroPython for 32 bits (npm has it, as WebAssembly). Names are counted
apart, because the firmware has some of them in ROM: each other one takes its letters and six bytes in tables,
each of which is twice as long as the one before. A row over its budget says OVER.
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
BUDGETS = {"kept": 76 * 1024, "peak": 105 * 1024, "bundle": 220 * 1024}
_ROOM = "256k"  # a heap large enough for all rows
_ENTRY = 6  # bytes a name takes beside its letters
PIXELS = 14_152  # bytes of pixels in the canvas and its two fonts
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
    """A row of the table: its label, the source that runs first, and the source that is measured.

    share: the percentage of the VM's bytes that a device needs, OBJECTS or (modules) CODE.
    """

    def __init__(self, label: str, before: str, what: str, share: int = OBJECTS):
        self.label = label
        self.before = before
        self.what = what
        self.share = share

    def measure(self, folder) -> tuple[int, int]:
        """Returns the bytes on the VM and, approximately, on a device."""
        said = vm.run(folder, _MEASURE.format(before=self.before, what=self.what), _ROOM)
        total, pixels = map(int, said.split()[-2:])
        first, second = [_Names(part) for part in said.split("qstr pool:")[1:]]
        names = second.on_device(first) if self.before is STANDINS else second.part(first)
        return total, _on_device(total - (second.size - first.size), pixels, self.share) + names


class _Names:
    """The names that the VM stores, as its `qstr_info` prints them."""

    def __init__(self, said: str):
        self.size = int(re.findall(r"n_total_bytes=(\d+)", said)[0])
        self._names = {name for name in re.findall(r"^Q\((.*)\)$", said, re.M) if vm.SCRIPT not in name}

    def _new(self, before) -> tuple[int, int]:
        # Returns how many new names the firmware lacks, and the bytes of their letters.
        new = self._names - before._names
        return len(new), sum(len(name.encode()) + 1 for name in new)

    def part(self, before) -> int:
        """Returns the bytes that the new names take on a device."""
        number, letters = self._new(before)
        return number * _ENTRY + letters

    def on_device(self, before) -> int:
        """Returns the same for a device without other names, including the tables for that many."""
        number, letters = self._new(before)
        tables = length = 10
        while tables < number:
            length *= 2
            tables += length
        return tables * _ENTRY + letters


def _on_device(total: int, pixels: int, share: int) -> int:
    return (total - pixels) * share // 100 + pixels


def engine_rows() -> list[Row]:
    """Returns rows for the engine alone, each game's module, and a full table before and after a match."""
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
    """Returns rows for the app at its title and for a line of text.

    `before` is STANDINS.
    """
    rows = [Row("app: imports, picture and fonts, title", STANDINS, APP, CODE)]
    rows.append(Row("text: handful.picture.canvas, a line of 18", f"{STANDINS}\n{APP}", OUR_LINE))
    rows.append(Row("text: display_text.bitmap_label, imported", f"{STANDINS}\n{APP}", LABEL, CODE))
    return rows


def kept_rows() -> list[Row]:
    """Returns rows for what is kept at a person's turn at each game's fullest table among hard robots.

    In English, and in Japanese, whose signs take most.
    """
    rows = []
    for language, what in (("", APP), (" in Japanese", APP + JAPANESE)):
        for key, _, _, most in registry.GAMES:
            label = f"kept: {key}, {most} seats, hard{language}"
            rows.append(Row(label, STANDINS, what + TURN.format(key, most), CODE))
    return rows


def peaks(folder) -> list[tuple[str, int]]:
    """Returns (label, the least heap of a device that gets to a person's turn, thinking included).

    That is the smallest heap of the VM in which the script ends well, less what the stand-ins take of it.
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
    """Returns (label, bytes) of the largest bundle without libraries, and of its languages."""
    rows = []
    for board in drive.devices():
        files = bundle.contents(board)
        ours = {path: len(data) for path, data in files.items() if not bundle.theirs(path)}
        languages = sum(size for path, size in ours.items() if bundle.language(path))
        rows.append((sum(ours.values()) - languages, languages, board))
    size, languages, board = max(rows)
    return [(f"bundle: {board} but its languages", size), ("languages of a bundle, all three", languages)]


# Not part of a device's heap: the stand-ins, and the names that the firmware has in ROM.
STANDINS = f"""
import board, bitmaptools, displayio, keypad, microcontroller, random, supervisor, time
def names(it):
    {"; ".join(f"it.{name}" for name in firmware())}
del names
"""

# The app in `app`, after a few turns of its loop without a key.
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
app.settings.values[LANGUAGE] = LANGUAGES.index("ja")
app.speak()
"""

# Goes on to a person's turn, after the hard robots have played, and closes overlays.
TURN = """
app.begin("{0}", bytes([0] + [3] * ({1} - 1)), 7, {{}})
app.step()
while True:
    app.step()
    time.move(200)
    view = app.view
    if app.screen == "{0}" and view._low_memory:
        raise MemoryError("for hard robots")
    if app.screen == "{0}" and view.mine and len(app.match.session.history):
        break
    if not (view.thinking or view.then or app.opening):
        view.press(4)
app.step()
"""

# A line of text drawn our way; Adafruit's library for text before it draws one.
OUR_LINE = 'app.canvas.text(0, 0, "Lay 2 more cards!!", 8)'
LIBRARY = "adafruit_display_text.bitmap_label"
LABEL = f"import {LIBRARY}"


def table(rows: list[Row], folder) -> list[str]:
    """Returns the lines to print."""
    lines = [f"{'bytes of heap':<42}{'64-bit VM':>11}{'device, about':>15}"]
    for row in rows:
        total, device = row.measure(folder)
        lines.append(f"{row.label:<42}{total:>11,}{device:>15,}{over(row.label, device)}")
    return lines


def over(label: str, size: int) -> str:
    """Returns the mark of a row over its budget, "" for all others."""
    budget = BUDGETS.get(label.split(":")[0], size)
    return f"   OVER {budget:,}" if size > budget else ""


def main() -> int:
    """Builds, measures and prints."""
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
