# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Consoles whose board has few keys, a finger, or a keyboard, and answers a handheld's keys all the same."""

import re
import sys
from types import SimpleNamespace

from boards import desktop, terminal
from boards.computer.names import Names
from engine import registry
from handful import few, stops
from handful.keys import RING
from handful.settings import HELPED, MOTION, NAMED
from handful.texts import LANGUAGES
from tests import words
from tools.build import drive, layouts, portrait
from tools.console import Board, Console, board_of
from tools.run import _CALLED  # noqa: PLC2701

GAMES = [row[0] for row in registry.GAMES]
KNOB = "knob"
TYPED = {"desktop": desktop, "terminal": terminal}
PAGES = {page: portrait.few(page) for page in drive.devices() if portrait.few(page)}
TOUCHED = [page for page in drive.devices() if portrait.is_touched(page)]
BOARDS = [*PAGES, KNOB, *TOUCHED, *TYPED]
# Boards of one layout whose keys have the same names show the same.
KINDS = {(layouts.of(page), PAGES.get(page, page in TOUCHED)): page for page in [*PAGES, *TOUCHED]}
KINDS = [*KINDS.values(), KNOB, *TYPED]


class Fed(Console):
    """A console whose keys are those of a handheld, although its board has others."""

    def __init__(self, page: str, language: int = 0, monkeypatch=None):
        if page in TYPED:
            board = Board()
            names = SimpleNamespace(names=Names(), keys=SimpleNamespace(names=Names()))
            monkeypatch.setattr(TYPED[page], "display", lambda: names)
            board.named = TYPED[page].named
            board.KEYS_CALLED = TYPED[page].KEYS_CALLED
        elif page in TOUCHED:
            board = board_of(finger=True)
        else:
            names = PAGES.get(page, _CALLED)
            board = board_of(few.KNOB if page == KNOB else len(names), None, (*names, "")[:3])
        self.start(board, 2026)
        values = self.app.settings.values
        values[MOTION], values[NAMED], values[HELPED] = 0, 1, 1
        self.wait(0)
        self.answer(language)
        self.app.canvas.add_signs(True)
        self.drawn: set[tuple[str, str, bool]] = set()  # all that was drawn: screen, text, at the foot
        inner = self.app.canvas.text
        foot = sys.modules["handful.picture.measures"].FOOT

        def text(x, y, string, colour, font=None):
            self.drawn.add((self.screen, string, y > foot))
            return inner(x, y, string, colour, font)

        self.app.canvas.text = text

    def press(self, key: int, hold: int = 40) -> None:
        """Presses a logical key of a handheld."""
        keys = self.app.keys
        self.heed()
        if hasattr(keys, "plan"):
            keys.plan.append(RING if hold > 400 else key)
            self.wait(hold + 40)
            self.heed()
        else:
            super().press(key, hold)


def layout_of(page: str) -> str:
    """The layout of a board's page."""
    return layouts.of(page) if page in PAGES or page in TOUCHED else layouts.DRAWN


def quoted(language: int) -> list[str]:
    """What a finger's foot lines have, which its sentences quote."""
    lines = [
        text for key in ("", *GAMES) for name, text in words.catalogue(LANGUAGES[language], key).items()
        if name.startswith("keys_")
    ]  # fmt: skip
    return [f"{sign} {said}" for line in lines for sign, said in stops.parts(line) if said]


def lacking(page: str, language: int, text: str) -> list[str]:
    """The signs of keys in a sentence that the board lacks. The suits of Hyper Maker are taken out before."""
    if page in TOUCHED:
        for part in quoted(language):
            text = re.sub(f"[“「«]\\s?{re.escape(part)}\\s?[”」»]", "", text)
        return [sign for sign in text if sign in stops.SIGNS + "✚"]
    signs = "ⒶⒷ\ue000\ue001" if page in TYPED else stops.SIGNS + "✚"
    return [sign for sign in text if sign in signs]


def lacked(console: Fed, page: str, language: int) -> list[tuple[str, str]]:
    """What was drawn with a sign of a key that the board lacks, and on which screen.

    A finger's foot line is its keys, and a keyboard's keeps its signs where names are too wide. Arrows are
    left out: they are also suits, and stand around values.
    """
    return [
        (screen, text)
        for screen, text, below in console.drawn
        if page not in (*TOUCHED, *TYPED) or not (below or screen == "help")  # which says what signs mean
        if set(lacking(page, language, text)) & set("✚ⒶⒷ\ue000\ue001")
    ]
