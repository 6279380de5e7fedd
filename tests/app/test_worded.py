# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Every text that a player reads names only keys that the board has, or what a finger does."""

import re
import sys

import pytest

from engine import registry
from handful import stops
from handful.settings import HELPED
from handful.stops import FEW, TAP
from handful.texts import LANGUAGES
from tests import words
from tests.app.test_few import EVENTS, MORE, PAUSE, YES
from tests.keyed import BOARDS, GAMES, KINDS, KNOB, PAGES, TOUCHED, Fed, lacked, lacking, layout_of
from tools.build import drive, layouts
from tools.console import Console

_LANGUAGES = range(len(LANGUAGES))


def texts_of(language: str, key: str):
    """(name, text) of all sentences of a game, or of the console, that are not foot lines."""
    for name, forms in words.forms(language, key).items():
        if not name.startswith(("keys_", "hold_b", "suit", "story")):
            yield from [(name, text.replace("{0}", "Ⓐ") if name == "back_sure" else text) for text in forms]
    for ending in (".lesson.txt", ".help.txt") if key else (".fair.txt",):
        for number, text in enumerate(words.lines(language, key, ending), 1):
            if text and text[0] not in "#>":
                yield f"{ending}:{number}", text


@pytest.mark.parametrize("language", _LANGUAGES)
@pytest.mark.parametrize("page", BOARDS)
def test_no_sentence_names_a_key_that_the_board_lacks(page, language, monkeypatch):
    with layouts.used(layout_of(page)):
        console = Fed(page, language, monkeypatch)
        app = console.app
        wide = sys.modules["handful.picture.measures"].WIDTH
        shown = set()
        for key in ("", *GAMES):
            for name, text in texts_of(LANGUAGES[language], key):
                if not set(text) & set(stops.SIGNS):
                    continue
                at_foot = not key and not name.startswith(".")
                named = app.named(text) if at_foot else app.named(text, 0)
                shown.add(name)
                plain = re.sub("^◀ (.*) ▶$", r"\1", named)  # a value between its arrows
                if key == "hyper_maker" or ".help" in name:
                    plain = re.sub("[▲▶]", "", plain)  # a suit, and marks on tables
                if page in TOUCHED and (at_foot or "\ue001" in text):
                    continue  # these signs are buttons
                assert not lacking(page, language, plain), (name, named)
                if not name.startswith("."):
                    assert app.canvas.small.width(named) <= wide - 2, (name, named)
        assert {"ends_saved", "again_sure", "press_a", "may_end", "stuck", ".lesson.txt:2"} <= shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_wording_is_of_something_that_the_texts_say(language):
    keys = words.file(language, "", ".keys.txt").read_text("utf-8")
    said = [keys.format(*[f"{{{means}}}" for means in (0, 1, 2, 3, 4, 4)], ""), keys.format(*[""] * 7)]
    said += [
        path.read_text("utf-8")
        for path in words.written(language)
        if not path.name.endswith((FEW, TAP, ".ear.txt"))
    ]
    for ending in (FEW, TAP, ".ear.txt"):
        for line in words.lines(language, "", ending):
            old = line.split("=")[0]
            assert line.count("=") == 1 and any(old in text for text in said), line


SCREENS = {
    "title": (),
    "games": (),
    "settings": (),
    "records": (),
    "ladder": (0,),
    "deals": (0,),
    "setup": ("inversio",),
    "name": (0, False),
    "notice": ("...", "title"),
}


@pytest.mark.parametrize("language", _LANGUAGES)
@pytest.mark.parametrize("page", KINDS)
def test_no_screen_and_no_refusal_shows_a_sign_that_the_board_lacks(page, language, monkeypatch):
    with layouts.used(layout_of(page)):
        console = Fed(page, language, monkeypatch)
        for name, details in SCREENS.items():
            for key in range(8):
                console.app.open(name, *details)
                console.wait(40)
                console.press(key)
        for game in GAMES:
            console.begin(game, [0] + [1] * (max(2, registry.row(game)[2]) - 1), 9)
            for key in "rldusBuBlBreab":
                for _ in range(200):
                    if console.screen == game and console.view.mine:
                        break
                    console.keys("." if console.screen == game else "a")
                console.keys(key)
                if key == "s":  # the pause asks before it begins again
                    console.keys("dda")
        assert {"setup", "pause", *GAMES} <= {screen for screen, _, _ in console.drawn}
        assert not lacked(console, page, language)


