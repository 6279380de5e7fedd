# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What the trainers share: deals, a policy learnt by gradient steps, and writing what was learnt.

A policy adds up table entries (features) of each legal card and draws a card by softmax. All chance comes
from `numpy.random.RandomState`, so a trainer gives the same weights every time.
"""

import subprocess
import sys
from math import exp, log, sqrt
from pathlib import Path

import numpy as np

from engine.rng import Rng
from tools import PROJECT

EPOCHS = 4
CONFIG = str(PROJECT / "pyproject.toml")
_LICENCE = """# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT
"""


class Deal(Rng):
    """Stands for the engine's chance: the next deal and its first seat are given."""

    def __init__(self, cards: list[int], first: int, lots: list[int] | None = None):
        """cards: in the order of the deal; lots: what `below` returns after the first seat."""
        self._cards = cards
        self._lots = [first, *(lots or [])]

    def below(self, n: int) -> int:
        """Returns the first seat, then the lots."""
        return self._lots.pop(0)

    def shuffle(self, cards: list[int]) -> None:
        """Puts the cards into the given order, in place."""
        cards[:] = self._cards


def likely(found: list[list[int]], weights: list[float]) -> list[float]:
    """Returns the policy's probability of each card. found: the cards' features."""
    worths = []
    for places in found:
        worth = 0.0
        for place in places:
            worth += weights[place]
        worths.append(worth)
    most = max(worths)
    chances = [exp(worth - most) for worth in worths]
    total = sum_of(chances)
    return [chance / total for chance in chances]


def sum_of(values: list[float]) -> float:
    """Returns the sum, added up one by one: Python's `sum` rounds otherwise from version 3.12 on."""
    total = 0.0
    for value in values:
        total += value
    return total


def push_on(found: list[int], push: float, rate: float, weights: list[float], squares: list[float]) -> None:
    """Makes a step of AdaGrad for the features of one card. squares: its memory of each weight."""
    for place in found:
        squares[place] += push * push
        weights[place] += rate * push / sqrt(squares[place])


Choice = tuple[list[list[int]], list[float]]  # of each legal card: its features, and its worth


def improve(choices: list[Choice], weights: list[float], rate: float, spread: float, seed: int) -> float:
    """Raises the expected worth, plus a little entropy, by gradient steps (AdaGrad), in place.

    spread: the typical difference of worths. Returns the mean expected worth in the last epoch.
    """
    draw = np.random.RandomState(seed).randint
    squares = [1e-6] * len(weights)
    total = 0.0
    for epoch in range(EPOCHS):
        for _ in choices:
            found, worths = choices[draw(len(choices))]
            chances = likely(found, weights)
            mean = sum_of([chance * worth for chance, worth in zip(chances, worths)])
            entropy = -sum_of([chance * log(chance + 1e-12) for chance in chances])
            if epoch == EPOCHS - 1:
                total += mean
            for places, worth, chance in zip(found, worths, chances):
                push = (worth - mean) / spread - 0.02 * (log(chance + 1e-12) + entropy)
                push_on(places, push * chance, rate, weights, squares)
    return total / len(choices)


def best_worth(choices: list[Choice]) -> float:
    """Returns the mean worth of the best card."""
    return sum([max(worths) for _, worths in choices]) / len(choices)


def quantized(values: np.ndarray, scale: int) -> bytes:
    """Returns weights as bytes: 128 is zero, a step is 1 / scale."""
    return bytes(np.clip(np.round(values * scale) + 128, 0, 255).astype(np.uint8))


def literal(name: str, data: bytes) -> str:
    """Returns the source text of a bytes constant."""
    rows = [f"    {data[place : place + 24]!r}" for place in range(0, len(data), 24)]
    return f"{name} = (\n" + "\n".join(rows) + "\n)\n"


def write(path: Path, text: str) -> None:
    """Writes a module of weights with its licence, formatted as all sources are. OSError if that fails."""
    if not text.startswith(_LICENCE):
        text = _LICENCE + "\n" + text
    command = [
        sys.executable,
        "-m",
        "ruff",
        "format",
        "--quiet",
        "--config",
        CONFIG,
        "--stdin-filename",
        str(path),
        "-",
    ]
    done = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE)
    if done.returncode:
        raise OSError(f"ruff cannot format {path.name}.")
    path.write_bytes(done.stdout)
    print("wrote", path)
