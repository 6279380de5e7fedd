# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Prints how much of the heap the device's code takes: `make ram`.

    python tools/measure/ram.py

Each row is a statement, run from compiled files. It counts the bytes allocated after the statement less
those before it, each after a collection, on MicroPython for WebAssembly: its words have 32 bits as a device's
have. Names are counted apart, because the firmware has some of them in ROM: each other one takes its letters
and six bytes in tables, each of which is twice as long as the one before.

A peak is the smallest heap that suffices to get to a person's turn in one match, the robots' thinking
included. The most bytes in use between two steps of the app are counted on 32 bits. How much larger the heap
has to be is seen on the VM of 64 bits, because the WebAssembly's collects only between two steps. A row over
its budget says OVER, and the command ends with an error.
"""

import re
import sys
import sysconfig
import tempfile

from engine import registry
from tools import PROJECT, command, vm
from tools.build import bundle, drive
from tools.build.shrink import BUILT_IN, firmware
from tools.measure import bench, limits

_GAMES = max(5, len(registry.GAMES))  # a further game may take as much of a drive as the five
BUDGETS = {
    "kept": 86 * 1024,
    "few keys": 93 * 1024,
    "finger": 92 * 1024,
    "peak": 122 * 1024,
    "bundle": _GAMES * 49 * 1024,
    "drive": _GAMES * 86 * 1024,
}
_TRIES = 5  # smallest heaps, of which the median counts
_APART = 16  # KB, the most by which two of them differ
_SLACK = 6  # KB that the VM needs more if the most in use is looked up
_ENTRY = 6  # bytes a name takes beside its letters
CORE = "import engine.registry, engine.rng, engine.session"
TELL = """
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

    turns: whether `turn` is called after that until it returns true.
    """

    def __init__(self, label: str, before: str, what: str, turns: bool = False):
        self.label = label
        self.before = before
        self.what = what
        self.turns = turns

    def measure(self, folder) -> int:
        """Returns the bytes that it takes of a device's heap."""
        parts = [(self.before, False), (TELL, False), (self.what, False)]
        if self.turns:
            parts.append(("__done__ = turn()", True))
        first, second = map(_State, vm.run_narrow(folder, [*parts, (TELL, False)]).split("qstr pool:")[1:])
        return second.taken - first.taken + second.names(first, self.before.startswith(STANDINS))


class _State:
    """What TELL prints."""

    def __init__(self, said: str):
        self.tables = int(re.findall(r"n_total_bytes=(\d+)", said)[0])  # bytes of the names there
        self.taken = int(said.split()[-1]) - self.tables  # bytes of all else
        self._names = {name for name in re.findall(r"^Q\((.*)\)$", said, re.M) if vm.SCRIPT not in name}

    def names(self, before: "_State", alone: bool) -> int:
        """Returns the bytes that the names which `before` lacks take on a device.

        alone: whether they are all the names there, so that the tables are theirs.
        """
        new = self._names - before._names
        entries = len(new)
        if alone:
            entries = length = 10
            while entries < len(new):
                length *= 2
                entries += length
        return entries * _ENTRY + sum(len(name.encode()) + 1 for name in new)


def engine_rows() -> list[Row]:
    """Returns rows for the engine alone, each game's module, and a full table before and after a match."""
    rows = [Row("engine: registry, rng, session", "", CORE)]
    for key, _, _, most in registry.GAMES:
        if not (PROJECT / "engine" / f"{key}.py").exists():
            continue
        load = f"{CORE}\nengine.registry.load('{key}')"
        play = f"{load}\n{_PLAY}"
        rows.append(Row(f"{key}: module", CORE, f"module = engine.registry.load('{key}')"))
        rows.append(Row(f"{key}: session of {most}, dealt", play, f"session = match('{key}', {most}, 0)"))
        rows.append(Row(f"{key}: session of {most}, over", play, f"session = match('{key}', {most}, 1)"))
    return rows


