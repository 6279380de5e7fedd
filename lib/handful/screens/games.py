"""The menu of games, with one row per game in the registry."""

from micropython import const

from engine import registry
from handful.picture import ink
from handful.picture.measures import WIDTH
from handful.screens.menu import Menu

_ABOUT = const(91)  # y of the game's description
_BACK = const(10)  # distance from there up to the strip of card backs
_STEP = const(11)  # line height
_TEXT = const(2)  # from a row's top to its text


class View(Menu):
    """Opens the set-up of the game that the player chooses."""

    bottom = _ABOUT - _BACK

    def open(self) -> None:
        self.heading = self.say("games")
        self.canvas.theme("")
        super().open()

    def rows(self) -> list:
        return [(row[0], self.app.texts.say_of("title", row[0]), None) for row in registry.GAMES]

    def decorate(self, key, y: int, chosen: bool) -> None:
        row = registry.row(key)
        text = str(row[2]) if row[2] == row[3] else str(row[2]) + "-" + str(row[3])
        text = "\ue004 " + text
        canvas = self.canvas
        canvas.text(WIDTH - 14 - canvas.small.width(text), y + _TEXT, text, ink.INK if chosen else ink.WHITE)

    def show(self) -> None:
        super().show()
        self.moved()

    def moved(self) -> None:
        """Draws the chosen game's card backs as a strip, and its description below in up to two lines."""
        canvas = self.canvas
        key = self._rows[self.cursor][0]
        canvas.fill(0, _ABOUT - _BACK, WIDTH, 2 * _STEP + _BACK, ink.TABLE)
        signs = " ".join(canvas.look(key, "back")) + " "
        signs *= (WIDTH - 8) // canvas.small.width(signs)  # whole repeats only: equal margins
        self.centred(_ABOUT - _BACK, signs.rstrip(), ink.LIGHT)
        y = _ABOUT
        for line in canvas.small.lines(self.app.texts.say_of("about", key), WIDTH - 10):
            self.centred(y, line, ink.ACCENT)
            y += _STEP

    def choose(self, key) -> None:
        self.app.open("setup", key)

    def leave(self) -> None:
        self.app.open("title")
