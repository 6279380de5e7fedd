# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The ladder: a wall of medals for every robot beaten at every level in every game, on one page."""

from micropython import const

from engine import registry
from handful import keys, ladder
from handful.match import PERSON, ROBOTS
from handful.picture import faces, ink, medal
from handful.picture.measures import FOOT, WIDTH
from handful.screens.screen import Screen

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence

    from handful.app import App
    from handful.tables.telling import Rect

_FACES = const(0xE010)  # of the robots, in the small font
_X = const(12)  # x of the first medal
_CELL = const((WIDTH - _X) // 6)  # five cells for robots or players, one for a team's levels
_PITCH = const((_CELL - 2) // 3)  # from one medal to the next in a cell
_SIZE = const(_PITCH - 1)  # of a medal
_HEADS = const(12)  # y of the faces
_TOP = const(38)  # y of the first game's medals
_ROW = const(_SIZE + 7)
_TELL = const(FOOT - 10)  # y of the line on the chosen medal


class View(Screen):
    """Arrows choose a medal, A begins a match for it, B goes back to the statistics."""

    def __init__(self, app: "App", game: int) -> None:
        super().__init__(app)
        self._records = app.records
        self._numbers = []  # of the games that are here, in the registry
        self._first = 0  # the first row in view
        self._seen = (_TELL - _TOP + 2) // _ROW  # how many rows are in view
        self.steps = []  # of each game; the games themselves are not kept
        self._teams = []
        for number, row in enumerate(registry.GAMES):
            if number not in registry.ABSENT:
                self._numbers.append(number)
                self.steps.append(ladder.steps(row[0]))
                self._teams.append(ladder.is_team(registry.load(row[0]).Game))
                registry.unload(row[0])
        self.cursor = self._numbers.index(game) << 5  # the chosen stop

    def open(self) -> None:
        canvas = self.canvas
        self.told = None
        canvas.clear()
        self._heads()
        count = most = 0
        for game in range(len(self.steps)):
            most += len(self.steps[game])
            for step in self.steps[game]:
                count += self._medals(game) >> step & 1
        self.title(self.say("ladder") + " " + str(count) + "/" + str(most))
        self._first = max(0, min(self.cursor >> 5, len(self.steps) - self._seen))
        for game in range(self._first, min(self._first + self._seen, len(self.steps))):
            y = _TOP + (game - self._first) * _ROW
            sign = canvas.look(self._row(game)[0], "back")[0]
            canvas.text(1, y - 1, sign, ink.ACCENT)
            for i in range(len(self.steps[game])):
                self._draw(game << 5 | i)
        self._tell()

    def _row(self, game: int) -> tuple[str, str, int, int]:
        return registry.GAMES[self._numbers[game]]

    def _medals(self, game: int) -> int:
        return self._records.medals(self._numbers[game])

    def _heads(self) -> None:
        # The robots above their medals. Where there is no room for five faces, the others are signs.
        canvas = self.canvas
        chosen = -1
        game = self.cursor >> 5
        if not self._teams[game]:
            chosen = self.steps[game][self.cursor & 31] // ladder.LEVELS
        canvas.fill(0, _HEADS, WIDTH, faces.SIZE, ink.TABLE)
        for robot in range(ROBOTS):
            middle = _X + robot * _CELL + (_CELL - 3) // 2
            if _CELL >= faces.SIZE or robot == chosen:
                faces.draw(canvas, middle - faces.SIZE // 2, _HEADS, robot, faces.CALM)
            else:
                canvas.text(middle - 5, _HEADS + 14, chr(_FACES + robot), ink.WHITE)

    def stops(self) -> "Sequence[int]":
        """Returns the stops: 32 times the place of a game, and the place of a medal in its steps."""
        return [game << 5 | at for game in range(len(self.steps)) for at in range(len(self.steps[game]))]

    def place(self, stop: int) -> "Rect | None":
        """Returns the rectangle of a medal with the line below it, None if it is not in view."""
        game = stop >> 5
        if not self._first <= game < self._first + self._seen:
            return None
        step = self.steps[game][stop & 31]
        y = _TOP - 1 + (game - self._first) * _ROW
        if not self._teams[game]:
            x = _X + step // ladder.LEVELS * _CELL + step % ladder.LEVELS * _PITCH
        elif step < ROBOTS:
            x = _X + step * _CELL + _PITCH
        else:
            x = _X + ROBOTS * _CELL + (step - ROBOTS) * _PITCH
        return x, y, _SIZE + 1, _SIZE + 4

    def go(self, stop: int) -> None:
        """Moves the cursor to a medal."""
        before = self.cursor
        self.cursor = stop
        if not self._first <= stop >> 5 < self._first + self._seen:
            self.open()
            return
        if _CELL < faces.SIZE:
            self._heads()
        self._draw(before)
        self._draw(stop)
        self._tell()

    def _draw(self, stop: int) -> None:
        place = self.place(stop)
        if not place:
            return
        x, y, wide, high = place
        game = stop >> 5
        step = self.steps[game][stop & 31]
        canvas = self.canvas
        canvas.fill(x - 1, y, wide, high, ink.TABLE)
        y += 1
        grade = medal.OPEN
        if self._medals(game) >> step & 1:
            grade = medal.GOLD if self._teams[game] else step % ladder.LEVELS + 1
        medal.draw(canvas, x, y, _SIZE, grade)
        if stop == self.cursor:
            canvas.fill(x, y + _SIZE + 1, _SIZE, 2, ink.WHITE)

    def said(self, stop: int) -> tuple[str, int]:
        """Returns the name of a medal, and whether it is won."""
        game = stop >> 5
        key = self._row(game)[0]
        step = self.steps[game][stop & 31]
        text = self.app.texts.say_of("title", key) + ": " + ladder.say_step(self.app, key, step)
        return text, self._medals(game) >> step & 1

    def _tell(self) -> None:
        text, won = self.said(self.cursor)
        registry.unload(self._row(self.cursor >> 5)[0])
        self.canvas.fill(0, _TELL, WIDTH, FOOT - _TELL, ink.TABLE)
        self.centred(_TELL, text, ink.ACCENT if won else ink.WHITE)
        self.foot(self.say("keys_ladder"))

    def press(self, key: int) -> None:
        app = self.app
        game = self.cursor >> 5
        at = self.cursor & 31
        if key == keys.LEFT or key == keys.RIGHT:
            self.go(game << 5 | (at + (1 if key == keys.RIGHT else -1)) % len(self.steps[game]))
        elif key == keys.UP or key == keys.DOWN:
            game = (game + (1 if key == keys.DOWN else -1)) % len(self.steps)
            self.go(game << 5 | min(at, len(self.steps[game]) - 1))
        elif key == keys.A or key == keys.START:
            if self.allows():
                self._challenge()
        elif key == keys.SELECT:
            self.refuse(self.say("no_select"))
        else:
            app.open("records", self._numbers[game])

    def _challenge(self) -> None:
        # Begins a match that can win the chosen medal.
        app = self.app
        game = self.cursor >> 5
        key, _, least, _ = self._row(game)
        step = self.steps[game][self.cursor & 31]
        if not self._teams[game]:
            kinds = [PERSON] + [step % ladder.LEVELS + 1] * (least - 1)
            first = step // ladder.LEVELS - 1  # so that the robot sits in the second seat
            app.begin(key, kinds, app.seed(), {}, first % ROBOTS)
        elif step < ROBOTS:
            app.begin(key, [PERSON] + [2] * step, app.seed(), {})
        else:
            app.begin(key, [PERSON], app.seed(), {"level": step - ROBOTS + 1})
