# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Inversio: a duel in which laying a card swaps the worths of two ranks, for both players.

A card is `suit * 13 + rank - 1`, rank 1 the ace, 11 jack, 12 queen, 13 king. An action is a card.
"""

from engine import check, const
from engine.memory import rare

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence
    from typing import Any

    from engine.rng import Rng

MIN_PLAYERS = 2
MAX_PLAYERS = 2
OPTIONS = (
    ("rounds", (1, 2, 4, 6), 2),
    # Whether the screen shows the table of worths; the rules are the same.
    ("open_worths", (0, 1), 1),
)

_START = b"\x01\x00\x00\x00\x00\x00\x00\x08\x09\x0a\x0b\x0c\x0e"  # worths from ace to king
_HAND = const(5)
_NOBODY = const(-1)
_NO_CARD = const(-1)
_ANY = const(-1)
_SPARE = const(4)


class Game:
    """A match of some rounds; a round ends with the fight of the two last cards.

    These attributes are public and read-only:

    players, player -- the number of seats, and the seat to act (-1 when the match is over)
    rounds, open_worths -- the options
    round -- the current round, from 0; the last one when the match is over
    table -- the table card, -1 when the match is over
    worths -- the current worth of each rank, thirteen bytes, the ace's first (41 at most)

    A six (card 5) is laid on the eight that lies open (card 46): the eight's worth goes to the sixes.

    >>> from engine.rng import Rng
    >>> game = Game(2, Rng(2026))
    >>> game.player, game.table, game.hand(0)
    (0, 46, [5, 7, 20, 33, 37])
    >>> game.apply(5)
    >>> list(game.worths)
    [1, 0, 0, 0, 0, 8, 0, 0, 9, 10, 11, 12, 14]
    """

    KEY = "inversio"  # its row in the registry

    def __init__(self, players: int, rng: "Rng", **options: "Any") -> None:
        """Deals the first round. options: see OPTIONS. Raises ValueError for a wrong option or value."""
        self.rounds, self.open_worths = check("Inversio", MIN_PLAYERS, MAX_PLAYERS, players, OPTIONS, options)
        self.players = players
        self._rng = rng
        self._first = rng.below(players)
        self._won = [0, 0]
        self._legal: list[int] = []
        self._ended: list[Any] = []  # of the last finished round: number, winner, hands, worths and record
        self.round = 0
        self._deal()

    def _deal(self) -> None:
        """Begins a round: deals the hands and the stock, resets the worths, turns up a table card."""
        cards = list(range(52))
        self._rng.shuffle(cards)
        self._hands = [sorted(cards[:_HAND]), sorted(cards[_HAND : _HAND * 2])]
        self._stock = cards  # never changed in place, because copies share it
        self._next = _HAND * 2
        self._laid: list[int] = []  # pairs: a table card, and the card laid on it (_NO_CARD if passed over)
        self._only = [_ANY, _ANY]  # the only rank that a seat is known to hold
        self.worths = bytearray(_START)
        self.player = (self._first + self.round) % 2
        self._turn_up()

    def copy(self) -> "Game":
        """An independent game in the same position, which shares the rng."""
        other = object.__new__(Game)
        other.rounds = self.rounds
        other.open_worths = self.open_worths
        other.players = self.players
        other._rng = self._rng
        other._first = self._first
        other._won = self._won[:]
        other._legal = []
        other._ended = self._ended
        other.round = self.round
        other._hands = [self._hands[0][:], self._hands[1][:]]
        other._stock = self._stock
        other._next = self._next
        other._laid = self._laid[:]
        other._only = self._only[:]
        other.worths = self.worths[:]
        other.player = self.player
        other.table = self.table
        return other

    # Playing

    def legal_actions(self) -> list[int]:
        """Returns the cards that may be laid, rising. The list holds until the next call."""
        legal = self._legal
        legal.clear()
        if self.player < 0:
            return legal
        hand = self._hands[self.player]
        rank = self.table % 13
        if rank == 0:  # an ace may be laid on an ace
            legal[:] = hand
            return legal
        for card in hand:
            if card % 13 != rank:
                legal.append(card)
        return legal

    def apply(self, action: int) -> None:
        """Lays a card that the caller knows to be legal. The last one is followed by the fight."""
        if self.lay(action):
            self._fight()

    def lay(self, card: int) -> bool:
        """Lays a legal card without the fight. Returns True when both seats have one card left.

        This is for a search that stops at the end of the round and then asks `ahead()`. Others use `apply`.
        """
        worths = self.worths
        seat = self.player
        table = self.table
        self._hands[seat].remove(card)
        self._laid.append(table)
        self._laid.append(card)
        a = card % 13
        b = table % 13
        if a and b:
            kept = worths[a]
            worths[a] = worths[b]
            worths[b] = kept
        else:
            # An ace gains the number printed on the other card (1 for an ace), if that card shows one.
            # The other rank goes back to its worth at the start.
            other = a or b
            if other < 10:
                worths[0] += other + 1
            if other:
                worths[other] = _START[other]
        self.player = 1 - seat
        if len(self._hands[1 - seat]) == 1:
            return True
        self._turn_up()
        return False

    def _turn_up(self) -> None:
        """Turns up a table card for the seat to act, and passes over those that it cannot lay a card on.

        The stock cannot run out. A seat lays while it has two or more cards, so at most two of the four
        cards of a rank are passed over. Eight table cards and these are fewer than 42.
        """
        seat = self.player
        hand = self._hands[seat]
        while True:
            self.table = table = self._stock[self._next]
            self._next += 1
            rank = table % 13
            if rank == 0 or len(hand) == _HAND:
                return
            other = 0
            for card in hand:  # all of them, so that the time taken says nothing about the hand
                other |= card % 13 - rank
            if other:
                return
            self._laid.append(table)
            self._laid.append(_NO_CARD)
            self._only[seat] = rank

    def ahead(self) -> int:
        """Returns the seat whose first card is worth more, -1 if equal: with one card each, who wins."""
        mine = self.worths[self._hands[0][0] % 13]
        other = self.worths[self._hands[1][0] % 13]
        if mine == other:
            return _NOBODY
        return 0 if mine > other else 1

    def _fight(self) -> None:
        """Lets the two last cards fight, and deals the next round."""
        winner = self.ahead()
        if winner >= 0:
            self._won[winner] += 1
        self._ended = [self.round, winner, self._hands, self.worths, self._laid]
        if self.round + 1 < self.rounds:
            self.round += 1
            self._deal()
        else:
            self.player = _NOBODY
            self.table = _NO_CARD

    # The end

    def score(self, seat: int) -> int:
        """Returns how many rounds the seat has won."""
        return self._won[seat]

    def winners(self) -> tuple[int, ...]:
        """Returns the seat that has won more rounds, none if equal."""
        won = self._won
        if won[0] == won[1]:
            return ()
        return (0,) if won[0] > won[1] else (1,)

    @rare
    def story(self, history: "Sequence[int]", seat: int) -> "tuple[Any, ...]":
        """Plays a whole match on this game, just dealt; returns its last fight that the winner has won.

        ("story_fight", winner, round, worth, worth beaten), the key of a text. In a draw "story_level" stands
        for the last fight that was won, which has made the rounds equal, and ("story_none", -1, worth) for
        the last one if none was; () if there was no fight at all. seat: whose story it is; here both have
        the same.
        """
        fights: list[tuple[Any, ...]] = []
        for action in history:
            number = self.round
            self.apply(action)
            if self.player < 0 or self.round > number:
                fights.insert(0, self.fight())
        winners = self.winners()
        for number, winner, _, worths in fights:
            if winner >= 0 and (winner in winners or not winners):
                key = "story_fight" if winners else "story_level"
                return key, winner, number + 1, worths[winner], worths[1 - winner]
        return ("story_none", -1, fights[0][3][0]) if fights else ()

    # What a seat may know

    def unseen(self, seat: int) -> list[int]:
        """Returns the cards of the other hand and the stock, rising; after the last fight the stock alone."""
        cards = self._stock[self._next :]
        if self.player >= 0:
            cards += self._hands[1 - seat]
        cards.sort()
        return cards

    def redeal(self, seat: int, rng: "Rng") -> None:
        """Deals the other hand and the stock again, in agreement with all that `seat` has seen.

        A table card that was passed over shows that the whole hand is of that rank. One that was not shows
        that it is not. Later rounds are dealt from `rng` too, since the match's own rng would give them away.
        """
        self._rng = rng
        if self.player < 0:
            return
        other = 1 - seat
        size = len(self._hands[other])
        cards = self.unseen(seat)
        only = self._only[other]
        if only >= 0:
            held = [card for card in cards if card % 13 == only]
            rng.shuffle(held)
            held = held[:size]
            held.sort()
            cards = held + [card for card in cards if card not in held]
            self._mix(cards, size, rng)
        else:
            # A deal is refused if the whole hand is of the table card's rank, which is rare.
            self._mix(cards, 0, rng)
            while self.player == other and not self._can_lay(cards, size):
                cards.sort()
                self._mix(cards, 0, rng)
            held = cards[:size]
            held.sort()
        self._hands[other] = held
        self._stock = cards
        self._next = size

    def _mix(self, cards: list[int], start: int, rng: "Rng") -> None:
        """Shuffles the cards from `start` on, as many as this round can use."""
        size = len(cards)
        hands = self._hands
        # These are the other hand, a table card for each card still to be laid, and those passed over.
        end = len(hands[0]) + len(hands[1]) + _HAND + _SPARE
        end = min(end, size)
        below = rng.below
        for i in range(start, end):
            j = i + below(size - i)
            card = cards[i]
            cards[i] = cards[j]
            cards[j] = card

    def _can_lay(self, cards: list[int], size: int) -> bool:
        """Whether one of the first `size` cards can be laid on the table card."""
        rank = self.table % 13
        if rank == 0:
            return True
        for i in range(size):
            if cards[i] % 13 != rank:
                return True
        return False

    def hand(self, seat: int) -> list[int]:
        """Returns the seat's cards, rising; when the match is over, the last card, which has fought."""
        return self._hands[seat]

    def stock(self) -> int:
        """Returns how many cards the stock has left."""
        return len(self._stock) - self._next

    def first(self) -> int:
        """Returns the seat that lays first in the current round."""
        return (self._first + self.round) % 2

    def laid(self) -> list[tuple[int, int, int]]:
        """Returns what was laid in this round, in order: (table card, card or -1 if passed over, seat)."""
        return _pairs(self._laid, self.first())

    def only(self, seat: int) -> int:
        """Returns the rank, 1 to 13, that all cards of the seat are known to have; 0 if none is known."""
        return self._only[seat] + 1

    def effect(self, card: int) -> list[tuple[int, int]]:
        """Returns what laying a card would change, as (rank 1 to 13, its new worth), lowest rank first."""
        a = card % 13
        b = self.table % 13
        if a > b:
            a, b = b, a
        worths = self.worths
        if a:
            changes = [(a + 1, worths[b]), (b + 1, worths[a])]
        else:
            changes = [(1, worths[0] + (b + 1 if b < 10 else 0))]
            if b:
                changes.append((b + 1, _START[b]))
        return [change for change in changes if worths[change[0] - 1] != change[1]]

    def fight(self) -> "tuple[Any, ...]":
        """Returns how the last finished round ended: round, winner (-1 nobody), cards, worths; () before.

        cards: the last card of seat 0 and of seat 1; worths: those of these two cards.
        """
        if not self._ended:
            return ()
        number, winner, hands, worths, _ = self._ended
        cards = (hands[0][0], hands[1][0])
        return number, winner, cards, (worths[cards[0] % 13], worths[cards[1] % 13])

    def fight_worths(self) -> bytearray:
        """Returns the thirteen worths at the last fight; before the first fight, those at the start."""
        return self._ended[3] if self._ended else bytearray(_START)

    def fight_laid(self) -> list[tuple[int, int, int]]:
        """Returns what was laid in the last finished round, as `laid()` does; [] before."""
        if not self._ended:
            return []
        return _pairs(self._ended[4], (self._first + self._ended[0]) % 2)


def _pairs(flat: list[int], seat: int) -> list[tuple[int, int, int]]:
    """Returns the record of a round that `seat` began, as (table card, card laid or -1, seat)."""
    pairs = []
    for i in range(0, len(flat), 2):
        pairs.append((flat[i], flat[i + 1], seat))
        if flat[i + 1] >= 0:
            seat = 1 - seat
    return pairs
