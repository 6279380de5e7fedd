# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The sheets over the table of Flip Over: the scores between two rounds, the exchanged cards, the last trick.

The table loads this module when it opens a sheet, and frees it when it draws itself without one.
"""

from micropython import const

from handful.picture import ink
from handful.picture.measures import BAR, FOOT, WIDTH
from handful.tables.flip_over import SUITS, TO

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from handful.tables.flip_over import View

_BADGE = const(7)  # width of a badge
_BADGE_HIGH = const(9)  # height of a badge
_PANEL = const(37)  # y of the scores' panel
_ROUND = const(118)  # right edge of a round's points
_SAID = const(97)  # y of the lines about the next round
_STEP = const(10)  # line height
_GOT_X = const(101)  # x of the cards received
_GAVE_X = const(133)  # x of the cards given
_LAST_STEP = const(30)  # distance from card to card of the last trick
_NAME_X = const(42)
_GOT_STEP = const(40)  # distance from card to card of those received
_PLAYED_X = const(14)  # x of the first number of the memory aid
_PLAYED = const(12)  # distance from number to number of the memory aid
_OWN_X = const(72)  # x of its legend's second and third entries
_HIDDEN_X = const(114)
_SHORT = const(29)  # width of a badge and its card in a line of text
_ONE = const(11)  # from that card's right edge to its number, if it has one digit
_TWO = const(12)  # the same if it has two digits


def round_over(table: "View") -> None:
    """Draws everybody's points after a round, and what changes in the next one."""
    game = table.game
    canvas = table.canvas
    say = table.say
    small = canvas.small
    canvas.frame(0, _PANEL, WIDTH, FOOT - _PANEL, ink.PAPER, ink.DARK)
    canvas.text(5, _PANEL + 3, say("round_over", game.round - 1), ink.ACCENT)
    for text, right in ((say("in_round"), _ROUND), (say("in_all"), WIDTH - 6)):
        canvas.text(right - small.width(text), _PANEL + 3, text, ink.WHITE)
    for row in range(game.players):
        seat = table.seat_at(row)
        y = _PANEL + 13 + row * table.line
        high = min(table.line, _BADGE_HIGH)
        table.badge(5, y + _BADGE_HIGH - high, seat, high)
        canvas.text(_BADGE + 8, y + 1, table.app.faced(seat, table.line), ink.WHITE)
        points = game.round_score(game.round - 1, seat)
        text = "+" + str(points) if points > 0 else str(points)
        canvas.text(_ROUND - small.width(text), y + 1, text, ink.WHITE)
        text = str(game.score(seat))
        canvas.text(WIDTH - 6 - small.width(text), y + 1, text, ink.ACCENT)
    if table.app.lesson:
        return  # its text says the rest
    new = game.round & 1
    table.centred(_SAID, say("new_discs" if new else "discs_turn"), ink.WHITE)
    table.centred(_SAID + _STEP, say("new_hands" if new else "same_hands"), ink.WHITE)


