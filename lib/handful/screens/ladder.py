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
    from handful.app import App

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
        self.first = 0  # the first row in view
        self.seen = (_TELL - _TOP + 2) // _ROW  # how many rows are in view
        self.at = 0  # the chosen medal, a place in the game's steps
        self._warned = False  # whether the player knows that the saved match will be lost
        self.steps = []  # of each game; the games themselves are not kept
        self._teams = []
        for number, row in enumerate(registry.GAMES):
            if number not in registry.ABSENT:
                self._numbers.append(number)
                self.steps.append(ladder.steps(row[0]))
                self._teams.append(ladder.is_team(registry.load(row[0]).Game))
                registry.unload(row[0])
        self.game = self._numbers.index(game)  # the chosen one, by its place among those that are here

    def open(self) -> None:
        canvas = self.canvas
        self._foot = None
        canvas.clear()
        self._heads()
        count = most = 0
        for game in range(len(self.steps)):
            most += len(self.steps[game])
            for step in self.steps[game]:
                count += self._medals(game) >> step & 1
        self.title(self.say("ladder") + " " + str(count) + "/" + str(most))
        self.first = max(0, min(self.game, len(self.steps) - self.seen))
        for game in range(self.first, min(self.first + self.seen, len(self.steps))):
            y = _TOP + (game - self.first) * _ROW
            sign = canvas.look(self._row(game)[0], "back")[0]
            canvas.text(1, y - 1, sign, ink.ACCENT)
            for i in range(len(self.steps[game])):
                self._draw(game, i)
        self._tell()

    def _row(self, game: int) -> tuple[str, str, int, int]:
        return registry.GAMES[self._numbers[game]]

    def _medals(self, game: int) -> int:
        return self._records.medals(self._numbers[game])

    def _heads(self) -> None:
        # The robots above their medals. Where there is no room for five faces, the others are signs.
        canvas = self.canvas
        chosen = -1
        if not self._teams[self.game]:
            chosen = self.steps[self.game][self.at] // ladder.LEVELS
        canvas.fill(0, _HEADS, WIDTH, faces.SIZE, ink.TABLE)
        for robot in range(ROBOTS):
            middle = _X + robot * _CELL + (_CELL - 3) // 2
            if _CELL >= faces.SIZE or robot == chosen:
                faces.draw(canvas, middle - faces.SIZE // 2, _HEADS, robot, faces.CALM)
            else:
                canvas.text(middle - 5, _HEADS + 14, chr(_FACES + robot), ink.WHITE)

    def place(self, game: int, at: int) -> tuple[int, int, int]:
        """Returns the position (x, y) of a medal, and its size."""
        step = self.steps[game][at]
        y = _TOP + (game - self.first) * _ROW
        if not self._teams[game]:
            return _X + step // ladder.LEVELS * _CELL + step % ladder.LEVELS * _PITCH, y, _SIZE
        if step < ROBOTS:
            return _X + step * _CELL + _PITCH, y, _SIZE
        return _X + ROBOTS * _CELL + (step - ROBOTS) * _PITCH, y, _SIZE

    def _draw(self, game: int, at: int) -> None:
        x, y, _ = self.place(game, at)
        step = self.steps[game][at]
        chosen = game == self.game and at == self.at
        canvas = self.canvas
        canvas.fill(x - 1, y - 1, _SIZE + 1, _SIZE + 4, ink.TABLE)
        grade = medal.OPEN
        if self._medals(game) >> step & 1:
            grade = medal.GOLD if self._teams[game] else step % ladder.LEVELS + 1
        medal.draw(canvas, x, y, _SIZE, grade)
        if chosen:
            canvas.fill(x, y + _SIZE + 1, _SIZE, 2, ink.WHITE)

    def said(self, game: int, at: int) -> tuple[str, int]:
        """Returns the name of a medal, and whether it is won."""
        key = self._row(game)[0]
        step = self.steps[game][at]
        text = self.app.texts.say_of("title", key) + ": " + ladder.say_step(self.app, key, step)
        return text, self._medals(game) >> step & 1

    def _tell(self) -> None:
        text, won = self.said(self.game, self.at)
        registry.unload(self._row(self.game)[0])
        self.canvas.fill(0, _TELL, WIDTH, FOOT - _TELL, ink.TABLE)
        self.centred(_TELL, text, ink.ACCENT if won else ink.WHITE)
        self.foot(self.say("keys_ladder"))

    def press(self, key: int) -> None:
        app = self.app
        before = self.game, self.at
        if key == keys.LEFT or key == keys.RIGHT:
            self.at = (self.at + (1 if key == keys.RIGHT else -1)) % len(self.steps[self.game])
        elif key == keys.UP or key == keys.DOWN:
            self.game = (self.game + (1 if key == keys.DOWN else -1)) % len(self.steps)
            self.at = min(self.at, len(self.steps[self.game]) - 1)
            if not self.first <= self.game < self.first + self.seen:
                self.open()
                return
        elif key == keys.A or key == keys.START:
            if app.saved and not self._warned:
                self._warned = True
                self.refuse(self.say("ends_saved"))
                return
            self._challenge()
            return
        elif key == keys.SELECT:
            self.refuse(self.say("no_select"))
            return
        else:
            app.open("records", self._numbers[self.game])
            return
        if _CELL < faces.SIZE:
            self._heads()
        self._draw(*before)
        self._draw(self.game, self.at)
        self._tell()

    def _challenge(self) -> None:
        # Begins a match that can win the chosen medal.
        app = self.app
        key, _, least, _ = self._row(self.game)
        step = self.steps[self.game][self.at]
        if not self._teams[self.game]:
            kinds = [PERSON] + [step % ladder.LEVELS + 1] * (least - 1)
            first = step // ladder.LEVELS - 1  # so that the robot sits in the second seat
            app.begin(key, kinds, app.seed(), {}, first % ROBOTS)
        elif step < ROBOTS:
            app.begin(key, [PERSON] + [2] * step, app.seed(), {})
        else:
            app.begin(key, [PERSON], app.seed(), {"level": step - ROBOTS + 1})
