# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The screen's light, and what an unexpected exception leaves to the player."""

import gc
import sys
from unittest import mock

import pytest

from engine import registry
from handful import keys
from handful.power import PowerSaver
from handful.settings import BRIGHTNESS
from tests.playing import until_mine
from tools import vm
from tools.console import Board, Console

MINUTE = 60_000
FULL = 3  # of settings.BRIGHTNESS


class Screen:
    """A display that counts how often its light is set."""

    def __init__(self):
        self.levels = []

    brightness = property(lambda self: self.levels[-1], lambda self, value: self.levels.append(value))


def lit(light, times):
    """The light's levels, and what tick said, at those milliseconds after the last key."""
    screen = Screen()
    start = (1 << 29) - 30_000  # the clock comes round within
    power = PowerSaver(screen, light, start)
    said = [power.tick((start + time) & 0x1FFFFFFF, FULL) for time in times]
    return screen.levels, said, power


def test_it_dims_after_a_minute_and_goes_dark_after_five():
    levels, said, power = lit(2, (0, 59_999, 60_000, 299_999, 300_000, 400_000))
    assert levels == [1, 0.25, 0]
    assert said == [False, False, True, False, True, False]
    assert power.dark


@pytest.mark.parametrize(("light", "levels"), [(2, [1, 0]), (1, [1, 0]), (0, [])])
@pytest.mark.parametrize("rounds", [1, 2])
def test_dark_it_stays_when_the_clock_has_come_round(light, levels, rounds):
    again = [(rounds << 29) + time for time in (0, 59_999, 60_000, 299_999, 300_000)]
    shown, said, power = lit(light, (0, 300_000, *again))
    assert shown == levels and power.dark == bool(light)
    assert said == [False, True] + [False] * 5


def test_a_light_without_steps_goes_out_after_five_minutes():
    levels, _, power = lit(1, (0, 60_000, 299_999))
    assert levels == [1] and not power.asleep
    assert lit(1, (0, 300_000))[0] == [1, 0]


def test_a_screen_without_a_light_is_left_alone_and_no_key_is_lost():
    levels, said, power = lit(0, (0, 60_000, 300_000))
    assert levels == [] and not power.asleep and not power.dark
    assert said == [False, True, True]  # still the moment to save


def device(light=2):
    """A console whose screen has a light, behind its first screens."""
    board = Board()
    board.LIGHT = light
    board.screen.brightness = 1.0
    console = Console.untouched(board)
    console.keys("adab")
    return console


@pytest.fixture
def console(monkeypatch):
    from boards.computer.picture import Picture

    monkeypatch.setattr(Picture, "brightness", 1.0)
    return device()


@pytest.mark.parametrize("key", [keys.DOWN, keys.A, keys.B, keys.START])
@pytest.mark.parametrize("minutes", [2, 6])
def test_the_key_that_wakes_the_screen_does_nothing_else(console, key, minutes):
    console.keys("da")  # at the title robots would play meanwhile
    picture = console.image().tobytes()
    console.board.clock += minutes * MINUTE
    console.wait(0)
    assert console.board.screen.brightness == (0.25 if minutes == 2 else 0)
    console.press(key, 700)  # also not by being held
    assert console.board.screen.brightness == 1
    assert console.screen == "settings" and console.image().tobytes() == picture
    console.press(keys.DOWN)
    assert console.image().tobytes() != picture


def test_a_robot_that_plays_and_a_replay_are_no_keys(console):
    console.begin("inversio", [0, 1])
    console.board.clock += MINUTE
    while console.app.match.session.game.player == 0:
        console.app.view.play(console.app.match.session.game.legal_actions()[0])
    played = len(console.app.match.session.history)
    console.wait(4_000)
    assert len(console.app.match.session.history) > played
    assert console.board.screen.brightness == 0.25


def test_it_sleeps_between_two_looks_at_the_keys_and_longer_in_the_dark(console):
    slept = []
    board = console.board

    def sleep(ms):
        slept.append(ms)
        board.clock += ms
        if len(slept) == 3:
            board.clock += 6 * MINUTE
        elif len(slept) == 6:
            board.queue.append(SystemExit)

    board.sleep = sleep
    with pytest.raises(SystemExit):
        console.app.run()
    assert slept == [9, 9, 9, 99, 99, 99]  # the board's clock goes on by 1 whenever it is read
    assert board.screen.brightness == 1  # given back lit


