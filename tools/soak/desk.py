# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A quick console for long runs: the whole app, on a display made of a few arrays.

Blinka's displayio composes pixel by pixel, too slowly for a million keys. `quick()` puts arrays in the place
of `displayio` and `bitmaptools` under the canvas. They refuse what CircuitPython refuses.
tests/tools/test_soak.py compares the pictures with Blinka's.
"""

import contextlib
import gc
import io
import sys
from types import SimpleNamespace

import numpy

from tests import console as consoles

with contextlib.redirect_stdout(io.StringIO()):
    import bitmaptools
    import displayio

    import handful
    from handful.picture import canvas as canvases
    from handful.picture import faces, large, sheets

from handful.picture.measures import HEIGHT, WIDTH


def _within(name: str, low: int, value: int, high: int) -> None:
    if not low <= value <= high:
        raise ValueError(f"{name} must be {low}-{high}")


class Bitmap:
    """A displayio.Bitmap; `cells` are its pixels, row by row."""

    def __init__(self, width: int, height: int, value_count: int):
        self.cells = numpy.zeros((height, width), numpy.uint8)
        self.width = width
        self.height = height
        self.bits_per_value = (value_count - 1).bit_length() if value_count > 2 else 1
        self._count = 1 << self.bits_per_value

    def fill(self, value: int) -> None:
        """Sets all pixels to a value."""
        _within("value", 0, value, self._count - 1)
        self.cells[:] = value

    def _place(self, place) -> tuple:
        x, y = place if isinstance(place, tuple) else (place % self.width, place // self.width)
        if not (0 <= x < self.width and 0 <= y < self.height):
            raise IndexError("out of the bitmap")
        return y, x

    def __getitem__(self, place) -> int:
        return int(self.cells[self._place(place)])

    def __setitem__(self, place, value: int) -> None:
        _within("value", 0, value, self._count - 1)
        self.cells[self._place(place)] = value

    def deinit(self) -> None:
        """Does nothing: there is enough memory."""


def fill_region(dest, x1: int, y1: int, x2: int, y2: int, value: int) -> None:
    """As bitmaptools.fill_region."""
    _within("value", 0, value, (1 << dest.bits_per_value) - 1)
    _within("x1", 0, x1, dest.width)
    _within("y1", 0, y1, dest.height)
    _within("x2", x1, x2, dest.width)
    _within("y2", y1, y2, dest.height)
    dest.cells[y1:y2, x1:x2] = value


def blit(dest, source, x: int, y: int, *, x1=0, y1=0, x2=None, y2=None, skip_source_index=None,
         skip_dest_index=None) -> None:
    """As bitmaptools.blit."""
    x2 = source.width if x2 is None else x2
    y2 = source.height if y2 is None else y2
    _within("x", 0, x, dest.width)
    _within("y", 0, y, dest.height)
    _within("x1", 0, x1, source.width)
    _within("y1", 0, y1, source.height)
    _within("x2", x1, x2, source.width)
    _within("y2", y1, y2, source.height)
    if dest.bits_per_value < source.bits_per_value:
        raise ValueError("source palette too large")
    width = min(x2 - x1, dest.width - x)
    height = min(y2 - y1, dest.height - y)
    part = source.cells[y1 : y1 + height, x1 : x1 + width]
    to = dest.cells[y : y + height, x : x + width]
    if dest is source:
        part = part.copy()
    kept = True if skip_source_index is None else part != skip_source_index
    if skip_dest_index is not None:
        kept = kept & (to != skip_dest_index)
    numpy.copyto(to, part, where=kept)


def readinto(bitmap, file, *, bits_per_pixel: int, reverse_pixels_in_element: bool, element_size: int = 1,
             reverse_rows: bool = False) -> None:
    """As bitmaptools.readinto, for one bit a pixel, or four; the left one in a byte's highest bits."""
    if (bits_per_pixel, element_size) not in ((1, 1), (4, 4)) or not reverse_pixels_in_element:
        raise NotImplementedError
    size = (bitmap.width * bits_per_pixel + 7) // 8
    for row in bitmap.cells[::-1] if reverse_rows else bitmap.cells:
        piece = numpy.frombuffer(file.read(size), numpy.uint8)
        if len(piece) != size:
            raise EOFError
        if bits_per_pixel == 1:
            pixels = numpy.unpackbits(piece)
        else:
            pixels = numpy.stack((piece >> 4, piece & 15), 1).reshape(-1)
        row[:] = pixels[: bitmap.width]


