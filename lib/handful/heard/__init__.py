# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The open screen in words, for whoever does not see it: what lies on the table, and what can be chosen.

`lines` tells the table, `stops` names the stops (handful.stops), `choose` presses the keys that choose one.
All follows from what every table has. A game whose table shows more than a hand and a trick says that in a
class `Heard` of handful.heard.<key>. The texts are in assets, in <language>.heard.txt. They have the signs of
the fonts, which whoever reads them out names. Only the page in a browser has all this; no board does.
"""

from micropython import const

from handful import keys
from handful import stops as chosen
from handful.stops import SIGNS, is_menu, is_table, of_key, parts

_TYPES = const(0)  # true for mypy only
if _TYPES:
    from typing import Any

    from handful.app import App

_ARROWS = "↑↓←→"  # by logical key
_TURNS = ("games", "records")  # screens whose arrows the foot line has no room for
_catalogues: "dict[str, dict[str, str]]" = {}  # texts by key, by the path of their file


def _catalogue(path: str) -> "dict[str, str]":
    # Returns the texts of a file; none if a game has no such file.
    if path not in _catalogues:
        try:
            with open(path, encoding="utf-8") as file:
                rows = [line.split("=", 1) for line in file.read().split("\n") if "=" in line]
            _catalogues[path] = {row[0]: row[1] for row in rows}
        except OSError:
            _catalogues[path] = {}
    return _catalogues[path]


class Words:
    """A table in words. Subclasses, one a game at most, add what only its table shows (`board`).

    part: the key of the line on the actions since the last trick.
    """

    part = "heard_trick"

    def __init__(self, table: "Any") -> None:
        self.table = table
        self.game = table.game
        self.app: App = table.app

    # What games override.

    def board(self) -> list[str]:
        """Returns lines on what lies on the table, besides the trick."""
        return []

    def describe(self, action: int) -> str:
        """Returns a line on an action; called while table.game is as it was before the action."""
        return str(self.table.describe(action))

    def stop(self, value: int) -> str:
        """Returns what a stop of the person to act is called, 0 or more."""
        table = self.table
        table.wording = "do_"
        text = table.describe(value)
        table.wording = ""
        return str(text)

    def card(self, card: int) -> str:
        """Returns the signs of a card."""
        return str(self.table.card_text(card))

    def outcome(self) -> "tuple[int, str]":
        """Returns who has won the last trick, less than 0 for nobody, and why."""
        return self.table.won()[0], self.table.trick_outcome()

    def scores(self) -> list[str]:
        """Returns a line on the points of each seat."""
        game = self.game
        return [self.say("heard_score", self.name(seat), game.score(seat)) for seat in range(game.players)]

    # What they use.

    def say(self, key: str, *values: object) -> str:
        """Returns a text for those who hear, the game's own or the common one; else as Table.say."""
        texts = self.app.texts
        for game in (self.table.session.key, ""):
            found = _catalogue(texts.path(game, ".heard.txt")).get(key)
            if found is not None:
                cut = found.find("|")
                if cut >= 0:
                    found = found[cut + 1 :] if texts.you in values else found[:cut]
                return found.format(*values)
        return str(self.table.say(key, *values))

    def name(self, seat: int) -> str:
        """Returns the name of a seat."""
        return self.app.name(seat)

    def cards(self, cards: "Any") -> str:
        """Returns cards by their signs, in one line."""
        return ", ".join([self.card(card) for card in cards])

    # The whole.

    def lines(self) -> list[str]:
        """Returns the table in lines: the turn, the board, the tricks, the points, the hand, the message."""
        table = self.table
        game = self.game
        seat = game.player
        found = []
        if table.mine or seat == table.viewer >= 0:
            found.append(table.say("your_turn"))
        elif seat >= 0:
            found.append(table.say("not_yet", self.name(seat)))
        found += self.board()
        found += self._tricks()
        found += self.scores()
        if table.viewer >= 0:
            found.append(self.say("heard_hand", self.cards(table.cards())))
        return found

    def _tricks(self) -> list[str]:
        # Returns a line on the last trick, and one on the present one.
        table = self.table
        session = table.session
        end = table.telling.next if table.telling.replay else len(session.history)
        now = table.game
        table.game = self.game = session.at(0)
        told = []
        last = []
        decided = False
        count = table.tricks()
        for i in range(end):
            text = self.describe(session.history[i])
            if text:
                told.append(text)
            table.game.apply(session.history[i])
            if table.tricks() != count:
                count = table.tricks()
                last, told = told, []
                decided = True
        table.game = self.game = now
        found = []
        if decided:
            seat, why = self.outcome()
            if why:
                said = ". ".join(last)
                if seat < 0:
                    found.append(self.say("heard_last_nobody", said, why))
                else:
                    found.append(self.say("heard_last", said, why, self.name(seat)))
        if told:
            found.append(self.say(self.part, ". ".join(told)))
        return found


