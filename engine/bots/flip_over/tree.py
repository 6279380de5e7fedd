# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""How hard plays an even round of Flip Over, in which it knows every hand: by a tree search (PUCT).

Each try walks down the tree of the cards that were tried before: at each choice it takes the card that has
gained its seat most, or that the learnt policy likes and that was tried little. Then the policy, varied by
chance, plays the round to its end. In the last round of a match only winning counts, in others the lead in
points, up to 30.
"""

from array import array
from math import exp, sqrt

from engine import const
from engine.bots.flip_over import WIN, gains, rated

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from engine.bots.flip_over import Mind
    from engine.flip_over import Game

_SLICE = const(32)  # the fewest cards played out in a step
_CARDS = (3700, 3200, 2400)  # by the number of players: how many may be played out for a choice
_MOST = const(140)  # tries for a choice
_SIZE = const(300)  # nodes
_LATE = const(5)  # with this many tricks to go, or fewer, priors differ less and nodes grow sooner
_RIPE = const(2)  # else how often a node is tried before it gets nodes below it
_NONE = const(255)  # "nothing grows below": no seat has a choice any more, or there is no room
_RATHER = 0.3  # the lead that decides a choice, in parts of the tries to come
_EXPLORE = 120 / 255  # the exploration constant, for such gains and such priors
_PRIOR = const(255)  # the prior of a card that the policy is sure of
_HEAT = const(100 * 8 * 4096)  # 100 steps of the policy's worths, in rates, make a prior e times as high


class Tree:
    """The choice of `game.player` if all hands are known: call `step` until it returns a card."""

    def __init__(self, mind: "Mind", game: "Game") -> None:
        """mind: plays out the round; game: the match, left as it is."""
        self._mind = mind
        self._game = game
        self._left = min(_MOST, _CARDS[game.players - 3] // mind.length)  # tries
        late = mind.length <= _LATE * game.players
        self._ripe = 1 if late else _RIPE
        self._heat = 2 * _HEAT if late else _HEAT
        self._owners = bytearray(12 * game.players)  # the seat that holds each card
        for seat in range(game.players):
            for card in game.hand(seat):
                self._owners[card] = seat
        # For each node, of which 0 is the choice itself: the card that leads to it, its prior, how often it
        # was tried, and what the card's owner gained then. The nodes below it lie side by side, the highest
        # prior first: where they begin and how many they are.
        self._cards = bytearray(_SIZE)
        self._priors = bytearray(_SIZE)
        self._tries = bytearray(_SIZE)
        self._won = array("H", bytes(2 * _SIZE))
        self._starts = array("H", bytes(2 * _SIZE))
        self._counts = bytearray(_SIZE)
        self._nodes = 1
        self._grow(0, [])

    def step(self) -> int | None:
        """Tries cards for a slice. Returns the card, or None for "not yet"."""
        work = 0
        while work < _SLICE and self._left:
            self._left -= 1
            self._try()
            work += self._mind.length
        best = -1
        most = second = 0.0
        for node in range(1, 1 + self._counts[0]):
            tries = self._tries[node]
            won = self._won[node]
            # If next to nothing gains, the tries follow the priors, and a card that has gained tells more.
            worth = tries + won / (tries * WIN) if won else tries / 4
            if worth > most:
                second = most
                most = worth
                best = self._cards[node]
            elif worth > second:
                second = worth
        return best if most - second >= _RATHER * self._left else None

    def _try(self) -> None:
        """Walks down the tree, plays the round to its end, and notes what the owners of the cards gain."""
        tries = self._tries
        cards = self._cards
        node = 0
        line: list[int] = []
        nodes = []
        tries[0] += 1
        while True:
            if not self._counts[node] and tries[node] > self._ripe:
                self._grow(node, line)
            if not 0 < self._counts[node] < _NONE:
                break
            node = self._promising(node)
            tries[node] += 1
            nodes.append(node)
            line.append(cards[node])
        line.reverse()
        points = self._game.points[:]
        self._mind.play_out(line, points)
        gained = gains(self._game, points)
        for node in nodes:
            self._won[node] += gained[self._owners[cards[node]]]

    def _grow(self, node: int, line: list[int]) -> None:
        """Adds the nodes below a node, unless they are too many. line: the cards that lead to it."""
        rates = self._mind.play_out(line[::-1], [])
        start = self._nodes
        count = len(rates)
        self._counts[node] = _NONE
        if 0 < count <= _SIZE - start:
            rates.sort(reverse=True)
            shares = [exp((rate - rates[0]) / self._heat) for rate in rates]
            whole = sum(shares)
            for index in range(count):
                self._cards[start + index] = rated(rates[index])
                self._priors[start + index] = int(_PRIOR * shares[index] / whole)
            self._starts[node] = start
            self._counts[node] = count
            self._nodes += count

    def _promising(self, node: int) -> int:
        """Returns the node below that has gained most, or was tried too little for its prior (PUCT).

        A card not yet tried counts as much as the others have gained in the mean.
        """
        best = start = self._starts[node]
        most = -1.0
        gained = 0
        tries = 0
        urge = _EXPLORE * sqrt(self._tries[node])
        for below in range(start, start + self._counts[node]):
            tried = self._tries[below]
            worth = urge * self._priors[below] / (1 + tried)
            if tried:
                won = self._won[below]
                worth += won / tried
                gained += won
                tries += tried
            elif tries:
                worth += gained / tries
            if worth > most:
                most = worth
                best = below
            if not tried:
                break  # the priors below it are no higher
        return best