@pytest.mark.parametrize(
    ("collects", "took", "rest"),
    [(False, *row) for row in ((0, 9), (4, 5), (9, 0), (250, 0))]
    + [(True, *row) for row in ((0, 8), (4, 4), (9, 0), (16, 0))],
)
def test_it_sleeps_for_what_its_work_and_a_collection_have_left_of_the_time(console, collects, took, rest):
    slept = []
    board = console.board

    def work(*_):
        board.clock += took

    def sleep(ms):
        slept.append(ms)
        board.queue.append(SystemExit)

    board.sleep = sleep
    if collects:
        board.queue.append((keys.DOWN, True))
    else:
        console.view.tick = work
    with mock.patch("gc.collect", work if collects else gc.collect), pytest.raises(SystemExit):
        console.app.run()
    assert slept == [rest]  # the board's clock goes on by 1 whenever it is read


def test_it_collects_garbage_once_a_key_is_answered_and_at_no_other_time(console):
    done = []
    board = console.board
    waiting = [(keys.DOWN, True), (keys.DOWN, False), SystemExit]

    def sleep(ms):
        done.append("sleep")
        board.queue.append(waiting.pop(0))

    board.sleep = sleep
    with mock.patch("gc.collect", lambda: done.append("collect")), pytest.raises(SystemExit):
        console.app.run()
    assert done == ["sleep", "collect", "sleep", "sleep"]


def test_it_does_not_sleep_while_somebody_thinks(console):
    console.begin("hyper_maker", [0, 3, 3], 4)
    board = console.board
    thinking = []  # at each look at the keys, and at each sleep
    slept = []
    get_into = board.get_into

    def look(event):
        thinking.append(console.view.thinker.mind is not None)
        return get_into(event)

    def sleep(ms):
        board.clock += ms
        slept.append(console.view.thinker.mind is not None)
        if console.view.mine and console.view.thinker.mind is None:
            board.queue.append(SystemExit)

    board.get_into = look
    board.sleep = sleep
    for pressed in ("a", "Bu"):
        thinking.clear()
        slept.clear()
        console.keys(pressed)
        with pytest.raises(SystemExit):
            console.app.run()
        assert sum(thinking) > 10
        assert slept and not any(slept)


def test_brightness_is_a_setting_where_there_are_steps_only(console):
    console.keys("da")
    assert "Brightness" in [row[1] for row in console.view.rows()]
    console.keys("ddddl")
    assert console.app.settings.values[BRIGHTNESS] == 2
    assert console.board.screen.brightness == 0.7
    for light in (0, 1):
        other = device(light)
        other.keys("da")
        assert "Brightness" not in [row[1] for row in other.view.rows()]


def test_an_action_just_before_the_console_is_put_away_is_saved_when_the_screen_dims(console):
    console.begin("the_game", [0])
    console.keys(".a.")
    before = bytes(console.board.flash)
    console.keys("a")
    assert bytes(console.board.flash) == before  # a minute has not passed
    console.board.clock += MINUTE
    console.wait(0)
    again = Console(console.board.flash)
    again.keys("a")
    assert len(again.app.match.session.history) == 2


# Trouble.


def run(console, *feed):
    """Runs the app's own loop; feed: presses as (logical key, pressed), then the player walks away."""
    waiting = list(feed) + [SystemExit]
    board = console.board

    def sleep(ms):
        board.clock += ms
        if waiting:
            board.queue.append(waiting.pop(0))

    board.sleep = sleep
    with pytest.raises(SystemExit):
        console.app.run()


def tap(key):
    return (key, True), (key, False)


def broken(kind, text="the reason"):
    """A method that fails."""

    def fail(*_):
        raise kind(text)

    return fail


def playing(kinds=(0,)):
    """A console in the middle of a match, and what is to be found of it later."""
    console = Console()
    console.keys("a")
    console.begin("the_game", kinds)
    console.keys("aa")
    return console, list(console.app.match.session.history)


@pytest.mark.parametrize("kind", [ValueError, KeyError, MemoryError, RuntimeError, RecursionError])
@pytest.mark.parametrize("place", ["tick", "press", "sync"])
def test_whatever_fails_is_shown_and_the_match_goes_on_from_the_title(place, kind, capsys):
    console, history = playing()
    assert len(history) == 2
    setattr(console.view, place, broken(kind))
    run(console, *tap(keys.RIGHT), *tap(keys.RIGHT))
    assert console.screen == "trouble"
    assert console.shows(kind.__name__ + ": ") and console.shows("the reason")
    assert console.shows(console.app.texts.say("trouble_kept"))
    assert console.app.match is None
    assert "Traceback" in capsys.readouterr().err
    console.keys("a")
    assert console.screen == "title" and console.app.saved == "the_game"
    console.keys("a")
    assert list(console.app.match.session.history) == history
    console.keys("a")
    assert len(console.app.match.session.history) == 3


