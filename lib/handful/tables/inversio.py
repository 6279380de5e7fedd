# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The table of Inversio: what may be laid, what is told of a move, and the fight of the last cards."""

from micropython import const

from handful.picture.measures import WIDTH
from handful.sound import INVERT, LOST, TRICK
from handful.tables.inversio_picture import CHANGED, CLASH, FIGHT, HEADER, PASSED, WINNER, Picture
from handful.tables.telling import BEAT, FLY, HEAR, LANDED, READ, REST, SAY, SHOW

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from handful.app import App
    from handful.tables.telling import Step

_NOTE = const(73)
_FIGHT_NOTE = const(105)
_WORTHS = const(41)


class View(Picture):
    """Inversio's table."""

    keys_told = "keys_go"
    note_y = _NOTE
    covers = False  # the rounds won give way to the card
    aims = True

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self._said = ""  # what the last move has done, in words
        self._stock = 0  # the cards of the stock before the last move

    # Descriptions.

    def _rank(self, rank: int) -> str:
        return self.say("rank_" + str(rank)) if rank == 1 or rank > 10 else str(rank)

    def effect(self, card: int) -> str:
        """Returns a sentence about the effect of laying a card. If worths are hidden it names no worths."""
        game = self.game
        a = card % 13 + 1
        b = game.table % 13 + 1
        rank = self._rank
        if not game.open_worths:
            other = b if a == 1 else a
            if a > 1 and b > 1:
                text = self.say("swap", rank(a), rank(b))
            elif other == 1:
                text = self.say("gains")
            else:
                text = self.say("resets" if other > 10 else "gains_resets", rank(other))
        else:
            changes = game.effect(card)
            if not changes:
                other = a if b == 1 else b
                worth = game.worths[other - 1]
                if a > 1 and b > 1:
                    text = self.say("same", worth)
                else:
                    text = self.say("still", rank(other), worth, game.worths[0])
            elif len(changes) == 1:
                text = self.say("becomes", rank(changes[0][0]), changes[0][1])
            else:
                first = 0 if changes[0][0] == a else 1  # name the rank of the card that is laid first
                rank_a, worth_a = changes[first]
                rank_b, worth_b = changes[1 - first]
                text = self.say("become", rank(rank_a), worth_a, rank(rank_b), worth_b)
                if self.canvas.small.width(text) > WIDTH - 4:
                    text = self.say("become_short", rank(rank_a), worth_a, rank(rank_b), worth_b)
        return text[0].upper() + text[1:]

    def before(self, action: int) -> None:
        super().before(action)
        game = self.game
        self._move = (action, game.table)
        self._changes = self._marks(action)
        self._before = bytes(game.worths)
        self._stock = game.stock()
        self._said = self.effect(action)

    def tell(self, action: int, line: str) -> "list[Step]":
        steps = [(REST, BEAT), (SHOW, CHANGED), (SAY, self._said), (READ, 3)]
        changes = self._changes
        if len(changes) == 2 and self.game.open_worths:
            # The two worths fly to each other's column.
            here, there = self._worth(changes[0][0]), self._worth(changes[1][0])
            steps[2:2] = [(HEAR, INVERT), (FLY, ((there[:2], here), (here[:2], there)))]
        if self.tricks() > self.past:
            steps += self._tell_fight()
        return steps + self._tell_passed()

    def _tell_fight(self) -> "list[Step]":
        number, winner, cards, worths = self.game.fight()
        most = max(worths)
        least = min(worths)
        if winner < 0:
            text = self.say("fight_drawn", most, least)
        else:
            text = self.say("fight_won", self.app.name(winner), most, least)
        # The cards come from both sides, meet, and come back as what they are now.
        come = []
        meet = []
        back = []
        for seat in range(2):
            start = self._fighter(seat, FIGHT)
            met = self._fighter(seat, CLASH)
            come.append(((WIDTH if seat else -start[2], start[1]), start))
            meet.append((start[:2], met))
            back.append((met[:2], self._fighter(seat, WINNER)))
        tune = TRICK if winner == self.viewer else LOST
        return [
            (SHOW, FIGHT), (SAY, self.say("fight")), (FLY, come), (READ, 2),
            (SHOW, CLASH), (FLY, meet), (REST, BEAT),
            (SHOW, WINNER), (HEAR, tune), (FLY, back), (SAY, text),
        ] + self.faces() + [(READ, 5)]  # fmt: skip

    def _tell_passed(self) -> "list[Step]":
        cards = self._passed()
        if not cards:
            return []
        return [(SHOW, PASSED), (SAY, self.say("passed", self._rank(cards[0] % 13 + 1))), (READ, 5)]

    def describe(self, action: int) -> str:
        return self.say("lay_on", self.card_text(action), self.card_text(self.game.table))

    def tricks(self) -> int:
        fight = self.game.fight()
        return fight[0] + 1 if fight else 0

    @property
    def over(self) -> bool:
        # Not HandTable's: what is passed over is told in the next round.
        return 0 < self.stage < PASSED and self.tricks() > self.past

    def prompt(self) -> str:
        card = self.shown[self.cursor]
        return self.effect(card) if card in self.game.legal_actions() else self.refusal(card)

    def refusal(self, card: int) -> str:
        return self.say("own_rank", self._rank(card % 13 + 1))

    # The course of a match: a move, then perhaps the fight, then perhaps a table card that is passed over.

    def opened(self) -> None:
        if self.telling.replay:
            return
        steps = []
        fresh = not [pair for pair in self.game.laid() if pair[1] >= 0]
        if self.tricks() and (fresh or self.game.player < 0):
            self.past = self.tricks() - 1
            steps = self._tell_fight()  # shown again to a player who left the table during the fight
        self.telling.steps = steps + self._tell_passed()
        if self.telling.steps:
            self.telling.skip()

    def _passed(self) -> list[int]:
        # Returns the table cards on which the seat to act could not lay any card.
        cards: list[int] = []
        if self.game.player >= 0:
            for table, card, _ in self.game.laid():
                if card >= 0:
                    cards.clear()
                else:
                    cards.append(table)
        return cards

    def show(self, stage: int) -> None:
        fought = FIGHT <= self.stage <= WINNER
        if fought and not stage and self.game.player < 0:
            self.stage = stage
            self.dirty = False  # the result opens over the fight
            return
        super().show(stage)
        if stage == PASSED:
            cards = self._passed()
            self._move = (cards[0] if len(cards) > 1 else -1, cards[-1])
        fights = FIGHT <= stage <= WINNER
        if fights != fought:
            self.note_y = _FIGHT_NOTE if fights else _NOTE
            self.redraw()

    # Drawing.

    def cards(self) -> list[int]:
        """Returns the viewer's cards by rank, ace first; while a round's end is shown, only the last card."""
        game = self.game
        if self.viewer < 0:
            return []
        if self.over:
            return [game.fight()[2][self.viewer]]
        order = [card % 13 * 4 + card // 13 for card in game.hand(self.viewer)]
        order.sort()
        return [key % 4 * 13 + key // 4 for key in order]

    def find_legal(self, mine: bool) -> None:
        """Moves the cursor once per turn to the card after which the others are worth most.

        Above all that is the highest of them, which may fight. Where worths are hidden it stays on the next
        legal card.
        """
        sought = self._sought
        super().find_legal(mine)
        game = self.game
        if not mine or self._sought == sought or not game.open_worths:
            return
        cards = self.cards()
        most = -1
        for card in game.legal_actions():
            worths = bytearray(game.worths)
            for rank, worth in game.effect(card):
                worths[rank - 1] = worth
            rest = [worths[other % 13] for other in cards if other != card]
            worth = 8 * max(rest) + sum(rest)
            if worth > most:
                most = worth
                self.cursor = cards.index(card)

    def sync(self) -> None:
        game = self.game
        stage = self.stage
        self._now = bytes(self._worths())
        # The next table card is in sight when what the last one has changed is told.
        stock = self._stock if LANDED <= stage <= CHANGED else game.stock()
        if self.differs(HEADER, (self.turn(), game.round, stock, stage)):
            self._draw_header(stock)
        if FIGHT <= stage <= WINNER:
            self._sync_strip(-1)
            self._sync_fight()
            self.foot(self.say(self.keys_told))
        elif game.table >= 0 or stage:
            if self.differs(_WORTHS, self._now):
                self.fresh_hand()
            super().sync()
        if not stage and not self.telling.replay and self.match.computer:
            self.note(self.say("thinks", self.app.name(game.player)))

    def sync_table(self, mine: bool) -> None:
        self._sync_pair()
        self._sync_won()
        self._sync_strip(self._aim() if mine else -1)

    def sync_aim(self) -> None:
        self._sync_strip(self._aim(), False)

    def _aim(self) -> int:
        # Returns the chosen card, -1 if it may not be laid.
        card = self.shown[self.cursor]
        return card if card in self.game.legal_actions() else -1

    # The panel with the pairs laid.
