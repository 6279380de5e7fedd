# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The page in real browsers: it starts, plays, saves, works offline, takes links, fingers and gamepads."""

import io
import json
import os
import shutil

import pytest
from PIL import Image, ImageChops

from handful.keys import UP
from handful.picture.measures import FOOT
from handful.settings import Settings
from handful.store import SETTINGS, Store
from tests.web.browsers import HEIGHT, RATIO, WIDTH, until
from tests.web.machine import same
from tests.web.visit import MATCH, begun, check_places, overlap, say, take_over
from tools import PROJECT as ROOT
from tools.console import Console

WORKER = "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"


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
    visit.browser.run("notice.hidden = true")
    take_over(visit.browser, region.hex())
    visit.browser.run("take.click()")
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


# In Chromium alone


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
    chrome.start("?keys=3")  # the foot line names these, and speaks of no A
    assert chrome.browser.run(f"{spans}.map(one => one.textContent).join(' ')") == "M menu"
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
    assert chrome.browser.run("licences.getBoundingClientRect().height") >= 44
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
        chrome.tap_on(f"document.querySelector('{name}')")
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
