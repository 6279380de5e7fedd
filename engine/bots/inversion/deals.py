# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""!nversion with three and four players: tries each choice in many deals, which the learnt rule plays out.

A child's cards are played out for three tricks. What the hands are worth then tells how likely the parent is
to reach its number. A parent's are played out to the end.
"""

from engine import const
from engine.bots.inversion.rule import PLAYED, estimate, given_away, scores

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from engine.inversion import Game
    from engine.rng import Rng

_PASS = const(50)
_CHILD_LEADS = const(160)  # where contexts begin in PLAYED; the parent's come first, by seats to come
_PARENT_TO_COME = const(200)
_PARENT_AHEAD = const(240)
_PARENT_AHEAD_LAST = const(280)
_CHILD_AHEAD = const(320)
# Time is counted in bytecodes, roughly.
_EARLY = const(570000)  # for a card of the first four tricks
_LATE = const(250000)  # for any other choice
_STEP = const(10000)  # of a slice; a deal may take 20,000 and is then a whole slice
_REDEAL = const(6000)  # the cost of a deal
_CARD = const(31)  # of a card that the rule looks at
_PLAY = const(120)  # of a card played
_SUCCESS = const(24)  # a success counts as this many points of the rule's score
_FAILURE = const(96)  # for a child, a failure of the parent counts as this many
_TRICKS = const(3)  # a child's cards are played out for this many tricks
_WORTH = const(40)  # the cost of what the hands are worth, for each trick to go
_PRIOR = const(24)  # the estimate of a hand counts as this many deals
# A number is named if its chance in percent is at least this times the number of players. A seat that passes
# seldom wins as a child against good parents: against normal players 8 is best, against ISMCTS, which names
# too much, 14 is no better than 11.
_WORTH_IT = const(11)


class Deals:
    """The choice of one player: call `step` until it returns an action."""

    def __init__(self, game: "Game", rng: "Rng", legal: list[int]) -> None:
        """legal: the actions to choose from; in the auction a pass and numbers."""
        self._game = game
        self._rng = rng
        self._seat = seat = game.player
        self._auction = game.auction
        at = game.position
        # By trick: given_away for the parent and for a child.
        self._values: list[tuple[bytearray, bytearray]] = [(bytearray(), bytearray())] * 10
        self._ready = at  # tricks below this have their values
        self._begun = self._table()
        self._end = 10  # the trick before which a playout ends
        self._worth = b""  # by card: a hundred times the tricks that it is worth to hold it then, and 128
        self._left = self._whole = _EARLY if at < 4 and not self._auction else _LATE
        self._hands: list[list[int]] = []  # the deal in use; empty: make another
        self._worlds = 0
        self._cuts = 0
        if self._auction:  # would the seat make one trick more than named, playing by the rule?
            self._choices = [-1]
            self._parent = seat
            self._declared = game.declared + 1
            self._prior = _chance(estimate(game) - self._declared * 100)
            self._totals = [0]
        else:
            self._choices = legal
            self._parent = game.parent
            self._declared = game.declared
            self._totals = scores(game, legal)  # for each playout the chance of success is added
            if seat != game.parent and at + _TRICKS < 10:
                self._end = at + _TRICKS

    def step(self) -> int | None:
        """Makes a deal, or some playouts in it. Returns the action when the time is up."""
        game = self._game
        at = self._ready
        if at < self._end:
            self._values[at] = (given_away(game.lane, at, 0), given_away(game.lane, at, 1))
            self._ready = at + 1
            return None
        if not self._hands and self._left > 0:
            other = game.copy()
            other.redeal(self._seat, self._rng)
            self._hands = [other.hand(seat) for seat in range(game.players)]
            self._next = 0
            self._left -= _REDEAL
            return None
        until = self._left - _STEP
        while self._hands and self._left > until:
            chance = self._play_out(self._choices[self._next])
            if self._seat == self._parent:
                self._totals[self._next] += _SUCCESS * chance // 100
            else:
                self._totals[self._next] += _FAILURE * (100 - chance) // 100
            self._next += 1
            if self._next == len(self._choices):
                self._hands = []
                self._worlds += 1
                if self._left * 3 < self._whole * (2 - self._cuts):
                    self._cut()
        if self._left > 0 or self._hands:  # the last deal too is tried with every choice
            return None
        if self._auction:
            likely = (self._totals[0] * 100 // _SUCCESS + self._prior * _PRIOR) // (self._worlds + _PRIOR)
            return _PASS + self._declared if likely >= _WORTH_IT * game.players else _PASS
        best = 0
        for i in range(1, len(self._choices)):
            if self._totals[i] > self._totals[best]:
                best = i
        return self._choices[best]

    def _cut(self) -> None:
        """Drops the worse half of the choices, after one third of the time and after two."""
        self._cuts += 1
        keep = (len(self._choices) + 1) // 2
        while len(self._choices) > max(keep, 2):
            worst = 0
            for i in range(1, len(self._choices)):
                if self._totals[i] < self._totals[worst]:
                    worst = i
            del self._choices[worst]
            del self._totals[worst]

    def _table(self) -> tuple[int, ...]:
        """Returns how many cards of the trick lie there, the best of them and its seat, both twice.

        Once as cards count now, where one of the follow card's suit has 10 more, once by number alone. -1 for
        none.
        """
        game = self._game
        played = 0
        high = ahead = number_high = number_ahead = -1
        if not self._auction:
            at = game.position
            suit = -1 if game.inverted(at) else game.lane[at] // 10
            table = game.trick()
            seat = game.leader(at)
            while table[seat] >= 0:
                number = table[seat] % 10
                if number > number_high:
                    number_high = number
                    number_ahead = seat
                if table[seat] // 10 == suit:
                    number += 10
                if number > high:
                    high = number
                    ahead = seat
                played += 1
                seat = (seat + 1) % game.players
        return played, high, ahead, number_high, number_ahead

    def _play_out(self, card: int) -> int:
        """Plays a card (-1: the rule's), then on by the rule. Returns the parent's chance in percent.

        That is 100 or 0 if the playout decides whether it reaches its number.

        This repeats the rule of engine.bots.inversion.rule without its calls, because a card takes 430
        bytecodes with all around it: handing thirteen values to a function for each would add 35, or 8 %.
        """
        game = self._game
        players = game.players
        hands = [hand[:] for hand in self._hands]
        lane = game.lane
        at = game.position
        parent = self._parent
        declared = self._declared
        won = game.score(parent)
        follow = lane[at]
        inverted = game.inverted(at)
        played, high, ahead, number_high, number_ahead = self._begun
        seat = self._seat
        while True:
            hand = hands[seat]
            suit = follow // 10
            counted = follow % 10
            eleven = 9 - counted
            if card < 0:
                if seat == parent:
                    values = self._values[at][0]
                    row = (players - 1 - played) * 40
                else:
                    values = self._values[at][1]
                    if not played:
                        row = _CHILD_LEADS
                    elif (parent - seat) % players < players - played:  # the parent is still to play
                        row = _PARENT_TO_COME
                    elif ahead != parent:
                        row = _CHILD_AHEAD
                    elif played == players - 1:
                        row = _PARENT_AHEAD_LAST
                    else:
                        row = _PARENT_AHEAD
                best = most = -1
                free = free_most = -1
                must = False
                low = high if inverted else high - 10  # the number that a card of the suit has to beat
                for other in hand:
                    number = other % 10
                    if number == eleven:
                        worth = PLAYED[row + (30 if counted > number_high else 10) + counted] + values[other]
                        if worth > most:
                            most = worth
                            best = other
                        if other // 10 == suit:
                            must = True
                    elif other // 10 == suit:
                        must = True
                        worth = PLAYED[row + (20 if number > low else 0) + number] + values[other]
                        if worth > most:
                            most = worth
                            best = other
                    elif not must:
                        worth = PLAYED[row + (20 if number > high else 0) + number] + values[other]
                        if worth > free_most:
                            free_most = worth
                            free = other
                card = free if not must and free_most > most else best
                self._left -= _CARD * len(hand)
            self._left -= _PLAY
            hand.remove(card)
            number = card % 10
            if number == eleven:
                # From now on only numbers count, those of the cards on the table too.
                follow = card
                inverted = True
                number = counted
                high = number_high
                ahead = number_ahead
            elif not inverted and card // 10 == suit:
                number += 10
            if number > high:
                high = number
                ahead = seat
            number = number % 10
            if number > number_high:
                number_high = number
                number_ahead = seat
            card = -1
            played += 1
            seat += 1
            if seat == players:
                seat = 0
            if played == players:
                seat = ahead
                if seat == parent:
                    won += 1
                at += 1
                if won >= declared:
                    return 100
                if won + 10 - at < declared:
                    return 0
                if at == self._end:
                    return self._valued(hands, at, won)
                follow = lane[at]
                inverted = False
                played = 0
                high = number_high = ahead = number_ahead = -1

    def _valued(self, hands: list[list[int]], at: int, won: int) -> int:
        """Returns the parent's chance in percent by the hands before a trick."""
        game = self._game
        if not self._worth:
            self._worth = bytes(given_away(game.lane, at - 1, 4))
        worth = self._worth
        others = len(hands) - 1
        left = 10 - at
        self._left -= _WORTH * left
        ahead = 0  # of the parent's hand, of the average of the others, times their number
        for seat in range(others + 1):
            value = 0
            for card in hands[seat]:
                value += worth[card]
            ahead += value * others if seat == self._parent else -value
        # The worths were learnt of a hand alone. Where all are known, about two thirds of them count.
        ahead = 100 * left // (others + 1) + 2 * ahead // (3 * others) - 100 * (self._declared - won) + 50
        return _chance(ahead * 3 // 2)


def _chance(ahead: int) -> int:
    """Returns the chance in percent to make a number that the estimate exceeds by `ahead` hundredths."""
    steps = (ahead + 50) // 25
    return _LIKELY[max(0, min(steps + 10, 20))]


# 100 / (1 + e**(-x / 3)) for x from -10 to 10
_LIKELY = bytes((3, 5, 7, 9, 12, 16, 21, 27, 34, 42, 50, 58, 66, 73, 79, 84, 88, 91, 93, 95, 97))
