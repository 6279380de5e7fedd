# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Computer players of Candle: chance, a rule, and the rule tried out in guessed deals."""

from engine import const

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from engine.candle import Game
    from engine.rng import Rng

_GUESSES = 16


class Mind:
    """The choice of one player at one moment: `step` until it gives an action."""

    def __init__(self, game: "Game", level: int, rng: "Rng") -> None:
        """game: the match, left as it is; level: 0 easy, 1 normal, 2 hard; rng: chance."""
        self._game = game
        self._level = level
        self._rng = rng
        self._steps = 0  # two for each guess
        self._sums: list[int] = []  # of each legal card: how far ahead it left the seat in all guesses

    def step(self) -> int | None:
        """The action, or None while there is more to think about."""
        game = self._game
        legal = game.legal_actions()
        if self._level == 0:
            return legal[self._rng.below(len(legal))]
        if self._level == 1 or len(legal) == 1:
            return by_rule(game)
        if not self._sums:
            self._sums = [0] * len(legal)
        self._guess(game, legal, self._steps % 2)
        self._steps += 1
        if self._steps < 2 * _GUESSES:
            return None
        return legal[self._sums.index(max(self._sums))]

    def _guess(self, game: "Game", legal: list[int], half: int) -> None:
        """Plays a guessed deal to its end after every other legal card, in half 0 a new one."""
        seat = game.player
        if half == 0:
            self._world = game.copy()
            self._world.redeal(seat, self._rng)
        for i in range(half, len(legal), 2):
            trial = self._world.copy()
            trial.apply(legal[i])
            while trial.player >= 0:
                trial.apply(by_rule(trial))
            points = trial.points
            mine = points[seat]
            points[seat] = -1
            self._sums[i] += mine - max(points)


def by_rule(game: "Game") -> int:
    """The highest card to lead; behind it the lowest that wins as the trick lies, or the lowest of all."""
    hand = game.hand(game.player)
    trick = game.trick
    if not trick:
        best = hand[0]
        for card in hand:
            if card % 6 > best % 6:
                best = card
        return best
    led = trick[0] // 6
    most = -1
    for card in trick:
        if card // 6 == led and card > most:
            most = card
    low = hand[0]
    for card in hand:
        if card // 6 == led and card > most:
            return card
        if card % 6 < low % 6:
            low = card
    return low


def explain(game: "Game", action: int) -> tuple[str | int, ...]:
    """Why the hard player would play it: a key of the message catalogue with its values."""
    if len(game.legal_actions()) == 1:
        return ("hint_only",)
    after = game.copy()
    after.apply(action)
    seat = game.player
    last = after.last_trick()
    if game.trick and (after.ahead() if after.trick or not last else last[2]) != seat:
        return ("hint_loses", max([card % 6 for card in after.hand(seat)]) + 1)
    if not after.trick:
        return ("hint_wins",)
    higher = [card for card in game.unseen(seat) if card // 6 == action // 6 and card > action]
    return ("hint_unless", len(higher))
