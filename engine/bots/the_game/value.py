# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The Game: the worth of ending a turn with these piles and this hand.

A small network turns the features of a position at the end of a turn (four piles, the hand that is kept, the
cards that nobody has laid) into its worth: 16384 times the logarithm of the odds of beating the game. The
features have their names below, and nowhere else: tools/train/the_game.py, which learns the weights, has
this module count them. Each feature adds to 12 units. Of all but the last unit only a positive sum counts,
times the unit's output. All units are added up at once, as lanes of one large int, see _LANE.

Of two rising piles the farther one is the higher, of two falling ones the lower. A card or pile "goes back"
by the backwards trick. Cards "beyond" a top are those that the pile still takes.

The cost of moving a pile that others have signals on is set by hand, see _COSTS.
"""

import sys

from engine import const
from engine.memory import forget, rare

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence

    Kept = tuple[list[int], list[int], int, int]

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
# The features: unseen cards that fit on no pile, one, two of a kind, a rising and a falling one, three, four
_ON_NONE = const(0)
_ON_ONE = const(1)
_ON_LIKE = const(2)
_ON_TWO = const(3)
_ON_THREE = const(4)
_ON_ALL = const(5)
_NOWHERE = const(6)  # and on: 1 if no, one, two unseen cards fit nowhere
_HELD = const(9)  # and on: as the first six, for cards of the hand; the last one:
_HELD_ALL = const(14)
_HELD_BACK = const(15)  # cards of the hand that go back; and on: by their gap to the nearest pile, see _GAPS
_FAR = const(29)  # first feature of the farther two piles
_NEAR = const(50)  # first feature of the other two
_BEYOND = const(0)  # unseen cards beyond it by at most 2; then 4, 7, 10, 15, 22
_BEYOND_32 = const(6)  # unseen cards beyond it by at most 32
_BACK_ONCE = const(7)  # the card that takes it back is unseen
_BACK_AGAIN = const(8)  # the card that takes it back once more is unseen
_PAIRS_5 = const(9)  # unseen pairs ten apart of which one is beyond it by at most 5
_PAIRS_10 = const(10)  # the same by at most 10
_PAIRS_20 = const(11)  # the same by at most 20; the other card goes back on that one
_WAY = const(12)  # how far it has still to go
_WAY_12 = const(13)  # the same, 12 at most
_WAY_30 = const(14)  # the same, 30 at most
_TEN_ON = const(15)  # the card 10 beyond is unseen
_REST = const(16)  # unseen cards beyond
_NEXT = const(17)  # the next card is unseen
_BACK_FROM = const(18)  # the card that takes it back and the one before that are unseen
_NINE_BACK = const(19)  # the card 9 before it is unseen
_EIGHT_BACK = const(20)  # the card 8 before it is unseen
_PAIR = const(71)  # pairs of the hand ten apart
_PAIR_NONE = const(72)  # pairs that, both laid, leave a pile as it was
_PAIR_5 = const(73)  # pairs that move a pile by at most 5
_PAIR_12 = const(74)  # pairs that move a pile by at most 12
_PAIR_MORE = const(75)  # pairs that move a pile by more
_TWENTY = const(76)  # cards of the hand twenty apart
_TOUCHING = const(77)  # neighbours in the hand at most two apart
_CLOSE = const(78)  # neighbours in the hand three to five apart
_HIT = const(79)  # cards of the hand with an unseen one that would go back on them
_HIT_NEAR = const(80)  # of those cards, the ones within 10 of their pile
_HITS = const(81)  # cards of the hand that would go back on an unseen one
_PAIRS_BOTH = const(82)  # unseen pairs ten apart that help on rising and on falling piles
_PAIRS_ALL = const(83)  # unseen pairs ten apart that help on any pile
_APART = const(84)  # how far like piles are apart, at most 12 each
_MEET = const(85)  # how far the farther piles still are from meeting
_PASSED = const(86)  # how far the other two have passed each other
_SIZE = const(87)  # cards of the hand
_SHARE = const(88)  # cards that fit nowhere, the hand's too, as a share of all that are to be laid, in 64ths
_ROOM = const(89)  # how far all piles have still to go for each card to be laid, in 16ths
_LEAST = const(90)  # the least gap of the hand, at most 40
_SECOND = const(91)  # the second gap
_THIRD = const(92)  # the third gap
_LONG = const(93)  # how far the better of the nearer piles has still to go
# The feature of a card of the hand, less _NEAREST, by its gap to the nearest pile, 99 if it fits nowhere.
_GAPS = bytes(
    [0, 1, 2, 3, 4, 5, 5, 6, 6] + 3 * [7] + 4 * [8] + 6 * [9] + 9 * [10] + 15 * [11] + 53 * [12] + [13]
)
_NEAREST = const(15)
# The feature that counts a card of the hand, by 3 times the rising piles that take it + the falling ones. One
# that all take is not counted: feature 0 adds nothing.
_KINDS = b"\x09\x0a\x0b\x0a\x0c\x0d\x0b\x0d\x00"
_PART = const(24)  # features that are read in a slice
_UP = const(42)  # what a rising pile that takes a card adds to the card's index in Weights.cards
_DOWN = const(14)  # what a falling pile adds
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
        self.piles: list[int] = []  # the features of a pile once all are read, from _FAR on
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
        self.even = w[_ON_NONE] - 2 * w[_ON_ONE] + w[_ON_TWO]
        self.mixed = w[_ON_ONE] - w[_ON_LIKE] - w[_ON_TWO] + w[_ON_THREE]
        self.all = w[_ON_TWO] - 2 * w[_ON_THREE] + w[_ON_ALL]
        self.both = w[_PAIRS_BOTH] - w[_PAIRS_ALL]
        w[_FAR + _REST] += w[_ON_ALL] - w[_ON_THREE]
        w[_NEAR + _REST] += w[_ON_THREE] - w[_ON_LIKE]
        w[_NEAR + _PAIRS_20] += w[_PAIRS_BOTH]
        w[_ON_LIKE] = 2 * w[_ON_LIKE] - w[_ON_ALL]
        half += 24 * w[_APART] + w[_NOWHERE]
        for pile in (_FAR, _NEAR):
            half += 24 * w[pile + _WAY_12] + 60 * w[pile + _WAY_30]
            w[pile + _BEYOND_32] += w[pile + _REST]
            # Each band also counts in all that reach farther.
            for feature in (5, 4, 3, 2, 1, 0, _PAIRS_10, _PAIRS_5):
                w[pile + feature] += w[pile + feature + 1]
        self._half = half
        w[_NOWHERE + 1] -= w[_NOWHERE]
        w[_NOWHERE + 2] -= w[_NOWHERE]
        w[_NOWHERE] = -w[_NOWHERE]
        for feature in range(_HELD, _HELD_ALL):
            w[feature] -= w[_HELD_ALL]
        w[_SIZE] += w[_HELD_ALL]
        w[_HITS] += w[_HIT]
        w[_SECOND] += w[_THIRD]
        w[_LEAST] += w[_SECOND]
        for feature in (_ON_NONE, _ON_ONE, _ON_TWO, _ON_THREE, _ON_ALL, _HELD_ALL, _PAIRS_ALL):
            w[feature] = 0  # not needed any more
        # A device's collector follows at most 64 objects at once, or goes through the whole heap twice. So
        # no list holds more large ints.
        self.piles = w[_FAR:_PAIR]
        w[_FAR:_PAIR] = [0] * (_PAIR - _FAR)

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


class Evaluator:
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

    def after(self, drawn: "Sequence[int]", kept: "Sequence[int]") -> "Evaluator":
        """Returns the view of the seat that plays next: it holds the cards drawn and cannot see those kept.

        It ignores signals.
        """
        unseen = self._unseen[:]
        for card in drawn:
            unseen[card + OFF] = 0
        for card in kept:
            unseen[card + OFF] = 1
        other = object.__new__(Evaluator)
        other._weights = self._weights
        other._signals = False
        other._know(unseen)
        return other

    def _top(self, role: int, top: int) -> int:
        """Returns what a pile adds. role: 0, 1 the farther and the nearer rising one, 2, 3 falling ones."""
        w = self._weights.piles
        before = self._before
        pairs = self._pairs
        unseen = self._unseen
        f = _NEAR - _FAR if role & 1 else 0
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
        value = w[f + _WAY] * way
        if way < 30:
            value -= w[f + _WAY_30] * (30 - way)
            if way < 12:
                value -= w[f + _WAY_12] * (12 - way)
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
            value += w[f + _BEYOND_32] * h
        if rest:
            value += w[f + _REST] * rest
        if i:
            value += w[f + _PAIRS_5] if i == 1 else w[f + _PAIRS_5] * i
        if j:
            value += w[f + _PAIRS_10] if j == 1 else w[f + _PAIRS_10] * j
        if k:
            value += w[f + _PAIRS_20] * k
        if low and role & 1:
            value += self._weights.features[_PAIRS_BOTH] * low
        at = top + OFF
        if unseen[at + 10 * step]:
            value += w[f + _BACK_ONCE]
            if way < 80 and unseen[at + 20 * step]:
                value += w[f + _BACK_AGAIN]
            if unseen[at + 11 * step]:
                value += w[f + _BACK_FROM]
        if unseen[at - 10 * step]:
            value += w[f + _TEN_ON]
        if unseen[at - step]:
            value += w[f + _NEXT]
        if unseen[at + 9 * step]:
            value += w[f + _NINE_BACK]
        if unseen[at + 8 * step]:
            value += w[f + _EIGHT_BACK]
        self.tops[role * 128 + top] = value
        return value

    def kept(self, cards: list[int]) -> "Kept":
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
            biases += w[_ON_LIKE] * self.total - weights.both * self._pairs[-1] + w[_SIZE] * size
            self._usual = (biases, outputs)
        value, outputs = self._usual
        pairs = []
        last = -99
        for card in cards:
            if card - 10 in cards:
                pairs.append(card - 10)
            if card - 20 in cards:
                value += w[_TWENTY]
            if card - last <= 5:
                value += w[_TOUCHING] if card - last <= 2 else w[_CLOSE]
            last = card
        if pairs:
            value += w[_PAIR] * len(pairs)
        return (cards, pairs, value, outputs)

    def value(self, one: int, two: int, three: int, four: int, kept: "Kept") -> int:
        """Returns the worth of ending the turn with these piles. kept: the hand, as `kept` returns it."""
        # A function for the cards of the hand would add 1 % to a hard decision, and 544 bytes to the peak.
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
                    v += w[_NOWHERE + nowhere if nowhere < 3 else _NOWHERE]
        pairs = self._pairs
        a = pairs[low + _PAD - 9] - pairs[top + _PAD]
        if a > 0:
            v += weights.both * a
        a = high - low
        b = top - bottom
        a = (a if a < 12 else 12) + (b if b < 12 else 12)
        if a < 24:
            v -= w[_APART] * (24 - a)
        if bottom > high:
            v += w[_MEET] * (bottom - high)
        elif low > top:
            v += w[_PASSED] * (low - top)
        v += w[_LONG] * (top - 1 if low + top < 101 else 100 - low)
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
            v += w[_HITS] if hits == 1 else w[_HITS] * hits
        if hit != hits:
            v += w[_HIT] * (hit - hits)
        if close:
            v += w[_HIT_NEAR] if close == 1 else w[_HIT_NEAR] * close
        if first:
            v += w[_LEAST] * first
        if second != first:
            v += w[_SECOND] * (second - first)
        if third != second:
            v += w[_THIRD] * (third - second)
        if nowhere:
            v += w[_SHARE] * (nowhere * 64 // (n + 1))
        a = (200 - high - low + bottom + top) * 16 // (n + 1)
        v += w[_ROOM] * (a if a < 255 else 255)
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
            v += w[_PAIR_NONE if gap <= 0 else _PAIR_5 if gap <= 5 else _PAIR_12 if gap <= 12 else _PAIR_MORE]
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
