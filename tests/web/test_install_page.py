# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The page that installs, in browsers: onto folders of the browser's own, and killed at any moment."""

import base64
import hashlib
import json
import random
import re
import time
import zipfile

import pytest

from tests.tools.test_flash import BOOT
from tests.tools.test_one_file import firmware
from tests.web.browsers import Chromium, Firefox, until
from tests.web.visit import Visit, opened
from tools.build import bundle, circuitpython, uf2

MINE = {
    "boot_out.txt": BOOT.format("10.2.0", "pybadge").encode(),
    "settings.toml": b'CIRCUITPY_WIFI_SSID = "home"\n',
    "code.py": b"mine",
    "songs/a.wav": b"la",
}
KILLS = {"Chromium": 6, "Firefox": 3}  # of which each takes up to 5 s, or 12 s if Firefox writes to a disk
PUT = 120  # s that it may take to install: Firefox waits for the disk at each file

# What the tests do with folders, in JavaScript: a drive by its name, with files; the hashes of what is on it.
TOOLS = """
globalThis.drives = {
  open: async (name) => (await navigator.storage.getDirectory()).getDirectoryHandle(name, {create: true}),
  async make(name, files) {
    const root = await drives.open(name);
    for (const [path, text] of Object.entries(files)) {
      let folder = root;
      const names = path.split("/");
      for (const part of names.slice(0, -1)) folder = await folder.getDirectoryHandle(part, {create: true});
      const writer = await (await folder.getFileHandle(names.at(-1), {create: true})).createWritable();
      await writer.write(text);
      await writer.close();
    }
  },
  async list(folder, found = {}, path = "") {
    for await (const [name, handle] of folder.entries()) {
      if (handle.kind === "directory") await drives.list(handle, found, `${path}${name}/`);
      else {
        const hash = await crypto.subtle.digest("SHA-256", await (await handle.getFile()).arrayBuffer());
        const digits = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0"));
        found[path + name] = digits.join("");
      }
    }
    return found;
  },
}, 1
"""


def hashes(files):
    """What TOOLS' list says of files."""
    return {path: hashlib.sha256(data).hexdigest() for path, data in files.items()}


class Page(Visit):
    """A tab with the page that installs."""

    def __init__(self, browser, folder):
        super().__init__(browser, folder)
        self.address += "install/index.html"
        self.start()

    def start(self):
        """Opens the page again."""
        self.browser.go("about:blank")
        self.browser.go(self.address)
        until(self.browser, "Boolean(globalThis.installer)")
        self.browser.run(TOOLS)

    def make(self, name, files):
        """Makes a drive in the browser."""
        texts = {path: data.decode() for path, data in files.items()}
        self.browser.run(f"drives.make({json.dumps(name)}, {json.dumps(texts)}).then(() => 1)")

    def put(self, name):
        """Installs onto a drive; returns what is said."""
        self.browser.run(
            f"void (globalThis.end = null, drives.open({json.dumps(name)}).then(root => installer.put(root))"
            ".catch(error => ['refused: ' + error.message]).then(said => (globalThis.end = said))), 1"
        )
        return until(self.browser, "globalThis.end", PUT)

    def tree(self, name):
        """The hashes of a drive's files, by path."""
        return self.browser.run(f"drives.open({json.dumps(name)}).then(root => drives.list(root))")

    def said(self):
        """What the page says."""
        return self.text("said")


@pytest.fixture(scope="module", params=[Chromium, Firefox], ids=lambda kind: kind.__name__.lower())
def browser(request):
    """Each browser whose own folders can be written to, in turn."""
    started = opened(request.param)
    yield started
    started.close()


@pytest.fixture
def tab(browser, page):
    """The page in a browser, which must not have thrown anything in the end."""
    browser.errors.clear()
    opened_page = Page(browser, page)
    yield opened_page
    opened_page.close()
    assert browser.errors == []


@pytest.fixture(scope="module")
def games(page):
    """The files of the PyBadge's bundle."""
    with zipfile.ZipFile(page / "install" / "pybadge.zip") as zipped:
        return {entry.filename: zipped.read(entry) for entry in zipped.infolist()}