def app_rows() -> list[Row]:
    """Returns rows for the app at its title and for a menu, drawn by us and by others' libraries."""
    rows = [Row("app: imports, picture and fonts, title", STANDINS, APP)]
    menu = f"{STANDINS}\nimport fontio\n{APP}"
    rows.append(Row("menu of 8 rows: our canvas", menu, OUR_MENU))
    rows.append(Row("menu of 8 rows: label and grid, imported", menu, LIBRARIES))
    rows.append(Row("menu of 8 rows: its letters for labels", menu + LIBRARIES, GLYPHS))
    rows.append(Row("menu of 8 rows: labels in a grid", menu + LIBRARIES + GLYPHS, LABELS))
    return rows


def times() -> list[tuple[str, int]]:
    """Returns (label, the bytecodes of the same menu, our way and with labels in a grid)."""
    from tools.console import Console

    scope = {"app": Console().app}
    exec(LIBRARIES + GLYPHS, scope)
    library = sysconfig.get_paths()["purelib"] + "/adafruit_display"
    rows = []
    for label, script in (("our canvas", OUR_MENU), ("labels in a grid", LABELS)):
        with bench.Meter((*bench.OURS, library)) as meter:
            exec(script, scope)
        rows.append((f"menu of 8 rows: {label}, bytecodes", meter.count))
    return rows


def _begin(key: str, players: int) -> str:
    """Returns the script that begins a match of one person and hard robots, where robots take most memory."""
    return BEGIN.format(key, players, _BEGUN.get(key, 0))


def kept_rows() -> list[Row]:
    """Returns rows for what is kept at a person's turn at each game's fullest table among hard robots.

    In English, and in Japanese, whose signs take most.
    """
    rows = []
    for language, what in (("", APP), (" in Japanese", APP + JAPANESE)):
        for key, _, _, most in registry.GAMES:
            label = f"kept: {key}, {most} seats, hard{language}"
            rows.append(Row(label, STANDINS + TURN, what + _begin(key, most), True))
    return rows


def other_rows() -> list[Row]:
    """Returns rows for the same table of The Game on a board with few keys, and on one that is touched."""
    rows = []
    for label, reader in (("few keys", "few.Few(app, 3, 'ABC')"), ("finger", "finger.Finger(app)")):
        app = APP.replace("boards.find()", "page").replace(
            "app =", _READ.format(reader.split(".")[0], reader) + "app =", 1
        )
        what = app + _begin("the_game", 5)
        rows.append(Row(f"{label}: the_game, 5 seats, hard", STANDINS + TURN, what, True))
    return rows


def peaks(folder) -> list[tuple[str, int]]:
    """Returns (label, the least heap of a device that gets to a person's turn, thinking included).

    That is the most in use before any turn, and half of what the VM's smallest heap has beyond that: what a
    turn takes, and what lies in pieces too small for it. Both are words, half as wide on a device.
    """
    before = STANDINS + TURN
    told = TELL.replace("gc.mem_alloc()", "highest")
    narrow = _State(vm.run_narrow(folder, [(before, False), (TELL, False)]))
    rows = []
    for key, _, _, most in registry.GAMES:
        begin = APP + _begin(key, most)
        heap = _smallest_heap(folder, f"{before}{begin}while not turn():\n    pass\n")
        looped = "\n    ".join(["while not __done__:", *HIGHEST.split("\n")])
        there = _State(vm.run(folder, f"{before}{begin}{looped}\n{told}", f"{heap + _SLACK}k"))
        scripts = [(before, False), (begin, False), (HIGHEST, True), (told, False)]
        here = _State(vm.run_narrow(folder, scripts))
        beyond = heap * 1024 - there.taken - there.tables
        peak = here.taken - narrow.taken + beyond // 2 + here.names(narrow, True)
        rows.append((f"peak: {key}, {most} seats, hard", peak))
    return rows


