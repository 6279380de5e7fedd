# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The order in which a table tells what an action brought: nothing before its card lies there for a beat."""

import importlib
import inspect
import random

import pytest

from engine import registry
from handful import sound
from handful.keys import A
from handful.screens.screen import Screen
from handful.settings import MOTION, PACE
from handful.tables.telling import COUNTED, FACE, GAIN, GATHER, HEAR, LANDED, NOW, READ, REST, SAY, SHOW, WON
from handful.tables.the_game import BACK
from tests import games
from tests.app.test_motion import KINDS
from tests.app.test_sound import Lamp
from tests.games.the_game import scored
from tests.playing import acted_at, first
from tests.sheet import Sheet
from tools import PROJECT as ROOT
from tools.console import Console

KEYS = [row[0] for row in registry.GAMES]
ACTIONS = 60  # of each match that are watched closely
QUIET = (sound.CLICK, sound.CARD, sound.DEAL)
TRICKS = [key for key in KEYS if games.of(key).TRICKS]


def begin(key, seed=7, moving=True, kinds=None, **options):
    console = Console(moving=moving)
    console.board.seen = Lamp()
    console.keys("a")
    console.app.settings.values[PACE] = 2
    console.sheet = Sheet(console)
    console.begin(key, kinds or KINDS[key], seed, **options)
    return console


def choose(console, chance) -> None:
    """Plays a legal action by key: in The Game the one that costs least, or the match ends too soon."""
    action = chance.choice(console.view.game.legal_actions())
    console.view.point(first(console.view.game) if console.screen == "the_game" else action)
    console.board.queue += [(A, True), (A, False)]


class Watch:
    """The table as it was before the last action, compared with what it is while the card is coming."""

    def __init__(self, console):
        self.console = console
        self.key = console.screen
        self.heard = []
        self.rests = 0
        self.tricks = 0
        play = console.app.play
        console.app.play = lambda tune: (self.heard.append(tune), play(tune))
        self.acted = acted_at(console.app.match)
        self.keep()

    def keep(self) -> None:
        self.before = self.console.sheet.pixels.copy()
        self.lit = self.console.board.seen.shown[:]
        self.actions = len(self.acted)

    def check(self) -> None:
        view = self.console.view
        where = f"{self.key}, action {self.actions}, stage {view.stage}"
        assert not self.console.note, where
        assert self.console.board.seen.shown == self.lit, where
        assert set(self.heard) <= set(QUIET), where
        landing = view.landing(self.acted[-1][1])
        if not landing:
            return  # no card lands, as in an auction
        x, y, width, height = landing
        changed = self.console.sheet.pixels != self.before
        changed[y : y + height, x : x + width] = False
        for top, end in games.of(self.key).STILL:
            assert not changed[top : end or view.note_y].any(), f"{where}, rows from {top} on"
        self.rests += not view.telling.motion.busy
        self.tricks += getattr(view, "over", False)

    def run(self, actions: int) -> None:
        chance = random.Random(self.key)
        console = self.console
        for _ in range(20_000):
            view = console.view
            if console.screen != self.key or self.actions >= actions:
                return
            if view.overlay:
                console.press(A)
                self.keep()
            if view.mine and not (view.dirty or view.deferred or console.board.queue):
                choose(console, chance)
            if (
                len(self.acted) == self.actions
                and not view.stage
                and not view.dirty
                and not view.telling.motion.busy
            ):
                self.keep()
                self.heard.clear()
            console.app.step()
            console.board.clock += 15
            if len(self.acted) > self.actions and console.screen == self.key and not view.dirty:
                if view.stage == LANDED:
                    self.check()
                elif not view.stage:
                    self.actions = len(self.acted)


@pytest.mark.parametrize("key", KEYS)
def test_nothing_tells_an_outcome_before_its_card_has_landed_and_a_beat_has_passed(key):
    watch = Watch(begin(key))
    watch.run(ACTIONS)
    assert watch.actions > 12
    if key != "the_game":  # where a card is followed by no beat
        assert watch.rests > 5 and watch.tricks > 3  # beats, and in them ends of tricks, were seen


