# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A match with its history: what is played, taken back, saved, and dealt again from a code.

A saved game, all numbers least byte first:

    bytes   what
    4       magic "HAND"
    1       version of this layout
    1       the game's row in the registry
    1       players
    1       how many options follow
    1 each  an option: the index of its value among the allowed ones of its OPTIONS row, or 255: the default
    4       seed
    2       how many actions follow
    1 each  an action: its index in legal_actions(), signals() and calls() together, at that moment
    4       CRC-32 of all the above

An action is saved as an index into what is allowed, so a saved game cannot name anything else.

Signals are a setting: of each seat and pile the last one of a turn counts, none if it is as it was when the
turn began, and the earlier ones are no part of the history. What the last action replaces goes with the next
one, so that until then the last action can be taken back; nothing before the present turn ever changes. A
game that was saved before there was this rule holds every signal ever set, and is read by it.
"""

import struct
from array import array
from binascii import crc32

from engine import const, registry
from engine.memory import rare
from engine.rng import Rng

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

    from engine import Options
    from engine.rng import Rng

_MAGIC = b"HAND"
_VERSION = const(1)
_HEAD = const(8)  # bytes before the options
_REST = const(10)  # seed, number of actions, CRC
_DEFAULT = const(255)
_LONGEST = const(65535)
_OFFERS = ("legal_actions", "signals", "calls")  # what a game may offer, in the order of their places
DIGITS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # of a code


@rare
def seed_of(code: str) -> int:
    """The seed that a code of six signs stands for: small letters as capitals, O as 0, I and L as 1.

    ValueError for anything else.
    """
    if not isinstance(code, str) or len(code) != 6:
        raise ValueError("A code has six letters and digits.")
    seed = 0
    for sign in code:
        place = DIGITS.find(sign.upper() if sign <= "z" else " ")
        if sign in "Oo":
            place = 0
        elif sign in "IiLl":
            place = 1
        elif place < 0:
            raise ValueError("A code has digits and letters only, and no U.")
        seed = seed << 5 | place & 31
    return seed


def code_of(seed: int) -> str:
    """A seed as six signs of Crockford's base 32, to be told to others; `seed_of` reads it back."""
    return "".join([DIGITS[seed >> shift & 31] for shift in (25, 20, 15, 10, 5, 0)])


def game_of(data: bytes) -> str:
    """The key of the game of a dumped match, without a look at the rest; "" if it names none that is here."""
    if len(data) <= _HEAD or data[:4] != _MAGIC or data[5] >= len(registry.GAMES):
        return ""
    if data[5] in registry.ABSENT:
        return ""
    return registry.GAMES[data[5]][0]


@rare
def deal_of(data: bytes) -> tuple[int, int, int, int]:
    """(row of the game, players, seed, number of actions) of a dumped match; ValueError as in `load`."""
    players, row, _, seed, places = _fields(data)
    return row, players, seed, len(places)


