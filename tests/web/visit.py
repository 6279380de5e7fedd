# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A visit of the page: a tab that opens it, presses its keys, and looks at what it shows and says."""

import base64
import functools
import json
import os
import re
import threading
import time
from collections.abc import Iterable

import pytest
from PIL import Image

from engine.session import Session
from handful.texts import LANGUAGES, Texts
from tests.web.browsers import GAP, SECONDS, BrowserError, until
from tests.web.machine import golden, same
from tests.web.scripts import run
from tests.words import catalogue
from tools.build import drive, web
from tools.console import LETTERS

DEMANDED = "HANDFUL_BROWSERS"  # in the environment, "all": a browser that is missing is a failure
MATCH = "?game=inversio&deal=ABC123"
STOPS = "[...document.querySelectorAll('#stops button')]"
SAVE = "'handful ' + new URL('.', location.href).pathname"  # the name of the page's save
KEYS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", "Backspace", "p", "Tab"]
HELD = 600  # ms after which B is held
FAST = 8  # how much faster the time of a hasty page goes

# Keeps all that a screen reader would have said, also what was soon followed by something else.
_LISTEN = """
(() => {
  const said = document.getElementById("said");
  globalThis.heard = [said.textContent];
  new MutationObserver(() => heard.push(said.textContent)).observe(said, {childList: true});
  globalThis.told = [];
  for (const id of ["said", "foot", "notice"]) {
    const place = document.getElementById(id);
    told.push(place.textContent);
    new MutationObserver(() => told.push(place.textContent)).observe(place, {childList: true});
  }
})()
"""

_MATCH = """
import json
from boards.web.console import app
session = app.match and app.match.session
matchHere = json.dumps(session and [
    session.key, session.players, session.seed, session.options, list(session.history)
])
"""


def demanded(kind):
    """Skips the test if a browser is missing; with HANDFUL_BROWSERS=all in the environment it fails."""
    if not kind.program:
        sentence = f"{kind.__name__} is not installed here: the page was not tried in it."
        if os.environ.get(DEMANDED) == "all":
            pytest.fail(sentence)
        pytest.skip(sentence)


def opened(kind, phone: bool = False):
    """Starts a browser, once more if it does not start: a machine may have much to do."""
    demanded(kind)
    try:
        return kind(phone)
    except (BrowserError, OSError):
        return kind(phone)


def say(key: str, game: str = "", language: str = "en") -> str:
    """Returns a text of the games, or of one game, as it is heard."""
    texts = Texts()
    texts.speak(language)
    return spoken(texts.say_of(key, game), language)


@functools.cache
def spoken(text: str, language: str = "en") -> str:
    """Returns a text with the signs of the font by their names, as the page's mirror says it."""
    return run("return (await load('mirror.js')).spoken(...given)", text, language)


