# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Monkeys: random keys in every game, while the battery goes flat and the language changes.

Nothing may fail. From everywhere there must be a way on (the match can be continued) and a way out (to the
title).
"""

import random
import time

from engine import registry
from handful.keys import DOWN, LEFT, RIGHT, SELECT, START, UP, A, B
from tools.soak import desk, peek
from tools.soak.drive import Board, Gone
from tools.soak.parts import Broken

_KEYS = (UP, DOWN, LEFT, RIGHT, A, A, A, A, B, B, START, SELECT, peek.RING)


def deal(console, chance) -> str:
    """Begins a random match. Returns its game."""
    key, _, least, most = chance.choice(registry.GAMES)
    players = chance.randint(least, most)
    kinds = [chance.choice((0, 0, 1)) for _ in range(players)]
    kinds[chance.randrange(players)] = 0
    options = peek.options_of(key, players, chance)
    console.begin(key, kinds, chance.getrandbits(30), **options)
    return key


def way_out(console, most: int = 60) -> None:
    """Presses keys towards the title, as a person who reads would; Broken if that takes too long."""
    for _ in range(most):
        screen, match = console.screen, console.app.match
        letter = "b"
        if screen == "title":
            return
        if screen in ("notice", "trouble"):
            letter = "a"
        elif screen == "pause":
            rows = [row[0] for row in console.view.rows()]
            letter = "a" if console.view.cursor == rows.index("leave") else "d"
        elif screen == "name" or (match and console.where in ("handover", match.session.key)):
            letter = "s"
        console.keys(letter)
    raise Broken(f"no way out from {console.where}")


def way_on(console, chance, most: int = 1500) -> None:
    """Presses random keys until something is played or the match ends; Broken if that never happens."""
    match = console.app.match
    if not match or console.screen not in ("handover", match.session.key) or match.review >= 0:
        return
    history = len(match.session.history)
    keys = (LEFT, RIGHT, UP, DOWN, A, A, A, A, A, -400)
    where = console.where
    for _ in range(most):
        if console.app.match is not match or console.screen == "result":
            return
        if len(match.session.history) > history:
            return
        if console.screen == "pause":
            console.keys("b")
        elif console.screen not in ("handover", match.session.key):
            return
        peek.press(console, chance.choice(keys))
    raise Broken(f"no way on from {where} in {match.session.key}, code {match.session.code}, after {history}")


def run(seconds: float, seed: int, say) -> list:
    """Presses for that many seconds. Returns rows (label, value) for the table."""
    chance = random.Random(seed)
    end = time.monotonic() + seconds
    done = cut = ways = matches = 0
    screens = set()
    with desk.quick():
        while time.monotonic() < end or done < 300:
            board = Board(chance.choice(("SAMD51", "RP2", "ESP32")))
            board.chance = chance
            console = _switched_on(board)
            for _ in range(chance.randint(3, 12)):
                pressed = []
                try:
                    if chance.random() < 0.7:
                        way_out(console)
                        deal(console, chance)
                        matches += 1
                    for _ in range(chance.randint(20, 200)):
                        key = chance.choice(_KEYS if chance.random() < 0.85 else (-50, -900, -4000))
                        pressed.append(key)
                        if chance.random() < 0.003:
                            board.left = chance.choice((0, 1, 2, 5))
                        peek.press(console, key)
                        done += 1
                        screens.add(console.where)
                    _change_language(console, chance)
                    if chance.random() < 0.5:
                        way_on(console, chance)
                        ways += 1
                    if chance.random() < 0.3:
                        way_out(console)
                        ways += 1
                    if chance.random() < 0.2:
                        raise Gone
                except Gone:
                    cut += 1
                    board = board.again()
                    console = _switched_on(board)
                except Broken:
                    raise
                except Exception as error:
                    match = console.app.match
                    what = match and (match.session.key, match.session.code, match.session.options)
                    raise Broken(f"{error!r} at {console.where}, {what}, keys {pressed[-12:]}") from error
                say(f"{done:,} keys, {cut} power cuts")
    return [
        ("keys pressed", f"{done:,}"),
        ("matches begun", f"{matches:,}"),
        ("power cuts", f"{cut:,}"),
        ("ways on and out that were found", f"{ways:,}"),
        ("screens", f"{len(screens)}: {' '.join(sorted(screens))}"),
    ]


def _switched_on(board: Board) -> desk.Console:
    return desk.Console(board, board.nvm.erases, seed=board.chance.getrandbits(30), new=True)


def _change_language(console, chance) -> None:
    # Uses the settings' row for it, which a console with one language lacks.
    settings = console.app.settings
    for choice in range(len(settings.values)):
        if chance.random() < 0.3:
            way_out(console)
            settings.turn(choice, 1)
    console.app.apply_language()
