# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The page under a finger: taps on the picture, on the list and on keys, and how large and where all is."""

import re

import pytest

from tests.web.browsers import HEIGHT, RATIO, WIDTH, until
from tests.web.visit import HELD, MATCH, STOPS, begun, check_places, say
from tools.console import Console

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
    named = f"{STOPS}.find(stop => stop.textContent === '%s')"
    call.tap_on(named % say("deal_cards", language="fr"))
    until(call.browser, "handful.share() && !document.body.classList.contains('listed')")
    help_ = say("hold_b", language="fr").split(":")[-1].strip()
    until(call.browser, "!!" + named % help_)
    call.pause()
    bottom = call.places(["#picture"])["#picture"][3]
    keys = [(text, box) for text, *box in call.browser.run(_LIST) if box[2] - box[0] > 1]
    wide, high = call.browser.run("[innerWidth, innerHeight]")
    for text, (left, top, right, low) in keys:  # of a table only its keys are seen
        assert bottom <= top and right <= wide and low <= high, text
        assert right - left >= FINGER and low - top >= FINGER, text
    call.tap_on(named % help_)
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
    seen = f"{STOPS}.filter(stop => %s).map(stop => {{ {on_top} }})"
    for tail in "OK", say("keys_name").split("SELECT ")[1], "A":
        assert chrome.browser.run(seen % f"stop.textContent === '{tail}'") == [True], tail
    boxes = [box for text, *box in chrome.browser.run(_LIST) if text < "["]
    assert min(right - left for left, _, right, _ in boxes) >= FINGER
    chrome.python("from boards.web.console import app\napp.open('ladder', 4)\n")
    until(chrome.browser, f"{STOPS}.some(stop => stop.textContent.startsWith('Inversio'))")
    assert chrome.browser.run(seen % "stop.ariaCurrent") == [True]
    first = chrome.browser.run("document.querySelector('#stops [aria-current]').value")
    chrome.touch(150, 38)  # a step far up: the list follows
    until(chrome.browser, f"{STOPS}.some(stop => stop.ariaCurrent && stop.value !== '{first}')")
    assert chrome.browser.run(seen % "stop.ariaCurrent") == [True]


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
    row = f"{STOPS}.find(stop => stop.querySelector('b'))"
    for _ in range(2):  # a tap on its value is one on the row
        chrome.browser.run(f"globalThis.tappedRow = {row}, 1")
        chrome.tap_on("tappedRow.querySelector('b')")
        until(chrome.browser, "tappedRow.ariaCurrent")
        seen = f"stop.getBoundingClientRect().bottom < {back}"
        row = f"{STOPS}.findLast(stop => stop.querySelector('b') && {seen})"
    assert chrome.browser.run("stops.matches('.more')")
    chrome.python("from boards.web.console import app\napp.open('title')\n")
    until(chrome.browser, "!stops.matches('.more')")  # nothing is below
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


# In Chromium alone


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


@pytest.mark.parametrize("size", [(360, 740), (360, 640), (390, 844)])
def test_upright_ten_cards_are_in_two_rows_each_7_mm_wide_and_a_tap_on_one_means_it(chrome, size):
    chrome.browser.size(*size, 3, True)
    begun(chrome, "?game=inversion&deal=ABC123&seats=p2")
    chrome.fingers()
    shown = "!document.getElementById('hand').hidden"
    until(chrome.browser, f"{shown} && {STOPS}.length > 4")
    left, top, right, bottom = chrome.places(["#hand"])["#hand"]
    pixel = (right - left) / 160
    assert 2 * 15 * pixel >= size[0] * 7 / 68  # of a phone that is 68 mm wide
    keys = [box for _, *box in chrome.browser.run(_LIST) if box[2] - box[0] > 1]
    assert min(high for _, high, _, _ in keys) >= bottom and max(low for *_, low in keys) <= size[1]
    for at in 0, 9, 4, 5:
        chrome.browser.tap(left + (at % 5 * 32 + 16) * pixel, top + (at // 5 * 56 + 28) * pixel)
        chrome.settle()
        chrome.python("from boards.web.console import app\ncursorHere = app.view.cursor")
        assert chrome.browser.run("handful.python.globals.get('cursorHere')") == at
    chrome.browser.tap((left + right) / 2, bottom - 5 * pixel)  # what the foot line names in its middle
    until(chrome.browser, "!" + shown)  # since a sheet lies over it


def test_the_list_stays_through_an_auction_so_that_the_picture_does_not_jump(chrome):
    chrome.browser.size(HEIGHT, WIDTH, RATIO, True)
    begun(chrome, "?game=inversion&deal=ABC123&seats=p222")
    chrome.fingers()
    others = f"{STOPS}.length && {STOPS}.every(stop => stop.value < 0)"
    until(chrome.browser, f"{others} && document.body.classList.contains('listed')")


def test_a_double_tap_on_the_list_presses_nothing_of_the_screen_that_opens(chrome):
    chrome.browser.size(WIDTH, HEIGHT, RATIO, True)
    chrome.first_start()
    chrome.python("from boards.web.console import app\napp.open('title')\n")
    row = "[...document.querySelectorAll('#stops button')].find(row => row.textContent === 'Settings')"
    until(chrome.browser, f"Boolean({row})")
    x, y = chrome.browser.run(f"(box => [box.x + 40, box.y + 20])({row}.getBoundingClientRect())")
    for _ in range(2):
        chrome.browser.tap(x, y, 40)
    until(chrome.browser, "document.getElementById('stops').dataset.place.startsWith('settings')")
    before = chrome.browser.run("stops.textContent")
    chrome.settle()
    assert chrome.browser.run("stops.textContent") == before


def test_two_letters_tapped_fast_beside_their_common_edge_are_both_typed(chrome):
    chrome.browser.size(WIDTH, HEIGHT, RATIO, True)
    chrome.first_start()
    chrome.python("from boards.web.console import app\napp.open('name', 0, False)\n")
    until(chrome.browser, f"{STOPS}.some(button => button.textContent === 'B')")
    box = "(letter => " + STOPS + ".find(button => button.textContent === letter).getBoundingClientRect())"
    x, y = chrome.browser.run(f"(({{right, top}}) => [right, top + 20])({box}('A'))")
    chrome.browser.tap(x - 6, y, 40)
    chrome.browser.tap(x + 12, y, 40)
    chrome.wait_for(lambda: "AB" in chrome.text("table"), "both are typed")
