# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The layouts for other sizes: every screen in each, with nothing cut, nothing overlapping."""

import random

import pytest

from engine import registry
from handful.picture.measures import BAR
from handful.settings import LANGUAGE
from handful.tables.flip_over import TURN
from handful.texts import LANGUAGES
from tests import words
from tests.app import test_golden as golden
from tests.playing import drawn
from tools import PROJECT as ROOT
from tools import Refusal
from tools.build import layouts
from tools.console import Console

OTHERS = layouts.names()[1:]
TABLES = ("game_signal", "inversion_table", "hyper_maker_table", "flip_over_table", "inversio_table")
PRESSES = 40  # in each game played here


@pytest.fixture(params=OTHERS)
def layout(request):
    """A layout in use. The one of the sources has a golden picture of every screen."""
    with layouts.used(request.param):
        yield request.param


@pytest.fixture
def watched(layout, monkeypatch):
    """The inspectors of all consoles switched on from here on."""
    from tests.inspector import Inspector

    made = []

    class Watched(Console):
        def __init__(self, *details, **more):
            super().__init__(*details, **more)
            made.append(Inspector(self))

        def wait(self, ms):
            super().wait(ms)
            for inspector in made[-1:]:
                if inspector.console is self:
                    inspector.look()

    monkeypatch.setattr(golden, "Console", Watched)
    return made


def faults(watched):
    return [fault for inspector in watched for fault in inspector.faults]


def by_turns(things, count=1):
    """Each thing in each language with `count` layouts, in turn: all with all would take minutes."""
    return [
        (OTHERS[(i + language + k) % len(OTHERS)], language, thing)
        for i, thing in enumerate(things)
        for language in range(3)
        for k in range(count)
    ]


@pytest.mark.parametrize(("layout", "language", "scene"), by_turns(golden.SCENES), indirect=["layout"])
def test_on_no_screen_anything_is_cut_or_lies_on_something(language, scene, watched, monkeypatch):
    monkeypatch.setattr(golden.Console, "LANGUAGE", language)
    golden.show(scene)
    assert not faults(watched)


@pytest.mark.parametrize(("layout", "language", "label"), by_turns(golden.TABLES, 2), indirect=["layout"])
def test_on_no_table_anything_is_cut_or_lies_on_something(language, label, watched, monkeypatch):
    monkeypatch.setattr(golden.Console, "LANGUAGE", language)
    golden.at_table(*golden.TABLES[label])
    assert not faults(watched)


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_every_page_of_the_help_is_whole(key, watched):
    for _, console in golden.pages(key):
        lines = [text for text, *_ in watched[-1].texts.values()]
        assert lines
        # A page drops the lines that it has no room for.
        files = [words.file("en", key, ".help.txt"), words.file("en", "", ".fair.txt")]
        whole = "\n" + "".join(file.read_text(encoding="utf-8") for file in files)
        page = whole.split("\n#")[console.page[0] - 1].split("\n")[1:]
        for paragraph in page:
            if paragraph.strip() and paragraph[0] != ">":
                last = paragraph.strip(" !").split(" ")[-1]
                assert any(last in line for line in lines), paragraph
    assert not faults(watched)


@pytest.mark.parametrize("key", [row[0] for row in registry.GAMES])
def test_matches_played_by_keys_show_nothing_cut(key, watched):
    row = registry.row(key)
    console = golden.Console()
    console.app.settings.names = list(golden.LONG)
    console.app.settings.values[0] = 2
    console.begin(key, [0] * row[3], seed=5)
    chance = random.Random(7)
    for _ in range(PRESSES):
        view = console.view
        if console.screen == key and not view.overlay and view.mine and chance.random() < 0.7:
            match = console.app.match
            legal = [] if match.speaking else match.session.game.legal_actions()
            if legal:
                view.point(chance.choice(legal))
                view.sync()
        console.keys(chance.choice("aaaaaaaaalrudeB"))
        if console.screen == "pause":
            console.keys("b")
    assert not faults(watched)


@pytest.mark.parametrize("language", range(3))
@pytest.mark.parametrize("layout", [layouts.DRAWN, "120x120"], indirect=True)
def test_the_end_of_a_round_of_flip_over_is_whole_in_each_language(layout, language, watched, monkeypatch):
    monkeypatch.setattr(golden.Console, "LANGUAGE", language)
    console = golden.at_table("flip_over", 3, 23)
    view = console.view
    view.play(view.game.legal_actions()[-1])
    for _ in range(20):
        if view.stage != TURN:
            console.keys("a")
    assert view.stage == TURN and console.view is view
    assert not faults(watched)


