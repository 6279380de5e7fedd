# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The terminal board: what it sends for a picture, what it makes of keys, how it leaves a terminal."""

import os
import pty
import random
import re
import select
import signal
import subprocess
import sys
import termios
import time

import numpy
import pytest

from boards import Event, terminal
from boards.computer.console import Cells, Keyboard, cell_of
from boards.computer.picture import rgb
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B
from handful.picture.measures import HEIGHT, WIDTH
from tools import PROJECT as ROOT

HALF = (160, 64)
SEXTANT = (80, 43)
BLACK, WHITE, RED = 0x0000, 0xFFFF, 0xF800

# Which of its 2 or 6 pixels a glyph fills, written down by its Unicode name and not by our table.
HALVES = {" ": (0, 0), "\u2580": (1, 0), "\u2584": (0, 1), "\u2588": (1, 1)}


def sextant(glyph: str) -> tuple:
    """The six pixels of a glyph, left to right and top to bottom, from its name in Unicode."""
    import unicodedata

    named = {" ": "", "\u258c": "135", "\u2590": "246", "\u2588": "123456"}
    places = named[glyph] if glyph in named else unicodedata.name(glyph).rpartition("-")[2]
    return tuple(int(str(place) in places) for place in range(1, 7))


class Emulator:
    """Just enough of a terminal to turn what was sent back into pixels."""

    def __init__(self, columns: int, rows: int, wide: int):
        self.cells = {}
        self.columns, self.rows, self.wide = columns, rows, wide
        self.ink = self.paper = None
        self.written = 0

    def take(self, data: bytes) -> None:
        """Follows the sequences that our display sends."""
        self.written = 0
        text = data.decode()
        at = row = column = 0
        while at < len(text):
            found = re.compile(r"\x1b\[([\d;]*)([A-Za-z])").match(text, at)
            if not found:
                assert row < self.rows and column < self.columns
                self.cells[row, column] = (text[at], self.ink, self.paper)
                self.written += 1
                column += 1
                at += 1
                continue
            at = found.end()
            if found[2] == "H":
                row, column = [int(number) - 1 for number in found[1].split(";")]
            elif found[2] == "J":
                self.cells.clear()
            else:
                codes = found[1].split(";")
                while codes:
                    if codes[0] in ("38", "48"):
                        colour = tuple(int(number) for number in codes[2:5])
                        if codes[0] == "38":
                            self.ink = colour
                        else:
                            self.paper = colour
                        del codes[:5]
                    else:
                        self.ink = self.paper = None
                        del codes[0]

    def picture(self, top: int, left: int) -> list:
        """HEIGHT rows of WIDTH (red, green, blue)."""
        pixels = [[None] * WIDTH for _ in range(HEIGHT)]
        tall = 2 if self.wide == 1 else 3
        for y in range(HEIGHT):
            for x in range(WIDTH):
                glyph, ink, paper = self.cells[top + y // tall, left + x // self.wide]
                filled = HALVES[glyph] if self.wide == 1 else sextant(glyph)
                pixels[y][x] = ink if filled[y % tall * self.wide + x % self.wide] else paper
        return pixels


def plain(colour: int = BLACK):
    """A frame of one colour."""
    return numpy.full((HEIGHT, WIDTH), colour, numpy.uint16)


def busy(colours: int):
    """A frame of random pixels out of so many colours."""
    rng = random.Random(4)
    palette = [rng.randrange(1 << 16) for _ in range(colours)]
    dots = [rng.choice(palette) for _ in range(WIDTH * HEIGHT)]
    return numpy.array(dots, numpy.uint16).reshape(HEIGHT, WIDTH)


def as_rgb(frame) -> list:
    """The same as Emulator.picture, of a frame."""
    return [[rgb(colour) for colour in row] for row in frame.tolist()]


def test_half_blocks_show_every_pixel_of_a_16_colour_frame():
    seen = Emulator(*HALF, 1)
    seen.take(Cells(()).paint(busy(16), *HALF))
    assert seen.picture(0, 0) == as_rgb(busy(16))


def test_sextants_show_two_colours_exactly():
    seen = Emulator(*SEXTANT, 2)
    seen.take(Cells(()).paint(busy(2), *SEXTANT))
    assert seen.picture(0, 0) == as_rgb(busy(2))


@pytest.mark.parametrize("pattern", range(64))
def test_a_sextant_of_two_colours_is_exact(pattern):
    colours = tuple(RED if pattern >> bit & 1 else WHITE for bit in range(6))
    shown, ink, paper = cell_of(colours)
    assert tuple(ink if shown >> bit & 1 else paper for bit in range(6)) == colours


def test_a_sextant_of_more_colours_keeps_the_two_that_differ_most():
    shown, ink, paper = cell_of((BLACK, BLACK, WHITE, WHITE, BLACK, 0xF7DE))
    seen = [ink if shown >> bit & 1 else paper for bit in range(6)]
    assert seen[:3] == [BLACK, BLACK, WHITE]
    assert seen[5] in (WHITE, 0xF7DE)


def test_a_larger_terminal_has_the_picture_in_its_middle_and_the_keys_below():
    helps = ("x" * 300, "the keys")
    seen = Emulator(170, 70, 1)
    seen.take(Cells(helps).paint(busy(4), 170, 70))
    assert seen.picture(3, 5) == as_rgb(busy(4))
    row = [seen.cells.get((67, column), " ")[0] for column in range(170)]
    assert "".join(row).strip() == "the keys"


@pytest.mark.parametrize(("size", "wide"), [(HALF, 1), (SEXTANT, 2), ((159, 70), 2), ((170, 63), 2)])
def test_the_finest_grid_that_fits_is_used(size, wide):
    seen = Emulator(*size, wide)
    seen.take(Cells(()).paint(plain(), *size))
    assert seen.written == (160 * 64 if wide == 1 else 80 * 43)


@pytest.mark.parametrize("size", [HALF, SEXTANT])
def test_an_equal_frame_sends_nothing(size):
    cells = Cells(())
    assert cells.paint(busy(16), *size)
    assert cells.paint(busy(16), *size) == b""


@pytest.mark.parametrize(("size", "wide"), [(HALF, 1), (SEXTANT, 2)])
def test_a_changed_pixel_sends_one_cell(size, wide):
    cells = Cells(())
    seen = Emulator(*size, wide)
    seen.take(cells.paint(plain(), *size))
    frame = plain()
    frame[77, 33] = RED
    seen.take(cells.paint(frame, *size))
    assert seen.written == 1
    assert seen.picture(0, 0) == as_rgb(frame)


def test_changes_one_after_the_other_end_in_the_last_frame():
    cells = Cells(())
    seen = Emulator(*HALF, 1)
    rng = random.Random(5)
    frame = busy(16)
    for _ in range(20):
        seen.take(cells.paint(frame, *HALF))
        for _ in range(30):
            frame[rng.randrange(HEIGHT), rng.randrange(WIDTH)] = rng.randrange(1 << 16)
    seen.take(cells.paint(frame, *HALF))
    assert seen.picture(0, 0) == as_rgb(frame)


@pytest.mark.parametrize("size", [(79, 43), (80, 42), (40, 10), (5, 3), (1, 1), (0, 0)])
def test_a_small_terminal_gets_a_sentence_with_the_size_it_needs(size):
    sent = Cells(()).paint(plain(), *size).decode()
    words = " ".join(re.sub(r"\x1b\[[\d;]*[A-Za-z]", " ", sent).split())
    if size[0] >= 40:
        assert f"needs 80 columns by 43 rows; this terminal has {size[0]} by {size[1]}." in words


@pytest.mark.parametrize(
    ("size", "cells"), [((160, 65), 160 * 64), ((160, 64), 80 * 43), ((80, 44), 80 * 43)]
)
def test_the_picture_leaves_a_row_for_the_keys(size, cells):
    seen = Emulator(*size, 1)
    seen.take(Cells(("the keys",)).paint(plain(), *size))
    assert seen.written == cells + len("the keys")


def test_without_a_row_for_the_keys_the_sentence_counts_it():
    sent = Cells(("the keys",)).paint(plain(), 80, 43).decode()
    words = " ".join(re.sub(r"\x1b\[[\d;]*[A-Za-z]", " ", sent).split())
    assert "needs 80 columns by 44 rows; this terminal has 80 by 43." in words


@pytest.mark.parametrize(
    ("sent", "text"),
    [(b"Marq", "Marq"), ("Éloïse".encode(), "Éloïse"), (b"a\x7f\r", "a\b\r"), (b"pwhB-.", "pwhB-.")],
)
def test_while_text_is_typed_letters_are_no_keys(sent, text):
    keys = keyboard()
    keys.typing = True
    keys.feed(sent, 1.0)
    assert keys.text == text and events(keys, 2.0) == []


def test_while_text_is_typed_arrows_space_and_tab_are_keys_and_ctrl_c_ends_the_game():
    keys = keyboard()
    keys.typing = True
    keys.feed(b"\x1b[A \t", 1.0)
    assert [key for key, pressed in events(keys, 1.0) if pressed] == [UP, A, SELECT] and keys.text == ""
    with pytest.raises(SystemExit):
        keys.feed(b"\x03", 1.0)


def test_an_escape_is_typed_too_and_a_letter_may_come_in_pieces():
    keys = keyboard()
    keys.typing = True
    keys.feed("é".encode()[:1], 1.0)
    keys.feed("é".encode()[1:], 1.01)
    keys.feed(b"\x1b", 1.02)
    keys.feed(b"", 1.2)
    assert keys.text == "é\x1b"


def test_a_new_size_sends_everything_again():
    cells = Cells(())
    cells.paint(busy(2), *HALF)
    assert b"80 columns" in cells.paint(busy(2), 100, 20)
    seen = Emulator(*SEXTANT, 2)
    seen.take(cells.paint(busy(2), *SEXTANT))
    assert seen.picture(0, 0) == as_rgb(busy(2))


def keyboard() -> Keyboard:
    """A keyboard with the board's keys."""
    return Keyboard(terminal.KEYBOARD, terminal.HELD, terminal.QUIT)


def events(keys: Keyboard, now: float) -> list:
    """All that is due: (key number, pressed)."""
    event = Event()
    taken = []
    while keys.take(event, now):
        taken.append((event.key_number, event.pressed))
    return taken


@pytest.mark.parametrize(
    ("sent", "key"),
    [
        (b"\x1b[A", UP),
        (b"\x1bOB", DOWN),
        (b"\x1b[1;2D", LEFT),
        (b"\x1bOC", RIGHT),
        (b"w", UP),
        (b"s", DOWN),
        (b"a", LEFT),
        (b"d", RIGHT),
        (b"h", LEFT),
        (b"j", DOWN),
        (b"k", UP),
        (b"l", RIGHT),
        (b"\r", A),
        (b"\n", A),
        (b" ", A),
        (b"\x7f", B),
        (b"\b", B),
        (b"b", B),
        (b"\t", SELECT),
        (b"p", START),
    ],
)
def test_a_key_is_pressed_and_let_go_at_once(sent, key):
    keys = keyboard()
    keys.feed(sent, 1.0)
    assert events(keys, 1.0) == [(key, True), (key, False)]


def test_a_sequence_may_come_in_pieces():
    keys = keyboard()
    for piece in (b"\x1b", b"[", b"1;", b"5", b"A"):
        keys.feed(piece, 1.0)
    assert events(keys, 1.0) == [(UP, True), (UP, False)]


def test_an_escape_that_nothing_follows_is_b():
    keys = keyboard()
    keys.feed(b"\x1b", 1.0)
    assert events(keys, 1.0) == []
    keys.feed(b"", 1.05)
    assert events(keys, 1.05) == []
    keys.feed(b"", 1.2)
    assert events(keys, 1.2) == [(B, True), (B, False)]


def test_unknown_keys_are_passed_over():
    keys = keyboard()
    keys.feed(b"\x1b[15~\x1b[Z\x1b[<0;3;4M\x1bOP\xc3\xa9Xu\x1b[A", 1.0)
    assert events(keys, 1.0) == [(UP, True), (UP, False)]


def test_a_capital_b_holds_b_while_other_keys_work():
    keys = keyboard()
    keys.feed(b"B", 1.0)
    keys.feed(b"w", 1.1)
    assert events(keys, 1.2) == [(B, True), (UP, True), (UP, False)]
    assert events(keys, 1.69) == []
    assert events(keys, 1.71) == [(B, False)]


@pytest.mark.parametrize("sent", [b"q", b"Q", b"\x03"])
def test_q_and_ctrl_c_end_the_game(sent):
    with pytest.raises(SystemExit):
        keyboard().feed(sent, 1.0)


PLAY = f"""
import sys
sys.path += [{str(ROOT)!r}, {str(ROOT / "lib")!r}]
import signal
from tools.run import _end
signal.signal(signal.SIGTERM, _end)
import displayio
from boards import terminal as board
event = board.Event()
try:
    display = board.display()
    bitmap = displayio.Bitmap(160, 128, 2)
    palette = displayio.Palette(2)
    palette[1] = 0xFFFFFF
    group = displayio.Group()
    group.append(displayio.TileGrid(bitmap, pixel_shader=palette))
    display.root_group = group
    display.refresh()
    queue = board.events()
    while True:
        while queue.get_into(event):
            if event.pressed and event.key_number == 6:
                raise RuntimeError("on purpose")
            if event.pressed:
                bitmap[7, 7] = 1
                display.refresh()
        board.sleep(5)
finally:
    board.close()
"""


class Player:
    """A game in a pseudo-terminal of 80 by 44."""

    def __init__(self, before: str = ""):
        """before: what runs first."""
        self.ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (44, 80))
        self.before = termios.tcgetattr(theirs)
        self.theirs = theirs
        self.seen = b""
        self.process = subprocess.Popen(
            [sys.executable, "-c", before + PLAY],
            stdin=theirs,
            stdout=theirs,
            stderr=subprocess.PIPE,
            process_group=0,  # a job of its own, as a shell makes them
        )

    def read(self, until: bytes) -> bytes:
        """What is sent up to `until`, which has to come within seconds."""
        end = time.monotonic() + 10
        start = len(self.seen)
        while until not in self.seen[start:]:
            assert select.select([self.ours], [], [], max(end - time.monotonic(), 0))[0], self.seen
            self.seen += os.read(self.ours, 65536)
        return self.seen[start:]

    def stopped(self) -> bool:
        """Whether it stops within seconds."""
        end = time.monotonic() + 5
        while time.monotonic() < end:
            number, status = os.waitpid(self.process.pid, os.WUNTRACED | os.WNOHANG)
            if number:
                return os.WIFSTOPPED(status)
            time.sleep(0.01)
        return False

    def end(self) -> tuple:
        """The exit status and standard error, once the terminal is as it was."""
        self.read(b"\x1b[?1049l")
        error = self.process.communicate(timeout=10)[1].decode()
        assert b"\x1b[0m\x1b[?25h\x1b[?1049l" in self.seen
        assert termios.tcgetattr(self.theirs) == self.before
        os.close(self.ours)
        os.close(self.theirs)
        return self.process.returncode, error