def test_a_robot_that_fails_leaves_the_match_as_it_was(monkeypatch):
    console = Console()
    console.keys("a")
    console.begin("inversio", [0, 1])
    import engine.bots

    monkeypatch.setattr(engine.bots.Thinking, "__init__", broken(MemoryError, "memory allocation failed"))
    monkeypatch.setattr("engine.registry.forget", lambda module: None)  # nor is it loaded again
    while console.app.match.session.game.player == 0:
        console.view.play(console.app.match.session.game.legal_actions()[0])
    history = list(console.app.match.session.history)
    run(console, *[(keys.A, False)] * 200)
    assert console.screen == "trouble" and console.shows("memory allocation failed")
    monkeypatch.undo()
    console.keys("aa")
    assert list(console.app.match.session.history)[: len(history)] == history
    console.wait(5_000)
    assert len(console.app.match.session.history) > len(history)


@pytest.mark.parametrize("early", [True, False])
def test_a_hint_that_finds_no_memory_is_the_easy_robots(monkeypatch, early):
    console = Console()
    console.keys("a")
    console.begin("hyper_maker", [0, 1, 1])
    until_mine(console)
    from engine.bots import EASY, HARD, Thinking

    begin = Thinking.__init__
    levels = []

    def begins(thinking, game, level, rng):
        levels.append(level)
        if early and level == HARD:
            raise MemoryError
        begin(thinking, game, level, rng)
        if level == HARD:
            thinking.step = broken(MemoryError)

    monkeypatch.setattr("engine.registry.forget", lambda module: None)  # nor is it loaded again
    monkeypatch.setattr(Thinking, "__init__", begins)
    console.keys("Bu")
    console.wait(2_000)
    assert console.screen == "hyper_maker" and console.view.overlay == "hint"
    assert levels == [HARD, EASY]
    history = console.app.match.session.history
    mine = len(history)
    console.wait(5_000)
    assert len(history) == mine and console.view.thinker.state == 0  # it is told, and played by nobody


def test_an_action_that_fails_in_the_middle_was_not_played():
    console, history = playing()
    console.app.match.session.game.apply = broken(MemoryError)
    run(console, *tap(keys.A), *tap(keys.A))
    assert console.screen == "trouble"
    console.keys("aa")
    assert list(console.app.match.session.history) == history


def test_a_match_that_cannot_be_saved_is_said_to_be_lost_and_the_rest_is_kept():
    console, _ = playing()
    console.app.settings.names[0] = "Ana"
    console.app.save()
    console.app.match.session.dump = broken(MemoryError)
    console.view.tick = broken(ValueError)
    run(console, *tap(keys.LEFT))
    assert console.shows(console.app.texts.say("trouble_lost"))
    console.keys("a")
    assert console.screen == "title" and console.app.settings.names[0] == "Ana"
    assert console.app.saved == "the_game"  # of the last save that went well


def test_before_an_error_is_shown_the_rules_and_what_a_screen_has_loaded_are_out_of_memory(monkeypatch):
    """It may have been a lack of memory."""
    console, _ = playing()
    games = {f"engine.{row[0]}" for row in registry.GAMES} | {"handful.tables.late"}
    for name in games:  # copies, since other tests hold on to the modules
        monkeypatch.setitem(sys.modules, name, mock.Mock())
    console.view.tick = broken(ValueError)
    left = []
    restart = console.app._restart  # noqa: SLF001 - from here on it is shown
    console.app._restart = lambda error: (left.extend(games & set(sys.modules)), restart(error))  # noqa: SLF001
    run(console, *tap(keys.LEFT))
    assert console.screen == "trouble" and left == []


def test_after_an_error_the_statistics_are_not_read_for_which_there_may_be_no_memory(monkeypatch):
    console, _ = playing()
    console.view.tick = broken(MemoryError)
    monkeypatch.setattr(type(console.app), "records", property(broken(MemoryError)))
    run(console, *tap(keys.LEFT))
    assert console.screen == "trouble" and console.shows(console.app.texts.say("trouble_kept"))