def installed(games):
    """The drive when all is done."""
    mine = {**MINE, "code.py~": MINE["code.py"]}
    return hashes({**mine, **games})


def test_it_installs_and_the_second_time_there_is_nothing_to_do(tab, games):
    tab.make("whole", MINE)
    said = tab.put("whole")
    assert said[0].endswith("for pybadge is on whole (pybadge, CircuitPython 10.2.0).")
    assert said[1] == f"{len(games) - 1} files written and read back, 0 were there, 0 removed."
    assert "code.py as code.py~" in said[2] and said[3].startswith("Eject the drive whole now")
    assert tab.tree("whole") == installed(games)
    assert tab.put("whole")[1].startswith(f"0 files written and read back, {len(games) - 1} were there")
    assert tab.tree("whole") == installed(games)


def test_killed_at_any_moment_it_is_whole_after_the_next_time(tab, games):
    chance = random.Random(1)
    expected = installed(games)
    for number in range(KILLS[type(tab.browser).__name__]):
        name = f"killed {number}"
        tab.make(name, MINE)
        tab.browser.run(f"void drives.open({json.dumps(name)}).then(root => installer.put(root)), 1")
        tab.browser.run(f"new Promise(done => setTimeout(done, {chance.randrange(20, 1200)})).then(() => 1)")
        tab.start()
        left = tab.tree(name)
        mine = hashes(MINE)
        assert mine.items() - {("code.py", mine["code.py"])} <= left.items()
        assert mine["code.py"] in left.values()
        starts = left.get("code.py") == expected["code.py"]
        new = {path: expected[path] for path in games if path != bundle.MANIFEST}
        assert (
            not starts or left.items() >= new.items()
        )  # test_install.py has a kill after each piece of work
        for _ in range(20):  # the browser keeps hold of a file for a moment
            said = tab.put(name)
            if not said[0].startswith("refused: "):
                break
            time.sleep(0.5)
        assert said[0].startswith("Handful "), number
        assert tab.tree(name) == expected, number


def test_it_asks_what_is_connected_to_a_bare_pico_and_fetches_the_games_for_that(tab):
    tab.make("pico", {"boot_out.txt": BOOT.format("10.2.0", "raspberry_pi_pico").encode()})
    tab.browser.run("globalThis.fetch = (name) => Promise.reject(new TypeError(name)), 1")
    put = "drives.open('pico').then(root => installer.put(root)).catch(error => error.message)"
    tab.browser.run(f"void (globalThis.end = {put}), 1")
    until(tab.browser, "document.querySelectorAll('#said button').length > 1")
    assert "raspberry_pi_pico" in tab.browser.run("document.querySelector('#said p').textContent")
    names = tab.browser.run("Array.from(document.querySelectorAll('#said button'), (one) => one.textContent)")
    assert "Pico with Pico-LCD-1.3" in names and "Own wiring, 160x128" in names
    number = names.index("Pico with Pico-LCD-1.3")
    tab.browser.run(f"document.querySelectorAll('#said button')[{number}].click(), 1")
    assert "cannot be fetched (waveshare_pico_lcd_1_3.zip)" in tab.browser.run("end")


def test_the_button_takes_the_drive_that_is_chosen_or_the_page_says_what_else_to_do(tab, games):
    if not tab.browser.run("'showDirectoryPicker' in globalThis"):
        assert tab.browser.run("document.getElementById('direct').hidden")
        assert "localhost" in tab.browser.run("document.getElementById('indirect').innerText")
        return
    tab.make("chosen", MINE)
    tab.browser.run("globalThis.showDirectoryPicker = () => drives.open('chosen'), 1")
    tab.browser.run("document.getElementById('choose').click(), 1")
    until(tab.browser, "document.getElementById('said').textContent.includes('Eject the drive chosen')")
    assert tab.tree("chosen") == installed(games)
    tab.browser.run("globalThis.fetch = () => Promise.reject(new TypeError('no network')), 1")
    tab.browser.run("document.getElementById('choose').click(), 1")
    until(tab.browser, "document.getElementById('said').textContent.includes('cannot be fetched')")
    assert tab.said() == "The games cannot be fetched (pybadge.zip): is there a network?"


