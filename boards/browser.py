# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A page in a browser, on MicroPython for WebAssembly: keyboard, gamepads, touch, 160x128.

The page takes the steps of the app itself (boards.web.console), since nothing may wait in a browser.
"""

import webmachine
from busdisplay import BusDisplay as display  # noqa: F401 - the app reads it from this page
from webmachine import ticksNow as ticks  # noqa: F401 - and these

from boards import Event, close, sleep  # noqa: F401
from boards.web.parts import Lamp as lamp  # noqa: F401
from boards.web.parts import Queue as events  # noqa: F401
from boards.web.parts import Voice as voice  # noqa: F401
from boards.web.parts import date, region  # noqa: F401
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B

_TYPES = False  # true for mypy only
if _TYPES:
    from handful.app import App
    from handful.few import Few
    from handful.finger import Finger

NAME = "Browser"
KEYS = bytes((UP, DOWN, LEFT, RIGHT, A, B, START, SELECT))
ERASES = False
LIGHT = 0  # that is the computer's matter

if webmachine.fewKeys():  # ?keys=3 in the address; that page knows no finger

    def few(app: "App") -> "Few | Finger":
        """Returns what reads few keys: arrows, Enter and Backspace, or the drawn console's."""
        from handful.few import Few

        typed = webmachine.hasKeyboard()
        return Few(app, webmachine.fewKeys(), ("→", "Enter", "Bksp") if typed else ("→", "A", "B"))

else:
    from boards.web.parts import touched  # noqa: F401

    def few(app: "App") -> "Few | Finger":
        """Returns what reads the keys, and fingers and the mouse on the picture."""
        from handful.finger import Finger

        return Finger(app)

    if webmachine.hasKeyboard():  # the drawn keys are called as a handheld's
        from boards.web.parts import named, typed  # noqa: F401

        KEYS_CALLED = ("←↑↓→", "Enter", "Backspace", "P", "Tab", "Backspace")
