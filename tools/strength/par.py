# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Plays the numbered deals with a hard robot in the person's seat, which makes their par: `make par`.

    python tools/strength/par.py [--only KEY]

Par is what the hard robot scores in one match of each deal, as handful.series sets it up; one less if nothing
can beat that (`full` or `most` in look.txt). Chance follows the deal. It goes to assets/games/KEY/par.bin.
"""

import argparse
import functools
import re
import sys
from pathlib import Path

from engine import bots, registry
from engine.rng import Rng
from engine.session import Session
from handful import series
from handful.match import PERSON
from handful.series import SERIES, byte_of
from tools import PROJECT, checkout
from tools.strength.matches import calls


@functools.cache
def most(key: str) -> int:
    """Returns the score of a game that nothing beats, sys.maxsize if it names none."""
    look = checkout.text(PROJECT / "assets" / "games" / key / "look.txt")
    found = re.search(r"^(?:full|most) (\d+)", look, re.MULTILINE)
    return int(found[1]) if found else sys.maxsize


def play(key: str, number: int) -> int:
    """Plays a numbered deal. Returns its par, from the score of the hard robot in the person's seat."""
    kinds = series.kinds(key)
    session = Session(key, len(kinds), series.seed(number))
    chances = [Rng(number * len(kinds) + seat) for seat in range(len(kinds))]
    while session.game.player >= 0:
        seat = session.game.player
        level = bots.HARD if kinds[seat] == PERSON else kinds[seat] - 1
        session.act(bots.choose(session.game, level, chances[seat]))
        for call in calls(session.game):
            session.act(call)
    return min(session.game.score(0), most(key) - 1)


def main(words: list[str] | None = None, assets: Path = PROJECT / "assets") -> int:
    """Does what the command line says. Returns the exit status."""
    keys = [row[0] for row in registry.GAMES]
    parser = argparse.ArgumentParser(description="Plays the numbered deals, for their par.")
    parser.add_argument("--only", choices=keys, metavar="KEY", help="one game: " + ", ".join(keys))
    only = parser.parse_args(words).only
    for key in keys:
        if only in (None, key):
            scores = [play(key, number) for number in range(1, SERIES + 1)]
            (assets / "games" / key / series.PAR).write_bytes(bytes([byte_of(score) for score in scores]))
            print(f"{key}: {min(scores)} to {max(scores)}, {sum(scores) / SERIES:.1f} on average")
    return 0


if __name__ == "__main__":
    sys.exit(main())
