# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The numbered deals: under the same number every console deals the same cards.

One person in the first seat plays against as few normal robots as the game allows, with default options.

Par is what the hard robot has scored in the person's seat (tools/strength/par.py).

The first match of a deal counts in the statistics like any other. Later matches do not, since the player may
remember the cards; they can still raise the deal's own best score.
"""

from micropython import const

from engine import registry
from handful.match import PERSON
from handful.records import SERIES, score_of

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from handful.match import Match
    from handful.records import Records

ROBOT = 2  # the robots' kind of seat: a normal robot
PAR = "par.bin"  # the file in a game's assets: a byte for each deal, as records.byte_of gives it


def seed(number: int) -> int:
    """Returns the seed of a numbered deal, 1 to SERIES."""
    return number * 0x2545F491 & 0x3FFFFFFF


def number_at(dealt: int) -> int:
    """Returns the number of the deal with a seed, 0 if it is not a numbered one."""
    for number in range(1, SERIES + 1):
        if seed(number) == dealt:
            return number
    return 0


def kinds(key: str) -> list[int]:
    """Returns the kind of each seat in a game's numbered deals."""
    return [PERSON] + [ROBOT] * (registry.row(key)[2] - 1)


def number_of(match: "Match") -> int:
    """Returns the number of the deal that a match plays, 0 if it is not a numbered deal."""
    session = match.session
    if list(match.kinds) != kinds(session.key):
        return 0
    for name, _, default in registry.load(session.key).OPTIONS:
        if session.options.get(name, default) != default:
            return 0
    return number_at(session.seed)


def par(key: str, number: int) -> "int | None":
    """Returns the par of a numbered deal of a game; None if the game has none."""
    try:
        with open("assets/games/" + key + "/" + PAR, "rb") as file:
            file.seek(number - 1)
            return score_of(file.read(1)[0])
    except (OSError, IndexError):
        return None


def played(match: "Match", records: "Records") -> bool:
    """Whether a match plays a numbered deal that this console has finished before."""
    number = number_of(match)
    return number > 0 and records.best_of(registry.number(match.session.key), number) is not None
