"""The title screen."""

from micropython import const

from handful.picture import ink
from handful.picture.measures import WIDTH
from handful.screens.menu import Menu

_TOP = const(60)  # y of the first row
_TITLE = const("title")
_TITLE_Y = const(14)  # y of the title picture
_TEXT = const(2)  # from a row's top to its text


class View(Menu):
    """Offers to continue a saved match, and opens the games, the settings and the statistics."""

    top = _TOP
    keys_row = "keys_title"

    def open(self) -> None:
        app = self.app
        app.canvas.theme("")
        app.canvas.clear()
        app.canvas.picture(_TITLE, _TITLE_Y)
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
            title = self.app.texts.say_of("title", self.app.saved)
            canvas = self.canvas
            x = WIDTH - 14 - canvas.small.width(title)
            canvas.text(x, y + _TEXT, title, ink.INK if chosen else ink.DIM)

    def choose(self, key) -> None:
        app = self.app
        if key == 0:
            app.resume()
        else:
            app.open(("games", "settings", "records")[key - 1])

    def leave(self) -> None:
        self.refuse(self.say("is_title"))
