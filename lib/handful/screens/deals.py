# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The shared deals of a game: a medal for each by its par, and the way to play one."""

from micropython import const

from engine import registry
from handful import keys, scale, series
from handful.picture import ink, medal
from handful.picture.measures import BAR, FOOT, WIDTH
from handful.screens.screen import Screen
from handful.series import SERIES

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence

    from handful.app import App
    from handful.tables.telling import Rect

_COLUMNS = const(20)
_NUMBER = const(15)  # least room for a number on the left of each row
_PITCH = const((WIDTH - _NUMBER) // _COLUMNS)  # from one medal to the next
_SIZE = const(6)  # of a medal
_X = const(WIDTH - _COLUMNS * _PITCH)  # of the first medal
_TOP = const(18)
_ROW = const(11)  # from one row to the next
_SAID = const(_TOP + (SERIES + _COLUMNS - 1) // _COLUMNS * _ROW + 4)  # y of the lines on the chosen deal
_LINE = const(11)
_COUNT = const(7)  # width of a medal in the top line


class View(Screen):
    """Shows which deals have been played: gold is better than par, silver par, bronze worse. A deals one.

    The cursor begins on today's, until a challenge of today is done; then on the first that is not played.
    back: the screen that B opens, of this game.
    """

    def __init__(self, app: "App", game: int, back: str = "records") -> None:
        super().__init__(app)
        self._game = game
        self._key = registry.GAMES[game][0]
        self._records = app.records
        self.cursor = self._records.open_of(game)
        day = series.today(app.board)
        self._today = 0  # today's number, 0 if the console knows no date
        if day >= 0:
            self._today = series.number_on(day)
            if not self._records.done(day):
                self.cursor = self._today
        self._days = self._records.days(day)
        self._back = back

    def open(self) -> None:
        self.canvas.clear()
        self.app.texts.load(self._key)
        counts = [0] * 4
        for number in range(1, SERIES + 1):
            self._draw(number)
            counts[self._grade(number)] += 1
        self._draw_counts(counts)
        canvas = self.canvas
        for number in range(1, SERIES, _COLUMNS):
            x = _X - 3 - canvas.small.width(str(number))
            canvas.text(x, _TOP + number // _COLUMNS * _ROW - 1, str(number), ink.WHITE)
        words = [self.say("deals_better"), self.say("deals_even"), self.say("deals_worse")]
        room = WIDTH
        for word in words:
            room -= canvas.small.width(word) + _SIZE + 3
        gap = min(10, room // 3)
        x = (room - 2 * gap) // 2
        y = FOOT - _LINE  # what the medals mean
        for i in range(3):
            medal.draw(canvas, x, y, _SIZE, medal.GOLD - i)
            x = canvas.text(x + _SIZE + 3, y, words[i], ink.WHITE) + gap
        self._tell()

    def _draw_counts(self, counts: list[int]) -> None:
        # The top line: the game, and how many medals of each kind there are. counts: by grade.
        canvas = self.canvas
        canvas.fill(0, 0, WIDTH, BAR + 1, ink.DARK)
        canvas.text(3, 1, self.say("title"), ink.WHITE)
        x = WIDTH
        for grade in (medal.BRONZE, medal.SILVER, medal.GOLD):
            text = str(counts[grade])
            x -= canvas.small.width(text) + 3
            canvas.text(x, 1, text, ink.WHITE)
            x -= _COUNT + 2
            medal.draw(canvas, x, 2, _COUNT, grade, ink.DARK)

    def _draw(self, number: int) -> None:
        x = _X + (number - 1) % _COLUMNS * _PITCH
        y = _TOP + (number - 1) // _COLUMNS * _ROW
        canvas = self.canvas
        canvas.fill(x, y + _SIZE + 1, _SIZE, 2, ink.WHITE if number == self.cursor else ink.TABLE)
        medal.draw(canvas, x, y, _SIZE, self._grade(number))
        if number == self._today != self.cursor:
            canvas.fill(x + _SIZE // 2 - 1, y + _SIZE + 1, 2, 2, ink.ACCENT)

    def _grade(self, number: int) -> int:
        best = self._records.best_of(self._game, number)
        return medal.OPEN if best is None else series.grade(self._key, number, best)

    def said(self, number: int) -> tuple[str, str]:
        """Returns what a deal is called, and how it was played, with its par."""
        say = self.say
        best = self._records.best_of(self._game, number)
        par = series.par(self._key, number)
        name = say("deals_number", number)
        if number == self._today:
            name = say("deals_today", name)
            if self._days > 1:
                name += "  " + say("days", self._days)
        if best is not None:
            text = say("deals_best", scale.shown(self.canvas, self._key, best))
        else:
            text = say("deals_open")
        if par is not None:
            text += say("deals_par", scale.shown(self.canvas, self._key, par))
        return name, text

    def _tell(self) -> None:
        # What the chosen deal is, below the medals.
        self.canvas.fill(0, _SAID, WIDTH, 2 * _LINE, ink.TABLE)
        name, text = self.said(self.cursor)
        self.centred(_SAID, name, ink.ACCENT)
        self.centred(_SAID + _LINE, text, ink.WHITE)
        self.foot(self.say("keys_deals"))

    def stops(self) -> "Sequence[int]":
        """Returns the stops: the numbers of the deals."""
        return range(1, SERIES + 1)

    def place(self, number: int) -> "Rect":
        """Returns the rectangle of a deal's medal and what is around it."""
        at = number - 1
        return _X - 1 + at % _COLUMNS * _PITCH, _TOP - 1 + at // _COLUMNS * _ROW, _PITCH, _ROW

    def go(self, number: int) -> None:
        """Moves the cursor to a deal."""
        before = self.cursor
        self.cursor = number
        self._draw(before)
        self._draw(number)
        self._tell()

    def press(self, key: int) -> None:
        app = self.app
        at = self.cursor - 1
        if key == keys.LEFT or key == keys.RIGHT:
            at = (at + (1 if key == keys.RIGHT else -1)) % SERIES
        elif key == keys.DOWN:
            at = at + _COLUMNS if at + _COLUMNS < SERIES else at % _COLUMNS
        elif key == keys.UP:
            at -= _COLUMNS
            if at < 0:  # the lowest deal of the column
                at += (SERIES - 1 - at % _COLUMNS) // _COLUMNS * _COLUMNS + _COLUMNS
        elif key == keys.A or key == keys.START:
            if not app.goes_on(self._key, self.cursor) and self.allows():
                app.challenge(self._key, self.cursor)
            return
        elif key == keys.SELECT:
            self.refuse(self.say("no_select"))
            return
        else:
            app.open(self._back, self._game if self._back == "records" else self._key)
            return
        self.go(at + 1)
