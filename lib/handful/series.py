# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The numbered deals: under the same number every console deals the same cards.

One person in the first seat plays against as few normal robots as the game allows, with default options.

Par is what the hard robot has scored in the person's seat (tools/strength/par.py), and one less if nothing
could beat that.

Each day has a number, the same for everybody: the day of the month, plus 31 in the second month of a quarter,
plus 62 in the third. In the code a day is an int: months since January 2000 times 31, plus the day of the
month minus 1. On a console that knows no date it is the number minus 1.

The first match of a deal counts in the statistics like any other. Later matches do not, since the player may
remember the cards; they can still raise the deal's own best score.
"""

from micropython import const

from engine import registry
from handful import scale
from handful.match import PERSON

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

    from handful.app import App
    from handful.match import Match
    from handful.records import Records

SERIES = const(99)  # how many there are
ROBOT = 2  # the robots' kind of seat: a normal robot
PAR = "par.bin"  # the file in a game's assets: a byte for each deal, as byte_of gives it
_FACTOR = const(0x2545F491)
_INVERSE = const(0x01444C71)
_MASK = const(0x3FFFFFFF)
_OPEN = const(128)  # the byte of a deal that is not played yet, as the scores are exclusive-ored with it
_LIMIT = const(127)
ROUND = const(93)  # days after which the numbers of days come again: three months of 31
_KNOWN = const(2026)  # the first year that a clock can tell: one that nobody has set starts in 2000 or 2020


def byte_of(score: int) -> int:
    """A numbered deal's score as a byte, as it is kept in records and as par; 0 would be no score."""
    return max(-_LIMIT, min(score, _LIMIT)) & 255 ^ _OPEN


def score_of(byte: int) -> "int | None":
    """The score that `byte_of` kept, None for 0."""
    byte ^= _OPEN
    return None if byte == _OPEN else byte - 256 if byte > _LIMIT else byte


def seed(number: int) -> int:
    """Returns the seed of a numbered deal, 1 to SERIES."""
    return number * _FACTOR & _MASK


def number_at(dealt: int) -> int:
    """Returns the number of the deal with a seed, 0 if it is not a numbered one."""
    number = dealt * _INVERSE & _MASK
    return number if number <= SERIES else 0


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


def say(app: "App", key: str, number: int) -> str:
    """Returns how a challenge is called, with its par: "Challenge 17, par 5"."""
    text = app.texts.say("deals_number", number)
    target = par(key, number)
    return text if target is None else text + app.texts.say("deals_par", scale.shown(app.canvas, key, target))


def sign(app: "App", match: "Match") -> str:
    """Returns number and par of the challenge that a match plays as a table has it, "" if it plays none."""
    number = number_of(match)
    if not number:
        return ""
    key = match.session.key
    target = par(key, number)
    return str(number) if target is None else "%d \u2691%d" % (number, scale.shown(app.canvas, key, target))


def grade(key: str, number: int, best: int) -> int:
    """Returns the medal of a score: 3 if it beats par, 2 for par or without one, 1 for less."""
    target = par(key, number)
    return 2 if target is None or best == target else 3 if best > target else 1


def today(board: "Any") -> int:
    """Returns the day by the board's clock; -1 if it has none, or one that nobody has set."""
    date = getattr(board, "date", None)
    try:
        if date:
            year, month, day = date()
        else:
            import time

            year, month, day = time.localtime()[:3]
    except (AttributeError, RuntimeError):
        return -1
    return ((year - 2000) * 12 + month - 1) * 31 + day - 1 if year >= _KNOWN else -1


def number_on(day: int) -> int:
    """Returns the number of the challenge of a day."""
    return day % ROUND + 1


def day_of(board: "Any", match: "Match") -> int:
    """Returns the day as whose challenge a match counts, -1 for none.

    It counts if its number is today's, or was the day's when the match began (`Match.daily`).
    """
    number = number_of(match)
    day = today(board)
    since = (day - number + 1) % ROUND
    if not number or not match.daily and (day < 0 or since):
        return -1
    return number - 1 if day < 0 else day - since
