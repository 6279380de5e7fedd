# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The table of The Game: the team, four piles, the hand, and what each card would cost on each pile."""

from micropython import const

from engine.memory import rare
from handful import keys
from handful.picture import ink
from handful.picture.faces import GLAD, TROUBLED
from handful.picture.measures import BAR, WIDTH
from handful.settings import MEMORY
from handful.sound import FANFARE, JUMP, STUCK, higher
from handful.tables.telling import BEAT, FACE, FLY, HEAR, LAID, LANDED, READ, REST, SAY, SHOW
from handful.tables.the_game_cursor import BEGIN, CARD, END, LAY, LOOK, TALK, Cursor

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

    from engine.the_game import Game
    from handful.app import App
    from handful.tables.telling import Point, Rect, Step

_BIG = const(11)  # height of the big font's signs
# The team: for each seat the mark of who is next, the badge, and how many cards it holds.
_STRIP = const(12)  # y
_SEAT = const(24)  # from one seat to the next,
_APART = const(8)  # and so much more where there are less than five
_MARK = const(6)  # from a seat's left edge to its badge
_BADGE = const(7)  # width of a badge
_HELD = const(10)  # from a badge to its count: side by side they would read as one number
# Each pile's column, from top to bottom: the top card, the edges of the cards below it, the progress bar, the
# chosen card's cost, the signals.
_PILE = const(40)  # width of a column
_TOP = const(25)  # y of the columns
_ARROW = const(4)  # from a column's left edge to the arrow
_HIGH = const(23)  # height of the top card
_TEXT = const(7)  # from _TOP down to the card's number
_EDGES = const(3)  # the most edges that a pile shows
_CARDS = const(8)  # how many cards an edge stands for
_COME = const(27)  # from _TOP down to the progress bar
_COME_HIGH = const(4)
_COST = const(32)  # from _TOP down to the cost
_COST_HIGH = const(12)  # height of the cost
_SIGNALS = const(45)  # from _TOP down to the signals
_NOTE = const(80)
# The hand, and the panel with the cards laid last.
_HAND = const(94)
_RAISED = const(4)  # by how much a card is raised
_PITCH = const(20)
_CARD_WIDE = const(19)
_CARD_HIGH = const(24)
_LIST_X = const(10)
_LIST_Y = const(14)
_LIST_HIGH = const(98)
_LINE = const(10)

# Its own stages.
BACK = const(3)  # a pile goes back by ten: its bar runs, and it flashes
LOST = const(10)  # the team can lay no more
BEATEN = const(11)  # all cards are laid: the piles burst
_BURSTS = const(14)  # halves of a pace in which they do
_RUN = const(60)  # ms from one step of the bar that runs back to the next
_STEPS = const(8)

# Position numbers for `differs`; piles, costs and signals have 1 to 8 and 20 to 23.
_FIRST = const(10)  # the hand's first card
_SIZE = const(9)  # how many cards the hand has
_TEAM = const(30)

_AIMS = (CARD, LAY, END, TALK)  # these may have a pile
_SIGNALLING = (END, TALK)  # these set a signal on the pile


