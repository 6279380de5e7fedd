# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Turns stored matches into the tables of docs/strength.md.

A result is a mean over deals with its standard error. The matches of a deal, one for each seat, are
correlated. So the mean of a deal is one observation, and a deal counts once all its matches are played.
"""

from math import sqrt
from pathlib import Path

from engine import registry
from tools.measure.bench import BOARD, HARD, OTHERS, SLICE, THINKING, USUAL, thinking_ms
from tools.strength import chart
from tools.strength.matches import LEVELS, Row

# The columns that say what a line is about.
_NAMES = (
    "game", "players", "rules", "level", "signals", "one seat, the others", "against", "one seat", "player",
    "yardstick",
)  # fmt: skip
NOTHING = "Nothing has been measured yet: `make arena` does that."


class Estimate:
    """A mean, its standard error (0.0 for fewer than two observations), and the number of observations."""

    def __init__(self, values: list):
        """values: independent observations, at least one."""
        self.count = len(values)
        self.mean = sum(values) / self.count
        self.error = 0.0
        if self.count > 1:
            squares = sum([(value - self.mean) ** 2 for value in values])
            self.error = sqrt(squares / (self.count - 1) / self.count)


class Result:
    """A row's complete deals.

    games, deals: their numbers; share: Estimate of the share of the win; parity: what a seat equal to the
    others wins, None in The Game; edge: Estimate of share less parity; left: Estimate of The Game's cards
    left.
    """

    def __init__(self, row: Row, records: dict):
        """records: (deal, turn) -> result, with at least one complete deal."""
        shares = []
        parities = []
        left = []
        for deal in complete(row, records):
            gains = [records[deal, turn]["gain"] for turn in range(row.turns)]
            if row.team:
                left.append(records[deal, 0]["left"])
            elif row.parity is None:
                parities.append(gains.pop())
            shares.append(sum(gains) / len(gains))
        self.deals = len(shares)
        self.games = self.deals * row.turns
        self.share = Estimate(shares)
        self.parity = sum(parities) / len(parities) if parities else row.parity
        if parities:
            self.edge = Estimate([share - parity for share, parity in zip(shares, parities)])
        else:
            self.edge = Estimate([share - (row.parity or 0) for share in shares])
        self.left = Estimate(left) if left else None


def complete(row: Row, records: dict) -> list[int]:
    """Returns the deals of which all matches are stored, rising."""
    deals = sorted({deal for deal, _ in records})
    return [deal for deal in deals if all([(deal, turn) in records for turn in range(row.turns)])]


def quantile(values: list, share: float):
    """Returns the smallest of sorted values that at least this share of them does not exceed."""
    place = -int(-share * len(values) // 1) - 1
    return values[max(0, place)]


def measured(rows: list[Row], results: dict) -> list[tuple]:
    """Returns (row, Result) of each row with a complete deal."""
    return [(row, Result(row, results[row.name])) for row in rows if complete(row, results.get(row.name, {}))]


def _title(key: str) -> str:
    return registry.row(key)[1]


def _table(heads: list[str], lines: list[list]) -> str:
    """Returns a Markdown table with padded columns, numbers aligned right."""
    cells = [heads] + [[str(cell) for cell in line] for line in lines]
    widths = [max([len(line[column]) for line in cells]) for column in range(len(heads))]
    right = []
    for column in range(len(heads)):
        filled = [line[column] for line in cells[1:] if line[column]]
        right.append(bool(filled) and all([cell[0] in "0123456789+-" for cell in filled]))
    out = []
    for number, line in enumerate(cells):
        padded = [
            cell.rjust(width) if at_right else cell.ljust(width)
            for cell, width, at_right in zip(line, widths, right)
        ]
        out.append("| " + " | ".join(padded) + " |")
        if not number:
            rules = [
                "-" * (width + 1) + ":" if at_right else "-" * (width + 2)
                for width, at_right in zip(widths, right)
            ]
            out.append("|" + "|".join(rules) + "|")
    return "\n".join(out) + "\n"


def percent(share: float) -> str:
    """Returns a share as percent with one decimal."""
    return f"{100 * share:.1f}"


def with_error(estimate: Estimate, times: int = 1, sign: str = "") -> str:
    """Returns mean and standard error with one decimal, times 1 or 100; a ? for the error of one observation.

    sign: "+" to show it always.
    """
    error = f"{times * estimate.error:.1f}" if estimate.count > 1 else "?"
    return f"{times * estimate.mean:{sign}.1f} ± {error}"


def _percents(estimate: Estimate) -> str:
    return with_error(estimate, 100)


def _edge(result: Result) -> str:
    return with_error(result.edge, 100, "+")


def _goal(number, sign: str = "") -> str:
    return "" if number is None else f"{number:{sign}}"


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


def _seat(player: str) -> str:
    """Returns the name of a player in the table against ISMCTS."""
    kind, _, size = player.partition(":")
    return f"ISMCTS {int(size):,}" if kind == "tuned" else player


def _search_table(found: list) -> str:
    lines = []
    for row, result in found:
        lines.append(
            [
                _title(row.key), row.players, rules_of(row),
                f"{_seat(row.player)} against {_seat(row.other)}", result.games, result.deals,
                _percents(result.share), percent(result.parity), _edge(result),
                _goal(row.goal, "+"),
            ]
        )  # fmt: skip
    heads = ["game", "players", "rules", "one seat, the others", "games", "deals", "wins %", "parity %"]
    return _table(heads + ["above parity", "goal"], lines)


def _team_table(found: list) -> str:
    lines = []
    for row, result in found:
        signals = "" if row.players == 1 else "with" if row.signals else "without"
        lines.append(
            [
                row.players, rules_of(row), row.player, signals, result.games, _percents(result.share),
                with_error(result.left), _goal(row.known), _goal(row.goal),
            ]
        )  # fmt: skip
    heads = ["players", "rules", "level", "signals", "games", "beaten %", "cards left", "prototype", "goal"]
    return _table(heads, lines)


def _level_table(found: list) -> str:
    lines = []
    for row, result in found:
        lines.append(
            [
                _title(row.key), row.players, rules_of(row), f"{row.player} against {row.other}",
                result.games, _percents(result.share), percent(result.parity), _edge(result),
            ]
        )  # fmt: skip
    heads = ["game", "players", "rules", "one seat, the others", "games", "wins %", "parity %"]
    return _table(heads + ["above parity"], lines)


def _hint_table(found: list) -> str:
    lines = []
    for row, result in found:
        who = "follows the hints" if row.player == "hint" else "hard"
        others = f"others {row.other}" if row.other else "alone"
        line = [_title(row.key), row.players, rules_of(row), others, who, result.games]
        left = f", {with_error(result.left)} left" if row.team else ""
        lines.append(line + [_percents(result.share) + left])
    return _table(["game", "players", "rules", "against", "one seat", "games", "wins %"], lines)


def costs(rows: list[Row], results: dict) -> dict:
    """Returns (key, players, player) -> the sampled choices as (bytecodes, largest slice), over all rows."""
    found = {}
    for row in {row.name: row for row in rows}.values():  # two tables may share matches
        for record in results.get(row.name, {}).values():
            for player, pairs in record["costs"].items():
                found.setdefault((row.key, row.players, player), []).extend(pairs)
    return found


def _cost_table(found: dict, players_of, who: str) -> str:
    lines = []
    for key, title, least, most in registry.GAMES:
        for players in range(least, most + 1):
            for player in players_of:
                pairs = found.get((key, players, player))
                if not pairs:
                    continue
                totals = sorted([pair[0] for pair in pairs])
                line = [title, players, player, len(totals)]
                three = (quantile(totals, 0.5), quantile(totals, 0.95), totals[-1])
                line += [f"{number:,}" for number in three]
                line.append(f"{max([pair[1] for pair in pairs]):,}" if player in LEVELS else "")
                line += [f"{thinking_ms(key, number):,.0f}" for number in three]
                lines.append(line)
    if not lines:
        return ""
    heads = ["game", "players", who, "choices", "median", "95 %", "worst", "largest slice"]
    return _table(heads + ["median ms", "95 % ms", "worst ms"], lines)


def _paces() -> str:
    """Returns in words how many bytecodes a millisecond a robot's thinking takes."""
    words = [f"{pace} of {_title(key)}'s" for key, pace in THINKING.items()]
    return ", ".join(words) + f" and {OTHERS:,} of the others' a millisecond"


