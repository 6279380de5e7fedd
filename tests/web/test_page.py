# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The page in real browsers: it starts, plays, saves, works offline, takes links, fingers and gamepads."""

import io
import json
import os
import re
import shutil
import time

import pytest
from PIL import Image, ImageChops

from boards.computer.names import Names
from engine.rng import Rng
from engine.session import seed_of
from handful import heard as words
from handful.heard.drawn import Drawn
from handful.heard.news import News
from handful.keys import START, UP
from handful.picture.measures import FOOT
from handful.settings import Settings
from handful.stops import of_key
from handful.store import SETTINGS, Store
from tests.playthrough import random_choice
from tests.web.browsers import HEIGHT, RATIO, WIDTH, until
from tests.web.machine import same
from tests.web.visit import HELD, KEYS, say, spoken
from tools import PROJECT as ROOT
from tools.console import LETTERS, Board, Console

WORKER = "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"
MATCH = "?game=inversio&deal=ABC123"


SAVE = "'handful ' + new URL('.', location.href).pathname"  # the name of the page's save


def take_over(kept: str) -> str:
    """JavaScript that gives a file, in hexadecimal, to be taken over."""
    return f"""(() => {{
      const given = new DataTransfer();
      const bytes = Uint8Array.from("{kept}".match(/../g), pair => parseInt(pair, 16));
      given.items.add(new File([bytes], "save.bin"));
      const file = document.getElementById("file");
      file.files = given.files;
      file.dispatchEvent(new Event("change"));
    }})()"""


def begun(visit, query: str = MATCH, letters: str = "da") -> str:
    """Opens a link in a new browser and deals its cards, past the lesson; returns the link of the match."""
    visit.start(query)
    visit.hears(say("deal_cards"))
    visit.keys(letters)
    until(visit.browser, "handful.share()")
    visit.pause()
    assert visit.browser.run("location.search") == ""  # the link goes from the address
    return visit.share()


@pytest.fixture
def typed(monkeypatch):
    """Notes keys of a keyboard: consoles that are made now name them in their last line, as the page does."""
    names = Names()
    names.used(0, "")  # nothing was pressed yet
    monkeypatch.setattr(Board, "named", names.line, raising=False)

    def note(letters):
        for letter in letters:
            key = LETTERS.index(letter)
            names.used(key, KEYS[key].lower())

    return note


# In each browser


def test_it_starts_and_shows_the_golden_pictures(visit, typed):
    console = Console(language=-1)
    console.keys("a")
    visit.start()
    visit.hears(say("first_show"), say("first_know"))
    visit.heed()
    assert visit.shows("first_question")
    typed("da")
    console.keys("da")
    visit.keys("da")
    visit.hears(say("title", "the_game"))
    assert same(visit.image(), console.image())
    visit.wait_for(lambda: visit.text("foot") == "Enter learn or play Tab challenges", "the foot is heard")
    typed("b")
    console.keys("b")
    console.wait(3_000)
    visit.keys("b")
    visit.hears(say("games"))
    visit.wait_for(lambda: same(visit.image(), console.image()), "the title's letters are dealt")


def test_a_match_goes_on_after_the_page_was_left_without_a_word_or_loaded_again(visit):
    link = begun(visit, "?game=flip_over&deal=ABC123&seats=p13p&rounds=4")
    assert link.startswith("game=flip_over&deal=ABC123&seats=p13p&") and "rounds=4" in link
    visit.keys("a")
    visit.browser.go("about:blank")
    visit.start()
    visit.hears(say("continue"))
    visit.keys("a")
    assert visit.share() == link
    visit.browser.run("delete globalThis.handful, location.reload(), 1")
    visit.started()
    visit.hears(say("continue"))
    visit.keys("a")
    assert visit.share() == link


def test_what_the_table_says_is_heard(visit, typed):
    console = Console(new=True)
    drawn, news = Drawn(console.app), News()
    typed("da")
    console.begin("the_game", [0], seed_of("ABC123"))
    begun(visit, "?game=the_game&deal=ABC123&seats=p")
    for letters in ("", "a", "r"):
        typed(letters)
        console.keys(letters)
        visit.keys(letters)
        lines = words.lines(console.app, drawn, news)
        new = spoken(news.say(console.app, lines, words.stops(console.app)))
        assert new
        visit.hears(*new.split(". "))
        foot = spoken(console.foot.replace("▲", "↑"))  # it is a key there
        visit.wait_for(lambda: visit.text("foot") == foot, foot)  # noqa: B023


STOPS = "[...document.querySelectorAll('#stops button')]"


def test_a_screen_reader_walks_through_table_and_stops_and_plays_by_them(visit):
    begun(visit)
    own = f"{STOPS}.filter(button => / on /.test(button.textContent))"
    until(visit.browser, f"{own}.length > 0")
    rows = visit.browser.run("[...document.querySelectorAll('#table li')].map(row => row.textContent)")
    card = r"\w+ of (?:club|diamond|heart|spade)s"
    assert rows[0] == say("your_turn") and re.fullmatch(f"Your hand: {card}(, {card}){{4}}", rows[-1])
    stops = visit.browser.run(f"{own}.map(button => [button.value, button.textContent, button.ariaCurrent])")
    assert [int(value) for value, _, _ in stops] == list(visit.match()[0].game.legal_actions())
    assert all(re.fullmatch(f"Play {card} on {card}", words) for _, words, _ in stops)
    assert [there for _, _, there in stops].count("true") == 1
    visit.browser.run(f"{own}[0].focus(), 1")
    visit.browser.press([("ArrowRight", 0)], 60)  # is the games', and takes the focus along
    until(visit.browser, "document.activeElement.ariaCurrent")
    assert not visit.match()[0].history
    chosen = int(visit.browser.run("document.activeElement.value"))
    visit.browser.press([("Enter", 0)], 60)
    visit.wait_for(lambda: list(visit.match()[0].history[:1]) == [chosen], "it is played")
    until(visit.browser, f"document.activeElement === {STOPS}[0]")  # which keeps the focus


