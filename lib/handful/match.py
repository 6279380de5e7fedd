# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A match at this console: the session, who plays each seat, and who looks at the screen."""

from micropython import const

from engine import registry
from engine import session as sessions
from engine.memory import rare

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Iterable

    from engine.session import Session

ROBOTS = const(5)  # robots with a name and a face
PERSON = 0  # a seat's kind; 1, 2, 3 are computer players: easy, normal, hard


class Match:
    """A session and its seats. Every action of a person or a computer goes through `act`.

    kinds: PERSON, 1, 2 or 3 for each seat. viewer: the seat whose hand may be shown, -1 for none (the
    console is being handed over). seen[seat]: how many actions that seat has watched. assisted: whether an
    action of a computer was ever taken back. known: whether the deal was played before, so that somebody may
    remember its cards. counted: whether the result is in the records. persons: how many seats are PERSON; a
    match without any is a demo, of which nothing is kept. first: which of the robots would sit in
    the first seat; the others follow in their order. daily: whether it plays the challenge of the day on
    which it began.
    """

    def __init__(self, session: "Session", kinds: "Iterable[int]", first: int = 0) -> None:
        self.session = session
        self.kinds = bytearray(kinds)
        self.seen = [0] * len(self.kinds)
        self.assisted = False
        self.known = False
        self.counted = False
        self.first = first
        self.daily = False
        self.told = False  # whether its end has been seen
        self.review = -1  # while looking through a finished match: how many of its actions are shown
        self.speaker = -1  # the person who has ended a turn last and may still speak, -1 for none
        self.looked = 0  # seats below this have looked at their hand before the team chooses
        self.persons = 0
        self.viewer = -1
        self._acted = 0  # how long the history was after the only person's first action, 0 before that
        for seat in range(len(self.kinds)):
            if self.kinds[seat] == PERSON:
                self.persons += 1
                self.viewer = seat
        if self.persons != 1:
            self.viewer = -1
        elif session.history:
            self._acted = self._own(False) + 1

    @property
    def deal(self) -> int:
        """The number of the cards that are dealt (`deal_number`)."""
        session = self.session
        return deal_number(registry.number(session.key), session.players, session.seed)

    @property
    def touched(self) -> bool:
        """Whether somebody may have learnt how the deal goes on."""
        return self.known or self.assisted or len(self.session.history) > 0

    @property
    def choosing(self) -> bool:
        """Whether the team has a choice to make together, as who begins; a person makes it for all."""
        return getattr(self.session.game, "choosing", False)

    @property
    def speaking(self) -> bool:
        """Whether the viewer, whose turn is over, may still speak before the match goes on."""
        player: int = self.session.game.player
        return 0 <= self.viewer == self.speaker != player and player >= 0

    @property
    def waits_for(self) -> int:
        """The person who has to be handed the console before the match goes on, else -1.

        Before the team chooses, all persons look at their hands in turn. Then one of them chooses for all.
        """
        if self.choosing:
            if self.persons == 1:
                return -1
            seat: int = self.looked
            while seat < len(self.kinds) and self.kinds[seat] != PERSON:
                seat += 1
            return seat if seat < len(self.kinds) and seat != self.viewer else -1
        seat = self.session.game.player
        if seat < 0 or seat == self.viewer or self.speaking or self.kinds[seat] != PERSON:
            return -1
        return seat

    @property
    def computer(self) -> int:
        """The level of the computer player that is to act now, 1 to 3, else 0."""
        seat = self.session.game.player
        return 0 if seat < 0 or self.choosing or self.speaking else self.kinds[seat]

    def robot_at(self, seat: int) -> int:
        """Returns which of the ROBOTS plays at a seat, if one does."""
        return (seat + self.first) % ROBOTS

    def pass_on(self) -> None:
        """Notes that the viewer has looked at their hand, before the team chooses."""
        self.looked = self.viewer + 1
        self.viewer = -1

    def act(self, action: int) -> None:
        """Plays an action, a signal or a call. Raises ValueError if it is not allowed.

        Where players may speak out of turn and pass the console around, the viewer may do so after a turn.
        """
        session = self.session
        seat = session.game.player
        count = len(session.history)
        session.act(action, self.seen)
        if seat == self.viewer and self._decides(action) and not 0 < self._acted <= count:
            self._acted = len(session.history)
        game = session.game
        if seat == self.viewer != game.player and self.persons > 1 and self.may_speak():
            self.speaker = seat
        self.speak()
        if self.viewer >= 0:
            self.seen[self.viewer] = len(self.session.history)

    def speak(self) -> None:
        """Makes the calls of `robots_say`."""
        for call in self.robots_say():
            self.session.act(call, self.seen)

    def robots_say(self) -> list[int]:
        """Returns the calls of the robots, as the game's `say` tells; easy ones and most games have none."""
        game = self.session.game
        robots = [seat for seat in range(len(self.kinds)) if self.kinds[seat] > 1]
        calls: list[int] = game.say(robots) if robots and hasattr(game, "say") else []
        return calls

    def may_speak(self) -> bool:
        """Whether the viewer holds cards and may speak out of turn, as the game's `calls` allows."""
        game = self.session.game
        calls = getattr(game, "calls", None)
        return self.viewer >= 0 and bool(calls and calls()) and game.held(self.viewer) > 0

    def may_take_back(self) -> bool:
        """Whether `take_back` finds an action of the viewer's."""
        if self.viewer < 0:
            return False
        fair = getattr(self.session.game, "takes_back", None)
        if fair and fair(self.viewer):
            return True
        return self.persons == 1 and 0 < self._acted <= len(self.session.history)

    def take_back(self, sure: bool) -> str:
        """Takes back the viewer's last action; returns "", or the key of the text that says why it did not.

        It is fair where the game's `takes_back` allows it. Against computers alone anything else can be
        taken back too, with their actions since then. The match then no longer counts (`assisted`), so
        that the first call without `sure` changes nothing and returns "back_sure".

        Signals decide nothing and are not taken back. Those set since the action stay as they are, and one
        that is the viewer's last action is passed over.
        """
        session = self.session
        if self.viewer < 0:
            return "no_back"
        fair = getattr(session.game, "takes_back", None)
        if fair and fair(self.viewer):
            history = session.history
            since = len(history)
            while not self._decides(history[since - 1]):
                since -= 1
            session.undo(len(history) - since + 1)
            for i in range(since, len(history)):
                session.act(history[i])
            if self._acted:
                self._acted = self._own(False) + 1
        else:
            last = self._own(True) if self.persons == 1 else -1
            if last < 0:
                return "no_back"
            if not sure and not self.assisted:
                return "back_sure"
            session.undo(len(session.history) - last)
            self.assisted = True
        self.speaker = -1
        self.speak()
        self.seen[self.viewer] = len(session.history)
        return ""

    def _decides(self, action: int) -> bool:
        """Whether an action is more than a signal."""
        game = self.session.game
        return not (hasattr(game, "is_signal") and game.is_signal(action))

    def _own(self, last: bool) -> int:
        """How many actions came before the viewer's first or last one that is no signal; -1 for none."""
        history = self.session.history
        game = self.session.at(0)
        found = -1
        for i in range(len(history)):
            action = history[i]
            if game.player == self.viewer and self._decides(action):
                found = i
                if not last:
                    break
            game.apply(action)
        return found

    def dump(self) -> bytes:
        """Returns the match as bytes: seats, what each has seen, and the session."""
        flags = self.assisted | self.counted << 1 | self.known << 2 | self.first << 3 | self.daily << 6
        head = bytearray((len(self.kinds), flags))
        head.extend(self.kinds)
        for count in self.seen:
            head.append(count >> 8)
            head.append(count & 255)
        return bytes(head) + self.session.dump()


