# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Monkeys in the page: random keys and touches in Chromium, and random keys in Node.

Nothing may fail, and nothing may grow: the memory of WebAssembly, what JavaScript holds, the nodes of the
document and who listens to them. Time goes faster in the page, so that an hour has the keys of many.

    python tests/web/monkeys.py SECONDS SEED    prints the rows of figures as JSON; a part of `make soak`
"""

import json
import random
import sys
import tempfile
import time
from pathlib import Path

from handful.texts import LANGUAGES
from tests.web.browsers import Chromium, until
from tests.web.machine import Machine
from tests.web.visit import Visit
from tools.build import web

GROWTH = 1.1  # of what there was in the first half of the time: beyond this something has grown
_ROUND = 6  # seconds of Chromium in a round
_NODE = 60_000  # ms of Node's clock in a round
_SAMPLES = 8  # from which growth can be told
_GAP = 8  # ms between two keys
_LETTERS = "udlraaaabbse"
_MEMORY = """
const instantiate = WebAssembly.instantiateStreaming;
WebAssembly.instantiateStreaming = async (...given) => {
  const made = await instantiate.apply(WebAssembly, given);
  globalThis.wasm = made.instance.exports.memory;
  return made;
};
"""
# An error stops the machine, instead of the screen that any key leaves.
_STOP = """
from boards.web.console import app
def stop(error):
    raise error
app.fail = stop
"""


def grown(samples: list[dict[str, float]]) -> dict[str, tuple[float, float]]:
    """Returns what has grown, by its name: the most of the first half, and the least of the last quarter.

    samples: of the whole time, in order; of fewer than eight nothing can be told.
    """
    found = {}
    if len(samples) < _SAMPLES:
        return found
    for name in samples[0]:
        before = max(one[name] for one in samples[: len(samples) // 2])
        after = min(one[name] for one in samples[-(len(samples) // 4) :])
        if after > before * GROWTH:
            found[name] = before, after
    return found


class Chrome:
    """A phone with a keyboard, whose page is pressed and touched."""

    def __init__(self, folder: Path) -> None:
        self._browser = Chromium(phone=True)
        self._browser.before(_MEMORY)
        self.visit = Visit(self._browser, folder)
        self._browser.language("en")
        self.visit.start("?game=inversio")
        self.visit.draw_keys()
        self.visit.python(_STOP)
        self.visit.hurry()
        self.pressed = 0

    def play(self, seconds: float, chance: random.Random) -> None:
        """Presses and touches for so long. AssertionError, with the last keys, if anything fails."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            letters = "".join(chance.choices(_LETTERS, k=12))
            if chance.random() < 0.1:
                letters += "B" + chance.choice("udlr") + "ab"
            if chance.random() < 0.3:
                self.visit.taps(letters[:4].lower())
                letters = letters[4:]
            self.visit.keys(letters, _GAP)
            self.pressed += len(letters)
            stopped = self._browser.run("document.querySelector('#notice:not([hidden])')?.textContent ?? ''")
            fault = self._browser.errors or "has stopped" in stopped
            told = self._browser.errors + self._browser.logged
            assert not fault, f"{told} {stopped} after the keys {letters}"

    def sizes(self) -> dict[str, float]:
        """Returns what the page holds."""
        wasm = until(self._browser, "globalThis.wasm && wasm.buffer.byteLength")
        return {"wasm": wasm, **self._browser.sizes()}

    def close(self) -> None:
        """Ends the browser."""
        self.visit.close()
        self._browser.close()


def run(seconds: float, seed: int, say, folder: Path | None = None) -> list:
    """Presses for that many seconds. Returns rows (label, value) for the table.

    folder: the page, if it has been made already.
    """
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as passing:
        folder = folder or web.build(Path(passing), boards=())
        node = Machine(folder)
        chrome = Chrome(folder) if Chromium.program else None
        try:
            return _run(seconds, chance, say, node, chrome)
        finally:
            node.close()
            if chrome:
                chrome.close()


def _run(seconds, chance, say, node, chrome) -> list:
    node.begin(chance.randrange(len(LANGUAGES)))
    node.keys("da")  # no lesson
    node.python(_STOP)
    end = time.monotonic() + seconds
    machines, pages = [], []
    minutes = 0.0
    piece = min(_NODE, int(seconds * 1000))
    while not minutes or time.monotonic() < end:
        machines.append({"wasm": node.ask("monkey", chance.getrandbits(30), piece)})
        minutes += piece / 60_000
        if chrome:
            chrome.play(min(_ROUND, seconds), chance)
            pages.append(chrome.sizes())
        say(f"{minutes:.0f} minutes in Node" + (f", {chrome.pressed:,} keys in Chromium" if chrome else ""))
    for name, samples in (("Node", machines), ("Chromium", pages)):
        for what, (before, after) in grown(samples).items():
            raise AssertionError(f"{name}: {what} has grown from {before:,} to {after:,}")
    rows = [
        ("minutes in Node, by its clock", f"{minutes:,.1f}"),
        ("bytes of WebAssembly in Node", _told(machines, "wasm")),
    ]
    if not chrome:
        return [*rows, ("Chromium", "is not installed here: the page was not tried in it")]
    rows.append(("keys and touches in Chromium", f"{chrome.pressed:,}"))
    return rows + [(f"{what} in Chromium", _told(pages, what)) for what in pages[0]]


def _told(samples, name) -> str:
    # A figure over the time: at the start, in the middle, at the end.
    return " ... ".join(f"{samples[place][name]:,.0f}" for place in (0, len(samples) // 2, -1))


if __name__ == "__main__":
    seconds, seed = sys.argv[1:]
    try:
        print(json.dumps(run(float(seconds), int(seed), lambda text: print(text, file=sys.stderr))))
    except AssertionError as error:
        sys.exit(str(error))
