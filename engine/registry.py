# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The list of games. Their modules are loaded on demand: only the game that is played is in memory.

A game is one module in this package and one row here. The index of a row is the game's number in saved
games: rows are appended, never moved.
"""

import sys

from engine import const
from engine.memory import forget, mark

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

# key (its module's name), title, least and most players
GAMES = (
    ("the_game", "The Game", 1, 5),
    ("inversion", "!nversion", 2, 4),
    ("hyper_maker", "Hyper Maker", 3, 5),
    ("flip_over", "Flip Over", 3, 5),
    ("inversio", "Inversio", 2, 2),
)
# The indices of rows whose games are not on this drive: `make bundle GAMES=...` replaces it. -1 is no row.
ABSENT = (-1,)


def number(key: str) -> int:
    """The index of a game's row in GAMES; ValueError for an unknown or absent one.

    >>> number("inversio"), row("inversio")
    (4, ('inversio', 'Inversio', 2, 2))
    >>> number("chess")
    Traceback (most recent call last):
    ValueError: There is no game chess.
    """
    for place, row in enumerate(GAMES):
        if row[0] == key and place not in ABSENT:
            return place
    raise ValueError(f"There is no game {key}.")


def beside(number: int, step: int) -> int:
    """The index of the next row whose game is here. step: 1 downwards, -1 upwards, around the end."""
    while True:
        number = (number + step) % len(GAMES)
        if number not in ABSENT:
            return number


def row(key: str) -> tuple[str, str, int, int]:
    """A game's row: key, title, least and most players; ValueError for an unknown key."""
    return GAMES[number(key)]


def admits(key: str, players: int, option: str, value: object) -> bool:
    """Whether that number of players may choose the value of an option: a module's `admits` can say no."""
    module = load(key)
    return not hasattr(module, "admits") or module.admits(players, option, value)


def load(key: str) -> "Any":
    """The module of a game, imported when it is not in memory; ValueError for an unknown key."""
    number(key)
    name = "engine." + key
    __import__(name)
    return sys.modules[name]


def unload(key: str) -> None:
    """Frees the modules of a game: its rules, and what its computer players know.

    A match in progress keeps the module alive until it is dropped too. ValueError for an unknown key;
    nothing happens for a game that is not loaded.
    """
    number(key)
    forget("engine." + key)
    forget("engine.bots." + key)
    _forget_deals(key)


def unload_all() -> None:
    """Frees the modules of all games."""
    for place, row in enumerate(GAMES):
        if place not in ABSENT:
            unload(row[0])


def unload_bots(key: str) -> None:
    """Frees a game's computer players and what they alone use: engine.deals and modules `engine.<key>_...`.

    All are loaded again when a computer player has to think. ValueError for an unknown key.
    """
    number(key)
    forget("engine.bots")
    _forget_deals(key)


def _forget_deals(key: str) -> None:
    forget("engine.deals")
    for name in mark("engine." + key + "_")[1:]:
        forget(name)
