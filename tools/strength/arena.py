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
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
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


class Queue:
    """The matches that a row still needs, in order, and the time spent on it."""

    def __init__(self, row: Row, games: int, done: dict):
        """games: the number the row is to have, rounded up to whole deals; done: its stored results."""
        self.row = row
        deals = -(-games // row.turns)
        wanted = [(deal, turn) for deal in range(deals) for turn in range(row.turns)]
        self.missing = [match for match in reversed(wanted) if match not in done]
        self.flying = 0
        self._seconds = sum([record["seconds"] for record in done.values()])
        self._matches = len(done)

    def land(self, seconds: float) -> None:
        """Counts a match that has ended."""
        self.flying -= 1
        self._seconds += seconds
        self._matches += 1

    def claim(self) -> float:
        """Returns the time spent, with running matches. The row with the least is next."""
        mean = self._seconds / self._matches if self._matches else 1.0
        return self._seconds + mean * self.flying


def _start() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the main process stops the others


def run(store: Store, rows: list[Row], games: int, seconds: float, jobs: int, quiet: bool = False) -> int:
    """Plays missing matches for about that many seconds at most. Returns how many it played.

    All rows get as much time. Finished ones leave theirs to the others.
    """
    done = store.results(rows)
    # Two tables may share matches.
    queues = [Queue(row, games, done[row.name]) for row in {row.name: row for row in rows}.values()]
    missing = sum([len(queue.missing) for queue in queues])
    bar = tqdm(total=missing, unit=" matches", dynamic_ncols=True, smoothing=0.02, disable=quiet)
    end = time.monotonic() + seconds
    played = 0
    flying = {}
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_start)
    try:
        while True:
            while len(flying) < jobs * 2 and time.monotonic() < end:
                open_ones = [queue for queue in queues if queue.missing]
                if not open_ones:
                    break
                queue = min(open_ones, key=Queue.claim)
                deal, turn = queue.missing.pop()
                queue.flying += 1
                flying[pool.submit(play, queue.row, deal, turn)] = queue
            if not flying:
                break
            for future in wait(flying, return_when=FIRST_COMPLETED).done:
                queue = flying.pop(future)
                record = future.result()
                queue.land(record["seconds"])
                store.add(queue.row.key, record)
                played += 1
                bar.set_description(queue.row.name[:50], refresh=False)
                bar.update()
    except KeyboardInterrupt:
        print("\nStopped. What was played is kept: run it again to go on.", file=sys.stderr)
    finally:
        pool.shutdown(cancel_futures=True)
        bar.close()
    return played


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
    parser.add_argument("--quiet", action="store_true", help="no progress bar")
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
    run(store, rows, asked.games, asked.seconds, asked.jobs, asked.quiet)
    print(strength.tables(rows, store.results(rows)), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
