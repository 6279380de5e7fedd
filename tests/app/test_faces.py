"""The five robots' faces: the drive's picture, three looks each, told apart by their outline."""

import itertools

import displayio
import pytest

from handful.picture import faces
from tests.console import Console
from tools.build.assets import ASSETS, read_picture

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
