# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""High contrast: a setting of every board gives all screens sixteen other inks, and changes nothing else."""

import pytest

from engine import registry
from handful.picture.canvas import Canvas
from handful.picture.ink import ACCENT, DARK, DIM, GREY, INK, PAPER, SKY, TABLE, WHITE, over
from handful.settings import COLOURS, CONTRAST
from tests.app.test_assets import SUIT_INKS
from tests.sheet import contrast
from tools import PROJECT
from tools.build.assets import SHARP, read_colours
from tools.console import Console

GAMES = [row[0] for row in registry.GAMES]
PALETTE = read_colours((PROJECT / "assets" / "palette.txt").read_text(encoding="utf-8"))[1][SHARP]


def test_text_has_seven_to_one_on_each_ground_and_suits_four_and_a_half():
    """WCAG 2, AAA for text; AA for the suits, which are signs of seven pixels or more."""
    for ground in (TABLE, DARK):
        for ink in (WHITE, PAPER, ACCENT, DIM, SKY):
            assert contrast(PALETTE[ground], PALETTE[ink]) >= 7, (ground, ink)
    for ground in (PAPER, ACCENT, DIM):
        assert contrast(PALETTE[ground], PALETTE[INK]) >= 7, ground
    for ink in (*SUIT_INKS, GREY):
        assert contrast(PALETTE[PAPER], PALETTE[ink]) >= 4.5, ink
        assert contrast(PALETTE[TABLE], PALETTE[ink]) >= 3, ink  # as a seat's colour on the table


def test_a_seat_s_number_has_four_and_a_half_to_one_on_its_colour():
    for colour in COLOURS:
        assert contrast(PALETTE[colour], PALETTE[over(colour)]) >= 4.5, colour


def shown(console) -> set:
    """The colours on the screen, as its display has them."""
    return {colour for _, colour in console.image().getcolors(1 << 16)}


def on_display(colours) -> set:
    """Colours as a display of 16 bits a pixel has them."""
    five, six = (lambda value: (value >> 3) * 255 // 31), (lambda value: (value >> 2) * 255 // 63)
    return {(five(red), six(green), five(blue)) for red, green, blue in colours}


def sharpened() -> Console:
    console = Console()
    console.app.settings.values[CONTRAST] = 1
    console.app.apply_contrast()
    return console


@pytest.mark.parametrize("game", GAMES)
def test_every_table_and_cover_has_the_inks_of_high_contrast_alone(game):
    console = sharpened()
    for screen in ("title", "games", "settings", "records", "ladder"):
        console.app.open(screen, *([0] if screen == "ladder" else []))
        console.wait(600)
        assert shown(console) <= on_display(PALETTE), screen
    console.app.open("setup", game)
    console.wait(100)
    assert shown(console) <= on_display(PALETTE)
    least = registry.row(game)[2]
    console.begin(game, [0] + [1] * (least - 1), 3)
    for _ in range(6):
        console.keys("a")
        console.wait(900)
        assert shown(console) <= on_display(PALETTE)


def test_the_setting_changes_the_picture_at_once_and_back_also_during_a_match():
    console = Console()
    for row in ("title", "hyper_maker"):
        if row == "title":
            console.app.open("settings")
        else:
            console.begin("hyper_maker", [0, 1, 1], 3)
            console.keys("sddda")
            while console.screen != "settings":
                console.keys("da")
        console.wait(40)
        keys = [key for key, _, _ in console.view.rows()]
        console.view.cursor = keys.index(CONTRAST)
        console.view.open()
        before = console.image().tobytes()
        console.keys("r")
        assert console.app.settings.values[CONTRAST] == 1
        assert shown(console) <= on_display(PALETTE)
        console.keys("l")
        assert console.image().tobytes() == before


def test_the_palette_of_a_canvas_is_the_same_before_and_after():
    console = Console()
    canvas: Canvas = console.app.canvas
    before = [canvas.colour(ink) for ink in range(16)]
    canvas.sharpen(True)
    assert [canvas.colour(ink) for ink in range(16)] == [int.from_bytes(bytes(one), "big") for one in PALETTE]
    canvas.theme("inversio")
    assert canvas.colour(TABLE) == 0
    canvas.sharpen(False)
    canvas.theme("")
    assert [canvas.colour(ink) for ink in range(16)] == before
