# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Computer players of Flip Over.

Easy plays by a rule of thumb. The others try each legal card in deals that agree with what they know, and a
learnt policy plays each deal out to the end of the round. Normal tries a few deals and remembers only the
last trick. Hard tries more deals, remembers all cards played, and gives the policy's own choice some weight.
In odd rounds with four players, trumps and no teams it expects the others to play as if they did not see the
hands. In even rounds without exchange it knows every hand, so it searches a tree instead (`tree`). In the
last three tricks of these it looks at all that can follow (`ending`).
"""

from math import log

from engine import const
from engine.bots.flip_over import weights as flip_over_weights
from engine.bots.flip_over.playout import CHANCES, STEP, TRUMP, Playout
from engine.flip_over import decide

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

    from engine.bots.flip_over.ending import Ending
    from engine.bots.flip_over.tree import Tree
    from engine.flip_over import Game
    from engine.rng import Rng

    Policy = list[Any]

_EASY = const(0)
_HARD = const(2)
_SLICE = const(20)  # the fewest cards played out in a step, unless the choice is made
_DEALING = const(4)  # the cost of a deal, in cards played out, for each player
_AROUND = const(18)  # the same if the deal has to heed which suits seats lack
# By the number of players, the cards that hard may play out for a choice:
_CARDS = (2750, 2500, 1900)  # on middle discs
_FEWER = (2400, 2000, 1050)  # on the other discs
_GIFTS = const(850)  # for a gift, and after an exchange
_DEALS = const(200)  # how often hard tries each card, at most
_SURE = const(300)  # the square of the lead in points in one deal that makes hard sure
_VOTES = const(5)  # deals in which the policy's own choice gets _VOTE points more
_VOTE = const(10)
_FEW = const(5)  # normal's deals, twice as many in teams
_SHARE = const(10)  # the value of a win in points, three times that in the last round
_LAST = const(3)  # tricks that hard looks at to the end if all hands are known
_VARY = const(48)  # their scale, in steps of the policy's worths
WIN = 60  # what a seat can gain: a shared win counts in parts
_ONE = const(4096)  # worths are multiples of this; what is below is the bit of a number


def add_partners(points: list[int]) -> None:
    """Gives each of four seats the points of its team, in place."""
    points[0] = points[2] = points[0] + points[2]
    points[1] = points[3] = points[1] + points[3]


def gains(game: "Game", points: list[int]) -> list[int]:
    """Returns what each seat gains, 0 to WIN, if the round ends with these points, which it changes.

    In the last round of a match only winning counts, in others the lead in points.
    """
    if game.teams:
        add_partners(points)
    most = max(points)
    gained = []
    if game.round == game.rounds:
        share = (WIN + WIN * game.teams) // points.count(most)
        for own in points:
            gained.append(share if own == most else 0)
    else:
        second = sorted(points)[-2 - game.teams]
        for own in points:
            lead = own - (second if own == most else most)
            gained.append(min(max(WIN // 2 + lead, 0), WIN))
    return gained


def rated(rate: int) -> int:
    """Returns the card of a rate that Mind.play_out returns."""
    suit = -rate & 7
    return suit * 12 + len(bin((rate + suit) // 8 % _ONE)) - 3


class Mind(Playout):
    """The choice of `game.player`: call `step` until it returns an action."""

    def __init__(self, game: "Game", level: int, rng: "Rng") -> None:
        """game: the match, left as it is; level: 0 easy, 1 normal, 2 hard; rng: the player's own chance."""
        self._game = game
        self._level = level
        self._rng = rng
        self._cards = cards = game.legal_actions()[:]  # the cards still to choose from
        self._choice = -1
        if len(cards) == 1:
            self._choice = cards[0]
        elif level == _EASY:
            from engine.bots.flip_over.rule import by_rule

            self._choice = by_rule(game)
        else:
            self._learn()
            if level < _HARD and game.exchanging:
                self._choice = self._gift(cards, False)
            self._late = len(game.discs) - game.disc < _LAST
            self._known = level == _HARD and not game.round & 1 and not game.exchange  # all hands
            if not self._known:
                self._world = game.copy()
            self._worths = [0] * len(cards)  # the sums of all playouts
            self._next = len(cards)  # index of the card to try next; len(cards): deal first
            self._deals = 0
            size = len(game.discs)
            players = game.players
            if game.exchange and not game.round & 1:
                self._left = _GIFTS
            elif size < 4 * game.disc <= 2 * size:
                self._left = _CARDS[players - 3]
            else:
                self._left = _FEWER[players - 3]
            self._tree: Tree | Ending | None = None  # once it is needed
            self._hands: list[int] = []  # the deal: for each seat and suit, the bits of the numbers held
            self.length = (size - game.disc + 1) * players - len(game.trick)  # cards to the end of the round
            self._chance: list[int] = []  # numbers that vary the policy, if all hands are known
            self._at = 0  # where those begin that were used last
            # The trick: where the hand of its winner begins, the suit led, and what to beat as in play_out.
            self._begun = 0, 0, 0
            trick = game.trick
            if trick:
                trump = game.disc if game.trumps else 0
                index = decide(trick, trump)
                number = trick[index] % 12
                best = TRUMP if number == trump - 1 else 1 << number
                self._begun = (game.lead + index) % players * players, trick[0] // 12, best

    def _learn(self) -> None:
        """Unpacks the weights of each disc, for taking it and for playing a number."""
        game = self._game
        players = game.players
        learnt = flip_over_weights
        if not game.trumps:
            policy = (learnt.PLAIN_3, learnt.PLAIN_4, learnt.PLAIN_5)[players - 3]
        elif game.teams:
            policy = learnt.TEAMS_4
        else:
            policy = (learnt.TRUMPS_3, learnt.TRUMPS_4, learnt.TRUMPS_5)[players - 3]
        self._own = self._policy(policy, 0)
        self._others = self._own  # the policy expected of the others
        if self._level == _HARD and game.round & 1 and policy is learnt.TRUMPS_4:
            self._others = self._policy(learnt.OTHERS_4, 1)
        # For each seat and number of cards played: where the hands of its rivals still to play begin.
        self._rivals: list[list[int]] = []
        for seat in range(players):
            for laid in range(players):
                rivals = []
                for other in range(seat + 1, seat + players - laid):
                    if not game.teams or other - seat != 2:
                        rivals.append(other % players * players)
                self._rivals.append(rivals)

    def _policy(self, data: bytes, plain: int) -> "Policy":
        """Returns for each disc (order, takes, helped), and () for a disc that is taken.

        order: for each number, the best first, the worth of playing it times _ONE, plus its bit. takes: for
        each number of cards played, times _ONE, the worth of not taking the disc, of taking it until beaten
        and for good, and a list with the worth of leading from a suit of each length, or of discarding from
        it. helped: the same where the partner is winning.
        plain: 1 if the worth of playing a number does not depend on the disc played for, else 0.
        """
        game = self._game
        discs = game.discs
        size = len(discs)
        step = 12 if plain else 12 + 2 * size
        later = size * (15 if plain else step)
        leading = [_ONE * worth for worth in data[-9:-4] + data[-5:-4] * 8]
        shedding = [_ONE * worth for worth in data[-5:] + data[-1:] * 8]
        policy: list[Any] = [()] * size
        for disc in range(game.disc - 1, size):
            index = step * disc
            start = 3 if discs[disc] else 0
            first = index + start + 6
            takes: list[Any] = [[_ONE * worth for worth in data[first : first + 3]] + [leading]]
            helped = takes[:]
            for left in range(game.players - 2, -1, -1):
                row: list[Any] = []
                for outcome in range(start, start + 3):
                    worth = data[index + outcome] + data[later + 6 * left + outcome] - 128
                    row.append(_ONE * min(max(worth, 0), 255))
                takes.append(row + [shedding])
                if game.teams:
                    extras = flip_over_weights.PARTNER[start : start + 3]
                    helped.append([row[i] + _ONE * (extras[i] - 128) for i in range(3)] + [shedding])
            index = 12 * size if plain else index + 12
            order = []
            for number in range(size):
                place = index + number
                if number > disc:
                    place += size * (discs[number] + plain)
                order.append(data[place] * _ONE | 1 << number)
            if not disc:
                self._plays = [held // _ONE for held in order]  # for the exchange
            order.sort()
            order.reverse()
            policy[disc] = order, takes, helped
        return policy

    def step(self) -> int | None:
        """Thinks for a slice. Returns the action, or None for "not yet"."""
        if self._choice >= 0:
            return self._choice
        if self._known:
            if self._tree:
                card = self._tree.step()
                if card != -1:
                    return card
                self._tree = None
                self._late = False
                return None
            game = self._game
            if self._late:
                from engine.bots.flip_over.ending import Ending

                self._tree = Ending(game)
                return None
            from engine.bots.flip_over.tree import Tree

            self._split([game.hand(seat) for seat in range(game.players)])
            self._tree = Tree(self, game)
            # With numbers of Gumbel's distribution a playout chooses a suit, or whether to take the disc,
            # as often as a softmax of what is best there.
            chance = self._chance
            for index in range(CHANCES):
                chance.append(_ONE * int(-_VARY * log(-log((index + 0.5) / CHANCES))))
            self._rng.shuffle(chance)
            chance += chance[:STEP]
            return None
        work = 0
        while work < _SLICE:
            if self._next == len(self._cards):
                if work:
                    return None  # a deal with much to heed takes a whole slice
                if self._decided():
                    return self._choice
                self._deals += 1
                self._deal()
                votes = self._level == _HARD and self._deals <= _VOTES and not self._game.exchanging
                self._next = -1 if votes else 0
                work = _SLICE
            elif self._next < 0:
                # The policy's own card in the deal gets points: few playouts say little.
                card = rated(max(self.play_out([], [])))
                if card in self._cards:
                    self._worths[self._cards.index(card)] += 60 * _VOTE
                self._next = 0
                work = _SLICE  # a long playout may come next
            else:
                self._try(self._cards[self._next])
                self._next += 1
                work += self.length
                self._left -= self.length
        return None

    def _decided(self) -> bool:
        """Drops the worst cards at certain numbers of deals. Returns whether the choice is made."""
        cards = self._cards
        worths = self._worths
        deals = self._deals
        level = self._level
        keep = len(cards)
        if level == _HARD:
            if deals >= 26:
                keep = 2
            elif deals >= 16:
                keep = 3
            elif deals >= 4:
                keep = 6 if deals < 8 else 4
        if deals >= (_DEALS if level == _HARD else _FEW << self._game.teams) or self._left < 0:
            keep = 1
        while len(cards) > 1:
            worst = worths.index(min(worths))
            lead = (max(worths) - worths[worst]) // 60
            if len(cards) <= keep and (level < _HARD or deals < 8 or lead * lead <= _SURE * deals):
                break
            worths.pop(worst)
            cards.pop(worst)
        if len(cards) == 1:
            self._choice = cards[0]
        self._next = len(cards)
        return self._choice >= 0

    def _deal(self) -> None:
        """Makes a deal that agrees with what the player remembers: hard everything, normal the last trick."""
        game = self._game
        players = game.players
        seat = game.player
        hands = []
        if self._level == _HARD:
            world = self._world
            if world.round & 1 and world.lacks():
                self._left -= (_AROUND - _DEALING) * players
            world.redeal(seat, self._rng)
            for other in range(players):
                hands.append(world.hand(other)[:])
            if game.exchanging:
                self._dealt = hands
                for other in range(4):
                    if other != seat:
                        self._give(hands, other, world.given(other))
        else:
            last = game.last_trick()
            seen = game.hand(seat) + game.trick
            if last and game.disc > 1:  # on disc 1 it is a trick of another round
                seen += last[1]
            size = len(game.discs)
            pool = []
            for suit in range(players):
                for card in range(suit * 12, suit * 12 + size):
                    if card not in seen:
                        pool.append(card)
            self._rng.shuffle(pool)
            laid = len(game.trick)
            for other in range(players):
                hand = []
                if other == seat:
                    hand = game.hand(seat)
                else:
                    number = size - game.disc + 1
                    if (other - game.lead) % players < laid:
                        number -= 1
                    while len(hand) < number:
                        hand.append(pool.pop())
                hands.append(hand)
        self._split(hands)
        self._left -= _DEALING * players

    def _split(self, hands: list[list[int]]) -> None:
        """Notes a deal, given the cards of each seat."""
        players = self._game.players
        self._hands = deal = [0] * (players * players)
        homes: list[list[int]] = [[] for _ in self._game.discs]
        self._homes = homes  # for each number, the places in _hands that have its bit
        self._rest = rest = [0] * players  # for each suit, the bits of the numbers in any hand
        start = 0
        for hand in hands:
            for card in hand:
                number = card % 12
                suit = card // 12
                homes[number].append(start + suit)
                number = 1 << number
                deal[start + suit] |= number
                rest[suit] |= number
            start += players

    def _give(self, hands: list[list[int]], seat: int, cards: list[int]) -> None:
        """Moves a seat's three gifts in a deal: the policy names those that the seat has not named."""
        hand = self._world.hand(seat)
        for to in range(seat + 1, seat + 4):
            if to - seat > len(cards):
                cards.append(self._gift([card for card in hand if card not in cards], True))
            card = cards[to - seat - 1]
            hands[seat].remove(card)
            hands[to % 4].append(card)

    def _gift(self, cards: list[int], vary: bool) -> int:
        """Returns the card that the policy would give away first."""
        best = cards[0]
        most = -1
        plays = self._plays
        chance = self._rng.below(8192) if vary else 0  # a number takes four of its bits
        for card in cards:
            worth = plays[card % 12] + 3 * (chance >> card % 12 & 15)
            if worth > most:
                most = worth
                best = card
        return best

    def _try(self, card: int) -> None:
        """Plays out a card in the deal and adds to its worth."""
        game = self._game
        seat = game.player
        points = game.points[:]
        if game.exchanging:
            hands = [hand[:] for hand in self._dealt]
            self._give(hands, seat, game.given(seat) + [card])
            self._split(hands)
        self.play_out([] if game.exchanging else [card], points)
        share = _SHARE if game.round < game.rounds else 3 * _SHARE
        if game.teams:
            add_partners(points)
            share += share
        most = max(points)
        worth = 60 * points[seat]
        if points[seat] == most:
            worth += 60 * share // points.count(most)
        self._worths[self._next] += worth


def explain(game: "Game", action: int) -> tuple[str | int, ...]:
    """Returns why the hard player would play or name a card: (key of the message catalogue, values...)."""
    from engine.bots.flip_over import rule

    return rule.explain(game, action)
