# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Flip Over in words: the discs, who has taken them, and which one is played for."""

from micropython import const

from handful.heard.table import Words
from handful.settings import MEMORY
from handful.tables.flip_over import SUITS

_TYPES = const(0)  # true for mypy only
if _TYPES:
    from typing import Any


class Heard(Words):
    """Flip Over's table."""

    def __init__(self, table: "Any") -> None:
        super().__init__(table)
        self._exchanges = self.game.exchanging

    def describe(self, action: int) -> str:
        if self.game.exchanging and not self._exchanges:
            return ""  # no part of the trick that follows
        return super().describe(action)

    def _disc(self, disc: int) -> str:
        return str(self.table.disc_sign(disc if self.game.discs[disc - 1] else -disc))

    def board(self) -> list[str]:
        game = self.game
        if game.player < 0:
            return []
        found = [self.say("round", game.round, game.rounds)]
        if not game.exchanging:
            disc = self._disc(game.disc)
            found.append(
                self.say("heard_trump", disc, game.disc) if game.trumps else self.say("heard_disc", disc)
            )
        to_come = [self._disc(disc) for disc in range(game.disc + (not game.exchanging), len(game.discs) + 1)]
        if to_come:
            found.append(self.say("heard_discs", ", ".join(to_come)))
        for seat in range(game.players):
            taken = [self._disc(disc) for disc in range(1, game.disc) if game.taken_by(disc) == seat]
            if taken:
                found.append(self.say("heard_taken", self.name(seat), ", ".join(taken)))
                self.aside.append(found[-1])
        if game.exchanging:
            self.part = "heard_exchange"
        if game.exchanging and self.table.mine:
            found.append(self.table.prompt())
        return found

    def reword(self, text: str) -> str:
        last = self.game.last_trick()
        if last:
            name = self.name(last[3])
            points = ("+" if last[2] > 0 else "") + str(last[2])
            if text.startswith(name + " " + points):
                return self.say("heard_takes", name, points) + text[len(name + points) + 1 :]
        return text

    def sheet(self) -> list[str]:
        overlay = self.table.overlay
        if overlay == "round":
            return self._round()
        return self._exchanged() if overlay == "exchange" else super().sheet()

    def _round(self) -> list[str]:
        game = self.game
        say = self.say
        found = [say("round_over", game.round - 1)]
        for row in range(game.players):
            seat = self.table.seat_at(row)
            points = game.round_score(game.round - 1, seat)
            told = say("in_round") + (" +" if points > 0 else " ") + str(points)
            total = say("in_all") + " " + str(game.score(seat))
            found.append(self.about(self.name(seat), told + ", " + total))
        new = game.round & 1
        discs = ", ".join([self._disc(disc) for disc in range(1, len(game.discs) + 1)])
        found.append(say("heard_new_discs" if new else "heard_discs_turn", discs))
        return found + [say("new_hands" if new else "same_hands")]

    def _exchanged(self) -> list[str]:
        say = self.say
        viewer = self.table.viewer
        gave = self.game.given(viewer)
        got = self.game.received(viewer)
        found = [say("option_exchange")]
        for step in range(3):
            told = say("you_gave") + " " + self.card(gave[step])
            to = say("name_" + str(step), self.name((viewer + 1 + step) % 4))
            found.append(self.about(to, told + ", " + say("you_got") + " " + self.card(got[step])))
        return found

    def last(self) -> list[str]:
        table = self.table
        game = self.game
        say = self.say
        aid = self.app.settings.values[MEMORY]
        last = game.last_trick()
        if last and game.trick and not aid:
            found = [say("face_down")]
        elif last:
            lead, cards, points = last[:3]
            found = [say("last_trick", table.disc_sign(points))]
            for i in range(len(cards)):
                seat = (lead + i) % game.players
                found.append(say("plays" if i else "leads", self.name(seat), self.card(cards[i])))
            found.append(self.reword(table.trick_outcome()))
        else:
            found = [say("no_trick")]
        viewer = table.viewer
        got = game.received(viewer) if viewer >= 0 else ()
        if got:
            told = [self.name((viewer + 1 + i) % 4) + " " + self.card(got[i]) for i in range(3)]
            found.append(self.about(say("you_got"), ", ".join(told)))
        if aid:
            gone: list[int] = []
            for seat in range(game.players):
                gone += game.pile(seat)
            own = table.cards() if viewer >= 0 else []
            for suit in range(game.players):
                cards = range(suit * 12, suit * 12 + len(game.discs))
                played = [card % 12 + 1 for card in cards if card in gone]
                mine = [card % 12 + 1 for card in cards if card in own and card not in gone]
                unseen = [card % 12 + 1 for card in cards if card not in gone and card not in own]
                found.append(self.memory(SUITS[suit], played, mine, unseen))
        return found
