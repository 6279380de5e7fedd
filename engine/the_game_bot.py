"""The Game's computer players: what a turn costs the team, and what it leaves for the next."""

from engine import const

_SIGNAL = const(400)
_STARTER = const(500)
_JUMP = const(10)


class Mind:
    """Thinks about one action of the seat to act: call `step` until it gives one."""

    def __init__(self, game, level: int, rng):
        """game: left as it is; level: 0 easy, 1 normal, 2 hard."""
        self._game = game
        self._level = level

    def step(self):
        """The action, or None while there is more to think about."""
        game = self._game
        if game.choosing:
            return _STARTER
        hand = game.hand(game.player)
        best = None
        least = 1000
        for action in game.legal_actions():
            if not action:
                continue
            card = action >> 2
            cost = 4 * game.gap(card, action & 3)
            if self._level and cost > 0:
                if (card - _JUMP if action & 2 == 0 else card + _JUMP) in hand:
                    cost -= 20  # the other one goes back to where we are
                for seat in range(game.players):
                    if seat != game.player:
                        cost += 12 * game.signal(seat, action & 3)
            if cost < least:
                least = cost
                best = action
        if best is None:
            return 0
        if not game.due and least > (0, 8, 8)[self._level]:
            return 0
        return best


def explain(game, action: int) -> tuple:
    """Why the hard player would do it: a key of the message catalogue and its values."""
    if action >= _STARTER:
        return ("hint_begins", action - _STARTER + 1)
    if action >= _SIGNAL:
        return ("hint_signal", (action & 3) + 1)
    if not action:
        if game.due:
            return ("hint_stuck",)
        gaps = [game.gap(other >> 2, other & 3) for other in game.legal_actions() if other]
        if not gaps:
            return ("hint_nothing",)
        return ("hint_enough", min(gaps))
    card = action >> 2
    pile = action & 3
    gap = game.gap(card, pile)
    if gap < 0:
        return ("hint_back", pile + 1)
    partner = card - _JUMP if pile < 2 else card + _JUMP
    if partner in game.hand(game.player):
        return ("hint_prepare", card, partner)
    gaps = [game.gap(other >> 2, other & 3) for other in game.legal_actions() if other]
    if gap == min(gaps):
        return ("hint_least", gap)
    return ("hint_lay", card, pile + 1, gap)
