# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A second place for what is saved: a file on the drive, beside the chip's nvm.

Some chips erase their nvm before each write, so a power cut there can lose all of it. The file
/saves/slots.bin has two slots. They are written in turn, each time before nvm. So one whole copy is left,
whatever is cut.

The file is put there with the games and keeps its size: nothing here touches the drive's directory or its
table of clusters. That takes four things:

- The file lies in one piece. There are gaps before, between and behind the slots. So no block of 4 KB, which
  the flash erases at once, has a part of a slot and of anything else, wherever the file begins.
- Whole sectors are written.
- The file is never closed once it was written to, for that writes the directory. What ends the program then
  resets the chip (`close`).
- No computer sees the drive at the first write. One that comes later may only read it, until the chip is
  reset.
"""

import gc
import os
from binascii import crc32
from struct import pack, unpack_from

import microcontroller
from micropython import const

from engine.memory import rare

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

_PATH = const("/saves/slots.bin")
_ALONE = const("/saves/alone.bin")  # of one byte, so in one piece; its path is as long
_SECTOR = const(512)
_FIRST = const(7)  # sectors before the first slot, and behind the second one: one less than a block has
_APART = const(15)  # sectors from the start of one slot to that of the other
_SIZE = const(18_944)  # bytes of the file: 37 sectors
_MOST = const(4096)  # bytes of a slot
_MARK = b"H"  # the first byte of each sector: one that begins with 0xFF might pass for an erased one
_VERSION = const(1)
_HEAD = const(9)  # bytes before what is saved: version, length, chip, checksum
_FLAG = const(0x43)  # the last byte of nvm if the check of the board comes next


class Slots:
    """A region like `microcontroller.nvm`, each of whose writes goes to the drive first.

    While a computer has the drive, and without a file that can be written to safely, it is nvm and no more.
    checks: whether the check of the board was to come after this start (`check_next`).
    """

    @rare
    def __init__(self) -> None:
        self._nvm: Any = microcontroller.nvm
        self._file: Any = None  # once it was opened to write
        self._slot = 0  # the one that is written next
        self._good = self._pieces = False
        self._write(b"")  # loads it: there may be no room for its names later
        try:
            self._saved = self._look()
        except MemoryError:
            self._saved = b""
        self.checks = self._nvm[-1] == _FLAG  # type: ignore[index]
        if self.checks:
            self._nvm[-1] = 255  # type: ignore[index]

    def __len__(self) -> int:
        return len(self._nvm)

    def __getitem__(self, place: "Any") -> "Any":
        return self._nvm[place]

    def __setitem__(self, place: "Any", values: bytes) -> None:
        if self._good:
            self._write(values)
        self._nvm[place] = values

    def second(self) -> bytes:
        """Returns the newest bytes on the drive, b"" if there are none, and forgets them."""
        saved = self._saved
        self._saved = b""
        return saved

    @property
    def trouble(self) -> str:
        """The key of a text: the file lies in pieces, or a computer may only read the drive. Or ""."""
        if self._pieces:
            return "drive_pieces"
        from supervisor import runtime

        return "drive_held" if self._file and runtime.usb_connected else ""

    def check_next(self) -> bool:
        """Returns whether the program has to end by `close`. Then the check of the board comes next."""
        if self._file:
            self._nvm[-1] = _FLAG
        return bool(self._file)

    def close(self) -> None:
        """Resets the chip if the file was opened to write."""
        if self._file:
            microcontroller.reset()

    @rare
    def _look(self) -> bytes:
        # Finds out whether there is a good file and which slot is written next. Returns what the other holds.
        # After a MemoryError the file counts as not good.
        saved = b""
        self._good = self._pieces = False
        try:
            with open(_PATH, "rb") as file:
                if file.seek(0, 2) != _SIZE:
                    return saved
                for slot in range(2):
                    file.seek(_SECTOR * (_FIRST + _APART * slot))
                    values = _bare(_read(file))
                    if values and (not saved or values[1:4] > saved[1:4]):  # how often was saved
                        saved = values
                        self._slot = 1 - slot
            self._pieces = _map(_PATH) != _map(_ALONE)
            self._good = not self._pieces
        except OSError:
            pass
        return saved

    @rare
    def _write(self, values: bytes) -> None:
        if not values:
            return
        try:
            if not self._file:
                import storage

                storage.remount("/", readonly=False)
                self._look()  # a computer may have changed the drive since the start
                if not self._good:
                    return
                self._file = open(_PATH, "r+b")
            data = _sectors(bytes(values).rstrip(b"\xff"))
            if len(data) > _MOST:
                return
            for _ in range(2):
                place = _SECTOR * (_FIRST + _APART * self._slot)
                self._file.seek(place)
                self._file.write(data)
                os.sync()
                self._file.seek(place)  # read before that, it would come from the memory
                if self._file.read(len(data)) == data:
                    self._slot = 1 - self._slot
                    return
            self._good = False  # the flash does not keep it: the same is to be done as with pieces
            self._pieces = True
        except MemoryError:
            self._good = True  # the next save tries again
        except (OSError, RuntimeError):
            pass  # RuntimeError: a computer has the drive


_one: "Slots | None" = None


def region() -> Slots:
    """Returns the bytes that survive without power: one object, since it holds the file open."""
    global _one
    if not _one:
        _one = Slots()
    return _one


def close() -> None:
    """Gives back what has to be given back when the games end."""
    if _one:
        _one.close()


def _chip() -> int:
    # A number of this chip, so that a copy of another board's drive is not taken for ours.
    return crc32(microcontroller.cpu.uid) & 0xFFFF


def _sectors(values: bytes) -> bytes:
    # What goes to the drive: whole sectors.
    check = crc32(values, _chip()) & 0xFFFFFFFF
    body = pack("<BHHI", _VERSION, len(values), _chip(), check) + values
    data = b""
    for at in range(0, len(body), _SECTOR - 1):
        data += _MARK + body[at : at + _SECTOR - 1]
    return data + bytes(-len(data) % _SECTOR)


def _read(file: "Any") -> bytes:
    # The sectors that a slot uses: while a robot thinks, the heap may have no block for a whole slot.
    data: bytes = file.read(_SECTOR)
    more = (unpack_from("<H", data, 2)[0] + _HEAD) // (_SECTOR - 1) * _SECTOR
    return data + file.read(more) if 0 < more < _MOST else data


def _bare(data: bytes) -> bytes:
    # The bytes that sectors hold, b"" if they are not whole. Behind them is what an erased region has there.
    version, size, chip, check = unpack_from("<BHHI", data, 1)
    if version != _VERSION or chip != _chip() or not 4 < size < _MOST - _HEAD - _MOST // _SECTOR:
        return b""
    body = b""
    for at in range(0, size + _HEAD + _SECTOR, _SECTOR):
        body += data[at + 1 : at + _SECTOR]
    values = body[_HEAD : _HEAD + size]
    return values + b"\xff" * 8 if crc32(values, chip) & 0xFFFFFFFF == check else b""


def _map(path: str) -> int:
    # The bytes that opening a file takes: the firmware's map of it has 8 for each piece.
    gc.collect()
    before = gc.mem_alloc()  # type: ignore[attr-defined]  # the stubs lack it
    with open(path, "rb"):
        return gc.mem_alloc() - before  # type: ignore[attr-defined,no-any-return]
