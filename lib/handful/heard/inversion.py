# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""!nversion in words: the lane, the priority, and who plays against the others."""

from handful.heard.table import Words


class Heard(Words):
    """!nversion's table."""

    def board(self) -> list[str]:
        game = self.game
        at = game.position
        found = []
        if game.auction:
            found.append(self.say("auction"))
            self.part = "heard_bids"
        elif game.player >= 0:
            found.append(self.say("heard_follow", at + 1, self.card(game.follow())))
            found.append(self.say("inverted" if game.inverted(at) else "normal"))
        if game.parent >= 0:
            found.append(self.say("parent", self.name(game.parent), game.declared))
        if at < len(game.lane):
            found.append(self.say("heard_lane", self.cards(game.lane[at:])))
            self.whole.append(found[-1])
        return found

    def foresee(self, card: int, text: str) -> str:
        return "" if card % 10 + self.game.follow() % 10 == 9 else text  # its stop says so

    def last(self) -> list[str]:
        say = self.say
        table = self.table
        at = table.page
        if at < 0:
            return [say("piles"), say("no_pile")]
        game = self.game
        found = [
            say("pile_of", at + 1, self.name(game.winner(at))),
            self.about(say("lane"), self.card(game.lane[at])),
        ]
        for i in range(game.players):
            seat = (game.leader(at) + i) % game.players
            card = game.played(at, seat)
            laid = table.laid(at, seat)
            key = "swaps" if laid != card else "plays" if i else "leads"
            found.append(say(key, self.name(seat), self.card(laid), self.card(card)))
        return found + [table.reason(at)]

    def outcome(self) -> "tuple[int, str]":
        return super().outcome() if self.game.position else (-1, "")  # the board tells how an auction ended