class Palette:
    """A displayio.Palette of opaque colours."""

    def __init__(self, color_count: int):
        self._colours = [0] * color_count

    def __len__(self) -> int:
        return len(self._colours)

    def __getitem__(self, index: int) -> int:
        return self._colours[index]

    def __setitem__(self, index: int, colour: int) -> None:
        self._colours[index] = colour

    def make_transparent(self, index: int) -> None:
        """Does nothing: a frame holds the layers and their positions as they are."""


class TileGrid:
    """A bitmap as one tile, at a position."""

    def __init__(self, bitmap, *, pixel_shader, x: int = 0, y: int = 0):
        self.bitmap = bitmap
        self.pixel_shader = pixel_shader
        self.x = x
        self.y = y
        self.hidden = False


class Group(list):
    """Layers, the lowest first."""

    def __init__(self, *, scale: int = 1, x: int = 0, y: int = 0):
        super().__init__()
        self.x = x
        self.y = y
        self.hidden = False


class Display:
    """The display of a board. While it `watches`, it appends each frame to `seen`."""

    width = WIDTH
    height = HEIGHT

    def __init__(self):
        self.auto_refresh = True
        self.root_group = None
        self.brightness = 1.0
        self.watches = False
        self.seen = []

    def frame(self) -> bytes:
        """Returns all visible pixels and the colours."""
        layers = [layer for layer in self.root_group if not layer.hidden]
        places = b"".join(b"%d,%d " % (layer.x, layer.y) for layer in layers)
        shader = layers[0].pixel_shader
        colours = b" ".join(b"%d" % shader[i] for i in range(len(shader)))
        return places + colours + b"|" + b"".join(layer.bitmap.cells.tobytes() for layer in layers)

    def refresh(self, **_) -> bool:
        """Records a frame."""
        if self.watches:
            self.seen.append(self.frame())
        return True


_SHEETS = {}
_read_sheet = sheets.read


def read(name: str):
    """Reads a sheet as the app does, once a run."""
    if name not in _SHEETS:
        shown = sheets.displayio, sheets.bitmaptools
        sheets.displayio, sheets.bitmaptools = displayio, bitmaptools
        try:
            sheet = _read_sheet(name)
        finally:
            sheets.displayio, sheets.bitmaptools = shown
        bitmap = Bitmap(sheet.width, sheet.height, 1 << sheet._bits_per_value)
        for y in range(sheet.height):
            for x in range(sheet.width):
                bitmap.cells[y, x] = sheet[x, y]
        _SHEETS[name] = bitmap
    return _SHEETS[name]


@contextlib.contextmanager
def quick():
    """Puts the quick display under the app for as long as this lasts."""
    old = (canvases.displayio, canvases.bitmaptools, consoles.Picture)
    collect = gc.collect
    gc.collect = lambda *_: 0  # CPython counts references, and has room
    canvases.displayio = SimpleNamespace(Bitmap=Bitmap, Palette=Palette, TileGrid=TileGrid, Group=Group)
    canvases.bitmaptools = SimpleNamespace(fill_region=fill_region, blit=blit, readinto=readinto)
    sys.modules["handful.picture.sheets"] = handful.picture.sheets = sheets
    sys.modules["handful.picture.faces"] = handful.picture.faces = faces
    sys.modules["handful.picture.large"] = handful.picture.large = large
    sheets.read = read
    sheets.displayio = faces.displayio = large.displayio = canvases.displayio
    faces.bitmaptools = large.bitmaptools = canvases.bitmaptools
    consoles.Picture = Display
    try:
        yield
    finally:
        gc.collect = collect
        sheets.read = _read_sheet
        sheets.displayio = faces.displayio = large.displayio = displayio
        faces.bitmaptools = large.bitmaptools = bitmaptools
        canvases.displayio, canvases.bitmaptools, consoles.Picture = old


class Board(consoles.Board):
    """The tests' board, with any kind of save region."""

    def __init__(self, region=None, erases: bool = True):
        super().__init__(region)
        self.ERASES = erases


class Console(consoles.Console):
    """The tests' console on that board. `seed`: deals with this instead of chance; `new`: as there."""

    def __init__(self, region=None, erases: bool = True, seed: int = 2026, new: bool = False):
        from handful.app import App
        from handful.settings import HELPED, NAMED

        self.board = Board(region, erases)
        self.app = App(self.board)
        self.app.seed = lambda: seed
        if not new:
            self.app.settings.values[NAMED] = self.app.settings.values[HELPED] = True
        self.wait(0)  # motion stays on, as in the settings
        self.answer()

    def frame(self) -> bytes:
        """Returns what is on the screen now."""
        self.app.canvas.refresh()
        return self.board.screen.frame()

    @property
    def where(self) -> str:
        """The open screen, and what lies over it."""
        over = getattr(self.view, "overlay", "")
        return self.screen + (":" + over if over else "")
