# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Boards on which games are saved: models of their flash, with power that may go at any moment.

An erase of NOR flash turns the bits of a block to 1, a program turns those of a page to 0. The chip's nvm has
such a block. Beside it there may be a drive: a FAT volume on another flash, with blocks of 4 KB, on
which CircuitPython writes a sector of 512 bytes in one of three ways, as its sources say. Each erase and
program is recorded, so that afterwards each can be cut: at every byte, or with random bits of it done. Or the
power goes in the middle of one. Then bits that were about to change may be weak: they read 0 or 1 at random
until they are programmed or erased.
"""

import contextlib
import importlib
import random
import re
import sys
import tempfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import boards.parts
from tools.build import rules
from tools.soak.parts import Broken

SECTOR = 512
BLOCK = 4096
_PAGE = 256
_SECTORS = 256  # of the volume
_NVM = 8192
_SLOTS = "boards.parts.slots"
_SAVES = "saves"
_FILES = ("slots.bin", "alone.bin")
_OBJECT = 176  # bytes of the heap for an open file, beside its map
_PIECE = 8  # bytes of the map for each piece of a file

DRIVE, CHIP = 0, 1  # the two flashes


class Command(NamedTuple):
    """An erase, or what is programmed. flash: DRIVE or CHIP. size: bytes. data: None for an erase."""

    flash: int
    place: int
    size: int
    data: bytes | None


class Nvm(NamedTuple):
    """How a firmware keeps nvm. page: bytes that are programmed at a time. erases: before every write?"""

    size: int
    page: int
    erases: bool


_SAMD51 = Nvm(_NVM, 512, True)
_ESP32 = Nvm(_NVM, _NVM, True)  # what is programmed is there at once or not at all
# What keeps the saves: nvm alone; or a drive, too, whose sectors are held back in memory until a flush, held
# back in the drive's last block if there is no memory, or written at once.
WAYS = {
    "SAMD51": _SAMD51,
    "RP2": Nvm(1280, _PAGE, False),  # really 4,096 bytes; smaller, so that it is soon full
    "ESP32": _ESP32,
    "cache": _SAMD51,
    "scratch": _SAMD51,
    "through": _ESP32,
}


class Gone(BaseException):
    """The power cut; no code catches it."""


class Board:
    """Both flashes, the heap as far as open files take it, and the computer that may be attached.

    way: one of WAYS. before: sectors of a file in front of the slots. pieces: the slots' file does not lie in
    one piece. `left`: commands until the power goes; None for never. `weak`: the weak bits of nvm. `blank`:
    whether nothing was programmed there since the last erase.
    """

    def __init__(self, way: str, before: int = 0, pieces: bool = False, size: int = 0):
        self.way = way
        self.nvm = WAYS[way]
        volume, self.files = b"", {}  # path -> (sectors, size); the directory never changes
        if way not in ("SAMD51", "RP2", "ESP32"):
            volume, self.files = _volume(before, pieces)
        self.flash = [bytearray(volume), bytearray(b"\xff" * (size or self.nvm.size))]
        self.chance = random.Random(before)
        self.weak = 0
        self.blank = False
        self._power_on()

    def _power_on(self) -> None:
        self.log: list[Command] = []
        self.left: int | None = None
        self.attached = self.reset = self._writable = False
        self.heap = 0
        self._cache: dict[int, bytes] = {}
        self._block = -1

    def again(self, images=None):
        """Returns the board after the power went and came back. images: what its flashes hold."""
        board = Board.__new__(Board)
        vars(board).update(vars(self))
        board.flash = [bytearray(image) for image in images or self.flash]
        board._power_on()
        return board

    def images(self) -> tuple[bytes, bytes]:
        """Returns what the flashes hold."""
        return bytes(self.flash[DRIVE]), bytes(self.flash[CHIP])

    def around(self) -> bytes:
        """Returns the drive without the slots' file and the scratch block: what nothing may change."""
        if not self.files:
            return b""
        rest = b""
        at = 0
        for number in self.files[f"/{_SAVES}/{_FILES[0]}"][0]:
            rest += self.flash[DRIVE][at : number * SECTOR]
            at = (number + 1) * SECTOR
        return rest + self.flash[DRIVE][at:-BLOCK]

    # flash

    def _do(self, flash: int, place: int, size: int, data: bytes | None) -> None:
        command = Command(flash, place, size, data)
        self.log.append(command)
        old = bytes(self.flash[flash][place : place + size])
        apply(self.flash[flash], command)
        if flash == CHIP:
            every = (1 << 8 * size) - 1
            done = every if data is None else every ^ int.from_bytes(data, "little")
            self.weak &= ~(done << 8 * place)
            self.blank = data is None or (self.blank and self.left == 0)
        if self.left == 0:
            self._die(old, command)
        if self.left:
            self.left -= 1

    def _die(self, old: bytes, command: Command) -> None:
        # Leaves the last command half done.
        flash, place, size, data = command
        new = bytes(self.flash[flash][place : place + size])
        left = [old, new, *halves(old, new, data is None, self.chance, 29, 6)]
        self.flash[flash][place : place + size] = self.chance.choice(left)
        if flash == CHIP and len(left) > 2:
            changes = int.from_bytes(old, "little") ^ int.from_bytes(new, "little")
            self.weak |= (changes & _some(self.chance, size)) << 8 * place
        raise Gone

    def _erase(self, place: int) -> None:
        self._do(DRIVE, place, BLOCK, None)

    def _program(self, place: int, data: bytes | bytearray) -> None:
        for at in range(0, len(data), _PAGE):
            self._do(DRIVE, place + at, _PAGE, bytes(data[at : at + _PAGE]))

    # sectors

    def sector(self, number: int) -> bytes:
        """Returns a sector as the firmware reads it: what waits to be written comes from its memory."""
        place = number * SECTOR
        return self._cache.get(place) or bytes(self.flash[DRIVE][place : place + SECTOR])

    def write(self, first: int, data: bytes) -> None:
        """Writes sectors one after the other in the firmware's way."""
        for at in range(0, len(data), SECTOR):
            place = first * SECTOR + at
            block = place - place % BLOCK
            if self.way == "through":
                whole = bytearray(self.flash[DRIVE][block : block + BLOCK])
                whole[place - block : place - block + SECTOR] = data[at : at + SECTOR]
                self._erase(block)
                self._program(block, whole)
                continue
            if self._block != block or place in self._cache:
                if self.flash[DRIVE][place : place + 4] == b"\xff" * 4:  # the firmware looks at no more
                    self._program(place, data[at : at + SECTOR])
                    continue
                self.sync()
                if self.way == "scratch":
                    self._erase(len(self.flash[DRIVE]) - BLOCK)
                self._block = block
            self._cache[place] = bytes(data[at : at + SECTOR])
            if self.way == "scratch":
                self._program(len(self.flash[DRIVE]) - BLOCK + place - block, data[at : at + SECTOR])

    def sync(self) -> None:
        """Writes what waits."""
        if self._block < 0:
            return
        block = self._block
        whole = bytearray(self.flash[DRIVE][block : block + BLOCK])
        for at in range(0, BLOCK, SECTOR):
            scratch = len(self.flash[DRIVE]) - BLOCK + at
            if block + at in self._cache:
                whole[at : at + SECTOR] = self._cache[block + at]
            elif self.way == "scratch":
                self._program(scratch, whole[at : at + SECTOR])
        self._erase(block)
        self._program(block, whole)
        self._cache = {}
        self._block = -1

    # the chip's nvm

    def __len__(self) -> int:
        return len(self.flash[CHIP])

    def __getitem__(self, place):
        image = self.flash[CHIP]
        if self.weak:
            read = int.from_bytes(image, "little") ^ self.weak & self.chance.getrandbits(8 * len(image))
            return read.to_bytes(len(image), "little")[place]
        return image[place]

    def __setitem__(self, place, values) -> None:
        whole = bytearray(self[:])
        start, stop = 0, len(whole)
        erases = self.nvm.erases or bool(whole[place].strip(b"\xff"))
        if not erases:
            start, stop, _ = place.indices(stop)
        whole[place] = values
        if len(whole) != len(self):
            raise ValueError("Slice and value different lengths.")
        if erases:
            self._do(CHIP, 0, len(whole), None)
        page = self.nvm.page
        for at in range(start - start % page, stop, page):  # what else is in a page: as it reads
            self._do(CHIP, at, page, bytes(whole[at : at + page]))

    # files

    def remount(self, _path: str, readonly: bool) -> None:
        """As storage.remount."""
        if self.attached:
            raise RuntimeError("Cannot remount path when visible via USB.")
        self._writable = not readonly

    def file(self, path: str) -> tuple[list[int], int]:
        """Returns a file's sectors and its size."""
        if path not in self.files:
            raise OSError(2, "No such file/directory")
        return self.files[path]

    def open(self, path: str, mode: str):
        """As open, for a file of the volume."""
        if mode != "rb" and not self._writable:
            raise OSError(30, "Read-only filesystem")
        return _File(self, path, mode)