def game_of(data: bytes) -> str:
    """Returns the key of the game of a dumped match without loading it, "" if there is none."""
    return sessions.game_of(data[2 + 3 * data[0] :]) if data else ""


def deal_number(row: int, players: int, seed: int) -> int:
    """A number, 1 to 2**30 - 1, for what determines the cards. row: the game's, in the registry."""
    return seed ^ (row * 8 + players) * 0x123457 or 1


@rare
def deal_seen(data: bytes) -> int:
    """The number of the deal of a dumped match of which somebody may have learnt something, else 0."""
    start = 2 + 3 * data[0] if data else 0
    try:
        row, players, seed, actions = sessions.deal_of(data[start:])
    except ValueError:
        return 0
    return deal_number(row, players, seed) if actions or data[1] & 5 else 0


def load(data: bytes) -> Match:
    """The match that `Match.dump` gave; ValueError, with a sentence, for anything else."""
    players = data[0] if data else 0
    start = 2 + 3 * players
    seen = []
    for at in range(2 + players, start, 2):
        seen.append(data[at] << 8 | data[at + 1] if at + 1 < len(data) else 0)
    session = sessions.Session.load(data[start:], seen)
    if (
        session.players != players
        or max(data[2 : 2 + players]) > 3
        or data[1] & 128
        or data[1] >> 3 & 7 >= ROBOTS
    ):
        raise ValueError("This saved match is damaged.")
    match = Match(session, data[2 : 2 + players], data[1] >> 3 & 7)
    match.assisted = bool(data[1] & 1)
    match.counted = bool(data[1] & 2)
    match.known = bool(data[1] & 4)
    match.daily = bool(data[1] & 64)
    for seat in range(players):
        match.seen[seat] = min(seen[seat], len(session.history))
    match.robots_say()  # the robots have spoken, and a game that has to know when is told so
    return match
