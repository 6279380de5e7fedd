# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A console without hardware: the whole app, with scripted keys and a clock that only they move."""

import re
from typing import Any

from PIL import Image

from boards.computer.picture import Picture

LETTERS = "udlrabse"  # up, down, left, right, A, B, START, SELECT
NAMES = ("N", "Y", "Z")  # what few keys are called


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
    day = (2000, 1, 1)  # as a clock that nobody has set

    def __init__(self, region=None):
        self.screen = Picture()
        self.flash = bytearray(b"\xff" * 8192) if region is None else region
        self.queue = []
        self.touches = []
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

    def touched(self):
        return self.touches.pop(0) if self.touches else None

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

    def date(self) -> tuple[int, int, int]:
        return self.day

    def sleep(self, ms: int) -> None:
        self.clock += ms

    def close(self) -> None:
        self.closed = True


def board_of(keys: int = 8, region=None, names: tuple[str, str, str] = NAMES, finger: bool = False) -> Board:
    """A board with that many keys: 8, 3, 2, or few.KNOB for a knob. RIGHT is NEXT then, A YES, B BACK.

    finger: whether its picture can be touched; it has eight keys then.
    """
    board = Board(region)
    if finger:
        from handful.finger import Finger

        setattr(board, "few", Finger)
    if keys < 8:
        from handful.few import Few

        setattr(board, "few", lambda app: Few(app, keys, names))
    return board


class Reader:
    """Reads what is written on a canvas.

    texts: {(x, y): string} of all whose beginning has not been drawn over. lines: {y: string} of what was
    written last in each line as wide as the screen, such as that at the foot; y is the line's top. grounds:
    {y: ink} of those lines. inks: {(x, y): ink} of all texts.
    """

    def __init__(self, canvas):
        from handful.picture.measures import BAR, WIDTH

        self.texts = {}
        self.inks = {}
        self.lines = {}
        self.grounds = {}
        self._line = (0, WIDTH, BAR)
        self._fill = self._drawing(canvas, "fill")
        self._text = self._drawing(canvas, "text")
        self._clear = self._drawing(canvas, "clear")
        for name in ("fill", "text", "clear"):
            setattr(canvas, name, getattr(self, name))

    def _drawing(self, canvas, name):
        # What draws: a double's function, or the class's own, which a test may replace later.
        own = vars(canvas).get(name)
        return own or (lambda *values: getattr(type(canvas), name)(canvas, *values))

    def clear(self, *colour) -> None:
        """As Canvas.clear."""
        self._clear(*colour)
        self.texts.clear()
        self.lines.clear()
        self.grounds.clear()

    def fill(self, x: int, y: int, width: int, height: int, colour: int) -> None:
        """As Canvas.fill."""
        self._fill(x, y, width, height, colour)
        right, bottom = x + width, y + height
        for place in [at for at in self.texts if x <= at[0] < right and y <= at[1] < bottom]:
            del self.texts[place]
        whole = self._line[1] - 2 * x  # the middle of a line whose ends stay bare counts as well
        if width == whole and height == self._line[2]:
            self.lines[y] = ""
            self.grounds[y] = colour

    def text(self, x: int, y: int, string: str, colour: int, font=None) -> int:
        """As Canvas.text."""
        self.texts[x, y] = string
        self.inks[x, y] = colour
        if y - 1 in self.lines:
            self.lines[y - 1] = string
        return self._text(x, y, string, colour, font)


