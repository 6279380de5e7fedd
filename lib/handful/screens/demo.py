"""The demo: robots play a match at its real table until a key is pressed. The title opens it.

Nothing of it is kept: no save, no statistics, no deal that somebody might know.
"""

import sys

from micropython import const

from engine import registry
from engine.session import Session
from handful.keys import elapsed
from handful.match import Match
from handful.screens.screen import Screen
from handful.store import MATCH

_ROBOT = const(2)  # the robots' kind of seat: a normal robot
_SEATS = const(3)  # players, where the game allows so many
_LOOK = const(800)  # ms for which the card that the first seat has chosen is seen in the hand
_FRAME = const(20)  # ms from one tick of the table to the next
_SHEET = const(3000)  # ms that a sheet stays over the table


class _Show(Match):
    """A match of robots. What is saved in its place is the match that was saved before."""

    kept = b""

    def dump(self) -> bytes:
        return self.kept


class View(Screen):
    """A table that plays by itself, with the first robot's hand in view. Any key opens the title."""

    def __init__(self, app):
        super().__init__(app)
        app.shown = (app.shown + 1 if app.shown >= 0 else app.seed()) % len(registry.GAMES)
        key, _, least, most = registry.GAMES[app.shown]
        players = max(least, min(_SEATS, most))
        match = _Show(Session(key, players, app.seed()), bytes((_ROBOT,)) * players)
        match.kept = app.store.payloads[MATCH]
        match.viewer = 0
        app.match = match
        app.texts.load(key)
        app.canvas.theme(key)
        module = "handful.tables." + key
        __import__(module)
        self._table = table = sys.modules[module].View(app)
        self._play = table.play
        table.play = self._choose
        table.foot = self._say
        self._action = -1  # what the first seat has chosen
        self._since = app.now  # when it did so, or when a sheet opened
        self._covered = False
        self._ticked = app.now  # when the table's tick was last due
        app.open = self._open  # as long as the demo lasts

    def _open(self, name: str, *details) -> None:
        # In place of the app's `open`: the match is over, and its result is nobody's.
        self._end()

    def open(self) -> None:
        self.later(self._table.open)  # from the app's loop, since the stack is short

    def _say(self, _: str) -> None:
        # In place of what the table says about its keys. The table may have been cleared meanwhile.
        self._foot = None
        self.foot(self.say("keys_demo"))

    def _choose(self, action: int) -> None:
        # In place of the table's `play`: the cursor shows the card first.
        self._say("")  # over the mark of a thinking robot
        if self._table.mine:
            self._table.point(action)
            self._table.sync()
            self._action = action
            self._since = self.app.now
        else:
            self.later(self._play, action)

    def tick(self, now: int) -> None:
        app = self.app
        table = self._table
        if app.power.dark:
            self._end()
        elif self._action >= 0:
            if elapsed(now, self._since) >= _LOOK:
                self.later(self._play, self._action)
                self._action = -1
        elif table.overlay:
            if not self._covered:
                self._covered = True
                self._since = now
            elif elapsed(now, self._since) >= _SHEET:
                self._covered = False
                table.overlay = ""
                self.later(table.redraw)
        elif table.then:
            self.then = table.then
            table.then = None
        elif elapsed(now, self._ticked) >= _FRAME:
            self._ticked = now
            self.later(table.tick, now)  # from the app's loop, since the stack is short

    def press(self, key: int) -> None:
        self._end()

    def _end(self) -> None:
        app = self.app
        del app.open
        app.match = None
        app.texts.load("")
        registry.unload(self._table.session.key)
        app.open("title")
