# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What `make wear` prints: how many matches an erase of the flash is enough for."""

import pytest

from engine import registry
from tools.measure.wear import Row

TABLES = [(key, persons) for key, _, _, most in registry.GAMES for persons in {1, most}]


@pytest.mark.parametrize(("key", "persons"), TABLES)
def test_where_bytes_are_appended_an_erase_comes_once_in_several_matches(key, persons):
    row = Row(key, persons, False)
    assert row.matches >= 3 * row.erased > 0 and row.written >= 10 * row.hours
    assert row.erased <= row.hours * min(persons, 2)  # as docs/power.md says


@pytest.mark.parametrize(("key", "persons"), TABLES)
def test_where_every_write_erases_an_hour_of_play_takes_at_most_48_erases(key, persons):
    """docs/device.md: so 10,000 of them last for about 200 hours. A match takes one, however short."""
    row = Row(key, persons, True, 3)
    assert 0 < row.erased <= max(48 * row.hours, 1.2 * row.matches)
