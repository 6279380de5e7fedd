# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Whoever hears a screen can do on it what eight keys do, and hears each number and name that it shows."""

import os
import pickle
import re

import pytest

from engine import registry
from handful import heard
from handful.heard.drawn import Drawn
from handful.keys import RING, B
from handful.picture.measures import FOOT
from handful.screens.screen import Screen
from handful.settings import PACE
from handful.stops import of_key
from tests.app import test_golden as golden
from tools import PROJECT, console
from tools.console import Console

GAMES = [row[0] for row in registry.GAMES]
CURSORS = {"cursor", "index", "at", "number", "game"}  # what a view calls its cursor,
TURNED = {"records": "_game", "games": "_row"}  # and the page that arrows turn
# What keys change of a view besides these.
KEPT = {
    "code": {"code"},
    "name": {"_name", "signs"},
    "help": {"_page"},
    "setup": {"_kinds", "_seed", "_number", "_today", "_look"},
    "deals": {"_game"},
    "notice": {"_text"},
    "pause": {"_sure"},
}


def opened(name: str, *details: object) -> Console:
    """A console with a match in which another screen is open."""
    found = golden.show("game_alone")
    found.app.site = "example.org"
    found.app.open(name, *details)
    found.wait(40)
    return found


# A name whose screen has no match behind it would lead nowhere.
NOWHERE = ("name_first", "name_typed", "name_typed_none")
SCENES = {name: lambda name=name: golden.show(name) for name in golden.SCENES if name not in NOWHERE}
SCENES |= {f"table_{key}": lambda key=key: golden.at_table(*golden.TABLES[key]) for key in golden.TABLES}
for key in set(GAMES) - {row[0] for row in golden.TABLES.values()}:  # of which no table is recorded
    SCENES[key] = lambda key=key: golden.at_table(key, registry.row(key)[2], 0)
SCENES["qr"] = lambda: opened("qr", "pause")
SCENES["notice"] = lambda: opened("notice", "Something to read.", "title", True)


@pytest.fixture(autouse=True)
def _a_finger_and_who_hears(monkeypatch):
    board_of, start = console.board_of, Console.start
    monkeypatch.setattr(console, "board_of", lambda *given: board_of(*given[:3], finger=True))

    def started(self, board, seed):
        start(self, board, seed)
        self.drawn = Drawn(self.app)

    monkeypatch.setattr(Console, "start", started)


def ready(name: str) -> Console:
    found = SCENES[name]()
    found.heed()
    found.app.settings.values[PACE] = 2
    found.wait(100)
    return found


def state(found: Console, acted: int) -> tuple[str, str]:
    """What a key may change: all but the cursor, and the cursor. acted: the actions before the key."""
    app, view, match = found.app, found.view, found.app.match
    game: tuple = ()
    if match:
        game = match.session.key, match.session.seed, match.session.history[: acted + 1], match.review
        game += match.told, match.viewer, getattr(view, "overlay", ""), bytes(match.kinds)
    at = {name: value for name, value in vars(view).items() if name in CURSORS and isinstance(value, int)}
    at |= {"turned": getattr(view, TURNED.get(app.screen, ""), 0)}
    own = {name: value for name, value in vars(view).items() if name in KEPT.get(app.screen, ())}
    where = view.where() if app.screen in GAMES else None
    return repr((app.screen, game, bytes(app.settings.dump()), own)), repr((at, where))


