# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""!nversion with two players, who know every card: an exact search for the winner."""

from engine import const
from engine.bots.inversion.rule import scores

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from engine.inversion import Game

_TABLE = const(251)  # positions that the search remembers, for each of two leaders
_SLICE = const(85)  # moves in a slice; a move takes about 220 bytecodes


class Duel:
    """The search for the card of the seat to act, depth first on its own stack, a slice at a time.

    It asks whether that seat can win, and if not, whether it can draw: whether it gets `need` tricks, those
    won included. In this class seat 0 is the seat to act. A card is 10 * i + number - 1, where i is the index
    of its suit among the three in play. A hand is a mask of 30 bits. Ply 2t is the lead of trick t (0 is the
    current one), ply 2t + 1 the reply. Results are remembered at the start of a trick, by both hands and
    the leader. The hands also determine the trick.

    exact -- once there is a choice: whether the search reached the end and was not stopped by the cap
    """

    def __init__(self, game: "Game", cap: int) -> None:
        """game: left as it is; cap: the number of moves after which the search chooses by what it knows."""
        self.exact = False
        self._chosen: int | None = None
        self._cap = cap
        suits = game.suits
        index = bytearray(5)
        for i in range(3):
            index[suits[i]] = i
        me = game.player
        at = game.position
        cards = []
        for seat in (me, 1 - me):
            hand = [index[card // 10] * 10 + card % 10 for card in game.hand(seat)]
            # Low numbers come first. The search moves cards to the front that refute.
            ordered = []
            for number in range(10):
                for card in hand:
                    if card % 10 == number:
                        ordered.append(card)
            cards.append(bytes(ordered))
        self._cards = cards
        self._lane = lane = bytes([index[card // 10] * 10 + card % 10 for card in game.lane[at:]])
        self._suits = suits
        left = len(lane)
        size = 2 * left + 2
        # The stack, by ply: hands of both seats, cards in the order to try them and the index of the next,
        # seat to act, tricks won by seat 0, follow card, card led; and the orders known, by legal cards.
        self._masks = ([0] * size, [0] * size)
        self._orders = [bytearray()] * size
        self._indexes = bytearray(size)
        self._seats = bytearray(size)
        self._won = bytearray(size)
        self._follows = bytearray(size)
        self._leads = bytearray(size)
        self._lists: list[dict[int, bytearray]] = [{} for _ in range(size)]
        # What is remembered: both hands, and how many tricks seat 0 still gets, as least << 4 | most.
        self._keys = ([0] * (2 * _TABLE), [0] * (2 * _TABLE))
        self._bounds = bytearray(2 * _TABLE)
        for seat in (0, 1):
            mask = 0
            for card in cards[seat]:
                mask |= 1 << card
            self._masks[seat][0] = self._masks[seat][1] = mask
        self._first = 0
        self._follows[1] = lane[0]
        counted = game.trick()[1 - me]
        if counted >= 0:
            self._first = 1
            counted = index[counted // 10] * 10 + counted % 10
            if game.inverted(at):  # the card led is the follow card now; the old one counts as played
                self._leads[0] = lane[0]
                self._lane = bytes([counted]) + lane[1:]
            else:
                self._leads[0] = counted
        legal = list(game.legal_actions())
        # Cards that the rule prefers come first. The first one is played if the cap is reached at once.
        found = scores(game, legal)
        root = bytearray([index[card // 10] * 10 + card % 10 for card in legal])
        for i in range(1, len(root)):
            card = root[i]
            worth = found[i]
            j = i
            while j and found[j - 1] < worth:
                root[j] = root[j - 1]
                found[j] = found[j - 1]
                j -= 1
            root[j] = card
            found[j] = worth
        self._root = root
        self._effort = [0] * 30  # moves spent on each card of the root
        self._to_win = 6 - game.score(me)
        self._left = left
        self._tried = 0
        self._drawing = False  # whether this search asks for a draw, not for a win
        self._begin()

    def _begin(self) -> None:
        """Begins a search from the position of the game."""
        first = self._first
        self._need = self._to_win - (1 if self._drawing else 0)
        self._p = first
        self._orders[first] = self._root
        self._indexes[first] = 0
        self._seats[first] = 0
        self._since = self._cap
        for card in self._root:
            self._effort[card] = 0

    def step(self) -> int | None:
        """Returns the card to play, or None while there is more to search."""
        self._run(_SLICE)
        return self._chosen

    def _run(self, moves: int) -> None:
        """Looks at `moves` moves, or fewer if the search ends."""
        first = self._first
        lane = self._lane
        left = self._left
        need = self._need
        mine, others = self._masks
        orders = self._orders
        indexes = self._indexes
        seats = self._seats
        won = self._won
        follows = self._follows
        leads = self._leads
        lists = self._lists
        keys, others_keys = self._keys
        bounds = self._bounds
        p = self._p
        self._cap -= moves
        while moves:
            moves -= 1
            seat = seats[p]
            hand = others[p] if seat else mine[p]
            order = orders[p]
            i = indexes[p]
            size = len(order)
            while i < size and not hand >> order[i] & 1:
                i += 1
            # reached: 1 if seat 0 gets to `need`, 0 if it does not, -1 while that is open
            if i == size:  # all are tried, and none serves the seat to act
                reached = seat
                if p == first:
                    self._finish(-1)
                    return
                if p & 1 == 0:
                    self._note(p, reached)
                p -= 1
            else:
                indexes[p] = i + 1
                card = order[i]
                if p == first:
                    self._book(card, moves)
                q = p + 1
                if seat:
                    mine[q] = mine[p]
                    others[q] = hand ^ 1 << card
                else:
                    mine[q] = hand ^ 1 << card
                    others[q] = others[p]
                reached = -1
                if p & 1 == 0:
                    follow = lane[p >> 1]
                    if card % 10 + follow % 10 == 9:
                        follow = card
                    leads[p] = card
                    follows[q] = follow
                    seat ^= 1
                else:
                    lead = leads[p - 1]
                    follow = follows[p]
                    if lead == follow:  # it was an inversion
                        counted = lane[p >> 1] % 10
                        number = card % 10
                        taken = (follow % 10 if number == counted else number) > counted
                    elif card % 10 + follow % 10 == 9:
                        taken = follow % 10 > lead % 10
                    elif lead // 10 == follow // 10:
                        taken = card // 10 == lead // 10 and card > lead
                    else:
                        taken = card // 10 == follow // 10 or card % 10 > lead % 10
                    if not taken:
                        seat ^= 1
                    w = won[p - 1]
                    if not seat:
                        w += 1
                    t = q >> 1
                    if w >= need:
                        reached = 1
                    elif w + left - t < need:
                        reached = 0
                    else:
                        won[q] = w
                        follow = lane[t]
                        a = mine[q]
                        b = others[q]
                        at = (a ^ a >> 13 ^ b >> 3) % _TABLE
                        if seat:
                            at += _TABLE
                        if keys[at] == a and others_keys[at] == b:
                            if bounds[at] >> 4 >= need - w:
                                reached = 1
                            elif bounds[at] & 15 < need - w:
                                reached = 0
                if reached < 0:
                    p = q
                    seats[p] = seat
                    hand = others[p] if seat else mine[p]
                    key = follow if hand >> follow // 10 * 10 & 1023 else 30
                    if seat:
                        key += 31
                    kept = lists[p]
                    if key not in kept:
                        kept[key] = self._list(seat, key)
                    orders[p] = kept[key]
                    indexes[p] = 0
                    continue
            while reached != seats[p]:  # the seat to act has what it wants: other cards need not be tried
                if p == first:
                    self._finish(orders[p][indexes[p] - 1])
                    return
                i = indexes[p] - 1
                if i:  # try this card first the next time
                    order = orders[p]
                    card = order[i]
                    while i:
                        order[i] = order[i - 1]
                        i -= 1
                    order[0] = card
                if p & 1 == 0:
                    self._note(p, reached)
                p -= 1
        self._p = p
        if self._cap <= 0:
            self._finish(orders[first][indexes[first] - 1], True)

    def _list(self, seat: int, key: int) -> bytearray:
        """Returns the legal cards of a seat on a follow card (30 for any), in the order to try them."""
        if seat:
            key -= 31
        cards = self._cards[seat]
        if key == 30:
            return bytearray(cards)
        suit = key // 10
        eleven = 9 - key % 10
        return bytearray([card for card in cards if card // 10 == suit or card % 10 == eleven])

    def _note(self, p: int, reached: int) -> None:
        """Remembers a result at the start of a trick, as bounds of the tricks that seat 0 still gets."""
        mine = self._masks[0][p]
        other = self._masks[1][p]
        at = (mine ^ mine >> 13 ^ other >> 3) % _TABLE
        if self._seats[p]:
            at += _TABLE
        need = self._need - self._won[p]
        if self._keys[0][at] == mine and self._keys[1][at] == other:
            least = self._bounds[at] >> 4
            most = self._bounds[at] & 15
        else:
            self._keys[0][at] = mine
            self._keys[1][at] = other
            least = 0
            most = self._left - (p >> 1)
        if reached:
            least = max(least, need)
        else:
            most = min(most, need - 1)
        self._bounds[at] = least << 4 | most

    def _book(self, card: int, moves: int) -> None:
        """Adds up the moves spent on the last card of the root, and begins with the next."""
        now = self._cap + moves
        if self._indexes[self._first] > 1:
            self._effort[self._tried] += self._since - now
        self._since = now
        self._tried = card

    def _finish(self, card: int, spent: bool = False) -> None:
        """Ends a search: with a card that succeeds, with none (-1), or because the cap is reached."""
        if card < 0:
            self._effort[self._tried] += self._since - self._cap
            # Cards that took long to refute come first: to try for a draw, or to choose from if all lose.
            root = self._root
            effort = self._effort
            for i in range(1, len(root)):
                card = root[i]
                j = i
                while j and effort[root[j - 1]] < effort[card]:
                    root[j] = root[j - 1]
                    j -= 1
                root[j] = card
            if not self._drawing:
                self._drawing = True
                self._begin()
                return
            card = root[0]
        self.exact = not spent
        self._chosen = self._suits[card // 10] * 10 + card % 10
