# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Counts the bytecodes that a robot's choice takes: the same on every machine."""

import sys

from engine import bots


class Opcodes:
    """Counts the Python bytecodes that a call executes."""

    def __init__(self) -> None:
        """Counts nothing before `run`."""
        self.count = 0

    def _call(self, frame, event, arg):
        if frame.f_code.co_filename.startswith("<frozen importlib"):
            return None  # finding modules is Python on a computer and C on a device
        frame.f_trace_opcodes = True
        frame.f_trace_lines = False
        return self._step

    def _step(self, frame, event, arg):
        if event == "opcode":
            self.count += 1
        return self._step

    def run(self, work, *args):
        """Returns (work(*args), the number of bytecodes that it took)."""
        self.count = 0
        before = sys.gettrace()
        sys.settrace(self._call)
        try:
            result = work(*args)
        finally:
            sys.settrace(before)
        return result, self.count


def thought(game, level: int, rng) -> tuple[int, list[int]]:
    """Returns a robot's choice and the bytecodes of each slice. The first slice includes preparing."""
    opcodes = Opcodes()
    thinking, cost = opcodes.run(bots.Thinking, game, level, rng)
    slices = [cost]
    action = None
    while action is None:
        action, cost = opcodes.run(thinking.step)
        slices.append(cost)
    return action, slices
