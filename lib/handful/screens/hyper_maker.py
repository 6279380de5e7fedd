"""The table of Hyper Maker: the master card with the count of its suits, the trick, the points, the hand."""

from micropython import const

from engine.hyper_maker import MASTER, NOBODY, decide, first_suit, number_in, second_suit
from handful import ink, keys
from handful.hand import HandTable

_SIGNS = "●■▲★"
_NARROW = "●■▲⭑"  # as wide as half a card
_CARD = const(25)  # height of every card but the master, and width of those with room
_SLIM = const(19)  # width of a card where there is less room
_TOP = const(20)  # y of the trick's cards
_MASTER_TOP = const(11)
_ROW = const(28)  # from one row of the hand to the next


class View(HandTable):
    """Hyper Maker's table.

    A seat's column shows its name, its card (before that: when it plays) and its points. The card that
    would win, or the master card itself, stands in a thick frame.
    """

    rows = 2
    card_height = _CARD
    hand_y = 65
    lift = 2
    note_y = 53

    def __init__(self, app):
        super().__init__(app)
        players = self.game.players
        self._size = 60 // (players + 1)  # cards a hand
        self.columns = (self._size + 1) // 2
        self.pitch = 160 // self.columns
        self.card_width = _SLIM if self.pitch < 26 else _CARD
        self._step = 20 if players == 5 else 26 if players == 4 else 34  # from seat to seat
        self._page = 0

    # What HandTable asks for.

    def tricks(self) -> int:
        game = self.game
        return game.deal * self._size - 1 - game.masters_left() + (game.player < 0)

    def spot(self, seat: int):
        return 160 - (self.game.players - seat) * self._step, 46

    def landing(self, action: int):
        x, _ = self.spot(self.mover)
        return x, _TOP, (_CARD if self._step > _CARD else _SLIM), _CARD

    def gathered(self) -> list:
        winner = self.game.last_trick()[3]
        if winner < 0:
            return []
        return [((0, _MASTER_TOP, 36, 41), self.spot(winner))]

    def origin(self, action: int):
        start = super().origin(action)
        return (start[0], -_CARD) if start == self.spot(self.mover) else start

    def say_action(self, action: int) -> str:
        return self.say("plays", self.app.name(self.game.player), self._words(action))

    def _words(self, card: int) -> str:
        first = card % 10 + 1
        return _SIGNS[first_suit(card)] + str(first) + " " + _SIGNS[second_suit(card)] + str(11 - first)

    def _suits(self) -> tuple:
        master = self.game.master
        return _SIGNS[first_suit(master)], _SIGNS[second_suit(master)]

    def refusal(self, card: int) -> str:
        return self.say("not_follow", *self._suits())

    def prompt(self) -> str:
        game = self.game
        say = self.say
        one, other = self._suits()
        card = game.legal_actions()[0]
        if card // 10 + game.master // 10 == 5:
            return say("you_free", one, other)
        if not game.trick:
            return say("you_lead", one, other)
        winner, follow, points = game.standing()
        if winner == MASTER:
            return say("master_now", _SIGNS[follow], number_in(game.master, follow))
        if winner == NOBODY:
            return say("nobody_now", one, other)
        return say("leads_now", self.app.name(winner), points)

    def outcome(self) -> str:
        winner, points, reason = self.game.last_trick()[3:]
        why, values = reason
        if why == "no_suit":
            return self.say("why_no_suit", _SIGNS[values[0]], _SIGNS[values[1]])
        follow, number, more, less = values
        key = ("even_" if more == less else "why_") + why
        return self.say(key, _SIGNS[follow], more, less, number, points)

    # The table.

    def sync_table(self, mine: bool) -> None:
        game = self.game
        done = self.reviewing or game.player < 0
        if done:
            master, lead, cards = game.last_trick()[:3]
        else:
            master, lead, cards = game.master, game.lead, game.trick
        left = game.masters_left()
        deal = game.deal
        if done and left + 1 == self._size:
            # The trick that is shown ended a deal, and the next one has been dealt already.
            left = 0
            deal -= 1
        if self.differs(0, (done, game.player, deal, left)):
            self._draw_head(done, deal, left)
        self._draw_trick(master, lead, cards, -1 if done else game.player)

    def _draw_head(self, done: bool, deal: int, left: int) -> None:
        game = self.game
        say = self.say
        right = "\ue002" + str(left)
        if game.deals > 1:
            right = say("figures", deal, game.deals) + "  " + right
        self.header(right)
        if done:
            winner, points = game.last_trick()[3:5]
            canvas = self.canvas
            canvas.fill(0, 0, 158 - canvas.small.width(right), 11, ink.DARK)
            if winner >= 0:
                canvas.fill(0, 0, 5, 11, self.app.settings.colours[winner])
            canvas.text(8, 1, self._result(winner, points), ink.ACCENT)

    def _result(self, winner: int, points: int) -> str:
        if winner < 0:
            return self.say("master_wins" if winner == MASTER else "nobody_wins")
        return self.say("wins_trick", self.app.name(winner), points)

    def _draw_trick(self, master: int, lead: int, cards: list, turn: int) -> None:
        """Draws what differs of a master card with its counts, and of the seats' columns."""
        game = self.game
        place, follow, _, _, first, second = decide(master, cards)
        if first == second == 0:
            follow = -1
        if self.differs(1, (master, place == MASTER and follow >= 0)):
            self._draw_master(master, place == MASTER and follow >= 0)
        one = first_suit(master)
        self._draw_count(0, first, number_in(master, second_suit(master)), follow == one)
        self._draw_count(1, second, number_in(master, one), follow == second_suit(master))
        for seat in range(game.players):
            nth = (seat - lead) % game.players
            card = cards[nth] if nth < len(cards) else -1
            wins = nth == place
            if self.differs(10 + seat, (card, nth, wins, seat == turn, game.score(seat))):
                self._draw_seat(seat, card, nth, wins, seat == turn)

    def _draw_master(self, master: int, wins: bool) -> None:
        canvas = self.canvas
        edge = ink.ACCENT if wins else ink.PAPER
        canvas.frame(0, _MASTER_TOP, 36, 41, edge, edge)
        canvas.fill(2, _MASTER_TOP + 2, 32, 37, ink.PAPER)
        canvas.fill(4, _MASTER_TOP + 20, 28, 1, ink.DIM)
        y = _MASTER_TOP + 6
        for suit in (first_suit(master), second_suit(master)):
            sign = _SIGNS[suit]
            canvas.text(3 + (11 - canvas.big.width(sign)) // 2, y, sign, ink.of(sign), canvas.big)
            number = str(number_in(master, suit))
            canvas.text(33 - canvas.big.width(number), y, number, ink.INK, canvas.big)
            y += 18

    def _draw_count(self, half: int, count: int, worth: int, decides: bool) -> None:
        # How many cards have the suit, and what the trick is worth if it decides.
        if not self.differs(2 + half, (count, worth, decides)):
            return
        canvas = self.canvas
        y = _MASTER_TOP + 21 * half
        canvas.fill(37, y, 20, 20, ink.TABLE)
        colour = ink.ACCENT if decides else ink.WHITE
        x = canvas.text(39, y, str(count), colour, canvas.big)
        if decides:
            canvas.text(x + 2, y + 2, "◀", colour)
        canvas.text(38, y + 12, "+" + str(worth), colour)

    def _draw_seat(self, seat: int, card: int, nth: int, wins: bool, turn: bool) -> None:
        canvas = self.canvas
        step = self._step
        width = _CARD if step > _CARD else _SLIM
        x = 160 - (self.game.players - seat) * step
        canvas.fill(x, 11, step, 42, ink.TABLE)
        colour = ink.ACCENT if wins else ink.WHITE
        canvas.text(x, 11, self._short(seat, step - 3), colour)
        if card >= 0:
            if wins:
                canvas.fill(x, _TOP - 1, width, _CARD + 2, ink.ACCENT)
            self._paper(x, _TOP, width, card, ink.PAPER, ink.ACCENT if wins else ink.PAPER)
        else:
            # When the seat plays its card: first, second, ...
            colour = ink.WHITE if turn else ink.LIGHT
            canvas.frame(x, _TOP, width, _CARD, colour, ink.TABLE)
            canvas.text(x + (width - 7) // 2, _TOP + 7, str(nth + 1), colour, canvas.big)
            colour = ink.WHITE
        score = self.game.score(seat)
        canvas.fill(x, 46, 1, 7, ink.WHITE)
        canvas.fill(x + 1, 46, 2, 7, self.app.settings.colours[seat])
        canvas.text(x + (4 if score < 100 else 3), 46, str(score), colour)

    def _short(self, seat: int, room: int) -> str:
        """As much of a seat's name as fits; a number at its end stays. The only person is "you"."""
        match = self.match
        if match.persons == 1 and seat == self.viewer:
            return self.say("you")
        name = self.app.name(seat)
        width = self.canvas.small.width
        tail = name[-1] if name[-1].isdigit() else ""
        end = len(name) - len(tail)
        while width(name) > room:
            name = name[:end].rstrip() + tail
            end -= 1
        return name

    # Cards.

    def _paper(self, x: int, y: int, width: int, card: int, paper: int, edge: int) -> None:
        """Draws a whole card: the suit that is named first above, the other one below."""
        canvas = self.canvas
        canvas.frame(x, y, width, _CARD, edge, paper)
        canvas.fill(x + 2, y + 12, width - 4, 1, ink.GREY if paper == ink.DIM else ink.DIM)
        y += 1
        for suit in (first_suit(card), second_suit(card)):
            sign = _SIGNS[suit]
            number = number_in(card, suit)
            text = str(number)
            if width < _CARD:
                canvas.text(x + 1, y + 2, _NARROW[suit], ink.of(sign))
                if number == 10:
                    text = "⒑"
            else:
                canvas.text(x + 1 + (11 - canvas.big.width(sign)) // 2, y, sign, ink.of(sign), canvas.big)
                if number == 10:
                    text = "⑩"
            canvas.text(x + width - 1 - canvas.big.width(text), y, text, ink.INK, canvas.big)
            y += 12

    def _draw_card(self, i: int, card: int, state: int, chosen: bool) -> None:
        canvas = self.canvas
        pitch = self.pitch
        width = self.card_width
        x = (160 - self.columns * pitch) // 2 + i % self.columns * pitch
        y = self.hand_y + i // self.columns * _ROW
        gap = (pitch - width) // 2
        canvas.fill(x, y - 2, pitch, _CARD + 2, ink.TABLE)
        if card >= 0:
            if chosen:
                # Within its own place, so that its neighbours need not be drawn again.
                edge = 2 if gap > 2 else gap
                room = min(edge + width + 2, edge + pitch - gap)
                canvas.fill(x + gap - edge, y - 2, room, _CARD + 2, ink.ACCENT)
            x += gap
            if state == 1:
                y -= 2
            paper = ink.DIM if state == 2 else ink.PAPER
            self._paper(x, y, width, card, paper, ink.ACCENT if chosen else paper)

    # What SELECT shows, and the sheet between two deals.

    def draw_last(self) -> None:
        self._page = 0
        self._draw_page()

    def _press_over(self, key: int) -> None:
        step = 1 if key == keys.RIGHT else -1 if key == keys.LEFT else 0
        if step and self._over == "last":
            self._page = (self._page + step) % 3
            self._draw_page()
        else:
            super()._press_over(key)

    def _draw_page(self) -> None:
        page = self._page
        self.canvas.frame(0, 11, 160, 107, ink.PAPER, ink.DARK)
        self.foot(self.say("keys_pages"))
        if page == 0:
            self._draw_last_trick()
        elif page == 1:
            self._draw_won()
        else:
            self._draw_gone()

    def _draw_last_trick(self) -> None:
        game = self.game
        say = self.say
        self.centred(14, say("last_trick"), ink.ACCENT)
        last = game.last_trick()
        if not last:
            self.centred(60, say("no_trick"), ink.WHITE)
            return
        master, lead, cards, winner, points = last[:5]
        canvas = self.canvas
        canvas.text(4, 30, say("master"), ink.WHITE)
        self._paper(4, 40, _CARD, master, ink.PAPER, ink.ACCENT if winner == MASTER else ink.PAPER)
        step = self._step
        for i in range(game.players):
            # In the order in which they were played.
            seat = (lead + i) % game.players
            x = 157 - (game.players - i) * step
            colour = ink.ACCENT if seat == winner else ink.WHITE
            canvas.text(x, 30, self._short(seat, step - 3), colour)
            width = _CARD if step > _CARD else _SLIM
            self._paper(x, 40, width, cards[i], ink.PAPER, ink.ACCENT if seat == winner else ink.PAPER)
            canvas.fill(x, 67, step - 3, 2, self.app.settings.colours[seat])
        self.centred(82, self._result(winner, points), ink.WHITE)
        self.centred(96, self.outcome(), ink.WHITE)

    def _draw_won(self) -> None:
        game = self.game
        canvas = self.canvas
        width = canvas.small.width
        self.centred(14, self.say("tricks_won"), ink.ACCENT)
        y = 27
        for seat in range(game.players):
            canvas.fill(4, y, 3, 8, self.app.settings.colours[seat])
            x = canvas.text(10, y, self.app.name(seat) + ":", ink.WHITE) + 4
            total = str(game.deal_score(game.deal, seat))
            canvas.text(156 - width(total), y, total, ink.ACCENT)
            # Where all do not fit, the latest.
            points = [str(worth) for worth in game.won(seat)]
            text = " ".join(points)
            while width(text) > 134 - x:
                points.pop(0)
                text = "… " + " ".join(points)
            canvas.text(x, y, text, ink.WHITE)
            y += 14
        canvas.text(10, y, self.say("tricks_out", game.discarded()), ink.WHITE)

    def _draw_gone(self) -> None:
        # A row a kind, by the number of its first suit: gone, in the viewer's hand, or unseen.
        game = self.game
        canvas = self.canvas
        self.centred(14, self.say("gone"), ink.ACCENT)
        gone = game.gone()
        hand = self.cards()
        y = 26
        for card in range(60):
            column = card % 10
            if not column:
                canvas.frame(3, y - 2, 20, 11, ink.PAPER, ink.PAPER)
                x = 5
                for suit in (first_suit(card), second_suit(card)):
                    x = canvas.text(x, y, _NARROW[suit], ink.of(_SIGNS[suit])) + 1
            x = 26 + 13 * column
            if card in gone:
                canvas.text(x + 6, y, "·", ink.WHITE)
            else:
                text = str(column + 1)
                mine = card in hand
                if mine:
                    canvas.frame(x, y - 2, 13, 11, ink.PAPER, ink.PAPER)
                canvas.text(x + 6 - canvas.small.width(text) // 2, y, text, ink.INK if mine else ink.WHITE)
            if column == 9:
                y += 12
        self.centred(102, self.say("gone_key"), ink.WHITE)

    def _go_on(self) -> None:
        game = self.game
        ended = self.reviewing and game.deals > 1 and self.tricks() % self._size == 0
        super()._go_on()
        if ended:
            self._over = "deal"
            self._draw_deal()

    def _draw_deal(self) -> None:
        """Draws what the deal that is over brought, and where the match stands."""
        game = self.game
        say = self.say
        canvas = self.canvas
        width = canvas.small.width
        over = game.player < 0
        deal = game.deal if over else game.deal - 1
        canvas.frame(0, 11, 160, 107, ink.PAPER, ink.DARK)
        self.centred(14, say("deal_done", deal, game.deals), ink.ACCENT)
        for right, key in ((118, "deal_points"), (152, "all_points")):
            canvas.text(right - width(say(key)), 27, say(key), ink.WHITE)
        most = max([game.score(seat) for seat in range(game.players)])
        y = 40
        for seat in range(game.players):
            score = game.score(seat)
            colour = ink.ACCENT if score == most else ink.WHITE
            canvas.fill(4, y, 3, 9, self.app.settings.colours[seat])
            x = canvas.text(10, y, self.app.name(seat), colour)
            if score == most:
                canvas.text(x + 2, y, "♛", colour)
            points = "+" + str(game.deal_score(deal, seat))
            canvas.text(118 - width(points), y, points, colour)
            canvas.text(152 - width(str(score)), y, str(score), colour)
            y += 12
        text = say("match_over") if over else say("deal_next", deal + 1, self.app.name(game.lead))
        self.centred(106, text, ink.WHITE)
        self.foot(say("keys_deal"))
