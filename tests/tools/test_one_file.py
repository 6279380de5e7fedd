# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Firmware and games in one file for RP2 boards: where its parts lie, and which firmware is refused."""

import struct
from pathlib import Path

import pytest

from tools import Refusal
from tools.build import bundle, drive, pages, uf2

PICOS = ("raspberry_pi_pico", "raspberry_pi_pico_w", "raspberry_pi_pico2", "raspberry_pi_pico2_w")
RP2040, RP2350 = 0xE48BFF56, 0xE48BFF59
SAMD51 = 0x55114460
ANYWHERE = 0xE48BFF57  # "absolute", the family of the block by which picotool fixes the RP2350's erratum E10


# The chip of each RP2 board, the first byte of its drive and the one behind its flash.
DRIVES = {
    name: (
        {"RP2040": RP2040, "RP2350": RP2350}[facts["chip"]],
        0x1000_0000 + 1024 * (facts["flash"] - facts["drive"]),
        0x1000_0000 + 1024 * facts["flash"],
    )
    for name, facts in pages.FACTS.items()
    if facts["chip"].startswith("RP2")
}


def firmware(path, board="pimoroni_picosystem", version="10.2.0", size=4096, family=None, base=0x10000000):
    """A .uf2 that says what CircuitPython's says of itself."""
    import folder2uf2

    text = f"Adafruit CircuitPython {version} on 2026-03-01; Board with rp2040\0{board}\0".encode()
    blocks = folder2uf2.image_blocks(text.ljust(size, b"\xff"), base)
    folder2uf2.write_uf2_blocks(str(path), blocks, family or uf2.BOARDS[board].family)
    return path


def blocks_of(path):
    """A .uf2 in pieces of 512 bytes."""
    data = path.read_bytes()
    return [bytearray(data[at : at + 512]) for at in range(0, len(data), 512)]


def block(number, many, address, data, family, flags=0x2000, more=b""):
    """One piece of a .uf2, by Microsoft's description of the format; more: what follows the data."""
    head = struct.pack("<8I", 0x0A324655, 0x9E5D5157, flags, address, len(data), number, many, family)
    return bytearray(head + (data + more).ljust(476, b"\0") + struct.pack("<I", 0x0AB16F30))


def parts_of(path):
    """A .uf2 read by Microsoft's description: a list of (address, data) for each chip, and the chips."""
    parts = []
    for raw in blocks_of(path):
        first, second, flags, address, size, place, many, family = struct.unpack_from("<8I", raw)
        assert (first, second, flags, size) == (0x0A324655, 0x9E5D5157, 0x2000, 256)
        assert raw[-4:] == struct.pack("<I", 0x0AB16F30)
        if place == 0:
            parts.append((family, many, []))
        assert (family, many) == parts[-1][:2] and place == len(parts[-1][2])
        parts[-1][2].append((address, bytes(raw[32:288])))
    assert all(many == len(part) for _, many, part in parts)
    return [part for _, _, part in parts], [family for family, _, _ in parts]


def small(page, dist):
    """A bundle of two files, in place of a board's own."""
    folder = dist / page
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "code.py").write_bytes(b"start" * 1000)
    (folder / bundle.MANIFEST).write_bytes(b"Handful")
    return dist / f"{page}.zip"


def test_one_file_has_the_firmware_and_behind_it_a_drive_with_the_bundle(tmp_path):
    board = "pimoroni_picosystem"
    made = uf2.make(board, firmware(tmp_path / "f.uf2"), tmp_path)
    (blocks,), families = parts_of(made)
    assert families == [RP2040]
    ((given,), _) = parts_of(tmp_path / "f.uf2")
    assert blocks[:16] == given
    places = [at for at, _ in blocks[16:]]
    assert places == list(range(0x1010_0000, 0x1010_0000 + 256 * len(places), 256))
    volume = b"".join(data for _, data in blocks[16:])
    assert volume[510:512] == b"\x55\xaa"
    for data in bundle.contents(board).values():
        assert data in volume
    again = uf2.make(board, firmware(tmp_path / "f.uf2"), tmp_path / "again")
    assert again.read_bytes() == made.read_bytes()


