# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Flip Over in words: the discs, who has taken them, and which one is played for."""

from handful.heard import Words


class Heard(Words):
    """Flip Over's table."""

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
        to_come = [self._disc(disc) for disc in range(game.disc + 1, len(game.discs) + 1)]
        if to_come:
            found.append(self.say("heard_discs", ", ".join(to_come)))
        for seat in range(game.players):
            taken = [self._disc(disc) for disc in range(1, game.disc) if game.taken_by(disc) == seat]
            if taken:
                found.append(self.say("heard_taken", self.name(seat), ", ".join(taken)))
        if game.exchanging and self.table.viewer >= 0 and game.given(self.table.viewer):
            found.append(self.say("heard_given", self.cards(game.given(self.table.viewer))))
        if game.exchanging and self.table.mine:
            found.append(self.table.prompt())
        return found
