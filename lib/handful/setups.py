# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""How each game was set up last, so that the shelf of games can deal again at once.

Settings.setups is a row of entries, that of the latest match at the end:

    bytes   what
    1       the game's row in the registry
    1       how many seats
    1       how many options
    ...     the kind of each seat, then of each option the place of its value among those of OPTIONS

A game that was never set up, only begun as a lesson or a challenge, has an entry without seats.

The app frees this module with the screen that loaded it.
"""

from micropython import const

from engine import registry
from handful.match import PERSON

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Iterable
    from typing import Any

    from handful.app import App
    from handful.settings import Settings

    Option = tuple[str, tuple[Any, ...], Any]  # a row of a game's OPTIONS

_HEAD = const(3)
_MOST = const(200)  # bytes of all entries, since the settings count them with a byte
_KINDS = const(4)
_DEFAULT = const(255)  # in place of a place: nothing was chosen


def _entries(data: bytes) -> list[bytes]:
    # Cuts the row of entries; a rest that is too short is left out.
    found = []
    while len(data) >= _HEAD and len(data) >= _HEAD + data[1] + data[2]:
        end = _HEAD + data[1] + data[2]
        found.append(data[:end])
        data = data[end:]
    return found


def latest(settings: "Settings") -> int:
    """Returns the row of the game that was played last; -1 if none was."""
    entries = _entries(settings.setups)
    return entries[-1][0] if entries else -1


def is_new(app: "App", row: int) -> bool:
    """Whether no match of a game, by its row in the registry, was ever begun or finished."""
    from handful.records import CLASSES

    for entry in _entries(app.settings.setups):
        if entry[0] == row:
            return False
    records = app.records
    for opponents in range(CLASSES):
        if records.row(row, opponents)[0]:
            return False
    return True


def allowed(key: str, players: int, option: "Option") -> "list[Any]":
    """Returns the values of a row of the game's OPTIONS that this number of players may choose.

    Who is alone starts. The rules take either value of `starter` from them, but there is nothing to ask.
    """
    if players == 1 and option[0] == "starter":
        return [option[2]]
    return [value for value in option[1] if registry.admits(key, players, option[0], value)]


def keep(settings: "Settings", key: str, kinds: "Iterable[int]", options: "dict[str, Any]") -> None:
    """Remembers the seats' kinds and the chosen options of a match that begins."""
    row = registry.number(key)
    table = registry.load(key).OPTIONS
    seats = bytes(kinds)
    entry = bytes((row, len(seats), len(table))) + seats
    for name, values, _ in table:
        entry += bytes((values.index(options[name]) if name in options else _DEFAULT,))
    _add(settings, entry)


def touch(settings: "Settings", key: str) -> None:
    """Makes a game the one that was played last; its seats and options stay as they were set up."""
    row = registry.number(key)
    for entry in _entries(settings.setups):
        if entry[0] == row:
            _add(settings, entry)
            return
    _add(settings, bytes((row, 0, 0)))


def _add(settings: "Settings", entry: bytes) -> None:
    # Puts a game's entry at the end, in place of the one before.
    entries = [old for old in _entries(settings.setups) if old[0] != entry[0]] + [entry]
    while len(b"".join(entries)) > _MOST:
        entries.pop(0)
    settings.setups = b"".join(entries)


def usual(settings: "Settings", key: str) -> "tuple[list[int], dict[str, Any]]":
    """Returns seats and options as `find`; before the first match a person against the fewest robots."""
    return find(settings, key) or ([PERSON] + [2] * (registry.row(key)[2] - 1), {})


def find(settings: "Settings", key: str) -> "tuple[list[int], dict[str, Any]] | None":
    """Returns the last match's seats (a list of kinds) and options (a dict); None if none fits the game."""
    _, _, least, most = registry.row(key)
    table = registry.load(key).OPTIONS
    for entry in _entries(settings.setups):
        kinds = list(entry[_HEAD : _HEAD + entry[1]])
        places = entry[_HEAD + entry[1] :]
        if entry[0] != registry.number(key) or not least <= len(kinds) <= most:
            continue
        if PERSON not in kinds or max(kinds) >= _KINDS:
            continue
        options = {}
        for i in range(min(len(table), len(places))):
            choices = allowed(key, len(kinds), table[i])
            if len(choices) > 1 and places[i] < len(table[i][1]) and table[i][1][places[i]] in choices:
                options[table[i][0]] = table[i][1][places[i]]
        return kinds, options
    return None
