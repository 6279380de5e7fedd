# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Flip Over: discs give or take points; every hand is played twice, the second time with discs turned over.

Cards: `suit * 12 + number - 1`, for any number of players. There are as many suits as players; numbers of
cards and discs go up to 2 * players + 2. Actions: a card, in the exchange too.
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
    ("rounds", (2, 4, 6), 2),
    ("discs", ("settled", "alternating"), "settled"),  # 0 and 1 are taken for these two
    ("trumps", (0, 1), 1),
    ("teams", (0, 1), 0),  # 4 players only
    ("exchange", (0, 1), 0),  # 4 players only
)

_CARDS = const(60)
_NONE = const(255)  # in a log: no card or seat yet


def suit_of(card: int) -> int:
    """Returns the suit of a card, 0 to players - 1."""
    return card // 12


def number_of(card: int) -> int:
    """Returns the number of a card, 1 to 12."""
    return card % 12 + 1


def settle(discs: list[bool]) -> None:
    """Turns discs, in place, until blue and red are equally many and no three neighbours are alike.

    discs: the sides, True for blue, disc 1 first. The book: "While three or more neighbours show one colour,
    turn the second largest of them." We take "them" as the whole stretch of one colour. If there are several
    stretches, their order does not matter: every order gives the same row (tried for every start). Here
    the highest comes first. Turning the larger disc of the highest like pair never makes three alike again.
    """
    number = len(discs)
    end = number
    while end > 2:
        start = end - 1
        while start > 0 and discs[start - 1] == discs[end - 1]:
            start -= 1
        if end - start > 2:
            discs[end - 2] = not discs[end - 2]
            end = number
        else:
            end = start
    while discs.count(True) * 2 != number:
        larger = number - 1
        while discs[larger] != discs[larger - 1]:
            larger -= 1
        discs[larger] = not discs[larger]


def decide(cards: list[int], trump: int) -> int:
    """Returns the index of the card that wins in `cards`, which are in the order played.

    trump: the number whose cards beat all others; the latest of them wins. 0 for none.
    """
    best = cards[0]
    trump -= 1
    led = best // 12
    winner = index = 0
    trumped = False
    for card in cards:
        if card % 12 == trump:
            trumped = True
            winner = index
        elif not trumped and card > best and card // 12 == led:
            best = card
            winner = index
        index += 1
    return winner


def admits(players: int, option: str, value: object) -> bool:
    """Whether that number of players may choose an allowed value: teams and the exchange are for 4.

    The book has the exchange in its variant for 4 players, "with each player", partner or not. So it needs a
    left, an opposite and a right neighbour, but no teams (ours).
    """
    return option not in ("teams", "exchange") or not value or players == 4


