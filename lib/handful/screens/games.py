"""The menu of games, one row of the registry each."""

from engine import registry
from handful import ink
from handful.menu import Menu


class View(Menu):
    """Chooses a game to set up."""

    def open(self) -> None:
        self.heading = self.say("games")
        super().open()

    def rows(self) -> list:
        return [(row[0], row[1], None) for row in registry.GAMES]

    def decorate(self, key, y: int, chosen: bool) -> None:
        row = registry.row(key)
        text = str(row[2]) if row[2] == row[3] else str(row[2]) + "-" + str(row[3])
        text = "\ue004 " + text
        canvas = self.canvas
        canvas.text(146 - canvas.small.width(text), y + 2, text, ink.INK if chosen else ink.WHITE)

    def show(self) -> None:
        super().show()
        self.moved()

    def moved(self) -> None:
        """Says in a line or two what the chosen game is, in the colours of its table."""
        canvas = self.canvas
        canvas.theme(self._rows[self.cursor][0])
        canvas.fill(0, 82, 160, 34, ink.TABLE)
        y = 88
        for line in canvas.small.lines(self.say("about_" + self._rows[self.cursor][0]), 150):
            self.centred(y, line, ink.ACCENT)
            y += 11

    def choose(self, key) -> None:
        self.app.open("setup", key)

    def leave(self) -> None:
        self.app.open("title")
