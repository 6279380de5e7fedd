"""Saving: a few records in a region of bytes that outlives the power (a chip's nvm, a file).

A record is a header, its payload and a CRC-32, in a place of its own, so that losing one loses
one. Records are collected and written in a single slice assignment: on a SAMD51 every write
erases the whole 8 KB block, and flash wears out.
"""

import struct
from binascii import crc32

from micropython import const

from handful.keys import elapsed

SETTINGS = const(0)
RECORDS = const(1)
MATCH = const(2)

_VERSION = const(1)
_HEAD = const(6)  # magic, version, kind, length of the payload
_EVERY = const(60_000)  # ms between two writes that nobody waits for
# Where each record lies and how long it may be with its header and CRC.
_PLACES = ((0, 256), (256, 512), (768, 2048))


class Store:
    """The records of one region. `payloads[kind]` is what is saved, or b"" for nothing."""

    def __init__(self, region):
        """region: len(), slices to read and to write (microcontroller.nvm is one); None: no saving."""
        self._region = region
        self._dirty = 0
        self._written = None
        self.payloads = [b"", b"", b""]
        self.lost = []  # (kind, of a newer version?) of the records that cannot be read
        self.empty = True  # the region never held anything of ours
        if region is not None:
            for kind in range(len(_PLACES)):
                self.payloads[kind] = self._read(kind)

    def _read(self, kind: int) -> bytes:
        start, room = _PLACES[kind]
        head = bytes(self._region[start : start + _HEAD])
        if len(head) < _HEAD or head[0] == head[1] and head[0] in (0, 255):
            return b""
        self.empty = False
        magic, version, found, length = struct.unpack("<2sBBH", head)
        if magic == b"Hf" and version == _VERSION and found == kind and length <= room - _HEAD - 4:
            end = start + _HEAD + length
            record = bytes(self._region[start : end + 4])
            if len(record) == _HEAD + length + 4:
                if struct.unpack("<I", record[-4:])[0] == crc32(record[:-4]) & 0xFFFFFFFF:
                    return record[_HEAD:-4]
        self.lost.append((kind, magic == b"Hf" and version > _VERSION))
        return b""

    @property
    def saves(self) -> bool:
        """Whether this board can save at all."""
        return self._region is not None

    def put(self, kind: int, payload: bytes) -> None:
        """Remembers a record for the next flush. ValueError if it is longer than its place."""
        if len(payload) > _PLACES[kind][1] - _HEAD - 4:
            raise ValueError("This is too long to be saved.")
        if payload != self.payloads[kind]:
            self.payloads[kind] = payload
            self._dirty |= 1 << kind

    def due(self, now: int) -> bool:
        """Whether a minute has passed since the last write, so that one more may be made."""
        return self._written is None or elapsed(now, self._written) >= _EVERY

    def flush(self, now: int) -> None:
        """Writes what has changed, in one slice from the first such record to the end of the last.

        now: ticks in ms. An OSError of the region goes to the caller; the records stay to be written.
        """
        if not self._dirty or self._region is None:
            return
        first = 0
        while not self._dirty & 1 << first:
            first += 1
        last = len(_PLACES) - 1
        while not self._dirty & 1 << last:
            last -= 1
        start = _PLACES[first][0]
        image = b""
        for kind in range(first, last + 1):
            payload = self.payloads[kind]
            record = struct.pack("<2sBBH", b"Hf", _VERSION, kind, len(payload)) + payload
            record += struct.pack("<I", crc32(record) & 0xFFFFFFFF)
            if kind < last:
                record += b"\xff" * (_PLACES[kind][1] - len(record))
            image += record
        self._region[start : start + len(image)] = image
        self._dirty = 0
        self._written = now
