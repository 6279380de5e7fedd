"""Reading a saved match, which is needed once (engine.session writes it, and says what each byte is)."""

import struct
from binascii import crc32

from engine import const, registry

_MAGIC = b"HAND"
_VERSION = const(1)
_HEAD = const(8)  # bytes before the options
_REST = const(10)  # seed, number of actions, CRC
_DEFAULT = const(255)


def parts(data) -> tuple:
    """Key, players, seed, options (name to value) and actions (their places) of a dumped match.

    ValueError, with a sentence for the player, for anything truncated, altered or of another version.
    """
    players, row, options, seed, places = _fields(data)
    key = registry.GAMES[row][0]
    table = registry.load(key).OPTIONS
    if len(options) != len(table):
        raise ValueError("The saved game has other options than this version knows.")
    chosen = {}
    for (name, allowed, default), place in zip(table, options):
        if place < len(allowed):
            chosen[name] = allowed[place]
        elif place != _DEFAULT or default in allowed:
            raise ValueError(f"The saved game has an unknown choice for {name}.")
    return key, players, seed, chosen, places


def _fields(data) -> tuple:
    """Players, row of the game, options, seed and actions of a saved game that is whole and unaltered."""
    if not isinstance(data, (bytes, bytearray, memoryview)) or bytes(data[:4]) != _MAGIC:
        raise ValueError("This is not a saved game.")
    data = bytes(data)
    if len(data) > 4 and data[4] > _VERSION:
        raise ValueError("The saved game is of a newer version.")
    if len(data) < _HEAD + _REST:
        raise ValueError("The saved game is cut short.")
    if crc32(data[:-4]) != struct.unpack("<I", data[-4:])[0]:
        raise ValueError("The saved game is damaged.")
    start = _HEAD + data[7]
    if data[4] != _VERSION or len(data) < start + _REST:
        raise ValueError("The saved game is damaged.")
    seed, actions = struct.unpack("<IH", data[start : start + 6])
    if len(data) != start + _REST + actions:
        raise ValueError("The saved game is damaged.")
    if data[5] >= len(registry.GAMES):
        raise ValueError("The saved game is one that this version does not know.")
    return data[6], data[5], data[_HEAD:start], seed, data[start + 6 : -4]
