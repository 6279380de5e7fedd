"""The picture: one 16-colour canvas that every screen draws on, and the fonts it draws with.

The canvas is cut into bands of 16 rows, a Bitmap each: displayio sends one rectangle a Bitmap,
around all that changed in it, so a change at the top and one at the bottom cost two small
rectangles. All of it is allocated once at the start, and drawing allocates nothing that stays.
"""

import bitmaptools
import displayio
from micropython import const

from handful.picture import ink
from handful.picture.measures import HEIGHT, WIDTH

_BAND = const(16)
_SMALL = const("small")  # the names of the fonts
_BIG = const("big")
_LINE = const(12)  # rows of the highest glyph
_SIGN = const(7)  # how wide the signs of Japanese are, and how high,
_HEAD = const(8)  # how many bytes their file has before the buckets, in which they lie,
_RECORD = const(9)  # and for each sign: its code point, low byte first, and its rows
_MARK = const(16)  # width of what says that a key has been heard

# Where Japanese may be cut: behind any of its signs, from the first of its marks on, but not before
# those that belong to what precedes them, nor behind what opens a bracket.
_KANA = "\u3001"
_NOT_FIRST = "、。」ー・～ぁぃぅぇぉっゃゅょァィゥェォッャュョ!?)…:"
_NOT_LAST = "「～"


class Font:
    """Glyphs of one height, each with its own width: a 1-bit sheet and the list of its characters."""

    def __init__(self, name: str):
        """Loads assets/<name>.bmp and assets/<name>.fnt. ValueError, with a sentence, if they are damaged."""
        from handful.picture import sheets

        self.characters, self.widths, self._ascii, self.cell, self.height, self.sheet = sheets.font(name)
        self.more = None  # where the signs are that this one lacks, as sheets.signs gives it

    def place(self, character: str) -> int:
        """Where a character is in the sheet; a question mark stands for those that it lacks."""
        place = self.characters.find(character)
        return place if place >= 0 else self.characters.find("?")

    def places(self, string: str) -> list:
        """Where each character of a string is in the sheet; below 0: minus the code point of one in `more`.

        By bytes: of single characters of a string the interpreter keeps each that it is asked for, for good.
        """
        table = self._ascii
        data = string.encode()
        places = []
        if len(data) == len(string):
            for code in data:
                places.append(table[code])
            return places
        at = 0
        while at < len(data):
            code = data[at]
            if code < 128:
                places.append(table[code])
                at += 1
            else:
                end = at + (2 if code < 0xE0 else 3 if code < 0xF0 else 4)
                character = data[at:end].decode()
                place = self.characters.find(character)
                if place < 0:
                    place = -ord(character) if self.more else self.characters.find("?")
                places.append(place)
                at = end
        return places

    def width(self, string: str) -> int:
        """How many pixels wide the string is, without the gap after its last glyph."""
        total = 0
        widths = self.widths
        for place in self.places(string):
            total += (widths[place] if place >= 0 else _SIGN) + 1
        return total - 1 if total else 0

    def lines(self, text: str, room: int) -> list:
        """The text cut into lines of at most `room` pixels (a longer word stays whole).

        It is cut at its spaces, and behind the signs of Japanese, which has none, but for those with which
        no line begins or ends there.
        """
        lines = []
        line = ""
        wide = -1  # pixels of the line
        glue = ""  # between the line and the next piece of it
        piece = ""
        last = ""  # its last character
        data = (text + " ").encode()
        at = 0
        while at < len(data):
            code = data[at]
            end = at + (1 if code < 128 else 2 if code < 0xE0 else 3 if code < 0xF0 else 4)
            character = data[at:end].decode()
            at = end
            if character == " " or (
                piece and last >= _KANA and character not in _NOT_FIRST and last not in _NOT_LAST
            ):
                more = self.width(glue + piece) + 1
                if line and wide + more > room:
                    lines.append(line)
                    line = piece
                    wide = self.width(piece)
                else:
                    line += glue + piece
                    wide += more
                glue = " " if character == " " else ""
                piece = ""
            if character != " ":
                piece += character
                last = character
        lines.append(line)
        return lines


