# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The table of Candle: a column for each seat with its card, its number and its points; the hand below."""

from micropython import const

from engine.candle import decide
from handful.picture import ink
from handful.picture.measures import BAR, FOOT, WIDTH
from handful.tables.hand import HandTable
from handful.tables.telling import LANDED

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from handful.tables.telling import Point, Rect

_SUITS = "♣♥♦♠"
_TOP = const(14)  # y of the cards of the trick
_WIDE = const(18)  # width of a card,
_HIGH = const(30)  # and its height
_POINTS = const(_TOP + _HIGH + 3)  # y of the points
_NOTE = const(FOOT - _HIGH - 14)

# What `differs` remembers. HandTable has the places from 100 up.
_HEADER = const(0)
_CARD_AT = const(10)
_POINTS_AT = const(20)


class View(HandTable):
    """Candle's table."""

    columns = 6
    pitch = WIDTH // 6
    card_width = _WIDE
    card_height = _HIGH
    hand_y = FOOT - _HIGH
    note_y = _NOTE

    # What happens, in words.

    def tricks(self) -> int:
        number: int = self.game.number + (self.game.player < 0)
        return number

    def card_text(self, card: int) -> str:
        return _SUITS[card // 6] + str(card % 6 + 1)

    def describe(self, action: int) -> str:
        key = self.wording + ("plays" if self.game.trick else "leads")
        return self.say(key, self.app.name(self.game.player), self.card_text(action))

    def trick_outcome(self) -> str:
        return self.say("takes", self.app.name(self.game.last_trick()[2]))

    def prompt(self) -> str:
        trick = self.game.trick
        return self.say("may_play", _SUITS[trick[0] // 6]) if trick else self.say("may_lead")

    # Where cards come from and go to.

    def _place(self, seat: int) -> "Rect":
        pitch = WIDTH // self.game.players
        return seat * pitch + (pitch - _WIDE) // 2, _TOP, _WIDE, _HIGH

    def spot(self, seat: int) -> "Point":
        return self._place(seat)[0], _POINTS

    def landing(self, action: int) -> "Rect":
        return self._place(self.mover)

    def place(self, what: str, which: int) -> "Rect":
        return self._place(which) if what == "card" else super().place(what, which)

    def gathered(self) -> "list[tuple[Point, Rect]]":
        to = self.spot(self.game.last_trick()[2])
        return [(to, self._place(seat)) for seat in range(self.game.players)]

    def won(self) -> "tuple[int, str, Point]":
        winner = self.game.last_trick()[2]
        x, y, width, height = self._place(winner)
        points = self.game.score(winner) - self.score(winner)
        return winner, "+" + str(points), (x + width // 2, y + height // 2)

    # Drawing.

    def sync_table(self, mine: bool) -> None:
        game = self.game
        lead, cards, number = game.lead, game.trick, game.number
        if self.over:  # the game has begun the next trick already
            lead, cards = game.last_trick()[:2]
            number -= game.player >= 0
        known = len(cards) - (self.stage == LANDED)  # a card on its way wins nothing yet
        best = (lead + decide(cards[:known])) % game.players if known > 0 else -1
        if self.differs(_HEADER, (self.turn(), number)):
            self.header(self.say("trick", number, 6))
        for seat in range(game.players):
            place = (seat - lead) % game.players
            card = cards[place] if place < len(cards) else -1
            if self.differs(_CARD_AT + seat, (card, seat == best)):
                self._draw_card_of(seat, card, seat == best)
            if self.differs(_POINTS_AT + seat, self.score(seat)):
                self._draw_points(seat)

    def _draw_card_of(self, seat: int, card: int, best: bool) -> None:
        x, y, width, height = self._place(seat)
        if card < 0:
            self.canvas.frame(x, y, width, height, ink.LIGHT, ink.DARK)
        else:
            self.canvas.frame(x, y, width, height, ink.ACCENT if best else ink.INK, ink.PAPER)
            self.face(x, y, card, False)

    def _draw_points(self, seat: int) -> None:
        x = self._place(seat)[0]
        self.canvas.fill(x, _POINTS, _WIDE, BAR, ink.TABLE)
        self.badge(x, _POINTS, seat)
        self.canvas.text(x + 10, _POINTS + 1, str(self.score(seat)), ink.ACCENT)

    def face(self, x: int, y: int, card: int, dim: bool) -> None:
        canvas = self.canvas
        big = canvas.big
        text = str(card % 6 + 1)
        canvas.text(x + (_WIDE - big.width(text)) // 2, y + 3, text, ink.INK, big)
        sign = _SUITS[card // 6]
        colour = ink.INK if dim else ink.of(sign)
        canvas.text(x + (_WIDE - big.width(sign)) // 2, y + 16, sign, colour, big)

    def draw_last(self) -> None:
        last = self.game.last_trick()
        self.canvas.frame(0, BAR + 2, WIDTH, _NOTE - BAR - 2, ink.PAPER, ink.DARK)
        self.centred(_NOTE - 11, self.trick_outcome() if last else self.say("no_trick"), ink.ACCENT)
        if last:
            lead, cards, winner = last
            for i in range(len(cards)):
                seat = (lead + i) % len(cards)
                self._draw_card_of(seat, cards[i], seat == winner)
                self.badge(self._place(seat)[0] + 5, _POINTS, seat)
