# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The five robots' faces: the drive's picture, three looks each and a blink, told apart by their outline."""

import functools
import itertools

import displayio
import numpy
import pytest

from engine import bots, registry
from engine.rng import Rng
from engine.session import Session
from handful.keys import A
from handful.match import Match
from handful.picture import faces, measures
from handful.picture.faces import GLAD
from handful.picture.ink import WHITE
from handful.settings import PACE
from handful.tables.telling import COVER, FACE
from tools.build import layouts
from tools.build.assets import ASSETS, read_picture
from tools.console import Console
from tools.measure.bench import SLICE
from tools.measure.opcodes import APP, Opcodes
from tools.soak import worlds

SEATS, LOOKS, SIZE = 5, 3, 24
COMMON = set(range(4, 16))  # the inks that are the same at every table
TABLE = 0
HIGH, LOW = (15,), (93,)  # y of a face in the set-up, below the top of its frame


@functools.cache
def drawn():
    rows = read_picture((ASSETS / "faces.art.txt").read_text(encoding="utf-8"))
    pictures = [rows[at : at + SIZE] for at in range(0, len(rows), SIZE)]
    assert len(pictures) == SEATS * (LOOKS + 1)
    return [pictures[LOOKS * seat :][:LOOKS] for seat in range(SEATS)], pictures[SEATS * LOOKS :]


@pytest.mark.parametrize("seat", range(SEATS))
def test_each_look_is_shown_as_it_is_drawn_in_its_source(seat):
    canvas = Console().app.canvas
    looks, blinks = drawn()
    for look, rows in enumerate([*looks[seat], blinks[seat]]):
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
    looks, blinks = drawn()
    for pictures in [*looks, blinks]:
        for rows in pictures:
            assert {pixel for row in rows for pixel in row} - {TABLE} <= COMMON


def test_no_two_robots_have_the_same_outline_and_no_two_looks_the_same_face():
    pixels = [[[pixel for row in rows for pixel in row] for rows in looks] for looks in drawn()[0]]
    for one, other in itertools.combinations([looks[faces.CALM] for looks in pixels], 2):
        assert sum((a == TABLE) != (b == TABLE) for a, b in zip(one, other)) >= 60
    for looks in pixels:
        for one, other in itertools.combinations(looks, 2):
            assert sum(a != b for a, b in zip(one, other)) >= 40


def test_a_blink_shuts_the_eyes_and_changes_nothing_else():
    for looks, blink in zip(*drawn(), strict=True):
        changed = [(x, y) for y in range(SIZE) for x in range(SIZE) if looks[faces.CALM][y][x] != blink[y][x]]
        assert 12 <= len(changed) <= 90 and max(y for _, y in changed) < 16


# --- where one meets them --------------------------------------------------------------------------------


def face_at(console, robot, look, places=HIGH + LOW):
    """Whether the screen shows that face in the set-up, at either end of the rows or at one of them."""
    pictures, blinks = drawn()
    rows = blinks[robot] if look == faces.BLINK else pictures[robot][look]
    face = numpy.array(rows)
    cells = numpy.concatenate([band.cells for band in console.app.canvas.bands])
    return any(((cells[y : y + SIZE, 4 : 4 + SIZE] == face) | (face == TABLE)).all() for y in places)


@pytest.mark.parametrize("end", range(2, 4))  # a further row scrolls
def test_in_the_set_up_the_chosen_robot_shows_its_calm_face_and_leaves_without_a_trace(end):
    console = Console()
    records = console.app.records
    for won in (True, False, False):
        records.go_on(3, won, (2,), 0)
    console.app.keep(records)
    console.keys("a" + "rrr" + "d" + "ddd")  # Flip Over's set-up, on the number of players
    console.keys("rr")
    console.keys("d")
    before = console.image().tobytes()
    console.keys("d")
    assert face_at(console, 1, faces.CALM)
    console.keys("d")
    assert face_at(console, 2, faces.CALM) and not face_at(console, 1, faces.CALM)
    console.keys("d" * (end - 2) + "u" * (end - 2))
    console.keys("uu")
    assert console.image().tobytes() == before


def test_in_the_set_up_a_face_at_the_other_end_is_shown_before_the_rows_under_the_last_one(monkeypatch):
    console = Console()
    console.keys("a" + "rrr" + "d" + "ddd" + "rr" + "dd")  # Flip Over's set-up, on the first robot of four
    drawn = []  # y of each row
    decorate = console.view.decorate
    monkeypatch.setattr(console.view, "decorate", lambda key, y, on: (drawn.append(y), decorate(key, y, on)))
    met = 1
    sent = []  # the rows drawn before each picture, and whether that has the face at its new place
    canvas = console.app.canvas
    refresh = canvas.refresh
    canvas.refresh = lambda: (sent.append((len(drawn), face_at(console, met, faces.CALM, HIGH))), refresh())
    while face_at(console, met, faces.CALM, LOW):
        drawn.clear()
        sent.clear()
        met += 1
        console.keys("d")
    assert face_at(console, met, faces.CALM, HIGH)
    assert len(drawn) == len(set(drawn)) > 2
    assert (2, False) in sent and (2, True) in sent  # the cursor's two rows, the face, and then all others
    before = console.image().tobytes()
    console.keys("ud")
    assert console.image().tobytes() == before


