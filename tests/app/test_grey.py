# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Nothing is told by colour alone: without its hues, every picture still tells what it told."""

from itertools import combinations, pairwise

import numpy
import pytest
from PIL import Image

from engine import registry
from handful.picture import ink, medal
from handful.tables import flip_over
from tests.app import test_golden as golden
from tests.app.test_layouts import OTHERS
from tests.sheet import THEMES, contrast, mask
from tools.build import layouts
from tools.console import Console

SEEN = 40  # of 255: two greys that anybody tells apart
EDGE = 1.25  # to 1, the least contrast of two inks that meet
SIGNS = {
    "suits of !nversion": "♣♥♦☺♠",
    "suits of Hyper Maker": "●■▲★",
    "suits of Flip Over": flip_over.SUITS,
    "suits of Inversio": "♣♥♦♠",
    "directions of The Game": "↑↓",
    "discs of Flip Over": "⊕⊖",
    "seats": "12345",
}
LAYOUTS = [layouts.DRAWN, *OTHERS]


@pytest.fixture(params=LAYOUTS)
def layout(request):
    """Each layout in use."""
    with layouts.used(request.param):
        yield request.param


def grey(image) -> numpy.ndarray:
    """A picture as rows of greys, 0 to 255."""
    return numpy.asarray(image.convert("L")).astype(int)


def told_apart(one: numpy.ndarray, other: numpy.ndarray) -> int:
    """How many pixels of two grey pictures of one size anybody tells apart."""
    return int((abs(one - other) >= SEEN).sum())


@pytest.mark.parametrize("font", ["small", "big"])
@pytest.mark.parametrize("kind", SIGNS)
def test_signs_of_one_kind_differ_in_shape_in_every_font(layout, kind, font):
    made = getattr(Console().app.canvas, font)
    signs = [sign for sign in SIGNS[kind] if sign in made.characters]
    assert len(signs) > 1 or font == "big"
    for one, other in combinations(signs, 2):
        first, second = mask(one, made), mask(other, made)
        wide = max(first.shape[1], second.shape[1])
        first, second = (numpy.pad(each, ((0, 0), (0, wide - each.shape[1]))) for each in (first, second))
        differ = (first ^ second).sum()
        assert differ >= 4 and differ * 10 >= (first | second).sum(), f"{one} and {other} are alike"


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("size", [4, 6, 11])
def test_medals_of_any_grade_differ_in_shape(theme, size, monkeypatch):
    console = Console()
    key, _, look = theme.partition(" ")
    console.app.canvas.theme("" if key == "console" else key, int(look or 0))
    pieces = []
    for grade in (medal.OPEN, medal.BRONZE, medal.SILVER, medal.GOLD):
        console.app.canvas.clear()
        medal.draw(console.app.canvas, 20, 20, size, grade)
        pieces.append(grey(console.image())[20 : 20 + size, 20 : 20 + size])
    for one, other in pairwise(pieces):
        # As black and white: the ground, and what is drawn on it.
        shapes = abs(one - one[0, 0]) >= SEEN, abs(other - other[0, 0]) >= SEEN
        assert (shapes[0] ^ shapes[1]).sum() * 8 >= size * size


def test_discs_of_either_colour_taken_or_not_differ_in_grey(layout):
    console = golden.at_table(*golden.TABLES["flip_over_table"])
    game, view = console.app.match.session.game, console.view
    number = game.disc % len(game.discs) + 1  # not the one that is played for, which has a mark below it
    x, y, wide, high = view.place("disc", number)
    pieces = []
    for blue in (0, 1):
        game.discs[number - 1] = blue
        for taken in (-1, 0):
            game.taken_by = lambda disc, taken=taken: taken if disc == number else -1
            view.sync()
            pieces.append(grey(console.image())[y : y + high, x : x + wide])
    for one, other in combinations(pieces, 2):
        assert told_apart(one, other) >= 4


