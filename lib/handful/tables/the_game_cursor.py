# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The cursor of The Game's table: what it is on, what keys do there, and what the lines below say of it."""

from micropython import const

from engine.memory import rare
from handful import keys
from handful.picture.measures import WIDTH
from handful.tables.table import Table

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

    from engine.the_game import Game
    from handful.app import App

BUBBLE = const(14)  # by how much a bubble with its badge is wider than its text

# What the cursor selects (_at).
CARD = const(0)  # a card of the hand, and with it the pile on which it costs least
LAY = const(1)  # another pile for the chosen card
END = const(2)  # the end of the turn, which comes by itself, or a pile for a signal
LOOK = const(3)  # nothing yet: the viewer looks at the hand before the team chooses who begins
BEGIN = const(4)  # the player who begins
TALK = const(5)  # a pile for a signal, after the turn


class Cursor(Table):
    """The Game's table without its picture: the choices of a turn, and speaking after it."""

    game: "Game"

    def __init__(self, app: "App") -> None:
        super().__init__(app)
        self._at = CARD
        self._card = 0  # index in the hand
        self._pile = -1  # the one that is lit, -1 for none
        self._sought = -1  # _moment() when the cursor was last put on the cheapest card
        self._ended = app.now  # ticks when the end of the turn was chosen
        self._choice = 0  # the seat proposed to begin
        self._kept: Any = None  # the viewer's hand before its last action; what is new was drawn after it
        self._said = ("", -1)  # what somebody says in the message line, and who
        # Actions, warning, message and keys when the cursor came to the hand.
        self._told: tuple[Any, ...] = ()

    def _words(self, seat: int, pile: int, signal: int) -> str:
        # Returns a seat's signal in words, which the message line shows as its speech. The viewer's own has
        # no name, nor has one that would not fit: the badge tells whose it is.
        key = self.wording + "signal_" + str(signal)
        text = self.say(key, self.app.name(seat), pile + 1)
        if seat == self.viewer or self.canvas.small.width(text) > WIDTH - BUBBLE:
            text = self.say(key, self.app.texts.you, pile + 1)
        self._said = (text, seat)
        return text

    def point(self, action: int) -> None:
        if 0 < action < 400:
            self._choose(self.game.hand(self.viewer).index(action >> 2))
            if self._pile != action & 3 and not self.app.lesson:
                self._at = LAY
                self._pile = action & 3
        elif 0 < action < 500:
            self._at = END
            self._pile = action & 3
        elif action:
            self._choice = action - 500

    def _say_keys(self, mine: bool, hand: list[int]) -> None:
        game = self.game
        say = self.say
        if not mine:
            key = "keys_on" if self.telling.reading else "keys_wait"
            self.foot(say(key + "_talk" if self._can_talk() else key))
            return
        if self._at == BEGIN:
            self.note(say("who_starts", self.app.name(self._choice)))
            self.foot(say("keys_start"))
        elif self._at == LOOK:
            self.note(say("look"))
            self.foot(say("keys_look"))
        elif self._at == END:
            self.note(self._end_text() if self._pile < 0 else self._own_words())
            key = "keys_end"
            if game.due:
                key = "keys_give_up"
            elif game.players > 1 and hand:
                key = "keys_end_signal" if self._pile < 0 else "keys_signal"
            self.foot(say(key))
        elif self._at == TALK:
            text = say("talk" if self._fresh else "talk_none")
            self.note(text if self._pile < 0 else self._own_words())
            self.foot(say("keys_talk"))
        elif self._at == LAY:
            warning = self._warning()
            self.note(self._warned(warning) if warning else say("lay_where", hand[self._card]))
            self.foot(say("keys_lay"))
        else:
            # A step in the hand changes nothing of this but for a warning, and to find it out takes longer
            # than to draw a card.
            actions = self._moment()
            warning = self._warning()
            if self._told == (actions, warning, self._note, self.told):
                return
            if warning:
                self.note(self._warned(warning))
            else:
                self.note(self._stuck_text() if self._stuck else self._due_text())
            legal = game.legal_actions()
            text = self.undoing("keys_hand")
            if legal[0]:
                first = not game.laid and "Ⓑ" not in text
                text = say("keys_first") if first else self.without(text, "▼")
            elif not legal[-1]:
                text = self.without(self.without(text, "Ⓐ"), "▲")
            self.foot(text)
            self._told = (actions, warning, self._note, self.told)

    def _follow(self, mine: bool) -> None:
        # Selects something else where the position, however it came about, has no more of what is selected.
        game = self.game
        at = self._at
        if self.match.speaking:
            first = TALK
        elif game.choosing:
            first = at if at == LOOK else BEGIN
        else:
            first = CARD
            if mine and at == LAY and self._sought == self._moment():
                first = LAY
            elif mine and at == END and not game.legal_actions()[0]:
                first = END
        if at != first:
            self._at = first
            self._pile = self._sought = -1

    @property
    def _fresh(self) -> "set[int]":
        # The cards that the viewer has drawn, once its turn is over: only then are they known.
        if self._kept is None or self.game.player == self.viewer:
            return set()
        return set(self.cards()) - set(self._kept)

    @property
    def _stuck(self) -> bool:
        # Whether no card can be laid although the minimum has not been reached.
        return self.game.due > 0 and self.game.legal_actions()[-1] == 0

    def _stuck_text(self) -> str:
        return self.say("stuck" if self.game.laid else "stuck_first")

    def _own_words(self) -> str:
        # Returns in words what the viewer signals on the pile at the cursor.
        return self._words(self.viewer, self._pile, self.game.signal(self.viewer, self._pile))

    def _warning(self) -> int:
        # Returns the strongest signal that somebody else has on the lit pile: 16 * seat + 4 * signal + pile,
        # 0 for none.
        if self._pile >= 0:
            for signal in (2, 1):
                for seat in range(self.game.players):
                    if seat != self.viewer and self.game.signal(seat, self._pile) == signal:
                        return seat << 4 | signal << 2 | self._pile
        return 0

    def _warned(self, warning: int) -> str:
        # Returns in words what _warning does.
        return self._words(warning >> 4, warning & 3, warning >> 2 & 3)

    def _due_text(self) -> str:
        due = self.game.due
        if due == 0:
            return self.say("may_end" if self.game.legal_actions()[-1] else "none_fits")
        key = "lay_due" if self.game.laid else "lay_first"
        return self.say(key + "_1" if due == 1 else key, due)

    def _end_text(self) -> str:
        game = self.game
        if self._stuck:
            return self.say("give_up")
        draws = min(game.left, len(game.laid))
        return self.say("end_draw", draws) if draws else self.say("end_turn")

    def may_act(self) -> bool:
        if self.match.speaking:
            return not self._dealing and self.telling.told()
        return super().may_act()

    def turn(self) -> int:
        # Among robots it stays their turn.
        return self.viewer if self.match.speaking and self.match.persons > 1 else super().turn()

    def _can_talk(self) -> bool:
        # Whether a key lets the viewer speak while others play.
        match = self.match
        if self.game.player == self.viewer or match.speaking or match.review >= 0 or self.telling.replay:
            return False
        return not self.app.lesson and match.may_speak()

    def answer(self, key: int) -> None:
        if key == keys.DOWN and not self.overlay and self._can_talk():
            telling = self.telling
            telling.steps = []
            telling.end()
            telling.settle()
            self.thinker.dismiss()  # a robot that is thinking has not heard it
            self.match.speaker = self.viewer
            self.dirty = True
        else:
            super().answer(key)

    def where(self) -> "Any":
        count = len(self.session.history)
        return count, self.viewer, self._at, self._card, self._pile, self._choice, self._sought

    def go_back(self, where: "Any") -> None:
        if where[:2] == (len(self.session.history), self.viewer):
            _, _, self._at, self._card, self._pile, self._choice, self._sought = where
            if self._at == END and self._pile < 0:
                self._at = CARD
                self._sought = -1
            self._held = self.cards()[:]

    def move(self, key: int) -> None:
        if self._at == BEGIN:
            self._move_start(key)
        elif self._at == TALK:
            self._move_talk(key)
        elif self._at == LOOK:
            if key == keys.A or key == keys.UP:
                self.match.pass_on()
                self.app.table()
            else:
                self.refuse(self.say("look"))
        elif self._at == END:
            self._move_end(key)
        elif self._at == LAY:
            self._move_lay(key)
        else:
            self._move_card(key)

    @rare
    def _move_start(self, key: int) -> None:
        players = self.game.players
        if key == keys.A:
            self._at = CARD
            self.deferred = (self.play, 500 + self._choice)
            return
        elif key == keys.RIGHT or key == keys.DOWN:
            self._choice = (self._choice + 1) % players
        elif key == keys.LEFT or key == keys.UP:
            self._choice = (self._choice - 1) % players
        else:
            self.refuse(self.say("start_first"))
            return
        self.dirty = True

    def _move_card(self, key: int) -> None:
        hand = self.game.hand(self.viewer)
        if key == keys.LEFT or key == keys.RIGHT:
            self._choose((self._card + (1 if key == keys.RIGHT else -1)) % len(hand))
        elif key == keys.B:
            self.deferred = (self.back,)
            return
        elif key == keys.DOWN:
            if self.game.legal_actions()[0] != 0:
                self.refuse(self.say("too_early"))
                return
            if self._stuck and not self.game.laid:  # the game is over, and nothing can be undone
                self.deferred = (self.play, 0)
                return
            self._at = END
            self._pile = -1
            self._ended = self.app.now
        elif self._pile < 0:
            self.refuse(self.say("fits_nowhere", hand[self._card]))
            return
        elif key == keys.UP:
            self._at = LAY
        else:
            self.deferred = (self.play, 4 * hand[self._card] + self._pile)
            return
        self.dirty = True

    def _moment(self) -> int:
        # A number for this moment. The history alone does not tell it: what robots said may leave it.
        return len(self.session.history) << 7 | self.game.score(0)

    def _choose(self, index: int) -> None:
        # Puts the cursor on a card of the hand, and lights the pile on which it costs least.
        self._at = CARD
        self._card = index
        self._pile = -1
        card = self.game.hand(self.viewer)[index]
        least = 100
        for pile in range(4):
            gap = self.game.gap(card, pile)
            if gap and gap < least:
                least = gap
                self._pile = pile

    def _seek(self, hand: list[int]) -> None:
        # Puts the cursor on the card that costs least, once for each action.
        self._sought = self._moment()
        least = 100
        best = 0
        for i in range(len(hand)):
            for pile in range(4):
                gap = self.game.gap(hand[i], pile)
                if gap and gap < least:
                    least = gap
                    best = i
        if hand:
            self._choose(best)

    def back(self) -> None:
        laid = self.game.laid[-1:]
        super().back()
        hand = self.cards()
        if laid and laid[0] >> 2 in hand:
            # The cursor stays with the card that has been taken back.
            self._sought = self._moment()
            self._choose(hand.index(laid[0] >> 2))

    def _move_lay(self, key: int) -> None:
        card = self.game.hand(self.viewer)[self._card]
        if key == keys.LEFT or key == keys.RIGHT:
            pile = self._pile
            while True:
                pile = (pile + (1 if key == keys.RIGHT else -1)) % 4
                if self.game.gap(card, pile):
                    break
            if pile == self._pile:
                self.refuse(self.say("fits_only", card))
                return
            self._pile = pile
        elif key == keys.A or key == keys.UP:
            self._at = CARD
            self.deferred = (self.play, 4 * card + self._pile)
            return
        else:
            self._choose(self._card)
        self.dirty = True

    def _move_end(self, key: int) -> None:
        if key == keys.A or key == keys.DOWN and self._pile < 0 and not self.game.due:
            self._choose(self._card)
            self.deferred = (self.play, 0)
        elif key == keys.B or self.game.players == 1:
            self._choose(self._card)
            self.dirty = True
        else:
            self._signal(key, 400)

    def _move_talk(self, key: int) -> None:
        if key == keys.A or key == keys.B and self.match.persons == 1:
            self.match.speaker = -1
            self._at = CARD
            self.dirty = True
        elif key == keys.B:
            self.refuse(self.say("keys_talk"))
        else:
            self._signal(key, 600 + 16 * self.viewer)

    def _signal(self, key: int, first: int) -> None:
        # Chooses a pile, or changes the viewer's signal on it. first: the action that sets none on pile 0.
        pile = self._pile
        if key == keys.RIGHT or pile < 0 and key != keys.LEFT:
            self._pile = (pile + 1) % 4
        elif key == keys.LEFT:
            self._pile = 3 if pile < 1 else pile - 1
        else:
            step = 1 if key == keys.UP else 2
            signal = (self.game.signal(self.viewer, pile) + step) % 3
            self.deferred = (self.play, first + 4 * signal + pile)
            return
        self.dirty = True
