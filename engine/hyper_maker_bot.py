"""What computer players know of Hyper Maker.

They look at the public parts of a match and at the hand of the seat to act.
"""

from engine.hyper_maker import decide, first_suit, number_in, second_suit
from engine.rng import Rng

_SUIT_SIGNS = "●■▲★"


def _ahead(game, card: int, suit: int) -> bool:
    """Whether a card of the seat to act would be the best of a suit so far, if that suit decides."""
    number = number_in(card, suit)
    if not number or number < number_in(game.master, suit):  # the master card loses every tie
        return False
    return all([number_in(other, suit) <= number for other in game.trick])


def _unseen(game) -> list:
    """The cards that the seat to act does not see: in other hands, or masters to come."""
    world = game.copy()
    world.redeal(game.player, Rng(0))
    cards = world._stack[:]
    for seat in range(game.players):
        if seat != game.player:
            cards += world.hand(seat)
    return cards


class Mind:
    """A choice in the making for `game.player`."""

    def __init__(self, game, level: int, rng):
        """game: the match, left as it is; level: 0 easy, 1 normal, 2 hard; rng: its chance."""
        self._game = game

    def step(self):
        """A slice of thought: the action, or None for not yet."""
        game = self._game
        master = game.master
        worths = game.worth()
        best = -1
        most = -9999
        for card in game.legal_actions():
            winner = decide(master, game.trick + [card])
            suit = winner[1]
            points = worths[0] if suit == first_suit(master) else worths[1]
            worth = 10 * points + number_in(card, suit) if winner[0] == len(game.trick) else 0
            if not worth:
                worth = -max(card % 10 + 1, 10 - card % 10)
            if worth > most:
                most = worth
                best = card
        return best


def explain(game, action: int) -> tuple:
    """Why the hard player would play a card: a key of the catalogue and its values."""
    legal = game.legal_actions()
    if len(legal) == 1:
        return ("hint_only",)
    master = game.master
    trick = game.trick + [action]
    place, follow = decide(master, trick)[:2]
    suits = (first_suit(master), second_suit(master))
    worths = game.worth()
    points = worths[0] if follow == suits[0] else worths[1]
    mine = place == len(trick) - 1
    if len(trick) == game.players:
        if mine:
            return "hint_wins", points
        for card in legal:
            if decide(master, game.trick + [card])[0] == len(trick) - 1:
                return "hint_lets_go", points
        return ("hint_none_wins",)
    hopes = [suit for suit in suits if _ahead(game, action, suit)]
    if not hopes:
        return ("hint_beaten",)
    suit = follow if mine else hopes[0]
    number = number_in(action, suit)
    above = [card for card in _unseen(game) if number_in(card, suit) >= number]
    if not above:
        return "hint_top", _SUIT_SIGNS[suit]
    return "hint_ahead" if mine else "hint_best_if", _SUIT_SIGNS[suit], len(above)
