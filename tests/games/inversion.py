"""!nversion: what the tests of all games have to be told (see tests/games/__init__.py)."""

SUIT = 10
LENGTH_VARIES = True

POSITIONS = [
    (2, 0, 0, {}),
    (2, 1, 3, {}),
    (2, 0, 7, {}),
    (2, 1, 11, {}),
    (2, 0, 17, {}),
    (3, 0, 1, {}),
    (3, 1, 3, {}),
    (3, 0, 19, {}),
    (3, 1, 28, {}),
    (4, 0, 1, {}),
    (4, 1, 4, {}),
    (4, 0, 25, {}),
    (4, 1, 37, {}),
]
LARGE = [
    (3, 9, 0, 0),
    (3, 7, 2, 2),
    (4, 8, 2, 1),
    (4, 6, 3, 2),
]


def longest(players, suits):
    """Ten cards of each; in the auction each of ten numbers once, rising, and all but the parent pass."""
    return 10 * players + (10 + players - 1 if players > 2 else 0)


def may_play(hand, card, follow):
    """A card of the follow card's suit, if it has any, or any card that makes 11 with it."""
    if card // 10 == follow // 10 or card % 10 + follow % 10 + 2 == 11:
        return True
    return all(other // 10 != follow // 10 for other in hand)


def shown(game):
    return game.lane[game.position]


def stack(game):
    return []
