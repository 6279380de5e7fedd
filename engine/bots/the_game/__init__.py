# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The Game's computer players: what each level does, the signals they give, and why they lay a card.

Easy lays the card that moves a pile least. It makes a beginner's mistakes: it keeps no card for going back by
ten and lays no pair for that on purpose, uses up a pile that a partner asked it to leave, and does not count
which cards are out. The others search their turn (`search`). Normal remembers two in three of the cards laid.
Hard remembers all of them, and looks one turn further; in a team three, once nobody draws any more.

Signals: see `Game.meant`. A seat sets them before it ends its turn, from its own hand and what lies on the
table alone, and again after each action of another seat (`Game.say`). By what lies on the table each by
itself could mean two cards or more.
"""

from engine import const
from engine.memory import rare
from engine.the_game import NEAR

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence

    from engine.bots.the_game.search import Search
    from engine.rng import Rng
    from engine.the_game import Game

_EASY = const(0)
_SIGNAL = const(400)
_STARTER = const(500)
_BEGIN = const(20)  # a seat begins if its two best cards move the piles by at most this


def opening(hand: "Sequence[int]") -> int:
    """Returns by how much the two cards of a first hand that move the piles least move them."""
    costs = [min(card - 1, 100 - card) for card in hand]
    costs.sort()
    return costs[0] + costs[1]


def _cheapest(game: "Game") -> int:
    """Returns the action that moves a pile least; once no card is due, 0 unless that is by at most 1."""
    best = 0
    least = 1000
    for action in game.legal_actions():
        gap = game.gap(action >> 2, action & 3)
        if action and gap < least:
            least = gap
            best = action
    return 0 if not game.due and least > 1 else best


class Mind:
    """The choice of the seat to act: call `step` until it returns an action."""

    def __init__(self, game: "Game", level: int, rng: "Rng") -> None:
        """game: the match, left as it is; level: 0 easy, 1 normal, 2 hard; rng: the player's own chance."""
        self._game = game
        self._level = level
        self._rng = rng
        self._search: Search | None = None
        self._loaded = False

    def step(self) -> int | None:
        """Returns the action, or None while there is more to think about."""
        game = self._game
        if game.choosing:
            # Seat 0 decides for the team: it begins itself if two of its cards move the piles little.
            return _STARTER + (0 if game.players == 1 or opening(game.hand(0)) <= _BEGIN else 1)
        if self._level == _EASY:
            return _cheapest(game)
        if not self._search:
            if game.legal_actions()[-1] == 0:  # nothing can be laid
                return self._signal_first(0)
            if not self._loaded:
                self._loaded = True
                __import__("engine.bots.the_game.value")  # a separate slice: half of what a search needs
                return None
            from engine.bots.the_game.search import Search

            self._search = Search(game, self._level, self._rng)
            return None
        action = self._search.step()
        if action is None:
            return None
        self._search = None  # its memory is free before the signals are found
        # If not all cards that are due can be laid, each card laid still counts.
        return self._signal_first(action if action >= 0 else _cheapest(game))

    def _signal_first(self, action: int) -> int:
        """Returns the action; if that ends the turn, first the signals, one at a time."""
        game = self._game
        if action or game.due:
            return action
        can = game.signals()
        if can:
            given = game.wishes(game.player)
            for pile in range(4):
                signal = _SIGNAL + 4 * given[pile] + pile
                if game.signal(game.player, pile) != given[pile] and signal in can:
                    return signal
        return 0


@rare
def explain(game: "Game", action: int) -> tuple[str | int, ...]:
    """Returns why the hard player would take an action: (key of the message catalogue, values...)."""
    if action >= _STARTER:
        return ("hint_begins", action - _STARTER + 1)
    if action >= _SIGNAL:
        pile = action & 3
        signal = (action - _SIGNAL) >> 2
        gaps = [game.gap(card, pile) for card in game.hand(game.player)]
        if -10 in gaps and signal:
            return ("hint_signal_back", pile + 1)
        gaps = [gap for gap in gaps if gap]
        if gaps and signal:
            return ("hint_signal", min(gaps), pile + 1)
        if gaps and min(gaps) <= NEAR:
            return ("hint_signal_tells", pile + 1)
        return ("hint_signal_none", pile + 1)
    gaps = [game.gap(other >> 2, other & 3) for other in game.legal_actions() if other]
    if not action:
        if game.due:
            return ("hint_stuck",)
        for other in game.legal_actions():
            if other and game.gap(other >> 2, other & 3) < 0:
                return ("hint_keep", other >> 2, (other & 3) + 1)
        return ("hint_enough", min(gaps)) if gaps else ("hint_nothing",)
    card = action >> 2
    pile = action & 3
    gap = game.gap(card, pile)
    if gap < 0:
        return ("hint_back", pile + 1)
    partner = card - 10 if pile < 2 else card + 10
    if partner in game.hand(game.player):
        return ("hint_prepare", card, partner)
    if gap == min(gaps):
        return ("hint_least", gap)
    return ("hint_lay", card, pile + 1, gap)
