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
# The bits of a unit: 65536 times its sum, plus _HALF so that it is positive, in the lower _NARROW bits. The
# others are for the product with the outputs. The last unit needs none: it begins at once, at _LAST. So a sum
# takes 46 bytes and one more digit fits in 48, three blocks of a device's heap.
_LANE = const(32)
_NARROW = const(26)
_HALF = const(1 << 25)
_LAST = const(346)
_LAST_HALF = const(1 << 21)
_PAD = const(34)  # bytes before card 0 and after the last card in counts made beforehand
_ONES = int.from_bytes(b"\x01" * 102, "little")
_FAR = const(29)
_NEAR = const(50)
# The feature of a card of the hand, less _NEAREST, by its gap to the nearest pile, 99 if it fits nowhere.
_GAPS = bytes(
    [0, 1, 2, 3, 4, 5, 5, 6, 6] + 3 * [7] + 4 * [8] + 6 * [9] + 9 * [10] + 15 * [11] + 53 * [12] + [13]
)
_NEAREST = const(15)
# The feature that counts a card of the hand, by 3 times the rising piles that take it + the falling ones. One
# that all take is not counted: feature 0 adds nothing.
_KINDS = b"\x09\x0a\x0b\x0a\x0c\x0d\x0b\x0d\x00"
_PART = const(24)  # features that are read in a slice
_UP = const(42)  # what a rising pile that takes a card adds to the card's place in Weights.cards,
_DOWN = const(14)  # and a falling one
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

    Reading takes a device 60 ms, so it is done in parts: call `ready` until it returns True.
    """

    @rare
    def __init__(self, players: int, expert: bool):
        name = "engine.bots.the_game.weights_" + _SETS[5 * expert + players - 1]
        __import__(name)
        learnt = sys.modules[name]
        self.halves = 0  # of each unit but the last
        middle = 128  # in each lane
        for unit in range(_UNITS - 1):
            self.halves = self.halves << _LANE | _HALF
            middle = middle << (_LANE if unit else _NARROW) | 128
        half = self.halves + (_LAST_HALF << _LAST)
        self._half = 0
        self._biases = learnt.BIASES
        self._outputs = learnt.OUTPUTS
        # What `row` returns, by the number of cards still to be laid.
        self.rows: dict[int, tuple[int, int]] = {}
        self.cards: list[int] = []  # what `card` has returned, by its argument; 0 if nothing
        weights = learnt.WEIGHTS
        scales = learnt.SCALES
        forget(name)  # its contents are kept in another form
        # For each feature, what it adds to all units. A list that grows needs room for two of its kind.
        self.features = [0] * (len(scales) >> 1)
        self._unread = [(weights, scales, half, middle)]
        self._read = 0

    def ready(self) -> bool:
        """Reads some more of the features. Returns whether nothing was left to be read."""
        if not self._unread:
            self.rows.clear()  # what was kept for another choice
            self.cards = [0] * (3 * _UP)
            return True
        self._more()
        return False

    @rare
    def _more(self) -> None:
        """Reads the next features, and joins them when all are read."""
        weights, scales, half, middle = self._unread[0]
        features = self.features
        lanes = bytearray(_LANE // 8 * (_UNITS - 1))
        start = self._read
        self._read = end = min(start + _PART, len(features))
        for feature in range(start, end):
            at = feature * _UNITS
            lane = len(lanes)
            for weight in weights[at + 1 : at + _UNITS]:
                lane -= _LANE // 8
                lanes[lane] = weight
            whole = int.from_bytes(lanes, "little") + (weights[at] << _LAST) - middle
            features[feature] = whole * (scales[2 * feature] | scales[2 * feature + 1] << 8)
        if end < len(features):
            return
        self._unread.clear()
        # On a device adding a feature takes longer than finding it. So features that mostly occur together
        # are joined: what is usual is added once, and `value` and `_top` correct what is not.
        w = features
        self.even = w[0] - 2 * w[1] + w[3]
        self.mixed = w[1] - w[2] - w[3] + w[4]
        self.all = w[3] - 2 * w[4] + w[5]
        self.both = w[82] - w[83]
        w[_FAR + 16] += w[5] - w[4]
        w[_NEAR + 16] += w[4] - w[2]
        w[_NEAR + 11] += w[82]
        w[2] = 2 * w[2] - w[5]
        half += 24 * w[84] + w[6]
        for pile in (_FAR, _NEAR):
            half += 24 * w[pile + 13] + 60 * w[pile + 14]
            w[pile + 6] += w[pile + 16]
            # Each band also counts in all that reach farther.
            for feature in (5, 4, 3, 2, 1, 0, 10, 9):
                w[pile + feature] += w[pile + feature + 1]
        self._half = half
        w[7] -= w[6]
        w[8] -= w[6]
        w[6] = -w[6]
        for feature in range(9, 14):
            w[feature] -= w[14]
        w[87] += w[14]
        w[81] += w[79]
        w[91] += w[92]
        w[90] += w[91]
        for feature in (0, 1, 3, 4, 5, 14, 83):
            w[feature] = 0  # not needed any more

    def card(self, at: int) -> int:
        """Returns what a card of the hand adds. at: its kind times _DOWN + its gap's place, see _GAPS."""
        self.cards[at] = value = self.features[_KINDS[at // _DOWN]] + self.features[_NEAREST + at % _DOWN]
        return value

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
            biases = (biases << (_LANE if low > index + 2 else _NARROW)) + 256 * value // span - (1 << 23)
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
        self._signals = any(calm) or any(mine)
        self._calm = calm
        self._mine = mine
        self._start = start
        self._weights = weights
        self._know(unseen)

    def _know(self, unseen: bytearray) -> None:
        self._unseen = unseen
        # Times ones, each byte becomes the sum of those up to it.
        flags = int.from_bytes(unseen[OFF : OFF + 101], "little")
        counts = (_ONES * flags << 8).to_bytes(204, "little")
        self._before = bytes(_PAD) + counts[:102] + counts[101:102] * _PAD
        counts = (_ONES * (flags & flags >> 80) << 8).to_bytes(204, "little")
        self._pairs = bytes(_PAD) + counts[:102] + counts[101:102] * _PAD
        self.total = self._before[-1]
        self._size = -1  # the cards kept that what follows is for
        self._usual = (0, 0)  # what does not depend on piles and cards, and the outputs
        self.tops: dict[int, int] = {}  # what a pile adds, by 128 times its role + its top; may be cleared

    def after(self, drawn: "Sequence[int]", kept: "Sequence[int]") -> "View":
        """Returns the view of the seat that plays next: it holds the cards drawn and cannot see those kept.

        It ignores signals.
        """
        unseen = self._unseen[:]
        for card in drawn:
            unseen[card + OFF] = 0
        for card in kept:
            unseen[card + OFF] = 1
        other = object.__new__(View)
        other._weights = self._weights
        other._signals = False
        other._know(unseen)
        return other

    def _top(self, role: int, top: int) -> int:
        """Returns what a pile adds. role: 0, 1 the farther and the nearer rising one, 2, 3 falling ones."""
        w = self._weights.features
        before = self._before
        pairs = self._pairs
        unseen = self._unseen
        f = _NEAR if role & 1 else _FAR
        at = top + _PAD
        # How many cards are in each band, then how many pairs. A number on the left of a product would make a
        # device go through the feature digit by digit in the outer loop, which takes twice as long.
        if role < 2:
            last = before[at + 1]
            end = before[at + 3]
            a = end - last
            last = before[at + 5]
            b = last - end
            end = before[at + 8]
            c = end - last
            last = before[at + 11]
            d = last - end
            end = before[at + 16]
            e = end - last
            last = before[at + 23]
            g = last - end
            end = before[at + 33]
            h = end - last
            rest = self.total - end
            last = pairs[at - 9]
            end = pairs[at - 4]
            i = end - last
            last = pairs[at + 1]
            j = last - end
            end = pairs[at + 11]
            k = end - last
            low = pairs[-1] - end
            way = 100 - top
            step = -1
        else:
            last = before[at]
            end = before[at - 2]
            a = last - end
            last = before[at - 4]
            b = end - last
            end = before[at - 7]
            c = last - end
            last = before[at - 10]
            d = end - last
            end = before[at - 15]
            e = last - end
            last = before[at - 22]
            g = end - last
            rest = before[at - 32]
            h = last - rest
            last = pairs[at]
            end = pairs[at - 5]
            i = last - end
            last = pairs[at - 10]
            j = end - last
            low = pairs[at - 20]
            k = last - low
            way = top - 1
            step = 1
        value = w[f + 12] * way
        if way < 30:
            value -= w[f + 14] * (30 - way)
            if way < 12:
                value -= w[f + 13] * (12 - way)
        if a:
            value += w[f] if a == 1 else w[f] * a
        if b:
            value += w[f + 1] if b == 1 else w[f + 1] * b
        if c:
            value += w[f + 2] if c == 1 else w[f + 2] * c
        if d:
            value += w[f + 3] if d == 1 else w[f + 3] * d
        if e:
            value += w[f + 4] * e
        if g:
            value += w[f + 5] * g
        if h:
            value += w[f + 6] * h
        if rest:
            value += w[f + 16] * rest
        if i:
            value += w[f + 9] if i == 1 else w[f + 9] * i
        if j:
            value += w[f + 10] if j == 1 else w[f + 10] * j
        if k:
            value += w[f + 11] * k
        if low and role & 1:
            value += w[82] * low
        at = top + OFF
        if unseen[at + 10 * step]:
            value += w[f + 7]
            if way < 80 and unseen[at + 20 * step]:
                value += w[f + 8]
            if unseen[at + 11 * step]:
                value += w[f + 18]
        if unseen[at - 10 * step]:
            value += w[f + 15]
        if unseen[at - step]:
            value += w[f + 17]
        if unseen[at + 9 * step]:
            value += w[f + 19]
        if unseen[at + 8 * step]:
            value += w[f + 20]
        self.tops[role * 128 + top] = value
        return value

    def kept(self, cards: list[int]) -> tuple[list[int], list[int], int, int]:
        """Returns a hand that is kept, as `value` takes it.

        Cards, lower cards of pairs, what it adds with all else that no pile changes, the outputs.
        """
        weights = self._weights
        w = weights.features
        size = len(cards)
        if size != self._size:
            self._size = size
            n = self.total + size
            biases, outputs = weights.rows.get(n) or weights.row(n)
            biases += w[2] * self.total - weights.both * self._pairs[-1] + w[87] * size
            self._usual = (biases, outputs)
        value, outputs = self._usual
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
        if pairs:
            value += w[71] * len(pairs)
        return (cards, pairs, value, outputs)

    def value(
        self, one: int, two: int, three: int, four: int, kept: tuple[list[int], list[int], int, int]
    ) -> int:
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
        w = weights.features
        tops = self.tops
        v = kept[2]
        v += tops.get(high) or self._top(0, high)
        v += tops.get(128 + low) or self._top(1, low)
        v += tops.get(256 + bottom) or self._top(2, bottom)
        v += tops.get(384 + top) or self._top(3, top)
        before = self._before
        a = before[low + _PAD + 1]
        b = before[high + _PAD + 1]
        c = before[bottom + _PAD]
        d = before[top + _PAD]
        nowhere = 0
        # Unseen cards are counted as if no pile had passed another.
        if b > c:
            v += weights.all * (b - c)
            if a > c or b > d:
                v += weights.mixed * ((a - c if a > c else 0) + (b - d if b > d else 0))
                if a > d:
                    nowhere = a - d
                    v += weights.even * nowhere
                    v += w[6 + nowhere if nowhere < 3 else 6]
        pairs = self._pairs
        a = pairs[low + _PAD - 9] - pairs[top + _PAD]
        if a > 0:
            v += weights.both * a
        a = high - low
        b = top - bottom
        a = (a if a < 12 else 12) + (b if b < 12 else 12)
        if a < 24:
            v -= w[84] * (24 - a)
        if bottom > high:
            v += w[85] * (bottom - high)
        elif low > top:
            v += w[86] * (low - top)
        v += w[93] * (top - 1 if low + top < 101 else 100 - low)
        unseen = self._unseen
        cards = weights.cards
        gaps = _GAPS
        back = (low - 10, high - 10, bottom + 10, top + 10)
        first = second = third = 40
        hit = close = hits = 0
        for card in hand:
            if card > high:
                gap = up = card - high
                kind = 2 * _UP
            elif card > low:
                gap = up = card - low
                kind = _UP
            else:
                gap = up = 99
                kind = 0
            if card < bottom:
                down = bottom - card
                kind += 2 * _DOWN
                if down < gap:
                    gap = down
            elif card < top:
                down = top - card
                kind += _DOWN
                if down < gap:
                    gap = down
            if card in back:
                gap = 0
            elif not kind:
                nowhere += 1
            kind += gaps[gap]
            v += cards[kind] or weights.card(kind)
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
                if card > low:
                    hit += 1
                    if up < 11:
                        close += 1
                if card < top:
                    hits += 1
            if unseen[card + 26]:
                if card < top:
                    hit += 1
                    if down < 11:
                        close += 1
                if card > low:
                    hits += 1
        if hits:
            v += w[81] if hits == 1 else w[81] * hits
        if hit != hits:
            v += w[79] * (hit - hits)
        if close:
            v += w[80] if close == 1 else w[80] * close
        if first:
            v += w[90] * first
        if second != first:
            v += w[91] * (second - first)
        if third != second:
            v += w[92] * (third - second)
        if nowhere:
            v += w[88] * (nowhere * 64 // (n + 1))
        a = (200 - high - low + bottom + top) * 16 // (n + 1)
        v += w[89] * (a if a < 255 else 255)
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
        # On a device `hash` makes a small int of one that has been large: all that follows takes less time.
        last = hash(v >> _LAST) - _LAST_HALF
        on = v & weights.halves
        v &= on - (on >> _NARROW - 1)
        # The highest lane, rounded: what the lower ones carry over is no more than half.
        v = v * kept[3] >> _LANE * (_UNITS - 2) - 1 & (1 << _LANE + 1) - 1
        v = hash(v + 1 >> 12) & (1 << _LANE - 11) - 1
        v = (v ^ 1 << _LANE - 12) - (1 << _LANE - 12) + (last >> 2)
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
