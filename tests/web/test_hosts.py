# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The page on any host: with types, redirects and policies of all kinds; what it says if it cannot start."""

import io
import os
import random
import shutil
import threading
import time

import pytest

from tests.web.browsers import ELSEWHERE, until
from tests.web.visit import say
from tools.build import web

REGISTRATION = "navigator.serviceWorker.getRegistration()"
WORKER = "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"
KNOWN = (".css", ".html", ".js", ".png", ".txt")  # the endings of which every host knows the type
FAILED = {
    "en": "Handful does not start here: ",
    "fr": "Handful ne démarre pas ici : ",
    "ja": "ここではHandfulを始められません:",
}
MISSING = {
    "en": "{0} is missing or damaged.",
    "fr": "{0} manque ou est abîmé.",
    "ja": "{0}がないか、壊れています。",
}
ODD = "a file of the page is missing or damaged, or the browser is too old."
PORTAL = b"<!doctype html><p>Sign in first."


class Host(web.Handler):
    """A host with peculiar ways. Each of these is one more thing that a host may do."""

    missing = ()  # names that it does not have
    portal = ()  # names in whose place it sends a page that asks to sign in
    headers_too = {}  # that come with each answer
    unknown = ""  # the type of what it has no type for
    index = True  # whether /index.html is not sent on to /

    def guess_type(self, path):
        """The type of a file."""
        return self.unknown if self.unknown and not str(path).endswith(KNOWN) else super().guess_type(path)

    def end_headers(self):
        """Adds the host's own."""
        for name, value in {"Cache-Control": "no-store", **self.headers_too}.items():
            self.send_header(name, value)
        super().end_headers()

    def send_head(self):
        """Redirects, refuses, or answers."""
        name = self.path.partition("?")[0]
        if not self.index and name.endswith("/index.html"):
            self.send_response(308)
            self.send_header("Location", self.path.replace("index.html", ""))
            self.send_header("Content-Length", "0")
            self.end_headers()
            return None
        if name.rpartition("/")[2] in self.missing:
            self.send_error(404)
            return None
        if name.rpartition("/")[2] in self.portal:
            self.send_response(200)
            self.send_header("Content-Type", self.guess_type(name))
            self.send_header("Content-Length", str(len(PORTAL)))
            self.end_headers()
            return io.BytesIO(PORTAL)
        return super().send_head()


def host(**ways):
    """Returns a kind of host."""
    return type("Host", (Host,), ways)


@pytest.mark.parametrize(
    "ways",
    [
        {"unknown": "application/octet-stream"},
        {"unknown": "text/plain", "headers_too": {"X-Content-Type-Options": "nosniff"}},
    ],
    ids=["octet-stream", "text"],
)
def test_it_starts_whatever_type_a_host_gives_to_files_that_it_does_not_know(visit, page, ways):
    visit.serve(page, host(**ways))
    visit.start()
    visit.hears(say("first_know"))


def said(visit, query=""):
    """Opens a page that cannot start; returns what it says."""
    visit.browser.go("about:blank")
    visit.browser.go(visit.address + query)
    notice = "document.getElementById('notice')"
    found = until(visit.browser, f"!{notice}.hidden && {notice}.textContent")
    visit.browser.errors.clear()  # Firefox logs what it has not got
    return found


def needed(page):
    """The files without which the page cannot start."""
    names = {file.name for file in page.iterdir()}
    names -= {"sw.js", "start.js"}  # without the first it plays; the second is below
    return sorted(name for name in names if name.endswith((".js", ".wasm", ".bin")))


def test_each_file_that_is_missing_is_said_in_each_language(chrome, page):
    names = needed(page)
    assert {"drive.bin", "micropython.wasm", "page.js", "words.js"} <= set(names)
    for number, name in enumerate(names):
        language = list(FAILED)[number % len(FAILED)]
        chrome.browser.language(language)
        chrome.serve(page, host(missing=(name, "sw.js")))
        assert said(chrome) == FAILED[language] + MISSING[language].replace("{0}", name)
    chrome.browser.language("en")


def test_a_network_that_sends_something_else_in_place_of_a_file_is_said(chrome, page):
    for name in ("drive.bin", "micropython.wasm", "micropython.js", "words.js"):
        chrome.serve(page, host(portal=(name,), missing=("sw.js",)))
        found = MISSING["en"].replace("{0}", name) if name == "drive.bin" else ODD
        assert said(chrome) == FAILED["en"] + found, name


