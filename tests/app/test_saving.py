# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""When the app saves: never over a key, unless somebody waits for it."""

import random

import pytest

from handful import keys
from handful.picture.measures import WIDTH
from handful.settings import LANGUAGE
from handful.store import MATCH, Store
from tools.console import Console

QUIET = 300  # ms


class Flash(bytearray):
    """A region that tells of each write."""

    def __new__(cls, *_):
        return super().__new__(cls, b"\xff" * 8192)

    def __init__(self, wrote=lambda: None):
        super().__init__(b"\xff" * 8192)
        self.wrote = wrote

    def __setitem__(self, place, values):
        super().__setitem__(place, values)
        self.wrote()


@pytest.fixture
def console():
    """A console with a match, everything saved. `writes` has the time of each write from then on."""
    flash = Flash()
    console = Console(flash)
    console.begin("hyper_maker", (0, 1, 1))
    console.wait(5000)
    console.app.save()
    console.app.match.act(console.app.match.session.game.legal_actions()[0])
    console.writes = []
    flash.wrote = lambda: console.writes.append(console.board.clock)
    return console


def corner(console):
    """The pixels of the lower right corner."""
    band = console.app.canvas.bands[-1]
    return [band[x, y] for x in range(WIDTH - 8, WIDTH) for y in range(band.height - 7, band.height)]


def test_the_pause_is_saved_once_no_key_is_down_and_none_was_pressed_for_a_moment(console):
    console.board.queue.append((keys.START, True))
    console.wait(2000)
    assert console.screen == "pause" and not console.writes  # START is still down
    console.board.queue.append((keys.START, False))
    console.wait(QUIET - 60)
    assert not console.writes
    console.press(keys.DOWN)
    released = console.board.clock - 40
    console.wait(QUIET - 100)
    assert not console.writes
    console.wait(QUIET)
    assert len(console.writes) == 1 and QUIET - 40 <= console.writes[0] - released <= QUIET + 60
    console.wait(5000)
    assert len(console.writes) == 1


def test_no_write_falls_on_a_key_whatever_is_pressed(console, monkeypatch):
    chance = random.Random(1)
    app = console.app
    asked = []
    save = type(app).save
    leave = type(app).leave

    def leaves(self, finished):
        asked.append(1)
        leave(self, finished)
        asked.pop()

    monkeypatch.setattr(type(app), "leave", leaves)
    last = [console.board.clock]
    down = set()

    early = []

    def wrote():
        if not asked and (down or console.board.clock - last[0] < QUIET - 40):
            early.append(console.board.clock)

    console.board.flash.wrote = wrote
    writes = []
    monkeypatch.setattr(type(app), "save", lambda self: (writes.append(1), save(self))[1])
    for _ in range(300):
        key = chance.choice((0, 1, 2, 3, 4, 4, 4, 5, 6, 7))
        for pressed in (True, False):
            console.board.queue.append((key, pressed))
            last[0] = console.board.clock
            (down.add if pressed else down.discard)(key)
            console.wait(chance.choice((20, 40, 100, 350, 700)))
    assert len(writes) > 10 and not early


def test_a_disk_is_on_the_display_while_a_save_is_written_and_nothing_is_left_of_it(console):
    seen = []
    screen = console.board.screen
    screen.refresh = lambda **_: seen.append(corner(console))
    shown = []
    console.board.flash.wrote = lambda: shown.append(seen[-1])
    console.keys("s")
    console.wait(100)
    before = corner(console)
    console.wait(1000)
    assert len(shown) == 1 and shown[0] != before
    assert corner(console) == before == seen[-1]


def test_nothing_to_be_saved_shows_no_disk(console):
    console.keys("s")
    console.wait(1000)
    shown = []
    console.app.canvas.disk = shown.append
    console.app.save()
    assert not shown and len(console.writes) == 1


def test_who_leaves_does_not_wait_for_the_keys_to_be_quiet(console):
    console.keys("s")
    console.app.leave(False)
    assert len(console.writes) == 1
    assert Store(bytearray(console.board.flash), True).payloads[MATCH]


def test_a_pause_that_could_not_be_saved_says_so_when_it_is_known(console):
    def broken():
        raise OSError("no room")

    console.keys("s")
    assert not console.shows("Not saved")
    console.board.flash.wrote = broken
    console.wait(1000)
    console.keys("u")
    assert console.app.unsaved
    assert console.shows(console.app.texts.say("pause_unsaved"))


@pytest.mark.parametrize("language", range(3))
@pytest.mark.parametrize("trouble", ["drive_pieces", "drive_held"])
def test_the_pause_says_what_is_wrong_with_the_drive_as_long_as_it_is(console, trouble, language):
    console.app.settings.values[LANGUAGE] = language
    console.app.apply_language()
    say = console.app.texts.say
    console.keys("s")
    assert not console.shows(say("pause_drive"))
    console.keys("b")
    console.board.flash.trouble = trouble
    console.keys("su")
    assert console.shows(say("pause_drive"))
    console.keys("a")
    assert console.screen == "notice" and console.shows(say(trouble))
    console.keys("a")
    assert console.screen == "pause"
    console.board.flash.trouble = ""  # the cable is pulled meanwhile
    console.keys("a")
    assert console.screen == "notice"
