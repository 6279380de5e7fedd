# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The Game: the worth of ending a turn with these piles and this hand.

A small network turns the features of a position at the end of a turn (four piles, the hand that is kept, the
cards that nobody has laid) into its worth: 16384 times the logarithm of the odds of beating the game.
tools/train/the_game.py learns the weights, with the same features in the same order. Each feature adds to 12
units. Of all but the last unit only a positive sum counts, times the unit's output. All units are added up at
once, as lanes of one large int, see _LANE.

Of two rising piles the farther one is the higher, of two falling ones the lower. A card or pile "goes back"
by the backwards trick. Cards "beyond" a top are those that the pile still takes.

 0-5    unseen cards that fit on no pile, on one, two of a kind, a rising and a falling one, three, four
 6-8    1 if no, one, two unseen cards fit nowhere
 9-14   as 0 to 5 for cards of the hand
15      cards of the hand that go back
16-27   cards of the hand by their gap to the nearest pile, see _GAPS; 28: those that fit nowhere
29-49   the farther two piles, 50-70 the other two: unseen cards beyond it by at most 2, 4, 7, 10, 15, 22,
        32; the card that takes it back is unseen, so is the one that does that once more; unseen pairs ten
        apart of which one is beyond it, by at most 5, 10, 20, and the other goes back on that; how far it has
        still to go, at most 12 of that, at most 30; the card 10 beyond is unseen; unseen cards beyond; the
        next card is unseen; the card that takes it back and the one before that are; the cards 9 and 8 before
        it are
71      pairs of the hand ten apart; 72-75: by what laying both moves a pile: nothing, at most 5, 12, more
76      cards of the hand twenty apart
77, 78  neighbours in the hand at most two apart, three to five
79      cards of the hand with an unseen one that would go back on them; 80: those within 10 of such a pile;
81      cards of the hand that would go back on an unseen one
82, 83  unseen pairs ten apart: of use on rising and falling piles, on any
84      how far like piles are apart, at most 12 each
85      how far the farther piles still are from meeting; 86: how far the other two have passed each other
87      cards of the hand
88      cards that fit nowhere, the hand's too, as a share of all that are to be laid, in 64ths
89      how far all piles have still to go for each card to be laid, in 16ths
90-92   the least three gaps of the hand, at most 40
93      how far the better of the nearer piles has still to go

