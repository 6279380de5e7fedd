# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What `make wear` prints: how many matches an erase of the flash is enough for."""

import pytest

from engine import registry
from tools.measure.wear import Row, main

TABLES = [(key, persons) for key, _, _, most in registry.GAMES for persons in {1, most}]


@pytest.mark.parametrize(("key", "persons"), TABLES)
def test_where_bytes_are_appended_an_erase_comes_once_in_several_matches(key, persons):
    row = Row(key, persons, False, 20)
    assert row.matches >= 3 * row.erased > 0


@pytest.mark.parametrize("word", ["long", "0", "-1"])
def test_hours_that_are_none_are_told_in_a_sentence(capsys, word):
    assert main([word]) == 2
    assert capsys.readouterr().err == f"The hours of play are a whole number from 1 on, not {word}.\n"
