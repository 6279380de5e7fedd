# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Device settings: whatever settings.toml has and the firmware makes of it, the games start and say it."""

import os
import sys

import pytest

import boards
from engine.memory import forget
from handful.settings import LANGUAGE
from handful.texts import LANGUAGES
from tests import firmware, words
from tests.inspector import Inspector
from tests.playing import started_before
from tools import PROJECT
from tools.build import layouts
from tools.console import Console

SITE = "https://example.org/"
GOOD = f'HANDFUL_SITE = "{SITE}"\n'
BAD_SITE = "HANDFUL_SITE (settings.toml) has to be a web address of at most 60 characters."
UNREAD = 'HANDFUL_SITE in settings.toml cannot be read: is it in "double quotes", above any [section]?'

# A file; what is said of it on 9, and since 10.2: "" for nothing.
FILES = {
    "as it should be": (GOOD, "", ""),
    "nothing of ours": ("A = 1\nB = x\n", "", ""),
    "empty": ('HANDFUL_SITE = ""\n', "", ""),
    "another line broken": ('A = "b\n' + GOOD, "", ""),
    "without quotes": (f"HANDFUL_SITE = {SITE}\n", UNREAD, ""),
    "single quotes": (f"HANDFUL_SITE = '{SITE}'\n", UNREAD, BAD_SITE),
    "a number": ("HANDFUL_SITE = 5\n", BAD_SITE, BAD_SITE),
    "zero": ("HANDFUL_SITE = 0\n", BAD_SITE, BAD_SITE),
    "no value": ("HANDFUL_SITE =\n", UNREAD, UNREAD),
    "no sign": (f'HANDFUL_SITE "{SITE}"\n', UNREAD, UNREAD),
    "no closing quote": (f'HANDFUL_SITE = "{SITE}\n', UNREAD, UNREAD),
    "an impossible escape": ('HANDFUL_SITE = "\\u12"\n', UNREAD, UNREAD),
    "not UTF-8": (b'HANDFUL_SITE = "\xff"\n', UNREAD, UNREAD),
    "below a section": ("[games]\n" + GOOD, UNREAD, UNREAD),
    "behind a byte order mark": ("\ufeff" + GOOD, UNREAD, UNREAD),
}


@pytest.fixture(autouse=True)
def afresh():
    """Nothing is known of settings before a test and after it."""
    forget("handful.toml")
    yield
    forget("handful.toml")


@pytest.mark.parametrize("version", firmware.VERSIONS)
@pytest.mark.parametrize("case", FILES)
def test_a_setting_that_cannot_be_used_is_one_sentence_and_the_games_start(
    case, version, monkeypatch, tmp_path
):
    text, *said = FILES[case]
    expected = said[firmware.VERSIONS.index(version)]
    first = started_before()
    firmware.put(monkeypatch, tmp_path, text, version)
    started = Console(first.board.flash)
    assert started.screen == ("notice" if expected else "title")
    if expected:
        assert started.shows(expected)
        started.keys("a")
    assert started.screen == "title"
    assert bool(started.app.site) == (SITE in str(text) and not expected)
    assert "handful.toml" not in sys.modules


@pytest.mark.parametrize("error", [ValueError("x"), RuntimeError(), UnicodeError(), NotImplementedError()])
def test_whatever_the_firmware_raises_the_games_start(error, monkeypatch):
    first = started_before()

    def raising(name):
        raise error

    monkeypatch.setattr(os, "getenv", raising)
    started = Console(first.board.flash)
    silent = isinstance(error, NotImplementedError)  # that firmware has no settings at all
    assert started.screen == ("title" if silent else "notice")
    monkeypatch.delattr(os, "getenv")  # as in a browser
    assert Console(first.board.flash).screen == "title"


