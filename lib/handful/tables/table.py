"""What the tables of all games share: turns, the moves of computers, replays, the ring, messages."""

import gc

from micropython import const

from engine import memory, registry
from handful import keys
from handful.picture import ink
from handful.picture.measures import BAR, HEIGHT, WIDTH
from handful.picture.motion import Motion
from handful.screens.screen import Screen
from handful.settings import MOTION, PACE
from handful.sound import CARD, TRICK

_PACES = (1800, 1000, 450)  # ms that a computer's move is shown, by settings.PACE
_BADGE = const(7)  # width of a seat's number
_NOTE = const(63)  # y of the message line
_DEAL = const(560)  # ms in which new cards come to the hand one by one,
_CARD = const(70)  # but no longer than this a card
_LONG = const(3)  # a trick's end is shown this many times as long (in halves)


class Table(Screen):
    """A match in progress, seen by `match.viewer`.

    game: what is shown: the session's game or, while moves are replayed to a person who takes the
    console over, an earlier state of it. A subclass draws it (`sync`), moves its cursor
    (`move`), tells what an action is (`tell`) and what came of it (`told`).
    """

    note_y = _NOTE
    manner = ""  # before the key of what is told: "do_" in a hint, which speaks to the player

    def __init__(self, app):
        super().__init__(app)
        self._loaded = memory.mark("handful.")  # what is loaded later belongs to something over the table
        self.match = app.match
        self.session = app.match.session
        self.game = self.session.game
        self.viewer = app.match.viewer
        self._replay = None  # an earlier state, while it is played on to the present one
        self._next = 0  # the next action to replay
        self._since = 0
        self._wait = 0  # ms that what is shown stays, 0 for none
        self.reviewing = False  # the outcome of an action is shown: draw what was decided, not what is next
        self.thinking = None  # the choice of a computer player, or of a hint, in the making
        self._starved = False
        self._spot = 0
        self.over = ""  # what lies over the table: "ring", "last", "hint" or nothing
        self._aimed = -1  # what a lesson has put the cursor on
        self._sure = False  # that taking back makes the match an assisted one
        self._note = None
        self._motion = Motion(app.canvas)
        self.mover = -1  # the seat whose move is still being shown, -1 for none
        self._held = []  # the viewer's cards that have come to the hand so far, in any order,
        self.shown = []  # and in the order in which they are drawn
        self._dealing = 0  # ms from one new card to the next, 0 when none is on its way
        self._dealt = 0  # when the last one came
        self._drawn = {}  # what is on the screen: place -> the values it was drawn from

    # What a subclass has to give.

    def sync(self) -> None:
        """Draws what differs from what is on the screen (`differs` tells)."""

    def move(self, key: int) -> None:
        """Answers a key on the viewer's own turn."""

    def tricks(self) -> int:
        """A number that changes when a trick (or what the game has instead) is over."""
        return 0

    def cards(self) -> list:
        """The viewer's cards in the order in which they are shown; none without a viewer."""
        return self.game.hand(self.viewer) if self.viewer >= 0 else []

    def tell(self, action: int) -> str:
        """The line that says what an action is; called before it is played."""
        return ""

    def told(self, action: int) -> str:
        """The line that says what came of an action just played (a trick's winner and why), or ""."""
        return ""

    def point(self, action: int) -> None:
        """Puts the cursor on what a hint is about."""

    def draw_last(self) -> None:
        """Draws what SELECT shows, over the table: the last trick and what has been played."""

    def origin(self, action: int):
        """Where (x, y) the card of an action comes from, or None; called before it is played."""
        return None

    def landing(self, action: int):
        """Where (x, y, width, height) that card lies after it, or None if it is not to be seen there."""
        return None

    def gathered(self) -> list:
        """What goes to the winner of the trick that was shown: [((x, y, width, height), (to x, to y))]."""
        return []

    # The flow.

    def open(self) -> None:
        match = self.match
        if self.viewer >= 0 and match.seen[self.viewer]:
            self._held = self.cards()[:]  # else they are dealt before the player's eyes
        if match.review >= 0:
            self.viewer = max(self.viewer, match.kinds.find(b"\x00"))  # the match is over: nothing is secret
            self._from(max(0, match.review - 1))
            self._held = self.cards()[:]
        elif match.persons > 1 and self.viewer >= 0:
            if match.seen[self.viewer] < len(self.session.history):
                self._from(match.seen[self.viewer])
        self.redraw()
        if match.review > 0:
            self._step_replay()  # what was done last is what there is to look at
            self.settle()
        elif not match.review:
            self.note(self.say("review_of", len(self.session.history)))
        elif self._replay:
            self._pause(2)
            self.sync()  # the keys: any goes on
            self.note(self.say("since"))
        self.opened()

    def opened(self) -> None:
        """Called when the table has been drawn for the first time: for what a game adds to that."""

    def _from(self, actions: int) -> None:
        # Shows the match as it was after so many actions; the others are to be replayed.
        self._replay = self.game = self.session.at(actions)
        self._next = actions

    @property
    def mine(self) -> bool:
        """Whether it is the viewer's turn, now, with nothing left to show."""
        return self.may_act()

    def may_act(self) -> bool:
        """What `mine` says; a subclass may add to it (MicroPython's super() reaches methods only)."""
        if getattr(self.session.game, "choosing", False):  # match.choosing, with one call less
            return True
        if self._dealing or self._replay or self._wait:
            return False
        return self.game.player == self.viewer and self.viewer >= 0

    def _pause(self, halves: int) -> None:
        self._since = self.app.now
        self._wait = _PACES[self.app.settings.values[PACE]] * halves // 2

    @property
    def moving(self) -> bool:
        """Whether cards are to travel, by the settings."""
        return self.app.settings.values[MOTION] > 0

    def deal(self) -> None:
        """Finds which of the viewer's cards are `shown`: new ones come to the hand one after the other.

        To be called first in `sync`. The next card comes with a tick, all of them with a key.
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

    def settle(self) -> None:
        """Ends at once what moves."""
        self._motion.stop()
        self._arrive()
        if self._dealing:
            self._held = self.cards()[:]
            self.sync()

    def turn(self) -> int:
        """The seat that the top line names: to act, or, while its move is shown, the one that made it."""
        return self.game.player if self.mover < 0 else self.mover

    def _arrive(self) -> None:
        # What was moved has come to its place: now it can be said who is next, or who has won.
        if self.mover >= 0 and (self.reviewing or not self._wait):
            self.mover = -1
            self.sync()

    def tick(self, now: int) -> None:
        self.app.shine(self.turn())
        if self._motion.busy:
            self._motion.tick(now)
            if not self._motion.busy:
                self._arrive()
            return
        if self._dealing and not self.over:
            self._deal_on(now)
            return
        if self.over:
            if self.over == "hint" and self.thinking:  # not a robot's choice, which waits
                self.later(self._advise)
            return
        if self.match.review >= 0:
            return  # `review` goes on, key by key
        if self._wait:
            if keys.elapsed(now, self._since) >= self._wait:
                self._go_on()
        elif self._replay:
            self.later(self._step_replay)
        elif self.app.guide:
            if self.app.guide.step(self):
                self.app.guide = None
        elif self.game.player < 0:
            self.app.open("result")
        elif self.match.waits_for >= 0:
            self.app.table()
        elif self.match.computer:
            self.later(self._think)

    def _go_on(self) -> None:
        self._wait = 0
        self.mover = -1
        if self.reviewing:
            if self.moving:
                for place, to in self.gathered():
                    self._motion.fly(self.app.now, to[0], to[1], place, False)
            self.reviewing = False
        self.sync()

    def go_on(self) -> bool:
        """One step on while a match is looked through; False at its end."""
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
        text = self.tell(action)
        self.mover = self.game.player
        start = self.origin(action)
        self._replay.apply(action)
        self._show(action, text)
        self._launch(action, start)

    def _think(self) -> None:
        try:
            if self.thinking is None:
                self.think(0 if self._starved else self.match.computer - 1)
            action = self._step_mind()
        except MemoryError:
            if self._starved:
                raise
            self._starved = True  # the easy player needs the least, and is better than none
            self.dismiss()
            return
        if action is not None:
            self.later(self.play, action)

    def _advise(self) -> None:
        action = self._step_mind()
        if action is not None:
            self._covering().explain(self, action)

    def think(self, level: int) -> None:
        """Begins to look for the choice of a computer player, which comes with the ticks."""
        gc.collect()
        from engine.bots import Thinking
        from engine.rng import Rng

        self.thinking = Thinking(self.game, level, Rng(self.app.seed()))
        self._spot = 0

    def _step_mind(self):
        # One slice of thinking, and a spot that wanders along the foot of the screen for as long as it takes.
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
        """Puts the cursor, once, on what the lesson wants to be played."""
        if self._aimed != action and self.mine:
            self._aimed = action
            self.point(action)
            self.sync()

    def play(self, action: int) -> None:
        """Plays an action of whoever is to act, shows it and saves."""
        person = self.mine
        guide = self.app.guide
        if guide:
            if person and action != guide.action:
                self.refuse(self.say("guide_first"))
                return
            guide.go_on()
        text = self.tell(action)
        self.mover = self.game.player
        start = self.origin(action)
        self.match.act(action)
        self._show(action, "" if person else text)
        self._launch(action, start)
        self.app.save(False)
        if not person and not self.match.computer:
            self.dismiss()

    def _launch(self, action: int, start) -> None:
        place = self.landing(action) if start and self.moving else None
        if place:
            self._motion.fly(self.app.now, start[0], start[1], place)
        else:
            self._arrive()

    def _show(self, action: int, text: str) -> None:
        self._sure = False
        outcome = self.told(action)
        self.app.play(TRICK if outcome else CARD)
        self.reviewing = bool(outcome)
        if outcome:
            self._pause(_LONG)
        elif text:
            self._pause(2)
        self.sync()  # after the pause has begun: it is nobody's turn yet
        if outcome or text or not self.mine:  # what a person was told before the move is over
            self.note(outcome or text)

    # Keys.

    def press(self, key: int) -> None:
        self.settle()
        if self.over:
            self.later(self.press_over, key)
        elif key == keys.SELECT:
            self.later(self.open_last)
        elif self.match.review >= 0:
            from handful.tables.review import press

            press(self, key)
        elif key == keys.START:
            self.app.open("pause")
        elif self._wait:
            # Any other key goes on at once.
            self.later(self._go_on)
        elif key == keys.RING:
            self.later(self._covering().ring, self)
        elif self.mine:
            self.later(self.move, key)
        else:
            self.refuse_turn()

    def refuse_turn(self) -> None:
        """Says whose turn it is."""
        # Once the match is over nobody is waited for: the result is about to open.
        if self.game.player >= 0:
            self.refuse(self.say("not_yet", self.app.name(self.game.player)))

    def open_last(self) -> None:
        """Shows over the table what SELECT shows."""
        self.over = "last"
        self.foot(self.say("keys_over"))
        self.draw_last()

    def press_over(self, key: int) -> None:
        """Answers a key while something lies over the table; a subclass has things of its own to do so."""
        self.later(self._covering().press, self, key)

    def _covering(self):
        # Needed for a moment only: it goes when the table is drawn without anything over it.
        from handful.tables import overlay as over

        return over

    def dismiss(self) -> None:
        """Forgets what computer players know, which takes a lot of memory: people take their time."""
        self.thinking = None
        registry.unload_bots(self.session.key)
        gc.collect()

    def back(self) -> None:
        """Takes back the viewer's last action, or says why not."""
        if self.app.guide:
            self.refuse(self.say("guide_first"))
            return
        refusal = self.match.take_back(self._sure)
        self._sure = refusal == "back_sure"
        self.game = self.session.game
        if refusal:
            self.refuse(self.say(refusal))
        else:
            self.sync()
            self.note(self.say("taken_back"))

    # Pieces of the picture.

    def foot(self, text: str) -> None:
        """Draws the line that says what the keys do."""
        if self.match.review >= 0 and not self.over:
            text = self.say("keys_review")
        super().foot(text)

    def redraw(self) -> None:
        """Draws everything anew, with nothing over it."""
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

    def differs(self, place: int, values) -> bool:
        """Whether what is drawn at a place (any number) was drawn from other values; remembers these.

        Where there are many places, one small int takes the least memory.
        """
        if self._drawn.get(place) == values:
            return False
        self._drawn[place] = values
        return True

    def note(self, text: str, colour: int = ink.WHITE) -> None:
        """Draws the message line, if it says something new."""
        if text != self._note:
            self._note = text
            canvas = self.canvas
            canvas.fill(0, self.note_y, WIDTH, BAR, ink.TABLE)
            canvas.text(max(1, (WIDTH - canvas.small.width(text)) // 2), self.note_y + 1, text, colour)

    def header(self, right: str) -> None:
        """Draws the top line: whose turn it is, in that seat's colour, and the game's own figures."""
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
