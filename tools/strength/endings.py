# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The exact worth of each action near the end of a match, found by trying all that the rules allow.

A worth is the share of the win that a seat comes to, 0 to 1. In !nversion for two all cards are known, and in
an even round of Flip Over. There each seat plays for its share of the win and then for its lead in points. In
Inversio the other seat may have kept any card that is not in sight. The Game for two hides nothing once the
draw pile is empty; alone, what is left to draw comes in any order.
"""

from itertools import combinations
from typing import Any

from tools.strength.ismcts import shares
from tools.train.learning import Deal

TRICKS = {"inversion": 5, "flip_over": 3}  # how many are still to be played
DRAWN = 3  # cards that are left to draw in The Game alone

Known = dict[tuple, Any]  # what was found, by position


def is_ending(game: Any) -> bool:
    """Whether the seat to act has a choice of which `worths` finds the worth."""
    left = len(game.hand(game.player))
    ending = left <= TRICKS.get(game.KEY, 0)
    if game.KEY == "the_game":
        ending = game.players < 3 and game.left <= (DRAWN if game.players == 1 else 0)
    elif game.KEY == "inversio":
        ending = left + len(game.hand(1 - game.player)) == 3
    elif game.KEY == "inversion":
        ending = ending and game.players == 2
    elif game.KEY == "flip_over":
        ending = ending and game.round == game.rounds and not game.teams and not game.exchange
    return ending and len(game.legal_actions()) > 1


def worths(game: Any) -> dict[int, float]:
    """Returns the worth of each legal action of an ending."""
    known: Known = {}
    actions = game.legal_actions()[:]
    if game.KEY == "inversio":
        return {action: _fought(game, action) for action in actions}
    if game.KEY == "the_game":
        return {action: _laid(game, action, known) for action in actions}
    return {action: _played(_after(game, action), known)[game.player][0] for action in actions}


def _after(game: Any, action: int) -> Any:
    after = game.copy()
    after.apply(action)
    return after


def _played(game: Any, known: Known) -> list[tuple[float, int]]:
    """Returns for each seat its share of the win and its lead, if each plays for these."""
    scores = [game.score(seat) for seat in range(game.players)]
    if game.player < 0:
        rivals = [max(scores[:seat] + scores[seat + 1 :]) for seat in range(game.players)]
        leads = [score - rival for score, rival in zip(scores, rivals)]
        return list(zip(shares(game), leads))
    trick = game.trick() + [game.follow()] if game.KEY == "inversion" else game.trick
    hands = [tuple(game.hand(seat)) for seat in range(game.players)]
    key = (game.player, *scores, *hands, *trick)
    if key not in known:
        ends = [_played(_after(game, action), known) for action in game.legal_actions()[:]]
        known[key] = max(ends, key=lambda end: end[game.player])
    return known[key]


def _fought(game: Any, action: int) -> float:
    """Returns the worth of laying a card before the fight, over all that the other seat may have kept."""
    seat = game.player
    after = game.copy()
    after.lay(action)
    own = after.worths[after.hand(seat)[0] % 13]
    ranks = [card % 13 for card in game.unseen(seat)]
    others = [after.worths[rank] for rank in ranks if game.only(1 - seat) in (0, rank + 1)]
    return sum([(own > other) + (own == other) / 2 for other in others]) / len(others)


def _laid(game: Any, action: int, known: Known) -> float:
    """Returns the chance that all cards of The Game are laid, if every later choice is the best."""
    hidden = game.unseen(game.player)
    if action or not game.left or game.due:
        return _beaten(_after(game, action), known)
    drawn = min(game.hand_size - len(game.hand(game.player)), game.left)
    chances = []
    for cards in combinations(hidden, drawn):
        world = game.copy()
        world.redeal(game.player, Deal([*cards, *[card for card in hidden if card not in cards]], 0))
        chances.append(_beaten(_after(world, 0), known))
    return sum(chances) / len(chances)


def _beaten(game: Any, known: Known) -> float:
    if game.player < 0:
        return float(bool(game.winners()))
    cards = game.unseen(-1)
    low, _, _, high = tops = (*sorted(game.piles[:2]), *sorted(game.piles[2:]))
    key = (*tops, game.due, *game.hand(game.player), 0, *cards)
    if key not in known:
        # No pile goes back by ten any more.
        steps = [card for card in cards if card + 10 in (*cards, *tops) or card - 10 in (*cards, *tops)]
        if not steps and any([high <= card <= low for card in cards]):
            return 0.0
        best = 0.0
        for action in sorted(
            game.legal_actions(), key=lambda one: game.gap(one >> 2, one & 3) if one else 99
        ):
            best = max(best, _laid(game, action, known))
            if best == 1:
                break
        known[key] = best
    return known[key]
