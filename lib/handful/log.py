"""Reading what is saved: needed once after the console is switched on.

handful.store says what is in a region, Match.dump what a match is as bytes.
"""

import struct
from binascii import crc32

from micropython import const

from engine.session import Session
from handful.match import Match
from handful.store import CRC, HEAD, KINDS, PATCH, VERSION

_MOST = const(4096)  # as long as a payload may become
_WHOLE = const(72)  # the first byte of a record that is no patch


def _record(data: bytes, at: int, last: list):
    # The record that begins there: its kind, payload, crosses with the bytes that each has, and end; or None.
    # last: what patches go on from.
    if data[at] == _WHOLE:
        if at + HEAD + CRC > len(data):
            return None
        magic, version, kind, length = struct.unpack_from("<2sBBH", data, at)
        if magic != b"Hf" or not 0 < version <= VERSION or kind >= KINDS:
            return None
        start = at + HEAD
        cross = (0, 2, 1)[version - 1]
    elif PATCH <= data[at] < PATCH + KINDS and last[data[at] - PATCH] is not None and at + 1 < len(data):
        kind = data[at] - PATCH
        length = data[at + 1]
        start = at + 2
        cross = 1
    else:
        return None
    middle = start + cross + (length >> 1)
    end = start + 2 * cross + length
    if end + cross + CRC > len(data):
        return None
    body = data[start + cross : middle] + data[middle + cross : end]
    payload = body
    crc = 0
    if data[at] != _WHOLE:
        payload = _applied(last[kind], body)
        crc = crc32(body)
    crc = crc32(payload, crc32(data[at:start], crc)) & 0xFFFFFFFF
    if crc != struct.unpack_from("<I", data, end + cross)[0]:
        return None
    return kind, payload, (start, middle, end), cross, end + cross + CRC


def _applied(old: bytes, patch: bytes) -> bytes:
    # What handful.journal made the patch for, if it was made for `old`; anything else otherwise.
    new = bytearray(old)
    last = at = 0
    while at + 2 <= len(patch):
        last += patch[at]
        data = patch[at + 2 : at + 2 + patch[at + 1]]
        at += 2 + len(data)
        end = last + len(data)
        if not data and at == len(patch):
            new = new[:last]
        elif end > _MOST:
            break  # this is no patch
        elif data:
            if end > len(new):
                new.extend(bytes(end - len(new)))
            new[last:end] = data
        last = end
    return bytes(new)


def read(data: bytes) -> tuple:
    """What a region's bytes, of which some are ours, mean.

    Returns the payload of each kind; where its newest record can be crossed out; the (kind, of a newer
    version?) of what cannot be read; the place from which all is 0xFF; the (start, end) of all 0xFF that is
    to be crossed out before anything else is written; whether a log can go on there.
    """
    payloads = [b""] * KINDS
    crosses = [()] * KINDS
    last = [None] * KINDS
    stale = []
    sound = True
    state = bytearray(KINDS)  # of each kind: 0 not found, 1 found, 2 of a newer version
    after = len(data.rstrip(b"\xff"))
    at = end = 0
    while at < after:
        record = _record(data, at, last)
        if record:
            kind, payload, places, cross, after_it = record
            _find(data, end, at, stale)  # what the power left of a record may read as a valid one later
            at = end = after_it
            last[kind] = payload
            counts = True
            for place in places:
                if data[place : place + cross].strip(b"\xff"):
                    counts = False
            if counts:
                payloads[kind] = payload
                state[kind] = 1
                sound = sound and cross > 0
                places, crosses[kind] = crosses[kind], places
            # What is crossed out is crossed out for good: a bit that the power left half written may read 1.
            for place in places:
                _find(data, place, place + 1, stale)
            continue
        if data[at : at + 2] == b"Hf" and at + 3 < after:
            if data[at + 3] < KINDS and VERSION < data[at + 2] < 255:
                state[data[at + 3]] = 2
                payloads[data[at + 3]] = b""
        # What is not valid may be of any length: the next record is looked for right behind its first byte.
        at += 1
    _find(data, end, after, stale)
    # All kinds are written from the start, so one that is not there has been there.
    lost = []
    for kind in range(KINDS):
        if state[kind] != 1:
            lost.append((kind, state[kind] == 2))
    return payloads, crosses, lost, max(after, end), stale, sound and not lost  # a CRC may end in 0xFF


def _find(data: bytes, start: int, end: int, found: list) -> None:
    # Adds the pieces of 0xFF from `start` to `end`.
    while start < end:
        first = start
        while start < end and data[start] == 255:
            start += 1
        if start > first:
            found.append((first, start))
        start += 1


def load(data: bytes) -> Match:
    """The match that `Match.dump` gave; ValueError, with a sentence, for anything else."""
    players = data[0] if data else 0
    start = 2 + 3 * players
    seen = []
    for at in range(2 + players, start, 2):
        seen.append(data[at] << 8 | data[at + 1] if at + 1 < len(data) else 0)
    session = Session.load(data[start:], seen)
    if session.players != players or max(data[2 : 2 + players]) > 3 or data[1] > 7:
        raise ValueError("This saved match is damaged.")
    match = Match(session, data[2 : 2 + players])
    match.assisted = bool(data[1] & 1)
    match.counted = bool(data[1] & 2)
    match.known = bool(data[1] & 4)
    for seat in range(players):
        match.seen[seat] = min(seen[seat], len(session.history))
    return match
