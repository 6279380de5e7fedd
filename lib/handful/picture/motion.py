"""Short animations: a card flies to its position, two cards change places, a trick goes to its winner.

Each animation copies a piece of the picture into a layer above it (Canvas.lift) and moves only the layer. A
frame sends the layer's old and new rectangle, and nothing is drawn again. The layer is removed at the end.
"""

from micropython import const

from handful.keys import elapsed
from handful.picture import ink

FLIGHT = const(260)  # duration of a flight in ms
_PARTS = const(32)  # resolution of the easing


class Motion:
    """Moves any number of pieces at the same time. Call `tick` while `busy`; `stop` ends all at once."""

    def __init__(self, canvas):
        self._canvas = canvas
        self._ways = []  # (layer, from x, from y, to x, to y, whether its pixels stay in the picture)
        self._since = 0

    @property
    def busy(self) -> bool:
        """Whether any piece is still moving."""
        return len(self._ways) > 0

    def fly(self, now: int, x: int, y: int, rect, stays: bool = True) -> None:
        """Moves the pixels in `rect` (x, y, width, height) from (x, y) to there, in FLIGHT ms.

        With stays=False they move the other way, from `rect` to (x, y), and disappear there. If there is no
        memory for the layer nothing moves. now: ticks in ms.
        """
        left, top, width, height = rect
        canvas = self._canvas
        try:
            layer = canvas.lift(left, top, width, height)
        except MemoryError:
            return
        self._since = now
        if stays:
            canvas.fill(left, top, width, height, ink.TABLE)
            canvas.move_to(layer, x, y)
            self._ways.append((layer, x, y, left, top, True))
        else:
            self._ways.append((layer, left, top, x, y, False))

    def cover(self, rect) -> None:
        """Keeps the rectangle `rect` (x, y, width, height) looking as it does until the next flight ends."""
        x, y, width, height = rect
        try:
            self._ways.append((self._canvas.lift(x, y, width, height), x, y, x, y, False))
        except MemoryError:
            return

    def tick(self, now: int) -> None:
        """Moves all pieces to their positions at `now` (ticks in ms); ends at FLIGHT."""
        gone = elapsed(now, self._since)
        if gone >= FLIGHT:
            self.stop()
            return
        # Ease out: fast at first, slow at the end.
        rest = _PARTS - gone * _PARTS // FLIGHT
        rest *= rest
        whole = _PARTS * _PARTS
        for layer, x, y, left, top, _ in self._ways:
            self._canvas.move_to(layer, left + (x - left) * rest // whole, top + (y - top) * rest // whole)

    def stop(self) -> None:
        """Ends all flights at once, with every piece at its destination."""
        for layer, _, _, left, top, stays in self._ways:
            self._canvas.drop(layer, left, top, stays)
        self._ways.clear()
