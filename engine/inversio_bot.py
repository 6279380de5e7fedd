"""Computer players of Inversio: which card to lay so that the last one is worth most.

Easy lays so that its best card is worth most; normal goes by what was learnt of the worths of the two best
(tools/train/inversio.py). Hard deals the hidden cards anew, again and again, and lets normal play each deal
to the fight. A card is its rank here, 0 the ace.
"""

from engine import const

_START = b"\x01\x00\x00\x00\x00\x00\x00\x08\x09\x0a\x0b\x0c\x0e"
_EASY = const(0)
_HARD = const(2)
_WORK = (0, 0, 3, 4, 4, 11)  # bytecodes of a decision in hundred thousands, about, by cards in hand
_STEP = const(9500)  # and of a slice
_DEALS = const(500)  # more tell nothing new


class Mind:
    """The choice of one player at one moment: `step` until it gives an action."""

    def __init__(self, game, level: int, rng):
        """game: the match, left as it is; level: 0 easy, 1 normal, 2 hard; rng: chance."""
        self._game = game
        self._level = level
        self._rng = rng
        self._ranks: list | None = None

    def step(self):
        """The action, or None while there is more to think about."""
        game = self._game
        legal = game.legal_actions()
        if len(legal) == 1:
            return legal[0]
        if self._level < _HARD:
            best = -1
            most = -1
            for card in legal:
                worth = kept(game, card, self._level)
                if worth > most:
                    most = worth
                    best = card
            return best
        if not self._ranks:
            return self._begin(legal)
        return self._deals()

    def _begin(self, legal: list[int]):
        """Lists the ranks to choose from; the action if they are all alike."""
        self._ranks = ranks = []
        for card in legal:
            if card % 13 not in ranks:
                ranks.append(card % 13)
        if len(ranks) == 1:
            return legal[0]
        self._totals = [0] * len(ranks)
        self._left = self._whole = _WORK[len(self._game.hand(self._game.player))] * 100000
        self._count = 0
        self._half = False
        self._copy = self._game.copy()
        # What the round is good for, as places of won, equal, lost: in the last round only the match counts.
        game = self._game
        self._good = (2, 1, 0)
        if game.round == game.rounds - 1:
            ahead = game.score(game.player) - game.score(1 - game.player)
            if ahead > 1 or ahead < -1:
                ahead = 0  # the match is decided: play for the round
            if ahead == 1:
                self._good = (2, 2, 1)
            elif ahead == -1:
                self._good = (1, 0, 0)
        return None

    def _deals(self):
        """Some deals more; the action when there were enough."""
        until = self._left - _STEP
        seat = self._game.player
        copy = self._copy
        ranks = self._ranks
        totals = self._totals
        good = self._good
        while self._left > until:
            copy.redeal(seat, self._rng)
            mine = [card % 13 for card in copy.hand(seat)]
            others = [card % 13 for card in copy.hand(1 - seat)]
            table = upcoming(copy, len(mine) + len(others))
            self._left -= 1600
            for i in range(len(ranks)):
                totals[i] += good[self._play_out(ranks[i], mine[:], others[:], table)]
            self._count += 1
        if not self._half and (self._left * 2 < self._whole or self._count * 2 > _DEALS):
            # The better half is worth a closer look.
            self._half = True
            keep = (len(ranks) + 1) // 2
            while len(ranks) > max(keep, 2):
                worst = 0
                for i in range(1, len(ranks)):
                    if totals[i] < totals[worst]:
                        worst = i
                del ranks[worst]
                del totals[worst]
        if self._left > 0 and self._count < _DEALS:
            return None
        best = 0
        for i in range(1, len(ranks)):
            if totals[i] > totals[best]:
                best = i
        for card in self._game.legal_actions():
            if card % 13 == ranks[best]:
                return card

    def _play_out(self, card: int, mine: list[int], others: list[int], stock: list[int]) -> int:
        """Lays a rank, then both play by the rule to the fight: 0 won, 1 equal, 2 lost for the one to act."""
        worths = list(self._game.worths)
        hand = mine
        next_hand = others
        at = 0
        table = self._game.table % 13
        work = 100
        while True:
            size = len(hand)
            if card < 0:
                best = -1
                last = -1
                row = (size - 2) * 36
                for i in range(size):
                    rank = hand[i]
                    if rank == last or rank == table and rank:
                        continue
                    last = rank
                    # What the two ranks would be worth.
                    if rank and table:
                        worth_rank = worths[table]
                        worth_table = worths[rank]
                    elif rank:
                        worth_rank = _START[rank]
                        worth_table = worths[0] + (rank + 1 if rank < 10 else 0)
                    else:
                        worth_rank = worths[0] + (table + 1 if table < 10 else 0)
                        worth_table = _START[table] if table else worth_rank
                    first = second = 0
                    for j in range(size):
                        if j != i:
                            other = hand[j]
                            if other == rank:
                                worth = worth_rank
                            elif other == table:
                                worth = worth_table
                            else:
                                worth = worths[other]
                            if worth > first:
                                second = first
                                first = worth
                            elif worth > second:
                                second = worth
                    if first > 17:
                        first = 17
                        second = min(second, 17)
                    worth = _WORTH[row + first] + _WORTH[row + 18 + second]
                    if worth > best:
                        best = worth
                        card = rank
                work += size * (50 + size * 20)
            hand.remove(card)
            if card and table:
                worth = worths[card]
                worths[card] = worths[table]
                worths[table] = worth
            else:
                other = card or table
                if other < 10:
                    worths[0] += other + 1
                if other:
                    worths[other] = _START[other]
            hand, next_hand = next_hand, hand
            work += 110
            if len(hand) == 1:
                break
            while True:
                table = stock[at]
                at += 1
                if not table:
                    break
                for other in hand:
                    if other != table:
                        break
                else:
                    continue
                break
            card = -1
        self._left -= work
        difference = worths[mine[0]] - worths[others[0]]
        return 0 if difference > 0 else (2 if difference else 1)


