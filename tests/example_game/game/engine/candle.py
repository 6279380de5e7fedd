# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Candle: six tricks, in which nobody has to follow; the last trick is worth more.

A card is `suit * 6 + number - 1`: four suits, the numbers 1 to 6. An action is the card to be played.
"""

from engine import check, const

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from engine.rng import Rng

    Trick = tuple[int, list[int], int]

MIN_PLAYERS = 2
MAX_PLAYERS = 4
OPTIONS = (("last", (1, 3), 3),)  # points for the last trick

_CARDS = const(24)
_HAND = const(6)


def decide(cards: list[int]) -> int:
    """The place, in the order played, of the card that wins: the highest of the suit led."""
    best = 0
    for place in range(len(cards)):
        if cards[place] // 6 == cards[best] // 6 and cards[place] > cards[best]:
            best = place
    return best


class Game:
    """A match of six tricks. For everyone to see, and not to be written to:

    players: how many; player: the seat to act, -1 at the end; lead: the seat that led the trick;
    trick: its cards so far, in the order played; number: of the trick, 1 to 6; points: of each seat;
    last: what the last trick is worth.
    """

    KEY = "candle"

    def __init__(self, players: int, rng: "Rng", **options: object) -> None:
        """Deals the cards. last: 1 or 3."""
        (self.last,) = check("Candle", MIN_PLAYERS, MAX_PLAYERS, players, OPTIONS, options)
        self.players = players
        self.lead = self.player = rng.below(players)
        cards = list(range(_CARDS))
        rng.shuffle(cards)
        self._hands: list[list[int]] = []
        for seat in range(players):
            self._hands.append(sorted(cards[seat * _HAND : (seat + 1) * _HAND]))
        self._rest = cards[players * _HAND :]  # stays face down
        self.trick: list[int] = []
        self.number = 1
        self.points = [0] * players
        self._last: Trick | None = None  # lead, cards, winner
        self._legal: list[int] = []

    def copy(self) -> "Game":
        """An independent game in the same position."""
        other = object.__new__(Game)
        other.players = self.players
        other.player = self.player
        other.lead = self.lead
        other.trick = self.trick[:]
        other.number = self.number
        other.points = self.points[:]
        other.last = self.last
        other._hands = [hand[:] for hand in self._hands]
        other._rest = self._rest  # these two are replaced, never changed
        other._last = self._last
        other._legal = []
        return other

    def legal_actions(self) -> list[int]:
        """The cards that may be played, rising: any of the hand."""
        legal = self._legal
        legal[:] = self._hands[self.player] if self.player >= 0 else ()
        return legal

    def apply(self, card: int) -> None:
        """Plays a legal card of the seat to act, and ends the trick if it was the last one."""
        self._hands[self.player].remove(card)
        self.trick.append(card)
        if len(self.trick) < self.players:
            self.player = (self.player + 1) % self.players
            return
        winner = self.ahead()
        self._last = (self.lead, self.trick, winner)
        self.trick = []
        if self.number < _HAND:
            self.points[winner] += 1
            self.number += 1
            self.lead = self.player = winner
        else:
            self.points[winner] += self.last
            self.player = -1

    def ahead(self) -> int:
        """The seat whose card wins the trick as it lies."""
        return (self.lead + decide(self.trick)) % self.players

    def unseen(self, seat: int) -> list[int]:
        """The cards that a seat cannot see, rising: the other hands, and those that nobody was dealt."""
        cards = self._rest[:]
        for other in range(self.players):
            if other != seat:
                cards += self._hands[other]
        cards.sort()
        return cards

    def redeal(self, seat: int, rng: "Rng") -> None:
        """Deals the unseen cards again: nobody has to follow, so a seat may hold any of them."""
        cards = self.unseen(seat)
        rng.shuffle(cards)
        start = 0
        for other in range(self.players):
            if other != seat:
                end = start + len(self._hands[other])
                self._hands[other] = sorted(cards[start:end])
                start = end
        self._rest = cards[start:]

    def score(self, seat: int) -> int:
        """The points of a seat so far."""
        return self.points[seat]

    def winners(self) -> tuple[int, ...]:
        """The seats with the most points."""
        most = max(self.points)
        return tuple([seat for seat in range(self.players) if self.points[seat] == most])

    # What a screen shows.

    def hand(self, seat: int) -> list[int]:
        """The cards of a seat, rising; the game's own list, not to be changed."""
        return self._hands[seat]

    def last_trick(self) -> "Trick | None":
        """(lead, cards in the order played, winner) of the last trick that is over; None before."""
        return self._last
