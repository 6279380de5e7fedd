# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Makes one file to drop on an RP2 board in its bootloader: `make uf2 BOARD=... FIRMWARE=file.uf2`.

    python tools/build/uf2.py [--force] BOARD FIRMWARE

Writes dist/handful-<version>-<board>.uf2, with CircuitPython's firmware for that board and a drive with
Handful on it. Dropping it reformats the board's drive: everything that was on it is lost. The package
folder2uf2 lays the drive out as the firmware would. --force, or FORCE=1 with make, accepts firmware newer
than the versions Handful was tried with.

The blocks are renumbered, so the bootloader could not tell that firmware was damaged. This is the last
place where damage can be noticed.
"""

import argparse
import re
import struct
import sys
import time
from pathlib import Path
from typing import NamedTuple

import folder2uf2

from tools import PROJECT, Refusal, command
from tools.build import bundle, circuitpython, drive, pages, rules

_RP2350 = folder2uf2.FAMILY_RP2350_ARM_S
_CHIPS = {"RP2040": folder2uf2.FAMILY_RP2040, "RP2350": _RP2350}  # by the facts' names


class Flash(NamedTuple):
    """A board's flash: the chip's family id in a .uf2, where the drive begins, and where the flash ends."""

    family: int
    start: int
    end: int


# By the firmware's name for the board.
BOARDS = {
    name: Flash(_CHIPS[facts["chip"]], facts["flash"] - facts["drive"] << 10, facts["flash"] << 10)
    for name, facts in pages.FACTS.items()
    if facts["chip"] in _CHIPS
}

# The .uf2 format: blocks of 512 bytes, each with a head, data, and a magic number at the end.
_BLOCK = folder2uf2.SECTOR
# Two magic numbers, flags, address, size, block number, number of blocks, family.
_HEAD = struct.Struct("<8I")
_BEGINS = (folder2uf2.UF2_MAGIC0, folder2uf2.UF2_MAGIC1)
_ENDS = struct.pack("<I", folder2uf2.UF2_MAGIC_END)
_PAGE = 256  # bytes of data a block; the bootloader of RP2 chips accepts no other size

# Against erratum E10 of the RP2350, picotool puts a block of family "absolute" before the firmware. It
# claims to be the first of two, and there is no second.
_FIRST_OF_TWO = (0, 2)

_VERSION = r"Adafruit CircuitPython (\d+\.\d[^ \0]*)"  # what a firmware says of itself


class OtherBoard(Refusal):
    """A firmware is another board's."""


def form() -> dict[str, object]:
    """Returns what another program needs to make the same files: the format's numbers, and each board's."""
    return {
        "block": _BLOCK,
        "head": _HEAD.size,
        "page": _PAGE,
        "begins": _BEGINS,
        "ends": folder2uf2.UF2_MAGIC_END,
        "has_family": folder2uf2.UF2_FLAG_FAMILY_ID,
        "absolute": folder2uf2.FAMILY_ABSOLUTE,
        "families": tuple(_CHIPS.values()),
        "fixed": _RP2350,
        "flash": folder2uf2.XIP_BASE,
        "version": _VERSION,
        "boards": {name: flash._asdict() for name, flash in BOARDS.items()},
    }


