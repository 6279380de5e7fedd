# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Text enlarged, for the few words and signs that a player sees from across the table.

The app frees this module with the screen that loaded it.
"""

import bitmaptools
import displayio
from micropython import const

from handful.picture import ink

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from handful.picture.canvas import Canvas
    from handful.picture.font import Font

_PAD = const(2)  # from a card's edge to its letter
_GAP = const(1)  # between two cards
_SPACE = const(3)  # a space at size 1


def text(
    canvas: "Canvas",
    x: int,
    y: int,
    string: str,
    colour: int,
    ground: int,
    font: "Font | None" = None,
    scale: int = 2,
) -> None:
    """Draws a string at (x, y), each pixel as a square of `scale`; ground: the ink of what is below it.

    The string is drawn as it is and covered again, so any font will do, and signs that are read from the
    drive. The canvas still has its pixels: each column and each row of them is copied to where it begins.
    """
    font = font or canvas.small
    wide = font.width(string)
    tall = font.height
    canvas.text(x, y, string, colour, font)
    canvas.fill(x, y, wide, tall, ground)
    line = canvas.line
    across = scale * wide
    whole = displayio.Bitmap(across, scale * tall, 16)
    for column in range(wide):
        bitmaptools.blit(whole, line, scale * column, 0, x1=column, y1=0, x2=column + 1, y2=tall)
    for row in range(tall - 1, -1, -1):  # from below: no row is read that has been written
        for at in range(scale * row, scale * row + scale):
            bitmaptools.blit(whole, whole, 0, at, x1=0, y1=row, x2=across, y2=row + 1)
    for at in range(scale):  # between the columns there is nothing yet
        canvas.blit(whole, x + at, y, 0, 0, across - at, scale * tall)


def width(canvas: "Canvas", string: str, scale: int) -> int:
    """Returns the width of a string whose letters lie on cards."""
    total = -_GAP
    for sign in string:
        if sign == " ":
            total += _SPACE * scale
        else:
            total += canvas.small.width(sign) * scale + 2 * _PAD + _GAP
    return total


def high(canvas: "Canvas", scale: int) -> int:
    """Returns the height of such a card."""
    return canvas.small.height * scale + _PAD


def card(canvas: "Canvas", x: int, y: int, sign: str, scale: int, edge: int) -> int:
    """Draws a letter on a card of paper, with its upper left corner at (x, y); returns the x of the next one.

    A space is no card.
    """
    if sign == " ":
        return x + _SPACE * scale
    small = canvas.small
    end = x + small.width(sign) * scale + 2 * _PAD
    canvas.frame(x, y, end - x, small.height * scale + _PAD, edge, ink.PAPER)
    text(canvas, x + _PAD, y + _PAD, sign, ink.INK, ink.PAPER, None, scale)
    return end + _GAP
