# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The rules of games once more, in a form that numba compiles, for the yardstick and the trainers.

Tests play whole matches by these and by the engine's, and compare them after every action.
"""
