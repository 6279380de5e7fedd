# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The terminal as a display: half blocks or sextants, in colour or without, and its keyboard."""

import contextlib
import os
import re
import select
import signal
import sys
import termios
import textwrap
import time
import tty
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from types import FrameType
from typing import NoReturn

import numpy
import numpy.typing

from boards import Event
from boards.computer.names import Names
from boards.computer.picture import Picture, rgb
from handful.picture.measures import HEIGHT, WIDTH

_ENTER = b"\x1b[?1049h\x1b[?25l"  # the alternate screen, without a cursor
_LEAVE = b"\x1b[0m\x1b[?25h\x1b[?1049l"

_Pixels = numpy.typing.NDArray[numpy.uint16]
_Cell = tuple[int, int, int]  # pattern, ink, paper

# How many pixels a cell shows across and down, the finest first.
_GRIDS = ((1, 2), (2, 3))
# The glyph of each pattern, by the number of pixels in a cell. Bit 0 is the upper left pixel, bit 1 the next
# one to the right, or else below. A set bit is ink, the others are paper. Unicode's sextants leave out the
# two patterns that are half blocks, since these were characters before.
_GLYPHS = {
    2: " \u2580\u2584\u2588",
    6: " " + "".join(chr(0x1FB00 + n - 1 - (n > 21) - (n > 42)) for n in range(1, 63)) + "\u2588",
}
_GLYPHS[6] = _GLYPHS[6][:21] + "\u258c" + _GLYPHS[6][22:42] + "\u2590" + _GLYPHS[6][43:]

_ESCAPE_WAIT = 0.1  # seconds after which an escape character that nothing follows is the Esc key
_REST_WAIT = 1.0  # seconds that the rest of a longer sequence, or of a string, may take on a slow line
_HOLD = 0.7  # seconds for which a capital letter holds a key down

_STOP = "\x1a"  # Ctrl-Z

_TYPED = {"enter": "\r", "backspace": "\b", "escape": "\x1b"}  # keys that typing has, too

# Function keys of the Linux console, an old report of the mouse (three bytes follow), any other control
# sequence, and keys of the number pad.
_SEQUENCE = re.compile(
    rb"\x1b(?:\[\[[@-~]|\[M[ -\xff]{3}|\[(?![\[M])[0-?]*[ -/]*[@-~]|O[0-9;]*[@-~])", re.DOTALL
)
_BEGINNING = re.compile(rb"\x1b(?:\[(?:\[|M[ -\xff]{0,2}|(?![\[M])[0-?]*[ -/]*)|O[0-9;]*)?\Z")
_KEY = re.compile(rb"\x1b(?:\[[0-9;]*|O[0-9;]*)([A-D])|\x1b\[21(?:;[0-9]+)?(~)")
_KEYS = {b"A": "up", b"B": "down", b"C": "right", b"D": "left", b"~": "f10"}
# Control strings (DCS, SOS, OSC, PM, APC) end with ST or BEL. Any other control character breaks them off.
_STRING = re.compile(rb"\x1b[PX\]^_]")
_CONTROL = re.compile(rb"[\0-\x1f\x7f]")
_STRING_ENDS = (b"\x07", b"\x1b\\")
_NAMED = {"\r": "enter", "\n": "enter", "\t": "tab", "\x7f": "backspace", "\b": "backspace"}

# A terminal does not tell where a key is. So these are what the keys of our letters type on other keyboards;
# a space where that is no letter.
_LETTERS = "wasdhjklxbzpq"
_SCRIPTS = (
    "цфывролдчиязй",  # Russian
    "цфівролдчиязй",  # Ukrainian
    "ςασδηξκλχβζπ ",  # Greek
    " שדגיחלךסנזפ ",  # Hebrew
    "صشسياتنمء ئحض",  # Arabic
    "てちとしくまのりさこつせた",  # Japanese
    "ㅈㅁㄴㅇㅗㅓㅏㅣㅌㅠㅋㅔㅂ",  # Korean
)
_LATIN = {
    sign: letter for script in _SCRIPTS for sign, letter in zip(script, _LETTERS, strict=True) if sign != " "
}

_BRIGHT = 110  # of 255: what is lighter shows in a terminal without colours
_APART = 40  # of 255, between two that are told apart there

