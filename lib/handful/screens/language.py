# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The questions at the first start: the language, then whether to begin with a lesson.

Each language is listed under its own name.
"""

from micropython import const

from handful.screens.menu import Menu
from handful.settings import LANGUAGE
from handful.texts import LANGUAGES

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence
    from typing import Any

    from handful.app import App
    from handful.screens.menu import Row

_TOP = const(60)  # y of the first row
_TITLE = const("title")
_TITLE_Y = const(14)  # y of the title picture
_FIRST = const("the_game")  # the game of the lesson: the one with the shortest rules


def go_on(app: "App", first: bool) -> None:
    """Saves the language that is known now. Says what is to be said at the start; then opens the second
    question at a first start, else the title.
    """
    app.startup_notice()  # must come before the first save
    app.save_later()
    if not first:
        app.open("title")
    elif app.notice:
        app.open("notice", app.notice, "language", False, True)
    else:
        app.open("language", True)


class View(Menu):
    """Asks for the language, or with `spoken` whether to begin with a lesson.

    The cursor begins on the machine's own language, where the board knows it. The rest of the screen
    switches to a language as soon as the cursor is on its row.
    """

    top = _TOP
    keys_row = "keys_title"

    def __init__(self, app: "App", spoken: bool = False) -> None:
        super().__init__(app)
        if spoken:
            app.guard()
        self._spoken = spoken
        self._new = app.store.new  # a display that dims meanwhile saves
        self._names: list[str] = []  # what each language calls itself

    def open(self) -> None:
        texts = self.app.texts
        for code in LANGUAGES:
            texts.speak(code)
            self._names.append(self.say("own_name"))
        self.app.apply_language()
        self.canvas.clear()
        self.canvas.picture(_TITLE, _TITLE_Y)
        if not self._spoken and hasattr(self.app.board, "language"):
            code = self.app.board.language()
            for i in range(len(LANGUAGES)):
                if LANGUAGES[i] == code:
                    self.cursor = i
            self._speak()
        self.show()

    def rows(self) -> "Sequence[Row]":
        if self._spoken:
            return [(0, self.say("first_show"), None), (1, self.say("first_know"), None)]
        return [(i, self._names[i], None) for i in range(len(LANGUAGES))]

    def _speak(self) -> None:
        self.app.settings.values[LANGUAGE] = self.cursor
        self.app.apply_language()

    def moved(self) -> None:
        if not self._spoken:
            self._speak()
            self.update()

    def choose(self, key: "Any") -> None:
        app = self.app
        if self._spoken:
            if key:
                app.open("games")
            else:
                app.learn(_FIRST)
            return
        go_on(app, self._new)

    def leave(self) -> None:
        self.refuse(self.say("press_a"))