def test_without_a_network_it_starts_again_and_saves(visit):
    visit.start()
    until(visit.browser, WORKER)
    visit.unplug()
    begun(visit)
    visit.start()
    visit.hears(say("continue"))


def test_a_new_version_takes_over_at_the_next_start_and_not_before(visit, page, tmp_path):
    visit.start()
    until(visit.browser, WORKER)
    newer = tmp_path / "newer"
    shutil.copytree(page, newer)
    for name, old, new in (
        ("sw.js", 'VERSION = "', 'VERSION = "x'),
        ("index.html", "<title>", "<title>New "),
    ):
        text = (newer / name).read_text(encoding="utf-8")
        (newer / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    visit.serve(newer)
    found = "navigator.serviceWorker.getRegistration()"
    until(visit.browser, found + ".then(found => found.update().then(() => Boolean(found.waiting)))")
    assert visit.browser.run("document.title") == "Handful"
    visit.start()
    if (
        visit.browser.run("document.title") == "Handful"
    ):  # the old worker had too much to do: it goes meanwhile
        until(visit.browser, found + ".then(found => !found.waiting && found.active.state === 'activated')")
        visit.start()
    assert visit.browser.run("document.title") == "New Handful"


def test_a_second_page_says_that_the_first_one_saves_and_takes_no_file_over(visit):
    visit.start()
    visit.browser.tab()
    visit.start()
    visit.hears("Another Handful is open")
    visit.browser.tab()
    visit.start(MATCH)
    visit.hears("Another Handful is open")
    region = bytearray(b"\xff" * 4096)
    whole = Store(region)
    whole.put(SETTINGS, Settings().dump())
    whole.flush(0)
    visit.browser.run(take_over(region.hex()))
    refused = "The file was not taken over: another Handful is open, and that one saves."
    visit.wait_for(lambda: visit.text("notice") == refused, "it is refused")


def test_storage_that_is_full_is_said(visit):
    begun(visit)
    visit.browser.run(
        "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }, 1"
    )
    visit.keys("a")
    visit.wait_for(lambda: "no room left" in visit.text("notice"), "it is said during play")
    assert not visit.browser.run("document.getElementById('notice').hidden")
    visit.keys("s")
    visit.hears(say("pause_unsaved"))


def test_storage_that_is_forbidden_is_said(visit, page, tmp_path):
    shut = tmp_path / "shut"
    shutil.copytree(page, shut)
    refused = "get() { throw new DOMException('', 'SecurityError') }"
    script = f"Object.defineProperty(window, 'localStorage', {{{refused}}})"
    text = (shut / "index.html").read_text(encoding="utf-8")
    (shut / "index.html").write_text(
        text.replace("<head>", f"<head><script>{script}</script>"), encoding="utf-8"
    )
    visit.serve(shut)
    visit.start()
    visit.hears(say("no_saving"))
    assert "keeps nothing" in visit.text("notice")
    visit.heed()
    visit.keys("a")
    visit.wait_for(lambda: "OK" in visit.text("foot"), "the question hears keys")
    visit.no_lesson()
    visit.keys("b")
    visit.hears(say("games"))
    assert visit.browser.run("told.join(' ')").count(say("no_saving")) == 1


# On a phone, in each browser


def test_a_phone_plays_by_drawn_keys_in_its_language_and_without_motion(call):
    call.start(MATCH)
    call.draw_keys()
    assert call.browser.run("document.documentElement.lang") == "fr"
    call.hears(say("lesson_first_visit", language="fr"))
    for letters, row in (("d", "deal_cards"), ("dd", "players"), ("uu", "deal_cards")):
        call.taps(letters)
        call.hears(say(row, language="fr"))
    call.taps("a")
    until(call.browser, "handful.share()")
    call.settle()
    table = call.image()
    call.settle()
    assert call.image() == table  # nothing flies
    call.pause()
    call.taps("s")
    call.hears(say("pause_resume", language="fr"))


def by_finger(visit, language: str) -> None:
    # Begins a match of The Game and plays its first card by taps on the picture alone.
    visit.start("?game=the_game&deal=000001&seats=p")
    visit.hears(say("lesson_first_visit", language=language))
    visit.touch(60, 33)
    visit.hears(say("deal_cards", language=language))
    visit.touch(60, 33)
    until(visit.browser, "handful.share()")
    play = say("keys_first", "the_game", language).split("A ")[1].split()[0]
    visit.wait_for(lambda: play in visit.text("foot"), "the hand is dealt")
    visit.pause()
    visit.touch(150, 100)  # the highest card
    assert not visit.match()[0].history
    visit.touch(100, 40)  # the first pile that falls, which is lit
    visit.wait_for(lambda: visit.match()[0].history, "a card is played")
    session, _ = visit.match()
    (action,) = session.history
    assert action & 3 == 2 and action >> 2 == max(session.at(0).hand(0))
    visit.touch(80, 60, 3 * HELD)  # also a page that is slow sees it down for long
    visit.hears(say("ring_hint", language=language))


def test_a_phone_is_played_by_taps_on_the_picture(call):
    by_finger(call, "fr")


FINGER = 44  # px that a finger needs
_LIST = """[...document.getElementById('stops').children].map(stop => {
  const {left, top, right, bottom} = stop.getBoundingClientRect();
  return [stop.textContent, left, top, right, bottom];
})"""


def test_what_is_small_in_the_picture_of_a_phone_is_a_list_and_a_table_has_large_keys(call):
    call.start("?game=the_game&deal=000001&seats=p")
    call.fingers()
    call.hears(say("lesson_first_visit", language="fr"))
    until(call.browser, "document.body.classList.contains('listed')")
    right, bottom = call.places(["#picture"])["#picture"][2:]
    rows = call.browser.run(_LIST)
    for text, *box in rows:
        assert box[1] >= bottom or box[0] >= right, text
        assert box[2] - box[0] >= FINGER and box[3] - box[1] >= FINGER, text
    assert say("deal", language="fr") + " 000001" in [row[0] for row in rows]
    (place,) = [row for row in rows if row[0] == say("deal_cards", language="fr")]
    call.browser.tap((place[1] + place[3]) / 2, (place[2] + place[4]) / 2)
    until(call.browser, "handful.share() && !document.body.classList.contains('listed')")
    help_ = say("hold_b", language="fr").split(":")[-1].strip()
    until(call.browser, f"{STOPS}.some(stop => stop.textContent === '{help_}')")
    call.pause()
    bottom = call.places(["#picture"])["#picture"][3]
    keys = [(text, box) for text, *box in call.browser.run(_LIST) if box[2] - box[0] > 1]
    wide, high = call.browser.run("[innerWidth, innerHeight]")
    for text, (left, top, right, low) in keys:  # of a table only its keys are seen
        assert bottom <= top and right <= wide and low <= high, text
        assert right - left >= FINGER and low - top >= FINGER, text
    ((left, top, right, low),) = [box for text, box in keys if text == help_]
    call.browser.tap((left + right) / 2, (top + low) / 2)
    call.hears(say("ring_hint", language="fr"))


@pytest.mark.parametrize("size", [(390, 844), (360, 640), (844, 390)])
def test_a_list_begins_where_the_cursor_is_and_the_keys_below_letters_stay_in_sight(chrome, size):
    chrome.browser.size(*size, 3, True)
    chrome.first_start()
    chrome.fingers()
    chrome.python("from boards.web.console import app\napp.open('name', 0, False)\n")
    until(chrome.browser, f"{STOPS}.at(-1).value < 0 && {STOPS}.length > 60")
    on_top = """const {left, top, right, bottom} = stop.getBoundingClientRect();
      return stop === document.elementFromPoint((left + right) / 2, (top + bottom) / 2)"""
    for tail in "OK", say("keys_name").split("SELECT ")[1], "A":
        (seen,) = chrome.browser.run(
            f"{STOPS}.filter(stop => stop.textContent === '{tail}').map(stop => {{ {on_top} }})"
        )
        assert seen, tail
    boxes = [box for text, *box in chrome.browser.run(_LIST) if text < "["]
    assert min(right - left for left, _, right, _ in boxes) >= FINGER
    chrome.python("from boards.web.console import app\napp.open('ladder', 4)\n")
    until(chrome.browser, f"{STOPS}.some(stop => stop.textContent.startsWith('Inversio'))")
    seen = chrome.browser.run(f"{STOPS}.filter(stop => stop.ariaCurrent).map(stop => {{ {on_top} }})")
    assert seen == [True]


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (360, 640)])
def test_the_list_has_room_and_a_picture_with_large_rows_or_drawn_keys_has_none(chrome, size):
    listed = "document.body.classList.contains('listed')"
    chrome.browser.size(*size, 3, True)
    chrome.start("?game=flip_over&deal=ABC123&seats=p22")
    chrome.fingers()
    until(chrome.browser, listed)
    _, _, right, bottom = chrome.places(["#picture"])["#picture"]
    left, top, end, low = chrome.places(["#stops"])["#stops"]
    assert (left >= right or top >= bottom) and end - left >= 200 and low - top >= 240
    assert chrome.places(["#more"])["#more"][0] >= end or chrome.places(["#more"])["#more"][3] <= top
    *rows, (_, _, back, *_) = chrome.browser.run(_LIST)
    assert [text for text, _, high, _, low in rows if high + 16 < back < low - 16], "there are more"
    chrome.draw_keys()
    assert not chrome.browser.run(listed)
    chrome.browser.run("document.getElementById('draw').click()")
    chrome.browser.size(820, 1180, 2, True)
    until(chrome.browser, "!" + listed)


