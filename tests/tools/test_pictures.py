# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The pictures of the documents are up to date: of the console, of what robots play, of an own wiring."""

import re
import tomllib
import xml.etree.ElementTree as xml

import pytest
from PIL import Image, ImageSequence

from engine import bots
from engine.rng import Rng
from tools import PROJECT, gallery, players, wiring
from tools.build import pages

STALE = "docs/{0} is out of date: look at what `make gallery ARGS={1}` makes, and commit it"


@pytest.mark.parametrize("name", gallery.SHOTS)
def test_a_picture_of_the_documents_is_what_the_screen_shows(name):
    made = gallery.enlarged(gallery.SHOTS[name]().image())
    with Image.open(gallery.DOCS / f"{name}.png") as kept:
        same = kept.size == made.size and kept.convert("RGB").tobytes() == made.convert("RGB").tobytes()
    assert same, STALE.format(name + ".png", name)


@pytest.mark.parametrize("name", gallery.FILMS)
def test_a_film_of_the_documents_is_what_the_console_plays(name):
    shown, lengths = gallery.cut(gallery.FILMS[name]().film)
    with Image.open(gallery.DOCS / f"{name}.gif") as kept:
        frames = [
            (frame.convert("RGB").tobytes(), frame.info["duration"]) for frame in ImageSequence.Iterator(kept)
        ]
    made = [gallery.enlarged(frame).convert("RGB").tobytes() for frame in shown]
    same = frames == list(zip(made, lengths, strict=True))
    assert same, STALE.format(name + ".gif", name)


def test_a_name_of_no_picture_is_told_and_nothing_is_written(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(gallery, "DOCS", tmp_path)
    assert gallery.main(["title", "portrait"]) == 2
    told = capsys.readouterr()
    assert told.err.startswith("There is no picture portrait, only ") and "hyper_maker" in told.err
    assert not told.out and not list(tmp_path.iterdir())


@pytest.mark.parametrize("scene", players.SCENES, ids=lambda scene: scene.key)
def test_a_picture_shows_what_each_level_plays(scene):
    game = players.position(scene)
    text = players.place(scene).read_text(encoding="utf-8")
    rows = re.findall(r'text-anchor="end">([^<]*)</text>.*?<tspan[^>]*>([^<]*)</tspan>', text, re.DOTALL)
    shown = {name: levels.replace(",", "").split() for name, levels in rows}
    for level, name in enumerate(("easy", "normal", "hard")):
        assert name in shown[players.called(game, bots.choose(game, level, Rng(1)))]


@pytest.mark.parametrize("scene", players.SCENES, ids=lambda scene: scene.key)
def test_a_picture_shows_that_hard_chooses_otherwise_than_easy(scene):
    game = players.position(scene)
    assert bots.choose(game, bots.HARD, Rng(1)) != bots.choose(game, bots.EASY, Rng(1))


def test_a_picture_is_drawn_by_the_committed_script():
    scene = players.SCENES[-1]  # the quickest
    assert players.place(scene).read_text(encoding="utf-8") == players.drawing(scene)


def test_the_page_has_every_picture_and_is_linked():
    page = (PROJECT / "docs/players.md").read_text(encoding="utf-8")
    for scene in players.SCENES:
        assert f"({players.place(scene).name})" in page
    assert "(docs/players.md)" in (PROJECT / "README.md").read_text(encoding="utf-8")


TEXT = wiring.EXAMPLE.read_text(encoding="utf-8")
SETTINGS = tomllib.loads(TEXT)


def test_the_drawing_and_the_table_are_those_of_the_example():
    found = wiring.wires(TEXT)
    assert wiring.DRAWING.read_text(encoding="utf-8") == wiring.drawing(found)
    text = wiring.PAGE.read_text(encoding="utf-8")
    assert text == wiring.page(text, found) and wiring.table(found) in text


def test_every_pin_of_the_example_is_a_wire_and_none_is_used_twice():
    used = [pin for name, value in SETTINGS.items() if str(value).startswith("GP") for pin in value.split()]
    found = wiring.wires(TEXT)
    assert sorted(wiring.PICO[wire.number - 1] for wire in found) == sorted(used)
    assert len(set(used)) == len(used) == 18


def test_the_example_has_only_what_settings_toml_can_hold():
    assert {type(value) for value in SETTINGS.values()} == {str, int}
    assert SETTINGS["HANDFUL_BOARD"] == "wired"
    assert all(name.startswith("HANDFUL_") for name in SETTINGS)


@pytest.mark.parametrize("name", [page for page in pages.names() if page.startswith("wired")])
def test_the_page_tells_of_every_size_of_own_wirings(name):
    assert f"`{name}`" in wiring.PAGE.read_text(encoding="utf-8")
    assert name in TEXT
    assert f"`{name}`" in (PROJECT / "README.md").read_text(encoding="utf-8")


def test_another_wiring_makes_another_drawing_and_table():
    found = wiring.wires(TEXT.replace('"GP15"', '"GP28"'))
    assert wiring.Wire(34, "BUZZER", "a passive buzzer, to ground", "BUZZER") in found
    assert "| 34 | GP28 | BUZZER |" in wiring.table(found)
    assert wiring.drawing(found) != wiring.DRAWING.read_text(encoding="utf-8")


def test_nothing_of_the_drawing_leaves_its_frame():
    root = xml.fromstring(wiring.DRAWING.read_text(encoding="utf-8"))
    _, _, width, height = map(int, root.get("viewBox").split())
    for node in root.iter("{http://www.w3.org/2000/svg}rect"):
        x, y, wide, high = (int(node.get(name)) for name in ("x", "y", "width", "height"))
        assert 0 <= x and x + wide <= width and 0 <= y and y + high <= height
    for node in root.iter("{http://www.w3.org/2000/svg}text"):
        assert 0 < int(node.get("x")) < width and 0 < int(node.get("y")) < height - 4