def _allowed() -> str:
    """Returns in words how long a hard decision may take: the median, the longest."""
    words = [f"in {_title(key)} {middle} and {longest:,}" for key, (middle, longest) in HARD.items()]
    return f"{USUAL[0]} ms in the median and {USUAL[1]:,} ms at worst; " + "; ".join(words)


def tables(rows: list[Row], results: dict) -> str:
    """Returns all tables as Markdown, or one sentence if nothing was measured."""
    found = measured(rows, results)
    if not found:
        return NOTHING + "\n"

    def of(kind: str) -> list:
        return [(row, result) for row, result in found if row.kind == kind]

    parts = []
    searched = of("tuned") + of("search")
    if searched:
        parts.append("## Hard against ISMCTS\n")
        parts.append(
            "One hard seat, ISMCTS of 1,000 or of 10,000 simulations at all the others, compiled, with\n"
            "constants tuned for each game: how is in tools/strength/tuned.py. A part of its rollouts'\n"
            "choices may follow a rule of thumb, which counts as such a constant. One seat of 10,000 among\n"
            "seats of 1,000 shows what ten times the thinking is worth in a game. The goal is above parity.\n"
        )
        if of("search"):
            parts.append("A game whose rules are not compiled meets the ISMCTS of Strength over cost.\n")
        parts.append(_search_table(searched))
    if of("team"):
        parts.append("## The Game\n")
        parts.append(
            "All seats at the level that is named. Without signals: a seat's signals are taken back before\n"
            "any other sees them.\n"
        )
        parts.append(_team_table(of("team")))
    if of("levels"):
        parts.append("## Each level against the one below\n")
        parts.append(_level_table(of("levels")))
    if of("hints"):
        parts.append("## Following every hint\n")
        if any([row.key == "the_game" for row, _ in of("hints")]):
            parts.append("For The Game compare hard alone, above.\n")
        parts.append(_hint_table(of("hints")))
    if of("chart"):
        parts.append("## Strength over cost\n")
        parts.append(
            "Against ISMCTS in Python, whose bytecodes can be counted: its rollouts are random, its\n"
            "constants are in tools/strength/ismcts.py.\n"
        )
        parts.append(_chart_table(of("chart")))
    spent = costs([row for row, _ in found], results)
    bots = _cost_table(spent, LEVELS, "player")
    if bots:
        parts.append("## Bytecodes a decision\n")
        parts.append(
            "CPython's, counted in a sample of the choices between two or more actions in these matches.\n"
            f"The last three columns are of the slowest board, a {BOARD}. It runs about {_paces()}.\n"
            f"Allowed for hard: {_allowed()}.\n"
            f"A slice may take {SLICE:,} bytecodes.\n"
        )
        parts.append(bots)
        yardstick = _cost_table(spent, ("ismcts:100", "ismcts:300", "ismcts:1000"), "yardstick")
        if yardstick:
            parts.append(yardstick)
    open_rows = len(rows) - len(found)
    if open_rows:
        parts.append(f"Not measured yet: {open_rows} of {len(rows)} rows.\n")
    return "\n".join(parts)


