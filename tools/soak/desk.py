# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A quick console for long runs: the whole app, on a display that composes no pixels.

tests/tools/test_soak.py compares what it shows with the pictures of the tests' console.
"""

import contextlib
import gc
import sys

import handful
from handful.picture import faces, large, sheets
from tools import console as consoles

_SHEETS = {}
_read_sheet = sheets.read


def read(name: str):
    """Reads a sheet as the app does, once a run."""
    if name not in _SHEETS:
        _SHEETS[name] = _read_sheet(name)
    return _SHEETS[name]


@contextlib.contextmanager
def quick():
    """Has the app read each sheet once, and collect nothing, for as long as this lasts."""
    collect = gc.collect
    gc.collect = lambda *_: 0  # CPython counts references, and has room
    # The app would import these again and again.
    for name, module in (("sheets", sheets), ("faces", faces), ("large", large)):
        sys.modules["handful.picture." + name] = module
        setattr(handful.picture, name, module)
    sheets.read = read
    try:
        yield
    finally:
        gc.collect = collect
        sheets.read = _read_sheet


class Console(consoles.Console):
    """The tests' console, whose cards travel. While it `watches`, it appends each frame to `seen`.

    region, erases: what it saves to. seed: what it deals with instead of chance. new: as there.
    """

    def __init__(self, region=None, erases: bool = True, seed: int = 2026, new: bool = False):
        self._erases = erases
        self.watches = False
        self.seen: list[bytes] = []
        super().__init__(region, seed, moving=True, new=new)

    def start(self, board, seed: int) -> None:
        """Switches the app on."""
        board.ERASES = self._erases
        super().start(board, seed)
        board.screen.refresh = self._refresh

    def _refresh(self, **_timing) -> bool:
        if self.watches:
            self.seen.append(self.frame())
        return True

    def frame(self) -> bytes:
        """Returns all visible pixels and the colours, without composing them."""
        layers = [layer for layer in self.board.screen.root_group if not layer.hidden]
        places = b"".join([b"%d,%d " % (layer.x, layer.y) for layer in layers])
        shader = layers[0].pixel_shader
        colours = b" ".join([b"%d" % shader[i] for i in range(len(shader))])
        return places + colours + b"|" + b"".join([layer.bitmap.cells.tobytes() for layer in layers])

    @property
    def where(self) -> str:
        """The open screen, and what lies over it."""
        over = getattr(self.view, "overlay", "")
        return self.screen + (":" + over if over else "")