@pytest.mark.parametrize("key", TRICKS)
def test_a_trick_is_told_in_one_order(key):
    console = begin(key, moving=False)
    chance = random.Random(3)
    told = []
    inner = console.view.tell_trick

    def tell_trick():
        steps = inner()
        tune = sound.TRICK if console.view.won()[0] == console.view.viewer else sound.LOST
        assert (HEAR, tune) in steps
        told.append(list(steps))
        return steps

    console.view.tell_trick = tell_trick
    while console.screen == key and len(told) < 20:
        if console.view.overlay:
            console.press(A)
        elif console.view.mine:
            choose(console, chance)
        console.wait(20)
    for steps in told:
        kinds = [kind for kind, _ in steps if kind not in (FACE, GAIN)]
        assert kinds[:8] == [REST, SHOW, HEAR, SAY, REST, SHOW, READ, GATHER]
        assert [value for kind, value in steps if kind == SHOW][:2] == [WON, COUNTED]
        assert all(kinds[i] != GAIN or kinds[i + 1] == SHOW for i in range(len(kinds)))
    assert sound.TRICK != sound.LOST


@pytest.mark.parametrize("key", TRICKS)
def test_points_are_counted_only_when_they_have_come(key):
    console = begin(key)
    chance = random.Random(4)
    seen = set()
    scores = []
    for _ in range(6000):
        view = console.view
        if view.overlay:
            console.press(A)
        if len(seen) == 2 or console.screen != key:
            break
        if view.mine and not (view.dirty or view.deferred or console.board.queue):
            scores = [view.game.score(seat) for seat in range(view.game.players)]
            choose(console, chance)
        if view.stage in (WON, COUNTED) and scores:
            shown = [view.score(seat) for seat in range(view.game.players)]
            now = [view.game.score(seat) for seat in range(view.game.players)]
            if now != scores:
                assert shown == (scores if view.stage == WON else now)
                seen.add(view.stage)
        console.app.step()
        console.board.clock += 15
    assert seen == {WON, COUNTED}


def test_a_key_leads_to_what_has_to_be_read_and_the_next_one_goes_on():
    console = begin("flip_over")
    chance = random.Random(5)
    while not (console.view.stage == LANDED and console.view.over):
        if console.view.mine and not (console.view.dirty or console.view.deferred or console.board.queue):
            choose(console, chance)
        console.app.step()
        console.board.clock += 15
    console.press(A)
    assert console.view.stage == COUNTED and console.view.telling.reading and console.note
    console.press(A)
    assert console.view.stage == NOW


@pytest.mark.parametrize("key", KEYS)
def test_without_motion_the_end_of_what_is_told_is_shown_at_once(key):
    console = begin(key, moving=False)
    chance = random.Random(6)
    for _ in range(400):
        view = console.view
        if console.screen != key:
            break
        assert view.stage != LANDED and not view.telling.motion.busy
        assert view.stage != WON or key == "inversio"  # whose fight ends there
        if view.overlay:
            console.press(A)
        elif view.mine:
            choose(console, chance)
        console.wait(20)
    assert console.app.settings.values[MOTION] == 0


def the_game_ends(console, piles, cards) -> None:
    """Leaves the person's last cards, and plays the match to its end by keys."""
    session = console.app.match.session
    session.at = lambda actions: None  # no history leads to these cards, so the result has no story to tell
    game = session.game
    game.left = 0
    game.piles[:] = piles
    game.hand(0)[:] = cards
    scored(game, 98 - len(cards))
    game.due = 1
    if game.legal_actions()[-1]:
        console.view.point(game.legal_actions()[-1])
    console.view.redraw()
    console.wait(700)


def test_a_team_that_is_stuck_gets_a_moment_before_the_result():
    console = begin("the_game", kinds=[0])
    heard = []
    console.app.play = heard.append
    the_game_ends(console, (90, 91, 12, 13), [50])
    console.keys("da")
    console.wait(400)
    assert console.screen == "the_game" and sound.STUCK in heard
    assert console.note == console.view.say("lost")
    console.wait(4000)
    assert console.screen == "result"


@pytest.mark.parametrize("moving", [True, False])
def test_98_cards_laid_get_a_finale_that_any_key_ends_and_that_is_only_there_with_motion(moving):
    console = begin("the_game", moving=moving, kinds=[0])
    the_game_ends(console, (40, 91, 12, 13), [50])
    console.keys("a")
    if moving:
        console.wait(700)
        assert console.view.say("band_0") == console.note
        before = console.sheet.pixels.copy()
        console.wait(800)
        assert (console.sheet.pixels != before).sum() > 1000
        console.keys("a")
    console.wait(100)
    assert console.screen == "result"


def test_ten_back_has_a_rising_figure_when_the_card_has_landed():
    console = begin("the_game", kinds=[0])
    game = console.app.match.session.game
    game.piles[0] = 60
    game.hand(0)[:] = [50, *[card for card in game.hand(0) if card != 50][:7]]
    game.hand(0).sort()
    console.view.redraw()
    console.wait(800)
    heard = []
    console.app.play = heard.append
    console.view.point(4 * 50)
    console.keys("a")
    assert sound.JUMP not in heard
    console.wait(400)
    assert heard[-1] == sound.JUMP
    assert list(sound.JUMP[::2]) == sorted(sound.JUMP[::2])


