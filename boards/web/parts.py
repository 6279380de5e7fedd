# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The parts of the browser's console: keys, save region, voice and lamp."""

from binascii import hexlify, unhexlify

import webmachine
from micropython import const

from boards.parts.names import line, short

_TYPES = const(0)  # true for mypy only
if _TYPES:
    from collections.abc import Callable

    from boards import Event

_SIZE = const(4096)  # bytes of the save region
_AROUND = const(40)  # pixels around the picture in which a finger is told


class Queue:
    """The queue of keys from keyboard, gamepads and the drawn console."""

    overflowed = False  # it has no limit

    def get_into(self, event: "Event") -> bool:
        """Fills in the next press or release; returns False if there is none."""
        code = webmachine.nextKey()
        if code < 0:
            return False
        event.key_number = code >> 1
        event.pressed = bool(code & 1)
        return True


def touched() -> "tuple[int, int, int] | None":
    """Returns the next (x, y, kind) of a finger on the picture, see handful.finger; None if there is none."""
    code: int = webmachine.nextTouch()
    return None if code < 0 else ((code >> 2 & 255) - _AROUND, (code >> 10) - _AROUND, code & 3)


def named(text: str, width: "Callable[[str], int]", room: int) -> str:
    """Returns a foot line with the names of the keys used last, see boards.parts.names.line."""
    names: str = webmachine.keyNames()
    return line(text, [short(name) for name in names.split("\n")] if names else (), width, room)


def typed() -> str:
    """Returns what was typed since the last call. Until the keys are read, typing presses no keys."""
    text: str = webmachine.takeTyped()
    return text


class Kept:
    """The save region, which the page keeps in hexadecimal: len(), slices to read and to write."""

    atomic = True

    def __init__(self) -> None:
        data = unhexlify(webmachine.keptBytes())[:_SIZE]
        self._data = bytearray(data) + b"\xff" * (_SIZE - len(data))
        self.refusal = tuple(webmachine.keptRefusal().split())  # why nothing can be written, for texts.say

    def __len__(self) -> int:
        return _SIZE

    def __getitem__(self, part: "slice[int, int, None]") -> bytes:
        return bytes(self._data[part])

    def __setitem__(self, part: "slice[int, int, None]", new: bytes) -> None:
        """OSError, with the page's reason, if it cannot keep it."""
        data = bytearray(self._data)
        data[part] = new
        reason = webmachine.keepBytes(hexlify(data).decode())
        if reason:
            raise OSError(reason)
        self._data = data


def region() -> Kept | None:
    """Returns the save region, None if the page may keep nothing."""
    return Kept() if webmachine.mayKeep() else None


def date() -> tuple[int, int, int]:
    """Returns year, month and day where the page is."""
    day: int = webmachine.dateToday()
    return day // 10_000, day // 100 % 100, day % 100


class Voice:
    """Plays tones."""

    def tone(self, hertz: int, volume: int) -> None:
        """Starts a tone, which lasts until the next call. volume: 1 to 3."""
        webmachine.playTone(hertz, volume)

    def quiet(self) -> None:
        """Stops the tone."""
        webmachine.stopTone()


class Lamp:
    """The lamp beside the picture."""

    def shine(self, colour: int, person: bool) -> None:
        """Shows a colour, 0xRRGGBB; 0 is off. It is brighter if it is a person's turn."""
        webmachine.shineLamp(colour, person)
