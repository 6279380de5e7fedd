"""The first questions of all: in which language (its rows are in the languages that they stand for), and,
once the player has a name, whether to begin with a lesson."""

from micropython import const

from handful.screens.menu import Menu
from handful.settings import LANGUAGE
from handful.texts import LANGUAGES

_TOP = const(60)  # y of the rows,
_TITLE = const("title")
_TITLE_Y = const(14)  # and of the picture above them


class View(Menu):
    """Asks for the language; all around the rows is in the chosen one at once. named: asks for the lesson."""

    top = _TOP
    keys_row = "keys_title"

    def __init__(self, app, named: bool = False):
        super().__init__(app)
        self._named = named

    def open(self) -> None:
        self.canvas.clear()
        self.canvas.picture(_TITLE, _TITLE_Y)
        self.show()

    def rows(self) -> list:
        if self._named:
            return [(0, self.say("lesson"), None), (1, self.say("result_title"), None)]
        return [(i, LANGUAGES[i][1], None) for i in range(len(LANGUAGES))]

    def moved(self) -> None:
        if self._named:
            return
        self.app.settings.values[LANGUAGE] = self.cursor
        self.app.speak()
        self.update()

    def choose(self, key) -> None:
        app = self.app
        if self._named:
            if key:
                app.open("title")
            else:
                app.notice = ""  # the lesson says its own welcome
                app.learn("the_game")
            return
        app.greet()  # before anything is saved
        first = app.store.empty
        app.save(True)
        if first:
            app.open("name", 0, None)
        else:
            app.open("title")

    def leave(self) -> None:
        self.refuse(self.say("press_a"))
