# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""`make ram` and `make bench` end with an error if any row is over its budget."""

import pytest

from tools.measure import bench, limits, ram

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
