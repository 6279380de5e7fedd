# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""How a table tells what an action brought, step by step, and replays what a player has not seen."""

from micropython import const

from engine.memory import inline, rare
from handful.picture.faces import GLAD
from handful.picture.motion import FLIGHT, Motion
from handful.settings import MOTION, PACE
from handful.sound import CARD

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from handful.tables.table import Table

    Point = tuple[int, int]  # x and y
    Rect = tuple[int, int, int, int]  # x, y, width, height
    Step = tuple[int, Any]  # what to do, and with what

# The steps in which a table tells what an action brought. Each is a tuple of its kind and a value.
SAY = const(0)  # a text in the message line
HEAR = const(1)  # a tune
SHOW = const(2)  # a stage: what of the action is drawn
FACE = const(3)  # how a robot takes it, until what follows has been read: (seat, look), one of picture.faces
READ = const(4)  # halves of a pace in which the message can be read; a key ends them
COVER = const(5)  # an overlay of the game's own, by its name, which stays until a key closes it
REST = const(6)  # ms in which nothing happens
FLY = const(7)  # cards arrive: a list of (position, rectangle) as in Motion.fly
GAIN = const(8)  # points travel: (text, (x, y) of its middle, (x, y) where it goes)
GATHER = const(9)  # the trick goes to its winner (`gathered`); the stage that shows the table without it

# Stages. What a table draws follows from the game and the stage. A game's own stages are 3 to 7, before it is
# known who has won, and 10 and more, when that is counted.
NOW = const(0)  # the game as it is
LANDED = const(1)  # a card is coming or has landed; what it brings is not known yet
LAID = const(2)  # the card counts, and the trick goes on
WON = const(8)  # it is known who has won the trick, but not counted
COUNTED = const(9)  # the points are counted, the trick still lies there

BEAT = const(200)  # ms from a card's landing to what it brings
SEEN = const(400)  # ms in which a winner is seen before the points travel
LONG = const(2)  # halves of a pace in which the end of a trick is read

# States of a telling.
STILL = const(0)  # nothing moves: the next step may begin
MOVES = const(1)  # something moves or rests; a key ends it, and does what it does, but plays nothing
READS = const(2)  # a message is read; a key ends it, and does no more

DRAWN = (FACE, GAIN, GATHER, COVER)  # the steps before which what has changed has to be drawn
_PACES = (1800, 1000, 450)  # ms that a robot's move is shown, by settings.PACE
_FAST = const(2)  # the last of these paces, in which a motion takes half its time
_HURRY = const(160)  # the pace while a telling hurries
_TALKS = const(28)  # bits of the clock that are all 0 when a robot says a word, one time in eight
_ENDLESS = const(1 << 28)  # ms that a message stays in a review


