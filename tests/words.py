# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The files of the texts, and what is in them."""

from handful.texts import LANGUAGES
from tools import PROJECT
from tools.build import drive

ASSETS = PROJECT / "assets"


def file(language: str, key: str = "", ending: str = ".txt"):
    """The path of a text file: of a game, or with an empty key of the console's own."""
    return (ASSETS / "games" / key if key else ASSETS / "texts") / (language + ending)


def lines(language: str, key: str = "", ending: str = ".txt") -> list[str]:
    """The lines of a text file."""
    return file(language, key, ending).read_text(encoding="utf-8").splitlines()


def forms(language: str, key: str = "", ending: str = ".txt") -> dict[str, list[str]]:
    """The texts of a catalogue by their keys, each with its second form if it has one."""
    found = dict(line.split("=", 1) for line in lines(language, key, ending) if line.strip())
    return {name: text.split("|") for name, text in found.items()}


def catalogue(language: str, key: str = "", ending: str = ".txt") -> dict[str, str]:
    """The texts of a catalogue by their keys, as said of anybody by name."""
    return {name: both[0] for name, both in forms(language, key, ending).items()}


def catalogues() -> list:
    """The paths of all catalogues."""
    return drive.catalogues()


def written(language: str = "") -> list:
    """The paths of all files with texts for the player in a language, or in all."""
    languages = [language] if language else LANGUAGES
    return [
        path
        for path in sorted(ASSETS.rglob("*.txt"))
        if path.name.split(".")[0] in languages and path.parent != ASSETS
    ]
