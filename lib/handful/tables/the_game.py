"""The table of The Game: four piles, the hand, and what each card would cost on each pile."""

from micropython import const

from handful import keys
from handful.picture import ink
from handful.picture.faces import GLAD, TROUBLED
from handful.picture.measures import BAR, WIDTH
from handful.settings import MEMORY
from handful.sound import JUMP, STUCK, WIN
from handful.tables.table import BEAT, FACE, HEAR, LANDED, READ, REST, SAY, SHOW, Table

_BIG = const(11)  # height of the big font's signs
# Each pile's column, from top to bottom: the top card, the progress bar, the chosen card's cost, the signals.
_PILE = const(40)  # width of a column
_TOP = const(13)  # y of the columns
_ARROW = const(4)  # from a column's left edge to the arrow
_HIGH = const(23)  # height of the top card
_TEXT = const(7)  # from _TOP down to the card's number
_COME = const(26)  # from _TOP down to the progress bar
_COST = const(31)  # from _TOP down to the cost
_COST_HIGH = const(13)  # height of the cost
_SIGNALS = const(45)  # from _TOP down to the signals
_SIGNAL = const(8)  # distance from one signal to the next
_NOTE = const(72)
# The hand, and the panel with the cards laid last.
_HAND = const(88)
_PITCH = const(20)
_CARD_WIDE = const(19)
_CARD_HIGH = const(26)
_LIST_X = const(10)
_LIST_Y = const(14)
_LIST_HIGH = const(98)
_LINE = const(10)
_STEPS = (keys.LEFT, keys.UP, keys.DOWN, keys.RIGHT)  # the direction that stands for each pile
_ARROWS = "◀▲▼▶"

# Stages of its own.
LOST = const(10)  # the team can lay no more
BEATEN = const(11)  # all cards are laid: the piles burst
_BURSTS = const(14)  # halves of a pace in which they do

# Position numbers for `differs`; piles, costs and signals have 1 to 8 and 20 to 23.
_FIRST = const(10)  # the hand's first card
_SIZE = const(9)  # how many cards the hand has

# What the cursor selects (_at).
_CARD = const(0)  # a card of the hand
_LAY = const(1)  # a pile for the chosen card
_END = const(2)  # the end of the turn, or a signal
_LOOK = const(3)  # nothing yet: the viewer looks at the hand before the team chooses who begins
_START = const(4)  # the player who begins


