# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The rules by which games get onto a board: rules.json, which `make flash`, `make uf2` and the page read.

drive: what is whose on a drive, and `work`, the order of the work: pairs of what to do and with which
files. The patterns mean the same in Python and in JavaScript. bootloader: by page what leads there, as a key
of the installer's words.js, and what to hold. sentences: what is refused or said, in the languages of
handful.texts, with places for values; left_out_<board> says why a board has no page. What the console says
of HANDFUL_SITE in settings.toml is one of them.
"""

import json
import re
from pathlib import Path

from handful.texts import LANGUAGES
from tools import PROJECT, checkout

RULES = json.loads(checkout.text(Path(__file__).with_suffix(".json")))
DRIVE = RULES["drive"]
_SITE = re.compile("^bad_site=(.*)$", re.MULTILINE)
RULES["sentences"]["bad_site"] = [
    _SITE.findall(checkout.text(PROJECT / f"assets/texts/{language}.txt"))[0].replace(
        "{1}", f" ({DRIVE['settings']})"
    )
    for language in LANGUAGES
]


def no_bundle(board: str, pages: list[str]) -> str:
    """Returns why there is no bundle for a board. pages: those that have one."""
    key = "left_out_" + board
    return say(key) if key in RULES["sentences"] else say("no_bundle", board, ", ".join(pages))


def say(key: str, *values: object) -> str:
    """Returns a sentence in English with its values."""
    return str(RULES["sentences"][key][0]).format(*values)
