"""The languages: the same texts in all of them, each in its place, with nothing cut and no glyph missing."""

import re

import pytest

from engine import registry
from handful.picture import sheets
from handful.picture.canvas import _NOT_FIRST, _NOT_LAST, Font
from handful.settings import LANGUAGE
from tests.app import test_golden
from tests.console import Console
from tests.ruler import Ruler, lacking
from tests.words import catalogue, lines, written
from tools.build.drive import LANGUAGE_CODES

KEYS = ["", *(row[0] for row in registry.GAMES)]
NAME = "WWWWWWWW"  # the widest there is
LINE = 158  # pixels that one line has

# What stands on lines of its own that are cut into several, or is measured in its screen alone.
PARAGRAPHS = (
    r"hint_|about$|code_help|no_saving|first_start|lost_|not_saved|known_deal|"
    r"trouble_|kana$|share$|keys_help|series_done"
)

# The longest values of what is said in one line. Without a row here: two digits each.
VALUES = {
    "pause": ("Hyper Maker",),
    "pass_to keys_pass wins not_yet who_starts starts signals ended passes thinks takes has_won name_0 "
    "name_1 name_2 is_named has_named": (NAME,),
    "lays": (NAME, 98, "+97"),
    "names named": (NAME, 10),
    "parent": (NAME, 10),
    "leads plays": (NAME, "10♣"),
    "swaps": (NAME, "10♣", "10♣"),
    "pile_of": (10, NAME),
    "wins_trick leads_now": (NAME, 10),
    "deal_next": (5, NAME),
    "pair_wins": (NAME, "Maximil."),
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


# The same texts


@pytest.mark.parametrize("part", KEYS)
@pytest.mark.parametrize("language", LANGUAGE_CODES[1:])
def test_all_languages_have_the_same_keys_with_the_same_values_in_them(language, part):
    english, other = catalogue("en", part), catalogue(language, part)
    assert set(english) == set(other)
    for key, text in english.items():
        assert sorted(re.findall(r"{\d}", text)) == sorted(re.findall(r"{\d}", other[key])), key


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_no_key_stands_twice_in_a_catalogue(language):
    for part in KEYS:
        assert len(lines(language, part)) == len(catalogue(language, part)), part


@pytest.mark.parametrize("row", registry.GAMES, ids=lambda row: row[0])
def test_all_languages_have_the_same_pages_of_help_with_the_same_pictures(row):
    pages = {}
    for language in LANGUAGE_CODES:
        page = lines(language, row[0], ".help.txt")
        pages[language] = [line if line[0] == ">" else "#" for line in page if line[:1] in ("#", ">")]
    assert all(pages[language] == pages["en"] for language in LANGUAGE_CODES)


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_every_character_has_a_glyph(language):
    font = small(language)
    for path in written(language):
        assert lacking(font, path.read_text(encoding="utf-8").replace("\n", "")) == [], path


def test_in_french_no_line_begins_with_a_mark():
    for path in written("fr"):
        assert re.findall(r".{9} [!?:;»]|« .{9}", path.read_text(encoding="utf-8")) == [], path


# Lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("カードを出す。終わり", ["カードを", "出す。終", "わり"]),
        ("あいう、えお", ["あいう、", "えお"]),
        ("あいうえ、お", ["あいう", "え、お"]),
        ("あいう「え」お", ["あいう", "「え」お"]),
        ("あい10枚い", ["あい10枚", "い"]),
        ("トリック", ["トリック"]),
        ("あねトリックだ", ["あねト", "リックだ"]),
    ],
)
def test_japanese_is_cut_anywhere_but_before_and_behind_what_belongs_together(text, lines):
    assert small("ja").lines(text, 35) == lines


@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_every_line_of_the_help_fits_and_begins_and_ends_as_it_may(language):
    font = small(language)
    for path in written(language):
        if not path.name.endswith((".help.txt", ".fair.txt")):
            continue
        for text in path.read_text(encoding="utf-8").splitlines():
            if text and text[0] not in "#>":
                lines = font.lines(text.lstrip("!"), 152)
                assert "".join(lines).replace(" ", "") == text.lstrip("!").replace(" ", "")
                for line in lines:
                    assert font.width(line) <= 152, line
                    assert line[0] not in _NOT_FIRST + "»" and line[-1] not in _NOT_LAST + "«", line


@pytest.mark.parametrize("part", KEYS)
@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_what_is_said_in_one_line_fits_with_its_longest_values(language, part):
    font = small(language)
    texts = catalogue(language, part)
    longest = {key: values for row, values in VALUES.items() for key in row.split()}
    suit = max([texts.get(f"suit_{i}", "") for i in range(5)], key=font.width)
    wide = []
    for key, text in texts.items():
        if re.match(PARAGRAPHS, key):
            continue
        words = {f"{{{i}}}": texts.get(f"rank_{i}") for i in (11, 12, 13)} | {"{s}": suit}
        values = [words.get(value, value) for value in longest.get(key, ())]
        said = text.format(*values, *["10"] * 5)
        if font.width(said) > LINE:
            wide.append(f"{key}: {said!r} is {font.width(said)} wide")
    if part == "inversio":
        wide = [fault for fault in wide if not fault.startswith("become:")]  # which gives way to become_short
    assert wide == []