def _chart_table(found: list) -> str:
    lines = []
    for row, result in found:
        what = f"{with_error(result.left)} left" if row.team else ""
        others = "alone" if row.team else f"others {row.other}"
        line = [_title(row.key), row.players, rules_of(row), others, row.player, result.games]
        lines.append(line + [what or _percents(result.share)])
    return _table(["game", "players", "rules", "against", "one seat", "games", "wins %, or cards"], lines)


def tuned(rows: list[Row], results: dict) -> str:
    """Returns the table of a tuning run: each candidate against the present settings."""
    lines = []
    for row, result in measured(rows, results):
        words = (row.player.split(":")[1:] + [""])[:4]  # The Game's have no rule
        worth = f"{with_error(result.left)} left" if row.team else _percents(result.share)
        edge = "" if row.team else _edge(result)
        lines.append([_title(row.key), row.players, *words, result.games, worth, edge])
    heads = ["game", "players", "simulations", "constant", "for points", "by rule", "games"]
    return _table(heads + ["wins %, or cards", "above parity"], lines) if lines else NOTHING + "\n"


def points(key: str, rows: list[Row], results: dict) -> list[tuple]:
    """Returns a chart's points (player, median bytecodes a choice, strength, standard error), by rising cost.

    Strength: percent of wins of one seat against ISMCTS 100, or in The Game the mean of cards laid alone.
    """
    found = {}
    other = parity = None
    table = None
    for row, result in measured(rows, results):
        if row.key == key and row.kind == "chart":
            table = row
            other, parity = row.other, row.parity
            found[row.player] = result
    if table is None:
        return []
    if table.team:  # the levels come from The Game's own table
        for row, result in measured(rows, results):
            if row.kind == "team" and row.key == key and row.players == table.players and not row.options:
                found[row.player] = result
    spent = costs([row for row in rows if row.kind in ("chart", "team")], results)
    out = []
    for player in list(found) + ([other] if other else []):
        pairs = spent.get((key, table.players, player))
        if not pairs:
            continue
        cost = quantile(sorted([pair[0] for pair in pairs]), 0.5)
        if player == other:
            out.append((player, cost, 100 * parity, 0.0))
        elif table.team:
            out.append((player, cost, 98 - found[player].left.mean, found[player].left.error))
        else:
            share = found[player].share
            out.append((player, cost, 100 * share.mean, 100 * share.error))
    return sorted(out, key=lambda point: point[1])


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


