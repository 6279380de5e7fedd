# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The constants of the compiled yardstick, compiled.py: the player "tuned:SIMULATIONS" of the arena."""

# By game: the exploration constant, the part of the reward that is for points, and the share of rollouts'
# choices that is made by the rule of thumb.
SETTINGS = {
    "inversion": (0.35, 0.0, 0.8),
    "hyper_maker": (0.5, 0.0, 0.8),
    "flip_over": (0.7, 0.0, 0.5),
    "inversio": (0.7, 0.0, 0.0),
}
