# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Budgets: `make ram` and `make bench` mark each row over its budget, and end with an error if one is."""

import sys

over = 0  # rows so far


def mark(value: float, budget: float) -> str:
    """Returns what stands behind a row: "" if its value keeps the budget, else the budget itself."""
    global over
    if value <= budget:
        return ""
    over += 1
    return f"   OVER {budget:,}"


def verdict() -> int:
    """Returns the exit status of a command that has printed all its rows: 1 if one is over its budget."""
    if over:
        print(f"Rows over their budgets: {over}.", file=sys.stderr)
    return 1 if over else 0
