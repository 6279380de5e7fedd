# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The help on a device: the build has wrapped its pages, and they look as those that a computer wraps."""

import pytest

from engine import registry
from handful.picture.font import Font
from handful.texts import LANGUAGES
from tests import words
from tests.app.test_languages import of_layout
from tools.build import drive, layouts, wrap
from tools.console import Console
from tools.measure.bench import device

KEYS = [row[0] for row in registry.GAMES]


def files(language):
    """The files of the help that the build wraps."""
    return [*(words.file(language, key, ".help.txt") for key in KEYS), words.file(language, "", ".fair.txt")]


def helped(key, language):
    """A console at the first page of a game's help."""
    console = Console(language=LANGUAGES.index(language))
    console.open("help", key, ("title",))
    return console


@pytest.mark.parametrize("layout", layouts.names())
def test_a_drive_has_each_paragraph_in_lines_that_fit_and_all_else_as_it_was(layout):
    with layouts.used(layout):
        font, width = of_layout("ja")
    for file in [file for language in LANGUAGES for file in files(language)]:
        built = drive.asset("", file, layout).decode().split("\n")
        for line, (mark, *lines) in zip(
            file.read_text(encoding="utf-8").split("\n"), [row.split("\t") for row in built], strict=True
        ):
            if line[:1] in ("", "#", ">"):
                assert (mark, lines) == (line, [])
            else:
                assert max(map(font.width, lines)) <= width - 8
                assert mark == "!" * line.startswith("!")
                assert "".join(lines).replace(" ", "") == line.removeprefix("!").replace(" ", "")


@pytest.mark.parametrize(("language", "key"), list(zip(LANGUAGES, KEYS, strict=False)))
def test_a_page_that_the_build_has_wrapped_looks_as_one_that_the_console_wraps(
    key, language, tmp_path, monkeypatch
):
    ours = helped(key, language)
    monkeypatch.chdir(device(tmp_path))
    theirs = helped(key, language)
    pages = ours.page[1]
    assert theirs.page[1] == pages > 5
    for _ in range(pages):
        assert theirs.reader.texts == ours.reader.texts
        ours.keys("r")
        theirs.keys("r")


@pytest.mark.parametrize("language", LANGUAGES)
def test_on_a_device_no_page_behind_the_first_is_wrapped_or_read_when_it_is_turned_to(
    language, tmp_path, monkeypatch
):
    monkeypatch.chdir(device(tmp_path))
    console = helped("inversio", language)
    monkeypatch.setattr(Font, "lines", None)
    monkeypatch.setattr("builtins.open", None)
    pages = console.page[1]
    for page in range(2, pages + 1):
        console.keys("r")
        assert console.page == [page, pages]


def test_the_build_wraps_paragraphs_ours_too_and_leaves_all_else_as_it_is():
    text = "# Heading\n> ♠♥\n\nShort.\n!Ours.\n" + "word " * 20 + "\n"
    heading, picture, gap, short, ours, long = wrap.wrapped(text, "en").splitlines()
    assert (heading, picture, gap, short, ours) == ("# Heading", "> ♠♥", "", "\tShort.", "!\tOurs.")
    assert long[0] == "\t" and long.count("\t") > 2 and " ".join(long.split()) == "word " * 19 + "word"
