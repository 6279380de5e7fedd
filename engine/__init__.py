# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The rules of five card games, and their computer players.

Every game follows the protocol in docs/engine.md. Nothing in this package knows about screens, clocks or
boards.
"""

try:
    from micropython import const
except ImportError:  # CPython

    def const(number: "_T") -> "_T":  # type: ignore[misc]
        """Returns the number. MicroPython's compiler folds `_NAME = const(n)` away."""
        return number


_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Mapping, Sequence
    from typing import Any, TypeVar

    _T = TypeVar("_T")
    Options = Sequence[tuple[str, tuple[Any, ...], Any]]


def check(
    title: str, least: int, most: int, players: object, table: "Options", options: "Mapping[str, object]"
) -> "list[Any]":
    """Returns the values of a match's options, in the order of `table`.

    title: the game's name as players know it. least, most: the numbers of players it is for. players: the
    number asked for. table: a module's OPTIONS, rows `(name, allowed values, default)`. options: a dict of
    the options that the caller named. Raises ValueError, with a sentence for the player, for a wrong number
    of players, an unknown option or a value that is not allowed.
    """
    if not isinstance(players, int) or isinstance(players, bool) or not least <= players <= most:
        if least == most:
            raise ValueError(f"{title} is for {least} players, not {players}.")
        raise ValueError(f"{title} is for {least} to {most} players, not {players}.")
    values = []
    known = 0
    for name, allowed, default in table:
        value = default
        if name in options:
            known += 1
            value = options[name]
            if value not in allowed:
                choices = ", ".join([str(choice) for choice in allowed])
                raise ValueError(f"{title}: {name} is one of {choices}, not {value}.")
        values.append(value)
    if known < len(options):
        names = [row[0] for row in table]
        for name in options:
            if name not in names:
                raise ValueError(f"{title} has no option {name}.")
    return values