def _smallest_heap(folder, script: str) -> int:
    """Returns the KB of the VM's smallest heap in which a script runs: the median of several.

    Where things lie in the heap decides about some KB. So each is begun with another piece taken.
    """
    heaps = [vm.smallest_heap(folder, script, 64, 256, 1)]
    for size in range(1, _TRIES):
        piece = f"piece = bytearray({32 * size})\n"
        heaps.append(vm.smallest_heap(folder, piece + script, heaps[0] - _APART, heaps[0] + _APART, 1))
    return sorted(heaps)[_TRIES // 2]


def bundles() -> list[tuple[str, int]]:
    """Returns (label, bytes) of the games in the largest bundle, of its languages, and of all."""
    rows = []
    whole = 0
    for board in drive.devices():
        files = bundle.contents(board)
        ours = {path: len(data) for path, data in files.items() if bundle.of_games(path)}
        languages = sum(size for path, size in ours.items() if bundle.language(path))
        rows.append((sum(ours.values()) - languages, languages, board))
        whole = max(whole, sum(map(len, files.values())))
    size, languages, board = max(rows)
    return [(f"bundle: {board} but its languages", size), ("languages of a bundle, all three", languages)] + [
        ("drive: the largest, with all languages and libraries", whole)
    ]


# Not part of a device's heap: the stand-ins, and the names that the firmware has in ROM.
STANDINS = f"""
import board, bitmaptools, displayio, keypad, microcontroller, random, supervisor, time
def names(it):
    {"; ".join(f"it.{name}" for name in firmware() + BUILT_IN)}
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


# A page whose keys are read in another way.
_READ = """
from handful import {0}
page = boards.find()
page.few = lambda app: {1}
page.touched = lambda: None
"""

JAPANESE = """
from handful.settings import LANGUAGE
from handful.texts import LANGUAGES
app.settings.values[LANGUAGE] = LANGUAGES.index("ja")
app.apply_language()
"""

# Robots think with most memory after that many actions: in Flip Over once they know all hands.
_BEGUN = {"flip_over": 62}

# Begins a match of one person and hard robots, after that many actions.
BEGIN = """
app.begin("{0}", bytes([0] + [3] * ({1} - 1)), 7, {{}})
while len(app.match.session.history) < {2}:
    app.match.session.act(app.match.session.game.legal_actions()[0])
app.step()
highest = 0
__done__ = False
"""

# `turn` goes on, closes overlays, and returns whether the person is to act and the robots have played.
TURN = """
import gc
def turn():
    app.step()
    time.move(200)
    view = app.view
    if app.screen == app.match.session.key:
        if view.thinker.low_memory:
            raise MemoryError("for hard robots")
        if view.mine and len(app.match.session.history):
            app.step()
            return True
    if not (view.thinker.mind or view.deferred or app.opening):
        view.press(4)
    return False
"""

# One turn, and the most bytes in use before any.
HIGHEST = """highest = max(highest, gc.mem_alloc())
__done__ = turn()
gc.collect()
"""

# The same menu of eight rows: on our canvas, and with the libraries that draw CircuitPython's screens. (A
# name in a string is not changed as our code's names are.)
OUR_MENU = """
for row in range(8):
    app.canvas.text(12, 14 + 13 * row, "Lay 2 more cards!!", 8)
"""
LIBRARIES = """
from handful.check.glyphs import Glyphs
from adafruit_display_text.bitmap_label import Label
from adafruit_displayio_layout.layouts.grid_layout import GridLayout
"""
GLYPHS = """
font = Glyphs("small", False)
for sign in "Lay 2 more cards!!":
    font.get_glyph(ord(sign))
"""
LABELS = """
grid = GridLayout(12, 14, 148, 104, (1, 8))
for row in range(8):
    grid.add_content(Label(font, **{"text": "Lay 2 more cards!!"}), (0, row), (1, 1), None, False)
grid.layout_cells()
"""


def line(label: str, size: int) -> str:
    """Returns the line to print for a row."""
    return f"{label:<44}{size:>9,}{limits.mark(size, BUDGETS.get(label.split(':')[0], size))}"


@command
def main() -> int:
    """Builds, measures and prints."""
    with tempfile.TemporaryDirectory() as folder:
        vm.build(folder, libraries=("handful.few", "handful.finger"))
        for row in engine_rows() + app_rows() + kept_rows() + other_rows():
            print(line(row.label, row.measure(folder)), flush=True)
        for label, size in times() + peaks(folder) + bundles():
            print(line(label, size))
    return limits.verdict()


if __name__ == "__main__":
    sys.exit(main())
