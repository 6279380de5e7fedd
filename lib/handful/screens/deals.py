"""The shared deals of a game: a medal for each by its par, and the way to play one."""

from micropython import const

from engine import registry
from handful import keys, series
from handful.picture import ink, medal
from handful.picture.measures import FOOT, WIDTH
from handful.records import SERIES
from handful.screens.screen import Screen

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from handful.app import App

_COLUMNS = const(16)
_PITCH = const((WIDTH - 4) // _COLUMNS)  # from one medal to the next
_TOP = const(18)
_ROW = const(12)  # from one row to the next
_SIZE = const(6)  # of a medal
_SAID = const(_TOP + SERIES // _COLUMNS * _ROW + 4)  # y of the lines on the chosen deal
_LINE = const(11)


class View(Screen):
    """Shows which deals have been played: gold is over par, silver par, bronze under it. A deals one."""

    def __init__(self, app: "App", game: int) -> None:
        super().__init__(app)
        self._game = game
        self._key = registry.GAMES[game][0]
        self._records = app.records
        self._number = self._records.open_of(game)
        self._warned = False  # whether the player knows that the saved match will be lost

    def open(self) -> None:
        self.canvas.clear()
        self.title(self.app.texts.say_of("title", self._key))
        for number in range(1, SERIES + 1):
            self._draw(number)
        canvas = self.canvas
        words = [self.say("deals_over"), self.say("deals_even"), self.say("deals_under")]
        x = WIDTH + 10
        for word in words:
            x -= canvas.small.width(word) + _SIZE + 13
        x //= 2
        y = FOOT - _LINE  # what the medals mean
        for i in range(3):
            medal.draw(canvas, x, y, _SIZE, medal.GOLD - i)
            x = canvas.text(x + _SIZE + 3, y, words[i], ink.WHITE) + 10
        self._tell()

    def _draw(self, number: int) -> None:
        x = (WIDTH - _COLUMNS * _PITCH) // 2 + (number - 1) % _COLUMNS * _PITCH
        y = _TOP + (number - 1) // _COLUMNS * _ROW
        canvas = self.canvas
        chosen = number == self._number
        canvas.fill(x, y - 2, _PITCH - 1, _SIZE + 4, ink.WHITE if chosen else ink.TABLE)
        if chosen:
            canvas.fill(x + 1, y - 1, _PITCH - 3, _SIZE + 2, ink.TABLE)
        medal.draw(canvas, x + (_PITCH - 1 - _SIZE) // 2, y, _SIZE, self._grade(number))

    def _grade(self, number: int) -> int:
        best = self._records.best_of(self._game, number)
        if best is None:
            return medal.OPEN
        par = series.par(self._key, number)
        if par is None or best == par:
            return medal.SILVER
        return medal.GOLD if best > par else medal.BRONZE

    def _tell(self) -> None:
        # What the chosen deal is, below the medals.
        canvas = self.canvas
        say = self.say
        canvas.fill(0, _SAID, WIDTH, 2 * _LINE, ink.TABLE)
        best = self._records.best_of(self._game, self._number)
        par = series.par(self._key, self._number)
        self.centred(_SAID, say("deals_number", self._number), ink.ACCENT)
        if best is not None:
            text = say("deals_best", best)
        else:
            text = say("deals_open")
        if par is not None:
            text += say("deals_par", par)
        self.centred(_SAID + _LINE, text, ink.WHITE)
        self.foot(say("keys_deals"))

    def press(self, key: int) -> None:
        app = self.app
        before = self._number
        if key == keys.LEFT or key == keys.RIGHT:
            self._number += 1 if key == keys.RIGHT else -1
        elif key == keys.UP or key == keys.DOWN:
            self._number += _COLUMNS if key == keys.DOWN else -_COLUMNS
        elif key == keys.A or key == keys.START:
            if app.saved and not self._warned:
                self._warned = True
                self.refuse(self.say("ends_saved"))
                return
            app.begin(self._key, series.kinds(self._key), series.seed(before), {})
            return
        elif key == keys.SELECT:
            self.refuse(self.say("no_select"))
            return
        else:
            app.open("records", self._game)
            return
        self._number = (self._number - 1) % SERIES + 1
        self._draw(before)
        self._draw(self._number)
        self._tell()
