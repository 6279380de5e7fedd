# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The picture of Inversio's table: the strip of worths, the pair, the hand, the fight, the pairs laid."""

from micropython import const

from handful.picture import ink, large
from handful.picture.measures import BAR, FOOT, WIDTH
from handful.tables.hand import HandTable
from handful.tables.telling import LANDED

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence
    from typing import Any

    from engine.inversio import Game
    from handful.app import App
    from handful.tables.telling import Point, Rect

_SUITS = "♣♦♥♠"
_RANKS = "A23456789\u2491JQK"  # the ten is a single glyph of the big font

_BADGE = const(7)  # width of a badge
_TIGHT = const(1)  # whether two digits are wider than a column

# The strip of worths has a column per rank. Below the rank and its worth may hang a tag: the worth that the
# chosen card would give the rank, or its worth before the last move.
_COLUMN = const(12)
_STRIP_X = const(2)
_RANK_Y = const(11)
_RANK_HIGH = const(9)
_WORTH_Y = const(20)
_WORTH_HIGH = const(13)
_TAG_Y = const(34)
_TAG_HIGH = const(13)
_BIG = const(1)  # whether worths have digits of the big font,
_TAG_BIG = const(1)  # and tags
_ONE = const(2)  # width of the bar that is the 1 of a worth of two digits

