# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Budgets: `make ram` and `make bench` mark each row over its budget, and end with an error if one is."""

import sys

_over = 0


def mark(value: float, budget: float) -> str:
    """Returns what stands behind a row: "" if its value keeps the budget, else the budget itself."""
    global _over
    if value <= budget:
        return ""
    _over += 1
    return f"   OVER {budget:,}"


def verdict() -> int:
    """Returns the exit status of a command that has printed all its rows: 1 if one is over its budget."""
    if _over:
        print(f"Rows over their budgets: {_over}.", file=sys.stderr)
    return 1 if _over else 0
