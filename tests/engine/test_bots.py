# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What the computer players of all games promise: legal, blind, repeatable, within what they may cost."""

import ast
from pathlib import Path
from statistics import median

import pytest

from engine import bots, registry
from engine.rng import Rng
from tests import games
from tests.engine.test_conformance import state
from tests.robots import SLICE, limits, position
from tools.measure.bench import thinking_ms
from tools.measure.opcodes import thought

LONG = 120  # actions that few matches have more of, though The Game may have far more
POSITIONS = games.cases("POSITIONS")  # key, players, seed, actions before, options


def chance_of(game):
    """The state of the generator of deals to come, where the game has one."""
    return [dict(vars(part)) for part in vars(game).values() if isinstance(part, Rng)]


@pytest.mark.parametrize("level", range(3))
@pytest.mark.parametrize(("key", "players", "seed", "actions", "options"), POSITIONS)
def test_a_choice_is_legal_repeatable_blind_and_leaves_the_game(key, players, seed, actions, options, level):
    game = position(key, players, seed, actions, **options)
    before = state(game)
    chance = chance_of(game)
    action = bots.choose(game, level, Rng(3))
    assert state(game) == before
    assert chance_of(game) == chance
    assert action in game.legal_actions() or action in game.signals()
    assert bots.choose(game, level, Rng(3)) == action
    for dealt in range(3):
        other = game.copy()
        other.redeal(game.player, Rng(dealt))
        assert bots.choose(other, level, Rng(3)) == action


@pytest.mark.parametrize(("key", "players", "seed", "actions", "options"), POSITIONS)
def test_a_decision_keeps_to_its_slices_and_its_cost(key, players, seed, actions, options):
    for chance in range(2):
        game = position(key, players, seed + 10 * chance, actions, **options)
        _, slices = thought(game, bots.HARD, Rng(1))
        assert max(slices) <= SLICE
        assert thinking_ms(key, sum(slices)) <= limits(key)[1]


@pytest.mark.parametrize("key", games.KEYS)
def test_half_of_the_decisions_of_a_match_are_short(key):
    """Of decisions spread over matches with each number of players: one in each 24th."""
    _, _, least, most = registry.row(key)
    options = {option: values[0] for option, values, _ in registry.load(key).OPTIONS}
    chance = Rng(1)
    spent = []
    for seed in range(24):
        players = least + seed % (most - least + 1)
        longest = min(games.of(key).longest(players, **options), LONG)
        game = position(key, players, seed, (longest * seed + chance.below(longest)) // 24)
        if game.player >= 0 and len(game.legal_actions()) > 1:
            spent.append(sum(thought(game, bots.HARD, Rng(1))[1]))
    assert len(spent) >= 12
    assert thinking_ms(key, median(spent)) <= limits(key)[0]


FILES = sorted(Path(bots.__file__).parent.glob("**/*.py"))


def private(name):
    return name.startswith("_") and not name.startswith("__")


def peeks(source):
    """The private parts of others that a file reads: all but those of `self` and of an object it makes."""
    tree = ast.parse(source)
    own = {"self"}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and ast.unparse(node.value).startswith("object.__new__("):
            own.add(ast.unparse(node.targets[0]))
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            if node.attr == "__dict__" or private(node.attr) and ast.unparse(node.value) not in own:
                found.append(ast.unparse(node))
        elif isinstance(node, ast.ImportFrom):
            found += [name.name for name in node.names if private(name.name)]
        elif isinstance(node, ast.Name) and node.id == "vars":
            found.append(node.id)
    return found


@pytest.mark.parametrize("path", FILES, ids=[str(path.relative_to(FILES[0].parent)) for path in FILES])
def test_a_mind_reads_no_private_part_of_a_game(path):
    assert not peeks(path.read_text(encoding="utf-8"))


def test_a_private_part_that_a_mind_reads_is_found():
    assert peeks("def guess(game):\n    return game._stock[game._next :]") == ["game._stock", "game._next"]
    assert peeks("from engine.hyper_maker import _NUMBER") == ["_NUMBER"]
    assert peeks("class Mind:\n    def step(self):\n        self._left = vars(self._game)") == ["vars"]
    assert peeks("self._next = 0\nhand = self._game._next") == ["self._game._next"]
    assert not peeks("other = object.__new__(Mind)\nother._left = self._left")
