# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Computer players of !nversion: how each level names tricks and plays a card, and why.

Easy and normal name only what they are fairly sure of, as beginners do, and leave many a match to a bolder
seat. Easy counts on its high numbers, and lays the lowest card that is ahead. Normal plays by the learnt rule
alone (`rule`). With two players nothing is hidden: hard, and towards the end normal too, search until they
know who wins (`duel`). With more players, hard tries its choices in many deals of the hidden cards (`deals`).
"""

from engine import const
from engine.bots.inversion.rule import ahead, estimate, ruled, wins

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from engine.bots.inversion.deals import Deals
    from engine.bots.inversion.duel import Duel
    from engine.inversion import Game
    from engine.rng import Rng

_EASY = const(0)
_HARD = const(2)
_PASS = const(50)
_SUIT_SIGNS = "♣♠♥♦☺"
_MOVES = const(5400)  # the most moves that the search with two players looks at


class Mind:
    """The choice of one player at one moment: call `step` until it returns an action."""

    def __init__(self, game: "Game", level: int, rng: "Rng") -> None:
        """game: the match, left as it is; level: 0 easy, 1 normal, 2 hard; rng: the player's own chance."""
        self._game = game
        self._level = level
        self._rng = rng
        self._search: Duel | Deals | None = None  # once it is needed

    def step(self) -> int | None:
        """Returns the action, or None while there is more to think about."""
        if self._search:
            return self._search.step()
        game = self._game
        legal = list(game.legal_actions())
        if len(legal) == 1:
            return legal[0]
        level = self._level
        if game.auction:
            if legal[0] != _PASS:
                return legal[0]  # to begin with 1 is safe: somebody will name more
            if level == _HARD:
                self._deal(legal)
                return None
            # Names about as many tricks as it expects to win. It is careful: to dare more would win more.
            worth = estimate(game) if level else _rough(game)
            return legal[1] if len(legal) > 1 and worth >= (game.declared + 1) * 100 - 25 else _PASS
        if level == _EASY:
            return _simple(game, legal)
        if game.players == 2 and (level == _HARD or game.position > 5):
            from engine.bots.inversion.duel import Duel

            self._search = Duel(game, _MOVES)
            return None
        if level == _HARD:
            self._deal(legal)
            return None
        return ruled(game, legal)

    def _deal(self, legal: list[int]) -> None:
        """Begins to try the choices in deals of the hidden cards."""
        from engine.bots.inversion.deals import Deals

        self._search = Deals(self._game, self._rng, legal)


def _rough(game: "Game") -> int:
    """Guesses a hundred times the tricks of the hand as a beginner does, from its high numbers."""
    worth = 0
    for card in game.hand(game.player):
        worth += (0, 0, 0, 0, 0, 10, 20, 45, 65, 85)[card % 10]
    return worth


def _simple(game: "Game", legal: list[int]) -> int:
    """Returns the lowest card that is ahead of those on the table, else the lowest."""
    best = -1
    for card in legal:
        if wins(game, card) and (best < 0 or card % 10 < best % 10):
            best = card
    if best < 0:
        best = legal[0]
        for card in legal:
            if card % 10 < best % 10:
                best = card
    return best


def explain(game: "Game", action: int) -> tuple[str | int, ...]:
    """Returns why the hard player would take an action: (key of the message catalogue, values...)."""
    if game.auction:
        if action == _PASS:
            return ("hint_pass", game.declared)
        number = action - _PASS
        if number == 1:
            return ("hint_first",)
        return ("hint_name" if estimate(game) >= number * 100 - 50 else "hint_dare", number)
    legal = list(game.legal_actions())
    if len(legal) == 1:
        return ("hint_only",)
    follow = game.follow()
    inverts = action % 10 + follow % 10 == 9
    number = _counted(action, follow) + 1
    shown = action % 10 + 1
    if ahead(game) < 0:
        suit = follow // 10
        higher = [card for card in game.unseen(game.player) if card % 10 >= number]
        if inverts:
            return "hint_swap_lead", number, len(higher)
        if action // 10 != suit:
            return "hint_lead_off", shown, _SUIT_SIGNS[suit]
        higher = [card for card in higher if card // 10 == suit]
        if not higher:
            return "hint_lead_top", shown, _SUIT_SIGNS[suit]
        return "hint_lead_above", shown, _SUIT_SIGNS[suit], len(higher)
    if wins(game, action):
        table = game.trick()
        last = True
        for seat in range(game.players):
            if seat != game.player and table[seat] < 0:
                last = False
        if last:
            return ("hint_swap_wins" if inverts else "hint_wins", number)
        return ("hint_swap_ahead" if inverts else "hint_ahead", number)
    if inverts:
        return "hint_swap_lets", number
    if game.players > 2 and game.player != game.parent and ahead(game) != game.parent:
        return "hint_partner", shown
    kept = -1
    for card in legal:
        if wins(game, card) and (kept < 0 or _counted(card, follow) > _counted(kept, follow)):
            kept = card
    if kept >= 0:
        return "hint_lets", shown, str(kept % 10 + 1) + _SUIT_SIGNS[kept // 10]
    return "hint_beaten", shown


def _counted(card: int, follow: int) -> int:
    """Returns the number, less one, as which a card counts with that follow card."""
    return follow % 10 if card % 10 + follow % 10 == 9 else card % 10