def test_settings_that_cannot_be_saved_do_not_take_the_match_along():
    console, history = playing()
    console.app.settings.dump = broken(ValueError)
    console.view.tick = broken(ValueError)
    run(console, *tap(keys.LEFT))
    assert console.screen == "trouble"
    again = Console(console.board.flash)
    again.keys("a")
    assert list(again.app.match.session.history) == history


def test_trouble_in_the_screen_that_tells_of_trouble_ends_the_app(monkeypatch):
    from handful.picture.canvas import Canvas

    console, history = playing()
    console.view.tick = broken(ValueError, "first")
    monkeypatch.setattr(Canvas, "frame", broken(ValueError, "second"))
    console.board.sleep = lambda ms: None
    with pytest.raises(ValueError, match="second"):
        console.app.run()
    assert console.board.closed
    monkeypatch.undo()
    again = Console(console.board.flash)
    again.keys("a")
    assert list(again.app.match.session.history) == history


@pytest.mark.parametrize("kind", [SystemExit, KeyboardInterrupt])
def test_the_end_is_no_trouble(kind):
    console, history = playing()
    console.view.tick = broken(kind)
    console.board.sleep = lambda ms: None
    with pytest.raises(kind):
        console.app.run()
    assert console.board.closed
    again = Console(console.board.flash)
    again.keys("a")
    assert list(again.app.match.session.history) == history


def test_a_title_that_always_fails_waits_for_a_key_each_time(monkeypatch):
    console = Console()
    from handful.screens import title

    console.board.sleep = lambda ms: None
    monkeypatch.setattr(title.View, "tick", broken(ValueError), raising=False)
    run(console, *tap(keys.UP))
    assert console.screen == "trouble"


# On the VM: a tick that takes all memory, then A, CONTINUE and a key that lays a card.
FULL_MEMORY = """
import boards, keypad
from handful.app import App
app = App(boards.find())
app.seed = lambda: 2026
def hog(now):
    kept = []
    while True:
        kept.append(bytearray(500))
def key(number):
    return app.board.KEYS.find(bytes((number,))), 60
def feed():
    yield keypad.LOOK, 200
    yield key(4)
    yield keypad.LOOK, 200
    app.begin("the_game", bytes(5), 7, {})
    yield keypad.LOOK, 1000  # until keys count
    yield key(4)
    yield keypad.LOOK, 500
    for _ in range(2):
        yield key(4)
        yield keypad.LOOK, 1500  # until the cards have come
    print(app.screen, len(app.match.session.history))
    app.view.tick = hog
    yield keypad.LOOK, 1000
    print(app.screen, app.view._error.split(":")[0], app.view._kept, app.match)
    yield key(4)
    yield key(4)
    yield keypad.LOOK, 1000
    yield key(4)
    yield keypad.LOOK, 1500
    print(app.screen, len(app.match.session.history))
    yield key(4)
    yield keypad.LOOK, 200
    print(app.screen, len(app.match.session.history))
keypad.script(feed(), lambda: None)
try:
    app.run()
except SystemExit:
    pass
"""


def test_with_the_memory_full_on_the_vm_the_match_is_saved_and_goes_on(tmp_path):
    vm.build(tmp_path)
    lines = vm.run(tmp_path, FULL_MEMORY).splitlines()
    said = [line for line in lines if not line.startswith((" ", "Trace"))]
    assert said[0] == "the_game 2"
    assert said[1].startswith("MemoryError")  # the traceback's last line
    assert said[2:] == ["trouble MemoryError trouble_kept None", "the_game 2", "the_game 3"]


def test_with_too_little_memory_for_a_hard_robot_the_easy_one_plays_on(console, monkeypatch):
    from engine import bots

    tried = []

    class Thinking(bots.Thinking):
        def __init__(self, game, level, rng):
            tried.append(level)
            if level:
                raise MemoryError("memory allocation failed")
            super().__init__(game, level, rng)

    monkeypatch.setattr(bots, "Thinking", Thinking)
    monkeypatch.setattr("engine.registry.forget", lambda module: None)
    console.begin("inversio", [3, 0])
    for _ in range(100):
        if console.app.match.session.history:
            break
        console.wait(100)
    assert tried[:2] == [2, 0] and console.app.match.session.history and console.screen == "inversio"
    while len(console.app.match.session.history) < 3:
        console.wait(100)
        if console.view.mine:
            console.view.play(console.view.game.legal_actions()[0])
    assert tried == [2, 0, 0]  # nor does it try again what found no memory
