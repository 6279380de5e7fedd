# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The languages: the same texts in all of them, each in its place, with nothing cut and no glyph missing."""

import re

import pytest

from engine import registry
from handful import keys
from handful.picture import sheets
from handful.picture.font import Font
from handful.settings import LANGUAGE
from handful.texts import LANGUAGES
from tests import words
from tests.app import test_golden
from tests.ruler import Ruler, lacking
from tests.words import catalogue, forms, lines, written
from tools.build import layouts
from tools.console import Console

KEYS = ["", *(row[0] for row in registry.GAMES)]
NAME = "WWWWWWWW"  # the widest there is

# What stands on separate lines that are cut into several, or is measured in its screen alone.
PARAGRAPHS = (
    r"hint_|about$|code_help|no_saving|bad_site|lost_|not_saved|known_deal|"
    r"setting_|trouble_|drive_|kana$|story_|share$|keys_help|series_done|taps$"
)

# The longest values of what is said in one line. Without a row here: two digits each.
VALUES = {
    "pause": ("Hyper Maker",),
    "back_sure": ("Ⓑ",),
    "pass_to keys_pass wins not_yet who_starts starts signals ended passes thinks takes has_won name_0 "
    "name_1 name_2 is_named has_named": (NAME,),
    "lays": (NAME, 98, "+97"),
    "signal_0 signal_1 signal_2": ("Ana", 4),  # without the name if that is longer
    "names named": (NAME, 10),
    "parent": (NAME, 10),
    "leads plays": (NAME, "10♣"),
    "swaps": (NAME, "10♣", "10♣"),
    "pile_of": (10, NAME),
    "wins_trick leads_now": (NAME, 10),
    "deal_next": (5, NAME),
    "pair_wins": (NAME, "Maximil."),
    "records_won": (9999, 9999),
    "records_streak": (255, 255),
    "records_best": (-208,),
    "par_over par_even par_under": (64, 127, 98),
    "ladder_won": ("Pico (normal)",),
    "ladder_won_more": ("Pico (normal)", 4),
    "gives": ("☂10", NAME),
    "trump latest_trump": (NAME, "+12", 12),
    "highest_led": (NAME, "+12", "☂", 12),
    "may_lead last_trick": ("⊖12",),
    "may_follow may_discard": ("⊖12", "☂"),
    "must_follow": ("☂",),
    "lay_on": ("10♣", "10♣"),
    "fight_won": (NAME, 14, 12),
    "you_lead you_free nobody_now not_follow why_no_suit": ("●", "■"),
    "master_now": ("●", 10),
    "why_highest why_latest why_master even_highest even_latest even_master": ("●", 3, 2, 10, 10),
    "swap": ("{12}", "{13}"),
    "becomes resets own_rank": ("{12}", 14),
    "become_short": ("{11}", 14, "{12}", 14),
    "still": ("{13}", 14, 10),
    "passed": ("{12}",),
    "highest_suit": ("{s}", 10),
    "highest_number highest_number_earliest": (10, "{s}"),
    "follow must": ("{s}", 10),
    "free you_have": ("{s}",),
    "would_swap": ("10♣", "10♣"),
}


def small(language):
    """The small font as that language has it."""
    font = Font("small")
    if language == "ja":
        font.more = sheets.signs()
    return font


def of_layout(language):
    """The small font and the width of the picture in the layout in use."""
    from handful.picture.canvas import _SMALL  # noqa: PLC2701
    from handful.picture.font import Font
    from handful.picture.measures import WIDTH

    font = Font(_SMALL)
    font.more = sheets.signs() if language == "ja" else None
    return font, WIDTH


# The same texts


@pytest.mark.parametrize(
    ("part", "ending"),
    [(part, end) for part in KEYS for end in (".txt", ".heard.txt") if words.file("en", part, end).exists()],
)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_all_languages_have_the_same_keys_with_the_same_values_in_them(language, part, ending):
    english, other = catalogue("en", part, ending), catalogue(language, part, ending)
    assert set(english) == set(other)
    for key, text in english.items():
        assert sorted(re.findall(r"{\d}", text)) == sorted(re.findall(r"{\d}", other[key])), key


