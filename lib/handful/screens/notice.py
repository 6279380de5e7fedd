"""One sentence that the player has to know, over the whole screen."""

from micropython import const

from handful import keys
from handful.picture import ink
from handful.picture.measures import WIDTH
from handful.screens.screen import Screen

_TITLE = const("title")
_TITLE_Y = const(12)  # y of the picture
_Y = const(58)
_STEP = const(12)


class View(Screen):
    """Shows a sentence, cut into lines, until a key is pressed; then `then` opens, "" for the table."""

    def __init__(self, app, text: str, then: str = "title"):
        super().__init__(app)
        self._text = text
        self._then = then

    def open(self) -> None:
        self.app.notice = ""
        self.canvas.clear()
        self.canvas.picture(_TITLE, _TITLE_Y)
        y = _Y
        for line in self.canvas.small.lines(self._text, WIDTH - 12):
            self.centred(y, line, ink.WHITE)
            y += _STEP
        self.foot(self.say("keys_on"))

    def press(self, key: int) -> None:
        if key == keys.A or key == keys.START or key == keys.B:
            if self._then:
                self.app.open(self._then)
            else:
                self.app.table()
        else:
            self.refuse(self.say("press_a"))
