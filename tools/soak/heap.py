# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The device's heap: too small, full while keys are pressed, and unchanged after 200 matches.

Everything runs on the MicroPython VM, compiled as for a device. In heaps from far too small to comfortable,
the same keys are pressed on the same saved match. Once the title is up, a failure must end in the friendly
screen or in less service, and the saved match must be the old one or a continuation of it. In a heap that is
large enough, nearly all free blocks are taken before a key and given back after it. So an allocation fails
in the middle of the answer to the key, and the match must be saved as it was.
"""

import random
import tempfile
import time
from pathlib import Path

from engine import registry
from handful.match import PERSON
from tools import Refusal, vm
from tools.soak.parts import Broken

_EASY = 1  # the kind of a seat with an easy robot
BEGIN = """
import boards, microcontroller
microcontroller.nvm.attach("nvm.bin")
from handful.app import App
app = App(boards.find())
app.begin({key!r}, bytes({kinds!r}), 77, {{}})
for _ in range(5):
    app.step()
for _ in range(6):
    game = app.match.session.game
    actions = game.legal_actions()
    if actions and app.match.kinds[game.player] == 0:
        app.match.act(actions[0])
app.leave(False)
app.step()
print(*app.store.payloads[2])
"""

PLAY = """
import gc
import boards, keypad, microcontroller
from engine.rng import Rng
microcontroller.nvm.attach("nvm.bin")
chance = Rng({seed})
said = []
taken = []
def take(left):
    size = 32768
    while size >= 16:
        try:
            taken.append(bytearray(size))
        except MemoryError:
            size //= 2
    while left > 0 and taken:
        left -= len(taken.pop())
def pressed(app):
    keys = app.board.KEYS
    for number in range({keys}):
        taken.clear()
        for _ in range(9):
            if app.deaf:  # what has opened by itself: a player reads it first
                yield keypad.LOOK, 300
        if {taken} and app.screen != "trouble" and number and chance.below({taken}) == 0:
            take(1 << chance.below(13))
        if app.screen == "trouble":
            said.append(app.view._error[:12])
            print("trouble", app.view._kept)
            yield keys.find(b"\\x04"), 50
            continue
        key = chance.below(12)
        if number < {first} or key > 7:
            key = 4
        if chance.below(9) == 0:
            yield keys.find(bytes((key,))), 700, 600
        else:
            yield keys.find(bytes((key,))), 20 + 180 * chance.below(2)
        if chance.below(40) == 0:
            yield keypad.LOOK, 3000
    taken.clear()
app = None
try:
    from handful.app import App
    app = App(boards.find())
    app.step()
    print("up")
except MemoryError:
    print("too small")
    app = None
def failing(error):
    taken.clear()
    gc.collect()
    match = app.match.dump() if app.match else app.store.payloads[2]
    fail(error)
    if app.store.payloads[2] != match:
        print("died: the match is not saved as it was")
if app:
    fail = app.fail
    app.fail = failing
    keypad.script(pressed(app), lambda: None)
    try:
        app.run()
    except SystemExit:
        pass
    except MemoryError as error:
        print("died", error)
    print("end", app.screen)
    print("now", *(app.match.session.dump() if app.match else b""))
"""

LOOK = """
import boards, microcontroller
microcontroller.nvm.attach("nvm.bin")
from handful.app import App
app = App(boards.find())
app.step()
from handful.match import load
print(*(load(app.store.payloads[2]).session.dump() if app.saved else b""))
"""

MATCHES = """
import gc
import boards, board, keypad
from engine import registry
from engine.rng import Rng
from handful.app import App
app = App(boards.find())
app.seed = lambda: 2026
chance = Rng(5)
def steps(number):
    for _ in range(number):
        app.step()
