# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The base class of tables with a hand of cards at the bottom, from which one card at a time is played."""

from micropython import const

from handful import keys
from handful.picture import ink
from handful.picture.faces import GLAD, TROUBLED
from handful.picture.measures import FOOT, WIDTH
from handful.sound import LOST, TRICK
from handful.tables.table import Table
from handful.tables.telling import (
    BEAT,
    COUNTED,
    FACE,
    GAIN,
    GATHER,
    HEAR,
    LONG,
    NOW,
    READ,
    REST,
    SAY,
    SEEN,
    SHOW,
    WON,
)

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

    from handful.app import App
    from handful.tables.telling import Point, Rect, Step

_NOTE = const(80)  # y of the message line
_HAND = const(92)  # y of a card that is not raised
_HAND_SIZE = const(99)  # position number in `differs` of how many cards the hand has
_HAND_FIRST = const(100)  # position number of the hand's first card


class HandTable(Table):
    """The base of the tables of the trick-taking games and of Inversio.

    It draws the hand in rows of at most `columns` cards, each row in the middle. On the viewer's turn legal
    cards are raised, others dimmed, and the chosen card has an edge in the accent colour. Subclasses draw the
    rest of the table (`sync_table`) and a card's face (`face`). They explain why a card is illegal
    (`refusal`), who has won a trick (`won`) and why (`trick_outcome`).
    """

    columns = 10  # cards per row
    rows = 1
    pitch = 16  # distance from one card's left edge to the next one's
    card_width = 15
    card_height = 24
    hand_y = _HAND  # top of a card that is not raised
    keys_told = ""  # key of the bottom line's text while an action is told, if it is not the usual one
    lift = 3  # pixels by which a legal card is raised
    note_y = _NOTE
    aims = (
        False  # whether the cursor's moves change only two cards, the message line and what `sync_aim` draws
    )

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self.cursor = 0
        self._left = -1  # index of the card that the cursor has left since the last drawing, -1 for none
        self._sought = -1  # length of the history when `find_legal` last moved the cursor
        self.winning: dict[int, int] = {}  # cards that would win now, with the suit, if the game marks them
        self.past = 0  # tricks() before the last action

    # Methods that games have to define. They take no memory here.

    if _TYPES:

        def sync_table(self, mine: bool) -> None:
            """Draws what has changed above the hand. mine: whether the viewer is to choose a card now."""

        def face(self, x: int, y: int, card: int, dim: bool) -> None:
            """Draws the signs of a card on its paper. (x, y): upper left corner; dim: whether dimmed."""

        def card_text(self, card: int) -> str:
            """Returns a card in signs, as in ♥5."""
            return ""

        def spot(self, seat: int) -> "Point":
            """Returns the position (x, y) from which another seat's cards fly, and to which tricks fly."""
            return 0, 0

        def trick_outcome(self) -> str:
            """Returns a line that says who won the last trick and why."""
            return ""

        def prompt(self) -> str:
            """Returns the text of the message line on the viewer's turn."""
            return ""

        def won(self) -> "tuple[int, str, Point]":
            """Returns who has won the last trick, -1 for nobody, and what travels to that seat.

            (seat, text, (x, y)): the text of a chip, "" for none, and its middle before it sets out.
            """
            return -1, "", (0, 0)

    # Methods that games override.

    def sync_aim(self) -> None:
        """Draws what follows from the card that the cursor is on, if the game `aims`."""

    def refusal(self, card: int) -> str:
        """Explains, in the rulebook's terms, why a card of the viewer's may not be played now."""
        return ""

    def ours(self, seat: int) -> bool:
        """Whether the viewer is glad when a seat wins a trick."""
        return seat == self.viewer

    def number(self, x: int, y: int, width: int, number: int, colour: int, one: int) -> None:
        """Draws a number from 0 to 19 in the big font, in the middle of `width` pixels.

        The 1 of two digits is a bar that is `one` pixels wide, with a flag beside it, unless that is 0.
        """
        canvas = self.canvas
        big = canvas.big
        text = str(number)
        if one and number > 9:
            text = text[1]
            x += (width - big.width(text) - one) // 2
            canvas.fill(x, y, one, big.height, colour)
            canvas.fill(x - 1, y + 1, 1, 2, colour)
            canvas.text(x + one + 1, y, text, colour, big)
        else:
            canvas.text(x + (width - big.width(text)) // 2, y, text, colour, big)

    # The course of a match.

    @property
    def over(self) -> bool:
        """Whether the trick that is shown has been decided: the game is in the next one already."""
        return self.stage > 0 and self.tricks() > self.past

    def before(self, action: int) -> None:
        self.past = self.tricks()

    def tell(self, action: int, line: str) -> "list[Step]":
        return self.tell_trick() if self.tricks() > self.past else super().tell(action, line)

    def faces(self) -> "list[Step]":
        """Returns the step that shows how a robot takes the points of the last action, [] if none minds.

        It follows from the scores, which everybody sees, and never from a hand. A robot is glad of points,
        and troubled by lost ones; against a single opponent also by what the other has won.
        """
        game = self.game
        kinds = self.match.kinds
        for seat in range(len(self.telling.scores)):  # none if an earlier action is told again
            change = game.score(seat) - self.telling.scores[seat]
            if change and kinds[seat]:
                return [(FACE, (seat, GLAD if change > 0 else TROUBLED))]
            if change > 0 and game.players == 2:
                return [(FACE, (1 - seat, TROUBLED))] if kinds[1 - seat] else []
        return []

    def tell_trick(self) -> "list[Step]":
        """Returns the steps in which the end of a trick is told."""
        seat, text, start = self.won()
        tune = TRICK if self.ours(seat) else LOST
        steps = [
            (REST, BEAT), (SHOW, WON), (HEAR, tune), (SAY, self.trick_outcome()), (REST, SEEN),
            (SHOW, COUNTED), (READ, LONG), (GATHER, NOW),
        ]  # fmt: skip
        steps[6:6] = self.faces()
        if text:
            steps.insert(5, (GAIN, (text, start, self.spot(seat))))
        return steps

    def origin(self, action: int) -> "Point | None":
        if self.mover == self.viewer and action in self.shown:
            x, y = self.corner(self.shown.index(action))
            return x, y - self.lift
        return self.spot(self.mover)

    def point(self, action: int) -> None:
        cards = self.cards()
        if action in cards:
            self.cursor = cards.index(action)

    def place(self, what: str, which: int) -> "Rect":
        top = self.hand_y - self.lift
        if what != "hand":
            return super().place(what, which)
        if which < 0:
            return 0, top, WIDTH, FOOT - top
        x, y = self.corner(self.shown.index(which))
        return x, y - self.lift, self.card_width, self.card_height

    def where(self) -> "tuple[int, ...]":
        return len(self.session.history), self.viewer, self.cursor, self._sought

    def go_back(self, where: "tuple[int, ...]") -> None:
        if where[:2] == HandTable.where(self)[:2]:
            self.cursor, self._sought = where[2:4]
            self._held = self.cards()[:]

    def find_legal(self, mine: bool) -> None:
        """Moves the cursor to the next legal card once per turn of the viewer's. mine: as in sync_table."""
        actions = len(self.session.history)
        if not mine:
            self._sought = -1  # the history is as long again after taking back, yet that is a new turn
        if self._sought == actions or not mine:
            return
        self._sought = actions
        cards = self.cards()
        legal = self.game.legal_actions()
        for i in range(len(cards)):
            index = (self.cursor + i) % len(cards)
            if cards[index] in legal:
                self.cursor = index
                return

    def draw(self) -> None:
        left = self._left
        self._left = -1
        if left < 0:
            self.sync()  # not super().draw(): the stack is short
            self.telling.fly()
            return
        canvas = self.canvas
        canvas.show(0)  # the key's mark lies in one band with the hand
        legal = self.game.legal_actions()
        for i in (left, self.cursor):
            card = self.shown[i]
            state = 2 if card not in legal else 3 if card in self.winning else 1
            chosen = i == self.cursor
            if self.differs(_HAND_FIRST + i, card << 3 | state << 1 | chosen):
                x, y = self.corner(i)
                self.draw_chosen(x, y, card, state, chosen)
            if chosen or abs(left - self.cursor) > 1:
                canvas.show(0)
        self.sync_aim()
        self.note(self.prompt())
        if self.told is None:
            self.foot(self.undoing("keys_card"))

    def sync(self) -> None:
        self.deal()
        mine = self.mine
        self.find_legal(mine)
        self.sync_table(mine)
        self.sync_hand(mine)
        if mine:
            self.note(self.prompt())
            self.foot(self.undoing("keys_card"))
        else:
            key = "keys_on" if self.telling.reading else "keys_wait"
            self.foot(self.say(self.keys_told if self.stage and self.keys_told else key))

    def sync_hand(self, mine: bool) -> None:
        """Draws what has changed in the hand. mine: as in sync_table."""
        cards = self.shown
        if self.cursor >= len(cards) and not self._dealing:
            self.cursor = max(0, len(cards) - 1)
        legal = self.game.legal_actions() if mine else ()
        count = len(self.cards())
        high = self.card_height + self.lift
        before: Any = self._drawn.get(_HAND_SIZE, 0)
        fresh = self.differs(_HAND_SIZE, count)
        if fresh:
            self.fresh_hand()
        for i in range(count):
            card = cards[i] if i < len(cards) else -1  # not dealt yet
            state = 0 if not mine else 2 if card not in legal else 3 if card in self.winning else 1
            chosen = mine and i == self.cursor
            if self.differs(_HAND_FIRST + i, card << 3 | state << 1 | chosen):
                x, y = self.corner(i)
                left = x
                right = x + self.pitch
                if fresh:  # the first and the last card of a row also clear what is beside them
                    if i % self.columns == 0:
                        left = 0
                    if i + 1 == count or (i + 1) % self.columns == 0:
                        right = WIDTH
                self.canvas.fill(left, y - self.lift, right - left, high, ink.TABLE)
                if card >= 0:
                    self.draw_card(x, y, card, state, chosen)
        if fresh:
            whole = self.columns - 1
            for row in range((count + whole) // self.columns, (before + whole) // self.columns):
                # A row that has no card any more.
                self.canvas.fill(0, self.hand_y - self.lift + row * high, WIDTH, high, ink.TABLE)

    def fresh_hand(self) -> None:
        """Makes the whole hand be drawn again."""
        for i in range(self.columns * self.rows):
            self._drawn.pop(_HAND_FIRST + i, None)

    def corner(self, i: int) -> "Point":
        """Returns the upper left corner of the hand's card i when it is not raised."""
        row = i // self.columns
        cards = min(self.columns, len(self.cards()) - row * self.columns)
        x = (WIDTH - cards * self.pitch) // 2 + i % self.columns * self.pitch
        return x, self.hand_y + row * (self.card_height + self.lift)

    def draw_card(self, x: int, y: int, card: int, state: int, chosen: bool) -> None:
        """Draws a card of the hand on the bare table, its upper left corner at (x, y) when it is not raised.

        state: 1 for a legal card, 3 for one that is `winning`, 2 for another one, 0 if the viewer is not to
        choose.
        """
        canvas = self.canvas
        if state & 1:
            y -= self.lift
        paper = ink.PAPER
        edge = ink.ACCENT
        if state == 2:
            paper = ink.DIM
            edge = ink.WHITE  # in grey, the accent is as light as this paper
        canvas.frame(x, y, self.card_width, self.card_height, edge if chosen else ink.INK, paper)
        if chosen:
            canvas.fill(x + 1, y + self.card_height - 3, self.card_width - 2, 2, edge)
        self.face(x, y, card, state == 2)

    def draw_chosen(self, x: int, y: int, card: int, state: int, chosen: bool) -> None:
        """Draws again a card that the cursor has come to or left, if the game `aims`; as `draw_card`."""

    def move(self, key: int) -> None:
        cards = self.cards()
        if len(cards) <= self.columns and key < keys.LEFT:  # the left thumb is enough for one row
            key = keys.A if key == keys.UP else keys.B
        before = self.cursor
        if key == keys.LEFT:
            self.cursor = (self.cursor - 1) % len(cards)
        elif key == keys.RIGHT:
            self.cursor = (self.cursor + 1) % len(cards)
        elif key == keys.A:
            card = cards[self.cursor]
            if card in self.game.legal_actions():
                self.deferred = (self.play, card)
            else:
                self.refuse(self.refusal(card))
            return
        elif key == keys.B:
            self.deferred = (self.back,)
            return
        else:
            other = self.cursor + (self.columns if key == keys.DOWN else -self.columns)
            if not 0 <= other < len(cards):
                self.refuse(self.say("no_row"))
                return
            self.cursor = other
        if self.aims:
            self._left = before
        self.dirty = True
