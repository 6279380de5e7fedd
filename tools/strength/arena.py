# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Measures the computer players: `make arena`.

    python tools/strength/arena.py [--games N] [--seconds S] [--only KEY] [--row TEXT]
    python tools/strength/arena.py --report          puts what was measured into docs/strength.md

Plays matches on all cores until every row has N games or S seconds are over, then prints the tables. Each
match is stored at once in build/arena/KEY.jsonl. The next run continues there, also after Ctrl-C. A result
is valid as long as the sources of the game and of its players stay the same.
"""

import argparse
import json
import multiprocessing
import os
import signal
import sys
import time
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from pathlib import Path

from tqdm import tqdm

from engine import registry
from tools import PROJECT
from tools.strength import report as strength
from tools.strength.matches import Row, fingerprint, play, schedule

STORE = PROJECT / "build" / "arena"
PAGE = PROJECT / "docs" / "strength.md"
GAMES = 600  # a standard error of 2 points or less
SECONDS = 3600


class Store:
    """The results of matches: a file a game, a line of JSON a match. Lines are only ever added."""

    def __init__(self, folder: Path):
        """folder: created when the first result is added."""
        self._folder = folder

    def _path(self, key: str) -> Path:
        return self._folder / f"{key}.jsonl"

    def add(self, key: str, record: dict) -> None:
        """Adds a result. It is in the file when this returns."""
        self._folder.mkdir(parents=True, exist_ok=True)
        path = self._path(key)
        with path.open("a+b") as file:
            if file.tell():
                file.seek(-1, os.SEEK_END)
                if file.read(1) != b"\n":  # a killed run left half a line
                    file.write(b"\n")
            file.write(json.dumps(record, separators=(",", ":")).encode() + b"\n")

    def results(self, rows: list[Row]) -> dict:
        """Returns row name -> (deal, turn) -> result, for results of the present sources only."""
        prints = {row.name: fingerprint(row) for row in rows}
        found = {row.name: {} for row in rows}
        for key in {row.key for row in rows}:
            path = self._path(key)
            if not path.exists():
                continue
            for line in path.read_bytes().splitlines():
                try:
                    record = json.loads(line)
                except ValueError:  # half a line of a killed run
                    continue
                name = record.get("row") if isinstance(record, dict) else None
                if name in prints and record.get("who") == prints[name]:
                    found[name][(record["deal"], record["turn"])] = record
        return found


def _start() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process stops the others


def run(store: Store, rows: list[Row], games: int, seconds: float, jobs: int) -> int:
    """Plays missing matches for about that many seconds at most. Returns how many it began.

    games: how many each row is to have, rounded up to whole deals. All rows get as much time. Finished ones
    leave theirs to the others.
    """
    done = store.results(rows)
    waiting: dict[Row, list[tuple[int, int]]] = {}
    for row in {row.name: row for row in rows}.values():  # two tables may share matches
        matches = [(deal, turn) for deal in range(-(-games // row.turns)) for turn in range(row.turns)]
        waiting[row] = [match for match in matches if match not in done[row.name]]
    spent = {row: sum([record["seconds"] for record in done[row.name].values()]) for row in waiting}
    ended = {row: len(done[row.name]) for row in waiting}
    begun = dict(ended)

    def claim(row: Row) -> float:
        # The time that a row has had, if the matches which are being played take its mean.
        return begun[row] * (spent[row] / ended[row] if ended[row] else 1.0)

    total = sum(map(len, waiting.values()))
    bar = tqdm(total=total, unit=" matches", dynamic_ncols=True, smoothing=0.02, disable=None)
    end = time.monotonic() + seconds
    flying: dict[Future, Row] = {}
    pool = ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn"), _start)
    try:
        while True:
            while any(waiting.values()) and len(flying) < jobs * 2 and time.monotonic() < end:
                row = min([row for row in waiting if waiting[row]], key=claim)
                begun[row] += 1
                flying[pool.submit(play, row, *waiting[row].pop(0))] = row
            if not flying:
                break
            for future in wait(flying, return_when=FIRST_COMPLETED).done:
                row = flying.pop(future)
                record = future.result()
                ended[row] += 1
                spent[row] += record["seconds"]
                store.add(row.key, record)
                bar.set_description(row.name[:50], refresh=False)
                bar.update()
    except KeyboardInterrupt:
        print("\nStopped. What was played is kept: run it again to go on.", file=sys.stderr)
    finally:
        pool.shutdown(cancel_futures=True)
        bar.close()
    return total - sum(map(len, waiting.values()))


def main(words: list[str] | None = None) -> int:
    """Does what the command line says. Returns the exit status."""
    keys = [row[0] for row in registry.GAMES]
    parser = argparse.ArgumentParser(description="Measures the computer players.")
    parser.add_argument("--games", type=int, default=GAMES, help=f"games a row ({GAMES})")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"stop after so long ({SECONDS})")
    parser.add_argument("--only", choices=keys, metavar="KEY", help="one game: " + ", ".join(keys))
    parser.add_argument("--row", default="", metavar="TEXT", help="rows with this in their name")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes (all cores)")
    parser.add_argument("--store", type=Path, default=STORE, help=argparse.SUPPRESS)
    parser.add_argument("--page", type=Path, default=PAGE, help=argparse.SUPPRESS)
    parser.add_argument("--report", action="store_true", help="update docs/strength.md")
    asked = parser.parse_args(words)
    if asked.games < 1 or asked.jobs < 1:
        parser.error("--games and --jobs are 1 or more.")
    store = Store(asked.store)
    rows = [row for row in schedule() if asked.only in (None, row.key) and asked.row in row.name]
    if not rows:
        print(f"No row fits '{' '.join(filter(None, (asked.only, asked.row)))}'.", file=sys.stderr)
        return 1
    if asked.report:
        results = store.results(rows)
        print(strength.tables(rows, results), end="")
        if not any(results.values()):
            return 1
        strength.write(rows, results, asked.page)
        return 0
    run(store, rows, asked.games, asked.seconds, asked.jobs)
    print(strength.tables(rows, store.results(rows)), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
