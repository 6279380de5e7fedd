# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Stand-in for `random`: CircuitPython's part of it, with the same numbers in every run."""

from urandom import choice, getrandbits, randint, randrange, seed, uniform
from urandom import random as random

__all__ = ("choice", "getrandbits", "randint", "random", "randrange", "seed", "uniform")

seed(1)
