# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The open screen in words, for whoever does not see it: what lies on the table, and what can be chosen.

`lines` tells the table, `stops` names the stops (handful.stops), `choose` presses the keys that choose one.
All follows from what every table has. A game whose table shows more than a hand and a trick says that in a
class `Heard` of handful.heard.<key>. The texts are in assets, in <language>.heard.txt. They have the signs of
the fonts, which whoever reads them out names. Only the page in a browser has all this; no board does.
"""

from micropython import const

from engine.session import DIGITS
from handful import keys
from handful import stops as chosen
from handful.heard.table import text_of, words
from handful.stops import SIGNAL, SIGNS, TAP, bidding, is_menu, is_table, of_key, parts, worded

_TYPES = const(0)  # true for mypy only
if _TYPES:
    from typing import Any

    from handful.app import App
    from handful.heard.drawn import Drawn
    from handful.heard.news import News

_EAR = const(".ear.txt")
_TURNS = ("games", "records")  # screens whose arrows the foot line has no room for
BACK = const(10)  # values of the signals that ▼ gives: this more than those that ▲ gives
_LEFT = const(1000)  # values of the left arrow of a row: this and the row,
_RIGHT = const(2000)  # and of the right one
_DIGIT = const(100)  # the value of the stop that is the first digit of a card code
_NO = of_key(20)  # of the one that does not undo
_ONE_WAY = ("keys_deal_code", "keys_today")  # rows whose arrows both do the same
_FACES = const(0xE010)  # the face of the first of five robots
_AGO = const(3)  # the most actions that a table may be ahead of what it tells
# The order of keys. The pause is last: the focus stays where a card was played, on the first of what is left.
_ORDER = bytes(range(keys.START)) + bytes((keys.SELECT, keys.RING, keys.START))
pressed = ""  # the words of the stop of a table that was chosen last, until News has heard what it did


def lines(app: "App", drawn: "Drawn | None" = None, news: "News | None" = None) -> list[str]:
    """Returns what the open screen shows, in lines: a table or a result in words, then what else is drawn.

    news: is given what it wants to know of a table.
    """
    from handful.heard import screens

    found = []
    sheet: list[str] = []
    if is_table(app):
        told = words(app.view)
        found = told.lines()
        sheet = told.sheet()
        found[1:1] = sheet
        if news:
            news.told = told
            news.notes = sheet
    elif app.screen == "result":
        found = screens.result(app)
    elif app.screen == "name":
        found = [text_of(app, "heard_name", app.view.name or text_of(app, "heard_empty"))]
        found.append(text_of(app, "heard_letters", app.view.signs[0]))
    elif app.screen == "code":
        found = [" ".join(app.view.code)]
    elif app.screen == "records":
        return screens.records(app)
    elif app.screen == "games":
        found = screens.cover(app)
    elif app.screen == "handover":
        found = [app.texts.say("pass_to") + " " + app.name(app.match.waits_for)]
    asked = question(app)
    if asked:
        found.append(asked[0])
    if drawn and app.screen != "games":
        said = "\n".join(found + [stop[1] for stop in stops(app)])
        table = is_table(app)
        rows = drawn.rows(table and app.view.overlay not in ("", "last"), app.screen == "help")
        if app.screen == "deals" and len(rows) > 1:  # the counts of medals, by what these mean
            counts = rows.pop(0)
            found.append(counts[0])
            for i, text in enumerate(rows.pop()):
                found.append(text_of(app, "heard_about", text, counts[1 + i]))
        if table and (app.view.overlay in ("", "ring") or app.view.below == app.texts.say("keys_think")):
            rows = []  # those of the ring are stops, and no hint is there yet
        if table and not app.view.overlay:
            if not (acts(app) and bidding(app.view)):  # then the bids are there, which are stops
                places = [place for place in drawn.texts if place[0] == app.view.note_y + 1]
                rows = [[_noted(app, told, drawn.plain(drawn.texts[place]))] for place in places]
                rows = [row for row in rows if row[0]]
        if table:
            rows = [[_said(app, text) for text in row] for row in rows]
        if app.screen == "result" and not hasattr(app.match.session.game, "verdict"):
            names = [app.faced(seat) for seat in range(app.match.session.players)]  # their points are told
            rows = [row for row in rows if not [text for text in row if text in names]]
        arrows = "◀▶▴▾▲▼" if app.screen == "code" else "◀▶▴▾"
        more = []
        for row in rows:
            if is_menu(app) and [text for text in row if text[:1] == "◀"]:
                continue  # the row with the cursor, which is a stop
            row = [text[2:-2] if text[:1] == "◀" and text[-1] == "▶" else text for text in row]
            row = [text for text in row if text not in arrows]
            telling = [text for text in row if len(text) > 1] or [text for text in row if text.isdigit()]
            if [text for text in telling if faceless(text) not in said]:
                more.append(faceless(" ".join(row)))
        if news and not sheet:
            news.notes = more
        at = (0 if app.view.overlay == "lesson" else 1) if table else len(found)
        if app.screen in ("name", "code"):
            at = 0  # what a name or a code is for
        found[at:at] = [] if sheet else more
    return found


def _noted(app: "App", told: "Any", text: str) -> str:
    # Returns what a message at a table is heard as.
    from handful.tables.hand import HandTable

    view = app.view
    card = chosen.at(view) if acts(app) and isinstance(view, HandTable) else chosen.NOWHERE
    if card in view.game.legal_actions() and text == view.prompt():
        found: str = told.foresee(card, text)
        told.foreseen = found if found != text else ""
        return found
    return str(told.reword(noted(app, text)))


def _said(app: "App", text: str) -> str:
    # Returns a text over a table in the words of those who hear: a card with its pile, a button for a key.
    view = app.view
    if view.overlay == "hint":
        told = words(view)
        view.wording = "do_"
        same = [value for value in view.game.legal_actions() if view.describe(value) == text]
        view.wording = ""
        at = chosen.at(view)
        if same:
            return told.stop(at if at in same else same[0])
    if view.overlay in ("", "hint", "lesson"):
        return worded(app.texts, _EAR, text)
    return text


def hastes(app: "App") -> bool:
    """Whether a lesson plays on by itself, faster than anybody hears."""
    return bool(is_table(app) and app.lesson and app.view.telling.hurry and not app.view.overlay)


def question(app: "App") -> "list[str]":
    """Returns what a screen asks before A does it, and the answer that A is; [] if it asks nothing."""
    if is_table(app):
        return [part[1] for part in parts(app.texts.say("back_sure", "Ⓑ"))] if app.view.sure else []
    asked = parts(getattr(app.keys, "line", ""))
    if len(asked) != 2 or asked[0][0] or asked[1][0] != "Ⓐ" or not asked[1][1]:
        return []
    text = asked[0][1]
    return [text[:-1] if text[-1] == ":" else text, asked[1][1]]


def faceless(text: str) -> str:
    """Returns a text without the faces before robots' names."""
    for face in range(_FACES, _FACES + 5):
        text = text.replace(chr(face) + " ", "")
    return text


