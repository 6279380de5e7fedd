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
from boards.computer.console import Cells, Keyboard, Terminal, cell_of, has_true_colour, objection
from boards.computer.picture import rgb
from engine import registry
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B
from handful.picture import ink
from handful.picture.measures import HEIGHT, WIDTH
from tools import PROJECT as ROOT
from tools import run
from tools.console import Console

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
                        length = {"2": 5, "5": 3}[codes[1]]
                        colour = tuple(int(number) for number in codes[2:length])
                        if codes[0] == "38":
                            self.ink = colour
                        else:
                            self.paper = colour
                        del codes[:length]
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
    """A frame of random pixels out of that many colours."""
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
    keys.feed(b"\x1b[15~\x1b[Z\x1b[<0;3;4M\x1bOP\xc3\xa9u\x1b[A", 1.0)
    assert events(keys, 1.0) == [(UP, True), (UP, False)]


# What a terminal sends unasked, or late: none of it is a key.
ANSWERS = {
    "DCS: what it is": b"\x1bP>|XTerm(388)\x1b\\",
    "DCS: what it can": b"\x1bP1+r524742=382F382F38\x1b\\",
    "DCS: a setting": b"\x1bP1$r0;38;5;3m\x1b\\",
    "OSC: a colour": b"\x1b]11;rgb:0c0c/2121/1c1c\x07",
    "OSC: a colour, ended by ST": b"\x1b]4;7;rgb:abcd/bbbb/dddd\x1b\\",
    "OSC: the clipboard": b"\x1b]52;c;" + b"d2FzZHBi" * 600 + b"\x07",
    "OSC: a title": "\x1b]lявбπwasd\x1b\\".encode(),
    "APC: a picture": b"\x1b_Gi=31;OK\x1b\\",
    "PM": b"\x1b^private wasd\x1b\\",
    "SOS": b"\x1bXsome wasd\x1b\\",
    "device attributes": b"\x1b[?62;1;2;4;6;9;15;22c",
    "where the cursor is": b"\x1b[24;80R",
    "the size of the window": b"\x1b[4;600;800t",
    "a mode": b"\x1b[?2026;2$y",
    "the theme": b"\x1b[?997;1n",
    "the focus comes": b"\x1b[I",
    "the focus goes": b"\x1b[O",
    "the mouse": b"\x1b[<0;3;4M\x1b[<0;3;4m",
    "an old mouse": b"\x1b[M wd\x1b[M#bp",
    "F1 on a Linux console": b"\x1b[[A",
    "F2 to F5 on a Linux console": b"\x1b[[B\x1b[[C\x1b[[D\x1b[[E",
    "private sequences that end like arrows": b"\x1b[?1A\x1b[>2B\x1b[<3C\x1b[=4D",
}


@pytest.mark.parametrize("name", ANSWERS)
@pytest.mark.parametrize("typing", [False, True])
def test_what_a_terminal_sends_by_itself_is_swallowed_whole(name, typing):
    keys = keyboard()
    keys.typing = typing
    keys.feed(ANSWERS[name] * 2 + b"\x1b[A", 1.0)
    assert events(keys, 1.0) == [(UP, True), (UP, False)] and keys.text == ""


@pytest.mark.parametrize("name", [name for name in ANSWERS if len(ANSWERS[name]) < 100])
def test_what_a_terminal_sends_by_itself_may_come_in_pieces(name):
    sent = ANSWERS[name]
    for cut in range(1, len(sent)):
        keys = keyboard()
        keys.feed(sent[:cut], 1.0)
        keys.feed(b"", 1.05)
        keys.feed(sent[cut:], 1.09)
        keys.feed(b"\x1b[A", 1.1)
        assert events(keys, 1.1) == [(UP, True), (UP, False)], cut
    keys = keyboard()
    for number in range(len(sent)):
        keys.feed(sent[number : number + 1], 1 + number / 20)
    keys.feed(b"\x1b[A", 10.0)
    assert events(keys, 10.0) == [(UP, True), (UP, False)]


