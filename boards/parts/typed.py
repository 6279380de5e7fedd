# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A USB keyboard beside a board's own three keys. The firmware writes what is typed into the console's input.

It tells that a key is pressed, and repeats it, but not when it is released: H opens what B held down opens.
"""

import sys

from micropython import const
from supervisor import runtime

from boards.parts.names import held, line
from handful.few import Few
from handful.keys import DOWN, LEFT, RIGHT, RING, SELECT, START, UP, A, B

_TYPES = const(0)  # true for mypy only: the device needs none of these imports
if _TYPES:
    from collections.abc import Callable

    from handful.app import App

# The logical keys of characters, arrows being letters, too.
_SIGNS = const("wsad\r\n x\b\x7f\x1bzpth\t")
_KEYS = bytes((UP, DOWN, LEFT, RIGHT, A, A, A, A, B, B, B, B, START, SELECT, RING, SELECT))
_NAMES = ("Enter", "Bksp", "P", "Tab")  # of A, B, START and SELECT
# In the list of commands: what a logical key is for handful.few, next, before, yes or back.
_LIST = bytes((1, 0, 1, 0, 2, 4, 4, 4, 4))


class Typed(Few):
    """Reads three keys, as Few does, and a keyboard with the eight keys of a handheld.

    The foot line has the names of what was used last.
    """

    def __init__(self, app: "App") -> None:
        Few.__init__(self, app, 3, app.board.FEW)
        self._typing = False  # whether the keyboard was used last
        self._typed = ""  # what was typed and is not answered yet

    def settle(self) -> None:
        """Drops what waits, as Few does."""
        Few.settle(self)
        self._listen()
        self._typed = ""

    def next(self, now: int) -> int:
        """Returns the next logical key of eight, -1 for none. now: the board's ticks in ms."""
        self._listen()
        view = self._app.view
        while self._typed and not self.plan:
            at = _SIGNS.find(self._typed[0])
            self._typed = self._typed[1:]
            if at < 0:
                continue
            key = _KEYS[at]
            self._use(True)
            if getattr(view, "overlay", "") == "ring" and self._command >= 0:
                return self._turn_ring(view, _LIST[key])
            if self.chosen >= 0:
                self._choose(-1)
            return key
        key = Few.next(self, now)
        if self.held:
            self._use(False)
        return key

    def _use(self, typing: bool) -> None:
        # Has the foot line name the keyboard's keys, or the board's own.
        if typing != self._typing:
            self._typing = typing
            self._choose(-1)

    def named(self, text: str, width: "Callable[[str], int]", room: int) -> str:
        """Returns a foot line, or a sentence, with the names of the keys that were used last."""
        few = Few.named(self, text, width, room)
        if not self._typing or room < 0:
            return few
        texts = self._app.texts
        whole = texts.say("hold_b")
        text = text.replace(whole, "H " + whole.split(":")[-1].strip())
        for hold in held(texts):
            text = text.replace(hold, "H")
        return line(text, _NAMES, width, room)

    def _listen(self) -> None:
        # Adds what was typed. Keys that do nothing here come with an Esc, too: all that has one is dropped.
        count = runtime.serial_bytes_available
        if not count:
            return
        self.stirred = True
        text = sys.stdin.read(count)
        for i in range(4):
            text = text.replace("\x1b[" + "ABDC"[i], "wsad"[i])
        if text == "\x1b" or "\x1b" not in text:
            self._typed += text.lower()
