"""The first question of all: in which language. Its rows are in the languages that they stand for."""

from handful.menu import Menu
from handful.settings import LANGUAGE
from handful.texts import LANGUAGES


class View(Menu):
    """Asks for the language; all around the rows is in the chosen one at once."""

    top = 60
    keys_row = "keys_title"

    def open(self) -> None:
        self.canvas.clear()
        self.canvas.picture("title", 14)
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
