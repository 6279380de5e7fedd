# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""`vectorio` on a computer: grids of adafruit_displayio_layout import it, for lines that we do not draw."""


class Rectangle:
    """Is never drawn."""
