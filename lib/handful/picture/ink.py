"""The sixteen inks: indices of the palette in assets/palette.txt.

That file has each ink's index, name and red-green-blue in hex; below, what the first four (table,
table_dark, table_light, accent) are on the table of each game, the console's own first. Text on the table
is white, paper, accent, sky or paper_dim. Red to purple are the inks of suits, made for paper: on the dark
table a suit stands on a small piece of paper. Green and yellow are lighter than red and blue, purple is
darker, for eyes that mix hues; orange is close to yellow and red: keep it out of their games.
"""

from micropython import const

TABLE = const(0)  # shows through sprites, so nothing is drawn in it but by Canvas.fill
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
    (GREEN, RED, BLUE, PURPLE)
    + (RED, BLUE, GREEN, YELLOW)
    + (YELLOW, PURPLE, BLUE, RED, GREEN)
    + (BLUE, RED)
)
_SOFT = bytes((GREEN, YELLOW, SKY))  # the seats' colours that are nearer to white than to ink


def over(ground: int) -> int:
    """The ink, dark or white, in which text on a seat's colour is read best."""
    return INK if ground in _SOFT else WHITE


def of(sign: str) -> int:
    """The ink in which a suit's sign (or an arrow of The Game) is drawn on a card."""
    place = _SIGNS.find(sign)
    return _INKS[place] if place >= 0 else INK
