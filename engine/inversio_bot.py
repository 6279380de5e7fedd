"""Computer players of Inversio: which card to lay so that the last one is worth most."""

_START = b"\x01\x00\x00\x00\x00\x00\x00\x08\x09\x0a\x0b\x0c\x0e"
_EASY = 0


class Mind:
    """The choice of one player at one moment."""

    def __init__(self, game, level: int, rng):
        """game: the match, only looked at; level: 0 to 2; rng: chance."""
        self._game = game
        self._level = level
        self._rng = rng

    def step(self):
        """The action: this rule of thumb needs no second slice."""
        game = self._game
        best = -1
        most = -1
        for card in game.legal_actions():
            worth = kept(game, card, self._level)
            if worth > most:
                most = worth
                best = card
        return best


def kept(game, card: int, level: int) -> int:
    """What the cards left in hand would be worth: easy looks at the best one, others at all of them."""
    worths = game.worths[:]
    for rank, worth in game.effect(card):
        worths[rank - 1] = worth
    best = 0
    second = 0
    for other in game.hand(game.player):
        if other != card:
            worth = worths[other % 13]
            if worth > best:
                second = best
                best = worth
            elif worth > second:
                second = worth
    if level == _EASY:
        return best
    return best * 3 + second * 2


def explain(game, action: int) -> tuple:
    """Why the hard player would do it: a key of the message catalogue with its values."""
    if len(game.legal_actions()) == 1:
        return ("hint_only",)
    worths = game.worths[:]
    for rank, worth in game.effect(action):
        worths[rank - 1] = worth
    best = 0
    for other in game.hand(game.player):
        if other != action and worths[other % 13] > best:
            best = worths[other % 13]
    return ("hint_best", best)