def test_a_screen_with_a_keyboard_is_played_by_taps_on_the_picture(visit):
    by_finger(visit, "en")


def test_the_drawn_keys_of_a_phone_are_thumb_sized_and_apart(call):
    call.start()
    call.draw_keys()
    ratio, width, height = call.browser.run("[devicePixelRatio, innerWidth, innerHeight]")
    assert ratio == RATIO
    check_places(call.places(), width, height, ratio)


def check_places(found: dict, width: float, height: float, ratio: float):
    """Checks that the picture has whole pixels, and that keys are within the page, large and apart."""
    left, top, right, bottom = [edge * ratio for edge in found["#picture"]]
    scale = (right - left) / 160
    assert round(scale) >= 1
    assert [left, top, scale] == pytest.approx([round(left), round(top), round(scale)], abs=0.05)
    for name, place in found.items():
        assert min(place) >= 0 and place[2] <= width and place[3] <= height, name
        assert name == "#picture" or min(place[2] - place[0], place[3] - place[1]) >= 44, name
        assert [other for other in found if overlap(place, found[other])] == [name]


def overlap(one, other) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


# In Chromium alone


def test_behind_the_menus_button_tab_leads_to_the_stops_which_are_seen_then(chrome):
    begun(chrome)
    until(chrome.browser, f"{STOPS}.length > 4")
    chrome.browser.run("document.getElementById('more').focus(), 1")
    for place in range(3):
        chrome.browser.press([("Tab", 0)], 60)
        seen = "document.activeElement.getBoundingClientRect().width > 20"
        assert chrome.browser.run(f"document.activeElement === {STOPS}[{place}] && {seen}")
    chrome.browser.run(f"{STOPS}.at(-1).focus(), handful.choose(Number({STOPS}[0].value)), 1")
    until(chrome.browser, f"{STOPS}.length < 5 && document.activeElement === {STOPS}.at(-1)")


