"""Saving: a few records in a region of bytes that outlives the power (a chip's nvm, a file).

A record is a header, the two halves of its body with a byte of 0xFF before, between and behind them, and a
CRC-32. The newest valid one of each kind counts, wherever it is in the region, so that losing one loses one.
Where bytes that are still 0xFF are written without an erase, records are appended like a log, and only when
it is full all are written anew. Elsewhere every write erases the whole block anyway (8 KB on a SAMD51), and
all are written anew each time. Either way what has changed is written as one slice.

A record's body is its payload or, in a log, a patch (handful.journal) of what was saved before. The CRC-32 is
of the header, of the patch, and of the payload that it makes, so that a patch fits nothing but its own.

In a log the records that are no longer the newest are then crossed out: zeros over all three bytes of 0xFF.
So whatever is left of a log when the power does not last for its erase, nothing old in it passes for the
newest. What a power cut left undone of that is done before the next write. Version 2 had pairs in place of
the bytes and no patches, version 1 no crosses: what they saved is read, and version 1's written anew.

A block that was erased, and then the power went, is as blank as a new one. Nothing tells them apart, and
there is no other place to write to: what was lost then looks like a first start.
"""

import struct
from binascii import crc32

from micropython import const

from handful.keys import elapsed

SETTINGS = const(0)
RECORDS = const(1)
MATCH = const(2)
KINDS = const(3)

VERSION = const(3)
HEAD = const(6)  # magic, version, kind, length of the payload
PATCH = const(0xD0)  # with the kind a patch's first byte; the second one is its length
CRC = const(4)
_FRAME = const(13)  # what a record takes beside its payload
_SPARE = const(400)  # bytes of the region that are left to a log's patches at least
_EVERY = const(150_000)  # ms of play for each write: flash is to last for years,
_LATEST = const(300_000)  # and ms after which one is made in any case
_SIZE = const(4096)  # what is used of the region: the smallest board has no more


class Store:
    """The records of one region. `payloads[kind]` is what is saved, or b"" for nothing."""

    def __init__(self, region, erases: bool = True):
        """region: len(), slices to read and to write (microcontroller.nvm is one); None: no saving.

        erases: whether every write first erases what was there (a board's ERASES).
        """
        self._region = region
        self._journal = None
        if region is not None and not erases:
            from handful.journal import Journal

            self._journal = Journal(region)
        self._dirty = 0
        self._written = -1  # when, or never
        self._rest = 0  # ms from then on without a write that nobody waits for
        self._end = 0  # from here on the region reads 0xFF
        self._size = 0 if region is None else min(len(region), _SIZE)
        self.payloads = [b""] * KINDS
        self.lost = []  # (kind, of a newer version?) of the records that cannot be read
        self.empty = True  # the region never held anything of ours
        if region is not None:
            # In one go: on an ESP32 each slice that is read copies all 8 KB.
            data = bytes(region[0 : self._size])
            self._end = len(data.rstrip(b"\xff"))
            if data.rstrip(b"\xff\x00"):
                from handful.log import read  # which the app forgets

                self.empty = False
                self.payloads, crosses, self.lost, self._end, stale, sound = read(data)
                if self._journal:
                    self._journal.crosses = crosses
                    self._journal.stale = stale
                    self._journal.sound = sound
                    if not stale:
                        self._journal.bases = list(self.payloads)
            if self._journal:
                self._journal.end = self._end

    @property
    def saves(self) -> bool:
        """Whether this board can save at all."""
        return self._region is not None

    def put(self, kind: int, payload: bytes) -> None:
        """Remembers a record for the next flush. ValueError if it does not fit beside the others."""
        room = _SIZE - _SPARE - KINDS * _FRAME + len(self.payloads[kind])
        for other in self.payloads:
            room -= len(other)
        if len(payload) > room:
            raise ValueError("This is too long to be saved.")
        if payload != self.payloads[kind]:
            self.payloads[kind] = payload
            self._dirty |= 1 << kind

    def due(self, now: int) -> bool:
        """Whether a write may be made that nobody waits for: some minutes after the last one, and later if
        there were more than one in so many.
        """
        return self._written < 0 or elapsed(now, self._written) >= self._rest

    def flush(self, now: int) -> None:
        """Writes what has changed in one slice, behind what is there where that needs no erase and it fits.

        now: ticks in ms. An OSError of the region goes to the caller; the records stay to be written.
        """
        region = self._region
        journal = self._journal
        if journal:
            journal.mend()
        if not self._dirty or region is None:
            return
        if not (journal and journal.append(self._dirty, self.payloads, self._size)):
            image = b""
            for kind in range(KINDS):
                image += record(kind, self.payloads[kind])
            # With 0xFF over all that was there before: what is left of that could pass for a newer record.
            end = len(image)
            whole = bytearray(max(end, journal.end if journal else self._end))
            whole[:end] = image
            for place in range(end, len(whole)):
                whole[place] = 255
            if journal:
                journal.sound = False
                if not journal.end:
                    region[0:1] = b"\x00"  # what was erased half, and reads as blank, is erased
            region[0 : len(whole)] = whole
            self._end = end
            if journal:
                journal.begin(self.payloads)
        self._dirty = 0
        if self._written >= 0:
            self._rest = max(0, self._rest - elapsed(now, self._written))
        self._rest = min(self._rest + _EVERY, _LATEST)
        self._written = now
        self.empty = False
        self.lost.clear()


def record(kind: int, payload: bytes) -> bytes:
    """A record that says all of its payload."""
    head = struct.pack("<2sBBH", b"Hf", VERSION, kind, len(payload))
    return framed(head, payload, crc32(payload, crc32(head)))


def framed(head: bytes, body: bytes, crc: int) -> bytes:
    """A record, with 0xFF where it can be crossed out."""
    half = len(body) >> 1
    body = b"\xff" + body[:half] + b"\xff" + body[half:] + b"\xff"
    return head + body + struct.pack("<I", crc & 0xFFFFFFFF)
