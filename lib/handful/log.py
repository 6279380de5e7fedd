"""Reading what is saved: needed once after the console is switched on.

handful.store says what is in a region, Match.dump what a match is as bytes.
"""

import struct
from binascii import crc32

from engine.session import Session
from handful.match import Match
from handful.store import CRC, CROSS, HEAD, LONGEST, VERSION


def _end_of(data: bytes, at: int) -> int:
    # The end of the record that begins there; 0 if there is none.
    if at + HEAD + CRC > len(data):
        return 0
    _, version, kind, length = struct.unpack_from("<2sBBH", data, at)
    cross = CROSS if version == VERSION else 0
    start = at + HEAD + cross
    end = start + length + 2 * cross
    if not 0 < version <= VERSION or kind >= len(LONGEST):
        return 0
    if length > LONGEST[kind] or end + CRC > len(data):
        return 0
    crc = crc32(_payload(data, start, length, cross), crc32(data[at : at + HEAD])) & 0xFFFFFFFF
    return end + CRC if crc == struct.unpack_from("<I", data, end)[0] else 0


def _payload(data: bytes, start: int, length: int, cross: int) -> bytes:
    middle = start + (length >> 1)
    return data[start:middle] + data[middle + cross : start + cross + length]


def read(data: bytes) -> tuple:
    """What a region's bytes, of which some are ours, mean.

    Returns the payload of each kind; where its newest record can be crossed out; the (kind, of a newer
    version?) of what cannot be read; the place from which all is 0xFF; whether all is crossed out that has
    to be, so that a log can go on there.
    """
    payloads = [b""] * len(LONGEST)
    crosses = [(0, 0, 0)] * len(LONGEST)
    after = len(data.rstrip(b"\xff"))
    whole = True
    state = bytearray(len(LONGEST))  # of each kind: 0 not found, 1 found, 2 of a newer version
    at = data.find(b"Hf")
    while at >= 0:
        end = _end_of(data, at)
        kind = data[at + 3] if at + 3 < len(data) else len(state)
        if end:
            cross = CROSS if data[at + 2] == VERSION else 0
            first = at + HEAD
            last = end - CRC - cross
            length = last - first - 2 * cross
            middle = first + cross + (length >> 1)
            pairs = b""
            for place in (first, middle, last):
                pairs += data[place : place + cross]
            if not pairs.rstrip(b"\xff"):
                whole = whole and data[at + 2] == VERSION and not state[kind]
                state[kind] = 1
                crosses[kind] = (first, middle, last)
                payloads[kind] = _payload(data, first + cross, length, cross)
            after = max(after, end)  # a CRC may end in 0xFF
        elif kind < len(state) and VERSION < data[at + 2] < 255:
            state[kind] = 2
            payloads[kind] = b""
        # What is not valid may be of any length: the next magic is looked for right behind it.
        at = data.find(b"Hf", end or at + 1)
    # All kinds are written from the start, so one that is not there has been there.
    lost = []
    for kind in range(len(state)):
        if state[kind] != 1:
            lost.append((kind, state[kind] == 2))
    return payloads, crosses, lost, after, whole


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
