# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Each game's lesson: it shows what it speaks of, reaches the game's twist, and can be left."""

import importlib
import sys

import pytest
from PIL import Image

from engine import registry
from engine.hyper_maker import MASTER, decide
from engine.session import Session
from handful.picture import ink
from handful.settings import MOTION, PACE
from handful.tables.lesson import Lesson
from handful.tables.table import COUNTED
from handful.texts import LANGUAGES, Texts
from tests import words
from tests.app import test_golden as golden
from tests.console import Console
from tests.engine.test_budget import FRAMES, Depth
from tools.build import layouts

KEYS = [row[0] for row in registry.GAMES]
ENDS = {"en": "Hold Ⓑ: help.", "fr": "Maintenez Ⓑ\u00a0: aide.", "ja": "Ⓑ長押しでヘルプ。"}
READING = {"en": 16, "fr": 16, "ja": 8}  # characters a second
NORMAL = 1  # the pace
# How many keys a lesson takes, and how many seconds with those in which an English text is read.
TAKES = {
    "the_game": (7, 30),
    "inversion": (9, 51),
    "hyper_maker": (7, 42),
    "flip_over": (7, 47),
    "inversio": (9, 69),
}
MOST = 120  # seconds that a lesson may take in any language


def begun(key, moving=False, language=0) -> Console:
    """A console in the lesson of a game, before its first text."""
    console = Console(moving=moving, language=language)
    console.app.canvas.add_signs(True)
    console.app.learn(key)
    console.wait(0)
    return console


def texts_of(console):
    """Goes through a lesson by A alone, and stops at each of its texts."""
    for _ in range(5000):
        if not console.app.lesson:
            return
        if console.view.overlay == "lesson":
            console.heed()
            yield console.app.lesson
            console.keys("a")
        elif console.view.overlay:  # a sheet of the game's own
            console.keys("a")
        else:
            console.wait(20)
    raise AssertionError("the lesson has no end")


def steps_of(key) -> list[list[str]]:
    """The steps of a lesson, word by word."""
    return [line.split() for line in words.file("lesson", key).read_text("utf-8").splitlines()[1:]]


def actions_of(key) -> list[int]:
    """What is played in a lesson."""
    played = [step[1:] for step in steps_of(key) if step[0] in ("play", "robot", "fast")]
    return [int(action) for step in played for action in step]


def match_of(key) -> list:
    """The games of a lesson: as dealt, and after each of its actions."""
    lesson = Lesson(key, Texts())
    session = Session(key, lesson.players, lesson.seed)
    games = [session.game.copy()]
    for action in actions_of(key):
        session.act(action)
        games.append(session.game.copy())
    return games


@pytest.mark.parametrize("key", KEYS)
def test_it_is_played_by_pressing_a_and_goes_on_as_a_match(key):
    console = begun(key)
    with Depth() as depth:
        texts = sum(1 for _ in texts_of(console))
    assert depth.most <= FRAMES, " ".join(depth.chain)
    assert texts == sum(step[0].startswith("say") for step in steps_of(key))
    actions = actions_of(key)
    assert list(console.app.match.session.history)[: len(actions)] == actions
    assert console.screen == key and not console.view.hurry
    console.wait(8000)
    assert console.screen == key and console.app.match.session.game.player >= 0


@pytest.mark.parametrize("key", KEYS)
def test_it_takes_less_than_two_minutes_in_every_language(key):
    console = begun(key, moving=True)
    assert console.app.settings.values[PACE] == NORMAL and console.app.settings.values[MOTION]
    console.blind()
    console.heed = lambda: setattr(console.app, "deaf", 0)  # who reads has not yet noticed that keys are dead
    start = console.board.clock
    texts = sum(1 for _ in texts_of(console))
    shown = (console.board.clock - start) / 1000
    taken = {}
    for language in LANGUAGES:
        lines = words.lines(language, key, ".lesson.txt")
        assert len(lines) == texts and lines[-1].endswith(ENDS[language])
        taken[language] = shown + sum(len(line) for line in lines) / READING[language]
    assert max(taken.values()) < MOST
    assert key not in TAKES or (texts, round(taken["en"])) == TAKES[key]


def walks() -> list[tuple]:
    """(layout, language, game): all languages in the layout of the sources, in each other one by turns."""
    found = [(layouts.DRAWN, language, key) for language in range(len(LANGUAGES)) for key in KEYS]
    others = [name for name in layouts.names() if name != layouts.DRAWN]
    for i, name in enumerate(others):
        found += [(name, (i + j) % len(LANGUAGES), key) for j, key in enumerate(KEYS)]
    return found


