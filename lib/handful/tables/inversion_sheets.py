"""Panels over !nversion's table: the finished tricks, and the offer to play out a decided match."""

from micropython import const

from handful.picture import ink
from handful.picture.measures import BAR, FOOT, WIDTH

_SEATS = const(35)  # y of the upper two players
_CARD = const(15)  # width of a card
_TALL = const(22)  # height of a card outside the hand
_BADGE = const(7)  # width of a badge
_LAST_X = const(80)  # x of the cards of a finished trick
_LAST_Y = const(12)
_LAST_STEP = const(22)  # distance from player to player
_WON = const(118)  # width of the winner's row
_WHY = const(105)  # y of the line that says why the trick was won
_OFFER_X = const(8)
_OFFER_Y = const(36)


def pile(view, at: int) -> None:
    """Draws a finished trick in the order of play: the cards played, the cards that counted, why it was won.

    at: the trick's number from 0, -1 if none is finished.
    """
    game = view.game
    canvas = view.canvas
    canvas.fill(0, 0, WIDTH, FOOT, ink.TABLE)
    if at < 0:
        view.title(view.say("piles"))
        view.centred(_SEATS + 21, view.say("no_pile"), ink.WHITE)
        return
    winner = game.winner(at)
    view.title(view.say("pile_of", at + 1, view.app.name(winner)))
    seat = game.leader(at)
    y = _LAST_Y
    for _ in range(game.players):
        if seat == winner:
            canvas.fill(0, y, _WON, _TALL, ink.LIGHT)
        view.badge(2, y + (_TALL - BAR) // 2, seat)
        canvas.text(_BADGE + 5, y + (_TALL - BAR) // 2 + 1, view.app.name(seat), ink.WHITE)
        card = game.played(at, seat)
        laid = view.laid(at, seat)
        if laid != card:
            view.paper(_LAST_X, y, laid, ink.INK)
            canvas.text(_LAST_X + _CARD + 1, y + (_TALL - BAR) // 2 + 1, "⇄", ink.WHITE)
        view.paper(_LAST_X + _CARD + 11, y, card, ink.INK)
        seat = (seat + 1) % game.players
        y += _LAST_STEP
    canvas.text(_WON + 6, _LAST_Y + 2, view.say("lane"), ink.DIM)
    view.paper(_WON + 14, _LAST_Y + 14, game.lane[at], ink.INK)
    view.centred(_WHY, view.reason(at), ink.WHITE)
    view.foot(view.say("keys_piles"))


def offer(view) -> None:
    """Asks whether to play out a decided match at once."""
    game = view.game
    winners = game.winners()
    canvas = view.canvas
    canvas.frame(_OFFER_X, _OFFER_Y, WIDTH - 2 * _OFFER_X, 44, ink.PAPER, ink.DARK)
    alone = game.players == 2 or winners == (game.parent,)
    key = "has_won" if alone else "children_won"
    view.centred(_OFFER_Y + 4, view.say(key, view.app.name(winners[0])), ink.ACCENT)
    left = 10 - game.position
    view.centred(_OFFER_Y + 17, view.say("trick_left" if left == 1 else "tricks_left", left), ink.WHITE)
    view.centred(_OFFER_Y + 30, view.say("finish"), ink.WHITE)
    view.foot(view.say("keys_offer"))
