# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Recorded matches as readable text, so that a change of a game's rules is a diff.

A game's test calls `compare(record(...))`. To re-record the texts after a wanted change, run the
tests with HANDFUL_REWRITE=1 in the environment, and read the diff.
"""

import os
from pathlib import Path

from engine.rng import Rng
from engine.session import Session

FOLDER = Path(__file__).resolve().parent / "playthroughs"


def random_choice(game, rng) -> int:
    """Any legal action, all alike likely."""
    actions = game.legal_actions()
    return actions[rng.below(len(actions))]


def record(key, players, seed, describe, opening=None, choose=random_choice, **options) -> str:
    """The text of one match, a line an action.

    describe(game, action): a line on an action of game.player, asked before it is played.
    opening(game): the lines on the deal. choose(game, rng): the action to play; rng is not the match's.
    """
    session = Session(key, players, seed, **options)
    named = "".join(f", {name} {value}" for name, value in sorted(options.items()))
    lines = [f"{key}, {players} players, code {session.code}{named}"]
    if opening:
        lines.extend(opening(session.game))
    chance = Rng(seed)
    while session.game.player >= 0:
        action = choose(session.game, chance)
        lines.append(describe(session.game, action))
        session.act(action)
    game = session.game
    lines.append("Scores " + " ".join(str(game.score(seat)) for seat in range(players)))
    lines.append("Winners " + (" ".join(f"P{seat + 1}" for seat in game.winners()) or "none"))
    return "\n".join(lines) + "\n"


def compare(name: str, text: str) -> None:
    """Checks a match's text against tests/playthroughs/<name>.txt."""
    path = FOLDER / (name + ".txt")
    if os.environ.get("HANDFUL_REWRITE"):
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"{name} is played otherwise than recorded"


def to_the_result(console, most: int):
    """Yields the match again and again until its result is shown, resumed if it was left.

    Whoever plays does something each time; `most` times without an action mean that it is stuck.
    """
    idle = 0
    before = -1
    while console.screen != "result":
        match = console.app.match
        if match is None:  # saved and left
            console.app.resume()
            console.wait(40)
            continue
        count = len(match.session.history)
        idle = idle + 1 if count <= before else 0
        before = max(before, count)
        assert idle < most, f"stuck at {console.screen} of {match.session.key} after {count}"
        yield match
