# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Prints how long keys' answers and hard choices take, and how deep calls go: `make bench`.

    python tools/measure/bench.py [KEY ...]      by default all games (make bench ARGS=KEY)

Reads the files of a device, for which the build has wrapped the pages of the help.

Plays at random. An answer may come in several pictures, one after the other, each with what matters most of
what is left. A row a screen shows the one that took longest of all answers to a key, from the key or the
picture before it: the CPython bytecodes of our code, the pixels sent to the display, and the time of both on
a device; then the longest time from a key to the last picture. A device runs about 750 bytecodes a
millisecond at 120 MHz; displayio takes 5.2 µs to compose and send a pixel. The pixels are, for each band of
the canvas, the rectangle around everything drawn, or the whole band if a colour of the palette changes. Then
come the deepest calls of our code below the app's step, by name. In the menus each key has a row, and so have
the help's pages and a match in its second half that is continued. A screen that opens sends 20,480 pixels at
once, which alone take longer. A row over its budget says OVER, and the command ends with an error.

The last rows are of the hard robots: the median and the longest of CHOICES choices in matches of all numbers
of players, as bytecodes and as time on a PyBadge, the slowest board. How many bytecodes a millisecond it
thinks was measured for each game on CircuitPython 10.2.1 for the PyBadge, emulated, with a heap as full as at
a table: choices of hard robots in whole matches, collections included.
"""

import os
import shutil
import statistics
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import bitmaptools
import displayio

from engine import bots, memory, registry
from engine.rng import Rng
from engine.session import Session
from handful.match import Match
from handful.records import CLASSES, LAST
from handful.store import MATCH
from handful.texts import LANGUAGES
from tools import PROJECT, checkout, command
from tools.build import drive, wrap
from tools.build.split import frames
from tools.console import Console
from tools.measure import limits
from tools.measure.opcodes import APP, Opcodes, thought

OURS = (*APP, str(PROJECT / "boards" / "parts"))
A_MS = 750  # bytecodes a millisecond of what draws a key's answer
BOARD = "PyBadge"  # the slowest board, by whose pace robots think
# Bytecodes a millisecond of what a robot thinks there: collections and large ints take longer.
THINKING = {"the_game": 275, "inversio": 650, "inversion": 870}
OTHERS = 1_000
A_PIXEL = 5.2  # µs a pixel
ANSWER = 80  # ms from a key to its picture
START = 2_000  # ms from code.py to a menu
COVER = 150  # ms from a key to the cover of the next game, a new picture
JAPANESE_COVER = 160  # the same in Japanese, whose signs are read one by one
HELP = {"en": (300, 150), "ja": (400, 200)}  # ms from a key to the help's first page, and to the next one
CONTINUED = 320  # ms from a key to the table of a saved match, and to what follows on it
HARD = {"the_game": (550, 1500), "inversio": (400, 1500)}  # ms of a hard choice: the median, the longest
USUAL = (400, 1200)  # the same in the other games
SLICE = 30_000  # bytecodes of a robot between two looks at the keys
CHOICES = 40
_APART = 13  # turns from one to the next
_LAST = -1  # place in a row of the ms until the last picture
MENUS = """a games: open|r games: turn|l games: turn|d set-up: open|d set-up: move|d set-up: move
r set-up: change|d set-up: move|r set-up: other rows|dddddd set-up: scroll|b games: open|b title: open
d title: move|a settings: open|d settings: move|r settings: change|ddddddd settings: scroll|a name: open
d name: move|a name: add|s settings: open|b title: open|dda records: open
r records: turn"""  # keys, what the last does
KEYS = [row[0] for row in registry.GAMES]
FRAMES = 10
PRESSES = 60
_LETTERS = "udlrabaaseB"


class Loaded:
    """The loaded modules in which the console looks for those to free, without what only a computer loads."""

    pop = sys.modules.pop

    def __iter__(self):
        return iter([name for name in sys.modules if name.startswith(("engine", "handful", "boards"))])

    def __contains__(self, name):
        return name in sys.modules

    def __getitem__(self, name):
        return sys.modules[name]


class Meter(Opcodes):
    """Counts the bytecodes of our code, and notes the deepest `chain` of its calls, inside a `with` block."""

    def __init__(self, places=OURS):
        super().__init__(places)
        self.chain = []
        self._loaded = mock.patch.object(memory, "sys", SimpleNamespace(modules=Loaded()))

    def __enter__(self):
        self._loaded.start()
        return super().__enter__()

    def __exit__(self, *error):
        super().__exit__()
        self._loaded.stop()

    def _called(self, frame, event, argument):
        followed = super()._called(frame, event, argument)
        chain = []
        caller = frame if followed else None
        while caller and not _is_step(caller.f_code):
            if caller.f_code.co_filename.startswith(self._places):
                chain += [caller.f_code.co_name] * frames(caller.f_code)
            caller = caller.f_back
        if caller and len(chain) > len(self.chain):
            self.chain = chain[::-1]
        return followed


def _is_step(code) -> bool:
    return code.co_name == "step" and code.co_filename.endswith("app.py")


class Pixels:
    """Counts the pixels that a display is sent. `boxes` are the rectangles drawn in, by bitmap."""

    def __init__(self, monkey=bitmaptools):
        self.boxes = {}
        self._colours = ()
        fill, blit = monkey.fill_region, monkey.blit

        def fill_region(bitmap, x1, y1, x2, y2, value):
            self._add(bitmap, x1, y1, x2, y2)
            fill(bitmap, x1, y1, x2, y2, value)

        def blit_region(bitmap, source, x, y, *, x1, y1, x2, y2, **options):
            self._add(bitmap, x, y, x + x2 - x1, y + y2 - y1)
            blit(bitmap, source, x, y, x1=x1, y1=y1, x2=x2, y2=y2, **options)

        def fill_all(bitmap, value):
            self._add(bitmap, 0, 0, bitmap.width, bitmap.height)
            whole(bitmap, value)

        whole = displayio.Bitmap.fill
        displayio.Bitmap.fill = fill_all  # type: ignore[method-assign]
        monkey.fill_region, monkey.blit = fill_region, blit_region

    def _add(self, bitmap, *box):
        old = self.boxes.get(id(bitmap), box)
        self.boxes[id(bitmap)] = (*map(min, old[:2], box[:2]), *map(max, old[2:], box[2:]))

    def count(self, canvas) -> int:
        """Returns the pixels to be sent for a canvas, and starts counting again."""
        total = 0
        before, self._colours = self._colours, tuple(canvas.colour(index) for index in range(16))
        if before != self._colours:
            self.boxes = {id(band): (0, 0, band.width, band.height) for band in canvas.bands}
        for band in canvas.bands:
            left, top, right, bottom = self.boxes.get(id(band), (0, 0, 0, 0))
            total += (right - left) * (bottom - top)
        self.boxes.clear()
        return total


def ms(bytecodes: int, pixels: int) -> int:
    """Returns the time of both on a device."""
    return round(bytecodes / A_MS + pixels * A_PIXEL / 1000)


def thinking_ms(key: str, bytecodes: float) -> float:
    """Returns how long a robot of a game thinks on the slowest board, in ms."""
    return bytecodes / THINKING.get(key, OTHERS)


def press(console, letter: str, pixels: Pixels) -> tuple:
    """Presses a key. Returns (ms, bytecodes, pixels) of the slowest picture, ms of all, chain of calls."""
    app = console.app
    console.wait(100)
    console.heed()
    pixels.count(app.canvas)
    pictures = []
    done = 0  # bytecodes until the last picture
    refresh = app.canvas.refresh

    def refreshed():
        nonlocal done
        refresh()
        before = meter.count
        sent = pixels.count(app.canvas)
        meter.count = before  # counting is no work of a device
        if sent:
            pictures.append((ms(meter.count - done, sent), meter.count - done, sent))
            done = meter.count

    app.canvas.refresh = refreshed
    with Meter() as meter:
        console.board.queue.append(("udlrabse".index(letter.lower()), True))
        app.step()
        console.board.queue.append(("udlrabse".index(letter.lower()), False))
        app.step()
        while app.opening:
            app.step()
    del app.canvas.refresh
    return *max(pictures), sum(picture[0] for picture in pictures), meter.chain


def device(folder: Path) -> Path:
    """Copies the assets into a folder, wrapped as they are on a device. Returns the folder."""
    shutil.copytree(drive.ASSETS, folder / "assets")
    for file in drive.ASSETS.rglob("*.txt"):
        place = file.relative_to(PROJECT)
        if file.name.endswith(wrap.ENDINGS):
            (folder / place).write_bytes(drive.asset(place.as_posix(), file))
        elif file in drive.catalogues():  # their keys stay, since the sources ask for them
            text = checkout.text(file)
            (folder / place).write_text(wrap.described(text, file.stem), encoding="utf-8")
    return folder


def menus(pixels: Pixels) -> None:
    """Walks through the menus and prints the slowest answer of each kind."""
    console = Console()
    fill_records(console.app)
    slowest: dict[str, tuple] = {}
    for step in MENUS.replace("\n", "|").split("|"):
        letters, what = step.split(" ", 1)
        console.keys(letters[:-1])
        took, bytecodes, sent, whole, _ = press(console, letters[-1], pixels)
        slowest[what] = _slower(slowest.get(what), (took, bytecodes, sent, letters[-1], whole))
    for what, row in slowest.items():
        budget = ANSWER if row[2] < console.board.screen.width * console.board.screen.height else START
        if what == "games: turn":
            show(f"{what:<30}", row, COVER, _LAST)
        else:
            show(f"{what:<30}", row, budget)


def fill_records(app) -> None:
    """Counts matches of the first game, so that its page has the most to draw."""
    records = app.records
    for number in range(LAST):
        for opponents in range(CLASSES):
            records.add(0, opponents, number % 3 > 0, number)
        records.go_on(0, number % 3 > 0, range(5), 0)
    app.keep(records)


def helped(key: str, language: str, pixels: Pixels) -> list[tuple]:
    """Returns the answers to the key that opens a game's help at its table, and to those that turn pages."""
    console = Console(language=LANGUAGES.index(language))
    console.begin(key, [0] + [1] * (registry.row(key)[3] - 1))
    while not console.view.mine:
        console.keys("a")
    console.keys("B")
    answers = [press(console, "d", pixels)]
    for _ in range(console.page[1] - 1):
        answers.append(press(console, "r", pixels))
    return answers


