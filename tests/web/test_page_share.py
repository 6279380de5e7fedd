# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What leaves the page and comes back: links, results and their pictures, and a save in a file."""

import io
import json

from PIL import Image

from engine.rng import Rng
from handful.picture.measures import FOOT
from tests.playthrough import random_choice
from tests.web.browsers import until
from tests.web.visit import SAVE, begun, say, take_over

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
    take_over(chrome.browser, "00112233")
    chrome.wait_for(lambda: "no whole save" in chrome.text("notice"), "it is refused")
    chrome.browser.run("localStorage.clear()")
    chrome.browser.run("more.click(), notice.hidden = true")
    take_over(chrome.browser, kept)
    assert chrome.browser.run(f"localStorage.getItem({SAVE})") is None  # nothing is replaced yet
    chrome.browser.run("delete globalThis.handful, take.click()")
    chrome.started()
    chrome.hears(say("continue"))
