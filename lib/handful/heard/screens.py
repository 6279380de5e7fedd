# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The screens beside the tables in words, where what is written on them is not enough."""

from micropython import const

from engine import registry
from handful import scale, setups
from handful.heard.table import text_of, words
from handful.match import ROBOTS
from handful.records import CLASSES

_TYPES = const(0)  # true for mypy only
if _TYPES:
    from handful.app import App


def records(app: "App") -> list[str]:
    """Returns the statistics of a game: all matches, the last ones, and those against each kind and robot."""
    say = app.texts.say
    kept = app.records
    game: int = app.view.game
    key = registry.GAMES[game][0]
    played, won, best = kept.totals(game)
    found = [app.texts.say_of("title", key)]
    if not played:
        return found + [say("records_none")]
    against = []
    for opponents in range(CLASSES):
        row = kept.row(game, opponents)
        against.append((say("against_" + str(opponents)), row[1], row[0]))
    for robot in range(ROBOTS):
        met, beaten = kept.versus(game, robot)
        against.append((say("robot_" + str(robot)), beaten, met))
    last, streak, longest = kept.course(game)
    found.append(say("records_won", won, played) + ", " + str(won * 100 // played) + "%")
    found.append(say("records_streak", streak, longest))
    if best is not None:
        found.append(app.texts.say_of("records_best", key).format(scale.shown(app.canvas, key, best)))
    if last:
        told = [text_of(app, "heard_match_won" if one else "heard_match_lost") for one in last]
        found.append(text_of(app, "heard_matches", ", ".join(told)))
    for label, some, every in against:
        if every:
            found.append(text_of(app, "heard_about", label, say("records_won", some, every)))
    return found


def cover(app: "App") -> list[str]:
    """Returns a cover: the name, what the game is, players, minutes, the best result or that it is new."""
    game: int = app.view.game
    key, _, least, most = registry.GAMES[game]
    say_of = app.texts.say_of
    players = str(least) if least == most else str(least) + "-" + str(most)
    found = [
        say_of("title", key),
        say_of("about", key).replace("\t", " "),
        text_of(app, "heard_about", app.texts.say("players"), players),
        app.texts.say("cover_minutes", app.canvas.look(key, "minutes")[0]),
    ]
    best = app.records.totals(game)[2]
    if setups.is_new(app, game):
        found.append(app.texts.say("cover_new"))
    elif best is not None:
        found.append(say_of("records_best", key).format(scale.shown(app.canvas, key, best)))
    return found


class _Over:
    # What Words need of a table, at the end of a match.

    viewer = -1

    def __init__(self, app: "App") -> None:
        self.app = app
        self.session = app.match.session
        self.game = self.session.game
        self.say = app.texts.say


def result(app: "App") -> list[str]:
    """Returns who has won a match, and what each has, the best first."""
    view = app.view
    said = words(_Over(app))
    game = said.game
    found = [view.head]
    if not hasattr(game, "verdict"):
        for seat in view.order:
            score = str(game.score(seat))
            if hasattr(game, "goal") and game.goal(seat):
                score = said.say("heard_goal", score, game.goal(seat))
            line = said.say("heard_score", said.name(seat), score)
            found.append(said.say("heard_winner", line) if seat in game.winners() else line)
    return found