@pytest.mark.parametrize("board", DRIVES)
def test_a_uf2_lands_where_the_board_looks_for_its_firmware_and_its_drive(board, tmp_path, monkeypatch):
    family, start, end = DRIVES[board]
    monkeypatch.setattr(bundle, "build", small)
    page = drive.pages.of(board)[0]
    made = uf2.make(page, firmware(tmp_path / "f.uf2", board), tmp_path)
    (blocks,), families = parts_of(made)
    assert families == [family]
    places = [at for at, _ in blocks]
    assert places[:16] == list(range(0x1000_0000, 0x1000_1000, 256))
    assert places[16:] == list(range(start, start + 256 * len(places[16:]), 256)) and places[-1] < end
    volume = b"".join(data for _, data in blocks[16:])
    sectors = struct.unpack_from("<H", volume, 19)[0] or struct.unpack_from("<I", volume, 32)[0]
    assert struct.unpack_from("<H", volume, 11)[0] * sectors == end - start
    assert b"start" * 1000 in volume
    assert len(volume) < 128 * 1024  # what FAT needs for 16 MB, and two small files


def a_block_more(path):
    """Adds a block to a firmware."""
    blocks = blocks_of(path)
    many = len(blocks) + 1
    for raw in blocks:
        struct.pack_into("<I", raw, 24, many)
    (family,) = struct.unpack_from("<I", blocks[0], 28)
    more = block(many - 1, many, 0x1000_0000 + 256 * (many - 1), b"\xff" * 256, family)
    path.write_bytes(b"".join([*blocks, more]))
    return path


@pytest.mark.parametrize("board", DRIVES)
def test_firmware_may_reach_up_to_the_drive_and_not_a_block_farther(board, tmp_path):
    _, start, _ = DRIVES[board]
    room = start - 0x1000_0000
    _, blocks = uf2.firmware(firmware(tmp_path / "f.uf2", board, size=room), board)
    assert blocks[-1][0] == start - 256
    with pytest.raises(Refusal, match="reaches into the drive"):
        uf2.firmware(a_block_more(tmp_path / "f.uf2"), board)


