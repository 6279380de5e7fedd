# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The page makes the .uf2 of RP2 boards with the bytes of `make uf2`, and refuses what that refuses."""

import random
import zipfile
from pathlib import Path

import pytest

from tests.tools.test_one_file import (
    ANYWHERE,
    BOTH,
    PICOS,
    RP2350,
    SAMD51,
    SPOILT,
    Given,
    a_block_more,
    block,
    blocks_of,
    firmware,
    small,
    spoil,
    together,
)
from tests.web.installer import decoded
from tools import Refusal
from tools.build import bundle, rules, uf2, web

NAME = "f.uf2"
SYSTEM = "pimoroni_picosystem"
EXPLORER = "pimoroni_explorer2350"
FIX = bytes(block(0, 2, 0x10FFFF00, b"\xef" * 256, ANYWHERE))


def spoilt(change, board=SYSTEM):
    """A firmware with its blocks changed."""

    def write(path):
        firmware(path, board)
        path.write_bytes(b"".join(change(blocks_of(path))))

    return write


def with_facts(**known):
    """A firmware that says other things of itself."""
    return lambda path: firmware(path, **known)


# What is given, as the firmware of which board, and whether newer versions are taken: asked of both.
GIVEN = {
    "whole": (with_facts(), SYSTEM, False),
    "alpha": (with_facts(version="10.3.0-alpha.1"), SYSTEM, False),
    "too new": (with_facts(version="11.0.0"), SYSTEM, False),
    "too new, forced": (with_facts(version="11.0.0"), SYSTEM, True),
    "too old, forced": (with_facts(version="8.2.10"), SYSTEM, True),
    "too old for its board": (with_facts(board=EXPLORER, version="10.1.4"), EXPLORER, True),
    "another board's": (with_facts(board="hack_club_sprig"), SYSTEM, False),
    "another chip's": (with_facts(family=SAMD51), SYSTEM, False),
    "an RP2350's": (with_facts(family=RP2350), SYSTEM, False),
    "from elsewhere": (with_facts(base=0x10001000), SYSTEM, False),
    "just below the drive": (with_facts(size=0x100000), SYSTEM, False),
    "into the drive": (with_facts(size=0x102000), SYSTEM, False),
    "a block into the drive": (lambda path: a_block_more(firmware(path, size=0x100000)), SYSTEM, False),
    **{
        f"of several chips, {board}, {in_a_row}, {fix}": (
            lambda path, row=in_a_row, first=fix: together(path, *BOTH, in_a_row=row, fix=first),
            board,
            False,
        )
        for board in (*BOTH, SYSTEM)
        for in_a_row in (False, True)
        for fix in (False, True)
    },
    "MicroPython": (
        spoilt(lambda blocks: [part.replace(b"Circuit", b"Micro! ") for part in blocks]),
        SYSTEM,
        False,
    ),
    "nothing": (lambda path: path.write_bytes(b""), SYSTEM, False),
    "zeros": (lambda path: path.write_bytes(b"\0" * 512), SYSTEM, False),
    "a zip": (lambda path: path.write_bytes(b"PK" * 512), SYSTEM, False),
    "fixed": (spoilt(lambda blocks: [FIX, *blocks], EXPLORER), EXPLORER, False),
    "fixed twice": (spoilt(lambda blocks: [FIX, FIX, *blocks], EXPLORER), EXPLORER, False),
    "fix alone": (spoilt(lambda blocks: [FIX], EXPLORER), EXPLORER, False),
    "fixed where nothing is broken": (spoilt(lambda blocks: [FIX, *blocks]), SYSTEM, False),
    **{name: (spoilt(change), SYSTEM, False) for name, (change, _) in SPOILT.items()},
}

TAKEN = {"whole", "alpha", "too new, forced", "just below the drive", "fixed"}
TAKEN |= {name for name in GIVEN if name.startswith("of several chips") and SYSTEM not in name}
SENTENCES = (
    "not_uf2", "damaged", "other_chip", "other_start", "not_circuitpython", "other_board", "into_drive",
)  # fmt: skip


@pytest.fixture(scope="module")
def facts():
    """What the build tells the installer."""
    return web.facts()


