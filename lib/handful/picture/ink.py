# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The sixteen inks, which are indices of the palette in assets/palette.txt.

That file lists each ink's index, name and RGB value in hex. Each game replaces the first four (table,
table_dark, table_light, accent) in its look.txt. Use white, paper, accent, sky or paper_dim for text on the
table. Red to purple are for suits on paper; on the dark table, put a suit on a small piece of paper. For
colour-blind players green and yellow are lighter than red and blue, and purple is darker. Orange is close to
yellow and red: do not use it in a game that has either.
"""

from micropython import const

TABLE = const(0)  # transparent in lifted layers and in Canvas.blit: only Canvas.fill draws it
DARK = const(1)
LIGHT = const(2)
ACCENT = const(3)
PAPER = const(4)
DIM = const(5)
INK = const(6)
GREY = const(7)
WHITE = const(8)
RED = const(9)
BLUE = const(10)
GREEN = const(11)
YELLOW = const(12)
ORANGE = const(13)
PURPLE = const(14)
SKY = const(15)

_SIGNS = "♣♥♦☺●■▲★☀☾☁☂☘↑↓"
_INKS = bytes(
    (GREEN, RED, BLUE, PURPLE) + (RED, BLUE, GREEN, YELLOW) + (YELLOW, PURPLE, BLUE, RED, GREEN) + (BLUE, RED)
)
_SOFT = bytes((GREEN, YELLOW, SKY))  # seat colours on which dark text reads better than white


def over(ground: int) -> int:
    """Returns the ink (INK or WHITE) in which text on a seat's colour reads best."""
    return INK if ground in _SOFT else WHITE


def of(sign: str) -> int:
    """Returns the ink for a suit's sign, or an arrow of The Game, on a card."""
    place = _SIGNS.find(sign)
    return _INKS[place] if place >= 0 else INK
