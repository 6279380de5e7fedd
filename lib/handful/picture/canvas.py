# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The 16-colour canvas that every screen draws on.

The canvas is cut into bands of 16 rows with a Bitmap each. displayio sends one rectangle per Bitmap, around
everything that changed in it; thanks to the bands, one change at the top and one at the bottom cost two small
rectangles instead of one large one. All Bitmaps are allocated once at the start; drawing keeps no memory.
"""

import bitmaptools
import displayio
from micropython import const

from engine.memory import rare
from handful.picture import ink
from handful.picture.font import SIGN, Font
from handful.picture.measures import HEIGHT, WIDTH

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

    from handful.picture.sheets import Signs

_BAND = const(16)
_SMALL = const("small")  # names of the fonts' files
_BIG = const("big")
_LINE = const(12)  # height of the highest glyph in rows
_HEAD = const(8)  # bytes of the file of Japanese signs before its buckets
_RECORD = const(9)  # bytes per sign in a bucket: two for the code point, low byte first, then one per row
_MARK = const(16)  # width of the mark that acknowledges a key press
_DISK = const(7)  # height of the sign that something is being saved: no last band is lower
_DISK_WIDE = const(8)
_MUCH = const(3500)  # pixels filled, after which `show` sends them: they take about 40 ms to draw and send
_ANEW = const(-1 << 20)  # what `_changed` counts from when the whole picture is new
PARTS = const(3)  # of the picture, in which what covers it is drawn


class Canvas:
    """The picture on the display. Coordinates: pixels from the upper left; colours: palette indices (ink).

    line: the last text drawn, in its upper left corner, with 0 around its glyphs.
    """

    @rare
    def __init__(self, display: "Any") -> None:
        """display: a displayio display; the canvas is centred on it, enlarged by the largest whole factor."""
        self._display = display
        display.auto_refresh = False
        self.bands = [displayio.Bitmap(WIDTH, min(_BAND, HEIGHT - y), 16) for y in range(0, HEIGHT, _BAND)]
        self.line = displayio.Bitmap(WIDTH, _LINE, 16)
        self._palette = displayio.Palette(16)
        self._above = displayio.Palette(16)  # for lifted layers, whose corners are transparent
        self._above.make_transparent(ink.TABLE)
        self._sharp = False  # whether the contrast is high
        self._colours()
        scale = max(1, min(display.width // WIDTH, display.height // HEIGHT))
        group = displayio.Group(
            scale=scale, x=(display.width - WIDTH * scale) // 2, y=(display.height - HEIGHT * scale) // 2
        )
        for i in range(len(self.bands)):
            group.append(displayio.TileGrid(self.bands[i], pixel_shader=self._palette, y=i * _BAND))
        self._group = group
        display.root_group = group
        self.small = Font(_SMALL)
        self.big = Font(_BIG)
        self._changed = 1  # about how many pixels since the last refresh
        self._top = 0  # the rows in which is drawn, _low exclusive
        self._low = HEIGHT
        self._under = displayio.Bitmap(_MARK, 1 + _DISK, 16)  # the pixels under the mark, and under the disk

    def add_signs(self, wanted: bool) -> None:
        """Adds the Japanese signs to the small font if `wanted`, else removes them."""
        small = self.small
        if wanted and not small.more:
            from handful.picture import sheets

            small.add(sheets.signs())
        elif small.more and not wanted:
            small.more[0].close()
            small.add(None)

    def picture(self, name: str, y: int) -> None:
        """Draws assets/<name>.bmp, an indexed picture in the palette's inks, centred, with its top at y."""
        from handful.picture import sheets

        picture = sheets.read(name)
        self.blit(picture, (WIDTH - picture.width) // 2, y, 0, 0, picture.width, picture.height)

    @rare
    def _colours(self) -> None:
        with open("assets/palette.txt", encoding="utf-8") as lines:
            for line in lines:
                row = line.split()
                if len(row) == 3 and row[0].isdigit():
                    self._palette[int(row[0])] = int(row[2], 16)
                    self._above[int(row[0])] = int(row[2], 16)

    def look(self, key: str, name: str) -> list[str]:
        """Returns the words that follow a name in assets/games/<key>/look.txt.

        For an empty key it reads the console's own look, assets/palette.txt.
        """
        with open("assets/games/" + key + "/look.txt" if key else "assets/palette.txt", "rb") as file:
            text = b"\n" + file.read()  # a name may be on the first line
        at = text.find(("\n" + name + " ").encode())
        return str(text[at : text.find(b"\n", at + 1)], "utf-8").split()[1:]

    def theme(self, key: str, look: int = 0) -> None:
        """Sets the four inks that differ from table to table.

        key: the game's, "" for the console's own; look: which of the game's table colours.
        """
        if self._sharp:
            return  # the inks are the same on every table
        row = self.look(key, "inks")
        for index in range(4):
            colour = int(row[4 * look % len(row) + index], 16)
            if self._palette[index] != colour:
                self._palette[index] = colour
                self._above[index] = colour
                self._changed += 1

    @rare
    def sharpen(self, on: bool) -> None:
        """Switches to the inks of high contrast, which hold on every table, or back to the console's own."""
        if on:
            row = self.look("", "sharp")
            for index in range(16):
                self._palette[index] = self._above[index] = int(row[index], 16)
        elif self._sharp:
            self._colours()
        self._sharp = on
        self._changed += 1

    def colour(self, index: int) -> int:
        """Returns the colour of an ink as 0xRRGGBB."""
        return self._palette[index] or 0

    def refresh(self) -> None:
        """Sends the changed parts to the display, if there are any."""
        if self._changed:
            self._changed = 0
            self._display.refresh()

    def show(self, most: int = _MUCH) -> None:
        """Sends what has been drawn so far, if that is more than `most` pixels and the picture is no new one.

        To be called between two things that change, so that the first need not wait for the last. With 0 it
        also keeps what lies between two things in a band from being sent.
        """
        if self._changed > most:
            self.refresh()

    def part(self, number: int) -> None:
        """Draws from now on only in one of the PARTS of the picture, from top to bottom; -1: in all of it."""
        edges = (0, 3 * HEIGHT // 8, 5 * HEIGHT // 8, HEIGHT, 0)  # the last one is for -1
        self._top = edges[number]
        self._low = edges[number + 1] or HEIGHT

    def mark(self, shown: bool) -> None:
        """Shows (or, with shown=False, removes) a mark in the bottom row that acknowledges a key press.

        A shown mark is on the display when this returns.
        """
        band = self.bands[-1]
        x = WIDTH // 2 - _MARK // 2
        y = band.height - 1
        if shown:
            bitmaptools.blit(self._under, band, 0, 0, x1=x, y1=y, x2=x + _MARK, y2=y + 1)
            self.fill(x, HEIGHT - 1, _MARK, 1, ink.WHITE)
            self._flush()
            return
        for i in range(_MARK):
            if band[x + i, y] != ink.WHITE:
                return  # the mark has been drawn over already
        bitmaptools.blit(band, self._under, x, y, x1=0, y1=0, x2=_MARK, y2=1)
        self._changed += 1

    def disk(self, shown: bool) -> None:
        """Shows (or, with shown=False, removes) a disk in the lower right corner: something is being saved.

        A shown disk is on the display when this returns.
        """
        band = self.bands[-1]
        x = WIDTH - _DISK_WIDE
        y = band.height - _DISK
        if not shown:
            bitmaptools.blit(band, self._under, x, y, x1=0, y1=1, x2=_DISK_WIDE, y2=1 + _DISK)
            self._changed += 1
            return
        bitmaptools.blit(self._under, band, 0, 1, x1=x, y1=y, x2=WIDTH, y2=band.height)
        y = HEIGHT - _DISK
        self.fill(x, y, _DISK_WIDE, _DISK, ink.DARK)
        self.fill(x + 1, y, _DISK, _DISK, ink.ACCENT)
        self.fill(x + 3, y, 3, 2, ink.INK)
        self.fill(x + 2, y + 4, 5, 3, ink.WHITE)
        self._flush()

    def _flush(self) -> None:
        # Sends what has changed in the last band.
        if hasattr(self._display, "flush"):  # boards.parts.doubled, which looks for what has changed
            self._display.flush()
        else:
            self.refresh()

    def clear(self, colour: int = ink.TABLE) -> None:
        """Fills the whole canvas and removes all lifted layers."""
        self.part(-1)
        while len(self._group) > len(self.bands):
            self._group.pop()
        for band in self.bands:
            band.fill(colour)
        self._changed = _ANEW

    def fill(self, x: int, y: int, width: int, height: int, colour: int) -> None:
        """Fills a rectangle, clipped to the canvas."""
        # Comparisons cost less than calls of min and max, and a picture takes about a hundred fills.
        right = x + width
        if right > WIDTH:
            right = WIDTH
        bottom = y + height
        if bottom > self._low:
            bottom = self._low
        if x < 0:
            x = 0
        if y < self._top:
            y = self._top
        if x >= right or y >= bottom:
            return
        self._changed += (right - x) * (bottom - y)
        while y < bottom:
            top = y % _BAND
            end = top + bottom - y
            if end > _BAND:
                end = _BAND
            if right - x == WIDTH and end - top == _BAND:
                self.bands[y // _BAND].fill(colour)  # in a tenth of the time
            else:
                bitmaptools.fill_region(self.bands[y // _BAND], x, top, right, end, colour)
            y += end - top

    def frame(self, x: int, y: int, width: int, height: int, edge: int, colour: int) -> None:
        """Fills a rectangle with a border one pixel wide (ink `edge`), leaving out the corner pixels."""
        fill = self.fill
        fill(x + 1, y, width - 2, 1, edge)
        fill(x, y + 1, 1, height - 2, edge)
        fill(x + 1, y + 1, width - 2, height - 2, colour)
        fill(x + width - 1, y + 1, 1, height - 2, edge)
        fill(x + 1, y + height - 1, width - 2, 1, edge)

    def blit(
        self, source: displayio.Bitmap, x: int, y: int, left: int, top: int, right: int, bottom: int
    ) -> None:
        """Draws part of a Bitmap at (x, y), clipped to the canvas. Pixels of value 0 are transparent.

        left, top, right, bottom: the part, in pixels of the Bitmap; right and bottom are exclusive.
        """
        if y < self._top:
            top += self._top - y
            y = self._top
        if x < 0:
            left -= x
            x = 0
        right = min(right, left + WIDTH - x)
        bottom = min(bottom, top + self._low - y)
        if left >= right:
            return
        self._changed += 1
        while top < bottom:
            band = y // _BAND
            row = y - band * _BAND
            end = min(bottom, top + _BAND - row)
            bitmaptools.blit(
                self.bands[band], source, x, row, x1=left, y1=top, x2=right, y2=end, skip_source_index=0
            )
            y += end - top
            top = end

    def bare(self, x: int, y: int, width: int, height: int) -> bool:
        """Whether a rectangle shows only the table. Checks every other row."""
        for row in range(y, y + height, 2):
            band = self.bands[row // _BAND]
            for column in range(x, x + width):
                if band[column, row % _BAND]:
                    return False
        return True

    def lift(self, x: int, y: int, width: int, height: int) -> displayio.TileGrid:
        """Copies a rectangle of the picture into a new layer above it, at the same position.

        Returns the layer. Raises MemoryError if there is no room for its pixels.
        """
        piece = displayio.Bitmap(width, height, 16)
        row = 0
        while row < height:
            band, top = divmod(y + row, _BAND)
            end = min(_BAND, top + height - row)
            bitmaptools.blit(piece, self.bands[band], 0, row, x1=x, y1=top, x2=x + width, y2=end)
            row += end - top
        layer = displayio.TileGrid(piece, pixel_shader=self._above, x=x, y=y)
        self._group.append(layer)
        self._changed += 1
        return layer

    def move_to(self, layer: displayio.TileGrid, x: int, y: int) -> None:
        """Moves a lifted layer so that its upper left corner is at (x, y)."""
        layer.x = x
        layer.y = y
        self._changed += 1

    def drop(self, layer: displayio.TileGrid, x: int, y: int, stays: bool) -> None:
        """Removes a lifted layer; with `stays`, first draws its pixels into the picture at (x, y)."""
        if stays:
            piece: Any = layer.bitmap
            self.blit(piece, x, y, 0, 0, piece.width, piece.height)
        self._group.remove(layer)
        self._changed += 1

    def text(self, x: int, y: int, string: str, colour: int, font: Font | None = None) -> int:
        """Draws a string with a transparent background, in the font `small` by default.

        Returns the x at which the next glyph would begin. Text that runs past the right edge is cut off.
        """
        font = font or self.small
        sheet = font.sheet
        widths = font.widths
        height = font.height
        if y >= self._low or y + height <= self._top:
            for index in font.indices(string):
                x += (widths[index] if index >= 0 else SIGN) + 1
            return x
        cell = font.cell
        # Fill the line with the ink, then erase the background of each glyph. This works for any ink.
        line = self.line
        line.fill(colour)
        room = WIDTH - x if x > 0 else WIDTH
        at = 0
        for index in font.indices(string):
            if index < 0:
                at = self._sign(at, room, font.more, -index)
                continue
            width = widths[index] + 1
            if at + width > room:
                width = room - at
                if width <= 0:
                    break
            left = (index & 15) * cell
            top = (index >> 4) * height
            bitmaptools.blit(
                line, sheet, at, 0, x1=left, y1=top, x2=left + width, y2=top + height, skip_source_index=1
            )
            at += width
        if x < 0 or y < self._top or y + height > self._low:
            self.blit(line, x, y, 0, 0, at, height)
        elif at:
            # The same as `blit`, written out: it takes fewer steps and one stack frame less.
            self._changed += 1
            row = y % _BAND
            over = row + height - _BAND  # rows that lie in the next band
            end = height - over if over > 0 else height
            band = y // _BAND
            bitmaptools.blit(self.bands[band], line, x, row, x1=0, y1=0, x2=at, y2=end, skip_source_index=0)
            if over > 0:
                bitmaptools.blit(
                    self.bands[band + 1], line, x, 0, x1=0, y1=end, x2=at, y2=height, skip_source_index=0
                )
        return x + at

    def _sign(self, at: int, room: int, signs: "Signs", code: int) -> int:
        # Erases the background of a Japanese sign from the line of ink; returns the x of the next sign. The
        # sign is read from the drive each time. That takes less than a millisecond, and a page has fewer
        # than a hundred.
        end = at + SIGN + 1
        if end > room:
            end = room
        if end > at:
            file, number, bucket, sheet = signs
            start = _HEAD + code % number * len(bucket)
            file.seek(start)
            file.readinto(bucket)
            position = 0
            low = code & 255
            high = code >> 8
            for i in range(0, len(bucket), _RECORD):
                if bucket[i] == low and bucket[i + 1] == high:
                    position = start + i + 2
                    break
            file.seek(position)
            bitmaptools.readinto(sheet, file, bits_per_pixel=1, reverse_pixels_in_element=True)
            bitmaptools.blit(self.line, sheet, at, 0, x1=0, y1=0, x2=end - at, y2=SIGN, skip_source_index=1)
            bitmaptools.fill_region(self.line, at, SIGN, end, _LINE, 0)
        return end
