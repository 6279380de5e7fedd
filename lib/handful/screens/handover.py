"""The neutral screen between two people: it shows who comes next and nothing of any hand."""

from handful import ink, keys
from handful.screen import Screen


class View(Screen):
    """Waits for a deliberate press of the person who takes the console over."""

    def __init__(self, app):
        super().__init__(app)
        self._seat = app.match.waits_for
        app.match.viewer = -1
        app.save(True)

    def open(self) -> None:
        canvas = self.canvas
        name = self.app.name(self._seat)
        colour = self.app.settings.colours[self._seat]
        canvas.clear(ink.DARK)
        canvas.fill(0, 0, 160, 8, colour)
        canvas.fill(0, 108, 160, 8, colour)
        self.centred(30, self.say("pass_to"), ink.WHITE)
        width = canvas.small.width(name) + 16
        canvas.frame((160 - width) // 2, 46, width, 19, colour, ink.PAPER)
        self.centred(51, name, ink.INK)
        self.centred(78, self.say("pass_hint"), ink.WHITE)
        self.foot(self.say("keys_pass", name))

    def press(self, key: int) -> None:
        if key == keys.A:
            self.app.match.viewer = self._seat
            self.app.table()
        elif key == keys.START or key == keys.B or key == keys.RING:
            self.app.open("pause")
        else:
            self.refuse(self.say("press_a"))