@pytest.mark.parametrize("part", KEYS)
def test_the_signs_of_start_and_select_stand_in_all_languages_or_in_none(part):
    # No editor shows them, so they are lost unseen.
    signs = re.compile("[\ue000\ue001]")
    texts = [catalogue(language, part) for language in LANGUAGES]
    found = [{key: signs.findall(text) for key, text in each.items()} for each in texts]
    assert all(each == found[0] for each in found)


def test_the_lines_of_keys_name_start_and_select_where_they_do_something():
    rows = {"inversio": "keys_card keys_wait keys_go", "inversion": "keys_card keys_settled keys_show"}
    for key, row in rows.items():
        texts = catalogue("en", key)
        assert [name for name in row.split() if "\ue001" not in texts[name]] == []


@pytest.mark.parametrize("part", KEYS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_of_you_lacks_only_the_name(language, part):
    for key, both in forms(language, part).items():
        values = [re.findall(r"{\d}", text) for text in both]
        assert len(both) < 3 and all(len(set(values[0]) - set(of_you)) == 1 for of_you in values[1:]), key


def test_what_is_said_of_you_has_no_key_of_its_own():
    assert not [key for part in KEYS for key in forms("en", part) if key.endswith("_you")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_stands_twice_in_a_catalogue(language):
    for part in KEYS:
        assert len(lines(language, part)) == len(catalogue(language, part)), part


@pytest.mark.parametrize("row", registry.GAMES, ids=lambda row: row[0])
def test_all_languages_have_the_same_pages_of_help_with_the_same_pictures(row):
    pages = {}
    for language in LANGUAGES:
        page = lines(language, row[0], ".help.txt")
        pages[language] = [line if line[0] == ">" else "#" for line in page if line[:1] in ("#", ">")]
    assert all(pages[language] == pages["en"] for language in LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_has_a_glyph(language):
    font = small(language)
    for path in written(language):
        assert lacking(font, path.read_text(encoding="utf-8").replace("\n", "")) == [], path


def test_in_french_no_line_begins_with_a_mark():
    for path in written("fr"):
        assert re.findall(r".{9} [!?:;»]|« .{9}", path.read_text(encoding="utf-8")) == [], path


# Lines

WRAPPED = (
    r"hint_|about$|code_help|no_saving|bad_site|first_start|lost_|not_saved|known_deal|setting_|trouble_|"
    r"drive_"
)
NOT_FIRST = "、。」ー・～ぁぃぅぇぉっゃゅょァィゥェォッャュョ!?)…:»"
NOT_LAST = "「～(«"
LEAST = 0.45  # of a text's longest line: the least length of another one
JAPANESE_WORD = re.compile("[\u30a1-\u30ff\u4e00-\u9fff0-9{}]{2}")  # kana or kanji that hold together


def wrapped(language):
    """Everything that is cut into lines, and how much narrower than the picture the lines are."""
    for part in KEYS:
        for key, text in catalogue(language, part).items():
            if re.match(WRAPPED, key):
                yield text.format(*["10"] * 5), 10
        endings = {".lesson.txt": 10, ".help.txt": 8} if part else {".fair.txt": 8}
        for ending, margin in endings.items():
            for text in lines(language, part, ending):
                if text and text[0] not in "#>":
                    yield text.lstrip("!"), margin


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("カードを出す", ["カードを", "出す"]),
        ("あいう、えお", ["あいう、", "えお"]),
        ("あいう「え」お", ["あいう「え」", "お"]),
        ("次のトリックだ", ["次の", "トリックだ"]),
        ("手札では一番", ["手札では", "一番"]),
        ("切り札から出す", ["切り札から", "出す"]),
        ("かつ10トリックでも", ["かつ10トリックでも"]),
    ],
)
def test_japanese_is_cut_only_where_a_phrase_ends(text, lines):
    assert small("ja").lines(text, 40) == lines


def test_lines_are_evenly_long():
    font = small("en")
    text = "Whoever wins a trick wins the card that lies framed in the lane there."
    assert font.lines(text, 150) == [
        "Whoever wins a trick",
        "wins the card that lies",
        "framed in the lane there.",
    ]


@pytest.mark.parametrize("layout", layouts.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_is_a_single_short_word_and_none_cuts_what_belongs_together(language, layout):
    with layouts.used(layout):
        font, width = of_layout(language)
        faults = []
        for text, margin in wrapped(language):
            room = width - margin
            lines = font.lines(text, room)
            widths = [font.width(line) for line in lines]
            assert "".join(lines).replace(" ", "") == text.replace(" ", "")
            if max(widths) > room:
                faults.append(f"wider than {room}: {lines}")
            if min(widths) < LEAST * max(widths):
                faults.append(f"uneven: {lines}")
            for line in lines:
                if line[0] in NOT_FIRST or line[-1] in NOT_LAST:
                    faults.append(f"{line!r} begins or ends as it may not")
            at = 0
            for line in lines[:-1]:
                at = text.index(line, at) + len(line)
                if JAPANESE_WORD.match(text[at - 1 : at + 1]):
                    faults.append(f"a word is cut: {lines}")
        assert faults == []


@pytest.mark.parametrize("layout", layouts.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_in_one_line_fits_with_its_longest_values(language, layout):
    longest = {key: values for row, values in VALUES.items() for key in row.split()}
    name = NAME if layout == layouts.DRAWN else "Maximil."
    with layouts.used(layout):
        font, width = of_layout(language)
        wide = []
        for part in KEYS:
            texts = forms(language, part)
            suit = max([texts.get(f"suit_{i}", [""])[0] for i in range(5)], key=font.width)
            words = {f"{{{i}}}": texts.get(f"rank_{i}", [""])[0] for i in (11, 12, 13)}
            words.update({"{s}": suit, NAME: name})
            for key, both in texts.items():
                if re.match(PARAGRAPHS, key):
                    continue
                values = [words.get(value, value) for value in longest.get(key, ())]
                for text in both:
                    said = text.format(*values, *["10"] * 5)
                    if font.width(said) > width - 2 and key != "become":  # which gives way to become_short
                        wide.append(f"{part} {key}: {said!r} is {font.width(said)} wide")
        assert wide == []


# What has less room than a line: game, the keys' beginnings, width, values. Signs of Japanese are wider.
ROOMS = (
    ("hyper_maker", "option_ deals_ tie_", 70, ()),
    ("hyper_maker", "why_ even_", 154, ("★", 5, 5, 10, 10)),
    ("inversion", "pass", 22, ()),
    ("inversion", "lane", 32, ()),
    ("inversion", "won", 34, (10,)),
    ("inversion", "passed named", 48, (10,)),
    ("inversion", "won_of", 50, (9, 10)),
    ("inversion", "ring_last", 54, ()),
    ("inversion", "normal_0 normal_1 inverted_0 inverted_1", 78, ("♦",)),
    ("inversion", "takes", 106, (NAME,)),
    ("inversion", "finish tricks_left children_won", 140, (10,)),
    ("inversion", "has_won", 140, (NAME,)),
    ("inversion", "rule_", 146, ("♦",)),
)


@pytest.mark.parametrize(("game", "keys", "room", "values"), ROOMS)
@pytest.mark.parametrize("language", LANGUAGES[:2])
def test_what_stands_beside_something_else_is_narrower_than_a_line(language, game, keys, room, values):
    found = 0
    for key, both in forms(language, game).items():
        if any(key == begins or begins[-1] == "_" and key.startswith(begins) for begins in keys.split()):
            found += len(both)
            for text in both:
                assert small(language).width(text.format(*values)) <= room, key
    assert found


@pytest.mark.parametrize("layout", layouts.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rule_of_a_trick_stands_beside_the_card_of_the_third_player(language, layout):
    with layouts.used(layout):
        font, width = of_layout(language)
        console = Console(language=LANGUAGES.index(language))
        console.begin("inversion", (0, 1, 1))
        left = console.view.place("card", 2)[0]
        texts = catalogue(language, "inversion")
        for key in ("normal_0", "normal_1", "inverted_0", "inverted_1"):
            for sign in texts["suits"]:
                assert 2 + font.width(texts[key].format(sign)) < min(left, width // 2), (key, sign)


@pytest.mark.parametrize("layout", layouts.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_hand_over_says_keeps_clear_of_its_frame(language, layout):
    with layouts.used(layout):
        font, width = of_layout(language)
        from handful.screens.handover import _X  # noqa: PLC2701

        for key in ("pass_to", "pass_hint"):
            room = width - 2 * (_X + 4)
            assert font.width(catalogue(language)[key]) <= room, key


# The screens


def measured(monkeypatch, language, scene):
    """The faults of a scene of the golden pictures in a language."""
    monkeypatch.setattr(Console, "LANGUAGE", LANGUAGES.index(language))
    ruler = Ruler().watch(monkeypatch)
    scene()
    return list(dict.fromkeys(ruler.faults))


# In English, test_golden.py looks after itself.


@pytest.mark.parametrize("scene", test_golden.SCENES)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_string_is_in_its_place_on_the_screens(language, scene, monkeypatch):
    assert measured(monkeypatch, language, lambda: test_golden.show(scene)) == []


@pytest.mark.parametrize("label", test_golden.TABLES)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_every_string_is_in_its_place_on_the_tables(language, label, monkeypatch):
    scene = test_golden.TABLES[label]
    assert measured(monkeypatch, language, lambda: test_golden.at_table(*scene)) == []


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_the_help_fits_its_screen(language, key, monkeypatch):
    assert measured(monkeypatch, language, lambda: list(test_golden.pages(key))) == []


@pytest.mark.parametrize("layout", layouts.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_of_the_help_and_each_games_sentence_have_room_for_all_their_lines(language, layout):
    with layouts.used(layout):
        font, width = of_layout(language)
        for key in KEYS[1:]:
            assert len(font.lines(catalogue(language, key)["about"], width - 10)) <= 2, key
        console = Console(language=LANGUAGES.index(language))
        console.blind()
        for key in KEYS[1:]:
            console.open("help", key, ("title",))
            for text in lines(language, key, ".help.txt") + lines(language, "", ".fair.txt"):
                if text.startswith("#"):
                    console.press(keys.RIGHT)
                elif text and text[0] != ">":
                    assert console.shows(text.lstrip("!").strip()), (key, text)
            assert console.page[0] == console.page[1]


def test_the_ruler_sees_what_is_cut_what_overlaps_and_what_has_no_glyph(monkeypatch):
    canvas = Console().app.canvas
    ruler = Ruler().watch(monkeypatch)
    canvas.clear()
    canvas.text(10, 20, "in its place", 8)
    assert ruler.faults == []
    canvas.text(40, 20, "over it", 8)
    canvas.text(120, 40, "beyond the edge", 8)
    canvas.frame(10, 60, 20, 12, 4, 1)
    canvas.text(12, 62, "wider than its box", 8)
    canvas.text(10, 80, "語\u0416", 8)
    assert len(ruler.faults) == 4


# The choice


def test_the_first_start_asks_for_the_language_and_goes_on_in_it():
    console = Console(language=-1)
    assert console.screen == "language"
    names = [catalogue(language)["own_name"] for language in LANGUAGES]
    assert names[:3] == ["English", "Français", "日本語"]
    assert [row[1] for row in console.view.rows()] == names
    console.keys("d")
    assert console.app.texts.language == "fr"
    console.keys("b")
    assert console.screen == "language"
    console.keys("a")
    assert console.view.rows()[0][1] == catalogue("fr")["first_show"]
    again = Console(console.board.flash)
    assert again.screen == "title" and again.app.texts.language == "fr"


def test_the_language_changes_at_once_also_in_the_middle_of_a_match():
    console = Console()
    console.keys("a")
    console.begin("inversio", [0, 1])
    console.keys("s")
    while console.view.rows()[console.view.cursor][0] != "settings":
        console.keys("d")
    console.keys("ar")
    assert console.app.texts.language == "fr" and console.view.heading == "Réglages"
    console.keys("b")
    assert console.view.heading.startswith("Pause") and console.view.rows()[0][1] == "Reprendre"
    console.keys("a")
    assert console.view.say("rank_13") == "roi"  # the game's own texts too


def test_japanese_glyphs_are_there_as_long_as_something_is_written_with_them():
    console = Console(language=2)
    console.keys("a")
    assert console.app.canvas.small.more
    settings = console.app.settings
    settings.values[LANGUAGE] = 0
    settings.names[2] = "ケンジ"
    console.app.apply_language()
    assert console.app.canvas.small.more
    signs = console.app.canvas.small.more
    settings.names[2] = "Kenji"
    console.app.apply_language()
    assert console.app.canvas.small.more is None and signs[0].closed


def test_a_name_in_kana_is_as_wide_as_any_other_at_most():
    console = Console(language=2)
    console.keys("a")
    console.open("name", 0, False)
    console.keys("a" * 7)
    assert console.shows("ア" * 6) and console.screen == "name"
    console.keys("bbbea")
    assert console.shows("アアアA")
