"""Prints how long answers take and how deep calls go, in real play: `make bench` (ARGS=KEY for one game).

    python tools/bench.py [KEY ...]      by default all games

Of each game and screen: the slowest answer to a key, as the CPython bytecodes of ours that are run for it,
the pixels that go to the display (of each band of the canvas, the rectangle around all that was drawn), and
what both take on the device: some 750 bytecodes a millisecond at 120 MHz, 16 bits a pixel at 24 MHz. And the
most calls of ours that were open at once, below the app's step, by name. What is over its budget says OVER.
"""

import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
for _folder in (PROJECT, PROJECT / "lib"):
    if str(_folder) not in sys.path:
        sys.path.append(str(_folder))  # behind the standard library, whose `code` pdb and pytest need

import bitmaptools  # noqa: E402

from engine import registry  # noqa: E402
from engine.rng import Rng  # noqa: E402
from tests.console import Console  # noqa: E402

OURS = tuple(str(PROJECT / folder) for folder in ("engine", "lib", "boards"))
A_MS = 750  # bytecodes
ANSWER = 80  # ms from a key to its picture
START = 2_000  # ms from code.py to a menu
FRAMES = 10
PRESSES = 60
_LETTERS = "udlrabaaseB"


class Meter:
    """Counts bytecodes of our code, and the depth of its calls, while it is open (`with`)."""

    def __init__(self):
        self.bytecodes = 0
        self.chain = []

    def __enter__(self):
        sys.settrace(self._called)
        return self

    def __exit__(self, *error):
        sys.settrace(None)

    def _called(self, frame, event, argument):
        if not frame.f_code.co_filename.startswith(OURS):
            return None
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        chain = []
        caller = frame
        while caller and not _is_step(caller.f_code):
            if caller.f_code.co_filename.startswith(OURS):
                chain.append(caller.f_code.co_name)
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
    """How many pixels a display has to be sent: `boxes` are the rectangles drawn in, by bitmap."""

    def __init__(self, monkey=bitmaptools):
        self.boxes = {}
        fill, blit = monkey.fill_region, monkey.blit

        def fill_region(bitmap, x1, y1, x2, y2, value):
            self._add(bitmap, x1, y1, x2, y2)
            fill(bitmap, x1, y1, x2, y2, value)

        def blit_region(bitmap, source, x, y, *, x1, y1, x2, y2, **options):
            self._add(bitmap, x, y, x + x2 - x1, y + y2 - y1)
            blit(bitmap, source, x, y, x1=x1, y1=y1, x2=x2, y2=y2, **options)

        monkey.fill_region, monkey.blit = fill_region, blit_region

    def _add(self, bitmap, *box):
        old = self.boxes.get(id(bitmap), box)
        self.boxes[id(bitmap)] = (*map(min, old[:2], box[:2]), *map(max, old[2:], box[2:]))

    def count(self, bands) -> int:
        """The pixels of these bitmaps; all begin anew."""
        total = 0
        for band in bands:
            left, top, right, bottom = self.boxes.get(id(band), (0, 0, 0, 0))
            total += (right - left) * (bottom - top)
        self.boxes.clear()
        return total


def ms(bytecodes: int, pixels: int) -> int:
    """What both take on the device."""
    return bytecodes // A_MS + pixels * 16 // 24_000


def _mark(value: int, budget: int) -> str:
    return f"   OVER {budget}" if value > budget else ""


def play(key: str, pixels: Pixels) -> None:
    """Presses keys at random in a game for two people (if it can be) and easy robots; prints."""
    most = registry.row(key)[3]
    chance = Rng(5)
    console = Console()
    app = console.app
    console.begin(key, [0, 0] + [1] * (most - 2))
    slowest: dict[str, tuple] = {}
    deepest: list[str] = []
    for _ in range(PRESSES):
        screen = console.screen
        letter = _LETTERS[chance.below(len(_LETTERS))]
        console.wait(100)
        pixels.count(())
        with Meter() as meter:
            console.board.queue.append(("udlrabse".index(letter.lower()), True))
            app.step()
            console.board.queue.append(("udlrabse".index(letter.lower()), False))
            app.step()
            while app._next:
                app.step()
        sent = pixels.count(app.canvas._bands)
        row = (ms(meter.bytecodes, sent), meter.bytecodes, sent, letter)
        slowest[screen] = max(slowest.get(screen, row), row)
        deepest = max(deepest, meter.chain, key=len)
        if console.screen == "title":
            console.begin(key, [0] + [1] * (most - 1), seed=chance.below(1000))
    for screen, (took, bytecodes, sent, letter) in sorted(slowest.items()):
        print(f"{key:<12}{screen:<12}{letter:>4}{bytecodes:>10,}{sent:>9,}{took:>6} ms{_mark(took, ANSWER)}")
    print(f"{key:<12}{len(deepest)} calls: {' '.join(deepest)}{_mark(len(deepest), FRAMES)}")


def main(arguments: list[str]) -> int:
    """Starts the app, plays, prints."""
    pixels = Pixels()
    print(f"{'':<12}{'screen':<12}{'key':>4}{'bytecodes':>10}{'pixels':>9}{'device':>9}")
    with Meter() as meter:
        console = Console()
    took = ms(meter.bytecodes, pixels.count(console.app.canvas._bands))
    print(f"{'start':<12}{'title':<16}{meter.bytecodes:>10,}{'':>9}{took:>6} ms{_mark(took, START)}")
    for key in arguments or [row[0] for row in registry.GAMES]:
        play(key, pixels)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
