# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The table of !nversion: what may be chosen, what is told of an action, and the offer to finish."""

from micropython import const

from engine.memory import rare
from handful import keys
from handful.picture import ink
from handful.picture.measures import WIDTH
from handful.sound import INVERT
from handful.tables.inversion_picture import CROSSED, CROSSING, PASS, Picture, strength_of
from handful.tables.telling import BEAT, COVER, FLY, HEAR, LONG, READ, REST, SAY, SHOW

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from handful.app import App
    from handful.tables.telling import Point, Rect, Step

# The offer to play out a decided match.
_OFFER_X = const(8)
_OFFER_Y = const(36)


class View(Picture):
    """!nversion's table.

    Up to four players sit clockwise around the middle, where each card played lies beside its player. A swap
    is told in stages: the card as it was played, both cards changing places, what that brings.
    """

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self._settled = False  # whether the winner was certain before the last action

    # Descriptions.

    def tricks(self) -> int:
        game = self.game
        return game.position + (0 if game.auction else 1)  # the auction counts as a trick

    def describe(self, action: int) -> str:
        game = self.game
        seat = game.player
        name = self.app.name(seat)
        if action == PASS:
            return self.say(self.wording + "passes", name)
        if action > PASS:
            return self.say(self.wording + "names", name, action - PASS)
        follow = game.follow()
        if action % 10 + follow % 10 == 9:
            return self.say(self.wording + "swaps", name, self.card_text(action), self.card_text(follow))
        leads = game.leader(game.position) == seat
        return self.say(self.wording + ("leads" if leads else "plays"), name, self.card_text(action))

    def before(self, action: int) -> None:
        super().before(action)
        game = self.game
        self._swap = (game.player, action, game.follow())
        self._settled = game.settled()

    def tell(self, action: int, line: str) -> "list[Step]":
        game = self.game
        swaps = self._swaps()
        steps = super().tell(action, "" if swaps else line)
        if swaps:
            seat, card, got = self._swap
            text = self.say("swaps", self.app.name(seat), self.card_text(card), self.card_text(got))
            lane = self._lane(game.position - 1 if self.tricks() > self.past else game.position)
            rect = self._played_rect(seat)
            steps = [
                (REST, BEAT), (HEAR, INVERT), (SAY, text), (SHOW, CROSSING),
                (FLY, ((lane, rect), (rect, lane))), (SHOW, CROSSED), (READ, LONG),
            ] + steps  # fmt: skip
        if self._may_skip() and not self._settled:
            steps.append((COVER, "offer"))
        return steps

    def _may_skip(self) -> bool:
        # Whether the winner is certain while there is more than a trick of forced cards to play.
        return self.game.settled() and self.game.position < 9

    def trick_outcome(self) -> str:
        game = self.game
        if not game.position:
            return self.say("parent", self.app.name(game.parent), game.declared)
        return self.reason(game.position - 1)

    def landing(self, action: int) -> "Rect | None":
        return self._played_rect(self.mover) if action < PASS else None

    def gathered(self) -> "list[tuple[Point, Rect]]":
        game = self.game
        at = game.position - 1
        if at < 0:
            return []
        to = self.spot(game.winner(at))
        return [(to, self._played_rect(seat)) for seat in range(game.players)] + [(to, self._lane(at))]

    def won(self) -> "tuple[int, str, Point]":
        game = self.game
        if not game.position:
            return game.parent, "", (0, 0)
        winner = game.winner(game.position - 1)
        x, y, width, _ = self._played_rect(winner)
        return winner, "+1", (x + width // 2, y + 5)

    def prompt(self) -> str:
        game = self.game
        follow = game.follow()
        card = self.cards()[self.cursor]
        if card % 10 + follow % 10 == 9:
            return self.say("would_swap", self.card_text(card), self.card_text(follow))
        suit = follow // 10
        for held in self.cards():
            if held // 10 == suit:
                return self.say("follow", self._word(suit), 10 - follow % 10)
        return self.say("free", self._word(suit), 10 - follow % 10)

    def find_legal(self, mine: bool) -> None:
        """Moves the cursor once per turn to the card that wins as the trick stands, else to the lowest one.

        Of several it is the strongest, but the lowest if nobody plays after it. Whoever leads against two or
        more begins on the lowest card that does not invert.
        """
        sought = self._sought
        super().find_legal(mine)
        if not mine or self._sought == sought:
            return
        game = self.game
        cards = self.cards()
        follow = game.follow()
        suit = -1 if game.inverted(game.position) else follow // 10
        played = game.players - game.trick().count(-1)
        most = -100
        for card in game.legal_actions():
            number = card % 10
            if not played and game.players > 2:
                worth = -number - (20 if number + follow % 10 == 9 else 0)
            elif not self._can_win(card, follow, suit):
                worth = -number - 20
            else:
                worth = -number if played + 1 == game.players else strength_of(card, suit)
            if worth > most:
                most = worth
                self.cursor = cards.index(card)

    def _can_win(self, card: int, follow: int, suit: int) -> bool:
        # Whether a card of the seat to act would be the best of the trick so far. suit: as in strength_of.
        game = self.game
        if card % 10 + follow % 10 == 9:
            card, suit = follow, -1  # they change places, and the trick is inverted
        mine = strength_of(card, suit)
        for seat in range(game.players):
            other = game.played(game.position, seat)
            if other >= 0 and strength_of(other, suit) >= mine:
                return False
        return True

    def point(self, action: int) -> None:
        if action >= PASS:
            self.bid = action
        else:
            super().point(action)

    # The course of a match.

    def may_act(self) -> bool:
        return super().may_act() and not self.telling.hurry

    def tick(self, now: int) -> None:
        told = self.telling.told() and not (self.overlay or self.stage)
        if self.telling.hurry and told and self.game.player >= 0:
            # The match is decided, so the easy robot plays for every seat.
            from engine.bots import EASY, choose
            from engine.rng import Rng

            self.deferred = (self.play, choose(self.game, EASY, Rng(self.app.seed())))
        else:
            super().tick(now)

    # Drawing.

    def sync(self) -> None:
        self.deal()
        game = self.game
        mine = self.mine
        self.find_legal(mine and not game.auction)
        self.sync_table(mine)
        self.sync_hand(mine and not game.auction)
        if not mine:
            self.foot(self.say("keys_show" if self.telling.reading else "keys_wait"))
        elif game.auction:
            self._draw_numbers()
            self.foot(self.say("keys_declare"))
        else:
            self.note(self.prompt())
            self.foot(self.say("keys_settled" if self._may_skip() else "keys_card"))

    # Keys.

    def where(self) -> "tuple[int, ...]":
        return super().where() + (self.bid,)

    def go_back(self, where: "tuple[int, ...]") -> None:
        super().go_back(where)
        if self._sought == len(self.session.history):
            self._asked = self._sought
            self.bid = where[4]

    def move(self, key: int) -> None:
        if key == keys.DOWN and self._may_skip():
            self.overlay = "offer"
            self.cover("offer")
        elif not self.game.auction:
            self.note(self.prompt())  # replaces the reason of an earlier refusal
            super().move(key)
        elif key == keys.LEFT or key == keys.RIGHT:
            legal = self.game.legal_actions()
            while True:  # past what can no longer be declared
                self.bid = PASS + (self.bid - PASS + (1 if key == keys.RIGHT else -1)) % 11
                if self.bid in legal:
                    break
            self.dirty = True
        elif key == keys.A or key == keys.UP:
            bid = self.bid
            if bid in self.game.legal_actions():
                self.deferred = (self.play, bid)
            else:
                self.refuse(self.say(*self.game.why(bid)))
        else:
            self.deferred = (self.back,)

    def refusal(self, card: int) -> str:
        _, suit, number = self.game.why(card)
        self.note(self.say("you_have", self._word(suit)), ink.ACCENT)
        return self.say("must", self._word(suit), number)

    def open_last(self) -> None:
        self.page = self.game.position - 1
        self.keys_last = "keys_over" if self.page < 0 else "keys_piles"
        super().open_last()

    def press_overlay(self, key: int) -> None:
        if self.overlay == "last" and (key == keys.LEFT or key == keys.RIGHT) and self.game.position:
            self.page = (self.page + (1 if key == keys.RIGHT else -1)) % self.game.position
            self.draw_parts()
        elif self.overlay == "offer":
            self.telling.hurry = key == keys.A or key == keys.UP
            self.overlay = ""
            self.redraw()
        else:
            super().press_overlay(key)

    # Overlays.

    @rare
    def cover(self, name: str) -> None:
        """Asks whether to play out a decided match at once."""
        game = self.game
        winners = game.winners()
        canvas = self.canvas
        canvas.frame(_OFFER_X, _OFFER_Y, WIDTH - 2 * _OFFER_X, 44, ink.PAPER, ink.DARK)
        alone = game.players == 2 or winners == (game.parent,)
        key = "has_won" if alone else "children_won"
        self.centred(_OFFER_Y + 4, self.say(key, self.app.name(winners[0])), ink.ACCENT)
        left = 10 - game.position
        self.centred(_OFFER_Y + 17, self.say("tricks_left", left), ink.WHITE)
        self.centred(_OFFER_Y + 30, self.say("finish"), ink.WHITE)
        self.foot(self.say("keys_offer"))
