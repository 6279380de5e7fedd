# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The review: stepping through a finished match at its table, forwards and backwards."""

from micropython import const

from handful import keys

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from handful.tables.table import Table


def ends(table: "Table") -> list[int]:
    """Returns 0, then for each trick (in The Game: each turn) the number of actions played by its end."""
    history = table.session.history
    shown = table.game
    table.game = table.session.at(0)
    found = [0]
    count = table.tricks()
    for i in range(len(history)):
        table.game.apply(history[i])
        if table.tricks() != count:
            count = table.tricks()
            found.append(i + 1)
    if found[-1] != len(history):
        found.append(len(history))
    table.game = shown
    return found


def look_back(table: "Table") -> None:
    """Shows the outcome of the action before the one that a review has come to."""
    table.telling.step_replay()
    if not table.telling.reading:
        table.telling.skip()


def _go_on(table: "Table") -> bool:
    # Shows the next action, whatever is still told of the last. False at the match's end.
    telling = table.telling
    if telling.next >= len(table.session.history):
        return False
    telling.steps = []
    telling.end()
    telling.settle()
    table.match.review += 1
    table.deferred = (telling.step_replay,)  # after the drawing
    return True


def press(table: "Table", key: int) -> None:
    """Handles a key: RIGHT and LEFT step one card forwards and back, DOWN and UP a trick; others leave."""
    match = table.match
    at = match.review
    target = -1
    if key == keys.RIGHT or key == keys.A:
        if not _go_on(table):
            table.refuse(table.say("review_end"))
        return
    if key == keys.LEFT:
        target = at - 1
    elif key == keys.DOWN:
        for end in ends(table):
            if end > at and target < 0:
                target = end
    elif key == keys.UP:
        for end in ends(table):
            if end < at:
                target = end
    else:
        match.review = -1
        table.app.open("result")
        return
    if target < 0:
        table.refuse(table.say("review_end" if key == keys.DOWN else "review_start"))
    else:
        match.review = target
        table.app.open(table.session.key)
