# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The base class of all tables: turns, robots' moves, replays, overlays and messages."""

import gc

from micropython import const

from engine import memory, registry
from engine.memory import rare
from handful import keys
from handful.picture import ink
from handful.picture.canvas import PARTS
from handful.picture.faces import GLAD
from handful.picture.measures import BAR, HEIGHT, WIDTH
from handful.picture.motion import FLIGHT, Motion
from handful.screens.screen import Screen
from handful.settings import HELPED, MOTION, PACE
from handful.sound import CARD

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Callable, Sequence
    from typing import Any

    from handful.app import App
    from handful.match import Match

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

_LIFTING = (FACE, GAIN, GATHER)  # the steps that lift what is drawn
_PACES = (1800, 1000, 450)  # ms that a robot's move is shown, by settings.PACE
_FAST = const(2)  # the last of these paces, in which a motion takes half its time
_SHEET = const(3000)  # ms that an overlay stays in a demo
_HURRY = const(160)  # the pace while a table hurries
_TALKS = const(28)  # bits of the clock that are all 0 when a robot says a word, one time in eight
_ENDLESS = const(1 << 28)  # ms that a message stays in a review
_BADGE = const(7)  # width of a seat's badge
_KEYS = const("ⒶⒷ▼\ue001")  # the signs with which parts of a line of keys begin
_NOTE = const(63)  # y of the message line
_DEAL = const(560)  # most ms in which all new cards are dealt to the hand
_CARD = const(70)  # most ms per card


