# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The QR code of a match's link: a telephone reads it, and without HANDFUL_SITE nothing of it is there."""

import random
import sys

import pytest
import zxingcpp
from PIL import Image

from engine import registry
from handful import link
from handful.settings import LANGUAGE
from handful.texts import LANGUAGES
from tests import words
from tests.app.test_result import over
from tests.playing import choose_row, started_before
from tools.build import layouts

SITE = "https://somebody.github.io/handful/"
BAD = "HANDFUL_SITE has to be a web address of at most 60 characters."


@pytest.fixture
def site(monkeypatch):
    """A site in the environment, as on a computer; a function sets another."""

    def put(address):
        monkeypatch.setenv("HANDFUL_SITE", address)

    put(SITE)
    return put


def read(image):
    """What a telephone's camera reads in a picture, as text. It sees the picture larger."""
    found = zxingcpp.read_barcodes(
        image.resize((4 * image.width, 4 * image.height), Image.Resampling.NEAREST)
    )
    assert [code.format for code in found] == [zxingcpp.BarcodeFormat.QRCode]
    return found[0].text


def labels(console):
    """The rows of a menu."""
    return [key for key, _, _ in console.view.rows()]


@pytest.fixture(params=layouts.names())
def layout(request):
    """Each layout in use."""
    with layouts.used(request.param):
        yield request.param


def test_the_pause_shows_the_link_to_the_match_in_every_layout(layout, site):
    switched_on = started_before()
    switched_on.begin("flip_over", [0, 1, 2, 3, 0], seed=5)
    switched_on.keys("s")
    choose_row(switched_on, "qr")
    code = switched_on.app.match.session.code
    assert read(switched_on.image()) == f"{SITE}?game=flip_over&deal={code}&seats=p123p"
    switched_on.keys("a")
    assert switched_on.screen == "pause"


def test_the_longest_link_of_any_game_fits_with_the_longest_site(layout, site):
    from handful import link

    site("https://" + "x" * (link.MOST - 8))
    longest = ""
    for key, _, _, most in registry.GAMES:
        options = {}
        for name, allowed, default in registry.load(key).OPTIONS:
            fitting = [value for value in allowed if registry.admits(key, most, name, value)]
            options[name] = max(
                fitting, key=lambda value, usual=default: (value != usual, len(link.word(value)))
            )
        switched_on = started_before()
        switched_on.begin(key, [0] * most, seed=5, **options)
        over(switched_on)
        switched_on.open("qr", "result")
        shown = f"{switched_on.app.site}?{link.query(switched_on.app.match, switched_on.app.settings.names)}"
        assert read(switched_on.image()) == shown and "&got=" in shown
        longest = max(longest, shown, key=len)
    assert 130 < len(longest) <= 154


def test_a_code_has_two_pixels_a_module_and_its_quiet_zone(layout, site):
    switched_on = started_before()
    switched_on.begin("inversio", [0, 1])
    switched_on.open("qr", "pause")
    image = switched_on.image()
    paper = image.getpixel((0, 0))
    foot = image.crop((0, 0, image.width, image.height - 11))
    dark = foot.point(lambda value: value < 128 and 255).convert("L").getbbox()
    scale = (dark[2] - dark[0]) // 45
    assert scale >= 2 and dark[2] - dark[0] == dark[3] - dark[1] == 45 * scale
    quiet = (dark[0] - 4 * scale, dark[1] - 4 * scale, dark[2] + 4 * scale, dark[3] + 4 * scale)
    assert quiet[0] >= 0 and quiet[1] >= 0 and quiet[2] <= image.width and quiet[3] <= image.height - 10
    for edge in range(quiet[0], quiet[2]):
        assert image.getpixel((edge, quiet[1])) == image.getpixel((edge, quiet[3] - 1)) == paper


def test_any_text_is_read_as_it_is(site):
    from handful.screens import qr

    chance = random.Random(1)
    for length in (1, 2, 17, 76, 77, 78, 153, 154):
        text = "".join(chance.choice("abcXYZ019=&?./:") for _ in range(length))
        modules = qr.encode(text.encode())
        image = Image.frombytes("L", (45, 45), bytes(0 if module else 255 for module in modules))
        framed = Image.new("L", (53, 53), 255)
        framed.paste(image, (4, 4))
        assert read(framed) == text