def upcoming(copy, number: int) -> list[int]:
    """The ranks on top of a stock that was dealt anew, more than the round can come to need."""
    at = copy._next
    return [card % 13 for card in copy._stock[at : at + number + 4]]


def kept(game, card: int, level: int) -> int:
    """How good the cards left in hand would be: easy looks at the best one, normal at the two best."""
    worths = game.worths[:]
    for rank, worth in game.effect(card):
        worths[rank - 1] = worth
    best = 0
    second = 0
    for other in game.hand(game.player):
        if other != card:
            worth = worths[other % 13]
            if worth > best:
                second = best
                best = worth
            elif worth > second:
                second = worth
    if level == _EASY:
        return best
    row = (len(game.hand(game.player)) - 2) * 36
    return _WORTH[row + min(best, 17)] + _WORTH[row + 18 + min(second, 17)]


def explain(game, action: int) -> tuple:
    """Why the hard player would do it: a key of the message catalogue with its values."""
    if len(game.legal_actions()) == 1:
        return ("hint_only",)
    worths = game.worths[:]
    for rank, worth in game.effect(action):
        worths[rank - 1] = worth
    best = before = 0
    for other in game.hand(game.player):
        if other != action:
            best = max(best, worths[other % 13])
            before = max(before, game.worths[other % 13])
    if len(game.hand(game.player)) == 2:
        return ("hint_last", best)
    if best > before:
        return ("hint_raises", best)
    return ("hint_keeps", best)


# weights: written by tools/train/inversio.py
_WORTH = (
    b"\x16\x44\x70\x5b\x5b\x62\x5e\x61\x53\x6b\x85\xa0\xbd\xe4\xde\xf0\xe5\xfb"
    b"\x73\x75\x76\x77\x79\x7a\x7c\x7d\x7f\x80\x82\x83\x85\x86\x87\x89\x8a\x8c"
    b"\x28\x4c\x59\x5f\x68\x6e\x6c\x7a\x56\x61\x71\x92\xbe\xbe\xf2\xdd\xe4\xff"
    b"\x6a\x88\x74\x7d\x81\x8c\x94\x98\x7c\x7e\x87\x8b\x8d\x9b\x00\x83\x9a\x93"
    b"\x38\x59\x5e\x69\x66\x70\x81\x82\x57\x5e\x72\x91\xb9\xa2\xea\xd5\xcd\xea"
    b"\x67\x88\x63\x72\x7d\x87\x8e\x97\x79\x80\x88\x91\x8c\xa4\x2a\x87\x8b\x9e"
    b"\x5c\x5c\x61\x67\x67\x7d\x84\x92\x55\x61\x7a\x9b\xb7\x94\xf4\xbb\xbc\xbb"
    b"\x66\x93\x55\x64\x68\x6e\x74\x93\x76\x7b\x87\x95\x90\x93\x51\x87\x93\x93"
)
# end of weights
