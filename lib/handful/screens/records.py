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
_SQUARE = const(5)  # width of the ring's squares
_MIDDLE = const(_RADIUS - _SQUARE // 2)  # from the ring's middle to the middle of a square
_HOLE = const(12)  # half of the width of what is written in the ring
_TEXT = const(2 * _RADIUS + 10)  # x of the lines
_LINE = const(11)
_BARS = const(_TOP + 2 * _RADIUS + 4)  # y of the last matches
_BAR = const((WIDTH - 8) // LAST)  # from one to the next
_HIGH = const(8)  # height of a bar
_LIST = const(_BARS + _HIGH + 5)  # y of the two columns
_STEP = const((FOOT - _LIST) // ROBOTS)
_SPACE = const(3)  # between a label and its number, at least
_HALF = const(WIDTH // 2)  # x of the second one
# Numbers of the places that are drawn: the last matches from 0 on, then these.
_LINES = const(LAST)
_RING = const(_LINES + 3)
_SHARES = const(_RING + 1)
# The sines of 0 to 90 degrees in 13 steps, times 127.
_SINES = b"\x00\x10\x1f\x2e\x3c\x49\x55\x60\x69\x71\x77\x7b\x7e\x7f"


class View(Screen):
    """Shows one game's statistics. LEFT and RIGHT turn pages, DOWN opens the ladder, A the shared deals."""

    def __init__(self, app: "App", game: int = 0) -> None:
        super().__init__(app)
        self.game = registry.beside(game - 1, 1)
        self._records = app.records
        self._shown: dict[int, object] = {}  # place -> what is drawn there
        app.texts.load("")  # of a game only two texts are needed

    def open(self) -> None:
        self.canvas.clear()
        self.foot(self.say("keys_records"))
        self.dirty = True

    def draw(self) -> None:
        canvas = self.canvas
        say = self.say
        records = self._records
        game = self.game
        key = registry.GAMES[game][0]
        say_of = self.app.texts.say_of
        self.title("◀ " + say_of("title", key) + " ▶")
        played, won, best = records.totals(game)
        last, streak, longest = records.course(game)
        self._line(0, say("records_won", won, played))
        self._line(1, say("records_streak", streak, longest))
        if best is None:
            self._line(2, say("records_none"))
        else:
            self._line(2, say_of("records_best", key).format(scale.shown(canvas, key, best)))
        self._ring(won, played)
        canvas.show()
        for i in range(LAST):
            self._bar(i, last[i] if i < len(last) else -1)
        for opponents in range(CLASSES):
            row = records.row(game, opponents)
            self._share(0, opponents, say("against_" + str(opponents)), row[1], row[0])
        for robot in range(ROBOTS):
            met, beaten = records.versus(game, robot)
            self._share(1, robot, self.app.robot(robot), beaten, met)

    def _differs(self, place: int, what: object) -> bool:
        # Whether a place, by any number of it, shows something else than this.
        if self._shown.get(place) == what:
            return False
        self._shown[place] = what
        return True

    def _line(self, row: int, text: str) -> None:
        # A line beside the ring.
        if self._differs(_LINES + row, text):
            y = _TOP + 1 + row * _LINE
            self.canvas.fill(_TEXT, y, WIDTH - _TEXT, _LINE, ink.TABLE)
            self.canvas.text(_TEXT, y, text, ink.WHITE)

    def _bar(self, number: int, won: int) -> None:
        # A match, won or lost; -1: not played yet.
        if self._differs(number, won):
            canvas = self.canvas
            x = (WIDTH - LAST * _BAR) // 2 + number * _BAR
            if won < 0:
                canvas.fill(x, _BARS, _BAR - 2, _HIGH - 1, ink.TABLE)
                canvas.fill(x, _BARS + _HIGH - 1, _BAR - 2, 1, ink.LIGHT)
            else:
                canvas.fill(x, _BARS, _BAR - 2, _HIGH, ink.ACCENT if won else ink.LIGHT)
                if not won:
                    canvas.fill(x + 1, _BARS + 1, _BAR - 4, _HIGH - 2, ink.DARK)

    def _share(self, column: int, row: int, label: str, won: int, played: int) -> None:
        # A line of a column: against whom, and how many of how many matches were won.
        if not self._differs(_SHARES + 2 * row + column, (won, played)):
            return
        canvas = self.canvas
        small = canvas.small
        y = _LIST + row * _STEP
        x = _HALF + 2 if column else 4
        canvas.fill(x, y, _HALF - 6, _STEP, ink.TABLE)
        colour = ink.WHITE if played else ink.DIM
        text = str(won) + "/" + str(played) if played else "-"
        wide = small.width(text)
        room = _HALF - 8 - _SPACE
        if small.width(label) + wide > room:
            label = label.split(" ")[0]  # a robot's face, or the first word
            if small.width(label) + wide > room:
                text = str(won)
                wide = small.width(text)
        canvas.text(x, y, label, colour)
        canvas.text(x + _HALF - 6 - wide, y, text, colour)

    def _ring(self, won: int, played: int) -> None:
        # A ring of little squares, clockwise from the top; the share that was won is bright.
        canvas = self.canvas
        text = str(won * 100 // played) + "%" if played else "-"
        if not self._differs(_RING, text):
            return
        canvas.fill(4 + _RADIUS - _HOLE, _TOP + _RADIUS - 3, 2 * _HOLE, _LINE - 3, ink.TABLE)
        canvas.text(4 + _RADIUS - canvas.small.width(text) // 2, _TOP + _RADIUS - 3, text, ink.WHITE)
        quarter = len(_SINES) - 1
        steps = 4 * quarter
        bright = won * steps // played if played else 0
        x = 4 + _RADIUS - _SQUARE // 2
        y = _TOP + _RADIUS - _SQUARE // 2
        for i in range(steps):
            down = _SINES[i % quarter] * _MIDDLE // 127
            up = _SINES[quarter - i % quarter] * _MIDDLE // 127
            right, above = ((down, up), (up, -down), (-down, -up), (-up, down))[i // quarter]
            canvas.fill(x + right, y - above, _SQUARE, _SQUARE, ink.ACCENT if i < bright else ink.LIGHT)

    def press(self, key: int) -> None:
        app = self.app
        if key == keys.LEFT or key == keys.RIGHT:
            self.game = registry.beside(self.game, 1 if key == keys.RIGHT else -1)
            self.dirty = True
        elif key == keys.A or key == keys.START:
            app.open("deals", self.game)
        elif key == keys.DOWN or key == keys.UP:
            app.open("ladder", self.game)
        elif key == keys.SELECT:
            self.refuse(self.say("no_select"))
        else:
            app.open("title")
