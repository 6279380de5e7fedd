# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The Game: what the tests of all games have to be told (see tests/games/__init__.py), and late positions."""

from engine.the_game import Game
from tests.dealing import Fixed

_CARDS = 98

SUIT = 0
HIDDEN = {"_hands", "_deck"}
SCORES = (0, 98)
LENGTH_VARIES = True
TRICKS = False
STILL = [(0, 24)]  # the top line and the team

POSITIONS = [
    (1, 3, 0, {}),
    (1, 4, 31, {}),
    (2, 5, 22, {"level": 1}),
    (3, 6, 17, {}),
    (5, 7, 48, {"level": 2}),
    (4, 8, 60, {}),
    (3, 9, 0, {"starter": 1}),
]
LEAVES = [
    (1, 2024, {}, (), (32, 784, 15120)),
    (2, 2024, {}, (), (28, 588, 9548)),
    (3, 2024, {"level": 2}, (), (20, 280, 2560, 16140)),
    (5, 2024, {"starter": 1}, (), (5, 120, 2104, 27864)),
]
LARGE = [
    (2, 6, 0, 0),
    (5, 5, 0, 0),
]


def most_turns(players, level):
    """As many turns as The Game can have.

    While the draw pile has cards a turn takes `least` cards or more, and what is laid is drawn; later a turn
    takes one card or more. So as long as cards are drawn, there is a turn for every `least` of the draw
    pile (the last one may draw fewer, hence one more), and then one for each card of the hands. Who cannot
    lay what is due ends the match instead of a turn that lays something.
    """
    least = 3 if level else 2
    hands = players * ((8 if players == 1 else 7 if players == 2 else 6) - (level == 2))
    return (_CARDS - hands) // least + 1 + hands


def longest(players, level, starter):
    """Each card once, an end to each turn, who begins; and, in each turn, a signal of each seat on each pile.

    Of those that are set again in a turn only the last ones count, but what the very last action replaces is
    still there, to be taken back to.
    """
    turns = most_turns(players, level)
    signals = 4 * players * turns + 1 if players > 1 else 0
    return _CARDS + turns + starter + signals


def may_play(hand, card, shown):
    """Anything: who cannot lay a card ends the match."""
    return True


def led_card(game):
    return -1


def stack(game):
    return list(game._deck[len(game._deck) - game.left :])


def late(*hands, piles=(1, 1, 100, 100), deck=(), seat=0, **options):
    """A match near its end: these hands, and the cards left to draw, next first; all others count as laid."""
    game = Game(len(hands), Fixed(seat), **options)
    for held, hand in enumerate(hands):
        game.hand(held)[:] = hand
    game._deck = bytes(deck)
    game.left = len(deck)
    game.piles = list(piles)
    scored(game, _CARDS - game.left - sum(map(len, hands)))
    game._begin(seat)
    return game


def scored(game, cards):
    """Lets a match go on as if that many cards had been laid."""
    game._score = cards
