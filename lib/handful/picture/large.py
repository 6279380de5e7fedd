"""Text twice as large as its font. The app frees this module with the screen that loaded it."""


def text(canvas, x: int, y: int, string: str, colour: int, ground: int, font=None) -> None:
    """Draws a string at (x, y), each pixel as a square of four; ground: the ink of what is below it."""
    font = font or canvas.small
    wide = font.width(string)
    # The canvas composes the string in its line, and what it draws of that is painted over.
    canvas.text(x, y, string, colour, font)
    canvas.fill(x, y, wide, font.height, ground)
    line = canvas._line
    for row in range(font.height):
        start = -1  # of a run of ink
        for at in range(wide + 1):
            if at < wide and line[at, row]:
                if start < 0:
                    start = at
            elif start >= 0:
                canvas.fill(x + 2 * start, y + 2 * row, 2 * (at - start), 2, colour)
                start = -1
