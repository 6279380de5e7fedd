# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Computer players of Hyper Maker.

Easy plays by a rule of thumb. The others try each legal card in deals that agree with what they know. They
play the trick to its end by two learnt policies, one for their own seat and one for the others, and look up
in a table what the resulting position is worth. Normal does so in one deal, remembers only the last trick,
and misjudges cards a little. Hard remembers every card played, begins with the own policy's opinion of its
cards, and tries the best of them in more deals and over more tricks, for longer while two of them are close.
"""

from engine import const
from engine.bots.hyper_maker import weights as hyper_maker_weights
from engine.hyper_maker import NUMBERS, decide, first_suit, number_in, second_suit

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence

    from engine.hyper_maker import Game
    from engine.rng import Rng

_SUIT_SIGNS = "●■▲★"
_EASY = const(0)
_HARD = const(2)
_SLICE = const(20)  # the fewest cards played out in a step, unless the choice is made
_DEALING = const(7)  # the cost of a deal, in cards played out, for each two players
_BUDGET = const(260000)  # about how many bytecodes hard may take for a choice
_FURTHER = const(470000)  # how many more bytecodes while two cards are close
_CLOSE = const(
    3500
)  # two cards are close: the square of their distance is below this for each longer playout
_CARD = const(80)  # about how many bytecodes a card takes that is played out
_TRICK = const(35)  # how many more bytecodes for each trick to go
_DEALS = const(14)  # in how many deals each card is tried to the end of the trick
_PRIOR = const(11)  # as how many of the longer playouts these count
_REACH = const(12)  # how many cards a longer playout has, rounded to whole tricks
_MORE = const(100)  # how many longer playouts there are at most
_HIGH = const(8)  # the least number of a card that is ahead and counts as high
_BLUR = b"\x30\x30\x68"  # by how much normal may misjudge a card, in 24ths of a point: of 3, 4, 5 players
_TRUST = const(15)  # the weight of the policy's opinion of a card
_SHARE = const(480)  # the value of a win, in 24ths of a point
_WIDTH = const(22)  # the width of a row of WORTH, the table of positions
_PAIRS = b"\0\1\2\3\4\4\3\2\1\0"  # by card % 10: 0 for a card with 10 and 1, to 4 for one with 6 and 5
_AHEAD = b"\x00\x05\x0f\x0f\x0f\x0f"  # where a lead of 0, 1, 2 ... cards begins in a row of the policy


def _ahead(game: "Game", card: int, suit: int) -> bool:
    """Whether a card of the seat to act would be the best so far if that suit decides."""
    number = number_in(card, suit)
    if not number or number < number_in(game.master, suit):  # the master card loses every tie
        return False
    for other in game.trick:
        if number_in(other, suit) > number:
            return False
    return True


def _opinion(game: "Game", card: int) -> int:
    """Returns the own policy's worth of a card, as `_play_out` adds it up; among three players none."""
    if game.players == 3:  # there it helps nobody
        return 0
    learnt = hyper_maker_weights
    master = game.master
    trick = game.trick
    _, follow, _, _, first, second = decide(master, trick + [card])
    index = (game.players - 1 - len(trick)) * 225 + 10 - number_in(master, follow)
    index += _AHEAD[abs(first - second)]
    for suit in (first_suit(master), second_suit(master)):
        if _ahead(game, card, suit):
            step = 75 if suit == follow else 25
            index += step if number_in(card, suit) < _HIGH else step + step
    return learnt.TRICK[index] + learnt.PLAYS[(game.masters_left() + 1) * 5 + _PAIRS[card % 10]]


