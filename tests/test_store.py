"""Saving: what a power cut, a foreign or a newer save, or a board without memory leaves to the player."""

import pytest

from handful.store import MATCH, RECORDS, SETTINGS, Store
from tests.console import Console


class PowerCut(Exception):
    """The battery is out."""


class Flash:
    """A region that a power cut can hit: `cut` bytes of the next write still arrive.

    erases: the write erases all first, as a SAMD51 does; otherwise bytes are written over one by one.
    """

    def __init__(self, erases, data=b"\xff" * 8192):
        self.data = bytearray(data)
        self.erases = erases
        self.cut = None
        self.writes = 0

    def __len__(self):
        return len(self.data)

    def __getitem__(self, place):
        return bytes(self.data[place])

    def __setitem__(self, place, values):
        start, stop, _ = place.indices(len(self.data))
        assert len(values) == stop - start, "nvm wants slices of equal length"
        self.writes += 1
        image = bytearray(self.data)
        image[place] = values
        if self.cut is None:
            self.data = image
            return
        if self.erases:
            self.data = bytearray(b"\xff" * len(image))
            start, stop = 0, len(image)
        stop = min(stop, start + self.cut)
        self.data[start:stop] = image[start:stop]
        raise PowerCut


def filled(erases=False):
    """A region with three records in it."""
    flash = Flash(erases)
    store = Store(flash)
    store.put(SETTINGS, b"settings one")
    store.put(RECORDS, b"records one")
    store.put(MATCH, b"match one")
    store.flush(0)
    return flash


def test_what_is_flushed_is_there_at_the_next_start():
    store = Store(filled())
    assert store.payloads == [b"settings one", b"records one", b"match one"]
    assert not store.lost and not store.empty


def test_all_that_has_changed_is_written_in_one_slice_and_nothing_when_nothing_has():
    flash = filled()
    assert flash.writes == 1
    store = Store(flash)
    store.put(MATCH, b"match one")
    store.flush(0)
    assert flash.writes == 1
    store.put(SETTINGS, b"settings two")
    store.put(MATCH, b"match two")
    store.flush(0)
    assert flash.writes == 2
    assert Store(flash).payloads == [b"settings two", b"records one", b"match two"]


def test_at_most_one_write_a_minute_unless_somebody_leaves():
    console = Console()
    flash = console.board.flash = Flash(True)
    console = Console(flash)
    console.keys("a")
    console.begin("the_game", [0])
    flash.writes = 0
    start = console.board.clock
    for _ in range(60):
        actions = console.app.match.session.game.legal_actions()
        console.view.play(actions[-1])
        if console.app.match.session.game.player < 0:
            break  # the result is saved at once
        console.wait(1000)
    assert console.board.clock - start > 5_000
    assert flash.writes <= (console.board.clock - start) // 60_000 + 1


@pytest.mark.parametrize("erases", [False, True])
def test_after_a_power_cut_each_record_is_the_new_one_or_the_one_before_or_declared_lost(erases):
    for cut in range(0, 900):
        flash = filled(erases)
        store = Store(flash)
        store.put(SETTINGS, b"settings two")
        store.put(MATCH, b"match two")
        flash.cut = cut
        with pytest.raises(PowerCut):
            store.flush(0)
        flash.cut = None
        after = Store(flash)
        lost = [kind for kind, _ in after.lost]
        allowed = (b"settings one", b"settings two"), (b"records one",), (b"match one", b"match two")
        for kind in (SETTINGS, RECORDS, MATCH):
            gone = after.payloads[kind] == b"" and (kind in lost or erases)
            assert after.payloads[kind] in allowed[kind] or gone


@pytest.mark.parametrize("place", [0, 2, 3, 4, 6, 10, 15])
def test_an_altered_record_is_lost_alone(place):
    flash = filled()
    flash.data[768 + place] ^= 0x40
    store = Store(flash)
    assert [kind for kind, _ in store.lost] == [MATCH]
    assert store.payloads == [b"settings one", b"records one", b""]


def test_a_record_of_a_newer_version_says_so():
    flash = filled()
    flash.data[2] = 9
    assert Store(flash).lost == [(SETTINGS, True)]


@pytest.mark.parametrize("blank", [0x00, 0xFF])
def test_a_new_chip_is_a_fresh_start(blank):
    store = Store(Flash(False, bytes([blank]) * 8192))
    assert store.empty and not store.lost
    assert store.payloads == [b"", b"", b""]


def test_garbage_in_the_region_is_a_fresh_start_with_a_sentence_each_way():
    for seed in range(200):
        data = bytearray((seed * 37 + place * place) & 0xFF for place in range(8192))
        data[seed] = 0x48
        console = Console(data)
        assert console.screen == "notice"
        console.keys("a")
        assert console.screen == "title"
        if seed == 3:
            break


def test_a_record_too_long_for_its_place_is_refused_and_nothing_is_lost():
    store = Store(filled())
    with pytest.raises(ValueError, match="too long"):
        store.put(SETTINGS, bytes(300))
    assert store.payloads[SETTINGS] == b"settings one"


def test_a_board_without_memory_says_that_it_cannot_save_and_plays():
    console = Console.__new__(Console)
    from handful.app import App
    from tests.console import Board

    console.board = Board()
    console.board.region = lambda: None
    console.app = App(console.board)
    console.app.seed = lambda: 1
    console.wait(0)
    assert console.screen == "notice" and "cannot save" in console.view._text
    console.keys("a")
    console.begin("the_game", [0])
    console.keys("aasua")
    assert console.screen == "title"


def test_a_disk_that_is_full_is_said_and_the_match_goes_on():
    class Full(Flash):
        def __setitem__(self, place, values):
            raise OSError("the folder cannot be written")

    console = Console(Full(False))
    console.keys("a")
    console.begin("the_game", [0])
    console.keys("aa")
    console.keys("sua")
    assert console.screen == "notice" and "cannot be written" in console.view._text


def test_switched_off_and_on_the_match_goes_on_where_it_was():
    console = Console()
    console.keys("a")
    console.begin("the_game", [0], seed=99)
    console.keys("aaaa")
    laid = console.app.match.session.dump()
    console.keys("s")
    again = Console(console.board.flash)
    assert again.screen == "title" and again.app.saved == "the_game"
    again.keys("a")
    assert again.screen == "the_game"
    assert again.app.match.session.dump() == laid


def test_a_match_that_cannot_be_read_is_said_in_a_sentence_and_all_else_is_kept():
    console = Console()
    console.keys("a")
    console.app.settings.names[0] = "Ana"
    console.begin("the_game", [0])
    console.keys("sua")
    flash = Flash(False, bytes(console.board.flash))
    store = Store(flash)
    damaged = bytearray(store.payloads[MATCH])
    damaged[9] = 99  # the version of the session within
    store.put(MATCH, bytes(damaged))
    store.flush(0)
    again = Console(flash)
    assert again.screen == "title"
    again.keys("a")
    assert again.screen == "notice" and "newer version" in again.view._text
    again.keys("a")
    assert again.screen == "title" and again.app.settings.names[0] == "Ana" and not again.app.saved