def walk(console) -> None:
    """Fails if a direction changes the picture in a way that its greys do not show."""
    foot = console.board.screen.height - 12
    for letter in "rdlu":
        screen, before, table = console.screen, console.image(), console.app.canvas.colour(ink.TABLE)
        console.keys(letter)
        if console.screen != screen:
            return
        after = console.image()
        changed = (numpy.asarray(before)[:foot] != numpy.asarray(after)[:foot]).any(-1).sum()
        shown = told_apart(grey(before)[:foot], grey(after)[:foot])
        if console.app.canvas.colour(ink.TABLE) != table:
            assert shown >= 80, f"{screen}: {letter!r} changes hardly more than the ground"
        else:
            assert shown * 10 >= changed and shown >= min(changed, 8), (
                f"{screen}: {letter!r} changes hues alone"
            )


@pytest.mark.parametrize("scene", golden.SCENES)
def test_a_key_that_moves_something_moves_it_in_grey_too(scene):
    walk(golden.show(scene))


@pytest.mark.parametrize("label", golden.TABLES)
def test_a_cursor_at_a_table_is_seen_in_grey(label):
    walk(golden.at_table(*golden.TABLES[label]))


def inks_of(image) -> numpy.ndarray:
    """A golden picture as rows of inks; 16 for a colour that is none of them."""
    colours = numpy.asarray(image.convert("RGB")).astype(int) >> 3
    return _PLACES[colours[..., 0] << 10 | colours[..., 1] << 5 | colours[..., 2]]


_PLACES = numpy.full(1 << 15, 16)
for _theme in THEMES.values():
    for _place, _colour in enumerate(_theme):
        _PLACES[sum((_colour >> 8 * byte + 3 & 31) << 5 * byte for byte in range(3))] = _place


def looks_of(whole: numpy.ndarray) -> list[str]:
    """The tables of other colours on which a picture of a table may be seen, too, given as 0xRRGGBB."""
    for game, _, _, _ in registry.GAMES:
        colour = THEMES[game][ink.TABLE] & _COARSE  # a display has fewer
        if (whole & _COARSE == colour).sum() > 1000:
            return [table for table in THEMES if table.startswith(game + " ")]
    return []


_COARSE = 0xF8F8F8
_SIGNS = (ink.ACCENT, ink.RED, ink.BLUE, ink.GREEN, ink.YELLOW, ink.ORANGE, ink.PURPLE, ink.SKY)
_GROUNDS = (ink.TABLE, ink.DARK, ink.PAPER, ink.DIM, ink.WHITE)


@pytest.mark.parametrize("folder", sorted({path.parent for path in golden.GOLDEN.rglob("*.png")}), ids=str)
def test_in_every_golden_picture_signs_stand_out_from_their_grounds_in_grey(folder):
    for path in folder.glob("*.png"):
        image = Image.open(path).convert("RGB")
        places, colours = inks_of(image), numpy.asarray(image).astype(int)
        whole = colours[..., 0] << 16 | colours[..., 1] << 8 | colours[..., 2]
        sign, ground = numpy.isin(places, _SIGNS), numpy.isin(places, _GROUNDS)
        if path.name.startswith("lesson_the_game"):
            ground &= places != ink.DIM  # a lesson's frame may touch the edges of a pile: they tell nothing
        tables = looks_of(whole)
        for one, other in ((numpy.s_[1:], numpy.s_[:-1]), (numpy.s_[:, 1:], numpy.s_[:, :-1])):
            meet = sign[one] & ground[other] | sign[other] & ground[one]
            pairs = numpy.stack((whole[one][meet], whole[other][meet]), 1)
            for first, second in numpy.unique(pairs, axis=0).tolist():
                assert contrast(first, second) >= EDGE, f"{path.name}: {first:06x} on {second:06x}"
            pairs = numpy.stack((places[one][meet], places[other][meet]), 1)
            for first, second in numpy.unique(pairs, axis=0).tolist():
                for table in tables:
                    colours = THEMES[table]
                    assert contrast(colours[first], colours[second]) >= EDGE, f"{path.name}, {table}"
