# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Saving to the drive beside the chip (boards/parts/slots.py), on a model of flashes and firmware."""

import contextlib
import random

import pytest

from handful.store import MATCH, RECORDS, SETTINGS, Store
from tools.build import rules
from tools.console import Console
from tools.soak import drive
from tools.soak.drive import CHIP, DRIVE, Board

WAYS = ("cache", "scratch", "through")  # how a firmware writes a sector
BLANK = b"\xff" * 8192


@pytest.fixture
def start():
    """Starts a board of the model: returns its region."""
    with drive.firmware() as starts:
        yield starts


def save(store, number):
    """Saves three records that tell their number."""
    store.put(SETTINGS, b"settings")
    store.put(RECORDS, b"records %d" % (number // 2))
    store.put(MATCH, b"match %d " % number + bytes(range(100, 100 + 10 * number)) * 3)
    store.flush(0)


def filled(start, board, saves=3):
    """Saves a few times; returns the store."""
    store = Store(start(board))
    for number in range(saves):
        save(store, number)
    return store


def changed(log):
    """The flashes that commands have changed."""
    return {command.flash for command in log}


@pytest.mark.parametrize("way", WAYS)
def test_what_is_saved_is_in_the_chip_and_on_the_drive(start, way):
    board = Board(way)
    saved = filled(start, board).payloads
    assert changed(board.log) == {DRIVE, CHIP}
    drive_image, chip_image = board.images()
    assert Store(bytearray(chip_image)).payloads == saved
    store = Store(start(board.again((drive_image, BLANK))))
    assert store.payloads == saved and not store.new and not store.lost
    save(store, 4)
    assert Store(bytearray(board.again(board.images()).images()[CHIP])).payloads == saved  # another board now


@pytest.mark.parametrize("before", range(9))
@pytest.mark.parametrize("way", WAYS)
def test_wherever_the_file_begins_a_cut_loses_nothing_and_changes_no_other_file(start, way, before):
    board = Board(way, before)
    store = filled(start, board)
    kept = board.around()
    images = board.images()
    old = list(store.payloads)
    board.log.clear()
    save(store, 4)
    chance = random.Random(before)
    for state in drive.cut(images, board.log, chance, 173, 1):
        one = board.again(state)
        assert one.around() == kept
        found = Store(start(one))
        assert found.payloads in (old, store.payloads) and not found.lost
        saved = list(found.payloads)
        one.left = chance.randrange(20)
        with contextlib.suppress(drive.Gone):
            save(found, 5)
        two = one.again()
        assert two.around() == kept
        last = Store(start(two))
        assert last.payloads in (saved, found.payloads) and not last.lost


def broken(start, board, saves):
    """Whether two cuts, in the chip and in the save that follows, lose something or change another file."""
    old = list(filled(start, board, saves).payloads)
    kept = board.around()
    images = board.images()[DRIVE], BLANK
    board = board.again(images)
    store = Store(start(board))
    save(store, saves)
    for state in drive.cut(images, board.log, random.Random(1), 97, 2):
        one = board.again(state)
        found = Store(start(one))
        if one.around() != kept or found.lost or found.payloads not in (old, store.payloads):
            return True
    return False


@pytest.mark.parametrize(
    "name, value",
    [("_FIRST", 0), ("_APART", 1), ("_map", lambda path: 0)],
    ids=["no gap before the slots", "none between them", "pieces not noticed"],
)
def test_a_file_without_its_gaps_or_in_pieces_would_not_be_safe(start, monkeypatch, name, value):
    pieces = name == "_map"
    assert not any(broken(start, Board("cache", 3), saves) for saves in (2, 3))
    monkeypatch.setattr(start.slots, name, value)
    if name == "_APART":
        monkeypatch.setattr(start.slots, "_FIRST", 8)
    boards = [Board("cache", before, pieces) for before in range(8)]
    assert any(broken(start, board, saves) for board in boards for saves in (2, 3))


def test_a_file_that_is_closed_after_a_write_is_noticed(start, monkeypatch):
    board = Board("cache")
    opened = []
    keep = board.open
    monkeypatch.setattr(board, "open", lambda *how: opened.append(keep(*how)) or opened[-1])
    save(Store(start(board)), 1)
    with pytest.raises(drive.Broken, match="directory"):
        opened[-1].close()


@pytest.mark.parametrize("pieces", [1, 2, 3], ids=lambda most: f"{most} KB")
def test_a_first_save_in_a_heap_of_small_pieces_goes_to_the_drive(start, monkeypatch, pieces):
    board = Board("cache")
    filled(start, board)
    board = board.again(board.images())
    store = Store(start(board))
    keep = board.open

    def small(*how):
        file = keep(*how)
        read = file.read

        def part(size):
            if size > pieces * 1024:
                raise MemoryError
            return read(size)

        file.read = part
        return file

    monkeypatch.setattr(board, "open", small)
    save(store, 4)
    assert changed(board.log) == {DRIVE, CHIP}


def test_a_save_without_memory_leaves_the_drive_to_the_next_one(start, monkeypatch):
    board = Board("cache")
    store = Store(start(board))

    def full(path):
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(start.slots, "_map", full)
        save(store, 1)
    assert changed(board.log) == {CHIP}
    save(store, 4)
    assert changed(board.log) == {DRIVE, CHIP}


@pytest.mark.parametrize("why", ["pieces", "size", "/saves/slots.bin", "/saves/alone.bin"])
def test_without_its_two_files_whole_on_the_drive_the_chip_alone_is_written_and_pieces_are_said(start, why):
    board = Board("cache", pieces=why == "pieces")
    board.files.pop(why, None)
    if why == "size":
        sectors, size = board.files["/saves/slots.bin"]
        board.files["/saves/slots.bin"] = sectors, size + 1
    region = start(board)
    assert region.trouble == ("drive_pieces" if why == "pieces" else "")
    save(Store(region), 1)
    assert changed(board.log) == {CHIP}
    assert Store(start(board.again(board.images()))).payloads[MATCH].startswith(b"match 1")


def test_while_a_computer_has_the_drive_nothing_is_written_there_and_afterwards_it_is(start):
    board = Board("cache")
    region = start(board)
    board.attached = True
    store = Store(region)
    save(store, 1)
    assert changed(board.log) == {CHIP}
    board.attached = False
    save(store, 2)
    assert changed(board.log) == {DRIVE, CHIP}


def test_a_drive_that_a_computer_has_changed_since_the_start_is_looked_at_again(start):
    board = Board("cache")
    store = Store(start(board))
    sectors, size = board.files["/saves/slots.bin"]
    board.files["/saves/slots.bin"] = [*sectors[:-1], sectors[-1] + 30], size
    save(store, 1)
    assert changed(board.log) == {CHIP}


def test_a_computer_that_comes_later_may_only_read_and_it_is_said(start):
    board = Board("cache")
    region = start(board)
    save(Store(region), 1)
    assert region.trouble == ""
    board.attached = True
    start.now(board)
    assert region.trouble == "drive_held"
    board.log.clear()
    save(Store(region), 2)
    assert changed(board.log) == {DRIVE, CHIP}  # it still is the board's


def test_what_was_saved_to_the_chip_alone_since_then_counts(start):
    board = Board("cache")
    filled(start, board)
    board = board.again(board.images())
    board.attached = True
    store = Store(start(board))
    save(store, 7)
    assert Store(start(board.again(board.images()))).payloads == store.payloads


def test_another_chips_drive_is_not_read(start):
    board = Board("cache")
    filled(start, board)
    image, _ = board.images()
    other = board.again((image, BLANK))
    start.slots.microcontroller.cpu.uid = b"another"
    assert Store(start(other)).new


def test_a_sector_that_only_seems_erased_is_written_the_second_time(start):
    board = Board("cache")
    store = filled(start, board)
    place = (board.files["/saves/slots.bin"][0][0] + 22) * drive.SECTOR  # the slot that is next
    board.flash[DRIVE][place : place + 512] = b"\xff" * 4 + bytes(508)  # the firmware looks at four bytes
    save(store, 5)
    found = Store(start(board.again((board.images()[DRIVE], BLANK))))
    assert found.payloads == store.payloads


def test_a_drive_that_does_not_keep_what_is_written_is_given_up_and_it_is_said(start, monkeypatch):
    board = Board("cache")
    region = start(board)
    store = Store(region)
    monkeypatch.setattr(board, "_program", lambda place, data: None)
    save(store, 1)
    assert region.trouble == "drive_pieces"
    assert Store(start(board.again(board.images()))).payloads == store.payloads
    board.log.clear()
    start.now(board)
    save(store, 2)
    assert changed(board.log) == {CHIP}


@pytest.mark.parametrize("error", [MemoryError, OSError])
def test_what_stops_the_write_to_the_drive_does_not_stop_the_save(start, monkeypatch, error):
    def stop(*_):
        raise error

    board = Board("cache")
    store = Store(start(board))
    monkeypatch.setattr(board, "write", stop)
    save(store, 1)
    assert Store(bytearray(board.images()[CHIP])).payloads == store.payloads


def test_the_region_is_one_object_since_it_holds_the_file_open(start):
    start.now(Board("cache"))
    assert start.slots.region() is start.slots.region()


def test_the_largest_save_fits_into_a_slot(start):
    board = Board("cache")
    store = Store(start(board))
    store.put(SETTINGS, b"settings")
    with pytest.raises(ValueError):
        store.put(MATCH, bytes(4096))
    size = next(size for size in range(4096, 0, -1) if _taken(store, size))
    store.flush(0)
    assert size > 3500
    found = Store(start(board.again((board.images()[DRIVE], BLANK))))
    assert found.payloads == store.payloads


def _taken(store, size):
    try:
        store.put(MATCH, random.Random(size).randbytes(size))
    except ValueError:
        return False
    return True


def test_the_file_that_is_put_onto_the_drive_has_the_size_that_is_asked_for(start):
    size = vars(start.slots)["_SIZE"]
    assert rules.DRIVE["once"] == {"saves/slots.bin": size, "saves/alone.bin": 1}


# Leaving


def app_on(start, board):
    """A console on a board of the model; its page's close() is the slots'."""
    region = start(board)
    console = Console(region)
    console.board.close = region.close
    return console


@pytest.mark.parametrize(("part", "function"), [("", ""), ("_sound", "stop"), ("power", "close")])
def test_the_chip_is_reset_when_the_games_end_after_a_save_whatever_fails_on_the_way_out(
    start, monkeypatch, part, function
):
    def fail():
        raise ValueError("broken")

    board = Board("cache")
    console = app_on(start, board)
    if part:
        monkeypatch.setattr(getattr(console.app, part), function, fail)
    console.board.queue.append(SystemExit)
    with pytest.raises(ValueError if part else SystemExit):
        console.app.run()  # saves the settings
    assert board.reset and DRIVE in changed(board.log)


def test_an_error_in_the_screen_that_shows_errors_resets_the_chip(start, monkeypatch):
    board = Board("cache")
    console = app_on(start, board)
    console.app.save()
    monkeypatch.setattr(console.app, "step", lambda: 1 // 0)
    console.app.screen = "trouble"
    with pytest.raises(ZeroDivisionError):
        console.app.run()
    assert board.reset


@pytest.fixture
def left(start, monkeypatch):
    """What the firmware was told to do when the program has ended."""
    import supervisor

    told = []
    monkeypatch.setattr(supervisor, "set_next_code_file", told.append, raising=False)
    monkeypatch.setattr(supervisor, "reload", lambda: told.append("reload"), raising=False)
    return told


def test_the_check_of_the_board_comes_after_a_reset_once(start, left):
    board = Board("cache")
    console = app_on(start, board)
    console.app.settings.names[0] = "Anna"
    console.app.save()
    saved = list(console.app.store.payloads)
    console.app.open("board", "settings")
    with pytest.raises(SystemExit):
        console.app.run()
    assert board.reset and not left
    second = board.again(board.images())
    assert _first_screen(start, second) == "board"
    third = second.again(second.images())
    assert _first_screen(start, third) == "title"
    assert Store(start(third)).payloads == saved


def _first_screen(start, board):
    from handful.app import App

    console = app_on(start, Board("cache"))
    console.board.flash = start(board)
    return App(console.board).opening[0]


def test_without_a_write_to_the_drive_the_check_begins_at_once_and_nothing_is_reset(start, left):
    board = Board("cache")
    board.attached = True
    console = app_on(start, board)
    console.app.open("board", "settings")
    console.wait(20)
    assert left == ["check.py", "reload"]
    console.board.close()
    assert not board.reset
