# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Hyper Maker in words: the master card, and what the trick is worth by each of its suits."""

from engine.hyper_maker import first_suit, second_suit
from handful.heard import Words

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
        return found
