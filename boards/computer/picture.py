# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A displayio display in memory, which the window and the terminal show. Blinka's displayio composes it.

mypy knows the firmware's displayio only; what Blinka has besides is marked for it.
"""

import contextlib
import io
import os
from typing import Any, Self

import numpy

# Blinka wants to know the computer for its pins. No pin is used, so the plainest computer will do.
os.environ.setdefault("BLINKA_FORCECHIP", "GENERIC_X86")

with contextlib.redirect_stdout(io.StringIO()) as _heard:
    import busdisplay
    import displayio
    from displayio._area import Area

for _line in _heard.getvalue().splitlines():
    if "is not fully supported" not in _line:  # this is about pins, and of no use to a player
        print(_line)

# Blinka's thread looks a thousand times a second for displays that refresh themselves. Ours do not.
displayio._stop_background()  # type: ignore[attr-defined]  # Blinka's


def rgb(colour: int) -> tuple[int, int, int]:
    """Returns red, green and blue, 0 to 255, of an RGB565 colour."""
    return (colour >> 11) * 255 // 31, (colour >> 5 & 63) * 255 // 63, (colour & 31) * 255 // 31


class Picture(busdisplay.BusDisplay):
    """A display whose pixels are `frame`: rows of colours in RGB565, as large as the layout in use.

    refresh() composes the areas that have changed. If there are any, it calls show() once.
    """

    _core: Any  # Blinka's

    def __new__(cls, *_args: object) -> Self:
        # Blinka would add it to its list of displays, which is short and for the thread stopped above.
        return object.__new__(cls)

    def __init__(self) -> None:
        from handful.picture import measures  # now: tests change the layout while this module stays

        self.frame = numpy.zeros((measures.HEIGHT, measures.WIDTH), numpy.uint16)
        self._changed = False
        super().__init__(  # type: ignore[call-arg]  # Blinka's
            None,  # type: ignore[arg-type]  # there is no bus
            b"",
            width=measures.WIDTH,
            height=measures.HEIGHT,
            reverse_bytes_in_word=False,
            auto_refresh=False,
        )
        self.root_group = None  # type: ignore[assignment]  # the stubs do not know that it may be None

    def show(self) -> None:
        """Shows the frame to the player."""

    def image(self) -> bytes:
        """Returns the frame as red, green and blue bytes, row by row."""
        red = (self.frame >> 11) * 255 // 31
        green = (self.frame >> 5 & 63) * 255 // 63
        blue = (self.frame & 31) * 255 // 31
        return numpy.dstack((red, green, blue)).astype(numpy.uint8).tobytes()

    def refresh(self, **timing: Any) -> bool:
        """Composes and shows what has changed. timing: as for displayio."""
        self._changed = False
        done = super().refresh(**timing)
        if self._changed:
            self.show()
        return done

    def _refresh_area(self, area: Area) -> bool:
        part = Area()
        if self._core.clip_area(area, part):
            pixels = memoryview(bytearray((part.size() + 1) // 2 * 4)).cast("I")
            mask = memoryview(bytearray((part.size() // 32 + 1) * 4)).cast("I")
            self._core.fill_area(part, mask, pixels)
            colours = numpy.frombuffer(pixels, numpy.uint16)[: part.size()]
            self.frame[part.y1 : part.y2, part.x1 : part.x2] = colours.reshape(part.height(), part.width())
            self._changed = True
        return True