_TRUE = ("truecolor", "24bit")
_TRUE_TERMS = ("alacritty", "contour", "foot", "ghostty", "kitty", "tmux", "wezterm", "xterm-kitty")


def has_true_colour(environ: Mapping[str, str]) -> bool:
    """Returns whether the terminal understands true colour; all others are taken for ones of 256 colours.

    GNU screen does not, whatever COLORTERM says of the terminal around it.
    """
    term = environ.get("TERM", "")
    if environ.get("TMUX"):
        return True  # tmux turns them into what the terminal around it has
    if environ.get("STY") or term.startswith("screen"):
        return False
    return environ.get("COLORTERM") in _TRUE or term.endswith("-direct") or term.startswith(_TRUE_TERMS)


@lru_cache
def _terminfo(term: str) -> tuple[int, bytes]:
    # How many colours terminfo gives a terminal, and how its cursor is moved. What is not known there counts
    # as one of today. curses reads one entry in the life of a process.
    try:
        import curses

        curses.setupterm(term, 1)
        return curses.tigetnum("colors"), curses.tigetstr("cup") or b""
    except (ImportError, curses.error):
        return (256, b"\x1b[")


def has_colour(environ: Mapping[str, str]) -> bool:
    """Returns whether colours are to be sent: NO_COLOR is not set (no-color.org), and the terminal has some.

    Of those that have any, all take 256, whatever terminfo says.
    """
    if environ.get("NO_COLOR"):
        return False
    return has_true_colour(environ) or not environ.get("TERM") or _terminfo(environ["TERM"])[0] > 0


def objection(environ: Mapping[str, str]) -> str:
    """Returns, as a sentence, why a terminal cannot show the picture; "" if it can.

    Without any locale it is taken for one with UTF-8, as Python does.
    """
    term = environ.get("TERM", "")
    if term in ("dumb", "unknown") or term and not _terminfo(term)[1].startswith(b"\x1b["):
        return f"TERM is {term}: such a terminal cannot show the picture."
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        value = environ.get(name)
        if value:
            if "utf8" in value.lower().replace("-", ""):
                return ""
            return (
                f"The picture needs a terminal with UTF-8, but {name} is {value}: "
                "if this terminal has it, start with LC_ALL=C.UTF-8."
            )
    return ""


def _letter(key: str) -> str:
    # Returns the Latin letter, small or capital, of a key that types one of another script; else the key.
    small = key.lower()
    letter = _LATIN.get(small) or unicodedata.normalize("NFKC", small)
    return letter if key == small or len(key) > 1 else letter.upper()


def _distance(one: int, other: int) -> int:
    # The eye sees green best and blue least.
    red, green, blue = [a - b for a, b in zip(rgb(one), rgb(other), strict=True)]
    return 3 * red * red + 6 * green * green + blue * blue


def _light(colour: int) -> int:
    # From 0 to 255, as the eye sees it.
    red, green, blue = rgb(colour)
    return (3 * red + 6 * green + blue) // 10


@lru_cache(maxsize=1 << 16)
def _toned(cell: _Cell) -> int:
    # The pattern of a cell without colours: what is light shows, and of two that differ the lighter one.
    pattern, ink, paper = cell
    light = [_light(ink) > _BRIGHT, _light(paper) > _BRIGHT]
    if light[0] == light[1] and abs(_light(ink) - _light(paper)) > _APART:
        light = [_light(ink) > _light(paper), _light(ink) < _light(paper)]
    return (pattern if light[0] else 0) | (-1 - pattern if light[1] else 0)


def _oklab(colour: tuple[int, int, int]) -> tuple[float, float, float]:
    # Lightness and two axes of hue, in which distances are as the eye sees them: Oklab, by Björn Ottosson.
    red, green, blue = [(part / 255) ** 2.2 for part in colour]
    long = (0.4122 * red + 0.5363 * green + 0.0514 * blue) ** (1 / 3)
    middle = (0.2119 * red + 0.6807 * green + 0.1074 * blue) ** (1 / 3)
    short = (0.0883 * red + 0.2817 * green + 0.6300 * blue) ** (1 / 3)
    return (
        0.2105 * long + 0.7936 * middle - 0.0041 * short,
        1.9780 * long - 2.4286 * middle + 0.4506 * short,
        0.0259 * long + 0.7828 * middle - 0.8087 * short,
    )


