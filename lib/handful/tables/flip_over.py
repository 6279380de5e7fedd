# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The table of Flip Over: the row of discs, the trick, the totals, and the sheets over them."""

from micropython import const

from engine.flip_over import decide
from handful import keys
from handful.picture import ink
from handful.picture.measures import BAR, FOOT, WIDTH
from handful.sound import DISC
from handful.tables.hand import HandTable
from handful.tables.telling import COVER, GATHER, LANDED, NOW, READ, SHOW, WON

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

    from engine.flip_over import Game
    from handful.app import App
    from handful.tables.telling import Point, Rect, Step

SUITS = "☀☾☁☂☘"
TO = "←↑→"  # the neighbours of the exchange: left, opposite, right

_DISCS = const(11)  # y of the discs
_DISC = const(12)  # width of a disc
_HIGH = const(17)  # height of a disc
_BELOW = const(3)  # from a disc's lower edge up to its sign
_STEM = const(2)  # width of the upright line of a plus
_ONE = const(2)  # width of the bar that is the 1 of two digits; 0: these are in the small font
_HOLDERS = const(28)  # y of the owners' badges below the discs
_PLAYERS = const(37)  # y of the first player's line, and of the trick
_LINES = const((13, 10, 9))  # heights of a player's line, for three to five players
_LEAST = const(8)  # of a line, where the viewer's is higher
_MORE = const(0)  # rows that the viewer's line needs besides
_BADGE = const(7)  # width of a badge
_BADGE_HIGH = const(9)  # height of a badge
_TOTAL = const(3)  # from the totals to the trick, less only where a name and a total are the longest
_ABOVE = const(5)  # from the top of digits of the big font to the middle of their line
_DIGITS = const(12)  # height of a line with room for digits of the big font
# The cards, for three to five players.
_PITCHES = const((20, 16, 13))  # distances from one card to the next
_CARDS = const((19, 16, 13))  # widths
_HIGHS = const((28, 28, 24))  # heights
_SLIM = const(16)  # cards narrower than this have their number in the small font
_SIGN = const(15)  # from a card's top to its sign, below a number if the card is narrow
_SIGN_BIG = const(15)  # from a card's top to its sign, below a number in the big font
_SMALL_SIGNS = const(1)  # whether cards narrower than _SLIM have their sign in the small font, too
_BIG_DIGITS = const(2)  # or else: their number is in the big font, and a ten's 1 is a bar this wide

# Position numbers for `differs`.
_HEADER = const(0)
_DISC_AT = const(10)
_TOTAL_AT = const(30)
_SLOT_AT = const(40)
_PANEL_AT = const(50)

# Its own stages. From TURN on a panel lies over the table.
EMPTY = const(10)  # the last trick of a round is gone
TURN = const(11)  # the next round begins: the discs turn over or are laid again
GOT = const(12)  # the viewer sees the cards received in the exchange
_FRAME = const(70)  # ms per step of turning discs
_LASTS = const(7)  # halves of a pace that the sheet of a round is shown in a lesson
_SHEETS = ("round", "exchange")  # the overlays that show a sheet
_WIDTHS = bytes((_DISC, _DISC - 4, 3, _DISC - 4, _DISC))  # widths of a turning disc, step by step


