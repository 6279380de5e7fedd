# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Three keys or two, for a page with FEW: what is printed on the keys for NEXT, YES and, of three, BACK."""

from micropython import const

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from handful.app import App
    from handful.few import Few


def few(app: "App") -> "Few":
    """Returns what reads the keys of such a page."""
    from handful.few import Few

    names = app.board.FEW
    return Few(app, len(names), names)