def test_the_terminal_is_left_as_it_was_found_after_quitting():
    player = Player()
    start = player.read(b"\x1b[2J")
    assert start.startswith(b"\x1b[?1049h\x1b[?25l")
    os.write(player.ours, b"q")
    assert player.end() == (0, "")


def test_the_terminal_is_left_as_it_was_found_after_an_exception():
    player = Player()
    player.read(b"\x1b[2J")
    os.write(player.ours, b"p")
    status, error = player.end()
    assert status == 1
    assert error.endswith("RuntimeError: on purpose\n")


def test_the_terminal_is_left_as_it_was_found_after_sigterm():
    player = Player()
    player.read(b"\x1b[2J")
    player.process.send_signal(signal.SIGTERM)
    assert player.end() == (128 + signal.SIGTERM, "")


def test_a_resize_is_followed_without_a_key():
    player = Player()
    player.read(b"\x1b[2J")
    termios.tcsetwinsize(player.theirs, (20, 60))
    player.read(b"has 60")
    os.write(player.ours, b"q")
    assert player.end()[0] == 0


@pytest.mark.parametrize("way", ["SIGTSTP", "Ctrl-Z"])
def test_stopped_it_gives_the_terminal_back_and_continued_takes_it_and_draws_all(way):
    player = Player()
    player.read(b"\x1b[2J")
    raw = termios.tcgetattr(player.theirs)
    for _ in range(2):
        if way == "SIGTSTP":
            player.process.send_signal(signal.SIGTSTP)
        else:
            os.write(player.ours, b"\x1a")
        player.read(b"\x1b[?25h\x1b[?1049l")
        assert player.stopped()
        assert termios.tcgetattr(player.theirs) == player.before
        player.process.send_signal(signal.SIGCONT)
        player.read(b"\x1b[?1049h\x1b[?25l\x1b[0m\x1b[2J")
        assert termios.tcgetattr(player.theirs) == raw
    os.write(player.ours, b"x")
    player.read(b"255;255;255")
    os.write(player.ours, b"q")
    assert player.end() == (0, "")


