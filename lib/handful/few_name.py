# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A name that is written with few keys: the walk goes on near the letters that follow, and OK is near."""

from micropython import const

from handful import keys
from handful.sound import CLICK

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

    from handful.app import App

_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def add(app: "App", view: "Any") -> int:
    """Adds the chosen letter. Returns the key that has to be pressed instead, -1 for none.

    The walk goes on at "a", or at "A" in a name of capitals, and stays where it is behind any other sign.
    """
    before = view.name
    sign = (view.signs + "-")[view.cursor]
    if sign not in _CAPITALS and sign not in _CAPITALS.lower():
        return keys.A
    app.play(CLICK)
    view.press(keys.A)
    if view.name != before and view.cursor < len(view.signs):
        view.go(view.signs.find("A" if before and sign in _CAPITALS else "a"))
    return -1


def line(view: "Any", does: dict[str, str]) -> str:
    """Returns the foot line, where the name may end behind any letter. does: by the signs of eight keys."""
    end = view.cursor == len(view.signs)
    text = "✚ Ⓐ " + ("OK" if end else does["Ⓐ"] + ("  \ue000 OK" if view.name else ""))
    return text + "  \ue001 " + does["\ue001"] + "  Ⓑ " + does["Ⓑ"]
