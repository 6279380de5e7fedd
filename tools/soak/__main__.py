# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Runs for long what the tests run for seconds, and prints what happened: `make soak`.

    python tools/soak [--minutes M] [--seed N] [--only PART]

Each part tries to break one promise for its share of the minutes. It prints its seed, so that a finding can
be reproduced. A part ends at its first broken promise; then the exit status is 1.
"""

import argparse
import sys
import time

from tools.soak.parts import PARTS, tried


def main(arguments: list[str]) -> int:
    """Runs the parts, and prints each one's figures at its end."""
    parser = argparse.ArgumentParser(prog="make soak", description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=int(time.time()) & 0xFFFFFF)
    parser.add_argument("--only", choices=PARTS, action="append")
    asked = parser.parse_args(arguments)
    parts = asked.only or list(PARTS)
    print(f"seed {asked.seed}, {asked.minutes:g} minutes", flush=True)
    sys.dont_write_bytecode = False  # the app reloads modules all the time
    status = 0
    for name in parts:
        kept, table = tried(name, asked.minutes * 60 / len(parts), asked.seed)
        print("\n" + table, flush=True)
        status |= not kept
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
