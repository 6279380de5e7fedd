# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Turns stored matches into lines of the tables of docs/strength.md.

The page is written by hand, its tables are not: a line of theirs that was measured takes the place of the one
that says the same of an older player.

A result is a mean over deals with its standard error. The matches of a deal, one for each seat, are
correlated. So the mean of a deal is one observation, and a deal counts once all its matches are played.
"""

from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from engine import registry
from tools.strength.matches import Row

# The columns that say what a line is about.
_NAMES = ("game", "players", "rules", "level", "signals", "one seat, the others", "against", "one seat")
NOTHING = "Nothing has been measured yet: `make arena` does that."


class Estimate:
    """A mean, its standard error (0.0 for fewer than two observations), and the number of observations."""

    def __init__(self, values: list):
        """values: independent observations, at least one."""
        self.count = len(values)
        self.mean = fmean(values)
        self.error = stdev(values) / sqrt(self.count) if self.count > 1 else 0.0


class Result:
    """A row's complete deals.

    games: their number; share: Estimate of the share of the win; parity: what a seat equal to the
    others wins, None in The Game; edge: Estimate of share less parity; left: Estimate of The Game's cards
    left; endings: of each, the worth of the best action and of the one chosen.
    """

    def __init__(self, row: Row, records: dict):
        """records: (deal, turn) -> result, with at least one complete deal."""
        shares = []
        parities = []
        left = []
        self.endings = [pair for record in records.values() for pair in record.get("endings", [])]
        for deal in complete(row, records):
            gains = [records[deal, turn]["gain"] for turn in range(row.turns)]
            if row.key == "the_game":
                left.append(records[deal, 0]["left"])
            elif row.parity is None and not row.team:
                parities.append(gains.pop())
            shares.append(sum(gains) / len(gains))
        self.games = len(shares) * row.turns
        self.share = Estimate(shares)
        self.parity: Any = sum(parities) / len(parities) if parities else row.parity
        if parities:
            self.edge = Estimate([share - parity for share, parity in zip(shares, parities)])
        else:
            self.edge = Estimate([share - (row.parity or 0) for share in shares])
        self.left: Any = Estimate(left) if left else None


def complete(row: Row, records: dict) -> list[int]:
    """Returns the deals of which all matches are stored, rising."""
    deals = sorted({deal for deal, _ in records})
    return [deal for deal in deals if all([(deal, turn) in records for turn in range(row.turns)])]


def measured(rows: list[Row], results: dict) -> list[tuple]:
    """Returns (row, Result) of each row with a complete deal."""
    return [(row, Result(row, results[row.name])) for row in rows if complete(row, results.get(row.name, {}))]


def _table(heads: list[str], lines: list[list]) -> str:
    """Returns a Markdown table with padded columns, numbers aligned right."""
    columns = []
    for column in zip(heads, *[map(str, line) for line in lines]):
        filled = [cell for cell in column[1:] if cell]
        right = bool(filled) and all([cell[0] in "0123456789+-" for cell in filled])
        width = max(map(len, column))
        rule = "-" * (width + 1) + (":" if right else "-")
        padded = [f" {cell:>{width}} " if right else f" {cell:<{width}} " for cell in column]
        columns.append([padded[0], rule, *padded[1:]])
    return "".join([f"|{'|'.join(line)}|\n" for line in zip(*columns)])


def with_error(estimate: Estimate, times: int = 1, sign: str = "") -> str:
    """Returns mean and standard error with one decimal, times 1 or 100; a ? for the error of one observation.

    sign: "+" to show it always.
    """
    error = f"{times * estimate.error:.1f}" if estimate.count > 1 else "?"
    return f"{times * estimate.mean:{sign}.1f} ± {error}"


def rules_of(row: Row) -> str:
    """Returns in words what is special about a row's matches."""
    words = []
    for option, value in row.options:
        if row.key == "the_game" and option == "level":
            words.append("expert" if value == 1 else "expert, smaller hand")
        elif option == "rounds":
            words.append("one round" if value == 1 else f"{value} rounds")
        elif value == 1:
            words.append(f"`{option}`")
        else:
            words.append(f"`{option}` {value}")
    if row.first_round:
        words.append("first round")
    if row.key == "flip_over" and not row.first_round:
        words.append("whole match")
    return ", ".join(words)


