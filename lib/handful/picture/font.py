# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Fonts: which glyph each character has, how wide a text is, and where its lines break."""

from micropython import const

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

    from handful.picture.sheets import Signs

SIGN = const(7)  # width and height of a Japanese sign
# Japanese has no spaces. Its lines may break where a phrase ends: after one of _MARKS, and after a particle
# or an ending, one of _ENDS, if no hiragana follows. They never break before one of _NOT_FIRST.
_ENDS = "はがにへとでもてたるらなのば"
_MARKS = "、。」を"
_HIRAGANA = "ぁ"  # the first one
_KATAKANA = "ァ"  # the first one, behind all hiragana
_EAST = const(0xE3)  # no character before the Japanese ones has so high a byte
_NOT_FIRST = "、。」!?)…:/%・～"
_A_LINE = const(1 << 18)  # what a line costs, more than any unevenness: as few lines as possible


class Font:
    """A proportional font: a 1-bit sheet of glyphs of one height, and the list of its characters."""

    def __init__(self, name: str):
        """Loads assets/<name>.bmp and assets/<name>.fnt. Raises ValueError with a sentence if damaged."""
        from handful.picture import sheets

        self.characters, self.widths, self._ascii, self.cell, self.height, self.sheet = sheets.font(name)
        # The result of sheets.signs(): Japanese signs that this font lacks; None for none.
        self.more: Any = None
        self._last = ""  # what `indices` was last asked for: the width of a text is wanted before it is drawn
        self._found: list[int] = []

    def index(self, character: str) -> int:
        """Returns the index of a character in the sheet; that of "?" for a character that the font lacks."""
        index = self.characters.find(character)
        return index if index >= 0 else self.characters.find("?")

    def indices(self, string: str) -> list[int]:
        """Returns each character's index in the sheet; for one in `more`, minus its code point.

        The list is the font's own: nobody may change it. It goes through the bytes of the string, because
        MicroPython interns every single character that is taken from a string and never frees it.
        """
        if string == self._last:
            return self._found
        indices = []
        table = self._ascii
        data = string.encode()
        size = len(data)
        if size == len(string):
            for code in data:
                indices.append(table[code])
        else:
            characters = self.characters
            at = 0
            while at < size:
                code = data[at]
                if code < 128:
                    indices.append(table[code])
                    at += 1
                else:
                    end = at + (2 if code < 0xE0 else 3 if code < 0xF0 else 4)
                    character = data[at:end].decode()
                    index = characters.find(character)
                    if index < 0:
                        index = -ord(character) if self.more else characters.find("?")
                    indices.append(index)
                    at = end
        self._found = indices
        self._last = string
        return indices

    def add(self, signs: "Signs | None") -> None:
        """Adds signs, as `more`, or with None removes them."""
        self.more = signs
        self._last = ""
        self._found = []

    def width(self, string: str) -> int:
        """Returns the width of a string in pixels, without the gap after its last glyph."""
        total = 0
        widths = self.widths
        for index in self.indices(string):
            total += (widths[index] if index >= 0 else SIGN) + 1
        return total - 1 if total else 0

    def lines(self, text: str, room: int) -> list[str]:
        """Returns the text wrapped into lines of at most `room` pixels; a longer word stays whole.

        Lines break at spaces and where a Japanese phrase ends. They are as few as possible, and as even as
        possible: the sum of the squares of what each leaves empty is the least.
        """
        if len(text) * self.cell <= room:  # no character is wider
            return [text.rstrip()]
        pieces: list[str] = []  # what is never broken, with the space that follows
        for word in text.split(" "):
            data = word.encode()
            if not data or max(data) < _EAST:
                pieces.append(word + " ")
                continue
            pieces.append("")
            last = ""
            at = 0
            while at < len(data):
                code = data[at]
                end = at + (1 if code < 128 else 2 if code < 0xE0 else 3 if code < 0xF0 else 4)
                character = data[at:end].decode()
                at = end
                if (
                    last
                    and character not in _NOT_FIRST
                    and (last in _MARKS or last in _ENDS and not _HIRAGANA <= character < _KATAKANA)
                ):
                    pieces.append("")
                pieces[-1] += character
                last = character
            pieces[-1] += " "
        space = self.width(" ") + 1
        widths = []
        for piece in pieces:
            widths.append(self.width(piece) + 1)
        costs = [0]  # the costs of the best lines for the first n pieces
        starts = [0]  # the first piece of the last of those lines
        for end in range(1, len(pieces) + 1):
            start = end
            wide = -1 - (space if pieces[end - 1][-1] == " " else 0)
            least = -1
            while start:
                start -= 1
                wide += widths[start]
                empty = room - wide
                if empty < 0:
                    if least >= 0:
                        break
                    empty = 0
                cost = costs[start] + empty * empty
                if least < 0 or cost < least:
                    least = cost
                    first = start
            costs.append(least + _A_LINE)
            starts.append(first)
        lines: list[str] = []
        end = len(pieces)
        while end:
            lines.insert(0, "".join(pieces[starts[end] : end]).rstrip())
            end = starts[end]
        return lines