class Visit:
    """A tab with the page, served from an address that no test has used before."""

    def __init__(self, browser, folder):
        self.browser = browser
        self._server = web.server(folder)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        self.address = f"http://localhost:{self._server.server_address[1]}/"
        browser.tab()

    def start(self, query: str = ""):
        """Opens the page and waits for the machine."""
        self.browser.run("delete globalThis.handful")
        self.browser.go(self.address + query)
        self.started()

    def started(self):
        """Waits for the machine of a page that is being opened."""
        until(self.browser, f"location.href.startsWith({self.address!r}) && Boolean(globalThis.handful)")
        self.browser.run(_LISTEN)
        self.settle()

    def first_start(self, query: str = ""):
        """Opens the page for the first time, as somebody who wants no lesson; it shows the games."""
        self.start(query)
        self.no_lesson()

    def no_lesson(self):
        """Answers the question of a first start: straight to the games."""
        self.hears(say("first_know"))
        self.heed()
        self.keys("da")
        self.hears(say("title", "the_game"))

    def heed(self):
        """Waits until keys count on a screen that has opened by itself: its foot is empty until then."""
        until(self.browser, "Boolean(document.getElementById('foot').textContent)")
        self.settle()

    def hurry(self):
        """Lets the time of the machine go faster from now on."""
        self.browser.run(
            "(() => { const begin = performance.now(); const now = performance.now.bind(performance);"
            f"performance.now = () => begin + (now() - begin) * {FAST} }})()"
        )

    def pause(self):
        """Waits until a table that a key has opened hears the next one."""
        self.browser.run("new Promise(done => setTimeout(done, 400))")

    def settle(self):
        """Waits for a frame and some ms, in which each key that waits is answered."""
        self.browser.run("new Promise(done => requestAnimationFrame(() => setTimeout(done, 40)))")

    def keys(self, letters: str, gap: int = GAP):
        """Presses keys of the keyboard, by tools.console.LETTERS, with a gap of ms; "B" holds B down."""
        pressed = []
        for letter in letters:
            key = KEYS[LETTERS.index(letter.lower())]
            pressed.append((key, HELD if letter == "B" else 0))
        self.browser.press(pressed, gap)
        self.settle()

    def text(self, name: str) -> str:
        """What an element of the page says."""
        return self.browser.run(f"document.getElementById('{name}').textContent")

    def hears(self, *words: str):
        """Waits until a screen reader has said these words, all of them since this was last asked."""
        said = "heard.join(' ').replaceAll('. ', ' ')"
        until(self.browser, f"{json.dumps(words)}.every(words => {said}.includes(words))")
        self.browser.run("heard.length = 0")

    def raw(self) -> list[str]:
        """What the page has said and shown that is the key of a text in place of the text."""
        keys = {key for code in LANGUAGES for key in catalogue(code) if "_" in key}
        said = self.browser.run("globalThis.told ?? []")
        return [text for text in said if keys & set(re.findall(r"\w+", text))]

    def wait_for(self, holds, what: str):
        """Waits until something holds; what: how a failure calls it."""
        end = time.monotonic() + SECONDS
        while not holds():
            assert time.monotonic() < end, f"{what} within {SECONDS} s"
            time.sleep(0.05)

    def share(self) -> str:
        """The query of the link to the match in progress."""
        return self.browser.run("handful.share()")

    def python(self, source: str):
        """Runs a script beside the compiled app, whose names it may use as they are in the sources."""
        self.browser.run(f"handful.python.runPython({json.dumps(drive.script(source))}), 1")

    def match(self) -> tuple[Session, list[int]]:
        """The match in progress, played again here, and how many actions each seat has played."""
        self.python(_MATCH)
        told = json.loads(self.browser.run("handful.python.globals.get('matchHere')"))
        key, players, seed, options, history = told
        session = Session(key, players, seed, **options)
        acted = [0] * players
        for action in history:
            acted[max(0, session.game.player)] += 1
            session.act(action)
        return session, acted

    def image(self) -> Image.Image:
        """The picture, in the colours of a device."""
        drawn = "document.getElementById('picture').getContext('2d').getImageData(0, 0, 160, 128).data"
        signs = f"Array.from({drawn}, byte => String.fromCharCode(byte)).join('')"
        pixels = base64.b64decode(self.browser.run(f"btoa({signs})"))
        shown = Image.frombytes("RGBA", (160, 128), pixels).convert("RGB")
        red, green, blue = shown.split()
        five, six = (lambda value: (value >> 3) * 255 // 31), (lambda value: (value >> 2) * 255 // 63)
        return Image.merge("RGB", (red.point(five), green.point(six), blue.point(five)))

    def shows(self, name: str) -> bool:
        """Whether the picture is one of tests/golden."""
        return same(self.image(), golden(name))

    def places(self, names: Iterable[str] = ("#picture", "#pad", "#more", "4", "5", "6", "7")) -> dict:
        """Where the picture and the drawn keys are, in CSS pixels: left, top, right, bottom."""
        return self.browser.run(f"""
        Object.fromEntries({json.dumps(list(names))}.map(name => {{
          const found = document.querySelector(name[0] == "#" ? name : `[data-key="${{name}}"]`);
          const box = found.getBoundingClientRect();
          return [name, [box.left, box.top, box.right, box.bottom]];
        }}))""")

    def fingers(self):
        """Says that there are fingers, to a browser that has none."""
        event = "new PointerEvent('pointerup', {pointerType: 'touch'})"
        self.browser.run(f"document.body.classList.contains('touch') || dispatchEvent({event})")

    def draw_keys(self):
        """Draws the keys by the menu, if they are not drawn yet."""
        self.fingers()
        row = "document.getElementById('draw')"
        self.browser.run(f"document.body.classList.contains('drawn') || {row}.click()")

    def touch(self, x: int, y: int, ms: int = 60):
        """Touches a pixel of the picture."""
        left, top, right, bottom = self.places(["#picture"])["#picture"]
        self.browser.tap(left + (right - left) * (x + 0.5) / 160, top + (bottom - top) * (y + 0.5) / 128, ms)
        self.settle()

    def tap_on(self, element: str):
        """Touches the middle of an element, an expression in JavaScript."""
        middle = "(({x, y, width, height}) => [x + width / 2, y + height / 2])"
        self.browser.tap(*self.browser.run(f"{middle}({element}.getBoundingClientRect())"))

    def taps(self, letters: str):
        """Touches the drawn keys, by tools.console.LETTERS."""
        for letter in letters:
            number = LETTERS.index(letter)
            left, top, right, bottom = self.places(["#pad" if number < 4 else str(number)]).popitem()[1]
            x, y = (left + right) / 2, (top + bottom) / 2
            if number < 4:
                reach = (right - left) / 3
                x, y = [(x, y - reach), (x, y + reach), (x - reach, y), (x + reach, y)][number]
            self.browser.tap(x, y)
            self.settle()

    def serve(self, folder, kind=web.Handler):
        """Serves another folder from now on, or in another way, at the same address."""
        self._server.RequestHandlerClass = lambda *given: kind(*given, directory=str(folder))

    def unplug(self):
        """Ends the server: the network is gone."""
        self._server.shutdown()
        self._server.server_close()

    def close(self):
        """Leaves the page and ends the server."""
        self.browser.go("about:blank")
        self.unplug()


def begun(visit, query: str = MATCH, letters: str = "da") -> str:
    """Opens a link in a new browser and deals its cards, past the lesson; returns the link of the match."""
    visit.start(query)
    visit.hears(say("deal_cards"))
    visit.keys(letters)
    until(visit.browser, "handful.share()")
    visit.pause()
    assert visit.browser.run("location.search") == ""  # the link goes from the address
    return visit.share()


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


def take_over(browser, kept: str):
    """Gives a file, in hexadecimal, to be taken over, and waits for the question."""
    browser.run(f"""(() => {{
      const given = new DataTransfer();
      const bytes = Uint8Array.from("{kept}".match(/../g), pair => parseInt(pair, 16));
      given.items.add(new File([bytes], "save.bin"));
      const file = document.getElementById("file");
      file.files = given.files;
      file.dispatchEvent(new Event("change"));
    }})()""")
    until(browser, "take.textContent === 'Replace all that is saved here' || !notice.hidden")
