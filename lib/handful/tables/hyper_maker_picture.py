# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The picture of Hyper Maker's table: the master card with its counts, the trick, the hand, the panels."""

from micropython import const

from engine.hyper_maker import MASTER, decide, first_suit, number_in, second_suit
from handful.picture import ink
from handful.picture.measures import BAR, WIDTH
from handful.tables.hand import HandTable
from handful.tables.telling import LANDED

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from handful.app import App
    from handful.tables.telling import Point, Rect

SIGNS = "●■▲★"
_NARROW = "●■▲⭑"  # the same in the small font, half as wide as a card
_BIG = const(11)  # height of the big font's signs
_DIGIT = const(7)  # width of the big font's digits
_CARD = const(25)  # height of every card except the master card
_WIDE = const(25)  # width of a card if there is room
_SLIM = const(19)  # width of a card if there is less room
_TEN = const(25)  # width of the narrowest card with a wide ten
_SIGNS_FIT = const(0)  # whether slim cards have room for signs of the big font, too
_HALF = const(12)  # from a card's upper half to its lower half
_TAG = const(BAR + 1)  # y of the names, below a top line with points
_TOP = const(20)  # y of the trick's cards
_POINTS = const(47)  # y of the points below them
_STEPS = const((34, 26, 20))  # distances from seat to seat, for three to five players
_BADGE = const(7)  # width of a badge
_BADGE_HIGH = const(9)  # height of a tag, and one more
_MASTER_TOP = const(11)  # y of the master card
_MASTER = const(36)  # width of the master card
_MASTER_HIGH = const(41)  # height of the master card
_COUNT = const(38)  # x of what is beside the master card: a pip a card, and a coin below them
_PIP = const(3)  # width of a pip
_PIP_HIGH = const(5)
_COIN = const(15)  # width of a coin
_COIN_HIGH = const(13)
_NOTE = const(54)
_HAND = const(66)
_LIFT = const(2)  # pixels by which a legal card is raised
_EDGE = const(2)  # columns of the screen that the hand leaves free
# The panels over the table.
_PANEL = const(107)  # height of a panel
_LINE = const(14)  # y of its first line
_LAST = const(30)  # y of the last trick
_SAID = const(82)  # y of the line that says who won it
_WHY = const(96)  # y of the line that says why
_WON = const(14)  # distance from seat to seat on the page of tricks won
_GONE = const(12)  # distance from kind to kind on the page of cards gone
_KIND_X = const(3)
_KIND = const(20)  # width of a kind's signs
_GONE_X = const(26)  # x of the first number on the page of cards gone
_GONE_STEP = const(13)  # distance from number to number
_END = const(102)  # y of a panel's last line
_DEAL = const(118)  # right edge of a deal's points
_DEAL_Y = const(40)  # y of the first seat's points
_DEAL_STEP = const(12)  # distance from seat to seat


