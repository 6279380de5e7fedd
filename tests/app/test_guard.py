# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""No key that is meant for one screen reaches the next, which has opened by itself."""

import random

import pytest

from engine import registry
from engine.bots import EASY, choose
from engine.rng import Rng
from handful import keys
from handful.app import App
from handful.keys import Keys
from handful.settings import MOTION
from tests.app.test_lesson import find, task_of
from tests.app.test_sound import Loud
from tests.playing import to_the_end, until_mine
from tools.console import Board, Console

GAMES = [row[0] for row in registry.GAMES]
DEAF = 800  # ms


def over(console) -> None:
    """Plays the match in progress to its end, except that the table has not noticed it."""
    to_the_end(console.app.match)


def before_a_pass(key, moving=False):
    """A console whose person has just played, before the neutral screen for the next one has been seen."""
    console = Console(moving=moving)
    console.blind()
    console.begin(key, [0] * max(2, registry.row(key)[2]), 9)
    match = console.app.match
    while match.waits_for < 0 or not match.session.history:
        if console.screen == "handover":
            console.press(keys.A)
        elif console.app.deaf or not console.view.mine:
            console.wait(0)
        elif match.speaking:
            console.mash(keys.A, 1, 2)
        else:
            console.view.play(choose(match.session.game, EASY, Rng(3)))
    return console


