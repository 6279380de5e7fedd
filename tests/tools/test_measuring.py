# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What tools/measure counts, and that a command ends with an error if any row is over its budget."""

import pytest

from engine import registry
from tools.measure import bench, limits, ram
from tools.measure.opcodes import Opcodes
from tools.measure.wear import Row

LABELS = sorted(ram.BUDGETS)


@pytest.fixture(autouse=True)
def fresh(monkeypatch):
    """Each test begins without rows over their budgets."""
    monkeypatch.setattr(limits, "over", 0)


def quiet(monkeypatch, **rows):
    # Replaces what takes time: each part of ram.py returns the given (label, size) rows, or none.
    monkeypatch.setattr(ram.vm, "build", lambda folder, libraries: None)
    for name in ("engine_rows", "app_rows", "kept_rows", "other_rows", "times", "bundles"):
        monkeypatch.setattr(ram, name, lambda name=name: rows.get(name, []))
    monkeypatch.setattr(ram, "peaks", lambda folder: rows.get("peaks", []))


class Measured(ram.Row):
    """A row whose size is known."""

    def __init__(self, label, size):
        super().__init__(label, "", "")
        self.size = size

    def measure(self, folder):
        return self.size


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("more", [0, 1])
def test_make_ram_fails_exactly_if_a_row_is_over_its_budget(monkeypatch, capsys, label, more):
    size = ram.BUDGETS[label] + more
    quiet(monkeypatch, kept_rows=[Measured(f"{label}: a", size)], times=[("menu", 10**9)])
    assert ram.main() == more
    quiet(monkeypatch, peaks=[(f"{label}: b", size)])
    assert ram.main() == more
    printed, told = capsys.readouterr()
    assert printed.count("OVER") == 2 * more and ("over their budgets" in told) == bool(more)


@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize("key", bench.KEYS)
def test_make_bench_fails_exactly_if_a_hard_choice_takes_too_long(monkeypatch, capsys, key, more):
    median, longest = bench.HARD.get(key, bench.USUAL)
    pace = bench.THINKING.get(key, bench.OTHERS)
    monkeypatch.setattr(bench, "answers", lambda keys: None)
    monkeypatch.setattr(bench, "thoughts", lambda key: [0, median * pace, (longest + more) * pace])
    assert bench.main([key]) == more
    assert ("OVER" in capsys.readouterr().out) == bool(more)


def test_make_bench_fails_if_an_answer_takes_too_long(monkeypatch, capsys):
    monkeypatch.setattr(bench, "think", lambda key: None)
    for more in (0, 1):
        row = (bench.ANSWER + more, 1, 1, "a", 1)
        monkeypatch.setattr(bench, "answers", lambda keys, row=row: bench.show("a", row, bench.ANSWER))
        assert bench.main([]) == more
    assert capsys.readouterr().out.count("OVER") == 1


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


def test_bytecodes_are_counted_in_all_that_is_called():
    def inner():
        return 1

    def outer(times):
        for _ in range(times):
            inner()

    def counted(times):
        with Opcodes() as opcodes:
            outer(times)
        return opcodes.count

    counts = [counted(times) for times in (0, 10, 20)]
    assert counts[2] - counts[1] == pytest.approx(counts[1] - counts[0], abs=20)
    assert (counts[2] - counts[1]) % 10 == 0
    assert 50 <= counts[2] - counts[1] <= 150
