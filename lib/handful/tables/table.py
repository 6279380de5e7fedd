"""The base class of all tables: turns, robots' moves, replays, overlays and messages."""

import gc

from micropython import const

from engine import memory, registry
from handful import keys
from handful.picture import ink
from handful.picture.measures import BAR, HEIGHT, WIDTH
from handful.picture.motion import Motion
from handful.screens.screen import Screen
from handful.settings import HELPED, MOTION, PACE
from handful.sound import CARD, TRICK

_PACES = (1800, 1000, 450)  # ms that a robot's move is shown, by settings.PACE
_BADGE = const(7)  # width of a seat's badge
_NOTE = const(63)  # y of the message line
_DEAL = const(560)  # most ms in which all new cards are dealt to the hand
_CARD = const(70)  # most ms per card
_LONG = const(3)  # halves of a pace that the end of a trick is shown


class Table(Screen):
    """A match in progress, as `match.viewer` sees it.

    game: the state that is shown. It is the session's game or, during a replay, a copy in an earlier state.
    Subclasses draw the game (`sync`), handle keys (`move`), and put actions (`describe`) and their outcomes
    (`outcome`) into words.
    """

    note_y = _NOTE
    wording = ""  # prefix of the text keys in `describe`; "do_" selects the wording of hints ("Play ...")

    def __init__(self, app):
        super().__init__(app)
        self._loaded = memory.mark("handful.")  # what is loaded later belongs to something over the table
        self.match = app.match
        self.session = app.match.session
        self.game = self.session.game
        self.viewer = app.match.viewer
        self._replay = None  # the game that a replay advances, None when nothing is replayed
        self._next = 0  # index in the history of the next action to replay
        self._since = 0  # ticks at which the pause began
        self._wait = 0  # length in ms of the pause in which the last move stays visible; 0 for none
        self.showing_outcome = False  # an outcome is shown: draw the trick that was decided, not the next one
        self.thinking = None  # the engine.bots.Thinking of a robot or a hint, None when nobody thinks
        self._low_memory = False  # a MemoryError has occurred: from now on robots play at level EASY
        self._spot = 0  # x of the spot that moves while a robot thinks
        self.overlay = ""  # "ring", "last", "hint", "lesson" or one of the game's; "" if none is open
        self._aimed = -1  # the action on which a lesson has put the cursor
        self._sure = False  # the player knows that taking back makes the match an assisted one
        self._note = None  # text of the message line
        self._motion = Motion(app.canvas)
        self.mover = -1  # the seat whose move is being shown, -1 for none
        self._held = []  # the viewer's cards that have been dealt so far, in any order
        self.shown = []  # the same cards in the order in which they are drawn
        self._dealing = 0  # ms from one new card to the next, 0 when none is being dealt
        self._dealt = 0  # ticks of the last card dealt
        self._drawn = {}  # position number -> the values from which it was drawn (`differs`)

    # Methods that games override.

    def sync(self) -> None:
        """Draws everything that has changed since it was last drawn (see `differs`)."""

    def move(self, key: int) -> None:
        """Handles a key on the viewer's own turn."""

    def tricks(self) -> int:
        """Returns a number that changes whenever a trick (or the game's counterpart of one) is over."""
        return 0

    def cards(self) -> list:
        """Returns the viewer's cards in the order in which they are shown; [] without a viewer."""
        return self.game.hand(self.viewer) if self.viewer >= 0 else []

    def describe(self, action: int) -> str:
        """Returns a line that describes an action; called before it is played."""
        return ""

    def outcome(self, action: int) -> str:
        """Returns a line about the outcome of the action just played (who won the trick and why), or ""."""
        return ""

    def point(self, action: int) -> None:
        """Puts the cursor on the card (or choice) of an action that a hint or a lesson suggests."""

    def draw_last(self) -> None:
        """Draws the overlay that SELECT opens: the last trick, and the cards played so far."""

    def origin(self, action: int):
        """Returns the position (x, y) from which the card of an action flies, or None for no flight.

        Called before the action is played.
        """
        return None

    def landing(self, action: int):
        """Returns the rectangle (x, y, width, height) where the card lands, None if it is not shown there."""
        return None

    def gathered(self) -> list:
        """Returns what flies to the winner of the trick that is shown.

        A list of (rectangle, position): ((x, y, width, height), (x, y)).
        """
        return []

    # The course of a match.

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
            self._step_replay()  # the last action up to here is the one to look at
            self.skip_animation()
        elif not match.review:
            self.note(self.say("review_of", len(self.session.history)))
        elif self._replay:
            self._pause(2)
            self.sync()  # the bottom line says that any key goes on
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
        if self._dealing or self._replay or self._wait:
            return False
        return self.game.player == self.viewer and self.viewer >= 0

    def _pause(self, halves: int) -> None:
        self._since = self.app.now
        self._wait = _PACES[self.app.settings.values[PACE]] * halves // 2

    @property
    def moving(self) -> bool:
        """Whether the settings allow animations."""
        return self.app.settings.values[MOTION] > 0

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
            self.sync()

    def skip_animation(self) -> None:
        """Ends all animations at once."""
        self._motion.stop()
        self._arrive()
        if self._dealing:
            self._held = self.cards()[:]
            self.sync()

    def turn(self) -> int:
        """Returns the seat that the top line names: the one whose move is shown, else the one to act."""
        return self.game.player if self.mover < 0 else self.mover

    def _arrive(self) -> None:
        # A card has landed: from now on the top line names who is next, or who has won.
        if self.mover >= 0 and (self.showing_outcome or not self._wait):
            self.mover = -1
            self.sync()

    def tick(self, now: int) -> None:
        self.app.shine(self.turn())
        if self._motion.busy:
            self._motion.tick(now)
            if not self._motion.busy:
                self._arrive()
            return
        if self._dealing and not self.overlay:
            self._deal_on(now)
            return
        if self.overlay:
            if self.overlay == "hint" and self.thinking:  # a hint thinks on; a robot waits under an overlay
                self.later(self._advise)
            return
        if self.match.review >= 0:
            return  # a review advances only on key presses
        if self._wait:
            if keys.elapsed(now, self._since) >= self._wait:
                self._go_on()
        elif self._replay:
            self.later(self._step_replay)
        elif self.app.lesson:
            if self.app.lesson.step(self):
                self.app.lesson = None
        elif self.game.player < 0:
            self.app.open("result")
        elif self.match.waits_for >= 0:
            self.app.table()
        elif self.match.computer:
            self.later(self._think)

    def _go_on(self) -> None:
        self._wait = 0
        self.mover = -1
        if self.showing_outcome:
            if self.moving:
                for rect, to in self.gathered():
                    self._motion.fly(self.app.now, to[0], to[1], rect, False)
            self.showing_outcome = False
        self.sync()

    def go_on(self) -> bool:
        """Shows the next action in a review. Returns False at the end of the match."""
        if self._wait:
            self._go_on()
        elif self._next < len(self.session.history):
            self.match.review += 1
            self._step_replay()
        else:
            return False
        return True

    def _step_replay(self) -> None:
        history = self.session.history
        if self._next >= len(history):
            self._replay = None
            self.game = self.session.game
            self.match.seen[self.viewer] = len(history)
            self.sync()
            return
        action = history[self._next]
        self._next += 1
        text = self.describe(action)
        self.mover = self.game.player
        start = self.origin(action)
        self._replay.apply(action)
        self._show(action, text)
        self._launch(action, start)

    def _think(self) -> None:
        try:
            if self.thinking is None:
                self.think(0 if self._low_memory else self.match.computer - 1)
            action = self._step_mind()
        except MemoryError:
            if self._low_memory:
                raise
            self._low_memory = True  # the easy robot needs the least memory
            self.dismiss()
            return
        if action is not None:
            self.later(self.play, action)

    def _advise(self) -> None:
        action = self._step_mind()
        if action is not None:
            self._covering().explain(self, action)

    def think(self, level: int) -> None:
        """Starts a robot of a level (0 to 2) thinking about the next action; the ticks continue it."""
        gc.collect()
        from engine.bots import Thinking
        from engine.rng import Rng

        self.thinking = Thinking(self.game, level, Rng(self.app.seed()))
        self._spot = 0

    def _step_mind(self):
        # Runs one slice of thinking. Returns the action, or None if there is more to think; until then a
        # spot moves along the bottom row of the screen.
        action = self.thinking.step()
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
        """Puts the cursor once on the action that the lesson asks for; the player may move it away."""
        if self._aimed != action and self.mine:
            self._aimed = action
            self.point(action)
            self.sync()

    def play(self, action: int) -> None:
        """Plays an action for the seat to act (a person or a robot), shows it and saves the match."""
        person = self.mine
        lesson = self.app.lesson
        if lesson:
            if person and action != lesson.action:
                self.refuse(self.say("lesson_first"))
                return
            lesson.go_on()
        text = self.describe(action)
        self.mover = self.game.player
        start = self.origin(action)
        self.match.act(action)
        self._show(action, "" if person else text)
        self._launch(action, start)
        self.app.save(False)
        if not person and not self.match.computer:
            self.dismiss()

    def _launch(self, action: int, start) -> None:
        rect = self.landing(action) if start and self.moving else None
        if rect:
            self._motion.fly(self.app.now, start[0], start[1], rect)
        else:
            self._arrive()

    def _show(self, action: int, text: str) -> None:
        self._sure = False
        outcome = self.outcome(action)
        self.app.play(TRICK if outcome else CARD)
        self.showing_outcome = bool(outcome)
        if outcome:
            self._pause(_LONG)
        elif text:
            self._pause(2)
        self.sync()  # must follow _pause: during a pause it is nobody's turn
        if outcome or text or not self.mine:  # replaces the prompt that the person was shown before the move
            self.note(outcome or text)

    # Keys.

    def press(self, key: int) -> None:
        self.skip_animation()
        if self.overlay:
            self.later(self.press_overlay, key)
        elif key == keys.SELECT:
            self.later(self.open_last)
        elif self.match.review >= 0:
            from handful.tables.review import press

            press(self, key)
        elif key == keys.START:
            self.app.open("pause")
        elif self._wait:
            # Any other key ends the pause.
            self.later(self._go_on)
        elif key == keys.RING:
            self.later(self._covering().ring, self)
        elif self.mine:
            self.later(self.move, key)
        else:
            self.refuse_turn()

    def refuse_turn(self) -> None:
        """Explains in the bottom line whose turn it is."""
        # When the match is over it is nobody's turn, and the result is about to open.
        if self.game.player >= 0:
            self.refuse(self.say("not_yet", self.app.name(self.game.player)))

    def open_last(self) -> None:
        """Opens the overlay of SELECT."""
        self.overlay = "last"
        self.foot(self.say("keys_over"))
        self.draw_last()

    def press_overlay(self, key: int) -> None:
        """Handles a key while an overlay is open; games with overlays of their own extend this."""
        self.later(self._covering().press, self, key)

    def _covering(self):
        # Imported only while an overlay is open: `redraw` frees the module.
        from handful.tables import overlay

        return overlay

    def dismiss(self) -> None:
        """Frees the robots' modules, which take a lot of memory, while a person is to act."""
        self.thinking = None
        registry.unload_bots(self.session.key)
        gc.collect()

    def back(self) -> None:
        """Takes back the viewer's last action, or explains why that is not possible."""
        if self.app.lesson:
            self.refuse(self.say("lesson_first"))
            return
        refusal = self.match.take_back(self._sure)
        self._sure = refusal == "back_sure"
        self.game = self.session.game
        if refusal:
            self.refuse(self.say(refusal))
        else:
            self.sync()
            self.note(self.say("taken_back"))

    # Drawing.

    def foot(self, text: str) -> None:
        """Draws the bottom line, which explains the keys; in a review always those of the review."""
        if self.match.review >= 0 and not self.overlay:
            text = self.say("keys_review")
        elif not self.app.settings.values[HELPED] and not self.overlay and self.mine:
            # As much of it as leaves room for the help that nobody has found yet.
            words = self.say("hold_b")
            room = WIDTH - 8 - self.canvas.small.width(words)
            while self.canvas.small.width(text) > room:
                text = text[: max(text.rfind("Ⓑ"), text.rfind("▼"), text.rfind("\ue001"))].rstrip()
            text += "  " + words
        super().foot(text)

    def redraw(self) -> None:
        """Draws the whole table again, without an overlay, and frees the modules that drew overlays."""
        memory.release(self._loaded)
        text = self._note
        self._drawn.clear()
        self._foot = None
        self._note = None
        self._motion.stop()
        self.canvas.clear()
        self.sync()
        if text and self._wait:
            self.note(text)

    def differs(self, position: int, values) -> bool:
        """Whether a position on the table must be drawn again because its values changed. Remembers `values`.

        position: any number that identifies the position. For many positions, pack the values into one small
        int: that takes the least memory.
        """
        if self._drawn.get(position) == values:
            return False
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
            text = self.say("your_turn" if seat == self.viewer and self.match.persons == 1 else "turn_of",
                            self.app.faced(seat))
            x = canvas.text(_BADGE + 2, 1, text, ink.WHITE)
        canvas.text(max(x + 4, WIDTH - 2 - canvas.small.width(right)), 1, right, ink.WHITE)
