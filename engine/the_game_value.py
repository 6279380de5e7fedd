"""The Game: the worth of ending a turn with these piles and this hand.

A position at the end of a turn (four piles, the hand that is kept, the cards that nobody has laid) is
worth a sum of features times learnt weights: 16384 times the logarithm of the odds of beating the game.
tools/train/the_game.py learns the weights, with the same features in the same order. Of two rising piles
the farther one is the higher, of two falling ones the lower; a card or pile goes back by the backwards trick.

 0      always 1
 1-6    unseen cards that fit on no pile, on one, two of a kind, a rising and a falling one, three, four
 7      1 if each unseen card fits somewhere
 8-13   the same for cards of the hand
14      cards of the hand that go back
15-26   cards of the hand by their gap to the nearest pile, see _GAPS; 27: those that fit nowhere
28, 29  the card that takes a pile back is unseen: of the farther piles, of the other two
30      so is the card after that one
31      pairs of the hand ten apart
32      cards of the hand with an unseen one that would go back on them
33, 34  unseen pairs ten apart: of use on rising and falling piles, on any
35, 36  unseen cards close to the farther piles, by less than 5, by less than 11; 37, 38: to the other two
39, 40  how far like piles are apart; at most 12 of that
41, 42  how far the farther piles have still to go, the other two
43      how far the farther piles still are from meeting
44      how far the other two have passed each other
45, 46  neighbours in the hand at most two apart, three to five
47      cards of the hand
48      unseen cards that fit nowhere, at most three
49      cards that fit nowhere, the hand's too, as a share of all that are to be laid

What moving a pile costs that others have signals on is set by hand, see _COSTS.
"""

from engine import const
from engine.the_game_weights import COUNT, CUTS, SCALES, SETS, WEIGHTS

OFF = const(16)  # where card 0 is in the flags of unseen cards
SPAN = const(144)  # how many flags there are
WON = const(1 << 28)  # the worth of the end when all is laid
# The feature of a card of the hand by its gap to the nearest pile, 99 if it fits nowhere.
_GAPS = bytes(
    [14, 15, 16, 17, 18, 19, 19, 20, 20]
    + 3 * [21] + 4 * [22] + 6 * [23] + 9 * [24] + 15 * [25] + 53 * [26] + [27]
)  # fmt: skip
# What moving a pile with a signal on it costs by the move, 0 to 10 and more; back by ten costs _BACK. Three
# times that for "no big jump", ten times for "leave it to me".
_COSTS = bytes([0] + 2 * [16] + 3 * [41] + 5 * [82] + [123])
_BACK = const(25)


