"""The first question of all: in which language. Its rows are in the languages that they stand for."""

from micropython import const

from handful.menu import Menu
from handful.settings import LANGUAGE
from handful.texts import LANGUAGES

_TOP = const(60)  # y of the rows,
_TITLE = const("title")
_TITLE_Y = const(14)  # and of the picture above them


class View(Menu):
    """Asks for the language; all around the rows is in the chosen one at once."""

    top = _TOP
    keys_row = "keys_title"

    def open(self) -> None:
        self.canvas.clear()
        self.canvas.picture(_TITLE, _TITLE_Y)
        self.show()

    def rows(self) -> list:
        return [(i, self.say("choice_4_" + str(i)), None) for i in range(len(LANGUAGES))]

    def moved(self) -> None:
        self.app.settings.values[LANGUAGE] = self.cursor
        self.app.speak()
        self.show()

    def choose(self, key) -> None:
        app = self.app
        app.greet()  # before anything is saved
        app.save(True)
        app.open("title")

    def leave(self) -> None:
        self.refuse(self.say("press_a"))
