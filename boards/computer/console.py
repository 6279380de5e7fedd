"""The terminal as a display: half blocks or sextants in true colour, and its keyboard."""

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
from functools import lru_cache

import numpy

from boards.computer.picture import HEIGHT, WIDTH, Picture, rgb

_ENTER = b"\x1b[?1049h\x1b[?25l"  # the alternate screen, without a cursor
_LEAVE = b"\x1b[0m\x1b[?25h\x1b[?1049l"

# How many pixels a cell shows across and down, finest first.
_GRIDS = ((1, 2), (2, 3))
# The glyph of a pattern, by the number of pixels in a cell: bit 0 is the upper left pixel, bit 1 the
# next one to the right or else below; a set bit is ink, the others are paper. The block of sextants
# leaves out the two that are half blocks and have long had characters of their own.
_GLYPHS = {
    2: " \u2580\u2584\u2588",
    6: " " + "".join(chr(0x1FB00 + n - 1 - (n > 21) - (n > 42)) for n in range(1, 63)) + "\u2588",
}
_GLYPHS[6] = _GLYPHS[6][:21] + "\u258c" + _GLYPHS[6][22:42] + "\u2590" + _GLYPHS[6][43:]

_ESCAPE_WAIT = 0.1  # seconds until an escape character that nothing follows was the key itself
_HOLD = 0.7  # seconds that a key stays down which a capital letter holds

_STOP = "\x1a"  # Ctrl-Z

_SEQUENCE = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|O[0-9;]*)([@-~])")
_BEGINNING = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|O[0-9;]*)?\Z")
_ARROWS = {b"A": "up", b"B": "down", b"C": "right", b"D": "left"}
_NAMED = {"\r": "enter", "\n": "enter", "\t": "tab", "\x7f": "backspace", "\b": "backspace"}


def _distance(one: int, other: int) -> int:
    # The eye sees green best and blue least.
    red, green, blue = [a - b for a, b in zip(rgb(one), rgb(other), strict=True)]
    return 3 * red * red + 6 * green * green + blue * blue


@lru_cache
def _triple(colour: int) -> str:
    return ";".join(map(str, rgb(colour)))


@lru_cache(maxsize=1 << 16)
def cell_of(colours: tuple) -> tuple[int, int, int]:
    """The pattern, ink and paper that show these pixels in one cell, in _GLYPHS' order.

    Exact for one or two colours; of more, the pair that is nearest to them all. A single colour is
    all paper. Ink never covers more than half of the cell.
    """
    seen = sorted(set(colours))
    if len(seen) == 1:
        return 0, seen[0], seen[0]
    best = None
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
    _, pattern, ink, paper = best
    whole = (1 << len(colours)) - 1
    covered = pattern.bit_count() * 2
    if covered > len(colours) or covered == len(colours) and not pattern & 1:
        return whole - pattern, paper, ink
    return pattern, ink, paper


