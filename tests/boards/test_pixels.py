# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What the tests draw on arrays is what Blinka draws."""

import displayio
import pytest
from displayio import Group, Palette, TileGrid

from boards.computer import picture
from engine import registry
from engine.rng import Rng
from handful.settings import MOTION
from tests import console as consoles
from tests import pixels


@pytest.fixture
def both(monkeypatch):
    """What a function returns with a display and bitmaps of arrays, and with Blinka's."""

    def drawn(draw):
        quick = draw(pixels.Picture)
        monkeypatch.setattr(consoles, "Picture", picture.Picture)
        with pixels.blinkas():
            return quick, draw(picture.Picture)

    return drawn


def layers(count, screen):
    """What a display shows of partly transparent layers of `count` values as they change."""
    chance = Rng(count)
    palette = Palette(count)
    for number in range(count):
        palette[number] = chance.below(1 << 24)
    palette.make_transparent(1)
    group = Group()
    bitmaps = []
    for width, height, x, y in ((160, 128, 0, 0), (37, 20, 30, -4), (9, 64, 155, 70), (33, 40, -20, 60)):
        bitmaps.append(displayio.Bitmap(width, height, count))
        group.append(TileGrid(bitmaps[-1], pixel_shader=palette, x=x, y=y))
    inner = Group(x=-7, y=5)
    inner.append(TileGrid(bitmaps[1], pixel_shader=palette, x=20, y=90))
    group.append(inner)
    screen.root_group = group
    images = []
    for turn in range(6):
        for bitmap in bitmaps[turn % 2 :]:
            for _ in range(40):
                bitmap[chance.below(bitmap.width), chance.below(bitmap.height)] = chance.below(count)
        if turn == 3:
            bitmaps[1].fill(count - 1)
        group[1].x += 5
        group[3].hidden = turn == 4
        screen.refresh()
        images.append(screen.image())
    return images, [[bitmap[place] for place in range(bitmap.width * bitmap.height)] for bitmap in bitmaps]


@pytest.mark.parametrize("count", (2, 4, 16))
def test_layers_are_shown_as_blinka_shows_them(count, both):
    quick, slow = both(lambda display: layers(count, display()))
    assert quick == slow and len(set(quick[0])) > 4


def played(key):
    """The pictures of some moments at a table."""
    console = consoles.Console(seed=3)
    console.app.settings.values[MOTION] = key == "the_game"
    console.begin(key, [0] * registry.row(key)[3])
    images = []
    for letters in ("a", "ra", "e", "s", "B"):
        console.keys(letters)
        images.append(console.image().tobytes())
    return images


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_a_table_is_drawn_as_blinka_draws_it(key, both):
    quick, slow = both(lambda _: played(key))
    assert quick == slow and len(set(quick)) > 3
