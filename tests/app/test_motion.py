# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What moves over a table: issue 6's promises, in every game. A move never changes what comes to rest."""

import random

import pytest
from PIL import ImageChops

from boards.computer.picture import Picture
from engine import registry
from tests.playing import acted_at
from tools.console import Console

MOST = 600  # ms that a motion may last
PIXELS = 12_000  # a frame: at about 5 µs a pixel (composed and sent) 15 frames a second
# One person against robots, three at the table where the game allows it.
KINDS = {key: [0] + [2] * (min(most, max(least, 3)) - 1) for key, _, least, most in registry.GAMES}


def begin(key, **options):
    """A match of one person against robots, just dealt."""
    console = Console(moving=True)
    console.keys("a")
    console.app.settings.values[0] = 2
    console.app.begin(key, bytes(KINDS[key]), 7, options)
    console.app.step()
    return console


def moves(view) -> bool:
    return view.telling.motion.busy or len(view.shown) < len(view.cards())


def rest(console) -> int:
    """Lets what moves come to rest; returns how many ms that took."""
    start = console.board.clock
    while console.screen in KINDS and moves(console.view):
        console.app.step()
        console.board.clock += 10
        assert console.board.clock - start < 2000
    return console.board.clock - start


def picture(console):
    """What is on the screen, but for the message line and the keys, which tell what happened last."""
    image = console.image().copy()
    for top in (console.view.note_y, 118):
        image.paste(0, (0, top, 160, top + 10))
    return image


def act(console, chance) -> None:
    """Something legal by the person, or a moment of the robots."""
    view = console.view
    if console.screen in KINDS and view.mine and view.game.player == view.viewer:
        view.play(chance.choice(view.game.legal_actions()))
    else:
        console.app.step()
        console.board.clock += 20
        if console.screen in KINDS and not view.telling.state and not moves(view):
            console.board.clock += 50


@pytest.mark.parametrize("key", KINDS)
def test_what_comes_to_rest_is_what_is_drawn_anew(key):
    console = begin(key)
    chance = random.Random(key)
    looked = 0
    for _ in range(250):
        if console.screen != key:
            break
        act(console, chance)
        if console.screen != key or not moves(console.view):
            continue
        assert rest(console) <= MOST + 300  # one motion may follow on another
        view = console.view
        if console.screen == key and not view.overlay and looked < 12 and not view.telling.state:
            looked += 1
            shown = picture(console)
            console.view.redraw()
            assert ImageChops.difference(shown, picture(console)).getbbox() is None
    assert looked


class Counted(Picture):
    """A display that counts the pixels that are sent to it."""

    sent = 0

    def _refresh_area(self, area):
        self.sent += area.size()
        return super()._refresh_area(area)


@pytest.mark.parametrize("key", KINDS)
def test_a_motion_ends_within_600_ms_and_a_frame_is_small(key):
    console = begin(key)
    screen = console.board.screen
    screen.__class__ = Counted
    chance = random.Random(key)
    seen = 0
    for _ in range(200):
        if console.screen != key:
            break
        if not moves(console.view):
            act(console, chance)
            continue
        seen += 1
        console.app.step()  # what the move itself changed is drawn with its first frame
        start = console.board.clock
        while console.screen == key and moves(console.view):
            screen.sent = 0
            console.board.clock += 20
            console.app.step()
            if console.screen == key and moves(console.view):
                assert screen.sent <= PIXELS
        assert console.board.clock - start <= MOST
    assert seen >= 3


@pytest.mark.parametrize("key", KINDS)
def test_any_key_ends_a_motion_at_once(key):
    console = begin(key)
    chance = random.Random(key)
    dealt = console.view.cards()
    assert moves(console.view) == bool(dealt)
    while not moves(console.view):  # where there are no hands
        act(console, chance)
    console.press(2)
    assert len(console.view.shown) == len(console.view.cards())
    assert dealt or not console.view.telling.motion.busy


def own(console, acted) -> int:
    """How many actions of the person there are in what has been acted."""
    return len([seat for seat, _ in acted if seat == console.view.viewer])


@pytest.mark.parametrize("letter", [4, 0], ids=["A", "UP"])
@pytest.mark.parametrize("key", KINDS)
def test_the_key_that_ends_a_motion_plays_nothing_that_was_not_in_sight(key, letter):
    console = begin(key)
    seats = acted_at(console.app.match)
    chance = random.Random(key)
    ended = 0
    for _ in range(600):
        if console.screen != key or ended > 12:
            break
        if not moves(console.view):
            act(console, chance)
            console.app.step()
            continue
        ended += 1
        before = own(console, seats)
        console.board.queue += [(letter, True), (letter, False)]
        for _ in range(4):
            console.app.step()
        assert own(console, seats) == before
    assert ended > 5


@pytest.mark.parametrize("key", KINDS)
def test_when_all_has_landed_the_first_press_plays(key):
    console = begin(key)
    seats = acted_at(console.app.match)
    played = 0
    for _ in range(4000):
        if console.screen != key or played > 5:
            break
        view = console.view
        console.app.step()
        console.board.clock += 20
        if console.screen == key and view.mine and not view.overlay and not view.dirty:
            before = own(console, seats)
            console.board.queue += [(4, True), (4, False)]
            for _ in range(4):
                console.app.step()
            assert own(console, seats) == before + 1
            played += 1
    assert played > 5


@pytest.mark.parametrize("key", KINDS)
def test_the_setting_stops_all_of_it(key):
    console = begin(key)
    console.app.settings.values[3] = 0
    console.press(2)
    chance = random.Random(key)
    for _ in range(100):
        if console.screen == key:
            act(console, chance)
            assert console.screen != key or not moves(console.view)


def test_every_game_has_its_motions():
    assert set(KINDS) == {row[0] for row in registry.GAMES}


def test_no_layer_is_left_on_the_next_screen():
    console = begin("inversio")
    console.press(2)
    view = console.view
    while not view.mine:
        console.app.step()
        console.board.clock += 50
    view.play(view.game.legal_actions()[0])
    console.app.step()  # the card flies once the table has been drawn
    assert view.telling.motion.busy
    canvas = console.app.canvas
    group = console.board.screen.root_group
    lifted = list(group)[len(canvas.bands) :]
    assert lifted
    console.app.open("title")
    console.wait(100)
    assert console.screen == "title"
    assert not any(layer in lifted for layer in group)
    console.wait(1000)  # until the title's own letters have been dealt
    assert len(group) == len(canvas.bands)


@pytest.mark.parametrize("key", KINDS)
def test_the_top_line_names_who_played_until_the_card_has_come(key):
    console = begin(key)
    chance = random.Random(key)
    match = console.app.match
    acted = acted_at(match)
    flights = 0
    for _ in range(250):
        player, actions = match.session.game.player, len(acted)
        act(console, chance)
        if console.screen != key or len(acted) != actions + 1:
            continue
        while console.view.telling.motion.busy:
            flights += 1
            assert console.view.turn() == player or key == "inversio"  # which names it for longer
            console.app.step()
            console.board.clock += 50
        if console.view.mine:
            assert console.view.turn() == console.view.viewer
    assert flights > 10
