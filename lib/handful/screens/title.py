"""The title: the name of the console, and the way into it."""

from engine import registry
from handful import ink
from handful.menu import Menu


class View(Menu):
    """The first screen: CONTINUE when a match is saved, the games, the settings."""

    top = 60
    keys_row = "keys_title"

    def open(self) -> None:
        app = self.app
        app.canvas.theme("")
        app.canvas.clear()
        app.canvas.picture("title", 14)
        self.show()
        if app.notice:
            app.open("notice", app.notice)

    def rows(self) -> list:
        say = self.say
        rows = []
        if self.app.saved:
            rows.append((0, say("continue"), None))
        rows.append((1, say("games"), None))
        rows.append((2, say("settings"), None))
        rows.append((3, say("records"), None))
        return rows

    def decorate(self, key, y: int, chosen: bool) -> None:
        if key == 0:
            row = registry.row(self.app.saved)
            canvas = self.canvas
            canvas.text(146 - canvas.small.width(row[1]), y + 2, row[1], ink.INK if chosen else ink.DIM)

    def choose(self, key) -> None:
        app = self.app
        if key == 0:
            app.resume()
        else:
            app.open(("games", "settings", "records")[key - 1])

    def leave(self) -> None:
        self.refuse(self.say("is_title"))
