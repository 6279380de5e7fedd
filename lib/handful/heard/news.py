# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What is new in the words of a screen, for those who hear it."""

from micropython import const

from handful.stops import is_menu, is_table

_TYPES = const(0)  # true for mypy only
if _TYPES:
    from handful.app import App

_ARROWS = const(1000)  # the first value of a row's arrow
_LABEL = ": "  # between what a line is about and what it lists


class News:
    """Says what is new since it was last asked, for those who hear.

    A table is told by what its lines list: of a trick only the action that has come, of a hand no card that
    was there. What only the cursor changes is told as the stop where it is. Of a menu or a ring that opens
    all that can be chosen is told.
    """

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._actions: list[str] = []
        self._at = ""  # the words of the stop with the cursor
        self._screen = ""
        self._mine = False  # whether it was the viewer's turn
        self._ring = False  # whether the ring was open

    def say(
        self, app: "App", now: list[str], actions: list[str], found: "list[tuple[int, str, bool]]"
    ) -> str:
        """Returns what is new in lines and stops, "" if nothing is. actions: as `lines` gives them."""
        table = is_table(app)
        before = self._lines
        told = self._actions + [line for line in now if _LABEL not in line]
        same = app.screen == self._screen
        fresh = []
        if table and now and same:
            for line in now[1:]:
                fresh.append(line if line not in before and line in told else _fresh(line, before, told))
            fresh = [line for line in fresh if line and line not in before and line not in self._actions]
            if app.view.mine and not self._mine:
                fresh.append(now[0])
        else:
            fresh = [line for line in now if not same or line not in before]
        ring = table and app.view.overlay == "ring"
        at = "".join([text for _, text, there in found if there])
        if ring:
            fresh = [] if self._ring else [text for _, text, _ in found]
        elif is_menu(app) and not same:
            fresh += [text for value, text, _ in found if 0 <= value < _ARROWS]
        elif at and (at != self._at or not same) and not (fresh and (table or app.screen == "code")):
            fresh.append(at)
        self._lines = now
        self._actions = actions
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


def _fresh(line: str, before: list[str], told: list[str]) -> str:
    # Returns a line without those parts that the same line had before, or that are told, "" if none is left.
    label, colon, rest = line.partition(_LABEL)
    sentences = rest.split(". ")
    mark = ". " if len(sentences) > 1 or rest in told else ", "
    old = [one[len(label + colon) :] for one in before if one.startswith(label + colon)]
    known = ". ".join(old).split(". ") + told
    if mark == ", ":
        known = ", ".join(old).split(mark)
    parts_ = [part for part in rest.split(mark) if part and part not in known]
    return label + colon + mark.join(parts_) if parts_ else ""