def _team(row: Row, result: Result) -> list:
    signals = "" if row.players == 1 else "with" if row.signals else "without"
    who = [row.players, rules_of(row), row.player, signals, result.games]
    return [*who, with_error(result.share, 100), with_error(result.left)]


def _game(row: Row) -> list:
    return [registry.row(row.key)[1], row.players, rules_of(row)]


def _level(row: Row, result: Result) -> list:
    who = [f"{row.player} against {row.other}", result.games, with_error(result.share, 100)]
    return [*_game(row), *who, f"{100 * result.parity:.1f}", with_error(result.edge, 100, "+")]


def _ending(row: Row, result: Result) -> list:
    won = [own for best, own in result.endings if best == 1]
    lost = Estimate([best - own for best, own in result.endings] or [0])
    return [
        *_game(row),
        len(result.endings),
        len(won),
        sum([own < 1 for own in won]),
        f"{100 * lost.mean:.2f}",
    ]


def _search(row: Row, result: Result) -> list:
    others = "alone" if row.team else f"others {row.other}"
    worth = f"{with_error(result.left)} left" if row.team else with_error(result.share, 100)
    return [*_game(row), others, row.player, result.games, worth]


# Of each kind of row: the heads of its table, and what makes a line.
TABLES = {
    "team": ("players|rules|level|signals|games|beaten %|cards left", _team),
    "levels": ("game|players|rules|one seat, the others|games|wins %|parity %|above parity", _level),
    "endings": ("game|players|rules|endings|won|won and lost|points lost", _ending),
    "search": ("game|players|rules|against|one seat|games|wins %, or cards", _search),
}


def tables(rows: list[Row], results: dict) -> str:
    """Returns all tables as Markdown, or one sentence if nothing was measured."""
    parts = []
    for kind, (heads, line) in TABLES.items():
        lines = [line(row, result) for row, result in measured(rows, results) if row.kind == kind]
        if lines:
            parts.append(_table(heads.split("|"), lines))
    return "\n".join(parts) or NOTHING + "\n"


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|\n").split("|")]


def _grouped(text: str) -> list[tuple[str, list[str]]]:
    """Returns the lines of a text as ("", [line]), those of a table together: (its heads, its lines)."""
    groups: list[tuple[str, list[str]]] = []
    for line in text.splitlines():
        if not line.startswith("|"):
            groups.append(("", [line]))
        elif groups and groups[-1][0]:
            groups[-1][1].append(line)
        else:
            groups.append((" ".join(_cells(line)), [line]))
    return groups


def merged(old: str, new: str) -> str:
    """Returns the old text with the lines that the new text has in its tables.

    No two tables have the same heads. A line takes the place of the one that agrees with it in all columns of
    _NAMES; one that is new comes after the last line of its game. A table that the old text lacks is
    left out.
    """
    fresh = {heads: lines for heads, lines in _grouped(new) if heads}
    out = []
    for heads, lines in _grouped(old):
        if heads in fresh:
            cells = [_cells(line) for line in lines]
            names = [column for column, head in enumerate(cells[0]) if head in _NAMES]
            for line in map(_cells, fresh[heads][2:]):
                own = [at for at, other in enumerate(cells) if other[0] == line[0]]
                same = [at for at, other in enumerate(cells) if all([line[n] == other[n] for n in names])]
                if same:
                    cells[same[0]] = line
                else:
                    cells.insert(own[-1] + 1 if own else len(cells), line)
            lines = _table(cells[0], cells[2:]).splitlines()
        out += lines
    return "\n".join(out) + "\n"


def write(rows: list[Row], results: dict, page: Path) -> None:
    """Puts what was measured into the tables of the page docs/strength.md."""
    old = page.read_text(encoding="utf-8")
    page.write_text(merged(old, tables(rows, results)), encoding="utf-8")
