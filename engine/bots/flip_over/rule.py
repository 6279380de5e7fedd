# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Flip Over's rule of thumb, which easy robots play by, and the reasons that a hint gives."""

from engine import const
from engine.flip_over import decide

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from engine.flip_over import Game

_SUIT_SIGNS = "☀☾☁☂☘"


def _beaters(game: "Game", card: int, unseen: list[int]) -> int:
    """Returns how many of the unseen cards would beat a card that wins the trick as it stands."""
    trump = game.disc - 1 if game.trumps else -1
    if card % 12 == trump:
        return len([other for other in unseen if other % 12 == trump])
    led = (game.trick[0] if game.trick else card) // 12
    return len([other for other in unseen if other % 12 == trump or (other // 12 == led and other > card)])


def _takes(game: "Game", card: int) -> bool:
    """Whether the trick would stand to be won by a card of the seat to act."""
    trick = game.trick + [card]
    return decide(trick, game.disc if game.trumps else 0) == len(trick) - 1


def by_rule(game: "Game") -> int:
    """Plays as a beginner: wins blue discs, leaves red ones.

    It takes each disc for as good as any other, forgets that others still play and may have a trump, throws
    away a card that will be a trump later, gives its highest cards away, and remembers nothing.
    """
    legal = game.legal_actions()
    best = legal[0]
    most = -9999
    blue = game.discs[game.disc - 1]
    for card in legal:
        number = card % 12
        if game.exchanging:
            worth = number
        elif blue == _takes(game, card):
            worth = 100 - number if blue and game.trick else 100 + number
        else:
            worth = -number
        if worth > most:
            most = worth
            best = card
    return best


def explain(game: "Game", action: int) -> tuple[str | int, ...]:
    """Returns why the hard player would play or name a card: (key of the message catalogue, values...)."""
    suit = _SUIT_SIGNS[action // 12]
    legal = game.legal_actions()
    if len(legal) == 1:
        return ("hint_only",)
    if game.exchanging:
        others = [card for card in legal if card // 12 == action // 12 and card != action]
        if not others:
            return "hint_last_of", suit
        if action > max(others):
            return "hint_highest_of", suit
        return "hint_keeps_of", len(others), suit
    disc = game.disc
    blue = game.discs[disc - 1]
    waiting = game.players - 1 - len(game.trick)
    winning = [card for card in legal if _takes(game, card)]
    if action in winning:
        beaters = _beaters(game, action, game.unseen(game.player)) if waiting else 0
        if beaters:
            return "hint_unless_blue" if blue else "hint_unless_red", beaters, disc
        if blue:
            return "hint_wins_blue", disc
        for card in legal:
            if card not in winning or waiting and _beaters(game, card, game.unseen(game.player)):
                return "hint_takes_red", disc
        return "hint_takes_all", disc
    if not blue:
        return "hint_leaves_red", disc
    if not winning:
        return "hint_none_wins", disc
    best = max(winning)
    return "hint_saves", _SUIT_SIGNS[best // 12], best % 12 + 1
