"""Computer players of !nversion: how many tricks a hand is worth, and which card to play."""

_EASY = 0
_PASS = 50


class Mind:
    """The choice of one player at one moment."""

    def __init__(self, game, level: int, rng):
        """game: the match, only looked at; level: 0 to 2; rng: chance for ties."""
        self._game = game
        self._level = level
        self._rng = rng

    def step(self):
        """The action: these rules of thumb need no second slice."""
        game = self._game
        legal = list(game.legal_actions())
        if len(legal) == 1:
            return legal[0]
        if game.auction:
            return self._declare(legal)
        best = legal[0]
        most = -10000
        for card in legal:
            worth = self._worth(card)
            if worth > most:
                most = worth
                best = card
        return best

    def _declare(self, legal: list[int]) -> int:
        """The next number while the hand is good for it, else a pass."""
        game = self._game
        number = legal[0] if legal[0] != _PASS else legal[1]
        if legal[0] != _PASS or (number - _PASS) * 10 <= tricks(game, game.player):
            return number
        return _PASS

    def _worth(self, card: int) -> int:
        """How good a play looks: a trick won cheaply, or a card given away that is not missed."""
        game = self._game
        number = card % 10
        if wins(game, card):
            last = game.leader(game.position) == (game.player + 1) % game.players
            if self._level == _EASY or last:
                return 100 - number
            return 80 + (number if card // 10 == game.follow() // 10 else -number)
        worth = -number * 3
        if self._level > _EASY:
            for follow in game.lane[game.position + 1 :]:
                if follow // 10 == card // 10:
                    worth -= number
        return worth


def tricks(game, seat: int) -> int:
    """Ten times how many tricks the hand of a seat looks good for."""
    worth = 0
    for card in game.hand(seat):
        number = card % 10
        if number > 5:
            worth += (number - 5) * 2
        for follow in game.lane:
            if follow // 10 == card // 10:
                worth += number // 4
    return worth


def wins(game, card: int) -> bool:
    """Whether the trick would be the seat's if nobody played after it."""
    seat = game.player
    at = game.position
    table = game.trick()
    follow = game.follow()
    inverted = game.inverted(at)
    if card % 10 + follow % 10 == 9:
        inverted = True
        card, follow = follow, card
    strength = card % 10
    if not inverted and card // 10 == follow // 10:
        strength += 10
    for other in range(game.players):
        if other != seat and table[other] >= 0:
            against = table[other] % 10
            if not inverted and table[other] // 10 == follow // 10:
                against += 10
            if against >= strength:
                return False
    return True


def explain(game, action: int) -> tuple:
    """Why the hard player would do it: a key of the message catalogue with its values."""
    if game.auction:
        if action == _PASS:
            return ("hint_pass", game.declared)
        return ("hint_name", action - _PASS)
    if len(game.legal_actions()) == 1:
        return ("hint_only",)
    number = action % 10 + 1
    if wins(game, action):
        if game.leader(game.position) == (game.player + 1) % game.players:
            return ("hint_wins", number)
        return ("hint_ahead", number)
    return ("hint_give", number)