def noted(app: "App", text: str) -> str:
    """Returns what a text at a table is heard as: an action in the words of those who hear it."""
    said = words(app.view)
    table = said.table
    session = table.session
    end = table.telling.next if table.telling.replay else len(session.history)
    now = table.game
    for i in range(end - 1, max(-1, end - _AGO - 1), -1):
        table.game = said.game = session.at(i)
        if table.describe(session.history[i]) == text:
            text = said.describe(session.history[i]) or text
            break
    table.game = now
    return text


def acts(app: "App") -> bool:
    """Whether the person at the open table is to act, with nothing over it."""
    view = app.view
    return (
        view is not None
        and is_table(app)
        and view.mine
        and not view.overlay
        and app.match.review < 0 < app.match.persons
    )


def barred(app: "App") -> bool:
    """Whether the cursor is on a card that may not be played."""
    view = app.view
    return acts(app) and chosen.at(view) >= 0 and chosen.at(view) not in chosen.actions(view)


def stops(app: "App") -> "list[tuple[int, str, bool]]":
    """Returns what can be chosen now, as (value, words, whether the cursor is there); see handful.stops."""
    view = app.view
    say = app.texts.say
    found: list[tuple[int, str, bool]] = []
    if is_table(app):
        if acts(app):
            said = words(view)
            at = chosen.at(view)
            for value in said.order(chosen.actions(view)):
                found.append((value, said.stop(value), value == at))
                if SIGNAL <= value < SIGNAL + 4:
                    found.append((value + BACK, said.stop(value + BACK), False))
            if barred(app):
                found.append((at, text_of(app, "heard_not", said.card(at)), True))  # A says why
        elif view.overlay == "ring":
            ring = (say("ring_hint"), say("ring_rules"), say("ring_back"), say("ring_last"))
            for key, text in zip((keys.UP, keys.DOWN, keys.LEFT, keys.RIGHT), ring):
                found.append((of_key(key), parts(text)[0][1], False))
    elif is_menu(app):
        rows = view.rows()
        for i in range(len(rows)):
            key, label, text = rows[i]
            if app.screen == "title" and not key:
                label += ", " + app.texts.say_of("title", app.saved)
            found.append((i, faceless(label + " " + text) if text else str(label), i == view.cursor))
            if text is not None:
                alike = view.keys_of(key) == "keys_change"  # A does the same as the right arrow
                does = parts(say(view.keys_of(key)))[0][1]
                if view.keys_of(key) in _ONE_WAY:
                    found.append((_RIGHT + i, text_of(app, "heard_about", label, does), False))
                    continue
                does = str(label) if alike else label + ", " + does
                found.append((_LEFT + i, text_of(app, "heard_before", does), False))
                if not alike:
                    found.append((_RIGHT + i, text_of(app, "heard_after", does), False))
    elif chosen.listed(app):
        shown = app.screen != "name"  # where the name is heard, not the letter it ends with
        for value in view.stops():
            found.append((value, _called(app, value), shown and value == view.cursor))
        if app.screen == "code":
            for i in range(len(DIGITS)):
                found.append((_DIGIT + i, DIGITS[i], False))
    _add_keys(app, found)
    return found


