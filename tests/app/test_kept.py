# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""When the console saves by itself, and how often that erases its flash."""

import itertools

import pytest

from handful import setups
from handful.picture import ink
from handful.settings import COLOURS, Settings
from handful.store import MATCH, RECORDS, SETTINGS
from tests.app.test_sound import Lamp
from tests.playing import to_the_end, until_mine
from tools.build import layouts
from tools.console import Board, Console

MINUTES = 60_000  # ms


class Flash(bytearray):
    """Counts how often it is written to."""

    writes = 0

    def __setitem__(self, place, values):
        self.writes += 1
        super().__setitem__(place, values)


def begun(kinds, erases, monkeypatch, key="inversio"):
    monkeypatch.setattr(Board, "ERASES", erases)
    console = Console(Flash(b"\xff" * 8192))
    console.blind()
    console.begin(key, kinds)
    console.app.save()
    return console


def play(console) -> None:
    """Takes the console, plays a card and passes it on."""
    console.keys("a")
    until_mine(console)
    console.view.play(console.view.game.legal_actions()[-1])
    while console.screen != "handover":
        console.wait(100)


@pytest.mark.parametrize("erases", [True, False])
def test_the_match_is_saved_during_play(erases, monkeypatch):
    console = begun([0, 0], erases, monkeypatch)
    play(console)
    console.keys("a")
    until_mine(console)
    console.wait(11 * MINUTES)  # saved then, since it was put away
    assert len(console.app.match.session.history) == 1
    console.view.play(console.view.game.legal_actions()[0])
    console.wait(400)
    again = Console(bytearray(console.board.flash))
    again.app.resume()
    assert len(again.app.match.session.history) == 2


def test_passing_the_console_erases_nothing_where_each_write_erases(monkeypatch):
    console = begun([0, 0], True, monkeypatch)
    before = console.board.flash.writes
    start = console.board.clock
    for _ in range(6):
        play(console)
    assert console.board.clock - start < 3 * MINUTES
    assert console.board.flash.writes == before


@pytest.mark.parametrize("erases", [True, False])
def test_passing_the_console_saves_what_is_due(erases, monkeypatch):
    console = begun([0, 0], erases, monkeypatch)
    before = console.board.flash.writes
    monkeypatch.setattr(console.app.store, "due", lambda now: True)
    monkeypatch.setattr(console.app, "save_later", lambda: None)
    play(console)
    assert console.board.flash.writes > before


def test_leaving_a_finished_match_erases_nothing_more_where_each_write_erases(monkeypatch):
    console = begun([0, 1], True, monkeypatch)
    to_the_end(console.app.match, 0)
    console.app.open("result")
    console.see_end()
    before = console.board.flash.writes
    console.keys("b")
    assert console.screen == "title" and console.board.flash.writes == before


def test_leaving_a_finished_match_saves_what_waits_and_what_is_due_all_the_same(monkeypatch):
    for later in ("save_later", "due"):
        console = begun([0, 1], True, monkeypatch)
        app = console.app
        app.settings.names[0] = later[:8]
        if later == "due":
            monkeypatch.setattr(app.store, "due", lambda now: True)
        else:
            app.save_later()
        app.leave(True)
        assert Console(bytearray(console.board.flash)).app.settings.names[0] == later[:8]


@pytest.mark.parametrize("layout", layouts.names())
@pytest.mark.parametrize("language", range(3))
def test_what_was_lost_is_told_at_the_start_with_its_cause(language, layout):
    with layouts.used(layout):
        from handful.picture.measures import FOOT

        console = Console(language=language)
        say = console.app.texts.say
        names = [say(f"record_{kind}") for kind in range(3)]
        for causes in itertools.product((None, False, True), repeat=3):  # intact, damaged, newer
            lost = [(kind, newer) for kind, newer in enumerate(causes) if newer is not None]
            if not lost:
                continue
            console.app.store.lost = lost
            console.app.notice = ""
            console.app.startup_notice()
            told = console.app.notice
            assert ("Handful" in told) == (True in causes)
            if lost == [(kind, False) for kind in range(3)]:
                assert told == say("lost_all")
            else:
                assert [name in told for name in names] == [newer is not None for newer in causes]
            if len({newer for _, newer in lost}) == 1:
                console.app.open("notice", told)
                console.wait(1000)
                lowest = max(y for _, y in console.reader.texts if y != FOOT + 1)
                assert console.shows(told) and lowest <= FOOT - 9, told
                console.keys("a")


KINDS = (SETTINGS, RECORDS, MATCH)


def spoilt(kinds, whole: bool) -> Flash:
    """A save in which these records are damaged, or if whole are no such records."""
    console = Console(Flash(b"\xff" * 8192), language=2)
    console.begin("inversio", [0, 1])
    app = console.app
    app.keep(app.records)
    app.save()
    for kind in kinds:
        if whole:
            payload = app.store.payloads[kind]
            app.store.put(kind, payload + b"\xff" if kind == MATCH else b"\x63" + payload)
        else:
            console.board.flash[bytes(console.board.flash).rindex(b"Hf\x03" + bytes((kind,))) + 8] ^= 0x10
    if whole:
        app.store.flush(app.now)
    return Flash(console.board.flash)


