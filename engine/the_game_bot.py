"""The Game's computer players: what a turn costs the team, and what it leaves for the next.

A position at the end of a turn (four piles, the hand that is kept, the cards that nobody has laid) is
worth a sum of features times learnt weights: 16384 times the logarithm of the odds of beating the game. A
turn is searched with a beam: of the positions after one, two, ... cards the most valuable are kept. The
best ends of a turn are then compared by one more turn, over sampled refills. tools/train/the_game.py
learns the weights, with the same features in the same order.

Signals: see `wishes`. A seat gives them before it ends its turn, from its own hand and the open piles
alone; the same signal stands for many cards, so none encodes a number.
"""

from math import exp

from engine import const
from engine.the_game_weights import COUNT, CUTS, SCALES, SETS, WEIGHTS

_SIGNAL = const(400)
_STARTER = const(500)
_OFF = const(16)  # where card 0 is in the flags of unseen cards
_SPAN = const(144)
_CARDS = const(98)
_WIDTH = const(5)  # of the beam
_ENDS = const(3)  # how many ends of a turn are compared
_SAMPLES = const(5)  # over how many refills, and no more once so many positions were valued:
_BUDGET = const(520)
_BEGIN = const(20)
_SLICE = const(8)  # positions after which a slice ends: a step more are valued at most
_NEAR = const(3)
_WON = const(1 << 28)
# The feature of a gap of the hand to the nearest pile; 99 is a card that fits nowhere.
_GAPS = bytes([14] + [15 + sum([gap > cut for cut in (1, 2, 3, 4, 6, 8, 11, 15, 21, 30, 45)])
                      for gap in range(1, 99)] + [27])
_MOVES = bytes([0, 2, 2, 3, 3, 3, 4, 4, 4, 4, 4])


class _Weights:
    """The learnt weights for a number of players and a level, interpolated for cards still to be laid."""

    def __init__(self, players: int, expert: bool):
        self._start = SETS[5 * expert + players - 1] * COUNT * len(CUTS)
        self._rows = {}

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


