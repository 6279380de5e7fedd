# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The set-up of a match: number of players, seats, options and deal."""

from micropython import const

from engine import registry, session
from handful import ladder, scale, series, setups
from handful.keys import elapsed
from handful.match import PERSON
from handful.picture import faces, ink, medal
from handful.picture.faces import SIZE
from handful.picture.measures import FOOT, WIDTH
from handful.screens.menu import Menu
from handful.series import SERIES
from handful.settings import LOOK, MOTION

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence
    from typing import Any

    from handful.app import App
    from handful.screens.menu import Row

_ROW = const(13)
_TEXT = const(2)
_PLAYERS = -1
_DEAL = -2
_BEGIN = -3
_SEATS = -10  # the row of seat s has the key _SEATS - s
_RULES = -4
_SERIES = -5
_LESSON = -6
_TODAY = -7
_LOOK = -8
_HIGH = const(SIZE + 2)  # of the frame around a robot's face
_WORDS = const(SIZE + 8)  # x of what stands beside it
_OPEN = const(3400)  # ms from one blink to the next
_SHUT = const(140)  # ms of a blink


class View(Menu):
    """Shows one row per choice before the deal. The options come from the game's OPTIONS."""

    def __init__(
        self,
        app: "App",
        key: str,
        kinds: "Sequence[int] | None" = None,
        options: "dict[str, Any] | None" = None,
        seed: int = -1,
    ) -> None:
        super().__init__(app)
        self._key = key
        self._row = registry.row(key)
        self._options = registry.load(key).OPTIONS
        app.texts.load(key)
        app.theme(key)
        if not kinds:
            kinds, options = setups.usual(app.settings, key)
        self._kinds = list(kinds)
        self._values = options or {}
        self._seed = app.seed() if seed < 0 else seed
        self.heading = self.say("title")
        self._game = registry.number(key)
        self._records = app.records
        named = 0
        if seed >= 0:
            named = series.number_at(seed)
        self._number = named or self._records.open_of(self._game)  # the chosen numbered deal
        self._day = series.today(app.board)  # -1: the console knows no date, and asks for the number
        self._today = series.number_on(self._day) if self._day >= 0 else 0  # 0: it has got no answer
        self._needs = ladder.looks(app, key)  # medals for each of the table's colours
        self._medals = ladder.count(self._records.medals(self._game))
        self._look = app.settings.values[LOOK + self._game]  # the colour in sight, chosen or not yet open
        self._new = setups.is_new(app, self._game)  # whether the lesson comes first
        self._met = -1  # the robot whose face is shown over the rows, -1 for none
        self._at = 0  # y of the face's frame
        self._since = 0  # since when its eyes are open or shut (ticks)
        self._shut = False
        if named:  # A begins what a link has named
            self.cursor = [row[0] for row in self.rows()].index(_SERIES)

    def where(self) -> "Any":
        return self.cursor, self._number, self._today

    def go_back(self, where: "Any") -> None:
        self.cursor, self._number, self._today = where

    def rows(self) -> "Sequence[Row]":
        say = self.say
        rows: list[Row] = [(_LESSON, say("lesson_first_visit"), None)] if self._new else []
        rows.append((_BEGIN, say("deal_cards"), None))
        if self._day < 0:
            rows.append((_TODAY, say("today_number"), str(self._today or "?")))
        else:
            rows.append((_TODAY, say("today") + " " + str(self._today), None))
        rows.append((_PLAYERS, say("players"), str(len(self._kinds))))
        for seat in range(len(self._kinds)):
            kind = self._kinds[seat]
            if kind:
                name = self.app.robot(seat) + ", " + say("kind_" + str(kind))
            else:
                name = self.app.settings.names[seat] or say("player", seat + 1)
            rows.append((_SEATS - seat, say("seat", seat + 1), name))
        for i in range(len(self._options)):
            name, allowed, default = self._options[i]
            if len(self._allowed(i)) > 1:
                rows.append((i, say("option_" + name), self._word(name, self._value(i))))
        best = self._records.best_of(self._game, self._number)
        if best is None:
            text = say("series_of", self._number)
        else:
            text = say("series_best", self._number, scale.shown(self.canvas, self._key, best))
        rows.append((_SERIES, say("series"), text))
        rows.append((_DEAL, say("deal"), session.code_of(self._seed)))
        rows.append((_RULES, say("rules"), None))
        if not self._new:
            rows.append((_LESSON, say("lesson"), None))
        if len(self._needs) > 1:
            text = say("tint_" + str(self._look))
            if self._locked:
                text += " " + str(self._medals) + "/" + str(self._needs[self._look])
            rows.append((_LOOK, say("tint"), text))
        return rows

    @property
    def _locked(self) -> bool:
        # Whether the colour in sight needs more medals than there are.
        return self._medals < self._needs[self._look]

    def _allowed(self, i: int) -> "Sequence[Any]":
        # Returns the values of option i that are allowed with this number of players.
        return setups.allowed(self._key, len(self._kinds), self._options[i])

    def _value(self, i: int) -> "Any":
        name, allowed, default = self._options[i]
        value = self._values.get(name, default)
        allowed = self._allowed(i)
        return value if value in allowed else allowed[0]

    def _word(self, name: str, value: "Any") -> str:
        if isinstance(value, tuple):
            return "".join([self.say("suits")[suit] for suit in value])
        return self.say(name + "_" + str(value))

    def keys_of(self, key: "Any") -> str:
        if key == _LOOK and self._locked:
            return "keys_locked"
        if key == _DEAL:
            return "keys_deal_code"
        if key == _TODAY and not self._today:
            return "keys_today"
        return "keys_series" if key == _SERIES or key == _TODAY else "keys_change"

    def decorate(self, key: "Any", y: int, chosen: bool) -> None:
        if key <= _SEATS:
            self.badge(2, y, _SEATS - key, _ROW - 1)
        elif key == _BEGIN and not chosen:
            self.canvas.text(12, y + _TEXT, self.say("deal_cards"), ink.ACCENT)
        elif key == _TODAY and self._day >= 0:
            self._draw_days(y, ink.INK if chosen else ink.ACCENT)

    def _draw_days(self, y: int, colour: int) -> None:
        # A medal if today's challenge is done, and how many days in a row that makes.
        canvas = self.canvas
        records = self._records
        best = records.best_of(self._game, self._today)
        if records.done(self._day) and best is not None:
            medal.draw(canvas, 3, y + _TEXT + 1, 7, series.grade(self._key, self._today, best))
        days = records.days(self._day)
        if days > 1:
            text = self.say("days", days)
            x = WIDTH - 12 - canvas.small.width(text)
            if x > 16 + canvas.small.width(self.say("today") + " " + str(self._today)):
                canvas.text(x, y + _TEXT, text, colour)

    def moved(self) -> None:
        """Shows the face of the robot whose seat is chosen, over the rows at the other end of the screen."""
        key, below = self.chosen()
        look = self.app.settings.values[LOOK + self._game]
        if key != _LOOK and self._look != look:
            self._look = look  # what is not open yet can only be looked at
            self.app.theme(self._key)
            self.update()
        robot = _SEATS - key
        if not 0 <= robot < len(self._kinds) or not self._kinds[robot]:
            robot = -1
        met = self._met
        at = self._at
        if robot >= 0 or met >= 0:
            self.canvas.refresh()  # the cursor need not wait for a face
        y = self.top + (FOOT - self.top) // _ROW * _ROW - _HIGH  # over the last rows,
        if below > y:
            y = self.top + 2 * _ROW - _HIGH  # or the first two
        self._met = robot
        self._at = y
        if robot >= 0:
            self._meet(robot, y)
        if met >= 0 and (robot < 0 or y != at):
            self.canvas.refresh()  # a face need not wait for the rows under the one before it
            self.uncover(at, _HIGH)

    def _meet(self, robot: int, y: int) -> None:
        # Draws a robot's face with what it says, in a frame with its top at y.
        self._since = self.app.now
        self._shut = False
        canvas = self.canvas
        canvas.frame(0, y, WIDTH - 8, _HIGH, ink.PAPER, ink.DARK)  # the marks at the edge stay in sight
        faces.draw(canvas, 4, y + 1, robot, faces.CALM)
        says = self.say("robot_" + str(robot) + "_says")
        if ladder.is_team(registry.load(self._key).Game):
            canvas.text(_WORDS, y + 9, says, ink.ACCENT)
            return
        canvas.text(_WORDS, y + 4, says, ink.ACCENT)
        met, beaten = self._records.versus(self._game, robot)
        text = self.say("robot_beaten", beaten, met) if met else self.say("robot_new")
        canvas.text(_WORDS, y + 14, text, ink.WHITE)

    def tick(self, now: int) -> None:
        if self._met < 0 or not self.app.settings.values[MOTION]:
            return
        if elapsed(now, self._since) >= (_SHUT if self._shut else _OPEN):
            self._since = now
            self._shut = not self._shut
            faces.draw(self.canvas, 4, self._at + 1, self._met, faces.BLINK if self._shut else faces.CALM)

    def change(self, key: "Any", step: int) -> None:
        if key == _PLAYERS:
            least = self._row[2]
            players = (len(self._kinds) - least + step) % (self._row[3] - least + 1) + least
            while len(self._kinds) < players:
                self._kinds.append(2)
            self._kinds = self._kinds[:players]
        elif key == _SERIES:
            self._number = (self._number - 1 + step) % SERIES + 1
        elif key == _TODAY:
            if self._today:
                self._today = (self._today - 1 + step) % series.ROUND + 1
            else:
                self._today = series.number_on(self._records.next_day())  # the day after the last one played
        elif key == _DEAL:
            self._seed = self.app.seed()
        elif key == _LOOK:
            self._look = (self._look + step) % len(self._needs)
            self.canvas.theme(self._key, self._look)
            if not self._locked:
                self.app.settings.values[LOOK + self._game] = self._look
        elif key <= _SEATS:
            seat = _SEATS - key
            self._kinds[seat] = (self._kinds[seat] + step) % 4
        else:
            allowed = self._allowed(key)
            name = self._options[key][0]
            self._values[name] = allowed[(allowed.index(self._value(key)) + step) % len(allowed)]
            if name == "teams" and self._values[name]:
                self._values["exchange"] = 1  # the rulebook has both in one variant
        self.update()
        self.moved()

    def choose(self, key: "Any") -> None:
        app = self.app
        if key == _DEAL:
            app.open("code", self._key, self._kinds, self._values, self._seed)
        elif key == _RULES:
            app.open("help", self._key, ("setup", self._key, self._kinds, self._values, self._seed))
        elif key != _BEGIN and key != _SERIES and key != _LESSON and key != _TODAY:
            self.change(key, 1)
        elif key == _BEGIN and PERSON not in self._kinds:
            self.refuse(self.say("no_person"))
        elif key == _TODAY and not self._today:
            self.refuse(self.say("keys_today"))  # what A begins has to be seen
        elif key == _SERIES and app.goes_on(self._key, self._number):
            return
        elif key == _TODAY and app.goes_on(self._key, self._today):
            return
        elif not self.allows():
            pass
        elif key == _LESSON:
            app.learn(self._key)
        elif key == _SERIES:
            app.challenge(self._key, self._number)
        elif key == _TODAY:
            app.challenge(self._key, self._today)
            app.match.daily = True
        else:
            options = {}
            for i in range(len(self._options)):
                if len(self._allowed(i)) > 1:
                    options[self._options[i][0]] = self._value(i)
            setups.keep(app.settings, self._key, self._kinds, options)
            app.begin(self._key, self._kinds, self._seed, options)

    def leave(self) -> None:
        self.app.save_later()
        registry.unload(self._key)
        self.app.open("games", self._key)