def words(table: "Any") -> Words:
    """Returns the words for a table: those of its game, if it has its own."""
    key = table.session.key
    try:
        made = __import__("handful.heard." + key, None, None, (key,)).Heard
    except ImportError:
        made = Words
    found: Words = made(table)
    return found


def lines(app: "App") -> list[str]:
    """Returns what lies on the open table, in lines; [] where no table is open."""
    return words(app.view).lines() if is_table(app) else []


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


def stops(app: "App") -> "list[tuple[int, str, bool]]":
    """Returns what can be chosen now, as (value, words, whether the cursor is there); see handful.stops."""
    view = app.view
    found: list[tuple[int, str, bool]] = []
    if is_table(app):
        if acts(app):
            said = words(view)
            at = chosen.at(view)
            found = [(value, said.stop(value), value == at) for value in chosen.actions(view)]
        elif view.overlay == "ring":
            say = app.texts.say
            ring = (say("ring_hint"), say("ring_rules"), say("ring_back"), say("ring_last"))
            for key, text in zip((keys.UP, keys.DOWN, keys.LEFT, keys.RIGHT), ring):
                found.append((of_key(key), parts(text)[0][1], False))
    elif is_menu(app):
        rows = view.rows()
        for i in range(len(rows)):
            _, label, text = rows[i]
            found.append((i, label + " " + text if text else str(label), i == view.cursor))
    elif app.screen == "name":
        signs = list(view.signs) + ["OK"]
        found = [(i, signs[i], False) for i in range(len(signs))]
    _add_keys(app, found)
    return found


def _add_keys(app: "App", found: "list[tuple[int, str, bool]]") -> None:
    # Adds the keys that the foot line names, but for those whose work stops do.
    reader: Any = app.keys
    line: str = reader.line
    held = app.texts.say("hold_b")
    mine = acts(app)
    listed = len(found) > 0
    covered = is_table(app) and listed  # what directions choose are stops
    for signs, text in parts(line.replace(held, "")):
        text, _, rest = text.partition("  ")
        offers = (
            mine and signs == "▼" and app.match.session.key != "the_game"
        )  # there it ends the turn, a stop
        if signs == "✚" and not listed:
            signs = "▲▼◀▶"
        for sign in signs:
            key = SIGNS.find(sign)
            if key < 0 or listed and key == keys.A or covered and key < keys.A and not offers:
                continue
            if key <= keys.RIGHT and len(signs) > 1:
                found.append((of_key(key), _ARROWS[key] + " " + text, False))
            else:
                found.append((of_key(key), text, False))
        if rest.strip() and not listed:
            found.append((of_key(keys.A), rest.strip(), False))
    if app.screen in _TURNS and "◀" not in line:
        found.append((of_key(keys.LEFT), _ARROWS[keys.LEFT], False))
        found.append((of_key(keys.RIGHT), _ARROWS[keys.RIGHT], False))
    if mine:
        found.append((of_key(keys.RING), held.split(":")[-1].strip(), False))
        found.append((of_key(keys.START), parts(app.texts.say("keys_wait"))[-1][1], False))
    if not found:
        found.append((of_key(keys.A), line or "Ⓐ", False))


def choose(app: "App", value: int) -> None:
    """Chooses a stop of those that `stops` names: leaves the keys to press with whoever reads them."""
    view = app.view
    reader: Any = app.keys
    plan: list[int] = reader.plan
    if value < 0:
        plan.append(of_key(value))
    elif value not in [stop[0] for stop in stops(app)]:
        pass  # the screen has changed meanwhile
    elif is_table(app):
        key = chosen.go(view, value)
        if key >= 0:
            plan.append(key)
        plan.append(keys.A if key >= 0 else chosen.choosing(view))
    elif is_menu(app):
        steps = value - view.cursor
        for _ in range(abs(steps)):
            plan.append(keys.DOWN if steps > 0 else keys.UP)
        plan.append(keys.A)
    else:
        view.go(value)
        plan.append(keys.A)
