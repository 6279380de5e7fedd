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


@functools.cache
def cards():
    """How a card is called by rank and suit, and the ranks that are letters."""
    return run("return (await load('signs.js')).CARDS")


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
        ("en", "inversio", "lay_on", ("Q♦", "10♠"), "Play queen of diamonds on 10 of spades"),
        ("fr", "inversio", "lay_on", ("A♥", "J♣"), "Jouez as de cœur sur valet de trèfle"),
        ("ja", "inversion", "would_swap", ("4♥", "7♦"), "ハートの4で入れ替え、ダイヤの7を得る"),
        ("fr", "hyper_maker", "why_no_suit", ("●", "▲"), "Ni rond ni triangle\xa0: personne ne gagne"),
        ("ja", "hyper_maker", "why_no_suit", ("●", "▲"), "丸 も 三角 もない: 勝者なし"),
    ],
)
def test_a_trick_is_heard_with_its_suits(language, game, key, values, heard):
    texts = Texts()
    texts.speak(language)
    texts.load(game)
    assert game in [row[0] for row in registry.GAMES]
    assert spoken([texts.say(key, *values)], language) == [heard]


@pytest.mark.parametrize(
    ("language", "text", "heard"),
    [
        ("en", "You -2: trump 2, +17 (-1), 1-10", "You minus 2: trump 2, plus 17 (minus 1), 1-10"),
        ("fr", "Vous -2 : atout 2 ; qui ?", "Vous moins 2\xa0: atout 2\xa0; qui\xa0?"),
        ("ja", "あなた -2: 2. A. 終, ●3, 2:1", "あなた マイナス 2: 2。A。終、丸 3、2対1"),
    ],
)
def test_signs_of_numbers_are_words_and_marks_stand_as_the_language_has_them(language, text, heard):
    assert spoken([text], language) == [heard]


@pytest.mark.parametrize(
    ("language", "line", "heard"),
    [
        ("en", "→ ▼  Enter change  Bksp back", "right arrow next, Enter change, Bksp back"),
        ("en", "→ card  Enter play  →… end", "right arrow card, Enter play, hold right arrow end"),
        ("en", "→  Enter play  Enter… more  Bksp", "right arrow next, Enter play, hold Enter more, Bksp"),
        ("ja", "考え中…  ボタンで中止", "考え中… ボタンで中止"),
        ("fr", "→ ▶  Enter jouer  Enter… options", "flèche droite suivant, Enter jouer, Enter long options"),
        ("ja", "→ ▶  Enter 遊ぶ  Enter… 設定  Bksp", "右矢印 次へ、Enter 遊ぶ、Enter長押し 設定、Bksp"),
        ("en", "◀▶ card  Ⓐ play  ▲ pile", "left right card A play up pile"),
    ],
)
def test_the_foot_of_few_keys_is_heard_key_by_key_with_held_ones(language, line, heard):
    source = "const {keyed, spoken} = await load('mirror.js'); "
    assert run(source + "return spoken(keyed(...given), given[1])", line, language) == heard


def test_a_letter_that_is_a_mark_or_a_capital_has_a_name():
    source = "const {called} = await load('mirror.js');"
    source += "return ['-', '.', 'A', 'É', 'a', '7', 'OK'].map((one) => called(one, given[0]))"
    assert run(source, "en") == ["hyphen", "dot", "capital A", "capital É", "", "", ""]
    assert run(source, "fr")[:3] == ["trait d’union", "point", "A majuscule"]


MIRROR = """
const {Mirror} = await load("mirror.js");
const element = () => ({lang: "", textContent: ""});
const [foot, said] = [element(), element()];
const mirror = new Mirror(foot, said);
"""


def mirrored(source):
    """Runs JavaScript beside MIRROR."""
    return run(MIRROR + source)


def test_the_language_of_the_games_is_told_with_each_text():
    found = mirrored("""
        let now = 0;
        performance.now = () => now;
        mirror.tell(119, "▲▼ pli", "fr");
        mirror.say("♥ est demandé");
        const early = foot.textContent;
        now = 700;
        mirror.say("");
        const below = [early, foot.lang, foot.textContent];
        const first = [...below, mirror.changed, said.lang, said.textContent];
        mirror.tell(40, "ハート", "ja");
        mirror.say("♥を出す");
        return [first, [said.lang, said.textContent]];
        """)
    french = ["", "fr", "haut bas pli", True, "fr", "cœur est demandé"]
    assert found == [french, ["ja", "ハート を出す"]]


@pytest.mark.parametrize("button", ["", "yes"])
def test_the_key_that_answers_a_question_is_heard_unless_a_button_has_the_focus(button):
    source = """
        let now = 0;
        performance.now = () => now;
        mirror.tell(119, "Undo?  Ⓑ yes", "en");
        mirror.say("Undo?", given[0]);
        now = 1000;
        mirror.say("", given[0]);
        return foot.textContent;
        """
    assert run(MIRROR + source, button) == ("" if button else "Undo? B yes")


def test_the_card_with_the_cursor_is_heard_once_when_it_has_come():
    found = mirrored("""
        const table = [["Turn", "Play 7"], ["Turn. Play 7", "Play 7"], ["", "Play 8"], ["Trick 2", ""]];
        let now = 0;
        performance.now = () => (now += 100);
        return table.map(([text, came]) => (mirror.say(text, "", came), said.textContent));
        """)
    assert found == ["Turn. Play 7", "Turn. Play 7", "Play 8", "Trick 2"]


def test_what_comes_before_anybody_has_heard_the_text_before_is_said_with_it():
    found = mirrored("""
        let now = 0;
        performance.now = () => now;
        mirror.say("Back in your hand: 16");
        now = 10;
        mirror.say("Undone");
        const both = said.textContent;
        now = 500;
        mirror.say("Your turn");
        return [both, said.textContent];
        """)
    assert found == ["Back in your hand: 16. Undone", "Your turn"]


def test_the_line_of_a_screen_that_is_gone_and_what_the_focus_says_are_not_heard():
    found = mirrored("""
        let now = 0;
        performance.now = () => now;
        mirror.tell(119, "of the table", "en");
        now = 400;
        mirror.open(400);
        mirror.say("Play 7 on pile 1", "Play 7 on pile 1");
        now = 1000;
        mirror.say("");
        return [foot.textContent, said.textContent];
        """)
    assert found == ["", ""]


def test_the_foot_is_heard_once_it_rests_and_again_only_if_it_is_drawn_again_alone():
    found = mirrored("""
        let now = 0;
        performance.now = () => now;
        const put = [];
        Object.defineProperty(foot, "textContent", {set: (text) => put.push(text)});
        const step = (text, wait) => {
          mirror.tell(119, text, "en");
          now += wait;
          mirror.say("");
        };
        for (const [text, wait] of [["cards", 700], ["pause", 100], ["cards", 700], ["no", 700], ["no", 700]])
          step(text, wait);
        return put;
        """)
    assert found == ["cards", "no", "no"]
