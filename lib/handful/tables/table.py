# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The base class of all tables: whose turn it is, what is drawn, and what keys do."""

from micropython import const

from engine import memory
from engine.memory import rare
from handful import keys
from handful.picture import ink
from handful.picture.canvas import PARTS
from handful.picture.measures import HEIGHT, WIDTH
from handful.picture.motion import FLIGHT
from handful.sound import DEAL
from handful.tables.lines import Lines
from handful.tables.telling import COVER, DRAWN, LAID, LANDED, NOW, READ, SAY, SHOW, WON, Telling
from handful.tables.thinking import ADVISES, CHOSEN, Thinker

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

    from handful.app import App
    from handful.match import Match
    from handful.tables.telling import Point, Rect, Step

_SHEET = const(3000)  # ms that an overlay stays in a demo
_DEAL = const(560)  # most ms in which all new cards are dealt to the hand
_CARD = const(70)  # most ms per card


class Table(Lines):
    """A match in progress, as `match.viewer` sees it.

    game: the state that is shown. It is the session's game or, during a replay, a copy in an earlier state.
    stage: what is drawn of the last action. telling: tells what that action brought. thinker: lets robots
    think. Subclasses draw the game at a stage (`sync`), handle keys (`move`), say what is to be told of an
    action (`tell`), and put actions into words (`describe`).
    """

    covers = True  # whether what lies where a card lands stays in sight until it has landed
    keys_last = "keys_over"  # key of the bottom line's text under the overlay of SELECT
    wording = ""  # prefix of the text keys in `describe`; "do_" selects the wording of hints ("Play ...")

    def __init__(self, app: "App") -> None:
        Lines.__init__(self, app)
        self._loaded = memory.mark("handful.")  # what is loaded later belongs to something over the table
        self.match: Match = app.match
        self.session = app.match.session
        self.game = self.session.game
        self.viewer: int = app.match.viewer
        self.telling = Telling(self)
        self.thinker = Thinker(self)
        self.stage = NOW
        self.overlay = ""  # "ring", "last", "hint", "lesson" or one of the game's; "" if none is open
        self.aimed = -1  # length of the history when a lesson last put the cursor somewhere
        self.sure = False  # the player knows that taking back makes the match an assisted one
        self._key = -1  # pressed last
        self._note: str | None = None  # text of the message line
        self.note_x = 0  # where it begins; 0 if more than it is drawn in its line
        self.mover = -1  # the seat whose move is being shown, -1 for none
        self._held: list[int] = []  # the viewer's cards that have been dealt so far, in any order
        self.shown: list[int] = []  # the same cards in the order in which they are drawn
        self._dealing = 0  # ms from one new card to the next, 0 when none is being dealt
        self._dealt = 0  # ticks of the last card dealt
        self.tag = ""  # number and par of the challenge that is played, "" for none
        if self.match.persons == 1:
            from handful import series

            self.tag = series.sign(app, self.match)
            memory.forget("handful.series")
        self._drawn: dict[int, object] = {}  # position number -> what it was drawn from (`differs`)

    # Methods that games have to define. They take no memory here.

    if _TYPES:

        def sync(self) -> None:
            """Draws everything that has changed since it was last drawn (see `differs`)."""

        def move(self, key: int) -> None:
            """Handles a key on the viewer's own turn."""

        def describe(self, action: int) -> str:
            """Returns a line that describes an action; called before it is played."""
            return ""

        def point(self, action: int) -> None:
            """Puts the cursor on the card (or choice) of an action that a hint or a lesson suggests."""

    # Methods that games override.

    def tricks(self) -> int:
        """Returns a number that changes whenever a trick (or the game's counterpart of one) is over."""
        return 0

    def cards(self) -> list[int]:
        """Returns the viewer's cards in the order in which they are shown; [] without a viewer."""
        return self.game.hand(self.viewer) if self.viewer >= 0 else []

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

    def place(self, what: str, which: int) -> "Rect":
        """Returns the rectangle (x, y, width, height) of what a lesson speaks of.

        what: one of the table's words; ValueError for another one.
        which: the one that is meant, where there are several (a card, a seat, a pile); -1 for all of them.
        """
        raise ValueError(what)

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

    def open(self) -> None:
        match = self.match
        telling = self.telling
        start = -1  # actions after which a replay begins
        if self.viewer >= 0 and match.seen[self.viewer]:
            self._held = self.cards()[:]  # otherwise they are dealt visibly
        if match.review >= 0:
            self.viewer = max(self.viewer, match.kinds.find(b"\x00"))  # the match is over, no hand is secret
            start = max(0, match.review - 1)
            self._held = self.cards()[:]
        elif match.persons > 1 and self.viewer >= 0:
            if match.seen[self.viewer] < len(self.session.history):
                start = match.seen[self.viewer]
        if start >= 0:
            telling.replay = self.game = self.session.at(start)
            telling.next = start
        self.redraw()
        if match.review > 0:
            from handful.tables.review import look_back

            self.deferred = (look_back, self)
        elif not match.review:
            self.note(self.say("review_of", len(self.session.history)))
        elif telling.replay:
            telling.steps.append((READ, 2))
            telling.step()
            self.note(self.say("since"))
        self.opened()

    def opened(self) -> None:
        """Called after the table has been drawn for the first time, for games that show more then."""

    @property
    def mine(self) -> bool:
        """Whether the viewer is to act now and nothing remains to be shown."""
        return self.may_act()

    def may_act(self) -> bool:
        """Computes `mine`. A separate method because MicroPython's super() does not reach properties."""
        if getattr(self.session.game, "choosing", False):  # match.choosing, with one stack frame less
            return True
        if self._dealing or not self.telling.told():
            return False
        return self.viewer == self.game.player and self.viewer >= 0 and self.match.persons > 0

    def score(self, seat: int) -> int:
        """Returns a seat's points as they are shown: those of the last trick only once they are counted."""
        return self.telling.scores[seat] if LANDED <= self.stage <= WON else self.game.score(seat)

    def show(self, stage: int) -> None:
        """Goes on to a stage."""
        self.stage = stage
        if stage < LANDED or stage >= WON:
            self.mover = -1
        self.dirty = True

    def draw(self) -> None:
        self.sync()
        self.telling.fly()

    def deal(self) -> None:
        """Updates `shown`, the viewer's cards that are visible. New cards are dealt one by one.

        Call it first in `sync`. A tick deals the next card, a key press all that are left.
        """
        cards = self.cards()
        held = [card for card in self._held if card in cards]
        new = len(cards) - len(held)
        if new and not self.telling.moving:
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
            self.app.play(DEAL)
            for card in self.cards():
                if due and card not in self._held:
                    self._held.append(card)
                    due -= 1
            self.dirty = True

    def turn(self) -> int:
        """Returns the seat that the top line names: the one whose move is shown, else the one to act."""
        return self.game.player if self.mover < 0 else self.mover

    def tick(self, now: int) -> None:
        self.app.shine(self.turn())
        telling = self.telling
        gone = keys.elapsed(now, telling.since)
        if telling.motion.busy and telling.state and gone < telling.wait:
            telling.motion.tick(gone, min(telling.wait, FLIGHT))
            return
        if self._dealing and not self.overlay:
            self._deal_on(now)
            return
        if self.overlay:
            if self.thinker.state == ADVISES:  # a hint thinks on; a robot waits under an overlay
                self.deferred = (self._covering().advise, self)
            elif gone >= _SHEET and not self.match.persons:
                self.overlay = ""
                self.redraw()
            elif self.overlay == "lesson":
                self.app.lesson.blink(self)
            return
        if telling.state:
            if gone < telling.wait or telling.reading and self._taught():
                if telling.reading and self.thinker.state != CHOSEN and self.match.computer:
                    if not (telling.replay or telling.hurry or self.app.lesson):
                        self.deferred = (self.thinker.play,)  # the next robot need not wait until all is read
                return
            telling.end()
        while telling.steps and not telling.state:
            if self.dirty and telling.moving and telling.steps[0][0] in DRAWN:
                return
            if telling.step() == COVER:
                return
        telling.settle()
        if telling.state or self.dirty or self.match.review >= 0:
            return  # a review advances only on key presses
        if telling.replay:
            self.deferred = (telling.step_replay,)
        elif self.app.lesson:
            if self.app.lesson.step(self):
                self.app.lesson = None
                self.app.guard()
                self.told = None
                self.dirty = True
        elif self.game.player < 0 and self.match.persons:
            self.app.open("result")
        elif self.game.player < 0 or self.app.power.dark and not self.match.persons:
            self.app.leave(True)
            self.app.guard()
        elif self.match.waits_for >= 0:
            self.app.table()
        elif self.match.computer:
            self.deferred = (self.thinker.play,)

    def _taught(self) -> bool:
        # Whether a lesson has something to say about what has just been read: its text is opened then.
        if not self.app.lesson or not self.app.lesson.speak(self):
            return False
        self.telling.motion.stop()  # no robot's face lies over the text
        return True

    def play(self, action: int) -> None:
        """Plays an action for the seat to act (a person or a robot), shows it and saves the match."""
        person = self.mine
        lesson = self.app.lesson
        if lesson:
            if person and not lesson.allows(action):
                lesson.correct(self)
                return
            lesson.go_on()
        self.sure = False
        if self.thinker.state:
            self.thinker.dismiss()  # it was about the game as it was before
        self.telling.perform(action, "" if person else self.describe(action), self.match.act)
        app = self.app
        if app.store.due(app.now):
            app.save_later()
        if not person and not self.match.computer:
            self.thinker.dismiss()

    # Keys.

    def press(self, key: int) -> None:
        if not self.match.persons:
            self.app.leave(False)  # any key ends a demo
            return
        if key not in ((keys.LEFT,) if self.overlay else (keys.B, keys.RING)) and not (
            key == keys.DOWN == self._key
        ):
            self.sure = False  # the question whether to take back has got no answer
        self._key = key
        telling = self.telling
        reading = telling.reading
        if not (reading or self.overlay):
            hidden = self._dealing or not telling.told()  # what can be chosen now is not in sight yet
            telling.skip()
            if self._dealing:
                self._held = self.cards()[:]
                self.dirty = True
            if hidden and key in (keys.A, keys.UP) and self.match.review < 0:
                return  # the key that has ended a motion plays nothing
        if reading or not telling.reading or key in (keys.SELECT, keys.START) or self.match.review >= 0:
            self.deferred = (self.answer, key)  # the key that has ended a motion does no more

    def answer(self, key: int) -> None:
        """Handles a key that has not ended a motion; games with more to ask extend this."""
        overlay = self.overlay
        if overlay:
            self.press_overlay(key)
            if not self.overlay and overlay != "ring":
                self.app.guard(keys.BRIEF)
        elif key == keys.SELECT:
            self.open_last()
        elif self.match.review >= 0:
            from handful.tables.review import press

            press(self, key)
        elif key == keys.START:
            self.app.open("pause")
        elif self.telling.reading:
            if not self._taught():
                self.telling.end()
        elif key == keys.RING:
            self._covering().ring(self)
        elif key == keys.B and self.sure:
            self.deferred = (self.back,)  # wherever it was asked
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

    @rare
    def back(self) -> None:
        """Takes back the viewer's last action, or explains why that is not possible."""
        if self.app.lesson:
            self.refuse(self.say("lesson_first"))
            return
        refusal = self.match.take_back(self.sure)
        self.sure = refusal == "back_sure"
        self.game = self.session.game
        if refusal:
            self.refuse(self.say(refusal, "▼" if self._key == keys.DOWN else "Ⓑ"))
        else:
            if self.thinker.state:
                self.thinker.dismiss()  # a robot has thought about what has been taken back
            self._held = self.cards()[:]  # no card is dealt: that would draw over what is said
            self.dirty = True
            self.deferred = (
                self.note,
                self.say("taken_back"),
            )  # after the drawing, which says what may be done

    # Drawing.

    def mark(self, thinks: bool) -> None:
        """Moves the spot in the bottom row that shows that somebody thinks, or takes it away."""
        if not thinks:
            self.told = None  # drawn again
            return
        canvas = self.canvas
        thinker = self.thinker
        canvas.fill(thinker.spot, HEIGHT - 1, 16, 1, ink.DARK)
        thinker.spot = (thinker.spot + 8) % (WIDTH - 8)
        canvas.fill(thinker.spot, HEIGHT - 1, 16, 1, ink.ACCENT)

    def redraw(self) -> None:
        """Makes all of the table be drawn again without an overlay; frees the modules that drew overlays."""
        memory.release(self._loaded)
        text = self._note
        self._drawn.clear()
        self.told = None
        self._note = None
        self.telling.motion.stop()
        self.canvas.clear()
        self.dirty = True
        if text and self.telling.state:
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