class Sheet:
    """Pictures, one below the other."""

    def __init__(self):
        self.pictures = []

    def image(self) -> Image.Image:
        width, height = self.pictures[0].size
        sheet = Image.new("RGB", (width, height * len(self.pictures)))
        for place, picture in enumerate(self.pictures):
            sheet.paste(picture, (0, place * height))
        return sheet


class Things:
    """The texts and cards on a table: {(x, y): height}, without those whose upper left corner is gone."""

    def __init__(self, canvas):
        self.heights = {}
        self.boxes = []  # (upper, lower) of each frame as wide as the screen
        self._canvas = canvas
        self._inner = canvas.fill, canvas.text, canvas.frame, canvas.clear
        canvas.fill, canvas.text, canvas.frame, canvas.clear = self.fill, self.text, self.frame, self.clear

    def clear(self, *colour):
        self._inner[3](*colour)
        self.heights.clear()

    def fill(self, x, y, width, height, colour):
        self._inner[0](x, y, width, height, colour)
        for left, top in list(self.heights):
            if x <= left < x + width and y <= top < y + height:
                del self.heights[left, top]

    def text(self, x, y, string, colour, font=None):
        if string.strip():
            self.heights[x, y] = (font or self._canvas.small).height - 2  # without what hangs below the line
        return self._inner[1](x, y, string, colour, font)

    def frame(self, x, y, width, height, edge, paper):
        self._inner[2](x, y, width, height, edge, paper)
        if paper in (ink.PAPER, ink.DIM):
            self.heights[x, y] = height
        elif x == 0 and width > 100:
            self.boxes.append((y, y + height))


def boxes_of(view, shown, texts) -> list[tuple]:
    """Where the boxes of texts stand, (upper, lower), when a table shows them over framed rectangles."""
    boxes = []
    canvas = view.canvas
    frame = canvas.frame
    canvas.frame = lambda x, y, width, height, *colours: boxes.append((y, y + height))
    for text in texts:
        importlib.import_module("handful.tables.overlay").teach(view, text, shown)
    canvas.frame = frame
    return boxes


@pytest.mark.parametrize(("layout", "language", "key"), walks())
def test_a_text_covers_nothing_it_speaks_of_and_stands_over_a_new_picture_each_time(
    layout, language, key, monkeypatch
):
    with layouts.used(layout):
        console = begun(key, language=language)
        wide, high = layouts.size(layout)
        foot = high - sys.modules["handful.picture.measures"].BAR
        below, sheet = [], Sheet()
        say = console.app.lesson._say  # noqa: SLF001
        things = Things(console.app.canvas)
        console.view.redraw()

        def said(table, step):
            below.append(console.image().crop((0, 0, wide, foot)))
            lying = dict(things.heights)
            things.boxes.clear()
            say(table, step)
            upper, lower = things.boxes[-1]
            for (x, y), height in lying.items():
                whole = y >= upper - 1 and y + height <= lower + 1
                bare = y + height <= upper + 1 or y >= lower - 1
                if not whole and not bare:
                    cut.append((len(below), (x, y, height), (upper, lower)))

        console.app.lesson._say = said  # noqa: SLF001
        cut = []
        lessons = [words.lines(name, key, ".lesson.txt") for name in LANGUAGES]
        for number, lesson in enumerate(texts_of(console)):
            sheet.pictures.append(console.image())
            shown = lesson._frames  # noqa: SLF001
            for x, y, width, height in shown:
                assert 0 <= x < x + width <= wide and 0 <= y < y + height <= foot
                inside = below[-1].crop((x + 2, y + 2, x + width - 2, y + height - 2))
                assert len(inside.getcolors()) > 1, f"nothing is to be seen in {x, y, width, height}"
            middle = (0, 11, wide, foot)
            assert len(below) < 2 or below[-1].crop(middle).tobytes() != below[-2].crop(middle).tobytes()
            texts = [texts[number] for texts in lessons]
            for text, (upper, lower) in zip(texts, boxes_of(console.view, shown, texts), strict=True):
                assert 0 <= upper and lower < foot, text
                assert all(lower <= y or upper >= y + height for _, y, _, height in shown), text
        assert len(below) == len(lessons[0])
        assert not cut, cut
        folder = "" if layout == layouts.DRAWN else layout + "/"
        golden.check(f"{folder}lesson_{key}_{LANGUAGES[language]}", sheet)