def test_it_takes_the_terminal_again_after_a_stop_that_nobody_is_told_of():
    player = Player()
    player.read(b"\x1b[2J")
    raw = termios.tcgetattr(player.theirs)
    player.process.send_signal(signal.SIGSTOP)
    assert player.stopped()
    termios.tcsetattr(player.theirs, termios.TCSANOW, player.before)  # as a shell does
    player.process.send_signal(signal.SIGCONT)
    player.read(b"\x1b[?1049h\x1b[?25l\x1b[0m\x1b[2J")
    assert termios.tcgetattr(player.theirs) == raw
    os.write(player.ours, b"q")
    assert player.end() == (0, "")


def test_a_key_that_comes_before_it_takes_the_terminal_again_is_not_lost():
    player = Player()
    player.read(b"\x1b[2J")
    player.process.send_signal(signal.SIGSTOP)
    assert player.stopped()
    os.write(player.ours, b"x")
    player.process.send_signal(signal.SIGCONT)
    player.read(b"255;255;255")
    os.write(player.ours, b"q")
    assert player.end() == (0, "")


def test_where_stopping_is_ignored_ctrl_z_does_nothing():
    player = Player("import signal; signal.signal(signal.SIGTSTP, signal.SIG_IGN)")
    player.read(b"\x1b[2J")
    os.write(player.ours, b"\x1ax")
    assert b"1049l" not in player.read(b"255;255;255")
    os.write(player.ours, b"q")
    assert player.end() == (0, "")


@pytest.mark.parametrize("size", [(20, 79), (43, 79), (42, 80)])
def test_in_a_terminal_that_is_too_small_no_key_does_anything_but_quit(size):
    player = Player()
    player.read(b"\x1b[2J")
    termios.tcsetwinsize(player.theirs, size)
    player.read(b"letters")
    os.write(player.ours, b"x\x1b[Ap")  # P would end it with an error
    time.sleep(0.3)
    termios.tcsetwinsize(player.theirs, (43, 80))
    player.read(b"\x1b[2J")
    time.sleep(0.3)
    termios.tcsetwinsize(player.theirs, size)
    player.read(b"letters")
    assert b"255;255;255" not in player.seen
    os.write(player.ours, b"q")
    assert player.end() == (0, "")
