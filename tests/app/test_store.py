# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Saving: what a power cut, a foreign or a newer save, or a board without memory leaves to the player."""

import json
import random
import re
import struct
from binascii import crc32
from pathlib import Path

import pytest

from boards.computer.savefile import SaveFile
from engine import registry
from handful.match import load
from handful.records import Records
from handful.series import SERIES
from handful.settings import Settings
from handful.store import MATCH, RECORDS, SETTINGS, Store
from tools import vm
from tools.soak import cuts


class PowerCut(BaseException):
    """The battery is out."""


class Flash:
    """A region that a power cut can hit: `cut` bytes of the next write still arrive.

    erases: each write first erases all and rewrites it, as a SAMD51 does. Otherwise it is as on an
    RP2: where all bytes still read 0xFF they are written as they are, else all is erased and written
    again. erased: how often that was. writes: how often something else was written than zeros, with which
    an older record is crossed out.
    """

    def __init__(self, erases, data=b"\xff" * 8192):
        self.data = bytearray(data)
        self.erases = erases
        self.cut = None
        self.writes = 0
        self.reads = 0
        self.erased = 0

    def __len__(self):
        return len(self.data)

    def __getitem__(self, place):
        self.reads += 1
        return bytes(self.data[place])

    def __setitem__(self, place, values):
        start, stop, _ = place.indices(len(self.data))
        assert len(values) == stop - start, "nvm wants slices of equal length"
        self.writes += any(values)
        image = bytearray(self.data)
        image[place] = values
        if self.erases or set(self.data[place]) != {255}:
            self.erased += 1
            self.data = bytearray(b"\xff" * len(image))
            start, stop = 0, len(image)
        if self.cut is not None:
            stop = min(stop, start + self.cut)
        self.data[start:stop] = image[start:stop]
        if self.cut is not None:
            raise PowerCut


def filled(erases=False):
    """A region with three records in it."""
    flash = Flash(erases)
    store = Store(flash, erases)
    store.put(SETTINGS, b"settings one")
    store.put(RECORDS, b"records one")
    store.put(MATCH, b"match one")
    store.flush(0)
    return flash


def test_what_is_flushed_is_there_at_the_next_start():
    store = Store(filled())
    assert store.payloads == [b"settings one", b"records one", b"match one"]
    assert not store.lost and not store.new


@pytest.mark.parametrize("erases", [False, True])
def test_all_that_has_changed_is_written_in_one_slice_and_nothing_when_nothing_has(erases):
    flash = filled(erases)
    assert flash.writes == 1
    store = Store(flash, erases)
    store.put(MATCH, b"match one")
    store.flush(0)
    assert flash.writes == 1
    store.put(SETTINGS, b"settings two")
    store.put(MATCH, b"match two")
    store.flush(0)
    assert flash.writes == 2
    assert Store(flash).payloads == [b"settings two", b"records one", b"match two"]


@pytest.mark.parametrize("erases", [False, True])
def test_the_region_is_read_once(erases):
    flash = filled(erases)
    flash.reads = 0
    Store(flash, erases)
    assert flash.reads == 1


