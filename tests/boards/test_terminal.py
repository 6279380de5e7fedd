# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What the terminal board sends for a picture, in terminals of all sizes and colours."""

import os
import random
import re
import subprocess
import sys

import numpy
import pytest

from boards.computer.console import Cells, cell_of, has_true_colour, objection
from boards.computer.picture import rgb
from engine import registry
from handful.picture import ink
from handful.picture.measures import HEIGHT, WIDTH
from tests.boards.player import TRUE, XTERM
from tools import PROJECT as ROOT
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
        self.written = row = column = 0
        for codes, kind, glyph in re.findall(r"\x1b\[([\d;]*)([A-Za-z])|(.)", data.decode(), re.S):
            if glyph:
                assert row < self.rows and column < self.columns
                self.cells[row, column] = (glyph, self.ink, self.paper)
                self.written += 1
                column += 1
            elif kind == "H":
                row, column = [int(number) - 1 for number in codes.split(";")]
            elif kind == "J":
                self.cells.clear()
            else:
                if not codes.startswith(("38", "48")):
                    self.ink = self.paper = None
                for ground, *parts in re.findall(r"([34])8;(?:2;(\d+);(\d+);(\d+)|5;(\d+))", codes):
                    shown = tuple(int(part) for part in parts if part)
                    setattr(self, {"3": "ink", "4": "paper"}[ground], shown)

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


@pytest.mark.parametrize(
    ("size", "keys", "cells"),
    [
        (HALF, (), 160 * 64),
        (SEXTANT, (), 80 * 43),
        ((159, 70), (), 80 * 43),
        ((170, 63), (), 80 * 43),
        ((160, 65), ("the keys",), 160 * 64),
        ((160, 64), ("the keys",), 80 * 43),
        ((80, 44), ("the keys",), 80 * 43),
    ],
)
def test_the_finest_grid_that_fits_is_used_and_leaves_a_row_for_the_keys(size, keys, cells):
    seen = Emulator(*size, 1)
    seen.take(Cells(keys).paint(plain(), *size))
    assert seen.written == cells + len("".join(keys))


@pytest.mark.parametrize(("size", "wide"), [(HALF, 1), (SEXTANT, 2)])
def test_an_equal_frame_sends_nothing_and_a_changed_pixel_one_cell(size, wide):
    cells = Cells(())
    seen = Emulator(*size, wide)
    seen.take(cells.paint(plain(), *size))
    frame = plain()
    assert cells.paint(frame, *size) == b""
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


@pytest.mark.parametrize("keys", [(), ("the keys",)])
@pytest.mark.parametrize("size", [(79, 43), (80, 42), (40, 10), (5, 3), (1, 1), (0, 0)])
def test_a_small_terminal_gets_a_sentence_with_the_size_it_needs(size, keys):
    columns, rows = size[0], size[1] + len(keys)
    sent = Cells(keys).paint(plain(), columns, rows).decode()
    words = " ".join(re.sub(r"\x1b\[[\d;]*[A-Za-z]", " ", sent).split())
    needs = f"needs 80 columns by {43 + len(keys)} rows; this terminal has {columns} by {rows}."
    assert columns < 40 or needs in words


def test_a_new_size_sends_everything_again():
    cells = Cells(())
    cells.paint(busy(2), *HALF)
    assert b"80 columns" in cells.paint(busy(2), 100, 20)
    seen = Emulator(*SEXTANT, 2)
    seen.take(cells.paint(busy(2), *SEXTANT))
    assert seen.picture(0, 0) == as_rgb(busy(2))


# Colours and characters


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
    ("environ", "other"),
    [
        ({}, ""),
        ({"LANG": "de_DE.UTF-8"}, ""),
        ({"LANG": "ja_JP.utf8"}, ""),
        ({"LC_CTYPE": "UTF-8"}, ""),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, ""),
        ({"LANG": "de_DE.ISO-8859-1", "LC_ALL": "C.UTF-8"}, ""),
        ({"LC_ALL": "", "LANG": "C.UTF-8"}, ""),
        ({"LC_ALL": "C"}, "LC_ALL is C"),
        ({"LANG": "de_DE.ISO-8859-1"}, "LANG is de_DE.ISO-8859-1"),
        ({"LC_CTYPE": "ja_JP.eucJP"}, "LC_CTYPE is ja_JP.eucJP"),
        ({"LANG": "en_US"}, "LANG is en_US"),
    ],
)
def test_a_locale_without_utf_8_is_a_sentence_that_says_what_to_do(environ, other):
    sentence = (
        f"The picture needs a terminal with UTF-8, but {other}: "
        "if this terminal has it, start with LC_ALL=C.UTF-8."
    )
    assert objection(XTERM | environ) == (sentence if other else "")


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


# What is read at a table: texts, and what they stand on.
READ = [(text, ink.TABLE) for text in (ink.WHITE, ink.PAPER, ink.ACCENT, ink.SKY, ink.DIM)]
READ += [(text, ink.PAPER) for text in (ink.INK, ink.RED, ink.BLUE, ink.PURPLE)]


def themed(game: str) -> list:
    """The inks of a game as the display of a device has them."""
    canvas = Console().app.canvas
    canvas.theme(game)
    colours = [canvas.colour(number) for number in range(16)]
    return [colour >> 8 & 0xF800 | colour >> 5 & 0x07E0 | colour >> 3 & 0x1F for colour in colours]


@pytest.mark.parametrize("game", ["", *[row[0] for row in registry.GAMES]])
def test_without_colours_text_and_edges_can_be_told_from_what_they_are_on(game):
    colours = themed(game)
    edges = [(ink.GREEN, ink.PAPER), (ink.TABLE, ink.PAPER)]
    for text, ground in READ + edges:
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
    frame = plain()
    for number, colour in enumerate(themed(game)):
        frame[number] = colour
    shown = [row[0] for row in in_256(frame)[:16]]
    for number, most in ((ink.RED, 0), (ink.GREEN, 1), (ink.BLUE, 2)):
        assert max(range(3), key=shown[number].__getitem__) == most
    for number, least in ((ink.PURPLE, 1), (ink.YELLOW, 2)):
        assert min(range(3), key=shown[number].__getitem__) == least
    suits = (ink.RED, ink.BLUE, ink.GREEN, ink.YELLOW, ink.PURPLE)
    assert len({shown[number] for number in (*suits, ink.PAPER, ink.INK)}) == 7
    for text, ground in READ:
        light, dark = sorted((luminance(shown[text]), luminance(shown[ground])), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 4, (text, ground)
