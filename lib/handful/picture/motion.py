"""What moves over the table for a moment: a card on its way, two that change places, a trick to its winner.

A piece of the picture is copied into a layer above it (Canvas.lift), and only that layer moves: a frame sends
the card's old place and its new one, and nothing is drawn anew. When it stops the layer is gone.
"""

from micropython import const

from handful.keys import elapsed
from handful.picture import ink

FLIGHT = const(260)  # ms of a card's way
_PARTS = const(32)  # into which a way is cut for reckoning


class Motion:
    """The pieces that are under way, all at the same time. `tick` while `busy`; `stop` ends it at once."""

    def __init__(self, canvas):
        self._canvas = canvas
        self._ways = []  # (layer, from x, from y, to x, to y, whether it stays there)
        self._since = 0

    @property
    def busy(self) -> bool:
        """Whether something is still under way."""
        return len(self._ways) > 0

    def fly(self, now: int, x: int, y: int, place, stays: bool = True) -> None:
        """Lets what is drawn at `place` (x, y, width, height) come there from (x, y), in FLIGHT ms.

        stays: else it goes the other way, from its place to (x, y), and is gone there. Without memory for
        the layer nothing moves.
        """
        left, top, width, height = place
        canvas = self._canvas
        try:
            layer = canvas.lift(left, top, width, height)
        except MemoryError:
            return
        self._since = now
        if stays:
            canvas.fill(left, top, width, height, ink.TABLE)
            canvas.place(layer, x, y)
            self._ways.append((layer, x, y, left, top, True))
        else:
            self._ways.append((layer, left, top, x, y, False))

    def cover(self, place) -> None:
        """Keeps what is seen at a place (x, y, width, height) as it is until the next flight is over."""
        x, y, width, height = place
        try:
            self._ways.append((self._canvas.lift(x, y, width, height), x, y, x, y, False))
        except MemoryError:
            return

    def tick(self, now: int) -> None:
        """Moves everything on to where it is at that time (ms)."""
        gone = elapsed(now, self._since)
        if gone >= FLIGHT:
            self.stop()
            return
        # Fast at first, slow at the end.
        rest = _PARTS - gone * _PARTS // FLIGHT
        rest *= rest
        whole = _PARTS * _PARTS
        for layer, x, y, left, top, _ in self._ways:
            self._canvas.place(layer, left + (x - left) * rest // whole, top + (y - top) * rest // whole)

    def stop(self) -> None:
        """Puts everything where it was going."""
        for layer, _, _, left, top, stays in self._ways:
            self._canvas.drop(layer, left, top, stays)
        self._ways.clear()
