# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What is drawn of texts, for those who hear it."""

from micropython import const

from handful.picture.measures import FOOT, WIDTH

_TYPES = const(0)  # true for mypy only
if _TYPES:
    from typing import Any

_PAIRS = const(500)  # of lines that are known to belong together: more than any screen has
_PATTERN = const(64)  # signs of a text that is none: the back of the cards, wider than any screen
_BOX_WIDE = const(120)  # the least size of a box over a table
_BOX_HIGH = const(14)
_KANA = "\u2e80"  # the first sign of those that need no space before the next line
_NEAR = const(4)  # texts whose y differ by less are in one row


class Drawn:
    """Notes from now on what is written on an app's canvas.

    texts: each text by (y, x) of its upper left corner; pairs: two lines of a wrapped text, with a line feed
    between.
    """

    def __init__(self, app: "Any") -> None:
        canvas = app.canvas
        self.texts: dict[tuple[int, int], str] = {}
        self.pairs: set[str] = set()
        self.below: set[tuple[int, int]] = set()  # the places of what is beside the last box
        self._plain: dict[str, str] = {}  # sentences without the names that keys have here, by what is drawn
        self._named = app.named
        app.named = self.named
        self._last: Any = None  # the place of a text after which nothing has been drawn yet
        self._lines, self._text, self._fill, self._clear = (
            canvas.small.lines,
            canvas.text,
            canvas.fill,
            canvas.clear,
        )
        canvas.small.lines = self.wrap
        canvas.text = self.text
        canvas.fill = self.fill
        canvas.clear = self.clear

    def named(self, text: str, room: int = WIDTH - 2) -> str:
        """As App.named."""
        found: str = self._named(text, room)
        if found != text and not room:
            if len(self._plain) > _PAIRS:
                self._plain.clear()
            self._plain[found.replace(" ", "")] = text
        return found

    def plain(self, text: str) -> str:
        """Returns a text that is drawn as it was before keys got their names."""
        return self._plain.get(text.replace(" ", ""), text)

    def wrap(self, text: str, room: int) -> list[str]:
        """As Font.lines."""
        found: list[str] = self._lines(text, room)
        if len(self.pairs) > _PAIRS:
            self.pairs.clear()
        for i in range(1, len(found)):
            self.pairs.add(found[i - 1] + "\n" + found[i])
        return found

    def text(self, x: int, y: int, string: str, *how: "Any") -> int:
        """As Canvas.text."""
        self._last = y, x
        self.texts[y, x] = string
        end: int = self._text(x, y, string, *how)
        return end

    def fill(self, x: int, y: int, width: int, height: int, colour: int) -> None:
        """As Canvas.fill. What begins in it is gone, unless it is enlarged there."""
        for place in list(self.texts):
            if x <= place[1] < x + width and y <= place[0] < y + height:
                if place != self._last or place != (y, x):
                    del self.texts[place]
        if width >= _BOX_WIDE and height >= _BOX_HIGH:
            self.below = set(self.texts)
        self._last = None
        self._fill(x, y, width, height, colour)

    def clear(self, *colour: int) -> None:
        """As Canvas.clear."""
        self.texts.clear()
        self.below.clear()
        self._clear(*colour)

    def rows(self, box: bool = False, named: bool = False) -> list[list[str]]:
        """Returns the texts above the foot in rows, from the top; a wrapped text is one row.

        box: only those in the box that was drawn last. named: with the names that keys have here.
        """
        found: list[list[str]] = []
        row: list[tuple[int, str]] = []
        top = -_NEAR
        last = ""
        for y, x in sorted(self.texts) + [(FOOT, 0)]:
            text = self.texts.get((y, x), "")
            if y > FOOT or box and (y, x) in self.below or len(text) >= _PATTERN:
                continue
            if y - top >= _NEAR:
                strings = [text for _, text in sorted(row)]
                if len(strings) == 1 and last + "\n" + strings[0] in self.pairs:
                    found[-1][0] += strings[0] if found[-1][0][-1] >= _KANA else " " + strings[0]
                elif strings:
                    found.append(strings)
                last = strings[0] if strings else ""
                row = []
                top = y
            row.append((x, text))
        return found if named else [[self.plain(text) for text in row] for row in found]