class View(Table):
    """The Game's table."""

    note_y = _NOTE

    def __init__(self, app):
        super().__init__(app)
        self._at = _CARD
        self._card = 0  # index in the hand
        self._pile = 0
        self._choice = 0  # the seat proposed to begin
        self._was = (0, 0)  # the last action's pile, and its top before it
        self._jumps = False  # whether the last action moved its pile back by 10
        self._burst = None  # the Burst of the finale
        if self.game.choosing:
            self._at = _LOOK if self.viewer >= 0 and self.match.persons > 1 else _START

    def describe(self, action: int) -> str:
        game = self.game
        name = self.app.name(game.player)
        if action >= 600:
            return self.say(self.wording + "signals", self.app.name((action - 600) >> 4))
        if action >= 500:
            return self.say("starts", self.app.name(action - 500))
        if action >= 400:
            return self.say(self.wording + "signals", name)
        if action == 0:
            return self.say(self.wording + "ended", name)
        card = action >> 2
        return self.say(self.wording + "lays", name, card, self._cost(card, action & 3))

    def point(self, action: int) -> None:
        if 0 < action < 400:
            self._card = self.game.hand(self.viewer).index(action >> 2)
            self._pile = action & 3
            self._at = _LAY
        elif action == 0:
            self._at = _END
        elif action >= 500:
            self._choice = action - 500

    def tricks(self) -> int:
        return 8 * self.game.left + self.game.player  # the end of a turn changes the stock or the player

    def origin(self, action: int):
        if not 0 < action < 400:
            return None
        card = action >> 2
        if self.game.player == self.viewer and card in self.shown:
            return self._hand_x(self.shown.index(card)), _HAND - 4
        return WIDTH // 2 - 20, -24  # from the other side of the table

    def before(self, action: int) -> None:
        game = self.game
        self._was = (action & 3, game.piles[action & 3])
        self._jumps = 0 < action < 400 and game.gap(action >> 2, action & 3) < 0

    def tell(self, action: int, line: str) -> list:
        steps = super().tell(action, line)
        robot = self.match.kinds[self.mover] > 0
        if self._jumps:
            steps.insert(0, (HEAR, JUMP))
            if robot:
                steps.insert(1, (FACE, (self.mover, GLAD)))
        if self.game.winners():
            if self.moving:
                text = self.say("band_0")
                steps += [(REST, BEAT), (SHOW, BEATEN), (HEAR, WIN), (SAY, text), (READ, _BURSTS)]
        elif self.game.player < 0:
            steps += [(REST, BEAT), (SHOW, LOST), (HEAR, STUCK), (SAY, self.say("lost"))]
            if robot:
                steps.append((FACE, (self.mover, TROUBLED)))
            steps.append((READ, 4))
        return steps

    def tick(self, now: int) -> None:
        if self.stage == BEATEN and self.reading and not self.overlay:
            if self._burst is None:
                from handful.tables.the_game_finale import Burst

                self._burst = Burst(self)
            self._burst.tick(now)
        super().tick(now)

    def landing(self, action: int):
        return (action & 3) * _PILE + 1, _TOP + 1, _PILE - 2, _HIGH

    def _cost(self, card: int, pile: int) -> str:
        gap = self.game.gap(card, pile)
        return "-10!" if gap < 0 else "+" + str(gap)

    # Drawing.

    def sync(self) -> None:
        if self.game.choosing and self._at < _LOOK:
            self._at = _START  # the choice was taken back
        self.deal()
        game = self.game
        mine = self.mine
        if self._at == _END and mine and game.legal_actions()[0]:
            self._at = _CARD  # a card was taken back that the turn needs
        hand = self.shown
        if self._card >= len(hand) and not self._dealing:
            self._card = max(0, len(hand) - 1)
        right = "\ue002" + str(game.left)
        if 0 <= game.player == self.turn() and game.due and not game.choosing:
            right = self.say("due", game.due) + "  " + right
        if self.differs(0, (self.turn(), game.choosing, right)):
            self.header(right)
        card = hand[self._card] if mine and hand and self._at < _END else 0
        for pile in range(4):
            self._draw_pile(pile)
            self._draw_cost(pile, card)
            self._draw_signals(pile)
        if self.differs(_SIZE, len(self.cards())):
            for i in range(8):
                self._drawn.pop(_FIRST + i, None)
            self.canvas.fill(0, _HAND - 4, WIDTH, _CARD_HIGH + 4, ink.TABLE)
        for i in range(len(hand)):
            self._draw_card(i, hand[i], mine and i == self._card and self._at < _END)
        self._say_keys(mine, hand)

    def _draw_pile(self, pile: int) -> None:
        top = self.game.piles[pile]
        aimed = self._at == _LAY and self._pile == pile and self.mine
        was = self._was[1] if self.stage == LANDED and pile == self._was[0] else top
        dim = self.stage == LOST
        if not self.differs(1 + pile, (top << 7 | was) << 2 | aimed << 1 | dim):
            return
        canvas = self.canvas
        x = pile * _PILE
        edge = ink.ACCENT if aimed else ink.TABLE
        canvas.fill(x + 1, _TOP - 1, _PILE - 2, 2, edge)
        canvas.fill(x + 1, _TOP + _HIGH + 1, _PILE - 2, 2, edge)
        rises = pile < 2
        edge = ink.ACCENT if aimed else ink.INK
        canvas.frame(x + 1, _TOP + 1, _PILE - 2, _HIGH, edge, ink.DIM if dim else ink.PAPER)
        colour = ink.INK if dim else ink.BLUE if rises else ink.RED
        canvas.text(x + _ARROW, _TOP + _TEXT, "↑" if rises else "↓", colour, canvas.big)
        number = str(top)
        canvas.text(x + _PILE - 3 - canvas.big.width(number), _TOP + _TEXT, number, ink.INK, canvas.big)
        # The progress bar: from 1 up to 99, or from 100 down to 2.
        come = (was - 1 if rises else 100 - was) * (_PILE - 6) // 98
        canvas.fill(x + 3, _TOP + _COME, come, 3, ink.LIGHT)
        canvas.fill(x + 3 + come, _TOP + _COME, _PILE - 6 - come, 3, ink.DARK)

    def _draw_cost(self, pile: int, card: int) -> None:
        # Draws the cost of the chosen card on the pile or, at _END, the key that sets a signal for the pile.
        gap = self.game.gap(card, pile) if card else 0
        ending = self._at == _END and self.mine and self.game.players > 1
        if not self.differs(5 + pile, (gap, card > 0, ending)):
            return
        canvas = self.canvas
        x = pile * _PILE
        canvas.fill(x, _TOP + _COST, _PILE, _COST_HIGH, ink.TABLE)
        font = canvas.small
        if card and gap:
            text = self._cost(card, pile)
            font = canvas.big
        elif card:
            text = "✗"
        else:
            text = _ARROWS[pile] if ending else ""
        colour = ink.ACCENT if gap < 0 or ending else ink.WHITE if gap else ink.DIM
        y = _TOP + _COST + (1 if gap else 3)
        canvas.text(x + (_PILE - font.width(text)) // 2, y, text, colour, font)

    def _draw_signals(self, pile: int) -> None:
        game = self.game
        signals = 0
        for seat in range(game.players):
            signals = signals * 3 + game.signal(seat, pile)
        if not self.differs(20 + pile, signals):
            return
        canvas = self.canvas
        x = pile * _PILE + 1
        canvas.fill(x, _TOP + _SIGNALS, _PILE - 1, BAR + 3, ink.TABLE)
        for seat in range(game.players):
            signal = game.signal(seat, pile)
            if signal:
                colour = self.app.settings.colours[seat]
                canvas.fill(x, _TOP + _SIGNALS, _SIGNAL, BAR + 1, colour)
                canvas.text(x, _TOP + _SIGNALS + 2, "\ue009" if signal == 1 else "\ue00a", ink.over(colour))
                x += _SIGNAL

    def _hand_x(self, i: int) -> int:
        return (WIDTH - len(self.cards()) * _PITCH) // 2 + i * _PITCH

    def _draw_card(self, i: int, card: int, chosen: bool) -> None:
        if not self.differs(_FIRST + i, card << 1 | chosen):
            return
        canvas = self.canvas
        x = self._hand_x(i)
        canvas.fill(x, _HAND - 4, _CARD_WIDE, _CARD_HIGH + 4, ink.TABLE)
        y = _HAND - 4 if chosen else _HAND
        canvas.frame(x, y, _CARD_WIDE, _CARD_HIGH, ink.ACCENT if chosen else ink.INK, ink.PAPER)
        number = str(card)
        x += (_CARD_WIDE - canvas.big.width(number)) // 2
        canvas.text(x, y + (_CARD_HIGH - _BIG + 1) // 2, number, ink.INK, canvas.big)

    def _say_keys(self, mine: bool, hand) -> None:
        game = self.game
        say = self.say
        if not mine:
            self._at = _CARD
            self.foot(say("keys_on" if self.reading else "keys_wait"))
            return
        if self._at == _START:
            self.note(say("who_starts", self.app.name(self._choice)))
            self.foot(say("keys_start"))
        elif self._at == _LOOK:
            self.note(say("look"))
            self.foot(say("keys_look"))
        elif self._at == _END:
            self.note(self._end_text())
            self.foot(say("keys_signal" if game.players > 1 and hand else "keys_end"))
        elif self._at == _LAY:
            self.note(say("lay_where", hand[self._card]))
            self.foot(say("keys_lay"))
        else:
            self.note(self._stuck_text() if self._stuck else self._due_text())
            self.foot(say("keys_hand"))

    @property
    def _stuck(self) -> bool:
        # Whether no card can be laid although the minimum has not been reached.
        return self.game.due > 0 and self.game.legal_actions()[-1] == 0

    def _stuck_text(self) -> str:
        return self.say("stuck")

    def _due_text(self) -> str:
        due = self.game.due
        if due == 0:
            return self.say("may_end")
        return self.say("lay_one" if due == 1 else "lay_due", due)

    def _end_text(self) -> str:
        game = self.game
        if self._stuck:
            return self.say("give_up")
        draws = min(game.left, len(game.laid))
        return self.say("end_draw", draws) if draws else self.say("end_turn")

    # Keys.

    def move(self, key: int) -> None:
        if self._at == _START:
            self._move_start(key)
        elif self._at == _LOOK:
            if key == keys.A:
                self.match.pass_on()
                self.app.table()
            else:
                self.refuse(self.say("look"))
        elif self._at == _END:
            self._move_end(key)
        elif self._at == _LAY:
            self._move_lay(key)
        else:
            self._move_card(key)

    def _move_start(self, key: int) -> None:
        players = self.game.players
        if key == keys.A:
            self._at = _CARD
            self.then = (self.play, 500 + self._choice)
            return
        elif key == keys.RIGHT or key == keys.DOWN:
            self._choice = (self._choice + 1) % players
        elif key == keys.LEFT or key == keys.UP:
            self._choice = (self._choice - 1) % players
        else:
            self.refuse(self.say("start_first"))
            return
        self.stale = True

    def _move_card(self, key: int) -> None:
        hand = self.game.hand(self.viewer)
        if key == keys.LEFT:
            self._card = (self._card - 1) % len(hand)
        elif key == keys.RIGHT:
            self._card = (self._card + 1) % len(hand)
        elif key == keys.B:
            self.then = (self.back,)
            return
        elif key == keys.DOWN:
            if self.game.legal_actions()[0] != 0:
                self.refuse(self._due_text())
                return
            self._at = _END
        else:
            self._aim(hand[self._card])
            return
        self.stale = True

    def _aim(self, card: int) -> None:
        # Moves the cursor to the pile on which the card costs least.
        game = self.game
        best = -1
        for pile in range(4):
            gap = game.gap(card, pile)
            if gap and (best < 0 or gap < game.gap(card, best)):
                best = pile
        if best < 0:
            self.refuse(self.say("fits_nowhere", card))
            return
        self._pile = best
        self._at = _LAY
        self.stale = True

    def _move_lay(self, key: int) -> None:
        card = self.game.hand(self.viewer)[self._card]
        if key == keys.LEFT:
            self._pile = (self._pile - 1) % 4
        elif key == keys.RIGHT:
            self._pile = (self._pile + 1) % 4
        elif key == keys.A or key == keys.UP:
            top = self.game.piles[self._pile]
            if not self.game.gap(card, self._pile):
                why = "not_higher" if self._pile < 2 else "not_lower"
                self.refuse(self.say(why, card, top))
                return
            self._at = _CARD
            self.then = (self.play, 4 * card + self._pile)
            return
        else:
            self._at = _CARD
        self.stale = True

    def _move_end(self, key: int) -> None:
        game = self.game
        if key == keys.A:
            self._at = _CARD
            self.then = (self.play, 0)
        elif key == keys.B or game.players == 1:
            self._at = _CARD
            self.stale = True
        else:
            pile = _STEPS.index(key)
            self.then = (self.play, 400 + 4 * ((game.signal(self.viewer, pile) + 1) % 3) + pile)

    def draw_last(self) -> None:
        """Draws the cards laid in this turn, oldest first.

        If there are none yet, the memory aid shows those of the turn before.
        """
        rows = []
        history = self.session.history
        i = (self._next if self._replay else len(history)) - 1
        laid = len(self.game.laid)
        if not laid and not self.app.settings.values[MEMORY] and self.match.review < 0:
            i = -1  # by the rules only the tops of the piles are visible
        while i >= 0 and len(rows) < (laid or 8) and not (rows and history[i] == 0):
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
