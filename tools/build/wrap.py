# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""Wraps the pages of the help for a layout, so that a device reads a page's lines and only draws them.

A paragraph gets a tab before each of its lines, where lib/handful/screens/help.py finds them. Headings, pictures,
and the pages in which a device fills in what its keys are called, stay as they are.
"""

import contextlib
import functools

from tools import PROJECT
from tools.build import assets, layouts

ENDINGS = (".help.txt", ".fair.txt")  # of the files whose paragraphs are wrapped
_MARKS = ("#", ">")  # what a line that is no paragraph begins with


def wrapped(text: str, language: str, layout: str = layouts.DRAWN) -> str:
    """Returns the text of such a file in a language with its paragraphs wrapped for a layout."""
    lines = []
    for line in text.splitlines():
        if line and not line.startswith(_MARKS):
            mark = "!" if line.startswith("!") else ""
            line = "\t".join([mark, *_lines(line.removeprefix(mark).strip(), language == assets.DRAWN, layout)])
        lines.append(line + "\n")
    return "".join(lines)


@functools.cache
def _lines(paragraph: str, signs: bool, layout: str) -> list[str]:
    font, room = _font(layout)
    font.add(signs or None)
    return font.lines(paragraph, room)


@functools.cache
def _font(layout: str):
    # The font of the help in a layout, and the width of its lines.
    with layouts.used(layout), contextlib.chdir(PROJECT):
        from handful.picture.canvas import Font
        from handful.screens.help import ROOM

        return Font(layouts.sheet(layout, "_SMALL")), ROOM
