# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The base class of all screens."""

from micropython import const

from handful.keys import BRIEF, elapsed
from handful.picture import ink
from handful.picture.measures import BAR, FOOT, WIDTH
from handful.sound import WRONG

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

    from handful.app import App
    from handful.picture.font import Font

_BADGE = const(7)  # width of a badge: a seat's number on the seat's colour
_BADGE_HIGH = const(9)  # height of a badge
_DIGIT = const(7)  # height of a small digit
_BIG_DIGIT = const(11)  # height of a big digit
_UNREAD = const(400)  # ms in which nobody has read a question


class Screen:
    """Draws on the canvas and handles keys while it is open.

    The app creates it, calls `open` once, then `press` and `tick` until another screen opens. A screen reads
    games and settings directly, but changes a game only through the match.

    dirty: whether the picture is no longer that of the screen's state. The app then calls `draw` at the end
    of the step, and handles no key before. deferred: what the app is to call next, as (method, *arguments),
    or (). It is called from the app's loop before the next key, when nothing is dirty. A method that calls
    deep or must come after the drawing goes there, because version 9 has a stack of 1.5 KB.
    """

    def __init__(self, app: "App") -> None:
        self.app = app
        self.canvas = app.canvas
        self.say = app.texts.say
        self.below = ""  # the bottom line's text
        self.told: str | None = None  # the same as it is drawn; None if something else is
        self._ending = -1  # since when the bottom line asks about the saved match; -1 if it does not
        self.dirty = False
        self.deferred: tuple[Any, ...] = ()

    def open(self) -> None:
        """Draws the whole screen, or marks it as dirty."""

    def where(self) -> "Any":
        """Returns what `go_back` takes, None if there is no cursor."""
        return None

    def go_back(self, where: "Any") -> None:
        """Puts the cursor where it was before another screen opened. Called before `open`."""

    def draw(self) -> None:
        """Draws what has changed since it was last drawn. Only the app calls this, after `dirty` was set."""

    def press(self, key: int) -> None:
        """Handles a logical key (handful.keys). A key that does nothing here must explain why (`refuse`)."""

    def tick(self, now: int) -> None:
        """Advances animations and thinking by one step; called many times a second. now: ticks in ms."""

    def ready(self) -> None:
        """Draws the bottom line, since keys count from now on (App.guard)."""
        self.told = None
        self.foot(self.below)

    def rename(self) -> None:
        """Draws the bottom line again if other keys are used now, which have other names."""
        if self.told is not None and hasattr(self.app.board, "named"):
            self.foot(self.below)

    def title(self, text: str) -> None:
        """Draws the title line at the top."""
        canvas = self.canvas
        canvas.fill(0, 0, WIDTH, BAR + 1, ink.DARK)
        canvas.text((WIDTH - canvas.small.width(text)) // 2, 1, text, ink.WHITE)

    def foot(self, text: str) -> None:
        """Draws the bottom line, which explains the keys, unless it already shows this text.

        While no key counts (App.guard) the line is empty.
        """
        self.below = text
        self._ending = -1
        text = self.app.named(text)
        if text != self.told:
            self.told = text
            canvas = self.canvas
            canvas.fill(0, FOOT, WIDTH, BAR, ink.DARK)
            if self.app.deaf > BRIEF:
                return
            canvas.text((WIDTH - canvas.small.width(text)) // 2, FOOT + 1, text, ink.WHITE)

    def refuse(self, text: str) -> None:
        """Explains in the bottom line why a key did nothing; the next `foot` draws over it."""
        self.app.play(WRONG)
        self._ending = -1
        text = self.app.named(text)
        self.told = None
        canvas = self.canvas
        canvas.fill(0, FOOT, WIDTH, BAR, ink.ACCENT)
        canvas.text((WIDTH - canvas.small.width(text)) // 2, FOOT + 1, text, ink.INK)

    def allows(self) -> bool:
        """Returns whether another match may begin: none is saved, or the player has read that it ends.

        Otherwise the bottom line says so. It counts as read while it stands there, but for its first moment.
        """
        app = self.app
        if not app.saved:
            return True
        if self._ending < 0:
            self.refuse(self.say("ends_saved"))
            self._ending = app.now
        return elapsed(app.now, self._ending) >= _UNREAD

    def badge(
        self,
        x: int,
        y: int,
        seat: int,
        high: int = _BADGE_HIGH,
        wide: int = _BADGE,
        font: "Font | None" = None,
    ) -> None:
        """Draws a seat's number on the seat's colour. high, wide: pixels; font: `small` by default."""
        canvas = self.canvas
        colour = self.app.settings.colours[seat]
        canvas.fill(x, y, wide, high, colour)
        number = str(seat + 1)
        x += (wide + 1 - (font or canvas.small).width(number)) // 2
        canvas.text(x, y + (high - (_BIG_DIGIT if font else _DIGIT)) // 2, number, ink.over(colour), font)

    def centred(self, y: int, text: str, colour: int, font: "Font | None" = None) -> None:
        """Draws a line of text, centred horizontally, with its top at y."""
        font = font or self.canvas.small
        self.canvas.text((WIDTH - font.width(text)) // 2, y, text, colour, font)