@pytest.mark.parametrize("case", GIVEN)
def test_what_make_uf2_takes_is_taken_and_what_it_refuses_is_refused_with_the_same_sentence(
    case, installer, facts, tmp_path, monkeypatch
):
    write, board, force = GIVEN[case]
    monkeypatch.chdir(tmp_path)
    write(tmp_path / NAME)
    answer = installer.ask("join", facts, NAME, (tmp_path / NAME).read_bytes(), board, None, force)
    try:
        uf2.firmware(Path(NAME), board, force)
        expected = {"ok": None}
    except Refusal as error:
        expected = {"refused": str(error).replace("FORCE=1 goes on all the same", rules.say("force"))}
    assert answer == expected
    assert ("ok" in answer) == (case in TAKEN)


def test_all_sentences_of_make_uf2_are_provoked(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    said = set()
    for write, board, force in GIVEN.values():
        write(tmp_path / NAME)
        try:
            uf2.firmware(Path(NAME), board, force)
        except Refusal as error:
            said |= {key for key in SENTENCES if str(error) == rules.say(key, NAME, board)}
    assert said == set(SENTENCES)


def test_the_file_has_the_bytes_of_make_uf2(installer, facts, page, tmp_path, monkeypatch):
    board = "hack_club_sprig"

    def unpacked(name, dist):  # the bundle that is there already
        with zipfile.ZipFile(page / "install" / f"{name}.zip") as zipped:
            zipped.extractall(dist / name)
        return dist / f"{name}.zip"

    monkeypatch.setattr(bundle, "build", unpacked)
    given = firmware(tmp_path / NAME, board)
    made = uf2.make(board, given, tmp_path / "dist")
    image = (page / "install" / f"{board}-{board}.img").read_bytes()
    answer = installer.ask("join", facts, NAME, given.read_bytes(), board, image)
    assert decoded({"": answer["ok"]})[""] == made.read_bytes()


@pytest.mark.parametrize("board", PICOS)
def test_each_pico_s_firmware_is_known_from_the_others(board, installer, facts, tmp_path):
    given = firmware(tmp_path / NAME, board).read_bytes()
    assert installer.ask("boardsOf", facts, NAME, given, PICOS)["ok"] == [board]


@pytest.mark.parametrize("known", [{"board": "hack_club_sprig"}, {"board": PICOS[2], "version": "8.2.10"}])
def test_what_is_wrong_with_one_of_several_boards_firmware_is_said_as_make_uf2_does(
    known, installer, facts, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    given = firmware(tmp_path / NAME, **known).read_bytes()
    with pytest.raises(Refusal) as refusal:
        uf2.make("waveshare_pico_lcd_1_3", Path(NAME), tmp_path / "dist")
    assert installer.ask("boardsOf", facts, NAME, given, PICOS)["refused"] == str(refusal.value)


def test_every_rp2_board_can_have_its_file_from_the_page(facts):
    made = {name for page in facts["pages"] for name in page["uf2"]}
    assert made == set(uf2.BOARDS) & {name for page in facts["pages"] for name in page["firmwares"]}


def test_of_a_file_for_several_chips_the_page_makes_what_make_uf2_makes(
    installer, facts, tmp_path, monkeypatch
):
    monkeypatch.setattr(bundle, "build", small)
    given = together(tmp_path / NAME, *BOTH, fix=True)
    made = uf2.make("waveshare_pico_lcd_1_3", given, tmp_path)
    assert installer.ask("boardsOf", facts, NAME, given.read_bytes(), PICOS)["ok"] == list(BOTH)
    drives = [uf2.drive_blocks(tmp_path / "waveshare_pico_lcd_1_3", board) for board in BOTH]
    images = [b"".join(data for _, data in blocks) for blocks in drives]
    answer = installer.ask("joinAll", facts, NAME, given.read_bytes(), BOTH, images)
    assert decoded({"": answer["ok"]})[""] == made.read_bytes()


def test_whatever_a_file_is_make_uf2_says_a_sentence_and_the_page_says_the_same(installer, facts, tmp_path):
    chance = random.Random(6)
    whole = together(tmp_path / NAME, *BOTH, fix=True).read_bytes()
    files = [bytes((first,)) + chance.randbytes(length) for length in range(64) for first in range(1, 256, 9)]
    files += [b"", *(spoil(whole, chance) for _ in range(100))]
    expected = []
    for data in files:
        try:
            uf2.firmware(Given(data), BOTH[1])
            expected.append(None)
        except Refusal as error:
            expected.append(str(error))
            assert expected[-1].startswith("f.uf2 ") and expected[-1].endswith("."), data
    assert installer.ask("refusals", facts, NAME, files, BOTH[1])["ok"] == expected
    assert len(set(expected)) >= 3