def test_the_game_is_taught_with_its_ten_back_and_the_end_of_a_turn():
    games, actions = match_of("the_game"), actions_of("the_game")
    played = zip(games, actions, strict=False)
    assert min(game.gap(action >> 2, action & 3) for game, action in played if action) < 0
    assert actions[-1] == 0 and games[-1].left < games[0].left  # the turn ends, and cards are drawn


def test_inversion_is_taught_with_an_inversion_that_wins_and_one_that_loses():
    games, actions = match_of("inversion"), actions_of("inversion")
    outcomes = [
        games[-1].winner(game.position)
        for game, action in zip(games, actions, strict=False)
        if game.player == 0 and action % 10 + game.follow() % 10 == 9
    ]
    assert outcomes == [0, 1]


def test_hyper_maker_is_taught_with_a_last_card_that_turns_the_trick_and_a_master_that_wins():
    games = match_of("hyper_maker")
    master, lead, cards, winner = games[3].last_trick()[:4]
    two, three = decide(master, cards[:2]), decide(master, cards)
    assert (lead + 2) % 3 == winner == 0 and two[1] != three[1]
    assert games[6].last_trick()[3] == MASTER


def test_flip_over_is_taught_with_a_red_disc_that_is_ducked_and_the_discs_turned_over():
    games = match_of("flip_over")
    points, winner = games[6].last_trick()[2:4]
    assert points < 0 and winner != 0
    assert games[-2].round == 1 and games[-1].round == 2
    assert games[-1].discs == [not blue for blue in games[0].discs]


def test_inversio_is_taught_with_aces_a_rank_passed_over_and_the_fight():
    end = match_of("inversio")[-1]
    pairs = end.fight_laid()
    assert any(card >= 0 and card % 13 == 0 for _, card, _ in pairs)
    assert any(table % 13 == 0 for table, _, _ in pairs)
    assert any(card < 0 for _, card, _ in pairs)
    assert end.fight()[1] == 0 and end.round == 1


@pytest.mark.parametrize("key", KEYS)
def test_nothing_else_can_be_played_in_it(key):
    console = begun(key)
    steps = steps_of(key)
    first = [step[0] for step in steps].index("play")
    texts = texts_of(console)
    for _ in [step for step in steps[:first] if step[0].startswith("say")]:
        lesson = next(texts)
    step = steps[first]
    played = len(console.app.match.session.history)
    console.keys("lrud")
    lesson.go_on()  # as if the text had been read without the key that plays
    console.view.overlay = ""
    for action in console.view.game.legal_actions():
        if action != int(step[1]):
            console.view.play(action)
    assert len(console.app.match.session.history) == played
    console.view.back()
    assert console.app.lesson.action == int(step[1])


@pytest.mark.parametrize("key", KEYS)
def test_b_ends_it_frees_it_and_the_match_goes_on(key, monkeypatch):
    modules = (Lesson.__module__, "handful.tables.overlay")
    for name in modules:
        monkeypatch.delitem(sys.modules, name, raising=False)  # this file and other tests leave them loaded
    console = begun(key)
    while console.view.overlay != "lesson" or not console.view.mine:
        console.keys("a")
    played = len(console.app.match.session.history)
    console.keys("b")
    assert console.app.lesson is None and console.screen == key
    assert not [name for name in modules if name in sys.modules]
    action = console.view.game.legal_actions()[-1]
    console.view.play(action)
    assert console.app.match.session.history[played] == action


def test_a_text_over_a_trick_is_left_out_when_the_table_is_left_during_it():
    console = begun("inversion")
    texts = texts_of(console)
    next(texts), next(texts)
    console.keys("a")
    while console.view.stage != COUNTED or not console.view.reading:
        console.wait(20)
    console.keys("sb")  # the pause, and back
    assert console.screen == "inversion"
    left = sum(1 for _ in texts_of(console))
    assert left == len(words.lines("en", "inversion", ".lesson.txt")) - 3
    actions = actions_of("inversion")
    assert list(console.app.match.session.history)[: len(actions)] == actions


def test_keys_in_haste_neither_lose_a_text_nor_end_one():
    console = begun("inversion", moving=True)
    texts = words.lines("en", "inversion", ".lesson.txt")
    seen = set()
    for _ in range(400):
        if not console.app.lesson:
            break
        if console.view.overlay == "lesson":
            seen.update(text for text in texts if console.shows(text))
        console.keys("a")
    assert seen == set(texts)


def test_a_lesson_is_a_row_of_every_set_up():
    console = Console()
    console.keys("aa")
    rows = [row[0] for row in console.view.rows()]
    for _ in range(rows.index(-6)):
        console.keys("d")
    console.keys("a")
    assert console.app.lesson and console.screen == "the_game"
