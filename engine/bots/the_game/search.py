"""The Game: the search for what to lay, now and in one turn more."""

from math import exp

from engine import const
from engine.bots.the_game.value import OFF, SPAN, WON, View, Weights

_HARD = const(2)
_WIDTH = const(8)  # of the beam
_ENDS = const(3)  # how many ends of a turn are compared
_TRIED = const(6)  # cards on piles, of each position of the beam: the nearest
_LOOKED_ON = const(3)  # as many in the turn after that
_NORMAL_WIDTH = const(3)  # of the beam of the normal player, who takes the best end
_SAMPLES = const(60)  # over how many refills, and no more once so many positions were valued:
_BUDGET = const(510)
_PRIOR = const(20)  # as many refills the worth of an end itself counts for
_LEAST = const(2)  # over how many refills at least, and no more once one end is ahead by so many wins:
_AHEAD = 0.4
# Whoever plays alone goes by the refills sooner and for longer, and as long as there are some tries what is
# not due only where it moves a pile by at most so much: laying more won fewer games.
_PRIOR_ALONE = const(10)
_AHEAD_ALONE = 0.6
_EXTRA = const(2)
_ANY = const(4095)  # above each move as `_Turn.step` packs it
_SLICE = const(3)  # positions after which a slice ends: a step more are valued at most


class _Turn:
    """A beam search over the cards that may be laid in a turn, one or a few positions at a time."""

    def __init__(self, view: View, piles, hand, due: int, width: int, ends: int, tried: int, extra: int):
        self._view = view
        self._hand = hand
        self._due = due
        self._width = width
        self._most = ends
        self._tried = tried
        self._extra = extra
        self._moves = []
        # By which cards of the hand are left: what the view makes of them.
        self._kept = {(1 << len(hand)) - 1: view.kept(hand)}
        packed = piles[0] << 21 | piles[1] << 14 | piles[2] << 7 | piles[3]
        self._beam = [(0, packed, (1 << len(hand)) - 1, 0)]
        self._next = []
        self._seen = set()
        self._place = 0
        # The best ends of the turn: (value, piles, which cards of the hand are kept, the first that each
        # pile gets, seven bits a pile).
        self.ends = []
        if not due:
            one, two, three, four = piles
            entry = self._beam[0]
            self.ends.append((view.value(one, two, three, four, self._kept[entry[2]]),) + entry[1:])

    def step(self) -> int:
        """Lays cards that are left on a position of the beam, the nearest; how many positions that gave."""
        packed, mask, firsts = self._beam[self._place][1:]
        self._place += 1
        one = packed >> 21
        two = packed >> 14 & 127
        three = packed >> 7 & 127
        four = packed & 127
        hand = self._hand
        moves = self._moves
        moves.clear()
        # Of two like piles a card goes to the nearer one, or back by ten to any.
        back = (one - 10, two - 10, three + 10, four + 10)
        low, high, rising = (two, one, 1) if one > two else (one, two, 0)
        bottom, top, falling = (three, four, 2) if three < four else (four, three, 3)
        for place in range(len(hand)):
            if not mask >> place & 1:
                continue
            card = hand[place]
            # Gap, place and pile.
            if card > high:
                moves.append(card - high << 5 | place << 2 | 1 - rising)
            elif card > low:
                moves.append(card - low << 5 | place << 2 | rising)
            if card < bottom:
                moves.append(bottom - card << 5 | place << 2 | falling)
            elif card < top:
                moves.append(top - card << 5 | place << 2 | 5 - falling)
            if card in back:
                for pile in range(4):
                    if card == back[pile]:
                        moves.append(place << 2 | pile)
        moves.sort()
        most = _ANY if self._due > 0 else self._extra
        count = 0
        cards = self._kept[mask][0]
        for move in moves[: self._tried]:
            if move > most:
                break
            place = move >> 2 & 7
            card = hand[place]
            pile = move & 3
            rest = mask ^ 1 << place
            if rest not in self._kept:
                others = cards[:]
                others.remove(card)
                self._kept[rest] = self._view.kept(others)
            firsts_ = firsts if firsts >> 7 * pile & 127 else firsts | card << 7 * pile
            if pile == 0:
                count += self._lay(card, two, three, four, rest, firsts_)
            elif pile == 1:
                count += self._lay(one, card, three, four, rest, firsts_)
            elif pile == 2:
                count += self._lay(one, two, card, four, rest, firsts_)
            else:
                count += self._lay(one, two, three, card, rest, firsts_)
        if self._place == len(self._beam):
            self._deepen()
        return count

    def _lay(self, one, two, three, four, rest, firsts) -> int:
        packed = one << 21 | two << 14 | three << 7 | four
        key = (packed, rest)
        if key in self._seen:
            return 0
        self._seen.add(key)
        value = self._view.value(one, two, three, four, self._kept[rest])
        beam = self._next
        if len(beam) == self._width:
            if value <= beam[-1][0]:
                return 1
            beam.pop()
        entry = (value, packed, rest, firsts)
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
        kept = {}
        for entry in beam:
            kept[entry[2]] = self._kept[entry[2]]
        self._kept = kept
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


