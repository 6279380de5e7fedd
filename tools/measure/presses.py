# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Prints how many keys a person presses for each card, part of `make bench`.

    python tools/measure/presses.py [KEY ...]      by default all games

A person plays MATCHES matches a row at the real tables, with the hard robot's choices: the keys go through
the app, by the shortest way from where the table has put the cursor. The robots beside the person are easy.
Counted are all presses from the first picture of the table to the end of the match: the cards, the end of a
turn, what has to be answered, and the hand-over where the console goes round. They are divided by the cards
that people have played. What goes on by itself is waited for. A row over its budget says OVER, and the
command ends with an error.

Where one person plays, the second table has the median of all matches, also with three keys and with two
(handful.few). A key that is held counts once. Three keys may take FEW times what eight take.
"""

import gc
import os
import statistics
import sys
from typing import Any

from engine import bots, registry
from engine.rng import Rng
from handful import stops
from handful.keys import DOWN, LEFT, RIGHT, UP, A
from handful.settings import PACE
from tools import PROJECT, command
from tools.build import drive
from tools.console import Console
from tools.measure import limits

MATCHES = 12
AROUND = "passed on"
USUAL = 2.2  # presses a card, at most, in a game that has no row
# Game, players, how many of them are people, and the most presses a card.
ROWS: "tuple[tuple[str, int, int, float], ...]" = (
    ("the_game", 1, 1, 2.2),
    ("the_game", 3, 1, 2.2),
    ("the_game", 3, 3, 3.0),
    ("inversion", 2, 1, 1.75),
    ("inversion", 4, 1, 1.75),
    ("hyper_maker", 3, 1, 2.0),
    ("hyper_maker", 5, 1, 2.0),
    ("flip_over", 3, 1, 1.85),
    ("flip_over", 5, 1, 2.0),
    ("inversio", 2, 1, 1.6),
)
ROWS += tuple((row[0], row[2], 1, USUAL) for row in registry.GAMES if row[0] not in [one[0] for one in ROWS])
FEW = 1.1  # README.md says so
COMPARED = 5  # matches of a row of the second table
BEFORE = -1  # RIGHT held
_HELD = 600  # ms
_PATIENCE = 100_000  # presses and waits in a match, which hangs after that
_SIGNAL = 400  # the first action that is said, in The Game


class Hand:
    """A person who plays a match by keys. presses: all keys so far; cards: those played by them."""

    def __init__(self, console: Console, chance: Rng) -> None:
        self._console = console
        self._chance = chance
        self._plan: list[int] = []  # the rest of a turn of The Game
        self.presses = 0
        self.cards = 0

    def press(self, key: int) -> None:
        """Presses a key and lets the app answer."""
        self.presses += 1
        self._console.press(key)

    def _press_all(self, keys: list[int]) -> None:
        for key in keys:
            self.press(key)

    def play(self) -> None:
        """Plays the match to its end: answers what is on the screen, or lets some time pass."""
        console = self._console
        for _ in range(_PATIENCE):
            view = console.view
            if console.screen == "result":
                return
            if console.screen in ("handover", "notice") or view.overlay:
                self.press(A)
            elif console.app.match.speaking and view.mine:
                self.press(A)
            elif view.mine and not view.dirty and not view.deferred:
                self._act(view)
            else:
                console.wait(100)
        raise RuntimeError(f"A match of {console.screen} does not end.")

    def _act(self, view) -> None:
        # Plays the next action of the person.
        key = view.session.key
        count = len(view.session.history)
        before = self.presses
        bids = stops.bidding(view)
        if key == "the_game":
            action = self._turn(view)
        else:
            action = bots.choose(view.game, bots.HARD, self._chance)
            self._press_all([*self._to(view, action), A])
            if bids:
                self.presses = before  # a bid is no card
        self.cards += not bids and (action > 0 or key != "the_game")
        if view.session.history[count] != action:
            raise RuntimeError(f"{key}: {action} became {view.session.history[count]}")

    def _turn(self, view) -> int:
        # Plays the next card of a turn of The Game, or ends it. Nothing hidden is learnt during a turn. So a
        # person knows all its cards before the first one, and lays those first that are nearest. Signals are
        # left out: nobody has to talk.
        game = view.game
        if not self._plan:
            ahead = game.copy()
            while ahead.player == game.player and not (self._plan and ahead.laid == []):
                action = bots.choose(ahead, bots.HARD, self._chance)
                ahead.apply(action)
                if action < _SIGNAL:
                    self._plan.append(action)
                if action == 0:
                    break
        first = [action for n, action in enumerate(self._plan) if action and not [
            other for other in self._plan[:n] if other & 3 == action & 3]]  # fmt: skip
        if not first:
            self._plan.clear()
            self._end(view)
            if game.due:
                self.press(A)
            while view.session.game is game and game.player == view.viewer and game.laid:
                self._console.wait(20)
            return 0
        ways = [(len(way), action, way) for action in first for way in [self._onto(view, action)]]
        _, action, way = min(ways)
        self._press_all(way)
        self._plan.remove(action)
        return action

    def _end(self, _view) -> None:
        self.press(DOWN)

    def _onto(self, view, action: int) -> list[int]:
        # The keys that lay a card of The Game on a pile.
        card, pile = action >> 2, action & 3
        game = view.game
        hand = game.hand(view.viewer)
        keys = _around(view.where()[3], hand.index(card), len(hand))
        piles = [other for other in range(4) if game.gap(card, other)]
        lit = min(piles, key=lambda other: game.gap(card, other))
        if lit != pile:
            keys += [UP, *_around(piles.index(lit), piles.index(pile), len(piles))]
        return [*keys, A]

    def _to(self, view, action: int) -> list[int]:
        # The keys to a card of a hand, or to a bid: there the cursor walks over those that are allowed.
        if stops.bidding(view):
            legal = view.game.legal_actions()
            return _around(legal.index(view.bid), legal.index(action), len(legal))
        return self._way(view, view.cards().index(action))

    def _way(self, view, there: int) -> list[int]:
        # The fewest keys that move the cursor in a hand of rows to a card.
        count = len(view.cards())
        ways: dict[int, list[int]] = {view.cursor: []}
        reached = [view.cursor]
        for at in reached:
            around = [(RIGHT, (at + 1) % count), (LEFT, (at - 1) % count)]
            if view.rows > 1:
                around += [(DOWN, at + view.columns), (UP, at - view.columns)]
            for key, to in around:
                if 0 <= to < count and to not in ways:
                    ways[to] = [*ways[at], key]
                    reached.append(to)
        return ways[there]


class FewHand(Hand):
    """The same with three keys or two: NEXT is RIGHT, YES is A."""

    def __init__(self, console: Console, chance: Rng) -> None:
        super().__init__(console, chance)
        self._few: Any = console.app.keys

    def press(self, key: int) -> None:
        """As Hand.press."""
        self.presses += 1
        if key == BEFORE:
            self._console.press(RIGHT, _HELD)
        else:
            self._console.press(key)

    def _onto(self, view, action: int) -> list[int]:
        return [*self._to(view, action), A]

    def _end(self, view) -> None:
        self._press_all([BEFORE] if stops.at(view) else [])

    def _to(self, view, action: int) -> list[int]:
        # NEXT, and NEXT held where there are three keys, whatever is shorter.
        values = stops.actions(view, self._few.line)
        at = stops.at(view)
        ways: dict[int, list[int]] = {at: []}
        reached = [at]
        for value in reached:
            if value == 0 and view.session.key == "the_game":
                continue  # the turn may end there
            index = values.index(value) if value in values else -1
            around = [(RIGHT, values[(index + 1) % len(values)])]
            if self._few.count == 3 and index >= 0:
                around.append((BEFORE, stops.before(view, values, index)))
            for key, to in around:
                if to not in ways:
                    ways[to] = [*ways[value], key]
                    reached.append(to)
        return ways[action]


def _around(now: int, there: int, count: int) -> list[int]:
    # The fewest keys that move a cursor in a ring of `count` places.
    right = (there - now) % count
    return [RIGHT] * right if right <= count - right else [LEFT] * (count - right)


def played(key: str, players: int, persons: int, matches: int = MATCHES, keys: int = 8) -> list:
    """Plays matches. Returns of each how many keys were pressed, and how many cards people played."""
    found = []
    for seed in range(matches):
        console = Console(keys=keys)
        console.app.settings.values[PACE] = 2
        console.blind()
        kinds = [0] * persons + [1] * (players - persons)
        console.begin(key, kinds, seed)
        hand = Hand(console, Rng(seed)) if keys == 8 else FewHand(console, Rng(seed))
        hand.play()
        found.append((hand.presses, hand.cards))
    return found


def measured(key: str, players: int, persons: int, matches: int = MATCHES) -> tuple[int, int]:
    """Plays matches. Returns how many keys were pressed, and how many cards people played."""
    presses, cards = zip(*played(key, players, persons, matches))
    return sum(presses), sum(cards)


def medians(key: str, players: int, matches: int = COMPARED) -> list[float]:
    """Plays matches of one person. Returns the median presses a card with eight, three and two keys."""
    return [
        statistics.median(presses / cards for presses, cards in played(key, players, 1, matches, keys))
        for keys in (8, 3, 2)
    ]


@command
def main(arguments: list[str]) -> int:
    """Prints the rows of the games that are asked for."""
    keys = drive.games(",".join(arguments))
    os.chdir(PROJECT)  # the app finds its assets from here
    gc.collect = lambda *generation: 0  # as often as a device needs it, it would take most of the time here
    for key, players, persons, budget in ROWS:
        if key in keys:
            presses, cards = measured(key, players, persons)
            what = f"{players} players, " if players > 1 else "alone, "
            what += AROUND if persons > 1 else "one person"
            mark = limits.mark(round(presses / cards, 2), budget)
            print(f"{key:<12}{what:<24}{cards:>6} cards{presses / cards:>7.2f} presses a card{mark}")
    print(f"\n{'presses a card, median':<24}{'8 keys':>8}{'3 keys':>8}{'2 keys':>8}")
    for key, players, persons, _ in ROWS:
        if key in keys and persons == 1:
            eight, three, two = medians(key, players)
            mark = limits.mark(round(three / eight, 2), FEW)
            what = f"{key:<12}{f'{players} players' if players > 1 else 'alone':<12}"
            ratio = f"three / eight {three / eight:.2f}{mark}"
            print(f"{what}{eight:>8.2f}{three:>8.2f}{two:>8.2f}   {ratio}")
    return limits.verdict()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
