# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The drawing and the table of an own wiring are made of settings.toml.example, which is whole."""

import tomllib
import xml.etree.ElementTree as xml

import pytest

from tools import PROJECT, wiring
from tools.build import pages

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
