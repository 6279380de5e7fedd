# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Matches that look the same to one seat: the same public history, other cards where it cannot see them.

There are two kinds. `redealt` keeps the history and deals again at the end (Game.redeal). That is what a
picture drawn from the game sees. `relabelled` carries the cards of such a deal back to the start: another
deck, and the same actions played from it. So what is replayed and taken back belongs to the other match,
too.
"""

import contextlib

from engine import session as sessions
from engine.rng import Rng


class Deck(Rng):
    """A match's chance with changed cards in deal number `deal`, and other deals after it."""

    deal = 0
    change: dict = {}

    def __init__(self, seed: int):
        self.shuffled = 0
        self._inside = False
        self._later = Rng(seed ^ 0x155)
        super().__init__(seed)

    def below(self, n: int) -> int:
        if not self._inside and self.shuffled > self.deal:
            return self._later.below(n)
        return super().below(n)

    def shuffle(self, cards) -> None:
        self.shuffled += 1
        if self.shuffled > self.deal:
            self._later.shuffle(cards)
            return
        self._inside = True
        super().shuffle(cards)
        self._inside = False
        if self.shuffled == self.deal:
            change = self.change
            cards[:] = [change.get(card, card) for card in cards]


def deck(deal: int, change: dict) -> type:
    """Returns a generator class for the sessions of one changed match."""
    return type("DeckOf", (Deck,), {"deal": deal, "change": change})


@contextlib.contextmanager
def dealing(kind):
    """Makes sessions deal from a generator class."""
    before = sessions.Rng
    setattr(sessions, "Rng", kind)
    try:
        yield
    finally:
        setattr(sessions, "Rng", before)


def again(session, history=None, chance=Rng):
    """Returns another session of a match, with all its actions or these; ValueError if one is not allowed."""
    with dealing(chance):
        other = sessions.Session(session.key, session.players, session.seed, **session.options)
        for action in session.history if history is None else history:
            other.act(action)
    return other


def redealt(session, seats, chance):
    """Returns a copy of a session in which the unseen cards are dealt again, for one seat after the other."""
    other = again(session)
    for seat in seats:
        other.game.redeal(seat, chance)
    return other


def _hidden(game, seat: int) -> tuple[list, list]:
    """Returns what a seat cannot see: the others' cards, hand by hand, and those nobody holds, rising."""
    held = []
    for other in range(game.players):
        if other != seat:
            held += game.hand(other)
    return held, [card for card in game.unseen(seat) if card not in held]


def deals(session) -> int:
    """Returns how many times cards have been dealt in a session."""
    return again(session, chance=deck(1 << 20, {})).rng.shuffled


def relabelled(session, seat: int, chance):
    """Returns (history, generator class) of a match that looks the same to a seat, or None."""
    game = session.game
    other = game.copy()
    other.redeal(seat, chance)
    held, rest = _hidden(game, seat)
    others, left = _hidden(other, seat)
    chance.shuffle(left)
    change = dict(zip(held + rest, others + left))
    if set(change) != set(change.values()):
        return None
    kind = deck(deals(session), change)
    # Only cards named unseen are relabelled: everybody saw all other actions.
    replay = again(session, ())
    history = []
    for action in session.history:
        unseen = getattr(replay.game, "exchanging", False) and replay.game.player != seat
        history.append(change.get(action, action) if unseen else action)
        replay.act(action)
    try:
        there = again(session, history, kind)
    except ValueError:
        return None
    alike = game.player == there.game.player and list(game.hand(seat)) == list(there.game.hand(seat))
    if alike and game.player == seat:
        alike = list(game.legal_actions()) == list(there.game.legal_actions())
    return (history, kind) if alike else None