class Canvas:
    """What is on the screen. Coordinates are pixels from the upper left; inks are palette indices."""

    def __init__(self, display):
        """display: a displayio display; the canvas is centred on it, as large as its whole pixels go."""
        self._display = display
        display.auto_refresh = False
        self._bands = [
            displayio.Bitmap(WIDTH, min(_BAND, HEIGHT - y), 16) for y in range(0, HEIGHT, _BAND)
        ]
        self._line = displayio.Bitmap(WIDTH, _LINE, 16)
        self._palette = displayio.Palette(16)
        self._above = displayio.Palette(16)  # of lifted pieces: the table shows through their corners
        self._above.make_transparent(ink.TABLE)
        self._colours()
        scale = max(1, min(display.width // WIDTH, display.height // HEIGHT))
        group = displayio.Group(
            scale=scale, x=(display.width - WIDTH * scale) // 2, y=(display.height - HEIGHT * scale) // 2
        )
        for i in range(len(self._bands)):
            group.append(displayio.TileGrid(self._bands[i], pixel_shader=self._palette, y=i * _BAND))
        self._group = group
        display.root_group = group
        self.small = Font(_SMALL)
        self.big = Font(_BIG)
        self._changed = True
        self._under = b""  # what was there before a mark

    def add_signs(self, wanted: bool) -> None:
        """Adds the signs of Japanese to the small font, or takes them away from it."""
        small = self.small
        if wanted and not small.more:
            from handful.picture import sheets

            small.more = sheets.signs()
        elif small.more and not wanted:
            small.more[0].close()
            small.more = None

    def picture(self, name: str, y: int) -> None:
        """Draws assets/<name>.bmp, an indexed picture of the palette's inks, in the middle at y."""
        from handful.picture import sheets

        picture = sheets.read(name)
        self.blit(picture, (WIDTH - picture.width) // 2, y, 0, 0, picture.width, picture.height)

    def _colours(self) -> None:
        with open("assets/palette.txt", encoding="utf-8") as lines:
            for line in lines:
                row = line.split()
                if len(row) == 3 and row[0].isdigit():
                    self._palette[int(row[0])] = int(row[2], 16)
                    self._above[int(row[0])] = int(row[2], 16)

    def look(self, key: str, name: str) -> list:
        """The words behind a name in the look of a game (assets/games/<key>/look.txt), or of the console."""
        with open("assets/games/" + key + "/look.txt" if key else "assets/palette.txt", "rb") as file:
            text = file.read()
        at = text.find(("\n" + name + " ").encode())
        return str(text[at : text.find(b"\n", at + 1)], "utf-8").split()[1:]

    def theme(self, key: str) -> None:
        """Takes the four inks in which the table of the game `key` differs; "" for the console's own."""
        row = self.look(key, "inks")
        for index in range(4):
            colour = int(row[index], 16)
            if self._palette[index] != colour:
                self._palette[index] = colour
                self._above[index] = colour
                self._changed = True

    def colour(self, index: int) -> int:
        """An ink's colour, 0xRRGGBB."""
        return self._palette[index]

    def refresh(self) -> None:
        """Sends what has changed to the display; without a change it does nothing."""
        if self._changed:
            self._changed = False
            self._display.refresh()

    def mark(self, shown: bool) -> None:
        """Shows at once, at the foot of the screen, that a key has been heard, or takes that away again."""
        band = self._bands[-1]
        x = WIDTH // 2 - _MARK // 2
        y = band.height - 1
        row = bytearray(_MARK)
        for i in range(_MARK):
            row[i] = band[x + i, y]
        if shown:
            self._under = row
            self.fill(x, HEIGHT - 1, _MARK, 1, ink.WHITE)
            self.refresh()
        elif min(row) == max(row) == ink.WHITE:  # else it has been drawn over
            for i in range(_MARK):
                band[x + i, y] = self._under[i]
            self._changed = True

    def clear(self, colour: int = ink.TABLE) -> None:
        """Fills the whole canvas, and takes away what was lifted above it."""
        while len(self._group) > len(self._bands):
            self._group.pop()
        for band in self._bands:
            band.fill(colour)
        self._changed = True

    def fill(self, x: int, y: int, width: int, height: int, colour: int) -> None:
        """Fills a rectangle, cut off at the edges of the canvas."""
        # Comparing costs less than min and max, and this is called a hundred times a picture.
        right = x + width
        if right > WIDTH:
            right = WIDTH
        bottom = y + height
        if bottom > HEIGHT:
            bottom = HEIGHT
        if x < 0:
            x = 0
        if y < 0:
            y = 0
        if x >= right:
            return
        self._changed = True
        while y < bottom:
            top = y % _BAND
            end = top + bottom - y
            if end > _BAND:
                end = _BAND
            bitmaptools.fill_region(self._bands[y // _BAND], x, top, right, end, colour)
            y += end - top

    def frame(self, x: int, y: int, width: int, height: int, edge: int, colour: int) -> None:
        """Fills a rectangle with cut corners that has a border one pixel wide."""
        self.fill(x + 1, y, width - 2, 1, edge)
        self.fill(x, y + 1, 1, height - 2, edge)
        self.fill(x + 1, y + 1, width - 2, height - 2, colour)
        self.fill(x + width - 1, y + 1, 1, height - 2, edge)
        self.fill(x + 1, y + height - 1, width - 2, 1, edge)

    def blit(self, source, x: int, y: int, left: int, top: int, right: int, bottom: int) -> None:
        """Draws the part of a Bitmap between (left, top) and (right, bottom), without its value 0."""
        if y < 0:
            top -= y
            y = 0
        if x < 0:
            left -= x
            x = 0
        right = min(right, left + WIDTH - x)
        bottom = min(bottom, top + HEIGHT - y)
        if left >= right:
            return
        self._changed = True
        while top < bottom:
            band = y // _BAND
            row = y - band * _BAND
            end = min(bottom, top + _BAND - row)
            bitmaptools.blit(
                self._bands[band], source, x, row, x1=left, y1=top, x2=right, y2=end, skip_source_index=0
            )
            y += end - top
            top = end

    def bare(self, x: int, y: int, width: int, height: int) -> bool:
        """Whether nothing but the table is drawn in a rectangle; of its rows every other one is looked at."""
        for row in range(y, y + height, 2):
            band = self._bands[row // _BAND]
            for column in range(x, x + width):
                if band[column, row % _BAND]:
                    return False
        return True

    def lift(self, x: int, y: int, width: int, height: int):
        """Copies a part of the picture into a layer above it, at the same place, and returns that layer.

        MemoryError if there is no room for its pixels.
        """
        piece = displayio.Bitmap(width, height, 16)
        row = 0
        while row < height:
            band, top = divmod(y + row, _BAND)
            end = min(_BAND, top + height - row)
            bitmaptools.blit(piece, self._bands[band], 0, row, x1=x, y1=top, x2=x + width, y2=end)
            row += end - top
        layer = displayio.TileGrid(piece, pixel_shader=self._above, x=x, y=y)
        self._group.append(layer)
        self._changed = True
        return layer

    def place(self, layer, x: int, y: int) -> None:
        """Moves a lifted layer so that its upper left corner is at (x, y)."""
        layer.x = x
        layer.y = y
        self._changed = True

    def drop(self, layer, x: int, y: int, stays: bool) -> None:
        """Takes a lifted layer away; stays: what it shows is drawn into the picture at (x, y)."""
        if stays:
            piece = layer.bitmap
            self.blit(piece, x, y, 0, 0, piece.width, piece.height)
        self._group.remove(layer)
        self._changed = True

    def text(self, x: int, y: int, string: str, colour: int, font=None) -> int:
        """Draws a string (font: `small` by default, or `big`) over what is there.

        Returns the x of the next glyph. What does not fit between x and the right edge is cut off.
        """
        font = font or self.small
        sheet = font.sheet
        widths = font.widths
        cell = font.cell
        height = font.height
        # A line of ink, out of which the paper around each glyph is cut, so any ink will do.
        line = self._line
        line.fill(colour)
        room = WIDTH - x if x > 0 else WIDTH
        at = 0
        for index in font.places(string):
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
        if x < 0 or y < 0 or y + height > HEIGHT:
            self.blit(line, x, y, 0, 0, at, height)
        elif at:
            # What `blit` would do, in fewer steps and with one call less on the stack.
            self._changed = True
            row = y % _BAND
            over = row + height - _BAND  # rows in the next band
            end = height - over if over > 0 else height
            band = y // _BAND
            bitmaptools.blit(
                self._bands[band], line, x, row, x1=0, y1=0, x2=at, y2=end, skip_source_index=0
            )
            if over > 0:
                bitmaptools.blit(
                    self._bands[band + 1], line, x, 0, x1=0, y1=end, x2=at, y2=height, skip_source_index=0
                )
        return x + at

    def _sign(self, at: int, room: int, signs: tuple, code: int) -> int:
        # Cuts the paper around a sign out of the line of ink; returns where the next one goes. Each is read
        # from the drive when it is drawn: a part of a millisecond, and a page has less than a hundred.
        end = at + _SIGN + 1
        if end > room:
            end = room
        if end > at:
            file, number, bucket, sheet = signs
            start = _HEAD + code % number * len(bucket)
            file.seek(start)
            file.readinto(bucket)
            place = 0
            for i in range(0, len(bucket), _RECORD):
                if bucket[i] | bucket[i + 1] << 8 == code:
                    place = start + i + 2
                    break
            file.seek(place)
            bitmaptools.readinto(sheet, file, bits_per_pixel=1, reverse_pixels_in_element=True)
            bitmaptools.blit(self._line, sheet, at, 0, x1=0, y1=0, x2=end - at, y2=_SIGN, skip_source_index=1)
            bitmaptools.fill_region(self._line, at, _SIGN, end, _LINE, 0)
        return end
