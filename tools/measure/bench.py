"""Prints how long answers to keys take and how deep calls go: `make bench` (ARGS=KEY for one game).

    python tools/measure/bench.py [KEY ...]      by default all games

Plays at random. A row a screen shows the slowest answer to a key: the CPython bytecodes of our code, the
pixels sent to the display, and the time of both on a device. A device runs about 750 bytecodes a millisecond
at 120 MHz; displayio takes 5.2 µs to compose and send a pixel. The pixels are, for each band of the canvas,
the rectangle around everything drawn, or the whole band if a colour of the palette changes. Then come the
deepest calls of our code below the app's step, by name. In the menus each key has a row. A row over its
budget says OVER; a screen that opens anew sends 20,480 pixels, which alone take longer.
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
    """Presses a key. Returns (ms, bytecodes, pixels, chain of calls) of the answer."""
    app = console.app
    console.wait(100)
    pixels.count(app.canvas)
    with Meter() as meter:
        console.board.queue.append(("udlrabse".index(letter.lower()), True))
        app.step()
        console.board.queue.append(("udlrabse".index(letter.lower()), False))
        app.step()
        while app.opening:
            app.step()
    sent = pixels.count(app.canvas)
    return ms(meter.bytecodes, sent), meter.bytecodes, sent, meter.chain


def menus(pixels: Pixels) -> None:
    """Walks through the menus and prints the slowest answer of each kind."""
    console = Console()
    slowest: dict[str, tuple] = {}
    for step in MENUS.replace("\n", "|").split("|"):
        letters, what = step.split(" ", 1)
        console.keys(letters[:-1])
        row = (*press(console, letters[-1], pixels)[:3], letters[-1])
        slowest[what] = max(slowest.get(what, row), row)
    for what, (took, bytecodes, sent, letter) in slowest.items():
        budget = ANSWER if sent < console.board.screen.width * console.board.screen.height else START
        print(f"{what:<30}{letter:>4}{bytecodes:>10,}{sent:>9,}{took:>6} ms{_mark(took, budget)}")


def play(key: str, pixels: Pixels) -> None:
    """Presses random keys in a game of two people (if it allows two) and easy robots; prints the answers."""
    most = registry.row(key)[3]
    chance = Rng(5)
    console = Console()
    console.begin(key, [0, 0] + [1] * (most - 2))
    slowest: dict[str, tuple] = {}
    deepest: list[str] = []
    whole = console.board.screen.width * console.board.screen.height
    for _ in range(PRESSES):
        screen = console.screen
        letter = _LETTERS[chance.below(len(_LETTERS))]
        took, bytecodes, sent, chain = press(console, letter, pixels)
        row = (took, bytecodes, sent, letter)
        what = screen + (": anew" if sent >= whole else "")
        slowest[what] = max(slowest.get(what, row), row)
        deepest = max(deepest, chain, key=len)
        if console.screen == "title":
            console.begin(key, [0] + [1] * (most - 1), seed=chance.below(1000))
    for screen, (took, bytecodes, sent, letter) in sorted(slowest.items()):
        budget = START if screen.endswith("anew") else ANSWER
        print(f"{key:<12}{screen:<18}{letter:>4}{bytecodes:>10,}{sent:>9,}{took:>6} ms{_mark(took, budget)}")
    print(f"{key:<12}{len(deepest)} calls: {' '.join(deepest)}{_mark(len(deepest), FRAMES)}")


def main(arguments: list[str]) -> int:
    """Starts the app, plays and prints."""
    pixels = Pixels()
    print(f"{'':<12}{'screen':<18}{'key':>4}{'bytecodes':>10}{'pixels':>9}{'device':>9}")
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
