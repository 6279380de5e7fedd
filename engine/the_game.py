# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The Game (Steffen Benndorf): one team lays the cards 2 to 99 on four piles.

A card is its number. Piles 0 and 1 rise from 1, piles 2 and 3 fall from 100. Actions: 0 ends the turn,
`4 * card + pile` lays a card, `400 + 4 * signal + pile` sets a signal of the seat to act (0 none, 1 no
big jump, 2 leave it to me), `600 + 16 * seat + 4 * signal + pile` sets one of another seat (a call), and
`500 + seat` names who begins, if the team chooses.
"""

from engine import check, const
from engine.memory import rare

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import MutableSequence, Sequence
    from typing import Any

    from engine.rng import Rng

MIN_PLAYERS = 1
MAX_PLAYERS = 5
OPTIONS = (
    ("level", (0, 1, 2), 0),  # normal, expert, expert with the smaller hand
    ("starter", (0, 1), 0),  # drawn, chosen by the team
)

_CARDS = const(98)
_SIGNAL = const(400)
_STARTER = const(500)
_CALL = const(600)
_CHOICES = const(12)  # 4 * signal + pile
_OTHERS = const(8)  # of these, those that change a signal
_CLOSE = const(2)
NEAR = const(7)


class Game:
    """A match. These attributes are public and read-only:

    players, player -- the number of seats, and the seat to act (-1 when the match is over)
    choosing -- True until the team has chosen who begins; seat 0 acts for all
    piles -- the four top cards (1, 1, 100, 100 at first), which cover the cards below
    heights -- how many cards lie on each pile
    laid -- the actions that laid the cards of this turn, in order; they may be taken back
    due -- how many cards the seat to act must still lay before it may end its turn
    least -- how many cards a turn has to lay while the draw pile lasts; 1 afterwards
    left -- how many cards the draw pile has
    hand_size -- how many cards a hand is refilled to
    spoken -- how many cards were laid in this turn when the seat that plays next last spoke, see `say`; the
        history does not keep this, so whoever loads a match asks `say` again
    """

    KEY = "the_game"  # its row in the registry

    def __init__(self, players: int, rng: "Rng", **options: "Any") -> None:
        """Deals. options: see OPTIONS. Raises ValueError for a wrong number of players, option or value."""
        values = check("The Game", MIN_PLAYERS, MAX_PLAYERS, players, OPTIONS, options)
        level = values[0]
        self.players = players
        starter = rng.below(players)  # drawn even if the team chooses, so that both ways deal the same cards
        cards = list(range(2, 100))
        rng.shuffle(cards)
        size = 8 if players == 1 else 7 if players == 2 else 6
        if level == 2:
            size -= 1
        self.hand_size = size
        self._hands = []
        for seat in range(players):
            hand = cards[seat * size : seat * size + size]
            hand.sort()
            self._hands.append(hand)
        # The draw pile is the last `left` cards of the deck, the next one first. The deck is never changed
        # in place, because copies share it.
        self._deck = bytes(cards[players * size :])
        self.left = len(self._deck)
        self.piles = [1, 1, 100, 100]
        self.heights = bytearray(4)
        self.laid: list[int] = []
        self.least = 3 if level else 2
        self._score = 0
        self._signals = bytearray(4 * players)
        self._found = b""  # the signals when this turn began
        self._legal: list[int] = []
        self.choosing = values[1] == 1
        self._begin(0 if self.choosing else starter)

    def legal_actions(self) -> list[int]:
        """Returns the legal actions, rising, in a list that the next call refills.

        A player who cannot lay the cards that are due has only action 0, which then ends the game. It is an
        action so that the player can take back cards of this turn first.
        """
        actions = self._legal
        actions.clear()
        seat = self.player
        if seat < 0:
            return actions
        if self.choosing:
            for seat in range(self.players):
                actions.append(_STARTER + seat)
            return actions
        if not self.due:
            actions.append(0)
        rising, rising_too, falling, falling_too = self.piles
        for card in self._hands[seat]:
            if card > rising or card + 10 == rising:
                actions.append(4 * card)
            if card > rising_too or card + 10 == rising_too:
                actions.append(4 * card + 1)
            if card < falling or card - 10 == falling:
                actions.append(4 * card + 2)
            if card < falling_too or card - 10 == falling_too:
                actions.append(4 * card + 3)
        if not actions:
            actions.append(0)
        return actions

    def signals(self) -> list[int]:
        """Returns the signals that the seat to act may change: none with one player or before the start."""
        if self.player < 0 or self.players == 1 or self.choosing:
            return []
        signals = self._signals
        first = 4 * self.player
        return [
            _SIGNAL + choice for choice in range(_CHOICES) if signals[first + (choice & 3)] != choice >> 2
        ]

    def calls(self) -> list[int]:
        """Returns the same for all other seats that hold cards: they may speak at any time."""
        if self.player < 0 or self.players == 1 or self.choosing:
            return []
        signals = self._signals
        calls: list[int] = []
        for seat in range(self.players):
            if seat != self.player and self._hands[seat]:
                first = _CALL + 16 * seat
                calls.extend(range(first, first + _CHOICES))
                for pile in range(4):
                    calls.remove(first + 4 * signals[4 * seat + pile] + pile)
        return calls

    def offered(self, index: int) -> int:
        """Returns the action at an index of `signals` and `calls` together, -1 if they have fewer."""
        if self.player < 0 or self.players == 1 or self.choosing:
            return -1
        first = _SIGNAL
        seat = self.player
        while index >= _OTHERS:
            index -= _OTHERS
            seat = 0 if first == _SIGNAL else seat + 1
            while seat < self.players and (seat == self.player or not self._hands[seat]):
                seat += 1
            if seat == self.players:
                return -1
            first = _CALL + 16 * seat
        for choice in range(_CHOICES):
            if self._signals[4 * seat + (choice & 3)] != choice >> 2:
                if not index:
                    return first + choice
                index -= 1
        return -1

    def meant(self, cards: "Sequence[int]") -> list[tuple[list[int], list[int]]]:
        """Returns for each pile the cards that signal 1 may mean, and those that signal 2 may mean.

        cards: those not laid. Computer players signal by this rule. 2 (leave it to me): a card takes the pile
        back by ten, or moves it by at most _CLOSE. 1 (no big jump): a card moves it by at most NEAR. If 2
        could mean only one card, 1 may mean that one too; if 1 could mean only one, nothing is said.
        """
        return _meant(self.piles, cards)

    def wishes(self, seat: int) -> list[int]:
        """Returns the signals, one for each pile, that a seat's hand asks for."""
        return _asked(self._hands[seat], _meant(self.piles, self.unseen(-1)))

    def say(self, seats: "Sequence[int]") -> list[int]:
        """Returns the calls by which computer players say what their hands ask for, and notes `spoken`.

        seats: theirs. From the first card of the match on, all but the one to act speak after each action,
        since it moved a pile or refilled a hand. Whoever lets them play applies the calls then.
        """
        calls: list[int] = []
        player = self.player
        if player < 0 or not self._score:
            return calls
        if self.after(player) in seats:
            self.spoken = len(self.laid)
        meant = _meant(self.piles, self.unseen(-1))
        for seat in seats:
            if seat == player or not self._hands[seat]:
                continue
            given = _asked(self._hands[seat], meant)
            for pile in range(4):
                if given[pile] != self.signal(seat, pile):
                    calls.append(_CALL + 16 * seat + 4 * given[pile] + pile)
        return calls

    def apply(self, action: int) -> None:
        """Plays an action that the caller knows to be legal, or a signal, or a call."""
        if not action:
            if self.due:
                self.player = -1  # the minimum was not laid; the cards of this turn count
            else:
                self._end_turn()
        elif action < _SIGNAL:
            hand = self._hands[self.player]
            hand.remove(action >> 2)
            self.piles[action & 3] = action >> 2
            self.heights[action & 3] += 1
            self.laid.append(action)
            self._score += 1
            if self.due:
                self.due -= 1
            # Laying the last card of a hand is always enough: a hand has fewer cards than the minimum only
            # when the draw pile is empty, and then the minimum is 1.
            if not hand:
                self._end_turn()
        elif action < _STARTER or action >= _CALL:
            call = self._call(action)
            self._signals[call >> 4 << 2 | call & 3] = call >> 2 & 3
        else:
            self.choosing = False
            self._begin(action - _STARTER)

    def _end_turn(self) -> None:
        """Refills the hand from the draw pile, and begins the turn of the next seat that has cards."""
        seat = self.player
        hands = self._hands
        left = self.left
        if left:
            hand = hands[seat]
            drawn = min(self.hand_size - len(hand), left)
            top = len(self._deck) - left
            hand.extend(self._deck[top : top + drawn])
            hand.sort()
            self.left = left - drawn
        elif self._score == _CARDS:
            self.player = -1
            return
        self._begin(self.after(seat))

    def after(self, seat: int) -> int:
        """Returns the seat whose turn comes after this one's: the next with cards, or this one again."""
        hands = self._hands
        seat = (seat + 1) % self.players
        while not hands[seat]:
            seat = (seat + 1) % self.players
        return seat

    def _begin(self, seat: int) -> None:
        self.player = seat
        self.laid.clear()
        self.spoken = 0
        self.due: int = self.least if self.left else 1
        for index in range(4 * seat, 4 * seat + 4):
            self._signals[index] = 0
        self._found = bytes(self._signals)

    def _call(self, action: int) -> int:
        """Returns what a signal or call sets, 16 * seat + 4 * signal + pile; -1 for any other action."""
        if action >= _CALL:
            return action - _CALL
        return 16 * self.player + action - _SIGNAL if _SIGNAL <= action < _STARTER else -1

    def replaced(self, history: "Sequence[int]", indexes: "MutableSequence[int]") -> list[int]:
        """Returns the indexes of actions that leave the history, the last one first: at most two.

        A signal that is set twice in a turn counts once. The earlier action leaves the history. The last
        action leaves it too if the signal is again what it was when the turn began.

        history: the actions of the match so far. indexes: the index of each among the actions allowed at that
        moment. `replaced` corrects the indexes of the signals that stay.
        """
        last = len(history) - 1
        call = self._call(history[last]) if last >= 0 else -1
        if call < 0:
            return []
        cards = len(self.laid)
        index = last
        while True:
            index -= 1
            if index < 0:
                return []
            earlier = self._call(history[index])
            if earlier < 0:
                cards -= 1
                if cards < 0:  # before this turn
                    return []
            elif not (earlier ^ call) & ~12:  # the same seat and pile
                break
        # The choice that is set for a pile is not offered, so the indexes of all later choices are one less.
        found = self._found[call >> 4 << 2 | call & 3] << 2 | call & 3
        earlier &= 15
        for later in range(index + 1, last + 1):
            other = self._call(history[later])
            if other >= 0 and other >> 4 == call >> 4:
                other &= 15
                indexes[later] += (other > earlier) - (other > found)
        return [last, index] if call & 15 == found else [index]

    def is_signal(self, action: int) -> bool:
        """Whether an action is a signal or a call, which decides nothing."""
        return _SIGNAL <= action < _STARTER or action >= _CALL

    def takes_back(self, seat: int) -> int:
        """Returns how many of its last actions the seat may take back: the cards laid in its turn."""
        return len(self.laid) if seat == self.player else 0

    def score(self, seat: int) -> int:
        """Returns how many of the 98 cards the team has laid, for every seat."""
        return self._score

    def winners(self) -> tuple[int, ...]:
        """Returns all seats once all 98 cards are laid, before that none."""
        return tuple(range(self.players)) if self._score == _CARDS else ()

    def verdict(self) -> str:
        """Returns how well the team did, as the key of a text, by the cards not laid in hands and draw pile.

        The book has "band_0" (the game is beaten: no card) and "band_1" (excellent: fewer than 10). Ours are
        "band_2" (fewer than 20), "band_3" (fewer than 40) and "band_4".
        """
        rest = _CARDS - self._score
        if rest < 10:
            return "band_1" if rest else "band_0"
        return "band_2" if rest < 20 else "band_3" if rest < 40 else "band_4"

    def goal(self, seat: int) -> int:
        """Returns the score that wins: all 98 cards."""
        return _CARDS

    @rare
    def story(self, history: "Sequence[int]", seat: int) -> "tuple[str, int, int] | tuple[()]":
        """Plays a whole match on this game, just dealt; returns what helped the team most.

        ("story_back", -1, times), how often a pile went back by ten, "story_back_1" for once; otherwise
        ("story_turn", seat, cards), the turn of the most cards, and whose it was. () if none was laid. seat:
        whose story it is; here all have the same.
        """
        backs = laid = most = 0
        turner = 0
        for action in history:
            mover = self.player
            if 0 < action < _SIGNAL:
                backs += self.gap(action >> 2, action & 3) < 0
                laid += 1
                if laid > most:
                    most = laid
                    turner = mover
            self.apply(action)
            if not action or self.player != mover or not self.laid and action < _SIGNAL:
                laid = 0
        if backs:
            return "story_back" if backs > 1 else "story_back_1", -1, backs
        return ("story_turn", turner, most) if most else ()

    def hand(self, seat: int) -> list[int]:
        """Returns the seat's cards, rising: the game's own list, for that seat's eyes only."""
        return self._hands[seat]

    def held(self, seat: int) -> int:
        """Returns how many cards the seat holds, which everyone sees."""
        return len(self._hands[seat])

    def signal(self, seat: int, pile: int) -> int:
        """Returns the seat's signal on a pile: 0 none, 1 no big jump, 2 leave it to me."""
        return self._signals[4 * seat + pile]

    def gap(self, card: int, pile: int) -> int:
        """Returns by how much the card moves the pile.

        This is -10 for the backwards trick, 0 if the card cannot be laid on the pile, else positive.
        """
        top = self.piles[pile]
        gap = card - top if pile < 2 else top - card
        return gap if gap > 0 or gap == -10 else 0

    def stuck(self) -> bool:
        """Whether the seat to act cannot lay the cards that are due: action 0 then ends the game."""
        return self.due > 0 and not self.choosing and self.legal_actions() == [0]

    def copy(self) -> "Game":
        """An independent game in the same position."""
        other = object.__new__(Game)
        other.players = self.players
        other.player = self.player
        other.choosing = self.choosing
        other.piles = self.piles[:]
        other.heights = self.heights[:]
        other.laid = self.laid[:]
        other.spoken = self.spoken
        other.due = self.due
        other.left = self.left
        other.hand_size = self.hand_size
        other._hands = [hand[:] for hand in self._hands]
        other._deck = self._deck
        other.least = self.least
        other._score = self._score
        other._signals = self._signals[:]
        other._found = self._found
        other._legal = []
        return other

    def unseen(self, seat: int) -> list[int]:
        """Returns the cards of the other hands and the draw pile, rising; seat -1: all that are not laid."""
        cards = list(self._deck[len(self._deck) - self.left :])
        for other in range(self.players):
            if other != seat:
                cards.extend(self._hands[other])
        cards.sort()
        return cards

    def redeal(self, seat: int, rng: "Rng") -> None:
        """Deals the other hands and the draw pile again, in place. The seat knows nothing about either."""
        hands = self._hands
        cards = self.unseen(seat)
        rng.shuffle(cards)
        start = 0
        for other in range(self.players):
            if other != seat:
                end = start + len(hands[other])
                hands[other] = cards[start:end]
                hands[other].sort()
                start = end
        self._deck = bytes(cards[start:])


def _meant(piles: list[int], cards: "Sequence[int]") -> list[tuple[list[int], list[int]]]:
    """Returns what Game.meant does."""
    meant = []
    for pile in range(4):
        top = piles[pile]
        way = 1 if pile < 2 else -1
        near: list[int] = []
        close: list[int] = []
        for gap in range(1, NEAR + 1):
            card = top + gap * way
            if card in cards:
                (near if gap > _CLOSE else close).append(card)
        if top - 10 * way in cards:
            close.append(top - 10 * way)
        if len(close) == 1:
            near += close
            close = []
        meant.append((near if len(near) > 1 else [], close))
    return meant


def _asked(hand: list[int], meant: list[tuple[list[int], list[int]]]) -> list[int]:
    """Returns the signals, one for each pile, that a hand asks for. meant: as from `_meant`."""
    wishes = []
    for near, close in meant:
        if any([card in hand for card in close]):
            wishes.append(2)
        else:
            wishes.append(1 if any([card in hand for card in near]) else 0)
    return wishes