class Weights:
    """The learnt weights for a number of players and a level, interpolated for cards still to be laid."""

    def __init__(self, players: int, expert: bool):
        self._start = SETS[5 * expert + players - 1] * COUNT * len(CUTS)
        self._rows: dict = {}

    def row(self, n: int) -> list:
        """COUNT weights for n cards still to be laid, hands and draw pile together."""
        row = self._rows.get(n)
        if row is None:
            knot = 0
            while knot < len(CUTS) - 2 and n > CUTS[knot + 1]:
                knot += 1
            span = CUTS[knot + 1] - CUTS[knot]
            ahead = n - CUTS[knot]
            back = span - ahead
            span *= 64
            half = span >> 1
            place = self._start + knot * COUNT
            row = []
            for feature in range(COUNT):
                low = WEIGHTS[place]
                high = WEIGHTS[place + COUNT]
                if low > 127:
                    low -= 256
                if high > 127:
                    high -= 256
                scale = SCALES[2 * feature] | SCALES[2 * feature + 1] << 8
                row.append(((low * back + high * ahead) * scale + half) // span)
                place += 1
            # Cards that fit nowhere count by their share, too.
            share = 4 * row[49] // (n + 1)
            row[1] += share
            row[8] += share
            self._rows[n] = row
        return row


class View:
    """What one seat knows: the unseen cards, counted beforehand, and the value of ends of its turn."""

    def __init__(self, unseen, weights: Weights, calm, mine, start):
        """unseen: a flag a card, from OFF on. calm, mine: others' signals on each pile, how many.

        start: the piles before the turn.
        """
        self._unseen = unseen
        self._weights = weights
        self._calm = calm
        self._mine = mine
        self._start = start
        self._signals = any(calm) or any(mine)
        before = bytearray(103)
        pairs = bytearray(103)
        count = 0
        double = 0
        place = OFF
        for card in range(103):
            before[card] = count
            pairs[card] = double
            if unseen[place]:
                count += 1
                if unseen[place + 10]:
                    double += 1
            place += 1
        self._before = before
        self._pairs = pairs
        self.total = count
        self._n = -1

    def _rows(self, n: int) -> None:
        """Sets what does not depend on the hand and the piles, for n cards still to be laid."""
        self._n = n
        self._row = w = self._weights.row(n)
        self._base = w[0] + self.total * w[3] + self._pairs[102] * w[34]
        self._even = w[1] - 2 * w[2] + w[4]
        self._mixed = w[2] - w[3] - w[4] + w[5]
        self._all = w[4] - 2 * w[5] + w[6]
        self._none = (w[7], w[48], 2 * w[48], 3 * w[48])
        self._kinds = (w[8], w[9], w[10], w[9], w[11], w[12], w[10], w[12], w[13])
        self._tops = {}

    def _top(self, role: int, top: int) -> int:
        """What one pile adds: role 0, 1 the rising one farther on and the other, 2, 3 falling ones."""
        w = self._row
        before = self._before
        unseen = self._unseen
        if role < 2:
            below = before[top + 1]
            near = before[min(top + 5, 101)] - below
            reach = before[min(top + 11, 101)] - below
            back = unseen[top + 6]
            twice = back and top > 20 and unseen[top - 4]
            way = 100 - top
        else:
            below = -before[top]
            near = -below - before[max(top - 4, 0)]
            reach = -below - before[max(top - 10, 0)]
            back = unseen[top + 26]
            twice = back and top < 80 and unseen[top + 36]
            way = top - 1
        value = w[30] if twice else 0
        if role & 1:
            value += below * (w[1] - w[2]) + near * w[37] + reach * w[38] + way * (w[42] + w[39])
            if back:
                value += w[29]
            if role == 1:
                value -= self._pairs[max(top - 9, 0)] * w[34]
            else:
                value += self._pairs[top] * w[34]
        else:
            value += below * (w[2] - w[3]) + near * w[35] + reach * w[36] + way * (w[41] - w[39])
            if back:
                value += w[28]
        self._tops[role * 128 + top] = value
        return value

    def value(self, one: int, two: int, three: int, four: int, kept: tuple) -> int:
        """The worth of ending the turn with these piles. kept: the hand and its pairs: 31, 45, 46."""
        hand = kept[0]
        n = self.total + len(hand)
        if not n:
            return WON
        if n != self._n:
            self._rows(n)
        if one < two:
            low = one
            high = two
        else:
            low = two
            high = one
        if three < four:
            bottom = three
            top = four
        else:
            bottom = four
            top = three
        tops = self._tops
        w = self._row
        v = self._base
        v += tops.get(high) or self._top(0, high)
        v += tops.get(128 + low) or self._top(1, low)
        v += tops.get(256 + bottom) or self._top(2, bottom)
        v += tops.get(384 + top) or self._top(3, top)
        before = self._before
        a = before[low + 1]
        b = before[high + 1]
        c = before[bottom]
        d = before[top]
        nowhere = a - d
        if d > a:
            v += (d - a) * self._even
            nowhere = 0
            if c > a:
                v += (c - a) * self._mixed
            if d > b:
                v += (d - b) * self._mixed
                if c > b:
                    v += (c - b) * self._all
        v += self._none[nowhere if nowhere < 3 else 3]
        pairs = self._pairs
        a = pairs[top] - pairs[low - 9 if low > 9 else 0]
        if a > 0:
            v += a * (w[33] - w[34])
        a = high - low
        b = top - bottom
        v += ((a if a < 12 else 12) + (b if b < 12 else 12)) * w[40]
        if bottom > high:
            v += (bottom - high) * w[43]
        elif low > top:
            v += (low - top) * w[44]
        unseen = self._unseen
        kinds = self._kinds
        gaps = _GAPS
        back = (low - 10, high - 10, bottom + 10, top + 10)
        v += len(hand) * w[47] + kept[1] * w[31] + kept[2] * w[45] + kept[3] * w[46]
        for card in hand:
            gap = 99
            kind = 0
            if card > low:
                if unseen[card + 6]:
                    v += w[32]
                if card > high:
                    gap = card - high
                    kind = 6
                else:
                    gap = card - low
                    kind = 3
            if card < top:
                if unseen[card + 26]:
                    v += w[32]
                if card < bottom:
                    kind += 2
                    a = bottom - card
                else:
                    kind += 1
                    a = top - card
                if a < gap:
                    gap = a
            v += kinds[kind] + w[14 if card in back else gaps[gap]]
        if self._signals:
            v += self._heed(one, two, three, four)
        return v

    def _heed(self, one: int, two: int, three: int, four: int) -> int:
        """What moving the piles that others have signals on adds."""
        start = self._start
        value = 0
        for pile in range(4):
            weight = 3 * self._calm[pile] + 10 * self._mine[pile]
            if weight:
                move = (one - start[0], two - start[1], start[2] - three, start[3] - four)[pile]
                value -= weight * (_BACK if move < 0 else _COSTS[min(move, 11)])
        return value
