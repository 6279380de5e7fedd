"""What computer players know of Flip Over.

They look at the public parts of a match and at the hand of the seat to act.
"""

from engine.flip_over import decide

_SUIT_SIGNS = "☀☾☁☂☘"


def _beaters(game, card: int, unseen: list) -> int:
    """How many of the unseen cards would beat a card that wins the trick as it stands."""
    trump = game.disc - 1 if game.trumps else -1
    if card % 12 == trump:
        return len([other for other in unseen if other % 12 == trump])
    led = (game.trick[0] if game.trick else card) // 12
    return len([other for other in unseen if other % 12 == trump or (other // 12 == led and other > card)])


def _unseen(game) -> list:
    """The cards that the seat to act neither holds nor has seen played in this round."""
    seen = game.hand(game.player)[:]
    for seat in range(game.players):
        seen += game.pile(seat)
    numbers = range(2 * game.players + 2)
    return [
        suit * 12 + number
        for suit in range(game.players)
        for number in numbers
        if suit * 12 + number not in seen
    ]


def _takes(game, card: int) -> bool:
    """Whether a card of the seat to act would win the trick as it then stands."""
    trick = game.trick + [card]
    return decide(trick, game.disc if game.trumps else 0) == len(trick) - 1


class Mind:
    """A choice in the making for `game.player`."""

    def __init__(self, game, level: int, rng):
        """game: the match, left as it is; level: 0 easy, 1 normal, 2 hard; rng: its chance."""
        self._game = game

    def step(self):
        """A slice of thought: the action, or None for not yet."""
        game = self._game
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


def explain(game, action: int) -> tuple:
    """Why the hard player would play (or name) a card: a key of the catalogue and its values."""
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
        beaters = _beaters(game, action, _unseen(game)) if waiting else 0
        if beaters:
            return "hint_unless_blue" if blue else "hint_unless_red", beaters, disc
        if blue:
            return "hint_wins_blue", disc
        return "hint_takes_all" if winning == legal else "hint_takes_red", disc
    if not blue:
        return "hint_leaves_red", disc
    if not winning:
        return "hint_none_wins", disc
    best = max(winning)
    return "hint_saves", _SUIT_SIGNS[best // 12], best % 12 + 1
