# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Random keys in the page: a short piece of `make soak ARGS="--only browser"`."""

import random

import pytest

from tests.web import monkeys
from tests.web.browsers import Chromium
from tests.web.visit import demanded

BROKEN = """
from boards.web.console import app
def broken(key):
    raise ValueError("broken on purpose")
app.view.press = broken
"""


def test_random_keys_and_touches_in_chromium_and_node_raise_nothing_and_nothing_grows(page):
    demanded(Chromium)
    said = []
    rows = dict(monkeys.run(8, 1, said.append, page))
    assert int(rows["keys and touches in Chromium"].replace(",", "")) > 20
    assert float(rows["minutes in Node, by its clock"]) > 0 and said


@pytest.mark.parametrize(("last", "found"), [(130, {"nodes": (100, 130)}), (105, {})])
def test_what_grows_is_found(last, found):
    samples = [{"nodes": 100, "wasm": 7}] * 12 + [{"nodes": last, "wasm": 7}] * 4
    assert monkeys.grown(samples) == found


def test_an_error_in_the_page_is_found(page):
    demanded(Chromium)
    chrome = monkeys.Chrome(page)
    try:
        chrome.visit.python(BROKEN)
        with pytest.raises(AssertionError, match="broken on purpose.*Handful has stopped"):
            chrome.play(10, random.Random(1))
    finally:
        chrome.close()
