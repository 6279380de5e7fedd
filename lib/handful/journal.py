"""Appending to a log of saves, on boards whose flash takes what is still 0xFF without an erase.

handful.store says what a record is. A patch is what turns one payload into another: runs of bytes, each
behind how many to skip and how many follow. A run of no bytes skips 255, but the last one says that the
payload ends there. Nothing here knows what payloads mean.
"""

from binascii import crc32

from handful.store import KINDS, PATCH, framed, record


class Journal:
    """What is known of the log in a region.

    sound: whether it can go on. end: from here on the region reads 0xFF. bases: what the next record of
    each kind may be a patch of, or b"". crosses: where the newest one can be crossed out. stale: (start, end)
    of what is to be crossed out before anything else is written.
    """

    def __init__(self, region):
        self._region = region
        self.sound = False
        self.end = 0
        self.bases = [b""] * KINDS
        self.crosses = [()] * KINDS
        self.stale = []

    def mend(self) -> None:
        """Crosses out what a power cut left."""
        for start, end in self.stale:
            self._region[start:end] = bytes(end - start)
        self.stale = []

    def append(self, kinds: int, payloads: list, size: int) -> bool:
        """Appends records of those kinds, and crosses out the older ones; whether it could, below `size`."""
        if not self.sound:
            return False
        region = self._region
        start = self.end
        image = b""
        crosses = list(self.crosses)
        for kind in range(KINDS):
            if kinds & 1 << kind:
                image += self._record(kind, payloads[kind], start + len(image), crosses)
        if start + len(image) > size:
            return False
        self.sound = False  # unless all goes well
        self.end = start + len(image)
        region[start : self.end] = image
        # Cells that a power cut left half written may read 0xFF and yet not take anything.
        if bytes(region[start : self.end]) != image:
            return False
        for kind in range(KINDS):
            if kinds & 1 << kind:
                for at in self.crosses[kind]:
                    region[at : at + 1] = b"\x00"
                self.bases[kind] = payloads[kind]
        self.crosses = crosses
        self.sound = True
        return True

    def begin(self, payloads: list) -> None:
        """Goes on from a log that has just been written anew."""
        self.bases = [b""] * KINDS
        self.end = 0
        for kind in range(KINDS):
            self.end += len(self._record(kind, payloads[kind], self.end, self.crosses))
        self.bases = list(payloads)
        self.sound = True

    def _record(self, kind: int, payload: bytes, start: int, crosses: list) -> bytes:
        # The shortest record of the payload. Notes where it can be crossed out if it begins at `start`.
        head = 6
        made = record(kind, payload)
        if self.bases[kind]:
            patch = between(self.bases[kind], payload)
            if len(patch) < min(len(payload) + 4, 256):
                head = 2
                made = bytes((PATCH + kind, len(patch)))
                made = framed(made, patch, crc32(payload, crc32(made, crc32(patch))))
        length = len(made) - head - 7
        first = start + head
        crosses[kind] = (first, first + 1 + (length >> 1), first + 2 + length)
        return made


def between(old: bytes, new: bytes) -> bytes:
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
