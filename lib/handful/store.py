"""Saving: a few records in a region of bytes that outlives the power (a chip's nvm, a file).

A record is a header, the two halves of its payload with a pair of 0xFF before, between and behind them, and
a CRC-32 of header and payload. The newest valid one of each kind counts, wherever it is in the region, so
that losing one loses one. Where bytes that are still 0xFF are written without an erase, records are appended
like a log, and only when it is full all are written anew. Elsewhere every write erases the whole block anyway
(8 KB on a SAMD51), and all are written anew each time. Either way what has changed is written as one slice.

In a log the records that are no longer the newest are then crossed out: zeros over all three pairs. So
whatever is left of a log when the power does not last for its erase, nothing old in it passes for the newest.
Version 1 had no such pairs: what it saved is read, and written anew by the next flush.

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

VERSION = const(2)
HEAD = const(6)  # magic, version, kind, length of the payload
CROSS = const(2)  # before, within and behind the payload; not in version 1
CRC = const(4)
_EVERY = const(150_000)  # ms of play for each write: flash is to last for years,
_LATEST = const(300_000)  # and ms after which one is made in any case
_SIZE = const(4096)  # what is used of the region: the smallest board has no more
# How long a payload may be. All three fit the region at once with their headers and CRCs.
LONGEST = (246, 502, 2038)


class Store:
    """The records of one region. `payloads[kind]` is what is saved, or b"" for nothing."""

    def __init__(self, region, erases: bool = True):
        """region: len(), slices to read and to write (microcontroller.nvm is one); None: no saving.

        erases: whether every write first erases what was there (a board's ERASES).
        """
        self._region = region
        self._appends = not erases
        self._dirty = 0
        self._written = -1  # when, or never
        self._rest = 0  # ms from then on without a write that nobody waits for
        self._end = 0  # from here on the region reads 0xFF
        self._crosses = [(0, 0, 0)] * len(LONGEST)  # where the newest record of each kind can be crossed out
        self._log = False  # whether the next flush appends
        self._size = 0 if region is None else min(len(region), _SIZE)
        self.payloads = [b"", b"", b""]
        self.lost = []  # (kind, of a newer version?) of the records that cannot be read
        self.empty = True  # the region never held anything of ours
        if region is not None:
            # In one go: on an ESP32 each slice that is read copies all 8 KB.
            data = bytes(region[0 : self._size])
            self._end = len(data.rstrip(b"\xff"))
            if data.rstrip(b"\xff\x00"):
                from handful.log import read  # which the app forgets

                self.empty = False
                self.payloads, self._crosses, self.lost, self._end, whole = read(data)
                self._log = whole and self._appends and not self.lost

    @property
    def saves(self) -> bool:
        """Whether this board can save at all."""
        return self._region is not None

    def put(self, kind: int, payload: bytes) -> None:
        """Remembers a record for the next flush. ValueError if it is longer than its place."""
        if len(payload) > LONGEST[kind]:
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
        if not self._dirty or region is None:
            return
        kinds = self._dirty
        start = self._end
        done = False
        if self._log:
            image = self._records(kinds)
            end = start + len(image)
            if end <= self._size:
                region[start:end] = image
                self._end = end
                # Cells that a power cut left half written may read 0xFF and yet not take anything.
                done = bytes(region[start:end]) == image
        if not done:
            # With 0xFF over all that was there before: what is left of that could pass for a newer record.
            kinds = -1
            start = 0
            image = self._records(kinds)
            end = len(image)
            whole = bytearray(max(end, self._end))
            whole[:end] = image
            for place in range(end, len(whole)):
                whole[place] = 255
            region[0 : len(whole)] = whole
            self._end = end
            self._log = self._appends
        for kind in range(len(LONGEST)):
            if kinds & 1 << kind:
                if done:
                    for at in self._crosses[kind]:
                        region[at : at + CROSS] = bytes(CROSS)
                length = len(self.payloads[kind])
                first = start + HEAD
                middle = first + CROSS + (length >> 1)
                last = first + 2 * CROSS + length
                self._crosses[kind] = (first, middle, last)
                start = last + CROSS + CRC
        self._dirty = 0
        if self._written >= 0:
            self._rest = max(0, self._rest - elapsed(now, self._written))
        self._rest = min(self._rest + _EVERY, _LATEST)
        self._written = now
        self.empty = False
        self.lost.clear()

    def _records(self, kinds: int) -> bytes:
        image = b""
        for kind in range(len(LONGEST)):
            if kinds & 1 << kind:
                payload = self.payloads[kind]
                head = struct.pack("<2sBBH", b"Hf", VERSION, kind, len(payload))
                half = len(payload) >> 1
                image += head + b"\xff\xff" + payload[:half] + b"\xff\xff" + payload[half:] + b"\xff\xff"
                image += struct.pack("<I", crc32(payload, crc32(head)) & 0xFFFFFFFF)
        return image
