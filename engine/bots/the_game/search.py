# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The Game: the search of the seat's turn, and of the turn after it."""

from math import exp

from engine import const
from engine.bots.the_game.value import OFF, SPAN, WON, Evaluator, Weights
from engine.memory import rare

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence

    from engine.rng import Rng

    End = tuple[int, int, int, int]
    from engine.the_game import Game

_HARD = const(2)
_WIDTH = const(8)  # of the hard player's beam
_NORMAL_WIDTH = const(3)  # of the normal player's beam; it takes the best end
# How far hard looks alone, with two players, and with more. Of a row:
# - how many ends of a turn it compares
# - the moves tried from a position, those that move a pile least: for the first card, and for later ones
# - how much another card may lose for the turn to be searched on, as a logarithm of odds: 2458 is 0.15
# - the moves tried in the turn after ours
# - the positions valued and turns searched after which no more refills are tried
# - as how many refills the worth of an end itself counts
# - the lead, in wins, with which an end is chosen; a team asks for less near a sure win
_LIMITS = (
    (2, 8, 5, 1600, 4, 175, 30, 0.5),  # the hand is larger: a turn searched as for two players gains nothing
    (3, 6, 6, 4915, 3, 190, 8, 0.35),
    (2, 5, 5, 2458, 3, 195, 8, 0.3),  # there are more robots to wait for
)
_SAMPLES = const(60)  # the most refills that ends are compared over
_LEAST = const(2)  # the fewest refills that ends are compared over
_FURTHER = const(2)  # turns searched after the next seat's, once nobody draws any more
_SLICE = const(4)  # the most positions valued in a slice

# The last choice's weights, if any, and the players and whether they are experts.
_learnt: "list[tuple[Weights, int, bool]]" = []


class _Turn:
    """A beam search over the cards that may be laid in a turn. A step expands one position."""

    def __init__(
        self, view: Evaluator, piles: "Sequence[int]", hand: list[int], due: int,
        width: int, ends: int, limits: tuple[int, int, int],
    ) -> None:  # fmt: skip
        """limits: moves tried for the first card and for later ones; the loss as in _LIMITS."""
        self._view = view
        self._hand = hand
        self._due = due
        self._width = width
        self._most = ends
        self._tried, self._later, self._worse = limits
        self._moves: list[int] = []  # those that are still to be tried from a position, the last one first
        # What `view.kept` returns, by the mask of the cards left in the hand.
        self._kept = {(1 << len(hand)) - 1: view.kept(hand)}
        packed = piles[0] << 21 | piles[1] << 14 | piles[2] << 7 | piles[3]
        self._beam = [(0, packed, (1 << len(hand)) - 1, 0)]
        self._next: list[End] = []
        self._seen: set[tuple[int, int]] = set()
        self._index = 0
        # The best ends of the turn: (value, piles, mask of the cards kept, the first card laid on each pile,
        # seven bits a pile).
        self.ends: list[End] = []
        if not due:
            one, two, three, four = piles
            entry = self._beam[0]
            self.ends.append((view.value(one, two, three, four, self._kept[entry[2]]),) + entry[1:])

    def step(self, most: int) -> int:
        """Tries moves from a position of the beam until `most` positions are valued. Returns their number."""
        packed, mask, firsts = self._beam[self._index][1:]
        one = packed >> 21
        two = packed >> 14 & 127
        three = packed >> 7 & 127
        four = packed & 127
        hand = self._hand
        moves = self._moves
        if not moves:
            # Of two rising or two falling piles a card goes to the nearer one; back by ten it goes to either.
            back = (one - 10, two - 10, three + 10, four + 10)
            low, high, rising = (two, one, 1) if one > two else (one, two, 0)
            bottom, top, falling = (three, four, 2) if three < four else (four, three, 3)
            for index in range(len(hand)):
                if not mask >> index & 1:
                    continue
                card = hand[index]
                # A move packs gap, index in the hand and pile.
                if card > high:
                    moves.append(card - high << 5 | index << 2 | 1 - rising)
                elif card > low:
                    moves.append(card - low << 5 | index << 2 | rising)
                if card < bottom:
                    moves.append(bottom - card << 5 | index << 2 | falling)
                elif card < top:
                    moves.append(top - card << 5 | index << 2 | 5 - falling)
                if card in back:
                    for pile in range(4):
                        if card == back[pile]:
                            moves.append(index << 2 | pile)
            moves.sort()
            del moves[self._tried :]
            moves.reverse()
        count = 0
        cards = self._kept[mask][0]
        while moves and count < most:
            move = moves.pop()
            index = move >> 2 & 7
            card = hand[index]
            pile = move & 3
            rest = mask ^ 1 << index
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
        if not moves:
            self._index += 1
            if self._index == len(self._beam):
                self._deepen()
        return count

    def _lay(self, one: int, two: int, three: int, four: int, rest: int, firsts: int) -> int:
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
        index = len(beam)
        while index and beam[index - 1][0] < value:
            index -= 1
        beam.insert(index, entry)
        return 1

    def _deepen(self) -> None:
        """Goes on to positions with one more card laid."""
        self._due -= 1
        self._tried = self._later
        self._beam = beam = self._next
        self._next = []
        self._seen.clear()
        self._index = 0
        kept = {}
        for entry in beam:
            kept[entry[2]] = self._kept[entry[2]]
        self._kept = kept
        if self._due > 0 and beam and beam[0][2]:
            return
        ends = self.ends
        # The search ends when another card makes it worse: in the turn after ours at once.
        if ends and beam and beam[0][0] < ends[0][0] - self._worse:
            self._beam = []
            return
        for entry in beam:
            if len(ends) == self._most:
                if entry[0] <= ends[-1][0]:
                    break
                ends.pop()
            index = len(ends)
            while index and ends[index - 1][0] < entry[0]:
                index -= 1
            ends.insert(index, entry)
        if beam and not beam[0][2]:
            self._beam = []

    def done(self) -> bool:
        """Whether the search is over."""
        return not self._beam


