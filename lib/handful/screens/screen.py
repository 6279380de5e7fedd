"""What all screens have in common: they live while they are open, draw on the canvas and get keys."""

from micropython import const

from handful.picture import ink
from handful.picture.measures import BAR, FOOT, WIDTH
from handful.sound import WRONG

_BADGE = const(7)  # width of a seat's number on its colour,
_BADGE_HIGH = const(9)  # its height,
_DIGIT = const(7)  # that of its figure,
_BIG_DIGIT = const(11)  # and of a large one


class Screen:
    """One screen. The app makes it, calls `open` once, then `press` and `tick` until it opens another.

    A screen reads games and settings and draws them; it changes a game through the match alone.
    """

    def __init__(self, app):
        self.app = app
        self.canvas = app.canvas
        self.say = app.texts.say
        self._foot = None
        self.then = None

    def later(self, method, *arguments) -> None:
        """Has the app call a method of this screen next, before it looks for another key.

        For what draws a lot: the stack has 1.5 KB on a SAMD51, and this way nothing else is on it.
        """
        self.then = (method,) + arguments

    def open(self) -> None:
        """Draws the whole screen."""

    def press(self, key: int) -> None:
        """Answers a logical key (handful.keys): by doing something, or by saying why not."""

    def tick(self, now: int) -> None:
        """Goes one step on with whatever moves or thinks; called many times a second, `now` in ms."""

    def title(self, text: str) -> None:
        """Draws the title line at the top."""
        canvas = self.canvas
        canvas.fill(0, 0, WIDTH, BAR + 1, ink.DARK)
        canvas.text((WIDTH - canvas.small.width(text)) // 2, 1, text, ink.WHITE)

    def foot(self, text: str) -> None:
        """Draws the line at the bottom that says what the keys do, if it says something new."""
        if text != self._foot:
            self._foot = text
            canvas = self.canvas
            canvas.fill(0, FOOT, WIDTH, BAR, ink.DARK)
            canvas.text((WIDTH - canvas.small.width(text)) // 2, FOOT + 1, text, ink.WHITE)

    def refuse(self, text: str) -> None:
        """Says in the bottom line why a key did nothing; the next key press puts the line back."""
        self.app.play(WRONG)
        self._foot = None
        canvas = self.canvas
        canvas.fill(0, FOOT, WIDTH, BAR, ink.ACCENT)
        canvas.text((WIDTH - canvas.small.width(text)) // 2, FOOT + 1, text, ink.INK)

    def badge(
        self, x: int, y: int, seat: int, high: int = _BADGE_HIGH, wide: int = _BADGE, font=None
    ) -> None:
        """Draws a seat's number on its colour; font: for a larger one."""
        canvas = self.canvas
        colour = self.app.settings.colours[seat]
        canvas.fill(x, y, wide, high, colour)
        number = str(seat + 1)
        x += (wide + 1 - (font or canvas.small).width(number)) // 2
        canvas.text(x, y + (high - (_BIG_DIGIT if font else _DIGIT)) // 2, number, ink.over(colour), font)

    def centred(self, y: int, text: str, colour: int, font=None) -> None:
        """Draws a line of text in the middle of the canvas."""
        font = font or self.canvas.small
        self.canvas.text((WIDTH - font.width(text)) // 2, y, text, colour, font)