def test_no_press_plays_a_card_that_has_taken_the_focus_unheard(chrome):
    begun(chrome)
    until(chrome.browser, f"{STOPS}.length > 4")
    chrome.browser.run(f"handful.choose({of_key(START)}), 1")
    until(chrome.browser, f"{STOPS}.some(button => button.textContent === 'Settings')")
    chrome.browser.run(f"{STOPS}[0].focus(), 1")  # goes on
    chrome.browser.press([("Enter", 0)])
    until(chrome.browser, f"{STOPS}.some(button => / on /.test(button.textContent))")
    current = "document.activeElement.getAttribute('aria-current') === 'true'"
    assert chrome.browser.run(f"{current} && / on /.test(document.activeElement.textContent)")
    chrome.browser.press([("Enter", 0)])
    chrome.hears("Not done: the screen has changed")
    assert not chrome.match()[0].history
    time.sleep(1.1)
    other = f"{STOPS}.find(button => button.value >= 0 && !button.ariaCurrent)"
    chrome.browser.run(f"{other}.focus(), 1")
    chrome.browser.press([("ArrowRight", 0)])
    until(chrome.browser, current)  # what an arrow chooses is what Enter plays
    chrome.browser.press([("Enter", 0)])
    chrome.wait_for(lambda: chrome.match()[0].history, "it is played")


@pytest.mark.parametrize(
    ("width", "height", "ratio"),
    [(844, 390, 3), (360, 560, 2), (412, 915, 2.625), (320, 480, 1), (568, 320, 2)],
)
def test_in_any_hand_pixels_stay_whole_and_keys_are_thumb_sized_and_apart(chrome, width, height, ratio):
    chrome.browser.size(width, height, ratio, True)
    chrome.start("?game=flip_over&seats=p22")
    check_places(chrome.places(["#picture", "#more"]), width, height, ratio)
    chrome.draw_keys()
    check_places(chrome.places(), width, height, ratio)