def helps(keys: list[str], pixels: Pixels) -> None:
    """Prints the slowest opening of the help, and the slowest of its other pages."""
    for language, budgets in HELP.items():
        slowest: list[tuple | None] = [None, None]
        for key in keys:
            for number, (took, bytecodes, sent, whole, _) in enumerate(helped(key, language, pixels)):
                later = number > 0
                slowest[later] = _slower(slowest[later], (took, bytecodes, sent, "dr"[later], whole))
        for what, row, budget in zip(("open", "next page"), slowest, budgets, strict=True):
            show(f"help in {language}: {what}".ljust(30), row or (), budget, _LAST)


def continued(key: str, pixels: Pixels) -> tuple:
    """Returns the answer to CONTINUE in a match of the most players, three quarters through.

    The title has had time to load it.
    """
    players = registry.row(key)[3]
    session = Session(key, players, 5)
    chance = Rng(5)
    while session.game.player >= 0:
        session.act(bots.choose(session.game, bots.EASY, chance))
    match = Match(Session(key, players, 5), [0] + [1] * (players - 1))
    for action in session.history[: len(session.history) * 3 // 4]:
        match.act(action)
    console = Console()
    console.app.store.put(MATCH, match.dump())
    console.app.open("title")
    console.wait(2_000)
    return press(console, "a", pixels)


def thoughts(key: str, count: int = CHOICES) -> list[int]:
    """Returns the bytecodes of `count` hard choices in matches of easy robots."""
    _, _, least, most = registry.row(key)
    found: list[int] = []
    seed = 0
    while len(found) < count:
        game = registry.load(key).Game(least + seed % (most - least + 1), Rng(seed))
        chance = Rng(seed)
        turn = seed
        while game.player >= 0 and len(found) < count:
            if turn % _APART == 0:
                found.append(sum(thought(game, bots.HARD, Rng(turn))[1]))
            game.apply(bots.choose(game, bots.EASY, chance))
            turn += 1
        seed += 1
    return found


def think(key: str) -> None:
    """Prints what hard choices take: the median and the longest."""
    found = thoughts(key)
    median, longest = HARD.get(key, USUAL)
    rows = (("median", round(statistics.median(found)), median), ("longest", max(found), longest))
    for what, bytecodes, budget in rows:
        took = round(thinking_ms(key, bytecodes))
        over = limits.mark(took, budget)
        print(f"{key:<12}{'hard choice: ' + what:<22}{bytecodes:>10,}{took:>15} ms on a {BOARD}{over}")


def _slower(old: tuple | None, new: tuple) -> tuple:
    # The slower picture of two answers, and the longer time to the last one.
    return (*max(old, new)[:-1], max(old[-1], new[-1])) if old else new


def show(what: str, row: tuple, budget: int, at: int = 0) -> None:
    """Prints the row of an answer to a key. at: the place in the row of what the budget is for."""
    took, bytecodes, sent, letter, whole = row
    over = limits.mark(row[at], budget)
    print(f"{what}{letter:>4}{bytecodes:>10,}{sent:>9,}{took:>6} ms{whole:>6} ms{over}")


def play(key: str, pixels: Pixels) -> None:
    """Presses random keys in a game of two people (if it allows two) and easy robots; prints the answers."""
    most = registry.row(key)[3]
    chance = Rng(5)
    console = Console()
    console.begin(key, [0, 0] + [1] * (most - 2))
    slowest: dict[str, tuple] = {}
    deepest: list[str] = []
    all_of_it = console.board.screen.width * console.board.screen.height
    for _ in range(PRESSES):
        screen = console.screen
        letter = _LETTERS[chance.below(len(_LETTERS))]
        took, bytecodes, sent, whole, chain = press(console, letter, pixels)
        what = screen + (": whole" if sent >= all_of_it else "")
        slowest[what] = _slower(slowest.get(what), (took, bytecodes, sent, letter, whole))
        deepest = max(deepest, chain, key=len)
        if console.screen == "title":
            console.begin(key, [0] + [1] * (most - 1), seed=chance.below(1000))
    for screen, row in sorted(slowest.items()):
        show(f"{key:<12}{screen:<18}", row, START if screen.endswith("whole") else ANSWER)
    print(f"{key:<12}{len(deepest)} calls: {' '.join(deepest)}{limits.mark(len(deepest), FRAMES)}")


@command
def main(arguments: list[str]) -> int:
    """Starts the app, plays and prints."""
    drive.games(",".join(arguments))  # refuses what is none
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(device(Path(folder)))  # the app finds its assets from here
        answers(arguments)
        os.chdir(PROJECT)
    for key in arguments or KEYS:
        think(key)
    return limits.verdict()


def answers(arguments: list[str]) -> None:
    """Prints what answers to keys take."""
    pixels = Pixels()
    print(f"{'':<12}{'screen':<18}{'key':>4}{'bytecodes':>10}{'pixels':>9}{'device':>9}{'last':>9}")
    with Meter() as meter:
        console = Console()
    took = ms(meter.count, pixels.count(console.app.canvas))
    print(f"{'start':<12}{'title':<22}{meter.count:>10,}{'':>9}{took:>6} ms{limits.mark(took, START)}")
    if not arguments:
        menus(pixels)
    helps(arguments or KEYS, pixels)
    for key in arguments or KEYS:
        play(key, pixels)
        took, bytecodes, sent, whole, _ = continued(key, pixels)
        show(f"{key:<12}{'continued':<18}", (took, bytecodes, sent, "a", whole), CONTINUED, _LAST)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