def test_appending_erases_only_when_the_region_is_full():
    flash = filled()
    store = Store(flash, False)
    assert flash.erased == 1  # what reads as blank may be a block that was erased half
    for number in range(1000):
        store.put(MATCH, b"match %d" % number + bytes(number % 150))
        store.put(SETTINGS, b"settings %d" % (number // 100))
        store.flush(0)
        written = flash.data.rstrip(b"\xff")
        assert len(written) <= 4096
        if number % 97 == 0:
            store = Store(flash, False)
            assert store.payloads == [
                b"settings %d" % (number // 100),
                b"records one",
                b"match %d" % number + bytes(number % 150),
            ]
    assert flash.writes == 1001
    assert 3 < flash.erased < 10  # 1,000 patches of about 16 bytes in 4,096


@pytest.mark.parametrize("erases", [False, True])
def test_a_region_tells_how_often_it_was_erased(erases):
    flash = Flash(erases)
    assert Store(flash, erases).erased == 0
    store = Store(flash, erases)
    for number in range(600):
        store.put(MATCH, b"match %d" % number + bytes(number % 150))
        store.flush(0)
        assert store.erased == flash.erased
        if number % 97 == 0:
            store = Store(flash, erases)
            assert store.erased == flash.erased
    assert flash.erased > 2


@pytest.mark.parametrize("place", range(5))
def test_a_count_of_erases_that_was_damaged_begins_anew_and_costs_no_record(place):
    flash = filled()
    flash.data[place] ^= 0x11
    store = Store(flash, False)
    assert store.erased == 0 and not store.lost
    assert store.payloads == [b"settings one", b"records one", b"match one"]


def test_a_region_of_before_the_count_counts_from_now_on():
    flash = Flash(True, b"\xff" * 4096)
    flash.data[:2000] = filled(True).data[5:2005]
    store = Store(flash, True)
    assert (store.erased, store.payloads[MATCH]) == (0, b"match one")
    store.put(MATCH, b"match two")
    store.flush(0)
    assert Store(flash, True).erased == 1


@pytest.mark.parametrize("erases", [False, True])
def test_the_longest_records_fit_the_smallest_region(erases):
    flash = Flash(erases, b"\xff" * 4096)
    for fill in (1, 2, 3):
        store = Store(flash, erases)
        longest = [bytes([fill]) * length for length in (246, 502, 2038)]
        for kind, payload in enumerate(longest):
            store.put(kind, payload)
        store.flush(0)
        assert Store(flash, erases).payloads == longest


def version_1(*records):
    """What a version without crosses wrote."""
    image = b""
    for kind, payload in records:
        record = struct.pack("<2sBBH", b"Hf", 1, kind, len(payload)) + payload
        image += record + struct.pack("<I", crc32(record))
    return image.ljust(4096, b"\xff")


@pytest.mark.parametrize("erases", [False, True])
def test_what_version_1_saved_is_read_and_written_anew_by_the_next_flush(erases):
    flash = Flash(erases, version_1((0, b"settings"), (1, b"records"), (2, b"old"), (2, b"new")))
    store = Store(flash, erases)
    assert store.payloads == [b"settings", b"records", b"new"] and not store.lost and not store.new
    store.put(MATCH, b"newer")
    store.flush(0)
    assert flash.erased == 1 and b"old" not in flash.data and b"Hf\x01" not in flash.data
    assert Store(flash, erases).payloads == [b"settings", b"records", b"newer"]


def test_a_patch_changes_lengthens_and_shortens_a_long_record():
    flash = filled()
    payload = bytes(range(1, 251)) * 5
    changes = (
        (900, 1, 1250),
        (0, 3, 1250),
        (1249, 1, 1253),
        (255, 2, 1100),
        (510, 1, 700),
        (699, 1, 701),
        (0, 240, 701),
        (3, 1, 254),
        (4, 1, 255),
        (253, 2, 0),
    )
    for place, number, length in changes:
        changed = bytearray(payload)
        changed[place : place + number] = bytes(number)
        payload = bytes(changed)[:length].ljust(length, b"x")
        store = Store(flash, False)
        store.put(MATCH, payload)
        store.flush(0)
        assert Store(flash, False).payloads == [b"settings one", b"records one", payload]
    assert flash.erased == 1 and flash.data.count(b"Hf") < 7


class Failing(Flash):
    """A region whose next write fails with an OSError after `cut` bytes, and every later one works."""

    def __setitem__(self, place, values):
        try:
            super().__setitem__(place, values)
        except PowerCut:
            self.cut = None
            raise OSError("the folder cannot be written") from None


class FailingLate(Failing):
    """One whose write number `left` from now fails after `cut` bytes."""

    left = 0

    def __setitem__(self, place, values):
        cut, self.cut = self.cut, None
        self.left -= 1
        if not self.left:
            self.cut = cut
        super().__setitem__(place, values)
        self.cut = None if not self.left else cut


@pytest.mark.parametrize("erases", [False, True])
@pytest.mark.parametrize("next_match", [b"match two", b"m", b""])
def test_an_error_at_any_byte_of_any_write_loses_nothing_once_a_later_save_succeeds(erases, next_match):
    for left in range(1, 6):
        for cut in range(0, 130, 4):
            flash = FailingLate(erases, bytes(filled(erases).data))
            store = Store(flash, erases)
            store.put(MATCH, b"a far longer match than the next one" * 2)
            flash.left, flash.cut = left, cut
            try:
                store.flush(0)
            except OSError:
                pass
            flash.cut = None
            store.put(MATCH, next_match)
            store.flush(0)
            again = Store(flash, erases)
            assert again.payloads == [b"settings one", b"records one", next_match], (left, cut)
            assert not again.lost, (left, cut)


def test_errors_while_a_full_log_is_written_again_lose_nothing_once_a_later_save_succeeds():
    chance = random.Random(5)
    for _ in range(150):
        flash = FailingLate(False, bytes(filled().data))
        store = Store(flash, False)
        kept = b""
        for _ in range(12):
            kept = chance.randbytes(chance.choice((0, 9, 150, 900, 1500)))
            store.put(MATCH, kept)
            flash.left, flash.cut = chance.randint(1, 3), chance.randint(0, 4096)
            try:
                store.flush(0)
            except OSError:
                pass
            flash.cut = None
        store.put(RECORDS, b"records two")
        store.flush(0)
        again = Store(flash, False)
        assert again.payloads == [b"settings one", b"records two", kept] and not again.lost


def test_a_region_of_any_length_with_any_bytes_is_read_without_an_error():
    chance = random.Random(3)
    written = bytes(filled().data).rstrip(b"\xff")
    for length in range(65):
        for first in range(256):
            data = bytes([first]) + (written if first % 2 else bytes([first] * 64))[1:length]
            assert len(Store(bytearray(data[:length])).payloads) == 3
    for number in range(1000):
        data = bytearray(written)
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        del data[chance.randrange(len(data)) :]
        assert len(Store(data, number % 2 == 0).payloads) == 3


SAVES = Path(__file__).parent.parent / "saves"
LOGS = ["version_1_log", "version_1_block", "version_2_log", "version_2_block", "version_3_log"]


@pytest.mark.parametrize("erases", [False, True])
@pytest.mark.parametrize("name", LOGS)
def test_what_versions_with_a_game_less_saved_is_read_whole_and_stays(name, erases, monkeypatch):
    monkeypatch.setattr(registry, "GAMES", (*registry.GAMES, ("another", "Another Game", 2, 4)))
    told = json.loads((SAVES / "saved.json").read_text())[name.replace("3", "2")]  # both hold the same
    flash = Flash(erases, (SAVES / f"{name}.bin").read_bytes().ljust(8192, b"\xff"))
    for _ in range(3):
        store = Store(flash, erases)
        assert not store.lost and not store.new
        settings, records = Settings(), Records()
        settings.load(store.payloads[SETTINGS])
        assert settings.names == told["names"]
        assert list(settings.colours) == told["colours"] and list(settings.values)[:7] == told["values"][:7]
        records.load(store.payloads[RECORDS])
        for game, rows in enumerate(told["rows"]):
            assert [list(records.row(game, opponents)) for opponents in range(4)] == rows
            bests = [[number, records.best_of(game, number)] for number in range(1, 65)]
            assert [best for best in bests if best[1] is not None] == told["bests"][game]
        match = load(store.payloads[MATCH])
        assert match.session.key == told["key"] and list(match.kinds) == told["kinds"]
        assert match.seen == told["seen"] and list(match.session.history) == told["history"]
        store.put(RECORDS, records.dump())
        store.put(MATCH, match.dump() + b" ")
        store.put(MATCH, match.dump())
        store.flush(0)
    assert flash.erased == (3 if erases else name == "version_1_log" or name == "version_1_block")


def test_with_twelve_games_all_that_there_is_to_keep_fits_the_smallest_region(monkeypatch):
    games = [(f"game_{number}", f"Game {number}", 1, 5) for number in range(12)]
    monkeypatch.setattr(registry, "GAMES", tuple(games))
    settings, records = Settings(), Records()
    settings.names = ["はなこはなこはな"] * 5
    for game in range(len(registry.GAMES)):
        for opponents in range(4):
            records.add(game, opponents, True, -30000)
        records.go_on(game, True, range(5), 0x7FFF)
        different = (60, 60, 60, 11, 3)[game % 5]  # as the bests of the first five games are
        for number in range(1, SERIES + 1):
            records.add_of(game, number, 98 - number % different)
    match = bytes(range(1, 255)) * 8
    flash = Flash(False, b"\xff" * 4096)
    store = Store(flash, False)
    store.put(SETTINGS, settings.dump())
    store.put(RECORDS, records.dump())
    for size in range(1800, len(match), 6):
        store.put(MATCH, match[:size])
        store.flush(0)
    assert flash.erased < 6  # there is room for patches
    again = Store(flash, False)
    assert not again.lost and again.payloads == [settings.dump(), records.dump(), match[:size]]


def test_a_record_that_is_not_the_newest_is_crossed_out():
    flash = filled()
    store = Store(flash, False)
    for payload in (b"match two", b"match three", b""):
        store.put(MATCH, payload)
        store.flush(0)
        store = Store(flash, False)
    assert store.payloads == [b"settings one", b"records one", b""] and not store.lost and flash.erased == 1
    at = flash.data.rindex(0xE2)
    flash.data[at:] = b"\xff" * (len(flash.data) - at)  # as an erase may begin
    store = Store(flash, False)
    assert store.payloads == [b"settings one", b"records one", b""]
    assert store.lost == [(MATCH, False)]


def test_no_bytes_side_by_side_that_an_erase_takes_bring_back_that_there_was_no_match():
    flash = Flash(False, b"\xff" * 4096)
    store = Store(flash, False)
    store.put(SETTINGS, b"settings one")
    store.flush(0)
    blank = bytes(flash.data).rstrip(b"\xff")
    store.put(MATCH, b"a match that was played")
    store.flush(0)
    end = len(bytes(flash.data).rstrip(b"\xff"))
    for start in range(end):
        for stop in range(start + 1, min(start + 20, end)):
            image = bytearray(flash.data)
            image[len(blank) :] = b"\xff" * (len(image) - len(blank))  # the match is gone
            image[start:stop] = b"\xff" * (stop - start)
            again = Store(image, False)
            assert (MATCH, False) in again.lost, (start, stop)


def test_a_patch_fits_no_record_but_the_one_it_was_made_for():
    flash = filled()
    store = Store(flash, False)
    places = []
    for payload in (b"Settings one", b"settings one", b"settings six"):
        places.append(len(bytes(flash.data).rstrip(b"\xff")))
        store.put(SETTINGS, payload)
        store.flush(0)
    assert flash.erased == 1
    # Of the three patches only the second one is whole, and an erase has taken its crosses.
    image = bytearray(flash.data)
    image[places[0] : places[1]] = b"\x00" * (places[1] - places[0])
    image[places[2] :] = b"\xff" * (len(image) - places[2])
    for at in (2, 4, 7):
        assert image[places[1] + at] == 0
        image[places[1] + at] = 255
    store = Store(image, False)
    assert store.lost == [(SETTINGS, False)] and not store.payloads[SETTINGS]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_one_bit_of_a_cross_is_enough(place):
    flash = filled()
    at = flash.data.index(b"matc") + (-1, 4, 10)[place]
    assert flash.data[at] == 255
    for left in range(8):
        flash.data[at] = 255 ^ 1 << left
        assert Store(flash, False).lost == [(MATCH, False)]


def test_a_record_is_read_to_the_last_byte_of_the_region_and_not_beyond():
    image = version_1((0, b"s"), (1, b"r")).rstrip(b"\xff")
    last = version_1((2, b"match")).rstrip(b"\xff")
    data = image + bytes(4096 - len(image) - len(last)) + last
    assert Store(bytearray(data), True).payloads == [b"s", b"r", b"match"]
    for cut in range(1, len(last)):
        store = Store(bytearray(image + bytes(4096 - len(image) - cut) + last[:cut]), True)
        assert store.payloads == [b"s", b"r", b""] and store.lost == [(MATCH, False)]


def test_unless_a_board_says_otherwise_a_write_erases_and_all_is_written_anew():
    flash = Flash(True)
    store = Store(flash)
    for payload in (b"match one", b"match two"):
        store.put(MATCH, payload)
        store.flush(0)
    assert flash.data.count(b"Hf") == 3 and b"match one" not in flash.data


def test_a_write_at_the_very_first_tick_is_one_to_wait_after():
    store = Store(Flash(True), True)
    assert store.due(0)
    store.put(MATCH, b"match")
    store.flush(0)
    assert not store.due(0) and not store.due(149_999) and store.due(150_000)


def test_after_the_first_save_the_region_is_not_empty_any_more():
    store = Store(Flash(True), True)
    assert store.new
    store.flush(0)
    assert store.new  # nothing was to be saved
    store.put(MATCH, b"match")
    store.flush(0)
    assert not store.new


def uncrossed():
    """A region whose power went behind the append of match two, before match one was crossed out."""
    flash = filled()
    before = bytes(flash.data).rstrip(b"\xff")
    store = Store(flash, False)
    store.put(MATCH, b"another match")
    store.flush(0)
    flash.data[: len(before)] = before
    flash.erased = 0
    flash.older = len(before)
    return flash


def test_after_a_power_cut_before_the_older_record_is_crossed_out_the_next_save_needs_no_erase():
    flash = uncrossed()
    store = Store(flash, False)
    assert store.payloads[MATCH] == b"another match" and not store.lost
    store.put(MATCH, b"match three")
    store.flush(0)
    assert not flash.erased and Store(flash, False).payloads[MATCH] == b"match three"


def test_two_power_cuts_before_the_older_record_is_crossed_out_and_in_an_erase_bring_nothing_old_back():
    flash = uncrossed()
    written = []

    class Last(Flash):
        def __setitem__(self, place, values):
            if any(values):  # the record itself, or all of them
                written.append(bytes(self.data))
            super().__setitem__(place, values)

    store = Store(Last(False, bytes(flash.data).rstrip(b"\xff")), False)  # the log is full
    store.put(MATCH, b"match three")
    store.flush(0)
    for end in range(flash.older + 30):  # an erase that has come so far down
        image = written[0][:end].ljust(4096, b"\xff")
        again = Store(bytearray(image), False)
        assert again.payloads[MATCH] == b"another match" or again.new or (MATCH, False) in again.lost


def test_a_shorter_save_leaves_nothing_of_a_longer_one_that_could_pass_for_newer():
    flash = Flash(True)
    store = Store(flash, True)
    store.put(SETTINGS, bytes(200))
    store.put(MATCH, b"old")
    store.flush(0)
    store.put(SETTINGS, bytes(20))
    store.put(MATCH, b"new")
    store.flush(0)
    assert Store(flash, True).payloads == [bytes(20), b"", b"new"]


def test_a_cell_that_takes_nothing_after_a_power_cut_makes_it_write_all_anew():
    class Weak(Flash):
        def __setitem__(self, place, values):
            super().__setitem__(place, values)
            if not self.erased:
                self.data[place.stop - 1] |= 1
                self.data[place.stop - 2] |= 2
                self.data[place.stop - 3] |= 4

    flash = filled()
    weak = Weak(False, bytes(flash.data))
    store = Store(weak, False)
    store.put(MATCH, b"match two")
    store.flush(0)
    assert weak.erased == 1 and not weak.data.count(0xE2)
    assert Store(weak, False).payloads == [b"settings one", b"records one", b"match two"]


def cut_short(flash, erases, cut):
    """The store at the start after a write of two records of which only the first bytes arrived."""
    store = Store(flash, erases)
    store.put(SETTINGS, b"settings two")
    store.put(MATCH, b"match two")
    flash.cut = cut
    with pytest.raises(PowerCut):
        store.flush(0)
    flash.cut = None
    return Store(flash, erases)


ALLOWED = (b"settings one", b"settings two"), (b"records one",), (b"match one", b"match two")


def test_a_power_cut_while_appending_loses_nothing_and_the_next_save_is_whole():
    for cut in range(60):
        flash = filled()
        after = cut_short(flash, False, cut)
        assert not after.lost and flash.erased == 1
        for kind in (SETTINGS, RECORDS, MATCH):
            assert after.payloads[kind] in ALLOWED[kind]
        after.put(MATCH, b"match three")
        after.put(RECORDS, b"records two")
        after.flush(0)
        again = Store(flash, False)
        assert again.payloads[RECORDS:] == [b"records two", b"match three"] and not again.lost


@pytest.mark.parametrize("erases", [False, True])
def test_a_power_cut_while_all_is_written_anew_leaves_each_record_new_or_declared_lost(erases):
    for cut in [*range(200), 1000, 4095]:
        flash = filled(erases)
        if not erases:
            used = len(flash.data.rstrip(b"\xff"))
            flash.data[used:4090] = bytes(4090 - used)  # full: of what is no record
        flash.erased = 0
        after = cut_short(flash, erases, cut)
        assert flash.erased == 1
        lost = [kind for kind, _ in after.lost]
        for kind in (SETTINGS, RECORDS, MATCH):
            if after.new:
                assert cut == 0 and not any(after.payloads)  # said to be a fresh start
            else:
                assert after.payloads[kind] == ALLOWED[kind][-1] or kind in lost


def test_a_power_cut_in_the_first_save_of_all_declares_the_rest_lost():
    for cut in range(100):
        flash = Flash(False)
        store = Store(flash, False)
        store.put(MATCH, b"match one")
        flash.cut = cut
        with pytest.raises(PowerCut):
            store.flush(0)
        flash.cut = None
        after = Store(flash, False)
        assert after.payloads[MATCH] == b"match one" or after.new or (MATCH, False) in after.lost


LOG = """
from binascii import crc32
from handful.store import Store
region = bytearray(b"\\xff" * 4096)
for number in range(120):
    store = Store(region, False)
    store.put(2, bytes(number))
    store.put(0, b"%d" % number)
    store.flush(number)
print(store.payloads[0], len(store.payloads[2]), crc32(region))
region[region.find(b"Hf") + 8] ^= 1
store = Store(region, False)
print(store.lost, store.new)
"""


def test_a_log_is_the_same_on_both_interpreters(tmp_path, capsys):
    vm.build(tmp_path)
    exec(LOG, {})
    assert vm.run(tmp_path, LOG) == capsys.readouterr().out


def test_six_lives_of_which_the_power_ends_five_leave_old_or_new_or_a_word_of_what_is_lost():
    assert sum([cuts.lives(seed).cuts for seed in range(600)]) > 2000


@pytest.mark.parametrize("place", [0, 2, 4, 6, 10, 15])
def test_an_altered_record_is_lost_alone(place):
    flash = filled()
    flash.data[flash.data.rindex(b"Hf") + place] ^= 0x40
    store = Store(flash)
    assert [kind for kind, _ in store.lost] == [MATCH]
    assert store.payloads == [b"settings one", b"records one", b""]


class Whole(bytearray):
    """A region that is written whole or not at all, as a file is."""

    atomic = True


@pytest.mark.parametrize("last", range(3))
def test_where_a_write_is_whole_or_not_at_all_a_damaged_byte_costs_one_record_alone(last):
    assert SaveFile.atomic
    chance = random.Random(last)
    region = Whole(b"\xff" * 4096)
    store = Store(region, False)
    for turn in range(9):  # patches of all three in turn
        kind = (turn + last) % 3
        store.put(kind, bytes(80) + b"\xff" + chance.randbytes(20))
        store.flush(turn)
    for at in range(len(region.rstrip(b"\xff"))):
        for bit in range(8):
            damaged = Whole(region)
            damaged[at] ^= 1 << bit
            read = Store(damaged, False)
            wrong = [kind for kind in range(3) if read.payloads[kind] != store.payloads[kind]]
            assert read.lost == [(kind, False) for kind in wrong] and len(wrong) < 2, at
            assert not wrong or read.payloads[wrong[0]] == b""


def aged(data, kinds, version=9) -> bytearray:
    """A region whose whole records of these kinds are of another version, with its CRC."""
    for at in [found.start() for found in re.finditer(b"Hf\x03", bytes(data))]:
        if data[at + 3] in kinds:
            data[at + 2] = version
            size = data[at + 4] | data[at + 5] << 8
            body = data[at + 7 : at + 7 + size // 2] + data[at + 8 + size // 2 : at + 8 + size]
            data[at + 9 + size : at + 13 + size] = crc32(data[at : at + 6] + body).to_bytes(4, "little")
    return data


@pytest.mark.parametrize("erases", [True, False])
@pytest.mark.parametrize("kinds", [(0,), (1,), (2,), (0, 1, 2)])
def test_an_intact_record_of_a_newer_version_says_so(kinds, erases):
    for version in (4, 9, 255):
        store = Store(aged(filled(erases).data, kinds, version), erases)
        assert store.lost == [(kind, True) for kind in kinds]
        assert not any(store.payloads[kind] for kind in kinds) and any(store.payloads) == (len(kinds) < 3)


def test_a_patch_of_a_newer_record_is_as_new():
    data = aged(filled().data, (MATCH,))
    end = len(data.rstrip(b"\xff"))
    patch = b"\x06\x03two"
    crc = crc32(patch, int.from_bytes(data[end - 4 : end], "little"))
    crc = crc32(b"match two", crc32(b"\xe2\x05", crc))
    data[end : end + 14] = b"\xe2\x05\xff\x06\x03\xfftwo\xff" + crc.to_bytes(4, "little")
    assert Store(data, False).lost == [(MATCH, True)]
    data[end + 6] ^= 1
    assert Store(data, False).lost == [(MATCH, True)]  # the record before is the last one that is whole


@pytest.mark.parametrize("erases", [True, False])
def test_a_damaged_byte_never_passes_for_a_newer_version(erases):
    for data in (filled(erases).data, aged(filled(erases).data, (1,))):
        newer = Store(bytearray(data), erases).lost
        for at in range(len(data.rstrip(b"\xff"))):
            for change in (1, 2, 4, 8, 16, 32, 64, 128, 255):
                spoilt = bytearray(data)
                spoilt[at] ^= change
                assert {kind for kind, told in Store(spoilt, erases).lost if told} <= {
                    kind for kind, _ in newer
                }


@pytest.mark.parametrize("blank", [0x00, 0xFF])
def test_a_new_chip_is_a_fresh_start(blank):
    store = Store(Flash(False, bytes([blank]) * 8192))
    assert store.new and not store.lost
    assert store.payloads == [b"", b"", b""]


def test_a_record_too_long_for_its_place_is_refused_and_nothing_is_lost():
    store = Store(filled())
    with pytest.raises(ValueError, match="too long"):
        store.put(SETTINGS, bytes(4000))
    assert store.payloads[SETTINGS] == b"settings one"