steps(3)
games = len(registry.GAMES)
free = [0] * ({matches} // games)  # all of it at once: a list that grows would be seen in its own numbers
for number in range({matches}):
    key, _, least, most = registry.GAMES[number % games]
    app.begin(key, bytes([0] * (least + chance.below(most - least + 1))), number, {{}})
    steps(3)
    app.match.viewer = app.match.session.game.player
    app.table()
    steps(3)
    for _ in range(8):
        actions = app.match.session.game.legal_actions()
        if app.screen != key or not actions:
            break
        app.view.play(actions[chance.below(len(actions))])
        steps(1)
    app.leave(True)
    steps(3)
    if number % games == games - 1:
        gc.collect()
        gc.collect()
        free[number // games] = gc.mem_free()
print(*free)
"""


def start_of(chance) -> tuple[str, tuple]:
    """Draws a game and who sits at its table: a person, then robots or another person."""
    key, _, least, most = chance.choice(registry.GAMES)
    others = min(most, max(least, 3)) - 1
    return key, (PERSON, chance.choice((PERSON, _EASY)), *[_EASY] * others)[: others + 1]


def squeeze(folder, start, kilobytes: int, seed: int, keys: int = 60, taken: int = 0) -> list:
    """Returns the lines printed in a heap of that many KB of the VM; Broken if the saved match is wrong.

    taken: the heap is filled before every so-manieth key on average; 0 for never.
    """
    key, kinds = start
    (folder / "nvm.bin").unlink(missing_ok=True)
    old = bytes(map(int, vm.run(folder, BEGIN.format(key=key, kinds=kinds), "1m").split()))
    old = old[2 + 3 * old[0] :]
    try:
        script = PLAY.format(seed=seed, keys=keys, first=2, taken=taken)
        said = vm.run(folder, script, f"{kilobytes}k").splitlines()
    except Refusal as error:
        text = str(error)
        if "MemoryError" not in text and "memory allocation failed" not in text:
            raise Broken(f"{key} in {kilobytes} KB, seed {seed}: {text}") from error
        said = ["too small"] if "up" not in text else ["died"]
    new = bytes(map(int, vm.run(folder, LOOK, "1m").split()))
    now = b""
    if said[-1].startswith("now"):
        now = bytes(map(int, said.pop().split()[1:]))
    for broken, how in (
        ("died" in " ".join(said), "it ended without the friendly screen"),
        ("trouble trouble_lost" in said, "the match could not be saved"),
        (now and new != now, "the saved match is not the one that was played"),
        ("up" not in said and new != old, "the saved match is gone"),
    ):
        if broken:
            raise Broken(f"{key} in {kilobytes} KB, seed {seed}: {said}: {how}")
    return said


def run(seconds: float, seed: int, say, heap: int = 208, matches: int = 200) -> list:
    """Squeezes, presses random keys, and compares free memory. Returns rows (label, value) for the table."""
    chance = random.Random(seed)
    end = time.monotonic() + seconds
    troubles = runs = keys = failures = 0
    least = {}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        vm.build(folder)
        told = vm.run(folder, MATCHES.format(matches=matches), f"{heap}k", 3000)
        free = [int(word) for word in told.split()]
        # Tables of names grow by 128 bytes as some first match ends; at times the title has loaded less.
        half = len(free) // 2
        if min(free[half:]) < min(free[:half]) or free[0] - min(free) > 256:
            raise Broken(f"what is free at the title after each round of the games: {free}")
        sizes = []
        while time.monotonic() < end or not runs:
            sizes = sizes or chance.sample(range(64, heap + 64, 2), 32)
            start = start_of(chance)
            size = sizes.pop()
            said = squeeze(folder, start, size, chance.getrandbits(20))
            runs += 1
            troubles += len([line for line in said if line.startswith("trouble")])
            if "up" in said:
                least[start[0]] = min(size, least.get(start[0], size))
            said = squeeze(folder, start, 256, chance.getrandbits(20), 100, 3)
            failures += len([line for line in said if line.startswith("trouble")])
            # As much time goes to random keys in a heap that is large enough.
            script = PLAY.format(seed=chance.getrandbits(20), keys=2000, first=0, taken=0)
            (folder / "nvm.bin").unlink(missing_ok=True)
            said = vm.run(folder, script, f"{heap}k", 3000).splitlines()
            keys += 2000
            if said[0] != "up" or any(line.startswith(("died", "trouble")) for line in said):
                raise Broken(f"monkeys in {heap} KB: {said}")
            say(f"{runs} heaps, {keys:,} keys")
    return [
        (f"free at first, after {matches} matches", f"{free[0]:,}, {free[-1]:,} bytes of the VM"),
        ("heaps tried", f"{runs}, {troubles} friendly screens"),
        ("failed allocations in 256 KB", f"{failures:,}, each with the friendly screen"),
        ("smallest with a title, KB of the VM", str(min(least.values(), default="-"))),
        (f"keys pressed in {heap} KB", f"{keys:,}"),
    ]