def image(folder: Path, board: str, serial: int):
    """Returns folder2uf2's FAT volume with a folder in it. serial: the volume's number, 32 bits."""
    flash = BOARDS[board]
    # FAT's earliest time instead of the clock's: equal bundles give equal bytes.
    moment = time.mktime((1980, 1, 1, 0, 0, 0, 0, 0, -1))
    root = folder2uf2.build_tree(str(folder), build_ts=moment)
    waiting = [root]
    while waiting:
        node = waiting.pop()
        node.ts = moment
        waiting += node.children
    volume = folder2uf2.FatBuilder(
        folder2uf2.Geometry((flash.end - flash.start) // folder2uf2.SECTOR), volume_id=serial, build_ts=moment
    )
    volume.layout(root)
    return volume


def drive_blocks(folder: Path, board: str) -> list[tuple[int, bytes]]:
    """Returns the blocks of a drive with a bundle on it, as (address, bytes)."""
    serial = int(bundle.digest((folder / bundle.MANIFEST).read_bytes())[:8], 16)
    volume = image(folder, board, serial)
    address = folder2uf2.XIP_BASE + BOARDS[board].start
    return folder2uf2.image_blocks(volume.image, address, trim_to=volume.used_bytes())


class Block:
    """One block of a .uf2."""

    def __init__(self, raw: bytes):
        self.raw = raw
        *begins, flags, self.address, size, number, many, family = _HEAD.unpack_from(raw)
        self.begins = tuple(begins) == _BEGINS
        self.whole = self.begins and raw.endswith(_ENDS) and size == _PAGE
        self.number = number, many
        self.family = family if flags & folder2uf2.UF2_FLAG_FAMILY_ID else None
        self.data = raw[_HEAD.size : _HEAD.size + _PAGE]


def firmware(path: Path, board: str, force: bool = False) -> tuple[bytes, list]:
    """Reads a firmware's .uf2. Returns (block against the erratum or b"", [(address, bytes) of the others]).

    Of a file for several chips that is the board's own part. Refusal if it is not CircuitPython, is
    incomplete, is for another board, reaches into its drive, or is a version that Handful was not tried with.
    force: accept a newer one.
    """
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise Refusal(rules.say("unreadable", path, error.strerror)) from None
    whole = len(raw) // _BLOCK * _BLOCK
    blocks = [Block(raw[at : at + _BLOCK]) for at in range(0, whole, _BLOCK)]
    if not blocks or not blocks[0].begins:
        raise Refusal(rules.say("not_uf2", path))
    damaged = rules.say("damaged", path)
    if whole != len(raw) or not all(block.whole for block in blocks):
        raise Refusal(damaged)
    fix, blocks = _without_fix(blocks)
    family = BOARDS[board].family
    own = [block for block in blocks if block.family == family]
    if not own or any(block.family not in _CHIPS.values() for block in blocks):
        raise OtherBoard(rules.say("other_chip", path, board))
    if own[0].number[0] == 0 and own[0].address != folder2uf2.XIP_BASE:
        raise Refusal(rules.say("other_start", path))
    # A file for several chips numbers the blocks of each by themselves, or all of them in one row.
    numbers = [block.number for block in own]
    alone = [(place, len(own)) for place in range(len(own))]
    among = [(place, len(blocks)) for place, block in enumerate(blocks) if block.family == family]
    if numbers not in (alone, among):
        raise Refusal(damaged)
    end = folder2uf2.XIP_BASE + len(own) * _PAGE
    if [block.address for block in own] != list(range(folder2uf2.XIP_BASE, end, _PAGE)):
        raise Refusal(damaged)
    text = b"".join(block.data for block in own)
    version = re.search(_VERSION.encode(), text)
    if not version:
        raise Refusal(rules.say("not_circuitpython", path))
    if board.encode() + b"\0" not in text:
        raise OtherBoard(rules.say("other_board", path, board))
    circuitpython.check(version[1].decode("ascii", "replace"), force, pages.of(board)[0], board, path)
    if end > folder2uf2.XIP_BASE + BOARDS[board].start:
        raise Refusal(rules.say("into_drive", path, board))
    return fix if family == _RP2350 else b"", [(block.address, block.data) for block in own]


def _without_fix(blocks: list[Block]) -> tuple[bytes, list[Block]]:
    """Returns the block against the erratum, which comes before the first one of an RP2350, and the rest."""
    first = next((place for place, block in enumerate(blocks) if block.family == _RP2350), 0)
    before = blocks[first - 1] if first else None
    if before is None or before.family != folder2uf2.FAMILY_ABSOLUTE or before.number != _FIRST_OF_TWO:
        return b"", blocks
    return before.raw, blocks[: first - 1] + blocks[first:]


def checked(board: str, path: Path, force: bool = False) -> list[tuple]:
    """Returns (firmware's name, *what `firmware` reads) for each of the page's boards that a file is for.

    Refusal, with a sentence, if there is none.
    """
    names = [name for name in pages.firmwares(drive.device(board)) if name in BOARDS]
    if not names:
        raise Refusal(f"Only RP2 boards take their drive as a .uf2, {board} does not: use make flash.")
    parts, refusals = [], []
    for name in names:
        try:
            parts.append((name, *firmware(path, name, force)))
        except OtherBoard as refusal:
            refusals.append(refusal)
    if not parts:
        raise refusals[0]
    return parts


def make(board: str, path: Path, dist: Path = bundle.DIST, force: bool = False) -> Path:
    """Makes the file. Returns its path. Refusal, with a sentence, if it cannot be made.

    If the firmware is for several of the page's boards, so is the file.
    """
    parts = checked(board, path, force)
    packed = bundle.build(drive.device(board), dist)
    folder = packed.parent / packed.name.removesuffix(".zip")
    made = packed.parent / (folder.name + ".uf2")
    whole = b""
    for name, fix, blocks in parts:
        folder2uf2.write_uf2_blocks(str(made), blocks + drive_blocks(folder, name), BOARDS[name].family)
        whole += fix + made.read_bytes()
    made.write_bytes(whole)
    return made


@command
def main(arguments: list[str]) -> int:
    """Makes the file and prints what it is."""
    options = argparse.ArgumentParser(description="Makes one file of firmware and games for an RP2 board.")
    options.add_argument("board", nargs="?", default="")
    options.add_argument("firmware", nargs="?", default="")
    options.add_argument("--force", action="store_true", help="take newer firmware than was tried")
    chosen = options.parse_args(arguments)
    if not chosen.board or not chosen.firmware:
        print("Say the board and its firmware: make uf2 BOARD=... FIRMWARE=file.uf2", file=sys.stderr)
        return 2
    made = make(chosen.board, Path(chosen.firmware), bundle.DIST, chosen.force)
    print(f"{made.relative_to(PROJECT)}: {made.stat().st_size:,} bytes. It replaces the board's whole drive.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
