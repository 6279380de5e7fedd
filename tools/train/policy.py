# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Shared by the trainers of trick-taking games: a policy learnt by gradient steps.

The policy adds up table entries (features) of each legal card and draws a card by softmax.
"""

import numpy as np
from numba import njit

EPOCHS = 4


@njit
def likely(found, number, weights, chance):
    """Writes the policy's probability of each card to `chance`. found: the cards' features."""
    for card in range(number):
        chance[card] = 0.0
        for weight in found[card]:
            chance[card] += weights[weight]
    chance[:number] = np.exp(chance[:number] - chance[:number].max())
    chance[:number] /= chance[:number].sum()


@njit
def push_on(found, push, rate, weights, squares):
    """Makes a step of AdaGrad for the features of one card. squares: its memory of each weight."""
    for weight in found:
        squares[weight] += push * push
        weights[weight] += rate * push / np.sqrt(squares[weight])


@njit
def improve(found, worths, counts, weights, rate, spread, seed):
    """Raises the expected worth, plus a little entropy, by gradient steps (AdaGrad).

    found, worths (positions, cards): features and worth of each card; counts: the number of cards. spread:
    the typical difference of worths. Returns the mean expected worth in the last epoch.
    """
    np.random.seed(seed)
    chance = np.zeros(16)
    squares = np.full(len(weights), 1e-6)
    total = 0.0
    for epoch in range(EPOCHS):
        for _ in range(len(counts)):
            place = np.random.randint(len(counts))
            number = counts[place]
            likely(found[place], number, weights, chance)
            mean = (chance[:number] * worths[place, :number]).sum()
            entropy = -(chance[:number] * np.log(chance[:number] + 1e-12)).sum()
            if epoch == EPOCHS - 1:
                total += mean
            for card in range(number):
                push = (worths[place, card] - mean) / spread - 0.02 * (np.log(chance[card] + 1e-12) + entropy)
                push *= chance[card]
                push_on(found[place, card], push, rate, weights, squares)
    return total / len(counts)
