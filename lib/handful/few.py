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
_REPEAT = const(260)  # ms between repeats of NEXT held, which is previous
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
# The keys for NEXT, for the one before, and for YES, of screens that are no lists.
_WALKS = {"code": (keys.UP, keys.DOWN, keys.RIGHT)}
_WALK = (keys.RIGHT, keys.LEFT, keys.A)
_LIST = (keys.DOWN, keys.UP, keys.A)


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
        if self._key >= 0 and elapsed(now, self._since) >= (_REPEAT if self._done else _HOLD):
            means = _HELD[_MEANS[self._key]]
            if means == _BEFORE and self.count == 2:
                means = _BACK
            if means == _BEFORE or not self._done:
                self._done = True
                self._since = now
                return means
        return -1

    # Screens

    def _on_screen(self, view: "Any", means: int) -> int:
        # Returns the key to press on a screen that is no table.
        app = self._app
        if self.chosen >= 0:
            if means == _YES:
                key = self.chosen
                if key == keys.SELECT:
                    self.chosen = -1  # back to the letters
                return key
            if means == _NEXT or means == _BEFORE:
                key = self._other(means == _NEXT)
                self._choose(key)
                if key >= 0 or means == _BEFORE or not stops.is_menu(app):
                    return -1  # on another key, or back on the row
            elif means == _BACK or means == _MORE:
                self._choose(-1)
                return -1
        elif means == _NEXT and stops.is_menu(app) and self._own_arrows(view):
            self._choose(keys.RIGHT)
            return -1
        forth, back, yes = _LIST if hasattr(view, "keys_of") else _WALKS.get(app.screen, _WALK)
        if means == _NEXT:
            return forth
        if means == _BEFORE:
            return back
        if means == _YES:
            if app.screen == "name":
                from handful import few_name

                return few_name.add(self._app, view)
            return keys.A if app.screen == "code" and view.cursor == 5 else yes
        if means == _MORE:
            more = self._more(view)
            if not more:
                return keys.A
            if len(more) > 1:
                self._choose(more[0])
                return -1
            return more[0]
        return keys.START if means == _PAUSE and app.screen == "handover" else keys.B

    def _own_arrows(self, view: "Any") -> bool:
        # Whether the row with the cursor has arrows that do something else than A.
        row = view.rows()[view.cursor]
        change = view.say("keys_change"), view.say("keys_seat")  # YES does these, or YES held
        return row[2] is not None and view.say(view.keys_of(row[0])) not in change

    def _more(self, view: "Any") -> list[int]:
        # The keys that the foot line names and that no key here is.
        found = []
        for signs, _ in stops.parts(self.line):
            if signs in ("▲", "▼", "\ue000", "\ue001"):
                found.append(stops.SIGNS.index(signs))
            elif signs == "Ⓑ" and self.count == KNOB:
                found.append(keys.B)
            elif signs == "Ⓐ" and self._app.screen == "code":
                found.append(keys.A)
            elif signs == "◀▶" and self.line == self._app.texts.say("keys_seat"):
                found.append(keys.RIGHT)
        if self.count == KNOB and keys.B not in found:
            found.append(keys.B)
        return found

    def _other(self, on: bool) -> int:
        # The key after or before the chosen one; -1 behind the last.
        view = self._app.view
        if stops.is_menu(self._app) and self._own_arrows(view):
            return (keys.LEFT if on else keys.RIGHT) if (self.chosen == keys.RIGHT) == on else -1
        more = self._more(view)
        found = self.chosen in more
        return more[(more.index(self.chosen) + (1 if on else -1)) % len(more)] if found else -1

    def _choose(self, key: int) -> None:
        # Chooses a key, -1 for the place where the cursor is.
        self._app.play(CLICK)
        self.chosen = key
        from handful.screens.screen import Screen

        Screen.foot(self._app.view, self.line)

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
        if means >= _MORE:
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
        value = self._beside(view, values, means == _NEXT)
        if value < 0:
            self._choose(stops.of_key(value))
            return -1
        if self.chosen >= 0:
            self._choose(-1)
        else:
            self._app.play(CLICK)
        key = stops.go(view, value)
        if self._selects(view) == stops.CARD:
            from handful.screens.screen import Screen

            Screen.foot(view, self.line)  # what NEXT does there may be something else
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
                hand = view.game.hand(view.viewer)
                same = hand[view.where()[3]] == value >> 2
                parts = stops.parts(view.say("keys_lay" if same else "keys_first"))
            return parts[0][1]
        return ([part[1] for part in parts if part[0][:1] in ("◀", "✚")] or ["▶"])[0]

    def _selects(self, view: "Any") -> int:
        # What the cursor of The Game is on, -1 in other games.
        return view.where()[2] if view.mine and view.session.key == "the_game" else -1

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
        if app.screen == "name":
            from handful import few_name

            text = few_name.line(app.view, dict(told))
        self.line = text
        told = stops.parts(text)
        table = stops.is_table(app)
        if table and app.view.overlay == "hint":
            return say("keys_over")  # whatever is drawn below
        first: list[list[str]] = []  # what has room before all others
        if self.chosen >= 0:
            found = self._of_chosen(told)
        elif table:
            found = self._of_table(text, told)
        else:
            found = self._of_screen(text, told)
            if app.screen == "games" or app.screen == "records":
                found.append([self._name(_BACK), self._choice(-1)])
            if app.screen in ("games", "records", "name") or text == say("keys_seat"):
                if self.count == KNOB and app.screen != "games":
                    found.pop()  # the list that opens has it
                first = self._of_cover(found, len(found) > 3, width, room)
            elif text == say("keys_today"):
                # What the arrow does, which NEXT chooses, in fewer words if these are too many.
                for does in (told[0][1], self._worded(told[0][1]), ""):
                    found[0][1] = ("▶ " + does).strip()
                    if width(_text(found)) <= room:
                        break
        shown: list[list[str]] = []
        for part in first + found:
            more = [other for other in found if other in shown or other is part]
            if part[0] not in [one[0] for one in shown] and (not shown or width(_text(more)) <= room):
                shown = more
        self._told = _text(shown)
        return self._told

    def _choice(self, which: int) -> str:
        # What choosing, 1, and going back, -1, are called.
        return stops.parts(self._app.texts.say("keys_choose"))[which][1]

    def _of_cover(self, found: list[list[str]], more: bool, width: "Any", room: int) -> list[list[str]]:
        # Returns what has room before the arrows, which a cover draws, too. more: whether it has options: of
        # these is told before BACK, which has its name alone if need be.
        yes = found[1]
        back = found[-1]
        for does in (yes[1], self._worded(yes[1])) if more else ():
            for goes in (back[1], back[1] if self.count == KNOB else ""):
                first = [[yes[0], does], found[2], [back[0], goes]]
                if width(_text(first)) <= room:
                    yes[1], back[1] = does, goes
                    return [yes, found[2], back]
        if more:
            del found[2:-1]  # not the challenges alone
        if width(_text([yes, back])) > room:
            yes[1] = self._worded(yes[1])
        return [yes, back] + found[2:-1]

    def _of_chosen(self, told: "Sequence[tuple[str, str]]") -> list[list[str]]:
        # What is said while a key is chosen instead of a place on the screen.
        chosen = stops.SIGNS[self.chosen]
        does = [part[1] for part in told if chosen in part[0]] or [self._choice(-1)]  # a knob's way back
        words = (chosen + " " if chosen in "◀▶" else "") + does[0]
        return [[self._name(_NEXT), "▶"], [self._name(_YES), words]]

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
        if self.count == KNOB:  # whose one key held goes back at the end of a turn, and else opens the list
            means["\ue001" if self._selects(view) == stops.END else "Ⓑ"] = _NONE
        leads = self._leads(view, text)
        return ([[self._name(_NEXT), leads]] if leads else []) + self._called(told, means, _NONE)

    def _of_screen(self, text: str, told: "Sequence[tuple[str, str]]") -> list[list[str]]:
        app = self._app
        own = app.view is not None and stops.is_menu(app) and self._own_arrows(app.view)
        change = text == app.texts.say("keys_change")  # NEXT goes to the next row, YES does what arrows do
        found = [[self._name(_NEXT), "▼"]] if change else []
        if own or app.screen == "games" or app.screen == "records":
            found = [[self._name(_NEXT), "▶"]]
        means = {"▲": _MORE, "▼": _MORE, "Ⓐ": _NONE if "▲▼" in text or change else _YES}
        if app.screen == "records":
            means["◀▶"] = _NONE
        elif app.screen == "name" and "\ue000" in text:
            means.update({"\ue000": _MORE, "\ue001": _NONE})  # the second comes behind the first
        elif text == app.texts.say("keys_seat"):
            found = [[self._name(_NEXT), "▼"]]
            means["◀▶"] = _MORE
            told = [told[1], told[0], told[2]]
        if app.screen == "code":
            told = [(part[0], "▶ " + part[1] if part[0] == "Ⓐ" else part[1]) for part in told]
        return found + self._called(told, means, _NONE if own else _YES if change else _NEXT)

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
        if means <= _BEFORE:  # turned either way, or held if there are three
            return names[0] + (_DOTS if means and self.count == 3 else "")
        if means == _YES:
            return names[1]
        if self.count == 3 and means != _MORE:
            return names[2] + ("" if means == _BACK else _DOTS)
        return names[0 if self.count == 2 and means == _BACK else 1] + _DOTS


def _text(found: list[list[str]]) -> str:
    return "  ".join([" ".join(part).strip() for part in found])
