"""Matches that look alike to one seat: the same public history, other cards where it cannot see them.

Two ways. `redealt` leaves the history and deals anew in the end (Game.redeal), which is what a picture
drawn from the game sees. `relabelled` carries the cards of such a deal back to the start: another deck, and
the same actions played from it; so what is replayed and taken back is of that other world too.
"""

from engine import rng as chances
from engine import session as sessions
from engine.rng import Rng


class Deck(Rng):
    """The match's chance, with cards of its deal number `deal` changed, and other deals after that."""

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
    """A generator class for sessions of one world."""
    return type("DeckOf", (Deck,), {"deal": deal, "change": change})


def played(key: str, players: int, seed: int, options: dict, history, chance=Rng):
    """The session after these actions; ValueError where one is not allowed."""
    before = sessions.Rng
    sessions.Rng = chance
    try:
        session = sessions.Session(key, players, seed, **options)
        for action in history:
            session.act(action)
    finally:
        sessions.Rng = before
    return session


def again(session, length: int = -1):
    """A session of its own with the first `length` actions of another (all of them by default)."""
    history = session.history if length < 0 else session.history[:length]
    return played(session.key, session.players, session.seed, session.options, history)


def redealt(session, seats, chance, length: int = -1):
    """A session like another, but what the seats cannot know is dealt anew, one seat after the other."""
    other = again(session, length)
    for seat in seats:
        other.game.redeal(seat, chance)
    return other


def _places(game, seat: int) -> list:
    """All cards that a seat cannot see, each in its place."""
    cards = []
    for other in range(game.players):
        if other != seat:
            cards += game.hand(other)
    if game.KEY == "the_game":
        cards += game._deck[len(game._deck) - game.left :]
    elif game.KEY == "hyper_maker":
        cards += game._stack
    elif game.KEY == "inversio":
        cards += game._stock[game._next :]
    return cards


def deals(session) -> int:
    """How many times cards have been dealt in a session."""
    return played(session.key, session.players, session.seed, session.options, session.history,
                  deck(1 << 20, {})).rng.shuffled


def relabelled(session, seat: int, chance):
    """(history, generator class) of a world that looks alike to a seat; None if this deal cannot be it."""
    game = session.game
    other = game.copy()
    other.redeal(seat, chance)
    change = dict(zip(_places(game, seat), _places(other, seat)))
    if set(change) != set(change.values()):
        return None
    kind = deck(deals(session), change)
    # Only cards named unseen are relabelled: whatever else was played, everybody saw.
    replay = again(session, 0)
    history = []
    for action in session.history:
        unseen = getattr(replay.game, "exchanging", False) and replay.game.player != seat
        history.append(change.get(action, action) if unseen else action)
        replay.act(action)
    try:
        there = played(session.key, session.players, session.seed, session.options, history, kind)
    except ValueError:
        return None
    one = game
    two = there.game
    if one.player != two.player or list(one.hand(seat)) != list(two.hand(seat)):
        return None
    if one.player == seat and list(one.legal_actions()) != list(two.legal_actions()):
        return None
    return history, kind


def dealing(kind):
    """Makes sessions deal from a world's generator until the result is called."""
    sessions.Rng = kind

    def over() -> None:
        sessions.Rng = chances.Rng

    return over
