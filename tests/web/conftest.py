# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The page, built once for all tests of it, the machine in Node, and visits with browsers."""

import filelock
import pytest

from boards.computer.names import Names
from tests.web.browsers import Chromium, Firefox, WebKit
from tests.web.installer import Installer
from tests.web.machine import Machine
from tests.web.visit import KEYS, Visit, opened
from tools.build import web
from tools.console import LETTERS, Board

BROWSERS = [Chromium, Firefox, WebKit]


@pytest.fixture(scope="session")
def page(tmp_path_factory):
    """The folder that `make web` makes, shared by all workers."""
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "popen" in base.name else base) / "page"
    with filelock.FileLock(f"{folder}.lock"):
        if not (folder / "web").exists():
            web.build(folder, boards=("hack_club_sprig", "pybadge"))
    return folder / "web"


@pytest.fixture
def machine(page):
    """The machine, not switched on yet."""
    started = Machine(page)
    yield started
    started.close()


@pytest.fixture(scope="module")
def installer():
    """Node with the page's installer."""
    started = Installer()
    yield started
    started.close()


@pytest.fixture(scope="module", params=BROWSERS, ids=lambda kind: kind.__name__.lower())
def browser(request):
    """Each browser in turn, started once for all tests of a file."""
    started = opened(request.param)
    yield started
    started.close()


@pytest.fixture(scope="module", params=BROWSERS, ids=lambda kind: kind.__name__.lower())
def phone(request):
    """Each browser in turn, as a phone in French without motion."""
    started = opened(request.param, phone=True)
    yield started
    started.close()


@pytest.fixture(scope="module")
def chromium():
    """The browser in which is tried what is the same in all."""
    started = opened(Chromium)
    yield started
    started.close()


def _visit(browser, page):
    browser.errors.clear()
    visited = Visit(browser, page)
    yield visited
    raw = visited.raw()
    visited.close()
    assert browser.errors == [] and raw == []


@pytest.fixture
def visit(browser, page):
    """A visit of the page, which must not have thrown anything or said a text's key in the end."""
    yield from _visit(browser, page)


@pytest.fixture
def call(phone, page):
    """A visit of the page with a phone."""
    yield from _visit(phone, page)


@pytest.fixture
def chrome(chromium, page):
    """A visit in Chromium alone."""
    yield from _visit(chromium, page)


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


def pytest_collection_modifyitems(items):
    """Lets a test of a browser be tried three times: on a busy machine a browser may be too slow.

    Each of these tries stands below the results of all tests (tests/conftest.py).
    """
    for item in items:
        if {"browser", "phone", "chromium"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.flaky(reruns=2))