@pytest.mark.parametrize("every", range(60, 451, 30))  # ms from press to press
@pytest.mark.parametrize("key", GAMES)
def test_six_presses_of_a_around_a_pass_open_no_hand_and_play_no_card(key, every):
    for late, moving in ((0, False), (every // 2, True), (every - 20, True)):
        console = before_a_pass(key, moving)
        match = console.app.match
        viewer = match.viewer
        played = len(match.session.history)
        console.wait(late)
        for _ in range(6):
            console.mash(keys.A, 1, every)
            assert match.viewer in (viewer, -1) and len(match.session.history) == played
        console.wait(20_000)
        console.press(keys.A)
        assert match.viewer not in (viewer, -1)  # it opens once nobody is pressing


def begun(key):
    """A person's turn among robots."""
    console = Console()
    console.begin(key, [0] + [1] * (max(2, registry.row(key)[2]) - 1), 9)
    until_mine(console)
    return console


def by_hand_over(key):
    console = before_a_pass(key)
    console.wait(4000)
    return console


def by_cover(key):
    console = begun(key)
    console.app.leave(True)
    console.app.open("games", key)
    return console


def by_resuming(key):
    console = begun(key)
    console.app.leave(False)
    return console


def by_pause(key):
    console = begun(key)
    console.app.open("pause")
    return console


def by_lesson(key):
    return lesson_text(key)


def by_sheet(key):
    console = begun(key)
    console.keys("e")
    return console


@pytest.mark.parametrize("every", [60, 120, 250])
@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("opener", [by_hand_over, by_cover, by_resuming, by_pause, by_lesson, by_sheet])
def test_a_second_quick_press_of_a_does_nothing_at_a_table_that_the_first_has_opened(opener, key, every):
    console = opener(key)
    console.wait(20)
    console.heed()
    console.mash(keys.A, 1, every)
    lesson = console.view.overlay == "lesson"  # the next text, which nobody has asked for
    assert console.screen == key and (lesson or not console.view.overlay)
    assert lesson or console.foot or not console.view.mine  # keys do not seem dead
    heard = []
    console.view.press = heard.append
    console.mash(keys.A, 1, 40)
    assert not heard
    console.wait(300)
    console.mash(keys.A, 1)
    assert heard or lesson


def handed_over():
    console = Console()
    console.app.begin("inversion", bytes(2), 9, {})
    console.wait(20)
    return console


def resumed():
    console = handed_over()
    console.keys("asddddda")  # leaves
    assert console.screen == "title"
    console.board.queue += [(keys.A, True), (keys.A, False)]
    console.wait(20)
    return console


def ended():
    console = Console()
    console.begin("inversion", [0, 1])
    over(console)
    console.app.open("inversion")
    console.wait(0)
    while console.screen != "result":
        console.app.step()
    return console


def rows():
    console = ended()
    console.wait(8000)
    console.board.queue += [(keys.A, True), (keys.A, False)]
    console.wait(20)
    assert console.app.match.told
    return console


def asked_for_a_name():
    console = Console(new=True)
    console.begin("inversion", [0, 1])
    over(console)
    console.app.open("result")
    console.wait(8000)
    console.board.queue += [(keys.A, True), (keys.A, False)]
    console.wait(20)
    assert console.screen == "name"
    return console


def known_deal():
    console = Console()
    console.begin("inversion", [0, 1])
    over(console)
    console.app.again()
    console.wait(20)
    assert console.screen == "notice"
    return console


def lost_save():
    console = Console()
    console.begin("the_game", [0])
    console.keys("sua")
    console.board.flash[console.board.flash.rindex(b"Hf") + 20] ^= 1
    again = Console(console.board.flash)
    assert again.screen == "notice"
    return again


def lost_match():
    console = Console()
    console.app.store.payloads[0] = b"\x02\x00\x00\x00\x00\x00\x00\x00\x00garbage"
    console.app.resume()
    console.wait(0)
    assert console.screen == "notice"
    return console


def failed():
    console = Console()
    console.begin("inversio", [0, 1])
    console.app.fail(RuntimeError("for a test"))
    console.wait(0)
    assert console.screen == "trouble"
    return console


def second_question():
    console = Console.untouched(Board())
    console.board.queue += [(keys.A, True), (keys.A, False)]
    console.wait(20)
    assert console.screen == "language" and len(console.view.rows()) == 2
    return console


def demo():
    console = Console()
    for _ in range(3000):
        if console.app.match:
            return console
        console.wait(10)
    raise AssertionError("no demo")


def demo_over():
    console = demo()
    over(console)
    for _ in range(3000):
        if console.screen == "title":
            return console
        console.wait(10)
    raise AssertionError("the demo has no end")


def refused_to_leave():
    console = Console()
    console.begin("inversio", [0, 1])
    console.keys("s")
    console.app.store.put = _fails
    console.app.leave(False)
    console.wait(20)
    assert console.screen == "pause"
    return console


def _fails(*values):
    raise ValueError("for a test")


def sheet(key, kinds, **options):
    """The table of a game at the first sheet that opens by itself."""
    console = Console()
    for seed in range(9, 40):
        console.begin(key, kinds, seed, **options)
        while console.screen == key:
            if console.view.overlay:
                return console
            _go_on(console)
    raise AssertionError("no sheet")


def _go_on(console) -> None:
    if console.view.mine:
        game = console.app.match.session.game
        console.view.play(choose(game, EASY, Rng(3)))
    console.app.step()
    console.board.clock += 50


def lesson_text(key="inversio"):
    console = Console()
    console.app.learn(key)
    while not (console.view and getattr(console.view, "overlay", "") == "lesson"):
        console.wait(10)
    return console


def lesson_over():
    console = lesson_text()
    for _ in range(20_000):
        if not console.app.lesson:
            return console
        if not console.app.deaf:
            task = task_of(console)
            if task:
                find(console, task[0])
            elif console.view.overlay:
                console.board.queue += [(keys.A, True), (keys.A, False)]
        console.app.step()
        console.board.clock += 20
    raise AssertionError("the lesson has no end")


OPENERS = {
    "handover": handed_over,
    "resumed": resumed,
    "result": ended,
    "rows": rows,
    "name": asked_for_a_name,
    "known deal": known_deal,
    "lost save": lost_save,
    "lost match": lost_match,
    "trouble": failed,
    "second question": second_question,
    "demo": demo,
    "title after the demo": demo_over,
    "refused to leave": refused_to_leave,
    "sheet of a round": lambda: sheet("flip_over", [0, 1, 1]),
    "sheet of a deal": lambda: sheet("hyper_maker", [0, 1, 1], deals=3),
    "offer": lambda: sheet("inversion", [0, 1]),
    "lesson": lesson_text,
    "lesson over": lesson_over,
}


def state(console) -> tuple:
    """What a key would change."""
    match = console.app.match
    view = console.view
    acted = len(match.session.history) if match else 0
    seen = (match.viewer, match.told) if match and match.persons else ()
    return console.screen, getattr(view, "overlay", ""), getattr(view, "cursor", 0), acted, seen


@pytest.fixture(params=OPENERS)
def console(request):
    """A console on which something has just opened by itself."""
    found = OPENERS[request.param]()
    found.app.demo = lambda: None  # the title need not wait for another one
    return found


def test_what_opens_by_itself_hears_no_key_until_it_has_been_seen(console):
    before = state(console)
    assert console.foot == ""
    end = console.board.clock + DEAF - 100
    while console.board.clock < end:
        for key in (*range(8), keys.A):
            console.board.queue += [(key, True), (key, False)]
            console.app.step()
        console.board.clock += 20
        assert state(console)[:3] == before[:3] and console.foot == ""
    console.wait(700)
    assert state(console)[:3] == before[:3] and console.foot and not console.app.deaf


def test_a_sheet_that_opens_by_itself_leaves_no_button_of_the_message_before_it():
    console = Console(moving=True)
    console.begin("flip_over", [0, 1, 1], 9)
    match = console.app.match
    while not console.view.overlay:
        if console.app.deaf or not console.view.mine:
            console.mash(keys.A, 1, 100)
        else:
            console.view.play(choose(match.session.game, EASY, Rng(3)))
            console.wait(0)
    assert console.app.deaf and not console.foot
    console.wait(2 * DEAF)
    assert console.foot


def test_who_goes_on_pressing_is_told_to_stop_and_then_goes_on(console):
    before = state(console)
    console.mash(keys.A, 6, 300)
    assert console.foot == ""
    console.mash(keys.A, 2, 300)
    assert console.foot == console.app.texts.say("wait") and console.refused
    console.mash(keys.A, 20, 450)
    assert state(console)[:3] == before[:3] and console.refused
    console.wait(600)
    assert console.foot and not console.refused and not console.app.deaf


@pytest.mark.parametrize("key", [keys.A, keys.B, keys.DOWN])
def test_a_key_that_is_down_when_something_opens_by_itself_does_nothing(console, key):
    console.board.queue.append((key, True))
    before = state(console)
    console.wait(5000)
    assert state(console)[:3] == before[:3]
    console.board.queue.append((key, False))
    console.wait(200)
    assert state(console)[:3] == before[:3]
    said = console.foot
    console.board.queue += [(keys.A, True), (keys.A, False)]
    console.wait(200)
    assert state(console)[:3] != before[:3] or console.foot != said  # a fresh press counts


def test_each_screen_that_opens_without_a_key_is_guarded(monkeypatch):
    seen = set()
    silent = 0  # looks for a key since the last one that was heard
    next_key, switch = Keys.next, App._switch  # noqa: SLF001

    def noted(source, now):
        nonlocal silent
        key = next_key(source, now)
        silent = 0 if key >= 0 else silent + 1
        return key

    def switched(app):
        switch(app)
        if app.view and silent > 3:  # a key's answer may take a step or two
            seen.add(app.screen)
            assert app.deaf, app.screen

    for seed in range(10):
        console = Console(seed=seed, new=seed % 2 > 0)
        console.blind()
        app = console.app
        key, _, least, _ = registry.GAMES[seed % len(GAMES)]
        app.begin(key, bytes(max(2, least)), seed, {})
        console.heed()
        monkeypatch.setattr(Keys, "next", noted)
        monkeypatch.setattr(App, "_switch", switched)
        chance = random.Random(seed)
        for _ in range(300):
            pressed = chance.choice((keys.A, keys.A, keys.A, keys.A, keys.RIGHT, keys.DOWN, keys.LEFT))
            console.board.queue += [(pressed, True), (pressed, False)]
            console.wait(chance.choice((20, 400, 1500)))
            if app.match and app.match.persons and chance.random() < 0.02:
                over(console)
        monkeypatch.undo()
    assert seen >= {"handover", "result"}


def test_the_lamp_shows_that_the_neutral_screen_is_ready(monkeypatch):
    monkeypatch.setattr("tools.console.Board", lambda region: Loud())
    console = handed_over()
    lamp = console.board.seen
    seat = console.app.match.waits_for
    console.wait(DEAF - 100)
    assert not lamp.shown or not lamp.shown[-1][0]
    console.wait(300)
    assert lamp.shown[-1] == (console.app.canvas.colour(console.app.settings.colours[seat]), True)


def test_with_motion_the_result_is_seen_whole_however_fast_a_is_pressed():
    console = Console(moving=True)
    console.begin("inversion", [0, 1])
    over(console)
    console.app.settings.values[MOTION] = 1
    console.app.open("inversion")
    while console.screen != "result":
        console.mash(keys.A, 1)
    console.mash(keys.A, 6)
    assert console.screen == "result" and not console.app.match.told
