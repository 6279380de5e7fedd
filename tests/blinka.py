# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Adafruit's displayio for computers, Blinka's: the reference for ours in boards/computer/modules.

`run` plays a script in another process, where `displayio` and `bitmaptools` are Blinka's, and
`boards.computer.picture.Picture` is a display that Blinka composes.
"""

import contextlib
import io
import os
import subprocess
import sys

import numpy

from boards.computer import modules
from tools import PROJECT

BEGIN = "from tests import blinka\nblinka.install()\n"


def ours() -> dict[str, str]:
    """The environment in which a Python imports this project, which may be a copy of the one it knows."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(PROJECT), str(PROJECT / "lib")])}


def run(script: str) -> str:
    """Returns what a script prints there. AssertionError, with its traceback, if it fails."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", BEGIN + script],
        cwd=PROJECT, capture_output=True, text=True, env=ours(),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def install() -> None:
    """Puts Blinka's modules in the place of ours. To be called before anything has imported them."""
    sys.path.remove(*modules.__path__)
    os.environ["BLINKA_FORCECHIP"] = (
        "GENERIC_X86"  # it wants to know the computer for its pins, but none is used
    )
    with contextlib.redirect_stdout(io.StringIO()):  # it says that the computer has no pins
        import busdisplay
        import displayio
        from displayio._area import Area  # noqa: PLC2701 - Blinka's
    displayio._stop_background()  # noqa: SLF001 - its thread looks for displays that refresh themselves
    sys.path.append(*modules.__path__)  # what Blinka lacks
    from boards.computer import picture

    class Picture(busdisplay.BusDisplay):
        """A display in memory. Its pixels are `frame`, as those of the Picture whose place it takes."""

        image = picture.Picture.image

        def __new__(cls):
            return object.__new__(cls)  # Blinka would add it to a short list for its thread

        def __init__(self):
            from handful.picture.measures import HEIGHT, WIDTH

            self.frame = numpy.zeros((HEIGHT, WIDTH), numpy.uint16)
            super().__init__(
                None, b"", width=WIDTH, height=HEIGHT, reverse_bytes_in_word=False, auto_refresh=False
            )
            self.root_group = None

        def _refresh_area(self, area) -> bool:
            part = Area()
            if self._core.clip_area(area, part):
                pixels = memoryview(bytearray((part.size() + 1) // 2 * 4)).cast("I")
                mask = memoryview(bytearray((part.size() // 32 + 1) * 4)).cast("I")
                self._core.fill_area(part, mask, pixels)
                colours = numpy.frombuffer(pixels, numpy.uint16)[: part.size()]
                self.frame[part.y1 : part.y2, part.x1 : part.x2] = colours.reshape(
                    part.height(), part.width()
                )
            return True

    picture.Picture = Picture