class Telling:
    """Tells what the last action brought, and applies the actions of a replay.

    The table says what there is to tell (`tell`) and draws the game at a stage. A telling moves the stage on.

    steps: what is still to be told, in order. state: STILL, MOVES or READS, which lasts `wait` ms from
    `since` (ticks) on. hurry: whether actions are shown one after the other in haste, without motions.
    replay: the game that a replay advances and the table shows, None when nothing is replayed; next: index in
    the history of the next action to replay. scores: everybody's points before the last action. flights: what
    begins to fly when the table has been drawn.
    """

    def __init__(self, table: "Table") -> None:
        self._table = table
        self.motion = Motion(table.canvas)
        self.steps: list[Step] = []
        self.state = STILL
        self.wait = 0
        self.since = 0
        self.hurry = False
        self.replay: Any = None
        self.next = 0
        self.scores: Sequence[int] = ()
        self.flights: Iterable[tuple[Point, Rect]] = ()

    def fly(self) -> None:
        """Lifts what flies in, once the table has been drawn with it."""
        for start, rect in self.flights:
            self.motion.fly(start[0], start[1], rect)
        self.flights = ()

    @property
    @inline
    def reading(self) -> bool:
        """Whether a message is read."""
        return self.state == READS

    @property
    def moving(self) -> bool:
        """Whether the settings allow animations."""
        return self._table.app.settings.values[MOTION] > 0 and not self.hurry

    def pace(self) -> int:
        """Returns the ms in which a robot's move is shown."""
        return _HURRY if self.hurry else _PACES[self._table.app.settings.values[PACE]]

    def told(self) -> bool:
        """Whether nothing is left to be told or replayed."""
        return not (self.state or self.steps or self.replay)

    # An action.

    def perform(self, action: int, line: str, apply: "Callable[[int], None]") -> None:
        """Applies an action to the game that is shown and begins to tell it. line: as in Table.tell."""
        table = self._table
        game = table.game
        self.scores = [game.score(seat) for seat in range(game.players)]
        table.mover = game.player
        table.before(action)
        start = table.origin(action)
        apply(action)
        table.app.play(CARD)
        table.note("")
        self.steps = table.tell(action, line)
        if table.match.review >= 0:  # where no sheet asks for a key
            self.steps = [step for step in self.steps if step[0] != COVER]
        table.dirty = True
        rect = table.landing(action)
        if not self.moving:
            self.skip()
        elif rect and start:
            table.stage = LANDED
            if table.covers:
                self.motion.cover(rect)
            self.flights = ((start, rect),)
            self.rest(FLIGHT)
        elif self.steps:
            table.stage = LANDED
        else:
            self.settle()

    @rare
    def step_replay(self) -> None:
        """Applies the next action of a replay and begins to tell it, or ends the replay."""
        table = self._table
        history = table.session.history
        if self.next >= len(history):
            self.replay = None
            table.game = table.session.game
            table.match.seen[table.viewer] = len(history)
            table.dirty = True
            return
        action = history[self.next]
        self.next += 1
        self.perform(action, table.describe(action), self.replay.apply)

    # Steps.

    def step(self) -> int:
        """Carries out the next step and returns its kind.

        All that moves has been drawn before, but for what is to fly in.
        """
        kind, value = self.steps.pop(0)
        table = self._table
        if kind == SAY:
            table.note(value)
        elif kind == HEAR:
            table.app.play(value)
        elif kind == SHOW:
            table.show(value)
        elif kind == FACE:
            word = table.say("robot_glad" if value[1] == GLAD else "robot_hurt")
            face = (table.match.robot_at(value[0]), value[1])
            silent = table.app.now & _TALKS or table.match.review >= 0  # a review shows the same each time
            self.motion.peek(face, "" if silent else word, self.moving)
            table.dirty = True  # the bottom line then says that a key goes on
        elif kind == READ:
            # In a review the last message of an action stays until a key is pressed.
            last = table.match.review >= 0 and READ not in [step[0] for step in self.steps]
            self.since = table.app.now
            self.wait = _ENDLESS if last else self.pace() * value // 2
            self.state = READS
        elif kind == COVER:
            table.overlay = value
            self.since = table.app.now
            table.app.guard()
            table.foot("")
            table.cover(value)
        elif kind == REST:
            self.rest(value)
        elif self.moving:
            self.rest(FLIGHT)
            if kind == FLY:
                self.flights = value
                table.dirty = True
            elif kind == GAIN:
                self.motion.chip(value[0], value[1][0], value[1][1], value[2])
            else:
                for to, rect in table.gathered():
                    self.motion.fly(to[0], to[1], rect, False)
                table.show(value)
        return kind

    def skip(self) -> None:
        """Runs through what is told, to the next step that has to be read or to the end."""
        self.end()
        self.flights = ()
        while self.steps and not self.state and self.steps[0][0] != COVER:
            if self.steps[0][0] <= READ:
                self.step()
            else:
                self.steps.pop(0)
        self.settle()

    def settle(self) -> None:
        """Shows the game as it is unless the last step still lasts."""
        table = self._table
        if not self.state and (table.stage or table.mover >= 0):
            table.show(NOW)

    # Time.

    def rest(self, ms: int) -> None:
        """Waits, half as long at a fast pace; not at all without motion."""
        if self.moving:
            app = self._table.app
            self.since = app.now
            self.wait = ms // 2 if app.settings.values[PACE] == _FAST else ms
            self.state = MOVES

    def end(self) -> None:
        """Ends a wait, and what flies."""
        if self.state:
            self._table.dirty = True  # it may be somebody's turn now
        self.state = STILL
        self.motion.stop()
