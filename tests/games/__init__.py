# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What the tests of all games have to be told of each: a module of the game's key.

SCORES -- the lowest and the highest score in a shared deal, where par.bin has pars; may be left out
LENGTH_VARIES -- whether matches with the same players and options differ in length
TRICKS -- whether its table tells the end of each trick as HandTable does, and counts points then
STILL -- rows of its table, (from, to), in which nothing changes before a card has landed but for where it
    lands: the top line, and all else that would tell what the card brings; None is the message line
longest(players, **options) -- how many actions a match can have at most
may_play(hand, card, shown) -- whether a hand may play this card of it, when that card is to be followed
led_card(game) -- the card to be followed now, -1 for none
stack(game) -- the hidden cards that nobody holds, the next first
SUIT -- cards a suit, where a seat can show that it lacks one (card // SUIT is the suit); else 0
HIDDEN -- the parts of a position in which hidden cards lie: what a redeal may change
LARGE -- positions in which each hidden card's chances are computed: (players, cards left in a hand, how many
    others lack a suit, how many suits one of them lacks), searched in 1500 matches by chance with the default
    options; [] where nothing is hidden; None where tests/engine/test_redeal.py has other positions
POSITIONS -- where robots are asked: (players, seed, actions before, options)
LEAVES -- how many ways there are to play the next 1, 2, ... actions, as recorded: (players, seed, options,
    actions before, ways), for changes of the rules that nobody meant; may be left out
PASS -- the bid that takes no part in an auction, where there is one
"""

from importlib import import_module

from engine import registry
from engine.rng import Rng

KEYS = [row[0] for row in registry.GAMES]


def of(key):
    """A game's module."""
    return import_module(f"tests.games.{key}")


def bids(game):
    """Whether the seat to act bids."""
    return getattr(game, "auction", False)


def tables():
    """Each game with its fewest players, and with the fewest of those with whom it begins with bids."""
    found = []
    for key, _, least, most in registry.GAMES:
        seats = [seats for seats in range(least, most + 1) if bids(registry.load(key).Game(seats, Rng(1)))]
        found += [(key, players) for players in sorted({least, *seats[:1]})]
    return found


def cases(name):
    """What the games list under a name, each case with its game's key before it."""
    return [(key, *case) for key in KEYS for case in getattr(of(key), name, None) or ()]
