# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Puts the source's names back into a device's traceback.

    python tools/build/names.py < TRACEBACK

The names on a device depend on all sources together (tools/build/shrink.py): take those of the same commit.
"""

import sys

from tools.build import drive


def main() -> int:
    """Reads a traceback and prints it with the source's names."""
    print(drive.shrinker().told(sys.stdin.read()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