class Picture(HandTable):
    """Hyper Maker's table as it is seen.

    A seat's column shows its name, its card (before it has played: its number in the order of play) and its
    points. A thick frame marks the card that is winning, which may be the master card. Beside each of the
    master's suits lie a pip for each card that has it, and a coin with the points if it decides; both are in
    the accent colour if it does as the trick stands. In the hand the numbers that would win now have a bright
    ground.
    """

    rows = 2
    card_height = _CARD
    hand_y = _HAND
    lift = _LIFT
    note_y = _NOTE

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        players = self.game.players
        self._size: int = 60 // (players + 1)  # cards in a full hand
        self.columns = (self._size + 1) // 2
        self.pitch = (WIDTH - _EDGE) // self.columns
        self.card_width = min(_SLIM, self.pitch - 1) if self.pitch <= _WIDE else _WIDE
        self._step = _STEPS[players - 3]  # distance from seat to seat
        self.page = 0  # page of the overlay that SELECT opens
        self._tags = self._named()  # the labels of the seats' columns

    def spot(self, seat: int) -> "Point":
        return WIDTH - (self.game.players - seat) * self._step, _POINTS

    def _column(self, seat: int) -> "Rect":
        # Returns the rectangle of a seat's card.
        return self.spot(seat)[0], _TOP, (_WIDE if self._step > _WIDE else _SLIM), _CARD

    def landing(self, action: int) -> "Rect | None":
        return self._column(self.mover)

    def place(self, what: str, which: int) -> "Rect":
        if what == "master":
            # With the counts beside it.
            return 0, _MASTER_TOP, _COUNT + max(_COIN, (_PIP + 1) * self.game.players - 1), _MASTER_HIGH
        if what == "card":
            x, y, width, height = self._column(which)
            return x, y, width, height - 1  # above its points
        return super().place(what, which)

    def gathered(self) -> "list[tuple[Point, Rect]]":
        master, lead, cards, winner = self.game.last_trick()[:4]
        rects = [self._column(seat) for seat in range(self.game.players)]
        rects.append((0, _MASTER_TOP, _MASTER, _MASTER_HIGH))
        # A trick that nobody has won is out of the game.
        return [(self.spot(winner) if winner >= 0 else (rect[0], -_MASTER_HIGH), rect) for rect in rects]

    def won(self) -> "tuple[int, str, Point]":
        winner, points = self.game.last_trick()[3:5]
        return winner, "+" + str(points) if winner >= 0 else "", (_MASTER // 2, _MASTER_TOP + 15)

    def origin(self, action: int) -> "Point | None":
        start = super().origin(action)
        return (start[0], -_CARD) if start == self.spot(self.mover) else start

    def card_text(self, card: int) -> str:
        first = card % 10 + 1
        return SIGNS[first_suit(card)] + str(first) + " " + SIGNS[second_suit(card)] + str(11 - first)

    def _suits(self) -> tuple[str, str]:
        master = self.game.master
        return SIGNS[first_suit(master)], SIGNS[second_suit(master)]

    def _draw_head(self, won: bool, deal: int, left: int, own: str) -> None:
        game = self.game
        say = self.say
        right = "\ue002" + str(left)
        if game.deals > 1:
            right = say("figures", deal, game.deals) + "  " + right
        self.header(right, own)
        if won:
            winner, points = game.last_trick()[3:5]
            canvas = self.canvas
            canvas.fill(0, 0, WIDTH - 2 - canvas.small.width(right), _TAG, ink.DARK)
            if winner >= 0:
                self.badge(0, 0, winner, BAR + 1)
            canvas.text(_BADGE + 2, 1, self.result(winner, points), ink.ACCENT)

    def result(self, winner: int, points: int) -> str:
        if winner < 0:
            return self.say("master_wins" if winner == MASTER else "nobody_wins")
        return self.say("wins_trick", self.app.name(winner), points)

    def _draw_trick(self, master: int, lead: int, cards: list[int], turn: int) -> None:
        """Draws what has changed of the master card, its counts and the seats' columns."""
        game = self.game
        # A card that has not landed yet does not count.
        best, follow, _, _, first, second = decide(master, cards[:-1] if self.stage == LANDED else cards)
        if first == second == 0:
            follow = -1
        for seat in range(game.players):
            nth = (seat - lead) % game.players
            card = cards[nth] if nth < len(cards) else -1
            wins = nth == best
            if self.differs(10 + seat, (card, nth, wins, seat == turn, self.score(seat))):
                self._draw_seat(seat, card, nth, wins, seat == turn)
        if self.differs(1, (master, best == MASTER and follow >= 0)):
            self._draw_master(master, best == MASTER and follow >= 0)
        one = first_suit(master)
        self._draw_count(0, first, number_in(master, second_suit(master)), follow == one)
        self._draw_count(1, second, number_in(master, one), follow == second_suit(master))

    def _draw_master(self, master: int, wins: bool) -> None:
        canvas = self.canvas
        edge = ink.ACCENT if wins else ink.PAPER
        canvas.frame(0, _MASTER_TOP, _MASTER, _MASTER_HIGH, edge, edge)
        canvas.fill(2, _MASTER_TOP + 2, _MASTER - 4, _MASTER_HIGH - 4, ink.PAPER)
        canvas.fill(4, _MASTER_TOP + _MASTER_HIGH // 2, _MASTER - 8, 1, ink.DIM)
        y = _MASTER_TOP + (_MASTER_HIGH // 2 - _BIG + 3) // 2
        for suit in (first_suit(master), second_suit(master)):
            sign = SIGNS[suit]
            canvas.text(3 + (_BIG - canvas.big.width(sign)) // 2, y, sign, ink.of(sign), canvas.big)
            number = str(number_in(master, suit))
            canvas.text(_MASTER - 3 - canvas.big.width(number), y, number, ink.INK, canvas.big)
            y += _MASTER_HIGH // 2 - 2

    def _draw_count(self, half: int, count: int, worth: int, decides: bool) -> None:
        # Draws how many cards have the suit, and how many points the trick is worth if that suit decides.
        if not self.differs(2 + half, (count, worth, decides)):
            return
        canvas = self.canvas
        y = _MASTER_TOP + (_MASTER_HIGH // 2 + 1) * half
        canvas.fill(_COUNT, y, (_PIP + 1) * self.game.players - 1, _PIP_HIGH, ink.TABLE)
        for i in range(count):
            canvas.fill(_COUNT + (_PIP + 1) * i, y, _PIP, _PIP_HIGH, ink.ACCENT if decides else ink.WHITE)
        y += _PIP_HIGH + 1
        for cut in range(3):
            # The coin's corners are round.
            colour = ink.ACCENT if decides else ink.DIM
            canvas.fill(_COUNT + cut, y + 2 - cut, _COIN - 2 * cut, _COIN_HIGH - 4 + 2 * cut, colour)
        text = "⑩" if worth == 10 else str(worth)
        x = _COUNT + (_COIN - canvas.big.width(text)) // 2
        canvas.text(x, y + 1, text, ink.INK, canvas.big)

    def _draw_seat(self, seat: int, card: int, nth: int, wins: bool, turn: bool) -> None:
        canvas = self.canvas
        step = self._step
        width = _WIDE if step > _WIDE else _SLIM
        x = WIDTH - (self.game.players - seat) * step
        canvas.fill(x, _TAG, step, _NOTE - _TAG, ink.TABLE)
        colour = ink.ACCENT if wins else ink.WHITE
        self._tag(x, _TAG, seat)
        if card >= 0:
            if wins:
                canvas.fill(x, _TOP - 1, width, _CARD + 1, ink.ACCENT)  # clear of the points below
            self._paper(x, _TOP, width, card, ink.PAPER, ink.ACCENT if wins else ink.PAPER)
        else:
            # The seat's number in the order of play.
            canvas.frame(x, _TOP, width, _CARD, ink.WHITE if turn else ink.LIGHT, ink.TABLE)
            colour = ink.WHITE if turn else ink.DIM
            y = _TOP + (_CARD - _BIG) // 2
            canvas.text(x + (width - _DIGIT) // 2, y, str(nth + 1), colour, canvas.big)
            colour = ink.WHITE
        text = str(self.score(seat))
        canvas.text(x + max(0, (width - canvas.small.width(text)) // 2), _POINTS, text, colour)

    def _tag(self, x: int, y: int, seat: int) -> None:
        """Draws the label of a seat's column on the seat's colour."""
        canvas = self.canvas
        text = self._tags[seat]
        colour = self.app.settings.colours[seat]
        width = self._step
        canvas.fill(x, y, width, _BADGE_HIGH - 1, colour)
        canvas.text(x + (width + 1 - canvas.small.width(text)) // 2, y, text, ink.over(colour))

    def _named(self) -> list[str]:
        """Returns the labels of the seats' columns: names, cut where they are too wide.

        If a label would have fewer than three letters, or two would be equal, all are the seats' numbers.
        """
        match = self.match
        width = self.canvas.small.width
        room = self._step - 1
        tags = []
        for seat in range(self.game.players):
            alone = match.persons == 1 and seat == self.viewer
            name = text = self.app.name(seat)
            # Keep a digit at the end of the name.
            tail = name[-1] if name[-1].isdigit() else ""
            end = len(name) - len(tail)
            while width(text) > room:
                end -= 1
                text = name[:end].rstrip() + tail
            if text in tags or text != name and (alone or len(text) < 3):
                return [str(number + 1) for number in range(self.game.players)]
            tags.append(text)
        return tags

    def _paper(self, x: int, y: int, width: int, card: int, paper: int, edge: int, wins: int = -1) -> None:
        """Draws a whole card, with the suit that is named first in the upper half.

        wins: the suit whose number has a bright ground, -1 for none.
        """
        canvas = self.canvas
        canvas.frame(x, y, width, _CARD, edge, paper)
        canvas.fill(x + 2, y + _HALF, width - 4, 1, ink.GREY if paper == ink.DIM else ink.DIM)
        y += 1
        for suit in (first_suit(card), second_suit(card)):
            sign = SIGNS[suit]
            number = number_in(card, suit)
            text = str(number)
            colour = ink.INK if paper == ink.DIM else ink.of(sign)
            if width < _WIDE and not _SIGNS_FIT:
                canvas.text(x, y + 2, _NARROW[suit], colour)  # a ten leaves it no more room
            else:
                canvas.text(x + 1 + (_BIG - canvas.big.width(sign)) // 2, y, sign, colour, canvas.big)
            if number == 10:
                text = "⒑" if width < _TEN else "⑩"
            left = x + width - 1 - canvas.big.width(text)
            if suit == wins:
                canvas.fill(left - 1, y, x + width - left, _BIG, ink.ACCENT)
            canvas.text(left, y, text, ink.INK, canvas.big)
            y += _HALF

    def draw_card(self, x: int, y: int, card: int, state: int, chosen: bool) -> None:
        canvas = self.canvas
        pitch = self.pitch
        width = self.card_width
        gap = (pitch - width) // 2
        paper = ink.PAPER
        around = ink.ACCENT
        if state == 2:
            paper = ink.DIM
            around = ink.WHITE  # as HandTable.draw_card
        if chosen:
            # Stay within the card's column, so that its neighbours need not be drawn again.
            edge = 2 if gap > 2 else gap
            room = min(edge + width + 2, edge + pitch - gap)
            canvas.fill(x + gap - edge, y - _LIFT, room, _CARD + _LIFT, around)
        if state & 1:
            y -= _LIFT
        wins = self.winning[card] if state == 3 else -1
        self._paper(x + gap, y, width, card, paper, around if chosen else paper, wins)

    def draw_chosen(self, x: int, y: int, card: int, state: int, chosen: bool) -> None:
        fill = self.canvas.fill
        pitch = self.pitch
        width = self.card_width
        gap = (pitch - width) // 2
        around = edge = ink.TABLE if not chosen else ink.WHITE if state == 2 else ink.ACCENT
        if not chosen:
            edge = ink.DIM if state == 2 else ink.PAPER
        side = 2 if gap > 2 else gap
        top = y - _LIFT
        x += gap
        # What is beside the card, and the rows that it leaves free below or above it.
        fill(x - side, top, side, _CARD + _LIFT, around)
        fill(x + width, top, min(2, pitch - gap - width), _CARD + _LIFT, around)
        fill(x, top + _CARD if state & 1 else top, width, _LIFT, around)
        if state & 1:
            y = top
        for row in (y, y + _CARD - 1):
            fill(x, row, width, 1, around)  # with the corners
            if not chosen:
                fill(x + 1, row, width - 2, 1, edge)
        fill(x, y + 1, 1, _CARD - 2, edge)
        fill(x + width - 1, y + 1, 1, _CARD - 2, edge)
        if width < _WIDE and not _SIGNS_FIT:
            for suit in (first_suit(card), second_suit(card)):  # they reach into the edge
                colour = ink.INK if state == 2 else ink.of(SIGNS[suit])
                self.canvas.text(x, y + 3, _NARROW[suit], colour)
                y += _HALF

    def draw_last(self) -> None:
        page = self.page
        self.canvas.frame(0, BAR + 1, WIDTH, _PANEL, ink.PAPER, ink.DARK)
        if page == 0:
            self._draw_last_trick()
        elif page == 1:
            self._draw_won()
        else:
            self._draw_gone()

    def _draw_last_trick(self) -> None:
        game = self.game
        say = self.say
        self.centred(_LINE, say("last_trick"), ink.ACCENT)
        last = game.last_trick()
        if not last:
            self.centred(_LAST + 30, say("no_trick"), ink.WHITE)
            return
        master, lead, cards, winner, points = last[:5]
        canvas = self.canvas
        canvas.text(4, _LAST, say("master"), ink.WHITE)
        self._paper(4, _LAST + 10, _WIDE, master, ink.PAPER, ink.ACCENT if winner == MASTER else ink.PAPER)
        step = self._step
        for i in range(game.players):
            # In the order of play.
            seat = (lead + i) % game.players
            x = WIDTH - 3 - (game.players - i) * step
            self._tag(x, _LAST, seat)
            width = _WIDE if step > _WIDE else _SLIM
            edge = ink.ACCENT if seat == winner else ink.PAPER
            self._paper(x, _LAST + 10, width, cards[i], ink.PAPER, edge)
        self.centred(_SAID, self.result(winner, points), ink.WHITE)
        self.centred(_WHY, self.trick_outcome(), ink.WHITE)

    def _draw_won(self) -> None:
        game = self.game
        canvas = self.canvas
        width = canvas.small.width
        self.centred(_LINE, self.say("tricks_won"), ink.ACCENT)
        y = _LINE + 13
        for seat in range(game.players):
            self.badge(9 - _BADGE, y, seat, 8)
            x = canvas.text(11, y, self.app.faced(seat) + ":", ink.WHITE) + 4
            total = str(game.deal_score(game.deal, seat))
            canvas.text(WIDTH - 4 - width(total), y, total, ink.ACCENT)
            # If not all of them fit, only the latest.
            points = [str(worth) for worth in game.won(seat)]
            text = " ".join(points)
            while width(text) > WIDTH - 26 - x:
                points.pop(0)
                text = "… " + " ".join(points)
            canvas.text(x, y, text, ink.WHITE)
            y += _WON
        canvas.text(11, y, self.say("tricks_out", game.discarded()), ink.WHITE)

    def _draw_gone(self) -> None:
        # Draws one row per kind of card, by the number of its first suit: gone, in the viewer's hand, unseen.
        game = self.game
        canvas = self.canvas
        self.centred(_LINE, self.say("gone"), ink.ACCENT)
        gone = game.gone()
        hand = self.cards()
        half = [self.canvas.small.width(str(number)) // 2 for number in range(1, 11)]
        y = _LINE + 12
        for card in range(60):
            column = card % 10
            if not column:
                canvas.frame(_KIND_X, y - 2, _KIND, 11, ink.PAPER, ink.PAPER)
                x = _KIND_X + (_KIND - 15) // 2
                for suit in (first_suit(card), second_suit(card)):
                    x = canvas.text(x, y, _NARROW[suit], ink.of(SIGNS[suit])) + 1
            x = _GONE_X + _GONE_STEP * column
            if card in gone:
                canvas.text(x + _GONE_STEP // 2, y, "·", ink.WHITE)
            else:
                text = str(column + 1)
                mine = card in hand
                if mine:
                    canvas.frame(x, y - 2, _GONE_STEP, 11, ink.PAPER, ink.PAPER)
                x += _GONE_STEP // 2 - half[column]
                canvas.text(x, y, text, ink.INK if mine else ink.WHITE)
            if column == 9:
                y += _GONE
        self.centred(_END, self.say("gone_key"), ink.WHITE)

    def cover(self, name: str) -> None:
        """Draws the points of the deal that has ended, and the totals."""
        game = self.game
        say = self.say
        canvas = self.canvas
        width = canvas.small.width
        over = game.player < 0
        deal = game.deal if over else game.deal - 1
        canvas.frame(0, BAR + 1, WIDTH, _PANEL, ink.PAPER, ink.DARK)
        self.centred(_LINE, say("deal_done", deal, game.deals), ink.ACCENT)
        for right, key in ((_DEAL, "deal_points"), (WIDTH - 8, "all_points")):
            canvas.text(right - width(say(key)), _LINE + 13, say(key), ink.WHITE)
        most = max([game.score(seat) for seat in range(game.players)])
        y = _DEAL_Y
        for seat in range(game.players):
            score = game.score(seat)
            colour = ink.ACCENT if score == most else ink.WHITE
            self.badge(9 - _BADGE, y, seat, 8)
            x = canvas.text(11, y, self.app.faced(seat), colour)
            if score == most:
                canvas.text(x + 2, y, "♛", colour)
            points = "+" + str(game.deal_score(deal, seat))
            canvas.text(_DEAL - width(points), y, points, colour)
            canvas.text(WIDTH - 8 - width(str(score)), y, str(score), colour)
            y += _DEAL_STEP
        text = say("match_over") if over else say("deal_next", deal + 1, self.app.name(game.lead))
        self.centred(_END + 4, text, ink.WHITE)
        self.foot(say("keys_deal"))