def test_in_the_set_up_a_seat_that_a_person_takes_has_no_face():
    console = Console()
    console.keys("a" + "rrr" + "d" + "ddddd")
    assert face_at(console, 1, faces.CALM)
    console.keys("rr")  # from normal over hard to a person
    assert not face_at(console, 1, faces.CALM)
    console.keys("l")
    assert face_at(console, 1, faces.CALM)


@pytest.mark.parametrize("moving", [False, True])
def test_in_the_set_up_a_face_blinks_where_things_move(moving):
    console = Console(moving=moving)
    console.keys("a")
    console.wait(400)
    console.keys("rrr" + "d" + "ddddd")
    shut = 0
    for _ in range(400):
        console.wait(20)
        assert face_at(console, 1, faces.CALM) != face_at(console, 1, faces.BLINK)
        shut += face_at(console, 1, faces.BLINK)
    assert (2 < shut < 40) if moving else not shut


# --- at the table ----------------------------------------------------------------------------------------


@pytest.fixture(autouse=True)
def robots_wait(monkeypatch):
    """The robots' moves are those of a match that is known."""
    monkeypatch.setattr(Match, "computer", 0)


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
        while console.app.opening or console.screen != key or console.view.dirty:
            if console.screen == "notice":
                console.press(A)
            console.app.step()
        view = console.view
        peek = view.telling.motion.peek

        def noticed(face, *rest, peek=peek):
            shown.append((len(console.app.match.session.history), face))
            peek(face, *rest)

        view.telling.motion.peek = noticed
        view.play(action)
        view.telling.skip()
        while view.telling.steps:
            view.overlay = ""
            view.telling.steps = [step for step in view.telling.steps if step[0] != COVER]
            view.telling.skip()
        view.telling.motion.peek = peek
    return shown


# In Inversio no card that is still hidden could be another one and the history be the same.
@pytest.mark.parametrize("row", [row for row in registry.GAMES if row[0] != "inversio"])
def test_a_face_cannot_tell_a_hand(row):
    key = row[0]
    compared = [compared_faces(key, players) for players in sorted({max(2, row[2]), row[3]})]
    assert any(compared), "no two matches to compare"


def compared_faces(key, players):
    """Whether there were two matches that differ in hidden cards alone to compare; their faces are equal."""
    for seed, first in itertools.product(range(1, 40), (16, 45)):
        session = match(key, players, seed, first + seed)
        other = worlds.relabelled(session, 0, Rng(seed + 99))
        if session.game.player < 0 or not other:
            continue
        history, kind = other
        faces_here = seen(key, players, seed, session.history)
        with worlds.dealing(kind):
            assert seen(key, players, seed, history) == faces_here
        if faces_here:
            return True
    return False


@pytest.mark.parametrize("word", ["", "Ha!"])
@pytest.mark.parametrize("layout", layouts.names())
@pytest.mark.parametrize("row", registry.GAMES)
def test_a_face_and_its_word_cover_nothing_but_the_table_and_touch_nothing(row, layout, word):
    with layouts.used(layout):
        shown = 0
        for players in sorted({max(2, row[2]), row[3]}):
            console = Console()
            console.begin(row[0], [0] + [1] * (players - 1), 5)
            for action in match(row[0], players, 5, 14).history:
                console.app.match.act(action)
                view = console.view
                view.redraw()
                view.draw()
                canvas, motion = console.app.canvas, view.telling.motion
                before, layers = canvas_cells(canvas), console.layers
                motion.peek((1, faces.GLAD), word, False)
                assert (canvas_cells(canvas) == before).all()
                if console.layers > layers:
                    shown += 1
                    face = motion._face  # noqa: SLF001 - its place is nowhere else
                    wide, high = face.bitmap.width, face.bitmap.height
                    end = min(face.y + high + 1, len(before) - 10)  # above the foot
                    assert not before[face.y : end : 2, face.x - 1 : face.x + wide + 1].any()
                motion.stop()
        assert shown


def test_a_full_table_holds_the_keys_up_for_a_slice_at_most():
    console = Console()
    console.begin("flip_over", [0, 1, 1])
    canvas = console.app.canvas
    for x in range(0, measures.WIDTH, faces.SIZE):
        canvas.fill(x, 0, 1, measures.FOOT, WHITE)
    with Opcodes(APP) as opcodes:
        console.view.telling.motion.peek((1, faces.GLAD), "", False)
    assert opcodes.count <= SLICE


def canvas_cells(canvas):
    """The inks of all pixels, as rows."""
    return numpy.concatenate([band.cells for band in canvas.bands])


def test_a_robot_is_glad_of_points_and_troubled_by_lost_ones():
    session = match("flip_over", 3, 5, 40)
    looks = set()
    for done, (seat, look) in seen("flip_over", 3, 5, session.history):
        before, after = session.at(done - 1), session.at(done)
        change = after.score(seat) - before.score(seat)
        assert seat and look == (faces.GLAD if change > 0 else faces.TROUBLED)
        looks.add(look)
    assert looks == {faces.GLAD, faces.TROUBLED}


def test_a_robot_says_its_word_one_time_in_eight():
    console = Console()
    console.begin("flip_over", [0, 1, 1])
    console.blind()
    said = []
    console.view.telling.motion.peek = lambda face, word, moving: said.append(word)
    for now in range(256):
        console.app.now = now
        console.view.telling.steps = [(FACE, (1, GLAD))]
        console.view.telling.step()
    words = [word for word in said if word]
    assert len(said) == 256 and len(words) == 32 and len(set(words)) == 1