@pytest.mark.parametrize("start", [b"\x1bP", b"\x1b]0;w", b"\x1b_", b"\x1b^", b"\x1bX"])
def test_a_string_without_an_end_takes_no_keys_away(start):
    for rest, now in ((b"w", 3.0), (b"\x1b[A", 1.1), (b"\x1bOA", 1.1)):
        keys = keyboard()
        keys.feed(start, 1.0)
        keys.feed(b"", 1.05)
        keys.feed(rest, now)
        assert events(keys, 9.0) == [(UP, True), (UP, False)], rest
    keys = keyboard()
    keys.feed(start, 1.0)
    keys.feed(b"\r", 1.1)
    assert events(keys, 1.1) == [(A, True), (A, False)]
    keys.feed(start, 2.0)
    with pytest.raises(SystemExit):
        keys.feed(b"\x03", 2.1)


def test_half_a_sequence_that_never_ends_is_no_key():
    for start in (b"\x1b[", b"\x1b[1;", b"\x1bO", b"\x1b[[", b"\x1b[M "):
        keys = keyboard()
        keys.feed(start, 1.0)
        keys.feed(b"", 3.0)
        keys.feed(b"w", 3.1)
        assert events(keys, 4.0) == [(UP, True), (UP, False)], start


@pytest.mark.parametrize("typing", [False, True])
@pytest.mark.parametrize("sent", [b"\x1b[21~", b"\x1b[21;2~"])
def test_f10_is_start_as_well(sent, typing):
    keys = keyboard()
    keys.typing = typing
    keys.feed(sent, 1.0)
    assert events(keys, 1.0) == [(START, True), (START, False)] and keys.text == ""
    keys.feed(b"\x1b[20~\x1b[23~\x1b[2~\x1b[1~\x1b[211~", 1.0)
    assert events(keys, 1.0) == []


LETTERS = "wasdhjklxbzp"
# What the keys of these letters type on other keyboards; a space where that is no letter.
SCRIPTS = {
    "with Caps Lock": LETTERS.upper(),
    "Russian": "цфывролдчияз",
    "Ukrainian": "цфівролдчияз",
    "Greek": "ςασδηξκλχβζπ",
    "Hebrew": " שדגיחלךסנזפ",
    "Arabic": "صشسياتنمء ئح",
    "Japanese": "てちとしくまのりさこつせ",
    "Korean": "ㅈㅁㄴㅇㅗㅓㅏㅣㅌㅠㅋㅔ",
    "full width": "ｗａｓｄｈｊｋｌｘｂｚｐ",
}


@pytest.mark.parametrize("script", SCRIPTS)
def test_a_letter_of_another_script_and_a_capital_are_the_key_that_types_them(script):
    for letter, sign in zip(LETTERS, SCRIPTS[script], strict=True):
        keys = keyboard()
        keys.feed(sign.encode(), 1.0)
        if sign in "BZ":
            assert events(keys, 1.1) == [(B, True)]  # held
        elif sign != " ":
            key = terminal.KEYBOARD[letter]
            assert events(keys, 1.0) == [(key, True), (key, False)], sign


@pytest.mark.parametrize("sign", ["B", "Z", "И", "Я", "Β", "Ζ", "Ｂ"])
def test_a_capital_b_of_any_script_holds_b(sign):
    keys = keyboard()
    keys.feed(sign.encode(), 1.0)
    assert events(keys, 1.69) == [(B, True)]
    assert events(keys, 1.71) == [(B, False)]


def test_what_is_held_is_released_when_the_game_was_stopped():
    keys = keyboard()
    keys.feed(b"B\x1b[1;", 1.0)
    assert events(keys, 1.1) == [(B, True)]
    keys.let_go(1.2)
    keys.feed(b"w", 1.3)
    assert events(keys, 1.3) == [(B, False), (UP, True), (UP, False)]
    keys.feed(b"\x1b]0;", 2.0)
    keys.let_go(2.1)
    keys.feed(b"w", 2.2)
    assert events(keys, 2.2) == [(UP, True), (UP, False)]


