# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""How hard plays an even round of Flip Over, in which it knows every hand: by a tree search (UCT).

Each try walks down the tree of the moves that were tried before, by what each seat won there and by what was
tried least, adds a move, and lets the learnt policy play the round to its end. In the last round of a match
only winning counts, in others the lead in points, up to 30.
"""

from math import log, sqrt

from engine import const
from engine.bots.flip_over import add_partners

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from engine.bots.flip_over import Mind
    from engine.flip_over import Game

_SLICE = const(20)  # the fewest cards played out in a step
_CARDS = (2600, 2600, 1800)  # by the number of players: how many may be played out for a choice
_MOST = const(90)  # tries for a choice
_RATHER = 0.5  # the lead that decides a choice, in parts of the tries to come
_WIN = const(60)  # what a seat can gain in a try: a shared win counts in parts
_EXPLORE = const(42)  # the exploration constant, for such gains
_EXTRA = const(4)  # the policy's card, if it gains, counts as tried once more for so many tries of a choice,
_LATE = const(3)  # but not with so many tricks to go or fewer


class Tree:
    """The choice of `game.player` if all hands are known: call `step` until it returns a card."""

    def __init__(self, mind: "Mind", game: "Game") -> None:
        """mind: plays out the round; game: the match, left as it is."""
        self._play_out = mind.play_out
        self._game = game
        players = game.players
        self._length = (len(game.discs) - game.disc + 1) * players - len(game.trick)
        self._most = min(_MOST, _CARDS[players - 3] // self._length)
        size = self._most + 1
        # For each node, of which 0 is the choice itself: the card that leads to it, how often it was tried,
        # what its mover gained then, the first node below it, and the next one beside it (0: none).
        self._cards = bytearray(size)
        self._tries = bytearray(size)
        self._won = [0] * size
        self._below = bytearray(size)
        self._beside = bytearray(size)
        # The tries of a node are one more than those below it, so that they tell which card is next.
        self._tries[0] = self._nodes = 1
        self._advice = self._play_out([], [])
        self._extra = 0 if self._length <= _LATE * players else self._most // _EXTRA

    def step(self) -> int | None:
        """Tries moves for a slice. Returns the card, or None for "not yet"."""
        work = 0
        while work < _SLICE and self._tries[0] <= self._most:
            self._try()
            work += self._length
        best = -1
        most = second = 0.0
        node = self._below[0]
        while node:
            tries = self._tries[node]
            card = self._cards[node]
            worth = tries + self._won[node] / tries / _WIN
            if card == self._advice and self._won[node]:
                worth += self._extra
            if worth > most:
                second = most
                most = worth
                best = card
            elif worth > second:
                second = worth
            node = self._beside[node]
        left = self._most + 1 - self._tries[0]
        sure = self._tries[0] > len(self._game.legal_actions()) and most - second >= _RATHER * left
        return best if sure else None

    def _try(self) -> None:
        """Walks down the tree, adds a move, plays the round to its end, and notes what the movers gain."""
        game = self._game.copy()
        last = len(game.discs)
        cards = self._cards
        node = 0
        line = []
        nodes = []
        movers = []
        added = False
        self._tries[0] += 1
        while not added and game.disc < last:  # on the last disc each seat has one card
            legal = game.legal_actions()
            card = legal[0]
            if len(legal) > 1:
                untried = len(legal) + 2 - self._tries[node]
                if untried > 0:
                    added = True
                    card = legal[(cards[node] + untried) % len(legal)]
                    new = self._nodes
                    self._nodes = new + 1
                    cards[new] = card
                    self._beside[new] = self._below[node]
                    self._below[node] = new
                    node = new
                else:
                    node = self._promising(node)
                    card = cards[node]
                self._tries[node] += 1
                nodes.append(node)
                movers.append(game.player)
            line.append(card)
            if not added:
                game.apply(card)
        line.reverse()
        points = self._game.points[:]
        self._play_out(line, points)
        gains = self._gains(points)
        for index in range(len(nodes)):
            self._won[nodes[index]] += gains[movers[index]]

    def _promising(self, node: int) -> int:
        """Returns the node below that has gained most, or was tried too little to tell (UCB1)."""
        below = self._below[node]
        best = below
        most = -1.0
        whole = log(self._tries[node])
        while below:
            tries = self._tries[below]
            worth = self._won[below] / tries + _EXPLORE * sqrt(whole / tries)
            if worth > most:
                most = worth
                best = below
            below = self._beside[below]
        return best

    def _gains(self, points: list[int]) -> list[int]:
        """Returns what each seat gains, 0 to _WIN, if the round ends with these points, which it changes."""
        game = self._game
        if game.teams:
            add_partners(points)
        most = max(points)
        gains = []
        if game.round == game.rounds:
            share = (_WIN + _WIN * game.teams) // points.count(most)
            for own in points:
                gains.append(share if own == most else 0)
        else:
            second = sorted(points)[-2 - game.teams]
            for own in points:
                lead = own - (second if own == most else most)
                gains.append(min(max(_WIN // 2 + lead, 0), _WIN))
        return gains
