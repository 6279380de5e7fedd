# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The whole app, from title to result, by its keys: on CPython with Blinka and on the MicroPython VM."""

import binascii
from pathlib import Path

import pytest

from handful.picture.ink import WHITE
from tests import presses
from tools import vm
from tools.console import Console

SOURCE = Path(presses.__file__).read_text(encoding="utf-8")

# On the VM the keys go through the stand-in of keypad, and the screen is that of `board`.
ON_THE_VM = (
    SOURCE
    + """
import boards, keypad, board
from handful.app import App
from handful.settings import HELPED, MOTION, NAMED
app = App(boards.find())
app.seed = lambda: 2026
app.settings.values[MOTION] = 0
app.settings.values[NAMED] = app.settings.values[HELPED] = 1
def feed():
    yield keypad.LOOK, 200
    for key in {keys}:
        if key == LOOK:
            yield keypad.LOOK, 40
            print(*board.DISPLAY.crcs())
        elif key == WAIT:
            yield keypad.LOOK, 500
        else:
            yield app.board.KEYS.find(bytes((key,))), 20
            yield keypad.LOOK, 60
keypad.script(feed(), lambda: None)
try:
    app.run()
except SystemExit:
    pass
print(app.screen, app.records.row(0, 0))
"""
)


def here(console, keys):
    """What ON_THE_VM prints, on CPython."""
    said = []
    for key in keys:
        if key == presses.LOOK:
            said.append(" ".join([str(binascii.crc32(band.cells)) for band in console.app.canvas.bands]))
        elif key == presses.WAIT:
            console.wait(500)
        else:
            console.press(key)
    app = console.app
    said.append(f"{app.screen} {app.records.row(0, 0)}")
    return said


@pytest.fixture(scope="module")
def drive(tmp_path_factory):
    """A folder laid out like a device's drive, compiled."""
    folder = tmp_path_factory.mktemp("drive")
    vm.build(folder)
    return folder


@pytest.mark.parametrize("players", [1, 5])
def test_a_game_from_title_to_result_is_the_same_picture_by_picture_on_both_interpreters(drive, players):
    console = Console()
    seen = here(console, presses.whole_game(console.app, players))
    there = vm.run(drive, ON_THE_VM.format(keys=f"whole_game(app, {players})"))
    assert seen[-1].startswith("title (1, ")
    assert len(seen) > 30
    assert there.splitlines() == seen


TWENTY = """
import gc
import boards, board, keypad
from engine import registry
from handful.app import App
app = App(boards.find())
app.seed = lambda: 2026
def steps(number):
    for _ in range(number):
        app.step()
steps(3)
free = []
for number in range(25):
    key, _, least, most = registry.GAMES[number % 5]
    app.begin(key, bytes([0] * most), number, {})
    steps(3)
    app.match.viewer = app.match.session.game.player
    app.table()
    steps(3)
    game = app.match.session.game
    for _ in range(12):
        app.view.play(game.legal_actions()[-1])
        steps(1)
        if app.screen != key:
            break
    app.leave(True)
    steps(3)
    gc.collect()
    gc.collect()
    free.append(gc.mem_alloc())
print(*free)
"""


def test_leaving_a_game_gives_its_memory_back(drive):
    kept = [int(word) for word in vm.run(drive, TWENTY, heap="256k").split()]
    # In the first rounds come the strings that are kept for good; from then on nothing is added. (The
    # VM's collector takes what looks like a pointer for one, so single figures go up and down.)
    assert max(kept[-5:]) <= max(kept[5:10]) + 700, kept


@pytest.mark.parametrize("key, back", [("b", "rl"), ("s", "b")])  # what is refused; another screen
def test_a_key_is_answered_at_once_by_a_mark_that_leaves_nothing_behind(key, back):
    console = Console()
    console.begin("the_game", [0])
    canvas = console.app.canvas
    before = console.image().tobytes()
    shown = []
    refresh = canvas.refresh
    canvas.refresh = lambda: (shown.append(canvas.bands[-1][80, 15]), refresh())
    console.keys(key)
    assert WHITE in shown and shown[-1] != WHITE
    canvas.refresh = refresh
    console.keys(back)
    assert console.screen == "the_game" and console.image().tobytes() == before
