"""The five robots' faces: the drive's picture, three looks each, told apart by their outline."""

import itertools

import displayio
import pytest

from engine import bots
from engine.rng import Rng
from engine.session import Session
from handful.keys import A
from handful.picture import faces
from handful.settings import PACE
from handful.tables.table import COVER, Table
from tests.console import Console
from tools.build.assets import ASSETS, read_picture
from tools.soak import worlds

SEATS, LOOKS, SIZE = 5, 3, 24
COMMON = set(range(4, 16))  # the inks that are the same at every table
TABLE = 0


def drawn():
    rows = read_picture((ASSETS / "faces.art.txt").read_text(encoding="utf-8"))
    assert len(rows) == SEATS * LOOKS * SIZE
    return [[rows[(seat * LOOKS + look) * SIZE :][:SIZE] for look in range(LOOKS)] for seat in range(SEATS)]


@pytest.mark.parametrize("seat", range(SEATS))
def test_each_look_is_shown_as_it_is_drawn_in_its_source(seat):
    canvas = Console().app.canvas
    for look, rows in enumerate(drawn()[seat]):
        canvas.clear()
        faces.draw(canvas, 50, 41, seat, look)
        piece = canvas.lift(50, 41, SIZE, SIZE).bitmap
        assert [[piece[x, y] for x in range(SIZE)] for y in range(SIZE)] == rows


def test_without_memory_a_face_is_left_out(monkeypatch):
    def full(*_):
        raise MemoryError

    canvas = Console().app.canvas
    canvas.clear()
    monkeypatch.setattr(displayio, "Bitmap", full)
    faces.draw(canvas, 50, 41, 0, faces.GLAD)
    assert canvas.bare(50, 41, SIZE, SIZE)


def test_a_face_has_the_same_colours_at_every_table():
    for looks in drawn():
        for rows in looks:
            assert {pixel for row in rows for pixel in row} - {TABLE} <= COMMON


def test_no_two_robots_have_the_same_outline_and_no_two_looks_the_same_face():
    pixels = [[[pixel for row in rows for pixel in row] for rows in looks] for looks in drawn()]
    for one, other in itertools.combinations([looks[faces.CALM] for looks in pixels], 2):
        assert sum((a == TABLE) != (b == TABLE) for a, b in zip(one, other)) >= 60
    for looks in pixels:
        for one, other in itertools.combinations(looks, 2):
            assert sum(a != b for a, b in zip(one, other)) >= 40


# --- at the table ----------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def robots_wait(monkeypatch):
    """The robots' moves are those of a match that is known."""
    monkeypatch.setattr(Table, "_think", lambda view: None)


def match(key, players, seed, length):
    """Returns the session after at most `length` actions of easy robots."""
    session = Session(key, players, seed)
    chance = Rng(seed)
    while len(session.history) < length and session.game.player >= 0:
        session.act(bots.choose(session.game, bots.EASY, chance))
    return session


def seen(key, players, seed, history, moving=False):
    """Plays a match at its table. Returns (actions so far, (seat, look)) for each face that is shown."""
    console = Console(moving=moving)
    console.begin(key, [0] + [1] * (players - 1), seed)
    shown = []
    for action in history:
        console.app.settings.values[PACE] = 2
        while console.app.opening or console.screen != key or console.view.stale:
            if console.screen == "notice":
                console.press(A)
            console.app.step()
        view = console.view
        peek = view.motion.peek

        def noticed(face, *rest, peek=peek):
            shown.append((len(console.app.match.session.history), face))
            peek(face, *rest)

        view.motion.peek = noticed
        view.play(action)
        view.skip()
        while view.steps:
            view.overlay = ""
            view.steps = [step for step in view.steps if step[0] != COVER]
            view.skip()
        view.motion.peek = peek
    return shown


@pytest.mark.parametrize(
    ("key", "players"), [("inversion", 2), ("inversion", 4), ("hyper_maker", 3), ("flip_over", 4)]
)
def test_a_face_cannot_tell_a_hand(key, players):
    for seed in range(1, 40):
        session = match(key, players, seed, 16 + seed)
        other = worlds.relabelled(session, 0, Rng(seed + 99))
        if session.game.player < 0 or not other:
            continue
        history, kind = other
        faces_here = seen(key, players, seed, session.history)
        over = worlds.dealing(kind)
        try:
            assert seen(key, players, seed, history) == faces_here
        finally:
            over()
        if faces_here:
            return
    pytest.fail("no two matches to compare")


def test_a_robot_is_glad_of_points_and_troubled_by_lost_ones():
    session = match("flip_over", 3, 5, 40)
    looks = set()
    for done, (seat, look) in seen("flip_over", 3, 5, session.history):
        before, after = session.at(done - 1), session.at(done)
        change = after.score(seat) - before.score(seat)
        assert seat and look == (faces.GLAD if change > 0 else faces.TROUBLED)
        looks.add(look)
    assert looks == {faces.GLAD, faces.TROUBLED}