class _View:
    """What one seat knows: the unseen cards, counted beforehand, and the value of ends of its turn."""

    def __init__(self, unseen, weights: "_Weights", calm, mine, start):
        """unseen: a flag a card, from _OFF on. calm, mine: others' signals on each pile, how many.

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
        place = _OFF
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
        """The worth of ending the turn with these piles. kept: the hand and its pairs, see _Turn.kept."""
        hand = kept[0]
        n = self.total + len(hand)
        if not n:
            return _WON
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
        """What moving the piles that others have signals on adds, as learnt."""
        w = self._row
        start = self._start
        value = 0
        for pile in range(4):
            calm = self._calm[pile]
            mine = self._mine[pile]
            if calm or mine:
                move = (one - start[0], two - start[1], start[2] - three, start[3] - four)[pile]
                move = 1 if move < 0 else 5 if move > 10 else _MOVES[move]
                value += calm * w[50 + move] + mine * w[56 + move]
        return value


class _Turn:
    """A beam search over the cards that may be laid in a turn, one or a few positions at a time."""

    def __init__(self, view: "_View", piles, hand, due: int, width: int, ends: int):
        self._view = view
        self._hand = hand
        self._due = due
        self._width = width
        self._most = ends
        self._kept = {}
        packed = piles[0] << 21 | piles[1] << 14 | piles[2] << 7 | piles[3]
        self._beam = [(0, packed, (1 << len(hand)) - 1, 0)]
        self._next = []
        self._seen = set()
        self._place = 0
        # The best ends of the turn: (value, piles, which cards of the hand are kept, first action).
        self.ends = []
        if not due:
            one, two, three, four = piles
            entry = self._beam[0]
            self.ends.append((view.value(one, two, three, four, self.kept(entry[2])),) + entry[1:])

    def kept(self, mask: int) -> tuple:
        """The hand that is left, and its pairs: ten apart, at most two apart, at most five."""
        kept = self._kept.get(mask)
        if kept is None:
            cards = []
            ten = 0
            close = 0
            closer = 0
            last = -99
            for place in range(len(self._hand)):
                if mask >> place & 1:
                    card = self._hand[place]
                    if card - 10 in cards:
                        ten += 1
                    if card - last <= 2:
                        closer += 1
                    elif card - last <= 5:
                        close += 1
                    cards.append(card)
                    last = card
            self._kept[mask] = kept = (cards, ten, closer, close)
        return kept

    def step(self) -> int:
        """Lays each card that is left on a position of the beam; how many positions that gave."""
        packed, mask, first = self._beam[self._place][1:]
        self._place += 1
        one = packed >> 21
        two = packed >> 14 & 127
        three = packed >> 7 & 127
        four = packed & 127
        hand = self._hand
        count = 0
        for place in range(len(hand)):
            if not mask >> place & 1:
                continue
            card = hand[place]
            rest = mask ^ 1 << place
            # Of two like piles the card goes to the nearer one, or back by ten.
            if card > one and (card <= two or one > two):
                count += self._lay(card, 0, card, two, three, four, rest, first)
            elif card == one - 10:
                count += self._lay(card, 0, card, two, three, four, rest, first)
            if card > two and (card <= one or two >= one):
                count += self._lay(card, 1, one, card, three, four, rest, first)
            elif card == two - 10:
                count += self._lay(card, 1, one, card, three, four, rest, first)
            if card < three and (card >= four or three < four):
                count += self._lay(card, 2, one, two, card, four, rest, first)
            elif card == three + 10:
                count += self._lay(card, 2, one, two, card, four, rest, first)
            if card < four and (card >= three or four <= three):
                count += self._lay(card, 3, one, two, three, card, rest, first)
            elif card == four + 10:
                count += self._lay(card, 3, one, two, three, card, rest, first)
        if self._place == len(self._beam):
            self._deepen()
        return count

    def _lay(self, card, pile, one, two, three, four, rest, first) -> int:
        packed = one << 21 | two << 14 | three << 7 | four
        key = (packed, rest)
        if key in self._seen:
            return 0
        self._seen.add(key)
        value = self._view.value(one, two, three, four, self._kept.get(rest) or self.kept(rest))
        beam = self._next
        if len(beam) == self._width:
            if value <= beam[-1][0]:
                return 1
            beam.pop()
        entry = (value, packed, rest, first or 4 * card + pile)
        place = len(beam)
        while place and beam[place - 1][0] < value:
            place -= 1
        beam.insert(place, entry)
        return 1

    def _deepen(self) -> None:
        """Goes on to one card more."""
        self._due -= 1
        self._beam = beam = self._next
        self._next = []
        self._seen.clear()
        self._place = 0
        if self._due > 0 and beam and beam[0][2]:
            return
        ends = self.ends
        # A look ahead goes on only as long as that pays.
        if self._width == 1 and ends and beam and beam[0][0] < ends[0][0]:
            self._beam = []
            return
        for entry in beam:
            if len(ends) == self._most:
                if entry[0] <= ends[-1][0]:
                    break
                ends.pop()
            place = len(ends)
            while place and ends[place - 1][0] < entry[0]:
                place -= 1
            ends.insert(place, entry)
        if beam and not beam[0][2]:
            self._beam = []

    def done(self) -> bool:
        """Whether the search is over."""
        return not self._beam


def wishes(hand, piles) -> list:
    """The signals, one a pile, that a seat gives with these cards left in its hand.

    2 (leave it to me): a card takes the pile back by ten, or moves it by 1. 1 (no big jump): a card moves it
    by 2 or 3. Computer partners give them by this rule, from nothing else; no signal tells which card it is.
    """
    given = []
    for pile in range(4):
        wish = 0
        top = piles[pile] if pile < 2 else 101 - piles[pile]
        for card in hand:
            gap = card - piles[pile] if pile < 2 else piles[pile] - card
            # At the ends of a pile only one card could be meant: then another signal, or none.
            if gap == -10 and top < 99 or gap == 1 and 11 < top:
                wish = 2
            elif 0 < gap <= _NEAR and top < 97 and not wish:
                wish = 1
        given.append(wish)
    return given


def opening(hand) -> int:
    """How far the two cards of a first hand that cost least move the piles."""
    costs = [min(card - 1, 100 - card) for card in hand]
    costs.sort()
    return costs[0] + costs[1]


def _free(action: int, game) -> int:
    """The gap of laying a card, 0 for other actions."""
    return game.gap(action >> 2, action & 3) if 0 < action < _SIGNAL else 0


class Mind:
    """Thinks about one action of the seat to act: call `step` until it gives one."""

    def __init__(self, game, level: int, rng):
        """game: left as it is; level: 0 easy, 1 normal, 2 hard; rng: the chance of the refills tried."""
        self._game = game
        self._level = level
        self._rng = rng
        self._phase = 0  # 1: our turn is searched, 2: the turns after it
        self._ends = []
        self._place = 0
        self._count = 0  # positions valued so far

    def step(self):
        """The action, or None while there is more to think about."""
        game = self._game
        if game.choosing:
            # The team asks seat 0 first: whoever knows of two cheap cards begins.
            return _STARTER + (0 if game.players == 1 or opening(game.hand(0)) <= _BEGIN else 1)
        if not self._level:
            return self._beginner()
        if not self._phase:
            return self._look()
        turn = self._turn
        count = 0
        while not turn.done() and count < _SLICE:
            count += turn.step()
        self._count += count
        if not turn.done():
            return None
        if self._phase == 1:
            self._phase = 2
            self._ends = turn.ends
            if not turn.ends:
                return self._longest()
            return self._compare()
        worth = 1.0
        if not turn.ends:
            worth = 0.0
        elif turn.ends[0][0] < _WON:
            worth = 1 / (1 + exp(-turn.ends[0][0] / 16384))
        self._sums[self._place % len(self._ends)] += worth
        self._place += 1
        rounds = self._place // len(self._ends)
        if self._place % len(self._ends) or rounds < _SAMPLES and self._count < _BUDGET:
            self._try()
            return None
        # What the weights say of an end counts as much as the samples.
        for place in range(len(self._sums)):
            self._sums[place] += rounds / (1 + exp(-self._ends[place][0] / 16384))
        best = 0
        for place in range(1, len(self._sums)):
            if self._sums[place] > self._sums[best]:
                best = place
        return self._settle(self._ends[best][3])

    def _beginner(self) -> int:
        """Lays what costs least, the cards that are due and those that cost next to nothing."""
        game = self._game
        best = 0
        least = 1000
        for action in game.legal_actions():
            if action and _free(action, game) < least:
                least = _free(action, game)
                best = action
        return 0 if not game.due and least > 1 else best

    def _look(self):
        """Gathers what the seat knows; then the search of the turn can begin."""
        game = self._game
        seat = game.player
        if game.legal_actions()[-1] == 0:
            return self._settle(0)
        hand = game.hand(seat)
        unseen = bytearray(_SPAN)
        if self._level == 2:
            # All that is hidden, dealt anew: the cards that have not been laid and are not in the hand.
            others = game.copy()
            others.redeal(seat, self._rng)
            cards = []
            for other in range(game.players):
                if other != seat:
                    cards.extend(others.hand(other))
            deck = others._deck
            cards.extend(deck[len(deck) - others.left :])
            cards.sort()
        else:
            # No memory of what was laid: as many of the cards in question as are out, evenly spread.
            some = [card for card in range(2, 100) if card not in hand and card not in game.piles]
            out = _CARDS - game.score(seat) - len(hand)
            cards = [some[place * len(some) // out] for place in range(out)]
        for card in cards:
            unseen[_OFF + card] = 1
        self._cards = cards
        calm = [0] * 4
        mine = [0] * 4
        for other in range(game.players):
            if other != seat:
                for pile in range(4):
                    signal = game.signal(other, pile)
                    if signal == 1:
                        calm[pile] += 1
                    elif signal:
                        mine[pile] += 1
        self._weights = _Weights(game.players, game._least > 2)
        self._phase = 1
        view = _View(unseen, self._weights, calm, mine, game.piles)
        if self._level == 1:
            self._turn = _Turn(view, game.piles, hand, game.due, 3, 1)
        else:
            self._unseen = unseen
            self._turn = _Turn(view, game.piles, hand, game.due, _WIDTH, _ENDS)
        return None

    def _longest(self) -> int:
        """What is due cannot be laid any more: lays what can be laid, since each card counts."""
        return self._settle(self._beginner())

    def _compare(self):
        """Begins to look one turn on, or chooses when there is nothing to compare."""
        ends = self._ends
        game = self._game
        first = ends[0][3]
        same = True
        for end in ends:
            same = same and end[3] == first
        after = (game.player + 1) % game.players
        if same or ends[0][0] >= _WON or game.players > 1 and not game.held(after):
            return self._settle(first)
        self._sums = [0.0] * len(ends)
        self._hand = game.hand(game.player)
        self._after = after
        self._try()
        return None

    def _try(self) -> None:
        """Deals a refill, or the next hand, and begins the search of the next turn for one end of ours."""
        game = self._game
        place = self._place % len(self._ends)
        cards = self._cards
        alone = game.players == 1
        if not place:  # the same chance for all the ends compared
            count = min(len(cards), 8)
            for card in range(count):
                other = card + self._rng.below(len(cards) - card)
                cards[card], cards[other] = cards[other], cards[card]
        value, packed, mask, first = self._ends[place]
        hand = self._hand
        kept = [hand[card] for card in range(len(hand)) if mask >> card & 1]
        fill = min(game.hand_size - len(kept), game.left)
        drawn = cards[: fill if alone else game.held(self._after)]
        unseen = self._unseen[:]
        for card in drawn:
            unseen[_OFF + card] = 0
        if alone:
            drawn.extend(kept)
        else:
            for card in kept:
                unseen[_OFF + card] = 1
        drawn.sort()
        piles = (packed >> 21, packed >> 14 & 127, packed >> 7 & 127, packed & 127)
        none = bytes(4)
        view = _View(unseen, self._weights, none, none, piles)
        self._turn = _Turn(view, piles, drawn, game._least if game.left > fill else 1, 1, 1)

    def _settle(self, action: int) -> int:
        """The action; before the end of a turn first the signals, one by one."""
        game = self._game
        if action or game.due:
            return action
        can = game.signals()
        if can:
            given = wishes(game.hand(game.player), game.piles)
            for pile in range(4):
                if game.signal(game.player, pile) != given[pile] and _SIGNAL + 4 * given[pile] + pile in can:
                    return _SIGNAL + 4 * given[pile] + pile
        return 0


def explain(game, action: int) -> tuple:
    """Why the hard player would do it: a key of the message catalogue and its values."""
    if action >= _STARTER:
        return ("hint_begins", action - _STARTER + 1)
    if action >= _SIGNAL:
        pile = action & 3
        gaps = [game.gap(card, pile) for card in game.hand(game.player)]
        if -10 in gaps and action >> 2 == 102:
            return ("hint_signal_back", pile + 1)
        gaps = [gap for gap in gaps if gap > 0]
        if gaps and action >> 2 != 100:
            return ("hint_signal", min(gaps), pile + 1)
        return ("hint_signal_none", pile + 1)
    gaps = [game.gap(other >> 2, other & 3) for other in game.legal_actions() if other]
    if not action:
        if game.due:
            return ("hint_stuck",)
        return ("hint_enough", min(gaps)) if gaps else ("hint_nothing",)
    card = action >> 2
    pile = action & 3
    gap = game.gap(card, pile)
    if gap < 0:
        return ("hint_back", pile + 1)
    partner = card - 10 if pile < 2 else card + 10
    if partner in game.hand(game.player):
        return ("hint_prepare", card, partner)
    if gap == min(gaps):
        return ("hint_least", gap)
    return ("hint_lay", card, pile + 1, gap)
