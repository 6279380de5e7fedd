# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Saving: a few records in a region of bytes that outlives the power (a chip's nvm, a file).

A record is a header, a body and a CRC-32. The body is cut in two halves, with a byte of 0xFF before,
between and behind them. The newest valid record of each kind counts, wherever it is in the region: losing
one record loses one kind.

Some boards write bytes that are still 0xFF without an erase (ERASES is False). There, records are appended
like a log, and all are rewritten only when the log is full. On other boards every write erases the whole
block anyway (8 KB on a SAMD51), so all records are rewritten each time. Either way all changes are
written as one slice.

The body of a record is its payload. In a log it may instead be a patch, which turns the last payload of its
kind into the new one: runs of bytes, each behind how many bytes to skip and how many follow. A run of no
bytes skips 255, but the last one says that the payload ends there. The CRC-32 goes on from the one of the
record before, with the patch, the header, and the payload that results. So a patch fits no other record.

A record in a log that is no longer the newest is crossed out: its three bytes of 0xFF become zeros. So
whatever is left of a log after a power cut during an erase, no old record passes for the newest. A crossing
out that a power cut interrupted is completed before the next write. A log says that there is nothing of a
kind by a crossed out record and a patch that empties it: in a record without a body the three bytes touch.

An erase that a power cut interrupted could still turn just these three bytes back to 0xFF, and destroy all
that was newer. It leaves holes behind: bytes that belong to no record, some of them 0xFF. So does a write
that was interrupted, but only one, at the end, and not a long one; the next write fills it with zeros. If
there are more holes, or a long one, then what is older than the last of them counts as lost. A region that is
`atomic`, as a file that is replaced, has no such erases: there a damaged byte costs one record alone.

The first patches had a CRC-32 of themselves alone. Version 2 had pairs instead of the single bytes, and no
patches. Version 1 had neither crosses nor patches. All are still read; a log of version 1 is rewritten. A
record of a later version is framed as one of this version: if its CRC-32 is not right, it is damaged.

What is rewritten begins with how often the block was erased so far: five bytes that belong to no record.

