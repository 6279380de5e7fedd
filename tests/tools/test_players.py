# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""The pictures of docs/players.md show what the players do: else run `python -m tools.players`."""

import re

import pytest

from engine import bots
from engine.rng import Rng
from tools import PROJECT, players


@pytest.mark.parametrize("scene", players.SCENES, ids=lambda scene: scene.key)
def test_a_picture_shows_what_each_level_plays(scene):
    game = players.position(scene)
    text = players.place(scene).read_text(encoding="utf-8")
    rows = re.findall(r'text-anchor="end">([^<]*)</text>.*?<tspan[^>]*>([^<]*)</tspan>', text, re.DOTALL)
    shown = {name: levels.replace(",", "").split() for name, levels in rows}
    for level, name in enumerate(("easy", "normal", "hard")):
        assert name in shown[players.called(game, bots.choose(game, level, Rng(1)))]


@pytest.mark.parametrize("scene", players.SCENES, ids=lambda scene: scene.key)
def test_a_picture_shows_that_hard_chooses_otherwise_than_easy(scene):
    game = players.position(scene)
    assert bots.choose(game, bots.HARD, Rng(1)) != bots.choose(game, bots.EASY, Rng(1))


def test_a_picture_is_drawn_by_the_committed_script():
    scene = players.SCENES[-1]  # the quickest
    assert players.place(scene).read_text(encoding="utf-8") == players.drawing(scene)


def test_the_page_has_every_picture_and_is_linked():
    page = (PROJECT / "docs/players.md").read_text(encoding="utf-8")
    for scene in players.SCENES:
        assert f"({players.place(scene).name})" in page
    assert "(docs/players.md)" in (PROJECT / "README.md").read_text(encoding="utf-8")