def left(console) -> None:
    """Switches the console off as the player does who quits."""
    console.board.queue.append(SystemExit)
    with pytest.raises(SystemExit):
        console.app.run()


@pytest.mark.parametrize("erases", [True, False])
@pytest.mark.parametrize(
    ("kinds", "whole"),
    [((0,), False), ((1,), False), ((2,), False), (KINDS, False), ((0,), True), ((1,), True), ((2,), True)],
)
def test_what_cannot_be_read_stays_until_the_player_has_been_told_and_is_told_once(
    kinds, whole, erases, monkeypatch
):
    monkeypatch.setattr(Board, "ERASES", erases)
    flash = spoilt(kinds, whole)
    found = bytes(flash)
    for letters in ("", "a"):  # nothing, the language, the match
        for ms in (0, 11 * MINUTES):  # at once, and after the console has gone dark
            console = Console.untouched(Board(flash))
            if console.screen != "notice":
                console.keys("a" if console.screen == "title" else letters)
            console.wait(ms)
            left(console)
            assert flash == found and not flash.writes
    console = Console.untouched(Board(flash))
    if console.screen != "notice":
        console.keys("a")
    assert console.screen == "notice"
    console.keys("a")
    console.wait(1000)
    again = Console.untouched(Board(Flash(flash)))
    assert again.screen not in ("notice", "language")
    left(console)
    assert Console.untouched(Board(flash)).screen == again.screen


def test_a_name_is_saved_once_it_is_given_and_the_keys_are_quiet():
    console = Console()
    console.keys("da")
    rows = [row[0] for row in console.view.rows()]
    console.keys("d" * rows.index(10) + "a" + "a" + "s.")
    name = console.app.settings.names[0]
    assert name and Console(bytearray(console.board.flash)).app.settings.names[0] == name


def test_set_ups_never_take_more_than_their_200_bytes_and_the_oldest_goes_first():
    settings = Settings()
    entry = bytes((200, 47, 0)) + bytes(47)
    settings.setups = entry + bytes((201, 47, 0)) + bytes(47) + bytes((202, 47, 0)) + bytes(47)
    rest = bytes((203, 0, 50 - 3 - 10)) + bytes(50 - 3 - 10)
    settings.setups += rest
    setups.keep(settings, "inversio", [0, 1], {})
    size = 3 + 2 + 2
    assert len(settings.setups) == 150 + len(rest) + size <= 200
    filler = 200 - len(settings.setups) - 3
    settings.setups = bytes((204, 0, filler)) + bytes(filler) + settings.setups
    assert len(settings.setups) == 200
    setups.keep(settings, "inversio", [0, 2], {})
    assert len(settings.setups) == 200  # just fits
    settings.setups = settings.setups[:2] + bytes((filler + 1,)) + b"\0" + settings.setups[3:]
    setups.keep(settings, "inversio", [0, 3], {})
    assert len(settings.setups) <= 200 and settings.setups[0] == 200
    loaded = Settings()
    loaded.load(settings.dump())
    assert loaded.setups == settings.setups


def test_no_demo_begins_in_the_dark(monkeypatch):
    monkeypatch.setattr(Board, "LIGHT", 1)
    console = Console()
    demos = []
    console.app.demo = lambda: demos.append(console.board.clock)
    console.app.power.touch(console.app.now)
    console.view._idle = console.app.now  # noqa: SLF001 - as if a key had just been pressed
    console.app.power._state = 2  # noqa: SLF001 - dark from the start
    console.wait(60_000)
    assert not demos


def test_the_lamp_is_bright_for_a_person_and_dim_for_a_robot():
    console = Console()
    console.begin("inversio", [0, 1])
    lamp = Lamp()
    console.app._lamp = lamp  # noqa: SLF001
    for seat in (0, 0, 1, -1, -1):  # a lamp is written to where its colour changes
        console.app.shine(seat)
    colours = [console.app.canvas.colour(console.app.settings.colours[seat]) for seat in (0, 1)]
    assert lamp.shown == [(colours[0], True), (colours[1], False), (0, False)]
    assert COLOURS[0] == ink.RED


def test_seeds_have_thirty_bits_and_follow_the_clock(monkeypatch):
    console = Console()
    monkeypatch.setattr("random.getrandbits", lambda bits: (1 << bits) - 1)
    seeds = set()
    for _ in range(50):
        console.board.clock += 1
        seeds.add(type(console.app).seed(console.app))
    assert len(seeds) == 50 and all(0 <= seed < 1 << 30 for seed in seeds)


def test_seeds_differ_at_the_same_moment_after_switching_on(monkeypatch):
    console = Console()
    drawn = [3 << number for number in range(28)]
    monkeypatch.setattr("random.getrandbits", lambda bits: drawn[-1])
    seeds = set()
    while drawn:
        console.board.clock = 7919
        seeds.add(type(console.app).seed(console.app))
        drawn.pop()
    assert len(seeds) == 28


def test_when_saving_works_again_the_warning_goes():
    console = Console()
    put = console.app.store.put
    console.app.store.put = _fails
    console.app.save()
    assert console.app.unsaved and console.app.notice
    console.app.store.put = put
    console.app.save()
    assert not console.app.unsaved and not console.app.notice


def _fails(*values):
    raise OSError("for a test")