def test_device_settings_are_read_in_one_place():
    found = []
    for folder in ("lib", "boards", "engine"):
        files = (PROJECT / folder).rglob("*.py")
        found += [file.name for file in files if "getenv(" in file.read_text(encoding="utf-8")]
    assert found == ["toml.py"]


# The board that the drive's settings name


@pytest.fixture
def pages(monkeypatch, tmp_path):
    """Pages of boards; and a board with CircuitPython, which is called as is said."""
    for name in ("mine", "other"):
        (tmp_path / f"{name}.py").write_text(f'NAME = "{name}"\n')
    monkeypatch.setattr(boards, "__path__", [str(tmp_path)])
    monkeypatch.setattr(sys.implementation, "name", "circuitpython")
    before = set(sys.modules)

    def called(name):
        board = type(sys)("board")
        board.board_id = name
        monkeypatch.setitem(sys.modules, "board", board)

    called("mine")
    yield called
    for name in set(sys.modules) - before:
        if name.startswith("boards."):
            del sys.modules[name]
            vars(boards).pop(name[7:], None)


# What HANDFUL_BOARD is given; the page on 9 and since 10.2; what is said then.
BOARDS = {
    "in quotes": ('HANDFUL_BOARD = "other"\n', "other", "other", "", ""),
    "not there": ("", "mine", "mine", "", ""),
    "without quotes": ("HANDFUL_BOARD = other\n", "mine", "other", "setting_unread", ""),
    "single quotes": ("HANDFUL_BOARD = 'other'\n", "mine", "mine", "setting_unread", "setting_useless"),
    "a number": ("HANDFUL_BOARD = 5\n", "mine", "mine", "setting_useless", "setting_useless"),
    "no page": ('HANDFUL_BOARD = "kettle"\n', "mine", "mine", "setting_useless", "setting_useless"),
    "a folder": ('HANDFUL_BOARD = "../boards"\n', "mine", "mine", "setting_useless", "setting_useless"),
    "broken": ('HANDFUL_BOARD = "other\n', "mine", "mine", "setting_unread", "setting_unread"),
    "below a section": ('[x]\nHANDFUL_BOARD = "other"\n', "mine", "mine", "setting_unread", "setting_unread"),
}


@pytest.mark.parametrize("version", firmware.VERSIONS)
@pytest.mark.parametrize("case", BOARDS)
def test_a_board_that_cannot_be_used_is_said_and_the_firmwares_own_is_taken(
    case, version, pages, monkeypatch, tmp_path
):
    text, *expected = BOARDS[case]
    place = firmware.VERSIONS.index(version)
    firmware.put(monkeypatch, tmp_path, text, version)
    assert boards.find().NAME == expected[place]
    from handful import toml

    toml.check()
    said = expected[2 + place]
    assert toml.wrong == ([(said, "HANDFUL_BOARD")] if said else [])


def test_a_board_without_any_page_is_one_sentence_that_names_file_and_setting(
    pages, monkeypatch, tmp_path, capsys
):
    pages("kettle")
    firmware.put(monkeypatch, tmp_path, "HANDFUL_BOARD = other\n", "9")
    with pytest.raises(SystemExit) as end:
        boards.find()
    assert not end.value.code
    said = "settings.toml: HANDFUL_BOARD has to name a page; the board kettle has none.\n"
    assert capsys.readouterr().out == said


@pytest.mark.parametrize("layout", layouts.names())
@pytest.mark.parametrize("language", range(len(LANGUAGES)))
def test_what_is_said_of_a_setting_fits_everywhere(language, layout):
    with layouts.used(layout):
        started = started_before(language)
        assert started.app.settings.values[LANGUAGE] == language
        watched = Inspector(started)
        texts = words.catalogue(LANGUAGES[language])
        for key in ("setting_unread", "setting_useless"):
            for name in ("HANDFUL_SITE", "HANDFUL_BOARD", "HANDFUL_ROTATION"):
                started.open("notice", texts[key].format(name))
                watched.look()
        assert watched.faults == []