The cost of moving a pile that others have signals on is set by hand, see _COSTS.
"""

import sys

from engine import const
from engine.memory import forget, rare

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence

OFF = const(16)  # index of card 0 in the flags of unseen cards
SPAN = const(144)  # how many flags there are
WON = const(1 << 28)  # the worth when all cards are laid
_UNITS = const(12)
_CUTS = bytes((0, 4, 8, 14, 22, 34, 50, 70, 98))  # cards still to be laid: weights are learnt for these
# The set of weights for 1 to 5 players, then for 1 to 5 experts.
_SETS = ("alone", "two", "three", "more", "more", "expert", "experts", "experts", "more", "more")
_LANE = const(32)  # bits of a unit: 65536 times its sum, plus half of the lane so that it is positive
_PAD = const(34)  # bytes before card 0 and after the last card in counts made beforehand
_ONES = int.from_bytes(b"\x01" * (2 * _PAD + 102), "little")
_FAR = const(29)
_NEAR = const(50)
# The feature of a card of the hand by its gap to the nearest pile, 99 if it fits nowhere.
_GAPS = bytes(
    [15, 16, 17, 18, 19, 20, 20, 21, 21]
    + 3 * [22] + 4 * [23] + 6 * [24] + 9 * [25] + 15 * [26] + 53 * [27] + [28]
)  # fmt: skip
_KINDS = bytes((9, 10, 11, 10, 12, 13, 11, 13, 14))
# The cost of moving a pile that has a signal, by the move, 0 to 10 and more; going back by ten costs _BACK.
# It counts three times for "no big jump" and ten times for "leave it to me".
_COSTS = bytes([0] + 2 * [32] + 3 * [82] + 5 * [164] + [246])
_BACK = const(50)


class Weights:
    """The learnt network for a number of players and a level.

    tools/train/the_game.py writes a module with four constants:

    WEIGHTS -- for each feature, a byte for each unit: the weight + 128
    SCALES -- for each feature, the factor of its weights; two bytes, the lower first
    BIASES -- for each of the cuts, a number for each unit: the bias + 32768; two bytes, the lower first
    OUTPUTS -- for each of the cuts, a byte for each unit but the one that counts as it is: the output + 128

    The unit that counts as it is comes first.
    """

    @rare
    def __init__(self, players: int, expert: bool):
        name = "engine.bots.the_game.weights_" + _SETS[5 * expert + players - 1]
        __import__(name)
        learnt = sys.modules[name]
        # A one in each lane but the last unit's, the highest; half of each lane of a product.
        self.ones = self.carry = 0
        for _ in range(_UNITS - 1):
            self.ones = self.ones << _LANE | 1
        for _ in range(2 * _UNITS - 1):
            self.carry = self.carry << _LANE | 1 << _LANE - 1
        self._half = self.carry >> _LANE * (_UNITS - 1)
        self._biases = learnt.BIASES
        self._outputs = learnt.OUTPUTS
        # What `row` returns, by the number of cards still to be laid.
        self.rows: dict[int, tuple[int, int]] = {}
        middle = self._half >> _LANE - 8  # 128 in each lane
        weights = learnt.WEIGHTS
        scales = learnt.SCALES
        # For each feature, what it adds to all units. A list that grows needs room for two of its kind.
        features = [0] * (len(scales) >> 1)
        self.features = features
        for feature in range(len(features)):
            whole = 0
            for weight in weights[feature * _UNITS : (feature + 1) * _UNITS]:
                whole = whole << _LANE | weight
            features[feature] = (whole - middle) * (scales[2 * feature] | scales[2 * feature + 1] << 8)
        forget(name)  # its contents are kept in another form
        # For counting cards by the piles that take them: see `value`.
        w = features
        self.even = w[0] - 2 * w[1] + w[3]
        self.mixed = w[1] - w[2] - w[3] + w[4]
        self.all = w[3] - 2 * w[4] + w[5]
        self.both = w[82] - w[83]

    def row(self, n: int) -> tuple[int, int]:
        """Returns the biases and the outputs, in lanes, for n cards still to be laid in hands and draw pile.

        The outputs are in reverse order. In the product of the positive units and the outputs, the highest
        lane is the sum of units times outputs.
        """
        cuts = _CUTS
        knot = 0
        while knot < len(cuts) - 2 and n > cuts[knot + 1]:
            knot += 1
        span = cuts[knot + 1] - cuts[knot]
        ahead = n - cuts[knot]
        back = span - ahead
        biases = outputs = 0
        data = self._biases
        index = 2 * _UNITS * knot
        for low in range(index, index + 2 * _UNITS, 2):
            high = low + 2 * _UNITS
            value = (data[low] | data[low + 1] << 8) * back + (data[high] | data[high + 1] << 8) * ahead
            biases = (biases << _LANE) + 256 * value // span - (1 << 23)
        data = self._outputs
        index = (_UNITS - 1) * knot
        for low in range(index + _UNITS - 2, index - 1, -1):
            value = data[low] * back + data[low + _UNITS - 1] * ahead
            outputs = (outputs << _LANE) + (8 * value + span // 2) // span - 1024
        self.rows[n] = row = (biases + self._half, outputs)
        return row


class View:
    """What one seat knows: the unseen cards, counted beforehand. It values ends of the seat's turn."""

    def __init__(
        self,
        unseen: bytearray,
        weights: Weights,
        calm: list[int],
        mine: list[int],
        start: list[int],
    ) -> None:
        """unseen: a flag for each card, from OFF on. start: the piles before the turn.

        calm, mine: for each pile, how many others signal "no big jump" and "leave it to me".
        """
        before = bytearray(_PAD)
        pairs = bytearray(_PAD)
        count = 0
        double = 0
        for index in range(OFF, OFF + 101):
            before.append(count)
            pairs.append(double)
            if unseen[index]:
                count += 1
                if unseen[index + 10]:
                    double += 1
        for _ in range(_PAD + 1):
            before.append(count)
            pairs.append(double)
        self._signals = any(calm) or any(mine)
        self._calm = calm
        self._mine = mine
        self._start = start
        self._weights = weights
        self._know(unseen, before, pairs)

    def _know(self, unseen: bytearray, before: "bytes | bytearray", pairs: "bytes | bytearray") -> None:
        self._unseen = unseen
        self._before = before
        self._pairs = pairs
        self.total = before[-1]
        w = self._weights.features
        self._base = self.total * w[2] + pairs[-1] * w[83]
        self.tops: dict[int, int] = {}  # what a pile adds, by 128 times its role + its top; may be cleared

    def after(self, drawn: "Sequence[int]", kept: "Sequence[int]") -> "View":
        """Returns the view of the seat that plays next: it holds the cards drawn and cannot see those kept.

        It ignores signals. Counts are updated only where they change, all bytes at once.
        """
        unseen = self._unseen[:]
        before = int.from_bytes(self._before, "little")
        pairs = int.from_bytes(self._pairs, "little")
        for card in drawn:
            index = card + OFF
            unseen[index] = 0
            # A one in each byte after the card's.
            shift = 8 * (card + _PAD + 1)
            ones = _ONES >> shift << shift
            before -= ones
            if unseen[index + 10]:
                pairs -= ones
            if unseen[index - 10]:
                pairs -= _ONES >> shift - 80 << shift - 80
        for card in kept:
            index = card + OFF
            unseen[index] = 1
            shift = 8 * (card + _PAD + 1)
            ones = _ONES >> shift << shift
            before += ones
            if unseen[index + 10]:
                pairs += ones
            if unseen[index - 10]:
                pairs += _ONES >> shift - 80 << shift - 80
        other = object.__new__(View)
        other._weights = self._weights
        other._signals = False
        size = len(self._before)
        other._know(unseen, before.to_bytes(size, "little"), pairs.to_bytes(size, "little"))
        return other

    def _top(self, role: int, top: int) -> int:
        """Returns what a pile adds. role: 0, 1 the farther and the nearer rising one, 2, 3 falling ones."""
        w = self._weights.features
        before = self._before
        pairs = self._pairs
        unseen = self._unseen
        f = _NEAR if role & 1 else _FAR
        at = top + _PAD
        if role < 2:
            below = before[at + 1]
            value = (before[at + 3] - below) * w[f] + (before[at + 5] - below) * w[f + 1]
            value += (before[at + 8] - below) * w[f + 2] + (before[at + 11] - below) * w[f + 3]
            value += (before[at + 16] - below) * w[f + 4] + (before[at + 23] - below) * w[f + 5]
            value += (before[at + 33] - below) * w[f + 6] + (self.total - below) * w[f + 16]
            low = pairs[at - 9]
            value += (pairs[at - 4] - low) * w[f + 9] + (pairs[at + 1] - low) * w[f + 10]
            value += (pairs[at + 11] - low) * w[f + 11]
            way = 100 - top
            step = -1
        else:
            below = before[at]
            value = (below - before[at - 2]) * w[f] + (below - before[at - 4]) * w[f + 1]
            value += (below - before[at - 7]) * w[f + 2] + (below - before[at - 10]) * w[f + 3]
            value += (below - before[at - 15]) * w[f + 4] + (below - before[at - 22]) * w[f + 5]
            value += (below - before[at - 32]) * w[f + 6] + below * w[f + 16]
            low = pairs[at]
            value += (low - pairs[at - 5]) * w[f + 9] + (low - pairs[at - 10]) * w[f + 10]
            value += (low - pairs[at - 20]) * w[f + 11]
            way = top - 1
            step = 1
        at = top + OFF
        if unseen[at + 10 * step]:
            value += w[f + 7]
            if way < 80 and unseen[at + 20 * step]:
                value += w[f + 8]
            if unseen[at + 11 * step]:
                value += w[f + 18]
        value += way * w[f + 12] + (way if way < 12 else 12) * w[f + 13]
        value += (way if way < 30 else 30) * w[f + 14]
        if unseen[at - 10 * step]:
            value += w[f + 15]
        if unseen[at - step]:
            value += w[f + 17]
        if unseen[at + 9 * step]:
            value += w[f + 19]
        if unseen[at + 8 * step]:
            value += w[f + 20]
        # This pile's part in counting the piles that cards fit on, and useful pairs: see `value`.
        if role == 0:
            value += below * (w[1] - w[2])
        elif role == 1:
            value += below * (w[0] - w[1]) - low * w[83]
        elif role == 2:
            value += below * (w[2] - w[1])
        else:
            value += below * (w[1] - w[0]) + low * w[83]
        self.tops[role * 128 + top] = value
        return value

    def kept(self, cards: list[int]) -> tuple[list[int], list[int], int]:
        """Returns a hand that is kept, as `value` takes it: cards, lower cards of pairs, what it adds."""
        w = self._weights.features
        value = len(cards) * w[87]
        pairs = []
        last = -99
        for card in cards:
            if card - 10 in cards:
                pairs.append(card - 10)
            if card - 20 in cards:
                value += w[76]
            if card - last <= 5:
                value += w[77] if card - last <= 2 else w[78]
            last = card
        return (cards, pairs, value + len(pairs) * w[71])

    def value(self, one: int, two: int, three: int, four: int, kept: tuple[list[int], list[int], int]) -> int:
        """Returns the worth of ending the turn with these piles. kept: the hand, as `kept` returns it."""
        hand = kept[0]
        n = self.total + len(hand)
        if not n:
            return WON
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
        weights = self._weights
        biases, outputs = weights.rows.get(n) or weights.row(n)
        w = weights.features
        tops = self.tops
        v = self._base + biases + kept[2]
        v += tops.get(high) or self._top(0, high)
        v += tops.get(128 + low) or self._top(1, low)
        v += tops.get(256 + bottom) or self._top(2, bottom)
        v += tops.get(384 + top) or self._top(3, top)
        before = self._before
        a = before[low + _PAD + 1]
        b = before[high + _PAD + 1]
        c = before[bottom + _PAD]
        d = before[top + _PAD]
        nowhere = a - d
        if d > a:
            v += (d - a) * weights.even
            nowhere = 0
            if c > a:
                v += (c - a) * weights.mixed
            if d > b:
                v += (d - b) * weights.mixed
                if c > b:
                    v += (c - b) * weights.all
        if nowhere < 3:
            v += w[6 + nowhere]
        pairs = self._pairs
        a = pairs[top + _PAD] - pairs[low + _PAD - 9]
        if a > 0:
            v += a * weights.both
        a = high - low
        b = top - bottom
        v += ((a if a < 12 else 12) + (b if b < 12 else 12)) * w[84]
        if bottom > high:
            v += (bottom - high) * w[85]
        elif low > top:
            v += (low - top) * w[86]
        v += (top - 1 if low + top < 101 else 100 - low) * w[93]
        unseen = self._unseen
        kinds = _KINDS
        gaps = _GAPS
        back = (low - 10, high - 10, bottom + 10, top + 10)
        first = second = third = 40
        for card in hand:
            if card > high:
                gap = up = card - high
                kind = 6
            elif card > low:
                gap = up = card - low
                kind = 3
            else:
                gap = up = 99
                kind = 0
            if card < bottom:
                down = bottom - card
                kind += 2
                if down < gap:
                    gap = down
            elif card < top:
                down = top - card
                kind += 1
                if down < gap:
                    gap = down
            if card in back:
                gap = 0
            elif not kind:
                nowhere += 1
            v += w[kinds[kind]] + w[gaps[gap]]
            if gap < third:
                if gap < second:
                    third = second
                    if gap < first:
                        second = first
                        first = gap
                    else:
                        second = gap
                else:
                    third = gap
            if unseen[card + 6]:
                if kind > 2:
                    v += w[79]
                    if up < 11:
                        v += w[80]
                if card < top:
                    v += w[81]
            if unseen[card + 26]:
                if card < top:
                    v += w[79]
                    if down < 11:
                        v += w[80]
                if kind > 2:
                    v += w[81]
        v += first * w[90] + second * w[91] + third * w[92]
        v += (nowhere * 64 // (n + 1)) * w[88]
        a = (200 - high - low + bottom + top) * 16 // (n + 1)
        v += (a if a < 255 else 255) * w[89]
        for card in kept[1]:
            gap = 60
            if card + 10 > high:
                gap = card - high
            elif card + 10 > low:
                gap = card - low
            if card < bottom:
                b = bottom - card - 10
            else:
                b = top - card - 10 if card < top else 60
            if b < gap:
                gap = b
            v += w[72 if gap <= 0 else 73 if gap <= 5 else 74 if gap <= 12 else 75]
        # Each unit counts by how far it is above half of its lane, times its output; the last one as it is.
        last = (v >> _LANE * (_UNITS - 1)) - (1 << _LANE - 1)
        on = v >> _LANE - 1 & weights.ones
        v &= (on << _LANE - 1) - on
        v = v * outputs + weights.carry >> _LANE * (_UNITS - 2) & (1 << _LANE) - 1
        v = (v - (1 << _LANE - 1) >> 11) + (last >> 2)
        if self._signals:
            v += self._heed(one, two, three, four)
        return v

    def _heed(self, one: int, two: int, three: int, four: int) -> int:
        """Returns what moving piles that others have signals on adds."""
        start = self._start
        value = 0
        for pile in range(4):
            weight = 3 * self._calm[pile] + 10 * self._mine[pile]
            if weight:
                move = (one - start[0], two - start[1], start[2] - three, start[3] - four)[pile]
                value -= weight * (_BACK if move < 0 else _COSTS[min(move, 11)])
        return value
