# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""tools/build/untyped.py: nothing that only mypy reads goes onto a device."""

import re

from tools.build.drive import texts_of
from tools.build.untyped import bare, untyped

TYPED = """from micropython import const

_TYPES = const(0)
if _TYPES:
    from typing import Any

    Pair = tuple[int, int]

def first(pair: "Pair", more: int = 2, *rest: "Any") -> "Any":
    found: Any = pair[0]
    other: int
    return found

class Base:
    if _TYPES:

        def drawn(self) -> int:
            return 0

    def kept(self) -> int:
        return 1
"""


def test_what_is_imported_for_mypy_goes_and_all_lines_keep_their_numbers():
    lines = untyped(TYPED).splitlines()
    assert not any("Any" in line for line in lines[:8])
    assert lines[8] == TYPED.splitlines()[8]


def test_methods_that_only_heirs_have_go_and_the_others_stay():
    lines = untyped(TYPED).splitlines()
    assert len(lines) == len(TYPED.splitlines()) and "drawn" not in untyped(TYPED)
    assert lines[-2:] == TYPED.splitlines()[-2:]


def test_annotations_go_and_values_stay():
    said = bare(TYPED)
    assert "def first(pair, more=2, *rest):\n    found = pair[0]\n" in said
    assert "Any" not in said and "Pair" not in said and ": int" not in said


def test_no_source_of_a_device_has_types():
    for name, text in texts_of().items():
        assert "if _TYPES" not in text and not re.search(r"(import|from) typing", text), name