class View(Cursor):
    """The Game's table."""

    game: "Game"
    note_y = _NOTE

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self._was = (0, 0)  # the last action's pile, and its top before it
        self._team: tuple[int, ...] = ()  # everybody's cards before the last action, as _count_cards has them
        self._jumps = False  # whether the last action moved its pile back by 10
        self._backs = 0  # how many have done so in this turn
        self._run = 0  # steps of the bar that runs back
        self._burst: Any = None  # the Burst of the finale
        if self.game.choosing:
            self._at = LOOK if self.viewer >= 0 and self.match.persons > 1 else BEGIN

    def describe(self, action: int) -> str:
        game = self.game
        name = self.app.name(game.player)
        if action >= 600:
            return self._words((action - 600) >> 4, action & 3, (action - 600) >> 2 & 3)
        if action >= 500:
            return self.say("starts", self.app.name(action - 500))
        if action >= 400:
            return self._words(game.player, action & 3, (action - 400) >> 2)
        if action == 0:
            return self.say(self.wording + "ended", name)
        card = action >> 2
        return self.say(self.wording + "lays", name, card, self._cost(card, action & 3))

    def tricks(self) -> int:
        return 8 * self.game.left + self.game.player  # the end of a turn changes the stock or the player

    def origin(self, action: int) -> "Point | None":
        if not 0 < action < 400:
            return None
        card = action >> 2
        if self.game.player == self.viewer and card in self.shown:
            return self._hand_x(self.shown.index(card)), _HAND - _RAISED
        return WIDTH // 2 - 20, -24  # from the other side of the table

    def before(self, action: int) -> None:
        game = self.game
        if game.player == self.viewer >= 0:
            self._kept = self.cards()[:]
        self._team = self._count_cards()
        self._was = (action & 3, game.piles[action & 3])
        self._jumps = 0 < action < 400 and game.gap(action >> 2, action & 3) < 0
        if not game.laid:
            self._backs = 0
        self._backs += self._jumps

    def tell(self, action: int, line: str) -> "list[Step]":
        if action >= 600 and self.match.review < 0 and self.match.kinds[action - 600 >> 4]:
            return []  # a robot's call shows as a sign over the pile, and is not told, as when it was made
        steps = super().tell(action, line)
        robot = self.match.kinds[self.mover] > 0
        if self._jumps:
            self._run = 0
            cost = ((action & 3) * _PILE, _TOP + _COST - 1, _PILE, _COST_HIGH + 1)
            start = cost[0], _HAND  # below its own pile
            steps[:0] = [
                (HEAR, higher(JUMP, 2 * self._backs - 2)), (SHOW, BACK), (SAY, line or self.say("back_ten")),
                (FLY, ((start, cost),)), (REST, _RUN * _STEPS),
            ]  # fmt: skip
            if robot and line:
                steps.insert(-1, (FACE, (self.mover, GLAD)))  # while the line is read
        if self.game.winners():
            if self.telling.moving:
                text = self.say("band_0")
                steps += [(REST, BEAT), (SHOW, BEATEN), (HEAR, FANFARE), (SAY, text), (READ, _BURSTS)]
        elif self.game.player < 0:
            steps += [(REST, BEAT), (SHOW, LOST), (HEAR, STUCK), (SAY, self.say("lost"))]
            if robot:
                steps.append((FACE, (self.mover, TROUBLED)))
            steps.append((READ, 4))
        elif not line and self._fresh and self._can_talk():
            steps += [(SHOW, LAID), (SAY, self.say("drawn")), (READ, 2)]
        return steps

    def tick(self, now: int) -> None:
        telling = self.telling
        if self._at == END and self._pile < 0 and not (self.game.due or self.overlay or self.dirty):
            # The end of the turn can be taken back for a moment, before the drawn cards are seen.
            if keys.elapsed(now, self._ended) >= telling.pace() * 3 // 4:
                self._choose(self._card)
                self.deferred = (self.play, 0)
        if self.stage == BACK and telling.state and not (self.dirty or telling.motion.busy):
            run = min(_STEPS, keys.elapsed(now, telling.since) // _RUN)
            if run != self._run:
                self._run = run
                self.dirty = True
        if self.stage == BEATEN and telling.reading and not self.overlay:
            if self._burst is None:
                from handful.tables.the_game_finale import Burst

                self._burst = Burst(self)
            self._burst.tick(now)
        super().tick(now)

    def landing(self, action: int) -> "Rect":
        return (action & 3) * _PILE + 1, _TOP + 1, _PILE - 2, _HIGH

    @rare
    def place(self, what: str, which: int) -> "Rect":
        if what == "piles":
            return 0, _TOP, WIDTH, _HIGH + 2
        if what == "pile":
            return which * _PILE + 1, _TOP, _PILE - 2, _HIGH + 2
        if what == "costs":
            return 0, _TOP + _COST - 1, WIDTH, _COST_HIGH + 2
        if what != "hand":
            return Cursor.place(self, what, which)
        if which < 0:
            return 0, _HAND - 4, WIDTH, _CARD_HIGH + 4
        return self._hand_x(self.shown.index(which)), _HAND - 4, _CARD_WIDE, _CARD_HIGH

    def _cost(self, card: int, pile: int) -> str:
        gap = self.game.gap(card, pile)
        return "-10!" if gap < 0 else "+" + str(gap)

    def sync(self) -> None:
        self.deal()
        game = self.game
        mine = self.mine
        self._follow(mine)
        hand = self.shown
        if self._card >= len(hand) and not self._dealing:
            self._card = max(0, len(hand) - 1)
        if self.differs(0, (self.turn(), game.choosing)):
            self.header("")
        self._draw_team()
        aiming = mine and self._at < END
        if mine and self._at == CARD and self._sought != self._moment():
            self._seek(hand)
        card = hand[self._card] if aiming and hand else 0
        for pile in range(4):
            self._draw_pile(pile)
            self._draw_cost(pile, card)
            self._draw_signals(pile)
        if self.differs(_SIZE, len(self.cards())):
            for i in range(8):
                self._drawn.pop(_FIRST + i, None)
            self.canvas.fill(0, _HAND - _RAISED, WIDTH, _CARD_HIGH + _RAISED, ink.TABLE)
        fresh = self._fresh
        for i in range(len(hand)):
            chosen = aiming and i == self._card
            self._draw_card(i, hand[i], chosen, chosen or hand[i] in fresh)
        self._say_keys(mine, hand)

    def _count_cards(self) -> tuple[int, ...]:
        # How many cards each seat holds, then how many there are to lay in all, and how many to draw.
        game = self.game
        cards = [game.held(seat) for seat in range(game.players)]
        cards.append(98 - game.score(0))
        cards.append(game.left)
        return tuple(cards)

    def _draw_team(self) -> None:
        # Draws how many cards everybody holds, who is to act and who is next, and what is left to draw. A
        # person alone sees how many cards are left in all.
        game = self.game
        players = game.players
        seat = self._choice if game.choosing else self.turn()
        # A card counts when it has landed.
        cards = self._team if self.stage == LANDED else self._count_cards()
        after = seat
        for _ in range(players):
            after = (after + 1) % players
            if game.held(after):
                break
        if not self.differs(_TEAM, (seat, after, cards)):
            return
        canvas = self.canvas
        big = canvas.big
        canvas.fill(0, _STRIP, WIDTH, _BIG, ink.TABLE)
        if players == 1:
            x = canvas.text(2, _STRIP, str(cards[-2]), ink.WHITE, big)
            key = "card_left" if cards[-2] == 1 else "cards_left"
            canvas.text(x + 3, _STRIP + 3, self.say(key), ink.WHITE)
        else:
            for other in range(players):
                x = 1 + other * (_SEAT if players == 5 else _SEAT + _APART)
                if other == after != seat:
                    canvas.text(x + 1, _STRIP + 2, "▶", ink.ACCENT)
                x += _MARK
                self.badge(x, _STRIP, other, _BIG)
                held = cards[other]
                colour = ink.ACCENT if other == seat else ink.WHITE if held else ink.DIM
                canvas.text(x + _HELD, _STRIP, str(held), colour, big)
        left = str(cards[-1])
        x = WIDTH - 1 - big.width(left)
        canvas.text(x, _STRIP, left, ink.WHITE, big)
        canvas.text(x - 2 - canvas.small.width("\ue002"), _STRIP + 2, "\ue002", ink.WHITE)

    def _draw_pile(self, pile: int) -> None:
        game = self.game
        top = game.piles[pile]
        aimed = 0
        if self._pile == pile and self.mine and self._at in _AIMS:
            aimed = 1 if self._at == CARD else 2
        was = top
        flash = 0
        if pile == self._was[0]:
            if self.stage == LANDED:
                was = self._was[1]
            elif self.stage == BACK:
                was = self._was[1] + (top - self._was[1]) * self._run // _STEPS
                flash = self._run & 1
        dim = self.stage == LOST
        edges = min(_EDGES, (game.heights[pile] - (was != top) + _CARDS - 1) // _CARDS)
        if not self.differs(1 + pile, ((top << 7 | was) << 4 | flash << 3 | aimed << 1 | dim) << 2 | edges):
            return
        canvas = self.canvas
        x = pile * _PILE
        edge = ink.ACCENT if aimed > 1 else ink.TABLE
        canvas.fill(x + 1, _TOP - 1, _PILE - 2, 2, edge)
        canvas.fill(x + 1, _TOP + _HIGH + 1, _PILE - 2, _EDGES, ink.TABLE)
        for i in range(edges):
            # A lit frame is too much like the paler of the two inks to touch it.
            canvas.fill(
                x + 2, _TOP + _HIGH + 1 + i, _PILE - 4, 1, ink.GREY if i + (aimed > 0) & 1 else ink.DIM
            )
        rises = pile < 2
        edge = ink.ACCENT if aimed else ink.INK
        paper = ink.ACCENT if flash else ink.DIM if dim else ink.PAPER
        canvas.frame(x + 1, _TOP + 1, _PILE - 2, _HIGH, edge, paper)
        colour = ink.INK if dim or flash else ink.BLUE if rises else ink.RED
        canvas.text(x + _ARROW, _TOP + _TEXT, "↑" if rises else "↓", colour, canvas.big)
        number = str(top)
        canvas.text(x + _PILE - 3 - canvas.big.width(number), _TOP + _TEXT, number, ink.INK, canvas.big)
        # The progress bar: from 1 up to 99, or from 100 down to 2.
        come = (was - 1 if rises else 100 - was) * (_PILE - 6) // 98
        canvas.fill(x + 3, _TOP + _COME, _PILE - 6, _COME_HIGH, ink.TABLE)
        canvas.fill(x + 3, _TOP + _COME + _COME_HIGH - 1, _PILE - 6, 1, ink.DIM)
        canvas.fill(x + 3, _TOP + _COME, come, _COME_HIGH, ink.SKY)

    def _draw_cost(self, pile: int, card: int) -> None:
        # Draws the cost of the chosen card on the pile or, if a signal may be set on it, the keys that do so.
        gap = self.game.gap(card, pile) if card else 0
        lit = pile == self._pile and self.mine
        if self.stage == BACK and pile == self._was[0]:
            lit = True
            gap = -10
            card = 1
        signals = lit and self._at in _SIGNALLING
        if not self.differs(5 + pile, (gap, card > 0, lit, signals)):
            return
        canvas = self.canvas
        x = pile * _PILE
        canvas.fill(x, _TOP + _COST - 1, _PILE, _COST_HIGH + 1, ink.TABLE)
        font = canvas.small
        if card and gap:
            text = "-10!" if gap < 0 else "+" + str(gap)
            font = canvas.big
        elif card:
            text = "✗"
        else:
            text = self.app.named("▲▼", 0) if signals else ""
        colour = ink.ACCENT if gap < 0 or signals else ink.WHITE if gap else ink.DIM
        y = _TOP + _COST + (0 if gap else 2)
        if lit and gap:
            canvas.fill(x + 2, _TOP + _COST, _PILE - 4, _COST_HIGH, ink.ACCENT)
            colour = ink.INK
        canvas.text(x + (_PILE - font.width(text)) // 2, y, text, colour, font)

    def _draw_signals(self, pile: int) -> None:
        game = self.game
        signals = 0
        for seat in range(game.players):
            signals = signals * 3 + game.signal(seat, pile)
        if not self.differs(20 + pile, signals):
            return
        canvas = self.canvas
        y = _TOP + _SIGNALS
        canvas.fill(pile * _PILE, y, _PILE, BAR, ink.TABLE)  # with what reaches below a line
        said = [(seat, game.signal(seat, pile)) for seat in range(game.players) if game.signal(seat, pile)]
        if not said:
            return
        # The strongest one, in a word on a bubble of paper: who wants the pile wants no big jump either.
        # Whoever says it has a badge beside it, two at most: side by side they would read as a number.
        signal = max([other for _, other in said])
        word = self.say("sign_" + str(signal))
        bubble = canvas.small.width(word) + 2
        seats = [seat for seat, other in said if other == signal][: (_PILE - bubble) // _BADGE]
        x = pile * _PILE + (_PILE - bubble - len(seats) * _BADGE) // 2
        self.badge(x, y, seats[0], BAR - 1)
        x += _BADGE
        canvas.frame(x, y, bubble, BAR - 1, ink.PAPER, ink.PAPER)
        canvas.text(x + 1, y + 1, word, ink.INK)
        if len(seats) > 1:
            self.badge(x + bubble, y, seats[1], BAR - 1)

    def _hand_x(self, i: int) -> int:
        return (WIDTH - len(self.cards()) * _PITCH) // 2 + i * _PITCH

    def _draw_card(self, i: int, card: int, chosen: bool, raised: bool) -> None:
        if not self.differs(_FIRST + i, card << 2 | chosen << 1 | raised):
            return
        canvas = self.canvas
        x = self._hand_x(i)
        canvas.fill(x, _HAND - _RAISED, _CARD_WIDE, _CARD_HIGH + _RAISED, ink.TABLE)
        y = _HAND - _RAISED if raised else _HAND
        canvas.frame(x, y, _CARD_WIDE, _CARD_HIGH, ink.ACCENT if chosen else ink.INK, ink.PAPER)
        number = str(card)
        x += (_CARD_WIDE - canvas.big.width(number)) // 2
        canvas.text(x, y + (_CARD_HIGH - _BIG + 1) // 2, number, ink.INK, canvas.big)

    def note(self, text: str, colour: int = ink.WHITE) -> None:
        said, seat = self._said
        if not text or text != said:
            super().note(text, colour)
        elif text != self._note:
            # Speech stands in a bubble of paper, behind the badge of who says it.
            self._note = text
            canvas = self.canvas
            width = canvas.small.width(text) + 4
            x = (WIDTH - width + _BADGE + 2) // 2
            self.note_x = 0  # the next note clears all of the line
            canvas.fill(0, _NOTE, WIDTH, BAR, ink.TABLE)
            self.badge(x - _BADGE - 2, _NOTE, seat, BAR)
            canvas.frame(x, _NOTE, width, BAR, ink.PAPER, ink.PAPER)
            canvas.fill(x - 1, _NOTE + 4, 1, 3, ink.PAPER)
            canvas.text(x + 2, _NOTE + 1, text, ink.INK)

    @rare
    def draw_last(self) -> None:
        """Draws the cards laid in this turn, oldest first; with the memory aid the last eight."""
        rows: list[Any] = []
        history = self.session.history
        i = (self.telling.next if self.telling.replay else len(history)) - 1
        laid = len(self.game.laid)  # by the rules only the tops of the piles are visible
        if self.app.settings.values[MEMORY] or self.match.review >= 0:
            laid = 8
        while i >= 0 and len(rows) < laid:
            if 0 < history[i] < 400:
                rows.append(history[i])
            i -= 1
        canvas = self.canvas
        canvas.frame(_LIST_X, _LIST_Y, WIDTH - 2 * _LIST_X, _LIST_HIGH, ink.PAPER, ink.DARK)
        self.centred(_LIST_Y + 3, self.say("last_laid"), ink.ACCENT)
        if not rows:
            self.centred(_LIST_Y + _LIST_HIGH // 2, self.say("laid_none"), ink.WHITE)
        y = _LIST_Y + 5 + _LINE
        for row in range(len(rows) - 1, -1, -1):
            action = rows[row]
            arrow = "↑" if action & 3 < 2 else "↓"
            text = str(action >> 2) + "  " + arrow + " " + str((action & 3) + 1)
            canvas.text(WIDTH // 2 - 24, y, text, ink.WHITE)
            y += _LINE