@pytest.mark.parametrize("language", range(3))
@pytest.mark.parametrize("layout", ["120x120", "128x128"], indirect=True)
def test_the_words_over_the_sheet_of_the_exchange_keep_apart(layout, language, monkeypatch):
    monkeypatch.setattr(golden.Console, "LANGUAGE", language)
    console = golden.show("exchange_sheet")
    rows = drawn(console)
    console.view.redraw()
    console.image()
    width = console.app.canvas.small.width
    heads = sorted((x, x + width(text)) for text, x, y, _, font in rows if y == BAR + 5)
    assert len(heads) == 3 and all(one[1] < other[0] for one, other in zip(heads, heads[1:]))


SEEN = [(other, label) for other in OTHERS for label in TABLES]
SEEN.append(("240x135", "flip_over_five"))  # its narrow cards have large numbers, a ten's 1 as a bar


@pytest.mark.parametrize(("other", "label"), SEEN)
def test_the_table_is_the_golden_picture(other, label):
    with layouts.used(other):
        table = golden.TABLES.get(label)
        console = golden.at_table(*table, names=golden.NICE) if table else golden.show(label)
        golden.check(f"{other}/{label}", console)


@pytest.mark.parametrize("other", OTHERS)
def test_a_layout_has_all_signs_that_the_fonts_have(other):
    sheets = layouts.sheets(other)
    for own, wider in (("narrow", "small"), ("slim", "big"), ("wide", "big")):
        if own in sheets:
            characters = [
                set((ROOT / "assets" / f"{name}.fnt").read_text(encoding="utf-8").split("\n")[1])
                for name in (own, wider)
            ]
            assert characters[0] == characters[1]


def test_a_layout_sets_only_what_a_module_has():
    with pytest.raises(Refusal, match="lacks what the layout 160x120 sets: ROW"):
        layouts.apply("_TEXT = const(1)\n", "screens.menu", "160x120")
    with pytest.raises(Refusal, match="There is no layout 1x1, only 160x128, "):
        layouts.numbers("1x1")
    sections = {module for name in OTHERS for module in layouts.numbers(name)} - {"*"}
    for section in sections:
        path = ROOT / "lib" / "handful" / (section.replace(".", "/") + ".py")
        for name in OTHERS:
            layouts.apply(path.read_text(encoding="utf-8"), section, name)


def test_numbers_are_written_into_the_source():
    source = "WIDTH = const(160)\n_HALF = const(WIDTH // 2)  # of it\nTITLE = 'x'\n"
    assert layouts.apply(source, "nothing", "120x120").split("\n")[:2] == [
        "WIDTH = const(120)",
        "_HALF = const(60)  # of it",
    ]


def rows_with_values(console):
    """Every label with every value that a set-up or the settings can show."""
    app = console.app
    app.settings.names = list(golden.LONG)
    for key, _, least, most in registry.GAMES:
        for players in (least, most):
            for level in (0, 1, 2, 3):
                console.open("setup", key, [0] + [level] * (players - 1), {}, 5)
                view = console.view
                yield from view.rows()
                for name, allowed, _ in registry.load(key).OPTIONS:
                    for value in allowed:
                        view._values = {name: value}  # noqa: SLF001
                        yield from view.rows()
    console.open("settings")
    for choice in range(len(app.settings.values)):
        before = app.settings.values[choice]
        for _ in range(3 if choice != LANGUAGE else 0):
            app.settings.turn(choice, 1)
            yield from console.view.rows()
        app.settings.values[choice] = before


@pytest.mark.parametrize("language", range(len(LANGUAGES)))
@pytest.mark.parametrize("layout", layouts.names(), indirect=True)
def test_a_chosen_row_of_any_menu_keeps_its_arrows_within_its_frame(layout, language):
    console = Console(language=language)
    small = console.app.canvas.small
    wide = layouts.size(layout)[0]
    for _, label, value in set(rows_with_values(console)):
        if value is not None:
            end = 12 + small.width(label) + 3 + small.width(f"◀{value}▶")
            assert end <= wide - 12, f"{label}: ◀{value}▶ is {end - wide + 12} pixels too wide"