@pytest.mark.parametrize("damage", ["end", "half", "head", "all", "letter"])
def test_a_drive_that_is_cut_short_or_altered_is_said(chrome, page, tmp_path, damage):
    folder = tmp_path / "damaged"
    shutil.copytree(page, folder, ignore=shutil.ignore_patterns("install", "sw.js"))
    data = bytearray((folder / "drive.bin").read_bytes())
    if damage == "letter":
        data[len(data) // 2] ^= 1
    else:
        del data[{"end": -100, "half": len(data) // 2, "head": 100, "all": 0}[damage] :]
    (folder / "drive.bin").write_bytes(data)
    chrome.serve(folder)
    assert said(chrome) == FAILED["en"] + MISSING["en"].replace("{0}", "drive.bin")


def test_each_browser_says_what_is_missing(visit, page):
    for name in ("micropython.js", "micropython.wasm", "drive.bin"):
        visit.serve(page, host(missing=(name, "sw.js")))
        assert said(visit) in (FAILED["en"] + ODD, FAILED["en"] + MISSING["en"].replace("{0}", name))


def test_a_host_that_forbids_webassembly_is_said(chrome, page):
    chrome.serve(page, host(headers_too={"Content-Security-Policy": "script-src 'self'"}))
    assert said(chrome) == FAILED["en"] + "the browser or the host forbids WebAssembly."


LATE = "Handful is still being loaded: the network is slow, or does not answer."


@pytest.mark.parametrize("name", ["drive.bin", "words.js"])
def test_a_file_that_does_not_come_is_said_until_it_has_come(chrome, page, name):
    comes = threading.Event()

    class Hanging(Host):
        """A host that sends one file late, and has no worker."""

        def send_head(self):
            if self.path.endswith(name):
                comes.wait(60)
            return super().send_head()

    chrome.serve(page, type("Host", (Hanging,), {"missing": ("sw.js",)}))
    chrome.browser.go(chrome.address)
    try:
        until(chrome.browser, f"document.getElementById('notice')?.textContent === {LATE!r}")
        assert not chrome.browser.run("document.getElementById('notice').hidden")
    finally:
        comes.set()
    chrome.started()
    assert chrome.browser.run("document.getElementById('notice').hidden")
    chrome.hears(say("first_know"))


def test_a_page_that_is_opened_as_a_file_says_that_it_takes_a_server(chrome, page):
    chrome.browser.go((page / "index.html").as_uri())
    found = until(chrome.browser, "document.getElementById('notice').textContent")
    assert found == "Handful does not start from a file: its folder has to be on a web server."


@pytest.mark.parametrize(
    "fault",
    [
        "handful.frame = stop",
        "handful.changed = stop",
        "CanvasRenderingContext2D.prototype.putImageData = stop",
        "navigator.getGamepads = () => [{get connected() { stop() }}]",
    ],
)
def test_whatever_throws_while_a_frame_is_made_is_said_in_words_and_not_as_it_was_thrown(chrome, fault):
    chrome.start()
    chrome.browser.run(f"(() => {{ const stop = () => {{ throw new Error('raw') }}; {fault} }})()")
    chrome.keys("s")
    until(chrome.browser, "!document.getElementById('notice').hidden")
    assert chrome.text("notice") == (
        "Handful has stopped. What was saved is there when the page is loaded again."
    )


def test_a_browser_that_draws_nothing_is_said(chrome, page, tmp_path):
    folder = tmp_path / "blind"
    shutil.copytree(page, folder, ignore=shutil.ignore_patterns("install", "sw.js"))
    html = (folder / "index.html").read_text(encoding="utf-8")
    blind = "<head><script>HTMLCanvasElement.prototype.getContext = () => null</script>"
    (folder / "index.html").write_text(html.replace("<head>", blind), encoding="utf-8")
    chrome.serve(folder)
    assert said(chrome) == FAILED["en"] + ODD


POLICY = "gamepad=(), fullscreen=(), clipboard-write=(), web-share=(), autoplay=()"


def test_where_gamepads_are_forbidden_and_all_else_it_plays_and_has_the_link_to_copy(chrome, page):
    chrome.serve(page, host(headers_too={"Permissions-Policy": POLICY}))
    chrome.first_start()
    asked = "(() => { try { navigator.getGamepads() } catch (error) { return error.name } })()"
    assert chrome.browser.run(asked) == "SecurityError"
    chrome.browser.run("document.getElementById('more').click(), 1")
    assert chrome.browser.run("document.getElementById('full').hidden")
    chrome.browser.run("document.getElementById('share').click(), 1")
    until(chrome.browser, "document.getElementById('link').value.startsWith('http')")
    assert chrome.browser.run("document.getElementById('menu').open")


BLOCKED = {"script-src 'none'": (), "default-src *": ("start.js",)}


@pytest.mark.parametrize("policy", BLOCKED)
@pytest.mark.parametrize("path", ["", "install/index.html"])
def test_a_script_that_is_blocked_is_said_in_each_language(visit, page, policy, path):
    ways = {"headers_too": {"Content-Security-Policy": policy}, "missing": BLOCKED[policy]}
    visit.serve(page, host(**ways))
    visit.browser.go(visit.address + path)
    until(visit.browser, "document.readyState === 'complete'")
    visit.browser.run("document.getAnimations().forEach(one => one.finish()), 1")
    shown = "getComputedStyle(document.getElementById('silent')).visibility === 'visible'"
    assert visit.browser.run(shown)
    languages = "Array.from(document.querySelectorAll('#silent [lang]'), one => one.lang)"
    assert visit.browser.run(languages) == list(FAILED)
    visit.browser.errors.clear()


def test_where_scripts_run_nobody_reads_that_they_do_not(visit):
    visit.start()
    assert visit.browser.run("document.getElementById('silent') === null")


def test_the_page_that_installs_says_what_is_missing(chrome, page):
    for name in ("zip.js", "install.json"):
        chrome.serve(page, host(missing=(name, "sw.js")))
        chrome.browser.go(chrome.address + "install/index.html")
        found = until(chrome.browser, "document.getElementById('said').textContent")
        assert found == FAILED["en"] + MISSING["en"].replace("{0}", name)


# Without a secure context, in a frame, and beside another copy


def elsewhere(visit):
    """Goes on at an address of another machine, over plain http."""
    visit.address = visit.address.replace("localhost", ELSEWHERE)


def test_over_plain_http_the_second_page_says_that_the_first_one_saves(chrome):
    elsewhere(chrome)
    chrome.first_start()
    assert not chrome.browser.run("isSecureContext || Boolean(navigator.locks)")
    chrome.browser.tab()
    chrome.start()
    chrome.hears("Another Handful is open")
    chrome.start()  # and the first one is still there when the second is loaded again
    chrome.hears("Another Handful is open")


FRAME = """<!doctype html><title>Frame</title><iframe sandbox="allow-scripts" src="index.html"></iframe>
<script>addEventListener("message", ({data}) => (globalThis.answer = data))</script>"""
ASKED = """<script>
const look = setInterval(() => {
  const notice = document.getElementById("notice");
  const hidden = document.getElementById("board").hidden;
  if (globalThis.handful || !notice.hidden) {
    parent.postMessage([Boolean(globalThis.handful), notice.textContent, hidden], "*");
  }
}, 50);
</script></body>"""


@pytest.fixture
def framed(page, tmp_path):
    """The folder of the page, with frame.html that has it in a sandboxed frame and hears what it says."""
    folder = tmp_path / "framed"
    shutil.copytree(page, folder)
    (folder / "frame.html").write_text(FRAME, encoding="utf-8")
    html = (folder / "index.html").read_text(encoding="utf-8")
    (folder / "index.html").write_text(html.replace("</body>", ASKED), encoding="utf-8")
    return folder


def test_in_a_sandboxed_frame_without_leave_it_says_what_the_host_has_to_do(visit, framed):
    visit.serve(framed)
    visit.browser.go(visit.address + "frame.html")
    until(visit.browser, "globalThis.answer")
    assert visit.browser.run("answer")[1] == (
        "Handful does not start in this frame: its host has to send the header Access-Control-Allow-Origin: *"
    )
    visit.browser.errors.clear()


def test_in_a_sandboxed_frame_it_starts_and_says_once_what_is_forbidden(chrome, framed):
    chrome.serve(framed, host(headers_too={"Access-Control-Allow-Origin": "*"}))
    chrome.browser.go(chrome.address + "frame.html")
    until(chrome.browser, "globalThis.answer && answer[0]")
    started, notice, hidden = chrome.browser.run("answer")
    assert started and hidden
    assert notice == "This browser keeps nothing here: close the page, and the match is gone."


def test_a_host_that_sends_index_on_keeps_working_with_and_without_a_network(visit, page):
    visit.serve(page, host(index=False))
    visit.start()
    until(visit.browser, WORKER)
    visit.start("index.html")
    visit.hears(say("games"))
    visit.unplug()
    visit.start("index.html?game=inversio")
    visit.hears(say("deal_cards"))


# An update


def newer(page, folder, number):
    """Makes another version of the page, whose parts say which they are of."""
    shutil.copytree(page, folder)
    parts = ["index.html", "page.js", "machine.js", "words.js"]
    for name in parts:
        text = (folder / name).read_text(encoding="utf-8")
        mark = f"(globalThis.parts ??= {{}})['{name}'] = {number};"
        text = text.replace("<head>", f"<head><script>{mark}</script>") if ".html" in name else mark + text
        (folder / name).write_text(text, encoding="utf-8")
    head = (folder / "sw.js").read_text(encoding="utf-8")
    for name, data in web.hashes({name: (folder / name).read_bytes() for name in parts}).items():
        old = web.hashes({name: (page / name).read_bytes()})[name]
        head = head.replace(f'"{name}": "{old}"', f'"{name}": "{data}"')
    head = head.replace('VERSION = "', f'VERSION = "{number}')
    (folder / "sw.js").write_text(head, encoding="utf-8")
    for file in folder.iterdir():
        os.utime(file, (number, number))  # the server knows versions by their times
    return folder


def test_however_a_page_is_loaded_again_in_an_update_its_files_are_of_one_version(chrome, page, tmp_path):
    versions = [newer(page, tmp_path / str(number), number) for number in range(3)]
    chrome.serve(versions[0])
    chrome.start()
    until(chrome.browser, WORKER)
    chance = random.Random(1)
    for folder in versions[1:]:
        chrome.serve(folder, host())
        for _ in range(4):
            chrome.browser.go(chrome.address)
            time.sleep(chance.random() * 1.2)
        chrome.start()
        found = until(chrome.browser, "globalThis.handful && parts")
        assert len(set(found.values())) == 1 and len(found) == 4
    # The newest version is fetched, comes in when the one before has nothing to do, and is what starts then.
    # A busy machine may end a fetch too early, so the browser is told to look until it has come.
    come = "caches.keys().then(names => names.some(name => name.startsWith('handful-2')))"
    until(chrome.browser, f"{REGISTRATION}.then(one => one.update()).then(() => {come})")
    chrome.start()
    until(chrome.browser, f"{REGISTRATION}.then(one => !one.waiting && one.active.state === 'activated')")
    chrome.start()
    assert set(chrome.browser.run("parts").values()) == {2}


def test_a_new_version_that_the_old_worker_keeps_waiting_comes_at_the_start_after(chrome, page, tmp_path):
    class Slow(Host):
        """A host that is slow with what the worker does not keep."""

        def send_head(self):
            if self.path.endswith("slow.txt"):
                time.sleep(4)
            return super().send_head()

    versions = [newer(page, tmp_path / str(number), number) for number in range(2)]
    html = (versions[0] / "index.html").read_text(encoding="utf-8")
    (versions[0] / "index.html").write_text(html.replace("<body", "<script>fetch('slow.txt')</script><body"))
    chrome.serve(versions[0], Slow)
    chrome.start()
    until(chrome.browser, WORKER)
    chrome.serve(versions[1], Slow)
    until(chrome.browser, f"{REGISTRATION}.then(one => one.update()).then(one => Boolean(one.waiting))")
    chrome.start()
    assert set(chrome.browser.run("parts").values()) == {0}
    until(chrome.browser, f"{REGISTRATION}.then(one => !one.waiting && one.active.state === 'activated')")
    chrome.start()
    assert set(chrome.browser.run("parts").values()) == {1}
