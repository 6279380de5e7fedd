# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What the trainers share: deals, a policy learnt by gradient steps, and writing what was learnt.

A policy adds up table entries (features) of each legal card and draws a card by softmax. All chance comes
from `numpy.random.RandomState`, so a trainer gives the same weights every time.
"""

import subprocess
import sys
import time
from collections.abc import Callable
from math import exp, log, sqrt
from pathlib import Path
from typing import Any

import numpy as np
from numpy.random import RandomState

from engine.rng import Rng
from tools import PROJECT

EPOCHS = 4
PLAYOUTS = 6  # of each card
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
    worths = [sum_of([weights[place] for place in places]) for places in found]
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
Features = Callable[[Any, list[int]], list[list[int]]]


def improve(choices: list[Choice], weights: list[float], rate: float, spread: float, seed: int) -> float:
    """Raises the expected worth, plus a little entropy, by gradient steps (AdaGrad), in place.

    spread: the typical difference of worths. Returns the mean expected worth in the last epoch.
    """
    draw = RandomState(seed).randint
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


class Policy:
    """A policy that is learnt by playing out the engine's matches. `weights` are its own, zero at first.

    Positions come from self-play. Playouts with the present policy give the worth of each legal card.
    Gradient steps then raise the policy's expected worth.
    """

    def __init__(self, size: int, features: Features, over: Callable, worth: Callable):
        """size: of the weights. features(game, legal): of each card the indices of what it adds up.

        over(game): whether nothing is left to be played for. worth(game, seat): what that is worth then.
        """
        self.weights = [0.0] * size
        self._features = features
        self._over = over
        self._worth = worth

    def choose(self, game: Any, heat: float, chance: RandomState) -> int:
        """Returns a card drawn by softmax at that heat, or the best one at 0."""
        legal = game.legal_actions()
        if len(legal) == 1:
            return legal[0]
        weights = self.weights
        best, most = legal[0], -1e30
        for card, places in zip(legal, self._features(game, legal)):
            worth = -heat * log(-log(chance.random_sample() + 1e-12)) if heat else 0.0
            for place in places:
                worth += weights[place]
            if worth > most:
                best, most = card, worth
        return best

    def play_out(self, game: Any, card: int, heat: float, chance: RandomState) -> float:
        """Returns what a card is worth to the seat to act if the policy plays all that follow."""
        world = game.copy()
        world.apply(card)
        while not self._over(world):
            world.apply(self.choose(world, heat, chance))
        return self._worth(world, game.player)

    def gather(self, deal: Callable, heat: float, states: int, chance: RandomState) -> list[Choice]:
        """Returns positions of self-play: for each legal card, its features and mean worth over playouts.

        deal(chance): returns a match.
        """
        found: list[Choice] = []
        while len(found) < states:
            game = deal(chance)
            while len(game.hand(game.player)) > 1 and len(found) < states:
                legal = game.legal_actions()[:]
                if len(legal) > 1 and chance.random_sample() < 0.5:
                    worths = []
                    for card in legal:
                        total = 0.0
                        for _ in range(PLAYOUTS):
                            total += self.play_out(game, card, heat, chance)
                        worths.append(total / PLAYOUTS)
                    found.append((self._features(game, legal), worths))
                game.apply(self.choose(game, max(heat, 1.0), chance))
        return found

    def learn(self, name: str, deal: Callable, states: int, iterations: int, spread: float) -> None:
        """Learns from that many positions in each iteration. spread: the typical difference of worths."""
        for iteration in range(iterations):
            start = time.time()
            heat = 0.3 if iteration else 5.0
            choices = self.gather(deal, heat, states, RandomState(iteration + 1))
            for rate in (0.3, 0.1, 0.03):
                mean = improve(choices, self.weights, rate, spread, iteration)
            best = sum([max(worths) for _, worths in choices]) / len(choices)
            told = f"worth {mean:.2f} of {best:.2f} at best, {time.time() - start:.0f} s"
            print(f"{name}, iteration {iteration + 1}: {told}", flush=True)


def quantized(values: np.ndarray, scale: int) -> bytes:
    """Returns weights as bytes: 128 is zero, a step is 1 / scale."""
    return bytes(np.clip(np.round(values * scale) + 128, 0, 255).astype(np.uint8))


def literal(name: str, data: bytes) -> str:
    """Returns the source text of a bytes constant."""
    rows = [f"    {data[place : place + 24]!r}" for place in range(0, len(data), 24)]
    return f"{name} = (\n" + "\n".join(rows) + "\n)\n"


def asked(words: list[str], usual: Path) -> tuple[bool, Path]:
    """Returns whether --quick is among the words, and where to write. SystemExit if that spoils the usual."""
    given = [Path(word) for word in words if word != "--quick"]
    if "--quick" in words and not given:
        sys.exit(f"--quick learns nothing: say where to write in place of {usual.relative_to(PROJECT)}.")
    return "--quick" in words, [*given, usual][0]


def write(path: Path, text: str) -> None:
    """Writes a module of weights with its licence, formatted as all sources are. OSError if that fails."""
    if not text.startswith(_LICENCE):
        text = _LICENCE + "\n" + text
    ruff = [sys.executable, "-m", "ruff", "format", "--quiet", "--config", str(PROJECT / "pyproject.toml")]
    command = [*ruff, "--stdin-filename", str(path), "-"]
    done = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE)
    if done.returncode:
        raise OSError(f"ruff cannot format {path.name}.")
    path.write_bytes(done.stdout)
    print("wrote", path)
