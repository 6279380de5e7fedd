# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The page's machine, run by Node: MicroPython for WebAssembly, with keys and a clock of the test."""

import base64
import functools
from pathlib import Path

from PIL import Image

from tests.web.scripts import Node
from tools import PROJECT as ROOT
from tools.build import drive
from tools.console import LETTERS


@functools.cache
def deaf() -> str:
    """The script that asks whether keys count yet, made when it is first needed: it takes the whole build."""
    return drive.script("from boards.web.console import app\ndeafNow = app.deaf\n")


def golden(name: str) -> Image.Image:
    """A picture of tests/golden."""
    return Image.open(ROOT / "tests" / "golden" / f"{name}.png").convert("RGB")


def same(one: Image.Image, other: Image.Image) -> bool:
    """Whether two pictures are equal, in size and in every pixel."""
    return one.size == other.size and one.tobytes() == other.tobytes()


class Machine(Node):
    """A machine in a separate process. Methods are named as those of tools.console.Console."""

    def __init__(self, folder: Path):
        """folder: made by tools/build/web.py."""
        super().__init__("machine.mjs", folder)

    def ask(self, *command):
        """Gives Node a command of machine.mjs and returns the answer. AssertionError, with its message."""
        answer = self.answer(command)
        assert "error" not in answer, answer["error"]
        return answer["ok"]

    def begin(
        self, language: int = 0, still: bool = False, kept: str = "", keyboard: bool = True, keys: int = 0
    ) -> float:
        """Switches on; returns the ms of CPU until the first picture. kept: what save() returned."""
        return self.ask("begin", language, still, kept, keyboard, keys)

    def wait(self, ms: int) -> float:
        """Lets the app run that long; returns the ms of CPU of the longest step."""
        return self.ask("wait", ms)

    def press(self, key: int, hold: int = 40) -> float:
        """Presses a logical key, when keys count, and lets the app answer, as Console.press does.

        Returns the ms of CPU of the longest step.
        """
        self.heed()
        self.ask("press", key, True)
        longest = self.wait(hold)
        self.ask("press", key, False)
        longest = max(longest, self.wait(40))
        self.heed()
        return longest

    def tap(self, x: int, y: int) -> None:
        """Touches the picture."""
        self.ask("touch", x, y, 1)
        self.wait(40)
        self.ask("touch", x, y, 0)
        self.wait(40)
        self.heed()

    def heed(self) -> None:
        """Waits until keys count on a screen that has opened by itself."""
        while self.ask("deaf", deaf()):
            self.wait(20)

    def keys(self, letters: str) -> float:
        """Presses keys by LETTERS, as Console.keys; returns the ms of CPU of the longest step."""
        longest = 0.0
        for letter in letters:
            if letter == "B":
                longest = max(longest, self.press(5, 600))
            else:
                longest = max(longest, self.press(LETTERS.index(letter)))
        return longest

    def type(self, signs: str) -> bool:
        """Types signs and lets the app answer each; returns whether the screen took all of them."""
        taken = []
        for sign in signs:
            taken.append(self.ask("type", sign))
            self.wait(40)
        return all(taken)

    def python(self, source: str) -> None:
        """Runs a script beside the compiled app, whose names it may use as they are in the sources."""
        self.ask("python", drive.script(source))

    def texts(self) -> list[str]:
        """What was drawn since this was last asked."""
        return [told[1] for told in self.ask("said")]

    def image(self) -> Image.Image:
        """What is on the screen, in the colours of a device."""
        return Image.frombytes("RGB", (160, 128), base64.b64decode(self.ask("picture")))