def test_what_a_browser_refuses_is_said_in_the_pages_own_words(tab):
    if tab.browser.run("'showDirectoryPicker' in globalThis"):
        refused = "Promise.reject(new DOMException('raw', 'SecurityError'))"
        tab.browser.run(f"globalThis.showDirectoryPicker = () => {refused}, 1")
        tab.browser.run("document.getElementById('choose').click(), 1")
        until(tab.browser, "document.getElementById('said').textContent")
        assert tab.said() == "That did not work: load this page again, and repeat."
    tab.browser.run("""
    (() => {
      HTMLInputElement.prototype.click = () => {};
      document.querySelector("#hack_club_sprig button").click();
      const arrayBuffer = () => Promise.reject(new DOMException("raw", "NotFoundError"));
      const gone = {name: "a.uf2", arrayBuffer};
      const file = document.getElementById("file");
      Object.defineProperty(file, "files", {value: [gone]});
      Object.defineProperty(file, "value", {value: "", writable: true});
      file.onchange();
      return 1;
    })()""")
    until(tab.browser, "document.getElementById('said').textContent.includes('a.uf2')")
    assert tab.said() == "a.uf2 cannot be read: choose it once more."


def test_one_file_is_made_of_a_firmware_and_the_games(tab, tmp_path):
    given = firmware(tmp_path / "circuitpython.uf2", "hack_club_sprig")
    made = uf2.make("hack_club_sprig", given, tmp_path / "dist").read_bytes()
    encoded = base64.b64encode(given.read_bytes()).decode()
    tab.browser.run(f"""
    (() => {{
      URL.createObjectURL = (blob) => ((globalThis.made = blob), "data:,");
      HTMLInputElement.prototype.click = () => {{}};
      HTMLAnchorElement.prototype.click = () => {{}};
      document.querySelector("#hack_club_sprig button").click();
      const given = new DataTransfer();
      const bytes = Uint8Array.from(atob("{encoded}"), (sign) => sign.charCodeAt());
      given.items.add(new File([bytes], "circuitpython.uf2"));
      const file = document.getElementById("file");
      file.files = given.files;
      file.dispatchEvent(new Event("change"));
      return 1;
    }})()""")
    until(tab.browser, "document.getElementById('said').textContent.includes('in your downloads')")
    hashed = tab.browser.run(
        "made.arrayBuffer().then(bytes => crypto.subtle.digest('SHA-256', bytes))"
        ".then(hash => Array.from(new Uint8Array(hash), byte => byte.toString(16).padStart(2, '0')).join(''))"
    )
    assert hashed == hashlib.sha256(made).hexdigest()


def test_every_board_is_listed_with_a_picture_of_its_keys_and_a_zip(tab, page):
    facts = json.loads((page / "install" / "install.json").read_text(encoding="utf-8"))
    for board in facts["pages"]:
        query = f"document.getElementById({json.dumps(board['page'])})"
        assert tab.browser.run(f"{query}.querySelector('h3').textContent") == board["name"]
        assert (
            tab.browser.run(f"{query}.querySelector('.ways a').getAttribute('href')")
            == f"{board['page']}.zip"
        )
        told = tab.browser.run(f"{query}.innerText")
        for name in board["firmwares"]:
            needs = circuitpython.offered(board["page"], name)
            lines = [line for line in told.split("\n") if line.startswith(f"CircuitPython {needs} for ")]
            assert len(lines) == 1 and name in lines[0]
            assert tab.browser.run(f"{query}.innerHTML.includes('https://circuitpython.org/board/{name}/')")
        assert re.search(r"^(Bootloader|Firmware): [^{}]+\.$", told, re.M)
        app = tab.browser.run(f"Boolean({query}.querySelector('a[href$=\"-app.zip\"]'))")
        assert app == bool(board["launcher"])
        assert tab.browser.run(
            f"(() => {{ const one = new Image(); one.src = '{board['page']}.svg'; "
            "return one.decode().then(() => one.naturalWidth > 0); })()"
        )
    assert "By hand: download" in tab.text("byHand")