A block that was erased just before the power was cut is as blank as a new one. Nothing tells them apart,
and there is no other place to write to: such a loss looks like a first start.
"""

import struct
from binascii import crc32

from micropython import const

from engine.memory import rare
from handful.keys import elapsed

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Sequence
    from typing import Any

    Cross = tuple[int, ...]
    Base = tuple[bytes, int]  # a payload and its CRC

SETTINGS = const(0)
RECORDS = const(1)
MATCH = const(2)
_KINDS = const(3)

_VERSION = const(3)
_WHOLE = const(72)  # the first byte of a record that is no patch: "H"
_HEAD = const(6)  # bytes of its header: magic, version, kind, length of the payload
_PATCH = const(0xE0)  # the first byte of a patch is this plus the kind; the second one is its length
_ALONE = const(0xD0)  # the same of the first patches
_FILL = b"\x00\x00\x00\x00"  # what a log's empty payload is a patch of
_LONG = const(300)  # bytes of a hole that no interrupted write leaves
_CRC = const(4)
_FRAME = const(13)  # bytes of a record beside its payload
_SPARE = const(400)  # bytes of the region that are left to a log's patches at least
_PASSED = const(15_000)  # ms between two writes because the console goes to somebody else, at least
_EVERY = const(150_000)  # ms of play for each write, so that the flash lasts for years
_LATEST = const(300_000)  # ms after which a write is due in any case
_SIZE = const(4096)  # bytes of the region that are used: the smallest board has no more
_COUNT = const(0x65)  # the first of the five bytes: "e"; seven bits in each of the others, the last one a sum


class Store:
    """The records of one region.

    payloads: what is saved of each kind, b"" for nothing. lost: (kind, of a newer version?) of each record
    that cannot be read. new: the region never held anything of ours. erased: how often it was erased since
    it was written by a version that counts.
    """

    @rare
    def __init__(self, region: "Any", erases: bool = True) -> None:
        """region: len(), slices to read and to write (microcontroller.nvm is one); None: no saving.

        erases: whether every write first erases what was there (a board's ERASES).
        """
        self._region = region
        self._appends = not erases
        self._dirty = 0
        self._written = -1  # when, or never
        self._rest = 0  # ms from then on without a write that nobody waits for
        self._size = 0 if region is None else min(len(region), _SIZE)
        self._end = 0  # from here on the region reads 0xFF
        # Of a log: whether it can go on; of each kind the (payload, CRC) that a patch goes on from, or None,
        # and where the newest record can be crossed out; (start, end) of all to cross out before any write.
        self._sound = False
        self._bases: Any = ()
        self._crosses: Sequence[Cross] = ()
        self._stale: Sequence[tuple[int, int]] = ()
        self.payloads = [b""] * _KINDS
        self.lost: list[tuple[int, bool]] = []
        self.new = True
        self.erased = 0
        if region is not None:
            self._write()  # loads it, and writes nothing yet: there may be no room for its names later
            # In one go: on an ESP32 each slice that is read copies all 8 KB.
            self._load(bytes(region[0 : self._size]))
            if hasattr(region, "second"):
                # What was written before the region counts, unless the region has a later save that is whole.
                second = region.second()
                if second and (self.new or self.lost or _counted(second) >= self.erased):
                    self._load(second)

    def _load(self, data: bytes) -> None:
        # Reads the region's bytes, or what was written to another place.
        self._end = max(self._end, len(data.rstrip(b"\xff")))
        if not data.rstrip(b"\xff\x00"):
            return
        self.new = False
        self.erased = _counted(data)
        atomic = not self._appends or hasattr(self._region, "atomic")
        self.payloads, crosses, last, self.lost, end, stale, sound = _read(data, atomic)
        self._end = max(self._end, end)
        self._dirty = 0
        for kind, newer in self.lost:
            if not newer:
                self._dirty |= 1 << kind  # the next flush removes what is damaged
        if self._appends:
            self._crosses = crosses
            self._stale = stale
            self._sound = sound
            self._bases = [None] * _KINDS if stale else last

    @property
    def saves(self) -> bool:
        """Whether this board can save at all."""
        return self._region is not None

    @property
    def pending(self) -> bool:
        """Whether the next flush has something to write."""
        return self._region is not None and bool(self._dirty or self._stale)

    def put(self, kind: int, payload: bytes) -> None:
        """Remembers a record for the next flush. ValueError if it does not fit beside the others."""
        room = _SIZE - _SPARE - _KINDS * _FRAME + len(self.payloads[kind])
        for other in self.payloads:
            room -= len(other)
        if len(payload) > room:
            raise ValueError("This is too long to be saved.")
        if payload != self.payloads[kind]:
            self.payloads[kind] = payload
            self._dirty |= 1 << kind

    def due(self, now: int) -> bool:
        """Whether a write may be made that nobody waits for: some minutes after the last one, and later if
        there were more than one in that time.
        """
        return self._written < 0 or elapsed(now, self._written) >= self._rest

    def rested(self, now: int) -> bool:
        """Whether the last write is long enough ago for one that a hand-over asks for."""
        return self._written < 0 or elapsed(now, self._written) >= _PASSED

    def flush(self, now: int) -> None:
        """Writes what has changed. now: ticks in ms.

        An OSError of the region goes to the caller; the records stay to be written.
        """
        if not self.pending:
            return
        self._write()
        if not self._dirty:
            return
        self._dirty = 0
        if self._written >= 0:
            self._rest = max(0, self._rest - elapsed(now, self._written))
        self._rest = min(self._rest + _EVERY, _LATEST)
        self._written = now
        self.new = False
        self.lost.clear()

    @rare
    def _write(self) -> None:
        region = self._region
        for start, end in self._stale:
            region[start:end] = bytes(end - start)
        self._stale = ()
        if not self._dirty or self._sound and _append(self):
            return
        self.erased += 1  # also if the block reads as blank
        digits = [self.erased >> shift & 127 for shift in (14, 7, 0)]
        image = bytes([_COUNT] + digits + [sum(digits) & 127])
        crosses = []
        bases = []
        for kind in range(_KINDS):
            base = None
            if self._appends and not self.payloads[kind]:
                record, cross, base = _record(kind, _FILL, None, 0)
                for at in cross:
                    record[at] = 0
                image += record
            record, cross, base = _record(kind, self.payloads[kind], base, len(image))
            image += record
            crosses.append(cross)
            bases.append(base)
        # With 0xFF over all that was there before: what is left of that could pass for a newer record.
        whole = bytearray(max(len(image), self._end))
        whole[: len(image)] = image
        for at in range(len(image), len(whole)):
            whole[at] = 255
        self._sound = False  # unless all goes well
        if self._appends and not self._end:
            region[0:1] = b"\x00"  # a block that was erased half, and reads as blank, is erased
        self._end = len(whole)  # unless all goes well: any of it may be written
        region[0 : len(whole)] = whole
        self._end = len(image)
        if self._appends:
            self._bases = bases
            self._crosses = crosses
            self._sound = True


def _counted(data: bytes) -> int:
    # How often the block was erased, which its first bytes tell; 0 if they do not.
    if len(data) > 4 and data[0] == _COUNT and data[4] == (data[1] + data[2] + data[3]) & 127:
        return data[1] << 14 | data[2] << 7 | data[3]
    return 0


def _append(store: Store) -> bool:
    """Appends what has changed to the log and crosses out the older records; whether that worked."""
    region = store._region
    start = store._end
    image = b""
    crosses = list(store._crosses)
    bases = list(store._bases)
    for kind in range(_KINDS):
        if store._dirty & 1 << kind:
            record, crosses[kind], bases[kind] = _record(
                kind, store.payloads[kind], bases[kind], start + len(image)
            )
            image += record
    end = start + len(image)
    if end > store._size:
        return False
    store._sound = False  # unless all goes well
    store._end = end
    region[start:end] = image
    # Cells that a power cut left half written may read 0xFF and yet not take anything.
    if bytes(region[start:end]) != image:
        return False
    for kind in range(_KINDS):
        if store._dirty & 1 << kind:
            for at in store._crosses[kind]:
                region[at : at + 1] = b"\x00"
    store._crosses = crosses
    store._bases = bases
    store._sound = True
    return True


def _record(kind: int, payload: bytes, base: "Base | None", start: int) -> "tuple[bytearray, Cross, Base]":
    """The shortest record of a payload, where it can be crossed out if it begins at `start`, and its base.

    base: (payload, CRC) of the record that it may be a patch of, or None. The base that is returned is what
    the next record may be a patch of.
    """
    head = struct.pack("<2sBBH", b"Hf", _VERSION, kind, len(payload))
    body = payload
    crc = crc32(payload, crc32(head))
    if base:
        patch = _between(base[0], payload)
        if len(patch) < min(len(payload) + 4, 256):
            head = bytes((_PATCH + kind, len(patch)))
            body = patch
            crc = crc32(payload, crc32(head, crc32(patch, base[1])))
    crc &= 0xFFFFFFFF
    half = len(body) >> 1
    first = start + len(head)
    record = head + b"\xff" + body[:half] + b"\xff" + body[half:] + b"\xff" + struct.pack("<I", crc)
    return bytearray(record), (first, first + 1 + half, first + 2 + len(body)), (payload, crc)


def _between(old: bytes, new: bytes) -> bytes:
    """The patch that makes `new` of `old`."""
    size = len(new)
    shared = min(len(old), size)
    patch = bytearray()
    last = at = 0
    while at < size:
        if at < shared and old[at] == new[at]:
            at += 1
            continue
        start = at
        at += 1
        # A pair of equal bytes is no longer than a run's head.
        while at < size and at - start < 255 and (at + 2 >= shared or old[at : at + 3] != new[at : at + 3]):
            at += 1
        while start - last > 254:
            patch.extend(b"\xff\x00")
            last += 255
        patch.append(start - last)
        patch.append(at - start)
        patch.extend(new[start:at])
        last = at
    if size < len(old):
        while size - last > 254:
            patch.extend(b"\xff\x00")
            last += 255
        patch.append(size - last)
        patch.append(0)
    return bytes(patch)


@rare
def _read(data: bytes, atomic: bool) -> "tuple[Any, ...]":
    """What a region's bytes, of which some are ours, mean. atomic: whether no erase can be left half done.

    Returns the payload of each kind; where its newest record can be crossed out; the (payload, CRC) of its
    last record, or None; the (kind, of a newer version?) of what cannot be read; the place from which all is
    0xFF; the (start, end) of all 0xFF that is to be crossed out before anything else is written; whether a
    log can go on there.
    """
    payloads = [b""] * _KINDS
    crosses = [()] * _KINDS
    last: list[Base | None] = [None] * _KINDS
    stale: list[tuple[int, int]] = []
    sound = True
    state = bytearray(_KINDS)  # of each kind: 0 not found, 1 found, 2 of a newer version
    whole = bytearray(_KINDS)  # the same of the last record that is no patch
    starts = [0] * _KINDS  # of the newest records
    holes = hole = 0  # number of holes, and the end of the last one
    after = len(data.rstrip(b"\xff"))
    at = end = 0
    while at < after:
        record = _parsed(data, at, last)
        if record:
            kind, base, places, cross, after_it = record
            if _find(data, end, at, stale):  # what the power left of a record may read as a valid one later
                holes += 1
                hole = at
            start = at
            at = end = after_it
            last[kind] = base
            if data[start] == _WHOLE:
                whole[kind] = 2 if data[start + 2] > _VERSION else 1
            counts = True
            for place in places:
                if data[place : place + cross].strip(b"\xff"):
                    counts = False
            if counts:
                state[kind] = whole[kind]
                payloads[kind] = base[0] if state[kind] == 1 else b""
                starts[kind] = start
                sound = sound and cross > 0
                places, crosses[kind] = crosses[kind], places
            # What is crossed out is crossed out for good: a bit that the power left half written may read 1.
            for place in places:
                _find(data, place, place + 1, stale)
            continue
        # What is not valid may be of any length: the next record is looked for right behind its first byte.
        at += 1
    if _find(data, end, after, stale):
        holes += 1 if after - end < _LONG else 2
        hole = after
    # All kinds are written from the start, so one that is not there has been there.
    lost = []
    for kind in range(_KINDS):
        if holes > 1 and starts[kind] < hole and not atomic and state[kind] == 1:
            payloads[kind] = b""
            state[kind] = 0
        if state[kind] != 1:
            lost.append((kind, state[kind] == 2))
    sound = sound and not lost
    return payloads, crosses, last, lost, max(after, end), stale, sound  # a CRC may end in 0xFF


def _find(data: bytes, start: int, end: int, found: list[tuple[int, int]]) -> bool:
    # Adds the pieces of 0xFF from `start` to `end`. Returns whether there are any.
    before = len(found)
    while start < end:
        first = start
        while start < end and data[start] == 255:
            start += 1
        if start > first:
            found.append((first, start))
        start += 1
    return len(found) > before


def _parsed(data: bytes, at: int, last: "list[Base | None]") -> "tuple[Any, ...] | None":
    # The record that begins there: kind, (payload, CRC), crosses with the bytes that each has, and end. None
    # if there is none. last: what patches go on from.
    patched = data[at] & 3 if data[at] & 0xFC in (_PATCH, _ALONE) else _KINDS
    if data[at] == _WHOLE:
        if at + _HEAD + _CRC > len(data):
            return None
        magic, version, kind, length = struct.unpack_from("<2sBBH", data, at)
        if magic != b"Hf" or not version or kind >= _KINDS:
            return None
        start = at + _HEAD
        cross = (0, 2, 1)[min(version, _VERSION) - 1]
    elif patched < _KINDS and last[patched] is not None and at + 1 < len(data):
        kind = patched
        length = data[at + 1]
        start = at + 2
        cross = 1
    else:
        return None
    middle = start + cross + (length >> 1)
    end = start + 2 * cross + length
    if end + cross + _CRC > len(data):
        return None
    body = data[start + cross : middle] + data[middle + cross : end]
    payload = body
    crc = 0
    if data[at] != _WHOLE:
        payload = _applied(last[kind][0], body)
        crc = crc32(body, last[kind][1] if data[at] >= _PATCH else 0)
    crc = crc32(payload, crc32(data[at:start], crc)) & 0xFFFFFFFF
    if crc != struct.unpack_from("<I", data, end + cross)[0]:
        return None
    return kind, (payload, crc), (start, middle, end), cross, end + cross + _CRC


def _applied(old: bytes, patch: bytes) -> bytes:
    # `old` with a patch of it; anything if the patch was made for other bytes.
    new = bytearray(old)
    last = at = 0
    while at + 2 <= len(patch):
        last += patch[at]
        data = patch[at + 2 : at + 2 + patch[at + 1]]
        at += 2 + len(data)
        end = last + len(data)
        if not data and at == len(patch):
            new = new[:last]
        elif end > _SIZE:
            break  # this is no patch
        elif data:
            if end > len(new):
                new.extend(bytes(end - len(new)))
            new[last:end] = data
        last = end
    return bytes(new)
