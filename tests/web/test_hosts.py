# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The page on any host: with types, redirects and policies of all kinds; what it says if it cannot start."""

import pytest

from tests.web.browsers import until
from tests.web.visit import say
from tools.build import web

WORKER = "navigator.serviceWorker.ready.then(() => Boolean(navigator.serviceWorker.controller))"
KNOWN = (".css", ".html", ".js", ".png", ".txt")  # the endings of which every host knows the type
FAILED = {
    "en": "Handful does not start here: ",
    "fr": "Handful ne démarre pas ici : ",
    "ja": "ここではHandfulを始められません:",
}


class Host(web.Handler):
    """A host with ways of its own. Each of these is one more thing that a host may do."""

    missing = ()  # names that it does not have
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
        found = said(chrome)
        assert found.startswith(FAILED[language]) and len(found) > len(FAILED[language]) + 3, name
    chrome.browser.language("en")


def test_each_browser_says_what_is_missing(visit, page):
    for name in ("micropython.js", "micropython.wasm", "drive.bin"):
        visit.serve(page, host(missing=(name, "sw.js")))
        assert said(visit).startswith(FAILED["en"])


def test_a_host_that_forbids_webassembly_is_said(chrome, page):
    chrome.serve(page, host(headers_too={"Content-Security-Policy": "script-src 'self'"}))
    assert said(chrome).startswith(FAILED["en"])


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
        assert until(chrome.browser, "document.getElementById('said').textContent").startswith(FAILED["en"])
