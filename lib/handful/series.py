"""The numbered deals that everybody shares: under the same number every console deals the same cards.

They are played by one person, in the first seat, against as few normal robots as the game allows, under
the rules as they are without any option.

The first time through a deal counts in the statistics like any match. From the second on the cards may be
remembered: it does not count there, while the best score of the deal itself, "your best", may still rise.
"""

from engine import registry
from handful.match import PERSON
from handful.records import SERIES

ROBOT = 2  # their kind of seat: normal


def seed(number: int) -> int:
    """The seed of a numbered deal, 1 to SERIES."""
    return number * 0x2545F491 & 0x3FFFFFFF


def kinds(key: str) -> list:
    """Who sits where in a game's numbered deals."""
    return [PERSON] + [ROBOT] * (registry.row(key)[2] - 1)


def number_of(match) -> int:
    """Which numbered deal a match is, 0 if it is none."""
    session = match.session
    if list(match.kinds) != kinds(session.key):
        return 0
    for name, _, default in registry.load(session.key).OPTIONS:
        if session.options.get(name, default) != default:
            return 0
    for number in range(1, SERIES + 1):
        if seed(number) == session.seed:
            return number
    return 0


def played(match, records) -> bool:
    """Whether a match is a numbered deal that was played to its end before."""
    number = number_of(match)
    return number > 0 and records.best_of(registry.number(match.session.key), number) is not None
