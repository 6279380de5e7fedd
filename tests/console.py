"""A console for tests: the whole app on Blinka's displayio, with scripted keys and a clock of its own."""

from pathlib import Path

from PIL import Image

from boards.computer.picture import Picture

ROOT = Path(__file__).resolve().parent.parent
LETTERS = "udlrabse"  # up, down, left, right, A, B, START, SELECT


class Event:
    """A key event, as boards have them."""

    key_number = 0
    pressed = False


class Board:
    """A board whose keys, clock and save region the test holds in its hands."""

    NAME = "test console"
    KEYS = bytes(range(8))
    Event = Event
    ERASES = True
    LIGHT = 0
    overflowed = False

    def __init__(self, region=None):
        self.screen = Picture()
        self.flash = bytearray(b"\xff" * 8192) if region is None else region
        self.queue = []
        self.clock = (1 << 29) - 30_000  # wraps half a minute after the start
        self.closed = False
        self.heard = None
        self.seen = None

    def display(self):
        return self.screen

    def events(self):
        return self

    def get_into(self, event) -> bool:
        if not self.queue:
            return False
        item = self.queue.pop(0)
        if item is SystemExit:
            raise SystemExit
        event.key_number, event.pressed = item
        return True

    def clear(self) -> None:
        self.queue.clear()
        self.overflowed = False

    def region(self):
        return self.flash

    def ticks(self) -> int:
        self.clock += 1
        return self.clock & 0x1FFFFFFF

    def voice(self):
        return self.heard

    def lamp(self):
        return self.seen

    def sleep(self, ms: int) -> None:
        self.clock += ms

    def close(self) -> None:
        self.closed = True


class Console:
    """The app, switched on.

    seed: what it deals with instead of chance; moving: whether cards travel; language: the place in
    texts.LANGUAGES of the one to choose where the app asks for it, -1 to leave that open; new: whether the
    player has neither been asked for a name nor ever held B.
    """

    LANGUAGE = 0  # by default

    def __init__(self, region=None, seed: int = 2026, moving: bool = False, language: int | None = None,
                 new: bool = False):
        from handful.app import App
        from handful.settings import HELPED, MOTION, NAMED

        self.board = Board(region)
        self.app = App(self.board)
        self.app.seed = lambda: seed
        self.app.settings.values[MOTION] = moving
        self.app.settings.values[NAMED] = self.app.settings.values[HELPED] = not new
        self.wait(0)
        if language is None:
            language = self.LANGUAGE
        if language >= 0:
            self.answer(language)

    def blind(self) -> None:
        """Draws nothing from now on, since that takes long."""
        canvas = self.app.canvas
        canvas.refresh = lambda: None
        canvas.fill = lambda *place: None
        canvas.blit = lambda *place: None
        canvas.text = lambda x, y, text, colour, font=None: x + (font or canvas.small).width(text) + 1

    def answer(self, language: int = 0) -> None:
        """Answers what is asked at a first start: the language, no lesson; and goes back to the title."""
        if self.screen == "language":
            self.keys("d" * language + "a")
        if self.screen == "language":
            self.keys("dab")

    @property
    def screen(self) -> str:
        """The name of the open screen's module."""
        return self.app._name

    @property
    def view(self):
        """The open screen."""
        return self.app._screen

    def wait(self, ms: int) -> None:
        """Lets the app run that long, and until no screen is about to open."""
        end = self.board.clock + ms
        while True:
            self.app.step()
            if self.board.clock >= end and not self.app._next:
                return
            self.board.clock += 20

    def press(self, key: int, hold: int = 40) -> None:
        """Presses a logical key for `hold` ms and lets the app answer."""
        self.board.queue.append((key, True))
        self.wait(hold)
        self.board.queue.append((key, False))
        self.wait(40)

    def keys(self, letters: str) -> None:
        """Presses keys by LETTERS; "B" holds B down, "." waits three seconds."""
        for letter in letters:
            if letter == ".":
                self.wait(3000)
            elif letter == "B":
                self.press(5, 600)
            else:
                self.press(LETTERS.index(letter))

    def see_end(self) -> None:
        """Looks at the end of a match until the rows below it are there."""
        self.wait(8000)
        self.press(4)

    def begin(self, key: str, kinds, seed: int = 2026, **options) -> None:
        """Begins a match without the menus, and without being told that its deal is known."""
        self.app.begin(key, bytes(kinds), seed, options)
        self.app.table()
        self.wait(40)

    def image(self) -> Image.Image:
        """What is on the screen at the end of this turn of the loop."""
        if self.view.stale:
            self.view.stale = False
            self.view.draw()
        self.app.canvas.refresh()
        screen = self.board.screen
        return Image.frombytes("RGB", (screen.width, screen.height), screen.image())
