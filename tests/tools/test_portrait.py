# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The pictures of the boards' keys: whole, within their frame, and with what is printed on the keys."""

import re
import xml.etree.ElementTree as xml

import pytest

from tools.build import drive, layouts, pages, portrait

SVG = "{http://www.w3.org/2000/svg}"


def texts(page):
    """The words of a picture: (text, x, y, size, anchor)."""
    found = xml.fromstring(portrait.draw(page)).iter(SVG + "text")
    return [
        (
            node.text,
            int(node.get("x")),
            int(node.get("y")),
            int(node.get("font-size")),
            node.get("text-anchor"),
        )
        for node in found
    ]


FEW = [page for page in drive.devices() if portrait.few(page)]
TOUCHED = [page for page in drive.devices() if portrait.is_touched(page)]


@pytest.mark.parametrize("page", TOUCHED)
def test_a_picture_of_a_board_that_is_touched_has_the_size_of_its_screen_and_no_keys(page):
    assert [text for text, *_ in texts(page)] == ["{} × {}".format(*layouts.size(layouts.of(page)))]


@pytest.mark.parametrize("page", FEW)
def test_a_picture_names_few_keys_and_what_they_mean(page):
    said = [(text, x) for text, x, *_ in texts(page)]
    places = dict(said)
    means = {word: x for text, x in said for word in text.split(" / ")}
    names = portrait.few(page)
    for name, meaning in zip(names, ("NEXT", "YES", "BACK"), strict=False):
        assert places[name] == means[meaning]
    assert means["BACK"] == places[names[2] if len(names) == 3 else names[0]]
    assert sorted(names, key=lambda name: -places[name]) == list(names)  # NEXT is on the right


@pytest.mark.parametrize("page", [page for page in drive.devices() if page not in FEW + TOUCHED])
def test_a_picture_names_all_eight_keys_and_the_size_of_the_screen(page):
    said = [text for text, *_ in texts(page)]
    directions, a, b, start, select = portrait.printed(page)
    assert "{} × {}".format(*layouts.size(layouts.of(page))) in said
    for printed, name in ((a, "A"), (b, "B"), (start, "START"), (select, "SELECT")):
        assert (printed or name) in said
        assert any(re.search(rf"\b{name}\b", text) for text in said)
    assert set(directions.split() if " " in directions else directions) <= set(said)


@pytest.mark.parametrize("page", drive.devices())
def test_nothing_of_a_picture_leaves_its_frame(page):
    root = xml.fromstring(portrait.draw(page))
    _, _, width, height = map(int, root.get("viewBox").split())
    for node in root.iter(SVG + "rect"):
        x, y, wide, high = (int(node.get(name)) for name in ("x", "y", "width", "height"))
        assert 0 <= x and x + wide <= width and 0 <= y and y + high <= height
    for text, x, y, size, anchor in texts(page):
        wide = 0.75 * size * len(text)  # a letter is narrower
        left = {"start": x, "middle": x - wide / 2, "end": x - wide}[anchor]
        assert 0 <= left and left + wide <= width and size <= y <= height, text


def test_select_is_start_held_down_just_where_the_page_says_so():
    held = {
        page for page in drive.devices() if "boards.parts.held" in drive.used_by(pages.origin(page, "KEYS"))
    }
    held -= {page for page in held if pages.is_wired(page)}  # there the settings say it
    assert {page for page in drive.devices() if portrait.is_held(page)} == held
