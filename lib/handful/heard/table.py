# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A table in words: its lines, and what its stops are called."""

from micropython import const

_TYPES = const(0)  # true for mypy only
if _TYPES:
    from typing import Any

    from handful.app import App

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


def text_of(app: "App", key: str, *values: object, game: str = "") -> str:
    """Returns a text for those who hear, a game's own or the common one, "" if there is none."""
    texts = app.texts
    for folder in (game, ""):
        found = _catalogue(texts.path(folder, ".heard.txt")).get(key)
        if found is not None:
            cut = found.find("|")
            if cut >= 0:
                found = found[cut + 1 :] if texts.you in values else found[:cut]
            return found.format(*values)
    return ""


class Words:
    """A table in words. Subclasses, one a game at most, add what only its table shows (`board`).

    part: the key of the line on the actions since the last trick.
    """

    part = "heard_trick"

    def __init__(self, table: "Any") -> None:
        self.table = table
        self.game = table.game
        self.app: App = table.app
        # What `lines` has told, for News.
        self.turn = ""  # the line on whose turn it is
        self.events: list[str] = []  # the actions of the last two tricks, and how the first of them ended
        self.end = 0  # how many actions that was
        self.tricks: list[str] = []  # the lines that tell this
        self.aside: list[str] = []  # those of `board` that follow from it
        self.foreseen = ""  # the message on what the card with the cursor would do
        self.whole: list[str] = []  # those of `board` that are said whole if anything in them is new
        self.held: list[str] = []
        self.hand = ""  # their line

    # What games override.

    def board(self) -> list[str]:
        """Returns lines on what lies on the table, besides the trick."""
        return []

    def order(self, values: list[int]) -> list[int]:
        """Returns the stops of the person to act in the order in which one hears them."""
        return values

    def last(self) -> list[str]:
        """Returns the sheet of the last trick in lines, [] if it shows nothing but texts."""
        return []

    def sheet(self) -> list[str]:
        """Returns the sheet that lies over the table in lines, [] if none does that shows more than texts."""
        return self.last() if self.table.overlay == "last" else []

    def describe(self, action: int) -> str:
        """Returns a line on an action; called while table.game is as it was before the action."""
        return str(self.table.describe(action))

    def follows(self, action: int) -> str:
        """Returns a line on what an action brings, "" if there is none; called when `describe` is."""
        return ""

    def foresee(self, card: int, text: str) -> str:
        """Returns the message of one's turn, with the card if it is about the one with the cursor alone."""
        return text

    def reword(self, text: str) -> str:
        """Returns a message in the words of those who hear."""
        return text

    def thinks(self) -> str:
        """Returns the message that a robot thinks, which is no news, "" if there is none."""
        return ""

    def goes_on(self) -> bool:
        """Whether the seat to act has acted last, in the same turn."""
        return False

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
        return self.table.won()[0], self.reword(self.table.trick_outcome())

    def scores(self) -> list[str]:
        """Returns a line on the points of each seat."""
        game = self.game
        return [self.say("heard_score", self.name(seat), game.score(seat)) for seat in range(game.players)]

    # What they use.

    def say(self, key: str, *values: object) -> str:
        """Returns a text for those who hear, the game's own or the common one; else as Table.say."""
        found = text_of(self.app, key, *values, game=self.table.session.key)
        return found or str(self.table.say(key, *values))

    def name(self, seat: int) -> str:
        """Returns the name of a seat."""
        return self.app.name(seat)

    def cards(self, cards: "Any") -> str:
        """Returns cards by their signs, in one line."""
        return ", ".join([self.card(card) for card in cards])

    def memory(self, label: str, played: "Any", own: "Any", unseen: "Any") -> str:
        """Returns a line on some cards: those that were played, the viewer's own, and all others."""
        told = []
        for key, cards in (("heard_played", played), ("heard_own", own), ("heard_unseen", unseen)):
            if cards:
                told.append(self.say(key, ", ".join([str(card) for card in cards])))
        return self.about(label, "; ".join(told))

    def about(self, label: str, text: str) -> str:
        """Returns a line that begins with what it is about."""
        return self.say("heard_about", label, text)

    # The whole.

    def lines(self) -> list[str]:
        """Returns the table in lines: the turn, the board, the tricks, the points, the hand, the message."""
        table = self.table
        game = self.game
        seat = game.player
        found = []
        if seat < 0 and not table.mine:
            found.append(self.say("heard_over"))
        elif table.match.review >= 0:
            found.append(self.say("heard_turn", self.name(seat)))
        elif table.mine or seat == table.viewer >= 0:
            alone = table.match.persons == 1
            found.append(("" if alone else self.name(table.viewer) + ": ") + table.say("your_turn"))
        elif seat >= 0:
            found.append(table.say("not_yet", self.name(seat)))
        self.turn = found[0] if found else ""
        if table.tag:
            found.append(self.say("deals_number", table.tag))
        found += self.board()
        self.tricks = self._tricks()
        found += self.tricks + self.scores()
        if table.viewer >= 0:
            self.held = [self.card(card) for card in table.cards()]
            self.hand = self.say("heard_hand", ", ".join(self.held))
            if self.held:
                found.append(self.hand)
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
        events: list[str] = []
        ended = []  # as `events`, of the last trick
        decided = False
        count = table.tricks()
        for i in range(end):
            text = self.describe(session.history[i])
            if text:
                told.append(text)
            events += [line for line in (text, self.follows(session.history[i])) if line]
            table.game.apply(session.history[i])
            if table.tricks() != count:
                count = table.tricks()
                last, told = told, []
                ended, events = events, []
                decided = True
        table.game = self.game = now
        self.end = end
        found = []
        if decided:
            seat, why = self.outcome()
            if why:
                key, *name = ("heard_last_nobody",) if seat < 0 else ("heard_last", self.name(seat))
                found.append(self.say(key, ". ".join(last), why, *name))
                ending = self.say(key, "\n", why, *name).split("\n")[1]
                while ending and ending[0] in ".。 ":  # lstrip would take bytes of other signs there, too
                    ending = ending[1:]
                ended.append(ending)
        self.events = ended + events
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
