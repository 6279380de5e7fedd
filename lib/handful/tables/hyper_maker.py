# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The table of Hyper Maker: what may be played, what would win, and what is told of a trick."""

from micropython import const

from engine.hyper_maker import MASTER, NOBODY, decide, first_suit, number_in, second_suit
from handful import keys
from handful.picture.measures import WIDTH
from handful.tables.hyper_maker_picture import SIGNS, Picture
from handful.tables.telling import COVER, LANDED, WON

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from engine.hyper_maker import Game
    from handful.app import App
    from handful.tables.telling import Step


class View(Picture):
    """Hyper Maker's table."""

    keys_last = "keys_pages"
    aims = True

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self._marked = -1  # length of the history when the cards that would win were last sought

    # Methods of HandTable.

    def tricks(self) -> int:
        game: Game = self.game
        return game.deal * self._size - 1 - game.masters_left() + (game.player < 0)

    def tell_trick(self) -> "list[Step]":
        steps = super().tell_trick()
        if self.game.deals > 1 and self.tricks() % self._size == 0:
            steps.append((COVER, "deal"))
        return steps

    def describe(self, action: int) -> str:
        return self.say(self.wording + "plays", self.app.name(self.game.player), self.card_text(action))

    def find_legal(self, mine: bool) -> None:
        """Marks the cards that would win now, once per turn, and moves the cursor to the best one.

        That is the card that brings most: the points of the trick if it is ahead then, none if nobody is,
        and as many less as another one would get. Of equal ones it is the highest in the master's suits, or
        the lowest if nobody plays after it.
        """
        sought = self._sought
        super().find_legal(mine)
        actions = len(self.session.history) if mine else -1
        if self._marked == actions:
            return
        self._marked = actions
        self.winning.clear()
        if not mine:
            return
        game = self.game
        master = game.master
        one = first_suit(master)
        two = second_suit(master)
        trick = game.trick + [0]
        last = len(trick) == game.players
        cards = self.cards()
        most = -1000
        for card in game.legal_actions():
            trick[-1] = card
            index, follow, _ = decide(master, trick)[:3]
            worth = 0 if index < 0 else -20 * number_in(master, one + two - follow)
            if index == len(trick) - 1:
                worth = -worth
                self.winning[card] = follow
            high = max(number_in(card, one), number_in(card, two))
            worth += -high if last else high
            if worth > most and self._sought != sought:
                most = worth
                self.cursor = cards.index(card)

    def refusal(self, card: int) -> str:
        return self.say("not_follow", *self._suits())

    def prompt(self) -> str:
        """Returns what the chosen card would do: who is ahead then, in which suit, for how many points."""
        game = self.game
        say = self.say
        card = self.shown[self.cursor]
        if card not in game.legal_actions():
            return self.refusal(card)
        master = game.master
        index, follow, number = decide(master, game.trick + [card])[:3]
        if index == NOBODY:
            return say("nobody_now", *self._suits())
        other = first_suit(master) + second_suit(master) - follow
        if index == MASTER:
            text = say("master_now", SIGNS[follow], number)
        else:
            seat = (game.lead + index) % game.players
            last = len(game.trick) + 1 == game.players
            points = number_in(master, other)
            text = say("takes" if last else "ahead", self.app.name(seat), points, SIGNS[follow])
        if not number_in(card, follow):
            follow = other
        number = number_in(card, follow)
        whole = say("with_card", SIGNS[follow], number, text) if number else say("cannot_win", text)
        if self.canvas.small.width(whole) > WIDTH - 4:
            return text[0].upper() + text[1:]
        return whole

    def trick_outcome(self) -> str:
        winner, points, reason = self.game.last_trick()[3:]
        why, values = reason
        if why == "no_suit":
            return self.say("why_no_suit", SIGNS[values[0]], SIGNS[values[1]])
        follow, number, more, less = values
        key = ("even_" if more == less else "why_") + why
        return self.say(key, SIGNS[follow], more, less, number, points)

    # The table.

    def undoing(self, key: str) -> str:
        text = Picture.undoing(self, key)
        return text if len(self.cards()) > self.columns else text.replace("✚", "◀▶")  # one row is left

    def sync_table(self, mine: bool) -> None:
        game = self.game
        done = self.over or game.player < 0
        if done:
            master, lead, cards = game.last_trick()[:3]
        else:
            master, lead, cards = game.master, game.lead, game.trick
        counted = not LANDED <= self.stage <= WON
        left = game.masters_left()
        deal = game.deal
        if done and left + 1 == self._size:
            # The trick that is shown ended a deal, and the game has already dealt the next one.
            left = 0
            deal -= 1
        elif done and not counted and game.player >= 0:
            left += 1  # the next master is turned up when the points are counted
        won = done and (counted or self.stage == WON)
        self._draw_trick(master, lead, cards, -1 if done or self.stage == LANDED else game.player)
        points = self.points()
        if self.differs(0, (won, self.mover, game.player, deal, left, points)):
            self._draw_head(won, deal, left, points)

    # Cards.

    # The overlay that SELECT opens, and the panel between two deals.

    def press_overlay(self, key: int) -> None:
        step = 1 if key == keys.RIGHT else -1 if key == keys.LEFT else 0
        if step and self.overlay == "last":
            self.page = (self.page + step) % 3
            self.draw_parts()
        else:
            self.page = 0
            super().press_overlay(key)