def after(found: Console, steps: list, acted: int) -> tuple:
    """The state after keys, or stops as (value,), and the stops then; a copy of this process takes them."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            for step in steps:
                if isinstance(step, tuple):
                    found.wait(600 if step[0] == of_key(RING) else 0)  # as long as a key is held for it
                    heard.choose(found.app, step[0])
                else:
                    found.press(min(step, B) if step == RING else step, 600 if step == RING else 40)
                found.wait(2000 if found.screen == GAMES[0] else 200)  # where a turn ends a moment later
                found.heed()
            done = state(found, acted), [stop[0] for stop in heard.stops(found.app)]
            os.write(write, pickle.dumps(done))
        finally:
            os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as told:
        done = pickle.loads(told.read())
    os.waitpid(child, 0)
    return done


def outcomes(found: Console, choices, most: int, wanted: frozenset = frozenset()) -> set:
    """The states that differ in more than the cursor, one step from each of the first places of the cursor.

    choices: makes steps of the values of stops. most: places. wanted: the states that are enough.
    """
    acted = len(found.app.match.session.history) if found.app.match else 0
    start = state(found, acted)
    seen, todo, reached = {start}, [([], [stop[0] for stop in heard.stops(found.app)])], set()
    while todo and most:
        most -= 1
        path, stops = todo.pop(0)
        for step in choices(stops):
            now, then = after(found, [*path, step], acted)
            if now[0] != start[0]:
                reached.add(now[0])
            elif now not in seen:
                seen.add(now)
                todo.append(([*path, step], then))
            if wanted and wanted <= reached:
                return reached
    return reached


def test_each_screen_and_each_table_is_among_them():
    modules = (PROJECT / "lib/handful/screens").glob("*.py")
    screens = {module.stem for module in modules if "class View(" in module.read_text(encoding="utf-8")}
    found = {ready(name).screen for name in SCENES}
    assert found | {"board", "calibration"} == screens | set(GAMES)  # these draw nothing, or read the panel


@pytest.mark.parametrize("name", SCENES)
def test_stops_do_all_that_eight_keys_do(name):
    found = ready(name)
    found.blind()
    by_keys = frozenset(outcomes(found, lambda _: range(RING + 1), 4 if found.screen in GAMES else 9))
    missing = by_keys - outcomes(found, lambda stops: [(stop,) for stop in stops], 60, by_keys)
    assert not missing, "\n".join(sorted(missing)) + "\nstops " + repr(heard.stops(found.app))


@pytest.mark.parametrize("name", SCENES)
def test_each_number_and_name_that_is_drawn_is_heard(monkeypatch, name):
    monkeypatch.setattr(Screen, "badge", lambda *_, **__: None)  # a seat's number: its name is heard
    found = ready(name)
    drawn = dict(found.reader.texts)
    for (x, y), text in sorted(drawn.items()):
        if text.isdigit() and drawn.get((x + 5, y), "").isdigit():  # 10 in two digits
            drawn[x, y] += drawn.pop((x + 5, y))
        if drawn.get((x, y + 10)) == "?":  # a rank whose value is hidden
            del drawn[x, y]
    under = found.drawn.below if getattr(found.view, "overlay", "") == "last" else ()  # what the sheet cuts
    texts = [text for (x, y), text in drawn.items() if y < FOOT and (y, x) not in under]
    said = "\n".join(heard.lines(found.app, found.drawn) + [stop[1] for stop in heard.stops(found.app)])
    names = {found.app.texts.say(f"robot_{number}") for number in range(5)} | set(found.app.settings.names)
    names = {one for one in names if one and any(one in text for text in texts)}
    numbers = set(re.findall(r"\d+", " ".join(texts))) - {"0"}  # that of a 10 whose 1 is covered
    assert numbers <= set(re.findall(r"\d+", said)), said
    assert not [one for one in names if one not in said], said


def test_the_code_and_what_the_counts_of_medals_mean_are_heard():
    found = ready("code")
    assert " ".join(found.view.code) in heard.lines(found.app, found.drawn)
    found = ready("deals")
    said, say = heard.lines(found.app, found.drawn), found.app.texts.say
    assert [re.sub(r": \d+$", "", line) for line in said[1:4]] == [
        say(f"deals_{word}") for word in ("better", "even", "worse")
    ]


def test_the_back_of_the_cards_is_not_heard():
    found = ready("handover")
    assert max(len(text) for text in found.drawn.texts.values()) > 60
    assert not [line for line in heard.lines(found.app, found.drawn) if "↑" in line]
