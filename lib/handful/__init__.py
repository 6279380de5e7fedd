# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Handful's screens, keys, drawing and saving: everything between a board and the engine."""