def test_a_capital_b_holds_b_while_other_keys_work():
    keys = keyboard()
    keys.feed(b"B", 1.0)
    keys.feed(b"w", 1.1)
    assert events(keys, 1.2) == [(B, True), (UP, True), (UP, False)]
    assert events(keys, 1.69) == []
    assert events(keys, 1.71) == [(B, False)]


@pytest.mark.parametrize("sent", ["q", "Q", "\x03", "\x1c", "й", "Й", "ｑ", "ㅂ"])
def test_q_in_any_script_and_ctrl_c_and_ctrl_backslash_end_the_game(sent):
    with pytest.raises(SystemExit):
        keyboard().feed(sent.encode(), 1.0)


# Colours and characters

XTERM = {"TERM": "xterm-256color"}
TRUE = {"COLORTERM": "truecolor"}


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, False),
        (XTERM, False),
        (XTERM | TRUE, True),
        (XTERM | {"COLORTERM": "24bit"}, True),
        (XTERM | {"COLORTERM": "yes"}, False),
        ({"TERM": "xterm-direct"}, True),
        (XTERM | {"TERM_PROGRAM": "Apple_Terminal"}, False),
        ({"TERM": "screen", "STY": "1.pts"} | TRUE, False),
        (XTERM | TRUE | {"STY": "1.pts"}, False),
        ({"TERM": "screen.xterm-256color"} | TRUE, False),  # GNU screen at the other end of ssh
        ({"TERM": "screen-256color", "TMUX": "/tmp/tmux-0"}, True),  # tmux turns them into what there is
        ({"TERM": "tmux-256color", "TMUX": "/tmp/tmux-0"}, True),
        ({"TERM": "tmux-256color"}, True),
        ({"TERM": "xterm-kitty"}, True),
        ({"TERM": "alacritty"}, True),
        ({"TERM": "linux"}, False),
    ],
)
def test_true_colour_is_sent_only_where_it_is_understood(environ, expected):
    assert has_true_colour(environ) == expected


@pytest.mark.parametrize(
    "environ",
    [
        {},
        {"LANG": "de_DE.UTF-8"},
        {"LANG": "ja_JP.utf8"},
        {"LC_CTYPE": "UTF-8"},
        {"LANG": "C", "LC_CTYPE": "C.UTF-8"},
        {"LANG": "de_DE.ISO-8859-1", "LC_ALL": "C.UTF-8"},
        {"LC_ALL": "", "LANG": "C.UTF-8"},
    ],
)
def test_a_terminal_that_shows_utf_8_has_no_objection(environ):
    assert objection(XTERM | environ) == ""


@pytest.mark.parametrize(
    ("name", "value"),
    [("LC_ALL", "C"), ("LANG", "de_DE.ISO-8859-1"), ("LC_CTYPE", "ja_JP.eucJP"), ("LANG", "en_US")],
)
def test_a_locale_without_utf_8_is_a_sentence_that_says_what_to_do(name, value):
    assert objection(XTERM | {name: value}) == (
        f"The picture needs a terminal with UTF-8, but {name} is {value}: "
        "if this terminal has it, start with LC_ALL=C.UTF-8."
    )


# Of a terminal by its name: its objection, and whether it gets colours. curses reads one name in a process.
ASKED = f"""
import os, sys
sys.path += [{str(ROOT)!r}, {str(ROOT / "lib")!r}]
from boards.computer.console import has_colour, objection
print(objection(os.environ) + "|" + str(has_colour(os.environ)))
"""


