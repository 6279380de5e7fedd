# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The page as a screen reader hears it, in real browsers, and walks through it by the keyboard."""

import re
import time

from engine.session import seed_of
from handful import heard as words
from handful.heard.drawn import Drawn
from handful.heard.news import News
from handful.keys import START
from handful.stops import of_key
from tests.web.browsers import until
from tests.web.visit import STOPS, begun, say, spoken
from tools.console import Console


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


def test_a_name_is_typed_from_the_buttons_and_the_next_screen_has_the_focus_on_one(chrome):
    begun(chrome)
    chrome.python("from boards.web.console import app\napp.open('name', 0, False)\n")
    until(chrome.browser, f"{STOPS}.some(button => button.textContent === 'Q')")
    chrome.browser.run(f"{STOPS}[0].focus(), 1")
    chrome.browser.press([("M", 0), ("m", 0)])
    until(chrome.browser, "document.activeElement === document.body")
    chrome.browser.press([("Enter", 0)])
    gone = f"!{STOPS}.some(button => button.textContent === 'Q')"
    until(chrome.browser, f"{STOPS}.includes(document.activeElement) && {gone}")


def test_no_match_of_robots_begins_while_somebody_listens_to_the_title(chrome):
    chrome.start()
    chrome.python("from boards.web.console import app\napp.open('title')\n")
    until(chrome.browser, f"{STOPS}.some(button => button.textContent === 'Games')")
    chrome.browser.run("performance.now = () => 100_000 + Date.now() % 1e6, 1")
    time.sleep(0.3)
    assert chrome.browser.run(f"{STOPS}.some(button => button.textContent === 'Games')")


def test_the_card_of_the_cursor_is_said_where_no_stop_has_the_focus_and_a_question_takes_it_to_its_answer(
    chrome,
):
    begun(chrome)
    until(chrome.browser, f"{STOPS}.length > 4")
    chrome.keys("a")
    card = f"{STOPS}.find(button => button.ariaCurrent)"
    until(chrome.browser, f"handful.share() && {card}?.textContent.startsWith('Play ')")
    chrome.wait_for(lambda: re.search(r"Play \w+ of \w+ on ", chrome.text("said")), "the card is said")
    chrome.browser.run(f"{card}.focus(), 1")
    chrome.keys("b")
    until(chrome.browser, "document.activeElement.textContent === 'yes'")
    assert chrome.browser.run(f"{STOPS}.slice(0, 2).map(button => button.textContent)") == ["yes", "no"]


def test_after_a_reload_the_card_that_enter_plays_is_heard_though_no_button_has_the_focus(chrome):
    begun(chrome)
    until(chrome.browser, f"{STOPS}.some(button => button.ariaCurrent)")
    chrome.browser.run("handful.save(), 1")
    chrome.start()
    chrome.hears(say("continue"))
    chrome.browser.press([("Enter", 0)])
    here = f"{STOPS}.find(button => button.ariaCurrent)?.textContent"
    until(chrome.browser, f"{here} && document.getElementById('stops').dataset.place.startsWith('inversi')")
    chrome.hears(chrome.browser.run(here))
