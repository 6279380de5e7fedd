# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The picture of !nversion's table: the lane, the trick, the auction, the hand, the finished tricks."""

from micropython import const

from engine.memory import rare
from handful.picture import ink
from handful.picture.measures import BAR, FOOT, WIDTH
from handful.tables.hand import HandTable
from handful.tables.telling import LANDED, WON

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence

    from engine.inversion import Game
    from handful.app import App
    from handful.tables.telling import Point, Rect

_BIG = const(11)  # height of the big font's signs
_LANE = const(12)  # y of the lane's cards
_SEATS = const(35)  # y of the upper two players
_BELOW = const(58)  # y of the lower two
_CARD = const(15)  # width of a card
_PITCH = const(16)  # distance from one card to the next
_TALL = const(22)  # height of a card outside the hand
_HIGH = const(24)  # height of a card in the hand
_FACE = const(4)  # from a card's left edge to its number
_TEN = const(2)  # from a card's left edge to a ten
_NUMBER = const(2)  # from a card's top to its number
_SIGN = const(14)  # from a card's top to its suit's sign
_THICK = const(1)  # whether the best card has a thick edge
_BIG_SIGN = const(0)  # whether the suit's sign is in the big font
_TEXT = const(64)  # width of a player's lines beside the card
_LINE = const(11)  # their line height
_PLAYED_X = const(64)  # x of the played cards on the left
_BADGE = const(7)  # width of a badge
_SWAPPED = const(35)  # largest width of a player's text that leaves room for the sign of a swap
_RULE_X = const(14)  # x of the rule in force
_RULE_Y = const((_TALL - 18) // 2)  # from the top of its area to its first line
_CHIPS = const(80)  # y of the auction's numbers
_CHIP = const(13)  # distance from one number to the next
_PASS_CHIP = const(23)  # width of the pass
_HAND = const(93)
# The sheet of the finished tricks.
_LAST_X = const(80)  # x of the cards of a finished trick
_LAST_Y = const(12)
_LAST_STEP = const(22)  # distance from player to player
_WON = const(118)  # width of the winner's row
_WHY = const(105)  # y of the line that says why the trick was won

# Position numbers for `differs`.
_HEADER = const(0)
_FIRST = const(1)  # the lane's first card
_PLAYER = const(20)
_PLAYED = const(30)
_RULE = const(40)
_NUMBERS = const(41)

# Its own stages, of a swap.
CROSSING = const(3)  # both cards are on their way, face down
CROSSED = const(4)  # they have changed places

PASS = const(50)  # engine.inversion.PASS
_NONE = const(-1)  # no card
_TURNED = const(-2)  # the back of a card that changes places with another one
_NEXT = const(-3)  # an empty position for the card of the player to act


def strength_of(card: int, suit: int) -> int:
    """Returns what a card is worth in a trick: of its cards the first with the most wins.

    suit: the one that is followed, -1 if the trick is inverted.
    """
    return card % 10 + (10 if card // 10 == suit else 0)


class Picture(HandTable):
    """!nversion's table as it is seen: what lies where, and how each part is drawn."""

    game: "Game"
    note_y = _CHIPS
    hand_y = _HAND
    pitch = _PITCH
    card_width = _CARD
    card_height = _HIGH
    bids = range(PASS, PASS + 11)

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self._swap = (0, 0, 0)  # seat, card and follow card of the last action
        self.bid = PASS  # what is chosen in the auction
        self._asked = -1  # length of the history when the bid was last preset
        self.page = 0  # the finished trick that SELECT shows

    def _suit(self, suit: int) -> str:
        return self.say("suits")[suit]

    def card_text(self, card: int) -> str:
        return str(card % 10 + 1) + self._suit(card // 10)

    def _word(self, suit: int) -> str:
        return self.say("suit_" + str(suit))

    def _swaps(self) -> bool:
        # Whether the last action changed places with the follow card.
        _, card, follow = self._swap
        return card < PASS and card % 10 + follow % 10 == 9

    def _at(self) -> int:
        # Returns the number of the trick that is shown.
        position = self.game.position
        return position - 1 if self.over and position else min(position, 9)

    def reason(self, trick: int) -> str:
        reason = self.game.reason(trick)
        if reason[0] == "highest_suit":
            return self.say(reason[0], self._word(reason[1]), reason[2])
        return self.say(reason[0], reason[1], self._word(self.game.lane[trick] // 10))

    def spot(self, seat: int) -> "Point":
        return 1 if seat in (0, 3) else WIDTH - 17, (_SEATS if seat < 2 else _BELOW)

    def _played_rect(self, seat: int) -> "Rect":
        # Returns the rectangle of the card that a seat has played.
        x = _PLAYED_X if seat in (0, 3) else WIDTH - _PLAYED_X - _CARD
        return x, _SEATS if seat < 2 else _BELOW, _CARD, _TALL

    def _lane(self, i: int) -> "Rect":
        return (WIDTH - 10 * _PITCH) // 2 + _PITCH * i, _LANE, _CARD, _TALL

    def place(self, what: str, which: int) -> "Rect":
        if what == "lane":
            return (0, _LANE, WIDTH, _TALL) if which < 0 else self._lane(which)
        if what == "bid":
            which -= PASS
            x = _PASS_CHIP + 2 - _CHIP + _CHIP * which if which else 1
            return x, _CHIPS, _CHIP + 3 if which == 10 else _CHIP - 1 if which else _PASS_CHIP, BAR
        return self._played_rect(which) if what == "card" else super().place(what, which)

    def sync_table(self, mine: bool) -> None:
        game = self.game
        stage = self.stage
        at = self._at()
        bidding = self._bidding
        self._draw_header(at)
        coming = stage == LANDED or stage == CROSSING  # the last card does not count yet
        seat, card, got = self._swap if coming and self._swaps() else (_NONE, _NONE, _NONE)
        for i in range(10):
            shown = game.lane[i]
            if i < at:
                shown = -10 - game.winner(i)
            elif i == at and seat >= 0:
                shown = got if stage == LANDED else _TURNED
            if self.differs(_FIRST + i, shown << 1 | (i == at)):
                self._draw_lane(i, shown, i == at)
        best = self._best(at, self._swap[0] if coming or self.over and stage < WON else -1)
        for player in range(game.players):
            shown = game.played(at, player)
            if player == seat:
                shown = card if stage == LANDED else _TURNED
            elif bidding:
                shown = -10 * (game.named(player) + 2) if game.named(player) else _NONE
            elif shown < 0 and player == self.turn() and seat < 0 and not self.over:
                shown = _NEXT
            if self.differs(_PLAYED + player, shown << 1 | (player == best)):
                self._draw_played(player, shown, player == best)
            swapped = shown >= 0 and player != seat and self._swapped(at, player)
            said = game.named(player) if bidding else self.score(player)
            leads = not bidding and game.leader(at) == player
            if self.differs(_PLAYER + player, (bidding, said, leads, swapped)):
                self._draw_player(player, said, leads, swapped)
        if game.players < 4:
            self._draw_rule(at)

    @property
    def _bidding(self) -> bool:
        # Whether the auction is shown: also while its last word has not been told.
        return self.game.auction or self.over and not self.game.position and self.stage < WON

    def _inverted(self, at: int) -> bool:
        # Whether a trick is shown as inverted. A swap counts when the cards have changed places.
        if LANDED <= self.stage < CROSSED and self._swaps():
            return self._first_swap(at) != self._swap[0]
        return self.game.inverted(at)

    def _swapped(self, at: int, seat: int) -> bool:
        """Whether a seat swapped in a trick, so that its card that counts came from the lane."""
        return self.laid(at, seat) != self.game.played(at, seat)

    def laid(self, at: int, seat: int) -> int:
        """Returns the card that a seat took from its hand for a trick."""
        game = self.game
        history: Sequence[int] = self.session.history
        # Skip the auction at the start of the history.
        first = 0
        while history[first] >= PASS:
            first += 1
        return history[first + at * game.players + (seat - game.leader(at)) % game.players]

    def _first_swap(self, at: int) -> int:
        """Returns the first seat that swapped in a trick. There must be one."""
        game = self.game
        seat = game.leader(at)
        while not self._swapped(at, seat):
            seat = (seat + 1) % game.players
        return seat

    def _best(self, at: int, but: int) -> int:
        """Returns the seat with the best card of a trick, or the highest number of the auction, else -1.

        but: a seat whose card does not count yet, -1 for none.
        """
        game = self.game
        if self._bidding:
            for seat in range(game.players):
                if game.named(seat) == game.declared > 0:
                    return seat
            return -1
        follow = self._swap[2] if 0 <= but and self._swaps() else game.lane[at]
        suit = -1 if self._inverted(at) else follow // 10
        seat = game.leader(at)
        best = most = -1
        for _ in range(game.players):
            card = game.played(at, seat)
            if card >= 0 and seat != but:
                strength = strength_of(card, suit)
                if strength > most:
                    most = strength
                    best = seat
            seat = (seat + 1) % game.players
        return best

    def _draw_header(self, at: int) -> None:
        game = self.game
        inverted = self._inverted(at)
        bidding = self._bidding
        wins = self.over and game.position > 0 and self.stage >= WON
        seat = game.winner(at) if wins else self.turn()
        if not self.differs(_HEADER, (seat, wins, inverted, bidding)):
            return
        canvas = self.canvas
        say = self.say
        canvas.fill(0, 0, WIDTH, BAR + 1, ink.DARK)
        x = 2
        if seat >= 0:
            self.badge(0, 0, seat, BAR + 1)
            alone = seat == self.viewer and self.match.persons == 1 and not wins
            key = "takes" if wins else "your_turn" if alone else "turn_of"
            x = canvas.text(_BADGE + 2, 1, say(key, self.app.faced(seat)), ink.WHITE)
        key = "auction" if bidding else "inverted" if inverted else "normal"
        text = say(key)
        width = canvas.small.width(text)
        if x + width + canvas.small.width(self.tag) > WIDTH - (9 if self.tag else 6):  # a long name
            text = say(key + "_short")
            width = canvas.small.width(text)
        if inverted:
            canvas.fill(WIDTH - 5 - width, 0, width + 5, BAR + 1, ink.ACCENT)
        canvas.text(WIDTH - 2 - width, 1, text, ink.INK if inverted else ink.WHITE)
        self.draw_tag(x, WIDTH - 5 - width)

    def paper(self, x: int, y: int, card: int, edge: int) -> None:
        # Draws a card outside the hand, or its back (_TURNED) during a swap.
        self.canvas.frame(x, y, _CARD, _TALL, edge, ink.PAPER)
        if card >= 0:
            self.face(x, y, card, False)
        else:
            self.canvas.text(x + (_CARD - 9) // 2, y + (_TALL - 8) // 2, "⇄", ink.INK)

    def _draw_lane(self, i: int, card: int, follow: bool) -> None:
        canvas = self.canvas
        x = (WIDTH - 10 * _PITCH) // 2 + _PITCH * i
        canvas.fill(x, _LANE - 1, _PITCH, _TALL + 2, ink.ACCENT if follow else ink.DARK)
        if card <= -10:
            # A finished trick shows its winner's badge.
            self.badge(x + (_CARD - _BADGE) // 2, _LANE + (_TALL - BAR) // 2, -10 - card)
        else:
            self.paper(x, _LANE, card, ink.ACCENT if follow else ink.INK)

    def face(self, x: int, y: int, card: int, dim: bool) -> None:
        canvas = self.canvas
        number = card % 10 + 1
        text = "⑩" if number == 10 else str(number)
        canvas.text(x + (_TEN if number == 10 else _FACE), y + _NUMBER, text, ink.INK, canvas.big)
        sign = self._suit(card // 10)
        font = canvas.big if _BIG_SIGN else canvas.small
        colour = ink.INK if dim else ink.of(sign)
        canvas.text(x + (_CARD - font.width(sign)) // 2, y + _SIGN, sign, colour, font)

    def _draw_played(self, seat: int, card: int, best: bool) -> None:
        canvas = self.canvas
        x, y, _, _ = self._played_rect(seat)
        canvas.fill(x, y, _CARD, _TALL, ink.TABLE)
        if card < 0 and card != _TURNED:
            canvas.frame(x, y, _CARD, _TALL, ink.ACCENT if card == _NEXT else ink.LIGHT, ink.TABLE)
            if card == _NEXT:
                canvas.text(x + (_CARD - 7) // 2, y + (_TALL - 12) // 2, "…", ink.ACCENT)
            elif card != _NONE:
                # The number that was named; the highest one is in the accent colour.
                named = -card // 10 - 2
                text = "-" if named < 0 else "⑩" if named == 10 else str(named)
                colour = ink.ACCENT if best else ink.WHITE
                y += (_TALL - _BIG + 1) // 2
                canvas.text(x + (_CARD - canvas.big.width(text)) // 2, y, text, colour, canvas.big)
        else:
            self.paper(x, y, card, ink.ACCENT if best else ink.INK)
            if best and _THICK:
                canvas.fill(x + 1, y + 1, _CARD - 2, 1, ink.ACCENT)
                canvas.fill(x + 1, y + _TALL - 2, _CARD - 2, 1, ink.ACCENT)

    def _draw_player(self, seat: int, said: int, leads: bool, swapped: bool) -> None:
        """Draws a player's name and tricks (or number in the auction) on the outer side of the card."""
        game = self.game
        canvas = self.canvas
        font = canvas.small
        left = seat in (0, 3)
        x = 0 if left else WIDTH - _TEXT
        y = _SEATS if seat < 2 else _BELOW
        canvas.fill(x, y, _TEXT, _TALL, ink.TABLE)
        big = canvas.big
        name = self.app.faced(seat)
        canvas.text(1 if left else WIDTH - 1 - font.width(name), y + _TALL - big.height - 9, name, ink.WHITE)
        self.badge(1 if left else WIDTH - 1 - _BADGE, y + _LINE + 1, seat)
        key = "won"
        numbers = [said]
        if self._bidding:
            key = "named"
            if said < 0:
                key = "passed"
                numbers = []
        elif seat == game.parent:
            key = "won_of"
            numbers.append(game.declared)
        width = 0
        if said or not self._bidding:
            room = _SWAPPED if swapped else _PLAYED_X - _BADGE - 9
            width = self._draw_said(y, left, key, numbers, room)
        # Beside the card: a sign for the leader, and one for a card that came from the lane.
        if leads:
            x = _PLAYED_X - 5 if left else WIDTH + 1 - _PLAYED_X
            canvas.text(x, y + (_LINE + 2), "▶" if left else "◀", ink.ACCENT)
        if swapped and width < _SWAPPED:  # only "10 of 10" leaves no room
            canvas.text(_PLAYED_X - 16 if left else WIDTH + 7 - _PLAYED_X, y + _LINE + 2, "⇄", ink.ACCENT)

    def _draw_said(self, y: int, left: bool, key: str, numbers: list[int], room: int) -> int:
        """Draws a text beside a player's badge, its numbers in the big font if it is narrower than `room`.

        Returns its width.
        """
        canvas = self.canvas
        small = canvas.small
        big = canvas.big
        colour = ink.ACCENT if key == "won_of" else ink.WHITE
        text = self.say(key, *numbers)
        width = small.width(text)
        parts = self.say(key, *(["\n"] * len(numbers))).split("\n")
        large = -1
        for part in parts:
            large += small.width(part) + 1
        for number in numbers:
            large += big.width(str(number)) + 1
        fits = large < room
        if fits:
            width = large
        x = _BADGE + 4 if left else WIDTH - 4 - _BADGE - width
        y += _LINE + 2
        if not fits:
            canvas.text(x, y, text, colour)
            return width
        for i in range(len(parts)):
            x = canvas.text(x, y, parts[i], colour)
            if i < len(numbers):
                x = canvas.text(x, y - _LINE - 2 + _TALL - big.height, str(numbers[i]), colour, big)
        return width

    def _draw_rule(self, at: int) -> None:
        """Draws the rule in force, as on the game's reference card, in the area of a missing player."""
        inverted = self._inverted(at)
        swapping = LANDED <= self.stage < CROSSED and self._swaps()
        sign = self._suit((self._swap[2] if swapping else self.game.lane[at]) // 10)
        if not self.differs(_RULE, (inverted, sign)):
            return
        canvas = self.canvas
        if self.game.players == 2:
            canvas.fill(0, _BELOW, WIDTH, _TALL, ink.TABLE)
            for line in range(2):
                valid = inverted == (line == 1)
                y = _BELOW + _RULE_Y + BAR * line
                if valid:
                    canvas.text(_RULE_X - 8, y, "▶", ink.ACCENT)
                canvas.text(_RULE_X, y, self.say("rule_" + str(line), sign), ink.WHITE if valid else ink.DIM)
        else:
            canvas.fill(0, _BELOW, WIDTH // 2 - 1, _TALL, ink.TABLE)
            for line in range(2):
                key = ("inverted_" if inverted else "normal_") + str(line)
                canvas.text(2, _BELOW + _RULE_Y + BAR * line, self.say(key, sign), ink.DIM)

    def _draw_numbers(self) -> None:
        """Draws the pass and the numbers of the auction in the message line; illegal ones are dark."""
        game = self.game
        actions = len(self.session.history)
        if actions != self._asked:
            self._asked = actions
            self.bid = PASS + (game.declared % 10 + 1 if game.declared < 10 else 0)
        if not self.differs(_NUMBERS, (actions, self.bid)) and self._note is None:
            return
        self._note = None
        canvas = self.canvas
        canvas.fill(0, _CHIPS, WIDTH, BAR, ink.TABLE)
        legal = game.legal_actions()
        for bid in self.bids:
            text = str(bid - PASS) if bid > PASS else self.say("pass")
            x, _, width, _ = self.place("bid", bid)
            colour = ink.DIM
            if bid in legal:
                canvas.fill(x, _CHIPS, width, BAR, ink.PAPER)
                colour = ink.INK
            if bid == self.bid:
                # Dark: a frame alone would be told from the others by its colour.
                canvas.frame(x, _CHIPS, width, BAR, ink.ACCENT, ink.DARK)
                colour = ink.WHITE if colour == ink.INK else ink.DIM
            canvas.text(x + (width - canvas.small.width(text) + 1) // 2, _CHIPS + 1, text, colour)

    @rare
    def draw_last(self) -> None:
        """Draws a finished trick in the order of play: what was played, what counted, why it was won."""
        at = self.page
        game = self.game
        canvas = self.canvas
        canvas.fill(0, 0, WIDTH, FOOT, ink.TABLE)
        if at < 0:
            self.title(self.say("piles"))
            self.centred(_SEATS + 21, self.say("no_pile"), ink.WHITE)
            return
        winner = game.winner(at)
        self.title(self.say("pile_of", at + 1, self.app.name(winner)))
        seat = game.leader(at)
        y = _LAST_Y
        for _ in range(game.players):
            if seat == winner:
                canvas.fill(0, y, _WON, _TALL, ink.LIGHT)
            self.badge(2, y + (_TALL - BAR) // 2, seat)
            canvas.text(_BADGE + 5, y + (_TALL - BAR) // 2 + 1, self.app.faced(seat), ink.WHITE)
            card = game.played(at, seat)
            laid = self.laid(at, seat)
            if laid != card:
                self.paper(_LAST_X, y, laid, ink.INK)
                canvas.text(_LAST_X + _CARD + 1, y + (_TALL - BAR) // 2 + 1, "⇄", ink.WHITE)
            self.paper(_LAST_X + _CARD + 11, y, card, ink.INK)
            seat = (seat + 1) % game.players
            y += _LAST_STEP
        canvas.text(_WON + 6, _LAST_Y + 2, self.say("lane"), ink.DIM)
        self.paper(_WON + 14, _LAST_Y + 14, game.lane[at], ink.INK)
        self.centred(_WHY, self.reason(at), ink.WHITE)
