# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Computer players of all games and levels.

The package `engine.bots.<key>` has what they know of a game: a class `Mind(game, level, rng)` with `step()`,
and `explain(game, action)`, which returns the reason for an action as a key of the message catalogue with
its values. A mind is given the real match. It may look only at public parts, at the hand of the seat to act,
at the other hands where the rules let everybody know them, and at copies that `redeal` has treated for that
seat.
"""

import sys

from engine import const, registry

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

    from engine.rng import Rng

EASY = 0
NORMAL = 1
HARD = 2


def _knowledge(game: "Any") -> "Any":
    """Returns the module engine.bots.<key> for a match; ValueError if the registry does not have its game."""
    key = getattr(game, "KEY", "")
    registry.number(key)
    name = "engine.bots." + key
    __import__(name)
    return sys.modules[name]


class Thinking:
    """A choice in progress: call `step` until it returns an action.

    `step()` thinks for at most about 30,000 bytecodes. It returns the action for `game.player`, or None for
    "not yet".
    """

    def __init__(self, game: "Any", level: int, rng: "Rng") -> None:
        """game: the match, left as it is; level: EASY, NORMAL or HARD, else ValueError; rng: own chance."""
        if level not in (EASY, NORMAL, HARD):
            raise ValueError(f"A computer player's level is 0, 1 or 2, not {level}.")
        # An attribute instead of a method: another call would take another frame of a short stack.
        self.step = _knowledge(game).Mind(game, level, rng).step


def choose(game: "Any", level: int, rng: "Rng") -> int:
    """Returns the action that a computer player of this level takes for `game.player`."""
    thinking = Thinking(game, level, rng)
    action: int | None = None
    while action is None:
        action = thinking.step()
    return action


def explain(game: "Any", action: int) -> tuple[str | int, ...]:
    """Returns why the hard player would take an action: (key of the message catalogue, values...)."""
    reason: tuple[str | int, ...] = _knowledge(game).explain(game, action)
    return reason


def hint(game: "Any", rng: "Rng") -> "tuple[int, tuple[str | int, ...]]":
    """Returns what the hard player would do, and why: (action, (key of the message catalogue, values...))."""
    action = choose(game, HARD, rng)
    return action, explain(game, action)