class Game:
    """A match of 2, 4 or 6 rounds. These attributes are public and read-only:

    players, player -- the number of seats, and the seat to act (-1 when the match is over)
    rounds, trumps, teams, exchange, alternating -- the options
    round, disc -- the number of the round, and of the disc played for, from 1
    discs -- the sides, True for blue, disc 1 first
    lead, trick -- who leads, and the cards played, in order: seat (lead + i) % players played trick[i]
    points -- the points of each seat's own discs over all rounds, without its partner's
    exchanging -- whether cards are being named for the exchange
    rng -- the chance of the deals to come
    """

    KEY = "flip_over"  # its row in the registry

    def __init__(self, players: int, rng: "Rng", **options: "Any") -> None:
        """Deals. options: see OPTIONS. Raises ValueError for a wrong number of players, option or value."""
        if options.get("discs") in (0, 1):
            options["discs"] = OPTIONS[1][1][int(options["discs"])]
        values = check("Flip Over", MIN_PLAYERS, MAX_PLAYERS, players, OPTIONS, options)
        self.rounds, discs, self.trumps, self.teams, self.exchange = values
        for option, chosen in (("teams", self.teams), ("exchange", self.exchange)):
            if not admits(players, option, chosen):
                raise ValueError(f"Flip Over: {option} is for 4 players, not {players}.")
        self.alternating = discs == "alternating"
        self.players = players
        self.rng = rng
        self.lead = rng.below(players)
        self.round = 1
        self.exchanging = False
        self.points = [0] * players
        self._sheet: list[int] = []  # the points of all seats at the end of each round, round by round
        self._legal: list[int] = []
        self._before: bytes | bytearray = b""  # in an even round: the log of the odd round before it
        self._last: tuple[int, list[int], int] | None = None  # lead, cards and points of the last trick
        self._deal_cards()

    def _deal_cards(self) -> None:
        """Begins an odd round: deals, and lays out the discs."""
        players = self.players
        numbers = 2 * players + 2
        cards = [suit * 12 + number for suit in range(players) for number in range(numbers)]
        self.rng.shuffle(cards)
        self._hands = [sorted(cards[seat * numbers : seat * numbers + numbers]) for seat in range(players)]
        if self.alternating:
            self.discs = [disc % 2 == 0 for disc in range(numbers)]  # disc 1 is blue (ours)
        else:
            discs = []
            for _ in range(numbers):
                discs.append(self.rng.below(2) == 1)
            settle(discs)
            self.discs = discs
        self._begin_round()

    def _turn_over(self) -> None:
        """Begins an even round: the same hands, all discs turned over, and the exchange if it is chosen."""
        hands = []  # in a loop, since a trick's last card calls deep enough
        for seat in range(self.players):
            hands.append(sorted(self.pile(seat)))
        self._hands = hands
        self._before = self._log
        self.discs = [not blue for blue in self.discs]
        self._begin_round()
        if self.exchange:
            self.exchanging = True
            self._gifts = [-1] * 12  # three a seat: to its left, opposite and right neighbour

    def _begin_round(self) -> None:
        self.disc = 1
        self.trick: list[int] = []
        self.player = self.lead
        self._gifts = []
        self._void = bytearray(self.players)  # a bit for each suit that a seat has shown to lack
        # A row for each seat with its card for each disc; then a row with the seat that took each disc.
        self._log: bytearray = bytearray([_NONE] * (len(self.discs) * (self.players + 1)))

    def copy(self) -> "Game":
        """An independent game in the same position, which shares the rng."""
        other = object.__new__(Game)
        other.players = self.players
        other.player = self.player
        other.rng = self.rng
        other.rounds = self.rounds
        other.round = self.round
        other.disc = self.disc
        other.lead = self.lead
        other.trick = self.trick[:]
        other.trumps = self.trumps
        other.teams = self.teams
        other.exchange = self.exchange
        other.exchanging = self.exchanging
        other.alternating = self.alternating
        other.points = self.points[:]
        other._hands = [hand[:] for hand in self._hands]
        other._void = self._void[:]
        other._log = self._log[:]
        other._gifts = self._gifts[:]
        other.discs = self.discs  # these four are replaced, never changed in place
        other._before = self._before
        other._sheet = self._sheet
        other._last = self._last
        other._legal = []
        return other

    def legal_actions(self) -> list[int]:
        """Returns the cards that may be played, or named for the exchange, rising."""
        legal = self._legal
        legal.clear()
        hand = self._hands[self.player]  # index -1 when the match is over: an empty hand
        if self.trick:
            low = self.trick[0] // 12 * 12
            high = low + 12
            for card in hand:
                if low <= card < high:
                    legal.append(card)
        elif self.exchanging:
            named = self.given(self.player)
            for card in hand:
                if card not in named:
                    legal.append(card)
        if not legal:
            legal.extend(hand)
        return legal

    def apply(self, card: int) -> None:
        """Plays or names a card that the caller knows to be legal. The last trick begins the next round."""
        if self.exchanging:
            self._name(card)
            return
        seat = self.player
        players = self.players
        self._hands[seat].remove(card)
        trick = self.trick
        trick.append(card)
        self._log[seat * len(self.discs) + self.disc - 1] = card
        led = trick[0] // 12
        if card // 12 != led:
            self._void[seat] |= 1 << led
        if len(trick) == players:
            self._end_trick(trick)
        else:
            seat += 1
            self.player = seat if seat < players else 0

    def _end_trick(self, trick: list[int]) -> None:
        """Gives the disc, with the side it shows, to the trick's winner, who leads the next trick."""
        disc = self.disc
        lead = self.lead
        winner = (lead + decide(trick, disc if self.trumps else 0)) % self.players
        points = disc if self.discs[disc - 1] else -disc
        self.points[winner] += points
        self._log[self.players * len(self.discs) + disc - 1] = winner
        self._last = (lead, trick, points)
        self.lead = self.player = winner
        self.trick = []
        self.disc = disc + 1
        if disc < len(self.discs):
            return
        self._sheet = self._sheet + self.points
        if self.round == self.rounds:
            self.player = -1
            return
        self.round += 1
        if self.round & 1:
            self._deal_cards()
        else:
            self._turn_over()

    def _name(self, card: int) -> None:
        """Names a card for the next neighbour. The cards change hands once all twelve are named."""
        seat = self.player
        gifts = self._gifts
        index = gifts.index(-1, seat * 3)
        gifts[index] = card
        if index < seat * 3 + 2:
            return
        self.player = seat = (seat + 1) % 4
        if seat != self.lead:
            return
        self.exchanging = False
        hands = self._hands
        for giver in range(4):
            for card in self.given(giver):
                hands[giver].remove(card)
        for seat in range(4):
            hands[seat] += self.received(seat)
            hands[seat].sort()

    def unseen(self, seat: int) -> list[int]:
        """Returns the cards of the other hands, rising, even where they may be remembered."""
        cards = []
        for other in range(self.players):
            if other != seat:
                cards += self._hands[other]
        cards.sort()
        return cards

    def redeal(self, seat: int, rng: "Rng") -> None:
        """Deals again, in place, what `seat` cannot know: the other hands and all later deals.

        In an odd round the others' hands agree with the suits that they have shown to lack. In an even
        round a seat that remembers the odd one knows all hands, but not what the others exchanged among
        themselves: each possibility is equally likely. Later deals are drawn from `rng` too.
        """
        self.rng = rng
        if self.round & 1:
            self._redeal_hands(seat, rng)
        elif self.exchange:
            self._redeal_exchange(seat, rng)

    def _redeal_hands(self, seat: int, rng: "Rng") -> None:
        hands = self._hands
        others: list[int] = []
        rooms = [0, 0, 0, 0]
        holders = bytearray(5)  # by suit: bit i if others[i] may hold it and has room
        lacks = 0
        for other in range(self.players):
            if other != seat:
                rooms[len(others)] = len(hands[other])
                for suit in range(5):
                    if hands[other] and not self._void[other] >> suit & 1:
                        holders[suit] |= 1 << len(others)
                lacks |= self._void[other]
                others.append(other)
        hidden = self.unseen(seat)
        if lacks:
            from engine.deals import deal_around  # unloaded with the computer players

            dealt = deal_around(rooms, holders, hidden, 12, rng)
        else:
            rng.shuffle(hidden)
            dealt = []
            start = 0
            for room in rooms:
                dealt.append(hidden[start : start + room])
                start += room
        for i in range(len(others)):
            dealt[i].sort()
            hands[others[i]] = dealt[i]

    def _redeal_exchange(self, seat: int, rng: "Rng") -> None:
        from engine import flip_over_exchange  # unloaded with the computer players

        hands = self._hands
        if self.exchanging:
            flip_over_exchange.redeal_named(hands, self._gifts, seat, rng)
            return
        played = list(self._log[:40])  # and 255 for each card to come
        flip_over_exchange.redeal_gifts(hands, self._gifts, self._void, self._before, played, seat, rng)
        for other in range(4):
            if other != seat:
                hands[other] += [card for card in self.received(other) if card not in played]
                hands[other].sort()

    def lacks(self) -> bool:
        """Whether a seat has shown in this round that it lacks a suit."""
        return any(self._void)

    def takes_back(self, seat: int) -> int:
        """Returns how many of its last actions the seat may take back: cards named, before the third one."""
        return len(self.given(seat)) if self.exchanging and seat == self.player else 0

    def score(self, seat: int) -> int:
        """Returns the points of a seat over all rounds so far, in a team with its partner's."""
        points = self.points
        return points[seat] + points[seat ^ 2] if self.teams else points[seat]

    def winners(self) -> tuple[int, ...]:
        """Returns the seats with the most points, both of a team: a tie is a shared win (ours)."""
        scores = [self.score(seat) for seat in range(self.players)]
        most = max(scores)
        return tuple([seat for seat in range(self.players) if scores[seat] == most])

    def partner(self, seat: int) -> int:
        """Returns the seat in a team with this one, -1 without teams."""
        return seat ^ 2 if self.teams else -1

    @rare
    def story(self, history: "Sequence[int]", seat: int) -> "tuple[Any, ...]":
        """Plays a whole match on this game, just dealt; returns what mattered most to a seat.

        (key, seat, round, disc), the key of a text. "story_trump" or "story_disc" is the best blue disc that
        it took, with a trump or not; if it does not win, "story_red" is the worst red one. () if none.
        """
        best = worst = 0
        good: tuple[Any, ...] = ()
        bad: tuple[Any, ...] = ()
        for card in history:
            number = self.round
            disc = self.disc
            before = self.points[seat]
            self.apply(card)
            points = self.points[seat] - before
            if points > best:
                best = points
                trick = self.last_trick()
                key = "story_disc" if trick and trick[4][0] == "highest_led" else "story_trump"
                good = (key, seat, number, disc)
            elif points < worst:
                worst = points
                bad = ("story_red", seat, number, disc)
        return good if seat in self.winners() or not bad else bad

    # What a screen shows. While computer players simulate moves they call only `given` and `received`.

    def hand(self, seat: int) -> list[int]:
        """Returns a seat's cards, rising: the game's own list, read-only, for that seat's eyes only.

        In the exchange, named cards stay in hand until all twelve are named.
        """
        return self._hands[seat]

    def given(self, seat: int) -> list[int]:
        """Returns the cards that a seat has named: left, opposite, right; for its eyes only."""
        return [card for card in self._gifts[seat * 3 : seat * 3 + 3] if card >= 0]

    def received(self, seat: int) -> list[int]:
        """Returns the cards that a seat got in the exchange from its left, opposite and right neighbour.

        For its eyes only. The list is empty while cards are being named, and in rounds without exchange.
        """
        if self.exchanging or not self._gifts:
            return []
        # This seat is the right neighbour of its left one, which named its card third; and so on.
        return [self._gifts[(seat + 1 + step) % 4 * 3 + 2 - step] for step in range(3)]

    def taken_by(self, disc: int) -> int:
        """Returns the seat that has taken a disc in this round, -1 for none yet. Discs count from 1."""
        seat = self._log[self.players * len(self.discs) + disc - 1]
        return -1 if seat == _NONE else seat

    def pile(self, seat: int) -> list[int]:
        """Returns the cards that a seat has played in this round, in order. They lie before that seat."""
        start = seat * len(self.discs)
        return [card for card in self._log[start : start + len(self.discs)] if card != _NONE]

    def led(self) -> int:
        """Returns the suit led to the trick, -1 before the first card."""
        return self.trick[0] // 12 if self.trick else -1

    def round_score(self, number: int, seat: int) -> int:
        """Returns the points of a seat's own discs in a round, 1 to `round`; in the current one, so far."""
        index = (number - 1) * self.players + seat
        points = self._sheet[index] if index < len(self._sheet) else self.points[seat]
        return points - self._sheet[index - self.players] if number > 1 else points

    def last_trick(self) -> "tuple[int, list[int], int, int, Reason] | None":
        """Returns (lead, cards, points, winner, reason) of the last trick, even of an earlier round.

        The points are the disc's number, negative for a red one. The reason is a key and its values: "trump"
        or "latest_trump" (of several) with (number,), "highest_led" with (suit, number).
        """
        if self._last is None:
            return None
        lead, cards, points = self._last
        number = abs(points) if self.trumps else 0
        index = decide(cards, number)
        trumps = [card for card in cards if card % 12 == number - 1]
        winner = (lead + index) % self.players
        if not trumps:
            return (
                lead,
                cards,
                points,
                winner,
                ("highest_led", (suit_of(cards[index]), number_of(cards[index]))),
            )
        return lead, cards, points, winner, ("latest_trump" if len(trumps) > 1 else "trump", (number,))

    def why(self, card: int) -> "Reason | None":
        """Returns why the seat to act may not play or name a card, as a key and its values; None if it may.

        ("not_held", (card,)); ("follow", (suit,)): the seat holds a card of the suit led;
        ("named", (card,)): the seat has named the card for another player already.
        """
        if card in self.legal_actions():
            return None
        if card not in self._hands[self.player]:
            return "not_held", (card,)
        return ("named", (card,)) if self.exchanging else ("follow", (self.led(),))