def test_the_result_shows_the_link_and_comes_back(site):
    switched_on = started_before()
    switched_on.begin("inversio", [0, 1], seed=5)
    over(switched_on)
    switched_on.see_end()
    choose_row(switched_on, "qr")
    code = switched_on.app.match.session.code
    assert read(switched_on.image()).startswith(f"{SITE}?game=inversio&deal={code}&seats=p1&got=")
    switched_on.keys("b")
    assert switched_on.screen == "result"


def test_without_a_site_there_is_no_row_and_no_module(monkeypatch):
    monkeypatch.delenv("HANDFUL_SITE", raising=False)
    for name in ("handful.link", "handful.screens.qr"):
        sys.modules.pop(name, None)
    switched_on = started_before()
    assert switched_on.screen == "title"
    switched_on.begin("inversio", [0, 1])
    switched_on.keys("s")
    assert "qr" not in labels(switched_on)
    assert not {"handful.link", "handful.screens.qr"} & sys.modules.keys()


@pytest.mark.parametrize(
    "address",
    ["example.org", "ftp://example.org/", "https://", "https:///x", "https://a b/", "https://é.org/",
     "https://example.org/?a=1", "https://example.org/#x", "https://example.org/" + "x" * 60],
)  # fmt: skip
def test_a_bad_site_is_said_in_a_sentence_and_play_goes_on(address, site):
    site(address)
    switched_on = started_before()
    assert switched_on.screen == "notice"
    assert switched_on.shows(BAD)
    switched_on.begin("inversio", [0, 1])
    switched_on.keys("s")
    assert "qr" not in labels(switched_on)


def test_the_code_is_freed_when_it_closes(site):
    for name in ("handful.link", "handful.screens.qr"):  # another test may have left them open
        sys.modules.pop(name, None)
    switched_on = started_before()
    switched_on.begin("inversio", [0, 1])
    switched_on.keys("s")
    choose_row(switched_on, "qr")
    assert "handful.screens.qr" in sys.modules
    switched_on.keys("a")
    assert not {"handful.link", "handful.screens.qr"} & sys.modules.keys()


@pytest.mark.parametrize("language", range(len(LANGUAGES)))
def test_what_is_said_of_it_fits_everywhere(language, layout, site):
    from tests.inspector import Inspector

    site("nothing")
    bad = started_before(language)
    assert bad.app.settings.values[LANGUAGE] == language
    assert bad.screen == "notice"
    watched = Inspector(bad)
    bad.open("notice", words.catalogue(LANGUAGES[language])["bad_site"].format(60, " (settings.toml)"))
    watched.look()
    site(SITE)
    good = started_before(language)
    second = Inspector(good)
    good.begin("inversio", [0, 1])
    good.app.unsaved = "x"
    good.keys("s")
    second.look()
    choose_row(good, "qr")
    second.look()
    assert watched.faults + second.faults == []


def test_a_site_has_no_sign_that_ends_an_address():
    for code in range(256):
        site = "https://a.b/c" + chr(code)
        if 33 <= code <= 126 and chr(code) not in '?#"\\':
            assert link.checked(site) == site
        else:
            with pytest.raises(ValueError):
                link.checked(site)


@pytest.mark.parametrize("name", ["Ana", "Éloïse", "アイウエオカキク", "a&b=c#?%"])
def test_a_finished_challenges_code_has_result_and_name_in_every_layout(layout, site, name):
    from urllib.parse import parse_qs, urlsplit

    switched_on = started_before()
    switched_on.app.settings.names[0] = name
    switched_on.app.challenge("inversio", 17)
    switched_on.wait(40)
    over(switched_on)
    switched_on.open("qr", "result")
    score = switched_on.app.match.session.game.score(0)
    asked = parse_qs(urlsplit(read(switched_on.image())).query)
    assert asked == {"game": ["inversio"], "no": ["17"], "got": [str(score)], "by": [name]}


def test_a_name_that_the_code_has_no_room_for_is_left_out(site):
    site("https://" + "x" * (link.MOST - 8))
    switched_on = started_before()
    switched_on.app.settings.names[0] = "アイウエオカキク"
    switched_on.begin("flip_over", [0, 1, 1, 1, 1], seed=5)
    over(switched_on)
    switched_on.open("qr", "result")
    text = read(switched_on.image())
    assert "&got=" in text and "by=" not in text and len(text) <= 154
