# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The firmware's modules on a computer, as much of them as the app and the check use.

Importing this package puts its folder first on the path, so that `displayio` is the one here even where
Blinka's is installed. tests/boards/test_modules.py compares the two.
"""

import sys

sys.path[:] = [__path__[0], *(entry for entry in sys.path if entry != __path__[0])]
