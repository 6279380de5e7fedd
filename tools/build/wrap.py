# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Wraps the pages of the help and the covers' descriptions for a layout: a device only draws their lines.

A paragraph gets a tab before each of its lines, where lib/handful/screens/help.py and games.py find them.
Headings, pictures, and the pages in which a device fills in what its keys are called, stay as they are.
"""

import contextlib
import functools

from tools import PROJECT
from tools.build import assets, layouts

ENDINGS = (".help.txt", ".fair.txt")  # of the files whose paragraphs are wrapped
_MARKS = ("#", ">")  # what a line that is no paragraph begins with
_ABOUT = "about="  # what the description of a game begins with, in its catalogue


def wrapped(text: str, language: str, layout: str = layouts.DRAWN, other: tuple[str, ...] = ()) -> str:
    """Returns the text of such a file in a language with its paragraphs wrapped for a layout.

    other: what the device says in other words; paragraphs that have it are left to it.
    """
    lines = []
    for line in text.splitlines():
        if line and not line.startswith(_MARKS) and not any(old in line for old in other):
            mark = "!" if line.startswith("!") else ""
            line = "\t".join([mark, *_lines(line.removeprefix(mark).strip(), language, layout)])
        lines.append(line + "\n")
    return "".join(lines)


def described(text: str, language: str, layout: str = layouts.DRAWN) -> str:
    """Returns the text of a catalogue in a language with the description of a cover wrapped for a layout."""
    lines = text.split("\n")
    for number, line in enumerate(lines):
        if line.startswith(_ABOUT):
            lines[number] = "\t".join([_ABOUT, *_lines(line.removeprefix(_ABOUT), language, layout, True)])
    return "\n".join(lines)


@functools.cache
def _lines(paragraph: str, language: str, layout: str, cover: bool = False) -> list[str]:
    font, *rooms = _font(layout)
    font.add(language == assets.DRAWN or None)
    return font.lines(paragraph, rooms[cover])


@functools.cache
def _font(layout: str):
    # The small font in a layout, and the width of the help's lines and of a cover's.
    with layouts.used(layout), contextlib.chdir(PROJECT):
        from handful.picture.font import Font
        from handful.screens import games, help

        return Font(layouts.sheet(layout, "_SMALL")), help.ROOM, games.ROOM
