# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What stores, link previews and the press are given."""

import io
import json
import re

import pytest
from PIL import Image, ImageSequence

from engine import registry
from tools import PROJECT
from tools.build import shop, web
from tools.build.web import SOURCES

MANIFEST = json.loads((SOURCES / "manifest.webmanifest").read_text(encoding="utf-8"))
PAGE = shop.page()


def picture(source: str) -> Image.Image:
    """A picture that the manifest names."""
    data = PAGE[source] if source in PAGE else (SOURCES / source).read_bytes()
    return Image.open(io.BytesIO(data))


def mark(icon: Image.Image) -> list[tuple[int, int]]:
    """The pixels of an icon that are not its ground, from its middle."""
    icon = icon.convert("RGB")
    ground = icon.getpixel((0, 0))
    half = icon.width / 2
    places = [(x, y) for x in range(icon.width) for y in range(icon.height)]
    return [(x - half, y - half) for x, y in places if icon.getpixel((x, y)) != ground]


@pytest.mark.parametrize("entry", MANIFEST["icons"] + MANIFEST["screenshots"], ids=str)
def test_a_picture_of_the_manifest_is_there_and_of_the_size_that_it_says(entry):
    shown = picture(entry["src"])
    assert f"{shown.width}x{shown.height}" == entry["sizes"] and shown.format == "PNG"


def test_the_screenshots_have_the_sizes_that_browsers_take():
    for entry in MANIFEST["screenshots"]:
        sides = sorted(int(side) for side in entry["sizes"].split("x"))
        assert 320 <= sides[0] and sides[1] <= 3840 and sides[1] <= 2.3 * sides[0]
    assert {entry.get("form_factor", "") for entry in MANIFEST["screenshots"]} == {"", "wide"}


def test_a_maskable_icon_keeps_its_mark_in_the_circle_that_no_system_cuts():
    for entry in MANIFEST["icons"]:
        shown = picture(entry["src"])
        reach = max(x * x + y * y for x, y in mark(shown)) ** 0.5 / shown.width
        assert (reach <= 0.4) == (entry.get("purpose") == "maskable"), entry


def test_the_icon_that_is_shown_whole_is_filled_by_its_mark():
    (entry,) = [entry for entry in MANIFEST["icons"] if "purpose" not in entry]
    shown = picture(entry["src"])
    rows = [y for _, y in mark(shown)]
    assert max(rows) - min(rows) > 0.7 * shown.height


def test_every_game_has_a_shortcut_which_the_page_understands():
    addresses = [entry["url"] for entry in MANIFEST["shortcuts"]]
    # A game that somebody adds has none before its author writes one.
    assert (
        addresses == [f"./?game={row[0]}" for row in registry.GAMES[: len(addresses)]] and len(addresses) >= 5
    )
    for entry, row in zip(MANIFEST["shortcuts"], registry.GAMES, strict=False):
        text = (PROJECT / "assets" / "games" / row[0] / "en.txt").read_text(encoding="utf-8")
        assert text.startswith(f"title={entry['name']}\n"), entry


def test_the_application_has_an_identity_of_its_own_folder():
    assert MANIFEST["id"] == MANIFEST["start_url"] == MANIFEST["scope"] == "./"


def test_the_page_has_the_pictures_and_a_first_visit_and_the_worker_load_none():
    kept = web.contents()
    assert not kept.keys() & PAGE.keys()
    assert shop.FOLDER.encode() not in kept["sw.js"]
    index = kept["index.html"].decode()
    (address,) = re.findall(r'og:image" content="(.*?)"', index)
    assert picture(address).size == (1200, 630)


def test_the_press_has_three_sentences_in_three_languages():
    parts = (PROJECT / "docs" / "press.md").read_text(encoding="utf-8").split("\n## ")
    for part in parts[:3]:
        body = part.partition("\n\n")[2]
        assert len(re.findall(r"[.。](?=\s|$|[^\s])", body.strip())) == 3, body


def test_the_press_s_text_leads_nowhere_and_names_whose_the_games_are():
    text = shop.press()["README.md"].decode()
    assert "](" not in text
    for row in (
        (PROJECT / "docs" / "names.md").read_text(encoding="utf-8").split("|---|---|\n")[1].splitlines()[:5]
    ):
        game, by = row.strip("| ").split(" | ")
        author = by.split(";")[0].split(",")[0].removeprefix("designed by ")
        assert f"- {game}: {author}" in text


def test_the_press_has_a_film_of_twenty_seconds_and_stills_in_two_sizes():
    files = shop.press()
    film = Image.open(io.BytesIO(files["film.gif"]))
    length = sum([frame.info["duration"] for frame in ImageSequence.Iterator(film)])
    assert 19_000 <= length <= 22_000
    for name in shop.STILLS:
        assert {f"{name}-640x512.png", f"{name}-1280x1024.png"} <= files.keys()


def test_equal_pictures_give_equal_bytes():
    assert shop.page() == PAGE and shop.press() == shop.press()