# The colours of xterm but for the first sixteen, which players choose: a cube and a row of greys.
_SIX = (0, 95, 135, 175, 215, 255)
_CUBE = [(red, green, blue) for red in _SIX for green in _SIX for blue in _SIX]
_COLOURS = [_oklab(colour) for colour in _CUBE + [(grey, grey, grey) for grey in range(8, 239, 10)]]


@lru_cache
def _nearest(colour: int) -> int:
    # Returns the number of the nearest of 256 colours. Suits are told by their hue, so that counts twice.
    light, across, up = _oklab(rgb(colour))
    distances = [(light - x) ** 2 + 2 * (across - y) ** 2 + 2 * (up - z) ** 2 for x, y, z in _COLOURS]
    return 16 + distances.index(min(distances))


@lru_cache
def _code(colour: int, true_colour: bool) -> str:
    # What stands for a colour behind 38 (ink) or 48 (paper).
    if true_colour:
        return "2;" + ";".join(map(str, rgb(colour)))
    return f"5;{_nearest(colour)}"


@lru_cache(maxsize=1 << 16)
def cell_of(colours: tuple[int, ...]) -> _Cell:
    """Returns the pattern, ink and paper that show these pixels in one cell, in the order of _GLYPHS.

    One or two colours are shown exactly, more of them by the nearest pair. A single colour is all paper. Ink
    never covers more than half of the cell.
    """
    seen = sorted(set(colours))
    if len(seen) == 1:
        return 0, seen[0], seen[0]
    best: tuple[int, int, int, int] | None = None
    for i, ink in enumerate(seen):
        for paper in seen[:i]:
            error = pattern = 0
            for bit, colour in enumerate(colours):
                to_ink = _distance(colour, ink)
                to_paper = _distance(colour, paper)
                error += min(to_ink, to_paper)
                if to_ink < to_paper:
                    pattern |= 1 << bit
            if best is None or error < best[0]:
                best = error, pattern, ink, paper
    assert best
    _, pattern, ink, paper = best
    whole = (1 << len(colours)) - 1
    covered = pattern.bit_count() * 2
    if covered > len(colours) or covered == len(colours) and not pattern & 1:
        return whole - pattern, paper, ink
    return pattern, ink, paper


