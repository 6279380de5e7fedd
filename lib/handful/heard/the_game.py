# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The Game in words: its piles, what everybody holds and signals."""

from handful.heard import BACK
from handful.heard.table import Words
from handful.settings import MEMORY
from handful.stops import SIGNAL

_STARTS = 500  # the first action that says who begins


class Heard(Words):
    """The Game's table."""

    def board(self) -> list[str]:
        game = self.game
        say = self.say
        found = []
        for pile in range(4):
            found.append(say("heard_rises" if pile < 2 else "heard_falls", pile + 1, game.piles[pile]))
        if game.player >= 0 and not game.choosing:
            found.append(say("heard_due", game.due))
        self.aside += found
        found.append(say("heard_left", game.left, 98 - game.score(0)))
        last = self.table.session.history[-1:]
        if last and 0 < last[0] < SIGNAL:  # nobody has drawn
            self.aside.append(found[-1])
        for seat in range(game.players):
            if seat == self.table.viewer:
                continue
            found.append(say("heard_held", self.name(seat), game.held(seat)))
            self.aside.append(found[-1])
            for pile in range(4):
                signal = game.signal(seat, pile)
                if signal:
                    found.append(say("signal_" + str(signal), self.name(seat), pile + 1))
        return found

    def goes_on(self) -> bool:
        session = self.table.session
        if not self.end or not 0 < session.history[self.end - 1] < SIGNAL:
            return False
        before = session.at(self.end - 1)
        return bool(before.player == self.game.player and self.game.due <= before.due)

    def order(self, values: list[int]) -> list[int]:
        found: list[int] = []
        for value in values:
            if value not in found:
                found.append(value)
                if 0 < value < SIGNAL:  # with the other piles of its card
                    found += [other for other in values if other >> 2 == value >> 2 and other != value]
        return found

    def last(self) -> list[str]:
        table = self.table
        telling = table.telling
        history = table.session.history
        end = telling.next if telling.replay else len(history)
        laid = [action for action in history[:end] if 0 < action < SIGNAL]
        most = len(self.game.laid)
        if self.app.settings.values[MEMORY] or table.match.review >= 0:
            most = 8
        found = [self.say("last_laid")]
        for action in laid[max(0, len(laid) - most) :]:
            key = "heard_onto_rising" if action & 3 < 2 else "heard_onto_falling"
            found.append(self.say(key, action >> 2, (action & 3) + 1))
        return found if len(found) > 1 else found + [self.say("laid_none")]

    def describe(self, action: int) -> str:
        game = self.game
        if not 0 < action < SIGNAL:
            return "" if game.is_signal(action) else super().describe(action)
        return self.say(
            "heard_laid", self.name(game.player), action >> 2, (action & 3) + 1, self._cost(action)
        )

    def _cost(self, action: int) -> str:
        gap = self.game.gap(action >> 2, action & 3)
        return "+" + str(gap) if gap > 0 else str(gap)

    def stop(self, value: int) -> str:
        if 0 < value < SIGNAL:
            return self.say("heard_lay", value >> 2, (value & 3) + 1, self._cost(value))
        if SIGNAL <= value < _STARTS:
            pile = value - SIGNAL
            step = 1
            if pile >= BACK:
                pile -= BACK
                step = 2
            viewer = self.table.viewer
            key = "do_signal_" + str((self.game.signal(viewer, pile) + step) % 3)
            return self.say(key, self.name(viewer), pile + 1)
        if not value and self.table.match.speaking:
            return self.say("heard_silent")
        if not value and self.game.due:
            return self.say("heard_give_up")
        return super().stop(value)

    def card(self, card: int) -> str:
        return str(card)

    def outcome(self) -> "tuple[int, str]":
        return -1, ""

    def scores(self) -> list[str]:
        return []
