# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Players who press keys: the same source plays on CPython and, as text, on the MicroPython VM.

Each function is a generator of logical keys; WAIT lets half a second pass, LOOK marks a moment at
which the picture is compared. It looks at the app only between the keys.
"""

UP, DOWN, LEFT, RIGHT, A, B, START, SELECT = range(8)
WAIT = -1
LOOK = -2


def heed(app):
    """Waits until keys count on a screen that has opened by itself."""
    yield WAIT
    while app.deaf:
        yield WAIT


def to_set_up(app, row, players, persons):
    """From the title to a set-up with that many players, the first `persons` of them people."""
    while app.screen != "title":
        if app.screen == "games":
            yield B
        elif app.screen == "language" and len(app.view.rows()) == 2:
            yield from heed(app)
            yield DOWN  # no lesson
            yield A
        else:
            yield A
    while app.view.rows()[app.view.cursor][0] != 1:
        yield DOWN
    yield A
    for _ in range(row):
        yield RIGHT
    yield LOOK
    yield DOWN
    view = app.view
    while view.rows()[view.cursor][0] != -1:
        yield DOWN
    while view.rows()[view.cursor][2] != str(players):
        yield RIGHT
    for seat in range(players):
        yield DOWN
        # A robot's name stands behind its face.
        while (view.rows()[view.cursor][2] < "\ue000") != (seat < persons):
            yield RIGHT
    yield LOOK
    while view.rows()[view.cursor][0] != -3:
        yield UP


def lay_best(app):
    """Plays The Game to its end: always the card that costs least, and never more than is due."""
    while app.screen in ("the_game", "handover"):
        view = app.view
        if app.screen == "handover":
            yield from heed(app)
            yield LOOK
            yield A
            continue
        if not view.mine:
            yield WAIT
            continue
        if app.match.speaking:
            yield LOOK
            yield A
            continue
        game = app.match.session.game
        actions = game.legal_actions()
        if not actions:
            yield WAIT
            continue
        if actions[0] == 0:
            over = game.due > 0 and not game.laid  # nothing is left to be asked
            yield DOWN
            yield LOOK
            if not over:
                yield A
            continue
        best = actions[0]
        for action in actions:
            if game.gap(action >> 2, action & 3) < game.gap(best >> 2, best & 3):
                best = action
        place = game.hand(view.viewer).index(best >> 2)
        while view.where()[3] != place:
            yield RIGHT
        if view.where()[4] != best & 3:
            yield UP
        while view.where()[4] != best & 3:
            yield RIGHT
        yield A


def whole_game(app, players):
    """From the title to the result of The Game, shared by that many people, and back to the title."""
    for key in to_set_up(app, 0, players, players):
        yield key
    yield A
    for key in lay_best(app):
        yield key
    yield LOOK
    yield from heed(app)
    yield A
    yield from heed(app)
    yield LOOK
    yield B
    yield LOOK
