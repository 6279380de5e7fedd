# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Counts bytecodes, such as those of a robot's choice: the same on every machine."""

import sys
from typing import Any

from engine import bots
from tools import PROJECT

APP = (str(PROJECT / "engine"), str(PROJECT / "lib"))  # where the code of the games is
_UNCOUNTED = (__file__, "<frozen importlib")  # finding modules is Python on a computer and C on a device


class Opcodes:
    """Counts the Python bytecodes of what is called inside a `with` block, in `count`.

    places: the beginnings of the paths of the code that counts; by default all does.
    """

    def __init__(self, places: tuple[str, ...] = ("",)) -> None:
        self._places = places
        self._before: Any = None
        self.count = 0

    def __enter__(self):
        self._before = sys.gettrace()
        sys.settrace(self._called)
        return self

    def __exit__(self, *error) -> None:
        sys.settrace(self._before)

    def _called(self, frame, event, argument):
        file = frame.f_code.co_filename
        if not file.startswith(self._places) or file.startswith(_UNCOUNTED):
            return None
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        return self._ran

    def _ran(self, frame, event, argument):
        if event == "opcode":
            self.count += 1
        return self._ran


def thought(game, level: int, rng) -> tuple[int, list[int]]:
    """Returns a robot's choice and the bytecodes of each slice. The first slice includes preparing."""
    with Opcodes() as opcodes:
        thinking = bots.Thinking(game, level, rng)
    slices = [opcodes.count]
    action = None
    while action is None:
        with Opcodes() as opcodes:
            action = thinking.step()
        slices.append(opcodes.count)
    return action, slices