class Ends:
    """Where the last paragraph of a page of the help ends."""

    def __init__(self, view):
        self.last = 0
        self._draw = view._paragraph  # noqa: SLF001
        view._paragraph = self._paragraph  # noqa: SLF001

    def _paragraph(self, text, y):
        self.last = self._draw(text, y)
        return self.last


@pytest.mark.parametrize("language", _LANGUAGES)
@pytest.mark.parametrize("page", KINDS)
def test_every_page_of_the_help_has_room_for_the_names(page, language, monkeypatch):
    with layouts.used(layout_of(page)):
        console = Fed(page, language, monkeypatch)
        foot = sys.modules["handful.picture.measures"].FOOT
        for game in GAMES:
            console.app.open("help", game, ("title",))
            console.wait(40)
            view = console.view
            ends = Ends(view)
            for view._page in range(len(view._pages)):  # noqa: B020, SLF001
                view.open()
                assert ends.last <= foot + 2, (game, view._page)  # noqa: SLF001
        assert not lacked(console, page, language)


def test_the_build_leaves_what_names_keys_to_boards_with_other_names():
    for page in (*PAGES, *TOUCHED, "pybadge"):
        beside = drive.sources(page)
        found = {place.partition(".")[2] for place in drive.assets(beside=beside) if "/texts/" in place}
        assert ("few.txt" in found) == (page in PAGES) and ("tap.txt" in found) == (page in TOUCHED)
        file = words.file("en", "the_game", ".help.txt")
        lines = drive.asset("", file, layouts.of(page), beside).decode().splitlines()
        assert any("▼" in line and "\t" not in line for line in lines) == (page != "pybadge")


class Hands(Fed):
    """A player with few keys, who presses what is really there."""

    def means(self, one: int) -> None:
        """Presses NEXT, YES and so on."""
        count = self.app.keys.count
        Console.press(self, *EVENTS[count][one])


@pytest.mark.parametrize("page", ["m5stack_core_fire", "clue_nrf52840_express", KNOB])
def test_the_foot_of_the_ring_says_what_keys_do_there(page):
    with layouts.used(layout_of(page)):
        for named in range(4):
            console = Hands(page)
            console.begin("inversio", [0, 0])
            console.means(YES)
            console.means(MORE)
            assert console.view.overlay == "ring"
            told = console.foot.split("  ")
            assert len(told) == (4 if page == "m5stack_core_fire" else 3)
            if named == len(told):
                break
            name, does = told[named].split(" ")
            few = console.app.keys
            console.means([one for one in EVENTS[few.count] if few._name(one) == name][-1])  # noqa: SLF001
            sheet = {"▼": "ring", "OK": "hint", "close": "", "pause": None}[does]
            after = ("pause" if sheet is None else "inversio", sheet)
            assert (console.screen, getattr(console.view, "overlay", None)) == after, told[named]


@pytest.mark.parametrize("overlay", ["lesson", "last", "hint"])
def test_back_held_over_a_text_of_a_lesson_or_another_sheet_pauses(overlay):
    console = Hands("m5stack_core_fire")
    if overlay == "lesson":
        console.app.learn("the_game")
        console.wait(40)
    else:
        console.begin("inversio", [0, 1])
        while not console.view.mine:
            console.wait(100)
        console.keys("e" if overlay == "last" else "Bu....")
    assert console.view.overlay == overlay
    console.means(PAUSE)
    assert console.screen == "pause"
    console.means(YES)
    console.wait(100)
    if overlay == "lesson":
        assert console.view.overlay == "lesson"
        assert console.shows(words.lines("en", "the_game", ".lesson.txt")[0])


@pytest.mark.parametrize("language", _LANGUAGES)
@pytest.mark.parametrize("helped", [0, 1])
@pytest.mark.parametrize("page", TOUCHED)
def test_what_a_sentence_quotes_for_a_finger_stands_at_the_foot(page, helped, language):
    with layouts.used(layout_of(page)):
        console = Fed(page, language)
        console.app.settings.values[HELPED] = helped
        console.begin("the_game", [0])
        quotes = []
        for _ in range(4):
            console.wait(200)
            found = re.findall("[“「«]\\s?(.*?)\\s?[”」»]", console.note)
            quotes += [(quote, console.foot) for quote in found]
            console.keys("a")
        assert quotes and all(quote in foot for quote, foot in quotes), quotes