class Console:
    """The app, switched on.

    seed: what it deals with instead of chance; moving: whether cards travel; language: the place in
    texts.LANGUAGES of the one to choose where the app asks for it, -1 to leave that open; new: whether the
    player has neither been asked for a name nor ever held B; keys: how many there are, see `board_of`;
    names: what the foot line calls them; finger: whether the picture can be touched.
    """

    LANGUAGE = 0  # by default

    def __init__(
        self,
        region=None,
        seed: int = 2026,
        moving: bool = False,
        language: int | None = None,
        new: bool = False,
        keys: int = 8,
        names: tuple[str, str, str] = NAMES,
        finger: bool = False,
    ):
        from handful.settings import HELPED, MOTION, NAMED

        self.start(board_of(keys, region, names, finger), seed)
        self.app.settings.values[MOTION] = moving
        if not new:
            self.app.settings.values[NAMED] = self.app.settings.values[HELPED] = True
        self.wait(0)
        if language is None:
            language = self.LANGUAGE
        if language >= 0:
            self.answer(language)

    @classmethod
    def untouched(cls, board: Board, seed: int = 2026) -> "Console":
        """The app on a board at its first screen, as a player finds it."""
        console = cls.__new__(cls)
        console.start(board, seed)
        console.wait(0)
        return console

    def start(self, board: Board, seed: int) -> None:
        """Switches the app on."""
        from handful.app import App

        self.board = board
        self.app = App(board)
        setattr(board.screen, "refresh", lambda **_: True)  # composing takes long: image() does it
        self.reader = Reader(self.app.canvas)
        setattr(self.app, "seed", lambda: seed)

    def blind(self) -> None:
        """Draws nothing from now on, since that takes long."""
        canvas: Any = self.app.canvas
        canvas.clear = lambda *colour: None
        canvas.fill = lambda *place: None
        canvas.blit = lambda *place: None
        canvas.text = lambda x, y, text, colour, font=None: x + (font or canvas.small).width(text) + 1
        self.reader = Reader(canvas)

    def answer(self, language: int = 0) -> None:
        """Answers what is asked at a first start: the language, no lesson; and goes back to the title."""
        if self.screen == "language":
            self.keys("d" * language + "a")
        if self.screen == "language":
            self.keys("dab")

    @property
    def screen(self) -> str:
        """The name of the open screen's module."""
        return self.app.screen

    @property
    def view(self):
        """The open screen."""
        return self.app.view

    @property
    def foot(self) -> str:
        """What stands at the foot of the screen."""
        from handful.picture.measures import FOOT

        return self.reader.lines.get(FOOT, "")

    @property
    def refused(self) -> bool:
        """Whether the foot of the screen says why a key did nothing."""
        from handful.picture import ink
        from handful.picture.measures import FOOT

        return self.reader.grounds.get(FOOT) == ink.ACCENT

    @property
    def page(self) -> list[int]:
        """The number of the open page of the help, from 1, and how many there are, as the foot says."""
        return [int(number) for number in re.findall(r"(\d+)/(\d+)", self.foot)[0]]

    @property
    def note(self) -> str:
        """What the message line of a table says."""
        return self.reader.lines.get(self.view.note_y, "")

    def ink_of(self, text: str) -> int:
        """The colour of a text on the screen, which is the whole of what is written there."""
        (place,) = [place for place, string in self.reader.texts.items() if string == text]
        return self.reader.inks[place]

    def shows(self, text: str) -> bool:
        """Whether a text is on the screen, in one line or several."""
        texts = self.reader.texts
        written = "".join([texts[place] for place in sorted(texts, key=lambda place: (place[1], place[0]))])
        return text.replace(" ", "") in written.replace(" ", "")

    @property
    def layers(self) -> int:
        """How many pieces are lifted above the picture."""
        return len(self.board.screen.root_group) - len(self.app.canvas.bands)

    def wait(self, ms: int) -> None:
        """Lets the app run that long, and until no screen is about to open."""
        end = self.board.clock + ms
        while True:
            self.app.step()
            if self.board.clock >= end and not self.app.opening:
                return
            self.board.clock += 20

    def press(self, key: int, hold: int = 40) -> None:
        """Presses a logical key for `hold` ms, when keys count, and lets the app answer."""
        self.heed()
        self.board.queue.append((key, True))
        self.wait(hold)
        self.board.queue.append((key, False))
        self.wait(40)
        self.heed()

    def tap(self, x: int, y: int, hold: int = 40, to: tuple[int, int] | None = None) -> None:
        """Touches the picture for `hold` ms, when that counts; the finger leaves it there or at `to`."""
        self.heed()
        self.board.touches.append((x, y, 1))
        if to:
            self.board.touches.append((*to, 2))
        self.wait(hold)
        self.board.touches.append((*(to or (x, y)), 0))
        self.wait(260)  # no hand is faster
        self.heed()

    def heed(self) -> None:
        """Waits until the screen says at its foot what keys do, as a player does who reads."""
        while self.app.deaf:
            self.wait(20)

    def mash(self, key: int, times: int, every: int = 120) -> None:
        """Presses a key again and again, whatever the screen shows. every: ms from press to press."""
        for _ in range(times):
            self.board.queue.append((key, True))
            self.wait(every // 2)
            self.board.queue.append((key, False))
            self.wait(every - every // 2)

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
        if self.screen == key:
            self.app.deaf = 0  # no key has opened it
        self.heed()

    def open(self, *screen) -> None:
        """Opens a screen without the menus: its name, and what it is given."""
        self.app.open(*screen)
        self.wait(40)

    def image(self) -> Image.Image:
        """What is on the screen at the end of this turn of the loop."""
        if self.view.dirty:
            self.view.dirty = False
            self.view.draw()
        screen = self.board.screen
        type(screen).refresh(screen)
        return Image.frombytes("RGB", (screen.width, screen.height), screen.image())
