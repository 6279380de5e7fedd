"""The statistics, one page per game."""

from micropython import const

from engine import registry
from handful import keys
from handful.picture import ink
from handful.records import CLASSES
from handful.screens.screen import Screen

_RIGHT = const((74, 102, 127, 158))  # right edges of the columns
_HEAD = const(18)  # y of the column heads
_STEP = const(18)  # distance from row to row


class View(Screen):
    """Shows one game's statistics; LEFT and RIGHT switch to another game."""

    def __init__(self, app):
        super().__init__(app)
        self._game = 0
        self._records = app.records

    def open(self) -> None:
        canvas = self.canvas
        say = self.say
        canvas.clear()
        heads = ("played", "won", "best", "streak")
        for i in range(4):
            text = say("records_" + heads[i])
            canvas.text(_RIGHT[i] - canvas.small.width(text), _HEAD, text, ink.ACCENT)
        self.foot(say("keys_records"))
        self._draw()

    def _draw(self) -> None:
        canvas = self.canvas
        say = self.say
        self.title("◀ " + self.app.texts.say_of("title", registry.GAMES[self._game][0]) + " ▶")
        for opponents in range(CLASSES):
            y = _HEAD + 16 + _STEP * opponents
            canvas.fill(4, y, _RIGHT[3] - 4, 8, ink.TABLE)
            canvas.text(4, y, say("against_" + str(opponents)), ink.WHITE)
            played, won, best, streak, longest = self._records.row(self._game, opponents)
            values = (played, won, "-" if best is None else best, longest)
            for i in range(4):
                text = str(values[i])
                canvas.text(_RIGHT[i] - canvas.small.width(text), y, text, ink.WHITE)

    def press(self, key: int) -> None:
        if key == keys.LEFT or key == keys.RIGHT:
            self._game = (self._game + (1 if key == keys.RIGHT else -1)) % len(registry.GAMES)
            self.foot(self.say("keys_records"))
            self._draw()
        elif key == keys.B or key == keys.A or key == keys.START or key == keys.RING:
            self.app.open("title")
        else:
            self.refuse(self.say("keys_records"))
