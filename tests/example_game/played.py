# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Plays Candle in a project that has it, as people and robots would, and tells as JSON what came of it.

tests/app/test_example_game.py runs this in a copy of the project, and compares what it tells with what is
promised. Its argument is a file with what a console without Candle has saved.
"""

import json
import sys
from pathlib import Path

from engine import bots, registry
from engine.rng import Rng
from engine.session import Session
from handful import heard as words
from handful.texts import LANGUAGES
from tools.console import Console

KEY = "candle"
SAVED = Path(sys.argv[1]).read_bytes()


class Reader(Console):
    """A console that keeps what is written on its screen, and draws nothing."""

    def __init__(self, *details, **more):
        super().__init__(*details, **more)
        self.blind()
        self.said: list[str] = []
        canvas = self.app.canvas

        def text(x, y, text, colour, font=None):
            self.said.append(text)
            return x + (font or canvas.small).width(text) + 1

        canvas.text = text

    def reads(self, letters: str) -> list[str]:
        """Presses keys; returns what is written from then on."""
        self.said.clear()
        self.keys(letters)
        return self.said[:]

    def until_mine(self) -> None:
        """Waits for a person's turn."""
        for _ in range(200):
            if self.screen == KEY and self.view.mine:
                return
            self.wait(200)
        raise AssertionError("no person's turn comes")


def robots() -> dict:
    """Matches of each number of players and each level: their lengths, points and winners, and two promises.

    Those are that a dumped match is loaded again, and that a robot chooses the same in another world.
    """
    told = {}
    for players in range(2, 5):
        for level in (bots.EASY, bots.NORMAL, bots.HARD):
            session = Session(KEY, players, 7, last=1 if players == 2 else 3)
            blind = True
            while session.game.player >= 0:
                game = session.game
                world = game.copy()
                world.redeal(game.player, Rng(9))
                action = bots.choose(game, level, Rng(3))
                blind = blind and action == bots.choose(world, level, Rng(3))
                session.act(action)
            points = [session.game.score(seat) for seat in range(players)]
            told[f"{players}, level {level}"] = (
                len(session.history),
                points,
                session.game.winners(),
                list(Session.load(session.dump()).history) == list(session.history),
                blind,
            )
    return told


def chosen() -> list:
    """From the shelf by keys to the game's cover, its set-up and its table: the screens, what is written."""
    console = Reader()
    told = []
    console.app.open("games")
    console.wait(40)
    for letters in ("r" * registry.number(KEY), "a", "da"):
        written = console.reads(letters)
        told.append([console.screen, written])
    return told


def help_pages() -> list:
    """The headings of the help's pages, in each language."""
    told = []
    for language in range(len(LANGUAGES)):
        console = Reader(language=language)
        console.said.clear()
        console.app.open("help", KEY, ("title",))
        console.wait(40)
        told.append([console.said[0]] + [console.reads("r")[0] for _ in range(4)])
    return told


def lesson() -> list:
    """The lesson, whose cards are found: what has been played, and whether the match goes on."""
    console = Reader()
    console.app.learn(KEY)
    console.wait(40)
    session = console.app.match.session
    while len(session.history) < 4:
        view = console.view
        if view.mine and not view.overlay:
            cards = view.cards()
            right = [place for place in range(len(cards)) if console.app.lesson.allows(cards[place])]
            if right:
                console.keys("r" * ((right[0] - view.cursor) % len(cards)))
        console.keys("a")
        console.wait(500)
    return [list(session.history)[:4], console.screen]


def hints() -> list:
    """The hint at the start of one match and its reason, in each language."""
    told = []
    for language in range(len(LANGUAGES)):
        console = Reader(language=language)
        console.begin(KEY, [0, 3], seed=11)
        console.until_mine()
        console.keys("Bu")
        console.said.clear()
        console.wait(2000)
        told.append(" ".join(console.said))
    return told


def resumed() -> list:
    """A match that is left after some cards, and gone on with at the console switched on again."""
    console = Reader(region=bytearray(SAVED))
    console.begin(KEY, [0, 1, 2], seed=5)
    for _ in range(2):
        console.until_mine()
        console.keys("a")
        console.wait(500)
    console.until_mine()
    before = list(console.app.match.session.history)
    console.app.leave(False)
    console.wait(40)
    again = Reader(region=console.board.flash)
    again.app.resume()
    again.wait(40)
    again.until_mine()
    return [before, list(again.app.match.session.history), again.screen]


def handed_over() -> list:
    """Two people at one console: the screens, and that each sees their own hand."""
    console = Reader()
    console.begin(KEY, [0, 0], seed=5)
    told = []
    for _ in range(2):
        told.append(console.screen)
        console.keys("a")
        console.until_mine()
        view = console.view
        told.append([view.viewer, view.shown == console.app.match.session.game.hand(view.viewer)])
        console.keys("a")
        console.wait(6000)
    return told


def taken_back() -> list:
    """One card taken back: how many actions there were before and after, and what is said."""
    console = Reader()
    console.begin(KEY, [0, 1], seed=11)
    console.until_mine()
    console.keys("a")
    console.wait(500)
    console.until_mine()
    before = len(console.app.match.session.history)
    said = console.reads("b") + console.reads("b")
    return [before, len(console.app.match.session.history), said[-1]]


def heard() -> list:
    """The table in words, and the words of its stops."""
    console = Console(finger=True)
    console.begin(KEY, [0, 0], 7)
    console.press(4)
    return [words.lines(console.app), [text for _, text, _ in words.stops(console.app)]]


def finished() -> dict:
    """A whole match by keys on a console with statistics: its result, a look through it, the statistics."""
    console = Reader(region=bytearray(SAVED))
    console.begin(KEY, [0, 2], seed=11)
    for _ in range(300):
        if console.screen == "result":
            break
        console.keys("a")
        console.wait(500)
    game = console.app.match.session.game
    told = {"result": console.said[-40:], "points": [game.score(0), game.score(1)]}
    console.see_end()
    console.keys("dda")
    told["review"] = console.screen
    console.keys("dd")
    told["reviewed"] = console.app.match.review
    console.keys("b")
    told["back"] = console.screen
    console.app.leave(True)
    console.wait(40)
    again = Reader(region=console.board.flash)
    records = again.app.records
    told["row"] = records.row(registry.number(KEY), 2)
    told["others"] = [[records.row(game, other) for other in range(4)] for game in range(5)]
    again.said.clear()
    again.app.open("records")
    again.wait(40)
    told["records"] = again.said + again.reads("r" * registry.number(KEY))
    return told


if __name__ == "__main__":
    parts = (robots, chosen, help_pages, lesson, hints, resumed, handed_over, taken_back, heard, finished)
    print(json.dumps({part.__name__: part() for part in parts}))
