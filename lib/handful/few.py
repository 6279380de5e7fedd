# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Three keys, two keys, or a knob with a key, in place of eight.

They walk along the stops of the open screen (handful.stops), and press the keys of a handheld for it:

    three keys  NEXT (held: previous), YES (held: more), BACK (held: pause)
    two keys    NEXT (held: BACK), YES (held: more)
    a knob      turned: next or previous; pressed: YES (held: more)

More is the ring at a table: hint, undo, last trick, rules, and pause. Elsewhere it is what else the foot line
names. A page with few keys has `few`, which makes a Few, and maps its keys to RIGHT, A and B (a turned knob:
LEFT and RIGHT). LEFT, SELECT and START, where a page has them, are NEXT, YES and BACK held, for a terminal.
"""

from micropython import const

from handful import few_ring, keys, stops
from handful.keys import elapsed
from handful.sound import CLICK

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Callable, Sequence
    from typing import Any

    from handful.app import App

KNOB = const(1)  # how many keys a knob has

_HOLD = const(450)  # ms until a key counts as held
_REPEAT = const(260)  # ms between repeats of NEXT held, which is previous, and
_RUN = const(130)  # of YES held on an arrow
# What the keys mean.
_NEXT = const(0)
_BEFORE = const(1)
_YES = const(2)
_MORE = const(3)
_BACK = const(4)
_PAUSE = const(5)
_NONE = const(-1)  # what no key here does
_EVERYWHERE = {
    "": _NEXT, "Ⓐ": _YES, "Ⓑ": _BACK, "▲▼": _YES,
    "▲": _NONE, "▼": _NONE, "\ue000": _PAUSE, "\ue001": _MORE,
}  # fmt: skip
_MEANS = bytes((_BEFORE, _NEXT, _BEFORE, _NEXT, _YES, _BACK, _PAUSE, _MORE))  # by logical key
_HELD = bytes((_BEFORE, _BEFORE, _MORE, _MORE, _PAUSE, _PAUSE))  # what a key means that is held
_DOTS = "…"  # behind the name of a key that is held
_LETTERS = ("name", "code")  # screens that are written on, see handful.few_letters


class Few:
    """Reads few keys, in place of handful.keys.Keys. count: 3, 2 or KNOB. names: of NEXT, YES and BACK.

    A knob is called NEXT, its key YES. Two keys have no third name. chosen: the logical key that is chosen
    instead of a place on the screen, -1 for none. line: the foot line, with the signs of eight keys.
    held, stirred: as in Keys.
    """

    def __init__(self, app: "App", count: int, names: "Sequence[str]") -> None:
        self._app = app
        self._events = app.board.events()
        self._event = app.board.Event()
        self._map = app.board.KEYS
        self.held = 0
        self.stirred = False
        self._key = -1  # the key pressed last, while it is down and may be held; -1 for none
        self._since = 0  # ticks of its press
        self._done = False  # whether it has been held long enough to count, so that its release does not
        self.count = count
        self._names = names
        self.plan: list[int] = []  # logical keys that are still to be pressed
        self.chosen = -1
        self.line = ""
        self._told = ""  # the foot line with the names of keys
        self._command = -1  # the chosen command of the ring, -1 while it is not open
        self._over: Any = None  # the screen whose ring that is
        # What the page on keys in the help calls the directions, A, B, START, SELECT, and B held.
        app.board.KEYS_CALLED = [self._name(means) for means in (_NEXT, _YES, _BACK, _PAUSE, _MORE, _MORE)]

    def settle(self) -> None:
        """Drops all pending events, as Keys does, and all keys that are still to be pressed."""
        while self._events.get_into(self._event):
            self._note(self._event)
        if self._events.overflowed:
            self._let_go()
        self._key = -1
        self.plan.clear()
        self.chosen = -1

    def _let_go(self) -> None:
        # The queue overflowed: drop its events and treat all keys as up.
        self._events.clear()
        self.stirred = True
        self.held = 0
        self._key = -1

    def _note(self, event: "Any") -> int:
        # Notes whether a key is down. Returns it.
        self.stirred = True
        key: int = self._map[event.key_number]
        if event.pressed:
            self.held |= 1 << key
        else:
            self.held &= ~(1 << key)
        return key

    def next(self, now: int) -> int:
        """Returns the next logical key of eight, -1 for none. now: the board's ticks in ms."""
        view = self._app.view
        if getattr(view, "overlay", "") != "ring":
            self._command = -1
        elif self._command < 0 or self._over is not view:
            self._command = 0
            self._over = view
            few_ring.draw(view, self._command)
        if self.plan:
            return self.plan.pop(0)
        means = self._read(now)
        if means < 0:
            return -1
        if stops.is_table(self._app):
            return self._at_table(view, means)
        return self._on_screen(view, means)

    def _read(self, now: int) -> int:
        # Returns what was pressed or is held, -1 for nothing.
        event = self._event
        if self._events.overflowed:
            self._let_go()
        while self._events.get_into(event):
            key = self._note(event)
            if key > keys.SELECT:
                continue
            means = _MEANS[key]
            if event.pressed:
                self._key = key
                self._since = now
                self._done = means & 1 > 0 or means == _NEXT and self.count == KNOB
                if self._done:
                    self._key = -1  # it is never held
                    return _BACK if means == _BEFORE and self.count == 2 else means
            elif key == self._key:
                self._key = -1
                if not self._done:
                    return means
        if self._key < 0:
            return -1
        means = _HELD[_MEANS[self._key]]
        runs = means == _MORE and self.chosen in (keys.LEFT, keys.RIGHT)
        if elapsed(now, self._since) >= (_HOLD if not self._done else _RUN if runs else _REPEAT):
            if means == _BEFORE and self.count == 2:
                means = _BACK
            elif runs:
                means = _YES
            if means <= _YES or not self._done:
                self._done = True
                self._since = now
                return means
        return -1

    # Screens

    def _on_screen(self, view: "Any", means: int) -> int:
        # Returns the key to press on a screen that is no table.
        app = self._app
        more = self._more(view)
        if self.chosen >= 0:
            key = self.chosen
            if means == _YES:
                if key == keys.SELECT:
                    self.chosen = -1  # back to the letters
                return key
            index = more.index(key) + (1 if means == _NEXT else -1) if key in more else -1
            self._choose(more[index] if means <= _BEFORE and 0 <= index < len(more) else -1)
            return -1
        if app.screen in _LETTERS and means <= _YES:
            from handful import few_letters

            return few_letters.press(self, view, means)
        if means <= _BEFORE:
            return (keys.DOWN if hasattr(view, "keys_of") else keys.RIGHT) - means  # UP or LEFT before it
        if means == _YES:
            return keys.RIGHT if self._values(self.line) and "Ⓐ" not in self.line else keys.A
        if means == _MORE:
            if len(more) > 1:
                self._key = -1  # another press runs on an arrow
                self._choose(more[0])
                return -1
            return more[0] if more else keys.A
        return keys.START if means == _PAUSE and app.screen == "handover" else keys.B

    def _values(self, line: str) -> bool:
        # Whether a foot line is of a row with a value.
        return line[:2] == "◀▶" and stops.is_menu(self._app)

    def _more(self, view: "Any") -> list[int]:
        # The keys that the foot line names and that no key here is.
        found = []
        for signs, _ in stops.parts(self.line):
            if signs in ("▲", "▼", "\ue000", "\ue001"):
                found.append(stops.SIGNS.index(signs))
            elif signs == "◀▶" and self._values(self.line) and self.line != view.say("keys_change"):
                found.append(keys.RIGHT)
                if self.line == view.say("keys_series"):
                    found.append(keys.LEFT)
        if "Ⓐ" not in self.line and found == [keys.RIGHT]:
            found.clear()  # which YES is
        if self.count == KNOB:
            found.append(keys.B)
        return found

    def _choose(self, key: int) -> None:
        # Chooses a key, -1 for the place where the cursor is.
        self._app.play(CLICK)
        self.chosen = key
        view = self._app.view
        if self._app.screen in _LETTERS:
            from handful import few_letters

            few_letters.show(view, key < 0)
        self.draw(view)

    def draw(self, view: "Any") -> None:
        """Draws the foot line again."""
        from handful.screens.screen import Screen

        Screen.foot(view, self.line)

    # Tables

    def _at_table(self, view: "Any", means: int) -> int:
        # Returns the key to press at a table.
        if not view.match.persons:
            return keys.A
        chosen = self.chosen
        if means > _BEFORE:
            self.chosen = -1  # it is done, or left for what opens now
        if view.overlay == "ring":
            return self._turn_ring(view, means)
        knob = self.count == KNOB
        if view.overlay:
            if means == _PAUSE:
                self._app.open("pause")
                return -1
            if means == _MORE and not knob:
                return keys.A
            return bytes((keys.RIGHT, keys.LEFT, keys.A, keys.B, keys.B))[means]
        if view.match.review >= 0:
            if means == _MORE and knob:
                return keys.B
            return bytes((keys.RIGHT, keys.LEFT, keys.DOWN, keys.UP, keys.B, keys.B))[means]
        if means == _MORE and knob and "Ⓑ" in self.line:
            if self._selects(view) == stops.END or not stops.parts(self.line)[0][0]:
                return keys.B  # as the line says, which may be a question
        ends = means == (_BACK if self.count == 2 else _BEFORE) and self._ends(view)
        if ends:
            self._key = -1  # it is not repeated
        elif means >= _MORE:
            return bytes((keys.RING, keys.B, keys.START))[means - _MORE]
        if not view.mine or view.dirty:
            if means != _YES and "▼" in self.line:
                return keys.DOWN
            return keys.A if means == _YES or view.telling.reading else keys.RIGHT
        if means == _YES:
            return keys.B if view.sure else chosen if chosen >= 0 else stops.choosing(view)
        values = stops.actions(view, self.line)
        if not values:
            return keys.RIGHT  # which says why
        value = 0 if ends else self._beside(view, values, means == _NEXT)
        if value < 0:
            self._choose(stops.of_key(value))
            return -1
        if self.chosen >= 0:
            self._choose(-1)
        else:
            self._app.play(CLICK)
        key = stops.go(view, value)
        if self._selects(view) == stops.CARD:
            self.draw(view)  # what NEXT does there may be something else
        return key

    def _beside(self, view: "Any", values: "Sequence[int]", on: bool) -> int:
        # Returns the stop after or before the one where the cursor of a table is.
        at = stops.of_key(self.chosen) if self.chosen >= 0 else stops.at(view)
        if at not in values:
            return values[0]
        index = values.index(at)
        return values[(index + 1) % len(values)] if on else stops.before(view, values, index)

    def _leads(self, view: "Any", text: str) -> str:
        # Returns what NEXT does at the table of a person who is to act, "" for nothing. text: the foot line.
        values = stops.actions(view, text)
        if not values or values == [stops.at(view)]:
            return ""
        parts = stops.parts(text)
        if stops.CARD <= self._selects(view) <= stops.END:
            value = self._beside(view, values, True)
            if not value:
                parts = [part for part in stops.parts(view.say("keys_hand")) if part[0] == "▼"]
            elif value >= stops.SIGNAL:
                parts = stops.parts(view.say("keys_signal" if stops.at(view) else "keys_end_signal"))
            else:
                same = stops.at(view) >> 2 == value >> 2  # the same card
                parts = stops.parts(view.say("keys_lay" if same else "keys_first"))
            return parts[0][1]
        return ([part[1] for part in parts if part[0][:1] in ("◀", "✚")] or ["▶"])[0]

    def _selects(self, view: "Any") -> int:
        # What the cursor of The Game is on, -1 in other games.
        return view.where()[2] if view.mine and view.session.key == "the_game" else -1

    def _ends(self, view: "Any") -> bool:
        # Whether NEXT held goes to the end of a turn of The Game. A knob, which has no such key, turns back.
        at_cards = self.count != KNOB and stops.CARD <= self._selects(view) <= stops.LAY
        return at_cards and 0 in stops.actions(view)

    def _turn_ring(self, view: "Any", means: int) -> int:
        # Returns the key to press in the ring.
        if means == _BACK or means == _MORE:
            return keys.B
        if means == _PAUSE or means == _YES and self._command == len(few_ring.KEYS) - 1:
            self.plan.append(keys.START)
            return keys.B
        if means == _YES:
            return few_ring.KEYS[self._command]
        self._command = (self._command + (1 if means == _NEXT else -1)) % len(few_ring.KEYS)
        self._app.play(CLICK)
        few_ring.draw(view, self._command)
        return -1

    # The foot line

    def named(self, text: str, width: "Callable[[str], int]", room: int) -> str:
        """Returns a foot line, or a sentence, with the names of the keys. room: as in App.named.

        Of a foot line what no key here does is left out, as is what has no room.
        """
        app = self._app
        say = app.texts.say
        if room <= 0:
            name = self._name(_MORE) + ": "
            if room < 0 and name in text:
                if text[0] == "\ue001":
                    return " "  # what the list has that opens
                if text[0] == "\ue000" or self.count == KNOB and not text.startswith("Ⓑ " + name):
                    return _DOTS + " " + text.split(name)[1]  # the line above has the name
            return self._worded(text) if stops.signed(text) else text
        told = stops.parts(text)
        if text == self._told or not [part for part in told if part[0]]:
            return text  # it has the names already, or needs none
        if not told[0][0]:  # it is a sentence
            if stops.is_table(app) and app.view.sure:
                text = text.replace("Ⓑ", "Ⓐ")  # YES says yes
            self.line = text
            self._told = text = self._worded(text)
            return text if width(text) <= room else text.replace("  ", " ")
        held = say("hold_b")
        text = text.replace(held, "\ue001" + held.split(":")[-1].strip())
        table = stops.is_table(app)
        if app.screen in _LETTERS:
            from handful import few_letters

            text = few_letters.line(app, app.view)
        elif not (table or "Ⓑ" in text) and ("▼" in text or "\ue001" in text):
            text += "  Ⓑ " + self._choice(-1)  # for which a cover has no room
        self.line = text
        if table and app.view.overlay == "hint":
            return say("keys_over")  # whatever is drawn below
        told = stops.parts(text)
        if self.chosen >= 0:
            found = self._of_chosen(told)
        elif table:
            found = self._of_table(text, told)
        else:
            found = self._of_screen(text, told)
        self._told = self._fit(found, table, width, room)
        return self._told

    def _fit(self, found: list[list[str]], table: bool, width: "Callable[[str], int]", room: int) -> str:
        # Returns a line of parts. What has no room gives way: on a screen the words for BACK and NEXT, then a
        # part; at a table what else the list has that opens, or the message says.
        shown: list[list[str]] = []
        names: list[str] = []
        for part in found:
            if part[0] not in names:
                names.append(part[0])
                shown.append(part)
        more = self._name(_MORE)
        back = self._name(_BACK)
        last = [more, self._name(_NEXT)]
        if table:
            last = [self._name(_BEFORE), back] if more in names else []
        for name in () if table else ("", back, last[1]):
            if width(_text(shown, "  ")) > room:
                for part in shown:
                    if not name:
                        part[1] = self._worded(part[1])
                    elif part[0] == name != more:
                        part[1] = ""
        gap = "  " if table or width(_text(shown, "  ")) <= room else " "
        fit: list[list[str]] = []
        for late in (-1, 0, 1):
            for part in shown:
                wider = [other for other in shown if other in fit or other is part]
                rank = last.index(part[0]) if part[0] in last else -1
                if rank == late and (not fit or width(_text(wider, gap)) <= room):
                    fit = wider
        return _text(fit, "  " if width(_text(fit, "  ")) <= room else gap)

    def _choice(self, which: int) -> str:
        # What choosing, 1, and going back, -1, are called.
        return stops.parts(self._app.texts.say("keys_choose"))[which][1]

    def _of_chosen(self, told: "Sequence[tuple[str, str]]") -> list[list[str]]:
        # What is said while a key is chosen instead of a place on the screen.
        chosen = stops.SIGNS[self.chosen]
        does = [part[1] for part in told if chosen in part[0]] or [self._choice(-1)]  # a knob's way back
        words = (chosen + " " if chosen in "◀▶" else "") + does[0]
        found = [[self._name(_NEXT), "▶"], [self._name(_YES), words]]
        return found if self.count == KNOB else found + [[self._name(_BACK), self._choice(-1)]]

    def _of_table(self, text: str, told: "Sequence[tuple[str, str]]") -> list[list[str]]:
        app = self._app
        view = app.view
        help_ = app.texts.say("hold_b").split(":")[-1].strip()  # the list that opens has the last trick, too
        told = [(part[0], help_ if part[0] == "\ue001" else part[1]) for part in told]
        if view.overlay == "ring":
            found = [[self._name(_NEXT), "▼"], [self._name(_YES), self._choice(1)]]
            pause = _PAUSE if self.count == 3 else _NONE  # BACK held, where it is
            return found + self._called(told, {"\ue000": pause}, _NONE)
        if view.overlay or not view.mine or app.match.review >= 0:
            means = {"▲": _NEXT, "▼": _NEXT, "Ⓐ": _NONE if "▲▼" in text else _YES}
            return self._called(told, means, _NEXT)
        signals = "▲▼" in text and stops.choosing(view) == keys.UP
        means = {"▲▼": _YES, "Ⓐ": _NONE} if signals else {"▲▼": _NONE}
        selects = self._selects(view)
        if selects <= stops.LAY and "\ue001" not in text:
            told.append(("\ue001", help_))
        if self.count == KNOB:  # whose one key held goes back at the end of a turn, and else opens the list
            means["\ue001" if selects == stops.END else "Ⓑ"] = _NONE
        leads = self._leads(view, text)
        found = [[self._name(_NEXT), leads]] if leads else []
        if self._ends(view):
            does = [part[1] for part in stops.parts(view.say("keys_hand")) if part[0] == "▼"]
            told.insert(1, ("✚", does[0]))
            means["✚"] = _BACK if self.count == 2 else _BEFORE
        return found + self._called(told, means, _NONE)

    def _of_screen(self, text: str, told: "Sequence[tuple[str, str]]") -> list[list[str]]:
        means = {"▲": _MORE, "▼": _MORE, "◀▶": _NEXT, "\ue000": _MORE}
        found: list[list[str]] = []
        if self._values(text):  # NEXT goes to the next row, YES does what arrows do if A does, too
            found = [[self._name(_NEXT), "▼"]]
            if text == self._app.texts.say("keys_change"):
                means.update({"◀▶": _YES, "Ⓐ": _NONE})
            elif "Ⓐ" in text:
                means["◀▶"] = _MORE
                told = [told[1], told[0]] + list(told[2:])
            else:
                means["◀▶"] = _YES
                told = [(told[0][0], "▶ " + told[0][1])] + list(told[1:])
        elif "▼" in text or "✚" not in text and "\ue001" in text:  # a cover, which draws the arrows
            found = [[self._name(_NEXT), "▶"]]
            means["◀▶"] = _NONE
        return found + self._called(told, means, _NEXT)

    def _called(
        self, told: "Sequence[tuple[str, str]]", means: dict[str, int], arrows: int
    ) -> list[list[str]]:
        # Returns what a line tells, as [name of a key, what it does]. means: what signs of keys mean here,
        # if that is not what they mean everywhere. arrows: what all others mean, which are arrows.
        found: list[list[str]] = []
        for signs, words in told:
            meant = means.get(signs, _EVERYWHERE.get(signs, arrows))
            part = [self._name(meant) if signs else "", words or ("▶" if meant == _NEXT else "")]
            if meant != _NONE and part not in found:
                found.append(part)
        return found

    def _worded(self, text: str) -> str:
        names = [self._name(means) for means in (_NEXT, _YES, _BACK, _PAUSE, _MORE, _BEFORE)]
        return stops.worded(self._app.texts, stops.FEW, text, names)

    def _name(self, means: int) -> str:
        # What a key is called, and dots if it has to be held.
        names = self._names
        if means <= _BEFORE:  # turned either way, or held
            return names[0] + (_DOTS if means and self.count != KNOB else "")
        if means == _YES:
            return names[1]
        if self.count == 3 and means != _MORE:
            return names[2] + ("" if means == _BACK else _DOTS)
        return names[0 if self.count == 2 and means == _BACK else 1] + _DOTS


def _text(found: list[list[str]], gap: str) -> str:
    return gap.join([" ".join(part).strip() for part in found])
