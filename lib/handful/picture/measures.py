# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""How large the picture is, and its first and last lines; a layout may have others (tools/build/layouts.py).

All other modules import these numbers; on a device each has them as its own (tools/build/shrink.py).
"""

from micropython import const

WIDTH = const(160)
HEIGHT = const(128)
BAR = const(10)  # height of the lines at the top and at the bottom
FOOT = const(HEIGHT - BAR)  # y of the line that says what the keys do
