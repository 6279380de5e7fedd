# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What those hear who do not see the picture: every sign by its name, in the language of the games."""

import functools
import unicodedata

import pytest

from engine import registry
from handful.texts import LANGUAGES, Texts
from tests.web.scripts import run
from tests.words import written
from tools import PROJECT as ROOT

# Signs that screen readers know.
READ = set("+<=>|~±×°^`$_")
CIRCLED = "ⒶⒷ"


def is_sign(sign):
    """Whether a character is a picture rather than writing."""
    sign = unicodedata.normalize("NFKC", sign) if sign not in CIRCLED else sign
    return unicodedata.category(sign[0]) in ("So", "Sm", "Sk", "Co", "Sc") and sign not in READ


@functools.cache
def names():
    """How each sign is called, by the sign."""
    return run("return (await load('signs.js')).SIGNS")


def spoken(texts, language):
    """Texts as they are heard."""
    return run(
        "const {spoken} = await load('mirror.js'); return given[0].map((one) => spoken(one, given[1]))",
        texts,
        language,
    )


def test_every_sign_of_every_font_has_a_name_in_every_language():
    signs = set()
    for font in (ROOT / "assets").glob("*.fnt"):
        signs |= {sign for sign in font.read_text(encoding="utf-8") if is_sign(sign)}
    assert len(signs) > 40
    assert names().keys() == signs
    for sign, called in names().items():
        assert len(called) == len(LANGUAGES) and all(called), sign
        assert not any(is_sign(part) for name in called for part in name), sign


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sign_is_lost_in_anything_that_the_games_say(language):
    texts = [line for path in written(language) for line in path.read_text(encoding="utf-8").splitlines()]
    texts = [line.replace("{0}", "♥").replace("{1}", "☘") for line in texts]
    texts = [line for line in texts if any(is_sign(sign) for sign in line)]
    assert len(texts) > 100
    place = LANGUAGES.index(language)
    for text, heard in zip(texts, spoken(texts, language), strict=True):
        assert not any(is_sign(sign) for sign in heard), heard
        called = [names()[sign][place] for sign in text if is_sign(sign)]
        rest = heard
        for name in called:  # in the order of the signs
            _, found, rest = rest.partition(name)
            assert found, (text, heard)


@pytest.mark.parametrize(
    ("language", "game", "key", "values", "heard"),
    [
        ("en", "inversion", "highest_suit", ("♥", 9), "9 is the highest heart"),
        ("en", "flip_over", "must_follow", ("☘",), "You have a leaf: play a leaf"),
        ("fr", "hyper_maker", "why_no_suit", ("●", "▲"), "Ni rond ni triangle: personne ne gagne"),
        ("ja", "hyper_maker", "why_no_suit", ("●", "▲"), "丸 も 三角 もない: 勝者なし"),
    ],
)
def test_a_trick_is_heard_with_its_suits(language, game, key, values, heard):
    texts = Texts()
    texts.speak(language)
    texts.load(game)
    assert game in [row[0] for row in registry.GAMES]
    assert spoken([texts.say(key, *values)], language) == [heard]


MIRROR = """
const {Mirror} = await load("mirror.js");
const element = () => ({lang: "", textContent: ""});
const [foot, said] = [element(), element()];
const mirror = new Mirror(foot, said);
const flushed = () => (mirror.flush(), [said.lang, said.textContent]);
"""


def mirrored(source):
    """Runs JavaScript beside MIRROR."""
    return run(MIRROR + source)


def test_a_text_that_goes_on_in_the_next_line_is_one_sentence_and_others_end():
    found = mirrored("""
        const heard = (...lines) => {
          mirror.empty(0, 118);
          lines.forEach(([text, goesOn], row) => mirror.tell(20 + 9 * row, text, false, "en", goesOn));
          return flushed()[1];
        };
        const first = heard(["To win, play"], ["all 98 cards. ↑", true], ["piles only rise.", true], ["Go"]);
        const second = heard(["カードを", false], ["98", true], ["出す。", true], ["山札"]);
        const third = heard(["Ada leads"], ["Bo plays ♣7", true], ["a card?"], ["Ada leads", true]);
        mirror.tell(29, "Bo plays ♣8", false, "en", true);
        return [first, second, third, flushed()[1]];
        """)
    assert found == [
        "To win, play all 98 cards. up piles only rise. Go",
        "カードを98 出す。 山札",
        "Ada leads Bo plays club 7. a card? Ada leads",
        "Bo plays club 8",
    ]


def test_the_language_of_the_games_is_told_with_each_text():
    found = mirrored("""
        mirror.tell(20, "♥ est demandé", false, "fr");
        mirror.tell(119, "▲▼ pli", false, "fr");
        const first = flushed();
        mirror.tell(40, "♥を出す", false, "ja");
        return [first, flushed(), [foot.lang, foot.textContent]];
        """)
    assert found == [["fr", "cœur est demandé"], ["ja", "ハート を出す"], ["fr", "haut bas pli"]]


def test_in_the_ring_a_triangle_is_a_key_and_elsewhere_a_sign():
    found = mirrored("""
        mirror.tell(20, "▲ marks the disc", false, "en");
        const first = flushed();
        mirror.empty(0, 118);
        const ring = ["▲ hint", "◀ undo", "last trick ▶", "▼ rules"];
        ring.forEach((text, row) => mirror.tell(20 + 10 * row, text, false, "en"));
        return [first[1], flushed()[1]];
        """)
    assert found == ["triangle marks the disc", "up hint. left undo. last trick right. down rules"]


def test_only_what_is_new_is_said_and_cards_are_not():
    found = mirrored("""
        mirror.tell(20, "♥9", false, "en");
        mirror.tell(30, "Ada leads", false, "en");
        const first = flushed();
        mirror.tell(40, "Bo plays ♣7", false, "en");
        const second = flushed();
        mirror.empty(30, 41);
        mirror.tell(30, "Ada leads", false, "en");
        const third = flushed();
        mirror.tell(30, "Ada leads", true, "en");
        return [first[1], second[1], third[1], flushed()[1]];
        """)
    assert found == ["Ada leads", "Bo plays club 7", "Bo plays club 7", "Ada leads"]
