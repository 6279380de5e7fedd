# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""handful.picture.measures: the picture's numbers are in one place, and a device has each in its own code."""

import pytest

from tools.build import layouts
from tools.build.shrink import Shrinker

USER = """from micropython import const
from handful.picture.measures import (
    HEIGHT, WIDTH,
)
_LEFT = const(WIDTH - 9)
_MIDDLE = const(_LEFT // 2)
_BOTH = const((WIDTH - 1, 2))
def f(x):
    return _MIDDLE, x - WIDTH // 2, HEIGHT, _BOTH
"""


@pytest.fixture
def measures(tmp_path, monkeypatch):
    """The sources of measures and of a user of it, in a layout of that many lines."""
    monkeypatch.setattr(layouts, "FOLDER", tmp_path)
    for name in ("measures", "numbers", "apply"):
        monkeypatch.setattr(layouts, name, getattr(layouts, name).__wrapped__)

    def read(text):
        (tmp_path / "9x9.txt").write_text(text)
        own = (layouts.PROJECT / "lib" / "handful" / "picture" / "measures.py").read_text(encoding="utf-8")
        return layouts.apply(own, "picture.measures", "9x9"), layouts.apply(USER, "user", "9x9")

    return read


def test_sums_of_the_measures_are_numbers_before_they_are_compiled(measures):
    assert "_LEFT = const(151)\n_MIDDLE = const(75)" in measures("")[1]


def test_a_layout_sets_them_in_one_place_for_all_modules(measures):
    own, user = measures("[*]\nWIDTH 120\nHEIGHT 60\n")
    assert "WIDTH = const(120)" in own and "FOOT = const(50)" in own
    assert "_LEFT = const(111)\n_MIDDLE = const(55)" in user


def test_a_device_has_them_as_numbers_and_imports_nothing(measures):
    own, user = measures("")
    small = Shrinker({"handful.picture.measures": own, "handful.user": user}).shrunk(user, "handful.user")
    assert "measures" not in small and "const((159, 2))" in small
    assert " - 80, 128, " in small