# The middle: the rounds won, the card being laid, the table card.
_MIDDLE = const(47)
_CARD = const(50)
_CARD_HIGH = const(26)
_LAID_X = const(44)
_TABLE_X = const(108)
_DEED_X = const(97)  # x of the sign between the two cards
_WON_X = const(78)  # x of the crowns
_LINE = const(_CARD_HIGH // 2)  # height of a seat's line
_PIP = const(4)  # width of a pip
_LARGE = const(2)  # factor by which rank and suit are enlarged
_LARGE_Y = const(1)  # from a card's top to them

# The fight, below the strip.
_FIGHT_Y = const(46)
_FIGHT_BAND = const(27)  # from there down to the worth
_FIGHT_HIGH = const(54)
_FIGHT_X = const(14)

# The hand.
_PITCH = const(31)  # distance from card to card
_HAND_CARD = const(29)  # width of a card
_HAND_HIGH = const(31)  # height of a card
_HAND_Y = const(86)
_FACE = const(9)  # from a card's top to its rank and suit if worths are hidden
_FACE_WORTH = const(3)  # the same if worths are open
_WORTH = const(18)  # from a card's top to its worth
_BAND = const(14)  # height of the band behind the worth

# The panel with the pairs laid.
_PAIRS_X = const(6)
_FIRST_X = const(8)  # from a pair's left edge to its first card
_SECOND_X = const(27)  # from a pair's left edge to its second card
_LAID_STEP = const(51)  # distance from pair to pair
_LAID_ROW = const(22)  # distance from row to row
_SMALL = const(21)  # width of a card
_CARDS = const(5)  # cards in a full hand

# Position numbers for `differs`.
HEADER = const(0)
_COLUMNS = const(10)
_WON = const(30)
_PAIR = const(40)
_FIGHTER = const(50)

# Its own stages.
CHANGED = const(3)  # the card laid last has changed up to two ranks
FIGHT = const(4)  # the last two cards are face up
CLASH = const(5)  # they meet in the middle
WINNER = const(8)  # the winner of the fight is shown
PASSED = const(10)  # a table card has been passed over
_FALLS = const(3)  # pixels by which the loser of the fight falls, and the winner rises

# How a column of the strip is marked.
_PLAIN = const(0)  # not at all
_BECOMES = const(1)  # the chosen card would change its worth
_WAS = const(2)  # the card laid last has changed its worth
_FIGHTS = const(3)  # it is the rank of a card in the fight
_UNKNOWN = const(-1)  # a worth that is hidden


class Picture(HandTable):
    """Inversio's table as it is seen: what lies where, and how each part is drawn."""

    game: "Game"
    pitch = _PITCH
    card_width = _HAND_CARD
    card_height = _HAND_HIGH
    hand_y = _HAND_Y

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self._move = (0, 0)  # the card laid last, and the table card on which it was laid
        self._changes: list[tuple[int, int]] = []  # changes by the last move: (rank, new worth)
        self._before = b""  # the worths before the last move
        self._now = b""  # the worths that the hand's cards show
        self._marked: list[int] = []  # the columns of the strip that are marked

    def card_text(self, card: int) -> str:
        rank = card % 13 + 1
        return (str(rank) if rank == 10 else _RANKS[rank - 1]) + _SUITS[card // 13]

    def _marks(self, card: int) -> list[tuple[int, int]]:
        # Returns what laying a card changes, like game.effect(); if worths are hidden, with _UNKNOWN worths.
        game = self.game
        if game.open_worths:
            return game.effect(card)
        a = card % 13 + 1
        b = game.table % 13 + 1
        marks: list[tuple[int, int]] = []
        for rank, other in ((a, b), (b, a)):
            if (rank > 1 or other < 11) and not (marks and a == b):
                marks.append((rank, _UNKNOWN))
        return marks

    def _fighter(self, seat: int, stage: int) -> "tuple[Any, ...]":
        # Returns the rectangle of a seat's last card at a stage of the fight.
        x = _FIGHT_X + (WIDTH // 2 + 2) * seat
        y = _FIGHT_Y
        if stage == CLASH:
            x = WIDTH // 2 + 1 if seat else WIDTH // 2 - 1 - _CARD
        elif stage == WINNER:
            y += -_FALLS if self.game.fight()[1] == seat else _FALLS
        return x, y, _CARD, _FIGHT_HIGH

    def spot(self, seat: int) -> "Point":
        return _LAID_X, -_CARD_HIGH  # from the other side of the table

    def landing(self, action: int) -> "Rect | None":
        return _LAID_X, _MIDDLE, _CARD, _CARD_HIGH

    def place(self, what: str, which: int) -> "Rect":
        if what == "strip":
            return _STRIP_X, _RANK_Y, _COLUMN * 13, _TAG_Y + _TAG_HIGH - 2 - _RANK_Y
        if what == "rank":
            return _STRIP_X + _COLUMN * (which - 1), _RANK_Y, _COLUMN - 1, _WORTH_Y + _WORTH_HIGH - _RANK_Y
        if what == "laid":
            return _LAID_X + 1, _MIDDLE, _CARD - 2, _CARD_HIGH  # clear of the players and of the arrow
        if what == "table":
            return _TABLE_X, _MIDDLE, _CARD, _CARD_HIGH
        if what == "fighter":
            x, y, width, height = self._fighter(which, self.stage)
            return x + 2, y + 2, width - 4, height - 2  # clear of the crown and of its player's name
        return super().place(what, which)

    def _worth(self, rank: int) -> "Rect":
        # Returns the rectangle of a rank's worth.
        return _STRIP_X + _COLUMN * (rank - 1), _WORTH_Y, _COLUMN - 1, _WORTH_HIGH

    def _worths(self) -> "Sequence[int]":
        if self.stage == LANDED:
            return self._before
        return self.game.fight_worths() if self.over else self.game.worths

    @property
    def _open(self) -> bool:
        # Whether worths are visible. The winner of a fight is always shown with the worths.
        return self.game.open_worths or self.stage == WINNER

    def _draw_header(self, stock: int) -> None:
        game = self.game
        stage = self.stage
        canvas = self.canvas
        canvas.fill(0, 0, WIDTH, BAR + 1, ink.DARK)
        number = game.fight()[0] if self.over else game.round
        right = self.say("round_of", number + 1, game.rounds)
        seat = self.turn()
        x = 3
        if FIGHT <= stage <= WINNER:
            x = canvas.text(3, 1, self.say("last_fight"), ink.ACCENT)
        elif seat >= 0:
            if stage <= CHANGED or not self.over:
                right += " \ue002" + str(stock)
            self.badge(0, 0, seat, BAR + 1)
            yours = stage <= LANDED and seat == self.viewer and self.match.persons == 1
            text = self.say("your_turn" if yours else "turn_of", self.app.faced(seat))
            x = canvas.text(_BADGE + 2, 1, text, ink.WHITE)
        right_x = WIDTH - 2 - canvas.small.width(right)
        if right_x - x < canvas.small.width(self.tag) + 4:  # the round in figures is enough
            right = right[right.find(str(number + 1) + "/") :]
            right_x = WIDTH - 2 - canvas.small.width(right)
        canvas.text(right_x, 1, right, ink.WHITE)
        self.draw_tag(x, right_x)

    def _sync_strip(self, card: int, whole: bool = True) -> None:
        # card: the chosen card, whose effect is shown; -1 for none. whole: not only columns that are marked.
        worths = self._worths()
        stage = self.stage
        marks = self._changes if stage == CHANGED else ()
        kind = _WAS
        if card >= 0:
            marks = self._marks(card)
            kind = _BECOMES
        fighters = self.game.fight()[2] if FIGHT <= stage <= WINNER else ()
        before = self._marked
        self._marked = marked = [change[0] - 1 for change in marks]
        last = 13  # the last column drawn
        for i in range(13):
            if not (whole or i in before or i in marked):
                continue
            mark = _PLAIN
            tag = _UNKNOWN
            for rank, worth in marks:
                if rank == i + 1:
                    mark = kind
                    if worth >= 0:
                        tag = worth if kind == _BECOMES else self._before[i]
            for fighter in fighters:
                if fighter % 13 == i:
                    mark = _FIGHTS
            worth = worths[i] if self._open else _UNKNOWN
            old: Any = self._drawn.get(_COLUMNS + i)
            if self.differs(_COLUMNS + i, (worth, mark, tag)):
                if i > last + 1:
                    self.canvas.show(0)
                last = i
                self._draw_column(i, worth, mark, tag, old)

    def _draw_column(self, i: int, worth: int, mark: int, tag: int, old: "Any") -> None:
        # old: what is drawn there, as (worth, mark, tag), or None if that is not known.
        canvas = self.canvas
        x = _STRIP_X + _COLUMN * i
        changed = mark > _BECOMES
        kept = old and old[0] == worth and (old[1] > _BECOMES) == changed  # the worth is drawn already
        if not kept or (old[1] > 0) != (mark > 0):
            canvas.fill(x, _RANK_Y, _COLUMN, _RANK_HIGH, ink.ACCENT if mark else ink.DARK)
            self._rank_text(x, _RANK_Y + 1, "10" if i == 9 else _RANKS[i], ink.INK if mark else ink.WHITE)
        if not kept or tag < 0:
            y = _WORTH_Y + _WORTH_HIGH if kept else _WORTH_Y
            canvas.fill(x, y, _COLUMN, _MIDDLE - y, ink.TABLE)
        if not kept:
            # Papers alternate: the numbers fill their columns, and would run together on one.
            paper = ink.ACCENT if changed else ink.DIM if i & 1 else ink.PAPER
            colour = ink.INK
            if not worth and not changed:
                paper, colour = ink.DARK, ink.DIM
            canvas.fill(x, _WORTH_Y, _COLUMN - 1, _WORTH_HIGH, paper)
            if worth >= 0 and _BIG:
                self.number(x, _WORTH_Y + 1, _COLUMN - 1, worth, colour, _ONE)
            else:
                text = str(worth) if worth >= 0 else "?"
                self._rank_text(x, _WORTH_Y + _WORTH_HIGH // 2 - 4, text, colour)
        if tag >= 0:
            # Two colours tell the tags apart: the worth to come, and the worth before the last move.
            becomes = mark == _BECOMES
            canvas.fill(x, _TAG_Y - 1, _COLUMN - 1, _TAG_HIGH, ink.ACCENT if becomes else ink.LIGHT)
            colour = ink.INK if becomes else ink.WHITE
            if _TAG_BIG:
                self.number(x, _TAG_Y, _COLUMN - 1, tag, colour, _ONE)
            else:
                self._rank_text(x, _TAG_Y, str(tag), colour)
        elif mark and mark != _FIGHTS:
            canvas.text(x + (_COLUMN - 5) // 2, _TAG_Y - 1, "▴", ink.ACCENT)

    def _rank_text(self, x: int, y: int, text: str, colour: int) -> None:
        # Draws a text of the small font centred in a column. Columns are narrow, so a leading 1 stands closer
        # to the rest.
        canvas = self.canvas
        if _TIGHT and len(text) == 2 and text[0] == "1":
            canvas.text(x, y, "1", colour)
            canvas.text(x + 5, y, text[1], colour)
        else:
            canvas.text(x + (_COLUMN - canvas.small.width(text)) // 2, y, text, colour)

    def _sync_won(self) -> None:
        # Draws a line for each seat: the rounds won, and the name with a pip for each card in hand below it.
        # While a card is being laid it leaves no room for these.
        canvas = self.canvas
        big = canvas.big
        wide = not self.stage
        for seat in range(2):
            won = self.score(seat)
            held = len(self.game.hand(seat))
            if self.differs(_WON + seat, (won, wide, held)):
                y = _MIDDLE + _LINE * seat
                canvas.fill(0, y, _TABLE_X - 2 if wide else _LAID_X - 1, _LINE, ink.TABLE)
                self.badge(2, y, seat, BAR - 2)
                x = _BADGE + 5
                if wide:
                    # The pips stand below the name, beside the face.
                    end = canvas.text(x, y, self.app.faced(seat), ink.WHITE)
                    x = end - 1 - canvas.small.width(self.app.name(seat))
                    for card in range(held):
                        canvas.fill(x + (_PIP + 1) * card, y + BAR - 2, _PIP, _LINE - BAR + 1, ink.PAPER)
                    x = _WON_X
                x = canvas.text(x, y + (_LINE - 7) // 2, "♛", ink.ACCENT) + 1
                canvas.text(x, y + (_LINE - big.height) // 2, str(won), ink.WHITE, big)

    def _sync_pair(self) -> None:
        stage = self.stage
        card, table = self._move if stage else (-1, self.game.table)
        if not self.differs(_PAIR, (card, table, stage)):
            return
        canvas = self.canvas
        passed = stage == PASSED
        canvas.fill(_LAID_X - 2, _MIDDLE, _TABLE_X - _LAID_X + 2, _CARD_HIGH + 1, ink.TABLE)
        self._drawn.pop(_WON, None)
        self._drawn.pop(_WON + 1, None)
        if card >= 0:
            self._draw_large(_LAID_X, _MIDDLE, _CARD_HIGH, card, passed)
        if card >= 0 and not passed:
            colour = self.app.settings.colours[self.mover]
            canvas.fill(_LAID_X, _MIDDLE + _CARD_HIGH - 3, _CARD, 3, colour)
        if stage > LANDED:
            sign = "✗" if passed else self._deed(card, table)
            canvas.text(_DEED_X, _MIDDLE + (_CARD_HIGH - 8) // 2, sign, ink.ACCENT)
        canvas.show()
        canvas.fill(_TABLE_X, _MIDDLE, WIDTH - _TABLE_X, _CARD_HIGH + 1, ink.TABLE)
        self._draw_large(_TABLE_X, _MIDDLE, _CARD_HIGH, table, passed)

    def _deed(self, card: int, table: int) -> str:
        # Returns the sign between the two cards: they swap, an ace gains, or a rank goes back to its start.
        a = card % 13
        b = table % 13
        if a and b:
            return "⇄"
        return "+" if (a or b) < 10 else "↶"

    def _draw_large(self, x: int, y: int, high: int, card: int, dim: bool, edge: int = ink.INK) -> None:
        # Draws a card with rank and suit at double size.
        canvas = self.canvas
        paper = ink.DIM if dim else ink.PAPER
        canvas.frame(x, y, _CARD, high, edge, paper)
        sign = _SUITS[card // 13]
        rank = _RANKS[card % 13]
        big = canvas.big
        x += (_CARD - 4) // 2 - big.width(rank) - big.width(sign)
        y += _LARGE_Y
        large.text(canvas, x + 1, y, rank, ink.INK, paper, big)
        x += 5 + 2 * big.width(rank)
        large.text(canvas, x, y, sign, ink.INK if dim else ink.of(sign), paper, big)

    def face(self, x: int, y: int, card: int, dim: bool) -> None:
        canvas = self.canvas
        big = canvas.big
        rank = _RANKS[card % 13]
        sign = _SUITS[card // 13]
        shown = self.game.open_worths
        chosen = self.mine and self.shown[self.cursor] == card
        left = x + (_HAND_CARD - big.width(rank) - big.width(sign) - 3) // 2
        top = y + (_FACE_WORTH if shown else _FACE)
        canvas.text(left, top, rank, ink.INK, big)
        canvas.text(left + big.width(rank) + 3, top, sign, ink.INK if dim else ink.of(sign), big)
        if shown:
            self._draw_worth(x, y, card, dim, chosen)

    def _draw_worth(self, x: int, y: int, card: int, dim: bool, chosen: bool) -> None:
        # Draws a card's present worth, in a band at the bottom of the card.
        canvas = self.canvas
        big = canvas.big
        worth = str(self._now[card % 13])
        canvas.fill(
            x + 1, y + (_HAND_HIGH - 1 - _BAND), _HAND_CARD - 2, _BAND, ink.ACCENT if chosen else ink.DARK
        )
        colour = ink.INK if chosen else ink.DIM if dim else ink.WHITE
        canvas.text(x + (_HAND_CARD - big.width(worth)) // 2, y + _WORTH, worth, colour, big)

    def draw_chosen(self, x: int, y: int, card: int, state: int, chosen: bool) -> None:
        fill = self.canvas.fill
        if not self.game.open_worths:
            fill(x, y - self.lift, _PITCH, _HAND_HIGH + self.lift, ink.TABLE)
            self.draw_card(x, y, card, state, chosen)
            return
        dim = state == 2
        if not dim:
            y -= self.lift
        edge = ink.INK
        if chosen:
            edge = ink.WHITE if dim else ink.ACCENT  # as HandTable.draw_card
        fill(x + 1, y, _HAND_CARD - 2, 1, edge)
        fill(x, y + 1, 1, _HAND_HIGH - 2, edge)
        fill(x + _HAND_CARD - 1, y + 1, 1, _HAND_HIGH - 2, edge)
        fill(x + 1, y + _HAND_HIGH - 1, _HAND_CARD - 2, 1, edge)
        self._draw_worth(x, y, card, dim, chosen)

    def _sync_fight(self) -> None:
        number, winner, cards, worths = self.game.fight()
        stage = self.stage
        decided = stage == WINNER
        if not self.differs(_FIGHTER, stage):
            return
        canvas = self.canvas
        small = canvas.small
        for seat in range(2):
            x = self._fighter(seat, FIGHT)[0]
            name = self.app.name(seat)
            won = decided and winner == seat
            lost = decided and not won
            canvas.fill(WIDTH // 2 * seat, _FIGHT_Y - 12, WIDTH // 2, _FIGHT_HIGH + 13 + _FALLS, ink.TABLE)
            left = x + (_CARD - small.width(name) - 9) // 2
            left = max(WIDTH // 2 * seat + 1, min(left, WIDTH // 2 * (seat + 1) - 10 - small.width(name)))
            self.badge(left, _FIGHT_Y - 12, seat)
            canvas.text(left + 9, _FIGHT_Y - 11, name, ink.ACCENT if won else ink.WHITE)
            x, y, _, high = self._fighter(seat, stage)
            self._draw_large(x, y, high, cards[seat], lost, ink.ACCENT if won else ink.INK)
            ground = ink.ACCENT if won else ink.DARK
            y += _FIGHT_BAND
            canvas.fill(x + 1, y, _CARD - 2, high - _FIGHT_BAND - 1, ground)
            text = str(worths[seat]) if self._open else "?"
            width = 2 * canvas.big.width(text)
            colour = ink.INK if won else ink.DIM if lost else ink.WHITE
            large.text(canvas, x + (_CARD - width) // 2, y + 2, text, colour, ground, canvas.big)
            if won:
                canvas.text(2 + (WIDTH - 12) * seat, _FIGHT_Y + 22, "♛", ink.ACCENT)
        if decided:
            sign = "=" if winner < 0 else ">" if winner == 0 else "<"
            large.text(canvas, WIDTH // 2 - small.width(sign), _FIGHT_Y + 31, sign, ink.ACCENT, ink.TABLE)

    def draw_last(self) -> None:
        """Draws all pairs of this round, or of the one before while nothing has been laid."""
        game = self.game
        canvas = self.canvas
        pairs = [] if self.over else game.laid()
        number = game.round
        if not pairs and game.fight():
            pairs = game.fight_laid()
            number = game.fight()[0]
        canvas.frame(0, BAR + 2, WIDTH, FOOT - BAR - 3, ink.PAPER, ink.DARK)
        self.centred(BAR + 5, self.say("pairs_of" if pairs else "none_laid", number + 1), ink.ACCENT)
        for i in range(len(pairs)):
            table, card, seat = pairs[i]
            x = _PAIRS_X + i % 3 * _LAID_STEP
            y = BAR + 17 + i // 3 * _LAID_ROW
            self.badge(x, y + 2, seat)
            self._draw_small(x + _FIRST_X, y, table, card < 0)
            if card >= 0:
                self._draw_small(x + _SECOND_X, y + 6, card, False)
            else:
                canvas.text(x + _SECOND_X + 5, y + 3, "✗", ink.WHITE)

    def _draw_small(self, x: int, y: int, card: int, dim: bool) -> None:
        canvas = self.canvas
        canvas.frame(x, y, _SMALL, 13, ink.INK, ink.DIM if dim else ink.PAPER)
        sign = _SUITS[card // 13]
        rank = card % 13
        if _TIGHT and rank == 9:
            canvas.text(x, y + 2, "1", ink.INK)
            canvas.text(x + 5, y + 2, "0", ink.INK)
        else:
            canvas.text(x + 3, y + 2, _RANKS[rank], ink.INK)
        colour = ink.INK if dim else ink.of(sign)
        canvas.text(x + _SMALL - 9 + (7 - canvas.small.width(sign)) // 2, y + 2, sign, colour)
