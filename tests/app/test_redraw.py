# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What is on the screen is what a redraw would draw, at every step of whole matches, and can be read."""

import random
from unittest import mock

import numpy
import pytest

from engine import registry
from handful.keys import DOWN, LEFT, RIGHT, SELECT, UP, A, B
from handful.settings import COLOURS
from tests.app import test_golden as golden
from tests.playing import first
from tools.build import layouts
from tools.console import Console

LONG = ["WWWWWWWW", "Maximil.", "Ana", "Éloïse", "Tom"]
KEYS = [row[0] for row in registry.GAMES]
TABLES = [(row[0], players) for row in registry.GAMES for players in range(row[2], row[3] + 1)]
# Options of games that change what is drawn; each match takes one value of each by chance.
OPTIONS = {
    "the_game": {"level": (0, 1, 2), "starter": (0, 1)},
    "hyper_maker": {"deals": (1, 0)},  # 0: as many as players
    "flip_over": {"rounds": (2, 4), "discs": (0, 1), "trumps": (0, 1), "teams": (0, 1), "exchange": (0, 1)},
    "inversio": {"rounds": (1, 2, 4), "open_worths": (0, 1)},
}
OTHER_SCREENS = """
    title title_continue games setup_alone code settings name records trouble handover pause beaten
    result_inversion result_flip_over help_keys
""".split()
PACE, MEMORY, MOTION = 0, 1, 3  # places in Settings.values
MOST = 400  # turns of the loop below, in which each match comes to its end or far into it


@pytest.fixture(autouse=True)
def all_stays_loaded(monkeypatch):
    """Importing again takes long and draws nothing."""
    monkeypatch.setattr("engine.memory.release", lambda before: None)


class Watched(Console):
    """A console that compares its table, after each turn of the app in which something was drawn."""

    def __init__(self, **options):
        from tests.sheet import Sheet

        super().__init__(**options)
        self.sheet = Sheet(self, measuring=True)
        self.faults = []
        self.compared = 0

    def wait(self, ms):
        end = self.board.clock + ms
        while True:
            self.app.step()
            sheet = getattr(self, "sheet", None)
            if sheet and sheet.changed:
                sheet.changed = False
                self.compare()
            if self.board.clock >= end and not self.app.opening:
                return
            self.board.clock += 20

    def compare(self) -> None:
        """Notes where the table differs from what it would be if it were drawn again."""
        view = self.view
        if self.screen not in KEYS or view.overlay or view.telling.motion.busy or self.app.opening:
            return
        if view.deferred or view.dirty:
            return
        if view.viewer >= 0 and view.cards() != view.game.hand(view.viewer):
            return  # a redraw goes on to the sheet between two rounds
        shown, kept = self.sheet.pixels, {}
        for name, value in view.__dict__.items():
            kept[name] = value.copy() if isinstance(value, (dict, list)) else value
        self.sheet.pixels = numpy.zeros_like(shown)
        view.redraw()
        view.draw()
        if kept["_note"] is not None:
            view.note(kept["_note"])  # a message stays until there is something to say
        fresh = self.sheet.pixels
        view.__dict__.clear()
        view.__dict__.update(kept)
        self.sheet.pixels = shown
        self.sheet.changed = False
        self.compared += 1
        differs = shown != fresh
        if view.told is None:
            differs[-10:] = False  # a refusal stays until the next key
        if view.thinker.mind:
            differs[-1] = False  # where a spot wanders
        if differs.any():
            rows, columns = numpy.nonzero(differs)
            place = f"columns {columns.min()} to {columns.max()}, rows {rows.min()} to {rows.max()},"
            done = len(self.app.match.session.history)
            self.faults.append(f"after {done} actions {place} differ if drawn again (a text too wide?)")


def chosen(key, players, chance):
    """Options of a match, by chance."""
    options = {name: chance.choice(values) for name, values in OPTIONS.get(key, {}).items()}
    if options.get("deals") == 0:
        options["deals"] = players
    if options.get("rounds") in (1, 2):
        options["rounds"] = 4  # in fewer there is too little to see
    if players != 4:
        options.pop("teams", None)
        options.pop("exchange", None)
    return options


