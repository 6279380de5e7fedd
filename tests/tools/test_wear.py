# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What `make wear` prints: how many matches an erase of the flash is enough for."""

import pytest

from engine import registry
from tools.measure.wear import Row

TABLES = [(key, persons) for key, _, _, most in registry.GAMES for persons in {1, most}]


@pytest.mark.parametrize(("key", "persons"), TABLES)
def test_where_bytes_are_appended_an_erase_comes_once_in_several_matches(key, persons):
    row = Row(key, persons, False, 20)
    assert row.matches >= 3 * row.erased > 0
