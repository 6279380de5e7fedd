# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Draws the wiring of settings.toml.example: `python tools/wiring.py` makes docs/wiring.svg and the table in
docs/wiring.md.

The example is the one place that says which pin is what. Its comments name the display's side of a wire.
"""

import re
import sys
from html import escape
from typing import NamedTuple

from tools import PROJECT

EXAMPLE = PROJECT / "settings.toml.example"
DRAWING = PROJECT / "docs" / "wiring.svg"
PAGE = PROJECT / "docs" / "wiring.md"

# The Pico's pins, from its USB socket down on the left, then up on the right. Pico W and 2 have the same.
PICO = (
    "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15 "
    "GP16 GP17 GND GP18 GP19 GP20 GP21 GND GP22 RUN GP26 GP27 GND GP28 VREF 3V3 3V3_EN GND VSYS VBUS"
).split()
SIDE = len(PICO) // 2

_BEGIN = "<!-- tools/wiring.py makes this table of settings.toml.example. -->\n"
_END = "<!-- end of the table -->\n"
_LINE = re.compile(r'^HANDFUL_(\w+) = "([^"]*)"(?: *# *(.*))?$', re.MULTILINE)
_KEYS = ("UP", "DOWN", "LEFT", "RIGHT", "A", "B", "START", "SELECT")
_LAMPS = ("red", "green", "blue")
_INKS = {
    **{"display": "#8ecae6", "key": "#ffc83d", "BUZZER": "#c8e6c9"},
    **{"red": "#ff8f85", "green": "#9be28f", "blue": "#9fb4ff"},
}
_BOARD, _GROUND, _INK, _PALE = "#1f6b4f", "#0b1512", "#16161c", "#f3ead7"
_ROW = 19
_TOP = 34
_WIDTH, _HEIGHT = 640, _TOP + SIDE * _ROW + 36
_PICO_AT, _PICO_WIDE = 250, 140  # its left edge, its width
_LABEL = 112  # the width of a label


class Wire(NamedTuple):
    """A wire: the number of the Pico's pin, the setting, what is at the other end, a kind for its colour."""

    number: int
    setting: str
    there: str
    kind: str


def wires(text: str) -> list[Wire]:
    """Returns the wires of an example of settings, by the pins' numbers."""
    found = []
    for name, value, comment in _LINE.findall(text):
        pins = value.split()
        if not pins or not all(pin in PICO for pin in pins):
            continue
        for place, pin in enumerate(pins):
            number = PICO.index(pin) + 1
            if name == "LAMP" and len(pins) > 1:
                found.append(Wire(number, f"LAMP, {_LAMPS[place]}", "the LED by a resistor", _LAMPS[place]))
            elif name in _KEYS:
                found.append(Wire(number, name, "the key, and from there to ground", "key"))
            elif name == "BUZZER":
                found.append(Wire(number, name, comment, name))
            else:
                found.append(Wire(number, name, f"the display's {comment.partition(';')[0]}", "display"))
    return sorted(found)


def table(found: list[Wire]) -> str:
    """Returns a table in Markdown."""
    rows = ["| pin | called | setting | goes to |", "|--:|---|---|---|"]
    rows += [f"| {wire.number} | {PICO[wire.number - 1]} | {wire.setting} | {wire.there} |" for wire in found]
    rows.append(f"| {PICO.index('3V3') + 1} | 3V3 | | the display's VCC or VIN |")
    grounds = ", ".join(str(number + 1) for number, name in enumerate(PICO) if name == "GND")
    rows.append(f"| {grounds} | GND | | ground of the display, the keys, the buzzer and the LED |")
    return "\n".join(rows) + "\n"


def drawing(found: list[Wire]) -> str:
    """Returns an SVG: the Pico from above, and a label at each pin that is used."""
    labels = {}
    for wire in found:
        word = f"display {wire.setting}" if wire.kind == "display" else wire.setting
        labels[wire.number] = word, _INKS[wire.kind]
    labels[PICO.index("3V3") + 1] = ("display VCC", _INKS["display"])
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" '
        'font-family="system-ui,sans-serif" font-size="12">',
        _box(0, 0, _WIDTH, _HEIGHT, 12, _GROUND),
        _box(_PICO_AT, _TOP - 16, _PICO_WIDE, SIDE * _ROW + 28, 8, _BOARD),
        _box(_PICO_AT + 45, _TOP - 24, 50, 26, 3, "#c9c9c9"),
        _text(_PICO_AT + 70, _TOP - 7, "USB", _INK, "middle"),
        _text(_PICO_AT + 70, _HEIGHT - 9, "every GND is the same ground", _PALE, "middle"),
    ]
    for number, name in enumerate(PICO, 1):
        left = number <= SIDE
        y = _TOP + (number - 1 if left else len(PICO) - number) * _ROW + 12
        edge = _PICO_AT if left else _PICO_AT + _PICO_WIDE
        inside = 10 if left else -10
        hole = f'cx="{edge + inside}" cy="{y}" r="5" fill="{_GROUND}" stroke="#d8b13a" stroke-width="2"'
        parts.append(f"<circle {hole}/>")
        parts.append(_text(edge + 2 * inside, y + 4, name, _PALE, "start" if left else "end"))
        if number not in labels:
            continue
        word, ink = labels[number]
        end = edge - 60 if left else edge + 60
        parts.append(f'<path d="M{edge + inside} {y}H{end}" stroke="{ink}" stroke-width="2"/>')
        parts.append(_box(end - _LABEL if left else end, y - 8, _LABEL, 16, 8, ink))
        parts.append(_text(end - _LABEL // 2 if left else end + _LABEL // 2, y + 4, word, _INK, "middle"))
        parts.append(_text(edge - inside * 2, y - 3, str(number), _PALE, "middle"))
    return "\n".join([*parts, "</svg>\n"])


def _box(x: int, y: int, width: int, height: int, radius: int, colour: str) -> str:
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{radius}" fill="{colour}"/>'


def _text(x: int, y: int, text: str, colour: str, anchor: str) -> str:
    return f'<text x="{x}" y="{y}" fill="{colour}" text-anchor="{anchor}">{escape(text)}</text>'


def page(text: str, found: list[Wire]) -> str:
    """Returns the text of docs/wiring.md with this table in it."""
    before, _, rest = text.partition(_BEGIN)
    return before + _BEGIN + table(found) + _END + rest.partition(_END)[2]


def main() -> int:
    """Makes both."""
    found = wires(EXAMPLE.read_text(encoding="utf-8"))
    DRAWING.write_text(drawing(found), encoding="utf-8")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), found), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