def played(console, key, chance) -> None:
    """Plays a match by keys, and does what else may be done at a table."""
    hinted = False
    for _ in range(MOST):
        view = console.view
        if console.screen == "result":
            return
        if console.screen != key:
            console.press(A)
        elif view.overlay:
            console.press(chance.choice((A, B, LEFT, RIGHT) if view.overlay == "last" else (A, B)))
        elif console.app.match.speaking:
            console.press(chance.choice((UP, DOWN, LEFT, RIGHT, A)))
        elif view.mine and chance.random() < 0.8:
            legal = console.app.match.session.game.legal_actions()
            if legal:
                view.point(first(view.game) if key == "the_game" else chance.choice(legal))
                view.sync()
            console.press(A)
        elif view.mine and not hinted and chance.random() < 0.1:
            hinted = True
            console.press(B, 600)
            console.press(UP)
        elif chance.random() < 0.3:
            console.press(B, 600)
            console.press(chance.choice((LEFT, RIGHT, A)))
        elif view.mine:
            console.press(chance.choice((UP, LEFT, RIGHT, B, SELECT)))
        else:
            console.wait(500)


@pytest.mark.parametrize("layout", layouts.names())
@pytest.mark.parametrize(("key", "players"), TABLES)
def test_the_screen_is_what_a_redraw_would_draw_and_can_be_read(key, players, layout):
    with layouts.used(layout), mock.patch("gc.collect"):  # which takes longer here than all the rest
        chance = random.Random(f"{key} {players} {layout}")
        console = Watched(seed=chance.randrange(1, 1 << 16))
        settings = console.app.settings
        settings.names = list(LONG)
        settings.colours = bytearray(chance.sample(list(COLOURS), 5))
        settings.values[PACE] = 2
        settings.values[MEMORY] = chance.randrange(2)
        settings.values[MOTION] = chance.randrange(2)
        kinds = [chance.choice((0, 1)) for _ in range(players)]
        kinds[chance.randrange(players)] = 0
        console.begin(key, kinds, seed=chance.randrange(1, 1 << 16), **chosen(key, players, chance))
        played(console, key, chance)
        assert console.compared > 15
        assert not console.faults
        assert not console.sheet.faint()


@pytest.mark.parametrize(("language", "layout"), list(enumerate((layouts.DRAWN, "120x120", "240x135"))))
def test_everything_on_the_other_screens_can_be_read(layout, language, monkeypatch):
    faint = set()
    with layouts.used(layout), mock.patch("gc.collect"):
        from tests.sheet import Sheet

        class Measured(Console):
            LANGUAGE = language

            def __init__(self, *details, **more):
                super().__init__(*details, **more)
                self.sheet = Sheet(self, measuring=True)

        monkeypatch.setattr(golden, "Console", Measured)
        screens = [golden.show(scene) for scene in OTHER_SCREENS]
        for console in [*screens, next(golden.pages("the_game"))[1], next(golden.pages("inversio"))[1]]:
            for colours in (COLOURS[:5], COLOURS[-5:]):
                console.app.settings.colours[:] = colours
                console.view.open()
            faint.update(console.sheet.faint())
    assert not faint


def test_the_strip_of_signs_in_the_menu_of_games_has_equal_margins():
    with layouts.used(layouts.DRAWN):
        console = golden.show("games")
        for _ in range(len(registry.GAMES)):
            strip = console.image().crop((0, 81, 160, 90)).convert("L")
            left, _, right, _ = strip.point(lambda level: 255 * (level > 70)).getbbox()
            assert left >= 4 and abs(left - (160 - right)) <= 2
            console.keys("d")


@pytest.mark.parametrize(("opened", "pages"), [("records", range(len(KEYS))), ("games", KEYS)])
def test_a_page_that_is_turned_to_looks_as_one_that_is_opened(opened, pages):
    console = golden.show(opened)
    screen = console.screen
    turned = []
    for _ in pages:
        console.keys("r")
        turned.append(console.image())
    for page, picture in zip((*pages[1:], pages[0]), turned, strict=True):
        console.open("title")
        console.open(screen, page)
        assert console.image() == picture
