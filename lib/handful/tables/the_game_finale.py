# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The finale of The Game: all 98 cards are laid, and the four piles burst card by card."""

from micropython import const

from handful.keys import elapsed
from handful.picture import ink
from handful.picture.measures import BAR, FOOT, WIDTH

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from handful.tables.the_game import View

_FRAME = const(40)  # ms
_CARD_WIDE = const(19)
_CARD_HIGH = const(26)
_BIG = const(11)  # height of the big font's signs
_DRIFT = (-3, 2, -2, 3, 4, -4, 1, -1)  # pixels a frame to the side, by card
_FALL = const(2)  # by how much a card falls faster from frame to frame


class Burst:
    """The cards that are in the air, one of each pile. They leave their pictures behind."""

    def __init__(self, view: "View") -> None:
        self._view = view
        self._since = view.telling.since
        self._piles = [view.landing(pile + 4)[:2] for pile in range(4)]
        self._cards = [[0, -1, 0, 0] for _ in range(4)]  # x, y, speed down, cards of the pile thrown so far

    def tick(self, now: int) -> None:
        """Draws the cards where they are at `now` (ticks in ms)."""
        if elapsed(now, self._since) < _FRAME:
            return
        self._since = now
        for pile in range(4):
            self._throw(pile, self._cards[pile])
        view = self._view
        y = view.note_y
        view.canvas.fill(0, y - 3, WIDTH, BAR + 6, ink.DARK)
        view.centred(y + 1, view.say("band_0"), ink.ACCENT)

    def _throw(self, pile: int, card: list[int]) -> None:
        # Moves a card on by a frame, and draws it.
        x, y, speed, thrown = card
        if y < 0:
            x, y = self._piles[pile]
            speed = -3 * (thrown % 3)
        x += _DRIFT[(thrown * 3 + pile) % len(_DRIFT)]
        y += speed
        speed += _FALL
        floor = FOOT - _CARD_HIGH
        if y > floor:
            y = floor
            speed = -speed * 3 // 4
        if -_CARD_WIDE < x < WIDTH and y >= 0:
            number = str(99 - thrown if pile < 2 else 2 + thrown)
            canvas = self._view.canvas
            canvas.frame(x, y, _CARD_WIDE, _CARD_HIGH, ink.INK, ink.PAPER)
            left = x + (_CARD_WIDE - canvas.big.width(number)) // 2
            colour = ink.BLUE if pile < 2 else ink.RED
            if 0 <= left < WIDTH:
                canvas.text(left, y + (_CARD_HIGH - _BIG + 1) // 2, number, colour, canvas.big)
        else:
            y = -1
            thrown = (thrown + 1) % 90
        card[:] = x, y, speed, thrown
