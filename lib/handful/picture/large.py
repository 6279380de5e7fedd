"""Letters at two or three times their size, for the few words that a player sees from across the table."""

from micropython import const

from handful.picture import ink

_PAD = const(2)  # from a card's edge to its letter
_GAP = const(1)  # between two cards
_SPACE = const(3)  # a space at size 1


def width(canvas, text: str, scale: int) -> int:
    """Returns the width of a text whose letters lie on cards."""
    total = -_GAP
    for sign in text:
        if sign == " ":
            total += _SPACE * scale
        else:
            total += canvas.small.width(sign) * scale + 2 * _PAD + _GAP
    return total


def high(canvas, scale: int) -> int:
    """Returns the height of such a card."""
    return canvas.small.height * scale + _PAD


def card(canvas, x: int, y: int, sign: str, scale: int, edge: int) -> int:
    """Draws a letter on a card of paper, with its upper left corner at (x, y); returns the x of the next one.

    A space is no card. The letter is drawn, read back from the picture, and drawn again in runs of pixels: so
    any font will do, and signs that are read from the drive.
    """
    if sign == " ":
        return x + _SPACE * scale
    small = canvas.small
    wide = small.width(sign)
    tall = small.height
    end = x + wide * scale + 2 * _PAD
    canvas.fill(x, y, end - x, tall * scale + _PAD, ink.PAPER)
    canvas.text(x, y, sign, ink.INK)
    layer = canvas.lift(x, y, wide, tall)
    canvas.drop(layer, 0, 0, False)
    canvas.fill(x, y, end - x, tall * scale + _PAD, ink.TABLE)
    canvas.frame(x, y, end - x, tall * scale + _PAD, edge, ink.PAPER)
    pixels = layer.bitmap
    for row in range(tall):
        start = -1
        for column in range(wide + 1):
            inked = column < wide and pixels[column, row] == ink.INK
            if inked and start < 0:
                start = column
            elif not inked and start >= 0:
                canvas.fill(
                    x + _PAD + scale * start, y + _PAD + scale * row, scale * (column - start), scale, ink.INK
                )
                start = -1
    return end + _GAP