class Session:
    """One match. Read: `key`, `players`, `seed`, `options` (name to value), `rng`, `game`, `history`.

    `history` is the array of the actions played, with the signals and calls that count. Do not hold on to
    `game` or `history` for long: `undo` and `act` put others in their place.

    >>> session = Session("inversio", 2, seed_of("0001za"))
    >>> session.seed, session.code
    (2026, '0001ZA')
    >>> session.game.legal_actions()
    [5, 37]
    >>> session.act(5)
    >>> saved = session.dump()
    >>> len(saved), game_of(saved), list(session.history)
    (21, 'inversio', [5])
    >>> session.undo()
    >>> list(session.history)
    []
    """

    def __init__(self, key: str, players: int, seed: int, **options: "Any") -> None:
        """Deals a match. seed: 0 <= seed < 2**30. ValueError, with a sentence, for what does not fit."""
        module = registry.load(key)
        self.key = key
        self.players = players
        self.seed = seed
        self.rng = Rng(seed)
        self.game = module.Game(players, self.rng, **options)
        self.history = array("H")
        self._places = bytearray()
        # An option is kept as the index of its value, and as the value in its row, so that a match and the
        # same one loaded are equal. A default that is not an allowed value (None) is saved as 255 and left
        # out of `options`. Callers may pass an index for a value and a list for a tuple.
        self.options: dict[str, Any] = {}
        self._choices = bytearray()
        for name, allowed, default in module.OPTIONS:
            value = options.get(name, default)
            place = _DEFAULT
            if isinstance(value, list):
                value = tuple(value)
            if value in allowed:
                place = allowed.index(value)
            elif isinstance(value, int) and 0 <= value < len(allowed):
                place = value
            elif value != default:
                raise ValueError(f"A match with {name} {value} cannot be saved.")
            if place != _DEFAULT:
                self.options[name] = allowed[place]
            self._choices.append(place)

    def _offered(self, name: str) -> list[int]:
        """One part of what `act` takes now: a game has it, or has nothing of the kind."""
        offer = getattr(self.game, name, None)
        return offer() if offer else []

    def _play(self, place: int, action: int, marks: "Any") -> None:
        if hasattr(self.game, "replaced"):
            for gone in self.game.replaced(self.history, self._places):
                self.history = self.history[:gone] + self.history[gone + 1 :]
                self._places = self._places[:gone] + self._places[gone + 1 :]
                for i in range(len(marks)):
                    if marks[i] > gone:
                        marks[i] -= 1
        self.game.apply(action)
        self._places.append(place)
        self.history.append(action)

    def act(self, action: int, marks: "Any" = ()) -> None:
        """Plays an action of the seat to act, a signal or a call.

        ValueError, and no change, if it is not allowed. marks: a list of how many actions somebody has
        seen, kept right when a signal that is replaced goes from the history.
        """
        start = 0
        for name in _OFFERS:
            offered = self._offered(name)
            if action in offered and len(self.history) < _LONGEST:
                place = offered.index(action)
                self._play(start + place, offered[place], marks)
                return
            start += len(offered)
        raise ValueError(f"Action {action} is not allowed now.")

    def undo(self, count: int = 1) -> None:
        """Takes back the last actions, by playing all others again once; ValueError if there are fewer.

        Where taking back is fair is a rule of the table, and so the caller's business.
        """
        left = len(self.history) - count
        if left < 0:
            raise ValueError("There is nothing to take back.")
        self.history = self.history[:left]
        self._places = self._places[:left]
        self.rng = Rng(self.seed)
        self.game = self.at(left, self.rng)

    def at(self, count: int, rng: "Rng | None" = None) -> "Any":
        """The game as it was after the first `count` actions: a separate one, dealt and played again.

        rng: its chance, by default a separate one, too. Nothing is checked a second time, so that how long
        this takes says nothing of cards that somebody must not know.
        """
        game = registry.load(self.key).Game(self.players, rng or Rng(self.seed), **self.options)
        for i in range(count):
            game.apply(self.history[i])
        return game

    @property
    def code(self) -> str:
        """The seed as `code_of` gives it."""
        return code_of(self.seed)

    def dump(self) -> bytes:
        """The match as bytes for `load`: 18, one an option and one an action."""
        number = registry.number(self.key)
        data = _MAGIC + bytes((_VERSION, number, self.players, len(self._choices))) + self._choices
        data += struct.pack("<IH", self.seed, len(self._places)) + self._places
        return data + struct.pack("<I", crc32(data))

    @classmethod
    @rare
    def load(cls, data: "bytes | bytearray | memoryview", marks: "Any" = ()) -> "Session":
        """The session that was dumped; ValueError, with a sentence for the player, for anything else.

        marks: as for `act`; they count the actions as they are saved.
        """
        players, row, values, seed, places = _fields(data)
        key = registry.GAMES[row][0]
        session = cls(key, players, seed, **_options(registry.load(key).OPTIONS, values))
        for place in places:
            game = session.game
            offered = game.legal_actions()
            rest = place - len(offered)
            if rest < 0:
                action = offered[place]
            else:
                action = game.offered(rest) if hasattr(game, "offered") else -1
                if action < 0:
                    raise ValueError("The saved game breaks the rules of its game.")
            session._play(place, action, marks)
        return session


# Shared by the rare functions, which load one module for it and call no other rare function.


def _options(table: "Options", saved: bytes) -> "dict[str, Any]":
    """Options by name. table: the game's OPTIONS; saved: the byte of each option."""
    if len(saved) != len(table):
        raise ValueError("The saved game has other options than this version knows.")
    options = {}
    for (name, allowed, default), place in zip(table, saved):
        if place < len(allowed):
            options[name] = allowed[place]
        elif place != _DEFAULT or default in allowed:
            raise ValueError(f"The saved game has an unknown choice for {name}.")
    return options


def _fields(data: "bytes | bytearray | memoryview") -> tuple[int, int, bytes, int, bytes]:
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
