# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""boards.parts.doubled on a stand-in for the display's controller shows what displayio would."""

import builtins
import sys
import types

import displayio
import numpy
import pytest

from boards.computer.picture import Picture, compose
from engine import registry
from handful.picture import ink
from handful.picture.canvas import Canvas
from handful.picture.measures import HEIGHT, WIDTH
from tests.app.test_budget import FRAMES, Depth
from tests.app.test_motion import KINDS
from tools import console as consoles

COLUMN, ROW = 3, 80  # where the display begins in the controller's memory
ROW_BYTES = 2 * 2 * WIDTH * 2  # of a row of the canvas: two lines, two pixels each, two bytes for a pixel
WINDOW = 8
LAST = (HEIGHT - 1) // 16 * 16  # the first row of the last band


class Controller:
    """A display's bus and controller. sent: the bytes of data so far."""

    def __init__(self):
        self.memory = numpy.zeros((2 * HEIGHT + ROW, 2 * WIDTH + COLUMN), numpy.uint16)
        self.sent = 0
        self._window = [(0, 0), (0, 0)]
        self._at = 0

    def send(self, command, data):
        """Takes a command: the window's columns or rows, or pixels to be written from its beginning or on."""
        data = bytes(data)
        self.sent += len(data)
        if command in (0x2A, 0x2B):
            self._window[command - 0x2A] = tuple(int(value) for value in numpy.frombuffer(data, ">u2"))
            return
        assert command in (0x2C, 0x3C)
        (left, right), (top, bottom) = self._window
        if command == 0x2C:
            self._at = 0
        colours = numpy.frombuffer(data, ">u2")
        wide = right + 1 - left
        places = numpy.arange(self._at, self._at + len(colours))
        self._at += len(colours)
        assert self._at <= wide * (bottom + 1 - top)
        self.memory[top + places // wide, left + places % wide] = colours

    def shown(self):
        """What the display shows: RGB565, row by row."""
        return self.memory[ROW:, COLUMN:]


class Screen:
    """A displayio display with that controller."""

    rotation = 0

    def __init__(self, width=2 * WIDTH, height=2 * HEIGHT):
        self.width = width
        self.height = height
        self.bus = Controller()
        self.auto_refresh = True
        self.root_group = None
        self.cleared = 0

    def refresh(self):
        """Shows its group, which is empty."""
        assert not self.auto_refresh and len(self.root_group) == 0
        self.cleared += 1


class Wide(displayio.Bitmap):
    """A Bitmap of 16 bits."""

    def __init__(self, width, height, count):
        super().__init__(width, height, 16)
        assert count == 1 << 16
        self.bits_per_value = 16
        self.cells = numpy.zeros((height, width), numpy.uint16)
        self._bytes = self.cells.reshape(-1).data


class Packed(bytearray):
    """A memoryview of a Bitmap of four bits: bytes of two pixels, the left one in the high bits."""

    def __init__(self, bitmap):
        self._bitmap = bitmap
        super().__init__((bitmap.cells[:, ::2] << 4 | bitmap.cells[:, 1::2]).tobytes())

    def __setitem__(self, place, value):
        super().__setitem__(place, value)
        data = numpy.frombuffer(bytes(self), numpy.uint8).reshape(self._bitmap.height, -1)
        self._bitmap.cells[:, ::2] = data >> 4
        self._bitmap.cells[:, 1::2] = data & 15


def view(source):
    """The builtin memoryview, which takes bitmaps too."""
    if isinstance(source, Wide):
        return builtins.memoryview(source.cells.reshape(-1).view(numpy.uint8))
    return Packed(source) if isinstance(source, displayio.Bitmap) else builtins.memoryview(source)


def from_buffer(source, *, dtype, count=-1, offset=0):
    """ulab's numpy.frombuffer, which takes bitmaps too."""
    if isinstance(source, displayio.Bitmap):
        source = view(source)
    return numpy.frombuffer(source, dtype, count, offset)


def false_color(bitmap, palette):
    """bitmapfilter.false_color, after CircuitPython's shared-module/bitmapfilter."""
    assert len(palette) == 256
    seen = bitmap.cells.byteswap().astype(int)
    red = seen >> 8 & 0xF8
    green = seen >> 3 & 0xFC
    blue = seen << 3 & 0xF8
    grey = (red | red >> 5) * 38 + (green | green >> 6) * 75 + (blue | blue >> 5) * 15 >> 7
    colours = numpy.array([palette[index] or 0 for index in range(256)])[grey]
    rounded = colours >> 8 & 0xF800 | colours >> 5 & 0x07E0 | colours >> 3 & 0x1F
    bitmap.cells[:] = rounded.astype(numpy.uint16).byteswap()


@pytest.fixture
def doubled(monkeypatch):
    """The module, on stand-ins for the firmware's."""
    sys.modules.pop("boards.parts.doubled", None)
    filters = types.ModuleType("bitmapfilter")
    filters.false_color = false_color
    ulab = types.ModuleType("ulab")
    ulab.numpy = types.SimpleNamespace(
        array=numpy.array, frombuffer=from_buffer, uint8=numpy.uint8, uint16=numpy.uint16
    )
    monkeypatch.setitem(sys.modules, "bitmapfilter", filters)
    monkeypatch.setitem(sys.modules, "ulab", ulab)
    from boards.parts import doubled as module

    narrow = displayio.Bitmap
    own = types.SimpleNamespace(
        Bitmap=lambda width, height, count: (Wide if count > 16 else narrow)(width, height, count),
        Group=displayio.Group,
        Palette=displayio.Palette,
    )
    monkeypatch.setattr(module, "displayio", own)
    monkeypatch.setattr(module, "memoryview", view, raising=False)
    yield module
    sys.modules.pop("boards.parts.doubled", None)


class Both(Picture):
    """What a Canvas draws on: it refreshes a display with that controller and one of arrays, which are equal.

    most: of bands and layers at once.
    """

    most = 0

    def __init__(self, over):
        super().__init__()
        self.width, self.height = 2 * WIDTH, 2 * HEIGHT
        self.real = Screen()
        self.controller = self.real.bus
        self.quick = over(self.real, COLUMN, ROW)

    def refresh(self, **_) -> bool:
        """Refreshes both."""
        self.quick.root_group = self.root_group
        self.quick.refresh()
        return self._compare()

    def flush(self) -> None:
        """Refreshes the last band of both."""
        self.quick.root_group = self.root_group
        self.quick.flush()
        self._compare(LAST)

    def _compare(self, first: int = 0) -> bool:
        # first: the row of the picture from which on both are equal.
        self.most = max(self.most, len(self.root_group))
        self.frame[:] = 0
        for part in self.root_group:
            compose(self.frame, part)
        frame = self.frame.repeat(2, 0).repeat(2, 1)
        assert (self.controller.shown()[2 * first :] == frame[2 * first :]).all()
        return True


@pytest.fixture
def both(doubled):
    return Both(doubled.display)


@pytest.fixture
def sent(both):
    """Shows what has been drawn on a canvas, and returns how many bytes were sent for it."""

    def count(canvas):
        before = both.controller.sent
        canvas.refresh()
        return both.controller.sent - before

    return count


def rows(*counts):
    """The bytes of windows of these numbers of rows of the canvas."""
    return sum(WINDOW + count * ROW_BYTES for count in counts)


def test_only_the_rows_that_have_changed_are_sent(both, sent):
    canvas = Canvas(both)
    canvas.clear()
    assert sent(canvas) == rows(*[16] * (HEIGHT // 16))
    canvas.text(10, 20, "Handful", ink.ACCENT)  # seven rows of letters in the second band, some are empty
    assert rows(5) <= sent(canvas) <= rows(10)
    canvas.fill(40, 30, 20, 5, ink.WHITE)
    assert sent(canvas) == rows(2, 3)
    canvas.fill(0, HEIGHT - 1, 1, 1, ink.WHITE)
    canvas.fill(WIDTH - 1, 0, 1, 1, ink.WHITE)
    assert sent(canvas) == rows(1, 1)


def test_the_mark_looks_at_the_last_band_alone_and_what_others_have_is_sent_later(both, sent):
    canvas = Canvas(both)
    canvas.clear()
    canvas.refresh()
    canvas.fill(0, 0, 8, 3, ink.WHITE)
    before = both.controller.sent
    canvas.mark(True)
    assert both.controller.sent - before == rows(1)
    canvas.mark(False)
    assert sent(canvas) == rows(3, 1)


def test_nothing_is_sent_where_the_same_is_drawn_again(both, sent):
    canvas = Canvas(both)
    counts = []
    for colour in (ink.ACCENT, ink.ACCENT, ink.WHITE):
        canvas.clear()
        canvas.text(3, 3, "Again", colour)
        counts.append(sent(canvas))
    assert counts[0] > counts[2] > counts[1] == 0


def test_every_ink_has_its_colour_on_both_sides_of_a_byte(both, sent):
    canvas = Canvas(both)
    canvas.clear()
    for left in range(16):
        for right in range(16):
            canvas.fill(2 * right, left, 1, 1, left)
            canvas.fill(2 * right + 1, left, 1, 1, right)
    sent(canvas)  # compares
    assert len(set(both.controller.shown()[:32, :64].flat)) == len(
        {canvas.colour(number) for number in range(16)}
    )


def test_another_theme_sends_everything(both, sent):
    canvas = Canvas(both)
    canvas.clear()
    canvas.text(3, 3, "The Game", ink.ACCENT)
    canvas.refresh()
    canvas.theme(registry.GAMES[2][0])
    assert sent(canvas) == rows(*[16] * (HEIGHT // 16))


def test_a_layer_that_moves_over_every_edge_and_is_dropped_leaves_nothing_behind(both, sent):
    canvas = Canvas(both)
    canvas.clear(ink.DARK)
    canvas.frame(20, 20, 19, 25, ink.WHITE, ink.ACCENT)
    canvas.fill(24, 24, 4, 4, ink.TABLE)  # transparent in a layer
    canvas.refresh()
    layer = canvas.lift(20, 20, 19, 25)
    assert sent(canvas) == 0
    canvas.move_to(layer, 60, 50)
    assert sent(canvas) == rows(14, 11)  # 50 to 74: those that it has left look as before
    for x, y in ((-7, -9), (WIDTH - 5, HEIGHT - 3), (-19, 3), (3, -25), (WIDTH, 3), (3, HEIGHT), (61, 40)):
        canvas.move_to(layer, x, y)
        canvas.refresh()
    second = canvas.lift(0, 16, 10, 10)
    canvas.move_to(second, 65, 47)
    canvas.refresh()
    canvas.drop(layer, 30, 60, True)
    canvas.refresh()
    canvas.drop(second, 0, 0, False)
    canvas.refresh()
    assert sent(canvas) == 0


def test_a_band_lower_than_the_others_is_sent_to_its_end_and_a_layer_there_takes_no_memory(
    doubled, monkeypatch
):
    display = Screen()
    quick = doubled.display(display)
    inks, above = displayio.Palette(16), displayio.Palette(16)
    inks[5] = above[5] = 0xFFFFFF
    group = displayio.Group(scale=2)
    bitmaps = [displayio.Bitmap(WIDTH, height, 16) for height in (16, 7)]
    for number, bitmap in enumerate(bitmaps):
        group.append(displayio.TileGrid(bitmap, pixel_shader=inks, y=16 * number))
    quick.root_group = group
    bitmaps[1][0, 6] = 5
    quick.refresh()
    assert (display.bus.memory[44:46, :2] == 0xFFFF).all() and (display.bus.memory > 0).sum() == 4
    bitmaps[1][0, 6] = 0
    piece = displayio.Bitmap(4, 12, 16)
    piece.fill(5)
    monkeypatch.setattr(doubled.displayio, "Bitmap", None)
    layer = displayio.TileGrid(piece, pixel_shader=above, x=3, y=13)  # the rows 13 to 22 of 23 can be seen
    group.append(layer)
    quick.refresh()
    assert (display.bus.memory == 0xFFFF).sum() == 4 * 10 * 4
    group.remove(layer)
    quick.refresh()
    assert not display.bus.memory.any()


def test_the_firmware_s_console_makes_room_and_the_backlight_stays_its_own(both):
    assert both.real.root_group is not None and not both.real.auto_refresh and both.real.cleared == 1
    assert not hasattr(both.quick, "brightness")  # lib/handful/power.py sets the display's


def brighter(bitmap, palette):
    """A firmware that sees other greys."""
    bitmap.cells[:] = bitmap.cells << 1
    false_color(bitmap, palette)


@pytest.mark.parametrize("missing", ["bitmapfilter", "ulab", "its greys"])
def test_on_a_firmware_that_lacks_what_it_needs_the_display_stays_as_it_is(doubled, monkeypatch, missing):
    if missing == "its greys":
        monkeypatch.setattr(sys.modules["bitmapfilter"], "false_color", brighter)
    else:
        monkeypatch.setitem(sys.modules, missing, None)  # an ImportError
    display = Screen()
    assert doubled.display(display) is display
    assert display.auto_refresh and display.root_group is None


@pytest.mark.parametrize(
    ("width", "height", "turn"),
    [(WIDTH, HEIGHT, 0), (2 * WIDTH, HEIGHT, 0), (3 * WIDTH, 3 * HEIGHT, 0)]
    + [(2 * WIDTH, 2 * HEIGHT, turn) for turn in (90, 180, 270)],
)
def test_a_display_of_another_size_or_one_that_is_turned_stays_as_it_is(doubled, width, height, turn):
    display = Screen(width, height)
    display.rotation = turn
    assert doubled.display(display) is display


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_a_table_is_shown_as_displayio_shows_it(doubled, monkeypatch, key):
    monkeypatch.setattr(consoles, "Picture", lambda: Both(doubled.display))
    console = consoles.Console(seed=3, moving=True)
    screen = console.board.screen
    del screen.refresh  # the console's own does nothing
    console.begin(key, KINDS[key])
    before = screen.controller.sent
    with Depth() as depth:
        for letters in ("a", "ra", "a", "e", "s", "Bu", "b", "a", "la", "a"):
            console.keys(letters)
            console.wait(900)
    assert screen.controller.sent > before + 5 * rows(HEIGHT)
    assert screen.most > HEIGHT // 16  # something flew
    assert depth.most <= FRAMES, " ".join(depth.chain)


def test_the_app_draws_on_the_board_s_scale(doubled, monkeypatch):
    drawn = Both(doubled.display)
    seen = []
    monkeypatch.setattr(
        consoles.Board, "scale", lambda _, display: seen.append(display) or drawn, raising=False
    )
    console = consoles.Console()
    assert seen == [console.board.screen] and drawn.controller.sent


def test_without_memory_to_make_the_heap_grow_the_display_works_all_the_same(doubled, monkeypatch):
    def full(size):
        if size == 256:
            raise MemoryError
        return bytearray(size)

    monkeypatch.setattr(doubled, "bytearray", full, raising=False)
    drawn = Both(doubled.display)
    canvas = Canvas(drawn)
    canvas.fill(0, 0, WIDTH, HEIGHT, 5)
    canvas.refresh()
    assert drawn.controller.sent == rows(HEIGHT) + (len(canvas.bands) - 1) * WINDOW
