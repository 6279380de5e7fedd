# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The tables on which matches are played: one module per game, and what they share."""
