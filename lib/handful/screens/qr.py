# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A QR code of the link to the match, for the camera of a telephone.

The code is always of version 7 with level L of error correction and mask 0, so tables and choices are spared:
45 modules a side, 154 bytes at most. ISO/IEC 18004 describes it.
"""

from micropython import const

from handful import keys, link
from handful.picture import ink
from handful.picture.measures import FOOT, WIDTH
from handful.screens.screen import Screen

_TYPES = const(0)  # true for mypy only
if _TYPES:
    from handful.app import App

_SIDE = const(45)  # modules a side
_QUIET = const(4)  # modules that have to be empty around it
_WORDS = const(156)  # bytes of data, in two blocks
_BLOCK = const(78)  # bytes of a block
_CHECKS = const(20)  # and the bytes behind them that correct errors
_POLYNOMIAL = const(0x11D)  # of the field GF(256)
_FORMAT = const(0x77C4)  # level L and mask 0, with its own correction
_VERSION = const(0x07C94)  # version 7, the same
_MOST = const(154)  # bytes of a text
_FREE = const(2)  # a module that nothing has set yet
_SCALE = const(FOOT // (_SIDE + 2 * _QUIET))  # pixels a module
_SIZE = const(_SIDE * _SCALE)


class View(Screen):
    """Shows the code until A, B, START, UP or DOWN; then opens the screen `then`."""

    def __init__(self, app: "App", then: str) -> None:
        super().__init__(app)
        self._then = then

    def open(self) -> None:
        canvas = self.canvas
        canvas.clear(ink.PAPER)
        app = self.app
        text = app.site + "?"
        text += link.query(app.match, app.settings.names, _MOST - len(text))
        modules = encode(text.encode())
        top = (FOOT - _SIZE) // 2
        left = (WIDTH - _SIZE) // 2
        for row in range(_SIDE):
            start = 0  # of modules of one colour
            for column in range(1, _SIDE + 1):
                at = row * _SIDE + column
                if column == _SIDE or modules[at] != modules[at - 1]:
                    if modules[at - 1]:
                        width = (column - start) * _SCALE
                        canvas.fill(left + start * _SCALE, top + row * _SCALE, width, _SCALE, ink.INK)
                    start = column
        self.foot(self.say("keys_on"))

    def press(self, key: int) -> None:
        if key in (keys.LEFT, keys.RIGHT, keys.SELECT):
            self.refuse(self.say("press_a"))
        else:
            self.app.open(self._then)


def encode(data: bytes) -> bytearray:
    """Returns a code's modules row by row, a byte for each: 1 is dark. data: 154 bytes at most."""
    modules = bytearray(b"\x02" * (_SIDE * _SIDE))
    _draw_patterns(modules)
    _place(modules, _corrected(_framed(data)))
    return modules


def _framed(data: bytes) -> bytearray:
    # Four bits that say "bytes", eight that say how many, the bytes, four bits for the end, and padding.
    words = bytearray(_WORDS)
    words[0] = 0x40 | len(data) >> 4
    last = len(data) & 15
    for i in range(len(data)):
        words[i + 1] = last << 4 | data[i] >> 4
        last = data[i] & 15
    words[len(data) + 1] = last << 4
    for i in range(len(data) + 2, _WORDS):
        words[i] = 0x11 if (i - len(data)) & 1 else 0xEC
    return words


def _corrected(words: bytearray) -> bytearray:
    # The two blocks, by turns, and then what corrects them (Reed and Solomon), by turns as well.
    powers = bytearray(512)  # of 2 in the field, twice
    logs = bytearray(256)
    value = 1
    for i in range(255):
        powers[i] = powers[i + 255] = value
        logs[value] = i
        value <<= 1
        if value > 255:
            value ^= _POLYNOMIAL
    divisor = bytearray(_CHECKS + 1)  # the product of (x - 2**i); the highest power is the first
    divisor[0] = 1
    for i in range(_CHECKS):
        for j in range(i + 1, 0, -1):
            if divisor[j - 1]:
                divisor[j] ^= powers[logs[divisor[j - 1]] + i]
    whole = bytearray(_WORDS + 2 * _CHECKS)
    for block in range(2):
        rest = bytearray(_BLOCK + _CHECKS)
        for i in range(_BLOCK):
            rest[i] = whole[2 * i + block] = words[block * _BLOCK + i]
        for i in range(_BLOCK):
            if rest[i]:
                log = logs[rest[i]]
                for j in range(1, _CHECKS + 1):
                    rest[i + j] ^= powers[log + logs[divisor[j]]]
        for i in range(_CHECKS):
            whole[_WORDS + 2 * i + block] = rest[_BLOCK + i]
    return whole


def _draw_patterns(modules: bytearray) -> None:
    # All that is the same in every code of this kind.
    for i in range(_SIDE):
        modules[6 * _SIDE + i] = modules[i * _SIDE + 6] = 1 - i % 2
    for row in (6, 22, 38):
        for column in (6, 22, 38):
            if row + column not in (12, 44) or row == 22:
                _draw_square(modules, row, column, 2)
    for row, column in ((3, 3), (3, _SIDE - 4), (_SIDE - 4, 3)):
        _draw_square(modules, row, column, 4)
    for i in range(15):
        bit = _FORMAT >> i & 1
        along = i if i < 6 else i + 1 if i < 8 else _SIDE - 15 + i  # down the eighth column
        modules[along * _SIDE + 8] = bit
        along = _SIDE - 1 - i if i < 8 else 7 if i == 8 else 14 - i  # from the right in the eighth row
        modules[8 * _SIDE + along] = bit
    modules[(_SIDE - 8) * _SIDE + 8] = 1
    for i in range(18):
        bit = _VERSION >> i & 1
        modules[i // 3 * _SIDE + _SIDE - 11 + i % 3] = bit
        modules[(_SIDE - 11 + i % 3) * _SIDE + i // 3] = bit


def _draw_square(modules: bytearray, row: int, column: int, far: int) -> None:
    # Rings around a module. far: the distance of the last; the large squares have a light one there.
    for y in range(max(0, row - far), min(_SIDE, row + far + 1)):
        for x in range(max(0, column - far), min(_SIDE, column + far + 1)):
            ring = max(abs(y - row), abs(x - column))
            modules[y * _SIDE + x] = 0 if ring == far // 2 or ring == 4 else 1


def _place(modules: bytearray, whole: bytearray) -> None:
    # Fills what is free in pairs of columns from the right, up and down by turns, around the sixth column.
    at = 0  # the bit
    for pair in range(_SIDE // 2):
        right = _SIDE - 1 - 2 * pair
        if right <= 6:
            right -= 1
        for i in range(_SIDE):
            row = i if pair % 2 else _SIDE - 1 - i
            for column in (right, right - 1):
                place = row * _SIDE + column
                if modules[place] == _FREE:
                    bit = whole[at >> 3] >> (7 - (at & 7)) & 1
                    modules[place] = bit ^ 1 - (row + column) % 2
                    at += 1
