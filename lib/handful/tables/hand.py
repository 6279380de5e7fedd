"""A table with a hand of cards at its foot, one of which is played at a time."""

from micropython import const

from handful import keys
from handful.picture import ink
from handful.picture.measures import WIDTH
from handful.tables.table import Table

_NOTE = const(80)  # y of the message line
_HAND = const(92)  # y of a card that is not raised
_PLACES = 100  # places of the hand's cards in what `differs` remembers


class HandTable(Table):
    """The tables of the trick-taking games and of Inversio.

    The hand is drawn in rows of `columns` cards: on the viewer's turn the legal ones are raised, the
    others dimmed; the chosen one has the accent's edge. A subclass draws the rest (`sync_table`) and
    a card's face, says why a card may not be played, and how the last trick ended.
    """

    columns = 10  # cards a row
    rows = 1
    pitch = 16  # from one card's left edge to the next one's
    card_width = 15
    card_height = 24
    hand_y = _HAND  # top of a card that is not raised
    lift = 3  # how far a legal card is raised
    note_y = _NOTE

    def __init__(self, app):
        super().__init__(app)
        self.cursor = 0
        self._sought = -1  # how many actions there were when the cursor was last put on a legal card
        self._tricks = 0

    # What a subclass has to give.

    def sync_table(self, mine: bool) -> None:
        """Draws what differs above the hand; mine: the viewer is to choose a card now."""

    def face(self, x: int, y: int, card: int, dim: bool) -> None:
        """Draws the signs of a card on its paper, whose upper left corner is (x, y)."""

    def refusal(self, card: int) -> str:
        """Why a card that the viewer holds may not be played now, in the rulebook's terms."""
        return ""

    def spot(self, seat: int):
        """Where (x, y) a seat's cards come from and its tricks go to, if not the viewer's hand."""
        return 0, 0

    def outcome(self) -> str:
        """The line that says who won the last trick, and why."""
        return ""

    def prompt(self) -> str:
        """The message line on the viewer's turn."""
        return ""

    # The flow.

    def tell(self, action: int) -> str:
        self._tricks = self.tricks()
        return self.say_action(action)

    def say_action(self, action: int) -> str:
        """The line that says what an action is, before it is played."""
        return ""

    def origin(self, action: int):
        if self.mover == self.viewer and action in self.shown:
            x, y = self._corner(self.shown.index(action))
            return x, y - self.lift
        return self.spot(self.mover)

    def point(self, action: int) -> None:
        cards = self.cards()
        if action in cards:
            self.cursor = cards.index(action)

    def told(self, action: int) -> str:
        return self.outcome() if self.tricks() > self._tricks else ""

    def find_legal(self, mine: bool) -> None:
        """On a new turn of the viewer's the cursor goes on to the next card that may be played."""
        actions = len(self.session.history)
        if not mine:
            self._sought = -1  # the next turn is a new one, also where a card is taken back
        if self._sought == actions or not mine:
            return
        self._sought = actions
        cards = self.cards()
        legal = self.game.legal_actions()
        for i in range(len(cards)):
            place = (self.cursor + i) % len(cards)
            if cards[place] in legal:
                self.cursor = place
                return

    def sync(self) -> None:
        self.deal()
        mine = self.mine
        self.find_legal(mine)
        self.sync_table(mine)
        self._sync_hand(mine)
        if mine:
            self.note(self.prompt())
            self.foot(self.say("keys_card"))
        else:
            self.foot(self.say("keys_on" if self._wait else "keys_wait"))

    def _sync_hand(self, mine: bool) -> None:
        cards = self.shown
        if self.cursor >= len(cards) and not self._dealing:
            self.cursor = max(0, len(cards) - 1)
        legal = self.game.legal_actions() if mine else ()
        for i in range(self.columns * self.rows):
            card = cards[i] if i < len(cards) else -1
            state = 0 if not mine else 1 if card in legal else 2
            chosen = mine and i == self.cursor
            if self.differs(_PLACES + i, card << 3 | state << 1 | chosen):
                self._draw_card(i, card, state, chosen)

    def _corner(self, i: int):
        # The upper left corner of the hand's card i, if it is not raised.
        x = (WIDTH - self.columns * self.pitch) // 2 + i % self.columns * self.pitch
        return x, self.hand_y + i // self.columns * (self.card_height + self.lift)

    def _draw_card(self, i: int, card: int, state: int, chosen: bool) -> None:
        canvas = self.canvas
        x, y = self._corner(i)
        canvas.fill(x, y - self.lift, self.pitch, self.card_height + self.lift, ink.TABLE)
        if card >= 0:
            if state == 1:
                y -= self.lift
            paper = ink.DIM if state == 2 else ink.PAPER
            canvas.frame(x, y, self.card_width, self.card_height, ink.ACCENT if chosen else ink.INK, paper)
            if chosen:
                canvas.fill(x + 1, y + self.card_height - 3, self.card_width - 2, 2, ink.ACCENT)
            self.face(x, y, card, state == 2)

    def move(self, key: int) -> None:
        cards = self.cards()
        if key == keys.LEFT:
            self.cursor = (self.cursor - 1) % len(cards)
        elif key == keys.RIGHT:
            self.cursor = (self.cursor + 1) % len(cards)
        elif key == keys.A:
            card = cards[self.cursor]
            if card in self.game.legal_actions():
                self.later(self.play, card)
            else:
                self.refuse(self.refusal(card))
            return
        elif key == keys.B:
            self.later(self.back)
            return
        elif self.rows > 1:
            other = self.cursor + (self.columns if key == keys.DOWN else -self.columns)
            if not 0 <= other < len(cards):
                self.refuse(self.say("no_row"))
                return
            self.cursor = other
        else:
            self.refuse(self.say("use_left_right"))
            return
        self.sync()