class Cells:
    """What a terminal shows now, from which follows what to send for another picture."""

    def __init__(self, helps: tuple[str, ...], true_colour: bool = True, colour: bool = True) -> None:
        """helps: lines that say what the keys do, the longest first. The first one that fits is shown.
        true_colour: if not, each colour is the nearest of 256. colour: if not, light and dark are all.
        """
        self._helps = helps
        self._true_colour = true_colour
        self._colour = colour
        self._size = (-1, -1)  # columns and rows; -1 if everything has to be sent
        self._grid: tuple[int, int, int, int] | None = None  # pixels in a cell, cells in the picture
        self._top = self._left = 0  # where the picture's first cell is
        self._shown: _Pixels | None = None  # the colours of every cell, as in the frame
        self._cells: dict[tuple[int, int], _Cell] = {}  # by row and column
        self._colours = (-1, -1)  # ink and paper as last sent; -1 if unknown

    @property
    def fits(self) -> bool:
        """Whether the picture fits into the terminal, as of the last paint()."""
        return self._grid is not None

    def forget(self) -> None:
        """Sends everything at the next paint(), since the terminal shows something else."""
        self._size = (-1, -1)

    def paint(self, frame: _Pixels, columns: int, rows: int) -> bytes:
        """Returns the escape sequences that make the terminal show `frame`; b"" if it does already.

        frame: HEIGHT x WIDTH colours in RGB565. columns, rows: the terminal's size. If it has changed,
        everything is sent again.
        """
        sent: list[str] = []
        if (columns, rows) != self._size:
            self._size = (columns, rows)
            self._clear(sent)
        if self._grid:
            self._paint_cells(frame, self._grid, sent)
        return "".join(sent).encode()

    def _clear(self, sent: list[str]) -> None:
        columns, rows = self._size
        self._shown = None
        self._cells.clear()
        self._colours = (-1, -1)
        sent.append("\x1b[0m\x1b[2J")
        self._grid = None
        for wide, tall in _GRIDS:
            across = -(-WIDTH // wide)
            down = -(-HEIGHT // tall)
            line = 1 if self._helps else 0  # below the picture
            if columns >= across and rows >= down + line:
                self._grid = (wide, tall, across, down)
                self._top = (rows - down) // 2
                self._left = (columns - across) // 2
                self._write_help(self._top + down, sent)
                return
        self._write_plea(across, down + line, sent)

    def _write_help(self, row: int, sent: list[str]) -> None:
        columns = self._size[0]
        for line in self._helps:
            if len(line) <= columns:
                sent.append(f"\x1b[{row + 1};{(columns - len(line)) // 2 + 1}H\x1b[2m{line}\x1b[0m")
                return

    def _write_plea(self, across: int, down: int, sent: list[str]) -> None:
        columns, rows = self._size
        plea = (
            f"Handful needs {across} columns by {down} rows; this terminal has {columns} by {rows}. "
            "Make the window larger or the letters smaller."
        )
        lines = textwrap.wrap(plea, max(columns - 2, 1))[: max(rows, 1)]
        top = (rows - len(lines)) // 2
        for row, line in enumerate(lines, top):
            sent.append(f"\x1b[{row + 1};{max(columns - len(line), 0) // 2 + 1}H{line}")

    def _paint_cells(self, frame: _Pixels, grid: tuple[int, int, int, int], sent: list[str]) -> None:
        wide, tall, across, down = grid
        missing = ((0, down * tall - HEIGHT), (0, across * wide - WIDTH))
        # Cells that reach below the picture repeat its last row, which adds no colour.
        padded = numpy.pad(frame, missing, "edge").reshape(down, tall, across, wide)
        blocks: _Pixels = padded.swapaxes(1, 2).reshape(down, across, tall * wide)
        changed = numpy.ones((down, across), numpy.bool_)
        if self._shown is not None:
            changed = (blocks != self._shown).any(axis=2)
        self._shown = blocks
        places = numpy.argwhere(changed).tolist()
        after = (-1, -1)  # where the cursor is after the last cell
        for (row, column), colours in zip(places, blocks[changed].tolist(), strict=True):
            cell = cell_of(tuple(colours))
            if self._cells.get((row, column)) == cell:
                continue
            self._cells[row, column] = cell
            if after != (row, column):
                sent.append(f"\x1b[{self._top + row + 1};{self._left + column + 1}H")
            after = (row, column + 1)
            self._write(cell, tall * wide, sent)

    def _write(self, cell: _Cell, pixels: int, sent: list[str]) -> None:
        if not self._colour:
            sent.append(_GLYPHS[pixels][_toned(cell) & (1 << pixels) - 1])
            return
        pattern, ink, paper = cell
        last_ink, last_paper = self._colours
        if pattern == 0:
            ink = last_ink  # no ink is seen, so it need not be sent
        elif (paper == last_ink) + (ink == last_paper) > (ink == last_ink) + (paper == last_paper):
            pattern, ink, paper = (1 << pixels) - 1 - pattern, paper, ink  # the same in fewer bytes
        codes = []
        if ink != last_ink:
            codes.append("38;" + _code(ink, self._true_colour))
        if paper != last_paper:
            codes.append("48;" + _code(paper, self._true_colour))
        if codes:
            self._colours = (ink, paper)
            sent.append("\x1b[" + ";".join(codes) + "m")
        sent.append(_GLYPHS[pixels][pattern])


class Keyboard:
    """Turns the bytes that a terminal sends for its keys into presses and releases."""

    def __init__(self, keyboard: dict[str, int], held: dict[str, int], quits: tuple[str, ...]) -> None:
        """keyboard: key number by character or name of a key. held: the same for characters that hold a key
        down for a while. quits: characters that end the game. Any other capital is the small letter.
        """
        self.stops = False  # Ctrl-Z was typed; whoever acts on it resets it
        self.typing = False  # whether keys that type something are added to `text`
        self.text = ""
        self._keyboard = keyboard
        self._held = held
        self._quits = quits
        self._bytes = b""
        self._string = False  # whether what comes belongs to a control string
        self._since = 0.0
        self._queue: list[tuple[float, int, bool]] = []  # (when it is due, key number, pressed), by time
        self.names = Names(("Enter", "B", "P", "Tab"))  # Shift-B holds it

    def feed(self, data: bytes, now: float, seen: bool = True) -> None:
        """Reads bytes from the terminal. SystemExit for a key that ends the game.

        seen: whether the player sees the picture. If not, no other key does anything.
        """
        waited = now - self._since
        if waited >= _REST_WAIT:
            self._string = False
        if data:
            self._bytes += data
            self._since = now
            waited = 0
        while self._bytes:
            key = self._first(waited)
            if key is None:
                return
            if self.typing and (key in _TYPED or len(key) == 1 and key > " " and key != "\x7f"):
                self.text += _TYPED.get(key, key)
                continue
            key = _letter(key)
            if key not in self._held:
                key = key.lower()
            if key in self._quits:
                raise SystemExit
            if key == _STOP:
                self.stops = True
            elif not seen:
                continue
            elif key in self._keyboard:
                self.names.used(self._keyboard[key], key)
                self._press(self._keyboard[key], now, now)
            elif key in self._held:
                self._press(self._held[key], now, now + _HOLD)

    def let_go(self, now: float) -> None:
        """Releases what is held, and forgets a sequence whose end has not come."""
        self._bytes = b""
        self._string = False
        self._queue = [(now, key, pressed) for _, key, pressed in self._queue]

    def _first(self, waited: float) -> str | None:
        # Removes the first key from the bytes and returns its name: "" if unknown, None if incomplete.
        # waited: seconds since the last byte came.
        if _STRING.match(self._bytes):
            self._string = True
            self._bytes = self._bytes[2:]
        if self._string:
            end = _CONTROL.search(self._bytes)
            self._bytes = self._bytes[end.start() :] if end else b""
            if self._bytes in (b"", b"\x1b"):
                return None
            self._string = False
            for ending in _STRING_ENDS:
                if self._bytes.startswith(ending):
                    self._bytes = self._bytes[len(ending) :]
                    return ""
        if _BEGINNING.match(self._bytes):
            # On a slow line the rest of the sequence may still be coming.
            alone = self._bytes == b"\x1b"
            if waited < (_ESCAPE_WAIT if alone else _REST_WAIT):
                return None
            self._bytes = b""
            return "escape" if alone else ""
        sequence = _SEQUENCE.match(self._bytes)
        if sequence:
            self._bytes = self._bytes[sequence.end() :]
            key = _KEY.fullmatch(sequence[0])
            return _KEYS[key[1] or key[2]] if key else ""
        length = 1 + sum(self._bytes[0] >= first for first in (0xC0, 0xE0, 0xF0))
        if len(self._bytes) < length and waited < _ESCAPE_WAIT:
            return None
        character = self._bytes[:length].decode(errors="replace")
        self._bytes = self._bytes[length:]
        return "escape" if character == "\x1b" else _NAMED.get(character, character)

    def _press(self, key: int, down: float, up: float) -> None:
        self._queue.append((down, key, True))
        self._queue.append((up, key, False))
        self._queue.sort(key=lambda entry: entry[0])  # stable: a press stays before its release

    def take(self, event: Event, now: float) -> bool:
        """Fills in the next press or release that is due; returns False if there is none."""
        if not self._queue or self._queue[0][0] > now:
            return False
        _, event.key_number, event.pressed = self._queue.pop(0)
        return True


class Terminal(Picture):
    """The terminal on standard input and output, which is ours until close().

    `keys` is the terminal itself, with get_into(event) as a keypad queue has it. SIGTSTP and Ctrl-Z give the
    terminal back while the game is stopped. SIGCONT takes it again and draws everything.
    """

    overflowed = False  # as a queue it has no limit

    def __init__(
        self, helps: tuple[str, ...], keyboard: dict[str, int], held: dict[str, int], quits: tuple[str, ...]
    ) -> None:
        """The arguments are those of Cells and Keyboard. OSError, with a sentence, if there is no terminal or
        if it cannot show the picture.
        """
        try:
            self._input = sys.__stdin__.fileno() if sys.__stdin__ else -1
            self._output = sys.__stdout__.fileno() if sys.__stdout__ else -1
        except (ValueError, OSError):  # closed, or no file
            self._input = self._output = -1
        if self._input < 0 or not (os.isatty(self._input) and os.isatty(self._output)):
            raise OSError("Input and output have to be a terminal to play in one.")
        if objection(os.environ):
            raise OSError(objection(os.environ))
        super().__init__()
        self.keys = self
        self._cells = Cells(helps, has_true_colour(os.environ), has_colour(os.environ))
        self._keyboard = Keyboard(keyboard, held, quits)
        self.names = self._keyboard.names
        self._size = os.terminal_size((-1, -1))
        self._modes = termios.tcgetattr(self._input)
        self._gone = False  # the terminal: what is left to do, such as saving, is done unseen
        self._signals: list[int] = []  # those that have come and were not handled yet
        # If SIGTSTP is ignored, whoever started us does not want us to stop.
        self._stoppable = signal.getsignal(signal.SIGTSTP) == signal.SIG_DFL
        if self._stoppable:
            signal.signal(signal.SIGTSTP, self._note)
        signal.signal(signal.SIGCONT, self._note)
        self._take(termios.TCSAFLUSH)

    def _note(self, number: int, _frame: FrameType | None) -> None:
        # Nothing more, since a signal may come in the middle of a write.
        self._signals.append(number)

    def _take(self, when: int) -> None:
        # when: whether what was typed before is dropped (termios.TCSAFLUSH) or kept (TCSANOW).
        with contextlib.suppress(termios.error):  # stopped again meanwhile: another SIGCONT will come
            tty.setraw(self._input, when)
        self._send(_ENTER)
        self._cells.forget()

    def _give_back(self) -> None:
        self._send(_LEAVE)
        with contextlib.suppress(termios.error):
            termios.tcsetattr(self._input, termios.TCSAFLUSH, self._modes)

    def _stop(self, process: int) -> None:
        # Stops a process (0: all of this job). When it is continued, this function returns.
        self._give_back()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(process, signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._note)
        self._signals.append(signal.SIGCONT)  # even if the system did not stop us because there is no shell

    def _handle(self) -> None:
        # Handles the signals that have come, and Ctrl-Z.
        if self._keyboard.stops and self._stoppable:
            self._stop(0)  # `make`, which may have started us, has to stop as well
        elif signal.SIGTSTP in self._signals:
            self._signals.clear()
            self._stop(os.getpid())
        self._keyboard.stops = False
        if signal.SIGCONT in self._signals:
            self._signals.clear()
            self._keyboard.let_go(time.monotonic())
            self._take(termios.TCSANOW)
            self.show()

    def _send(self, data: bytes) -> None:
        left = memoryview(data)
        try:
            while left:
                left = left[os.write(self._output, left) :]
        except OSError:
            self._gone = True

    def _measured(self) -> os.terminal_size:
        """The terminal's size, 80x24 where it does not know it, as on a serial line, and says 0."""
        columns, lines = os.get_terminal_size(self._output)
        return os.terminal_size((columns or 80, lines or 24))

    def show(self) -> None:
        """Sends the cells that have changed, in one write. If the terminal is gone, `get_into` says so."""
        try:
            self._size = self._measured()
        except OSError:
            self._gone = True
            return
        data = self._cells.paint(self.frame, self._size.columns, self._size.lines)
        if data:
            self._send(data)

    def get_into(self, event: Event) -> bool:
        """Fills in the next press or release; returns False if there is none. Redraws if the terminal has
        another size. SystemExit if the player quits or the terminal is gone.
        """
        if self._gone:
            self._hang_up()
        try:
            if self._signals or self._keyboard.stops:
                self._handle()
            if self._measured() != self._size:
                self.show()
            data = b""
            if select.select([self._input], [], [], 0)[0]:
                data = os.read(self._input, 1024)
                if not data:
                    self._hang_up()
        except OSError:
            self._hang_up()
        now = time.monotonic()
        self._keyboard.feed(data, now, self._cells.fits)
        taken = self._keyboard.take(event, now)
        self._keyboard.typing = self._keyboard.typing and taken
        return taken

    def _hang_up(self) -> NoReturn:
        # Ends as the signal does that says so. It may still come, and must not disturb the end.
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        raise SystemExit(128 + signal.SIGHUP)

    def typed(self) -> str:
        """Returns what was typed since the last call. Until the keys are read, typing presses no keys."""
        text, self._keyboard.text = self._keyboard.text, ""
        self._keyboard.typing = True
        return text

    def close(self) -> None:
        """Leaves the terminal as it was. Keys that were typed and not read are dropped."""
        if self._stoppable:
            signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.signal(signal.SIGCONT, signal.SIG_DFL)
        self._give_back()