@pytest.mark.parametrize(
    ("environ", "objects", "colours"),
    [
        *[({"TERM": term}, False, True) for term in ("xterm-256color", "xterm", "screen", "linux", "ansi")],
        *[({"TERM": term}, False, True) for term in ("", "a-terminal-of-tomorrow")],
        *[({"TERM": term}, False, False) for term in ("vt100", "vt220", "xterm-mono")],
        *[({"TERM": term}, True, False) for term in ("vt52", "dumb", "unknown")],
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, False, False),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"}, False, False),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, False, True),
        ({"TERM": "vt100", "COLORTERM": "truecolor"}, False, True),
    ],
)
def test_a_terminal_gets_colours_if_it_has_them_and_a_sentence_if_its_cursor_cannot_be_moved(
    environ, objects, colours
):
    bare = {
        name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLORTERM", "TMUX")
    }
    said = subprocess.run(
        [sys.executable, "-c", ASKED],
        env={**bare, "LC_ALL": "C.UTF-8"} | environ,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    term = environ["TERM"]
    told, _, coloured = said.rpartition("|")
    assert told == (f"TERM is {term}: such a terminal cannot show the picture." if objects else "")
    assert objects or coloured == str(colours)


@pytest.mark.parametrize("environ", [{"NO_COLOR": "1"}, {"TERM": "vt100", "COLORTERM": ""}])
def test_without_colours_it_sends_none_and_plays(environ):
    player = Player(**environ)
    player.read(b"\x1b[2J")
    os.write(player.ours, b"x")
    player.read("\U0001fb00".encode()[:2])  # a pixel is drawn
    os.write(player.ours, b"q")
    assert player.end() == (0, "")
    assert not re.search(rb"\x1b\[[0-9;]*[34][0-9][;0-9]*m", player.seen)


@pytest.mark.parametrize("game", ["", *[row[0] for row in registry.GAMES]])
def test_without_colours_text_and_edges_can_be_told_from_what_they_are_on(game):
    console = Console()
    console.app.canvas.theme(game)
    colours = [console.app.canvas.colour(number) for number in range(16)]
    colours = [colour >> 8 & 0xF800 | colour >> 5 & 0x07E0 | colour >> 3 & 0x1F for colour in colours]
    on_table = [(text, ink.TABLE) for text in (ink.WHITE, ink.PAPER, ink.ACCENT, ink.SKY, ink.DIM)]
    on_paper = [(text, ink.PAPER) for text in (ink.INK, ink.RED, ink.BLUE, ink.PURPLE, ink.GREEN, ink.TABLE)]
    for text, ground in on_table + on_paper:
        frame = numpy.full((HEIGHT, WIDTH), colours[ground], numpy.uint16)
        cells = Cells((), colour=False)
        before = cells.paint(frame, *HALF).decode()[-1]
        frame[0, 0] = colours[text]
        after = cells.paint(frame, *HALF).decode()[-1]
        assert {before, after} in ({" ", "\u2580"}, {"\u2588", "\u2584"}), (text, ground)


CUBE = (0, 95, 135, 175, 215, 255)


def of_256(number: int) -> tuple:
    """Red, green and blue of one of xterm's 256 colours, without the first sixteen, which players choose."""
    assert 16 <= number < 256
    if number >= 232:
        return (8 + 10 * (number - 232),) * 3
    return CUBE[(number - 16) // 36], CUBE[(number - 16) // 6 % 6], CUBE[(number - 16) % 6]


def in_256(frame) -> list:
    """The picture that a terminal with 256 colours shows of a frame."""
    seen = Emulator(*HALF, 1)
    seen.take(Cells((), true_colour=False).paint(frame, *HALF))
    return [[of_256(*number) for number in row] for row in seen.picture(0, 0)]


@pytest.mark.parametrize("number", range(16, 256))
def test_a_colour_that_is_one_of_the_256_is_sent_as_itself(number):
    red, green, blue = of_256(number)
    colour = (red * 31 + 127) // 255 << 11 | (green * 63 + 127) // 255 << 5 | (blue * 31 + 127) // 255
    sent = Cells((), true_colour=False).paint(plain(colour), *HALF).decode()
    (shown,) = re.findall(r"48;5;(\d+)m", sent)
    assert (
        max(abs(one - other) for one, other in zip(of_256(int(shown)), (red, green, blue), strict=True)) <= 10
    )


def luminance(colour: tuple) -> float:
    """As WCAG defines it."""
    parts = [part / 255 for part in colour]
    red, green, blue = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("game", [row[0] for row in registry.GAMES])
def test_with_256_colours_text_is_legible_and_no_two_suits_are_alike(game):
    canvas = Console().app.canvas
    canvas.theme(game)
    frame = plain()
    for number in range(16):
        colour = canvas.colour(number)
        frame[number] = colour >> 8 & 0xF800 | colour >> 5 & 0x07E0 | colour >> 3 & 0x1F
    shown = [row[0] for row in in_256(frame)[:16]]
    for number, most in ((ink.RED, 0), (ink.GREEN, 1), (ink.BLUE, 2)):
        assert max(range(3), key=shown[number].__getitem__) == most
    for number, least in ((ink.PURPLE, 1), (ink.YELLOW, 2)):
        assert min(range(3), key=shown[number].__getitem__) == least
    suits = (ink.RED, ink.BLUE, ink.GREEN, ink.YELLOW, ink.PURPLE)
    assert len({shown[number] for number in (*suits, ink.PAPER, ink.INK)}) == 7
    for text, ground in [
        (text, ink.TABLE) for text in (ink.WHITE, ink.PAPER, ink.ACCENT, ink.SKY, ink.DIM)
    ] + [(text, ink.PAPER) for text in (ink.INK, ink.RED, ink.BLUE, ink.PURPLE)]:
        light, dark = sorted((luminance(shown[text]), luminance(shown[ground])), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4, (text, ground)


PLAY = f"""
import sys
sys.path += [{str(ROOT)!r}, {str(ROOT / "lib")!r}]
from tools.run import end_on_signals
end_on_signals()
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


# Shows each event in the terminal.
TRACE = """
import sys
from boards.computer import console
take = console.Keyboard.take
def traced(self, event, now):
    taken = take(self, event, now)
    if taken:
        print(f"<{event.key_number} {event.pressed}>", flush=True)
    return taken
console.Keyboard.take = traced
"""


class Player:
    """A program in a pseudo-terminal of 80 by 44."""

    def __init__(self, before: str = "", program: str = PLAY, alone: bool = False, **environ: str):
        """before: what runs first, then the program. alone: whether standard error is this terminal, too.
        environ: what differs in the environment.
        """
        self.ours, theirs = pty.openpty()
        termios.tcsetwinsize(theirs, (44, 80))
        self.before = termios.tcgetattr(theirs)
        self.theirs = theirs
        self.seen = b""
        self.process = subprocess.Popen(
            [sys.executable, "-c", before + program],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs if alone else subprocess.PIPE,
            process_group=0,  # a separate job, as a shell makes them
            env={**os.environ, **XTERM, **TRUE, "STY": "", "LC_ALL": "C.UTF-8"} | environ,
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


# Signals that end a process unless it catches them. Those that tell of a fault in the program are not meant.
ENDING = ("HUP", "INT", "QUIT", "TERM", "ALRM", "USR1", "USR2", "VTALRM", "PROF", "XCPU")
ENDING_SOMEWHERE = ("IO", "PWR", "STKFLT", "RTMIN", "RTMAX")


def test_every_signal_that_ends_a_process_and_can_be_caught_is():
    numbers = {getattr(signal, f"SIG{name}", 0) for name in ENDING + ENDING_SOMEWHERE} - {0, signal.SIGINT}
    caught = set(run.ending())
    assert numbers <= caught
    spared = ("KILL", "STOP", "TSTP", "CONT", "CHLD", "TTIN", "TTOU", "URG", "WINCH", "INT", "PIPE")
    assert not caught & {getattr(signal, f"SIG{name}", 0) for name in spared}


@pytest.mark.parametrize("name", ENDING)
def test_the_terminal_is_left_as_it_was_found_after_a_signal_that_ends_it(name):
    player = Player()
    player.read(b"\x1b[2J")
    number = getattr(signal, f"SIG{name}")
    player.process.send_signal(number)
    status, error = player.end()
    if name == "INT":
        assert error.endswith("KeyboardInterrupt\n")  # which tools.run.play expects
    else:
        assert (status, error) == (128 + number, "")


@pytest.mark.parametrize("name", ENDING)
def test_a_second_signal_does_not_keep_it_from_giving_the_terminal_back(name):
    player = Player(f"""
import os, signal
from boards.computer import console
give_back = console.Terminal._give_back
def hit(self):
    os.kill(os.getpid(), signal.SIG{name})
    give_back(self)
console.Terminal._give_back = hit
""")
    player.read(b"\x1b[2J")
    player.process.send_signal(signal.SIGTERM)
    assert player.end() == (128 + signal.SIGTERM, "")


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize("signals", [False, True])
def test_a_terminal_that_goes_away_does_not_keep_it_from_saving(tmp_path, signals, alone):
    """signals: whether the system's SIGHUP ends it, or that nothing can be read any more."""
    before = "" if signals else "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)"
    paths = [str(ROOT), str(ROOT / "lib")]
    game = f"\nimport sys; sys.path[:0] = {paths}; from tools import run; sys.exit(run.main(['terminal']))"
    player = Player(before, game, alone, HANDFUL_DATA=str(tmp_path))
    player.read(b"\x1b[2J")
    time.sleep(0.5)
    os.write(player.ours, b"x")  # the language, which is saved once the keys are quiet
    time.sleep(0.2)
    saved = tmp_path / "save.bin"
    assert not saved.exists() or b"Hf" not in saved.read_bytes()
    os.close(player.theirs)
    os.close(player.ours)
    error = (player.process.communicate(timeout=10)[1] or b"").decode()
    assert "Error" not in error and b"Hf" in saved.read_bytes(), error
    assert player.process.returncode == 128 + signal.SIGHUP


def test_the_signal_that_a_terminal_has_gone_does_not_break_off_the_save(monkeypatch):
    ignored = []
    monkeypatch.setattr(signal, "signal", lambda *values: ignored.append(values))
    terminal = Terminal.__new__(Terminal)
    terminal._gone = True  # noqa: SLF001
    with pytest.raises(SystemExit) as end:
        terminal.get_into(Event())
    assert end.value.code == 128 + signal.SIGHUP and ignored == [(signal.SIGHUP, signal.SIG_IGN)]


def test_a_signal_that_whoever_started_it_ignores_stays_ignored():
    player = Player("import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)")
    player.read(b"\x1b[2J")
    player.process.send_signal(signal.SIGHUP)
    os.write(player.ours, b"x")
    assert b"1049l" not in player.read(b"255;255;255")
    os.write(player.ours, b"q")
    assert player.end() == (0, "")


def test_in_a_terminal_of_256_colours_it_sends_no_others():
    player = Player(COLORTERM="")
    player.read(b"\x1b[2J")
    os.write(player.ours, b"x")
    player.read(b"8;5;231")
    os.write(player.ours, b"q")
    assert player.end() == (0, "")
    assert b"8;2;" not in player.seen


def test_in_a_terminal_that_cannot_show_the_picture_it_says_so_and_leaves_it_alone():
    player = Player(LC_ALL="C")
    status, error = player.process.wait(timeout=10), player.process.communicate()[1].decode()
    assert status == 1 and error.endswith(f"OSError: {objection(XTERM | {'LC_ALL': 'C'})}\n")
    assert not select.select([player.ours], [], [], 0)[0]
    assert termios.tcgetattr(player.theirs) == player.before


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


def test_what_was_held_when_it_was_stopped_is_released():
    player = Player(TRACE)
    player.read(b"\x1b[2J")
    os.write(player.ours, b"B")
    player.read(b"<5 True>")
    player.process.send_signal(signal.SIGSTOP)
    assert player.stopped()
    player.process.send_signal(signal.SIGCONT)
    start = time.monotonic()
    player.read(b"<5 False>")
    assert time.monotonic() - start < 0.5
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


@pytest.mark.parametrize(("size", "taken"), [((0, 0), (80, 24)), ((0, 90), (90, 24)), ((44, 0), (80, 44))])
def test_a_terminal_that_does_not_know_its_size_counts_as_80_by_24(size, taken):
    player = Player()
    player.read(b"\x1b[2J")
    termios.tcsetwinsize(player.theirs, (20, 60))
    player.read(b"letters")
    termios.tcsetwinsize(player.theirs, size)
    seen = player.read(b"Q quit" if taken == (80, 44) else b"letters")
    seen = re.sub(r"\x1b\[[\d;]*H", " ", seen.decode())
    assert taken == (80, 44) or "has {} by {}.".format(*taken) in seen
    os.write(player.ours, b"q")
    assert player.end() == (0, "")