class Table(Screen):
    """A match in progress, as `match.viewer` sees it.

    game: the state that is shown. It is the session's game or, during a replay, a copy in an earlier state.
    steps: what is still to be told of the last action, in order; stage: what of it is drawn now. Subclasses
    draw the game at a stage (`sync`), handle keys (`move`), say what is to be told of an action (`tell`), and
    put actions into words (`describe`).
    """

    note_y = _NOTE
    covers = True  # whether what lies where a card lands stays in sight until it has landed
    keys_last = "keys_over"  # key of the bottom line's text under the overlay of SELECT
    wording = ""  # prefix of the text keys in `describe`; "do_" selects the wording of hints ("Play ...")

    @rare
    def __init__(self, app: "App") -> None:
        Screen.__init__(self, app)
        self._loaded = memory.mark("handful.")  # what is loaded later belongs to something over the table
        self.match: Match = app.match
        self.session = app.match.session
        self.game = self.session.game
        self.viewer: int = app.match.viewer
        self._replay: Any = None  # the game that a replay advances, None when nothing is replayed
        self._next = 0  # index in the history of the next action to replay
        self.steps: list[Step] = []
        self.stage = NOW
        self.wait = 0  # ms from `since` (ticks) on in which the next step has to wait
        self.since = 0
        self.reading = False  # whether a key ends this wait
        self.hurry = False  # whether moves are shown one after the other in haste, without motions
        # What begins to fly when the table has been drawn.
        self._flights: tuple[tuple[Point, Rect], ...] = ()
        self.thinking: Any = None  # the engine.bots.Thinking of a robot or a hint, None when nobody thinks
        self._ready: int | None = None  # what a robot does when what came before it has been read
        self._low_memory = False  # a MemoryError has occurred: now robots play and advise at level EASY
        self._spot = 0  # x of the spot that moves while a robot thinks
        self.overlay = ""  # "ring", "last", "hint", "lesson" or one of the game's; "" if none is open
        self._aimed = -1  # length of the history when a lesson last put the cursor somewhere
        self._sure = False  # the player knows that taking back makes the match an assisted one
        self._note: str | None = None  # text of the message line
        self.motion = Motion(app.canvas)
        self.mover = -1  # the seat whose move is being shown, -1 for none
        self._scores: Sequence[int] = ()  # everybody's points before the last action
        self._held: list[int] = []  # the viewer's cards that have been dealt so far, in any order
        self.shown: list[int] = []  # the same cards in the order in which they are drawn
        self._dealing = 0  # ms from one new card to the next, 0 when none is being dealt
        self._dealt = 0  # ticks of the last card dealt
        self._drawn: dict[int, object] = {}  # position number -> what it was drawn from (`differs`)

    # Methods that games override.

    def sync(self) -> None:
        """Draws everything that has changed since it was last drawn (see `differs`)."""

    def move(self, key: int) -> None:
        """Handles a key on the viewer's own turn."""

    def tricks(self) -> int:
        """Returns a number that changes whenever a trick (or the game's counterpart of one) is over."""
        return 0

    def cards(self) -> list[int]:
        """Returns the viewer's cards in the order in which they are shown; [] without a viewer."""
        return self.game.hand(self.viewer) if self.viewer >= 0 else []

    def describe(self, action: int) -> str:
        """Returns a line that describes an action; called before it is played."""
        return ""

    def before(self, action: int) -> None:
        """Remembers what `tell` will need of the game as it is before the action."""

    def tell(self, action: int, line: str) -> "list[Step]":
        """Returns the steps in which the action just played is told, after its card has landed.

        line: what `describe` said of it, "" if a person at the table has played it. When the steps are over,
        the table shows the game as it is.
        """
        return [(SHOW, LAID), (SAY, line), (READ, 2)] if line else []

    def cover(self, name: str) -> None:
        """Draws an overlay of the game's own, which a step has opened."""

    def point(self, action: int) -> None:
        """Puts the cursor on the card (or choice) of an action that a hint or a lesson suggests."""

    def place(self, what: str, which: int) -> "Rect":
        """Returns the rectangle (x, y, width, height) of what a lesson speaks of.

        what: "top" for the top line, "line" for the message line, or one of the game's own words.
        which: the one that is meant, where there are several (a card, a seat, a pile); -1 for all of them.
        """
        return (0, 0, WIDTH, BAR + 1) if what == "top" else (0, self.note_y, WIDTH, BAR)

    def draw_last(self) -> None:
        """Draws the overlay that SELECT opens: the last trick, and the cards played so far.

        It is called once for each part of the picture.
        """

    def origin(self, action: int) -> "Point | None":
        """Returns the position (x, y) from which the card of an action flies; called before it is played."""
        return None

    def landing(self, action: int) -> "Rect | None":
        """Returns the rectangle (x, y, width, height) where the card lands, None if it is not shown there.

        Called after the action has been played.
        """
        return None

    def gathered(self) -> "list[tuple[Point, Rect]]":
        """Returns what flies to the winner of the trick that is shown, as (position, rectangle) each."""
        return []

    # The course of a match.

    @rare
    def open(self) -> None:
        match = self.match
        if self.viewer >= 0 and match.seen[self.viewer]:
            self._held = self.cards()[:]  # otherwise they are dealt visibly
        if match.review >= 0:
            self.viewer = max(self.viewer, match.kinds.find(b"\x00"))  # the match is over, no hand is secret
            self._from(max(0, match.review - 1))
            self._held = self.cards()[:]
        elif match.persons > 1 and self.viewer >= 0:
            if match.seen[self.viewer] < len(self.session.history):
                self._from(match.seen[self.viewer])
        self.redraw()
        if match.review > 0:
            self.then = (self._look_back,)
        elif not match.review:
            self.note(self.say("review_of", len(self.session.history)))
        elif self._replay:
            self.read(2)
            self.note(self.say("since"))
        self.opened()

    def opened(self) -> None:
        """Called after the table has been drawn for the first time, for games that show more then."""

    def _from(self, actions: int) -> None:
        # Shows the match as it was after the first `actions` actions and replays the rest.
        self._replay = self.game = self.session.at(actions)
        self._next = actions

    @property
    def mine(self) -> bool:
        """Whether the viewer is to act now and nothing remains to be shown."""
        return self.may_act()

    def may_act(self) -> bool:
        """Computes `mine`. A method of its own because MicroPython's super() does not reach properties."""
        if getattr(self.session.game, "choosing", False):  # match.choosing, with one stack frame less
            return True
        if self._dealing or self._replay or self.wait or self.steps:
            return False
        return self.viewer == self.game.player and self.viewer >= 0 and self.match.persons > 0

    def pace(self) -> int:
        """Returns the ms in which a robot's move is shown."""
        return _HURRY if self.hurry else _PACES[self.app.settings.values[PACE]]

    def score(self, seat: int) -> int:
        """Returns a seat's points as they are shown: those of the last trick only once they are counted."""
        return self._scores[seat] if LANDED <= self.stage <= WON else self.game.score(seat)

    # What is told.

    def _hold(self, ms: int, reading: bool) -> None:
        self.since = self.app.now
        self.wait = ms
        self.reading = reading

    def read(self, halves: int) -> None:
        """Waits until the message has been read: halves of a pace.

        In a review the last message of an action stays until a key is pressed.
        """
        last = self.match.review >= 0 and READ not in [step[0] for step in self.steps]
        self._hold(_ENDLESS if last else self.pace() * halves // 2, True)

    def rest(self, ms: int) -> None:
        """Waits, half as long at a fast pace; not at all without motion."""
        if self.moving:
            self._hold(ms // 2 if self.app.settings.values[PACE] == _FAST else ms, False)

    def show(self, stage: int) -> None:
        """Goes on to a stage."""
        self.stage = stage
        if stage < LANDED or stage >= WON:
            self.mover = -1
        self.stale = True

    def _do(self, kind: int, value: "Any") -> None:
        # Carries out a step. All that moves has been drawn before, but for what is to fly in.
        if kind == SAY:
            self.note(value)
        elif kind == HEAR:
            self.app.play(value)
        elif kind == SHOW:
            self.show(value)
        elif kind == FACE:
            word = self.say("robot_glad" if value[1] == GLAD else "robot_hurt")
            face = (self.match.robot_at(value[0]), value[1])
            silent = self.app.now & _TALKS or self.match.review >= 0  # a review shows the same each time
            self.motion.peek(face, "" if silent else word, self.moving)
        elif kind == READ:
            self.read(value)
        elif kind == COVER:
            self.overlay = value
            self.since = self.app.now
            self.app.guard()
            self.cover(value)
        elif kind == REST:
            self.rest(value)
        elif self.moving:
            self.rest(FLIGHT)
            if kind == FLY:
                self._flights = value
                self.stale = True
            elif kind == GAIN:
                self.motion.chip(value[0], value[1][0], value[1][1], value[2])
            else:
                for to, rect in self.gathered():
                    self.motion.fly(to[0], to[1], rect, False)
                self.show(value)

    def skip(self) -> None:
        """Runs through what is told, to the next step that has to be read or to the end."""
        self._end_wait()
        self._flights = ()
        while self.steps and not self.wait and self.steps[0][0] != COVER:
            kind, value = self.steps.pop(0)
            if kind <= READ:
                self._do(kind, value)
        self._settle()
        if self._dealing:
            self._held = self.cards()[:]
            self.stale = True

    def _settle(self) -> None:
        # Shows the game as it is if nothing more is to be told.
        if not self.wait and (self.stage or self.mover >= 0):
            self.show(NOW)

    def draw(self) -> None:
        self.sync()
        for start, rect in self._flights:
            self.motion.fly(start[0], start[1], rect)
        self._flights = ()

    @property
    def moving(self) -> bool:
        """Whether the settings allow animations."""
        return self.app.settings.values[MOTION] > 0 and not self.hurry

    def deal(self) -> None:
        """Updates `shown`, the viewer's cards that are visible. New cards are dealt one by one.

        Call it first in `sync`. A tick deals the next card, a key press all that are left.
        """
        cards = self.cards()
        held = [card for card in self._held if card in cards]
        new = len(cards) - len(held)
        if new and not self.moving:
            held = cards[:]
            new = 0
        self._held = held
        if not new:
            self._dealing = 0
        elif not self._dealing:
            self._dealing = min(_CARD, _DEAL // new)
            self._dealt = self.app.now
        self.shown = [card for card in cards if card in held]

    def _deal_on(self, now: int) -> None:
        due = keys.elapsed(now, self._dealt) // self._dealing
        if due:
            self._dealt += due * self._dealing
            for card in self.cards():
                if due and card not in self._held:
                    self._held.append(card)
                    due -= 1
            self.stale = True

    def turn(self) -> int:
        """Returns the seat that the top line names: the one whose move is shown, else the one to act."""
        return self.game.player if self.mover < 0 else self.mover

    def tick(self, now: int) -> None:
        self.app.shine(self.turn())
        gone = keys.elapsed(now, self.since)
        if self.motion.busy and gone < self.wait:
            self.motion.tick(gone, min(self.wait, FLIGHT))
            return
        if self._dealing and not self.overlay:
            self._deal_on(now)
            return
        if self.overlay:
            if self.overlay == "hint" and self.thinking:  # a hint thinks on; a robot waits under an overlay
                self.then = (self._advise,)
            elif gone >= _SHEET and not self.match.persons:
                self.overlay = ""
                self.redraw()
            elif self.overlay == "lesson":
                self.app.lesson.blink(self)
            return
        if self.wait:
            if gone < self.wait or self.reading and self._taught():
                if self.reading and self._ready is None and self.match.computer:
                    if not (self._replay or self.app.lesson):
                        self.then = (self._think,)  # the next robot need not wait until all is read
                return
            self._end_wait()
        while self.steps and not self.wait:
            if self.stale and self.moving and self.steps[0][0] in _LIFTING:
                return
            kind, value = self.steps.pop(0)
            self._do(kind, value)
            if kind == COVER:
                return
        self._settle()
        if self.wait or self.stale or self.match.review >= 0:
            return  # a review advances only on key presses
        if self._replay:
            self.then = (self._step_replay,)
        elif self.app.lesson:
            if self.app.lesson.step(self):
                self.app.lesson = None
                self.app.guard()
                self._foot = None
                self.stale = True
        elif self.game.player < 0 and self.match.persons:
            self.app.open("result")
        elif self.game.player < 0 or self.app.power.dark and not self.match.persons:
            self.app.leave(True)
            self.app.guard()
        elif self.match.waits_for >= 0:
            self.app.table()
        elif self.match.computer:
            self.then = (self._think,)

    def _taught(self) -> bool:
        # Whether a lesson has something to say about what has just been read: its text is opened then.
        if not self.app.lesson or not self.app.lesson.speak(self):
            return False
        self.motion.stop()  # no robot's face lies over the text
        return True

    def _end_wait(self) -> None:
        if self.wait:
            self.stale = True  # it may be somebody's turn now
        self.wait = 0
        self.reading = False
        self.motion.stop()

    def go_on(self) -> bool:
        """Shows the next action in a review, whatever is still told of the last. False at the match's end."""
        if self._next >= len(self.session.history):
            return False
        self.steps = []
        self._end_wait()
        self._settle()
        self.match.review += 1
        self.then = (self._step_replay,)  # after the drawing
        return True

    def _look_back(self) -> None:
        # Shows the outcome of the action before the one that a review has come to.
        self._step_replay()
        if not self.reading:
            self.skip()

    def _step_replay(self) -> None:
        history = self.session.history
        if self._next >= len(history):
            self._replay = None
            self.game = self.session.game
            self.match.seen[self.viewer] = len(history)
            self.stale = True
            return
        action = history[self._next]
        self._next += 1
        self._perform(action, self.describe(action), self._replay.apply)

    def _perform(self, action: int, line: str, apply: "Callable[[int], None]") -> None:
        # Applies an action and begins to tell it. line: as in `tell`.
        self._sure = False
        game = self.game
        self._scores = [game.score(seat) for seat in range(game.players)]
        self.mover = game.player
        self.before(action)
        start = self.origin(action)
        apply(action)
        self.app.play(CARD)
        self.note("")
        self.steps = self.tell(action, line)
        if self.match.review >= 0:  # where no sheet asks for a key
            self.steps = [step for step in self.steps if step[0] != COVER]
        self.stale = True
        rect = self.landing(action)
        if not self.moving:
            self.skip()
        elif rect and start:
            self.stage = LANDED
            if self.covers:
                self.motion.cover(rect)
            self._flights = ((start, rect),)
            self.rest(FLIGHT)
        elif self.steps:
            self.stage = LANDED
        else:
            self._settle()

    def _think(self) -> None:
        action = self._ready
        if action is None:
            if self.thinking is None:
                self.think(self.match.computer - 1)
            action = self._step_mind()
        if action is None:
            return
        if self.wait:
            self._ready = action
            self.stale = True  # without the spot
        else:
            self._ready = None
            self.then = (self.play, action)

    def _advise(self) -> None:
        action = self._step_mind()
        if action is not None:
            self.point(action)
            self.stale = True
            self.then = (self._explain, action)

    def _explain(self, action: int) -> None:
        self._covering().explain(self, action)

    def think(self, level: int) -> None:
        """Starts a robot of a level (0 to 2) thinking about the next action; the ticks continue it.

        The level is 0 once there has not been enough memory. MemoryError if there is not enough for that.
        """
        gc.collect()
        self._spot = 0
        try:
            from engine.bots import Thinking
            from engine.rng import Rng

            self.thinking = Thinking(self.game, 0 if self._low_memory else level, Rng(self.app.seed()))
        except MemoryError as error:
            self._think_less(error)

    def _think_less(self, error: MemoryError) -> None:
        # After a lack of memory: the easy robot needs the least of it.
        if self._low_memory:
            raise error
        self._low_memory = True
        self.dismiss()
        self.think(0)

    def _step_mind(self) -> "int | None":
        # Runs one slice of thinking. Returns the action, or None if there is more to think; until then a
        # spot moves along the bottom row of the screen.
        try:
            action: int | None = self.thinking.step()
        except MemoryError as error:
            self._think_less(error)
            return None
        if action is not None:
            self.thinking = None
            self._foot = None
            return action
        canvas = self.canvas
        canvas.fill(self._spot, HEIGHT - 1, 16, 1, ink.DARK)
        self._spot = (self._spot + 8) % (WIDTH - 8)
        canvas.fill(self._spot, HEIGHT - 1, 16, 1, ink.ACCENT)
        return None

    def aim(self, action: int) -> None:
        """Puts the cursor once in a turn on the action with which a task of the lesson begins."""
        actions = len(self.session.history)
        if self._aimed != actions and self.mine:
            self._aimed = actions
            self.point(action)
            self.stale = True

    def play(self, action: int) -> None:
        """Plays an action for the seat to act (a person or a robot), shows it and saves the match."""
        person = self.mine
        lesson = self.app.lesson
        if lesson:
            if person and not lesson.allows(action):
                lesson.correct(self)
                return
            lesson.go_on()
        self._perform(action, "" if person else self.describe(action), self.match.act)
        app = self.app
        if app.store.due(app.now):
            app.save_later()
        if not person and not self.match.computer:
            self.dismiss()

    # Keys.

    def press(self, key: int) -> None:
        if not self.match.persons:
            self.app.leave(False)  # any key ends a demo
            return
        if key not in ((keys.LEFT,) if self.overlay else (keys.B, keys.RING)):
            self._sure = False  # the question whether to take back has got no answer
        reading = self.reading
        if not (reading or self.overlay):
            self.skip()
        if reading or not self.reading or key in (keys.SELECT, keys.START) or self.match.review >= 0:
            self.then = (self.answer, key)  # the key that has ended a motion does no more

    def answer(self, key: int) -> None:
        """Handles a key that has not ended a motion; games with more to ask extend this."""
        if self.overlay:
            self.press_overlay(key)
        elif key == keys.SELECT:
            self.open_last()
        elif self.match.review >= 0:
            from handful.tables.review import press

            press(self, key)
        elif key == keys.START:
            self.app.open("pause")
        elif self.reading:
            if not self._taught():
                self._end_wait()
        elif key == keys.RING:
            self._covering().ring(self)
        elif self.mine:
            self.move(key)
        else:
            self.refuse_turn()

    @rare
    def refuse_turn(self) -> None:
        """Explains in the bottom line whose turn it is."""
        # When the match is over it is nobody's turn, and the result is about to open.
        if self.game.player >= 0:
            self.refuse(self.say("not_yet", self.app.name(self.game.player)))

    @rare
    def open_last(self) -> None:
        """Opens the overlay of SELECT."""
        self.overlay = "last"
        self.foot(self.say(self.keys_last))
        self.draw_parts()

    def draw_parts(self) -> None:
        """Draws the overlay of SELECT in parts, each of which is sent at once."""
        canvas = self.canvas
        for part in range(PARTS):
            canvas.part(part)
            self.draw_last()
            canvas.refresh()
        canvas.part(-1)

    def press_overlay(self, key: int) -> None:
        """Handles a key while an overlay is open; games with overlays of their own extend this."""
        self._covering().press(self, key)

    def _covering(self) -> "Any":
        # Imported only while an overlay is open: `redraw` frees the module.
        from handful.tables import overlay

        return overlay

    def dismiss(self) -> None:
        """Frees the robots' modules, which take a lot of memory, while a person is to act."""
        self.thinking = self._ready = None
        registry.unload_bots(self.session.key)
        gc.collect()

    @rare
    def back(self) -> None:
        """Takes back the viewer's last action, or explains why that is not possible."""
        if self.app.lesson:
            self.refuse(self.say("lesson_first"))
            return
        refusal = self.match.take_back(self._sure)
        self._sure = refusal == "back_sure"
        self.game = self.session.game
        if refusal:
            self.refuse(self.say(refusal, "Ⓑ"))
        else:
            if self.thinking or self._ready is not None:
                self.dismiss()  # a robot has thought about what has been taken back
            self.stale = True
            self.then = (self.note, self.say("taken_back"))  # after the drawing, which says what may be done

    # Drawing.

    def foot(self, text: str) -> None:
        """Draws the bottom line, which explains the keys; in a review always those of the review."""
        if self.match.review >= 0 and not self.overlay:
            text = self.say("keys_review")
        elif not self.match.persons:
            text = self.say("keys_demo")
        elif not self.app.settings.values[HELPED] and not self.overlay and self.mine:
            # As much of it as leaves room for the help that nobody has found yet.
            words = self.say("hold_b")
            room = WIDTH - 8 - self.canvas.small.width(words)
            while self.canvas.small.width(text) > room:
                text = text[: max(text.rfind("Ⓑ"), text.rfind("▼"), text.rfind("\ue001"))].rstrip()
            text += "  " + words
        super().foot(text)

    def undoing(self, key: str) -> str:
        """Returns a line of keys, which offers B as "undo" only where there is something to undo."""
        text = self.say(key)
        undoes = not self.app.lesson and self.match.may_take_back()
        return text if undoes else self.without(text, "Ⓑ")

    def without(self, text: str, sign: str) -> str:
        """Returns a line of keys without what the key `sign` does."""
        start = text.find(sign)
        if start < 0:
            return text
        end = start + 1
        while end < len(text) and text[end] not in _KEYS:
            end += 1
        return text[:start].rstrip() + "  " + text[end:] if end < len(text) else text[:start].rstrip()

    def redraw(self) -> None:
        """Makes all of the table be drawn again without an overlay; frees the modules that drew overlays."""
        memory.release(self._loaded)
        text = self._note
        self._drawn.clear()
        self._foot = None
        self._note = None
        self.motion.stop()
        self.canvas.clear()
        self.stale = True
        if text and self.wait:
            self.note(text)

    def differs(self, position: int, values: object) -> bool:
        """Whether a position on the table must be drawn again because its values changed. Remembers `values`.

        position: any number that identifies the position. For many positions, pack the values into one small
        int: that takes the least memory.
        """
        if self._drawn.get(position) == values:
            return False
        self.canvas.show()
        self._drawn[position] = values
        return True

    def note(self, text: str, colour: int = ink.WHITE) -> None:
        """Draws the message line, unless it already shows this text."""
        if text != self._note:
            self._note = text
            canvas = self.canvas
            canvas.fill(0, self.note_y, WIDTH, BAR, ink.TABLE)
            canvas.text(max(1, (WIDTH - canvas.small.width(text)) // 2), self.note_y + 1, text, colour)

    def header(self, right: str) -> None:
        """Draws the top line: whose turn it is, with the seat's badge; at the right edge the text `right`."""
        canvas = self.canvas
        canvas.fill(0, 0, WIDTH, BAR + 1, ink.DARK)
        choosing = self.match.choosing
        seat = self.viewer if choosing else self.turn()
        x = 2
        if choosing and seat < 0:
            x = canvas.text(8, 1, self.say("team"), ink.WHITE)
        elif seat >= 0:
            self.badge(0, 0, seat, BAR + 1)
            text = self.say(
                "your_turn" if seat == self.viewer and self.match.persons == 1 else "turn_of",
                self.app.faced(seat),
            )
            x = canvas.text(_BADGE + 2, 1, text, ink.WHITE)
        canvas.text(max(x + 4, WIDTH - 2 - canvas.small.width(right)), 1, right, ink.WHITE)
