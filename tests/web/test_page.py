"""The page in real browsers: it starts, plays, saves, works offline, takes links, fingers and gamepads."""

import io
import json
import os
import shutil
import threading

import pytest
from PIL import Image, ImageChops

from tests.console import LETTERS, ROOT
from tests.web.browsers import Chromium, Firefox, WebKit, until
from tools.build import web

BROWSERS = [Chromium, Firefox, WebKit]
DEMANDED = "HANDFUL_BROWSERS"  # in the environment: browsers are tried, and a missing one is a failure

pytestmark = pytest.mark.skipif(DEMANDED not in os.environ, reason=f"browsers are tried with {DEMANDED}=all")
KEYS = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "Enter", "Backspace", "p", "Tab"]


def opened(kind):
    """Starts a browser."""
    if not kind.program:
        sentence = f"{kind.__name__} is not installed here: the page was not tried in it."
        if os.environ.get(DEMANDED):
            pytest.fail(sentence)
        pytest.skip(sentence)
    return kind()


@pytest.fixture(scope="module", params=BROWSERS, ids=lambda kind: kind.__name__.lower())
def browser(request):
    """Each browser in turn, started once for all tests."""
    started = opened(request.param)
    yield started
    started.close()


@pytest.fixture(scope="module")
def chromium():
    """The browser that makes believe to be a phone."""
    started = opened(Chromium)
    yield started
    started.close()


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
        until(self.browser, f"location.href.startsWith({self.address!r}) && Boolean(globalThis.handful)")
        self.settle()

    def settle(self):
        """Waits for two frames, in which each key that waits is answered."""
        self.browser.run("new Promise(done => requestAnimationFrame(() => setTimeout(done, 40)))")

    def keys(self, letters: str):
        """Presses keys of the keyboard, by tests.console.LETTERS."""
        for letter in letters:
            key = KEYS[LETTERS.index(letter)]
            for kind in ("keydown", "keyup"):
                self.browser.run(
                    f"dispatchEvent(new KeyboardEvent('{kind}', {{key: '{key}', code: '{key}'}}))"
                )
            self.settle()

    def text(self, name: str) -> str:
        """What an element of the page says."""
        return self.browser.run(f"document.getElementById('{name}').textContent")

    def hears(self, words: str, how: str = "includes"):
        """Waits until a screen reader would say these words. how: or "startsWith", what it says first."""
        said = "document.getElementById('said').textContent.replaceAll('. ', ' ')"
        until(self.browser, f"{said}.{how}({json.dumps(words)})")

    def image(self) -> Image.Image:
        """The picture, in the colours of a device."""
        drawn = "document.getElementById('picture').getContext('2d').getImageData(0, 0, 160, 128).data"
        pixels = bytes(self.browser.run(f"Array.from({drawn})"))
        shown = Image.frombytes("RGBA", (160, 128), pixels).convert("RGB")
        red, green, blue = shown.split()
        five, six = (lambda value: (value >> 3) * 255 // 31), (lambda value: (value >> 2) * 255 // 63)
        return Image.merge("RGB", (red.point(five), green.point(six), blue.point(five)))

    def shows(self, name: str) -> bool:
        """Whether the picture is one of tests/golden."""
        golden = Image.open(ROOT / "tests" / "golden" / f"{name}.png").convert("RGB")
        return ImageChops.difference(self.image(), golden).getbbox() is None

    def serve(self, folder):
        """Serves another folder from now on, at the same address."""
        self._server.RequestHandlerClass = web.server(folder).RequestHandlerClass

    def close(self):
        """Ends the server."""
        self._server.shutdown()
        self._server.server_close()


@pytest.fixture
def visit(browser, page):
    """A visit of the page, which must not have thrown anything in the end."""
    browser.errors.clear()
    visited = Visit(browser, page)
    yield visited
    visited.close()
    assert browser.errors == []


@pytest.fixture
def chrome(chromium, page):
    """A visit in Chromium alone: what is the same in all browsers is tried in one."""
    chromium.errors.clear()
    visited = Visit(chromium, page)
    yield visited
    visited.close()
    assert chromium.errors == []


def test_it_starts_and_shows_the_golden_pictures(visit):
    visit.start()
    visit.keys("bda")  # no name, no lesson
    visit.hears("fresh start")
    visit.keys("a")
    assert visit.shows("title")
    visit.keys("a")
    assert visit.shows("games")
    assert visit.text("foot") == "←↑↓→ choose A go B back"


@pytest.mark.parametrize("key", ["the_game", "inversion", "hyper_maker", "flip_over", "inversio"])
def test_a_hand_of_each_game_is_played_by_keys(chrome, key):
    chrome.start(f"?game={key}&deal=ABC123")
    assert chrome.browser.run("location.search") == ""
    chrome.keys("a")
    assert chrome.browser.run("handful.share()").startswith(f"game={key}&deal=ABC123")
    seen = set()
    for letters in ("a", "r", "a", "a", "ra", "da", "a"):
        chrome.keys(letters)
        seen.add(chrome.image().tobytes())
    assert len(seen) > 2


def test_a_match_goes_on_after_the_page_was_left_without_a_word(visit):
    visit.start("?game=inversio&deal=ABC123")
    visit.keys("aa")
    link = visit.browser.run("handful.share()")
    visit.browser.go("about:blank")
    visit.start()
    visit.hears("Continue")
    visit.keys("a")
    assert visit.browser.run("handful.share()") == link


def test_letters_type_where_letters_are_asked_for(chrome):
    chrome.start()
    for sign in "Ada":
        chrome.browser.run(f"dispatchEvent(new KeyboardEvent('keydown', {{key: '{sign}', code: 'x'}}))")
        chrome.settle()
    chrome.keys("a")  # Enter: the name is done
    chrome.hears("Learn by playing")
    chrome.browser.run("handful.open('game=inversio')")
    chrome.settle()
    chrome.hears("Ada")


def test_without_a_network_it_starts_again(visit):
    visit.start()
    until(
        visit.browser, "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"
    )
    visit.close()  # the server is gone
    visit.start()
    visit.hears("Games")


def test_a_new_version_takes_over_at_the_next_start_and_not_before(visit, page, tmp_path):
    visit.start()
    until(
        visit.browser, "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"
    )
    newer = tmp_path / "newer"
    shutil.copytree(page, newer)
    for name, old, new in (
        ("sw.js", 'VERSION = "', 'VERSION = "x'),
        ("index.html", "<title>", "<title>New "),
    ):
        text = (newer / name).read_text(encoding="utf-8")
        (newer / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    visit.serve(newer)
    visit.browser.run("navigator.serviceWorker.getRegistration().then(found => found.update()).then(() => 1)")
    until(visit.browser, "navigator.serviceWorker.getRegistration().then(found => Boolean(found.waiting))")
    assert visit.browser.run("document.title") == "Handful"
    visit.browser.go(visit.address)
    until(visit.browser, "document.title === 'New Handful' && Boolean(globalThis.handful)")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("?game=chess", "This link is for a game that is not here."),
        ("?game=inversio&deal=UUUUUU", "This link's deal is not one: here is another."),
        ("?game=inversio&rounds=99", "An option of this link does not fit (rounds)."),
    ],
)
def test_what_is_wrong_with_a_link_is_said(chrome, query, said):
    chrome.start(query)
    assert chrome.text("notice") == said


