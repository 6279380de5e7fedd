# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Draws a chart of strength over cost as SVG: a point a player, with its standard error."""

from html import escape
from math import ceil, floor, log10

_WIDTH = 640
_HEIGHT = 400
_LEFT, _RIGHT, _TOP, _BOTTOM = 64, 24, 44, 52
_OURS = "#0b6e99"
_SEARCH = "#b5541c"
_INK = "#333333"
_GRID = "#e2e2e2"


def _name(player: str) -> str:
    return "ISMCTS " + player.split(":")[1] if player.startswith("ismcts:") else player


def _steps(low: float, high: float) -> list[float]:
    """Returns about five round numbers between `low` and `high`."""
    span = max(high - low, 1e-9)
    power = 10 ** floor(log10(span))
    step = power / 5
    for factor in (1 / 5, 1 / 2, 1, 2):
        step = power * factor
        if span / step <= 6:
            break
    first = floor(low / step)
    return [number * step for number in range(first, ceil(high / step) + 1)]


def draw(title: str, label: str, points: list[tuple]) -> str:
    """Returns the chart's source.

    points: (player, cost, strength, standard error), two or more, by rising cost. Players whose names begin
    with "ismcts:" are joined by one line, all others by another.
    """
    lows = [strength - error for _, _, strength, error in points]
    highs = [strength + error for _, _, strength, error in points]
    ticks = _steps(min(lows), max(highs))
    first = floor(log10(max(1, points[0][1])))
    last = max(first + 1, ceil(log10(max(1, points[-1][1]))))

    def across(cost: float) -> float:
        share = (log10(max(1, cost)) - first) / (last - first)
        return round(_LEFT + share * (_WIDTH - _LEFT - _RIGHT), 1)

    def down(strength: float) -> float:
        share = (strength - ticks[0]) / (ticks[-1] - ticks[0])
        return round(_HEIGHT - _BOTTOM - share * (_HEIGHT - _TOP - _BOTTOM), 1)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" '
        f'height="{_HEIGHT}" font-family="sans-serif" font-size="13" fill="{_INK}">',
        f"<title>{escape(title)}: strength over cost</title>",
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>',
        f'<text x="{_LEFT}" y="18" font-size="15" font-weight="bold">{escape(title)}</text>',
        f'<text x="{_LEFT}" y="35">{escape(label)}</text>',
    ]
    for tick in ticks:
        y = down(tick)
        out.append(f'<path d="M{_LEFT} {y}H{_WIDTH - _RIGHT}" stroke="{_GRID}"/>')
        out.append(f'<text x="{_LEFT - 8}" y="{y + 4:g}" text-anchor="end">{tick:g}</text>')
    for power in range(first, last + 1):
        x = across(10**power)
        out.append(f'<path d="M{x} {_TOP}V{_HEIGHT - _BOTTOM}" stroke="{_GRID}"/>')
        out.append(f'<text x="{x}" y="{_HEIGHT - _BOTTOM + 18}" text-anchor="middle">{10**power:,}</text>')
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    words = "bytecodes a decision, median"
    out.append(f'<text x="{middle:g}" y="{_HEIGHT - 10}" text-anchor="middle">{words}</text>')
    for search, color in ((False, _OURS), (True, _SEARCH)):
        line = [point for point in points if point[0].startswith("ismcts:") == search]
        if len(line) > 1:
            path = "L".join([f"{across(cost)} {down(strength)}" for _, cost, strength, _ in line])
            out.append(f'<path d="M{path}" fill="none" stroke="{color}" stroke-width="1.5"/>')
        for player, cost, strength, error in line:
            x = across(cost)
            y = down(strength)
            if error:
                bar = f"M{x} {down(strength - error)}V{down(strength + error)}"
                out.append(f'<path d="{bar}" stroke="{color}" stroke-width="1.5"/>')
            out.append(f'<circle cx="{x}" cy="{y}" r="4.5" fill="{color}"/>')
            # Near the right edge the label goes to the left of its point.
            side, anchor = (-9, "end") if x > _WIDTH - 130 else (9, "start")
            above = -8 if search or y > _HEIGHT - _BOTTOM - 25 else 18
            place = f'x="{x + side:g}" y="{y + above:g}" text-anchor="{anchor}"'
            out.append(f'<text {place} fill="{color}">{_name(player)}</text>')
    return "\n".join(out) + "\n</svg>\n"
