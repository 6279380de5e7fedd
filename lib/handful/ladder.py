# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The ladder: a medal for each robot beaten at each level, in each game; a team game has others.

A game's medals are bits. Against rivals bit 3 * robot + level is for a robot beaten, level 0 easy, 1 normal,
2 hard. In a team game bit n - 1 is for a win with n players, and bits 5 and 6 are for a win at the first and
second value of the option `level` above the lowest.
"""

from micropython import const

from engine import registry
from handful.match import ROBOTS

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

    from handful.app import App
    from handful.match import Match

LEVELS = const(3)
_EXPERT = const(5)  # the first bit for a level of a team game


def owner(match: "Match") -> int:
    """Returns the owner's seat: the only person, or the person in the first such seat."""
    return match.kinds.find(b"\x00")


def rivals(match: "Match") -> list[int]:
    """Returns the seats of the robots that play against the owner; [] in a team game."""
    game = match.session.game
    seat = owner(match)
    partner = game.partner(seat) if hasattr(game, "partner") else -1
    found = []
    if not is_team(game):
        for other in range(game.players):
            if match.kinds[other] and other != partner:
                found.append(other)
    return found


def is_team(game: "Any") -> bool:
    """Whether all players of a game, or of its module, win or lose together."""
    return hasattr(game, "verdict")


def earned(match: "Match") -> int:
    """Returns the medals that a finished match is worth."""
    session = match.session
    winners = session.game.winners()
    bits = 0
    if owner(match) in winners:
        for seat in rivals(match):
            if seat not in winners:
                bits |= 1 << LEVELS * match.robot_at(seat) + match.kinds[seat] - 1
        if is_team(session.game):
            bits = 1 << session.players - 1
            level = session.options.get("level", 0)
            if level:
                bits |= 1 << _EXPERT + level - 1
    return bits


def steps(key: str) -> list[int]:
    """Returns all medals that a game has, as numbers of bits, rising."""
    module = registry.load(key)
    if not is_team(module.Game):
        return list(range(LEVELS * ROBOTS))
    found = list(range(module.MIN_PLAYERS - 1, module.MAX_PLAYERS))
    for name, allowed, _ in module.OPTIONS:
        if name == "level":
            found.extend(range(_EXPERT, _EXPERT + len(allowed) - 1))
    return found


def looks(app: "App", key: str) -> list[int]:
    """Returns for each table colour of a game how many of its medals open it: the first, a quarter, half."""
    most = len(steps(key)) + 1
    return [0, 1, most // 4, most // 2][: len(app.canvas.look(key, "inks")) // 4]


def count(medals: int) -> int:
    """Returns how many medals a game's bits stand for."""
    found = 0
    while medals:
        found += medals & 1
        medals >>= 1
    return found


def say_step(app: "App", key: str, step: int) -> str:
    """Returns the name of a medal, as "Otto, hard"."""
    say = app.texts.say
    if not is_team(registry.load(key).Game):
        return say("ladder_robot", say("robot_" + str(step // LEVELS)), say("kind_" + str(step % LEVELS + 1)))
    if step < _EXPERT:
        return say("ladder_players", step + 1) if step else say("ladder_alone")
    return app.texts.say_of("level_" + str(step - _EXPERT + 1), key)


def say_new(app: "App", key: str, new: int) -> str:
    """Returns a line on the medals that a match has won: the name of the first, and how many."""
    found = [step for step in steps(key) if new >> step & 1]
    text = say_step(app, key, found[-1])
    if is_team(registry.load(key).Game):
        text = app.texts.say("ladder_robot", app.texts.say_of("title", key), text)
    if len(found) > 1:
        return app.texts.say("ladder_won_more", text, len(found) - 1)
    return app.texts.say("ladder_won", text)
