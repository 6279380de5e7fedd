# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Hyper Maker in words: the master card, and what the trick is worth by each of its suits."""

from engine.hyper_maker import first_suit, number_in, second_suit
from handful.heard.table import Words

_SIGNS = "●■▲★"


class Heard(Words):
    """Hyper Maker's table."""

    def board(self) -> list[str]:
        game = self.game
        master = game.master
        if master < 0:
            return []
        found = [self.say("heard_master", self.card(master), game.masters_left())]
        suits = (first_suit(master), second_suit(master))
        for i in range(2):
            found.append(self.say("heard_suit", _SIGNS[suits[i]], game.counts()[i], game.worth()[i]))
        self.aside += found[1:]  # the actions say it
        return found

    def foresee(self, card: int, text: str) -> str:
        for suit in (first_suit(card), second_suit(card)):
            start = self.say("with_card", _SIGNS[suit], number_in(card, suit), "")
            if text.startswith(start):
                text = text[len(start) :]
        return self.say("heard_if", self.card(card), text)

    def sheet(self) -> list[str]:
        return self._deal() if self.table.overlay == "deal" else super().sheet()

    def last(self) -> list[str]:
        page = self.table.page
        return self._trick() if not page else self._won() if page == 1 else self._gone()

    def _deal(self) -> list[str]:
        game = self.game
        say = self.say
        over = game.player < 0
        deal = game.deal if over else game.deal - 1
        found = [say("deal_done", deal, game.deals)]
        scores = [game.score(seat) for seat in range(game.players)]
        for seat in range(game.players):
            points = say("deal_points") + " +" + str(game.deal_score(deal, seat))
            total = say("all_points") + " " + str(scores[seat])
            line = self.about(self.name(seat), points + ", " + total)
            found.append(say("heard_ahead", line) if scores[seat] == max(scores) else line)
        found.append(say("match_over") if over else say("deal_next", deal + 1, self.name(game.lead)))
        return found

    def _trick(self) -> list[str]:
        game = self.game
        say = self.say
        last = game.last_trick()
        if not last:
            return [say("last_trick"), say("no_trick")]
        master, lead, cards, winner, points = last[:5]
        found = [say("last_trick"), say("master") + " " + self.card(master)]
        for i in range(game.players):
            found.append(say("plays", self.name((lead + i) % game.players), self.card(cards[i])))
        return found + [self.table.result(winner, points), self.table.trick_outcome()]

    def _won(self) -> list[str]:
        game = self.game
        found = [self.say("tricks_won")]
        for seat in range(game.players):
            worths = ", ".join([str(worth) for worth in game.won(seat)])
            key = "heard_won" if worths else "heard_won_none"
            found.append(self.say(key, self.name(seat), game.deal_score(game.deal, seat), worths))
        return found + [self.say("tricks_out", game.discarded())]

    def _gone(self) -> list[str]:
        found = [self.say("gone")]
        gone = self.game.gone()
        hand = self.table.cards()
        for kind in range(0, 60, 10):
            suit = first_suit(kind)
            cards = range(kind, kind + 10)
            played = [number_in(card, suit) for card in cards if card in gone]
            own = [number_in(card, suit) for card in cards if card in hand and card not in gone]
            unseen = [number_in(card, suit) for card in cards if card not in gone and card not in hand]
            label = self.say("heard_kind", _SIGNS[suit], _SIGNS[second_suit(kind)])
            found.append(self.memory(label, played, own, unseen))
        return found
