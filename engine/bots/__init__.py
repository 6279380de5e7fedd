"""Computer players: one way in for all games and levels.

What they know of a game is in `engine.bots.<key>`: a class `Mind(game, level, rng)` with `step()`, and
`explain(game, action)`, the reason for an action as a key of the message catalogue with its values. A
mind is given a game of which it may only look at copies dealt anew by `redeal`, and at the public parts.
"""

import sys

from engine import registry

EASY = 0
NORMAL = 1
HARD = 2


def _knowledge(game):
    """The knowledge module of the game that `game` is a match of; ValueError for none of the registry's."""
    key = getattr(game, "KEY", "")
    registry.number(key)
    name = "engine.bots." + key
    __import__(name)
    return sys.modules[name]


class Thinking:
    """A choice in the making: call `step` until it gives an action.

    `step()` thinks for at most about 30,000 bytecodes; the action for `game.player`, or None for not yet.
    """

    def __init__(self, game, level: int, rng):
        """game: the match, left as it is; level: EASY, NORMAL or HARD (ValueError else); rng: its chance."""
        if level not in (EASY, NORMAL, HARD):
            raise ValueError(f"A computer player's level is 0, 1 or 2, not {level}.")
        # Not a method of its own, for each call takes its share of a stack that is short.
        self.step = _knowledge(game).Mind(game, level, rng).step


def choose(game, level: int, rng) -> int:
    """The action of a computer player of that level for `game.player`."""
    thinking = Thinking(game, level, rng)
    action = None
    while action is None:
        action = thinking.step()
    return action


def explain(game, action: int) -> tuple:
    """Why the hard player would take that action: (key of the message catalogue, values...)."""
    return _knowledge(game).explain(game, action)


def hint(game, rng) -> tuple:
    """What the hard player would do, and why: (action, (key of the message catalogue, values...))."""
    action = choose(game, HARD, rng)
    return action, explain(game, action)
