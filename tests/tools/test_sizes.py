# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""`make lint` says how large the project is, and fails when a part is over its limit."""

from tools import PROJECT, sizes


def project(folder, monkeypatch, size):
    """A project whose only module of the engine has that many lines, of ten that are allowed."""
    for place in ("tools", "engine", "lib/handful"):
        (folder / place).mkdir(parents=True)
    (folder / "engine" / "game.py").write_text("x = 1\n" * size, encoding="utf-8")
    (folder / "tools" / "tool.py").write_text("x = 1\n" * 2, encoding="utf-8")
    monkeypatch.setattr(sizes, "LIMITS", (("tools", ("tools",), 2),))
    monkeypatch.setattr(sizes, "LARGEST", 10)
    return folder


def test_what_is_within_its_limit_passes(tmp_path, monkeypatch, capsys):
    assert sizes.main(project(tmp_path, monkeypatch, 10)) == 0
    assert (
        capsys.readouterr().out == "     2 of      2 lines: tools\n    10 of     10 lines: engine/game.py\n"
    )


def test_one_line_more_fails_and_says_where(tmp_path, monkeypatch, capsys):
    assert sizes.main(project(tmp_path, monkeypatch, 11)) == 1
    assert "    11 of     10 lines: engine/game.py  OVER" in capsys.readouterr().out


def test_the_laboratorys_own_tests_count_in_it():
    tests = {path.name for path in (PROJECT / "tests").rglob("test_*.py")}
    ours = {name for name in tests if "strength" in name or "train" in name or "arena" in name}
    assert {f"tests/tools/{name}" for name in ours} <= set(sizes.LABORATORY)
    assert all([(PROJECT / place).exists() for place in sizes.LABORATORY])
