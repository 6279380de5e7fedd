# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What is new in the words of a screen, for those who hear it."""

from micropython import const

from handful import heard
from handful.stops import is_menu, is_table

_TYPES = const(0)  # true for mypy only
if _TYPES:
    from typing import Any

    from handful.app import App

_ARROWS = const(1000)  # the first value of a row's arrow
_LABEL = ": "  # between what a line is about and what it lists


class News:
    """Says what is new since it was last asked, for those who hear.

    Of a table that is each action once, who has won a trick and why, what else has changed on the table, and
    at last what is asked for and whose turn it is. What only the cursor changes is told as the stop where it
    is, but for the stop that was chosen, and where the cursor is after that. A lesson speaks before the
    table. Of a menu or a ring that opens all that can be chosen is told.

    told, notes: the table in words and its messages, as `lines` leaves them here.
    """

    def __init__(self) -> None:
        self.told: Any = None
        self.notes: list[str] = []
        self._before: Any = None  # what was told of the match when this was last asked of it,
        self._table_lines: list[str] = []  # and its lines
        self._asked: list[str] = []  # the messages since the last action
        self._lines: list[str] = []
        self._at = ""  # the words of the stop with the cursor
        self._screen = ""
        self._mine = False  # whether it was the viewer's turn
        self._ring = False  # whether the ring was open

    def say(self, app: "App", now: list[str], found: "list[tuple[int, str, bool]]") -> str:
        """Returns what is new in lines and stops, "" if nothing is."""
        table = is_table(app)
        if table and _waits(app) or heard.hastes(app):
            return ""
        same = app.screen == self._screen
        if app.screen in ("games", "records") and now[:1] != self._lines[:1]:
            same = False  # another game's
        before = self._before
        moved = table and same and before and before.end == self.told.end  # by the cursor alone
        if table and now and before and before.table.session is self.told.table.session:
            fresh = self._table(app, now)
            if app.view.mine and not self._mine and not self.told.goes_on() or not same:
                fresh.append(self.told.turn)
            if self.told.foreseen in fresh:  # only then is it no fact that is told
                fresh.remove(self.told.foreseen)
                fresh.append(self.told.foreseen)
            same = True
        else:
            self._asked = []
            fresh = [line for line in now if not same or line not in self._lines]
            if table and not app.view.overlay:
                told = "\n".join(self.told.events)
                fresh = [line for line in fresh if line not in self.notes or line not in told]
            if table and app.view.viewer == app.view.game.player and not app.view.mine:
                fresh = [line for line in fresh if line != self.told.turn]  # it is said when one may act
        ring = table and app.view.overlay == "ring"
        at = "".join([text for _, text, there in found if there])
        if at != heard.pressed or not moved:
            heard.pressed = ""
        if ring:
            fresh = [] if self._ring else [text for _, text, _ in found]
        elif is_menu(app) and not same:
            fresh += [text for value, text, _ in found if 0 <= value < _ARROWS]
        elif table and before and self.told.end < before.end:
            fresh.append(at)  # which an undo may have changed under the cursor
        elif table:
            if at and self._at and at != self._at and moved and at != heard.pressed:
                if not fresh or heard.barred(app):
                    fresh.insert(0, at)
        elif at and (at != self._at or not same):
            if not fresh or app.screen != "code" and not heard.question(app):
                fresh.append(at)
        if table:
            self._before = self.told
            self._table_lines = now
            self._asked += [] if app.view.overlay else self.notes
        self._lines = now
        self._at = at
        self._screen = app.screen
        self._mine = table and app.view.mine
        self._ring = ring
        said = ""
        for line in [line for line in fresh if line]:
            if said:
                said += " " if said[-1] in ".!?…。" else ". "
            while line[-1:] in (":", "\xa0"):  # of a list that is no text
                line = line[:-1]
            said += line
        return said

    def _table(self, app: "App", now: list[str]) -> list[str]:
        # Returns what is new at a table: events, what else has changed, cards, messages.
        told = self.told
        before = self._before
        if told.end != before.end:
            self._asked = []
        undone = told.end < before.end  # then the board tells what is there again
        fresh = [] if undone else _since(before.events, told.events)
        notes = []
        for line in now:
            if line in self._table_lines or line == told.turn or line == told.thinks():
                continue
            if line in self.notes:
                if not app.view.overlay and (line in self._asked or heard.pressed):
                    continue
                if app.view.overlay or not [one for one in told.events + before.events if line in one]:
                    notes.append(line)
            elif line != told.hand and line not in told.tricks and (undone or line not in told.aside):
                part = _part(line, self._table_lines)
                fresh.append(line if part and line in told.whole else part)
        fresh = [line for line in fresh if line]
        cards = [card for card in told.held if card not in before.held]
        if cards:
            kept = 2 * len(cards) < len(told.held)
            key = "heard_again" if undone else "heard_new"
            fresh.append(told.say(key, ", ".join(cards)) if kept else told.hand)
        return notes + fresh if undone else fresh + notes


def _waits(app: "App") -> bool:
    # Whether the lesson is about to speak.
    view = app.view
    lesson = app.lesson
    if not lesson or view.overlay or view.stage:
        return False
    return not [action for action in view.game.legal_actions() if lesson.allows(action)]


def _since(old: list[str], now: list[str]) -> list[str]:
    # Returns what has come to events, of which the first may be gone.
    for start in range(len(old)):
        kept = len(old) - start
        if old[start:] == now[:kept]:
            return now[kept:]
    return [event for event in now if event not in old]


def _part(line: str, before: list[str]) -> str:
    # Returns a line without what the list in the same line had before, "" if nothing is left.
    label, colon, rest = line.partition(_LABEL)
    known = ", ".join([one[len(label + colon) :] for one in before if one.startswith(label + colon)])
    fresh = [part for part in rest.split(", ") if part not in known.split(", ")]
    return label + colon + ", ".join(fresh) if fresh or not colon else ""
