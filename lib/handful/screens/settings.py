"""The settings: names and colours of the seats, and how things are shown."""

from handful.menu import Menu
from handful.settings import COLOURS, SEATS

_NAMES = 10  # row keys: names at 10 + seat, colours at 20 + seat; below 10 the choices
_COLOURS = 20


class View(Menu):
    """Rows for the choices, then a name and a colour for each seat."""

    def __init__(self, app, paused: bool = False):
        super().__init__(app)
        self._paused = paused
        self.heading = self.say("settings")

    def rows(self) -> list:
        say = self.say
        settings = self.app.settings
        rows = []
        for choice in range(len(settings.values)):
            key = "choice_" + str(choice)
            rows.append((choice, say(key), say(key + "_" + str(settings.values[choice]))))
        for seat in range(SEATS):
            name = settings.names[seat] or say("player", seat + 1)
            rows.append((_NAMES + seat, say("name_of", seat + 1, name), None))
            rows.append((_COLOURS + seat, say("colour_of"), "    "))
        return rows

    def decorate(self, key, y: int, chosen: bool) -> None:
        if key >= _COLOURS:
            self.canvas.fill(118, y + 2, 16, 8, self.app.settings.colours[key - _COLOURS])

    def change(self, key, step: int) -> None:
        settings = self.app.settings
        if key < _NAMES:
            settings.turn(key, step)
        else:
            # The next colour that no other seat has.
            colours = settings.colours
            place = COLOURS.find(bytes((colours[key - _COLOURS],)))
            while COLOURS[place] in colours:
                place = (place + step) % len(COLOURS)
            colours[key - _COLOURS] = COLOURS[place]
        self.show()

    def choose(self, key) -> None:
        if _NAMES <= key < _COLOURS:
            self.app.open("name", key - _NAMES, self._paused)
        else:
            self.change(key, 1)

    def leave(self) -> None:
        self.app.save(True)
        self.app.open("pause" if self._paused else "title")
