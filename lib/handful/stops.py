# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The stops of the open screen: what can be chosen now, in the order in which one would name it.

A stop is a legal action at a table, or a row of a menu; a negative one is a key that the foot line names,
`of_key(key)`. No screen keeps stops: they follow from its rows, its game's legal actions, and its foot line.
So a new game has stops without a line that is written for them.

Few keys walk from stop to stop (handful.few); handful.finger adds where they are. A board with eight keys
alone imports none of this.
"""

from micropython import const

from handful import keys

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence
    from typing import Any

    from handful.app import App
    from handful.texts import Texts

NOWHERE = const(-100)  # the value where a cursor is that is on no stop
SIGNAL = const(400)  # the first action that signals, in The Game: a stop is the pile of a signal
_START = const(500)  # the first action that says who begins
# What the cursor of The Game selects: see handful.tables.the_game_cursor.
CARD = const(0)
LAY = const(1)
END = const(2)
LOOK = const(3)
BEGIN = const(4)
TALK = const(5)

FEW = const(".few.txt")
TAP = const(".tap.txt")
SIGNS = "▲▼◀▶ⒶⒷ\ue000\ue001"  # by logical key


def of_key(key: int) -> int:
    """Returns the value of the stop that is a key, and the key of that value."""
    return -1 - key


def is_table(app: "App") -> bool:
    """Returns whether the open screen is the table of the match."""
    return app.match is not None and app.screen == app.match.session.key


def bidding(table: "Any") -> bool:
    """Returns whether the seat to act bids. table.bid is the chosen bid, table.bids are all of them."""
    return bool(getattr(table.game, "auction", False))


def is_menu(app: "App") -> bool:
    """Returns whether the open screen is a list of rows. The result is one when the end has been told."""
    return hasattr(app.view, "keys_of") and listed(app)


def listed(app: "App") -> bool:
    """Whether the open screen lists its stops: `stops`, the values; `place` and `go` of each; `cursor`."""
    return hasattr(app.view, "stops") and (app.screen != "result" or app.match.told)


def parts(line: str) -> "list[tuple[str, str]]":
    """Returns a foot line as [(signs of keys, what they do), ...]; words before the first sign have none."""
    found = []
    signs = words = ""
    for letter in line:
        if letter in SIGNS or letter == "✚":
            if words.strip() or signs and letter in "ⒶⒷ":
                found.append((signs, words.strip()))
                signs = words = ""
            signs += letter
        else:
            words += letter
    found.append((signs, words.strip()))
    return [part for part in found if part[0] or part[1]]


# What sentences say of eight keys, in the words of few keys, of a finger, or for those who do not see the
# picture. assets/texts/<language>.few.txt, .tap.txt and .ear.txt have a line for each wording: what the texts
# say, "=", and what is said instead. {0} to {5} are the names of NEXT, YES, BACK, of what opens the pause and
# the ring, and of the way back. An earlier line goes before a later one.


def signed(text: str) -> bool:
    """Whether a sentence may speak of keys: it has a sign of one, or is a paragraph of ours in the help."""
    return text[:1] == "!" or bool([part for part in parts(text) if part[0]])


def worded(texts: "Texts", ending: str, text: str, names: "Sequence[str]" = ()) -> str:
    """Returns a text in other words. ending: FEW, TAP or .ear.txt; names: what {0} to {5} stand for."""
    with open(texts.path("", ending), "rb") as file:
        lines = str(file.read(), "utf-8").format(*names)
    for line in lines.split("\n"):
        old, _, new = line.partition("=")
        if old:
            text = text.replace(old, new)
    return text


# Tables


def actions(table: "Any", line: str = "") -> list[int]:
    """Returns the values of the stops of a person who is to act. line: the foot line."""
    if table.session.key == "the_game":
        return _walk(table)
    values = list(table.game.legal_actions())
    for signs, _ in parts(line):
        if signs == "▼":
            values.append(of_key(keys.DOWN))
    return values


def at(table: "Any") -> int:
    """Returns the value of the stop where a table's cursor is, NOWHERE if it is on none."""
    if table.session.key == "the_game":
        return _at(table)
    if bidding(table):
        return int(table.bid)
    cards: list[int] = table.cards()
    cursor: int = table.cursor
    return cards[cursor] if cursor < len(cards) else NOWHERE


def go(table: "Any", value: int) -> int:
    """Moves a table's cursor to a stop. Returns a key that has to be pressed then, -1 for none."""
    table.dirty = True
    if table.session.key == "the_game":
        return _go(table, value)
    table.point(value)
    return -1


def choosing(table: "Any") -> int:
    """Returns the key that chooses the stop where the cursor of a table is."""
    if table.session.key == "the_game" and SIGNAL <= _at(table) < _START:
        return keys.UP
    return keys.A


def before(table: "Any", values: "Sequence[int]", index: int) -> int:
    """Returns the stop before another one of a table.

    Before the first one comes the last. In The Game it is the end of the turn, or else the first after the
    cards.
    """
    if not index and 0 not in values and table.session.key == "the_game":
        index = 1 + len({value >> 2 for value in values if 0 < value < SIGNAL})
        if 1 < index <= len(values):
            return values[index - 1]
        index = 0
    return values[index - 1]


# The Game: card and pile are one stop. First come the cards, each on its cheapest pile, the cheapest first,
# then their other piles, the cheapest first, and last the end of the turn, behind it the signals: it comes by
# itself where the cursor rests on it, so nothing lies beyond.


def _walk(table: "Any") -> list[int]:
    game = table.game
    selected = table.where()[2]
    if selected == LOOK:
        return []
    signals = list(range(SIGNAL, SIGNAL + 4))
    if selected == TALK:
        return [0] + signals
    legal = list(game.legal_actions())
    if selected == BEGIN:
        return legal
    costs = [(game.gap(action >> 2, action & 3) + 10) << 10 | action for action in legal if action]
    costs.sort()
    cards: list[int] = []
    first = []
    for cost in costs:
        if cost >> 2 & 255 not in cards:
            cards.append(cost >> 2 & 255)
            first.append(cost & 1023)
    if not table.app.lesson:  # whose tasks are cards, each on its cheapest pile
        first += [cost & 1023 for cost in costs if cost & 1023 not in first]
    if selected == END:
        if game.players > 1 and game.hand(table.viewer) and not game.due:
            return [0] + signals + first[:1]
        return [0] + first[:1]
    return first + [0] if 0 in legal else first


def _at(table: "Any") -> int:
    _, _, selected, card, pile, choice, _ = table.where()
    if selected == BEGIN:
        return _START + int(choice)
    if selected == END or selected == TALK:
        return 0 if pile < 0 else SIGNAL + int(pile)
    hand = table.game.hand(table.viewer)
    if pile < 0 or card >= len(hand):
        return NOWHERE
    return 4 * int(hand[card]) + int(pile)


def _go(table: "Any", value: int) -> int:
    count, viewer, selected, card, pile, choice, sought = table.where()
    if selected == BEGIN:
        choice = value - _START
    elif selected == TALK:
        pile = value - SIGNAL if value else -1
    elif not value:
        table.go_back((count, viewer, CARD, card, pile, choice, sought))
        return keys.DOWN
    elif value >= SIGNAL:
        pile = value - SIGNAL
        selected = END
    else:
        table.point(value)  # lights the cheapest pile of a card
        selected = table.where()[2]
        if table.where()[4] != value & 3:
            selected = LAY
        card = table.where()[3]
        pile = value & 3
    table.go_back((count, viewer, selected, card, pile, choice, sought))
    return -1
