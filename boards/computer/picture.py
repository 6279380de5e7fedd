"""A displayio display in memory: what the computers' boards show, composed by Blinka's displayio."""

import contextlib
import io
import os

import numpy

from tools.build import layouts

# No pin is ever touched, so every computer may pass for the plainest one that Blinka knows.
os.environ.setdefault("BLINKA_FORCECHIP", "GENERIC_X86")

with contextlib.redirect_stdout(io.StringIO()) as _heard:
    import busdisplay
    import displayio
    from displayio._area import Area

for _line in _heard.getvalue().splitlines():
    if "is not fully supported" not in _line:  # of pins, which are none of the player's business
        print(_line)

# Blinka looks a thousand times a second whether a display refreshes itself; none of ours does.
displayio._stop_background()

WIDTH, HEIGHT = layouts.size(layouts.current)


def rgb(colour: int) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255, of an RGB565 colour."""
    return (colour >> 11) * 255 // 31, (colour >> 5 & 63) * 255 // 63, (colour & 31) * 255 // 31


class Picture(busdisplay.BusDisplay):
    """A display whose pixels are `frame`: rows of colours in RGB565, as large as the layout in use.

    refresh() composes the areas that displayio says have changed, and then calls show() once,
    if there were any.
    """

    def __new__(cls, *_args):
        # Not in Blinka's list of displays, which has an end and is for the thread stopped above.
        return object.__new__(cls)

    def __init__(self):
        width, height = layouts.size(layouts.current)
        self.frame = numpy.zeros((height, width), numpy.uint16)
        self._changed = False
        super().__init__(
            None,
            b"",
            width=width,
            height=height,
            reverse_bytes_in_word=False,
            auto_refresh=False,
        )
        self.root_group = None

    def show(self) -> None:
        """Brings the frame before the player's eyes."""

    def image(self) -> bytes:
        """The frame as red, green and blue bytes, row by row."""
        red = (self.frame >> 11) * 255 // 31
        green = (self.frame >> 5 & 63) * 255 // 63
        blue = (self.frame & 31) * 255 // 31
        return numpy.dstack((red, green, blue)).astype(numpy.uint8).tobytes()

    def refresh(self, **timing) -> bool:
        """Composes and shows what has changed; the timing is displayio's."""
        self._changed = False
        done = super().refresh(**timing)
        if self._changed:
            self.show()
        return done

    def _refresh_area(self, area) -> bool:
        part = Area()
        if self._core.clip_area(area, part):
            pixels = memoryview(bytearray((part.size() + 1) // 2 * 4)).cast("I")
            mask = memoryview(bytearray((part.size() // 32 + 1) * 4)).cast("I")
            self._core.fill_area(part, mask, pixels)
            colours = numpy.frombuffer(pixels, numpy.uint16)[: part.size()]
            self.frame[part.y1 : part.y2, part.x1 : part.x2] = colours.reshape(part.height(), part.width())
            self._changed = True
        return True
