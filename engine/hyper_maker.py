# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Hyper Maker: only when all cards of a trick are played is it known which suit decides, and its points.

Cards: `kind * 10 + first - 1`, 0 to 59. A kind is a pair of suits, 0 red-blue, 1 red-green, 2 red-yellow,
3 blue-green, 4 blue-yellow, 5 green-yellow; `first` is the number of the suit named first, the other
suit's number is `11 - first`. Suits: 0 red, 1 blue, 2 green, 3 yellow. Actions: a card.

The numbers of two kinds that share no suit add up to 5. So the cards that do not follow a master card are
ten in a row, and a seat that plays one of them holds only that kind for the rest of the deal.
"""

from engine import check, const
from engine.memory import rare

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence
    from typing import Any

    from engine.rng import Rng

    Reason = tuple[str, tuple[int, ...]]

MIN_PLAYERS = 3
MAX_PLAYERS = 5
OPTIONS = (
    ("deals", (1, 3, 4, 5), 1),  # 1 or the number of players
    ("tie_winner_leads", (0, 1), 0),
)
SUITS = 4
MASTER = -1  # no seat wins: the master card's own number is strictly the highest
NOBODY = -2  # no seat wins: no card with either of the master's suits

_CARDS = const(60)
_ANY = const(6)  # instead of a kind: the seat may hold any
_DISCARDED = const(15)  # instead of a seat: nobody won the trick
_FIRST = b"\0\0\0\1\1\2"
_SECOND = b"\1\2\3\2\3\3"


def first_suit(card: int) -> int:
    """Returns the suit of a card that is named first, 0 to 2."""
    return _FIRST[card // 10]


def second_suit(card: int) -> int:
    """Returns the suit of a card that is named second, 1 to 3."""
    return _SECOND[card // 10]


def number_in(card: int, suit: int) -> int:
    """Returns the number of a card in a suit, 1 to 10, or 0 if the card lacks the suit."""
    kind = card // 10
    if _FIRST[kind] == suit:
        return card % 10 + 1
    return 10 - card % 10 if _SECOND[kind] == suit else 0


# number_in as a table, at suit * 60 + card: computer players have no time for the call.
NUMBERS = bytes([number_in(card, suit) for suit in range(SUITS) for card in range(_CARDS)])


def decide(master: int, cards: list[int]) -> tuple[int, int, int, int, int, int]:
    """Decides a trick, finished or not.

    cards: in the order they were played. Returns (index, follow, number, shown, first, second): the index
    in `cards` of the card that wins, or MASTER or NOBODY; the follow suit; the highest number in it; how
    many cards show that number, the master included; how many played cards have the master's first and
    second suit. If no card has either suit, the follow suit is the one for equal counts.
    """
    kind = master // 10
    base = _FIRST[kind] * 60
    other = _SECOND[kind] * 60
    first = second = 0
    for card in cards:
        if NUMBERS[base + card]:
            first += 1
        if NUMBERS[other + card]:
            second += 1
    if second > first or (second == first and NUMBERS[other + master] > NUMBERS[base + master]):
        base = other
    number = NUMBERS[base + master]
    if first == second == 0:
        return NOBODY, base // 60, number, 1, 0, 0
    winner = MASTER
    shown = 1
    index = 0
    for card in cards:
        mine = NUMBERS[base + card]
        if mine >= number:
            shown = 1 if mine > number else shown + 1
            number = mine
            winner = index
        index += 1
    return winner, base // 60, number, shown, first, second


def admits(players: int, option: str, value: object) -> bool:
    """Whether that number of players may choose an allowed value: deals is 1 or the number of players."""
    return option != "deals" or value in (1, players)


class Game:
    """A match of one deal, or of one deal a player. These attributes are public and read-only:

    players, player -- the number of seats, and the seat to act (-1 when the match is over)
    deals, tie_winner_leads -- the options
    deal -- the number of the deal, from 1
    master -- the master card turned up, -1 when the match is over
    lead, trick -- who leads, and the cards played, in order: seat (lead + i) % players played trick[i]
    rng -- the chance of the deals to come
    """

    KEY = "hyper_maker"  # its row in the registry

    def __init__(self, players: int, rng: "Rng", **options: "Any") -> None:
        """Deals. options: see OPTIONS. Raises ValueError for a wrong number of players, option or value."""
        values = check("Hyper Maker", MIN_PLAYERS, MAX_PLAYERS, players, OPTIONS, options)
        self.deals, self.tie_winner_leads = values
        if not admits(players, "deals", self.deals):
            raise ValueError(f"Hyper Maker: deals is 1 or, here, {players}, not {self.deals}.")
        self.players = players
        self.rng = rng
        self._first = rng.below(players)
        self._points = [0] * players
        self._sheet: list[int] = []  # the points of all seats at the end of each deal, deal by deal
        self._legal: list[int] = []
        self._last: tuple[int, int, list[int]] | None = None  # master, lead and cards of the last trick
        self.deal = 1
        self._deal_cards()

    def _deal_cards(self) -> None:
        """Deals the hands from seat 0 on, then the master cards in the order they are turned up."""
        players = self.players
        cards = list(range(_CARDS))
        self.rng.shuffle(cards)
        size = _CARDS // (players + 1)
        self._hands = [sorted(cards[seat * size : seat * size + size]) for seat in range(players)]
        self._stack = cards[players * size :]
        self._stack.reverse()  # the next one is the last
        self.master = self._stack.pop()
        self._only = bytearray([_ANY] * players)  # the only kind that a seat can still hold
        self._taken = bytearray()  # a byte a trick: winner * 16 + points
        self.trick: list[int] = []
        # The first leader moves clockwise from deal to deal (ours).
        self.lead = self.player = (self._first + self.deal - 1) % players

    def copy(self) -> "Game":
        """An independent game in the same position, which shares the rng."""
        other = object.__new__(Game)
        other.players = self.players
        other.player = self.player
        other.rng = self.rng
        other.deals = self.deals
        other.deal = self.deal
        other.master = self.master
        other.lead = self.lead
        other.trick = self.trick[:]
        other.tie_winner_leads = self.tie_winner_leads
        other._first = self._first
        other._points = self._points[:]
        other._hands = [hand[:] for hand in self._hands]
        other._stack = self._stack[:]
        other._only = self._only[:]
        other._taken = self._taken[:]
        other._sheet = self._sheet  # these two are replaced, never changed in place
        other._last = self._last
        other._legal = []
        return other

    def legal_actions(self) -> list[int]:
        """Returns the cards that may be played, rising: those with one of the master's suits, if any."""
        legal = self._legal
        legal.clear()
        hand = self._hands[self.player]  # index -1 when the match is over: an empty hand
        neither = 50 - self.master // 10 * 10
        beyond = neither + 10
        for card in hand:
            if card < neither or card >= beyond:
                legal.append(card)
        if not legal:
            legal.extend(hand)
        return legal

    def apply(self, card: int) -> None:
        """Plays a card that the caller knows to be legal. After the last trick it deals the next deal."""
        seat = self.player
        self._hands[seat].remove(card)
        trick = self.trick
        trick.append(card)
        kind = card // 10
        if kind + self.master // 10 == 5:
            self._only[seat] = kind
        if len(trick) == self.players:
            self._end_trick(trick)
        else:
            seat += 1
            self.player = seat if seat < self.players else 0

    def _end_trick(self, trick: list[int]) -> None:
        """Gives the trick to its winner and turns up the next master card."""
        master = self.master
        index, follow, _, shown, _, _ = decide(master, trick)
        self._last = (master, self.lead, trick)
        self.trick = []
        taken = _DISCARDED << 4
        if index >= 0:
            winner = (self.lead + index) % self.players
            points = 11 - NUMBERS[follow * 60 + master]  # its number in the other suit
            self._points[winner] += points
            taken = winner << 4 | points
            # As printed, a trick decided by a tie does not move the lead: a tie with the master card too.
            if shown == 1 or self.tie_winner_leads:
                self.lead = winner
        self._taken.append(taken)
        if self._stack:
            self.master = self._stack.pop()
            self.player = self.lead
            return
        self._sheet = self._sheet + self._points
        if self.deal < self.deals:
            self.deal += 1
            self._deal_cards()
        else:
            self.master = self.player = -1

    def unseen(self, seat: int) -> list[int]:
        """Returns the cards of the other hands and the master cards still face down, rising."""
        cards = self._stack[:]
        for other in range(self.players):
            if other != seat:
                cards += self._hands[other]
        cards.sort()
        return cards

    def redeal(self, seat: int, rng: "Rng") -> None:
        """Deals again, in place, what `seat` cannot know: the other hands, the stack and all later deals.

        Every deal that agrees with what the seat has seen is equally likely. Later deals are drawn from `rng`
        too.
        """
        self.rng = rng
        hands = self._hands
        only = self._only
        hidden = self.unseen(seat)
        # A seat that holds only one kind draws first. Any other seat may hold whatever is left.
        for other in range(self.players):
            kind = only[other]
            if kind < _ANY and other != seat:
                held = [card for card in hidden if card // 10 == kind]
                hand = hands[other]
                for index in range(len(hand)):
                    hand[index] = card = held.pop(rng.below(len(held)))
                    hidden.remove(card)
                hand.sort()
        rng.shuffle(hidden)
        start = len(self._stack)
        self._stack = hidden[:start]
        for other in range(self.players):
            if only[other] == _ANY and other != seat:
                end = start + len(hands[other])
                hands[other] = hand = hidden[start:end]
                hand.sort()
                start = end

    def score(self, seat: int) -> int:
        """Returns the points of a seat over all deals so far."""
        return self._points[seat]

    def winners(self) -> tuple[int, ...]:
        """Returns the seats with the most points: a tie is a shared win (ours)."""
        most = max(self._points)
        return tuple([seat for seat in range(self.players) if self._points[seat] == most])

    def masters(self) -> list[int]:
        """Returns the master cards still face down, the next one last: the game's own list, read-only.

        No seat may see them. Computer players read them in a copy that `redeal` has treated.
        """
        return self._stack

    @rare
    def story(self, history: "Sequence[int]", seat: int) -> "tuple[Any, ...]":
        """Plays a whole match on this game, just dealt; returns a seat's best trick.

        ("story_best", seat, trick, points), in a match of several deals ("story_best_of", seat, trick,
        points, deal); () if the seat won no trick.
        """
        told: tuple[Any, ...] = ()
        most = laid = 0
        for card in history:
            deal = self.deal
            before = self.score(seat)
            self.apply(card)
            laid += 1
            points = self.score(seat) - before
            if points > most:
                most = points
                told = ("story_best", seat, laid // self.players, points)
                if self.deals > 1:
                    told = ("story_best_of",) + told[1:] + (deal,)
            if self.deal != deal:
                laid = 0
        return told

    # What a screen shows. Computer players call nothing below while they simulate moves.

    def hand(self, seat: int) -> list[int]:
        """Returns a seat's cards, rising: the game's own list, read-only, for that seat's eyes only."""
        return self._hands[seat]

    def masters_left(self) -> int:
        """Returns how many master cards lie face down."""
        return len(self._stack)

    def counts(self) -> tuple[int, ...]:
        """Returns how many cards of the trick so far have the master's first suit, and its second."""
        return decide(self.master, self.trick)[4:] if self.player >= 0 else (0, 0)

    def worth(self) -> tuple[int, ...]:
        """Returns the points of the trick if the master's first suit decides, and if its second does."""
        first = self.master % 10 + 1
        return (11 - first, first) if self.player >= 0 else (0, 0)

    def standing(self) -> tuple[int, ...]:
        """Returns (winner, follow suit, points) as if the trick ended with the cards played so far.

        The winner is a seat, MASTER or NOBODY. The points are 0 if no seat wins the trick. Returns
        (NOBODY, -1, 0) when the match is over.
        """
        if self.player < 0:
            return NOBODY, -1, 0
        return self._outcome(self.master, self.lead, self.trick)[:3]

    def _outcome(self, master: int, lead: int, cards: list[int]) -> "tuple[int, int, int, Reason]":
        """Returns (winner, follow suit, points, reason) of a trick: see standing and last_trick."""
        index, follow, number, shown, first, second = decide(master, cards)
        if index == NOBODY:
            return NOBODY, follow, 0, ("no_suit", (first_suit(master), second_suit(master)))
        if follow == second_suit(master):
            first, second = second, first
        why = (follow, number, first, second)
        if index == MASTER:
            return MASTER, follow, 0, ("master", why)
        points = 11 - NUMBERS[follow * 60 + master]
        return (lead + index) % self.players, follow, points, ("highest" if shown == 1 else "latest", why)

    def last_trick(self) -> "tuple[int, int, list[int], int, int, Reason] | None":
        """Returns (master, lead, cards, winner, points, reason) of the last trick, even of an earlier deal.

        The winner is a seat, MASTER or NOBODY. The reason is a key and its values. "highest", "latest" (of
        several cards that show the highest number) and "master" (the master card's number is the highest)
        have (follow suit, highest number, cards of the follow suit, cards of the other suit). Equal counts
        mean that the master's higher number decided. "no_suit" has the master's two suits.
        """
        if self._last is None:
            return None
        master, lead, cards = self._last
        winner, _, points, reason = self._outcome(master, lead, cards)
        return master, lead, cards, winner, points, reason

    def won(self, seat: int) -> list[int]:
        """Returns the points of each trick that a seat has won in this deal, in order."""
        return [taken & 15 for taken in self._taken if taken >> 4 == seat]

    def discarded(self) -> int:
        """Returns how many tricks of this deal nobody won."""
        return len(self.won(_DISCARDED))

    def gone(self) -> list[int]:
        """Returns the cards of this deal that everyone has seen, rising: those played, masters turned up."""
        hidden = self._stack[:]
        for hand in self._hands:
            hidden += hand
        return [card for card in range(_CARDS) if card not in hidden]

    def deal_score(self, deal: int, seat: int) -> int:
        """Returns the points that a seat made in a deal, 1 to `deal`; in the current one, those so far."""
        index = (deal - 1) * self.players + seat
        points = self._sheet[index] if index < len(self._sheet) else self._points[seat]
        return points - self._sheet[index - self.players] if deal > 1 else points

    def why(self, card: int) -> "Reason | None":
        """Returns why the seat to act may not play a card, as a key and its values; None if it may.

        ("not_held", (card,)); ("follow", the master's two suits): the seat holds a card with one of them.
        """
        if card in self.legal_actions():
            return None
        if card not in self._hands[self.player]:
            return "not_held", (card,)
        return "follow", (first_suit(self.master), second_suit(self.master))
