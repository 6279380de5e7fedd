# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A quick console for long runs: the whole app, on a display made of a few arrays.

Blinka's layers and palettes are too slow for a million keys. `quick()` puts plain ones in their place; the
bitmaps are those of the tests. tests/tools/test_soak.py compares the pictures with the tests' own.
"""

import contextlib
import gc
import io
import sys
from types import SimpleNamespace

from tests import console as consoles
from tests.pixels import Bitmap

with contextlib.redirect_stdout(io.StringIO()):
    import displayio

    import handful
    from handful.picture import canvas as canvases
    from handful.picture import faces, large, sheets

from handful.picture.measures import HEIGHT, WIDTH


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
        _SHEETS[name] = _read_sheet(name)
    return _SHEETS[name]


@contextlib.contextmanager
def quick():
    """Puts the quick display under the app for as long as this lasts."""
    old = (canvases.displayio, consoles.Picture)
    collect = gc.collect
    gc.collect = lambda *_: 0  # CPython counts references, and has room
    canvases.displayio = SimpleNamespace(Bitmap=Bitmap, Palette=Palette, TileGrid=TileGrid, Group=Group)
    sys.modules["handful.picture.sheets"] = handful.picture.sheets = sheets
    sys.modules["handful.picture.faces"] = handful.picture.faces = faces
    sys.modules["handful.picture.large"] = handful.picture.large = large
    sheets.read = read
    sheets.displayio = faces.displayio = large.displayio = canvases.displayio
    consoles.Picture = Display
    try:
        yield
    finally:
        gc.collect = collect
        sheets.read = _read_sheet
        sheets.displayio = faces.displayio = large.displayio = displayio
        canvases.displayio, consoles.Picture = old


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