class Cells:
    """What a terminal shows now, and so what it has to be sent to show another picture."""

    def __init__(self, helps: tuple):
        """helps: lines that say what the keys do, longest first; one is shown where there is room."""
        self._helps = helps
        self._size = None
        self._grid = None
        self._shown = None  # the colours of every cell, as the frame had them
        self._cells = {}  # (row, column) -> what cell_of made of them
        self._colours = None  # ink and paper as last sent

    @property
    def fits(self) -> bool:
        """Whether the terminal that was last painted has room for the picture."""
        return self._grid is not None

    def forget(self) -> None:
        """Has everything sent again: the terminal shows something else."""
        self._size = None

    def paint(self, frame, columns: int, rows: int) -> bytes:
        """The escape sequences from what the terminal shows to `frame`; b"" if that is the same.

        frame: HEIGHT x WIDTH colours in RGB565. columns, rows: the terminal's size; after a change
        of it everything is sent again.
        """
        sent = []
        if (columns, rows) != self._size:
            self._size = (columns, rows)
            self._clear(sent)
        if self._grid:
            self._paint_cells(frame, sent)
        return "".join(sent).encode()

    def _clear(self, sent: list) -> None:
        columns, rows = self._size
        self._shown = None
        self._cells.clear()
        self._colours = (None, None)
        sent.append("\x1b[0m\x1b[2J")
        self._grid = None
        for wide, tall in _GRIDS:
            across = -(-WIDTH // wide)
            down = -(-HEIGHT // tall)
            if columns >= across and rows >= down:
                self._grid = (wide, tall, across, down)
                self._top = (rows - down) // 2
                self._left = (columns - across) // 2
                if rows > down:
                    self._write_help(self._top + down, sent)
                return
        self._write_plea(across, down, sent)

    def _write_help(self, row: int, sent: list) -> None:
        columns = self._size[0]
        for line in self._helps:
            if len(line) <= columns:
                sent.append(f"\x1b[{row + 1};{(columns - len(line)) // 2 + 1}H\x1b[2m{line}\x1b[0m")
                return

    def _write_plea(self, across: int, down: int, sent: list) -> None:
        columns, rows = self._size
        plea = (
            f"Handful needs {across} columns by {down} rows; this terminal has {columns} by {rows}. "
            "Make the window larger or the letters smaller."
        )
        lines = textwrap.wrap(plea, max(columns - 2, 1))[: max(rows, 1)]
        top = (rows - len(lines)) // 2
        for row, line in enumerate(lines, top):
            sent.append(f"\x1b[{row + 1};{max(columns - len(line), 0) // 2 + 1}H{line}")

    def _paint_cells(self, frame, sent: list) -> None:
        wide, tall, across, down = self._grid
        missing = ((0, down * tall - HEIGHT), (0, across * wide - WIDTH))
        # A last row of cells that reaches below the picture repeats its edge: no colour more to show.
        blocks = numpy.pad(frame, missing, "edge").reshape(down, tall, across, wide)
        blocks = blocks.swapaxes(1, 2).reshape(down, across, tall * wide)
        if self._shown is None:
            changed = numpy.ones((down, across), bool)
        else:
            changed = (blocks != self._shown).any(axis=2)
        self._shown = blocks
        places = numpy.argwhere(changed).tolist()
        after = None  # where the cursor is after the last cell
        for (row, column), colours in zip(places, blocks[changed].tolist(), strict=True):
            cell = cell_of(tuple(colours))
            if self._cells.get((row, column)) == cell:
                continue
            self._cells[row, column] = cell
            if after != (row, column):
                sent.append(f"\x1b[{self._top + row + 1};{self._left + column + 1}H")
            after = (row, column + 1)
            self._write(cell, tall * wide, sent)

    def _write(self, cell: tuple, pixels: int, sent: list) -> None:
        pattern, ink, paper = cell
        last_ink, last_paper = self._colours
        if pattern == 0:
            ink = last_ink  # whatever it is, it does not show
        elif (paper == last_ink) + (ink == last_paper) > (ink == last_ink) + (paper == last_paper):
            pattern, ink, paper = (1 << pixels) - 1 - pattern, paper, ink  # the same, in fewer bytes
        codes = []
        if ink != last_ink:
            codes.append("38;2;" + _triple(ink))
        if paper != last_paper:
            codes.append("48;2;" + _triple(paper))
        if codes:
            self._colours = (ink, paper)
            sent.append("\x1b[" + ";".join(codes) + "m")
        sent.append(_GLYPHS[pixels][pattern])


class Keyboard:
    """Turns what a terminal sends for its keys into presses and releases."""

    def __init__(self, keyboard: dict, held: dict, quits: tuple):
        """keyboard: a character or name of a key -> key number. held: the same, of those that keep a
        key down for a while. quits: characters that end the game.
        """
        self.stops = False  # whether Ctrl-Z was typed; whoever looks sets it back
        self._keyboard = keyboard
        self._held = held
        self._quits = quits
        self._bytes = b""
        self._since = 0.0
        self._queue = []  # (when it is due, key number, pressed), in the order of time

    def feed(self, data: bytes, now: float, seen: bool = True) -> None:
        """Takes in what the terminal has sent. SystemExit for a key that ends the game.

        seen: whether the player sees the picture; if not, other keys do nothing.
        """
        if data:
            self._bytes += data
            self._since = now
        while self._bytes:
            key = self._first(now - self._since >= _ESCAPE_WAIT)
            if key is None:
                return
            if key in self._quits:
                raise SystemExit
            if key == _STOP:
                self.stops = True
            elif not seen:
                continue
            elif key in self._keyboard:
                self._press(self._keyboard[key], now, now)
            elif key in self._held:
                self._press(self._held[key], now, now + _HOLD)

    def _first(self, waited: bool) -> str | None:
        # Takes the first key off the bytes: its name, "" for an unknown one, None for not yet whole.
        if _BEGINNING.match(self._bytes):
            # Over a slow line the rest of a sequence may still be on its way.
            if not waited:
                return None
            self._bytes = b""
            return "escape"
        sequence = _SEQUENCE.match(self._bytes)
        if sequence:
            self._bytes = self._bytes[sequence.end() :]
            return _ARROWS.get(sequence[1], "")
        character = chr(self._bytes[0])
        self._bytes = self._bytes[1:]
        return "escape" if character == "\x1b" else _NAMED.get(character, character)

    def _press(self, key: int, down: float, up: float) -> None:
        self._queue.append((down, key, True))
        self._queue.append((up, key, False))
        self._queue.sort(key=lambda entry: entry[0])  # stable: a press stays before its release

    def take(self, event, now: float) -> bool:
        """Fills in the next press or release that is due; False if there is none."""
        if not self._queue or self._queue[0][0] > now:
            return False
        _, event.key_number, event.pressed = self._queue.pop(0)
        return True


class Terminal(Picture):
    """The terminal on standard input and output, from opening to close() in our hands.

    `keys` (the terminal itself) has get_into(event) like a keypad's queue. SIGTSTP and Ctrl-Z give the
    terminal back for as long as the game is stopped; on SIGCONT it is taken and drawn anew.
    """

    overflowed = False  # as a queue it takes any number

    def __init__(self, helps: tuple, keyboard: dict, held: dict, quits: tuple):
        """The arguments are those of Cells and Keyboard. OSError without a terminal."""
        try:
            self._input = sys.__stdin__.fileno()
            self._output = sys.__stdout__.fileno()
        except (AttributeError, ValueError, OSError):  # there may be no such thing at all
            self._input = self._output = -1
        if self._input < 0 or not (os.isatty(self._input) and os.isatty(self._output)):
            raise OSError("Input and output have to be a terminal to play in one.")
        super().__init__()
        self.keys = self
        self._cells = Cells(helps)
        self._keyboard = Keyboard(keyboard, held, quits)
        self._size = None
        self._modes = termios.tcgetattr(self._input)
        self._told = []  # signals that have come and are not answered yet
        # Somebody who has SIGTSTP ignored does not want us to stop.
        self._stoppable = signal.getsignal(signal.SIGTSTP) == signal.SIG_DFL
        if self._stoppable:
            signal.signal(signal.SIGTSTP, self._tell)
        signal.signal(signal.SIGCONT, self._tell)
        self._take()

    def _tell(self, number, _frame) -> None:
        # Only that: it may come in the middle of a write.
        self._told.append(number)

    def _take(self) -> None:
        with contextlib.suppress(termios.error):  # stopped once more meanwhile: another SIGCONT is to come
            tty.setraw(self._input)
        self._send(_ENTER)
        self._cells.forget()

    def _give_back(self) -> None:
        with contextlib.suppress(SystemExit):
            self._send(_LEAVE)
        with contextlib.suppress(termios.error):
            termios.tcsetattr(self._input, termios.TCSAFLUSH, self._modes)

    def _stop(self, process: int) -> None:
        # Stops a process, 0 for all of this job, and goes on here when it is continued.
        self._give_back()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(process, signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._tell)
        self._told.append(signal.SIGCONT)  # also where the system does not stop us, for want of a shell

    def _answer(self) -> None:
        # Does what signals and Ctrl-Z want.
        if self._keyboard.stops and self._stoppable:
            self._stop(0)  # `make`, which may have started us, is to stop as well
        elif signal.SIGTSTP in self._told:
            self._told.clear()
            self._stop(os.getpid())
        self._keyboard.stops = False
        if signal.SIGCONT in self._told:
            self._told.clear()
            self._take()
            self.show()

    def _send(self, data: bytes) -> None:
        left = memoryview(data)
        try:
            while left:
                left = left[os.write(self._output, left) :]
        except OSError as error:
            raise SystemExit from error  # whoever was at the terminal has gone

    def show(self) -> None:
        """Sends the cells that have changed, in one write."""
        self._size = os.get_terminal_size(self._output)
        data = self._cells.paint(self.frame, self._size.columns, self._size.lines)
        if data:
            self._send(data)

    def get_into(self, event) -> bool:
        """Fills in the next press or release; follows a new size of the terminal. SystemExit: quit."""
        try:
            if self._told or self._keyboard.stops:
                self._answer()
            if os.get_terminal_size(self._output) != self._size:
                self.show()
            data = b""
            if select.select([self._input], [], [], 0)[0]:
                data = os.read(self._input, 1024)
                if not data:
                    raise SystemExit  # hung up
        except OSError as error:
            raise SystemExit from error
        now = time.monotonic()
        self._keyboard.feed(data, now, self._cells.fits)
        return self._keyboard.take(event, now)

    def close(self) -> None:
        """Leaves the terminal as it was; what was typed and not read is dropped."""
        if self._stoppable:
            signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        signal.signal(signal.SIGCONT, signal.SIG_DFL)
        self._give_back()
