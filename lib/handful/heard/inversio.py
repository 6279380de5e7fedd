# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Inversio in words: the table card, what every rank is worth, and the fight of the last cards."""

from handful.heard.table import Words


class Heard(Words):
    """Inversio's table."""

    def _rank(self, rank: int) -> str:
        return self.say("rank_" + str(rank)) if rank == 1 or rank > 10 else str(rank)

    def board(self) -> list[str]:
        game = self.game
        found = [self.say("round_of", game.round + 1, game.rounds)]
        if game.table >= 0:
            found.append(self.say("heard_table", self.card(game.table), game.stock()))
        if game.open_worths:
            worths = [self.say("heard_worth", self._rank(i + 1), game.worths[i]) for i in range(13)]
            found.append(self.say("heard_worths", ", ".join(worths)))
            if game.laid():
                self.aside.append(found[-1])  # a message says what has changed
            else:
                self.whole.append(found[-1])  # of a new round
        for seat in range(2):
            if seat != self.table.viewer:
                found.append(self.say("heard_held", self.name(seat), len(game.hand(seat))))
                self.aside.append(found[-1])
        return found

    def last(self) -> list[str]:
        game = self.game
        pairs = [] if self.table.over else game.laid()
        number = game.round
        if not pairs and game.fight():
            pairs = game.fight_laid()
            number = game.fight()[0]
        found = [self.say("pairs_of" if pairs else "none_laid", number + 1)]
        for lay, card, seat in pairs:
            key = "heard_laid" if card >= 0 else "heard_passed"
            found.append(self.say(key, self.name(seat), self.card(max(0, card)), self.card(lay)))
        return found

    def describe(self, action: int) -> str:
        game = self.game
        return self.say("heard_laid", self.name(game.player), self.card(action), self.card(game.table))

    def thinks(self) -> str:
        return str(self.table.say("thinks", self.name(self.game.player))) if self.game.player >= 0 else ""

    def follows(self, action: int) -> str:
        return str(self.table.effect(action))

    def foresee(self, card: int, text: str) -> str:
        return self.say("heard_if", self.card(card), text)

    def outcome(self) -> "tuple[int, str]":
        _, winner, cards, worths = self.game.fight()
        fought = ", ".join(
            [self.say("heard_last_card", self.name(seat), self.card(cards[seat])) for seat in range(2)]
        )
        fought = self.say("fight") + " " + fought
        if winner < 0:
            return -1, fought + ". " + self.say("fight_drawn", max(worths), min(worths))
        return winner, fought + ". " + self.say("fight_won", self.name(winner), max(worths), min(worths))
