# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The title screen."""

from micropython import const

from engine import memory, registry
from handful import match as matches
from handful.keys import elapsed
from handful.picture import ink
from handful.picture.measures import HEIGHT, WIDTH
from handful.screens.menu import Menu
from handful.settings import MOTION
from handful.sound import CARD
from handful.store import MATCH

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence
    from typing import Any

    from displayio import TileGrid

    from handful.app import App
    from handful.match import Match
    from handful.screens.menu import Row

_TOP = const(60)  # y of the first row
_TITLE = const("title")
_TITLE_Y = const(14)  # y of the title picture
_TITLE_WIDE = const(135)  # the title's width
_TITLE_HIGH = const(34)  # the title's height
_LETTERS = const(7)
_TEXT = const(2)  # from a row's top to its text
_STEP = const(90)  # ms from one letter to the next
_FLIGHT = const(240)  # ms of a letter's way
_PARTS = const(32)  # resolution of the easing
_IDLE = const(20_000)  # ms without a key after which robots play
_TABLES = const("handful.tables.")
_CALM = const(400)  # ms without a key after which the saved match and its table are loaded


class View(Menu):
    """Offers to continue a saved match, and opens the games, the settings and the statistics.

    Its letters are dealt like cards. While no key comes it loads the saved match and its table, so that this
    goes on sooner. After a while a demo begins.
    """

    top = _TOP
    keys_row = "keys_title"

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self._idle = app.now
        self._since = app.now  # when the first letter was dealt
        # (layer, x of its place) of each letter that is on its way or still to come
        self._letters: list[tuple[TileGrid, int]] = []
        saved = app.saved
        # The modules to load ahead, in this order, and last the match.
        self._ahead = ["engine." + saved, _TABLES + "table", _TABLES + saved, ""] if saved else []
        self._match: Match | None = None  # once it is loaded

    def open(self) -> None:
        app = self.app
        app.canvas.theme("")
        app.canvas.clear()
        app.canvas.picture(_TITLE, _TITLE_Y)
        self.show()
        if app.notice:
            app.open("notice", app.notice)
        elif app.settings.values[MOTION]:
            self._lift()

    def _lift(self) -> None:
        # Takes the letters off the picture, for `tick` to deal.
        canvas = self.canvas
        left = (WIDTH - _TITLE_WIDE) // 2
        try:
            for i in range(_LETTERS):
                x = left + _TITLE_WIDE * i // _LETTERS
                wide = left + _TITLE_WIDE * (i + 1) // _LETTERS - x
                layer = canvas.lift(x, _TITLE_Y, wide, _TITLE_HIGH)
                canvas.fill(x, _TITLE_Y, wide, _TITLE_HIGH, ink.TABLE)
                canvas.move_to(layer, WIDTH // 2, HEIGHT)
                self._letters.append((layer, x))
        except MemoryError:
            self._land(0)

    def _land(self, left: int) -> None:
        # Puts letters into their places, until `left` are left.
        while len(self._letters) > left:
            layer, x = self._letters.pop(0)
            self.canvas.drop(layer, x, _TITLE_Y, True)

    def tick(self, now: int) -> None:
        if self.app.power.dark:
            self._idle = now
        if self._letters:
            self._deal(elapsed(now, self._since))
        elif elapsed(now, self._idle) >= _IDLE:
            self._let_go()
            self.app.demo()
        elif self._ahead and elapsed(now, self._idle) >= _CALM and not self.app.opening:
            try:
                module = self._ahead.pop(0)
                if module:
                    __import__(module)
                else:
                    self._match = matches.load(self.app.store.payloads[MATCH])
            except (MemoryError, ValueError):
                self._ahead.clear()  # CONTINUE frees more before, and says what is wrong

    def _deal(self, gone: int) -> None:
        due = max(0, (gone - _FLIGHT) // _STEP + 1)  # letters that have arrived
        if due > _LETTERS - len(self._letters):
            self._land(max(0, _LETTERS - due))
            self.app.play(CARD)
        first = _LETTERS - len(self._letters)
        for i in range(len(self._letters)):
            way = gone - _STEP * (first + i)
            if way > 0:
                # Ease out: fast at first, slow at the end.
                rest = _PARTS - way * _PARTS // _FLIGHT
                rest *= rest
                layer, x = self._letters[i]
                x += (WIDTH // 2 - x) * rest // (_PARTS * _PARTS)
                self.canvas.move_to(layer, x, _TITLE_Y + (HEIGHT - _TITLE_Y) * rest // (_PARTS * _PARTS))

    def press(self, key: int) -> None:
        self._idle = self.app.now
        self._land(0)
        super().press(key)

    def rows(self) -> "Sequence[Row]":
        say = self.say
        rows = []
        if self.app.saved:
            rows.append((0, say("continue"), None))
        rows.append((1, say("games"), None))
        rows.append((2, say("settings"), None))
        rows.append((3, say("records"), None))
        return rows

    def decorate(self, key: "Any", y: int, chosen: bool) -> None:
        if key == 0:
            title = self.app.texts.say_of("title", self.app.saved)
            canvas = self.canvas
            x = WIDTH - 14 - canvas.small.width(title)
            canvas.text(x, y + _TEXT, title, ink.INK if chosen else ink.DIM)

    def choose(self, key: "Any") -> None:
        app = self.app
        if key == 0:
            app.resume(self._match)
        else:
            self._let_go()
            app.open(("games", "settings", "records")[key - 1])

    def _let_go(self) -> None:
        # Frees what has been loaded ahead: another match may begin.
        self._match = None
        saved = self.app.saved
        if saved:
            registry.unload(saved)
            memory.forget(_TABLES + saved)

    def leave(self) -> None:
        self.refuse(self.say("is_title"))
