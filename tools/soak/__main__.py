# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Runs for long what the tests run for seconds, and prints what happened: `make soak`.

    python tools/soak [--minutes M | --long] [--seed N] [--only PART]

Each part tries to break one promise for its share of the minutes. It prints its seed, so that a finding can
be reproduced. A part ends at its first broken promise; then the exit status is 1. The long form counts
instead of watching the clock: a million keys, a hundred thousand on the MicroPython VM, ten million inputs.
"""

import argparse
import concurrent.futures
import multiprocessing
import os
import sys
import time

from tools.soak.parts import PARTS, tried


def main(arguments: list[str]) -> int:
    """Runs the parts, in the long form one on each processor, and prints each one's figures at its end."""
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__.splitlines()[0])
    length = parser.add_mutually_exclusive_group()
    length.add_argument("--minutes", type=float, default=30)
    length.add_argument("--long", action="store_true", help="by numbers: over an hour on two processors")
    parser.add_argument("--seed", type=int, default=int(time.time()) & 0xFFFFFF)
    parser.add_argument("--only", choices=PARTS, action="append")
    asked = parser.parse_args(arguments)
    parts = asked.only or list(PARTS)
    share = None if asked.long else asked.minutes * 60 / len(parts)
    print(f"seed {asked.seed}, {'the long form' if asked.long else f'{asked.minutes:g} minutes'}", flush=True)
    status = 0
    workers = os.cpu_count() if asked.long else 1
    spawn = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(workers, spawn, max_tasks_per_child=1) as pool:
        tasks = [pool.submit(tried, name, share, asked.seed) for name in parts]
        for done in concurrent.futures.as_completed(tasks):
            kept, table = done.result()
            print("\n" + table, flush=True)
            status |= not kept
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
