# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Draws a board's keys as an SVG: the screen in the middle, and on each key what is printed on it.

Everything is from the board's page: its layout, and `_PRINTED` or KEYS_CALLED for the keys
(boards/__init__.py). A key that is called otherwise in the games has that name beneath it. Few keys have what
they mean beneath them.
"""

from html import escape

from tools.build import drive, layouts, pages

_NAMES = ("", "A", "B", "START", "SELECT")
_BODY, _SCREEN, _KEY, _INK, _WORD = "#23463d", "#0b1512", "#f3ead7", "#16161c", "#f3ead7"
_WIDTH, _HEIGHT = 320, 132
_CROSS = ((0, -1), (-1, 0), (0, 1), (1, 0))  # up, left, down, right
_STEP = 19  # from the middle of the cross to its arms
_WIDE, _HIGH = 128, 96  # of the screen at most
_HIGH_ABOVE = 78  # the same above few keys
_MEANS = {3: ("NEXT", "YES", "BACK"), 2: ("NEXT / BACK", "YES")}  # in the order of FEW


def printed(page: str) -> tuple[str, ...]:
    """Returns what is printed on the keys for the directions, A, B, START and SELECT; "" for just that."""
    home = pages.origin(page, "KEYS")
    called = pages.fact(home, "KEYS_CALLED", ("",) * 5)
    return tuple(pages.fact(home, "_PRINTED", called)[:5])


def is_held(page: str) -> bool:
    """Returns whether SELECT is the key of START, held down."""
    found = printed(page)
    return bool(found[3]) and found[3] == found[4]


def few(page: str) -> tuple[str, ...]:
    """Returns what is printed on the keys for NEXT, YES and BACK; () for a board with eight keys."""
    return tuple(pages.fact(pages.origin(page, "FEW"), "FEW", ()))


def is_touched(page: str) -> bool:
    """Returns whether a board has a display that is touched in place of keys."""
    return "boards.parts.touch" in drive.used_by(pages.origin(page, "KEYS"))


def draw(page: str) -> str:
    """Returns the SVG of a board, by the name of its page."""
    named = few(page)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        'font-family="system-ui,sans-serif" text-anchor="middle" font-weight="600">',
        _box(2, 2, _WIDTH - 4, _HEIGHT - 4, 18, _BODY),
    ]
    width, height = layouts.size(layouts.of(page))
    room = _HIGH_ABOVE if named else _HIGH
    scale = min(_WIDE / width, room / height)
    wide, high = round(width * scale), round(height * scale)
    parts.append(_box((_WIDTH - wide) // 2, 8 + (room - high) // 2, wide, high, 3, _SCREEN))
    parts.append(_text(_WIDTH // 2, 12 + room // 2, f"{width} × {height}", _WORD, 11))
    if is_touched(page):
        return "".join([*parts, _finger(_WIDTH // 2, 86), "</svg>\n"])
    parts += _few(named) if named else _eight(page)
    return "".join([*parts, "</svg>\n"])


def _finger(x: int, y: int) -> str:
    # A fingertip on the screen, with a ring around what it touches.
    ring = f'<circle cx="{x}" cy="{y}" r="9" fill="none" stroke="{_KEY}" stroke-width="2"/>'
    return f'{ring}<rect x="{x - 5}" y="{y - 5}" width="10" height="48" rx="5" fill="{_KEY}"/>'


def _few(named: tuple[str, ...]) -> list[str]:
    # The keys in a row below the screen: the last of FEW is on the left.
    parts = []
    for place, means in enumerate(_MEANS[len(named)]):
        x = _WIDTH // 2 + (len(named) - 1 - 2 * place) * 40
        parts.append(_box(x - 32, 92, 64, 18, 8, _KEY))
        parts.append(_text(x, 105, named[place], _INK, 11))
        parts.append(_text(x, 123, means, _WORD, 9))
    return parts


def _eight(page: str) -> list[str]:
    directions, *called = printed(page)
    parts = []
    signs = directions.split() if " " in directions else list(directions)
    for number, (x, y) in enumerate(_CROSS):
        at = 48 + x * _STEP, 56 + y * _STEP
        parts.append(_box(at[0] - 9, at[1] - 9, 18, 18, 4, _KEY))
        parts.append(_text(at[0], at[1] + 4, signs[number] if signs else "▲◀▼▶"[number], _INK, 11))
    for key, (x, y) in enumerate(((288, 42), (250, 66))):
        name = _NAMES[key + 1]
        parts.append(f'<circle cx="{x}" cy="{y}" r="15" fill="{_KEY}"/>')
        parts.append(_text(x, y + 4, called[key] or name, _INK, 12 if len(called[key]) < 3 else 9))
        if called[key] and called[key] != name:
            parts.append(_text(x, y + 26, name, _WORD, 10))
    pills = [(3, _NAMES[3] + " / " + _NAMES[4])] if is_held(page) else [(4, _NAMES[4]), (3, _NAMES[3])]
    for place, (key, name) in enumerate(pills):
        x = _WIDTH // 2 + (2 * place - len(pills) + 1) * 30
        other = called[key - 1]
        parts.append(_box(x - 26, 108, 52, 15, 7, _KEY))
        parts.append(_text(x, 119, other or name, _INK, 9))
        if other and other != name:
            side = x + (30 if place == len(pills) - 1 else -30)
            anchor = "start" if side > x else "end"
            parts.append(_text(side, 119, name, _WORD, 9, anchor))
    return parts


def _box(x: int, y: int, width: int, height: int, radius: int, colour: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" fill="{colour}"/>'


def _text(x: int, y: int, text: str, colour: str, size: int, anchor: str = "middle") -> str:
    style = f'fill="{colour}" font-size="{size}" text-anchor="{anchor}"'
    return f'<text x="{x}" y="{y}" {style}>{escape(text)}</text>'
