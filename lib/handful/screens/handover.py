# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The neutral screen between two people: it names the next player and shows no hand."""

from micropython import const

from handful import keys
from handful.picture import ink
from handful.picture.measures import HEIGHT, WIDTH
from handful.screens.screen import Screen

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from handful.app import App

_X = const(14)  # upper left corner of the frame
_Y = const(16)
_HIGH = const(86)  # height of the frame
_NAME = const(42)  # y of the card with the name


class View(Screen):
    """Waits until the person who takes over the console presses A. The lamp shows when that counts."""

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self._seat = app.match.waits_for
        app.match.viewer = -1
        # If each write erases flash, the save every few minutes has to do.
        store = app.store
        if store.due(app.now) or not app.board.ERASES and store.rested(app.now):
            app.save()
        app.guard()

    def open(self) -> None:
        canvas = self.canvas
        name = self.app.name(self._seat)
        colour = self.app.settings.colours[self._seat]
        # The pattern of the card backs fills the screen; the next player's name stands on it.
        canvas.clear(ink.DARK)
        signs = (" ".join(canvas.look(self.app.match.session.key, "back")) + " ") * 20
        for row in range(HEIGHT // 10):
            canvas.text(0, 10 * row, signs[row:], ink.LIGHT)
        canvas.frame(_X, _Y, WIDTH - 2 * _X, _HIGH, ink.PAPER, ink.DARK)
        canvas.fill(_X + 2, _Y + 2, WIDTH - 2 * _X - 4, 2, colour)
        canvas.fill(_X + 2, _Y + _HIGH - 4, WIDTH - 2 * _X - 4, 2, colour)
        self.centred(_Y + 10, self.say("pass_to"), ink.WHITE)
        width = canvas.small.width(name) + 38
        x = (WIDTH - width) // 2
        canvas.frame(x, _NAME, width, 25, ink.PAPER, ink.PAPER)
        self.badge(x + 3, _NAME + 3, self._seat, 19, 19, canvas.big)
        canvas.text(x + 29, _NAME + 8, name, ink.INK)
        self.centred(_NAME + 38, self.say("pass_hint"), ink.WHITE)
        self.foot(self.say("keys_pass", name))

    def ready(self) -> None:
        super().ready()
        self.app.shine(self._seat)

    def press(self, key: int) -> None:
        if key == keys.A or key == keys.UP:
            self.app.match.viewer = self._seat
            self.app.table()
        elif key in (keys.LEFT, keys.RIGHT, keys.SELECT):
            self.refuse(self.say("press_a"))
        else:
            self.app.open("pause")