def test_a_second_page_says_that_the_first_one_saves(visit):
    visit.start()
    visit.browser.tab()
    visit.start()
    visit.hears("Another Handful is open")


def test_storage_that_is_full_or_forbidden_is_said(visit):
    visit.start("?game=inversio")
    visit.browser.run(
        "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError') }, 1"
    )
    visit.keys("aas")
    visit.hears("Saving failed: why?")


def test_a_save_goes_into_a_file_and_back(chrome):
    chrome.start("?game=inversio&deal=ABC123")
    chrome.keys("a")
    chrome.browser.run("handful.save(), globalThis.kept = localStorage.handful")
    kept = chrome.browser.run("localStorage.handful")
    take = """
    (() => {
      const given = new DataTransfer();
      const bytes = Uint8Array.from(HEX.match(/../g), pair => parseInt(pair, 16));
      given.items.add(new File([bytes], "save.bin"));
      const file = document.getElementById("file");
      file.files = given.files;
      file.dispatchEvent(new Event("change"));
    })()
    """
    chrome.browser.run(take.replace("HEX", "'00112233'"))
    until(chrome.browser, "document.getElementById('notice').textContent.includes('no whole save')")
    chrome.browser.run("localStorage.clear()")
    chrome.browser.run("delete globalThis.handful, " + take.strip().replace("HEX", repr(kept)))
    until(chrome.browser, "Boolean(globalThis.handful)")
    chrome.settle()
    chrome.hears("Continue")


