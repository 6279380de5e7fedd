# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What our displayio draws on a computer is what Blinka's draws."""

import subprocess
import sys
from pathlib import Path

import pytest

from engine import registry
from tests import blinka
from tests.tools.test_vm import here
from tools.environment import MODULES

# Partly transparent layers, some of them beyond the edges and some enlarged, as they change.
LAYERS = """
import binascii, displayio
from boards.computer.picture import Picture
from displayio import Group, Palette, TileGrid
from engine.rng import Rng
for count in (2, 4, 16):
    screen = Picture()
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
    inner = Group(x=-7, y=5, scale=2)
    inner.append(TileGrid(bitmaps[1], pixel_shader=palette, x=20, y=40))
    group.append(inner)
    screen.root_group = group
    for turn in range(6):
        for bitmap in bitmaps[turn % 2 :]:
            for _ in range(40):
                bitmap[chance.below(bitmap.width), chance.below(bitmap.height)] = chance.below(count)
        if turn == 3:
            bitmaps[1].fill(count - 1)
        if turn == 5:
            palette.make_opaque(1)
            palette[0] = 0x123456
        group[1].x += 5
        group[3].hidden = turn == 4
        screen.refresh()
        print(binascii.crc32(screen.image()), binascii.crc32(repr(
            [bitmap[place] for bitmap in bitmaps for place in range(bitmap.width * bitmap.height)]).encode()))
"""
# Some moments at each table, and the pages of the check, which libraries draw.
TABLES = """
import binascii
from engine import registry
from handful.check.program import Check
from handful.settings import MOTION
from tools.console import Board, Console
for key, _, least, most in registry.GAMES:
    console = Console(seed=3)
    console.app.settings.values[MOTION] = key == "the_game"
    console.begin(key, [0] * most)
    for letters in ("a", "ra", "e", "s", "B"):
        console.keys(letters)
        print(key, letters, binascii.crc32(console.image().tobytes()))
board = Board()
check = Check(board, print)
for key in (0, 1, 4):
    check.step()
    board.queue.append((key, True))
    check.step()
    print(binascii.crc32(board.screen.image()))
"""


@pytest.mark.parametrize(("script", "least"), [(LAYERS, 18), (TABLES, 3 * len(registry.GAMES) + 3)])
def test_what_is_shown_is_what_blinka_shows(script, least):
    ours = here(script)
    assert ours == blinka.run(script)
    assert len(set(ours.splitlines())) >= least


@pytest.mark.parametrize("place", [0, 1000])
def test_on_a_computer_ours_is_found_before_blinkas_wherever_the_path_names_it(place):
    """The environment's list of folders (handful.pth) stands behind what is installed."""
    code = (
        f"import sys; sys.path.insert({place}, {str(MODULES)!r});"
        "import boards.computer, displayio, bitmaptools;"
        "print(displayio.__file__, bitmaptools.__file__)"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], cwd="/", capture_output=True, text=True, check=True, env=blinka.ours()
    )
    assert [Path(file).parent for file in found.stdout.split()] == [MODULES, MODULES]
