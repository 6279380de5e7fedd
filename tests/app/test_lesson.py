"""Each game's lesson: it is played by its own words, nothing else can be played, and it can be left."""

import importlib
import sys

import pytest

from engine import registry
from handful.tables.lesson import _SAYS, Lesson
from handful.texts import LANGUAGES, Texts
from tests import words
from tests.console import Console
from tools.build import layouts

KEYS = [row[0] for row in registry.GAMES]
MINUTES = 2  # that a lesson may take
READING = 16  # characters a second


def begin_lesson(key):
    console = Console()
    console.keys("a")
    console.app.learn(key)
    console.wait(100)
    return console


def go_through(console, key) -> int:
    """Plays a lesson to its end as it says; returns how many texts it showed."""
    texts = 0
    for _ in range(80):
        lesson = console.app.lesson
        if not lesson:
            return texts
        view = console.view
        if view.overlay == "lesson":
            texts += 1
            console.keys("a")
        elif lesson.action >= 0 and view.mine:
            played = len(view.session.history)
            for _ in range(2):
                if len(view.session.history) == played:
                    console.keys("a")  # the cursor is there already
            assert len(view.session.history) > played
        else:
            console.wait(200)
    raise AssertionError("the lesson has no end")


@pytest.mark.parametrize("key", KEYS)
def test_a_lesson_is_played_by_pressing_a_and_goes_on_as_a_match(key):
    console = begin_lesson(key)
    steps = list(console.app.lesson._steps)
    assert go_through(console, key) == sum(step in _SAYS for step in steps)
    played = [int(step.lstrip("r")) for step in steps if step not in _SAYS]
    assert list(console.app.match.session.history)[: len(played)] == played
    assert console.screen == key
    console.wait(8000)
    assert console.screen == key and console.app.match.session.game.player >= 0


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", KEYS)
def test_a_lesson_has_a_text_for_each_step_that_fits_and_takes_two_minutes_at_most(key, language):
    catalogue = Texts()
    catalogue.speak(language)
    lesson = Lesson(key, catalogue)
    assert len(lesson._texts) == sum(step in _SAYS for step in lesson._steps)
    texts = [text.decode() for text in lesson._texts]
    each = READING / (2 if language == "ja" else 1)
    assert sum(len(text) for text in texts) / each + 4 * len(lesson._steps) <= 60 * MINUTES
    console = begin_lesson(key)
    for text in texts:
        assert len(console.app.canvas.small.lines(text, 140)) <= 5, text


def stays_in_view(key, module) -> int:
    """Down to where a lesson's texts may cover nothing: they speak of what is there."""
    if key == "the_game":
        return module._TOP + module._COST + 11  # the costs
    if key == "inversion":
        return module._LANE + module._TALL
    if key == "hyper_maker":
        return module._MASTER_TOP + module._MASTER_HIGH
    if key == "flip_over":
        return module._HOLDERS
    return module._WORTH_Y + module.BAR if key == "inversio" else 0


@pytest.mark.parametrize("layout", layouts.names())
@pytest.mark.parametrize("key", KEYS)
def test_a_text_covers_neither_the_card_to_be_played_nor_what_stands_above(key, layout, monkeypatch):
    with layouts.used(layout):
        console = begin_lesson(key)
        console.app.canvas.add_signs(True)
        view = console.view
        boxes = []
        frame = console.app.canvas.frame

        def framed(x, y, width, height, edge, colour):
            boxes.append((y, y + height))
            frame(x, y, width, height, edge, colour)

        top = stays_in_view(key, sys.modules[type(view).__module__])
        lessons = [words.lines(name, key, ".lesson.txt") for name in LANGUAGES]
        for _ in range(80):
            lesson = console.app.lesson
            if not lesson:
                break
            if view.overlay != "lesson":
                if lesson.action >= 0 and view.mine:
                    view.play(lesson.action)
                console.wait(200)
                continue
            step = lesson._steps[lesson._at]
            monkeypatch.setattr(console.app.canvas, "frame", framed)
            for texts in lessons:
                boxes.clear()
                importlib.import_module("handful.tables.overlay").teach(view, texts[lesson._said], step)
                upper, lower = boxes[-1]
                assert top <= upper and lower <= layouts.size(layout)[1] - 10, texts[lesson._said]
                if step != ".":
                    view.mover = view.viewer
                    y = view.origin(int(lesson._steps[lesson._at + 1]))[1]
                    view.mover = -1
                    height = getattr(view, "card_height", 26)
                    assert lower <= y or upper >= y + height, texts[lesson._said]
            monkeypatch.undo()
            console.keys("a")
        assert not console.app.lesson


@pytest.mark.parametrize("key", KEYS)
def test_nothing_else_can_be_played_in_it(key):
    console = begin_lesson(key)
    while console.view.overlay == "lesson" or console.app.lesson.action < 0:
        console.keys("a")
    wanted = console.app.lesson.action
    for action in console.view.game.legal_actions():
        if action != wanted:
            console.view.play(action)
    assert not len(console.app.match.session.history)
    console.view.back()
    assert console.app.lesson.action == wanted


@pytest.mark.parametrize("key", KEYS)
def test_b_ends_it_and_the_match_goes_on(key):
    console = begin_lesson(key)
    while console.view.overlay != "lesson":
        console.wait(100)
    console.keys("b")
    assert console.app.lesson is None and console.screen == key
    action = console.view.game.legal_actions()[0]
    console.view.play(action)
    assert list(console.app.match.session.history)[0] == action


def test_a_lesson_is_a_row_of_every_set_up():
    console = Console()
    console.keys("aa")
    rows = [row[0] for row in console.view.rows()]
    for _ in range(rows.index(-6)):
        console.keys("d")
    console.keys("a")
    assert console.app.lesson and console.screen == "the_game"