def first(app: "App", found: "list[tuple[int, str, bool]]") -> int:
    """Returns the value of the stop where the focus is when a screen opens or a question is asked."""
    there = [value for value, _, there in found if there]
    if there and not (is_table(app) and app.view.sure):
        return there[0]
    values = [value for value, _, _ in found]
    table = is_table(app) and app.match.review < 0
    wanted = [of_key(keys.A), of_key(keys.RIGHT)]
    if app.screen == "records":
        wanted.reverse()
    if not table or app.view.overlay not in ("", "ring"):
        for value in wanted:
            if value in values and values[0] < 0:
                return value
    return values[0] if values else 0


def _called(app: "App", value: int) -> str:
    # What a stop of a screen is called that lists them and is no menu.
    view = app.view
    if app.screen == "name":
        return "OK" if value == len(view.signs) else str(view.signs[value])
    if app.screen == "code":
        return str(value + 1) + ": " + str(view.code[value])
    text, more = view.said(value)
    text = faceless(text)
    if app.screen == "deals":
        return str(text) + ", " + str(more)
    return text_of(app, "heard_medal", text) if more else str(text)


def _add_keys(app: "App", found: "list[tuple[int, str, bool]]") -> None:
    # Adds the keys that the foot line names, but for those whose work stops do.
    view = app.view
    say = app.texts.say
    table = is_table(app)
    line: str = view.below
    if table and app.match.review >= 0 and not view.overlay:
        line = say("keys_review")
    elif app.screen == "name":  # also where a name is typed
        nothing = line in (say("keys_name_none"), say("keys_typed_none"))
        line = say("keys_name_none" if nothing else "keys_name")
    mine = acts(app)
    listed = len(found) > 0
    names: dict[int, str] = {}
    for signs, text in parts(line.replace(say("hold_b"), "")):
        text, _, rest = text.partition("  ")
        arrows = signs.replace("✚", "" if listed else "▲▼◀▶")
        for sign in arrows:
            key = SIGNS.find(sign)
            if key == keys.A and listed and app.screen != "code":
                continue
            if key < keys.A and listed and (table and not (mine and arrows == "▼") or is_menu(app)):
                continue
            if key >= 0 and key not in names:
                names[key] = worded(app.texts, _EAR, text) if text[-1:] == "." else text  # it is shortened
                if key <= keys.RIGHT and len(arrows) > 1:
                    way = "heard_next" if key in (keys.DOWN, keys.RIGHT) else "heard_previous"
                    names[key] = text_of(app, way, worded(app.texts, _EAR, text))
        if rest.strip() and not listed:
            names[keys.A] = _done(app, rest)
    if app.screen in _TURNS:
        for key, way in ((keys.LEFT, "heard_previous"), (keys.RIGHT, "heard_next")):
            names[key] = text_of(app, way, text_of(app, "heard_game"))
    if app.screen in _TURNS or is_menu(app) and app.screen not in ("title", "language"):
        names[keys.B] = names.get(keys.B) or parts(say("keys_choose"))[-1][1]
    if table and not view.overlay and app.match.persons:
        names[keys.SELECT] = names.get(keys.SELECT) or parts(say("ring_last"))[0][1]
        if app.match.review < 0:
            names[keys.RING] = say("hold_b").split(":")[-1].strip()
    if app.screen == "handover" or table and not view.overlay and app.match.review < 0 < app.match.persons:
        names[keys.START] = parts(say("keys_wait"))[-1][1]
    if not found and not names:
        names[keys.A] = _done(app, line) or "Ⓐ"
    if table and mine and app.match.session.key == "the_game":
        names.pop(keys.DOWN, None)  # it ends the turn, a stop
    asked = question(app)
    if asked and table:
        names.pop(keys.B, None)
        found[:0] = [(of_key(keys.B), asked[1], False), (_NO, text_of(app, "heard_no"), False)]
    elif asked:
        names[keys.A] = text_of(app, "heard_about", asked[1], asked[0])
        for i in range(len(found)):
            if found[i][2]:  # what was chosen has the answer
                found[i] = (found[i][0], names.pop(keys.A), True)
    for key in _ORDER:
        if key in names:
            found.append((of_key(key), names[key], False))


