# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Prints how long answers to keys take and how deep calls go: `make bench` (ARGS=KEY for one game).

    python tools/measure/bench.py [KEY ...]      by default all games

Plays at random. An answer may come in several pictures, one after the other, each with what matters most of
what is left. A row a screen shows the one that took longest of all answers to a key, from the key or the
picture before it: the CPython bytecodes of our code, the pixels sent to the display, and the time of both on
a device; then the longest time from a key to the last picture. A device runs about 750 bytecodes a
millisecond at 120 MHz; displayio takes 5.2 µs to compose and send a pixel. The pixels are, for each band of
the canvas, the rectangle around everything drawn, or the whole band if a colour of the palette changes. Then
come the deepest calls of our code below the app's step, by name. In the menus each key has a row. A row over
its budget says OVER; a screen that opens anew sends 20,480 pixels at once, which alone take longer.
"""

import sys

import bitmaptools
import displayio

from engine import registry
from engine.rng import Rng
from tests.console import Console
from tools import PROJECT
from tools.build.split import frames

OURS = tuple(str(PROJECT / folder) for folder in ("engine", "lib", "boards"))
A_MS = 750  # bytecodes a millisecond
A_PIXEL = 5.2  # µs a pixel
ANSWER = 80  # ms from a key to its picture
START = 2_000  # ms from code.py to a menu
MENUS = """a games: open|r games: turn|l games: turn|d set-up: open|d set-up: move|d set-up: move
r set-up: change|d set-up: move|r set-up: other rows|dddddd set-up: scroll|b games: open|b title: open
d title: move|a settings: open|d settings: move|r settings: change|ddddddd settings: scroll|a name: open
d name: move|a name: add|s settings: open|b title: open|dda records: open
r records: turn"""  # keys, what the last does
FRAMES = 10
PRESSES = 60
_LETTERS = "udlrabaaseB"


class Meter:
    """Counts the bytecodes of our code, and the depth of its calls, inside a `with` block.

    places: the beginnings of the paths of the code that counts.
    """

    def __init__(self, places=OURS):
        self._places = places
        self.bytecodes = 0
        self.chain = []

    def __enter__(self):
        sys.settrace(self._called)
        return self

    def __exit__(self, *error):
        sys.settrace(None)

    def _called(self, frame, event, argument):
        if not frame.f_code.co_filename.startswith(self._places):
            return None
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        chain = []
        caller = frame
        while caller and not _is_step(caller.f_code):
            if caller.f_code.co_filename.startswith(self._places):
                chain += [caller.f_code.co_name] * frames(caller.f_code)
            caller = caller.f_back
        if caller and len(chain) > len(self.chain):
            self.chain = chain[::-1]
        return self._ran

    def _ran(self, frame, event, argument):
        self.bytecodes += event == "opcode"
        return self._ran


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
        displayio.Bitmap.fill = fill_all
        monkey.fill_region, monkey.blit = fill_region, blit_region

    def _add(self, bitmap, *box):
        old = self.boxes.get(id(bitmap), box)
        self.boxes[id(bitmap)] = (*map(min, old[:2], box[:2]), *map(max, old[2:], box[2:]))

    def count(self, canvas) -> int:
        """Returns the pixels to be sent for a canvas, and starts counting anew."""
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


def _mark(value: int, budget: int) -> str:
    return f"   OVER {budget}" if value > budget else ""


def press(console, letter: str, pixels: Pixels) -> tuple:
    """Presses a key. Returns (ms, bytecodes, pixels) of the slowest picture, ms of all, chain of calls."""
    app = console.app
    console.wait(100)
    pixels.count(app.canvas)
    pictures = []
    done = 0  # bytecodes until the last picture
    refresh = app.canvas.refresh

    def refreshed():
        nonlocal done
        refresh()
        sent = pixels.count(app.canvas)
        if sent:
            pictures.append((ms(meter.bytecodes - done, sent), meter.bytecodes - done, sent))
            done = meter.bytecodes

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


def menus(pixels: Pixels) -> None:
    """Walks through the menus and prints the slowest answer of each kind."""
    console = Console()
    slowest: dict[str, tuple] = {}
    for step in MENUS.replace("\n", "|").split("|"):
        letters, what = step.split(" ", 1)
        console.keys(letters[:-1])
        took, bytecodes, sent, whole, _ = press(console, letters[-1], pixels)
        slowest[what] = _slower(slowest.get(what), (took, bytecodes, sent, letters[-1], whole))
    for what, row in slowest.items():
        budget = ANSWER if row[2] < console.board.screen.width * console.board.screen.height else START
        _print(f"{what:<30}", row, budget)


def _slower(old: tuple | None, new: tuple) -> tuple:
    # The slower picture of two answers, and the longer time to the last one.
    return (*max(old, new)[:-1], max(old[-1], new[-1])) if old else new


def _print(what: str, row: tuple, budget: int) -> None:
    took, bytecodes, sent, letter, whole = row
    print(f"{what}{letter:>4}{bytecodes:>10,}{sent:>9,}{took:>6} ms{whole:>6} ms{_mark(took, budget)}")


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
        what = screen + (": anew" if sent >= all_of_it else "")
        slowest[what] = _slower(slowest.get(what), (took, bytecodes, sent, letter, whole))
        deepest = max(deepest, chain, key=len)
        if console.screen == "title":
            console.begin(key, [0] + [1] * (most - 1), seed=chance.below(1000))
    for screen, row in sorted(slowest.items()):
        _print(f"{key:<12}{screen:<18}", row, START if screen.endswith("anew") else ANSWER)
    print(f"{key:<12}{len(deepest)} calls: {' '.join(deepest)}{_mark(len(deepest), FRAMES)}")


def main(arguments: list[str]) -> int:
    """Starts the app, plays and prints."""
    pixels = Pixels()
    print(f"{'':<12}{'screen':<18}{'key':>4}{'bytecodes':>10}{'pixels':>9}{'device':>9}{'last':>9}")
    with Meter() as meter:
        console = Console()
    took = ms(meter.bytecodes, pixels.count(console.app.canvas))
    print(f"{'start':<12}{'title':<22}{meter.bytecodes:>10,}{'':>9}{took:>6} ms{_mark(took, START)}")
    if not arguments:
        menus(pixels)
    for key in arguments or [row[0] for row in registry.GAMES]:
        play(key, pixels)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
