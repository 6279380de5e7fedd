"""One sentence that the player has to know, over the whole screen."""

from handful import ink, keys
from handful.screen import Screen


class View(Screen):
    """Shows a sentence, cut into lines, until a key is pressed; then the title opens."""

    def __init__(self, app, text: str):
        super().__init__(app)
        self._text = text

    def open(self) -> None:
        self.app.notice = ""
        self.canvas.clear()
        self.canvas.picture("title", 12)
        y = 58
        for line in self.canvas.small.lines(self._text, 148):
            self.centred(y, line, ink.WHITE)
            y += 12
        self.foot(self.say("keys_on"))

    def press(self, key: int) -> None:
        if key == keys.A or key == keys.START or key == keys.B:
            self.app.open("title")
        else:
            self.refuse(self.say("press_a"))
