# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What is new in the words of a screen, for those who hear it."""

from micropython import const

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
    is. Of a menu or a ring that opens all that can be chosen is told.

    told, notes: the table in words and its messages, as `lines` leaves them here.
    """

    def __init__(self) -> None:
        self.told: Any = None
        self.notes: list[str] = []
        self._before: Any = None  # what was told when this was last asked
        self._lines: list[str] = []
        self._at = ""  # the words of the stop with the cursor
        self._screen = ""
        self._mine = False  # whether it was the viewer's turn
        self._ring = False  # whether the ring was open

    def say(self, app: "App", now: list[str], found: "list[tuple[int, str, bool]]") -> str:
        """Returns what is new in lines and stops, "" if nothing is."""
        table = is_table(app)
        same = app.screen == self._screen
        if table and now and same and self._before:
            fresh = self._table(app, now)
            if app.view.mine and not self._mine:
                fresh.append(now[0])
        else:
            fresh = [line for line in now if not same or line not in self._lines]
        ring = table and app.view.overlay == "ring"
        at = "".join([text for _, text, there in found if there])
        if ring:
            fresh = [] if self._ring else [text for _, text, _ in found]
        elif is_menu(app) and not same:
            fresh += [text for value, text, _ in found if 0 <= value < _ARROWS]
        elif at and (at != self._at or not same) and not (fresh and (table or app.screen == "code")):
            fresh.append(at)
        self._before = self.told if table else None
        self._lines = now
        self._at = at
        self._screen = app.screen
        self._mine = table and app.view.mine
        self._ring = ring
        said = ""
        for line in fresh:
            if said:
                said += " " if said[-1] in ".!?…。" else ". "
            said += line
        return said

    def _table(self, app: "App", now: list[str]) -> list[str]:
        # Returns what is new at a table: events, what else has changed, cards, messages.
        told = self.told
        before = self._before
        undone = told.end < before.end  # then the board tells what is there again
        fresh = [] if undone else _since(before.events, told.events)
        notes = []
        for line in now[1:]:
            if line in self._lines:
                continue
            if line in self.notes:
                if app.view.overlay or line not in told.events + before.events:
                    notes.append(line)
            elif line != told.hand and line not in told.tricks and (undone or line not in told.aside):
                fresh.append(_part(line, self._lines))
        fresh = [line for line in fresh if line]
        cards = [card for card in told.held if card not in before.held]
        if cards:
            kept = len(cards) < len(told.held)
            fresh.append(told.say("heard_new", ", ".join(cards)) if kept else told.hand)
        return fresh + notes


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
