"""Makes the one file to drop on an RP2 board in its bootloader: `make uf2 BOARD=... FIRMWARE=file.uf2`.

    python tools/build/uf2.py BOARD FIRMWARE

It holds CircuitPython's firmware for that board and a drive with Handful on it, and becomes
dist/handful-<version>-<board>.uf2. The board's drive is made anew: everything that was on it is lost.
The package folder2uf2 lays the drive out as the firmware would.
"""

from tools import PROJECT
import re
import sys
import time
from pathlib import Path

from tools.build import bundle, drive
from tools.build.drive import DriveError

_MB = 1 << 20
_NVM = 4 << 10  # the firmware's own memory, between firmware and drive
_START = (1020 << 10) + _NVM
_START_WITH_WIFI = (1536 << 10) + _NVM

# Where in the flash the drive begins, and where the flash ends: CIRCUITPY_FIRMWARE_SIZE and
# EXTERNAL_FLASH_DEVICES of the board's mpconfigboard.mk in CircuitPython's ports/raspberrypi.
DRIVES = {
    "pimoroni_picosystem": (_START, 16 * _MB),
    "hack_club_sprig": (_START, 2 * _MB),
    "pajenicko_picopad": (_START_WITH_WIFI, 2 * _MB),
    "tinycircuits_thumby_color": (_START, 16 * _MB),
    "ugame22": (_START, 2 * _MB),
    "pimoroni_explorer2350": (_START, 16 * _MB),
}
_OLDEST = 9  # the oldest CircuitPython whose bytecode is ours


def image(folder: Path, board: str, serial: int):
    """folder2uf2's FAT volume of a board, with a folder in it; serial: 32 bits, the volume's number."""
    import folder2uf2

    start, end = DRIVES[board]
    # The earliest moment that FAT knows, wherever the clock is: the same bundle gives the same bytes.
    moment = time.mktime((1980, 1, 1, 0, 0, 0, 0, 0, -1))
    root = folder2uf2.build_tree(str(folder), build_ts=moment)
    waiting = [root]
    while waiting:
        node = waiting.pop()
        node.ts = moment
        waiting += node.children
    volume = folder2uf2.FatBuilder(
        folder2uf2.Geometry((end - start) // folder2uf2.SECTOR), volume_id=serial, build_ts=moment
    )
    volume.layout(root)
    return volume


def firmware(path: Path, board: str) -> tuple[list, int]:
    """The blocks of a firmware's .uf2, as (address, bytes), and its family id.

    DriveError if it is no CircuitPython, too old a one, or another board's.
    """
    import folder2uf2

    try:
        blocks, family = folder2uf2.read_uf2(str(path))
    except OSError as error:
        raise DriveError(f"{path} cannot be read: {error.strerror}.") from None
    except ValueError as error:
        raise DriveError(f"{error}.") from None
    text = b"".join(data for _, data in sorted(blocks))
    version = re.search(rb"Adafruit CircuitPython (\d+)\.\d", text)
    if not version or family is None:
        raise DriveError(f"{path} is not CircuitPython for an RP2 board.")
    if int(version[1]) < _OLDEST:
        raise DriveError(f"{path} is CircuitPython {version[1].decode()}, and Handful needs 9.0 or newer.")
    if board.encode() + b"\0" not in text:
        raise DriveError(f"{path} is not the firmware of the board {board}.")
    return blocks, family


def make(board: str, path: Path, dist: Path = bundle.DIST) -> Path:
    """Makes the one file; returns its path. DriveError, with a sentence, if it cannot be made."""
    import folder2uf2

    board = drive.device(board)
    if board not in DRIVES:
        raise DriveError(f"Only RP2 boards take their drive as a .uf2, {board} does not: use make flash.")
    blocks, family = firmware(path, board)
    address = folder2uf2.XIP_BASE + DRIVES[board][0]
    if max(at + len(data) for at, data in blocks) > address:
        raise DriveError(f"{path} reaches into the drive of the board {board}.")
    packed = bundle.build(board, dist)
    folder = packed.parent / packed.name.removesuffix(".zip")
    serial = int(bundle.digest((folder / bundle.MANIFEST).read_bytes())[:8], 16)
    volume = image(folder, board, serial)
    blocks = blocks + folder2uf2.image_blocks(volume.image, address, trim_to=volume.used_bytes())
    made = packed.parent / (folder.name + ".uf2")
    folder2uf2.write_uf2_blocks(str(made), blocks, family)
    return made


def main(arguments: list[str]) -> int:
    """Makes the file and says what it is."""
    if len(arguments) != 2 or not all(arguments):
        print("Say the board and its firmware: make uf2 BOARD=... FIRMWARE=file.uf2", file=sys.stderr)
        return 2
    try:
        made = make(arguments[0], Path(arguments[1]))
    except DriveError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{made.relative_to(PROJECT)}: {made.stat().st_size:,} bytes. It replaces the board's whole drive.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
