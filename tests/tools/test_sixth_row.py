# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""A sixth row of the registry is enough for the tools: none of them keeps another list of games."""

import random
import sys

import pytest

from engine import inversio, registry
from engine.rng import Rng
from tools import gallery
from tools.soak import heap, monkeys
from tools.strength import ismcts, matches, report


@pytest.fixture
def sixth(monkeypatch):
    """The key of a further game, which is played as Inversio is."""
    monkeypatch.setattr(registry, "GAMES", (*registry.GAMES, ("sixth", "Sixth", 2, 2)))
    monkeypatch.setitem(sys.modules, "engine.sixth", inversio)
    return "sixth"


def test_the_arena_measures_it_against_the_search_and_each_level(sixth):
    rows = [row for row in matches.schedule() if row.key == sixth]
    assert {row.kind for row in rows} == {"search", "levels"}
    assert report.rules_of(rows[0]) == ""
    results = {rows[0].name: {(0, turn): {"gain": turn} for turn in range(2)}}
    assert "| Sixth |       2 |" in report.tables([rows[0]], results)


def test_the_search_plays_it(sixth):
    game = registry.load(sixth).Game(2, Rng(3))
    assert ismcts.search(game, 5, ismcts.Chance(1)) in game.legal_actions()


def test_the_soak_begins_matches_of_it(sixth):
    starts = [heap.start_of(random.Random(seed)) for seed in range(60)]
    assert (sixth, (0, 1)) in starts and (sixth, (0, 0)) in starts
    for key, kinds in starts:
        _, _, least, most = registry.row(key)
        assert least <= len(kinds) <= most and kinds[0] == heap.PERSON

    class Console:
        def begin(self, key, kinds, seed, **options):
            pass

    assert sixth in {monkeys.deal(Console(), random.Random(seed)) for seed in range(60)}


def test_the_gallery_knows_the_tables_of_all_games():
    assert gallery.GAMES == [row[0] for row in registry.GAMES]
