# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""How hard plays the last tricks of an even round of Flip Over: it looks at all that can follow.

In the last round it first asks for a card that wins the match whatever the others do. If there is none, it
expects each seat to play for what it gains itself, and of equal gains for the lead in points.
"""

from engine import const
from engine.bots.flip_over import WIN, gains
from engine.flip_over import decide

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from engine.flip_over import Game

_SLICE = const(100)  # cards laid in a step; one takes about 200 bytecodes
_SLICES = const(24)
_LEAD = const(10)  # bits of a lead in points


class Ending:
    """The choice of `game.player` in the last tricks, depth first: call `step` until it returns a card."""

    def __init__(self, game: "Game") -> None:
        """game: the match, left as it is."""
        self._game = game
        self._hands = [game.hand(seat)[:] for seat in range(game.players)]
        self._laid = game.trick[:]  # the cards of the tricks from this one on
        left = 1 - game.players  # the last trick is no choice
        for hand in self._hands:
            left += len(hand)
        # Cards of a hand between which no other card is: a higher one, which does as well, and the lower one.
        self._twins: dict[int, int] = {}
        cards = sorted(self._laid + sum(self._hands, []))
        for index in range(1, len(cards)):
            low = cards[index - 1]
            card = cards[index]
            plain = not game.trumps or max(low % 12, card % 12) + 1 < game.disc
            if low // 12 == card // 12 and plain:
                for hand in self._hands:
                    if low in hand and card in hand:
                        self._twins[card] = low
        # By how many cards were laid since: the seat to act; the cards that it has not tried yet; what each
        # seat has by the best of those tried, [] before the first; who took the discs, as digits after a 1.
        self._seats = [game.player] * left
        self._left = [self._apart(game.legal_actions())] * left
        self._found: list[list[int]] = [[]] * left
        self._taken = [1] * left
        self._depth = 0
        self._choice = -1
        self._slices = _SLICES
        self._sure = game.round == game.rounds  # whether it asks for a win whatever the others do
        self._ends: dict[int, list[int]] = {}  # what each seat has in the end, by who took the discs

    def step(self) -> int | None:
        """Looks on for a slice. Returns the card, None for "not yet", or -1.

        -1: there is too much to look at, or nothing to be gained unless somebody errs.
        """
        game = self._game
        players = game.players
        me = game.player
        hands = self._hands
        laid = self._laid
        seats = self._seats
        lefts = self._left
        founds = self._found
        taken = self._taken
        trumps = game.trumps
        begun = len(game.trick)
        last = len(seats) - 1
        depth = self._depth
        for _ in range(_SLICE):
            left = lefts[depth]
            if left:
                card = left.pop()
                seat = seats[depth]
                hands[seat].remove(card)
                laid.append(card)
                code = taken[depth]
                depth += 1
                at = (begun + depth) % players
                seat = (seat + 1) % players
                if not at:  # `seat` has led the trick
                    disc = game.disc + (begun + depth) // players
                    seat = (seat + decide(laid[-players:], trumps and disc - 1)) % players
                    code = code * players + seat
                    if disc == len(game.discs):  # nobody has a choice any more
                        cards = [hand[0] for hand in hands]
                        cards = cards[seat:] + cards[:seat]
                        code = code * players + (seat + decide(cards, trumps and disc)) % players
                if depth < last:
                    hand = hands[seat]
                    left = []
                    if at:
                        led = laid[-at] // 12
                        for card in hand:
                            if card // 12 == led:
                                left.append(card)
                    left = self._apart(left or hand)
                    seats[depth] = seat
                    lefts[depth] = left
                    founds[depth] = []
                    taken[depth] = code
                    continue
                if code not in self._ends:
                    self._ends[code] = self._end(code)
                found = self._ends[code]
            elif depth:
                found = founds[depth]
            else:
                gained = founds[0][me] >> _LEAD
                if not self._sure or gained == WIN:
                    return self._choice if gained else -1
                self._sure = False
                self._ends.clear()
                founds[0] = []
                lefts[0] = self._apart(game.legal_actions())
                continue
            depth -= 1
            card = laid.pop()
            seat = seats[depth]
            hands[seat].append(card)
            best = founds[depth]
            if not best or found[seat] > best[seat]:
                founds[depth] = found
                if not depth:
                    self._choice = card
                if self._sure and (found[me] >> _LEAD == WIN) == (found[seat] >= 0):
                    lefts[depth] = []  # that answers the question
        self._depth = depth
        self._slices -= 1
        return None if self._slices else -1

    def _apart(self, cards: list[int]) -> list[int]:
        """Returns those of a hand's cards that differ in what they can bring about, the lowest last."""
        twins = self._twins
        left = []
        for card in cards:
            if card not in twins or twins[card] not in cards:
                left.append(card)
        left.sort()
        left.reverse()
        return left

    def _end(self, taken: int) -> list[int]:
        """Returns what each seat has once the discs are taken, the more the better."""
        game = self._game
        points = game.points[:]
        disc = len(game.discs)
        while taken > 1:
            points[taken % game.players] += disc if game.discs[disc - 1] else -disc
            taken //= game.players
            disc -= 1
        found = gains(game, points)
        most = max(points)
        second = sorted(points)[-2 - game.teams]
        for seat in range(game.players):
            own = points[seat]
            found[seat] = (found[seat] << _LEAD) + 512 + own - (second if own == most else most)
        if self._sure:
            me = game.player
            for seat in range(game.players):
                if seat != me and seat != game.partner(me):
                    found[seat] = -found[me]
        return found
