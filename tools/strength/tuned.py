# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The constants of the compiled yardstick, compiled.py: the player "tuned:SIMULATIONS" of the arena."""

# By game: the exploration constant, the part of the reward that is for points, and the share of rollouts'
# choices that is made by the rule of thumb. `python tools/strength/arena.py --tune KEY --simulations N` plays
# other values against these. So far, points above parity of one seat of the first against the second at all
# others:
#
#     game           simulations  first           second          games  above parity
#     !nversion 2    300          0.7, 0, 0.8     0.7, 0, 0       240    +3.8 ± 1.2
#     !nversion 2    300          0.7, 0, 1       0.7, 0, 0.8     240    -2.1 ± 1.3
#     !nversion 2    300          0.7, 0.5, 0.8   0.7, 0, 0.8     240    -0.6 ± 1.1
#     !nversion 2    300          0.35, 0, 0.8    0.7, 0, 0.8     240    -1.0 ± 1.0
#     !nversion 4    300          0.7, 0, 0.8     0.7, 0, 0       400    +9.7 ± 3.5
#     !nversion 4    300          0.35, 0, 0.8    0.7, 0, 0.8     250    +6.0 ± 3.8
#     Hyper Maker 4  1000         0.5, 0, 0.8     0.5, 0, 0       120    +5.4 ± 3.5
#     Hyper Maker 4  300          0.5, 0, 0.8     0.5, 0, 0       240    +9.1 ± 2.7
#     Hyper Maker 4  300          0.5, 0, 1       0.5, 0, 0.8     160    -4.7 ± 2.8
#     Flip Over 4    1000         0.7, 0, 0.8     0.7, 0, 0       100    +0.5 ± 3.9
#     Flip Over 4    300          0.7, 0, 0.5     0.7, 0, 0       160    +5.6 ± 3.3
#     Inversio 2     1000         0.7, 0, 0.5     0.7, 0, 0       400    +0.1 ± 1.6
#     Inversio 2     1000         0.7, 0, 0.8     0.7, 0, 0       400    +0.4 ± 1.3
#     Inversio 2     1000         0.7, 0, 1       0.7, 0, 0       382    +0.7 ± 1.4
#
# The other exploration constants and parts for points were compared with random rollouts: see ismcts.py.
SETTINGS = {
    "inversion": (0.35, 0.0, 0.8),
    "hyper_maker": (0.5, 0.0, 0.8),
    "flip_over": (0.7, 0.0, 0.5),
    "inversio": (0.7, 0.0, 0.0),
}
