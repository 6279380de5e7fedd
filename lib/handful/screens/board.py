# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Leaves the games for check.py, the program that checks the board, which comes back to them."""

from micropython import const

from handful.screens.screen import Screen

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from handful.app import App


class View(Screen):
    """Ends the games when it opens. `App.run` saves and closes the board on the way out.

    then: the screen that opens instead where no program can begin another one.
    """

    def __init__(self, app: "App", then: str) -> None:
        super().__init__(app)
        self._then = then

    def open(self) -> None:
        try:
            from supervisor import reload, set_next_code_file
        except ImportError:
            self.app.open(self._then)
        else:
            region = self.app.region
            if hasattr(region, "checks") and region.check_next():
                raise SystemExit  # and board.close() resets the chip
            set_next_code_file("check.py")
            reload()