def _guessed(game, cards) -> list:
    """With a short memory, of two cards in three: as many of the others as are out, evenly spread.

    cards: the ones that are out.
    """
    known = [card for card in cards if card % 3 < 2]
    hand = game.hand(game.player)
    some = [card for card in range(2, 100, 3) if card not in hand and card not in game.piles]
    out = len(cards) - len(known)
    return known + [some[place * len(some) // out] for place in range(out)]


class Search:
    """The choice of what to lay, or to end the turn: `step` until it gives one.

    The best ends of the turn are compared by the turn after it (the next seat's; alone the own one) over
    sampled refills. The normal player just takes the best end.
    """

    def __init__(self, game, level: int, rng):
        """game: left as it is, with something to lay; level: 1 normal, 2 hard; rng: chance of the refills."""
        self._game = game
        self._level = level
        self._rng = rng
        self._hand = game.hand(game.player)
        world = game.copy()
        world.redeal(game.player, rng)
        cards = world.unseen(game.player)
        if level < _HARD:
            cards = _guessed(game, cards)
        self._cards = cards
        alone = game.players == 1
        self._extra = _EXTRA << 5 | 31 if alone and game.left else _ANY
        self._prior = _PRIOR_ALONE if alone else _PRIOR
        self._ahead = _AHEAD_ALONE if alone else _AHEAD
        self._turn: _Turn | None = None
        self._ends: list = []  # those compared; empty while our turn is searched
        self._choices: list = []  # for each what to lay now, see _choices
        self._sums: list = []  # how likely the win is after each, added up
        self._place = 0  # how many turns after them were searched
        self._drawn = 0  # how many of the cards, shuffled, the refills took
        self._need = 0  # how many one takes at most
        self._count = 0  # positions valued so far

    def _begin(self) -> None:
        """Begins to search our turn."""
        game = self._game
        seat = game.player
        unseen = bytearray(SPAN)
        for card in self._cards:
            unseen[OFF + card] = 1
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
        self._view = view = View(unseen, Weights(game.players, game.least > 2), calm, mine, game.piles)
        width = _WIDTH if self._level == _HARD else _NORMAL_WIDTH
        most = _ENDS if self._level == _HARD else 1
        self._turn = _Turn(view, game.piles, self._hand, game.due, width, most, _TRIED, self._extra)

    def step(self):
        """The action, -1 when what is due cannot all be laid, None while there is more to search."""
        turn = self._turn
        if not turn:
            self._begin()
            return None
        count = 0
        while not turn.done() and count < _SLICE:
            count += turn.step()
        self._count += count
        if not turn.done():
            return None
        if self._ends:
            return self._weigh(turn.ends)
        if turn.ends:
            return self._compare(turn.ends)
        return -1

    def _compare(self, ends: list):
        """Begins to look one turn on, or chooses when there is nothing to compare."""
        game = self._game
        self._choices = choices = _choices(ends)
        action, bits = choices[0]
        self._after = after = (game.player + 1) % game.players
        # What leads to all of them is laid before they are compared.
        if bits + 1 == 1 << len(ends) or ends[0][0] >= WON or game.players > 1 and not game.held(after):
            return action
        self._ends = ends
        self._sums = [self._prior * _odds(end[0]) for end in ends]
        self._rng.shuffle(self._cards)
        self._look_on()
        return None

    def _look_on(self) -> None:
        """Deals a refill, or the next hand, and begins the search of the next turn for one end of ours."""
        game = self._game
        place = self._place % len(self._ends)
        cards = self._cards
        alone = game.players == 1
        packed, mask = self._ends[place][1:3]
        hand = self._hand
        kept = [hand[card] for card in range(len(hand)) if mask >> card & 1]
        fill = min(game.hand_size - len(kept), game.left)
        # The same chance for all the ends compared, and each refill from cards that no other one had.
        start = self._drawn
        drawn = cards[start : start + (fill if alone else game.held(self._after))]
        self._need = max(self._need, len(drawn))
        view = self._view.after(drawn, () if alone else kept)
        if alone:
            drawn.extend(kept)
        drawn.sort()
        piles = (packed >> 21, packed >> 14 & 127, packed >> 7 & 127, packed & 127)
        due, extra = (game.least, self._extra) if game.left > fill else (1, _ANY)
        self._turn = _Turn(view, piles, drawn, due, 1, 1, _LOOKED_ON, extra)

    def _weigh(self, ends: list):
        """Books the turn that was looked on to; the action when these were enough."""
        worth = 1.0
        if not ends:
            worth = 0.0
        elif ends[0][0] < WON:
            worth = _odds(ends[0][0])
        sums = self._sums
        number = len(sums)
        sums[self._place % number] += worth
        self._place += 1
        if self._place % number:
            self._look_on()
            return None
        best = max(sums)
        action, bits = self._choices[sums.index(best)]
        rival = max([sums[place] for place in range(number) if not bits >> number - 1 - place & 1])
        rounds = self._place // number
        if rounds >= _LEAST and (best - rival > self._ahead or rounds >= _SAMPLES or self._count >= _BUDGET):
            return action
        self._drawn += self._need
        if self._drawn + self._need > len(self._cards):
            self._rng.shuffle(self._cards)
            self._drawn = 0
        self._look_on()
        return None


def _choices(ends: list) -> list:
    """For each end the action to take now if it is the best, and the ends that this leads to.

    These are bits, the first end is the highest. Of the cards that an end has first on a pile it is the one
    that leads to the most and best of the others, too; 0, the end of the turn, if it has none.
    """
    choices = []
    for end in ends:
        most = action = 0
        for pile in range(4):
            card = end[3] >> 7 * pile & 127
            bits = 0
            for other in ends:
                bits = bits << 1 | (other[3] >> 7 * pile & 127 == card)
            if card and bits > most:
                most = bits
                action = 4 * card + pile
        choices.append((action, most or 1 << len(ends) - 1 - len(choices)))
    return choices


def _odds(value: int) -> float:
    """How likely the win is, 0 to 1, by the value of the end of a turn."""
    return 1 / (1 + exp(-value / 16384))
