# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""!nversion with two players, who know every card: a search for the winner.

With six tricks or fewer to go it leaves nothing out. Before that it leaves out what is seldom better: to
follow with a higher card of a suit where a lower one has the same outcome, and to play on where one hand is
far better than the other.
"""

from engine import const
from engine.bots.inversion.rule import PLAYED, given_away, scores

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from engine.inversion import Game

_TABLE = const(251)  # positions that the search remembers, for each of two leaders
_SLICE = const(150)  # moves in a slice; a move takes about 140 bytecodes
_EACH = const(1049601)  # times a mask of numbers: these numbers in each of three suits
_WHOLE = const(6)  # with this many tricks to go nothing is left out
_DEEP = const(4)  # hands are compared only while this many tricks are left
_FAR = const(84)  # one is then far better, in 64ths of a trick
_LEADS = const(380)  # where the scores of leads begin in PLAYED
_INVERTS = const(390)  # where those of leads that invert begin


class Duel:
    """The search for the card of the seat to act, depth first on its own stack, a slice at a time.

    It asks whether that seat can win, and if not, whether it can draw: whether it gets the tricks that it
    needs. In this class seat 0 is the seat to act. A card is 10 * i + number - 1, where i is the index of its
    suit among the three in play. A set of cards is a mask of 30 bits. Trick 0 is the current one. Results are
    remembered at the start of a trick, by both hands and the leader. The hands also determine the trick.

    finished -- once there is a choice: whether the search has answered, and was not stopped by the cap
    """

    def __init__(self, game: "Game", cap: int) -> None:
        """game: left as it is; cap: the number of moves after which the search chooses by what it knows."""
        self.finished = False
        self._chosen: int | None = None
        self._cap = cap
        self._game = game
        self._suits = suits = game.suits
        index = bytearray(5)
        for i in range(3):
            index[suits[i]] = i
        me = game.player
        at = game.position
        self._lane = lane = bytes([index[card // 10] * 10 + card % 10 for card in game.lane[at:]])
        self._left = left = len(lane)
        size = left + 1
        # The stack, by trick: both hands at its start, the leader, the tricks that seat 0 still needs; the
        # leads not tried yet, the place in their order; both hands after the lead, and the replies not tried
        # yet, those that win and those that do not.
        masks = []
        self._cards = []
        for seat in (me, 1 - me):
            cards = bytes([index[card // 10] * 10 + card % 10 for card in game.hand(seat)])
            mask = 0
            for card in cards:
                mask |= 1 << card
            self._cards.append(cards)
            masks.append(mask)
        self._mine = [masks[0]] * size
        self._others = [masks[1]] * size
        self._seats = bytearray(size)
        self._needs = bytearray(size)
        self._leads = [0] * size
        self._places = bytearray(size)
        self._mine_left = [0] * size
        self._others_left = [0] * size
        self._winning = [0] * size
        self._losing = [0] * size
        # By trick: the cards that make 11 with no card of the lane after it, and those that do with the
        # follow card.
        self._plain = plain = [0] * size
        self._elevens = [0] * size
        if left > _WHOLE:
            rest = 1023
            for t in range(left - 1, -1, -1):
                plain[t] = rest * _EACH
                rest &= ~(512 >> lane[t] % 10)
        self._orders = [bytearray()] * (2 * size)  # of leads, by trick and leader
        self._values: list[bytes] = [b""] * size  # by trick: what it is worth to hold each card
        # What is remembered: both hands, and how many tricks seat 0 still gets, as least << 4 | most.
        self._keys = ([0] * (2 * _TABLE), [0] * (2 * _TABLE))
        self._bounds = bytearray(2 * _TABLE)
        # Cards that the rule prefers come first. The first one is played if the cap is reached at once.
        legal = list(game.legal_actions())
        found = scores(game, legal)
        packed = [found[i] << 6 | legal[i] for i in range(len(legal))]
        packed.sort()
        packed.reverse()
        self._root = bytearray([index[card % 64 // 10] * 10 + card % 64 % 10 for card in packed])
        self._effort = [0] * 30  # moves spent on each card of the root
        self._to_win = 6 - game.score(me)
        self._drawing = 0  # 1: this search asks for a draw, not for a win
        self._next = 0  # index in the root of the next card
        self._only = -1  # the replies to try in trick 0
        self._lead = 0  # the lead of trick 0, as a mask, if it is on the table
        led = game.trick()[1 - me]
        if led >= 0:
            led = index[led // 10] * 10 + led % 10
            if game.inverted(at):  # the card led is the follow card now; the old one counts as played
                self._lane = bytes([led]) + lane[1:]
                led = lane[0]
            self._lead = 1 << led
            self._seats[0] = 1
            self._others[0] |= self._lead
            self._orders[1] = bytearray([led])
        else:
            self._orders[0] = self._root
        self._t = -1  # the trick that is searched, -1: begin with the next card of the root
        self._replying = False

    def step(self) -> int | None:
        """Returns the card to play, or None while there is more to search."""
        self._run(_SLICE)
        return self._chosen

    def _begin(self) -> None:
        """Begins to search the next card of the root."""
        bit = 1 << self._root[self._next]
        if self._lead:
            self._only = bit
            bit = self._lead
        self._next += 1
        self._since = self._cap
        self._needs[0] = max(self._to_win - self._drawing, 0)
        self._leads[0] = bit
        self._places[0] = 0
        self._t = 0
        self._replying = False

    def _run(self, moves: int) -> None:
        """Looks at `moves` moves, or fewer if the search ends.

        Leads and replies stay in one function. A move takes 130 bytecodes, and a function for each would have
        to read the stack from `self` again: 45 more. (`_note` adds 2 % to a hard decision.)
        """
        if self._t < 0:
            self._begin()
        lane = self._lane
        left = self._left
        mine = self._mine
        others = self._others
        seats = self._seats
        needs = self._needs
        leads = self._leads
        places = self._places
        mine_left = self._mine_left
        others_left = self._others_left
        winning = self._winning
        losing = self._losing
        elevens = self._elevens
        plain = self._plain
        orders = self._orders
        values = self._values
        keys, others_keys = self._keys
        bounds = self._bounds
        rough = left > _WHOLE
        replying = self._replying
        t = self._t
        self._cap -= moves
        while moves > 0:
            moves -= 1
            seat = seats[t]
            # reached: 1 if seat 0 gets what it needs, 0 if it does not, -1 while that is open
            if replying:
                group = winning if winning[t] else losing
                bits = group[t]
                if bits:
                    bit = bits & -bits
                    bits ^= bit
                    if bits and bit & plain[t] and not bit & elevens[t]:
                        # Higher cards of its suit would have the same outcome.
                        suit = 1023 if bit < 1024 else 1047552 if bit < 1048576 else 1072693248
                        bits &= elevens[t] | ~suit
                    group[t] = bits
                    winner = 1 - seat if group is winning else seat
                    a = mine_left[t]
                    b = others_left[t]
                    if seat:
                        a ^= bit
                    else:
                        b ^= bit
                    q = t + 1
                    need = needs[t]
                    if not winner:
                        need -= 1
                    if need <= 0:
                        reached = 1
                    elif need > left - q:
                        reached = 0
                    else:
                        reached = -1
                        at = (a ^ a >> 13 ^ b >> 3) % _TABLE
                        if winner:
                            at += _TABLE
                        if keys[at] == a and others_keys[at] == b:
                            if bounds[at] >> 4 >= need:
                                reached = 1
                            elif bounds[at] & 15 < need:
                                reached = 0
                        if reached < 0:
                            if rough and left - q >= _DEEP:
                                moves -= 2
                                if not values[q]:
                                    moves -= 15
                                    self._value(q)
                                ahead = self._ahead(q, a, b) - need * 64
                                if ahead > _FAR:
                                    reached = 1
                                elif ahead < -_FAR:
                                    reached = 0
                            if reached < 0:
                                t = q
                                seats[t] = winner
                                needs[t] = need
                                mine[t] = a
                                others[t] = b
                                hand = b if winner else a
                                follow = lane[t]
                                number = follow % 10
                                suit = 1023 << follow - number
                                if hand & suit:
                                    hand &= suit | _EACH << 9 - number
                                leads[t] = hand
                                places[t] = 0
                                if not orders[t + t + winner]:
                                    moves -= 25
                                    self._order(t)
                                replying = False
                                continue
                    if reached == seat:  # the reply serves its seat: the lead fails
                        replying = False
                    continue
                reached = 1 - seat  # no reply serves its seat
            elif leads[t]:
                can = leads[t]
                order = orders[t + t + seat]
                i = places[t]
                while not can >> order[i] & 1:
                    i += 1
                card = order[i]
                places[t] = i + 1
                bit = 1 << card
                leads[t] = can ^ bit
                a = mine[t]
                b = others[t]
                if seat:
                    hand = a
                    b ^= bit
                else:
                    hand = b
                    a ^= bit
                mine_left[t] = a
                others_left[t] = b
                follow = lane[t]
                counted = follow % 10
                number = card % 10
                if counted + number == 9:  # it inverts, and follows as the card to follow
                    suit = 1023 << card - number
                    eleven = _EACH << counted
                    wins = (1022 << counted & 1023) * _EACH
                    if number > counted:
                        wins |= eleven
                else:
                    suit = 1023 << follow - counted
                    eleven = _EACH << 9 - counted
                    wins = (1022 << number & 1023) * _EACH
                    if bit & suit:
                        wins &= suit
                    else:
                        wins |= suit
                    if counted > number:
                        wins |= eleven
                    else:
                        wins &= ~eleven
                if hand & suit:
                    hand &= suit | eleven
                if not t:
                    hand &= self._only
                wins &= hand
                winning[t] = wins
                losing[t] = hand ^ wins
                elevens[t] = eleven
                replying = True
                continue
            else:
                reached = seat  # no lead serves its seat
            # The trick is decided for its leader. That answers the reply before it.
            if not t:
                self._cap += moves
                self._finish(reached)
                if self._chosen is not None:
                    return
                self._cap -= moves
                self._begin()
                replying = False
                continue
            self._note(t, seat, reached)
            t -= 1
            replying = reached != seats[t]
        self._t = t
        self._replying = replying
        self._cap += moves
        if self._cap <= 0:
            self._choose(self._root[self._next - 1])

    def _note(self, t: int, seat: int, reached: int) -> None:
        """Notes the outcome of trick t for its leader. The best lead is tried first the next time."""
        if reached != seat:
            i = self._places[t] - 1
            if i:
                order = self._orders[t + t + seat]
                card = order[i]
                while i:
                    order[i] = order[i - 1]
                    i -= 1
                order[0] = card
        a = self._mine[t]
        b = self._others[t]
        at = (a ^ a >> 13 ^ b >> 3) % _TABLE
        if seat:
            at += _TABLE
        keys, others_keys = self._keys
        bounds = self._bounds
        if keys[at] == a and others_keys[at] == b:
            least = bounds[at] >> 4
            most = bounds[at] & 15
        else:
            keys[at] = a
            others_keys[at] = b
            least = 0
            most = self._left - t
        if reached:
            least = self._needs[t]
        else:
            most = self._needs[t] - 1
        bounds[at] = least << 4 | most

    def _order(self, t: int) -> None:
        """Puts the cards that each seat may lead in a trick in the order in which the rule prefers them."""
        game = self._game
        values = given_away(game.lane, game.position + t, 2)
        follow = self._lane[t] % 10
        for seat in (0, 1):
            found = []
            for card in self._cards[seat]:
                number = card % 10
                worth = values[self._suits[card // 10] * 10 + number]
                if number + follow == 9:
                    worth += PLAYED[_INVERTS + follow]
                else:
                    worth += PLAYED[_LEADS + number]
                found.append(worth << 5 | card)
            found.sort()
            found.reverse()
            self._orders[t + t + seat] = bytearray([card & 31 for card in found])

    def _value(self, t: int) -> None:
        """Learns what it is worth to hold each card from a trick on."""
        game = self._game
        row = given_away(game.lane, game.position + t - 1, 3)
        values = b""
        for suit in self._suits:
            values += row[10 * suit : 10 * suit + 10]
        self._values[t] = values

    def _ahead(self, t: int, a: int, b: int) -> int:
        """Returns how many of the tricks left seat 0 can expect, in 64ths, and half a trick more.

        t: the first of them; a, b: the hands.
        """
        values = self._values[t]
        ahead = 32 * (self._left - t) + 32
        mine, others = self._cards
        for card in mine:
            if a >> card & 1:
                ahead += values[card]
        for card in others:
            if b >> card & 1:
                ahead -= values[card]
        return ahead

    def _finish(self, reached: int) -> None:
        """Ends the search of a card of the root. If all are searched, asks for a draw, or chooses."""
        root = self._root
        card = root[self._next - 1]
        if reached:
            self.finished = True
            self._choose(card)
            return
        effort = self._effort
        effort[card] = self._since - self._cap
        self._since = self._cap
        if self._next == len(root):
            # Cards that took long to refute come first: to try for a draw, or to choose from if all lose.
            packed = [effort[card] << 5 | card for card in root]
            packed.sort()
            packed.reverse()
            for i in range(len(root)):
                root[i] = packed[i] & 31
            self._next = 0
            self.finished = self._drawing > 0
            self._drawing = 1
            if self.finished:
                self._choose(root[0])

    def _choose(self, card: int) -> None:
        self._chosen = self._suits[card // 10] * 10 + card % 10