def test_no_table_and_no_screen_overrides_a_private_name_of_another():
    found = []
    for path in sorted((ROOT / "lib" / "handful").glob("[st]*s/*.py")):
        module = importlib.import_module(f"handful.{path.parent.name}.{path.stem}")
        for _, kind in inspect.getmembers(module, inspect.isclass):
            if not issubclass(kind, Screen):
                continue
            for name in vars(kind):
                private = name.startswith("_") and not name.startswith("__")
                if private and any(name in vars(base) for base in kind.__mro__[1:]):
                    found.append(f"{kind.__module__}.{name}")
    assert not found


def back_by_ten(moving=True):
    """A person alone who may go back by ten three times in a turn; what is heard is in `heard`."""
    console = Console(moving=moving)
    console.keys("a")
    console.begin("the_game", [0], 7)
    game = console.app.match.session.game
    game.piles[:] = [60, 1, 100, 44]
    game.hand(0)[:] = [20, 40, 50, 54, 61, 71, 88, 99]
    console.view.point(4 * 50)
    console.view.redraw()
    console.wait(800)
    heard = []
    console.app.play = heard.append
    return console, heard


def test_each_further_ten_back_in_a_turn_sounds_a_step_higher():
    console, heard = back_by_ten()
    for _ in range(3):
        console.keys("a")
        console.wait(1500)
    jumps = [tune for tune in heard if tune[1::2] == sound.JUMP[1::2]]
    assert [tune[0] for tune in jumps] == [sound.JUMP[0] + 2 * step for step in range(3)]
    assert len({tuple(note - tune[0] for note in tune[::2]) for tune in jumps}) == 1
    console.keys("dd")
    console.wait(1500)
    game = console.app.match.session.game
    game.piles[0] = game.hand(0)[0] + 10
    console.view.point(4 * game.hand(0)[0])
    console.keys("a")
    console.wait(500)
    assert sound.JUMP in heard[-3:]


def test_ten_back_flies_to_its_pile_whose_bar_runs_back():
    console, _ = back_by_ten()
    console.board.queue.append((A, True))
    bars, texts, papers, flew = [], set(), set(), 0
    top = console.view.place("costs", -1)[1]
    for _ in range(30):
        console.app.step()
        console.board.clock += 40
        if console.view.stage == BACK:
            picture = console.image()
            row = [picture.getpixel((x, top - 3)) for x in range(3, 37)]
            bars.append(row.count(row[0]))
            papers.add(picture.getpixel((20, top - 20)))
            flew += console.layers > 0
            for layer in list(console.board.screen.root_group)[-console.layers :] if console.layers else ():
                assert layer.x + layer.bitmap.width <= 40  # never below another pile
            texts.update(console.reader.texts.values())
    assert flew and console.view.say("back_ten") in texts
    assert bars == sorted(bars, reverse=True) and len(set(bars)) > 2
    assert len(papers) == 2  # it flashes
    assert not console.view.stage and not console.layers and console.view.mine


def test_any_key_ends_what_is_told_of_ten_back_and_counts():
    console, _ = back_by_ten()
    console.keys("a")
    assert console.view.stage
    console.keys("r")
    assert not console.view.stage and not console.layers
    hand = console.view.game.hand(0)
    assert console.view.mine and hand[console.view.where()[3] - 1] == 40  # the key has counted: next to -10


def test_without_motion_ten_back_is_there_at_once():
    console, heard = back_by_ten(moving=False)
    console.keys("a")
    assert not console.view.stage and console.view.mine and sound.JUMP in heard


def test_beating_the_game_has_a_fanfare_of_its_own():
    console = begin("the_game", kinds=[0])
    the_game_ends(console, (40, 91, 12, 13), [50])
    heard = []
    console.app.play = heard.append
    console.keys("a")
    console.wait(700)
    assert heard[-1] == sound.FANFARE
    others = [getattr(sound, name) for name in ("WIN", "TRICK", "JUMP", "STUCK", "LOSE")]
    assert len(sound.FANFARE) > max(map(len, others))


def test_each_card_that_is_dealt_and_each_disc_that_turns_sounds_softly():
    console = Console(moving=True)
    console.keys("a")
    heard = []
    console.app.play = heard.append
    console.begin("the_game", [0])
    console.wait(1500)
    assert heard.count(sound.DEAL) == 8