# The screens


def measured(monkeypatch, language, scene):
    """The faults of a scene of the golden pictures in a language."""
    monkeypatch.setattr(Console, "LANGUAGE", LANGUAGE_CODES.index(language))
    ruler = Ruler().watch(monkeypatch)
    scene()
    return list(dict.fromkeys(ruler.faults))


# In English, test_golden.py looks after itself.


@pytest.mark.parametrize("scene", test_golden.SCENES, ids=lambda scene: scene.__name__)
@pytest.mark.parametrize("language", LANGUAGE_CODES[1:])
def test_every_string_is_in_its_place_on_the_screens(language, scene, monkeypatch):
    assert measured(monkeypatch, language, scene) == []


@pytest.mark.parametrize("label", test_golden.TABLES)
@pytest.mark.parametrize("language", LANGUAGE_CODES[1:])
def test_every_string_is_in_its_place_on_the_tables(language, label, monkeypatch):
    scene = test_golden.TABLES[label]
    assert measured(monkeypatch, language, lambda: test_golden.at_table(*scene)) == []


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_every_page_of_the_help_fits_its_screen(language, key, monkeypatch):
    font = small(language)
    assert measured(monkeypatch, language, lambda: list(test_golden.pages(key))) == []
    heights = []
    for text in lines(language, key, ".help.txt"):
        if text.startswith("#"):
            heights.append(15)
        elif text.startswith(">"):
            heights[-1] += 25
        elif text:
            heights[-1] += 10 * len(font.lines(text.lstrip("!").strip(), 152)) + 2
    assert max(heights) - 2 <= 118


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
@pytest.mark.parametrize("language", LANGUAGE_CODES)
def test_every_row_of_the_set_up_has_room_for_each_of_its_values(language, key, monkeypatch):
    def scene():
        console = Console()
        console.keys("a")
        console.app.settings.names = [NAME] * 5
        console.app.open("setup", key)
        console.wait(40)
        view = console.view
        for row in range(len(view._rows)):
            if row:
                console.keys("d")
            for _ in range(4):
                if view._rows[row][2] is not None:
                    console.keys("r")
        console.app.open("settings")
        console.wait(40)
        view = console.view
        for _ in range(1, len(view._rows)):
            console.keys("drrr")

    assert measured(monkeypatch, language, scene) == []


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


def test_the_first_start_asks_for_the_language_and_greets_in_it():
    console = Console(language=-1)
    assert console.screen == "language"
    assert [row[1] for row in console.view.rows()] == ["English", "Français", "日本語"]
    console.keys("d")
    assert console.app.texts.language == "fr"
    console.keys("b")
    assert console.screen == "language"
    console.keys("a")
    assert console.screen == "name" and console.app.texts.say("keys_name") == console.view._foot
    console.keys("sda")
    assert console.screen == "notice" and console.view._text.startswith("Bienvenue")
    again = Console(console.board.flash)
    assert again.screen == "title" and again.app.texts.language == "fr"


def test_the_language_changes_at_once_also_in_the_middle_of_a_match():
    console = Console()
    console.keys("a")
    console.begin("inversio", [0, 1])
    console.keys("s")
    while console.view._rows[console.view.cursor][0] != "settings":
        console.keys("d")
    console.keys("ar")
    assert console.app.texts.language == "fr" and console.view.heading == "Réglages"
    console.keys("b")
    assert console.view.heading.startswith("Pause") and console.view._rows[0][1] == "Reprendre"
    console.keys("a")
    assert console.view.say("rank_13") == "roi"  # the game's own texts too


def test_settings_of_the_version_before_the_languages_are_read_in_english():
    console = Console()
    data = console.app.settings.dump()
    before = bytes((LANGUAGE,)) + data[1 : 1 + LANGUAGE] + data[2 + data[0] - 1 :]
    console.app.settings.values[LANGUAGE] = 2
    console.app.settings.load(before)
    from handful.settings import Settings

    settings = Settings()
    settings.load(before)
    assert settings.values[LANGUAGE] == 0 and settings.colours == console.app.settings.colours


def test_japanese_glyphs_are_there_as_long_as_something_is_written_with_them():
    console = Console(language=2)
    console.keys("a")
    assert console.app.canvas.small.more
    settings = console.app.settings
    settings.values[LANGUAGE] = 0
    settings.names[2] = "ケンジ"
    console.app.speak()
    assert console.app.canvas.small.more
    signs = console.app.canvas.small.more
    settings.names[2] = "Kenji"
    console.app.speak()
    assert console.app.canvas.small.more is None and signs[0].closed


def test_a_name_in_kana_is_as_wide_as_any_other_at_most():
    console = Console(language=2)
    console.keys("a")
    console.app.open("name", 0, False)
    console.wait(40)
    console.keys("a" * 9)
    assert console.view._name == "ア" * 6
    console.keys("bbbea")
    assert console.view._name == "アアアA"