def exchanged(table: "View") -> None:
    """Draws the cards that the viewer received and gave in the exchange."""
    game = table.game
    canvas = table.canvas
    got = game.received(table.viewer)
    gave = game.given(table.viewer)
    canvas.frame(0, BAR + 2, WIDTH, FOOT - BAR - 2, ink.PAPER, ink.DARK)
    canvas.text(5, BAR + 5, table.say("option_exchange"), ink.ACCENT)
    for text, middle in ((table.say("you_got"), _GOT_X + 8), (table.say("you_gave"), _GAVE_X + 8)):
        canvas.text(middle - canvas.small.width(text) // 2, BAR + 5, text, ink.ACCENT)
    for step in range(3):
        seat = (table.viewer + 1 + step) % 4
        y = BAR + 16 + (table.card_height + 2) * step
        canvas.text(5, y + 10, TO[step], ink.WHITE)
        table.badge(16, y + 9, seat)
        canvas.text(_BADGE + 19, y + 10, table.app.faced(seat), ink.WHITE)
        for card, x, paper in ((got[step], _GOT_X, ink.PAPER), (gave[step], _GAVE_X, ink.DIM)):
            canvas.frame(x, y, table.card_width, table.card_height, ink.INK, paper)
            table.face(x, y, card, paper == ink.DIM)


def last_trick(table: "View") -> None:
    """Draws the last trick; with the memory aid also the cards played in this round.

    Without the memory aid a trick is turned face down as soon as the next one is led.
    """
    game = table.game
    canvas = table.canvas
    last = game.last_trick()
    aid = table.app.settings.values[1]
    canvas.frame(0, BAR + 2, WIDTH, FOOT - BAR - 2, ink.PAPER, ink.DARK)
    y = BAR + 5
    if last and game.trick and not aid:
        table.centred(y, table.say("face_down"), ink.WHITE)
        y += _STEP + 1
    elif last:
        lead, cards, points, winner, reason = last
        canvas.text(5, y, table.say("last_trick", table.disc_sign(points)), ink.ACCENT)
        y += _STEP + 1
        for i in range(len(cards)):
            seat = (lead + i) % game.players
            if aid:
                _small(table, 5 + _LAST_STEP * i, y, seat, cards[i], seat == winner)
            else:
                _small(table, 5, y, seat, cards[i], seat == winner)
                canvas.text(_NAME_X, y + 1, table.app.faced(seat), ink.WHITE)
                y += _STEP + 2
        if aid:
            y += _STEP + 2
        table.centred(y + 1, table.trick_outcome(), ink.WHITE)
        y += _STEP + 1
    else:
        table.centred(y, table.say("no_trick"), ink.WHITE)
        y += _STEP + 1
    got = game.received(table.viewer) if table.viewer >= 0 else ()
    if got:
        x = canvas.text(5, y + 2, table.say("you_got"), ink.ACCENT) + 3
        for step in range(3):
            _small(table, x, y + 1, (table.viewer + 1 + step) % 4, got[step], False)
            x += _GOT_STEP
        y += _STEP + 3
    if aid:
        _played(table, y + 1)


def _small(table: "View", x: int, y: int, seat: int, card: int, won: bool) -> None:
    # Draws a seat's badge and its card in a line of text, framed if it won the trick.
    canvas = table.canvas
    if won:
        canvas.fill(x - 1, y - 1, _SHORT + 2, _BADGE_HIGH + 2, ink.ACCENT)
    table.badge(x, y, seat)
    canvas.fill(x + _BADGE, y, _SHORT - _BADGE, _BADGE_HIGH, ink.PAPER)
    sign = SUITS[card // 12]
    canvas.text(x + _BADGE + 1, y + 1, sign, ink.of(sign))
    number = card % 12 + 1
    canvas.text(x + _SHORT - (_ONE if number < 10 else _TWO), y + 1, str(number), ink.INK)


def _played(table: "View", y: int) -> None:
    # Draws one line per suit: hidden cards on paper, the viewer's own underlined, played ones as a dot.
    game = table.game
    canvas = table.canvas
    played = []
    for seat in range(game.players):
        played += game.pile(seat)
    own = table.cards() if table.viewer >= 0 else ()
    for suit in range(game.players):
        sign = SUITS[suit]
        canvas.text(3, y + 1, sign, ink.WHITE)
        for number in range(len(game.discs)):
            card = suit * 12 + number
            x = _PLAYED_X + _PLAYED * number
            text = str(number + 1)
            left = x + (_PLAYED - 1 - canvas.small.width(text)) // 2
            if card in played:
                canvas.text(x + (_PLAYED - 4) // 2, y + 1, "·", ink.WHITE)
            elif card in own:
                canvas.fill(x, y + _BADGE_HIGH - 1, _PLAYED - 1, 1, ink.ACCENT)
                canvas.text(left, y + 1, text, ink.ACCENT)
            else:
                canvas.fill(x, y, _PLAYED - 1, _BADGE_HIGH, ink.PAPER)
                canvas.text(left, y + 1, text, ink.INK)
        y += _STEP
    canvas.text(18, y + 2, "· " + table.say("aid_played"), ink.WHITE)
    x = canvas.text(_OWN_X, y + 2, table.say("aid_own"), ink.ACCENT)
    canvas.fill(_OWN_X, y + 10, x - _OWN_X - 1, 1, ink.ACCENT)
    text = table.say("aid_hidden")
    canvas.fill(_HIDDEN_X, y + 1, canvas.small.width(text) + 4, 10, ink.PAPER)
    canvas.text(_HIDDEN_X + 2, y + 2, text, ink.INK)
