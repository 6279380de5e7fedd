# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What the picture is made of: the canvas, its fonts and inks, and what moves on it."""
