# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""`make bench` counts how many keys a card takes, through the real tables, and fails if they are too many."""

import pytest

from tools.measure import limits, presses

LABELS = [row[:3] for row in presses.ROWS]


@pytest.fixture(autouse=True)
def fresh(monkeypatch, tmp_path):
    """Each test begins without rows over their budgets."""
    monkeypatch.setattr(limits, "over", 0)
    monkeypatch.setattr(presses.gc, "collect", presses.gc.collect)  # which the command replaces
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("more", [0, 1])
@pytest.mark.parametrize("row", LABELS)
def test_the_command_fails_exactly_if_a_card_takes_too_many_keys(monkeypatch, capsys, row, more):
    budgets = {budget[:3]: round(100 * budget[3]) for budget in presses.ROWS}

    def measured(*asked):
        return budgets[asked] + (more if asked == row else 0), 100

    monkeypatch.setattr(presses, "measured", measured)
    monkeypatch.setattr(presses, "medians", lambda *asked: [1, 1, 1])
    assert presses.main([]) == more
    assert capsys.readouterr().out.count("OVER") == more


def test_an_unknown_game_is_named(capsys):
    assert presses.main(["chess"]) == 1
    assert "There is no game chess" in capsys.readouterr().err


def test_a_match_of_the_game_is_played_by_keys_within_its_budget(monkeypatch):
    monkeypatch.chdir(presses.PROJECT)
    keys, cards = presses.measured("the_game", 1, 1, 1)
    assert 20 < cards <= 98 and cards < keys <= 2.2 * cards


def test_readme_promises_of_three_keys_what_the_command_holds():
    readme = (presses.PROJECT / "README.md").read_text(encoding="utf-8")
    assert f"at most {presses.FEW} times the presses of eight (`make bench`)" in readme


@pytest.mark.parametrize("ratio", [presses.FEW, presses.FEW + 0.02])
def test_the_command_fails_if_three_keys_take_more_presses_than_promised(monkeypatch, capsys, ratio):
    monkeypatch.setattr(presses, "measured", lambda *asked: (100, 100))
    monkeypatch.setattr(presses, "medians", lambda key, players: [1, ratio if players == 4 else 1, 3])
    assert presses.main([]) == (ratio > presses.FEW)
    out = capsys.readouterr().out
    assert out.count(f"OVER {presses.FEW}") == (ratio > presses.FEW) and out.count("three / eight") == 9


@pytest.mark.parametrize("key, players", [("the_game", 1), ("inversion", 2), ("hyper_maker", 3)])
def test_three_keys_take_hardly_more_presses_than_eight_and_two_keys_play_as_well(monkeypatch, key, players):
    monkeypatch.chdir(presses.PROJECT)
    eight, three, two = presses.medians(key, players, 1)
    assert 1 <= three <= 1.2 * eight and three <= two
