"""The questions at the first start: the language, then (after the name) whether to begin with a lesson.

Each language is listed under its own name.
"""

from micropython import const

from handful.screens.menu import Menu
from handful.settings import LANGUAGE
from handful.texts import LANGUAGES

_TOP = const(60)  # y of the first row
_TITLE = const("title")
_TITLE_Y = const(14)  # y of the title picture


class View(Menu):
    """Asks for the language, or with `named` whether to begin with a lesson.

    The rest of the screen switches to a language as soon as the cursor is on its row.
    """

    top = _TOP
    keys_row = "keys_title"

    def __init__(self, app, named: bool = False):
        super().__init__(app)
        self._named = named
        self._names = []  # what each language calls itself

    def open(self) -> None:
        texts = self.app.texts
        for code in LANGUAGES:
            texts.speak(code)
            self._names.append(self.say("own_name"))
        self.app.speak()
        self.canvas.clear()
        self.canvas.picture(_TITLE, _TITLE_Y)
        self.show()

    def rows(self) -> list:
        if self._named:
            return [(0, self.say("lesson"), None), (1, self.say("result_title"), None)]
        return [(i, self._names[i], None) for i in range(len(LANGUAGES))]

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
                app.notice = ""  # the lesson has a welcome of its own
                app.learn("the_game")
            return
        app.greet()  # must come before the first save
        first = app.store.empty
        app.save(True)
        if first:
            app.open("name", 0, None)
        else:
            app.open("title")

    def leave(self) -> None:
        self.refuse(self.say("press_a"))