class _File:
    def __init__(self, board: Board, path: str, mode: str):
        self._board = board
        self._writes = mode != "rb"
        self._sectors, self._size = board.file(path)
        pieces = 1 + sum(one + 1 != other for one, other in zip(self._sectors, self._sectors[1:]))
        self._taken = _OBJECT + (-(-_PIECE * (pieces + 1) // 16) * 16 if mode == "rb" else 0)
        board.heap += self._taken
        self._at = 0

    def __enter__(self):
        return self

    def __exit__(self, *_) -> None:
        self.close()

    def close(self) -> None:
        """Closes it. A file that was open to write gets its time in the directory."""
        self._board.heap -= self._taken
        if self._writes:
            raise Broken("the file is closed, which writes the directory")

    def seek(self, place: int, whence: int = 0) -> int:
        """As a file's seek, from its beginning or (2) its end."""
        self._at = place + (self._size if whence == 2 else 0)
        return self._at

    def read(self, size: int) -> bytes:
        """Reads whole sectors."""
        numbers = self._sectors[self._at // SECTOR : (self._at + size) // SECTOR]
        self._at += size
        return b"".join(self._board.sector(number) for number in numbers)

    def write(self, data: bytes) -> None:
        """Writes whole sectors."""
        if self._at % SECTOR or len(data) % SECTOR or self._at + len(data) > self._size:
            raise Broken("a part of a sector is written, or more than the file has")
        for at in range(0, len(data), SECTOR):
            self._board.write(self._sectors[(self._at + at) // SECTOR], data[at : at + SECTOR])
        self._at += len(data)


def apply(image: bytearray, command: Command) -> None:
    """Does a command."""
    start, end = command.place, command.place + command.size
    if command.data is None:
        image[start:end] = b"\xff" * command.size
    else:
        both = int.from_bytes(image[start:end], "little") & int.from_bytes(command.data, "little")
        image[start:end] = both.to_bytes(command.size, "little")


def _volume(before: int, pieces: bool) -> tuple[bytes, dict[str, tuple[list[int], int]]]:
    # A FAT volume as the firmware formats it, with the slots and a file on either side of them; and of the
    # slots' files by path the sectors and the size.
    import folder2uf2

    with tempfile.TemporaryDirectory() as passing:
        folder = Path(passing)
        (folder / _SAVES).mkdir()
        for name in _FILES:
            (folder / _SAVES / name).write_bytes(bytes(rules.DRIVE["once"][f"{_SAVES}/{name}"]))
        chance = random.Random(before)
        if before:
            (folder / _SAVES / "a.bin").write_bytes(chance.randbytes(SECTOR * before))
        (folder / _SAVES / "z.bin").write_bytes(chance.randbytes(20 * SECTOR))
        root = folder2uf2.build_tree(str(folder), build_ts=0)
        (saves,) = [node for node in root.children if node.name == _SAVES]
        saves.children.sort(key=lambda node: node.name != "a.bin")
        made = folder2uf2.FatBuilder(folder2uf2.Geometry(_SECTORS), volume_id=1, build_ts=0)
        made.layout(root)
    nodes = {node.name: node for node in saves.children}
    if pieces:  # the ninth cluster, in the first slot, is one behind the last file
        ninth = nodes[_FILES[0]].cluster + 8
        free = made.alloc_chain(1)
        made.fat[ninth - 1], made.fat[free], made.fat[ninth] = free, ninth + 1, 0
        made.write_fat()
    files = {}
    for name in _FILES:
        sectors: list[int] = []
        cluster = nodes[name].cluster
        while 2 <= cluster < 0xFF8:
            first = made.cluster_offset(cluster) // SECTOR
            sectors += range(first, first + made.geo.sectors_per_cluster)
            cluster = made.fat[cluster]
        files[f"/{_SAVES}/{name}"] = sectors, nodes[name].size
    return bytes(made.image) + b"\xff" * BLOCK, files  # behind the volume is the scratch block


class Firmware:
    """Stand-ins for the firmware's modules, for one board after the other. slots: boards.parts.slots."""

    _board: Any  # the one that has power

    def __init__(self) -> None:
        self._chip = SimpleNamespace(
            cpu=SimpleNamespace(uid=b"\x01\x02\x03\x04"),
            nvm=None,
            reset=lambda: setattr(self._board, "reset", True),
        )
        self._runtime = SimpleNamespace(usb_connected=False)
        stand_ins: dict[str, Any] = {
            "microcontroller": self._chip,
            "storage": SimpleNamespace(remount=lambda path, readonly: self._board.remount(path, readonly)),
            "supervisor": SimpleNamespace(runtime=self._runtime),
        }
        self._before = {name: sys.modules.get(name) for name in (*stand_ins, _SLOTS)}
        sys.modules.update(stand_ins)
        sys.modules.pop(_SLOTS, None)
        self.slots: Any = importlib.import_module(_SLOTS)
        vars(self.slots).update(
            open=lambda path, mode: self._board.open(path, mode),
            os=SimpleNamespace(sync=lambda: self._board.sync()),
            gc=SimpleNamespace(collect=lambda: None, mem_alloc=lambda: self._board.heap),
        )

    def __call__(self, board: Board) -> Any:
        """Starts a board. Returns its region."""
        self.now(board)
        return self.slots.Slots() if board.files else board

    def now(self, board: Board) -> None:
        """Goes on with a board that has started before."""
        self._board = self._chip.nvm = board
        self._runtime.usb_connected = board.attached

    def close(self) -> None:
        """Puts back the modules that were there before."""
        vars(boards.parts).pop("slots", None)
        for name, module in self._before.items():
            sys.modules.pop(name, None)
            if module:
                sys.modules[name] = module


@contextlib.contextmanager
def firmware():
    """Yields a Firmware for as long as this lasts."""
    made = Firmware()
    try:
        yield made
    finally:
        made.close()


def cut(before, log: list[Command], chance, step: int, bits: int = 6):
    """Yields what the flashes hold if the power goes during one of the commands: [drive, chip], used at once.

    step, bits: as in `halves`.
    """
    images = [bytearray(image) for image in before]
    yield images
    for command in log:
        flash, start, size, _ = command
        old = bytes(images[flash][start : start + size])
        apply(images[flash], command)
        new = bytes(images[flash][start : start + size])
        for half in halves(old, new, command.data is None, chance, step, bits):
            if half not in (old, new):
                images[flash][start : start + size] = half
                yield images
        images[flash][start : start + size] = new
        if old != new:
            yield images


def halves(old: bytes, new: bytes, erase: bool, chance, step: int, bits: int):
    """Yields what a command leaves that is done half.

    Half of a page is its first bytes, or some of its bits. Half of an erase is the bytes up to a place or
    from there, often one within a record's frame, a few runs of bytes, or some of the bits. step: bytes from
    one place in a page to the next. bits: how often the others are drawn.
    """
    size = len(old)
    if old == new or (not erase and size == _NVM):  # that one is whole or not there
        return
    places = list(range(step, size, step))
    if erase:
        frames = [match.start() for match in re.finditer(b"Hf", old)] or [0]
        places = [chance.randrange(size) for _ in range(bits)]
        places += [min(chance.choice(frames) + chance.randrange(12), size) for _ in range(bits)]
    for place in places:
        yield new[:place] + old[place:]
        if erase:
            yield old[:place] + new[place:]
    changes = int.from_bytes(old, "little") ^ int.from_bytes(new, "little")
    for _ in range(bits):
        yield (int.from_bytes(old, "little") ^ changes & _some(chance, size)).to_bytes(size, "little")
        if erase:
            left = bytearray(old)
            for _ in range(chance.choice((1, 1, 2, 3, 8, 30))):
                start = chance.choice(places)
                end = start + int(2 ** chance.uniform(0, 12))
                left[start:end] = new[start:end]
            yield bytes(left)


def _some(chance, size: int) -> int:
    # Random bits of that many bytes, from hardly any to nearly all.
    some = (1 << 8 * size) - 1
    for _ in range(chance.randrange(10)):
        some &= chance.getrandbits(8 * size)
    return some if chance.random() < 0.5 else ~some