@pytest.mark.parametrize(
    ("width", "height", "ratio"),
    [(1920, 1080, 1), (1366, 682, 1), (1280, 720, 1.5)]  # computers
    + [(844, 390, 3), (932, 430, 3), (915, 412, 2.625), (800, 360, 3), (780, 360, 2)]  # phones that lie
    + [(390, 844, 3), (360, 640, 3), (360, 640, 2), (768, 1024, 2), (412, 915, 2.625), (320, 480, 1)],
)
def test_the_picture_is_as_large_as_whole_pixels_allow(chrome, width, height, ratio):
    chrome.browser.size(width, height, ratio, width < 1000)
    chrome.start()
    scale = min(width * ratio // 160, height * ratio // 128)
    for _ in range(1 + (height < width < 1000)):  # on a phone that lies, with drawn keys as well
        left, top, right, bottom = chrome.places(["#picture"])["#picture"]
        assert (right - left) * ratio == pytest.approx(160 * scale, abs=0.05)
        assert (bottom - top) * ratio == pytest.approx(128 * scale, abs=0.05)
        assert width < 1000 or abs((left + right) / 2 - width / 2) <= 1
        chrome.draw_keys()


def test_keys_are_drawn_for_fingers_that_want_them_as_long_as_they_do(call):
    call.start()
    call.fingers()
    keys = ["#pad", "#letters", "#pills"]
    unseen = dict.fromkeys(keys, [0, 0, 0, 0])
    assert call.places([*keys, "#legend"]) == {**unseen, "#legend": [0, 0, 0, 0]}
    assert call.text("draw") == "Afficher des touches pour les pouces"
    call.draw_keys()
    assert 0 not in [place[2] for place in call.places(keys).values()]
    assert call.places(["#legend"])["#legend"] == [0, 0, 0, 0]
    call.start()
    call.fingers()
    assert 0 not in [place[2] for place in call.places(keys).values()]
    assert call.text("draw") == "Masquer les touches"
    call.browser.run("document.getElementById('more').click(), document.getElementById('draw').click()")
    assert call.places(keys) == unseen and not call.browser.run("menu.open")
    call.start()
    call.fingers()
    assert call.places(keys) == unseen


def test_who_prefers_high_contrast_has_it_in_the_picture_and_around_it(chrome):
    chrome.browser.size(WIDTH, HEIGHT, RATIO, True)
    chrome.browser.sharp(True)
    chrome.start("?game=inversio")
    chrome.fingers()
    until(chrome.browser, "document.body.classList.contains('listed')")
    assert chrome.browser.run(f"getComputedStyle({STOPS}[1]).borderTopColor") == "rgb(255, 255, 255)"
    chrome.draw_keys()
    seen = chrome.browser.run("[document.body, menu].map(one => getComputedStyle(one).backgroundColor)")
    around = chrome.browser.run("getComputedStyle(document.querySelector('.round')).borderTopColor")
    picture = chrome.image()
    chrome.browser.sharp(False)
    assert seen == ["rgb(0, 0, 0)"] * 2 and around == "rgb(255, 255, 255)"
    console = Console(language=0)
    console.app.canvas.sharpen(True)
    inks = [console.app.canvas.colour(ink) for ink in range(16)]
    found = [colour for _, colour in picture.getcolors(1 << 16)]
    assert len(found) > 3
    for colour in found:  # as a display of 16 bits has it
        assert any(
            all(abs(part - (ink >> 8 * (2 - i) & 255)) < 9 for i, part in enumerate(colour)) for ink in inks
        )


@pytest.mark.parametrize("count, drawn", [("3", ".right 4 5"), ("2", ".right 4"), ("knob", ".left .right 4")])
def test_a_phone_with_few_keys_has_just_these_drawn_for_it_knows_no_finger_on_the_picture(
    chrome, count, drawn
):
    chrome.browser.size(WIDTH, HEIGHT, RATIO, True)
    chrome.start(f"?keys={count}")
    shown = "element => element.getClientRects().length > 0"
    keys = "[...document.querySelectorAll('#pad i, [data-key]')]"
    name = "element => element.dataset.key ?? '.' + element.className"
    assert chrome.browser.run(f"{keys}.filter({shown}).map({name}).sort().join(' ')") == drawn
    chrome.taps("rr")
    places = chrome.places(["#picture", "#pad", "#more", *re.findall(r"\d", drawn)])
    check_places(places, WIDTH, HEIGHT, RATIO)
    assert chrome.browser.run("document.getElementById('draw').hidden")


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_on_a_computer_a_legend_in_place_of_drawn_keys_says_which_key_is_which(chrome, language):
    chrome.browser.language(language)
    chrome.start()
    chrome.browser.language("en")
    assert chrome.browser.run("document.getElementById('draw').hidden")
    assert chrome.places(["#pad"])["#pad"] == [0, 0, 0, 0]
    spans = "Array.from(document.querySelectorAll('#legend span'))"
    assert chrome.browser.run(f"{spans}.map(one => one.textContent).join(' ')") == LEGENDS[language]
    boxes = f"{spans}.map(one => one.getBoundingClientRect())"
    for width, height in [(1920, 1080), (1366, 682), (1280, 640), (1440, 900), (700, 900)]:
        chrome.browser.size(width, height)
        chrome.settle()
        picture = chrome.places(["#picture"])["#picture"]
        for box in chrome.browser.run(f"{boxes}.map(one => [one.left, one.top, one.right, one.bottom])"):
            assert 0 <= box[0] < box[2] <= width and 0 <= box[1] < box[3] <= height
            assert not overlap(picture, box)
    chrome.browser.size(820, 640)  # the picture takes all the room, and the menu has the keys
    chrome.settle()
    assert chrome.places(["#legend"])["#legend"] == [0, 0, 0, 0]


LEGENDS = {
    "en": "Enter A Backspace B P START Tab SELECT M menu",
    "fr": "Entrée A Retour arrière B P START Tab SELECT M menu",
    "ja": "Enter A Backspace B P START Tab SELECT M メニュー",
}


def test_the_phone_of_the_readme_is_as_it_looks_now(chrome):
    chrome.browser.size(HEIGHT, WIDTH, RATIO, True)  # it lies
    chrome.browser.still(True)
    begun(chrome, "?game=flip_over&deal=ABC123&seats=p22")
    chrome.settle()
    shot = Image.open(io.BytesIO(chrome.browser.photograph())).convert("RGB")
    chrome.browser.still(False)
    shot = shot.resize((HEIGHT, WIDTH), Image.Resampling.LANCZOS)
    file = ROOT / "docs" / "phone.png"  # README.md shows it
    if os.environ.get("HANDFUL_REWRITE"):
        shot.convert("P", palette=Image.Palette.ADAPTIVE).save(file, optimize=True)
    kept = Image.open(file).convert("RGB")
    assert kept.size == shot.size
    places = chrome.places(["#picture", "#more"])
    print(f"{farthest(kept, shot, places):.0f} of 255")
    assert farthest(kept, shot, places) < LIKE
    # And it would be noticed if any part of the page was not there.
    for name, (left, top, right, bottom) in places.items():
        box = tuple(round(edge) for edge in (left, top, right, bottom))
        without = shot.copy()
        without.paste(shot.getpixel((2, 2)), box)
        assert farthest(kept, without, places) > LIKE, name


LIKE = 20  # of 255
PIECE = 10  # pixels


def farthest(one, other, places) -> float:
    """How far the pictures of two pages are from one another in the piece where they are farthest, of 255.

    Machines have another sign for the menu: there must be one at all.
    """
    one, other = one.copy(), other.copy()
    box = tuple(round(edge) for edge in places["#more"])
    drawn = [max(high - low for low, high in picture.crop(box).getextrema()) for picture in (one, other)]
    if min(drawn) < 60:
        return 255
    for picture in (one, other):
        picture.paste(0, box)
    difference = ImageChops.difference(one, other).convert("L")
    size = [-(-edge // PIECE) for edge in difference.size]
    return difference.resize(size, Image.Resampling.BOX).getextrema()[1]


@pytest.mark.parametrize(("wanted", "language"), [("cy", "en"), ("ja-JP", "ja"), ("cy, fr", "fr")])
def test_the_first_start_speaks_the_browsers_first_language_that_we_have(chrome, wanted, language):
    chrome.browser.language(wanted)
    chrome.start()
    chrome.browser.language("en")
    chrome.hears(say("first_know", language=language))


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("?game=chess", "This link is for a game that is not here."),
        ("?game=inversio&deal=UUUUUU", "This link has no valid card code: here are other cards."),
        ("?game=inversio&no=999", "This link's challenge does not exist: here are other cards."),
        ("?game=inversio&seats=p22", "This link's players do not fit the game."),
        ("?game=inversio&dael=ABC123", "An option of this link does not fit (dael)."),
        ("?game=inversio&deal=ABC123&deal=ABC124", "This link names deal twice."),
        ("?game=inversio&option=1", "An option of this link does not fit (option)."),
        ("?game=inversio&constructor=1", "An option of this link does not fit (constructor)."),
        ("?Game=inversio&Deal=ABC123", "This link names no game."),
        ("?game=inversio&a,%20b=1", "An option of this link does not fit (a)."),
        ("?game=inversio%0Aseats=p", "This link is for a game that is not here."),
        ("?game%3Dinversio%26deal%3DABC123", "This link is for a game that is not here."),
        ("?game=inversio;deal=ABC123", "This link is for a game that is not here."),
    ],
)
def test_what_is_wrong_with_a_link_is_said(chrome, query, said):
    chrome.start(query)
    assert chrome.text("notice") == said
    assert not chrome.browser.run("document.getElementById('notice').hidden")


@pytest.mark.parametrize(
    "query",
    [
        "?game=inversio&amp;deal=ABC123&amp;seats=p2",
        "?game=inversio&amp;amp;deal=ABC123",
        "?game=inversio&#38;deal=ABC123&#38;seats=p2",
        "?game=inversio&deal=ABC123&mc_eid=a&mc_cid=b",
        "?utm_source=a&game=inversio&deal=ABC123&fbclid=b&igshid=c",
        "?game=inversio&deal=ABC123&",
        "?game=inversio%0A&deal=ABC123",
        "?keys=8&game=inversio&deal=ABC123",
        "?game=inversio&amp;keys=knob&amp;deal=ABC123",
    ],
)
def test_a_link_that_was_copied_out_of_html_or_shared_opens_what_it_names(chrome, query):
    assert begun(chrome, query).startswith("game=inversio&deal=ABC123&")
    assert chrome.browser.run("document.getElementById('notice').hidden")


@pytest.mark.parametrize("language", ["en", "fr", "ja"])
def test_a_number_of_keys_that_there_is_not_is_said_and_the_games_start_with_all_keys(chrome, language):
    chrome.browser.language(language)
    for value in ("9", "", "3x", "KNOB", "constructor", "-1", "3.0"):
        chrome.start(f"?keys={value}")
        said = chrome.text("notice")
        assert all(word in said for word in ("?keys=", "3", "2", "knob")) and "8" not in said
        assert not chrome.browser.run("document.getElementById('notice').hidden")
    chrome.start("?keys=9&game=chess")
    assert "?keys=" in chrome.text("notice") and not chrome.text("notice").endswith(said)  # and the game
    chrome.python("import webmachine\nfewHere = webmachine.fewKeys()")
    assert chrome.browser.run("handful.python.globals.get('fewHere')") == 0
    chrome.start("?keys=2&keys=3")
    assert "keys" in chrome.text("notice") and "?keys=" not in chrome.text("notice")
    chrome.browser.language("en")


@pytest.mark.parametrize(
    "query", ["?keys=3", "?keys=2", "?keys=knob", "?keys=8", "?keys=%203", "?v=1&amp;keys=3"]
)
def test_a_number_of_keys_that_there_is_says_nothing(chrome, query):
    chrome.start(query)
    assert chrome.browser.run("document.getElementById('notice').hidden")
    chrome.python("import webmachine\nfewHere = webmachine.fewKeys()")
    assert chrome.browser.run("handful.python.globals.get('fewHere')") == "8b23".index(query[-1])


@pytest.mark.parametrize("query", ["?v=1700000000", "?utm_source=a", "?", "?source=pwa"])
def test_an_address_that_asks_for_nothing_is_no_link(chrome, query):
    chrome.start(query)
    chrome.hears(say("first_know"))
    assert chrome.browser.run("document.getElementById('notice').hidden")


@pytest.mark.parametrize(
    ("size", "touch"), [((1920, 1080, 1), False), ((390, 844, 3), True), ((844, 390, 3), True)]
)
def test_a_notice_leaves_the_line_at_the_foot_to_be_read(chrome, size, touch):
    chrome.browser.size(*size, touch)
    chrome.start("?game=chess")
    found = chrome.places(["#picture", "#notice"])
    _, top, _, bottom = found["#picture"]
    left, above, right, below = found["#notice"]
    assert below <= top + (bottom - top) * FOOT / 128
    assert 0 <= left and 0 <= above and right <= size[0]
    assert abs((left + right) / 2 - size[0] / 2) <= 1
    assert right - left >= min(0.9 * size[0], 250)


# Keeps what the page gives to the system's sheet or to the clipboard; throws `refusal`, if there is one.
SHARE = """
(() => {
  globalThis.given = [];
  const keep = (kind) => async (what) => {
    given.push([kind, what]);
    if (globalThis.refusal) throw globalThis.refusal;
  };
  Object.defineProperty(navigator, "share", {value: SHEET ? keep("sheet") : undefined, configurable: true});
  Object.defineProperty(navigator, "clipboard", {value: {writeText: keep("clipboard")}, configurable: true});
})()
"""


def shared(chrome, sheet: bool) -> list:
    """Presses Share in the menu; returns what came to the system's sheet, or without one to the clipboard."""
    chrome.browser.run(SHARE.replace("SHEET", json.dumps(sheet)))
    chrome.browser.run("document.getElementById('more').click(), document.getElementById('share').click()")
    return until(chrome.browser, "given.length && given")[0]


def test_share_gives_the_link_of_the_deal_to_the_sheet_or_the_clipboard(chrome):
    chrome.start()
    text = "Handful"
    assert shared(chrome, True) == ["sheet", {"title": "Handful", "text": text, "url": chrome.address}]
    link = chrome.address + "?" + begun(chrome)
    text = "Inversio: the same cards for you."
    assert shared(chrome, True) == ["sheet", {"title": "Handful", "text": text, "url": link}]
    assert shared(chrome, False) == ["clipboard", link]
    chrome.wait_for(lambda: chrome.text("notice") == "The link is in the clipboard.", "it is said")
    chrome.browser.run("globalThis.refusal = new DOMException('', 'NotAllowedError'), 1")
    assert shared(chrome, False) == ["clipboard", link]
    until(chrome.browser, f"menu.open && getSelection().toString() === {json.dumps(link)}")
    chrome.browser.press([("Escape", 0)])
    until(chrome.browser, "!menu.open")
    chrome.browser.run("document.getElementById('more').click(), 1")
    assert chrome.browser.run("document.getElementById('link').hidden")


FINISH = """
from boards.web.console import app
def finish(history):
    for action in history:
        app.match.act(action)
"""


def ended(chrome):
    """The match in progress, played on to its end, and the actions that are missing in the page."""
    session, _ = chrome.match()
    played = len(session.history)
    chance = Rng(1)
    while session.game.player >= 0:
        session.act(random_choice(session.game, chance))
    return session, list(session.history[played:])


def test_a_finished_match_is_shared_with_its_score(chrome):
    link = begun(chrome)
    session, missing = ended(chrome)
    chrome.python(FINISH + f"finish({missing})")
    _, given = shared(chrome, True)
    score = session.game.score(0)
    assert given["text"] == f"Inversio\n{score} round{'s' * (score != 1)} won. And you?"
    assert given["url"] == f"{chrome.address}?{link}&got={score}"


SHOT = """
(async () => {
  const file = await (await fetch(URLS[0])).blob();
  const bytes = new Uint8Array(await file.arrayBuffer());
  return [file.type, Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")];
})()
"""
SAVED = """
(() => {
  globalThis.saved = [];
  HTMLAnchorElement.prototype.click = function () { saved.push([this.href, this.download]); };
})()
"""


def finished(chrome):
    """Ends the match in progress, of Ana<b>, at its table."""
    _, missing = ended(chrome)
    chrome.python(FINISH + f"app.settings.names[0] = 'Ana<b>'\nfinish({missing[:-4]})\napp.table()")

    def shown():
        chrome.keys("a")  # the card that the cursor is on
        return chrome.browser.run("handful.table() !== handful.picture")

    chrome.wait_for(shown, "the match has ended")


def test_the_picture_of_a_result_is_the_table_enlarged_above_its_line(chrome):
    begun(chrome)
    finished(chrome)
    chrome.browser.run(SAVED)
    chrome.browser.run("document.getElementById('more').click(), document.getElementById('poster').click()")
    [[_, name]] = until(chrome.browser, "saved.length && saved")
    assert name == "handful.png"
    kind, data = chrome.browser.run(SHOT.replace("URLS", "saved[0]"))
    assert kind == "image/png"
    picture = Image.open(io.BytesIO(bytes.fromhex(data))).convert("RGB")
    assert picture.width == 960 and picture.height > 6 * FOOT + 100
    table = chrome.browser.run("Array.from(handful.table())")
    colours = [(pixel & 255, pixel >> 8 & 255, pixel >> 16 & 255) for pixel in table]
    for y in range(6 * FOOT):
        for x in (0, 1, 5, 6, 477, 959):
            assert picture.getpixel((x, y)) == colours[y // 6 * 160 + x // 6]
    below = picture.crop((0, 6 * FOOT, 960, picture.height)).getcolors(1 << 20)
    assert len(below) > 10  # the mark, and letters with their soft edges
    edge = [picture.getpixel((x, y)) for x in range(924, 960) for y in range(6 * FOOT, picture.height)]
    assert len(set(edge)) == 1


def test_a_sheet_that_takes_files_is_given_the_picture_and_any_other_is_not(chrome):
    begun(chrome)
    finished(chrome)
    chrome.browser.run("navigator.canShare = ({files}) => files[0].type === 'image/png', 1")
    shared(chrome, True)
    assert chrome.browser.run("given[0][1].files.map(file => [file.name, file.type])") == [
        ["handful.png", "image/png"]
    ]
    assert chrome.browser.run("given[0][1].files[0].size") > 3000
    for refuses in ("() => false", "undefined"):
        chrome.browser.run(f"navigator.canShare = {refuses}, 1")
        _, given = shared(chrome, True)
        assert set(given) == {"title", "text", "url"} and given["text"].startswith("Inversio\nAna<b>: ")


def test_only_a_finished_match_has_a_picture(chrome):
    def row():
        chrome.browser.run("document.getElementById('more').click(), 1")
        hidden = chrome.browser.run("document.getElementById('poster').hidden")
        chrome.browser.run("menu.close(), 1")
        return hidden, chrome.text("share")

    chrome.start()
    assert row() == (True, "Share the games")
    begun(chrome)
    assert row() == (True, "Share these cards")
    finished(chrome)
    assert row() == (False, "Share the result")


def test_a_save_goes_into_a_file_and_back(chrome):
    begun(chrome)
    kept = chrome.browser.run(f"handful.save(), localStorage.getItem({SAVE})")
    chrome.browser.run(take_over("00112233"))
    chrome.wait_for(lambda: "no whole save" in chrome.text("notice"), "it is refused")
    chrome.browser.run("localStorage.clear()")
    chrome.browser.run("delete globalThis.handful, " + take_over(kept))
    chrome.started()
    chrome.hears(say("continue"))


def test_a_gamepad_plays(chrome):
    chrome.start(MATCH)
    # In one frame each: what is held down for longer is a second press.
    for rest, held, heard in (
        ("axes: [0, 0], buttons: []", "axes: [0, 0.9], buttons: []", say("deal_cards")),
        ("axes: [], buttons: [{}]", "axes: [], buttons: [{pressed: true}]", ""),
    ):
        resting, pressed = (f"{{connected: true, index: 0, {parts}}}" for parts in (rest, held))
        chrome.browser.run(f"navigator.getGamepads = () => [{resting}], 1")
        chrome.settle()
        script = f"let frames = 0; navigator.getGamepads = () => [frames++ ? {resting} : {pressed}]"
        chrome.browser.run(f"(() => {{ {script} }})()")
        chrome.hears(heard)
    until(chrome.browser, "handful.share()")


@pytest.mark.parametrize("way", ["visibilitychange", "blur", "menu"])
def test_a_page_that_is_hidden_or_loses_the_keyboard_holds_no_key_down(chrome, way):
    def held():
        chrome.settle()
        chrome.python("from boards.web.console import app\nheldHere = app.keys.held\n")
        return chrome.browser.run("handful.python.globals.get('heldHere')")

    chrome.start()
    chrome.browser.run("dispatchEvent(new KeyboardEvent('keydown', {code: 'ArrowUp', key: 'ArrowUp'})), 1")
    assert held() == 1 << UP
    if way == "blur":
        chrome.browser.run("dispatchEvent(new Event('blur')), 1")
    elif way == "menu":
        chrome.browser.run("document.getElementById('more').click(), 1")
    else:
        chrome.browser.run(
            "Object.defineProperty(document, 'hidden', {value: true, configurable: true}),"
            "document.dispatchEvent(new Event('visibilitychange')), 1"
        )
    assert held() == 0


ROWS = ["share", "full", "keep", "take", "board", "back", "licences"]


def test_every_row_of_the_menu_is_reached_and_pressed_by_keyboard(visit):
    visit.start()
    visit.browser.run(
        "globalThis.clicked = [], ['share', 'keep', 'take', 'board', 'licences', 'full'].forEach(id =>"
        "document.getElementById(id).addEventListener('click', event => {"
        "event.stopImmediatePropagation(), event.preventDefault(), clicked.push(id) }, {capture: true})), 1"
    )
    visit.browser.press([("m", 0)])
    until(visit.browser, "menu.open")
    reached = []
    for _ in range(len(ROWS) + 3):
        name = visit.browser.run("document.activeElement.id")
        if name not in reached:
            reached.append(name)
            if name not in ("back", ""):
                visit.browser.press([("Enter", 0)])
        visit.browser.press([("Tab", 0)])
    shown = [name for name in ROWS if visit.places([f"#{name}"])[f"#{name}"] != [0, 0, 0, 0]]
    assert set(shown) <= set(reached)
    assert sorted(visit.browser.run("clicked")) == sorted(set(shown) - {"back"})
    visit.browser.press([("Escape", 0)])
    until(visit.browser, "!menu.open && document.activeElement === document.body")
    visit.heed()
    visit.keys("da")  # and the keys are the games' again
    visit.hears(say("title", "the_game"))


def test_the_links_of_the_menu_lead_where_they_say(chrome):
    chrome.start()
    chrome.browser.run("document.getElementById('more').click()")
    chrome.browser.run(
        "globalThis.led = [], addEventListener('click', event => {"
        "led.push([event.target.id, event.defaultPrevented]), event.preventDefault() }), 1"
    )
    for name in ("board", "licences"):
        chrome.browser.run(f"document.getElementById('{name}').click()")
    assert chrome.browser.run("led") == [["board", False], ["licences", False]]


def test_tab_is_a_key_of_the_games_and_shift_with_it_leads_to_the_menu(chrome):
    begun(chrome, "?game=inversio&deal=ABC123")
    chrome.keys("e")
    assert chrome.browser.run("document.activeElement === document.body")
    assert "Shift+Tab" in chrome.browser.run("picture.getAttribute('aria-label')")  # readers are told so
    chrome.browser.run(
        "dispatchEvent(new KeyboardEvent('keydown', {key: 'Tab', code: 'Tab', shiftKey: true})), 1"
    )
    assert chrome.browser.run("document.activeElement.id") == "more"
    chrome.browser.press([("Enter", 0)])
    until(chrome.browser, "menu.open")
    chrome.browser.press([("Escape", 0)])
    until(chrome.browser, "!menu.open && document.activeElement === document.body")
    chrome.browser.run("document.getElementById('more').focus(), 1")
    chrome.browser.press([("Escape", 0)])
    until(chrome.browser, "document.activeElement === document.body")


@pytest.mark.parametrize(
    ("key", "code", "ctrl", "opens"),
    [(sign, "KeyM", False, True) for sign in "mMьㅡ"]
    + [("m", "Semicolon", False, True), (",", "KeyM", True, False), ("q", "KeyM", False, False)],
)
def test_the_menus_key_is_found_on_other_keyboards_and_no_other_opens_it(chrome, key, code, ctrl, opens):
    chrome.start()
    pressed = json.dumps({"key": key, "code": code, "ctrlKey": ctrl})
    chrome.browser.run(f"dispatchEvent(new KeyboardEvent('keydown', {pressed})), 1")
    assert chrome.browser.run("menu.open") == opens


def test_a_name_is_typed_and_there_m_is_a_letter(chrome):
    chrome.first_start()
    chrome.python("from boards.web.console import app\napp.open('name', 0, False)\n")
    chrome.wait_for(lambda: "type it" in chrome.text("foot"), "the name is asked for")
    chrome.browser.press([("M", 0), ("m", 0), ("Enter", 0)])
    chrome.settle()
    assert not chrome.browser.run("menu.open")
    chrome.browser.run("handful.open('game=inversio'), 1")
    chrome.hears("Mm")


def test_the_menu_opens_by_touch_and_goes_to_the_full_screen(chrome):
    chrome.browser.size(WIDTH, HEIGHT, RATIO, True)
    chrome.start()
    for name, holds in (
        ("#more", "menu.open"),
        ("#full", "Boolean(document.fullscreenElement) && !menu.open"),
    ):
        left, top, right, bottom = chrome.places([name])[name]
        chrome.browser.tap((left + right) / 2, (top + bottom) / 2)
        until(chrome.browser, holds)
    check_places(
        chrome.places(["#picture", "#more"]),
        *chrome.browser.run("[innerWidth, innerHeight, devicePixelRatio]"),
    )


def test_it_is_silent_until_somebody_presses_something(chrome):
    chrome.start()
    chrome.browser.run(
        "globalThis.made = 0, globalThis.Old = AudioContext,"
        "globalThis.AudioContext = class extends Old { constructor() { super(); made++ } }, 1"
    )
    chrome.settle()
    assert chrome.browser.run("made") == 0
    chrome.keys("d")
    assert chrome.browser.run("made") == 1
