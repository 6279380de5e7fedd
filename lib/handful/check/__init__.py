# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""check.py's own modules: a program beside the games, which never load them.

The build keeps them apart (tools/build/drive.py): they are compiled with the names that the games' code has,
and change none of these. So the program may use the libraries of others, and costs the games no memory.
"""

import sys

try:
    import vectorio  # noqa: F401
except ImportError:  # the Wio Terminal's firmware lacks it

    class _Shapes:
        # In its place: the grid draws lines between cells with it, and ours has none.
        Rectangle = None

    sys.modules["vectorio"] = _Shapes  # type: ignore[assignment]
