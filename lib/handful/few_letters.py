# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A name and a card code, written with few keys.

In a name the walk goes on near the letters that follow, and OK is near. In a code NEXT turns a sign, and YES
goes on to the next one.
"""

from micropython import const

from handful import keys, stops
from handful.sound import CLICK

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from typing import Any

    from handful.app import App
    from handful.few import Few

_CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LAST = const(5)  # the last sign of a code


def press(few: "Few", view: "Any", means: int) -> int:
    """Does what NEXT (0), the one before (1) or YES (2) means.

    Returns a key that has to be pressed instead, -1 for none.
    """
    if hasattr(view, "code"):
        if means == 2 and view.cursor == _LAST:
            return keys.A
        key = (keys.UP, keys.DOWN, keys.RIGHT)[means]
    else:
        key = (keys.RIGHT, keys.LEFT, keys.A)[means]
        if means == 2 and view.cursor == len(view.signs):
            return key
    view.app.play(CLICK)
    if key == keys.A:
        before = view.name
        sign = view.signs[view.cursor]
        view.press(key)
        if view.name == before:
            return -1  # it says why
        # On at "a", or at "A" in a name of capitals; behind any other sign it stays.
        if view.cursor < len(view.signs) and sign in _CAPITALS + _CAPITALS.lower():
            view.go(view.signs.find("A" if before and sign in _CAPITALS else "a"))
    else:
        view.press(key)
    few.draw(view)
    return -1


def show(view: "Any", on: bool) -> None:
    """Draws the place with the cursor, as any other place while a key is chosen instead."""
    cursor = view.cursor
    if not on:
        view.cursor = -1
    (view._draw if hasattr(view, "code") else view._draw_sign)(cursor)
    view.cursor = cursor


def line(app: "App", view: "Any") -> str:
    """Returns the foot line. A name may end behind any letter, a code behind any sign."""
    say = app.texts.say
    code = hasattr(view, "code")
    does = dict(stops.parts(say("keys_code" if code else "keys_name" if view.name else "keys_name_none")))
    end = view.cursor == (_LAST if code else len(view.signs))
    done = does["Ⓐ"] if code else "OK"
    text = "✚ " + does["✚"] + " Ⓐ "
    if end:
        text += done
    else:
        text += stops.parts(say("keys_change"))[1][1] if code else does["Ⓐ"]
        if code or view.name:
            text += "  \ue000 " + done
    return text + "  \ue001 " + does["\ue001"] + "  Ⓑ " + does["Ⓑ"]