class View(HandTable):
    """Flip Over's table."""

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        players = self.game.players
        self.columns = 2 * players + 2
        self.pitch = _PITCHES[players - 3]
        self.card_width = _CARDS[players - 3]
        self.card_height = _HIGHS[players - 3]
        self.hand_y = FOOT - self.card_height
        if players == 5:
            self.lift = 2  # its row goes to the names
        self.note_y = self.hand_y - self.lift - BAR
        self.line = _LINES[players - 3]  # height of a player's line
        self._trump = 0  # the number marked as trump on the cards, 0 for none
        self._turned = 0  # how far the discs have turned, in steps
        self._round = 0  # the round before the last action
        self._naming = False  # whether the last action named a card for the exchange

    # Descriptions.

    def disc_sign(self, points: int) -> str:
        return ("⊕" if points > 0 else "⊖") + str(abs(points))

    def card_text(self, card: int) -> str:
        return SUITS[card // 12] + str(card % 12 + 1)

    def before(self, action: int) -> None:
        super().before(action)
        self._round = self.game.round
        self._naming = self.game.exchanging

    def spot(self, seat: int) -> "Point":
        rows = [row for row in range(self.game.players) if self.seat_at(row) == seat]
        return 0, self._line(rows[0])[0]

    def _line(self, row: int) -> tuple[int, int]:
        # Returns y and height of a player's line. Of four or five the viewer's has digits of the big font.
        line = self.line
        players = self.game.players
        if players == 3 or self.game.teams or line <= _LEAST:
            return _PLAYERS + row * line, line
        own = max(0, self.viewer)
        line -= 1
        more = players + _MORE
        return _PLAYERS + row * line + (more if row > own else 0), line + (more if row == own else 0)

    def _slot(self, index: int) -> "Rect":
        # Returns the rectangle of the trick's card number `index`, whether the card is raised or not.
        x = WIDTH - (self.game.players - index) * self.pitch
        return x, _PLAYERS, self.card_width, self.card_height + 2

    def landing(self, action: int) -> "Rect | None":
        return None if self._naming else self._slot((len(self.game.trick) or self.game.players) - 1)

    def place(self, what: str, which: int) -> "Rect":
        if what == "discs":
            return 0, _DISCS, WIDTH, _HIGH
        if what == "disc":
            return self._disc_x(which), _DISCS, _DISC, _HIGH
        if what == "player":
            x, y = self.spot(which)
            x += _BADGE + 1
            high = self._line([row for row in range(self.game.players) if self.seat_at(row) == which][0])[1]
            return x, y, WIDTH - x - self.game.players * self.pitch - _TOTAL + 1, high
        return self._slot(which) if what == "card" else super().place(what, which)

    def gathered(self) -> "list[tuple[Point, Rect]]":
        to = self.spot(self.game.last_trick()[3])
        return [(to, self._slot(i)) for i in range(self.game.players)]

    def won(self) -> "tuple[int, str, Point]":
        points, winner = self.game.last_trick()[2:4]
        return winner, self.disc_sign(points), (self._disc_x(abs(points)) + _DISC // 2, _DISCS)

    def ours(self, seat: int) -> bool:
        return seat == self.viewer or self.viewer >= 0 and seat == self.game.partner(self.viewer)

    def tell(self, action: int, line: str) -> "list[Step]":
        game = self.game
        steps = super().tell(action, line)
        if game.round > self._round:
            steps[-1] = (GATHER, EMPTY)
            # A lesson speaks over the sheet, and goes on by the key that has read its text.
            steps += [(SHOW, TURN), (READ, _LASTS)] if self.app.lesson else [(COVER, "round")]
        elif self._naming and not game.exchanging and self.viewer >= 0:
            steps.append((COVER, "exchange"))
        return steps

    def describe(self, action: int) -> str:
        game = self.game
        name = self.app.name(game.player)
        if game.exchanging:
            step = len(game.given(game.player))
            if game.player == self.viewer:  # a hint; others are not told which card is named
                return self.say("gives", self.card_text(action), self.app.name((self.viewer + 1 + step) % 4))
            return self.say("has_named", name) if step == 2 else ""
        return self.say(self.wording + ("plays" if game.trick else "leads"), name, self.card_text(action))

    def tricks(self) -> int:
        game: Game = self.game
        return (game.round - 1) * len(game.discs) + game.disc - 1

    def trick_outcome(self) -> str:
        lead, cards, points, winner, reason = self.game.last_trick()
        got = "+" + str(points) if points > 0 else str(points)
        return self.say(reason[0], self.app.name(winner), got, *self.values(reason))

    def values(self, reason: "tuple[str, tuple[Any, ...]]") -> "tuple[Any, ...]":
        if reason[0] == "highest_led":
            return SUITS[reason[1][0]], reason[1][1]
        return reason[1]

    def prompt(self) -> str:
        game = self.game
        say = self.say
        if game.exchanging:
            step = len(game.given(self.viewer))
            to = self.app.name((self.viewer + 1 + step) % 4)
            return say("name_" + str(step), to)
        disc = self.disc_sign(game.disc if game.discs[game.disc - 1] else -game.disc)
        led = game.led()
        if led < 0:
            return say("may_lead", disc)
        follows = game.legal_actions()[0] // 12 == led
        return say("may_follow" if follows else "may_discard", disc, SUITS[led])

    def refusal(self, card: int) -> str:
        why = self.game.why(card)
        if why[0] == "follow":
            return self.say("must_follow", SUITS[why[1][0]])
        step = self.game.given(self.viewer).index(card)
        return self.say("is_named", self.app.name((self.viewer + 1 + step) % 4))

    # The course of a match: a panel may follow on a trick.

    @property
    def _between(self) -> bool:
        # Whether the last trick of a round is shown while the game is in the next round already.
        return self.stage > 0 and self.game.round > self._round

    def show(self, stage: int) -> None:
        if stage == NOW and self.telling.steps:
            stage = TURN  # the sheet of the round is still to be shown
        before = self.stage
        super().show(stage)
        if stage != before and max(stage, before) >= TURN:
            self._turned = 0
            self.redraw()

    def redraw(self) -> None:
        if self._between and self.stage < TURN:
            # The discs lie as in the next round already, so what is left of this one cannot be drawn again.
            self.telling.end()
            self.telling.steps = [(COVER, "round")]
            self.show(TURN)  # which redraws
        else:
            super().redraw()

    def tick(self, now: int) -> None:
        if self.overlay == "round" or self.stage == TURN and not self.overlay:
            steps = len(self.game.discs) + len(_WIDTHS)
            if self.telling.moving:
                steps = min(steps, keys.elapsed(now, self.telling.since) // _FRAME)
            if self._turned != steps:
                if steps <= len(self.game.discs) and self.telling.moving:
                    self.app.play(DISC)
                self._turned = steps
                self.dirty = True
        super().tick(now)

    def cover(self, name: str) -> None:
        """Opens the sheet of the round that has ended, under discs that turn, or that of the exchange."""
        self.show(TURN if name == "round" else GOT)

    def press_overlay(self, key: int) -> None:
        if self.overlay in _SHEETS:
            self.overlay = ""
            self.show(NOW)
        else:
            super().press_overlay(key)

    def may_act(self) -> bool:
        return self.overlay not in _SHEETS and super().may_act()  # the sheet is still to be read

    def cards(self) -> list[int]:
        return [] if self._between else super().cards()

    # Drawing.

    def sync(self) -> None:
        self.deal()
        game = self.game
        number = game.round - (self._between and self.stage < TURN)
        # Where no player's line is higher than the others, the top line has the points.
        points = self.points() if self.line <= _LEAST else None
        if self.differs(_HEADER, (self.turn(), number, points)):
            self.header(self.say("round", number, game.rounds), points)
        if self.stage >= TURN:
            self.foot(self.say("keys_on"))
            self._sync_panel()
            return
        mine = self.mine
        self.find_legal(mine)
        self.sync_table(mine)
        self._sync_players()
        self.sync_hand(mine)
        if mine:
            self.note(self.prompt())
            self.foot(self.undoing("keys_give") if game.exchanging else self.say("keys_card"))
        else:
            self.foot(self.say("keys_on" if self.telling.reading else "keys_wait"))

    def sync_table(self, mine: bool) -> None:
        game = self.game
        stage = self.stage
        over = self.over
        trump = 0
        if over:
            lead, cards, points, winner, reason = game.last_trick()
            trump = abs(points)
        else:
            lead = game.lead
            cards = game.trick
            if not game.exchanging and game.player >= 0:
                trump = game.disc
        current = trump  # the number of the disc that is played for
        if stage > WON:
            current = 0
        if not game.trumps:
            trump = 0
        if trump != self._trump:
            self._trump = trump
            self.fresh_hand()  # the trump mark is on other cards now
        if self._between:
            self._sync_disc(abs(points), points > 0, -1 if current else winner, current > 0)
        else:
            for disc in range(1, len(game.discs) + 1):
                holder = -1 if disc == current else game.taken_by(disc)
                self._sync_disc(disc, game.discs[disc - 1], holder, disc == current)
        if game.exchanging and self.viewer >= 0 and not over:
            given = game.given(self.viewer)
            for i in range(3):
                seat = (self.viewer + 1 + i) % 4
                card = given[i] if i < len(given) else -1
                self._sync_slot(i, seat, card, mine and i == len(given), TO[i])
            self._sync_slot(3, -1, -1, False, "")
            return
        seen = cards if stage != LANDED else cards[:-1]  # what is known of a card that has not landed yet
        best = decide(seen, trump) if seen else -1
        if stage == EMPTY:
            cards = ()
        for i in range(game.players):
            seat = (lead + i) % game.players
            if i < len(cards):
                self._sync_slot(i, seat, cards[i], i == best, "")
            else:
                following = i == len(cards) and game.player >= 0 and not over and stage != LANDED
                self._sync_slot(i, seat, -1, following, "")

    def _sync_disc(self, disc: int, blue: bool, holder: int, current: bool) -> None:
        if not self.differs(_DISC_AT + disc, holder << 2 | blue << 1 | current):
            return
        x = self._draw_disc(disc, blue, holder >= 0, current, _DISC)
        canvas = self.canvas
        canvas.fill(x, _HOLDERS, _DISC, _BADGE_HIGH, ink.TABLE)
        if holder >= 0:
            self.badge(x + (_DISC - _BADGE) // 2, _HOLDERS, holder)
        elif current:
            canvas.text(x + (_DISC - _BADGE) // 2, _HOLDERS + 1, "▲", ink.ACCENT)

    def _disc_x(self, disc: int) -> int:
        number = len(self.game.discs)
        pitch = _PITCHES[self.game.players - 3]
        return (WIDTH - number * pitch + pitch - _DISC) // 2 + (disc - 1) * pitch

    def _draw_disc(self, disc: int, blue: bool, taken: bool, current: bool, width: int) -> int:
        # A taken disc is hollow. width: less than _DISC while the disc turns. Returns the disc's x.
        canvas = self.canvas
        x = self._disc_x(disc)
        canvas.fill(x, _DISCS, _DISC, _HIGH, ink.TABLE)
        colour = ink.BLUE if blue else ink.RED
        self._pill(x + (_DISC - width) // 2, _DISCS, width, _HIGH, ink.ACCENT if current else colour)
        if taken:
            self._pill(x + 1, _DISCS + 1, width - 2, _HIGH - 2, ink.DARK)
        elif current:
            self._pill(x + 1, _DISCS + 1, width - 2, _HIGH - 2, colour)
        if width == _DISC:
            colour = ink.PAPER if taken else ink.WHITE
            if disc < 10 or _ONE:
                self.number(x, _DISCS + 1, _DISC, disc, colour, _ONE)
            else:
                left = x + (_DISC - canvas.small.width(str(disc))) // 2
                canvas.text(left, _DISCS + 3, str(disc), colour)
            left = x + (_DISC - _STEM - 4) // 2
            canvas.fill(left, _DISCS + _HIGH - _BELOW, _STEM + 4, 1, colour)
            if blue:
                canvas.fill(left + 2, _DISCS + _HIGH - _BELOW - 1, _STEM, 3, colour)
        return x

    def _pill(self, x: int, y: int, width: int, height: int, colour: int) -> None:
        canvas = self.canvas
        cut = 3 if width > 8 else 1
        canvas.fill(x + cut, y, width - 2 * cut, height, colour)
        if cut > 1:
            canvas.fill(x + 1, y + 1, width - 2, height - 2, colour)
        canvas.fill(x, y + cut, width, height - 2 * cut, colour)

    def seat_at(self, row: int) -> int:
        # Returns the seat in a row of the list of players. Partners are in adjacent rows.
        return (0, 2, 1, 3)[row] if self.game.teams else row

    def _sync_players(self) -> None:
        game = self.game
        seats = [self.seat_at(row) for row in range(game.players)]
        scores = [self.score(seat) for seat in seats]
        # As a whole: letters that reach below their line do so into the next one.
        if not self.differs(_TOTAL_AT, scores):
            return
        canvas = self.canvas
        right = WIDTH - game.players * self.pitch - _TOTAL
        canvas.fill(0, _PLAYERS, right + _TOTAL - 1, game.players * self.line, ink.TABLE)
        widest = 0
        for row in range(game.players):
            y, line = self._line(row)
            high = min(line - 1, _BADGE_HIGH)  # lower lines have no row above their letters
            y += (line - high) // 2
            self.badge(0, y, seats[row], high)
            x = canvas.text(_BADGE + 2, y + high // _BADGE_HIGH, self.app.faced(seats[row], line), ink.WHITE)
            widest = max(x, widest)
            if not game.teams:
                self._draw_total(y + high // 2, scores[row], x, right, line >= _DIGITS)
            elif row & 1:
                # Partners have one total, between their lines.
                self._draw_total(_PLAYERS + row * line - 1, scores[row], widest, right, True)
                widest = 0
        if game.teams:
            canvas.fill(0, _PLAYERS + 2 * line - 1, right, 1, ink.LIGHT)

    def _draw_total(self, middle: int, total: int, left: int, right: int, high: bool) -> None:
        # In digits of the big font if the line is `high` enough, and the name leaves room.
        canvas = self.canvas
        font = canvas.small
        top = middle - 3
        text = str(total)
        if high and left + canvas.big.width(text) < right:
            font = canvas.big
            top = middle - _ABOVE
        canvas.text(max(left, right - font.width(text)), top, text, ink.ACCENT, font)

    def _sync_slot(self, index: int, seat: int, card: int, marked: bool, sign: str) -> None:
        # Draws one position of the trick or of the exchange: the card and the badge of its seat.
        if not self.differs(_SLOT_AT + index, (seat, card, marked, sign)):
            return
        canvas = self.canvas
        width = self.card_width
        height = self.card_height
        x = WIDTH - self.game.players * self.pitch + index * self.pitch
        canvas.fill(x, _PLAYERS, self.pitch, height + _BADGE_HIGH + 3, ink.TABLE)
        if seat < 0:
            return
        middle = x + (width - _BADGE) // 2
        y = _PLAYERS + 2
        self.badge(middle, y + height + 1, seat, _BADGE_HIGH)
        if card >= 0:
            if marked:
                y -= 2
            canvas.frame(x, y, width, height, ink.ACCENT if marked else ink.INK, ink.PAPER)
            self.face(x, y, card, False)
        else:
            canvas.frame(x, y, width, height, ink.ACCENT if marked else ink.LIGHT, ink.DARK)
            canvas.text(middle, y + height // 2 - 4, sign, ink.WHITE)

    def face(self, x: int, y: int, card: int, dim: bool) -> None:
        canvas = self.canvas
        width = self.card_width
        big = canvas.big
        slim = width < _SLIM
        high = (_SIGN if slim else _SIGN_BIG) - 4
        colour = ink.INK
        if card % 12 + 1 == self._trump:
            canvas.fill(x + 1, y + 1, width - 2, high + 2, ink.INK)
            colour = ink.DIM if dim else ink.WHITE
        if slim and not _BIG_DIGITS:
            text = str(card % 12 + 1)
            canvas.text(x + (width - canvas.small.width(text)) // 2, y + 2, text, colour)
        else:
            self.number(x, y + 2, width, card % 12 + 1, colour, _BIG_DIGITS if slim else 0)
        sign = SUITS[card // 12]
        if slim and (_SMALL_SIGNS or dim):  # a large dark sign would run into the card's edge
            big = canvas.small
        colour = ink.INK if dim else ink.of(sign)
        canvas.text(x + (width - big.width(sign)) // 2, y + high + 4, sign, colour, big)

    # Panels.

    def _sync_panel(self) -> None:
        turning = self.stage == TURN
        if turning:
            for disc in range(1, len(self.game.discs) + 1):
                step = max(0, min(self._turned - disc, len(_WIDTHS) - 1))
                if self.differs(_DISC_AT + disc, step):
                    self._draw_turning(disc, step)
        if not self.differs(_PANEL_AT, self.stage):
            return
        from handful.tables import flip_over_sheets as sheets

        if turning:
            sheets.round_over(self)
        else:
            self._trump = 0
            sheets.exchanged(self)

    def draw_last(self) -> None:
        from handful.tables import flip_over_sheets as sheets

        sheets.last_trick(self)

    def _draw_turning(self, disc: int, step: int) -> None:
        # Draws a step of a disc. The discs turn one after the other, like a wave.
        game = self.game
        blue = game.discs[disc - 1]
        if step < 2:
            if game.round & 1:
                return  # the discs are laid again, none turns over
            blue = not blue
        self._draw_disc(disc, blue, False, False, _WIDTHS[step])