def test_a_gamepad_plays(chrome):
    chrome.start("?game=inversio")
    for axis in ("0.9", "0"):
        pad = f"{{connected: true, index: 0, axes: [0, {axis}], buttons: []}}"
        chrome.browser.run(f"navigator.getGamepads = () => [{pad}], 1")
        chrome.settle()
    chrome.hears("Shared deal", "startsWith")


def places(chrome) -> dict:
    """Where the picture and the drawn keys are, in CSS pixels: left, top, right, bottom."""
    return chrome.browser.run("""
    Object.fromEntries(["#picture", "#pad", "#more", "4", "5", "6", "7"].map(name => {
      if (name[0] != "#") name = `[data-key="${name}"]`;
      const box = document.querySelector(name).getBoundingClientRect();
      return [name, [box.left, box.top, box.right, box.bottom]];
    }))""")


def overlap(one, other) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize(
    ("width", "height", "ratio"),
    [(390, 844, 3), (844, 390, 3), (360, 560, 2), (412, 915, 2.625), (320, 480, 1)],
)
def test_on_a_phone_pixels_stay_whole_and_keys_are_thumb_sized_and_apart(chrome, width, height, ratio):
    chrome.browser.size(width, height, ratio, True)
    chrome.start("?game=flip_over&seats=p22")
    found = places(chrome)
    left, top, right, bottom = [edge * ratio for edge in found["#picture"]]
    scale = (right - left) / 160
    assert round(scale) >= 1
    assert [left, top, scale] == pytest.approx([round(left), round(top), round(scale)], abs=0.05)
    for name, place in found.items():
        assert min(place) >= 0 and place[2] <= width and place[3] <= height, name
        assert name == "#picture" or min(place[2] - place[0], place[3] - place[1]) >= 44, name
        assert [other for other in found if overlap(place, found[other])] == [name]
    if os.environ.get("HANDFUL_REWRITE") and (width, ratio) == (390, 3):
        chrome.keys("aaaa")  # the table
        shot = Image.open(io.BytesIO(chrome.browser.photograph()))
        shot = shot.resize((width, height), Image.Resampling.LANCZOS)
        shot = shot.convert("P", palette=Image.Palette.ADAPTIVE)
        shot.save(ROOT / "docs" / "phone.png", optimize=True)  # README.md shows it


def test_fingers_play(chrome):
    chrome.browser.size(390, 844, 3, True)
    chrome.start("?game=inversio")
    found = places(chrome)
    left, top, right, bottom = found["#pad"]
    for y, row in ((bottom - 10, "Shared deal"), (top + 10, "Deal the cards")):
        chrome.browser.finger([((left + right) / 2, y)])
        chrome.settle()
        chrome.hears(row, "startsWith")
        chrome.browser.finger([])
    left, top, right, bottom = found['[data-key="4"]']
    chrome.browser.finger([((left + right) / 2, (top + bottom) / 2)])
    chrome.browser.finger([])
    chrome.settle()
    chrome.settle()
    assert chrome.browser.run("handful.share()").startswith("game=inversio")


def test_the_first_start_speaks_the_browsers_language(chromium, page):
    for language, said in (("fr-CA", "Nom de la place 1"), ("ja", "席1"), ("de", "Name of seat 1")):
        visit = Visit(chromium, page)
        chromium.language(language)
        visit.start()
        visit.hears(said)
        visit.close()
    chromium.language("en")
