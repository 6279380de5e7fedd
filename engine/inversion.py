# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""!nversion: ten tricks along a lane of open follow cards, each of which a player may swap away.

A card is `suit * 10 + number - 1`; suits are 0 club, 1 spade, 2 heart, 3 diamond, 4 clown. An action is a
card; in the auction it is PASS, or PASS + n to name n tricks.
"""

from engine import check, const
from engine.memory import rare

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence
    from typing import Any

    from engine.rng import Rng

MIN_PLAYERS = 2
MAX_PLAYERS = 4
OPTIONS = (
    # Players + 1 suits, rising. None stands for the first ones.
    (
        "suits",
        (
            (0, 1, 2), (0, 1, 3), (0, 1, 4), (0, 2, 3), (0, 2, 4),
            (0, 3, 4), (1, 2, 3), (1, 2, 4), (1, 3, 4), (2, 3, 4),
            (0, 1, 2, 3), (0, 1, 2, 4), (0, 1, 3, 4), (0, 2, 3, 4), (1, 2, 3, 4),
            (0, 1, 2, 3, 4),
        ),
        None,
    ),
)  # fmt: skip
PASS = 50

_PASS = const(50)
_TRICKS = const(10)
_NOBODY = const(-1)
_NO_CARD = const(255)


def admits(players: int, option: str, value: "Any") -> bool:
    """Whether that number of players may choose an allowed value: they use players + 1 suits."""
    return value is None or len(value) == players + 1


class Game:
    """A match of one deal: the auction (three and four players), then ten tricks.

    These attributes are public and read-only:

    players, player -- the number of seats, and the seat to act (-1 when the match is over)
    suits -- the suits in play, a tuple
    lane -- the ten open cards; those before `position` lie in the piles of finished tricks
    position -- how many tricks are finished, and so the index of the follow card in the lane
    auction -- True while numbers are named
    declared -- the largest number named, 0 before the first
    parent -- the seat that plays against the others; -1 before the auction ends and with two players
    """

    KEY = "inversion"  # its row in the registry

    def __init__(self, players: int, rng: "Rng", **options: "Any") -> None:
        """Deals. suits: players + 1 suit numbers, rising, as a tuple or list; None for the first ones."""
        suits = options.get("suits")
        if suits is None:
            options.pop("suits", None)
        elif isinstance(suits, list):
            options["suits"] = tuple(suits)
        suits = check("!nversion", MIN_PLAYERS, MAX_PLAYERS, players, OPTIONS, options)[0]
        if suits is None:
            suits = tuple(range(players + 1))
        if not admits(players, "suits", suits):
            raise ValueError(f"!nversion: {players} players use {players + 1} suits, not {len(suits)}.")
        self.players = players
        self.suits = suits
        self.player = rng.below(players)
        cards: list[int] = []
        for suit in suits:
            cards += range(suit * 10, suit * 10 + 10)
        rng.shuffle(cards)
        self._hands = [sorted(cards[seat * 10 : seat * 10 + 10]) for seat in range(players)]
        self.lane = cards[players * 10 :]
        self.position = 0
        self.auction = players > 2
        self.declared = 0
        self.parent = _NOBODY
        self._named = [0] * players  # the last number that each seat named, -1 once it has passed
        self._leads = bytearray(_TRICKS + 1)  # who led each trick; entry t + 1 is who won trick t
        self._leads[0] = self.player
        self._inverted = bytearray(_TRICKS)
        self._played = bytearray([_NO_CARD] * (_TRICKS * players))  # cards as they count, by trick and seat
        self._won = bytearray(players)
        self._lacks = bytearray(players)  # a bit for each suit that the seat has shown to lack
        self._legal: list[int] = []

    def copy(self) -> "Game":
        """An independent game in the same position."""
        other = object.__new__(Game)
        other.players = self.players
        other.suits = self.suits
        other.player = self.player
        other._hands = [hand[:] for hand in self._hands]
        other.lane = self.lane[:]
        other.position = self.position
        other.auction = self.auction
        other.declared = self.declared
        other.parent = self.parent
        other._named = self._named[:]
        other._leads = self._leads[:]
        other._inverted = self._inverted[:]
        other._played = self._played[:]
        other._won = self._won[:]
        other._lacks = self._lacks[:]
        other._legal = []
        return other

    # Playing

    def legal_actions(self) -> list[int]:
        """Returns the legal actions, rising. The list holds until the next call."""
        legal = self._legal
        legal.clear()
        if self.player < 0:
            return legal
        if self.auction:
            # The first declarer must name at least 1. After a 10 the others can only pass.
            if self.declared:
                legal.append(_PASS)
            legal += range(_PASS + 1 + self.declared, _PASS + 11)
            return legal
        hand = self._hands[self.player]
        follow = self.lane[self.position]
        suit = follow // 10
        eleven = 9 - follow % 10  # number - 1 of a card that makes 11 with the follow card
        free = True
        for card in hand:
            if card // 10 == suit:
                free = False
                legal.append(card)
            elif card % 10 == eleven:
                legal.append(card)
        if free:
            legal[:] = hand
        return legal

    def apply(self, action: int) -> None:
        """Plays a legal action of the seat to act."""
        seat = self.player
        if self.auction:
            self._declare(seat, action)
            return
        at = self.position
        follow = self.lane[at]
        self._hands[seat].remove(action)
        if action % 10 + follow % 10 == 9:
            # Inversion: the two are swapped, and the old follow card counts as the card played.
            self.lane[at] = action
            self._inverted[at] = 1
            action = follow
        elif action // 10 != follow // 10:
            self._lacks[seat] |= 1 << follow // 10
        players = self.players
        self._played[at * players + seat] = action
        seat += 1
        if seat == players:
            seat = 0
        self.player = seat
        if seat == self._leads[at]:
            self._finish(at, seat)

    def _declare(self, seat: int, action: int) -> None:
        """Names a number or passes. Seats that passed are skipped; the last one left is the parent."""
        named = self._named
        if action == _PASS:
            named[seat] = -1
        else:
            self.declared = named[seat] = action - _PASS
        seat = (seat + 1) % self.players
        while named[seat] < 0:
            seat = (seat + 1) % self.players
        self.player = seat
        left = 0
        for number in named:
            if number >= 0:
                left += 1
        if left == 1:
            self.auction = False
            self.parent = self._leads[0] = seat

    def _finish(self, at: int, seat: int) -> None:
        """Gives trick `at`, led by `seat`, to its winner, who leads the next."""
        players = self.players
        played = self._played
        base = at * players
        # After an inversion no suit beats another: 5 stands for no suit.
        suit = 5 if self._inverted[at] else self.lane[at] // 10
        best = -1
        winner = seat
        for _ in range(players):
            card = played[base + seat]
            strength = card % 10
            if card // 10 == suit:
                strength += 10
            if strength > best:  # of equal cards the earliest wins
                best = strength
                winner = seat
            seat += 1
            if seat == players:
                seat = 0
        self._won[winner] += 1
        at += 1
        self._leads[at] = winner
        self.position = at
        self.player = winner if at < _TRICKS else _NOBODY

    # The end

    def score(self, seat: int) -> int:
        """Returns how many tricks the seat has won."""
        return self._won[seat]

    def winners(self) -> tuple[int, ...]:
        """Returns the seats that win as things stand: none during the auction, or if two players draw."""
        won = self._won
        if self.players == 2:
            if won[0] == won[1]:
                return ()
            return (0,) if won[0] > won[1] else (1,)
        parent = self.parent
        if parent < 0:
            return ()
        if won[parent] >= self.declared:
            return (parent,)
        return tuple([seat for seat in range(self.players) if seat != parent])

    def goal(self, seat: int) -> int:
        """Returns how many tricks the parent has named and so has to win; 0 for other seats."""
        return self.declared if seat == self.parent else 0

    def settled(self) -> bool:
        """Whether the remaining tricks can no longer change who wins."""
        won = self._won
        left = _TRICKS - self.position
        if self.players == 2:
            return left == 0 or abs(won[0] - won[1]) > left
        if self.auction:
            return False
        return won[self.parent] >= self.declared or won[self.parent] + left < self.declared

    @rare
    def story(self, history: "Sequence[int]", seat: int) -> "tuple[Any, ...]":
        """Plays a whole match on this game, just dealt; returns what decided it.

        (key, seat, trick), the key of a text and the seat that it tells of. Of two: "story_swap" or
        "story_ahead", the trick that put the winner ahead for good, won by a swap or not. Otherwise
        "story_made" or "story_stopped", the trick after which the parent had enough or no longer could.
        () for a draw. seat: whose story it is; here both have the same.
        """
        told: tuple[Any, ...] = ()
        ahead: tuple[Any, ...] = ()
        swapper = _NOBODY
        for action in history:
            mover = self.player
            at = self.position
            if not self.auction and action % 10 + self.follow() % 10 == 9:
                swapper = mover
            self.apply(action)
            if self.position == at:
                continue
            if self.players == 2:
                if self.winners() != ahead:
                    ahead = self.winners()
                    told = ("story_swap" if swapper in ahead else "story_ahead",) + ahead + (at + 1,)
            elif not told and self.settled():
                key = "story_made" if self.winners() == (self.parent,) else "story_stopped"
                told = (key, self.parent, at + 1)
            swapper = _NOBODY
        return told if self.winners() else ()

    # What a seat may know

    def unseen(self, seat: int) -> list[int]:
        """Returns the cards of the other hands, rising."""
        cards = []
        for other in range(self.players):
            if other != seat:
                cards += self._hands[other]
        cards.sort()
        return cards

    def redeal(self, seat: int, rng: "Rng") -> None:
        """Deals the hands of the others again, in agreement with all that `seat` has seen.

        A seat that played neither the follow card's suit nor a card that makes 11 with it lacks that
        suit for good, since hands only shrink. Playing a card that makes 11 proves nothing. With two players
        the cards not in sight are the other hand, so nothing is hidden.
        """
        if self.players == 2:
            return
        hands = self._hands
        others: list[int] = []
        rooms = [0, 0, 0]
        holders = bytearray(5)  # by suit: bit i if others[i] may hold it
        lacks = 0
        for other in range(self.players):
            if other != seat:
                rooms[len(others)] = len(hands[other])
                for suit in range(5):
                    if not self._lacks[other] >> suit & 1:
                        holders[suit] |= 1 << len(others)
                lacks |= self._lacks[other]
                others.append(other)
        cards = self.unseen(seat)
        if lacks:
            from engine.deals import deal_around  # unloaded with the computer players

            dealt = deal_around(rooms, holders, cards, 10, rng)
        else:
            rng.shuffle(cards)
            dealt = []
            start = 0
            for room in rooms:
                dealt.append(cards[start : start + room])
                start += room
        for i in range(len(others)):
            dealt[i].sort()
            hands[others[i]] = dealt[i]

    def hand(self, seat: int) -> list[int]:
        """Returns the seat's cards, rising, for that seat's eyes only."""
        return self._hands[seat]

    def named(self, seat: int) -> int:
        """Returns the number that the seat named last, 0 for none yet, -1 for a pass."""
        return self._named[seat]

    def follow(self) -> int:
        """Returns the follow card, -1 at the end."""
        return self.lane[self.position] if self.position < _TRICKS else -1

    def played(self, trick: int, seat: int) -> int:
        """Returns the seat's card that counts in a trick, 0 to 9 (after a swap: the card it got), or -1."""
        card = self._played[trick * self.players + seat]
        return -1 if card == _NO_CARD else card

    def trick(self) -> list[int]:
        """Returns the cards that count in the current trick, by seat, -1 for none yet."""
        at = min(self.position, _TRICKS - 1)
        cards = []
        for seat in range(self.players):  # a comprehension would take one more frame of the stack
            cards.append(self.played(at, seat))
        return cards

    def leader(self, trick: int) -> int:
        """Returns who led or will lead the trick, -1 if that is not known yet."""
        return self._leads[trick] if trick <= self.position and not self.auction else _NOBODY

    def winner(self, trick: int) -> int:
        """Returns who won the trick, -1 for nobody yet."""
        return self._leads[trick + 1] if trick < self.position else _NOBODY

    def inverted(self, trick: int) -> bool:
        """Whether there was an inversion in the trick."""
        return self._inverted[trick] > 0

    def pile(self, trick: int) -> list[int]:
        """Returns the pile of a finished trick: the cards that counted, by seat, then the follow card.

        Anyone may look through any pile at any time. The list is empty for a trick that is not finished.
        """
        if trick >= self.position:
            return []
        players = self.players
        return list(self._played[trick * players : trick * players + players]) + [self.lane[trick]]

    def reason(self, trick: int) -> "tuple[Any, ...]":
        """Returns why the winner of a trick won it, as a key and its values; () if it is not finished.

        ("highest_suit", suit, number): no inversion, the highest of the follow card's suit.
        ("highest_number", number): no inversion, and nobody played that suit.
        ("inverted_highest", number): after an inversion.
        The last two keys end in "_earliest" if others had the same number.
        """
        if trick >= self.position:
            return ()
        card = self.played(trick, self.winner(trick))
        number = card % 10 + 1
        if self._inverted[trick]:
            key = "inverted_highest"
        elif card // 10 == self.lane[trick] // 10:
            return ("highest_suit", card // 10, number)
        else:
            key = "highest_number"
        equal = 0
        for seat in range(self.players):
            if self.played(trick, seat) % 10 + 1 == number:
                equal += 1
        return (key + "_earliest" if equal > 1 else key, number)

    def why(self, action: int) -> "tuple[Any, ...]":
        """Returns why the seat to act may not take an action, as a key and its values; () if it may.

        ("over",); ("not_in_hand",); ("name_first",): the first declarer names at least 1;
        ("name_more", declared); ("follow_suit", suit, number): the seat has the follow card's suit, so it
        must play that suit or a card with that number.
        """
        if action in self.legal_actions():
            return ()
        if self.player < 0:
            return ("over",)
        if self.auction:
            return ("name_more", self.declared) if self.declared else ("name_first",)
        if action not in self._hands[self.player]:
            return ("not_in_hand",)
        follow = self.follow()
        return ("follow_suit", follow // 10, 10 - follow % 10)
