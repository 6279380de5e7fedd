# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The budget that a test can hold: how deep Python's calls go. `make ram` and `make bench` print others."""

import inspect
import sys

import pytest

from engine import bots, registry
from engine.rng import Rng
from engine.session import Session
from tools import PROJECT as ROOT
from tools.build.split import frames
from tools.console import Console

FRAMES = 10  # below the loop: the stack is 1.5 KB in CircuitPython 9
OURS = tuple(str(ROOT / folder) for folder in ("engine", "lib", "boards/parts"))


class Depth:
    """The most frames of our own that are open at once on a device, below those open at the start."""

    def __enter__(self):
        self.most = 0
        self.chain = []
        self._start = inspect.currentframe().f_back
        self._before = sys.gettrace()
        sys.settrace(self._call)
        return self

    def __exit__(self, *error):
        sys.settrace(self._before)

    def _call(self, frame, event, argument):
        if not frame.f_code.co_filename.startswith(OURS):
            return
        chain = []
        while frame and frame is not self._start:
            code = frame.f_code
            if code.co_name == "step" and code.co_filename.endswith("app.py"):
                break
            if code.co_filename.startswith(OURS):
                chain += [code.co_name] * frames(code)
            frame = frame.f_back
        if len(chain) > self.most:
            self.most = len(chain)
            self.chain = chain[::-1]


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_no_key_and_no_computers_move_calls_deeper_than_10_frames(key):
    _, _, least, most = registry.row(key)
    chance = Rng(5)
    console = Console()
    with Depth() as depth:
        console.begin(key, [0, 0] + [1] * (max(least, 3) - 2) if most > 2 else [0, 1])
        for _ in range(60):
            console.keys("udlrabaaseB"[chance.below(11)])
            if console.screen == "title":
                console.begin(key, [0] + [1] * (most - 1), seed=chance.below(1000))
        console.begin(key, [0] + [1] * (max(least, 2) - 1))
        for _ in range(40):
            if getattr(console.view, "mine", False):
                break
            console.keys("a")
        console.keys("Bu...a")  # a hint
    assert depth.most <= FRAMES, " ".join(depth.chain)


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_no_thought_calls_deeper_than_10_frames_with_the_table_above_it(key):
    _, _, least, most = registry.row(key)
    chance = Rng(6)
    for players in {least, most}:
        session = Session(key, players, 3)
        while len(session.history) < 66 and session.game.player >= 0:  # Flip Over's second round has begun
            if len(session.history) % 8 == 0:
                for level in (bots.NORMAL, bots.HARD):
                    with Depth() as depth:
                        thinking = bots.Thinking(session.game, level, Rng(1))
                        for _ in range(12):
                            if thinking.step() is not None:
                                break
                    assert depth.most + 2 <= FRAMES, depth.chain  # _think and _step_mind are above
            legal = session.game.legal_actions()
            session.act(legal[chance.below(len(legal))])


def test_every_menu_calls_at_most_10_frames():
    with Depth() as depth:
        console = Console()
        console.keys("aa" + "dadadadadbbdbdadadalrlrbbbbb" + "ddrdadlruabbbddda" + "aaaadddaeabbb")
    assert depth.most <= FRAMES, " ".join(depth.chain)


@pytest.mark.parametrize("row", range(len(registry.GAMES)))
def test_a_demo_calls_at_most_10_frames(row):
    console = Console()
    shown = 0
    with Depth() as depth:
        console.app.seed = lambda: row  # which decides whose demo is the first
        for _ in range(45):
            console.wait(1000)
            shown += console.screen == registry.GAMES[row][0]
    assert shown > 10 and depth.most <= FRAMES, " ".join(depth.chain)