class Mind:
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
            return
        if level == _EASY:
            self._choice = _by_rule(game)
            return
        self._worths = [  # sums of all playouts
            _TRUST * _opinion(game, card) if level == _HARD else rng.below(_BLUR[game.players - 3])
            for card in cards
        ]
        self._next = len(cards)  # index of the card to try next; len(cards): deal first
        self._deals = 0
        self._world = game.copy()
        self._hands: list[list[int]] = []  # the deal: each seat's cards
        self._held: list[int] = []  # the seat's hand after a playout
        self._stack: list[int] = []  # the deal's master cards, the next one last
        self._tricks = game.masters_left() + 1  # still to be played, including this one
        rate = _CARD + _TRICK * self._tricks
        self._left = _BUDGET // rate  # how many cards may be played out
        self._further = -_FURTHER // rate  # how far below zero that may fall for close cards
        self._points = [game.score(seat) for seat in range(game.players)]
        self._last = game.deal == game.deals
        learnt = hyper_maker_weights
        self._table = (learnt.WORTH_3, learnt.WORTH_4, learnt.WORTH_5)[game.players - 3]
        self._kept: list[int] = []  # for each card: the worth of the cards left in hand after it
        # The policy's worth of card % 10, by tricks left, for the own and the other seats.
        self._plays: list[bytes] = []
        row = (self._tricks - 2) * _WIDTH
        hand = game.hand(game.player)
        value = 0
        for card in hand:
            value += self._table[row + _PAIRS[card % 10]] - 128
        for card in cards:
            self._kept.append(value - self._table[row + _PAIRS[card % 10]] + 128)
        for left in range(self._tricks + 1):
            for start in (left * 5, left * 5 + 80):
                plays = learnt.PLAYS[start : start + 5]
                self._plays.append(bytes([plays[_PAIRS[card % 10]] for card in range(10)]))

    def step(self) -> int | None:
        """Thinks for a slice. Returns the action, or None for "not yet"."""
        if self._choice >= 0:
            return self._choice
        work = 0
        while work < _SLICE:
            if self._next == len(self._cards):
                if self._decided():
                    return self._choice
                self._next = 0
                self._deals += 1
                self._deal()
                used = _DEALING * self._game.players // 2
                work += used
                self._left -= used
            else:
                used = self._try(self._next)
                self._next += 1
                work += used
                self._left -= used
        return None

    def _decided(self) -> bool:
        """Drops the worst cards at certain numbers of deals. Returns whether the choice is made."""
        deals = self._deals
        keep = len(self._cards)
        if self._level < _HARD:
            if deals:
                keep = 1
        elif deals >= _DEALS:
            keep = 3 if deals < _DEALS + 10 else 2
            if deals == _DEALS + _MORE or self._left < 0 and not self._wavers():
                keep = 1
        cards = self._cards
        worths = self._worths
        while len(cards) > keep:
            worst = worths.index(min(worths))
            worths.pop(worst)
            cards.pop(worst)
            self._kept.pop(worst)
        if len(cards) == 1:
            self._choice = cards[0]
        if deals == _DEALS:
            for index in range(len(cards)):
                worths[index] = worths[index] * _PRIOR // _DEALS
        self._next = len(cards)
        return self._choice >= 0

    def _wavers(self) -> bool:
        """Whether the two best cards are so close that hard thinks further."""
        if self._left < self._further:
            return False
        worths = sorted(self._worths)
        apart = worths[-1] - worths[-2]
        return apart * apart < _CLOSE * (self._deals - _DEALS + _PRIOR)

    def _deal(self) -> None:
        """Makes a deal that agrees with what the player remembers: hard everything, normal the last trick."""
        game = self._game
        players = game.players
        seat = game.player
        if self._level == _HARD:
            world = self._world
            world.redeal(seat, self._rng)
            self._stack = world.masters()
            self._hands = hands = [world.hand(other) for other in range(players)]
        else:
            last = game.last_trick()
            seen = game.hand(seat) + game.trick
            seen.append(game.master)
            if last:
                seen += last[2]
            pool = [card for card in range(60) if card not in seen]
            self._rng.shuffle(pool)
            laid = len(game.trick)
            self._hands = hands = []
            for other in range(players):
                if other == seat:
                    hands.append(game.hand(seat))
                else:
                    number = self._tricks - ((other - game.lead) % players < laid)
                    hands.append(pool[:number])
                    pool = pool[number:]

    def _try(self, index: int) -> int:
        """Plays out a card in the deal and adds to its worth. Returns how many cards that took."""
        game = self._game
        players = game.players
        seat = game.player
        points = self._points[:]
        full = self._deals > _DEALS
        left = self._tricks - 1
        if full:
            left = self._tricks - _REACH // players
            if left < 0:
                left = 0
        result = self._play_out(self._cards[index], points, left)
        own = points[seat]
        worth = (players * own - sum(points)) * 24 // (players - 1)
        if left == 0:
            if self._last and own == max(points):
                worth += _SHARE // points.count(own)
        else:
            row = (left - 1) * _WIDTH
            if full:
                for card in self._held:
                    worth += 3 * self._table[row + _PAIRS[card % 10]] - 384
            else:
                worth += 3 * self._kept[index]
            if result >> 8 == seat:
                worth += 3 * self._table[row + 5] - 384
            if self._last:
                points[seat] = -1
                margin = own - max(points)
                if margin > 15:
                    margin = 15
                elif margin < -15:
                    margin = -15
                worth += 3 * self._table[row + 6 + (margin + 15) // 2] - 384
        self._worths[index] += worth
        return (result & 255) + 1

    def _play_out(self, card: int, points: list[int], end: int) -> int:
        """Plays a card, and on until `end` tricks are left. Returns lead * 256 + cards played.

        One function, because a choice takes 760 bytecodes with all around it: handing twelve values to a
        function for each of them would add 45, or 6 % to a hard decision.
        """
        game = self._game
        players = game.players
        hands = [hand[:] for hand in self._hands]
        table = hyper_maker_weights.TRICK
        leads = _AHEAD
        number_of = NUMBERS
        left = self._tricks
        own = game.player
        lead = game.lead
        master = game.master
        laid = 0
        before: list[int] | None = game.trick
        work = 0
        while True:
            suit1 = first_suit(master)
            suit2 = second_suit(master)
            base1 = suit1 * 60
            base2 = suit2 * 60
            points1 = best2 = 10 - master % 10
            points2 = best1 = 11 - points1
            count1 = count2 = 0
            tie1 = tie2 = 1
            edge = -1 if points2 > points1 else 0  # by how many cards suit 1 must lead to decide, less one
            holder1 = holder2 = -1
            seat = lead
            laid = 0
            while laid < players:
                if before:
                    played = before[laid]
                    if laid == len(before) - 1:
                        before = None
                elif card >= 0:
                    played = card
                    card = -1
                    hands[seat].remove(played)
                    work += 1
                elif len(hands[seat]) == 1:
                    played = hands[seat].pop()
                    work += 1
                else:
                    work += 1
                    other = seat != own and players > 3  # of three, the own policy foresees others better
                    plays = self._plays[left + left + other]
                    # Where the trick's weights begin, and their steps, for cards of the first suit only (1),
                    # of the second only (2), and of both (3).
                    start = (players - 1 - laid + 5 * other) * 225 - 1
                    ahead = count1 - count2
                    if ahead > edge:
                        start3 = start + points1 + leads[ahead]
                        step31 = 75
                        step32 = 25
                    else:
                        start3 = start + points2 + leads[-ahead]
                        step31 = 25
                        step32 = 75
                    ahead += 1
                    if ahead > edge:
                        start1 = start + points1 + leads[ahead]
                        step1 = 75
                    else:
                        start1 = start + points2 + leads[-ahead]
                        step1 = 25
                    ahead -= 2
                    if ahead > edge:
                        start2 = start + points1 + leads[ahead]
                        step2 = 25
                    else:
                        start2 = start + points2 + leads[-ahead]
                        step2 = 75
                    most = played = -1
                    for held in hands[seat]:
                        number = number_of[base1 + held]
                        second = number_of[base2 + held]
                        if number:
                            if second:
                                index = start3
                                if number >= best1:
                                    index += step31 if number < _HIGH else step31 + step31
                                if second >= best2:
                                    index += step32 if second < _HIGH else step32 + step32
                            else:
                                index = start1
                                if number >= best1:
                                    index += step1 if number < _HIGH else step1 + step1
                        elif second:
                            index = start2
                            if second >= best2:
                                index += step2 if second < _HIGH else step2 + step2
                        else:
                            continue
                        worth = table[index] + plays[held % 10]
                        if worth > most:
                            most = worth
                            played = held
                    if played < 0:
                        played = _discard(hands[seat], plays)
                    hands[seat].remove(played)
                number = number_of[base1 + played]
                if number:
                    count1 += 1
                    if number >= best1:
                        tie1 = 1 if number > best1 else tie1 + 1
                        best1 = number
                        holder1 = seat
                number = number_of[base2 + played]
                if number:
                    count2 += 1
                    if number >= best2:
                        tie2 = 1 if number > best2 else tie2 + 1
                        best2 = number
                        holder2 = seat
                laid += 1
                seat += 1
                if seat == players:
                    seat = 0
            if count1 or count2:
                if count2 > count1 or (count1 == count2 and points1 > points2):
                    winner = holder2
                    tie1 = tie2
                    points1 = points2
                else:
                    winner = holder1
                if winner >= 0:
                    points[winner] += points1
                    if tie1 == 1 or game.tie_winner_leads:
                        lead = winner
            left -= 1
            if left == end:
                self._held = hands[own]
                return lead << 8 | work
            master = self._stack[left - 1]


def _discard(hand: list[int], plays: "Sequence[int]") -> int:
    """Returns the card of a hand that the policy gives away first, where none has a suit of the master."""
    most = discard = -1
    for card in hand:
        if plays[card % 10] > most:
            most = plays[card % 10]
            discard = card
    return discard


def _by_rule(game: "Game") -> int:
    """Plays as a beginner: takes the lead for the most points as yet, else plays its lowest card.

    It forgets that cards to come can beat its own or make the other suit decide, spends its highest card
    where a lower one would lead as well, and remembers nothing that was played.
    """
    master = game.master
    worths = game.worth()
    best = -1
    most = -9999
    for card in game.legal_actions():
        winner = decide(master, game.trick + [card])
        suit = winner[1]
        points = worths[0] if suit == first_suit(master) else worths[1]
        worth = 10 * points + number_in(card, suit) if winner[0] == len(game.trick) else 0
        if not worth:
            worth = -number_in(card, suit)
        if worth > most:
            most = worth
            best = card
    return best


def explain(game: "Game", action: int) -> tuple[str | int, ...]:
    """Returns why the hard player would play a card: (key of the message catalogue, values...)."""
    legal = game.legal_actions()
    if len(legal) == 1:
        return ("hint_only",)
    master = game.master
    trick = game.trick + [action]
    index, follow = decide(master, trick)[:2]
    suits = (first_suit(master), second_suit(master))
    worths = game.worth()
    points = worths[0] if follow == suits[0] else worths[1]
    mine = index == len(trick) - 1
    if len(trick) == game.players:
        if mine:
            return "hint_wins", points
        most = 0
        for card in legal:
            index, follow = decide(master, game.trick + [card])[:2]
            if index == len(trick) - 1:
                most = max(most, worths[0] if follow == suits[0] else worths[1])
        return ("hint_lets_go", most) if most else ("hint_none_wins",)
    hopes = [suit for suit in suits if _ahead(game, action, suit)]
    if not hopes:
        return ("hint_beaten",)
    suit = follow if mine else hopes[0]
    number = number_in(action, suit)
    above = [card for card in game.unseen(game.player) if number_in(card, suit) >= number]
    if not above:
        return "hint_top", _SUIT_SIGNS[suit]
    return "hint_ahead" if mine else "hint_best_if", _SUIT_SIGNS[suit], len(above)
