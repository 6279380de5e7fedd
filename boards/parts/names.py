# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A keyboard's own key names in the line at the foot of a screen: "Enter play", "Tab tricks".

Window, terminal and page import it, and no handheld does.
"""

from handful.stops import FEW

_TYPES = 0  # true for mypy only
if _TYPES:
    from collections.abc import Callable, Sequence

    from handful.texts import Texts

_SIGNS = "ⒶⒷ\ue000\ue001"
_SHORT = {"return": "Enter", "escape": "Esc", "backspace": "Bksp", "numpadenter": "Enter", " ": "Space"}


def short(name: str) -> str:
    """Returns what the foot line calls a key of the keyboard, by its name in small letters."""
    return _SHORT.get(name, name[:1].upper() + name[1:])


def held(texts: "Texts") -> list[str]:
    """Returns what the texts of a language call B held: "Hold Ⓑ"."""
    with open(texts.path("", FEW), "rb") as file:
        lines = [line.split("=") for line in str(file.read(), "utf-8").split("\n") if line]
    return [old for old, new in lines if "Ⓑ" in old and "{1}" in new and "{4}" not in new]


def line(text: str, names: "Sequence[str]", width: "Callable[[str], int]", room: int) -> str:
    """Returns a foot line with key names in place of the signs; without them if it would be too wide.

    names: of A, B, START and SELECT, or () if something without a keyboard was used last; width: of a text
    in pixels; room: how many there are, 0 for a sentence, which has room, or -1: as in App.named.
    """
    if room < 0:
        return text  # it has the names beside the signs
    named = text
    for i in range(len(names)):
        named = named.replace(_SIGNS[i], names[i])
    if room and width(named) > room:
        named = named.replace("  ", " ")
    return named if not room or width(named) <= room else text
