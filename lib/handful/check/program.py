# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The program that checks a board: keys, picture, tones, lamps, light, and what it measures by itself.

One page follows the other. The first ends when every key has been seen, those with a question when A or B
answers it, and each of them when nothing happens for a while: a key may be what is broken. The last page
lists the verdicts. They are also told as lines `name: value`, which docs/check.md explains.

The pages are labels in a grid, as libraries for CircuitPython draw them. What is saved is only read.
"""

import gc
import os
import sys

import bitmaptools
import displayio
from adafruit_display_text.bitmap_label import Label
from adafruit_displayio_layout.layouts.grid_layout import GridLayout
from micropython import const

from handful import keys
from handful.check import measures
from handful.check.glyphs import Glyphs
from handful.check.measures import elapsed
from handful.picture.measures import HEIGHT, WIDTH

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Callable
    from typing import Any

_FRAME = const(10)  # ms from one turn of the loop to the next
_PATIENCE = const(20_000)  # ms without a key after which a page ends
_NOTE = const(350)  # ms of a tone, of a lamp's colour and of a step of the light
_SMALL = const("small")  # the font
_UP = const(0)  # a finger has gone, see handful.finger

_NAMES = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "START", "SELECT")  # by the numbers of handful.keys
SIGNS = "↑↓←→ⒶⒷ\ue000\ue001"  # the same, shorter
PAGES = ("keys", "picture", "tones", "lamps", "light", "wait", "verdicts")
KEYS = const(0)
PICTURE = const(1)
_TONES = const(2)
_LAMPS = const(3)
_LIGHT = const(4)
WAIT = const(5)
VERDICTS = const(6)
_SCALE = bytes((22, 33, 44))  # the tones, in 20 Hz; each louder than the one before
_LAMP = (0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF)
_STEPS = bytes((100, 70, 40, 20))  # of the light, in per cent
_SWITCH = bytes((100, 0))  # of a light without steps

NEEDED = const(124_928)  # bytes of the heap at a full table (BUDGETS in tools/measure/ram.py)
LEAST = const(375)  # bytecodes a ms: half of what is planned with (A_MS in tools/measure/bench.py)
# What a PyBadge's firmware 10.2.1 measures, emulated: KB of the heap, bytecodes a ms, ms of a picture.
_HEAP = const(142)
_PACE = const(1100)
_PICTURE = const(88)
_SLOW = const(400)  # ms of a picture: slower than this feels unresponsive

GROUND = const(0x0C211C)
_WHITE = const(0xFFFFFF)
_GREY = const(0x8F9A94)
LIT = const(0xF2A33A)
GOOD = const(0x5FD38B)
BAD = const(0xFF6A6A)

_COLUMNS = const(4)  # columns of the grid
_ROWS = const(11)  # its rows: the first has the title, the last what the keys do
EDGE = const(4)  # pixels around the grid
_GRID = const(HEIGHT - 2 * EDGE)  # its height
_BODY = const(4)  # the first row below a question
_PATCHES = const(16)


class Check:
    """The check of one board. `run` goes through it, `step` is one turn of its loop.

    board: a page of `boards`. tell: called with each line of the report. page: what is shown, 0 to 6.
    over: whether the player has left.
    """

    def __init__(self, board: "Any", tell: "Callable[[str], Any]") -> None:
        self.board = board
        self._tell = tell
        self._heap = measures.heap()  # before there is anything to show
        self._saved = measures.saved(board.region(), board.ERASES)
        language = self._saved[-1]
        self._english = catalogue("en")  # the report's
        self.texts = self._english if language == "en" else catalogue(language)
        self._glyphs = Glyphs(_SMALL, language == "ja")
        self.display = board.display()
        self.display.auto_refresh = False
        self._palette = displayio.Palette(2)
        self._palette[0] = GROUND
        self._palette[1] = _WHITE
        self._frame = displayio.Bitmap(WIDTH, HEIGHT, 2)  # a line along each edge of the picture
        self._frame.fill(1)
        bitmaptools.fill_region(self._frame, 1, 1, WIDTH - 1, HEIGHT - 1, 0)
        self._events = board.events()
        self._event = board.Event()
        self._voice = _made(board.voice)
        self._lamp = _made(board.lamp)
        self._few = getattr(board, "FEW", ())  # what few keys are called: NEXT, YES and BACK
        self._no = keys.RIGHT if keys.A in board.KEYS and keys.B not in board.KEYS else keys.B
        self._touched = getattr(board, "touched", None)
        self._labels: list[Any] = []  # of the keys
        self.page = -1
        self.over = False
        self._begin()

    def run(self) -> None:
        """Checks until the player leaves. Then the board is as the games expect it."""
        try:
            while not self.over:
                self.step()
                self.board.sleep(_FRAME)
        finally:
            self._rest()
            self.board.close()

    def _begin(self) -> None:
        # From the start. Verdicts: name, key of a text, its values, whether it is good (None: neither).
        self.verdicts: list[tuple[str, str, tuple[object, ...], bool | None]] = []
        self._seen = 0  # bit set of the logical keys that have been pressed
        self._down = 0  # bit set of those held now
        self._next = KEYS

    # pages. They are opened from the top of the loop: building one takes half of version 9's stack, 1.5 KB.

    def _open(self, page: int) -> None:
        board = self.board
        if page == KEYS and not board.KEYS:
            self._judge("keys", "none", None)
            page = PICTURE
        missing = (None, None, self._voice, self._lamp, board.LIGHT or None)
        while _TONES <= page < WAIT and missing[page] is None:
            self._judge(PAGES[page], "none", None)
            page += 1
        self.page = page
        self._since = self._last = board.ticks()
        self._turn = -1
        self._labels = []
        root = displayio.Group(
            scale=max(1, min(self.display.width // WIDTH, self.display.height // HEIGHT)),
        )
        root.x = (self.display.width - WIDTH * root.scale) // 2
        root.y = (self.display.height - HEIGHT * root.scale) // 2
        self.display.root_group = root
        gc.collect()
        root.append(displayio.TileGrid(self._frame, pixel_shader=self._palette))
        grid = GridLayout(EDGE, EDGE, WIDTH - 2 * EDGE, _GRID, (_COLUMNS, _ROWS))
        name = PAGES[page]
        texts = self.texts
        self._write(grid, 0, texts[name], LIT)
        if page == VERDICTS:
            row = 0
            for what, key, values, good in self.verdicts:
                colour = _GREY if good is None else GOOD if good else BAD
                row += 1
                line = texts["line"].format(texts[what], texts[key].format(*values))
                self._write(grid, row, line, colour, 0.0)
        else:
            lines = texts["ask_" + name].split("|")
            for i in range(len(lines)):
                self._write(grid, i + 1, lines[i], _WHITE)
        foot = texts.get("foot_" + PAGES[page]) or texts["foot_ask"]
        if self._few:
            foot = foot.replace(SIGNS[keys.A], self._few[1]).replace(
                SIGNS[keys.B], self._few[2 if self._no == keys.B else 0]
            )
        self._write(grid, _ROWS - 1, foot, LIT)
        if page == KEYS:
            for name in self._few or _NAMES:
                label = Label(self._glyphs, text=name, color=_GREY, padding_left=3, padding_right=3)
                i = len(self._labels)
                self._labels.append(label)
                grid.add_content(label, (i % 2 * 2, _BODY + i // 2), (2, 1), (0.5, 0.5), False)
        grid.layout_cells()
        root.append(grid)
        if page == PICTURE:
            self._patches(root, _BODY, _LAMP)
            self._patches(root, _BODY + 3, ())
        self.display.refresh()

    def _write(self, grid: GridLayout, row: int, text: str, colour: int, anchor: float = 0.5) -> None:
        label = Label(self._glyphs, text=text, color=colour)
        grid.add_content(label, (0, row), (_COLUMNS, 1), (anchor, 0.5), False)

    def _patches(self, root: displayio.Group, row: int, colours: tuple[int, ...]) -> None:
        # Sixteen patches: from dark to bright in each of the colours, or in grey.
        palette = displayio.Palette(_PATCHES)
        wide = (WIDTH - 2 * EDGE) // _PATCHES
        bitmap = displayio.Bitmap(_PATCHES * wide, _GRID * 5 // (2 * _ROWS), _PATCHES)
        each = _PATCHES // len(colours) if colours else _PATCHES
        for i in range(_PATCHES):
            level = 255 * (i % each + 1) // each if colours else 255 * i // (_PATCHES - 1)
            grey = level << 16 | level << 8 | level
            palette[i] = grey & colours[i // each] if colours else grey
            bitmaptools.fill_region(bitmap, i * wide, 0, (i + 1) * wide, bitmap.height, i)
        x = (WIDTH - bitmap.width) // 2
        root.append(displayio.TileGrid(bitmap, pixel_shader=palette, x=x, y=EDGE + row * _GRID // _ROWS))

    # the loop

    def step(self) -> None:
        """One turn of the loop: the keys, then what the page shows, sounds or measures."""
        if self._next >= 0:
            page = self._next
            self._next = -1
            self._open(page)
            if page == VERDICTS:
                self._report()
        now = self.board.ticks()
        event = self._event
        page = self.page
        if self._events.overflowed:
            self._events.clear()
            self._down = 0
        while self._next < 0 and not self.over and self._events.get_into(event):
            key = self.board.KEYS[event.key_number]
            if key < len(_NAMES):
                self._last = now
                self._press(key, event.pressed)
        if self._touched and page > KEYS:
            touch = self._touched()
            if touch and touch[2] == _UP:  # the answers stand side by side
                self._last = now
                self._press(keys.A if touch[0] < WIDTH // 2 else self._no, True)
        if self._next >= 0 or self.over:
            return
        if page == WAIT:
            self._measure()
            self._next = VERDICTS
        elif page == KEYS:
            if self._labels:
                self._show_keys()
            every = self._every()
            if self._seen & every == every and not self._down:
                self._judge("keys", "all_seen", True, bin(every).count("1"))
                self._next = PICTURE
            elif elapsed(now, self._last) > _PATIENCE // 2:
                unseen = [i for i in range(len(self._labels)) if every & ~self._seen & 1 << self._key(i)]
                names = " ".join([(self._few or _NAMES)[i] for i in unseen])
                short = names if self._few else "".join([SIGNS[i] for i in unseen])
                self._judge("keys", "unseen" if unseen else "stuck", False, short, names)
                self._next = PICTURE
        elif page < WAIT:
            turn = elapsed(now, self._since) // _NOTE
            if turn != self._turn:
                self._turn = turn
                self._act(turn)
            if elapsed(now, self._last) > _PATIENCE:
                self._answer("silent", False)

    def _every(self) -> int:
        # The bit set of the logical keys that the board has.
        every = 0
        for key in self.board.KEYS:
            if key < len(_NAMES):
                every |= 1 << key
        return every

    def _key(self, place: int) -> int:
        # The logical key of a label.
        return self.board.KEYS[place] if self._few else place

    def _press(self, key: int, pressed: bool) -> None:
        bit = 1 << key
        if pressed:
            self._seen |= bit
            self._down |= bit
        else:
            self._down &= ~bit
        if not pressed or key not in (keys.A, self._no):
            return
        if self.page == VERDICTS:
            if key == self._no:
                self.over = True
            else:
                self._begin()
        elif KEYS < self.page < WAIT:
            self._answer("right" if key == keys.A else "wrong", key == keys.A)

    def _show_keys(self) -> None:
        # Colours the keys' names: grey, bright while the key is held, green once it has been.
        changed = False
        for place in range(len(self._labels)):
            bit = 1 << self._key(place)
            label = self._labels[place]
            held = self._down & bit
            ground = LIT if held else None
            colour = GROUND if held else GOOD if self._seen & bit else _GREY
            if colour != label.color:
                label.color = colour
                label.background_color = ground
                changed = True
        if changed:
            self.display.refresh()

    def _act(self, turn: int) -> None:
        # What a page with a question does by turns.
        if self.page == _TONES:
            note = turn % (len(_SCALE) + 1)
            if note < len(_SCALE):
                self._voice.tone(_SCALE[note] * 20, note + 1)
            else:
                self._voice.quiet()
        elif self.page == _LAMPS:
            self._lamp.shine(_LAMP[turn // 2 % len(_LAMP)], True)
        elif self.page == _LIGHT:
            steps = _STEPS if self.board.LIGHT > 1 else _SWITCH
            self.display.brightness = steps[turn // 2 % len(steps)] / 100

    def _rest(self) -> None:
        # Ends what a page does by turns.
        if self._voice:
            self._voice.quiet()
        if self._lamp:
            self._lamp.shine(0, False)
        if self.board.LIGHT:
            self.display.brightness = 1.0

    def _answer(self, key: str, good: bool) -> None:
        self._judge(PAGES[self.page], key, good)
        self._rest()
        self._next = self.page + 1

    def _judge(self, name: str, key: str, good: bool | None, *values: object) -> None:
        self.verdicts.append((name, key, values, good))

    # what needs nobody

    def _measure(self) -> None:
        key, *values = self._saved[:-1]
        self._judge("saving", key, None if key == "none" else key != "damaged", *values)
        heap, free, block = self._heap
        if heap:
            self._judge("memory", "room", heap >= NEEDED, heap // 1024, _HEAP, free // 1024, block // 1024)
        else:
            self._judge("memory", "endless", None)
        speed = measures.speed(self.board.ticks)
        self._judge("speed", "pace", speed >= LEAST, speed, _PACE)
        took = measures.picture(self.display, self._palette, self.board.ticks)
        self._judge("refresh", "took", took < _SLOW, took, _PICTURE)

    def _report(self) -> None:
        tell = self._tell
        made = sys.implementation
        if made.name == "cpython":
            tell("board: this computer")
        else:
            import board as firmware

            tell("board: " + firmware.board_id)
        tell("page: " + self.board.NAME)
        tell("firmware: " + made.name + " " + ".".join([str(part) for part in made.version[:3]]))
        if hasattr(os, "uname"):
            tell("machine: " + os.uname().machine)
        tell("handful: " + _version())
        tell("display: " + str(self.display.width) + "x" + str(self.display.height))
        for name, key, values, _ in self.verdicts:
            text = self._english.get("told_" + key) or self._english[key]
            tell(self._english[name] + ": " + text.format(*values))


def _made(make: "Callable[[], Any]") -> "Any":
    # Calls a board's voice() or lamp(), as the app does. None if its firmware lacks what they need.
    try:
        return make()
    except (ImportError, AttributeError, ValueError, RuntimeError):
        return None


def catalogue(language: str) -> dict[str, str]:
    """Returns the program's texts in a language, by key. The first is what the games' settings call it."""
    found = {}
    with open("assets/texts/" + language + ".check.txt", encoding="utf-8") as file:
        for line in file:
            key, _, text = line.rstrip("\n").partition("=")
            found[key] = text
    return found


def _version() -> str:
    # The version that the bundle's list of files names.
    try:
        with open("handful.txt", encoding="utf-8") as file:
            return file.readline().split(" ")[1]
    except OSError:
        return "its sources"