def _guessed(game: "Game", cards: list[int]) -> list[int]:
    """Returns the unseen cards as a player guesses them who remembers two in three of those laid.

    cards: the unseen cards. Of those not remembered it guesses as many as there are, evenly spread.
    """
    known = [card for card in cards if card % 3 < 2]
    hand = game.hand(game.player)
    some = [card for card in range(2, 100, 3) if card not in hand and card not in game.piles]
    out = len(cards) - len(known)
    return known + [some[index * len(some) // out] for index in range(out)]


class Search:
    """The choice of a card to lay, or of ending the turn: call `step` until it returns one.

    Hard compares the best ends of the turn over sampled refills, by searching the turn after it: the next
    seat's, with a hand that agrees with its signals, or its own if it plays alone. Once the draw pile is
    empty, a team samples all hands of the others and searches _FURTHER turns more. Normal takes the best end.
    """

    def __init__(self, game: "Game", level: int, rng: "Rng") -> None:
        """game: left as it is, with a card that can be laid; level: 1 normal, 2 hard; rng: own chance."""
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
        row = _LIMITS[min(game.players, 3) - 1]
        self._most, first, later, worse, looked_on, self._budget, self._prior, self._ahead = row
        self._limits = first, later, worse  # of our turn
        self._limits_after = looked_on, looked_on, 0  # of the turns after ours
        self._turn: _Turn | None = None
        self._ends: list[End] = []  # the ends compared; empty while our turn is searched
        self._choices: list[tuple[int, int]] = []  # for each end the action to take now, see _choices
        self._sums: list[float] = []  # for each end the sum of its odds of winning
        self._listened = False  # whether the next seat's signals are taken into account
        self._searched = 0  # how many turns after them have been searched
        self._drawn = 0  # how many of the shuffled cards the refills have used
        self._need = 0  # the most cards that a refill has used
        self._hands: list[list[int]] = []  # once the draw pile is empty, each seat's in the sample
        self._meant: list[list[int]] = []  # for each signal of the next seat the cards that it may mean
        self._further = 0  # turns of the sample that are still to be searched
        self._count = 0  # positions valued and turns searched so far

    def _ready(self) -> bool:
        """Reads some of the weights, if the last choice had no such ones. Returns whether all are there."""
        players = self._game.players
        expert = self._game.least > 2
        if not _learnt or _learnt[0][1:] != (players, expert):
            _learnt[:] = [(Weights(players, expert), players, expert)]
            return False
        return _learnt[0][0].ready()

    def _begin(self) -> None:
        """Begins the search of our turn."""
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
        self._view = view = Evaluator(unseen, _learnt[0][0], calm, mine, game.piles)
        ends = self._most
        width = _WIDTH
        if self._level < _HARD:
            ends = 1
            width = _NORMAL_WIDTH
        self._turn = _Turn(view, game.piles, self._hand, game.due, width, ends, self._limits)

    def step(self) -> int | None:
        """Returns the action, -1 if not all cards due can be laid, or None while there is more to search."""
        turn = self._turn
        if not turn:
            if not self._ends:
                if self._ready():
                    self._begin()
            elif self._listened:
                self._look_on()
            else:
                self._listen()
            return None
        count = 0
        while not turn.done() and count < _SLICE:
            count += turn.step(_SLICE - count)
        self._count += count
        if not turn.done():
            return None
        ends = turn.ends
        turn = self._turn = None  # the next one takes its place in memory
        if self._ends:
            if self._further and ends and ends[0][0] < WON:
                self._go_on(ends[0])
                return None
            return self._weigh(ends)
        if ends:
            self._view.tops.clear()
            return self._compare(ends)
        return -1

    def _compare(self, ends: "list[End]") -> int | None:
        """Begins the search of the next turn. Returns the action if there is nothing to compare."""
        game = self._game
        self._choices = choices = _choices(ends)
        action, bits = choices[0]
        self._after = after = game.after(game.player)
        # A card that leads to all ends is laid before they are compared.
        if bits + 1 == 1 << len(ends) or ends[0][0] >= WON or game.players > 1 and after == game.player:
            return action
        self._ends = ends
        prior = self._prior
        self._sums = [prior * _odds(end[0]) for end in ends]
        return None

    def _listen(self) -> None:
        """Takes what the next seat has signalled into account, and shuffles the hidden cards."""
        self._listened = True
        game = self._game
        if game.players > 1 and game.left:
            said = [game.signal(self._after, pile) for pile in range(4)]
            if any(said):  # who has no signal at all may just be silent
                laid = [action >> 2 for action in game.laid[game.spoken :]]  # since it spoke
                self._hear(said, game.meant(game.unseen(-1) + laid))
        self._rng.shuffle(self._cards)

    @rare
    def _hear(self, said: list[int], meant: list[tuple[list[int], list[int]]]) -> None:
        """Leaves out cards that the next seat would have signalled, and notes what its signals may mean.

        said: its signals; meant: see Game.meant. On a pile that was moved since it spoke a signal meant other
        cards.
        """
        moved = [action & 3 for action in self._game.laid[self._game.spoken :]]
        piles = [pile for pile in range(4) if pile not in moved]
        absent: list[int] = []
        for pile in piles:
            for cards in meant[pile][said[pile] :]:
                absent += cards
        hidden = [card for card in self._cards if card not in absent]
        for pile in piles:
            if said[pile]:
                some = [card for card in meant[pile][said[pile] - 1] if card in hidden]
                if some:
                    self._meant.append(some)
        if len(hidden) >= self._game.held(self._after):
            self._cards = hidden

    def _look_on(self) -> None:
        """Samples a refill, or the next seat's hand, and begins to search the turn after one of our ends."""
        self._count += 1
        game = self._game
        index = self._searched % len(self._ends)
        cards = self._cards
        alone = game.players == 1
        packed, mask = self._ends[index][1:3]
        hand = self._hand
        kept = [hand[card] for card in range(len(hand)) if mask >> card & 1]
        fill = min(game.hand_size - len(kept), game.left)
        # All ends are compared over the same refills, and each refill has cards that no other one had.
        start = self._drawn
        drawn = cards[start : start + (fill if alone else game.held(self._after))]
        size = len(drawn)
        self._need = max(self._need, size)
        for number, meant in enumerate(self._meant):
            if not any([card in drawn for card in meant]):
                place = number % size
                while place < size - 1 and any([drawn[place] in other for other in self._meant]):
                    place += 1
                drawn[place] = meant[self._searched // len(self._ends) % len(meant)]
        view = self._view.after(drawn, () if alone else kept)
        if alone:
            drawn.extend(kept)
        elif not game.left:
            self._need = len(cards)  # all cards are in the others' hands
            self._further = _FURTHER
            self._hands = hands = [kept] * game.players
            for ahead in range(1, game.players):
                seat = (game.player + ahead) % game.players
                hands[seat] = sorted(cards[start : start + game.held(seat)])
                start += game.held(seat)
            self._mover = self._after
            self._later = view
        drawn.sort()
        piles = (packed >> 21, packed >> 14 & 127, packed >> 7 & 127, packed & 127)
        due = game.least if game.left > fill else 1
        self._turn = _Turn(view, piles, drawn, due, 1, 1, self._limits_after)

    def _go_on(self, end: "End") -> None:
        """Begins to search the turn of the sample after the one that ended so."""
        self._further -= 1
        self._count += 1
        packed, mask = end[1:3]
        hands = self._hands
        mover = self._mover
        hand = hands[mover]
        hands[mover] = kept = [hand[card] for card in range(len(hand)) if mask >> card & 1]
        seat = (mover + 1) % len(hands)
        while not hands[seat]:
            seat = (seat + 1) % len(hands)
        hand = hands[seat]
        view = self._later
        view.tops.clear()
        if seat != mover:
            self._later = view = view.after(hand, kept)
        self._mover = seat
        piles = (packed >> 21, packed >> 14 & 127, packed >> 7 & 127, packed & 127)
        self._turn = _Turn(view, piles, hand, 1, 1, 1, self._limits_after)

    def _weigh(self, ends: "list[End]") -> int | None:
        """Adds up the turn that was searched. Returns the action when there were enough."""
        worth = 1.0
        if not ends:
            worth = 0.0
        elif ends[0][0] < WON:
            worth = _odds(ends[0][0])
        sums = self._sums
        number = len(sums)
        sums[self._searched % number] += worth
        self._searched += 1
        if self._searched % number:
            return None
        best = max(sums)
        action, bits = self._choices[sums.index(best)]
        rival = max([sums[index] for index in range(number) if not bits >> number - 1 - index & 1])
        rounds = self._searched // number
        ahead = self._ahead
        if self._game.players > 1:  # near a sure win ends differ little, whatever is drawn
            odds = best / (self._prior + rounds)
            ahead *= min(1, 8 * odds * (1 - odds))
        sure = best - rival > ahead or rounds >= _SAMPLES
        if rounds >= _LEAST and (sure or self._count >= self._budget):
            return action
        self._drawn += self._need
        if self._drawn + self._need > len(self._cards):
            self._rng.shuffle(self._cards)
            self._drawn = 0
        return None


def _choices(ends: "list[End]") -> list[tuple[int, int]]:
    """Returns for each end the action to take now if it is the best, and a mask of the ends it leads to.

    The first end is the highest bit. The action lays the card, of those first on a pile, that leads to the
    most other ends, and of equally many to the best. It is 0, the end of the turn, if the end lays no card.
    """
    choices: list[tuple[int, int]] = []
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
    """Returns the probability of a win, 0 to 1, from the value of the end of a turn."""
    return 1 / (1 + exp(-value / 16384))