def _done(app: "App", line: str) -> str:
    # What any key does, of a line that says so.
    return worded(app.texts, TAP, line).split(":")[-1].strip()


def choose(app: "App", value: int) -> None:
    """Chooses a stop of those that `stops` names: leaves the keys to press with whoever reads them."""
    global pressed
    view = app.view
    reader: Any = app.keys
    plan: list[int] = reader.plan
    if value == _NO:
        view.sure = False
        view.ready()
        return
    if value < 0:
        plan.append(of_key(value))
        return
    offered = [stop[1] for stop in stops(app) if stop[0] == value]
    if not offered:
        pass  # the screen has changed meanwhile
    elif is_table(app):
        pressed = offered[0]
        back = SIGNAL + BACK <= value < SIGNAL + BACK + 4
        key = chosen.go(view, value - BACK if back else value)
        if back:
            key = keys.DOWN
        elif key >= 0:
            plan.append(key)
        plan.append(key if back else keys.A if key >= 0 else chosen.choosing(view))
    elif app.screen == "code":
        if value < _DIGIT:
            view.go(value)
        else:
            view.enter(DIGITS[value - _DIGIT])
    else:
        if view.cursor != value % _LEFT:  # a question may stand there
            view.go(value % _LEFT)
        plan.append((keys.A, keys.LEFT, keys.RIGHT)[value // _LEFT])