def merged(old: str, new: str, key: str) -> str:
    """Returns the old text with the lines of a game that the new text has in its tables.

    No two tables have the same heads. A table without a column of games is The Game's.
    """
    title = _title(key)
    fresh = {heads: lines for heads, lines in _grouped(new) if heads}
    out = []
    for heads, lines in _grouped(old):
        cells = [_cells(line) for line in lines]
        if heads in fresh and (cells[0][0] == "game" or key == "the_game"):
            names = [column for column, head in enumerate(cells[0]) if head in _NAMES]
            for line in map(_cells, fresh[heads][2:]):
                if cells[0][0] == "game" and line[0] != title:
                    continue
                own = [place for place, other in enumerate(cells) if other[0] == title] or [len(cells) - 1]
                same = [place for place, other in enumerate(cells) if _same(line, other, names)]
                if same:
                    cells[same[0]] = line
                else:
                    cells.insert(own[-1] + 1, line)
            lines = _table(cells[0], cells[2:]).splitlines()
        out += lines
    return "\n".join(out) + "\n"


def _same(line: list[str], other: list[str], columns: list[int]) -> bool:
    """Returns whether two lines of a table agree in these columns."""
    return all([line[column] == other[column] for column in columns])


def write(rows: list[Row], results: dict, folder: Path, only: str = "") -> str:
    """Writes strength.md and a chart a game (strength-KEY.svg) into the folder. Returns the text.

    only: the key of a game: what strength.md says about the others, and their charts, stay as they are, and
    so do this game's lines that are not measured, and its chart if that would lose a point.
    """
    folder.mkdir(parents=True, exist_ok=True)
    text = "# Strength of the computer players\n\n"
    body = tables(rows, results)
    if body.startswith(NOTHING):
        text += body
    else:
        text += (
            "Measured by `make arena` and written by `python tools/strength/arena.py --report`: not edited\n"
            "by hand. Every deal is played once for each seat. ± is one standard error, by deal. The\n"
            "yardstick is single observer ISMCTS. A shared win counts in parts, a draw of two half. In\n"
            "!nversion's auction game each child wins in full; parity is there what the others win at a\n"
            "table of their own on the same deals.\n\n"
        )
        text += body
    for key, title, _, _ in registry.GAMES:
        if only not in ("", key):
            continue
        dots = points(key, rows, results)
        path = folder / f"strength-{key}.svg"
        if only and path.exists() and len(dots) < path.read_text(encoding="utf-8").count("<circle"):
            continue
        if len(dots) < 2:
            path.unlink(missing_ok=True)
            continue
        table = [row for row in rows if row.kind == "chart" and row.key == key][0]
        if table.team:
            label = "cards laid of 98, alone"
        else:
            label = f"% won by one seat of {table.players}, the others ISMCTS 100"
        path.write_text(chart.draw(title, label, dots), encoding="utf-8")
        text += f"\n![{title}: strength over bytecodes a decision]({path.name})\n"
    path = folder / "strength.md"
    if only:
        text = merged(path.read_text(encoding="utf-8"), text, only)
    path.write_text(text, encoding="utf-8")
    return text
