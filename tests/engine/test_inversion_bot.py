# SPDX-FileCopyrightText: 2026 The Handful authors
# SPDX-License-Identifier: MIT

"""What the computer players of !nversion promise."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

from engine import bots
from engine.inversion import PASS, Game
from engine.rng import Rng
from tests.games.inversion import chance_of_the_parent
from tests.robots import position, share


@pytest.mark.parametrize(
    ("players", "level", "parts"),
    [(2, 0, ""), (2, 2, "duel"), (3, 1, ""), (3, 2, "deals"), (4, 2, "deals")],
)
def test_only_the_part_that_is_needed_is_loaded(players, level, parts):
    script = f"""
import sys
from engine import bots
from engine.inversion import Game
from engine.rng import Rng
game = Game({players}, Rng(1))
while game.auction and game.declared < 2:
    game.apply({PASS + 1} + game.declared)
bots.choose(game, {level}, Rng(1))
print(*[part for part in ("duel", "deals") if "engine.bots.inversion." + part in sys.modules])
"""
    top = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", script], cwd=top, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == parts


@pytest.fixture
def searches(monkeypatch):
    """The searches with two players that are made in a test."""
    made = []
    duel = importlib.import_module("engine.bots.inversion.duel")  # another test may have had it forgotten

    class Noted(duel.Duel):
        def __init__(self, *asked):
            super().__init__(*asked)
            made.append(self)

    monkeypatch.setattr(duel, "Duel", Noted)
    return made


def best_for(game, seat):
    """With two players: 2 if the seat wins, 1 if it draws, 0 if it loses when both play their best."""
    if game.player < 0:
        winners = game.winners()
        return 1 if not winners else (2 if seat in winners else 0)
    found = []
    for action in list(game.legal_actions()):
        other = game.copy()
        other.apply(action)
        found.append(best_for(other, seat))
    return max(found) if game.player == seat else min(found)


@pytest.mark.parametrize("suits", [(0, 1, 2), (1, 3, 4)])
def test_two_players_end_is_played_without_a_mistake(suits):
    for seed in range(12):
        game = position("inversion", 2, seed, 12 + seed % 2, suits=suits)
        seat = game.player
        after = game.copy()
        after.apply(bots.choose(game, bots.HARD, Rng(1)))
        assert best_for(after, seat) == best_for(game, seat)


def test_two_players_are_searched_to_the_end_from_six_tricks_to_go(searches):
    for seed in range(20):  # in some there is no choice
        bots.choose(position("inversion", 2, seed, 8), bots.HARD, Rng(1))
    assert len(searches) >= 10 and all(search.finished for search in searches)


def can_win(game, seat, known):
    """With two players: whether the seat wins when both play their best. known: results by position."""
    if game.player < 0 or game.settled():
        return game.score(seat) > 5
    key = (tuple(game.hand(0)), tuple(game.hand(1)), game.player, tuple(game.trick()), game.score(seat))
    if key not in known:
        mine = game.player == seat
        known[key] = not mine
        for action in list(game.legal_actions()):
            other = game.copy()
            other.apply(action)
            if can_win(other, seat, known) == mine:
                known[key] = mine
                break
    return known[key]


def test_two_players_hardly_ever_give_a_win_away_with_eight_tricks_to_go():
    won = lost = 0
    for seed in range(40):
        game = position("inversion", 2, seed, 4)
        known = {}
        if can_win(game, game.player, known):
            won += 1
            after = game.copy()
            after.apply(bots.choose(game, bots.HARD, Rng(1)))
            lost += not can_win(after, game.player, known)
    assert won >= 10 and lost <= 1


def test_two_players_are_searched_to_the_end_from_the_first_trick_in_most_deals(searches):
    for seed in range(30):
        bots.choose(Game(2, Rng(seed)), bots.HARD, Rng(1))
    assert sum(search.finished for search in searches) >= 15


@pytest.mark.parametrize("players", [2, 3, 4])
def test_normal_beats_easy(players):
    deals = 240 // players
    parity = share("inversion", players, bots.EASY, bots.EASY, deals)
    assert share("inversion", players, bots.NORMAL, bots.EASY, deals) > parity + 0.05


def named(level, declared, deals):
    """How many of `count` hands of four name more, if the seat before has named `declared`."""
    count = 0
    for seed in range(deals):
        game = Game(4, Rng(seed))
        game.apply(PASS + declared)
        count += bots.choose(game, level, Rng(seed)) != PASS
    return count


@pytest.mark.parametrize("players", [3, 4])
def test_what_hands_are_worth_tells_how_likely_the_parent_reaches_its_number(players):
    likely = []
    for seed in range(150):
        game = Game(players, Rng(seed))
        rng = Rng(seed)
        while game.position < 3 or game.player == game.parent or any(laid(game)):
            game.apply(bots.choose(game, bots.NORMAL, rng))
            if game.settled():
                break
        if game.settled():
            continue
        chance = chance_of_the_parent(game)
        while not game.settled():
            game.apply(bots.choose(game, bots.NORMAL, rng))
        likely.append((chance, 100 * (game.winners() == (game.parent,))))
    assert len(likely) >= 40
    made = sum(result for _, result in likely) / len(likely)
    missed = sum(abs(chance - result) for chance, result in likely)
    assert missed < 0.8 * sum(abs(made - result) for _, result in likely)


def laid(game):
    """For each seat whether it has laid a card in this trick."""
    return [card >= 0 for card in game.trick()]


def test_hard_dares_to_name_more_than_normal():
    assert named(bots.HARD, 3, 100) >= 2 * named(bots.NORMAL, 3, 100) > 0


def test_normal_names_what_it_is_fairly_sure_of():
    made = 0
    for seed in range(150):
        game = Game(4, Rng(seed))
        while not game.settled():
            game.apply(bots.choose(game, bots.NORMAL, Rng(seed)))
        made += game.winners() == (game.parent,)
    assert made >= 0.75 * 150
