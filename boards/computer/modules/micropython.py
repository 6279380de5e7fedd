# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""`micropython` on a computer."""


def const(number):
    """Returns the number. MicroPython's compiler folds `_NAME = const(n)` away."""
    return number
