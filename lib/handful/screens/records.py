# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The statistics: a page for each game, with the share of wins as a ring and the last matches as bars."""

from micropython import const

from engine import registry
from handful import keys, scale
from handful.match import ROBOTS
from handful.picture import ink
from handful.picture.measures import FOOT, WIDTH
from handful.records import CLASSES, LAST
from handful.screens.screen import Screen

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from handful.app import App

_TOP = const(15)  # y of the ring and of the first line beside it
_RADIUS = const(18)
_HOLE = const(13)  # radius of the ring's hole
_TEXT = const(2 * _RADIUS + 10)  # x of the lines
_LINE = const(11)
_BARS = const(_TOP + 2 * _RADIUS + 4)  # y of the last matches
_BAR = const((WIDTH - 8) // LAST)  # from one to the next
_HIGH = const(8)  # height of a bar
_LIST = const(_BARS + _HIGH + 5)  # y of the two columns
_STEP = const((FOOT - _LIST) // ROBOTS)
_SPACE = const(3)  # between a label and its number, at least
_HALF = const(WIDTH // 2)  # x of the second one
# The sines of 0 to 90 degrees in 13 steps, times 127.
_SINES = b"\x00\x10\x1f\x2e\x3c\x49\x55\x60\x69\x71\x77\x7b\x7e\x7f"


class View(Screen):
    """Shows one game's statistics. LEFT and RIGHT turn pages, DOWN opens the ladder, A the shared deals."""

    def __init__(self, app: "App", game: int = 0) -> None:
        super().__init__(app)
        self._game = game
        self._records = app.records

    def open(self) -> None:
        self._foot = None
        self.canvas.clear()
        self.app.texts.load(registry.GAMES[self._game][0])
        self.title("◀ " + self.say("title") + " ▶")
        self.foot(self.say("keys_records"))
        self.stale = True

    def draw(self) -> None:
        canvas = self.canvas
        say = self.say
        records = self._records
        game = self._game
        played = won = 0
        best = None
        for opponents in range(CLASSES):
            row = records.row(game, opponents)
            played += row[0]
            won += row[1]
            if row[2] is not None and (best is None or row[2] > best):
                best = row[2]
        text = "-"
        if best is not None:
            text = str(scale.shown(canvas, registry.GAMES[game][0], best))
        canvas.text(_TEXT, _TOP + 1 + 2 * _LINE, say("records_best", text), ink.WHITE)
        last, streak, longest = records.course(game)
        self._ring(won, played)
        text = str(won * 100 // played) + "%" if played else "-"
        canvas.text(4 + _RADIUS - canvas.small.width(text) // 2, _TOP + _RADIUS - 3, text, ink.WHITE)
        y = _TOP + 1
        canvas.text(_TEXT, y, say("records_won", won, played), ink.WHITE)
        canvas.text(_TEXT, y + _LINE, say("records_streak", streak, longest), ink.WHITE)
        for i in range(LAST):
            x = (WIDTH - LAST * _BAR) // 2 + i * _BAR
            if i >= len(last):
                canvas.fill(x, _BARS + _HIGH - 1, _BAR - 2, 1, ink.LIGHT)
            elif last[i]:
                canvas.fill(x, _BARS, _BAR - 2, _HIGH, ink.ACCENT)
            else:
                canvas.fill(x, _BARS, _BAR - 2, _HIGH, ink.LIGHT)
                canvas.fill(x + 1, _BARS + 1, _BAR - 4, _HIGH - 2, ink.DARK)
        for opponents in range(CLASSES):
            row = records.row(game, opponents)
            self._share(4, opponents, say("against_" + str(opponents)), row[1], row[0])
        for robot in range(ROBOTS):
            met, beaten = records.versus(game, robot)
            self._share(_HALF + 2, robot, self.app.robot(robot), beaten, met)

    def _share(self, x: int, row: int, label: str, won: int, played: int) -> None:
        # A line of a column: against whom, and how many of how many matches were won.
        canvas = self.canvas
        y = _LIST + row * _STEP
        colour = ink.WHITE if played else ink.DIM
        text = str(won) + "/" + str(played) if played else "-"
        room = _HALF - 8 - _SPACE
        if canvas.small.width(label) + canvas.small.width(text) > room:
            label = label.split(" ")[0]  # a robot's face, or the first word
        if canvas.small.width(label) + canvas.small.width(text) > room:
            text = str(won)
        canvas.text(x, y, label, colour)
        canvas.text(x + _HALF - 6 - canvas.small.width(text), y, text, colour)

    def _ring(self, won: int, played: int) -> None:
        # A ring of little squares, clockwise from the top; the share that was won is bright.
        canvas = self.canvas
        steps = 4 * (len(_SINES) - 1)
        bright = won * steps // played if played else 0
        quarter = len(_SINES) - 1
        for i in range(steps):
            part = i % quarter
            down = _SINES[part]
            up = _SINES[quarter - part]
            right, above = ((down, up), (up, -down), (-down, -up), (-up, down))[i // quarter]
            for radius in range(_HOLE, _RADIUS, 2):
                x = 4 + _RADIUS + right * radius // 127
                y = _TOP + _RADIUS - above * radius // 127
                canvas.fill(x - 1, y - 1, 3, 3, ink.ACCENT if i < bright else ink.LIGHT)

    def press(self, key: int) -> None:
        app = self.app
        if key == keys.LEFT or key == keys.RIGHT:
            self._game = (self._game + (1 if key == keys.RIGHT else -1)) % len(registry.GAMES)
            self.open()
        elif key == keys.A or key == keys.START:
            app.open("deals", self._game)
        elif key == keys.DOWN or key == keys.UP:
            app.open("ladder", self._game)
        elif key == keys.SELECT:
            self.refuse(self.say("no_select"))
        else:
            app.texts.load("")
            app.open("title")
