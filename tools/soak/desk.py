# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A quick console for long runs: the whole app, on a display that composes no pixels.

tests/tools/test_soak.py compares what it shows with the pictures of the tests' console.
"""

import contextlib
import gc
import sys
from typing import Any

import handful
from handful.picture import faces, large, sheets
from handful.picture.measures import HEIGHT, WIDTH
from tools import console as consoles


class Display:
    """The display of a board. While it `watches`, it appends each frame to `seen`."""

    width = WIDTH
    height = HEIGHT

    def __init__(self):
        self.auto_refresh = True
        self.root_group: Any = None
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
    picture = consoles.Picture
    collect = gc.collect
    gc.collect = lambda *_: 0  # CPython counts references, and has room
    # The app would import these again and again.
    sys.modules["handful.picture.sheets"] = handful.picture.sheets = sheets
    sys.modules["handful.picture.faces"] = handful.picture.faces = faces
    sys.modules["handful.picture.large"] = handful.picture.large = large
    sheets.read = read
    setattr(consoles, "Picture", Display)
    try:
        yield
    finally:
        gc.collect = collect
        sheets.read = _read_sheet
        setattr(consoles, "Picture", picture)


class Console(consoles.Console):
    """The tests' console on that display.

    region, erases: what it saves to. seed: what it deals with instead of chance. new: as there.
    """

    def __init__(self, region=None, erases: bool = True, seed: int = 2026, new: bool = False):
        from handful.app import App
        from handful.settings import HELPED, NAMED

        self.board = consoles.Board(region)
        self.board.ERASES = erases
        self.app = App(self.board)
        setattr(self.app, "seed", lambda: seed)
        if not new:
            self.app.settings.values[NAMED] = self.app.settings.values[HELPED] = True
        self.wait(0)  # motion stays on, as in the settings
        self.answer()

    def frame(self) -> bytes:
        """Returns what is on the screen now."""
        self.app.canvas.refresh()
        screen: Any = self.board.screen
        return screen.frame()

    @property
    def where(self) -> str:
        """The open screen, and what lies over it."""
        over = getattr(self.view, "overlay", "")
        return self.screen + (":" + over if over else "")
