# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A canvas on a display twice as wide and as high, past displayio, which takes 5 µs for each of its pixels.

Loops of the firmware do the work, a few rows at a time: ulab parts the bytes of a Bitmap into its pixels, and
repeats each; `false_color` of bitmapfilter turns them into colours; the bus gets each row twice. That takes a
quarter of the time. What has changed is found by checksums, so whatever draws need not know.
"""

from array import array
from binascii import crc32
from struct import pack_into

import bitmaptools
import displayio
from micropython import const

from handful.picture import ink
from handful.picture.measures import HEIGHT, WIDTH

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

_ROWS = const(4)  # of the canvas, that are turned into colours at a time; no band has fewer
_BAND = const(16)  # rows of the highest band
_PIXELS = const(2)  # in a byte of a band, the left one in the high bits. No row has bytes left over.
_SMALL = const(0x3FFFFFFF)  # the bits of a checksum that are kept: with more it would be an object
_COLUMNS = const(0x2A)  # commands of the display's controller
_LINES = const(0x2B)
_WRITE = const(0x2C)
_WRITE_ON = const(0x3C)
# What `false_color` takes a pixel of the value n, or 16 * n, for: a grey. It sees RGB565 with its bytes
# swapped, so bits 0 to 2 are the highest ones of green, and those from 3 on the lowest ones of red.
_GREYS = bytes((0, 18, 38, 56, 76, 94, 114, 133, 2, 21, 40, 59, 78, 97, 116, 135))
_GREYS_16 = bytes((0, 4, 9, 14, 19, 24, 29, 34, 39, 43, 48, 53, 58, 63, 68, 73))


def display(screen: "Any", column: int = 0, row: int = 0) -> "Any":
    """Returns what a Canvas draws on instead of a displayio display.

    That is the display itself if the canvas is not enlarged by two, if displayio turns the picture, or if the
    firmware lacks what is needed, as those before CircuitPython 9.1 do, or takes inks for other greys.

    column, row: where the display begins in its controller's memory.
    """
    if min(screen.width // WIDTH, screen.height // HEIGHT) != 2 or screen.rotation:
        return screen
    try:
        return _Doubled(screen, column, row)
    except ImportError:
        return screen


class _Doubled:
    """What a Canvas needs of a displayio display, for one that is twice as large."""

    def __init__(self, screen: "Any", column: int, row: int) -> None:
        import ulab
        from bitmapfilter import false_color as of_firmware

        false_color: Any = of_firmware  # the stubs want the mask, which may be left out
        self._line = line = displayio.Bitmap(2 * WIDTH, _ROWS, 65_536)
        self._colours = colours = displayio.Palette(256)  # by grey
        for number in range(16):
            colours[_GREYS[number]] = colours[_GREYS_16[number]] = 0xFFFFFF
            line[number, 0] = number
            line[number, 1] = 16 * number
        false_color(line, colours)
        for number in range(16):
            if line[number, 0] & line[number, 1] != 0xFFFF:
                raise ImportError("bitmapfilter sees other greys")
        self.width = screen.width
        self.height = screen.height
        self.auto_refresh = False
        self.root_group: Any = None
        screen.auto_refresh = False
        screen.root_group = displayio.Group()  # instead of the console, which the firmware shows at the end
        screen.refresh()
        self._send = screen.bus.send
        self._column = column
        self._row = row
        self._bounds = bytearray(4)
        self._false_color = false_color
        numpy: Any = ulab.numpy  # its stubs lack frombuffer
        self._numpy = numpy
        count = _ROWS * WIDTH // _PIXELS
        data = memoryview(line)  # type: ignore[arg-type]  # of pixels, or on a computer of bytes
        size = len(data) // _ROWS
        self._lines = [data[at : at + size] for at in range(0, len(data), size)]
        # Bytes, and parted into a left and a right pixel: as the high and the low byte of 16 times the byte.
        cells = numpy.frombuffer(line, dtype=numpy.uint16).reshape((count, 2 * _PIXELS))
        self._left = cells[:, :2]
        self._right = cells[:, 2:]
        self._parted_pixels = parted = displayio.Bitmap(count, 1, 65_536)
        self._parted = numpy.frombuffer(parted, dtype=numpy.uint16)
        cells = numpy.frombuffer(parted, dtype=numpy.uint8).reshape((count, 2))
        self._low = cells[:, :1]
        self._high = cells[:, 1:]
        self._sixteen = numpy.array([16], dtype=numpy.uint16)  # ulab would make it again each time
        self._layered: Any = displayio.Bitmap(WIDTH, _BAND, 16)  # a band with the layers on it
        self._bands = array("l", [-1] * HEIGHT)  # the checksum of each band as it was sent
        self._rows = array("l", [-1] * HEIGHT)  # the checksum of each row as it was sent

    def refresh(self, first: int = 0) -> None:
        """Sends the rows that have changed. first: the number of the first band to look at."""
        group = self.root_group
        inks = group[0].pixel_shader
        count = 1  # of bands; layers have another palette
        while count < len(group) and group[count].pixel_shader is inks:
            count += 1
        self._mix(inks)
        for number in range(first % count, count):
            band = group[number]
            bitmap = band.bitmap
            size = len(memoryview(bitmap))
            if len(group) > count:
                bitmap = self._compose(group, count, bitmap, band.y)
            data = memoryview(bitmap)[:size]
            check = crc32(data) & _SMALL
            if check != self._bands[number]:
                self._bands[number] = check
                self._changes(bitmap, data, band.y)

    def flush(self) -> None:
        """Sends what has changed in the last band, where keys are marked; the others wait for `refresh`."""
        self.refresh(-1)

    def _mix(self, inks: "Any") -> None:
        # Takes the colours over. Where one has changed, all rows have.
        colours = self._colours
        changed = False
        for number in range(16):
            colour = inks[number]
            if colours[_GREYS[number]] != colour:
                colours[_GREYS[number]] = colours[_GREYS_16[number]] = colour
                changed = True
        if changed:
            for row in range(HEIGHT):
                self._bands[row] = self._rows[row] = -1

    def _compose(self, group: "Any", count: int, bitmap: "Any", y: int) -> "Any":
        # Returns the bitmap of a band at y or, if layers lie on it, one that begins with the band with them.
        shown = bitmap
        height = bitmap.height
        for number in range(count, len(group)):
            layer = group[number]
            piece = layer.bitmap
            left = layer.x
            top = layer.y - y
            if top < height and top + piece.height > 0 and left < WIDTH and left + piece.width > 0:
                if shown is bitmap:
                    shown = self._layered
                    data = memoryview(bitmap)
                    memoryview(shown)[: len(data)] = data
                bitmaptools.blit(
                    shown,
                    piece,
                    max(left, 0),
                    max(top, 0),
                    x1=max(-left, 0),
                    y1=max(-top, 0),
                    x2=min(piece.width, WIDTH - left),
                    y2=min(piece.height, height - top),
                    skip_source_index=ink.TABLE,
                )
        return shown

    def _changes(self, bitmap: "Any", data: "Any", y: int) -> None:
        # Sends the rows of a band at y from the first that has changed to the last.
        rows = self._rows
        size = WIDTH // _PIXELS
        height = len(data) // size
        first = height
        end = at = 0
        for row in range(height):
            check = crc32(data[at : at + size]) & _SMALL
            at += size
            if check != rows[y + row]:
                rows[y + row] = check
                end = row + 1
                if first > row:
                    first = row
        if first >= end:
            return
        # What follows calls no function of ours: the stack is short.
        group = self.root_group
        send = self._send
        bounds = self._bounds
        left = self._column + group.x
        pack_into(">HH", bounds, 0, left, left + 2 * WIDTH - 1)
        send(_COLUMNS, bounds)
        top = self._row + group.y + 2 * y
        pack_into(">HH", bounds, 0, top + 2 * first, top + 2 * end - 1)
        send(_LINES, bounds)
        command = _WRITE
        numpy = self._numpy
        parted = self._parted
        while first < end:
            top = min(first, height - _ROWS)
            cells = numpy.frombuffer(bitmap, dtype=numpy.uint8, count=_ROWS * size, offset=top * size)
            self._parted_pixels.fill(0)
            parted += cells
            parted *= self._sixteen
            self._line.fill(0)
            self._left += self._high
            self._right += self._low
            self._false_color(self._line, self._colours)
            last = min(end, top + _ROWS)
            while first < last:
                line = self._lines[first - top]
                send(command, line)
                command = _WRITE_ON
                send(command, line)
                first += 1