@pytest.mark.parametrize("board", sorted(set(uf2.BOARDS) & set(drive.devices())))
def test_the_bundle_fits_onto_the_drive_of_each_rp2_board(board, tmp_path):
    made = uf2.make(board, firmware(tmp_path / "f.uf2", board), tmp_path)
    sizes = [-(-len(data) // 4096) * 4096 for data in bundle.contents(board).values()]
    assert 2 * 100_000 < made.stat().st_size < 2 * (4096 + sum(sizes) + 128 * 1024)


def together(path, *boards, in_a_row=False, fix=False):
    """A file of the firmwares of several boards, as makers ship them."""
    whole = [blocks_of(firmware(path, board)) for board in boards]
    many = sum(map(len, whole))
    place = 0
    for blocks in whole:
        for raw in blocks:
            if in_a_row:
                struct.pack_into("<2I", raw, 20, place, many)
            place += 1
    if fix:
        first = [struct.unpack_from("<I", blocks[0], 28)[0] for blocks in whole].index(RP2350)
        whole[first].insert(0, block(0, 2, 0x10FFFF00, b"\xef" * 256, ANYWHERE))
    path.write_bytes(b"".join(raw for blocks in whole for raw in blocks))
    return path


BOTH = ("raspberry_pi_pico", "raspberry_pi_pico2")


@pytest.mark.parametrize("fix", [False, True])
@pytest.mark.parametrize("in_a_row", [False, True])
@pytest.mark.parametrize("boards", [BOTH, BOTH[::-1]], ids=lambda boards: boards[0])
def test_of_a_file_for_several_chips_the_boards_own_part_is_taken(boards, in_a_row, fix, tmp_path):
    path = together(tmp_path / "f.uf2", *boards, in_a_row=in_a_row, fix=fix)
    for board in boards:
        found, blocks = uf2.firmware(path, board)
        ((alone,), families) = parts_of(firmware(tmp_path / "alone.uf2", board))
        assert families == [DRIVES[board][0]] and blocks == alone
        assert bool(found) == (fix and DRIVES[board][0] == RP2350)


def test_what_is_made_of_a_file_for_several_of_a_pages_boards_is_for_them_too(tmp_path, monkeypatch):
    monkeypatch.setattr(bundle, "build", small)
    page = "waveshare_pico_lcd_1_3"
    made = uf2.make(page, together(tmp_path / "f.uf2", *BOTH), tmp_path)
    parts, families = parts_of(made)
    assert families == [RP2040, RP2350]
    for board, part in zip(BOTH, parts, strict=True):
        alone = uf2.make(page, firmware(tmp_path / "alone.uf2", board), tmp_path / board)
        assert parts_of(alone)[0] == [part]


def test_a_file_of_another_boards_parts_or_with_half_a_part_is_refused(tmp_path):
    path = together(tmp_path / "f.uf2", "hack_club_sprig", "pimoroni_explorer2350")
    with pytest.raises(Refusal, match="is not the firmware of the board pimoroni_picosystem"):
        uf2.firmware(path, "pimoroni_picosystem")
    for in_a_row in (False, True):
        whole = blocks_of(together(tmp_path / "f.uf2", *BOTH, in_a_row=in_a_row))
        for gone in (0, 5, 15):  # of the first part
            path.write_bytes(b"".join(whole[:gone] + whole[gone + 1 :]))
            with pytest.raises(Refusal, match=DAMAGED):
                uf2.firmware(path, BOTH[0])


def test_what_is_wrong_with_the_firmware_of_one_of_several_boards_is_said_of_that_one(tmp_path):
    page = "waveshare_pico_lcd_1_3"
    with pytest.raises(Refusal, match="is CircuitPython 8.2.10, and Handful needs 9.2 or newer"):
        uf2.make(page, firmware(tmp_path / "f.uf2", "raspberry_pi_pico2", "8.2.10"), tmp_path / "dist")
    with pytest.raises(Refusal, match="is not the firmware of the board raspberry_pi_pico"):
        uf2.make(page, firmware(tmp_path / "f.uf2", "hack_club_sprig"), tmp_path / "dist")


@pytest.mark.parametrize(
    ("facts", "board", "sentence"),
    [
        ({"board": "hack_club_sprig"}, "pimoroni_picosystem", "not the firmware of the board"),
        ({"version": "8.2.10"}, "pimoroni_picosystem", "CircuitPython 8.2.10, and Handful needs 9 or newer"),
        ({"size": 0x101000}, "pimoroni_picosystem", "reaches into the drive"),
        ({"family": RP2350}, "pimoroni_picosystem", "for another chip than that of the board"),
        ({"family": SAMD51}, "pimoroni_picosystem", "for another chip than that of the board"),
        ({"family": RP2040, "board": "pimoroni_explorer2350"}, "pimoroni_explorer2350", "for another chip"),
        ({"base": 0}, "pimoroni_picosystem", "does not begin where the flash begins"),
        ({"base": 0x10001000}, "pimoroni_picosystem", "does not begin where the flash begins"),
        ({}, "pybadge", "Only RP2 boards"),
        ({}, "toaster", "no bundle"),
    ],
)
def test_what_cannot_become_one_file_is_refused_with_a_sentence(facts, board, sentence, tmp_path):
    with pytest.raises(Refusal, match=sentence):
        uf2.make(board, firmware(tmp_path / "f.uf2", **facts), tmp_path / "dist")
    assert not (tmp_path / "dist").exists()


@pytest.mark.parametrize("version", ["11.0.0", "11.0.0-alpha.1", "99.1.2"])
def test_newer_firmware_than_was_tried_becomes_a_file_when_forced(version, tmp_path, monkeypatch, capsys):
    path = firmware(tmp_path / "f.uf2", version=version)
    monkeypatch.setattr(bundle, "DIST", tmp_path / "dist")
    monkeypatch.setattr(uf2, "PROJECT", tmp_path)
    assert uf2.main(["pimoroni_picosystem", str(path)]) == 1
    said = capsys.readouterr().err
    assert f"is CircuitPython {version}, and Handful was tried up to 10 only: FORCE=1 goes on" in said
    assert said.count("\n") == 1 and not (tmp_path / "dist").exists()
    assert uf2.main(["pimoroni_picosystem", str(path), "--force"]) == 0
    assert list((tmp_path / "dist").glob("*.uf2"))


@pytest.mark.parametrize("data", [b"no uf2", b"\0" * 512, b"", b"PK" * 512])
def test_a_file_that_is_no_firmware_is_refused(data, tmp_path):
    (tmp_path / "f.uf2").write_bytes(data)
    with pytest.raises(Refusal):
        uf2.make("pimoroni_picosystem", tmp_path / "f.uf2", tmp_path / "dist")
    with pytest.raises(Refusal, match="cannot be read"):
        uf2.make("pimoroni_picosystem", Path(tmp_path / "none.uf2"), tmp_path / "dist")
    assert not (tmp_path / "dist").exists()


def number(value, at, place=5):
    """A change of a file: one of its blocks has another number at that offset."""

    def change(blocks):
        struct.pack_into("<I", blocks[place], at, value)
        return blocks

    return change


DAMAGED = "is cut off or damaged"
# What a download or a disk does to a firmware of 16 blocks, and what is said then.
SPOILT = {
    "the end is cut off": (lambda blocks: blocks[:8], DAMAGED),
    "the end is cut off within a block": (lambda blocks: [*blocks[:8], blocks[8][:300]], DAMAGED),
    "the last block is missing": (lambda blocks: blocks[:15], DAMAGED),
    "the first block is missing": (lambda blocks: blocks[1:], DAMAGED),
    "a block in the middle is missing": (lambda blocks: blocks[:7] + blocks[8:], DAMAGED),
    "a block is there twice": (lambda blocks: blocks[:8] + blocks[7:], DAMAGED),
    "two have changed places": (lambda blocks: [*blocks[:3], blocks[4], blocks[3], *blocks[5:]], DAMAGED),
    "4 KB in the middle are zeros": (lambda blocks: blocks[:4] + [bytearray(512)] * 8 + blocks[12:], DAMAGED),
    "a first magic is wrong": (number(7, 0), DAMAGED),
    "a second magic is wrong": (number(7, 4), DAMAGED),
    "an end magic is wrong": (number(7, 508), DAMAGED),
    "an address is another": (number(0x10080000, 12), DAMAGED),
    "the first address is 0": (number(0, 12, 0), "does not begin where the flash begins"),
    "a size is larger than a block": (number(477, 16), DAMAGED),
    "a size is smaller than a page": (number(128, 16), DAMAGED),
    "a block says another number of blocks": (number(17, 24), DAMAGED),
    "a block is of another family": (number(SAMD51, 28), "for another chip"),
    "a block has no family": (number(0, 8), "for another chip"),
}


@pytest.mark.parametrize("spoilt", SPOILT)
def test_damaged_firmware_is_refused_with_a_sentence_and_makes_no_file(spoilt, tmp_path, monkeypatch, capsys):
    change, sentence = SPOILT[spoilt]
    path = firmware(tmp_path / "f.uf2")
    path.write_bytes(b"".join(change(blocks_of(path))))
    monkeypatch.setattr(bundle, "DIST", tmp_path / "dist")
    assert uf2.main(["pimoroni_picosystem", str(path)]) == 1
    said = capsys.readouterr()
    assert sentence in said.err and str(path) in said.err
    assert said.err.endswith(".\n") and said.err.count("\n") == 1 and said.out == ""
    assert not (tmp_path / "dist").exists()


@pytest.mark.parametrize(
    ("flags", "more"), [(0x2000, b""), (0xA000, b"\x04\xe3\x57\x99")], ids=["older", "newer picotool"]
)
def test_the_block_by_which_picotool_mends_an_erratum_stays_the_first(flags, more, tmp_path, monkeypatch):
    monkeypatch.setattr(bundle, "build", small)
    board = "pimoroni_explorer2350"
    path = firmware(tmp_path / "f.uf2", board)
    plain = uf2.make(board, path, tmp_path / "plain").read_bytes()
    first = block(0, 2, 0x10FFFF00, b"\xef" * 256, ANYWHERE, flags, more)
    path.write_bytes(bytes(first) + path.read_bytes())
    assert uf2.make(board, path, tmp_path / "fixed").read_bytes() == bytes(first) + plain


def test_a_block_for_anywhere_in_the_flash_is_taken_as_the_first_of_an_rp2350s_firmware_only(tmp_path):
    first = block(0, 2, 0x10FFFF00, b"\xef" * 256, ANYWHERE)
    for board, make in (
        ("pimoroni_picosystem", lambda blocks: [first, *blocks]),
        ("pimoroni_explorer2350", lambda blocks: [*blocks[:3], first, *blocks[3:]]),
        ("pimoroni_explorer2350", lambda blocks: [first, first, *blocks]),
        ("pimoroni_explorer2350", lambda blocks: [first]),
    ):
        path = firmware(tmp_path / "f.uf2", board)
        path.write_bytes(b"".join(make(blocks_of(path))))
        with pytest.raises(Refusal):
            uf2.make(board, path, tmp_path / "dist")
    assert not (tmp_path / "dist").exists()


class Given:
    """A file's path, without a file."""

    def __init__(self, data):
        self._data = data

    def __str__(self):
        return "f.uf2"

    def read_bytes(self):
        return self._data


def spoil(data, chance):
    """A file with one to four mistakes: other bytes, and pieces that are cut out, moved or there twice."""
    data = bytearray(data)
    for _ in range(chance.randrange(1, 5)):
        at, size = chance.randrange(len(data) + 1), chance.choice((1, 4, 32, 256, 512))
        at -= chance.random() < 0.5 and at % 512  # at the beginning of a block
        way = chance.randrange(4)
        if way == 0:
            data[at : at + 4] = chance.choice((b"\xff" * 4, b"\0" * 4, chance.randbytes(4)))
        elif way == 1:
            del data[at : at + size]
        elif way == 2:
            data[at:at] = data[at : at + size]
        else:
            piece = data[at : at + size]
            del data[at : at + size]
            data += piece
    return bytes(data)
